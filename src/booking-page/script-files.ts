// GET /booking.js and what that loads: the booking element, as Vite leaves it, for pages of any origin. Its name stays, so that a page that
// names it has what is newest; what it loads has names that change with their content.

import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { LivePage, PageAnswer, Sent } from '../http/pages.ts'

const folder = fileURLToPath(new URL('../../booking-page/dist', import.meta.url))
const scriptName = 'booking.js'
const chunkName = /^booking-[\w.-]+\.js$/

interface File {
  plain: Buffer
  br: Buffer
  gzip: Buffer
  /** Changes with the content. */
  version: string
}

export interface BookingScript {
  /** Its path, with what changes with its content: who holds a page to a hash gets no other script of the same name from a cache. */
  path(): string
  /** `sha384-…` of the script, by which a page can hold it to what it was; undefined where the element has not been built. */
  integrity(): string | undefined
  pages: LivePage[]
}

/** The names of what is served; read at once, and its content when it is asked for. */
export function bookingScript(): BookingScript {
  const names = namesIn(folder)
  const files = new Map<string, File>()
  let integrity: string | undefined

  /** Compressed when first asked for: a command that opens the application serves nothing. */
  function fileOf(name: string): File | undefined {
    if (!names.has(name)) return undefined
    let file = files.get(name)
    if (!file) {
      const plain = readFileSync(join(folder, name))
      const br = brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } })
      file = { plain, br, gzip: gzipSync(plain, { level: 9 }), version: createHash('sha256').update(plain).digest('base64url').slice(0, 12) }
      files.set(name, file)
    }
    return file
  }

  function answer(name: string, { headers }: Sent, kept: string): PageAnswer {
    const file = fileOf(name)
    const shared = { 'access-control-allow-origin': '*', 'cross-origin-resource-policy': 'cross-origin', 'x-content-type-options': 'nosniff' }
    if (!file) return { status: 404, type: 'text/plain; charset=utf-8', headers: shared, content: 'No such file.\n' }
    const accepted = headers['accept-encoding'] ?? ''
    const coding = /\bbr\b/.test(accepted) ? 'br' : /\bgzip\b/.test(accepted) ? 'gzip' : undefined
    // One content, so one tag: a weak one, for its bytes differ by coding.
    const cached = { ...shared, 'cache-control': kept, vary: 'accept-encoding', etag: `W/"${file.version}"` }
    if (headers['if-none-match']?.includes(`"${file.version}"`)) return { status: 304, type: 'text/javascript; charset=utf-8', headers: cached, content: '' }
    const encoded: Record<string, string> = coding ? { 'content-encoding': coding } : {}
    return { status: 200, type: 'text/javascript; charset=utf-8', headers: { ...cached, ...encoded }, content: file[coding ?? 'plain'] }
  }

  return {
    path: () => `/${scriptName}?${fileOf(scriptName)?.version ?? ''}`,
    integrity() {
      const file = fileOf(scriptName)
      if (file) integrity ??= `sha384-${createHash('sha384').update(file.plain).digest('base64')}`
      return integrity
    },
    pages: [
      // Looked at again after five minutes, so that pages have a new release soon.
      { path: `/${scriptName}`, answer: async (_, sent) => answer(scriptName, sent, 'public, max-age=300, stale-while-revalidate=86400') },
      {
        path: '/booking-:name',
        answer: async ({ name = '' }, sent) => answer(`booking-${name}`, sent, 'public, max-age=31536000, immutable'),
      },
    ],
  }
}

function namesIn(place: string): ReadonlySet<string> {
  try {
    return new Set(readdirSync(place).filter((name) => name === scriptName || chunkName.test(name)))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return new Set()
    throw error
  }
}
