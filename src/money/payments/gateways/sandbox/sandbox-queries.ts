// The tables of the sandbox gateway, which nothing else reads or writes.

import { aliasedColumns, columnNames, columnValues } from '../../../../base/db/columns.ts'
import { narrowType, type RowOf, statement } from '../../../../base/db/statement.ts'
import type { GatewayState } from '../gateway.ts'

const checkoutParameters = { workspaceId: 'bigint', gatewayId: 'text' } as const
const checkoutAtTimeParameters = { ...checkoutParameters, now: 'timestamptz' } as const

/** The terms with which a checkout is opened, and which never change. */
const termColumns = {
  workspaceId: 'bigint',
  key: 'text',
  reference: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  payee: 'text',
  description: 'text',
  returnUrl: 'text',
  heldUntil: 'timestamptz',
} as const

const openedColumns = {
  ...termColumns,
  gatewayId: 'text',
  createdAt: 'timestamptz',
  expiresAt: 'timestamptz',
} as const
const checkoutColumns = {
  ...openedColumns,
  state: narrowType<GatewayState>('text'),
  lateAt: 'timestamptz?',
} as const

export type SandboxCheckout = RowOf<typeof checkoutColumns>

/** Opens a checkout, unless one with this key exists. */
export const openSandboxCheckout = statement(
  'open_sandbox_checkout',
  { takes: openedColumns },
  `
  insert into sandbox_gateway_checkouts (${columnNames(openedColumns)})
  values (${columnValues(openedColumns)})
  on conflict on constraint gateway_key_unique do nothing`,
)

export const sandboxCheckoutByKey = statement(
  'sandbox_checkout_of_key',
  { takes: { workspaceId: 'bigint', key: 'text' }, returns: { gatewayId: 'text' } },
  `
  select gateway_id as "gatewayId"
  from sandbox_gateway_checkouts
  where workspace_id = :workspaceId and key = :key`,
)

/** The workspace of a page's checkout: its id is the only credential, in any workspace. */
export const sandboxCheckoutWorkspace = statement(
  'workspace_of_sandbox_checkout',
  { takes: { gatewayId: 'text' }, returns: { workspaceId: 'bigint' } },
  `
  select workspace_id as "workspaceId"
  from sandbox_gateway_checkouts
  where gateway_id = :gatewayId`,
)

export const sandboxCheckout = statement(
  'sandbox_checkout',
  { takes: checkoutParameters, returns: checkoutColumns },
  `
  select ${aliasedColumns('c', checkoutColumns)}
  from sandbox_gateway_checkouts c
  where c.workspace_id = :workspaceId and c.gateway_id = :gatewayId`,
)

const checkoutCondition = 'workspace_id = :workspaceId and gateway_id = :gatewayId'
// A checkout is decided once: of two parallel decisions, the second waits for the first, and then
// finds it decided.
const undecidedCondition = `${checkoutCondition} and state = 'OPEN' and late_at is null and :now < expires_at`

/** Takes the money in the same statement. */
const captureSql = (at: string, condition: string) => `
  with paid as (
    update sandbox_gateway_checkouts
    set state = 'PAID', decided_at = ${at}
    where ${condition}
    returning workspace_id, gateway_id, amount_minor, currency, decided_at
  )
  insert into sandbox_gateway_movements (workspace_id, gateway_id, kind, amount_minor, currency, at)
  select workspace_id, gateway_id, 'CAPTURED', amount_minor, currency, decided_at
  from paid`

export const paySandboxCheckout = statement(
  'pay_sandbox_checkout',
  { takes: checkoutAtTimeParameters },
  captureSql(':now', undecidedCondition),
)

/** Records a payment that will arrive only after the clinic has stopped waiting. */
export const paySandboxCheckoutLate = statement(
  'pay_sandbox_checkout_late',
  { takes: { ...checkoutAtTimeParameters, lateMs: 'bigint' } },
  `
  update sandbox_gateway_checkouts
  set late_at = greatest(held_until, :now) + :lateMs::bigint * interval '1 millisecond'
  where ${undecidedCondition}`,
)

export const declineSandboxCheckout = statement(
  'decline_sandbox_checkout',
  { takes: checkoutAtTimeParameters },
  `
  update sandbox_gateway_checkouts
  set state = 'FAILED', decided_at = :now
  where ${undecidedCondition}`,
)

/** Ends an unpaid checkout. */
export const expireSandboxCheckout = statement(
  'expire_sandbox_checkout',
  { takes: checkoutAtTimeParameters },
  `
  update sandbox_gateway_checkouts
  set state = 'EXPIRED', decided_at = :now
  where ${checkoutCondition} and state = 'OPEN'`,
)

