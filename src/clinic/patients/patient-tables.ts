// The stored data of patients, table by table. Each room declares its tables; erasing, exporting
// and merging patients use the declarations. test/conventions/schema.test.ts fails on a column that
// can contain text and is in none of them.

import { listColumnNames, withoutColumns } from '../../base/db/columns.ts'
import type { Queries } from '../../base/db/database.ts'
import { narrowType, statement } from '../../base/db/statement.ts'
import type { Sealing } from '../../base/ports/sealing.ts'
import { comparedColumns, personColumns } from './patient-columns.ts'

/** The lists of an export, by their content. */
export type ExportedList =
  | 'appointments'
  | 'vitals'
  | 'refunds'
  | 'packs'
  | 'notices'
  | 'messages'
  | 'queueVisits'
  | 'payments'
  | 'deskPayments'
  | 'receipts'
  | 'waiting'
  | 'forms'
  | 'merged'
  | 'audit'

/** A table with patient data. `workspace_id` is neither erased nor exported. */
export interface PatientTable {
  table: string
  /** SQL that is true for a row `t` of the patient :patientId of :workspaceId. */
  ofPatient: string
  /** Columns that an erasure sets to null, or `rows` if it deletes the rows. */
  erased: 'rows' | readonly string[]
  /** Columns that an erasure replaces, each with the SQL of its new value. */
  replaced?: Readonly<Record<string, string>>
  /** Why an erasure keeps the other columns that can contain text: for each reason, its columns. */
  kept?: Readonly<Record<string, readonly string[]>>
  exported: ExportRule
  merged: MergeRule
}

/** What a merge counts. */
export const mergedCounts = [
  'visits',
  'tokens',
  'packs',
  'movements',
  'series',
  'waiting',
  'vitals',
  'payments',
  'deskPayments',
  'refunds',
  'receipts',
  'notices',
  'messages',
  'forms',
  'records',
] as const
export type MergedCount = (typeof mergedCounts)[number]

/** What prevents a merge while it lasts. */
export type MergeBlocker = 'CHECKOUT' | 'REFUND'

/** How rows are moved to another record of their patient. */
type MergeRule =
  /** By their column that references the patient. */
  | { column: string; counted?: MergedCount; notWhile?: BlockingConditions }
  /** With the rows of other tables that they belong to. */
  | { with: string; counted?: MergedCount; notWhile?: BlockingConditions }
  /** The rows are not moved, for this reason. */
  | { stays: string }

/** SQL that is true for a row `t` with something under way. */
type BlockingConditions = Readonly<Partial<Record<MergeBlocker, string>>>

type ExportRule =
  /**
   * A list of the rows, ordered by a column, without columns that repeat another or are about other
   * people.
   */
  | {
      as: ExportedList
      orderedBy: string
      without?: readonly string[]
      /** The column that is encrypted, and what an export has instead of it. */
      sealed?: {
        column: string
        open(sealing: Sealing, workspaceId: number, sealed: Buffer): object
      }
    }
  /**
   * Nested in each listed row of another table: the rows that reference it in their column `by`.
   */
  | { as: string; within: string; by: string; orderedBy: string }
  /** The rows are not exported, for this reason. */
  | { nowhere: string }

const patientParameters = { workspaceId: 'bigint', patientId: 'bigint' } as const

/** The patient's own record. Its tombstone records that it was erased, and when. */
export const patientsTable = {
  table: 'patients',
  // Records that were merged into it are already blank, except for their numbers.
  ofPatient:
    't.id = :patientId or t.id in (select m.id from merged_patients m where m.workspace_id = :workspaceId and m.merged_into = :patientId)',
  erased: [...listColumnNames(withoutColumns(personColumns, 'mrnNumber')), 'alert', 'booking_rule'],
  replaced: {
    mrn_number: "case when t.id = :patientId then :tombstone else :tombstone || '-' || t.id end",
    patient_form_values: "'{}'",
    updated_at: ':now',
    erased_at: ':now',
  },
} as const

/** Records that were merged into the patient's, with the values that find the person by them. */
export const mergedTables: readonly PatientTable[] = [
  {
    table: 'merged_patients',
    ofPatient: 't.merged_into = :patientId',
    erased: [
      'reason',
      'first_name_folded',
      'last_name_folded',
      'phone_normalised',
      'email',
      'email_folded',
    ],
    kept: { 'how much went over': ['moved'], 'who did it, which is staff': ['operator'] },
    exported: {
      as: 'merged',
      orderedBy: 'id',
      without: ['first_name_folded', 'last_name_folded', 'email_folded'],
    },
    merged: { column: 'merged_into', counted: 'records' },
  },
]

