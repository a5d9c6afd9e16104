// The report on the rows of a patient file. It contains lines and ids, never a name or a phone
// number, since reports are passed around.

import type { Doubt } from './patient-doubts.ts'

/** A patient by id or, if the import has not created them yet, by the line that will. */
export interface PatientReference {
  id: number | null
  line: number | null
}

/** The outcome of a row. */
export interface RowOutcome {
  line: number
  outcome: 'created' | 'matched'
  patient: PatientReference
  /** How an existing patient was found. */
  by: 'record number' | 'phone and name' | 'phone' | null
  doubts: Doubt[]
  /** The existing patient who may be the new one. */
  other: PatientReference | null
}

export const reportHeading = 'line,outcome,patientId,patientLine,doubts,explanation\n'

/** A row of the report. */
export function reportRow(outcome: RowOutcome): string {
  const { line, patient, doubts } = outcome
  const explanation = doubts.length > 0 ? `"${describeDoubts(outcome)}"` : ''
  return `${[line, outcome.outcome, patient.id, patient.id === null ? patient.line : null, doubts.join(' '), explanation].join(',')}\n`
}

/** A doubt in words: `is patient 42 by phone and name, but the date of birth differs`. */
export function describeDoubts({ outcome, patient, by, doubts, other }: RowOutcome): string {
  if (outcome === 'created') return `is new, ${describeNewPatientDoubts(doubts, other)}`
  const parts = doubts.flatMap((doubt) => differenceNames[doubt] ?? [])
  const explanation = [
    ...(parts.length > 0
      ? [`${joinWithAnd(parts)} ${parts.length > 1 ? 'differ' : 'differs'}`]
      : []),
    ...(doubts.includes('MULTIPLE_MATCHES')
      ? [`${parts.length > 0 ? 'others' : 'not the only one who'} could be meant`]
      : []),
  ]
  return `is ${patientLabel(patient)} by ${by}, but ${explanation.join(', and ')}`
}

const differenceNames: Partial<Record<Doubt, string>> = {
  NAME_DIFFERS: 'the name',
  DOB_DIFFERS: 'the date of birth',
  GENDER_DIFFERS: 'the gender',
}

function describeNewPatientDoubts(
  doubts: readonly Doubt[],
  other: PatientReference | null,
): string {
  if (!other) return 'without phone and record number: importing the file again makes it again'
  const likeness = doubts.includes('DIFFERENT_RECORD_NUMBER')
    ? 'has the same name and another record number'
    : 'is very similar'
  return `but ${patientLabel(other)} on the same phone ${likeness}`
}

function joinWithAnd(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`
}

function patientLabel({ id, line }: PatientReference): string {
  return id === null ? `the patient of line ${line}` : `patient ${id}`
}
