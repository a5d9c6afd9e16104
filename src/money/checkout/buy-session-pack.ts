// POST /v1/session/packs: sells a session pack on its own, paid at the desk or, with returnUrl, at
// the clinic's gateway.

import { type Static, Type } from 'typebox'
import { type Route, route } from '../../base/contract/route.ts'
import {
  amountLimits,
  currency,
  id,
  namedObject,
  number,
  optional,
} from '../../base/contract/schemas.ts'
import { dateAt, type Instant } from '../../base/values/clinic-time.ts'
import { describeAmounts, fromMinorUnits, toMinorUnits } from '../../base/values/money.ts'
import { invalid } from '../../base/values/problem.ts'
import { recordAccess } from '../../clinic/audit/audit.ts'
import type { Amount } from '../../clinic/audit/charge.ts'
import {
  type Configuration,
  findPractice,
  type Location,
  type SessionPack,
} from '../../clinic/catalogue/configuration.ts'
import type { PatientChoice } from '../../clinic/patients/patient-fields.ts'
import { resolvePatient, toPatientChoice } from '../../visits/booking/booked-patient.ts'
import type { Booker } from '../../visits/booking/booker.ts'
import {
  bookingMembers,
  checkPaymentMode,
  checkWorkspace,
  requestedAddressId,
} from '../../visits/booking/booking-members.ts'
import { priceUnlessCharged } from '../../visits/booking/charge.ts'
import { loadListedPackPrice } from '../../visits/booking/listed-pack-price.ts'
import { sessionRules } from '../../visits/booking/session-rules.ts'
import { lock } from '../../visits/occupancy/locks.ts'
import { soldPackMembers } from '../packs/sold-pack.ts'
import { sellPack } from '../packs/wallet.ts'
import { initialOnlinePayment, type PaymentStatus } from '../payments/payable.ts'
import { toIdempotencyKey } from './idempotency.ts'
import { problem } from './problems.ts'
import { returnUrlMember, toReturnUrl } from './reservation-body.ts'
import { type Reservation, reserve } from './reserve.ts'
import { checkoutMembers, checkoutRefusals, type ReservationServices } from './reserve-slot.ts'
import { loadPayableAnswer } from './shown-payable.ts'

const {
  workspaceId,
  addressId,
  workspaceAddressId,
  patientId,
  patientPayload,
  paymentMode,
  paymentStatus,
  paymentReference,
} = bookingMembers

const PackPurchase = namedObject('SessionPackPurchase', {
  workspaceId,
  addressId,
  workspaceAddressId,
  doctorId: optional(id('A practitioner; the pack must be usable for their visits.')),
  patientId,
  patientPayload,
  packageConfigId: id('The session pack, as the catalogue names it.'),
  packageAmount: optional(
    number('Price of the pack, in `currency`; default: the listed price.', 4000, amountLimits),
  ),
  discountAmount: optional(
    number('At most 0: a pack that is sold separately costs its `packageAmount`.', 0, {
      minimum: 0,
      maximum: 0,
    }),
  ),
  currency: optional(
    currency(
      "ISO 4217 code; when omitted the pack's own for a `packageAmount` that a key sends, else that of the price for the patient.",
    ),
  ),
  paymentMode,
  paymentStatus,
  paymentReference,
  returnUrl: returnUrlMember,
})
type PackPurchase = Static<typeof PackPurchase>

/** A pack purchase, parsed from the body for the rules. */
interface PurchaseRequest {
  addressId: number
  doctorId: number | undefined
  patient: PatientChoice
  /** The dial code sent with the patient, with or without a phone. */
  patientCountryCode: string | null
  packageConfigId: number
  packageAmount: number | undefined
  currency: string | undefined
  paymentMode: string
  /** Undefined if a checkout is opened: the checkout then determines the payment status. */
  paymentStatus: PaymentStatus | undefined
  paymentReference: string | null
}

