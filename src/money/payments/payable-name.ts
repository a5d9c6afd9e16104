// How payment rows and idempotency keys refer to a payable: each kind has its own column, of which
// exactly one is filled, so that a foreign key protects the reference (docs/decisions/money.md).
// Statements take their SQL from here.

import type { Payable } from './payable.ts'

/** Identifies something that can be paid for. */
export type PayableName = Pick<Payable, 'kind' | 'id'>

const columnByKind = {
  APPOINTMENT: 'appointment_id',
  VISIT: 'visit_id',
  SESSION_PACK: 'patient_pack_id',
} as const satisfies Record<Payable['kind'], string>
const memberByKind = {
  APPOINTMENT: 'appointmentId',
  VISIT: 'visitId',
  SESSION_PACK: 'patientPackId',
} as const satisfies Record<Payable['kind'], string>
const kinds = Object.keys(columnByKind) as Payable['kind'][]

/** Declares the columns as parameters or in a returned row. */
export const payableIdColumns = {
  appointmentId: 'bigint?',
  visitId: 'bigint?',
  patientPackId: 'bigint?',
} as const
export type PayableIds = { [member in keyof typeof payableIdColumns]: number | null }

/** The column names for an INSERT. */
export const payableIdNames = kinds.map((kind) => columnByKind[kind]).join(', ')
/** The parameters for these columns. */
export const payableIdValues = kinds.map((kind) => `:${memberByKind[kind]}`).join(', ')

/** The column names for a SELECT. */
export function payableIdSelectList(alias: string): string {
  return kinds.map((kind) => `${alias}.${columnByKind[kind]} as "${memberByKind[kind]}"`).join(', ')
}

/** The condition that a row belongs to the payable in the parameters. */
export function payableCondition(alias: string): string {
  return `(${kinds.map((kind) => `${alias}.${columnByKind[kind]} = :${memberByKind[kind]}`).join(' or ')})`
}

/**
 * The largest id among a table's rows of the payable in the parameters: each kind by its own index.
 */
export function latestIdSql(table: string): string {
  return `greatest(${kinds.map((kind) => `(select max(id) from ${table} where workspace_id = :workspaceId and ${columnByKind[kind]} = :${memberByKind[kind]})`).join(', ')})`
}

export function payableIds({ kind, id }: PayableName): PayableIds {
  return { appointmentId: null, visitId: null, patientPackId: null, [memberByKind[kind]]: id }
}

/** The payable of a row; throws if it has none, which a constraint prevents. */
export function toPayableName(ids: PayableIds): PayableName {
  for (const kind of kinds) {
    const id = ids[memberByKind[kind]]
    if (id !== null) return { kind, id }
  }
  throw new Error('a ledger row refers to no payable')
}
