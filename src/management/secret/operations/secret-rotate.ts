// Encrypts with the current secret of the installation what a former one has encrypted.

import { integer, object } from '../../../base/contract/schemas.ts'
import type { Database } from '../../../base/db/database.ts'
import { type OnApplication, operation, type Progress } from '../../../base/operations/operation.ts'
import { replaceStoredSecret } from '../../../base/ports/clock-queries.ts'
import { createSealing, type SealedFor } from '../../../base/ports/sealing.ts'
import { answersLabel } from '../../../clinic/forms/sealed-answers.ts'
import { messageLabel } from '../../../clinic/patient-messages/message-content.ts'
import { codeSecretLabel } from '../../../clinic/sign-in/codes.ts'
import { type InstallationSecrets, sealHashKey } from '../installation-secrets.ts'
import { problem } from '../problems.ts'
import {
  type RowKey,
  type SealedTable,
  sealedCodeSecrets,
  sealedForms,
  sealedMessages,
} from '../queries.ts'

interface SealedContent {
  of: SealedTable
  purpose: SealedFor
  createLabel(row: RowKey): string
}

const contents: readonly SealedContent[] = [
  { of: sealedForms, purpose: 'answers to forms', createLabel: answersLabel },
  {
    of: sealedMessages,
    purpose: 'messages of patients',
    createLabel: ({ workspaceId }) => messageLabel(workspaceId),
  },
  {
    of: sealedCodeSecrets,
    purpose: 'secrets of staff who sign in',
    createLabel: ({ id }) => codeSecretLabel(id),
  },
]

const rowsAtOnce = 500

export const secretRotate = operation({
  name: 'secret-rotate',
  summary: 'Encrypt with CLINIC_SECRET what CLINIC_FORMER_SECRET has encrypted.',
  input: object({}),
  output: object({
    renewed: integer('Values that were encrypted with the former secret.', 120),
    current: integer('Values that needed nothing.', 3),
    unreadable: integer('Values that no known secret decrypts; they stay as they are.', 0),
  }),
  async run({ database, secrets, progress }: OnApplication<{ secrets: InstallationSecrets }>) {
    if (secrets.isStored) throw problem('SECRET_NOT_SET')
    if (!secrets.areKnown) throw problem('SECRET_UNKNOWN')
    const counts = { renewed: 0, current: 0, unreadable: 0 }
    for (const content of contents)
      await renewContent({ database, secrets, progress }, content, counts)
    // While a process is running with the former secret, it can encrypt more with it.
    const isForgotten = counts.renewed === 0
    await database.rows(replaceStoredSecret, { hashKey: sealHashKey(secrets), isForgotten })
    return counts
  },
})

interface Renewing {
  database: Database
  secrets: InstallationSecrets
  progress: ((at: Progress) => void) | undefined
}

async function renewContent(
  { database, secrets, progress }: Renewing,
  { of, purpose, createLabel }: SealedContent,
  counts: { renewed: number; current: number; unreadable: number },
): Promise<void> {
  const sealing = createSealing(secrets.all, purpose)
  let last = { workspaceId: 0, id: 0 }
  for (let rows = 0; ; ) {
    const batch = await of.list(database, last, rowsAtOnce)
    for (const row of batch) {
      const { workspaceId, id, sealed: before } = row
      const sealed = sealing.renew(before, createLabel(row))
      if (sealed === 'CURRENT') counts.current += 1
      else if (sealed === 'UNREADABLE') counts.unreadable += 1
      // A row that has changed since was encrypted by a service that has the current secret.
      else if ((await of.renew(database, { workspaceId, id, before, sealed })).length > 0)
        counts.renewed += 1
      last = { workspaceId, id }
    }
    rows += batch.length
    progress?.({ rows, table: of.table })
    if (batch.length < rowsAtOnce) return
  }
}
