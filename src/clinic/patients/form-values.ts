// The answers to forms in records that are shown. They are encrypted and belong to another room, so
// each place that shows them to a caller with a key adds them.

import type { Queries } from '../../base/db/database.ts'

/** Reads the latest answer to each question of some patients, by the patient's id. */
export type FormValues = (
  queries: Queries,
  workspaceId: number,
  patientIds: readonly number[],
) => Promise<ReadonlyMap<number, object>>

/** The records with the answers of their patients. */
export async function addFormValues<R extends { id: number; patientFormValues: object }>(
  formValues: FormValues,
  queries: Queries,
  workspaceId: number,
  records: readonly R[],
): Promise<R[]> {
  const values = await formValues(
    queries,
    workspaceId,
    records.map(({ id }) => id),
  )
  return records.map((record) => ({
    ...record,
    patientFormValues: values.get(record.id) ?? record.patientFormValues,
  }))
}
