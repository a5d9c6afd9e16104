// The consent gate: which contact an end user has verified, and whether a request concerns a
// patient of that contact.

import type { Caller } from '../../base/contract/route.ts'
import type { Database } from '../../base/db/database.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { normalisedEmail } from '../../base/values/email.ts'
import { contactHash, countedHash } from './destination.ts'
import { toEndUser, toOrigin } from './end-user.ts'
import type { KeyedHash } from './keyed-hash.ts'
import { deleteVerifiedContact, verifiedContact } from './queries.ts'

/** The contacts of a person. */
export interface Contact {
  /** Dial code and subscriber digits, normalised. */
  phoneNormalised: string | null
  email: string | null
}

export interface ConsentGate {
  hashEndUser(endUserId: string): Buffer
  /**
   * Hashes of the contact that the caller's end user has verified, and of the contact as limits
   * count it; undefined when the half hour is over.
   */
  verifiedContact(
    caller: Caller & { endUser: Buffer },
    now: Instant,
  ): Promise<{ contactHash: Buffer; countedHash: Buffer } | undefined>
  /** Ends the half hour: the end user has signed out. */
  close(caller: Caller & { endUser: Buffer }): Promise<void>
  /** Hash of the caller's site: an IPv4 address, or an IPv6 /56. */
  siteHash(caller: Caller): Buffer
  /** Whether the verified contact reaches a person. */
  concernsContact(verified: Buffer, contact: Contact): boolean
  /**
   * Hashes of a person's phone and mailbox as limits count them: with these a booking records which
   * contact was verified for it.
   */
  countedContacts(contact: Contact): { phone: Buffer | null; email: Buffer | null }
}

export function consentGate(database: Database, hash: KeyedHash): ConsentGate {
  return {
    hashEndUser: (endUserId) => hash('end user', endUserId),
    async verifiedContact(caller, now) {
      const { hash: endUserHash, ...endUser } = toEndUser(hash, caller)
      const [verified] = await database.rows(verifiedContact, { ...endUser, endUserHash, now })
      return verified
    },
    async close(caller) {
      const {
        hash: endUserHash,
        workspaceId,
        keyId,
        sessionId,
        visitorHash,
      } = toEndUser(hash, caller)
      const visitor = { workspaceId, keyId, sessionId, endUserHash, visitorHash }
      await database.rows(deleteVerifiedContact, visitor)
    },
    siteHash: ({ workspaceId, address }) => toOrigin(hash, workspaceId, address).siteHash,
    concernsContact: (verified, { phoneNormalised, email }) =>
      (phoneNormalised !== null &&
        contactHash(hash, { channel: 'chatapp', address: phoneNormalised }).equals(verified)) ||
      (email !== null &&
        contactHash(hash, { channel: 'email', address: normalisedEmail(email) }).equals(verified)),
    countedContacts: ({ phoneNormalised, email }) => ({
      phone:
        phoneNormalised === null
          ? null
          : countedHash(hash, { channel: 'chatapp', address: phoneNormalised }),
      email:
        email === null
          ? null
          : countedHash(hash, { channel: 'email', address: normalisedEmail(email) }),
    }),
  }
}
