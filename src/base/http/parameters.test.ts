import { describe, expect, it } from 'vitest'
import {
  expectBookingRefused,
  expectFieldErrors,
  expectInvalid,
  sendBytes,
} from '../../../test/support/clinic/front-door.ts'
import {
  book,
  type Clinic,
  createBookingBody,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'

const house = await openHarness()

describe('ids', () => {
  const bad = [
    '0',
    '-1',
    '1.5',
    '1.0',
    '01',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '',
    '٣',
    '１',
    '0x1',
    '1_000',
    'NaN',
    'Infinity',
    'null',
    'abc',
    '1;',
    "1'",
    '1,2',
    '1\0',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775808',
    '1'.repeat(40),
  ]

  it.each(bad)('in a query or a path, "%s" is refused', async (id) => {
    const clinic = await house.clinic()
    expectInvalid(await clinic.get(`/v1/doctors?${queryString({ addressId: id })}`), 'addressId')
    if (id !== '')
      expectInvalid(await clinic.get(`/v1/public-profiles/${encodeURIComponent(id)}`), 'profileId')
  })

  const badIdsInBodies: unknown[] = [
    ...bad,
    0,
    -1,
    1.5,
    -0,
    1e300,
    true,
    [1],
    {},
    9_007_199_254_740_992,
  ]
  it.each(badIdsInBodies)('in a body, %o is refused [ERR-10]', async (id) => {
    const clinic = await house.clinic()
    const reply = await expectBookingRefused(clinic, () => book(clinic, { doctorId: id }))
    if (id === '1\0') return expectFieldErrors(reply, null)
    expectInvalid(reply, 'doctorId')
  })

  const badNumbersInBodies = ['9007199254740993', '0.1', '1E-2']
  it.each(badNumbersInBodies)('in a body, the number %s is refused [ERR-10]', async (number) => {
    const clinic = await house.clinic()
    const body = JSON.stringify(createBookingBody(clinic, { doctorId: 'PLACE' })).replace(
      '"PLACE"',
      number,
    )
    expectInvalid(
      await expectBookingRefused(clinic, () => sendBytes(house, clinic, body)),
      'doctorId',
    )
  })

  it('of any length are checked after the credential, in the shapes of every other answer', async () => {
    const clinic = await house.clinic()
    for (const length of [100, 101, 5_000]) {
      const url = `/v1/public-profiles/${'7'.repeat(length)}`
      expect((await house.call('GET', url)).json).toEqual({
        message: expect.stringContaining('x-api-key'),
        statusCode: 401,
      })
      const reply = await clinic.get(url)
      expect([reply.status, reply.json.error]).toEqual([400, 'VALIDATION_ERROR'])
    }
  })

  it('up to 2^53 - 1 are treated like any unknown id', async () => {
    const clinic = await house.clinic()
    for (const id of ['1', '9007199254740991']) {
      expect((await clinic.get(`/v1/doctors?addressId=${id}`)).json).toEqual([])
      expect((await clinic.get(`/v1/public-profiles/${id}`)).status).toBe(404)
      for (const doctorId of [id, Number(id)])
        expect((await expectBookingRefused(clinic, () => book(clinic, { doctorId }))).status).toBe(
          404,
        )
    }
  })

  it('in a body may be decimal strings, everywhere', async () => {
    const clinic = await house.clinic()
    const text = (kind: 'location' | 'practitioner' | 'room' | 'tier', name: string) =>
      String(clinic.id(kind, name))
    const [room] = Object.keys(clinic.ids.room ?? {}).filter((name) => name.includes('room-1'))
    const reply = await book(clinic, {
      addressId: text('location', 'jaipur'),
      workspaceAddressId: text('location', 'jaipur'),
      doctorId: text('practitioner', 'asha-rao'),
      roomId: text('room', room as string),
    })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json.appointment).toMatchObject({
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      roomId: clinic.id('room', room as string),
    })
    const { patientId } = reply.json.appointment
    const next = slotTimes('09:15')
    const again = await book(clinic, {
      ...next,
      patientId: String(patientId),
      patientPayload: { id: String(patientId) },
    })
    expect(again.json.appointment).toMatchObject({ patientId })
  })
})

describe('query parameters', () => {
  const slotsUrl = (clinic: Clinic) =>
    `/v1/appointments/available-slots?${queryString({ addressId: clinic.id('location', 'jaipur'), doctorId: clinic.id('practitioner', 'asha-rao'), appointmentDate: '2030-01-07' })}`

  it.each(
    'addressId=1 doctorId=1 appointmentDate=2030-01-07 mode=OFFLINE&mode=OFFLINE patientTimezone=UTC&patientTimezone= followUp=true&followUp=false'.split(
      ' ',
    ),
  )('that are known and sent twice are refused: %s', async (more) => {
    const clinic = await house.clinic()
    expectInvalid(
      await clinic.get(`${slotsUrl(clinic)}&${more}`),
      `${more.split('=', 1)[0]} was sent more than once`,
    )
  })

  it.each([
    'foo=1',
    'foo=1&foo=2',
    'foo[]=1',
    'addressId[]=1',
    'addressId[0]=1',
    '__proto__=1',
    'constructor=1',
    'toString=1',
    '%00=1',
    'foo=%00',
    '=',
    '&&',
    'page=-1',
    'limit=x',
    `x=${'y'.repeat(8_000)}`,
  ])('that are unknown are ignored: %s', async (more) => {
    const clinic = await house.clinic()
    const plain = await clinic.get(slotsUrl(clinic))
    const reply = await clinic.get(`${slotsUrl(clinic)}&${more}`)
    expect([reply.status, reply.text]).toEqual([200, plain.text])
  })

  it.each(
    'followUp=1 followUp=TRUE followUp= durationMins=1.5 durationMins=0 durationMins=1e1 patientId=x durationTierId=0 patientTimezone=%00 patientPhoneNumber=%00'.split(
      ' ',
    ),
  )('of the wrong form are refused: %s', async (more) => {
    const clinic = await house.clinic()
    expectInvalid(await clinic.get(`${slotsUrl(clinic)}&${more}`), more.split('=', 1)[0] as string)
  })

  it.each(['%', '%zz', '%E0%A4', '%c0%af', '+', '%2B'])(
    'with a value that does not decode, %s, fail only themselves',
    async (value) => {
      const clinic = await house.clinic()
      expect((await clinic.get(`${slotsUrl(clinic)}&foo=${value}`)).status).toBe(200)
      expect(
        (await clinic.get(`${slotsUrl(clinic)}&patientTimezone=${value}`)).json
          .patientTimezoneSource,
      ).toBe('CLINIC')
      expectInvalid(await clinic.get(`/v1/doctors?addressId=${value}`), 'addressId')
    },
  )
})