/** Captures a late payment, if it has arrived. */
export const captureLatePayment = statement(
  'capture_late_payment',
  { takes: checkoutAtTimeParameters },
  captureSql(
    'late_at',
    `${checkoutCondition} and state in ('OPEN', 'EXPIRED') and late_at <= :now`,
  ),
)

/** Ends a checkout that has expired. */
export const endSandboxCheckout = statement(
  'end_sandbox_checkout',
  { takes: checkoutAtTimeParameters },
  `
  update sandbox_gateway_checkouts
  set state = 'EXPIRED', decided_at = expires_at
  where ${checkoutCondition} and state = 'OPEN' and expires_at <= :now`,
)

const refundColumns = {
  ...checkoutParameters,
  key: 'text',
  amountMinor: 'bigint',
  currency: 'text',
  at: 'timestamptz',
} as const

/**
 * Refunds money, unless a refund with this key exists; the ledger refuses more than was captured.
 * At `settlesAt`, a pending refund fails or succeeds.
 */
export const refundSandboxCheckout = statement(
  'refund_sandbox_checkout',
  { takes: { ...refundColumns, settlesAt: 'timestamptz?', fails: 'boolean' } },
  `
  with moved as (
    insert into sandbox_gateway_movements (${columnNames(refundColumns)}, kind)
    values (${columnValues(refundColumns)}, 'REFUNDED')
    on conflict on constraint gateway_refund_happens_once do nothing
    returning workspace_id, gateway_id, key
  )
  insert into sandbox_gateway_waiting_refunds (workspace_id, gateway_id, key, settles_at, fails)
  select workspace_id, gateway_id, key, :settlesAt, :fails
  from moved
  where :settlesAt::timestamptz is not null`,
)

/** Returns the money of failed refunds to the clinic. */
export const failDueRefunds = statement(
  'fail_due_sandbox_refunds',
  { takes: { workspaceId: 'bigint', now: 'timestamptz' } },
  `
  insert into sandbox_gateway_movements (${columnNames(refundColumns)}, kind)
  select m.workspace_id, m.gateway_id, m.key, m.amount_minor, m.currency, w.settles_at, 'REFUND_FAILED'
  from sandbox_gateway_waiting_refunds w
  join sandbox_gateway_movements m on m.workspace_id = w.workspace_id and m.key = w.key and m.kind = 'REFUNDED'
  where w.workspace_id = :workspaceId and w.fails and w.settles_at <= :now
  on conflict on constraint gateway_refund_happens_once do nothing`,
)

export const sandboxRefundByKey = statement(
  'sandbox_refund_of_key',
  {
    takes: { workspaceId: 'bigint', key: 'text' },
    returns: {
      gatewayId: 'text',
      amountMinor: 'bigint',
      currency: 'text',
      settlesAt: 'timestamptz?',
      fails: 'boolean?',
    },
  },
  `
  select m.gateway_id as "gatewayId", m.amount_minor as "amountMinor", m.currency, w.settles_at as "settlesAt", w.fails
  from sandbox_gateway_movements m
  left join sandbox_gateway_waiting_refunds w on w.workspace_id = m.workspace_id and w.key = m.key
  where m.workspace_id = :workspaceId and m.key = :key and m.kind = 'REFUNDED'`,
)

const sumSql = (amount: string) => `coalesce((
      select sum(${amount})::bigint
      from sandbox_gateway_movements m
      where m.workspace_id = c.workspace_id and m.gateway_id = c.gateway_id
    ), 0)`
const sumsSelectList = `${sumSql("case m.kind when 'CAPTURED' then m.amount_minor else 0 end")} as "capturedMinor",
    ${sumSql("case m.kind when 'REFUNDED' then m.amount_minor when 'REFUND_FAILED' then -m.amount_minor else 0 end")} as "refundedMinor"`
const summedColumns = { capturedMinor: 'bigint', refundedMinor: 'bigint' } as const

export const sandboxBooks = statement(
  'sandbox_books',
  { takes: checkoutParameters, returns: summedColumns },
  `
  select ${sumsSelectList}
  from sandbox_gateway_checkouts c
  where c.workspace_id = :workspaceId and c.gateway_id = :gatewayId`,
)

const listedColumns = { ...checkoutColumns, ...summedColumns } as const

export const newestSandboxCheckouts = statement(
  'newest_sandbox_checkouts',
  { takes: { workspaceId: 'bigint', limit: 'bigint' }, returns: listedColumns },
  `
  select ${aliasedColumns('c', checkoutColumns)}, ${sumsSelectList}
  from sandbox_gateway_checkouts c
  where c.workspace_id = :workspaceId
  order by c.created_at desc, c.gateway_id
  limit :limit`,
)