const PurchasedPack = namedObject('PurchasedPack', {
  ...soldPackMembers,
  ...checkoutMembers,
  appointmentRef: Type.Optional(
    Type.Null({ description: 'Always null: no visit is booked with the pack.', examples: [null] }),
  ),
})

export function buySessionPackRoute(services: ReservationServices): Route {
  const path = '/v1/session/packs'
  return route({
    method: 'POST',
    path,
    name: 'buySessionPack',
    area: 'Payments',
    title: 'Sell a session pack',
    summary:
      'Sells a session pack without a visit; the pack can be used once it is paid. With `returnUrl`, it also opens a checkout.',
    policy: {
      sensitive: true,
      idempotent: true,
      endUser: 'verified for sessions',
      unusableBody: 'fieldErrors',
    },
    body: PackPurchase,
    exampleBody: {
      addressId: 1,
      patientId: 17,
      packageConfigId: 1,
      packageAmount: 4000,
      paymentMode: 'CASH',
    },
    passesOn: 'the payment gateway',
    refusals: [
      'ADDRESS_NOT_FOUND',
      'DOCTOR_NOT_FOUND',
      'SESSION_PACK_NOT_FOUND',
      'SESSION_PACK_NOT_USABLE',
      'CHARGE_MISMATCH',
      'PATIENT_NOT_FOUND',
      'TOO_MANY_VISITS',
      'TOO_MANY_VISITS_FROM_NETWORK',
      'TOO_MANY_PATIENTS',
      ...checkoutRefusals,
    ],
    replies: { 201: PurchasedPack },

    async handle({ caller, body, idempotencyKey }) {
      checkWorkspace(caller, body)
      const returnUrl = toReturnUrl(body.returnUrl, {
        allowsLoopback: services.mode === 'sandbox',
        origins: caller.origins,
      })
      // A session must pay for a pack first: otherwise a page could create any number of unpaid
      // packs.
      if (returnUrl === null && caller.kind === 'session')
        throw invalid('returnUrl is required under a session')
      const request = toPurchaseRequest(body, returnUrl !== null)
      const key = toIdempotencyKey(caller, idempotencyKey, {
        path,
        body,
        meaning: { ...request, returnUrl },
      })
      const answer = await reserve(services, {
        caller,
        key,
        returnUrl,
        paymentMode: request.paymentMode,
        make: packMaker(services, caller, request),
      })
      return { status: 201, body: answer as Static<typeof PurchasedPack> }
    },
  })
}

/** Reads the purchase from the body; throws a problem that names the first error in it. */
export function toPurchaseRequest(body: PackPurchase, paysOnline: boolean): PurchaseRequest {
  return {
    addressId: requestedAddressId(body),
    doctorId: body.doctorId,
    patient: toPatientChoice(body),
    patientCountryCode: body.patientPayload?.countryCode ?? null,
    packageConfigId: body.packageConfigId,
    packageAmount: body.packageAmount,
    currency: body.currency,
    paymentMode: body.paymentMode ?? (paysOnline ? 'ONLINE' : 'CASH'),
    paymentStatus: paysOnline ? undefined : (body.paymentStatus ?? 'PAID'),
    paymentReference: body.paymentReference ?? null,
  }
}

