// Money that was paid at the clinic: one row for each payment, and one for each correction of a
// mistake. Nothing here goes through a gateway.

import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { authorParameters } from '../../base/operations/actor.ts'
import {
  payableCondition,
  payableIdColumns,
  payableIdNames,
  payableIdSelectList,
  payableIdValues,
} from './payable-name.ts'

/** PAID: a patient has paid. CORRECTED: a payment had been recorded by mistake. */
export type DeskPaymentCause = 'PAID' | 'CORRECTED'

/**
 * SQL: the amount paid at the desk for an unpaid payable, in minor units; a correction subtracts
 * its payment.
 */
export const partPaidSql = (
  alias: string,
  column: 'appointment_id' | 'visit_id',
) => `case when ${alias}.payment_status = 'UNPAID' then (
      select coalesce(sum(case d.cause when 'PAID' then d.amount_minor else -d.amount_minor end), 0)::bigint
      from desk_payments d
      where d.workspace_id = ${alias}.workspace_id and d.${column} = ${alias}.id
    ) else 0 end`

const payableParameters = { workspaceId: 'bigint', ...payableIdColumns } as const

const deskPaymentColumns = {
  id: 'bigint',
  ...payableParameters,
  locationId: 'bigint?',
  method: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  takenBy: 'bigint?',
} as const

const deskPaymentSelectList = `p.id, p.workspace_id as "workspaceId", ${payableIdSelectList('p')},
    p.location_id as "locationId", p.method, p.amount_minor as "amountMinor", p.currency, p.taken_by as "takenBy"`

/** Records a payment or, with `correctsId` and `reason`, that one was a mistake. */
export const insertDeskPayment = statement(
  'insert_desk_payment',
  {
    takes: {
      ...payableParameters,
      locationId: 'bigint?',
      cause: narrowType<DeskPaymentCause>('text'),
      correctsId: 'bigint?',
      method: 'text',
      amountMinor: 'bigint',
      currency: 'text',
      reason: 'text?',
      takenBy: 'bigint?',
      now: 'timestamptz',
      ...authorParameters,
    },
    returns: { id: 'bigint' },
  },
  `
  insert into desk_payments (workspace_id, ${payableIdNames}, location_id, cause, corrects_id, at, method, amount_minor, currency,
    reason, taken_by, key_id, by_session, acting_user_id, operator, by_service)
  values (:workspaceId, ${payableIdValues}, :locationId, :cause, :correctsId, :now, :method, :amountMinor, :currency,
    :reason, :takenBy, :keyId, :bySession, :actingUserId, :operator, :byService)
  returning id`,
)

/** The amount paid at the desk for a payable, in minor units; 0 if every payment was corrected. */
export const paidAtDesk = statement(
  'paid_at_the_desk',
  { takes: payableParameters, returns: { minor: 'bigint' } },
  `
  select coalesce(sum(case p.cause when 'PAID' then p.amount_minor else -p.amount_minor end), 0)::bigint as minor
  from desk_payments p
  where p.workspace_id = :workspaceId and ${payableCondition('p')}`,
)

/** A payment by its id; finds no corrections. */
export const deskPaymentById = statement(
  'desk_payment_by_id',
  {
    takes: { workspaceId: 'bigint', id: 'bigint' },
    returns: { ...deskPaymentColumns, isCorrected: 'boolean' },
  },
  `
  select ${deskPaymentSelectList},
    exists (select from desk_payments c where c.workspace_id = p.workspace_id and c.corrects_id = p.id) as "isCorrected"
  from desk_payments p
  where p.workspace_id = :workspaceId and p.id = :id and p.cause = 'PAID'`,
)

const shownColumns = {
  ...deskPaymentColumns,
  cause: narrowType<DeskPaymentCause>('text'),
  correctsId: 'bigint?',
  isCorrected: 'boolean',
  at: 'timestamptz',
  reason: 'text?',
  /** The reference that people use for what was paid for: `BK7Q2M9X4KTD`, `A-12`, `pack 5`. */
  reference: 'text',
  location: 'text?',
  takenByName: 'text?',
  /** The member who recorded it. */
  byName: 'text?',
  ...authorParameters,
} as const

const shownQuery = `
  select ${deskPaymentSelectList}, p.cause, p.corrects_id as "correctsId",
    exists (select from desk_payments c where c.workspace_id = p.workspace_id and c.corrects_id = p.id) as "isCorrected",
    p.at, p.reason, coalesce(a.booking_reference, v.token_letter || '-' || v.token_number, 'pack ' || p.patient_pack_id) as reference,
    l.name as location, u.display_name as "takenByName",
    m.display_name as "byName", p.key_id as "keyId", p.by_session as "bySession",
    p.acting_user_id as "actingUserId", p.operator, p.by_service as "byService"
  from desk_payments p
  left join appointments a on a.workspace_id = p.workspace_id and a.id = p.appointment_id
  left join queue_visits v on v.workspace_id = p.workspace_id and v.id = p.visit_id
  left join locations l on l.workspace_id = p.workspace_id and l.id = p.location_id
  left join users u on u.workspace_id = p.workspace_id and u.id = p.taken_by
  left join users m on m.workspace_id = p.workspace_id and m.id = p.acting_user_id`

/** A payment or correction, as shown to people. */
export const shownDeskPayment = statement(
  'shown_desk_payment',
  { takes: { workspaceId: 'bigint', id: 'bigint' }, returns: shownColumns },
  `${shownQuery}
  where p.workspace_id = :workspaceId and p.id = :id`,
)

/** Payments and corrections of a period, as shown to people; oldest first. */
export const deskPaymentsInPeriod = statement(
  'desk_payments_of_period',
  {
    takes: {
      workspaceId: 'bigint',
      fromAt: 'timestamptz',
      toAt: 'timestamptz',
      locationId: 'bigint?',
      limit: 'bigint',
    },
    returns: shownColumns,
  },
  `${shownQuery}
  where p.workspace_id = :workspaceId and p.at >= :fromAt and p.at < :toAt and (:locationId::bigint is null or p.location_id = :locationId)
  order by p.at, p.id
  limit :limit`,
)

/** Payments and corrections of one payable, as shown to people; oldest first. */
export const deskPaymentsForPayable = statement(
  'desk_payments_of_payable',
  { takes: { ...payableParameters, limit: 'bigint' }, returns: shownColumns },
  `${shownQuery}
  where p.workspace_id = :workspaceId and ${payableCondition('p')}
  order by p.at, p.id
  limit :limit`,
)

/** A row as it is shown to people. */
export type ShownDeskPayment = RowOf<typeof shownColumns>
