// Files that a build left in a folder, as served to browsers: with a type by their extension, and
// compressed.

import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { negotiateCoding } from './compression.ts'
import type { PageAnswer, PageRequest } from './pages.ts'

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.html': 'text/html; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.txt': 'text/plain; charset=utf-8',
}

/** The headers of files whose name changes with their content. */
export const immutableHeaders = { 'cache-control': 'public, max-age=31536000, immutable' }

export interface BuiltFile {
  type: string
  plain: Buffer
  br: Buffer
  gzip: Buffer
}

/**
 * The files at these paths, each read and compressed on first use: a command that opens the
 * application serves nothing.
 */
export function createFileReader(
  resolvePath: (name: string) => string | undefined,
): (name: string) => BuiltFile | undefined {
  const files = new Map<string, BuiltFile>()
  return (name) => {
    const path = resolvePath(name)
    if (path === undefined) return undefined
    let file = files.get(name)
    if (!file) {
      const plain = readFileSync(path)
      const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } })
      file = {
        type: types[extname(name)] ?? 'application/octet-stream',
        plain,
        br,
        gzip: gzipSync(plain),
      }
      files.set(name, file)
    }
    return file
  }
}

/** The response with a file, in an encoding that the browser accepts. */
export function buildFileAnswer(
  file: BuiltFile,
  sent: PageRequest,
  headers: Record<string, string>,
): PageAnswer {
  const coding = negotiateCoding(sent.headers['accept-encoding'])
  const encoded: Record<string, string> = coding ? { 'content-encoding': coding } : {}
  return {
    status: 200,
    type: file.type,
    headers: { ...headers, vary: 'accept-encoding', ...encoded },
    content: file[coding ?? 'plain'],
  }
}
