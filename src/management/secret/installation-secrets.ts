// The secrets of the installation. What is encrypted is encrypted again with a new secret
// (secret-rotate.ts). The key of the hashes stays the first secret: contacts that have stopped
// messages are known by their hash only, and with another key they would be written to again.

import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { Database } from '../../base/db/database.ts'
import {
  changeSecretFingerprint,
  storedSecrets,
  storeInstallationSecret,
} from '../../base/ports/clock-queries.ts'
import { createSealing } from '../../base/ports/sealing.ts'
import { keyedHash } from '../../clinic/verification/keyed-hash.ts'

export interface InstallationSecrets {
  /** The current one, which encrypts, and former ones, which can still decrypt. */
  all: readonly string[]
  ofHashes: string
  /** Whether the current one is in the database, and so in every copy of it. */
  isStored: boolean
  /** Whether one of them is the one that the database was used with before. */
  areKnown: boolean
}

interface ConfiguredSecrets {
  /** CLINIC_SECRET; without it, one that is stored in the database. */
  secret?: string | undefined
  /** CLINIC_FORMER_SECRET, while the secret is changed. */
  formerSecret?: string | undefined
}

const hashKeyLabel = 'installation'

const sealHashKeys = (secrets: readonly string[]) => createSealing(secrets, 'the key of hashes')

/** The key of the hashes as it is stored; null if it is the current secret itself. */
export function sealHashKey({ all, ofHashes }: InstallationSecrets): Buffer | null {
  return ofHashes === all[0] ? null : sealHashKeys(all).seal(Buffer.from(ofHashes), hashKeyLabel)
}

export async function openInstallationSecrets(
  database: Database,
  { secret, formerSecret }: ConfiguredSecrets,
): Promise<InstallationSecrets> {
  if (secret === undefined)
    await database.rows(storeInstallationSecret, { secret: randomBytes(32).toString('base64url') })
  const [stored] = await database.rows(storedSecrets)
  const current = secret ?? stored?.secret
  if (!stored || !current) throw new Error('the installation row is missing')
  const known = [current, formerSecret, stored.secret]
  const all = [...new Set(known.filter((one) => typeof one === 'string'))]

  const isStored = secret === undefined
  const { hashKey, fingerprint } = stored
  if (hashKey) {
    const opened = sealHashKeys(all).open(hashKey, hashKeyLabel)?.toString()
    return { all, ofHashes: opened ?? current, isStored, areKnown: opened !== undefined }
  }
  const usedBefore = all.find((one) => fingerprint?.equals(keyedHash(one)('secret')))
  return {
    all,
    // A service may have been started with the new secret alone, by mistake.
    ofHashes: formerSecret ?? usedBefore ?? current,
    isStored,
    areKnown: fingerprint === null || usedBefore !== undefined,
  }
}

/**
 * Logs a warning if the key of the hashes is not that of the service that started before; with a
 * wrong former secret at each start, until it is the right one.
 */
export async function warnOfOtherSecret(
  database: Database,
  { all, ofHashes, areKnown }: InstallationSecrets,
  log: Logger,
): Promise<void> {
  if (!areKnown && all.length > 1) {
    log.warn(
      'neither CLINIC_SECRET nor CLINIC_FORMER_SECRET is the one that a service on this database started with before',
    )
    return
  }
  const fingerprint = keyedHash(ofHashes)('secret')
  const [{ before } = { before: null }] = await database.rows(changeSecretFingerprint, {
    fingerprint,
  })
  if (before && !fingerprint.equals(before))
    log.warn(
      'CLINIC_SECRET differs from the one that a service on this database started with before: it must be the same for all processes, and a new one needs CLINIC_FORMER_SECRET beside it',
    )
}
