import { expect } from 'vitest'
import { MessageRefused } from '../../../src/base/messages/rail.ts'

/** Why a message was refused, checked to contain none of the secrets; throws if it was accepted. */
export async function readRefusalReason(
  sending: Promise<unknown>,
  secrets: readonly string[],
): Promise<string> {
  const error = await sending.then(
    () => new Error('it was taken'),
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof MessageRefused)) throw error
  const shown = `${error.message} ${JSON.stringify(error)} ${error.cause ?? ''} ${error.stack}`
  for (const secret of secrets) expect(shown).not.toContain(secret)
  return error.message
}
