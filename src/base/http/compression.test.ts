import { gunzipSync } from 'node:zlib'
import { describe, expect, it, vi } from 'vitest'
import { type Coding, createCompressor, negotiateCoding } from './compression.ts'

describe('the coding of an answer', () => {
  it.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0.0 ,gzip;q=0', undefined],
    ['*', 'gzip'],
    ['identity', undefined],
    ['xbr, gzippy', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('for %s is %s', (header, coding) => {
    expect(negotiateCoding(header)).toBe(coding)
  })
})

describe('a compressed answer', () => {
  it('is computed once for all who request it at once and later, and again if it has changed', async () => {
    const compress = vi.fn(async (content: Buffer) => Buffer.from(String(content.length)))
    const { compress: compressed } = createCompressor(10_000, { br: compress, gzip: compress })
    expect(
      await Promise.all([compressed('one', 'br'), compressed(Buffer.from('one'), 'br')]),
    ).toEqual([Buffer.from('3'), Buffer.from('3')])
    await compressed('one', 'br')
    expect(compress).toHaveBeenCalledTimes(1)
    await compressed('one', 'gzip')
    await compressed('two!', 'br')
    expect(compress).toHaveBeenCalledTimes(3)
  })

  it('is dropped for others when they take too much memory, and never kept if it is too large', async () => {
    const compress = vi.fn(async (content: Buffer) => content)
    const { compress: compressed } = createCompressor(4_000, { br: compress, gzip: compress })
    for (const letter of ['a', 'b', 'a', 'c', 'd', 'b'])
      await compressed(letter.repeat(1_000), 'br')
    expect(compress).toHaveBeenCalledTimes(5)
    for (let time = 0; time < 2; time++) await compressed('e'.repeat(5_000), 'br')
    expect(compress).toHaveBeenCalledTimes(7)
  })

  it('is tried again after a failure', async () => {
    const compress = vi
      .fn(async (content: Buffer) => content)
      .mockRejectedValueOnce(new Error('no memory'))
    const { compress: compressed } = createCompressor(4_000, { br: compress, gzip: compress })
    await expect(compressed('one', 'br')).rejects.toThrow('no memory')
    expect(await compressed('one', 'br')).toEqual(Buffer.from('one'))
  })

  it('has the same content', async () => {
    const { compress } = createCompressor()
    expect(String(gunzipSync(await compress('é'.repeat(2_000), 'gzip' satisfies Coding)))).toBe(
      'é'.repeat(2_000),
    )
  })
})
