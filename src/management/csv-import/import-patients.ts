// Imports the patients of another system from a CSV file: each row finds or creates a patient as
// POST /v1/patients does, with many rows per transaction (docs/decisions/records.md).

import type { Static } from 'typebox'
import { object, optional, text } from '../../base/contract/schemas.ts'
import { parameterValidator } from '../../base/contract/validation.ts'
import { type Queries, violatedConstraint } from '../../base/db/database.ts'
import type { Actor } from '../../base/operations/actor.ts'
import { clockReading } from '../../base/ports/clock-queries.ts'
import { createTurnTimer } from '../../base/ports/long-turns.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { locationCountry } from '../../base/values/country.ts'
import { homeDialCode, isInvalidInItsCountry } from '../../base/values/phone.ts'
import { invalid, Problem } from '../../base/values/problem.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import { locationRows } from '../../clinic/catalogue/queries.ts'
import { generateMrn, lockIdentities } from '../../clinic/patients/find-or-create.ts'
import { findMatches } from '../../clinic/patients/matching.ts'
import {
  checkBirth,
  PatientFields,
  type Person,
  personValues,
  toPerson,
} from '../../clinic/patients/patient-fields.ts'
import type { PersonTraits } from '../../clinic/patients/similar.ts'
import { type CsvRow, collectWrongLines, csvRows, type WrongLines } from './csv.ts'
import type { FileImport } from './file-import.ts'
import {
  analyzePatients,
  analyzePlanned,
  insertPatients,
  patientsOnPhones,
  patientsWithMrns,
  plannedOnPhones,
  plannedPatients,
  plannedWithMrns,
  planPatients,
} from './import-patients-queries.ts'
import { type Doubt, findNewPatientDoubt, matchDoubts } from './patient-doubts.ts'
import type { PatientReference, RowOutcome } from './patient-report.ts'
import { problem } from './problems.ts'

export interface PatientImportOptions {
  workspaceId: number
  /** Whether to write no patient; `tell` then receives what would happen to each row. */
  dryRun: boolean
  /** Receives the outcomes of the next rows, in the order of the file, once they are written. */
  tell(outcomes: readonly RowOutcome[]): Promise<void>
  /** The actor in the audit entries of created patients. */
  actor: Actor
}

// At this size, a transaction delays other callers that need one of its patients by some 50 ms.
const batchRows = 500

/** Imports a file of patients: all lines are read and validated before the first is written. */
export async function importPatients(
  file: FileImport,
  { workspaceId, dryRun, tell, actor }: PatientImportOptions,
): Promise<void> {
  const { queries } = file
  const now = await businessTime(queries)
  const home = await findHomeCountry(queries, workspaceId)
  await checkRows(file, now, home)
  if (dryRun) for (const statement of plannedPatients) await queries.rows(statement)
  let rows = 0
  let created = 0
  let analyzed = 0
  for await (const batch of splitIntoBatches(readRows(file, changedFile, now, home))) {
    const outcomes = dryRun
      ? await planBatch(queries, workspaceId, batch)
      : await writeBatch(file, workspaceId, actor, batch)
    await tell(outcomes)
    rows += outcomes.length
    created += outcomes.filter(({ outcome }) => outcome === 'created').length
    file.progress?.(rows)
    // With a plan made for the few rows at the start, a batch would scan the whole table: 3 s
    // instead of 50 ms after a quarter of a million rows.
    if (created === analyzed || created < 2 * analyzed) continue
    await queries.rows(dryRun ? analyzePlanned : analyzePatients)
    analyzed = created
  }
  if (!dryRun && created > analyzed) await queries.rows(analyzePatients)
}

/** The country of phone numbers without a dial code: that of the clinic's first location. */
export async function findHomeCountry(
  queries: Queries,
  workspaceId: number,
): Promise<string | undefined> {
  return locationCountry({ locations: await queries.rows(locationRows, { workspaceId }) })
}

/**
 * Outside the service there is no clock port, so this reads the database's clock, with a sandbox's
 * offset.
 */
async function businessTime(queries: Queries): Promise<Instant> {
  const [clock] = await queries.rows(clockReading)
  if (!clock) throw new Error('the database has no clock')
  return clock.databaseNow + clock.sandboxOffsetMs
}

interface Row {
  line: number
  person: Person
}

const { id: _, patientAddress: __, ...fieldColumns } = PatientFields.properties
const addressColumns = {
  address: optional(text('Street and number.', '12 MI Road')),
  city: optional(text('City.', 'Jaipur')),
  state: optional(text('State.', 'Rajasthan')),
  postalCode: optional(text('Postal code.', '302001')),
  country: optional(text('Country.', 'India')),
}
const RowFields = object({ ...fieldColumns, ...addressColumns })
type Column = keyof Static<typeof RowFields>
const columns = {
  required: [],
  optional: Object.keys(RowFields.properties) as Column[],
  anyOf: ['firstName', 'phoneNumber'],
} as const
const checkFields = parameterValidator(RowFields)

