// Passkeys: a key of a device, which proves possession of the device and the user it verified, and
// so counts as both factors (DASH-04, DASH-05).

import type {
  RegistrationResponseJSON as NewKey,
  PublicKeyCredentialCreationOptionsJSON as NewKeyOptions,
  AuthenticationResponseJSON as SignedChallenge,
  PublicKeyCredentialRequestOptionsJSON as SignInOptions,
} from '@simplewebauthn/server'
import type { Database, Queries } from '../../base/db/database.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import type { AccountMails } from './account-mails.ts'
import type { Challenges } from './challenges.ts'
import {
  deletePasskey,
  insertPasskey,
  passkeyOfCredential,
  passkeysOfAccount,
  usePasskey,
} from './factor-queries.ts'
import { realNow } from './links.ts'

/** Loaded on first use: most processes never need it, and it would slow down the start. */
const loadLibrary = () => import('@simplewebauthn/server')

const perAccountMax = 20
const nameLengthMax = 60
// Ed25519, ES256 and RS256: the algorithms that devices use. For others, Node warns that they are
// experimental.
const supportedAlgorithmIDs = [-8, -7, -257]

/** A new key from a device, verified. */
export interface VerifiedKey {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: readonly string[]
  name: string
}

/** The origin of the page that asks: a key belongs to its host. */
type Origin = string

export interface Passkeys {
  list(
    accountId: number,
  ): Promise<{ id: number; name: string; createdAt: Instant; usedAt: Instant | null }[]>
  /** The options for a device to create a key for an account, or for a person without one. */
  newOptions(
    origin: Origin,
    person: { accountId?: number; name: string; displayName: string },
  ): Promise<NewKeyOptions>
  /** Undefined if it does not answer a challenge of ours, or the device did not verify its user. */
  verifyNewKey(origin: Origin, name: string, response: unknown): Promise<VerifiedKey | undefined>
  /** False if the key is already known, or the account has the maximum. */
  add(queries: Queries, accountId: number, key: VerifiedKey): Promise<boolean>
  remove(accountId: number, id: number): Promise<boolean>
  signInOptions(origin: Origin): Promise<SignInOptions>
  /** The account whose key signed the challenge. */
  findAccount(origin: Origin, response: unknown): Promise<number | undefined>
}

const originHost = (origin: Origin) => new URL(origin).hostname

interface Services {
  database: Database
  clock: DatabaseClock
  challenges: Challenges
  mails: AccountMails
}

export function createPasskeys({ database, clock, challenges, mails }: Services): Passkeys {
  return {
    async list(accountId) {
      const rows = await database.rows(passkeysOfAccount, { accountId })
      return rows.map(({ id, name, createdAt, usedAt }) => ({ id, name, createdAt, usedAt }))
    },

    async newOptions(origin, { accountId, name, displayName }) {
      const existingKeys =
        accountId === undefined ? [] : await database.rows(passkeysOfAccount, { accountId })
      return (await loadLibrary()).generateRegistrationOptions({
        rpName: 'Clinic Scheduling',
        rpID: originHost(origin),
        userName: name,
        userDisplayName: displayName,
        challenge: Uint8Array.from(Buffer.from(await challenges.make('PASSKEY_NEW'), 'base64url')),
        attestationType: 'none',
        supportedAlgorithmIDs,
        excludeCredentials: existingKeys.map(({ credentialId, transports }) => ({
          id: credentialId.toString('base64url'),
          transports: [...transports],
        })),
        authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
      })
    },

    async verifyNewKey(origin, name, response) {
      const key = response as NewKey
      const { verifyRegistrationResponse } = await loadLibrary()
      const { verified, registrationInfo } = await verifyRegistrationResponse({
        response: key,
        expectedChallenge: (challenge) => challenges.take(challenge, 'PASSKEY_NEW'),
        expectedOrigin: origin,
        expectedRPID: originHost(origin),
        requireUserVerification: true,
        supportedAlgorithmIDs,
      }).catch(unverifiedResult)
      if (!verified || !registrationInfo) return undefined
      const { id, publicKey, counter, transports } = registrationInfo.credential
      return {
        credentialId: Buffer.from(id, 'base64url'),
        publicKey: Buffer.from(publicKey),
        counter,
        // Sent by the browser, and not checked by the library.
        transports: (Array.isArray(transports) ? transports : [])
          .filter((transport) => typeof transport === 'string' && /^[a-z-]{1,20}$/.test(transport))
          .slice(0, 8),
        name: name.trim().slice(0, nameLengthMax) || 'Passkey',
      }
    },

    async add(queries, accountId, key) {
      const [added] = await queries.rows(insertPasskey, {
        accountId,
        ...key,
        at: realNow(clock),
        perAccountMax,
      })
      return added !== undefined
    },

    remove: (accountId, id) =>
      database.transaction(async (queries) => {
        const [removed] = await queries.rows(deletePasskey, { accountId, id })
        if (removed) await mails.toAccount(queries, accountId, 'passkey-removed')
        return removed !== undefined
      }),

    async signInOptions(origin) {
      const challenge = Uint8Array.from(
        Buffer.from(await challenges.make('PASSKEY_SIGN_IN'), 'base64url'),
      )
      return (await loadLibrary()).generateAuthenticationOptions({
        rpID: originHost(origin),
        challenge,
        userVerification: 'required',
      })
    },

    async findAccount(origin, response) {
      const signed = response as SignedChallenge
      if (typeof signed?.id !== 'string') return undefined
      const [storedKey] = await database.rows(passkeyOfCredential, {
        credentialId: Buffer.from(signed.id, 'base64url'),
      })
      if (!storedKey) return undefined
      const { id, accountId, publicKey, counter, transports } = storedKey
      const { verifyAuthenticationResponse } = await loadLibrary()
      const { verified, authenticationInfo } = await verifyAuthenticationResponse({
        response: signed,
        expectedChallenge: (challenge) => challenges.take(challenge, 'PASSKEY_SIGN_IN'),
        expectedOrigin: origin,
        expectedRPID: originHost(origin),
        credential: {
          id: signed.id,
          publicKey: Uint8Array.from(publicKey),
          counter,
          transports: [...transports],
        },
        requireUserVerification: true,
      }).catch(unverifiedResult)
      if (!verified || !authenticationInfo) return undefined
      const [used] = await database.rows(usePasskey, {
        id,
        counter: authenticationInfo.newCounter,
        at: realNow(clock),
      })
      return used && accountId
    },
  }
}

/** The library throws on everything unexpected; the sender learns only that it was refused. */
function unverifiedResult(): {
  verified: false
  registrationInfo?: never
  authenticationInfo?: never
} {
  return { verified: false }
}
