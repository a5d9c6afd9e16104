// Encrypts values that must be read again, not only compared; if CLINIC_SECRET is set, the database
// does not contain the key. While the secret is changed, what was sealed with the former one can
// still be opened.

import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

export interface Sealing {
  /** Opens only with the same label. */
  seal(secret: Uint8Array, label: string): Buffer
  /** Undefined if it was sealed with another key or label, or is not sealed. */
  open(sealed: Uint8Array, label: string): Buffer | undefined
  /**
   * The same content sealed with the current secret; `CURRENT` if it already is, and `UNREADABLE`
   * if no known secret opens it.
   */
  renew(sealed: Uint8Array, label: string): Buffer | 'CURRENT' | 'UNREADABLE'
}

/** What is sealed for one purpose cannot be opened for another. */
export type SealedFor =
  | 'secrets of staff who sign in'
  | 'messages of patients'
  | 'answers to forms'
  | 'the key of hashes'

/** `secrets` are those of the installation: the first one seals, and each of them opens. */
export function createSealing(secrets: readonly string[], purpose: SealedFor): Sealing {
  const [current = Buffer.alloc(0), ...former] = secrets.map((secret) =>
    Buffer.from(hkdfSync('sha256', secret, '', purpose, 32)),
  )

  function seal(content: Uint8Array, label: string): Buffer {
    const nonce = randomBytes(nonceLength)
    const cipher = createCipheriv('aes-256-gcm', current, nonce).setAAD(Buffer.from(label))
    return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()])
  }

  const openWithFormer = (sealed: Uint8Array, label: string) =>
    former.map((key) => openWith(key, sealed, label)).find((opened) => opened !== undefined)

  return {
    seal,
    open: (sealed, label) => openWith(current, sealed, label) ?? openWithFormer(sealed, label),
    renew(sealed, label) {
      if (openWith(current, sealed, label)) return 'CURRENT'
      const content = openWithFormer(sealed, label)
      return content === undefined ? 'UNREADABLE' : seal(content, label)
    },
  }
}

function openWith(key: Buffer, sealed: Uint8Array, label: string): Buffer | undefined {
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
}
