// Malicious input to the routes that book a token is accepted or refused, and never becomes an
// error of the service.

import { beforeEach, describe, expect, it } from 'vitest'
import { expectBookingRefused, expectFieldErrors } from '../../../test/support/clinic/front-door.ts'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import { readShownShift, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { immediate, pre, tokenBookings } from './token-bookings.fixture.ts'

const house = await openHarness()

let clinic: Clinic
beforeEach(async () => {
  clinic = await house.clinic()
})

const { send } = tokenBookings(house, () => clinic)

describe('malicious input', () => {
  const values: [string, unknown][] = [
    ['null', null],
    ['true', true],
    ['0', 0],
    ['-1', -1],
    ['1.5', 1.5],
    ['1e308', 1e308],
    ['2 to the 53rd', 2 ** 53],
    ['a number in text, too large', '9'.repeat(400)],
    ['a list', [1]],
    ['an empty list', []],
    ['an object', { id: 1 }],
    ['lists in lists', [[[[1]]]]],
    ['a null byte', 'A\u0000B'],
    ['half a surrogate', 'A\ud800'],
    ['the other half', '\udc00A'],
    ['text that turns', '\u202eABC'],
    ['long text', 'x'.repeat(20_000)],
    ['SQL', "1'; drop table queue_visits; --"],
    ['a prototype', '__proto__'],
  ]
  const names = [
    'addressId',
    'doctorId',
    'patientId',
    'patientPayload',
    'qmsWorkShiftId',
    'appointmentDate',
    'mode',
    'bookingChannel',
    'paymentMode',
    'paymentStatus',
    'paymentReference',
    'source',
    'chiefComplaint',
    'appointmentNotes',
    'vital',
    'workspaceId',
    'workspaceAddressId',
  ]

  it.each(names)(
    '%s of every kind is accepted or refused, never an error of the service',
    async (name) => {
      for (const [what, value] of values) {
        const before = await clinic.bookingRows()
        const { status, text } = await send({ [name]: value })
        expect([201, 400, 404], `${name}: ${what}: ${text.slice(0, 300)}`).toContain(status)
        if (status !== 201) expect(await clinic.bookingRows(), what).toBe(before)
      }
      // Everything that was accepted can be read by everyone else.
      const { status, json, text } = await clinic.get('/v1/qms-appointments/visits?size=100')
      expect(status, text).toBe(200)
      expect(json.list).toHaveLength(json.count)
      expect(await readShownShift(clinic)).toMatchObject({ bookedCount: json.count })
    },
  )

  it.each([
    'firstName',
    'lastName',
    'phoneNumber',
    'countryCode',
    'email',
    'gender',
    'dob',
    'mrnNumber',
    'age',
    'bloodGroup',
    'patientAddress',
    'language',
    'id',
  ])(
    'patientPayload.%s of every kind is accepted or refused, never an error of the service',
    async (name) => {
      for (const [what, value] of values) {
        const before = await clinic.bookingRows()
        const { status, text } = await send({
          patientPayload: { firstName: 'Meera', phoneNumber: '9876543210', [name]: value },
        })
        expect([201, 400, 404], `${name}: ${what}: ${text.slice(0, 300)}`).toContain(status)
        if (status !== 201) expect(await clinic.bookingRows(), what).toBe(before)
      }
    },
  )

  it('nested five thousand deep, or with prototype names, is refused entirely or dropped', async () => {
    const deep = `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`
    const body = JSON.stringify(tokenBody(clinic)).slice(0, -1)
    for (const member of ['vital', 'qms', 'patientAddress', 'unknown']) {
      const reply = await expectBookingRefused(clinic, () =>
        clinic.post(pre, `${body},"${member}":${deep}}`, {
          headers: { 'content-type': 'application/json' },
        }),
      )
      expect(reply.status, member).toBe(400)
    }
    for (const member of [
      '"__proto__":{"mode":"OFFLINE"}',
      '"constructor":{"prototype":{"x":1}}',
    ]) {
      for (const text of [
        `${body},${member}}`,
        `${body},"patientPayload":{"firstName":"M",${member}}}`,
        `${body},"vital":{${member}}}`,
      ]) {
        const before = await clinic.bookingRows()
        const { status, json } = await clinic.post(pre, text, {
          headers: { 'content-type': 'application/json' },
        })
        expect([201, 400], text).toContain(status)
        if (status === 201) expect(json.visit).toMatchObject({ mode: 'OFFLINE', status: 'WAITING' })
        else expect(await clinic.bookingRows()).toBe(before)
      }
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it.each([pre, immediate])(
    'that is not a JSON object is returned as such by %s [QUEUE-03] [ERR-02] [ERR-08]',
    async (route) => {
      for (const [body, value] of [
        ['[]', []],
        ['null', null],
        ['"x"', 'x'],
      ] as const) {
        const reply = await expectBookingRefused(clinic, () =>
          clinic.post(route, body, { headers: { 'content-type': 'application/json' } }),
        )
        expectFieldErrors(reply, value, 'must be a JSON object')
      }
    },
  )
})
