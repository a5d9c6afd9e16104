// The documentation site (site/build.ts), if it has been built: files, the same for every reader.

import { existsSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  type BuiltFile,
  buildFileAnswer,
  createFileReader,
  immutableHeaders,
} from './built-files.ts'
import { sourceExpression } from './html.ts'
import type { LivePage, PageAnswer, PageRequest } from './pages.ts'

const builtFolder = fileURLToPath(new URL('../../../site/dist', import.meta.url))
/** The path of the site. */
export const documentationPath = '/documentation'

/** The pages at `/documentation`; none where the site has not been built. */
export function documentationPages(folder = builtFolder): LivePage[] {
  if (!existsSync(join(folder, 'index.html'))) return []
  // Read on first use: a command that opens the application serves nothing.
  let names: Set<string> | undefined
  const isFile = (name: string) => {
    names ??= listFileNames(folder)
    return names.has(name)
  }
  const readBuiltFile = createFileReader((name) => (isFile(name) ? join(folder, name) : undefined))
  /** The router passes on a path without its trailing slash. */
  const indexPath = (path: string) =>
    path === '' ? 'index.html' : `${path.replace(/\/$/, '')}/index.html`
  const missing: PageAnswer = {
    status: 404,
    type: 'text/plain; charset=utf-8',
    content: 'No such page.\n',
  }
  async function answer(path: string, sent: PageRequest): Promise<PageAnswer> {
    const name = isFile(path) ? path : indexPath(path)
    const file = readBuiltFile(name)
    return file ? buildFileAnswer(file, sent, fileHeaders(name, file)) : missing
  }
  return [
    { path: documentationPath, answer: (_, sent) => answer('', sent) },
    {
      path: `${documentationPath}/*`,
      answer: ({ '*': path = '' }, sent) => answer(path, sent),
    },
  ]
}

function listFileNames(folder: string): Set<string> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  return new Set(
    entries
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => relative(folder, join(parentPath, name))),
  )
}

function fileHeaders(name: string, { type, plain }: BuiltFile): Record<string, string> {
  const cacheHeaders = name.startsWith('assets/')
    ? immutableHeaders
    : { 'cache-control': 'no-cache' }
  const secure = { 'x-content-type-options': 'nosniff', 'referrer-policy': 'no-referrer' }
  return type.startsWith('text/html')
    ? { ...cacheHeaders, ...secure, 'content-security-policy': contentPolicy(plain.toString()) }
    : { ...cacheHeaders, ...secure }
}

/**
 * The content policy, which allows only the page's own content and this service. Code is coloured
 * with style attributes, whose values come from the theme.
 */
function contentPolicy(html: string): string {
  const scripts = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, script = '']) => sourceExpression(script),
  )
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...scripts].join(' ')}`,
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}
