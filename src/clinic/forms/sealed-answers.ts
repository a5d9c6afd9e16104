// What a patient answered, encrypted for the row that holds it.

import type { Sealing } from '../../base/ports/sealing.ts'
import type { Answers, FieldValues } from '../../base/values/forms.ts'

/** How a form was signed, and by whom, as far as the service can tell. */
export interface Signature {
  /** The typed name; empty if it was drawn. */
  name: string
  /** The drawn lines as an SVG path; absent if the name was typed. */
  drawing?: string
  /** The contact that booked with a one-time code, and when; null if none did. */
  contact: { value: string; provenAt: string } | null
  /** Where the signature came from. */
  address: string | null
  signedAt: string
}

/** The content of a filled form. */
export interface FilledContent {
  /** Of a draft: what its fields contain. */
  fields?: FieldValues
  answers: Answers
  /** What the answers were given to, by key. */
  marks: Readonly<Record<string, string>>
  signature?: Signature
}

interface FilledRow {
  workspaceId: number
  id: number
}

/** What the answers of a row are bound to. */
export const answersLabel = ({ workspaceId, id }: FilledRow) => `filled form ${workspaceId}/${id}`

/** Encrypts and reads the answers of rows. */
export interface SealedAnswers {
  seal(row: FilledRow, content: FilledContent): Buffer
  /** Undefined if the installation has another secret. */
  open(row: FilledRow & { sealed: Uint8Array }): FilledContent | undefined
}

export function sealedAnswers(sealing: Sealing): SealedAnswers {
  return {
    seal: (row, content) => sealing.seal(Buffer.from(JSON.stringify(content)), answersLabel(row)),
    open: (row) => {
      const opened = sealing.open(row.sealed, answersLabel(row))
      return opened && (JSON.parse(opened.toString('utf8')) as FilledContent)
    },
  }
}