/** SQL that erases a patient's data in a table; undefined if it erases nothing. */
export function eraseSql({
  table,
  ofPatient,
  erased,
  replaced = {},
}: Pick<PatientTable, 'table' | 'ofPatient' | 'erased' | 'replaced'>): string | undefined {
  const rows = `t.workspace_id = :workspaceId and (${ofPatient})`
  if (erased === 'rows') return `delete from ${table} t\n  where ${rows}`
  const columns = [...erased, ...Object.keys(replaced)]
  if (columns.length === 0) return undefined
  const values = [
    ...erased.map((column) => `${column} = null`),
    ...Object.entries(replaced).map(([column, value]) => `${column} = ${value}`),
  ]
  return `update ${table} t\n  set ${values.join(', ')}\n  where ${rows} and num_nonnulls(${columns.map((column) => `t.${column}`).join(', ')}) > 0`
}

/** The lists of an export, each with the statement that reads its rows. */
function exportedLists(tables: readonly PatientTable[]) {
  return tables.flatMap(({ table, ofPatient, exported }) => {
    if ('nowhere' in exported || 'within' in exported) return []
    const parts = tables.flatMap(({ table: part, exported: innerExport }) =>
      'within' in innerExport && innerExport.within === table
        ? [
            `jsonb_build_object('${innerExport.as}', (
      select coalesce(jsonb_agg((to_jsonb(part) ${exceptColumns([innerExport.by])}) || ${actingMember('part')} order by part.${innerExport.orderedBy}), '[]')
      from ${part} part
      where part.workspace_id = t.workspace_id and part.${innerExport.by} = t.id
    ))`,
          ]
        : [],
    )
    const row = [
      `(to_jsonb(t) ${exceptColumns(exported.without ?? [])})`,
      actingMember('t'),
      ...parts,
    ].join(' || ')
    const rows = statement(
      `exported_${table}`,
      { takes: patientParameters, returns: { row: narrowType<object>('jsonb') } },
      `
  select ${row} as row
  from ${table} t
  where t.workspace_id = :workspaceId and (${ofPatient})
  order by t.${exported.orderedBy}`,
    )
    return [{ name: exported.as, rows, sealed: exported.sealed }]
  })
}

/** A row with what is encrypted in it. */
function openRow(
  row: Record<string, unknown>,
  { column, open }: NonNullable<Extract<ExportRule, { as: ExportedList }>['sealed']>,
  sealing: Sealing,
  { workspaceId }: PatientKey,
): object {
  const { [column]: stored, ...others } = row
  // JSON of PostgreSQL has bytes as `\\x` and hexadecimal digits.
  return { ...others, ...open(sealing, workspaceId, Buffer.from(String(stored).slice(2), 'hex')) }
}

/** SQL for the name of the member of staff in a row that has `acting_user_id`. */
const actingMember = (row: string) =>
  `jsonb_strip_nulls(jsonb_build_object('acting_member', (select display_name from users u where u.workspace_id = ${row}.workspace_id and u.id = (to_jsonb(${row}) ->> 'acting_user_id')::bigint)))`

const exceptColumns = (columns: readonly string[]) =>
  `- array[${['workspace_id', ...columns].map((column) => `'${column}'`).join(', ')}]`

const exportedRecord = statement(
  'exported_patient',
  { takes: patientParameters, returns: { row: narrowType<object>('jsonb') } },
  `
  select to_jsonb(p) ${exceptColumns(listColumnNames(comparedColumns))} as row
  from patients p
  where p.workspace_id = :workspaceId and p.id = :patientId`,
)

type FullExport = { patient: object } & Record<ExportedList, readonly object[]>

/** Two records of a workspace, one of which is merged into the other. */
export interface Merge {
  workspaceId: number
  from: number
  into: number
}

export interface PatientRegister {
  /** The tables of every room; the patient's own record is `patientsTable`. */
  tables: readonly PatientTable[]
  /** Erases the patient's data in the tables, in their order. */
  erase(queries: Queries, patient: PatientKey): Promise<void>
  /**
   * All data of a patient, with rows as stored; undefined if the patient does not exist. Row by
   * row: parsing the megabytes of a long record at once would hold up everyone else.
   */
  export(queries: Queries, patient: PatientKey, sealing: Sealing): Promise<FullExport | undefined>
  /**
   * Locks what belongs to a record itself; throws SQLSTATE 55P03 if another transaction has locked
   * some of it.
   */
  hold(queries: Queries, patient: PatientKey): Promise<void>
  /** What prevents a record from being merged. */
  underWay(queries: Queries, patient: PatientKey): Promise<MergeBlocker | undefined>
  /** How many rows of each kind would be moved from a record. */
  count(queries: Queries, patient: PatientKey): Promise<Record<MergedCount, number>>
  /** Moves everything, in one statement, since foreign keys link some of the rows. */
  move(queries: Queries, merge: Merge): Promise<void>
}

