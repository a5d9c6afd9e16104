// What is kept to be read again, and not only compared: sealed by a key that the database does not hold where CLINIC_SECRET is set.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

export interface Sealing {
  /** Opens under the same label alone. */
  seal(secret: Uint8Array, label: string): Buffer
  /** Undefined for what was sealed by another key or under another label, or never was. */
  open(sealed: Uint8Array, label: string): Buffer | undefined
}

export function sealing(installationSecret: string): Sealing {
  const key = Buffer.from(hkdfSync('sha256', installationSecret, '', 'secrets of staff who sign in', 32))
  return {
    seal(secret, label) {
      const nonce = randomBytes(nonceLength)
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(label))
      return Buffer.concat([nonce, cipher.update(secret), cipher.final(), cipher.getAuthTag()])
    },
    open(sealed, label) {
      if (sealed.length < nonceLength + tagLength) return undefined
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, nonceLength), { authTagLength: tagLength }).setAAD(Buffer.from(label))
      decipher.setAuthTag(sealed.subarray(-tagLength))
      try {
        return Buffer.concat([decipher.update(sealed.subarray(nonceLength, -tagLength)), decipher.final()])
      } catch {
        return undefined
      }
    },
  }
}
