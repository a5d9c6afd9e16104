import type { PlantedFault } from './planted-fault.ts'

const refunds = ['src/appointments/refunds-online.test.ts']
const constraints = ['src/payments/refunds-in-the-database.test.ts']
const byOperators = ['src/checkout/give-back.test.ts']
const books = ['src/checkout/reconcile.test.ts']

/** In refunds through gateways: what is called off when, what is asked for twice, and what is said of money that has not gone back. */
export const refundFaults: readonly PlantedFault[] = [
  {
    name: 'a refund is asked for again without asking how it stands',
    file: 'src/payments/pursue-refund.ts',
    text: '    const known = isFirst ? undefined : await found()\n',
    replacement: '    const known = undefined as RefundState | undefined\n',
    noticedBy: refunds,
  },
  {
    name: 'a refund that is under way is called REFUNDED',
    file: 'src/payments/pursue-refund.ts',
    text: "  if (state === 'DONE') {\n",
    replacement: "  if (state === 'DONE' || state === 'PENDING') {\n",
    noticedBy: refunds,
  },
  {
    name: 'a visit is called off although its refund was refused',
    file: 'src/payments/pursue-refund.ts',
    text: "  const isTakenOn = state === 'PENDING' || state === 'DONE'\n",
    replacement: "  const isTakenOn = state !== 'FAILED'\n",
    noticedBy: refunds,
  },
  {
    name: 'a breakdown of the gateway is a refusal without a look',
    file: 'src/payments/pursue-refund.ts',
    text: 'error.status >= 500 || !isFirst ? await found()',
    replacement: '!isFirst ? await found()',
    noticedBy: ['src/payments/pursue-refund.test.ts'],
  },
  {
    name: 'what the gateway has given back already is given back again',
    file: 'src/payments/pursue-refund.ts',
    text: '    if (refundedMinor > 0) return',
    replacement: '    if (refundedMinor < 0) return',
    noticedBy: refunds,
  },
  {
    name: 'a silent gateway has refused',
    file: 'src/payments/pursue-refund.ts',
    text: "  if (error instanceof GatewaySilent) return { state: 'UNKNOWN', reason: 'the gateway did not answer' }\n",
    replacement: "  if (error instanceof GatewaySilent) return { state: 'REFUSED', reason: 'the gateway did not answer' } as never\n",
    noticedBy: refunds,
  },
  {
    name: 'a refund is forgotten once its gateway was silent',
    file: 'src/checkout/refund-work.ts',
    text: "if (!refund || (refund.state !== 'REQUESTED' && refund.state !== 'PENDING')) return undefined",
    replacement: "if (!refund || refund.state !== 'PENDING') return undefined",
    noticedBy: refunds,
  },
  {
    name: 'money that went back by whoever asked second is not noted',
    file: 'src/payments/pursue-refund.ts',
    text: " || (refund.state === 'REFUSED' && isTakenOn)",
    replacement: '',
    noticedBy: refunds,
  },
  {
    name: 'a pack whose price is being given back can be used',
    file: 'src/appointments/change-status.ts',
    text: "    if (pack && visit.bookingType === 'PACKAGE_PURCHASE') await suspendPack(queries, workspaceId, pack.id, true)\n",
    replacement: '',
    noticedBy: refunds,
  },
  {
    name: 'a pack stays out of use although its price was not given back',
    file: 'src/appointments/reserved-visit.ts',
    text: '      if (buysPack) await suspendPack(queries, workspaceId, pack.id, false)\n',
    replacement: '',
    noticedBy: refunds,
  },
  {
    name: 'late money that a gateway refuses to give back is given up',
    file: 'src/checkout/refund-work.ts',
    text: "answer.state === 'REFUSED' && session.state === 'RETURNING'",
    replacement: "answer.state === 'REFUSED' && session.state === 'RELEASED'",
    noticedBy: ['src/checkout/confirm-payments.test.ts'],
  },
  {
    name: 'a refund through a gateway needs no entry in the books',
    file: 'src/db/migrations/0030-refunds.sql',
    text: "when (new.state = 'DONE' and new.payment_session_id is not null and new.amount_minor > 0) execute function done_refund_is_in_the_books();",
    replacement: "when (new.state = 'FAILED' and new.payment_session_id is not null and new.amount_minor > 0) execute function done_refund_is_in_the_books();",
    noticedBy: constraints,
  },
  {
    name: 'two refunds of one visit may be under way',
    file: 'src/db/migrations/0030-refunds.sql',
    text: "create unique index visit_is_refunded_once on refunds (workspace_id, appointment_id) where state not in ('REFUSED', 'FAILED');",
    replacement: "create unique index visit_is_refunded_once on refunds (workspace_id, appointment_id) where state in ('DONE');",
    noticedBy: constraints,
  },
  {
    name: 'an operator gives back the price of what stands',
    file: 'src/checkout/give-back.ts',
    text: '    if (whyKept) throw new OperatorProblem(whyKept.reason, whyKept.nextStep)\n',
    replacement: '',
    noticedBy: byOperators,
  },
  {
    name: 'a statement counts money that came too late as earned',
    file: 'src/checkout/statement.ts',
    text: 'coalesce(sum(e.amount_minor) filter (where e.credit = \'FEES\'), 0)::bigint as "capturedMinor"',
    replacement: 'coalesce(sum(e.amount_minor) filter (where e.debit = \'GATEWAY\'), 0)::bigint as "capturedMinor"',
    noticedBy: byOperators,
  },
  {
    name: 'reconciling takes a refund made by hand for one of ours',
    file: 'src/checkout/reconcile.ts',
    text: '  const underWay = refundMinor ?? 0\n',
    replacement: '  const underWay = there.refundedMinor - refundedMinor\n',
    noticedBy: books,
  },
  {
    name: 'a refund that is done is never looked at again',
    file: 'src/payments/pursue-refund.ts',
    text: '    await plan(queries, { workspaceId, kind: doneRefundKind, subjectId: id, dueAt: now + dayMs })\n',
    replacement: '',
    noticedBy: ['src/checkout/done-refunds.test.ts'],
  },
  {
    name: 'news of a refund that is done is not looked into',
    file: 'src/checkout/gateway-messages.ts',
    text: 'refund.isDone ? doneRefundKind : refundKind',
    replacement: 'refundKind',
    noticedBy: ['src/checkout/gateway-messages.test.ts'],
  },
]
