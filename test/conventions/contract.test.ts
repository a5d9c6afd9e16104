// A check that every test relies on must be seen to fail.

import { describe, expect, it } from 'vitest'
import { expectDocumented } from '../support/storms/contract.ts'

const sentence =
  'SLOT_NOT_AVAILABLE: This slot is taken; fetch available-slots again and choose another.'
const refused = {
  statusCode: 400,
  status: 'failed',
  message: sentence,
  error: 'SLOT_NOT_AVAILABLE',
}
const unified = '/v1/appointments/book-appointment-unified'

describe('an answer that the API reference', () => {
  it('describes is accepted', () => {
    expect(() => expectDocumented('POST', unified, 400, refused)).not.toThrow()
    expect(() => expectDocumented('GET', '/v1/addresses?x=1', 200, [])).not.toThrow()
  })

  it('does not know by its status is rejected', () => {
    expect(() => expectDocumented('POST', unified, 418, refused)).toThrow(
      'answered 418, which docs/openapi.json does not know',
    )
  })

  it('does not know by its code is rejected', () => {
    expect(() =>
      expectDocumented('POST', unified, 400, { ...refused, error: 'NOT_A_CODE' }),
    ).toThrow('with the code NOT_A_CODE')
    expect(() => expectDocumented('GET', '/v1/addresses', 400, refused)).toThrow(
      'with the code SLOT_NOT_AVAILABLE',
    )
  })

  it('does not know by its sentence is rejected, if its body names no code', () => {
    const late = {
      statusCode: 503,
      status: 'failed',
      message: 'The service is overloaded; nothing was done. Try again in a moment.',
    }
    expect(() => expectDocumented('GET', '/v1/addresses', 503, late)).not.toThrow()
    const limited = { message: 'Too many requests; try again in 12 seconds.' }
    expect(() => expectDocumented('GET', '/v1/addresses', 429, limited)).not.toThrow()
    // A gateway may say anything.
    expect(() =>
      expectDocumented('POST', '/v1/appointments/confirm-payments', 503, {
        ...late,
        message: 'Not here.',
      }),
    ).not.toThrow()
    expect(() =>
      expectDocumented('GET', '/v1/addresses', 429, { message: `${limited.message} Or so.` }),
    ).toThrow('with the sentence of no code')
    expect(() =>
      expectDocumented('GET', '/v1/addresses', 429, {
        message: 'Too many codes or wrong attempts; try again in 12 seconds.',
      }),
    ).toThrow('with the sentence of no code')
  })

  it('does not describe by its body is rejected', () => {
    expect(() =>
      expectDocumented('POST', unified, 400, { ...refused, inside: 'at line 3' }),
    ).toThrow('must NOT have additional properties')
    expect(() => expectDocumented('GET', '/v1/addresses', 200, [{ id: 'one' }])).toThrow(
      'must be integer',
    )
    expect(() => expectDocumented('GET', '/v1/addresses', 200, {})).toThrow('must be array')
  })
})
