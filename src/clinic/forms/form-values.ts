// The answers of patients as their records have them: the latest to each question (PAT-10), and what
// an export says.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Answer, FormContent } from '../../base/values/forms.ts'
import type { FormValues } from '../patients/form-values.ts'
import type { PatientRegister } from '../patients/patient-tables.ts'
import { lastSealedFills } from './queries.ts'
import type { SealedAnswers } from './sealed-answers.ts'

/** Reads `patientFormValues` of records, only where they are shown. */
export function createFormValues(answers: SealedAnswers): FormValues {
  return async (queries, workspaceId, patientIds) => {
    const values = new Map<number, Record<string, Answer>>()
    if (patientIds.length === 0) return values
    for (const fill of await queries.rows(lastSealedFills, { workspaceId, patientIds })) {
      const { answers: given = {} } = answers.open({ workspaceId, ...fill }) ?? {}
      values.set(fill.patientId, { ...values.get(fill.patientId), ...given })
    }
    return values
  }
}

const exportedFills = statement(
  'exported_fills_of_forms',
  {
    takes: { workspaceId: 'bigint', patientId: 'bigint' },
    returns: {
      id: 'bigint',
      name: 'text',
      asked: narrowType<FormContent>('jsonb'),
      sealed: 'bytea',
    },
  },
  `
  select d.id, f.name, v.content as asked, d.sealed
  from filled_forms d
  join forms f on f.workspace_id = d.workspace_id and f.id = d.form_id
  join form_versions v on v.workspace_id = d.workspace_id and v.form_id = d.form_id and v.version = d.version
  where d.workspace_id = :workspaceId and d.patient_id = :patientId`,
)

/** The register, whose exports have the answers and what was asked in place of what is sealed. */
export function openExportedForms(
  register: PatientRegister,
  answers: SealedAnswers,
): PatientRegister {
  return {
    ...register,
    async export(queries, patient, sealing) {
      const exported = await register.export(queries, patient, sealing)
      if (!exported) return undefined
      return { ...exported, forms: await openForms(queries, answers, patient, exported.forms) }
    },
  }
}

async function openForms(
  queries: Queries,
  answers: SealedAnswers,
  patient: { workspaceId: number; patientId: number },
  rows: readonly object[],
): Promise<readonly object[]> {
  if (rows.length === 0) return rows
  const filled = new Map(
    (await queries.rows(exportedFills, patient)).map((fill) => [fill.id, fill]),
  )
  return (rows as { id: number }[]).map((row) => {
    const fill = filled.get(row.id)
    const opened = fill && answers.open({ workspaceId: patient.workspaceId, ...fill })
    const { marks: _, ...content } = opened ?? { marks: {} }
    return {
      ...row,
      form: fill?.name ?? null,
      asked: fill?.asked ?? null,
      content: opened ? content : null,
    }
  })
}
