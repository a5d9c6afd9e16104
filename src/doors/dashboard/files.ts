// The built files of the dashboard, as Vite writes them: one page, and files whose names change
// with their content.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildFileAnswer, createFileReader, immutableHeaders } from '../../base/http/built-files.ts'
import { secretPageHeaders } from '../../base/http/html.ts'
import type { PageAnswer, PageRequest } from '../../base/http/pages.ts'

const builtFolder = fileURLToPath(new URL('../../../dashboard/dist', import.meta.url))

export interface DashboardFiles {
  /** Changes whenever a file does, so that a page of an earlier release can detect it (DASH-22). */
  release: string
  page(nonce: string): string
  asset(name: string, sent: PageRequest): Promise<PageAnswer> | undefined
}

/** Reads the files of a folder once; undefined if the dashboard has not been built. */
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
  const readBuiltFile = createFileReader((name) =>
    names.includes(name) ? join(folder, 'assets', name) : undefined,
  )
  const release = createHash('sha256').update(page).digest('hex').slice(0, 16)
  return {
    release,
    page: (nonce) => page.replaceAll('%NONCE%', nonce).replaceAll('%RELEASE%', release),
    asset(name, sent) {
      const file = readBuiltFile(name)
      return file && buildFileAnswer(file, sent, { ...secretPageHeaders, ...immutableHeaders })
    },
  }
}

/**
 * Everything is loaded from this service, and nothing is sent elsewhere (DASH-03). Styles that
 * scripts create carry the nonce.
 */
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
