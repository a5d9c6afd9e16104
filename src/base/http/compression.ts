// Compresses responses in a coding that the caller accepts. Only content that is the same for
// everyone may be compressed: if a page mixed secrets with a stranger's text, its length would
// reveal the secrets (BREACH).

import { hash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { LRUCache } from 'lru-cache'

export type Coding = 'br' | 'gzip'

/**
 * The coding for a caller by its `Accept-Encoding`: the first of those `offered` that it accepts;
 * its own order is ignored.
 */
export function negotiateCoding(
  header: string | string[] | undefined,
  offered: readonly Coding[] = ['br', 'gzip'],
): Coding | undefined {
  const accepted = String(header ?? '')
    .split(',')
    .flatMap(
      (coding) =>
        /^\s*([\w*-]+)\s*(?:;\s*q=(?!0(?:\.0*)?\s*$)[\d.]+\s*)?$/i
          .exec(coding)?.[1]
          ?.toLowerCase() ?? [],
    )
  // A client that accepts anything gets the coding that everyone can read.
  return offered.find(
    (coding) => accepted.includes(coding) || (coding === 'gzip' && accepted.includes('*')),
  )
}

const compressors: Record<Coding, (content: Buffer) => Promise<Buffer>> = {
  // This saves most of what the highest quality does, in a hundredth of its time: a page is
  // compressed again after each change.
  br: (content) =>
    promisify(brotliCompress)(content, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: 6,
        [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
      },
    }),
  gzip: promisify(gzip),
}

// Smaller answers fit into a packet or two anyway.
export const compressionBytesMin = 1_024
const cachedBytesMax = 16 * 1024 * 1024

export interface Compressor {
  /**
   * The compressed content; computed once as long as it is requested, and kept within 16 MiB for
   * all pages.
   */
  compress(content: string | Buffer, coding: Coding): Promise<Buffer>
}

export function createCompressor(
  bytesMax = cachedBytesMax,
  compressWith = compressors,
): Compressor {
  const cache = new LRUCache<string, Promise<Buffer>>({ maxSize: bytesMax })
  return {
    compress(content, coding) {
      const bytes = Buffer.from(content as string)
      const name = `${coding} ${hash('sha256', bytes, 'base64url')}`
      let compressed = cache.get(name)
      if (!compressed) {
        compressed = compressWith[coding](bytes)
        // The compressed form is hardly ever larger than the content; names and promises take the
        // rest.
        cache.set(name, compressed, { size: bytes.length + 512 })
        compressed.catch(() => cache.delete(name))
      }
      return compressed
    },
  }
}
