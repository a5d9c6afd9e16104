// Files that a build left in a folder, as served to browsers: with a type by their extension, and
// compressed.

import { readFileSync } from 'node:fs'
import { extname } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Coding, negotiateCoding } from './compression.ts'
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
  compressed: Partial<Record<Coding, Promise<Buffer>>>
}

// Beside the event loop: the largest file takes Brotli longer than one answer may hold the others.
const compressors: Record<Coding, (content: Buffer) => Promise<Buffer>> = {
  br: (content) =>
    promisify(brotliCompress)(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }),
  gzip: promisify(gzip),
}

/**
 * The files at these paths, each read on first use and compressed when a browser first asks for
 * that encoding: a command that opens the application serves nothing.
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
      file = {
        type: types[extname(name)] ?? 'application/octet-stream',
        plain: readFileSync(path),
        compressed: {},
      }
      files.set(name, file)
    }
    return file
  }
}

/** The response with a file, in an encoding that the browser accepts. */
export async function buildFileAnswer(
  file: BuiltFile,
  sent: PageRequest,
  headers: Record<string, string>,
): Promise<PageAnswer> {
  const coding = negotiateCoding(sent.headers['accept-encoding'])
  const encoded: Record<string, string> = coding ? { 'content-encoding': coding } : {}
  return {
    status: 200,
    type: file.type,
    headers: { ...headers, vary: 'accept-encoding', ...encoded },
    content: coding ? await compressOnce(file, coding) : file.plain,
  }
}

function compressOnce({ plain, compressed }: BuiltFile, coding: Coding): Promise<Buffer> {
  const content = compressed[coding] ?? compressors[coding](plain)
  compressed[coding] = content
  return content
}
