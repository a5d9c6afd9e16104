// Builds the documentation site: `npm run build -- site`. Its sources stay where they are;
// VitePress reads copies, in a folder that is removed afterwards.

import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { build } from 'vitepress'
import { documentationPath } from '../src/base/http/documentation.ts'
import { copyPath, markdownFiles, pagePath, project, resolveLink } from './pages.ts'
import { findProblems } from './problems.ts'
import { copiedFiles, generatedPages } from './reference.ts'

/** The path at which the service serves it, and the folder in which the service looks for it. */
const basePath = `${documentationPath}/`
const builtFolder = join(project, 'site', 'dist')

/**
 * Builds into a folder, which is emptied first, and throws if pages have problems: dead links,
 * anchors, requests to other hosts.
 */
async function buildSite(target = builtFolder, base = basePath): Promise<void> {
  // Outside of the project, and run from there: the builder would read its tsconfig.json, whose
  // target it does not know.
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'site-')))
  try {
    prepare(folder)
    process.chdir(folder)
    await build(folder, { outDir: target, base })
  } finally {
    process.chdir(project)
    rmSync(folder, { recursive: true, force: true })
  }
  const problems = findProblems(target, base)
  if (problems.length > 0) throw new Error(`The site is built, but:\n${problems.join('\n')}`)
}

/** Everything that VitePress reads. */
function prepare(folder: string): void {
  const sources: Record<string, string> = {}
  const copied = new Set(copiedFiles)
  for (const file of markdownFiles()) {
    const page = pagePath(file)
    sources[page] = file
    const text = readFileSync(join(project, file), 'utf8')
    for (const [, link = ''] of text.matchAll(/(?:\]\(|src=")([^)"\s]+)/g)) {
      const { copied: copiedFile } = resolveLink(file, link)
      if (copiedFile) copied.add(copiedFile)
    }
    write(join(folder, page), unsearched.has(file) ? `---\nsearch: false\n---\n\n${text}` : text)
  }
  for (const [page, text] of Object.entries(generatedPages())) write(join(folder, page), text)
  for (const file of copied) {
    const copy = join(folder, 'public', copyPath(file))
    mkdirSync(dirname(copy), { recursive: true })
    cpSync(join(project, file), copy)
  }
  // Packages are resolved beside the files that import them.
  symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
  // Imported when it runs, not bundled: Node reads TypeScript by itself.
  const config = JSON.stringify(new URL('config.ts', import.meta.url).href)
  write(
    join(folder, '.vitepress', 'config.mjs'),
    `const at = ${config}\nexport default (await import(at)).siteConfig(${JSON.stringify(sources)})\n`,
  )
  // The theme with its own fonts is a megabyte more.
  const imports = [
    `import theme from ${JSON.stringify(resolvePath('vitepress/theme-without-fonts'))}`,
    `import ${JSON.stringify(resolvePath('./style.css'))}`,
  ]
  write(
    join(folder, '.vitepress', 'theme', 'index.js'),
    `${imports.join('\n')}\nexport default theme\n`,
  )
}

/** A changelog, which would come in search results before every page that explains something. */
const unsearched = new Set(['CHANGELOG.md'])

const resolvePath = (name: string) => fileURLToPath(import.meta.resolve(name))

function write(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}

const { values } = parseArgs({ options: { base: { type: 'string' }, out: { type: 'string' } } })
const target = values.out ? resolve(values.out) : builtFolder
await buildSite(target, values.base)
process.stdout.write(
  `the site is in ${target}${values.out ? '' : `; a service that starts from now on serves it at ${basePath}`}\n`,
)
