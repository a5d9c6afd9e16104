// A clinic that takes payments through the sandbox gateway and sells session packs, and what its
// callers and patients do there.

import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import {
  type CallOptions,
  type Clinic,
  createBookingBody,
  type Harness,
  type Json,
  type Reply,
  slotTimes,
} from './harness.ts'
import { tokenBody } from './queue-clinic.ts'

export const returnUrl = 'https://sunrise.example/paid?from=test#top'

/** Ten sessions for 4,000 INR. */
export function createPayingClinic(
  harness: Harness,
  change: (file: ClinicFile) => void = () => {},
): Promise<Clinic> {
  return harness.clinic((file) => {
    file.workspace.paymentGateway = 'sandbox'
    file.sessionPacks = {
      ten: {
        displayName: 'Ten visits',
        sessions: 10,
        validityDays: 180,
        currency: 'INR',
        price: 4000,
        familyBooking: true,
      },
    }
    change(file)
  })
}

/**
 * Reserves Asha's first slot on the Monday of the tests, with a checkout unless `changes` leaves
 * `returnUrl` out.
 */
export function reserve(
  clinic: Clinic,
  changes: Record<string, unknown> = {},
  key?: string,
  options: CallOptions = {},
): Promise<Reply> {
  const headers = { ...options.headers, ...(key === undefined ? {} : { 'idempotency-key': key }) }
  return clinic.post(
    '/v1/appointments/reserve-slot',
    createBookingBody(clinic, { returnUrl, ...changes }),
    { ...options, headers },
  )
}

export function confirm(
  clinic: Clinic,
  body: Record<string, unknown>,
  options: CallOptions = {},
): Promise<Reply> {
  return clinic.post('/v1/appointments/confirm-payments', body, options)
}

/** What a patient does on the gateway's page. */
export function actOnPaymentPage(
  harness: Harness,
  checkoutUrl: string,
  choice: 'pay' | 'decline' | 'pay-late',
): Promise<Reply> {
  return harness.call('POST', `${new URL(checkoutUrl).pathname}/${choice}`)
}

/** Every visit of the clinic as the API shows it. */
export async function listVisits(clinic: Clinic): Promise<Json[]> {
  return (await clinic.post('/v1/appointments/search', { size: 50 })).json.list
}

/**
 * What moved through the gateway, according to its own books and to the service's: captured less
 * refunded, in minor units.
 */
export async function readBooks(
  harness: Harness,
  { workspaceId }: Clinic,
): Promise<{ gateway: number; service: number }> {
  const [row] = await harness.sql(
    `select
       (select coalesce(sum(case cause when 'CAPTURED' then amount_minor else -amount_minor end), 0)::float8 from ledger_entries where workspace_id = $1) as service,
       (select coalesce(sum(case kind when 'REFUNDED' then -amount_minor else amount_minor end), 0)::float8 from sandbox_gateway_movements where workspace_id = $1) as gateway`,
    [workspaceId],
  )
  return row
}

/** What can be reserved with a checkout. */
export const reservableKinds = ['visit', 'token', 'pack', 'pack with its visit'] as const
export type ReservableKind = (typeof reservableKinds)[number]

/**
 * The request that reserves something with a checkout; visits are at `clock` on the Monday of the
 * tests.
 */
export function reservationRequest(
  clinic: Clinic,
  thing: ReservableKind,
  clock = '09:00',
  changes: Record<string, unknown> = {},
): { path: string; body: Json } {
  const path = '/v1/appointments/reserve-slot'
  const pack = {
    packageConfigId: clinic.id('sessionPack', 'ten'),
    packageAmount: 4000,
    currency: 'INR',
  }
  const patientPayload = { firstName: `For ${thing} at ${clock}` }
  switch (thing) {
    case 'visit':
      return {
        path,
        body: createBookingBody(clinic, {
          patientPayload,
          returnUrl,
          ...slotTimes(clock),
          ...changes,
        }),
      }
    case 'token':
      return {
        path,
        body: tokenBody(clinic, {
          patientPayload,
          appointmentDate: '2030-01-07',
          bookingChannel: undefined,
          returnUrl,
          ...changes,
        }),
      }
    case 'pack':
      return {
        path: '/v1/session/packs',
        body: {
          addressId: clinic.id('location', 'jaipur'),
          patientPayload,
          ...pack,
          returnUrl,
          ...changes,
        },
      }
    case 'pack with its visit': {
      const purchase = { bookingType: 'PACKAGE_PURCHASE', consultationCharge: undefined, ...pack }
      return {
        path,
        body: createBookingBody(clinic, {
          patientPayload,
          returnUrl,
          ...slotTimes(clock),
          ...purchase,
          ...changes,
        }),
      }
    }
  }
}
