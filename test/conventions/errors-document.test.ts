// docs/errors.md and the table in src/base/contract/errors.ts say the same, row by row and shape by
// shape.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { type RefusalCode, refusal, refusalRows } from '../../src/base/contract/errors.ts'

const document = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

const documented = document
  .split('\n')
  .filter((line) => /^\| `[A-Z_]+` \|/.test(line))
  .map((line) =>
    line
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  )
  .map(([code = '', status, shape = '', message, advice]) => ({
    code: code.replaceAll('`', ''),
    status: Number(status),
    shape: shape.replaceAll('`', ''),
    message,
    advice,
  }))

const codes = Object.keys(refusalRows) as RefusalCode[]

/** What each shape carries, in the order in which it is sent. */
const members: Record<string, string[]> = {
  plain: ['message', 'statusCode'],
  titled: ['message', 'error', 'statusCode'],
  feature: ['success', 'message', 'requiredFeature'],
  success: ['success', 'message'],
  verification: ['success', 'message', 'requiresVerification'],
  member: ['success', 'message', 'statusCode'],
  limit: ['message'],
  fields: ['statusCode', 'status', 'message', 'fieldErrors'],
  service: ['statusCode', 'status', 'message', 'error'],
  failed: ['statusCode', 'status', 'message'],
}

describe('docs/errors.md', () => {
  it('has a row for every refusal and for nothing else', () => {
    const written = documented.map(({ code }) => code)
    expect(
      codes.filter((code) => !written.includes(code)),
      'refusals of src/base/contract/errors.ts without a row in docs/errors.md',
    ).toEqual([])
    expect(
      written.filter((code) => !codes.some((known) => known === code)),
      'rows of docs/errors.md for refusals that src/base/contract/errors.ts does not know',
    ).toEqual([])
    expect(new Set(written).size, 'no row twice').toBe(written.length)
  })

  it.each(codes)('matches what the service sends for %s', (code) => {
    const { status, shape, sentence } = refusalRows[code]
    const message = shape === 'service' ? `${code}: ${sentence}` : sentence
    expect(documented.find((row) => row.code === code)).toEqual({
      code,
      status,
      shape,
      message,
      advice: expect.stringMatching(/^.{10,}$/),
    })
  })

  it('describes each shape in use, with an example', () => {
    const examples = [...document.matchAll(/^`(\w+)`: [\s\S]*?```json\n([\s\S]*?)```/gm)].map(
      ([, shape, json]): [string, Record<string, unknown>] => [
        shape as string,
        JSON.parse(json as string),
      ],
    )
    expect(Object.fromEntries(examples.map(([shape, body]) => [shape, Object.keys(body)]))).toEqual(
      members,
    )
    for (const [shape, { message }] of examples) {
      const sent = documented
        .filter((row) => row.shape === shape)
        .map(
          (row) =>
            new RegExp(
              `^${row.message?.replace(/[.*+?()[\]\\]/g, '\\$&').replace(/\{\w+\}/g, '.+')}$`,
            ),
        )
      expect(
        sent.some((sentence) => sentence.test(String(message))),
        `the example of ${shape} has a sentence that is sent`,
      ).toBe(true)
    }
    expect(new Set(Object.values(refusalRows).map(({ shape }) => shape))).toEqual(
      new Set(Object.keys(members)),
    )
  })
})

describe('every refusal', () => {
  it.each(codes)('%s has the members of its shape and a sentence [ERR-13] [ERR-21]', (code) => {
    const { status, shape, sentence } = refusalRows[code]
    const details = Object.fromEntries(
      [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, 'DETAIL']),
    )
    const made = refusal(code, details)
    expect(made.status).toBe(status)
    expect(Object.keys(made.body)).toEqual(members[shape])
    expect(made.body.message).toMatch(/^\S.{10,}$/)
    expect(made.body.message).not.toMatch(/[{}]|undefined|null|select |\.ts/)
    expect(made.body.statusCode ?? status).toBe(status)
    const wait = sentence.includes('{retryAfterSeconds}') ? 'DETAIL' : '1'
    // A refusal that must not be retried has no retry time.
    const mayBeSentAgain =
      code !== 'BOOKED_WITHOUT_CHECKOUT' && (status === 503 || shape === 'limit')
    expect(made.headers).toEqual(mayBeSentAgain ? { 'retry-after': wait } : {})
  })

  it('carries requiredFeature only for an entitlement, and requiresVerification only for the gate [ERR-18]', () => {
    const codesWithShape = (shape: string) =>
      codes.filter((code) => refusalRows[code].shape === shape)
    expect(codesWithShape('feature')).toEqual(['NOT_ENTITLED'])
    expect(codesWithShape('verification')).toEqual(['NOT_VERIFIED'])
  })

  it('has a status that its kind of refusal allows', () => {
    for (const [code, { status }] of Object.entries(refusalRows))
      expect([400, 401, 403, 404, 408, 413, 429, 431, 500, 503], code).toContain(status)
  })
})
