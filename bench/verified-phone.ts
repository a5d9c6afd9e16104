import type pg from 'pg'
import { type Answer, requestBytes } from './caller.ts'

/** The phone of each bench clinic's only patient. */
export const benchPhone = '9876543210'
const endUser = { 'x-end-user-id': 'bench' }

/**
 * Verifies that phone for a key, and returns the search by it, which then succeeds for half an
 * hour.
 */
export async function searchByVerifiedPhone(
  send: (request: Buffer) => Promise<Answer>,
  outbox: Pick<pg.ClientBase, 'query'>,
  key: string,
): Promise<Buffer> {
  const headers = { 'x-api-key': key, ...endUser }
  await send(requestBytes('/v1/otp/send', headers, { phoneNumber: benchPhone }))
  const { rows } = await outbox.query('select code from outbox order by id desc limit 1')
  const verified = await send(
    requestBytes('/v1/otp/verify', headers, { phoneNumber: benchPhone, otpCode: rows[0]?.code }),
  )
  if (verified.status !== 200) throw new Error(`the phone was not verified: ${verified.text()}`)
  return requestBytes(`/v1/patients/search-by-phone?phoneNumber=${benchPhone}`, headers)
}
