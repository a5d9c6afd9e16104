// The browser's passkeys. The WebAuthn library is loaded when a passkey is used.

import { Refusal, send } from '../api/call.ts'

/**
 * A passkey belongs to a domain name, so none can be made on a page that is reached by an IP
 * address.
 */
export const canUsePasskeys =
  'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(location.hostname)

/**
 * A user who cancels the browser's dialog, or has no device for it, sees a message beside the
 * button.
 */
async function askBrowser<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    const isKnown = (error as Error).name === 'InvalidStateError'
    throw new Refusal({
      code: isKnown ? 'PASSKEY_ALREADY_REGISTERED' : 'PASSKEY_CANCELLED',
      message: (error as Error).message,
    })
  }
}

export async function signInByPasskey(): Promise<void> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  const optionsJSON = await send<Parameters<typeof startAuthentication>[0]['optionsJSON']>(
    'sign-in/passkey/options',
    {},
  )
  const response = await askBrowser(() => startAuthentication({ optionsJSON }))
  await send('sign-in/passkey', { response })
}

/** Makes a passkey for an account or, given a token, for an invited member. */
export async function createPasskey(
  path: 'account/passkeys' | 'invitation/passkey',
  name: string,
  token?: string,
): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await send<Parameters<typeof startRegistration>[0]['optionsJSON']>(
    `${path}/options`,
    { token },
  )
  const response = await askBrowser(() => startRegistration({ optionsJSON }))
  await send(path, { name, response, token })
}
