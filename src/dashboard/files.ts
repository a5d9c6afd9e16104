// The built files of the dashboard, as Vite leaves them: one page, and what it loads under names that change with their content.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { secretPageHeaders } from '../http/html.ts'
import type { PageAnswer, Sent } from '../http/pages.ts'

const builtFolder = fileURLToPath(new URL('../../dashboard/dist', import.meta.url))

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
  '.html': 'text/html; charset=utf-8',
}

interface File {
  type: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

export interface DashboardFiles {
  /** Differs with whatever the page loads, so that a page of a former release notices (DASH-22). */
  release: string
  page(nonce: string): string
  asset(name: string, sent: Sent): PageAnswer | undefined
}

/** Reads the files of a folder once; undefined where the dashboard has not been built. */
export function readFiles(folder = builtFolder): DashboardFiles | undefined {
  let page: string
  let names: string[]
  try {
    page = readFileSync(join(folder, 'index.html'), 'utf8')
    names = readdirSync(join(folder, 'assets'))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  const files = new Map<string, File>()
  /** Compressed when first asked for: a command that opens the application serves nothing. */
  function fileOf(name: string): File | undefined {
    if (!names.includes(name)) return undefined
    let file = files.get(name)
    if (!file) {
      const plain = readFileSync(join(folder, 'assets', name))
      const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      file = { type: types[extname(name)] ?? 'application/octet-stream', plain, br, gzip: gzipSync(plain) }
      files.set(name, file)
    }
    return file
  }
  const release = createHash('sha256').update(page).digest('hex').slice(0, 16)
  return {
    release,
    page: (nonce) => page.replaceAll('%NONCE%', nonce).replaceAll('%RELEASE%', release),
    asset(name, { headers }) {
      const file = fileOf(name)
      if (!file) return undefined
      const accepted = headers['accept-encoding'] ?? ''
      const coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
      const encoded: Record<string, string> = coding ? { 'content-encoding': coding } : {}
      // The name changes with the content.
      const kept = { 'cache-control': 'public, max-age=31536000, immutable', vary: 'accept-encoding' }
      return { status: 200, type: file.type, headers: { ...secretPageHeaders, ...kept, ...encoded }, content: file[coding ?? 'plain'] }
    },
  }
}

/** Everything comes from this service, and nothing goes elsewhere (DASH-03). What styles are made by scripts carry the nonce. */
export function pageHeaders(nonce: string): Record<string, string> {
  const policy = [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "manifest-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ]
  return {
    ...secretPageHeaders,
    'content-security-policy': policy.join('; '),
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cache-control': 'no-store',
  }
}