interface PatientKey {
  workspaceId: number
  patientId: number
}

/**
 * The functions that erase, export and merge patients in these tables. Tables are locked in their
 * order: docs/decisions/database.md.
 */
export function patientRegister(tables: readonly PatientTable[]): PatientRegister {
  const erasures = tables.flatMap((declared) => {
    const text = eraseSql(declared)
    return text === undefined
      ? []
      : [
          statement(
            `erase_from_${declared.table}`,
            { takes: patientParameters, returns: {} },
            `\n  ${text}`,
          ),
        ]
  })
  const lists = exportedLists(tables)
  return {
    tables,
    async erase(queries, patient) {
      for (const erasure of erasures) await queries.rows(erasure, patient)
    },
    async export(queries, patient, sealing) {
      const [found] = await queries.rows(exportedRecord, patient)
      if (!found) return undefined
      const listed: [string, readonly object[]][] = []
      for (const { name, rows, sealed } of lists) {
        const stored = (await queries.rows(rows, patient)).map(({ row }) => row)
        listed.push([
          name,
          sealed
            ? stored.map((row) => openRow(row as Record<string, unknown>, sealed, sealing, patient))
            : stored,
        ])
      }
      return { patient: found.row, ...Object.fromEntries(listed) } as FullExport
    },
    ...mergeFunctions(tables),
  }
}

const mergedRecords = { workspaceId: 'bigint', from: 'bigint', into: 'bigint' } as const

function mergeFunctions(
  tables: readonly PatientTable[],
): Pick<PatientRegister, 'hold' | 'underWay' | 'count' | 'move'> {
  const movedTables = tables.flatMap(({ table, ofPatient, merged }) =>
    'stays' in merged
      ? []
      : [{ table, merged, rows: `t.workspace_id = :workspaceId and (${ofPatient})` }],
  )
  const namedColumns = movedTables.flatMap(({ table, merged }) =>
    'column' in merged ? [{ table, column: merged.column }] : [],
  )
  const holds = namedColumns.map(({ table, column }) =>
    statement(
      `lock_${table}_of_patient`,
      { takes: patientParameters, returns: {} },
      `
  select from ${table} where workspace_id = :workspaceId and ${column} = :patientId for update nowait`,
    ),
  )
  const blockerSql = (blocker: MergeBlocker) =>
    movedTables
      .flatMap(({ table, merged: { notWhile }, rows }) =>
        notWhile?.[blocker] === undefined
          ? []
          : [`exists (select from ${table} t where ${rows} and ${notWhile[blocker]})`],
      )
      .join('\n    or ')
  const blockersStatement = statement(
    'merge_blockers_of_patient',
    { takes: patientParameters, returns: { checkout: 'boolean', refund: 'boolean' } },
    `
  select ${blockerSql('CHECKOUT')} as checkout,
    ${blockerSql('REFUND')} as refund`,
  )
  const countColumns = movedTables.flatMap(({ table, merged, rows }) =>
    merged.counted
      ? [{ as: merged.counted, text: `(select count(*) from ${table} t where ${rows})` }]
      : [],
  )
  const countMergedRows = statement(
    'count_merged_rows',
    {
      takes: patientParameters,
      returns: Object.fromEntries(countColumns.map(({ as }) => [as, 'bigint'] as const)),
    },
    `
  select ${countColumns.map(({ as, text }) => `${text} as "${as}"`).join(',\n    ')}`,
  )
  const moveToMergedRecord = statement(
    'move_to_merged_record',
    { takes: mergedRecords, returns: {} },
    `
  with ${namedColumns.map(({ table, column }) => `moved_${table} as (update ${table} set ${column} = :into where workspace_id = :workspaceId and ${column} = :from)`).join(',\n  ')}
  select`,
  )
  return {
    async hold(queries, patient) {
      for (const hold of holds) await queries.rows(hold, patient)
    },
    async underWay(queries, patient) {
      const [found] = await queries.rows(blockersStatement, patient)
      if (found?.checkout) return 'CHECKOUT'
      return found?.refund ? 'REFUND' : undefined
    },
    async count(queries, patient) {
      const [found] = await queries.rows(countMergedRows, patient)
      return found as Record<MergedCount, number>
    },
    async move(queries, merge) {
      await queries.rows(moveToMergedRecord, merge)
    },
  }
}