/** Sells the pack. */
export function packMaker(
  { clock, gate }: Pick<ReservationServices, 'gate'> & { clock: { now(): Instant } },
  caller: Booker,
  request: PurchaseRequest,
): Reservation['make'] {
  const { paymentMode, paymentStatus, paymentReference } = request
  return async (queries, configuration) => {
    const { workspaceId } = caller
    const now = clock.now()
    const { location, pack } = findRequestedPack(configuration, request)
    checkPaymentMode(configuration, paymentMode)
    const session = sessionRules(gate, caller, configuration)
    session?.checkTerms({ mode: 'OFFLINE', paymentStatus: undefined })
    const patientId = await resolvePatient(queries, { caller, request, session, now })
    if (!(await lock(queries, workspaceId, { patient: patientId })).has('patient'))
      throw problem('PATIENT_NOT_FOUND')
    const isSession = session !== undefined
    const patient = { workspaceId, patientId, countryCode: request.patientCountryCode }
    const listed = await loadListedPackPrice(queries, patient, { location, pack }, isSession)
    const { charged, quoted } = agreedPrice(request, pack, listed, {
      isSession,
      isStrict: configuration.strictPrices,
    })
    const { amountMinor, currency } = charged
    const payment =
      paymentStatus === undefined
        ? initialOnlinePayment(paymentMode, amountMinor)
        : { paymentStatus, paymentMode }
    const sale = {
      workspaceId,
      patientId,
      packageConfigId: pack.id,
      amountMinor,
      currency,
      purchasedOn: dateAt(location.timezone, now),
      now,
    }
    const isPaid = payment.paymentStatus === 'PAID'
    const packId = await sellPack(queries, {
      ...sale,
      isPaid,
      payment: { ...payment, paymentReference },
    })
    const payable = { kind: 'SESSION_PACK', id: packId } as const
    // The audit entry of a sale contains no more than this; the pack and its movements record the
    // rest.
    if (quoted)
      await recordAccess(queries, workspaceId, caller, {
        action: 'BOOKED',
        patientIds: [patientId],
        otherCharge: { charged, quoted },
        now,
      })
    return {
      payable,
      reference: null,
      patientId,
      locationId: location.id,
      currency,
      dueMinor: amountMinor,
      paymentStatus: payment.paymentStatus,
      shown: await loadPayableAnswer(queries, workspaceId, payable, now),
    }
  }
}

function findRequestedPack(
  configuration: Configuration,
  { addressId, doctorId, packageConfigId }: PurchaseRequest,
): { location: Location; pack: SessionPack } {
  const { locations, sessionPacks } = configuration
  const location = locations.find(({ id }) => id === addressId)
  if (!location) throw problem('ADDRESS_NOT_FOUND')
  const pack = sessionPacks.find(({ id }) => id === packageConfigId)
  if (!pack) throw problem('SESSION_PACK_NOT_FOUND', { field: 'packageConfigId' })
  if (doctorId !== undefined && !findPractice(configuration, doctorId, addressId))
    throw problem('DOCTOR_NOT_FOUND')
  const isForDoctor =
    doctorId === undefined || pack.doctorIds.length === 0 || pack.doctorIds.includes(doctorId)
  if (!isForDoctor)
    throw problem('SESSION_PACK_NOT_USABLE', { reason: 'does not pay for this doctor' })
  return { location, pack }
}

/**
 * The listed price. A key may set another price, unless the clinic holds keys to its prices (A-118,
 * A-243); `quoted` is then the listed one.
 */
function agreedPrice(
  request: PurchaseRequest,
  pack: SessionPack,
  listed: Amount,
  { isSession, isStrict }: { isSession: boolean; isStrict: boolean },
): { charged: Amount; quoted: Amount | null } {
  if (
    request.packageAmount === undefined &&
    (request.currency ?? listed.currency) === listed.currency
  )
    return { charged: listed, quoted: null }
  // An amount sent with a key is in the pack's currency, whatever the patient's country: another
  // currency would change its value.
  const currency =
    request.currency ??
    (isSession || request.packageAmount === undefined ? listed.currency : pack.currency)
  const amountMinor = toMinorUnits(request.packageAmount ?? -1, currency)
  const price = `${fromMinorUnits(listed.amountMinor, listed.currency)} ${listed.currency}`
  if (amountMinor !== listed.amountMinor || currency !== listed.currency) {
    if (isSession) throw invalid(`packageAmount must be ${price}, the price of this pack`)
    if (isStrict) throw problem('CHARGE_MISMATCH', { member: 'packageAmount', price })
  }
  if (amountMinor === undefined) throw invalid(`packageAmount must be ${describeAmounts(currency)}`)
  const charged = { amountMinor, currency }
  return { charged, quoted: priceUnlessCharged(charged, listed) }
}
