// Encrypts values that must be read again, not only compared; if CLINIC_SECRET is set, the database
// does not contain the key.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

export interface Sealing {
  /** Opens only with the same label. */
  seal(secret: Uint8Array, label: string): Buffer
  /** Undefined if it was sealed with another key or label, or is not sealed. */
  open(sealed: Uint8Array, label: string): Buffer | undefined
}

/** What is sealed for one purpose cannot be opened for another. */
export type SealedFor = 'secrets of staff who sign in' | 'messages of patients' | 'answers to forms'

export function createSealing(installationSecret: string, purpose: SealedFor): Sealing {
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', purpose, 32))
  return {
    seal(secret, label) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, label) {
      if (sealed.length < nonceLength + tagLength) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), {
        authTagLength: tagLength,
      }).setAAD(Buffer.from(label))
      decipher.setAuthTag(sealed.subarray(-tagLength))
      try {
        return Buffer.concat([
          decipher.update(sealed.subarray(nonceLength, -tagLength)),
          decipher.final(),
        ])
      } catch {
        return undefined
      }
    },
  }
}