async function checkRows(file: FileImport, now: Instant, home: string | undefined): Promise<void> {
  const wrong = collectWrongLines()
  let rows = 0
  for await (const _row of readRows(file, wrong, now, home)) {
    rows += 1
    file.progress?.(rows)
  }
  wrong.refuse()
}

const changedFile: WrongLines = {
  report() {
    throw problem('FILE_CHANGED')
  },
  isFull: () => false,
  refuse() {},
}

async function* readRows(
  file: FileImport,
  wrong: WrongLines,
  now: Instant,
  home: string | undefined,
): AsyncGenerator<Row> {
  for await (const row of csvRows(file, columns, wrong)) {
    const person = readPerson(row, wrong, now, home)
    if (person) yield { line: row.line, person }
  }
}

/**
 * Reads a row by the rules of POST /v1/patients, taking phones as numbers in the clinic's country;
 * one with a country in the file must also be valid there.
 */
function readPerson(
  { line, fields }: CsvRow<Column>,
  wrong: WrongLines,
  now: Instant,
  home: string | undefined,
): Person | undefined {
  try {
    checkFields(fields)
    const { address, city, state, postalCode, country, ...personal } = fields as object as Static<
      typeof RowFields
    >
    const patientAddress = Object.entries({ address, city, state, postalCode, country }).filter(
      ([, value]) => value !== undefined,
    )
    const personInput = {
      ...personal,
      ...(patientAddress.length > 0 ? { patientAddress: Object.fromEntries(patientAddress) } : {}),
    }
    const person = toPerson(personInput, 'the patient', home)
    checkBirth(person, now)
    const namesCountry =
      personal.countryCode !== undefined ||
      personal.phoneNumber?.trim().startsWith('+') ||
      person.phone?.countryCode !== homeDialCode(home)
    if (namesCountry && person.phone && isInvalidInItsCountry(person.phone.normalised))
      throw invalid(`the patient.phoneNumber is no phone of ${person.phone.countryCode}`)
    return person
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    wrong.report(line, String(error.details.problem ?? error.sentence))
  }
}

