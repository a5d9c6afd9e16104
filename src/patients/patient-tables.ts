// What is kept of patients, table by table. Each room declares its tables; what erases, exports and merges patients is made of the declarations.
// test/schema.test.ts refuses a column that can hold words and is in none of them.

import type { Queries } from '../db/database.ts'
import { narrowed, statement } from '../db/statement.ts'

/** The lists of an export, by what they show. */
export type ExportedList =
  | 'appointments'
  | 'vitals'
  | 'refunds'
  | 'packs'
  | 'notices'
  | 'queueVisits'
  | 'payments'
  | 'deskPayments'
  | 'receipts'
  | 'waiting'
  | 'merged'
  | 'audit'

/** A table that tells of patients. `workspace_id` is neither erased nor exported. */
export interface PatientTable {
  table: string
  /** SQL that is true of a row `t` of the patient :patientId of :workspaceId. */
  ofPatient: string
  /** Columns that an erasure sets to null, or `rows` where it deletes the rows. */
  erased: 'rows' | readonly string[]
  /** Columns in which an erasure leaves something else, each with the SQL of that. */
  replaced?: Readonly<Record<string, string>>
  /** Why an erasure leaves the other columns that can hold words: for each reason, its columns. */
  kept?: Readonly<Record<string, readonly string[]>>
  exported: Exported
  merged: Merged
}

/** What is counted of a record that is merged. */
export const mergedCounts = [
  ...['visits', 'tokens', 'packs', 'movements', 'series', 'waiting', 'vitals', 'payments', 'deskPayments', 'refunds', 'receipts', 'notices', 'records'],
] as const
export type MergedCount = (typeof mergedCounts)[number]

/** What a record cannot be merged while it lasts. */
export type UnderWay = 'CHECKOUT' | 'REFUND'

/** How rows go over to another record of their patient. */
type Merged =
  /** By their column that names the patient. */
  | { column: string; counted?: MergedCount; notWhile?: NotWhile }
  /** With the rows of other tables that they are of. */
  | { with: string; counted?: MergedCount; notWhile?: NotWhile }
  /** Not at all, with the reason. */
  | { stays: string }

/** SQL that is true of a row `t` that has something under way. */
type NotWhile = Readonly<Partial<Record<UnderWay, string>>>

type Exported =
  /** A list of the rows, in the order of a column, without columns that repeat another or tell of others. */
  | { as: ExportedList; orderedBy: string; without?: readonly string[] }
  /** With each row of another table that is listed, the rows that name it in their column `by`. */
  | { as: string; within: string; by: string; orderedBy: string }
  /** Nowhere, with the reason. */
  | { nowhere: string }

const onePatient = { workspaceId: 'bigint', patientId: 'bigint' } as const

/** The patient's own record. Its tombstone says that it was erased, and when. */
export const patientsTable = {
  table: 'patients',
  // Records that were merged into it are blank already, but for their numbers.
  ofPatient: 't.id = :patientId or t.id in (select m.id from merged_patients m where m.workspace_id = :workspaceId and m.merged_into = :patientId)',
  erased: [
    ...['first_name', 'last_name', 'first_name_folded', 'last_name_folded', 'country_code', 'phone_number', 'phone_normalised', 'email', 'email_folded'],
    ...['gender', 'dob', 'age', 'blood_group', 'patient_address'],
  ],
  replaced: {
    mrn_number: "case when t.id = :patientId then :tombstone else :tombstone || '-' || t.id end",
    patient_form_values: "'{}'",
    updated_at: ':now',
    erased_at: ':now',
  },
} as const

