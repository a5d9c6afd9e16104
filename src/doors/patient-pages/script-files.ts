// GET /booking.js and the files it loads: the booking element, as Vite builds it, for pages of any
// origin. Its name never changes, so that pages get the latest version; the names of the files it
// loads change with their content.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { negotiateCoding } from '../../base/http/compression.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'

const folder = fileURLToPath(new URL('../../../booking-page/dist', import.meta.url))
const scriptName = 'booking.js'
const chunkName = /^booking-[\w.-]+\.js$/

interface ScriptFile {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  /** Changes with the content. */
  version: string
}

export interface BookingScript {
  /**
   * The path, with a part that changes with the content: a page that checks a hash must not get an
   * older script of the same name from a cache.
   */
  path(): string
  /**
   * `sha384-…` of the script, for the integrity attribute of a page; undefined if the element has
   * not been built.
   */
  integrity(): string | undefined
  pages: LivePage[]
}

/** File names are read immediately, and contents on first use. */
export function bookingScript(): BookingScript {
  const names = listFileNames(folder)
  const files = new Map<string, ScriptFile>()
  let integrity: string | undefined

  /** Files are compressed on first use: a command that opens the application serves none. */
  function loadFile(name: string): ScriptFile | undefined {
    if (!names.has(name)) return undefined
    let file = files.get(name)
    if (!file) {
      const plain = readFileSync(join(folder, name))
      const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      file = {
        plain,
        br,
        gzip: gzipSync(plain, { level: 9 }),
        version: createHash('sha256').update(plain).digest('base64url').slice(0, 12),
      }
      files.set(name, file)
    }
    return file
  }

  function answerFile(name: string, { headers }: PageRequest, cacheControl: string): PageAnswer {
    const file = loadFile(name)
    const shared = {
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    }
    if (!file)
      return {
        status: 404,
        type: 'text/plain; charset=utf-8',
        headers: shared,
        content: 'No such file.\n',
      }
    const coding = negotiateCoding(headers['accept-encoding'])
    // All encodings share one ETag, a weak one, since their bytes differ.
    const cached = {
      ...shared,
      'cache-control': cacheControl,
      vary: 'accept-encoding',
      etag: `W/"${file.version}"`,
    }
    if (headers['if-none-match']?.includes(`"${file.version}"`))
      return { status: 304, type: 'text/javascript; charset=utf-8', headers: cached, content: '' }
    const encoded: Record<string, string> = coding ? { 'content-encoding': coding } : {}
    return {
      status: 200,
      type: 'text/javascript; charset=utf-8',
      headers: { ...cached, ...encoded },
      content: file[coding ?? 'plain'],
    }
  }

  return {
    path: () => `/${scriptName}?${loadFile(scriptName)?.version ?? ''}`,
    integrity() {
      const file = loadFile(scriptName)
      if (file) integrity ??= `sha384-${createHash('sha384').update(file.plain).digest('base64')}`
      return integrity
    },
    pages: [
      // Revalidated after five minutes, so that pages soon get a new release.
      {
        path: `/${scriptName}`,
        answer: async (_, request) =>
          answerFile(scriptName, request, 'public, max-age=300, stale-while-revalidate=86400'),
      },
      {
        path: '/booking-:name',
        answer: async ({ name = '' }, request) =>
          answerFile(`booking-${name}`, request, 'public, max-age=31536000, immutable'),
      },
    ],
  }
}

function listFileNames(folderPath: string): ReadonlySet<string> {
  try {
    return new Set(
      readdirSync(folderPath).filter((name) => name === scriptName || chunkName.test(name)),
    )
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set()
    throw error
  }
}