async function* splitIntoBatches(rows: AsyncIterable<Row>): AsyncGenerator<Row[]> {
  let batch: Row[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchRows) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

async function writeBatch(
  { queries, transaction }: FileImport,
  workspaceId: number,
  actor: Actor,
  rows: readonly Row[],
): Promise<RowOutcome[]> {
  const people = rows.map(({ person }) => person)
  for (;;) {
    try {
      return await transaction(async () => {
        await lockIdentities(queries, workspaceId, people)
        const decisions = await decide(rows, await lookUp(queries, workspaceId, people, stored))
        await createPatients(queries, workspaceId, actor, decisions)
        return decisions.map(({ outcome }) => outcome)
      })
    } catch (error) {
      // A generated record number was taken (the odds are one in 10^12), or a patient was given one
      // of these numbers since the look-up, and is found now.
      if (violatedConstraint(error) !== 'patient_mrn_unique') throw error
    }
  }
}

async function createPatients(
  queries: Queries,
  workspaceId: number,
  actor: Actor,
  decisions: readonly Decision[],
): Promise<void> {
  const createdByMrn = new Map<string, ComparedPatient>()
  const records = createdDecisions(decisions).map(({ person, known }) => {
    const mrnNumber = person.mrnNumber ?? generateMrn()
    createdByMrn.set(mrnNumber, known)
    return { ...personValues(person), line: known.line, mrnNumber }
  })
  const now = await businessTime(queries)
  const inserted = await queries.rows(insertPatients, { workspaceId, rows: records, now })
  await recordAccess(queries, workspaceId, actor, {
    action: 'CREATED',
    patientIds: inserted.map(({ id }) => id),
    now,
  })
  for (const { id, mrnNumber } of inserted) {
    const createdPatient = createdByMrn.get(mrnNumber)
    if (createdPatient) createdPatient.id = id
  }
}

async function planBatch(
  queries: Queries,
  workspaceId: number,
  rows: readonly Row[],
): Promise<RowOutcome[]> {
  const people = rows.map(({ person }) => person)
  const existing = await lookUp(queries, workspaceId, people, stored)
  const planned = await lookUp(queries, workspaceId, people, earlierLines)
  const decisions = await decide(rows, {
    onPhone: [...existing.onPhone, ...planned.onPhone],
    withMrn: [...existing.withMrn, ...planned.withMrn],
  })
  const records = createdDecisions(decisions).map(({ person, known }) => ({
    ...person,
    line: known.line,
    phoneNormalised: person.phone?.normalised,
  }))
  await queries.rows(planPatients, { workspaceId, rows: records })
  return decisions.map(({ outcome }) => outcome)
}

/** A patient with whom rows are compared. */
interface ComparedPatient extends PersonTraits, PatientReference {
  mrnNumber: string | null
  phone: string | null
}

const stored = {
  onPhones: patientsOnPhones,
  withMrns: patientsWithMrns,
  who: (id: number): PatientReference => ({ id, line: null }),
}
const earlierLines = {
  onPhones: plannedOnPhones,
  withMrns: plannedWithMrns,
  who: (line: number): PatientReference => ({ id: null, line }),
}

async function lookUp(
  queries: Queries,
  workspaceId: number,
  people: readonly Person[],
  { onPhones, withMrns, who }: typeof stored,
) {
  const distinctValues = (values: (string | null | undefined)[]) => [
    ...new Set(values.filter((value) => value != null)),
  ]
  const phones = distinctValues(people.map(({ phone }) => phone?.normalised))
  const firstNames = distinctValues(people.map(({ firstNameFolded }) => firstNameFolded))
  const lastNames = distinctValues(people.map(({ lastNameFolded }) => lastNameFolded))
  const mrnNumbers = distinctValues(people.map(({ mrnNumber }) => mrnNumber))
  const onPhone =
    phones.length > 0
      ? await queries.rows(onPhones, { workspaceId, phones, firstNames, lastNames })
      : []
  const withMrn =
    mrnNumbers.length > 0 ? await queries.rows(withMrns, { workspaceId, mrnNumbers }) : []
  const toCompared = (found: typeof onPhone): ComparedPatient[] =>
    found.map((row) => ({ ...row, ...who(row.id) }))
  return { onPhone: toCompared(onPhone), withMrn: toCompared(withMrn) }
}

interface Decision {
  person: Person
  known: ComparedPatient
  outcome: RowOutcome
}

/** The outcome of each row, given the existing patients and the rows before it. */
async function decide(
  rows: readonly Row[],
  candidates: { onPhone: readonly ComparedPatient[]; withMrn: readonly ComparedPatient[] },
): Promise<Decision[]> {
  const onPhone = Map.groupBy(candidates.onPhone, ({ phone }) => phone)
  const withMrn = Map.groupBy(candidates.withMrn, ({ mrnNumber }) => mrnNumber)
  const decideRow = ({ line, person }: Row): Decision => {
    const { mrnNumber, firstNameFolded, lastNameFolded, dob, gender } = person
    const phone = person.phone?.normalised ?? null
    const family: ComparedPatient[] = (phone !== null && onPhone.get(phone)) || []
    const matches = findMatches(
      person,
      (mrnNumber !== null && withMrn.get(mrnNumber)) || [],
      family,
    )
    const [match] = matches
    if (match) {
      const byPhone = firstNameFolded !== null ? 'phone and name' : 'phone'
      return {
        person,
        known: match,
        outcome: {
          line,
          outcome: 'matched',
          patient: match,
          by: mrnNumber !== null ? 'record number' : byPhone,
          doubts: matchDoubts(person, matches),
          other: null,
        },
      }
    }
    const newPatient: ComparedPatient = {
      id: null,
      line,
      mrnNumber,
      phone,
      firstNameFolded,
      lastNameFolded,
      dob,
      gender,
    }
    const resemblance = findNewPatientDoubt(person, family)
    family.push(newPatient)
    if (phone !== null) onPhone.set(phone, family)
    if (mrnNumber !== null) withMrn.set(mrnNumber, [newPatient])
    const doubts: Doubt[] = []
    if (resemblance) doubts.push(resemblance.doubt)
    else if (phone === null && mrnNumber === null) doubts.push('NOT_IDENTIFIABLE')
    return {
      person,
      known: newPatient,
      outcome: {
        line,
        outcome: 'created',
        patient: newPatient,
        by: null,
        doubts,
        other: resemblance?.other ?? null,
      },
    }
  }
  // Each row is compared with all patients on its phone number, and a placeholder number has a
  // hundred thousand.
  const turn = createTurnTimer()
  const decisions: Decision[] = []
  for (const row of rows) {
    if (turn.isLong()) await turn.next()
    decisions.push(decideRow(row))
  }
  return decisions
}

function createdDecisions(decisions: readonly Decision[]): Decision[] {
  return decisions.filter(({ outcome }) => outcome.outcome === 'created')
}