/** Records that were merged into the patient's, with what the person was found by under them. */
export const mergedTables: readonly PatientTable[] = [
  {
    table: 'merged_patients',
    ofPatient: 't.merged_into = :patientId',
    erased: ['reason', 'first_name_folded', 'last_name_folded', 'phone_normalised', 'email', 'email_folded'],
    kept: { 'how much went over': ['moved'], 'who did it, which is staff': ['operator'] },
    exported: { as: 'merged', orderedBy: 'id', without: ['first_name_folded', 'last_name_folded', 'email_folded'] },
    merged: { column: 'merged_into', counted: 'records' },
  },
]

/** Forms of names, phones and addresses that are only compared. */
const onlyCompared = ['first_name_folded', 'last_name_folded', 'phone_normalised', 'email_folded'] as const

/** SQL that erases what a table has of a patient; undefined where it erases nothing. */
export function erasing({ table, ofPatient, erased, replaced = {} }: Pick<PatientTable, 'table' | 'ofPatient' | 'erased' | 'replaced'>): string | undefined {
  const rows = `t.workspace_id = :workspaceId and (${ofPatient})`
  if (erased === 'rows') return `delete from ${table} t\n  where ${rows}`
  const columns = [...erased, ...Object.keys(replaced)]
  if (columns.length === 0) return undefined
  const values = [...erased.map((column) => `${column} = null`), ...Object.entries(replaced).map(([column, value]) => `${column} = ${value}`)]
  return `update ${table} t\n  set ${values.join(', ')}\n  where ${rows} and num_nonnulls(${columns.map((column) => `t.${column}`).join(', ')}) > 0`
}

function exporting(tables: readonly PatientTable[]): string {
  const without = (columns: readonly string[]) => `- array[${['workspace_id', ...columns].map((column) => `'${column}'`).join(', ')}]`
  const lists = tables.flatMap(({ table, ofPatient, exported }) => {
    if ('nowhere' in exported || 'within' in exported) return []
    const parts = tables.flatMap(({ table: part, exported: inside }) =>
      'within' in inside && inside.within === table
        ? [
            `jsonb_build_object('${inside.as}', (
        select coalesce(jsonb_agg(to_jsonb(part) ${without([inside.by])} order by part.${inside.orderedBy}), '[]')
        from ${part} part
        where part.workspace_id = t.workspace_id and part.${inside.by} = t.id
      ))`,
          ]
        : [],
    )
    const row = [`(to_jsonb(t) ${without(exported.without ?? [])})`, ...parts].join(' || ')
    return [
      `(
      select coalesce(jsonb_agg(${row} order by t.${exported.orderedBy}), '[]')
      from ${table} t
      where t.workspace_id = :workspaceId and (${ofPatient})
    ) as "${exported.as}"`,
    ]
  })
  return `
  select ${[`to_jsonb(p) ${without(onlyCompared)} as patient`, ...lists].join(',\n    ')}
  from patients p
  where p.workspace_id = :workspaceId and p.id = :patientId`
}

type Whole = { patient: object } & Record<ExportedList, readonly object[]>

/** Two records of a workspace, of which one is merged into the other. */
export interface Merge {
  workspaceId: number
  from: number
  into: number
}

export interface PatientRegister {
  /** Those of every room; the patient's own record is `patientsTable`. */
  tables: readonly PatientTable[]
  /** Erases what the tables have of a patient, in their order. */
  erase(queries: Queries, patient: OnePatient): Promise<void>
  /** Everything there is of a patient; rows as they are stored. Undefined where there is no such patient. */
  export(queries: Queries, patient: OnePatient): Promise<Whole | undefined>
  /** Holds what goes over with a record; throws SQLSTATE 55P03 where another transaction has some of it. */
  hold(queries: Queries, patient: OnePatient): Promise<void>
  /** What keeps a record from being merged. */
  underWay(queries: Queries, patient: OnePatient): Promise<UnderWay | undefined>
  /** How much a record has of what goes over. */
  count(queries: Queries, patient: OnePatient): Promise<Record<MergedCount, number>>
  /** Has everything go over, in one statement: some of it is held together by what it names. */
  move(queries: Queries, merge: Merge): Promise<void>
}

