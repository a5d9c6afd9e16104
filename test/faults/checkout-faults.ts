import type { PlantedFault } from './planted-fault.ts'

const reserving = ['src/checkout/reserve-slot.test.ts']
const keys = ['src/checkout/idempotency.test.ts']
const confirming = ['src/checkout/confirm-payments.test.ts']
const visitors = ['src/checkout/reserving-visitors.test.ts']
const statements = ['src/checkout/give-back.test.ts']
const reconciling = ['src/checkout/reconcile.test.ts']
const constraints = ['src/payments/checkout-in-the-database.test.ts']
const table = ['src/payments/settlement.test.ts']

/** In reservations and payments: who holds what, what is believed of a gateway, and where money goes. */
export const checkoutFaults: readonly PlantedFault[] = [
  {
    name: 'a booking whose payment did not come keeps its place',
    file: 'src/checkout/settle.ts',
    text: "      await payable.release(autoCancelled, 'UNPAID')\n",
    replacement: '',
    noticedBy: reserving,
  },
  {
    name: 'late money for a booking that is over confirms it',
    file: 'src/payments/settlement.ts',
    text: "      if (reading === 'PAID') return standing.isOver ? 'RETURN' : 'CONFIRM'\n      if (isSwept)",
    replacement: "      if (reading === 'PAID') return 'CONFIRM'\n      if (isSwept)",
    noticedBy: table,
  },
  {
    name: 'a silent gateway is taken to have no late money',
    file: 'src/payments/settlement.ts',
    text: "if (!isWatched || reading === 'SILENT' || reading === 'OPEN') return 'NOTHING'",
    replacement: "if (!isWatched || reading === 'OPEN') return 'NOTHING'",
    noticedBy: table,
  },
  {
    name: 'a gateway is believed whatever amount it speaks of',
    file: 'src/payments/gateways/gateways.ts',
    text: 'isOfIt && answer.amountMinor === amountMinor && answer.currency === currency',
    replacement: 'isOfIt && answer.currency === currency && amountMinor > 0',
    noticedBy: confirming,
  },
  {
    name: 'a booking whose checkout did not open stays pending',
    file: 'src/checkout/settle.ts',
    text: "  if (!payable.standing.isOver) await payable.setPayment('UNPAID', deskPaymentMode)\n",
    replacement: '',
    noticedBy: reserving,
  },
  {
    name: 'a pack that is paid online stays inactive',
    file: 'src/appointments/reserved-visit.ts',
    text: "const buysPack = pack && visit.bookingType === 'PACKAGE_PURCHASE'",
    replacement: "const buysPack = pack && visit.bookingType === 'USE_ACTIVE_PACKAGE'",
    noticedBy: confirming,
  },
  {
    name: 'an Idempotency-Key is good for any body',
    file: 'src/checkout/idempotency.ts',
    text: "    if (!saysTheSame(found, key)) throw problem('IDEMPOTENCY_KEY_REUSED')\n",
    replacement: '',
    noticedBy: keys,
  },
  {
    name: 'an Idempotency-Key of one visitor is that of another',
    file: 'src/checkout/idempotency.ts',
    text: "endUser?.toString('hex')",
    replacement: 'typeof endUser',
    noticedBy: visitors,
  },
  {
    name: 'a visitor holds four places without paying',
    file: 'src/checkout/reserve.ts',
    text: 'const holdsMax = 3',
    replacement: 'const holdsMax = 4',
    noticedBy: visitors,
  },
  {
    name: 'a visitor is sent to a page of anybody after the checkout',
    file: 'src/checkout/reserve-slot.ts',
    text: ', origins: caller.origins })',
    replacement: ' })',
    noticedBy: visitors,
  },
  {
    name: 'a visitor buys a pack for nothing',
    file: 'src/checkout/buy-session-pack.ts',
    text: "      if (returnUrl === null && caller.kind === 'session') throw invalid('returnUrl is required under a session')\n",
    replacement: '',
    noticedBy: visitors,
  },
  {
    name: 'a session of a pack is used while a checkout is asked for',
    file: 'src/checkout/reservation-body.ts',
    text: "    if (paysOnline && slot.bookingType === 'USE_ACTIVE_PACKAGE') throw invalid('returnUrl does not go with USE_ACTIVE_PACKAGE: the pack pays')\n",
    replacement: '',
    noticedBy: reserving,
  },
  {
    name: 'a token is confirmed by what people see of it',
    file: 'src/checkout/confirm.ts',
    text: "    if (tokenPattern.test(appointmentRef)) throw problem('SESSION_REF_REQUIRED')\n",
    replacement: '',
    noticedBy: confirming,
  },
  {
    name: 'a failed reservation of another patient makes room',
    file: 'src/checkout/reserve-slot.ts',
    text: '      if (patientId !== failed?.patientId) return\n',
    replacement: '      if (!failed) return\n',
    noticedBy: confirming,
  },
  {
    name: 'a visit is confirmed to its patient before it is paid',
    file: 'src/notices/plan-notices.ts',
    text: 'confirmation && !waitsForPayment ? now : null',
    replacement: 'confirmation ? now : null',
    noticedBy: ['src/notices/notices.test.ts'],
  },
  {
    name: 'money of one payment comes twice into the books',
    file: 'src/db/migrations/0028-checkout.sql',
    text: '  constraint money_moves_once unique (workspace_id, payment_session_id, cause),\n',
    replacement: '',
    noticedBy: constraints,
  },
  {
    name: 'a booking becomes unpaid while its checkout is open',
    file: 'src/db/migrations/0028-checkout.sql',
    text: "      and stands.payment_status <> 'PENDING' and not stands.is_over\n",
    replacement: "      and stands.payment_status = 'REFUNDED' and not stands.is_over\n",
    noticedBy: constraints,
  },
  {
    name: 'what a gateway refuses is answered as a fault of ours',
    file: 'src/checkout/confirm.ts',
    text: '  if (error instanceof GatewayRefused) throw new PassedThrough(error.status, error.body)\n',
    replacement: '',
    noticedBy: reserving,
  },
  {
    name: 'whoever guesses an end user and a key reads the answer of another contact',
    file: 'src/checkout/idempotency.ts',
    text: "verifiedContact?.toString('hex')",
    replacement: 'typeof verifiedContact',
    noticedBy: visitors,
  },
  {
    name: 'a key without origins sends patients back to any page',
    file: 'src/values/return-url.ts',
    text: 'if (origins !== undefined && !origins.includes(url.origin))',
    replacement: 'if (origins?.length && !origins.includes(url.origin))',
    noticedBy: ['src/values/return-url.test.ts'],
  },
  {
    name: 'a payment of no location is in no statement',
    file: 'src/checkout/statement.ts',
    text: 'd.location_id is not distinct from s.location_id',
    replacement: 'd.location_id = s.location_id',
    noticedBy: statements,
  },
  {
    name: 'the last day of a statement ends when it ends farthest west',
    file: 'src/checkout/statement.ts',
    text: ' and e.at >= d.from_at and e.at < d.to_at',
    replacement: ' and e.at >= d.from_at',
    noticedBy: statements,
  },
  {
    name: 'the first day of a statement begins when it begins farthest east',
    file: 'src/checkout/statement.ts',
    text: ' and e.at >= d.from_at and e.at < d.to_at',
    replacement: ' and e.at < d.to_at',
    noticedBy: statements,
  },
  {
    name: 'a payment of no location has its day by UTC',
    file: 'src/checkout/statement.ts',
    text: "select null, '', timezone",
    replacement: "select null, '', 'UTC'",
    noticedBy: statements,
  },
  {
    name: "a refund that is under way is not in Stripe's books",
    file: 'src/payments/gateways/stripe/stripe-gateway.ts',
    text: "refundStateOf(made) !== 'FAILED').reduce",
    replacement: "refundStateOf(made) === 'DONE').reduce",
    noticedBy: ['src/payments/gateways/stripe/stripe-gateway.test.ts'],
  },
  {
    name: "a refund that is under way is not in Razorpay's books",
    file: 'src/payments/gateways/razorpay/razorpay-gateway.ts',
    text: "state === 'FAILED' ? sum : sum + amountMinor",
    replacement: "state !== 'DONE' ? sum : sum + amountMinor",
    noticedBy: ['src/payments/gateways/razorpay/razorpay-gateway.test.ts'],
  },
  {
    name: 'the payments of a time are compared with the one that begins at its end',
    file: 'src/checkout/reconcile.ts',
    text: 's.created_at < :toAt',
    replacement: 's.created_at <= :toAt',
    noticedBy: reconciling,
  },
  {
    name: 'the first payment of a time is not compared',
    file: 'src/checkout/reconcile.ts',
    text: 's.created_at >= :fromAt',
    replacement: 's.created_at > :fromAt',
    noticedBy: reconciling,
  },
  {
    name: 'a payment that was never opened is compared',
    file: 'src/checkout/reconcile.ts',
    text: ' and s.gateway_id is not null and s.id > :after',
    replacement: ' and s.id > :after',
    noticedBy: reconciling,
  },
  {
    name: 'reconciling ends with the first page',
    file: 'src/checkout/reconcile.ts',
    text: 'page.length < pageSize',
    replacement: 'page.length <= pageSize',
    noticedBy: reconciling,
  },
]
