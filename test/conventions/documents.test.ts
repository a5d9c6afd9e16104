// What the pages say about files and settings is compared with the files and the settings.

import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { noticeKinds, placeholders } from '../../src/clinic/notices/notice-settings.ts'
import { variables } from '../../src/doors/cli/setting-variables.ts'

const project = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync('**/*.md', {
  cwd: project,
  exclude: ['**/node_modules/**', '**/dist/**'],
}).toSorted()
const read = (page: string) => readFileSync(join(project, page), 'utf8')

describe('the pages', () => {
  it('link to existing files', () => {
    const broken = pages.flatMap((page) =>
      [...read(page).matchAll(/\]\((?!https?:|#)([^)#]+)/g)]
        .map(([, target = '']) => target)
        .filter((target) => !existsSync(join(project, dirname(page), target)))
        .map((target) => `${page}: ${target}`),
    )
    expect(pages).toContain('docs/operations.md')
    expect(broken).toEqual([])
  })

  it('name existing npm scripts', () => {
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
    const named = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?:-s |--silent )?([a-z][a-z:-]*)/g)].map(
        ([, script = '']) => script,
      ),
    )
    expect(named.filter((script) => !(script in scripts))).toEqual([])
  })

  it.each(['bench', 'build', 'check'])(
    'name existing parts of npm run %s, which lists them',
    (script) => {
      const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
      const [, program = ''] = scripts[script]?.split(' ') ?? []
      const { status, stderr } = spawnSync(process.execPath, [program, 'nothing'], {
        cwd: project,
        encoding: 'utf8',
      })
      const parts = stderr.split(': ').at(-1)?.trim().split(', ') ?? []
      expect([status, parts.length > 2]).toEqual([1, true])
      const named = pages.flatMap((page) =>
        [...read(page).matchAll(new RegExp(`npm run ${script} -- (\\w[\\w-]*)`, 'g'))].map(
          ([, part = '']) => part,
        ),
      )
      expect(named.filter((part) => !parts.includes(part))).toEqual([])
    },
  )

  it("keep npm's own output out of what is redirected to a file or another command", () => {
    const loud = pages.flatMap((page) =>
      [...read(page).matchAll(/npm run (?!-s |--silent )[^`#\n]*/g)].map(
        ([line]) => `${page}: ${line}`,
      ),
    )
    expect(loud.filter((line) => / (?:>|\|) | -(?: |$)/.test(line))).toEqual([])
  })

  it('list every setting in docs/operations.md, and no other', () => {
    const listed = [...read('docs/operations.md').matchAll(/^\| `([A-Z_]+)`/gm)].map(
      ([, name]) => name,
    )
    expect(listed.toSorted()).toEqual(variables.map(({ name }) => name).toSorted())
  })

  it('name existing source files', () => {
    const broken = pages
      .filter((page) => page !== 'CHANGELOG.md')
      .flatMap((page) =>
        [...read(page).matchAll(/`((?:src|test|bench|deploy|client)\/[\w./-]+\.\w+)`/g)]
          .map(([, file = '']) => file)
          .filter((file) => !existsSync(join(project, file)))
          .map((file) => `${page}: ${file}`),
      )
    expect(broken).toEqual([])
  })

  it('list every notice and placeholder in docs/administration.md', () => {
    const page = read('docs/administration.md')
    expect(noticeKinds.filter((kind) => !page.includes(`\n    ${kind}: true`))).toEqual([])
    expect(placeholders.filter((name) => !page.includes(`\`${name}\``))).toEqual([])
  })
})

describe('the pages and comments', () => {
  it('name only identifiers and files that exist', () => {
    const code = globSync(
      ['**/*.{ts,tsx,js,cjs,sql,json,css,html,yaml}', 'deploy/**/*', 'Dockerfile'],
      {
        cwd: project,
        exclude: ['**/node_modules/**', '**/dist/**', 'clinic-data/**'],
        withFileTypes: true,
      },
    )
      .filter((entry) => entry.isFile())
      .map((entry) => relative(project, join(entry.parentPath, entry.name)))
    const known = new Set<string>()
    const texts: [place: string, text: string][] = pages
      .filter((page) => page !== 'CHANGELOG.md')
      .map((page) => [page, read(page)])
    for (const file of code) {
      const pattern = file.endsWith('.sql') ? /--[^\n]*/g : /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/gm
      const bare = read(file).replace(pattern, (comment) => {
        texts.push([file, comment])
        return ''
      })
      for (const [word] of bare.matchAll(/[A-Za-z_]\w*/g)) known.add(word)
    }
    const missing = texts.flatMap(([place, text]) =>
      [
        ...text.matchAll(
          /(?<![\w./-])(?:src|test|docs|dashboard|tools|bench)\/[\w./-]+\.(?:ts|tsx|md|sql|json)\b/g,
        ),
      ]
        .filter(
          ([path]) =>
            path !== 'src/generated.ts' &&
            !existsSync(join(project, path)) &&
            !existsSync(join(project, dirname(place), path)),
        )
        .map(([path]) => `${place}: ${path}`),
    )
    expect(missing).toEqual([])
    const unknown = texts.flatMap(([place, text]) =>
      [...text.matchAll(/`([a-z]+[A-Z]\w*)(?:\(\))?`/g)]
        .filter(([, name = '']) => !known.has(name))
        .map(([, name]) => `${place}: ${name}`),
    )
    expect(unknown).toEqual([])
  })
})
