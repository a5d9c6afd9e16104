// The API as a whole: its routes, the form of every refusal, and that it makes no outgoing calls.

import { Socket } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { book, createBookingBody, openHarness, slotTimes } from '../support/clinic/harness.ts'
import { confirm, createPayingClinic, reserve } from '../support/clinic/paying-clinic.ts'

const harness = await openHarness()
const { routes } = harness.application

// Every route that the documentation names, by its purpose.
const documented: Record<string, string[]> = {
  'what the clinic is': [
    'GET /v2/workspaces',
    'GET /v1/addresses',
    'GET /v1/doctors',
    'GET /v1/practitioner-shifts',
    'GET /v1/users',
    'POST /v1/users',
    'GET /v1/public-profiles/:profileId',
    'GET /v1/medicines/search',
    'GET /v1/session/packs',
  ],
  patients: ['POST /v1/patients', 'GET /v1/patients', 'GET /v1/patients/search-by-phone'],
  availability: [
    'GET /v1/appointments/available-slots',
    'GET /v1/appointments/schedule-slots',
    'GET /v1/qms-appointments/doctor/shifts',
  ],
  booking: [
    'POST /v1/appointments/book-appointment-unified',
    'POST /v1/appointments/book-appointment',
    'POST /v1/qms-appointments/pre/book',
    'POST /v1/qms-appointments/immediate/book',
  ],
  'reservation and payment': [
    'POST /v1/appointments/reserve-slot',
    'POST /v1/appointments/confirm-payments',
    'POST /v1/session/packs',
    'POST /v1/session/packs/confirm',
  ],
  'changes and searches': [
    'PATCH /v1/appointments/:appointmentId/status',
    'PATCH /v1/appointments/:appointmentId/cancel',
    'PATCH /v1/appointments/:appointmentId/reschedule',
    'POST /v1/appointments/search',
    'POST /v1/appointments/:appointmentId/vitals',
    'GET /v1/qms-appointments/visits',
    'PATCH /v1/qms-appointments/visits/:visitId/cancel',
    'GET /v1/qms-appointments/day-visits',
  ],
  verification: [
    'POST /v1/widget/session',
    'POST /v1/otp/send',
    'POST /v1/otp/verify',
    'POST /v1/patients/send-phone-verification-otp',
    'POST /v1/patients/verify-phone-verification-otp',
  ],
}

describe('the API', () => {
  it('has every documented route, and no other [GEN-11] [GEN-12]', () => {
    expect(routes.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      Object.values(documented).flat().toSorted(),
    )
  })

  it('takes the workspace from no path [GEN-08]', () => {
    for (const { path } of routes) expect(path).not.toMatch(/workspaceId/i)
  })

  it('gives each refusal of a rule the words of the rule, and a message in every shape [ERR-16] [ERR-20]', async () => {
    const clinic = await createPayingClinic(harness)
    await reserve(clinic)
    const session = await clinic.session()
    const refusals = {
      'a rule': await book(clinic),
      'an unknown appointment': await harness.call('PATCH', '/v1/appointments/999999/status', {
        key: clinic.key,
        body: { status: 'CONFIRMED' },
      }),
      'a session where only keys may call': await harness.call('GET', '/v1/medicines/search', {
        headers: session,
      }),
      'a token without its sessionRef': await confirm(clinic, { appointmentRef: 'A-1' }),
      'someone who is not an active member': await clinic.post(
        '/v1/patients',
        { firstName: 'A' },
        { headers: { 'x-acting-user-id': '999999' } },
      ),
    }
    expect(
      Object.fromEntries(
        Object.entries(refusals).map(([name, { status, json }]) => [
          name,
          [status, typeof json.message],
        ]),
      ),
    ).toEqual({
      'a rule': [400, 'string'],
      'an unknown appointment': [404, 'string'],
      'a session where only keys may call': [403, 'string'],
      'a token without its sessionRef': [403, 'string'],
      'someone who is not an active member': [403, 'string'],
    })
    expect(refusals['a rule'].json.message).toBe(
      'SLOT_NOT_AVAILABLE: This slot is taken; fetch available-slots again and choose another.',
    )
  })
})

describe('a change', () => {
  afterEach(() => vi.restoreAllMocks())

  it('is sent to no one: connections are opened only to the database [GEN-20]', async () => {
    const clinic = await harness.clinic()
    const { host, port } = harness.connection as { host: string; port: number }
    const connect = vi.spyOn(Socket.prototype, 'connect')
    const booked = await book(clinic)
    const { id } = booked.json.appointment
    await harness.call('PATCH', `/v1/appointments/${id}/status`, {
      key: clinic.key,
      body: { status: 'CONFIRMED' },
    })
    await harness.call('PATCH', `/v1/appointments/${id}/reschedule`, {
      key: clinic.key,
      body: slotTimes('10:00'),
    })
    await harness.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body: {} })
    await clinic.post('/v1/appointments/reserve-slot', createBookingBody(clinic))
    const elsewhere = connect.mock.calls.filter(
      (to) => !JSON.stringify(to).includes(host) && !JSON.stringify(to).includes(String(port)),
    )
    expect(elsewhere).toEqual([])
  })
})
