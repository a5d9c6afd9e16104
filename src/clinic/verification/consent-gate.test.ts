// The consent gate as callers see it: who passes it, for how long, and for whom they may then book.

import { randomInt } from 'node:crypto'
import { beforeEach, describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  createBookingBody,
  openHarness,
  queryString,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { createPayingClinic } from '../../../test/support/clinic/paying-clinic.ts'
import { startShift, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail, differentCode } from '../../../test/support/clinic/recording-rail.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { route } from '../../base/contract/route.ts'
import { object } from '../../base/contract/schemas.ts'

const rail = createRecordingRail()
// Like the patient look-ups: gated for all callers.
const lookUp = route({
  method: 'POST',
  path: '/v1/look-up',
  name: 'lookUp',
  area: 'Verification',
  title: 'Try something',
  summary: 'Of this test.',
  policy: { endUser: 'verified' },
  refusals: [],
  replies: { 200: object({}) },
  handle: async () => ({ status: 200, body: {} }),
})
const house = await openHarness({ rails: rail, routes: [lookUp], sessionMs: 10 * 86_400_000 })
const { routes } = house.application
const unified = '/v1/appointments/book-appointment-unified'

const minuteMs = 60_000
const later = (ms: number) => house.operate('clock-advance', { ms })
const notVerified = { success: false, message: expect.any(String), requiresVerification: true }

let clinic: Clinic
let phoneNumber: string

beforeEach(async () => {
  clinic = await createPayingClinic(house)
  phoneNumber = `98${String(randomInt(1e8)).padStart(8, '0')}`
})

const endUserHeader = (endUser: string) => ({ 'x-end-user-id': endUser })

/** How a browser calls: no key, a session, and the patient on the page. */
async function page(
  endUser = 'u-1',
  of = clinic,
): Promise<CallOptions & { headers: Record<string, string> }> {
  return { key: null, headers: { ...(await of.session()), ...endUserHeader(endUser) } }
}

async function verified(
  options: CallOptions,
  fields: Record<string, unknown> = { phoneNumber },
): Promise<Reply> {
  const sent = await clinic.post('/v1/otp/send', fields, options)
  expect(sent.status, sent.text).toBe(200)
  const reply = await clinic.post(
    '/v1/otp/verify',
    { ...fields, otpCode: rail.delivered.at(-1)?.code },
    options,
  )
  expect(reply.status, reply.text).toBe(200)
  return reply
}

/** Books with a session; a new free slot each time. */
let slot = 0
function bookAs(options: CallOptions, changes: Record<string, unknown> = {}): Promise<Reply> {
  const from = Date.parse('2030-03-04T09:00:00+05:30') + (slot++ % 16) * 15 * minuteMs
  return book(
    clinic,
    {
      workspaceId: clinic.workspaceId,
      patientPayload: { firstName: 'Meera', phoneNumber },
      fromDateTimeIso: new Date(from).toISOString(),
      toDateTimeIso: new Date(from + 15 * minuteMs).toISOString(),
      source: 'WIDGET',
      ...changes,
    },
    options,
  )
}

async function expectNothingWritten(work: () => Promise<Reply>, status: number, body: unknown) {
  const before = await clinic.bookingRows()
  const reply = await work()
  expect({ status: reply.status, body: reply.json }, reply.text).toEqual({ status, body })
  expect(await clinic.bookingRows()).toBe(before)
}

describe('the gate', () => {
  it('opens with a verified code, on either pair, and not with a failed one [OTP-32] [OTP-36]', async () => {
    for (const [send, verify] of cases([
      ['/v1/otp/send', '/v1/otp/verify'],
      ['/v1/patients/send-phone-verification-otp', '/v1/patients/verify-phone-verification-otp'],
    ])) {
      const options = await page(`u-${send.length}`)
      await clinic.post(send, { phoneNumber }, options)
      const otpCode = rail.lastCodeTo(`+91${phoneNumber}`)
      expect(
        (await clinic.post(verify, { phoneNumber, otpCode: differentCode(otpCode) }, options))
          .status,
      ).toBe(400)
      expect((await bookAs(options)).json).toEqual(notVerified)
      expect((await clinic.post(verify, { phoneNumber, otpCode }, options)).status).toBe(200)
      const booked = await bookAs(options)
      expect(booked.status, booked.text).toBe(201)
    }
  })

  it('sends a mailbox three codes in ten minutes, regardless of tags in its addresses [OTP-40]', async () => {
    const send = async (email: string) =>
      (await clinic.post('/v1/otp/send', { channel: 'email', email }, await page(`u-${email}`)))
        .status
    const at = (tag: string) => `${phoneNumber}${tag}@example.org`
    expect([
      await send(at('+1')),
      await send(at('+2')),
      await send(at('')),
      await send(at('+3')),
      await send(at('+4')),
    ]).toEqual([200, 200, 200, 429, 429])
    expect(await send(`other-${at('+1')}`)).toBe(200)
  })

  it('stays open for half an hour, which starts again with each success [OTP-33] [OTP-37]', async () => {
    const options = await page()
    await verified(options)
    await later(20 * minuteMs)
    await verified(options)
    await later(25 * minuteMs)
    expect((await bookAs(options)).status).toBe(201)
    await later(5 * minuteMs)
    await expectNothingWritten(() => bookAs(options), 403, notVerified)
  })

  it('is open for one end user with one key: not for another id, session key or workspace [OTP-34] [OTP-35]', async () => {
    await verified(await page('u-1'))
    await expectNothingWritten(async () => bookAs(await page('u-2')), 403, notVerified)
    // Verified with the developer key: the session's key is another.
    const asKey = { headers: endUserHeader('u-3') }
    await verified(asKey)
    await expectNothingWritten(async () => bookAs(await page('u-3')), 403, notVerified)
    expect((await clinic.post('/v1/look-up', {}, asKey)).status).toBe(200)
    expect((await clinic.post('/v1/look-up', {}, await page('u-3'))).json).toEqual(notVerified)
    const second = await house.operate('key-create', {
      workspace: clinic.name,
      kind: 'WIDGET',
      name: 'second page',
      allow: [],
      origins: ['https://two.example'],
    })
    const opened = await house.call('POST', '/v1/widget/session', { key: second.key })
    const headers = { authorization: `Bearer ${opened.json.token}`, ...endUserHeader('u-1') }
    await expectNothingWritten(() => bookAs({ key: null, headers }), 403, notVerified)
    const other = await house.clinic()
    expect((await other.post('/v1/look-up', {}, { headers: endUserHeader('u-3') })).json).toEqual(
      notVerified,
    )
  })

  it('lets one end user verify two contacts in turn: the later one counts [OTP-39]', async () => {
    const options = await page()
    await verified(options)
    await verified(options, { phoneNumber: `${phoneNumber}1` })
    await expectNothingWritten(() => bookAs(options), 403, notVerified)
    expect(
      (
        await bookAs(options, {
          patientPayload: { firstName: 'Meera', phoneNumber: `${phoneNumber}1` },
        })
      ).status,
    ).toBe(201)
  })

  it('also blocks a look-up by an API key [OTP-46] [PAT-12]', async () => {
    expect((await clinic.post('/v1/look-up', {})).status).toBe(400)
    const reply = await clinic.post('/v1/look-up', {}, { headers: endUserHeader('u-1') })
    expect({ status: reply.status, body: reply.json }).toEqual({ status: 403, body: notVerified })
  })

  it('stores only hashes of who passes [OTP-38] [INV-35]', async () => {
    await verified(await page(`patient-${phoneNumber}`))
    const [gate] = await house.sql('select t.* from verified_contacts t where workspace_id = $1', [
      clinic.workspaceId,
    ])
    expect(Object.keys(gate)).toEqual([
      'workspace_id',
      'key_id',
      'end_user_hash',
      'contact_hash',
      'verified_at',
      'expires_at',
      'counted_hash',
    ])
    expect([gate.end_user_hash.length, gate.contact_hash.length]).toEqual([32, 32])
    expect(gate.expires_at - gate.verified_at).toBe(30 * minuteMs)
  })
})

describe('a visitor, as the gate identifies one with sessions', () => {
  const passes = async (options: CallOptions) => (await bookAs(options)).status

  it('is the end user at a client address: another session with that id passes from there, and from nowhere else (A-040)', async () => {
    const first = { ...(await page('guessable')), from: '198.51.100.7' }
    await verified(first)
    const reloaded = { ...(await page('guessable')), from: '198.51.100.7' }
    const stranger = { ...(await page('guessable')), from: '203.0.113.9' }
    expect(await passes(reloaded)).toBe(201)
    expect(await passes(stranger)).toBe(403)
    // An id that only this visitor uses still works for its own session.
    expect(await passes({ ...first, from: '203.0.113.9' })).toBe(201)
  })

  it('keeps the code requested by its session or from its address, and no code of its id from elsewhere', async () => {
    const patient = { ...(await page('guessable')), from: '198.51.100.7' }
    const stranger = { ...(await page('guessable')), from: '203.0.113.9' }
    await clinic.post('/v1/otp/send', { phoneNumber }, patient)
    const otpCode = rail.lastCodeTo(`+91${phoneNumber}`)
    const verify = async (options: CallOptions) =>
      (await clinic.post('/v1/otp/verify', { phoneNumber, otpCode }, options)).status
    // A stranger neither uses the code nor its attempts.
    for (let guess = 0; guess < 6; guess += 1) expect(await verify(stranger)).toBe(400)
    // The patient's phone has left the house by now, and the page was reloaded there.
    expect(await verify({ ...patient, from: '192.0.2.20' })).toBe(200)
    expect(await passes({ ...(await page('guessable')), from: '198.51.100.7' })).toBe(201)
    expect(await passes({ ...patient, from: '192.0.2.21' })).toBe(201)
    expect(await passes(stranger)).toBe(403)
  })

  it('counts an IPv6 network as one address', async () => {
    await verified({ ...(await page()), from: '2001:db8:1:2::1' })
    expect(await passes({ ...(await page()), from: '2001:db8:1:2:ffff::9' })).toBe(201)
    expect(await passes({ ...(await page()), from: '2001:db8:1:3::1' })).toBe(403)
  })

  it('leaves nothing that reveals an address, and is deleted with its session', async () => {
    await verified({ ...(await page()), from: '198.51.100.7' })
    const kept = await house.sql(
      'select t::text as row from session_visitors t where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(kept).toHaveLength(1)
    expect(kept[0].row).not.toContain('198.51')
    await house.sql('delete from widget_sessions where workspace_id = $1', [clinic.workspaceId])
    expect(
      await house.sql('select from session_visitors where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })
})

describe('a route', () => {
  const bookings = routes
    .filter(({ policy, method }) => policy.endUser === 'verified for sessions' && method === 'POST')
    .map(({ path }): [string] => [path])

  it.each(bookings)(
    'that books, %s, requires a session to have a named and verified end user [OTP-40] [OTP-41] [OTP-42] [OTP-44]',
    async (path) => {
      const { authorization } = await clinic.session()
      for (const headers of [
        { authorization },
        { authorization, ...endUserHeader('a b') },
        { authorization, ...endUserHeader('x'.repeat(129)) },
      ]) {
        await expectNothingWritten(
          () => clinic.post(path, createBookingBody(clinic), { key: null, headers }),
          400,
          {
            success: false,
            message: expect.stringContaining('x-end-user-id'),
          },
        )
      }
      await expectNothingWritten(
        () =>
          clinic.post(path, createBookingBody(clinic), {
            key: null,
            headers: { authorization, ...endUserHeader('u-1') },
          }),
        403,
        notVerified,
      )
    },
  )

  function bodyFor(path: string) {
    if (path.includes('/qms-'))
      return tokenBody(clinic, path.includes('/pre/') ? { appointmentDate: '2030-03-04' } : {})
    return createBookingBody(
      clinic,
      path === '/v1/session/packs'
        ? { packageConfigId: clinic.id('sessionPack', 'ten') }
        : freeSlot(),
    )
  }

  it.each(bookings)(
    'that books, %s, requires nothing of an API key, and does not read the header [OTP-45]',
    async (path) => {
      if (path.includes('/immediate/')) await startShift(house, clinic)
      for (const headers of [
        {},
        endUserHeader('u-1'),
        endUserHeader('a b'),
        endUserHeader(''),
      ] as Record<string, string>[]) {
        const body = bodyFor(path)
        const reply = await clinic.post(path, body, { headers })
        expect(reply.status, reply.text).toBe(201)
      }
    },
  )

  const open = cases<[string, (of: Clinic) => string]>([
    ['workspace detail', () => '/v2/workspaces'],
    [
      'available slots',
      (of) =>
        `/v1/appointments/available-slots?${queryString({ addressId: of.id('location', 'jaipur'), doctorId: of.id('practitioner', 'asha-rao'), appointmentDate: '2030-03-04' })}`,
    ],
    [
      'doctor shifts',
      (of) =>
        `/v1/qms-appointments/doctor/shifts?${queryString({ addressId: of.id('location', 'jaipur'), doctorId: of.id('practitioner', 'meera-shah'), date: '2030-03-04' })}`,
    ],
  ])
  it.each(open)(
    'that only shows, %s, is open to a session without any header [OTP-43]',
    async (_, urlOf) => {
      const reply = await clinic.get(urlOf(clinic), { key: null, headers: await clinic.session() })
      expect(reply.status, reply.text).toBe(200)
    },
  )

  function freeSlot() {
    const from = Date.parse('2030-03-05T09:00:00+05:30') + (slot++ % 16) * 15 * minuteMs
    return {
      fromDateTimeIso: new Date(from).toISOString(),
      toDateTimeIso: new Date(from + 15 * minuteMs).toISOString(),
    }
  }
})

describe('a booking with a session', () => {
  let options: CallOptions & { headers: Record<string, string> }
  beforeEach(async () => {
    options = await page()
  })

  /** A tier, and a slot of its length. */
  function tier(part: string) {
    const name = Object.keys(clinic.ids.tier ?? {}).find((candidate) =>
      candidate.includes(part),
    ) as string
    const times = slotTimes('09:00', part === 'long' ? 30 : 10, '2030-03-06')
    return { ...times, consultationDurationTierId: clinic.id('tier', name) }
  }

  it('is made for the verified phone, however it is written, and its source is the widget', async () => {
    await verified(options)
    const reply = await bookAs(options, {
      patientPayload: { firstName: 'Meera', countryCode: '+91', phoneNumber: `0${phoneNumber}` },
      source: 'DEVELOPER_API',
    })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json.appointment).toMatchObject({
      source: 'WIDGET',
      paymentStatus: 'UNPAID',
      consultationCharge: 500,
    })
    expect(
      (
        await bookAs(options, {
          patientPayload: undefined,
          patientId: reply.json.appointment.patientId,
        })
      ).status,
    ).toBe(201)
    expect(
      (await bookAs(options, { patientPayload: { id: reply.json.appointment.patientId } })).status,
    ).toBe(201)
  })

  it('is made for the verified e-mail address, of the body or of the record', async () => {
    const email = `Meera${phoneNumber}@Example.org`
    await verified(options, { channel: 'email', email })
    const reply = await bookAs(options, {
      patientPayload: { firstName: 'Meera', email: email.toLowerCase(), countryCode: '+91' },
    })
    expect(reply.status, reply.text).toBe(201)
    const { patientId } = reply.json.appointment
    expect(
      (await bookAs(options, { patientPayload: { countryCode: '+91' }, patientId })).status,
    ).toBe(201)
  })

  it('is not made for others: not another phone, none, another record, nor a record reached by a number', async () => {
    const victim = await book(clinic, {
      patientPayload: {
        firstName: 'Ravi',
        phoneNumber: '9000000001',
        mrnNumber: 'M-7',
        email: 'ravi@example.org',
      },
    })
    const patientId = victim.json.appointment.patientId
    await bookAs({}, { patientPayload: { firstName: 'Meera', phoneNumber, mrnNumber: 'M-8' } })
    await verified(options)
    expect(
      (
        await bookAs(options, {
          patientPayload: { firstName: 'Meera', phoneNumber, mrnNumber: 'M-8' },
        })
      ).status,
    ).toBe(201)
    for (const changes of [
      { patientPayload: { firstName: 'Meera', phoneNumber: `${phoneNumber}1` } },
      // The record number is the patient's own, but the phone is another's.
      { patientPayload: { firstName: 'Meera', phoneNumber: `${phoneNumber}1`, mrnNumber: 'M-8' } },
      { patientPayload: { firstName: 'Meera', phoneNumber, countryCode: '+1' } },
      { patientPayload: { firstName: 'Meera' } },
      { patientPayload: { firstName: 'Meera', email: 'meera@example.org' } },
      { patientPayload: undefined, patientId },
      { patientPayload: { id: patientId } },
      // The phone is verified, but the record number is another's.
      { patientPayload: { firstName: 'Meera', phoneNumber, mrnNumber: 'M-7' } },
      // Not in use yet: a person who gets it later would share the record. The charge does not
      // distinguish it from another's either.
      { patientPayload: { firstName: 'Meera', phoneNumber, mrnNumber: 'M-9' } },
      {
        patientPayload: { firstName: 'Meera', phoneNumber, mrnNumber: 'M-9' },
        consultationCharge: 1,
      },
      { patientPayload: undefined, patientId, ...tier('long'), consultationCharge: 900 },
    ]) {
      await expectNothingWritten(() => bookAs(options, changes), 403, notVerified)
    }
  })

  it('reveals nothing about a record number: with a future birth date as well, a known and an unknown one are refused alike', async () => {
    await book(clinic, {
      patientPayload: { firstName: 'Ravi', phoneNumber: '9000000001', mrnNumber: 'M-7' },
    })
    await verified(options)
    const before = await clinic.bookingRows()
    const replies = []
    for (const mrnNumber of ['M-7', 'M-9']) {
      replies.push(
        await bookAs(options, {
          patientPayload: { firstName: 'Meera', phoneNumber, mrnNumber, dob: '2031-01-01' },
        }),
      )
    }
    expect(replies.map(({ status }) => status)).toEqual([400, 400])
    expect(replies[0]?.text).toBe(replies[1]?.text)
    expect(await clinic.bookingRows()).toBe(before)
  })

  it("is not made for another's phone together with the visitor's own e-mail address", async () => {
    await book(clinic, { patientPayload: { firstName: 'Ravi', phoneNumber: '9000000002' } })
    await verified(options, { channel: 'email', email: 'mine@example.org' })
    // Known to the clinic or not, with the right charge or not: one response.
    for (const other of ['9000000002', '9000000003']) {
      for (const consultationCharge of [500, 1]) {
        const patientPayload = { firstName: 'Ravi', phoneNumber: other, email: 'mine@example.org' }
        await expectNothingWritten(
          () => bookAs(options, { patientPayload, consultationCharge }),
          403,
          notVerified,
        )
      }
    }
  })

  it('reveals nothing about an id: unknown and foreign records are refused alike', async () => {
    const other = await house.clinic()
    const foreign = (await book(other)).json.appointment.patientId
    await verified(options)
    const replies = []
    for (const patientId of [foreign, 999_999_999])
      replies.push(await bookAs(options, { patientPayload: undefined, patientId }))
    expect(replies.map(({ status }) => status)).toEqual([403, 403])
    expect(replies[0]?.text).toBe(replies[1]?.text)
  })

  it('keeps no e-mail address but the verified one', async () => {
    await verified(options)
    const { patientId } = (
      await bookAs(options, {
        patientPayload: { firstName: 'New', phoneNumber, email: 'victim@example.org' },
      })
    ).json.appointment
    expect(
      await house.sql(
        'select email, email_folded from patients where workspace_id = $1 and id = $2',
        [clinic.workspaceId, patientId],
      ),
    ).toEqual([{ email: null, email_folded: null }])
  })

  it('for a patient whose country is unknown says what to send, if the fee depends on it', async () => {
    await clinic.change((file) => {
      const practice = file.practitioners['asha-rao']?.at.jaipur
      if (practice)
        practice.fees = [
          { mode: 'OFFLINE', amount: 500 },
          { mode: 'OFFLINE', amount: 25, international: true },
        ]
    })
    const email = `only-${phoneNumber}@example.org`
    await verified(options, { channel: 'email', email })
    const bookFrom = (countryCode: string | undefined) =>
      bookAs(options, {
        consultationCharge: countryCode === '+49' ? 25 : 500,
        patientPayload: {
          firstName: `Ada ${countryCode}`,
          email,
          ...(countryCode ? { countryCode } : {}),
        },
      })
    const before = await clinic.bookingRows()
    const refused = await bookFrom(undefined)
    expect([refused.status, refused.json.message]).toEqual([
      400,
      expect.stringContaining('patientPayload.countryCode is required'),
    ])
    expect(await clinic.bookingRows()).toBe(before)
    const fromGermany = (await bookFrom('+49')).json.appointment
    expect(fromGermany).toMatchObject({ consultationCharge: 25, currency: 'USD' })
    // The next time it is known, whatever is sent then.
    for (const [from, patientPayload] of [
      ['16:00', undefined],
      ['16:15', { countryCode: '+91' }],
    ] as const) {
      const again = await bookAs(options, {
        ...slotTimes(from),
        patientId: fromGermany.patientId,
        patientPayload,
        consultationCharge: 25,
      })
      expect(again.json.appointment, again.text).toMatchObject({
        consultationCharge: 25,
        currency: 'USD',
      })
    }
    expect((await bookFrom('+91')).json.appointment).toMatchObject({
      consultationCharge: 500,
      currency: 'INR',
    })
  })

  it('creates new patients, and changes no known ones', async () => {
    await book(clinic, {
      patientPayload: {
        firstName: 'Meera',
        lastName: 'Iyer',
        phoneNumber,
        gender: 'female',
        dob: '1990-04-12',
      },
    })
    const patients = () =>
      house.sql('select to_jsonb(p) as row from patients p where workspace_id = $1 order by id', [
        clinic.workspaceId,
      ])
    const before = await patients()
    await verified(options)
    const changed = {
      firstName: 'MEERA',
      lastName: 'iyer',
      phoneNumber,
      gender: 'male',
      dob: '2001-01-01',
      email: 'new@example.org',
      mrnNumber: undefined,
    }
    expect((await bookAs(options, { patientPayload: changed })).status).toBe(201)
    expect(await patients()).toEqual(before)
    expect(
      (await bookAs(options, { patientPayload: { firstName: 'Arjun', phoneNumber } })).status,
    ).toBe(201)
    expect((await patients()).slice(0, 1)).toEqual(before)
    expect(await patients()).toHaveLength(2)
  })

  const terms = cases<[Record<string, unknown>, string]>([
    [{ paymentStatus: 'PAID' }, 'paymentStatus must be UNPAID under a session'],
    [{ paymentStatus: 'PENDING' }, 'paymentStatus must be UNPAID under a session'],
    [{ discountAmount: 0.01 }, 'discountAmount must be 0 under a session'],
    [{ consultationCharge: 0 }, 'consultationCharge must be 500 INR, the fee of this visit'],
    [{ consultationCharge: 499.99 }, 'consultationCharge must be 500 INR, the fee of this visit'],
    [{ consultationCharge: 501 }, 'consultationCharge must be 500 INR, the fee of this visit'],
    [
      { mode: 'ONLINE', consultationCharge: 500 },
      'consultationCharge must be 400 INR, the fee of this visit',
    ],
    [{ roomId: 1 }, 'roomId cannot be chosen under a session; leave it out'],
    [{ mode: 'WALK_IN' }, 'mode WALK_IN is booked at the clinic; choose another'],
    [{ currency: 'USD' }, "currency must be INR, the currency of this visit's fee"],
    [{ workspaceId: undefined }, 'workspaceId must be the workspace of the session'],
    [{ workspaceId: 1e9 }, 'workspaceId must be the workspace of the session'],
    [{ workspaceId: true }, 'workspaceId must be the workspace of the session'],
  ])
  it.each(terms)('cannot decide its own terms: %o is refused with %s', async (changes, problem) => {
    await verified(options)
    await expectNothingWritten(() => bookAs(options, changes), 400, {
      statusCode: 400,
      status: 'failed',
      message: `VALIDATION_ERROR: ${problem}.`,
      error: 'VALIDATION_ERROR',
    })
  })

  it('is one of ten of a mailbox, regardless of tags in its addresses, and of dots where they mean nothing (A-231)', async () => {
    await clinic.change((file) => (file.workspace.sessionVisitsMax = 2))
    const bookFor = async (email: string) => {
      const options = await page(`u-${email}`)
      await verified(options, { channel: 'email', email })
      return (
        (
          await bookAs(options, {
            patientPayload: { firstName: 'Meera', email, countryCode: '+91' },
          })
        ).json.error ?? 201
      )
    }
    const name = `meera${phoneNumber}`
    expect([
      await bookFor(`${name}+1@gmail.com`),
      await bookFor(`${name.slice(0, 3)}.${name.slice(3)}@gmail.com`),
    ]).toEqual([201, 201])
    await later(10 * minuteMs)
    const before = await clinic.bookingRows()
    expect([await bookFor(`${name}+3@gmail.com`), await bookFor(`${name}@googlemail.com`)]).toEqual(
      ['TOO_MANY_VISITS', 'TOO_MANY_VISITS'],
    )
    expect(await clinic.bookingRows()).toBe(before)
    expect(await bookFor(`${name}@example.org`)).toBe(201)
  })

  it('is one of ten times as many of a network, for all who book over it (A-231)', async () => {
    await clinic.change((file) => (file.workspace.sessionVisitsMax = 1))
    let visitors = 0
    const bookFrom = async (from: string) => {
      visitors += 1
      const email = `${phoneNumber}-${visitors}@catch-all.example`
      const options = { ...(await page(`u-${visitors}`)), from }
      await verified(options, { channel: 'email', email })
      return (
        (
          await bookAs(options, {
            patientPayload: { firstName: 'Meera', email, countryCode: '+91' },
          })
        ).json.error ?? 201
      )
    }
    const outcomes = []
    for (let number = 0; number < 10; number += 1)
      outcomes.push(await bookFrom(`2001:db8:0:aa0${number}::1`))
    expect(outcomes).toEqual(Array(10).fill(201))
    const before = await clinic.bookingRows()
    expect(await bookFrom('2001:db8:0:aaff::1')).toBe('TOO_MANY_VISITS_FROM_NETWORK')
    expect(await clinic.bookingRows()).toBe(before)
    expect([await bookFrom('2001:db8:0:ab00::1'), await bookFrom('203.0.113.9')]).toEqual([
      201, 201,
    ])
    // A cancellation makes room.
    await house.sql(
      "update appointments set status = 'CANCELLED' where workspace_id = $1 and id = (select min(id) from appointments where workspace_id = $1)",
      [clinic.workspaceId],
    )
    expect(await bookFrom('2001:db8:0:aaff::1')).toBe(201)
  })

  it('is one of at most ten upcoming ones of a contact, or of as many as the clinic file says (A-231)', async () => {
    await verified(options)
    const statuses = async (times: number) => {
      const all = []
      for (let index = 0; index < times; index += 1) all.push((await bookAs(options)).status)
      return all
    }
    const tooMany = {
      statusCode: 400,
      status: 'failed',
      message: expect.stringMatching(/^TOO_MANY_VISITS: /),
      error: 'TOO_MANY_VISITS',
    }
    expect(await statuses(10)).toEqual(Array(10).fill(201))
    await expectNothingWritten(() => bookAs(options), 400, tooMany)
    // Another session, and another end user, of the same contact.
    const other = await page('u-2')
    await verified(other)
    await expectNothingWritten(() => bookAs(other), 400, tooMany)
    await clinic.change((file) => (file.workspace.sessionVisitsMax = 11))
    expect((await bookAs(other)).status).toBe(201)
    await expectNothingWritten(() => bookAs(options), 400, tooMany)
    // A cancelled visit does not count as upcoming, and the clinic itself may book any number.
    await house.sql(
      "update appointments set status = 'CANCELLED' where workspace_id = $1 and id = (select min(id) from appointments where workspace_id = $1)",
      [clinic.workspaceId],
    )
    expect(await statuses(2)).toEqual([201, 400])
    expect((await bookAs({}, slotTimes('16:00', 15, '2030-03-05'))).status).toBe(201)
  })

  it('makes no record for a contact that reaches twenty, sequentially or concurrently, and is made for existing ones [A-231]', async () => {
    await verified(options)
    const people = (length: number) =>
      Array.from({ length }, (_, index) => ({ firstName: `Of the phone ${index}`, phoneNumber }))
    const key = { headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) } }
    for (const person of people(18))
      expect((await clinic.post('/v1/patients', person, key)).status).toBe(201)
    const tooMany = {
      statusCode: 400,
      status: 'failed',
      message: expect.stringMatching(/^TOO_MANY_PATIENTS: /),
      error: 'TOO_MANY_PATIENTS',
    }
    const firstNames = ['Anil', 'Bina', 'Chitra', 'Dev', 'Esha', 'Firoz']
    const replies = await Promise.all(
      firstNames.map((firstName) =>
        bookAs(options, { patientPayload: { firstName, phoneNumber } }),
      ),
    )
    expect(replies.map(({ status }) => status).sort()).toEqual([201, 201, 400, 400, 400, 400])
    for (const { json } of replies.filter(({ status }) => status === 400))
      expect(json).toEqual(tooMany)
    const [{ count }] = await house.sql(
      'select count(*)::int from patients where workspace_id = $1',
      [clinic.workspaceId],
    )
    expect(count).toBe(20)
    await expectNothingWritten(() => bookAs(options), 400, tooMany)
    expect((await bookAs(options, { patientPayload: people(1)[0] })).status).toBe(201)
    // The clinic itself may make any number.
    expect((await bookAs({})).status).toBe(201)
  })

  /** Copies of an existing record, with its phone and e-mail address. */
  const addRecordsLike = (patientId: number, prefix: string, count: number) =>
    house.sql(
      `insert into patients (workspace_id, mrn_number, first_name, first_name_folded, country_code, phone_number, phone_normalised, email, email_folded,
         created_at, updated_at)
       select p.workspace_id, $2 || n, 'Other', 'other', p.country_code, p.phone_number, p.phone_normalised, p.email, p.email_folded, p.created_at, p.updated_at
       from patients p, generate_series(1, $3) n where p.id = $1`,
      [patientId, prefix, count],
    )

  it('counts once a record that both the phone and the e-mail address reach [A-231]', async () => {
    await verified(options)
    const person = (firstName: string) => ({
      patientPayload: { firstName, phoneNumber, email: `all${phoneNumber}@example.org` },
    })
    const made = (await bookAs(options, person('Meera'))).json.appointment
    await addRecordsLike(made.patientId, 'M-', 18)
    expect((await bookAs(options, { ...person('Ravi'), ...slotTimes('16:00') })).status).toBe(201)
    expect((await bookAs(options, { ...person('Anil'), ...slotTimes('16:15') })).json.error).toBe(
      'TOO_MANY_PATIENTS',
    )
  })

  it('makes no record for an e-mail address that reaches twenty [A-231]', async () => {
    const email = `many${phoneNumber}@example.org`
    await verified(options, { channel: 'email', email })
    const made = (
      await bookAs(options, { patientPayload: { firstName: 'Meera', email, countryCode: '+91' } })
    ).json.appointment
    await addRecordsLike(made.patientId, 'E-', 19)
    const again = { patientPayload: { firstName: 'Ravi', email, countryCode: '+91' } }
    await expectNothingWritten(() => bookAs(options, again), 400, {
      statusCode: 400,
      status: 'failed',
      message: expect.stringMatching(/^TOO_MANY_PATIENTS: /),
      error: 'TOO_MANY_PATIENTS',
    })
    expect(
      (await bookAs(options, { patientPayload: { countryCode: '+91' }, patientId: made.patientId }))
        .status,
    ).toBe(201)
  })

  it('charges a patient from abroad the international fee, and the fee of a tier for a tier', async () => {
    const abroad = { firstName: 'Ann', countryCode: '+44', phoneNumber: '7700900123' }
    await verified(options, { countryCode: '+44', phoneNumber: '7700900123' })
    expect((await bookAs(options, { patientPayload: abroad })).json.message).toContain(
      'must be 25 USD',
    )
    // The same phone, split differently.
    for (const [countryCode, number] of [
      ['+447', '700900123'],
      ['+4', '47700900123'],
      ['+044', '7700900123'],
    ]) {
      const respelt = await bookAs(options, {
        patientPayload: { firstName: 'Ann', countryCode, phoneNumber: number },
      })
      expect(respelt.json.message, respelt.text).toContain('must be 25 USD')
    }
    const booked = await bookAs(options, { patientPayload: abroad, consultationCharge: 25 })
    expect(booked.json.appointment, booked.text).toMatchObject({
      consultationCharge: 25,
      currency: 'USD',
    })
    // No international fee for the mode, nor for the tier: the domestic one.
    expect(
      (await bookAs(options, { patientPayload: abroad, mode: 'ONLINE', consultationCharge: 25 }))
        .json.message,
    ).toContain('must be 400 INR')
    const online = await bookAs(options, {
      patientPayload: abroad,
      mode: 'ONLINE',
      consultationCharge: 400,
    })
    expect(online.json.appointment, online.text).toMatchObject({
      consultationCharge: 400,
      currency: 'INR',
    })
    const short = { patientPayload: abroad, ...tier('short') }
    expect((await bookAs(options, { ...short, consultationCharge: 1 })).json.message).toContain(
      'consultationCharge must be 350 INR',
    )
    expect(
      (
        await bookAs(options, {
          ...short,
          consultationCharge: undefined,
          discountAmount: 0,
          paymentStatus: 'UNPAID',
        })
      ).status,
    ).toBe(201)
  })

  it('may name its workspace as a decimal string, like any id', async () => {
    await verified(options)
    expect((await bookAs(options, { workspaceId: String(clinic.workspaceId) })).status).toBe(201)
  })

  it('is refused before anything else if the gate is closed, also for a queue', async () => {
    await expectNothingWritten(
      () => clinic.post(unified, { system: 'QMS' }, options),
      403,
      notVerified,
    )
  })
})

describe('a slot list for a session', () => {
  it('has the follow-up price of a patient only for the patient’s own verified contact', async () => {
    const visit = await book(clinic, { patientPayload: { firstName: 'Meera', phoneNumber } })
    const { patientId, id } = visit.json.appointment
    await house.sql(
      "update appointments set status = 'COMPLETED' where workspace_id = $1 and id = $2",
      [clinic.workspaceId, id],
    )
    const price = async (options: CallOptions, whom: Record<string, string | number>) => {
      const asked = {
        addressId: clinic.id('location', 'jaipur'),
        doctorId: clinic.id('practitioner', 'asha-rao'),
        appointmentDate: '2030-01-09',
        mode: 'OFFLINE',
      }
      const reply = await clinic.get(
        `/v1/appointments/available-slots?${queryString({ ...asked, followUp: true, ...whom })}`,
        options,
      )
      expect(reply.status).toBe(200)
      return reply.json.plans[0].pricePerSession
    }
    const stranger = await page('u-stranger')
    const patient = await page('u-patient')
    await verified(stranger, { phoneNumber: `${phoneNumber}1` })
    await verified(patient)
    for (const whom of [{ patientId }, { patientPhoneNumber: phoneNumber }]) {
      expect(await price({}, whom)).toBe(200)
      expect(await price(patient, whom)).toBe(200)
      expect(await price(stranger, whom)).toBe(500)
      expect(await price({ key: null, headers: await clinic.session() }, whom)).toBe(500)
      expect(
        await price(
          { key: null, headers: { ...(await clinic.session()), ...endUserHeader('not one id') } },
          whom,
        ),
      ).toBe(500)
    }
  })
})