interface OnePatient {
  workspaceId: number
  patientId: number
}

/** What erases, exports and merges patients in these tables. Tables are locked in their order: docs/decisions/0022-order-of-locks.md. */
export function patientRegister(tables: readonly PatientTable[]): PatientRegister {
  const erasures = tables.flatMap((declared) => {
    const text = erasing(declared)
    return text === undefined ? [] : [statement(`erase_from_${declared.table}`, { takes: onePatient, returns: {} }, `\n  ${text}`)]
  })
  const listed = tables.flatMap(({ exported }) => ('nowhere' in exported || 'within' in exported ? [] : [[exported.as, narrowed<readonly object[]>('jsonb')]]))
  const returns = { patient: narrowed<object>('jsonb'), ...Object.fromEntries(listed) }
  const whole = statement('patient_export', { takes: onePatient, returns }, exporting(tables))
  return {
    tables,
    async erase(queries, patient) {
      for (const erasure of erasures) await queries.rows(erasure, patient)
    },
    async export(queries, patient) {
      const [found] = await queries.rows(whole, patient)
      return found as Whole | undefined
    },
    ...merging(tables),
  }
}

const mergedRecords = { workspaceId: 'bigint', from: 'bigint', into: 'bigint' } as const

function merging(tables: readonly PatientTable[]): Pick<PatientRegister, 'hold' | 'underWay' | 'count' | 'move'> {
  const going = tables.flatMap(({ table, ofPatient, merged }) =>
    'stays' in merged ? [] : [{ table, merged, rows: `t.workspace_id = :workspaceId and (${ofPatient})` }],
  )
  const named = going.flatMap(({ table, merged }) => ('column' in merged ? [{ table, column: merged.column }] : []))
  const holds = named.map(({ table, column }) =>
    statement(
      `hold_${table}_to_merge`,
      { takes: onePatient, returns: {} },
      `
  select from ${table} where workspace_id = :workspaceId and ${column} = :patientId for update nowait`,
    ),
  )
  const while_ = (what: UnderWay) =>
    going
      .flatMap(({ table, merged: { notWhile }, rows }) =>
        notWhile?.[what] === undefined ? [] : [`exists (select from ${table} t where ${rows} and ${notWhile[what]})`],
      )
      .join('\n    or ')
  const lasting = statement(
    'under_way_of_patient',
    { takes: onePatient, returns: { checkout: 'boolean', refund: 'boolean' } },
    `
  select ${while_('CHECKOUT')} as checkout,
    ${while_('REFUND')} as refund`,
  )
  const counted = going.flatMap(({ table, merged, rows }) =>
    merged.counted ? [{ as: merged.counted, text: `(select count(*) from ${table} t where ${rows})` }] : [],
  )
  const counts = statement(
    'merged_counts',
    { takes: onePatient, returns: Object.fromEntries(counted.map(({ as }) => [as, 'bigint'] as const)) },
    `
  select ${counted.map(({ as, text }) => `${text} as "${as}"`).join(',\n    ')}`,
  )
  const moves = statement(
    'move_to_merged_record',
    { takes: mergedRecords, returns: {} },
    `
  with ${named.map(({ table, column }) => `moved_${table} as (update ${table} set ${column} = :into where workspace_id = :workspaceId and ${column} = :from)`).join(',\n  ')}
  select`,
  )
  return {
    async hold(queries, patient) {
      for (const hold of holds) await queries.rows(hold, patient)
    },
    async underWay(queries, patient) {
      const [found] = await queries.rows(lasting, patient)
      return found?.checkout ? 'CHECKOUT' : found?.refund ? 'REFUND' : undefined
    },
    async count(queries, patient) {
      const [found] = await queries.rows(counts, patient)
      return found as Record<MergedCount, number>
    },
    async move(queries, merge) {
      await queries.rows(moves, merge)
    },
  }
}
