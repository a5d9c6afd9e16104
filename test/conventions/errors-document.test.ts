// docs/errors.md lists every refusal of the API, and describes each shape by an example. Its list is
// made here: after a change of a refusal run this file with `-u`.

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { findRow, Refusal, sentSentence } from '../../src/base/contract/errors.ts'
import { apiRefusals } from '../../src/doors/register/all-problems.ts'

const document = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8')

const documented = Object.entries(apiRefusals)
  .map(([code, row]) => {
    const { status, shape = 'service', advice } = row
    const message = shape === 'service' ? `${code}: ${row.sentence}` : sentSentence(row)
    return { code, status, shape, message, advice }
  })
  .toSorted((a, b) => a.status - b.status || (a.code < b.code ? -1 : 1))

const codes = Object.keys(apiRefusals)

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
  it('lists every refusal', async () => {
    const [before, , after] = document.split(
      /(?<=<!-- refusals -->\n)([\s\S]*?)(?=<!-- \/refusals -->)/,
    )
    const list = documented.map(
      ({ code, status, shape, message, advice }) =>
        `| \`${code}\` | ${status} | \`${shape}\` | ${message} | ${advice} |\n`,
    )
    await expect(
      [
        before,
        '| Code | Status | Shape | Message | What to do |\n|---|---|---|---|---|\n',
        ...list,
        after,
      ].join(''),
    ).toMatchFileSnapshot('../../docs/errors.md')
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
    expect(new Set(documented.map(({ shape }) => shape))).toEqual(new Set(Object.keys(members)))
  })
})

describe('every refusal', () => {
  it.each(codes)('%s has the members of its shape and a sentence [ERR-13] [ERR-21]', (code) => {
    const row = findRow(apiRefusals, code)
    const { status, shape = 'service' } = row
    const sentence = sentSentence(row)
    const details = Object.fromEntries(
      [...sentence.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name as string, 'DETAIL']),
    )
    const made = new Refusal(code, row, details)
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
      codes.filter((code) => apiRefusals[code]?.shape === shape)
    expect(codesWithShape('feature')).toEqual(['NOT_ENTITLED'])
    expect(codesWithShape('verification')).toEqual(['NOT_VERIFIED'])
  })

  it('has a status that its kind of refusal allows', () => {
    for (const [code, { status }] of Object.entries(apiRefusals))
      expect([400, 401, 403, 404, 408, 413, 429, 431, 500, 503], code).toContain(status)
  })
})
