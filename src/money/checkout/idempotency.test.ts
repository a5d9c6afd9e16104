import { describe, expect, it } from 'vitest'
import {
  book,
  type Json,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  listVisits,
  reservableKinds,
  reservationRequest,
  reserve,
} from '../../../test/support/clinic/paying-clinic.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { openHarnessWithGateway } from '../../../test/support/gateways/recorded-gateway.ts'

const house = await openHarnessWithGateway()
const same = (replies: readonly Reply[]) =>
  new Set(replies.map(({ status, text }) => `${status} ${text}`)).size

it('makes one booking and one checkout for a request that is sent twice [IDEM-01] [IDEM-02] [INV-30]', async () => {
  const clinic = await createPayingClinic(house)
  house.calls()
  const first = await reserve(clinic, {}, 'one')
  const second = await reserve(clinic, {}, 'one')
  expect(first.status).toBe(201)
  expect(same([first, second])).toBe(1)
  expect(house.calls()).toEqual(['open'])
  expect(await listVisits(clinic)).toHaveLength(1)
  const plain = [
    await reserve(clinic, { returnUrl: undefined, ...slotTimes('10:00') }, 'two'),
    await reserve(clinic, { returnUrl: undefined, ...slotTimes('10:00') }, 'two'),
  ]
  expect([plain[0]?.status, same(plain)]).toEqual([201, 1])
})

it('returns the same answer for any order of the members, and to any key of the clinic [A-159] [A-160]', async () => {
  const clinic = await createPayingClinic(house)
  const first = await reserve(clinic, {}, 'one')
  const made = await house.operate('key-create', {
    workspace: clinic.name,
    kind: 'DEVELOPER',
    name: 'rotated',
    allow: ['127.0.0.1'],
  })
  const turned = await reserve(
    clinic,
    { patientPayload: { phoneNumber: '9876543210', lastName: 'Iyer', firstName: 'Meera' } },
    'one',
    { key: made.key },
  )
  expect(same([first, turned])).toBe(1)
})

it('treats equivalent bodies as the same: ignored members and defaults do not matter [GEN-09] [A-125] [A-153] [A-160]', async () => {
  const clinic = await createPayingClinic(house)
  const first = await reserve(clinic, {}, 'one')
  expect(first.status, first.text).toBe(201)
  const patientPayload = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
  for (const others of [
    { workspaceId: clinic.workspaceId },
    { workspaceId: 99 },
    { workspaceId: { any: 'type' } },
    { parentAppointmentId: 41 },
    { paymentStatus: 'PAID' },
    { system: 'SCHEDULED' },
    { source: 'ELSEWHERE' },
    { discountAmount: 0 },
    { followUp: false },
    { type: 'CONSULTATION' },
    { workspaceAddressId: clinic.id('location', 'jaipur') },
    { fromDateTimeIso: '2030-01-07T03:30:00Z' },
    { patientPayload: { ...patientPayload, nick: 'M' } },
  ]) {
    const again = await reserve(clinic, others, 'one')
    expect([again.status, again.text], JSON.stringify(others)).toEqual([201, first.text])
  }
  const before = await clinic.bookingRows()
  for (const others of [
    { returnUrl: undefined },
    { chiefComplaint: 'Rash' },
    { patientPayload: { ...patientPayload, lastName: 'Rao' } },
  ])
    expect((await reserve(clinic, others, 'one')).json.error, JSON.stringify(others)).toBe(
      'IDEMPOTENCY_KEY_REUSED',
    )
  expect(await clinic.bookingRows()).toBe(before)
})

it('treats equivalent sales of a pack as the same [GEN-09] [A-160]', async () => {
  const clinic = await createPayingClinic(house)
  const { patientId } = (await reserve(clinic)).json
  const sale = {
    addressId: clinic.id('location', 'jaipur'),
    patientId,
    packageConfigId: clinic.id('sessionPack', 'ten'),
  }
  const sell = (others: Json) =>
    clinic.post(
      '/v1/session/packs',
      { ...sale, ...others },
      { headers: { 'idempotency-key': 'one' } },
    )
  const replies = [
    await sell({}),
    await sell({ workspaceId: 99 }),
    await sell({ paymentMode: 'CASH', paymentStatus: 'PAID' }),
    await sell({ unknown: 1 }),
  ]
  expect([replies[0]?.status, same(replies)], replies.map(({ text }) => text).join('\n')).toEqual([
    201, 1,
  ])
  expect((await sell({ paymentStatus: 'UNPAID' })).json.error).toBe('IDEMPOTENCY_KEY_REUSED')
})

it('recognizes the body of a key by its words alone, as another release running at the same time does [IDEM-01]', async () => {
  const clinic = await createPayingClinic(house)
  const first = await reserve(clinic, {}, 'one')
  // The previous release stores only the hash of the body.
  await house.sql('update idempotency_keys set meaning_hash = null where workspace_id = $1', [
    clinic.workspaceId,
  ])
  expect((await reserve(clinic, {}, 'one')).text).toBe(first.text)
  expect((await reserve(clinic, { workspaceId: 99 }, 'one')).json.error).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  )
  // Another release may read the body differently and store another hash of its meaning.
  await house.sql(
    "update idempotency_keys set meaning_hash = sha256('read in another way') where workspace_id = $1",
    [clinic.workspaceId],
  )
  expect((await reserve(clinic, {}, 'one')).text).toBe(first.text)
})

it('treats two requests without a key as two attempts; an empty key is none [IDEM-03]', async () => {
  const clinic = await createPayingClinic(house)
  expect((await reserve(clinic, {}, '')).status).toBe(201)
  expect((await reserve(clinic, {}, '')).json.error).toBe('SLOT_NOT_AVAILABLE')
  expect((await reserve(clinic)).json.error).toBe('SLOT_NOT_AVAILABLE')
})

it.each(reservableKinds)(
  'answers a %s without a key, when the gateway is silent, with what exists and the advice not to resend it [RES-18] [A-157]',
  async (thing) => {
    const clinic = await createPayingClinic(house)
    const { path, body } = reservationRequest(clinic, thing)
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'open',
      how: 'time-out-before',
      times: 1,
    })
    const reply = await clinic.post(path, body)
    const [made] = await house.sql(
      `select 'the visit ' || booking_reference as booked, payment_status as payment from appointments where workspace_id = $1
     union all select 'the token ' || token_letter || '-' || token_number, payment_status from queue_visits where workspace_id = $1
     union all select 'the session pack ' || id, payment_status from patient_packs where workspace_id = $1 and payment_status is not null`,
      [clinic.workspaceId],
    )
    expect(made.payment).toBe('UNPAID')
    expect([reply.status, reply.headers['retry-after']]).toEqual([503, undefined])
    expect(reply.json.message).toContain(`${made.booked} was made`)
    expect(reply.json.message).toContain('Do not send the request again')
    // With a key, the advice fits the key.
    await house.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'open',
      how: 'time-out-before',
      times: 1,
    })
    const other = reservationRequest(clinic, thing, '10:00')
    const withKey = await clinic.post(other.path, other.body, {
      headers: { 'idempotency-key': 'one' },
    })
    expect([withKey.status, withKey.headers['retry-after']]).toEqual([503, '1'])
    expect(withKey.json.message).toContain(
      'send the same request again, with the same Idempotency-Key',
    )
  },
)

it('is ignored by other booking routes [IDEM-04]', async () => {
  const clinic = await createPayingClinic(house)
  const headers = { 'idempotency-key': 'one' }
  expect((await book(clinic, {}, { headers })).status).toBe(201)
  expect((await book(clinic, {}, { headers })).json.error).toBe('SLOT_NOT_AVAILABLE')
  expect((await reserve(clinic, slotTimes('09:15'), 'one')).status).toBe(201)
})

it('gives parallel requests with one key one booking and one answer [IDEM-05]', async () => {
  const clinic = await createPayingClinic(house)
  for (const [key, changes] of [
    ['checkout', {}],
    ['none', { returnUrl: undefined, ...slotTimes('09:30') }],
  ] as const) {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => reserve(clinic, changes, key)),
    )
    expect([replies[0]?.status, same(replies)], replies[0]?.text).toEqual([201, 1])
  }
  expect(await listVisits(clinic)).toHaveLength(2)
})

it.each(['with a checkout', 'without'])(
  'gives parallel requests with one key and different bodies one booking, %s [IDEM-05] [A-160]',
  async (kind) => {
    const clinic = await createPayingClinic(house)
    const { patientId } = (await reserve(clinic, slotTimes('12:00'), 'before')).json
    const changes = {
      patientId,
      patientPayload: undefined,
      ...(kind === 'without' ? { returnUrl: undefined } : {}),
    }
    const replies = await Promise.all(
      ['09:00', '09:15', '09:30', '09:45'].map((clock) =>
        reserve(clinic, { ...changes, ...slotTimes(clock) }, 'one'),
      ),
    )
    expect(replies.map(({ status, json }) => json.error ?? status).toSorted()).toEqual([
      201,
      ...Array(3).fill('IDEMPOTENCY_KEY_REUSED'),
    ])
    expect(await listVisits(clinic)).toHaveLength(2)
  },
)

it('makes another booking with another key [IDEM-06]', async () => {
  const clinic = await createPayingClinic(house)
  const one = await reserve(clinic, {}, 'one')
  const two = await reserve(clinic, slotTimes('09:15'), 'two')
  expect(one.json.appointmentRef).not.toBe(two.json.appointmentRef)
  expect(await listVisits(clinic)).toHaveLength(2)
})

it('refuses a key with another body, and an invalid key, and nothing is written [A-159] [A-160]', async () => {
  const clinic = await createPayingClinic(house)
  await reserve(clinic, {}, 'one')
  const before = await clinic.bookingRows()
  expect((await reserve(clinic, slotTimes('09:15'), 'one')).json.error).toBe(
    'IDEMPOTENCY_KEY_REUSED',
  )
  for (const key of ['x'.repeat(256), 'é', 'a\tb'])
    expect((await reserve(clinic, slotTimes('09:15'), key)).json.error).toBe('VALIDATION_ERROR')
  expect(await clinic.bookingRows()).toBe(before)
  expect((await reserve(clinic, slotTimes('09:15'), 'x'.repeat(255))).status).toBe(201)
})

it('leaves the key of a refusal free [A-162]', async () => {
  const clinic = await createPayingClinic(house)
  expect((await reserve(clinic, slotTimes('09:05'), 'one')).json.error).toBe('SLOT_NOT_OFFERED')
  expect((await reserve(clinic, {}, 'one')).status).toBe(201)
})

it('is limited to its workspace and route [A-159] [GEN-10]', async () => {
  const one = await createPayingClinic(house)
  const other = await createPayingClinic(house)
  const first = await reserve(one, {}, 'key')
  const foreign = await reserve(other, {}, 'key')
  expect(foreign.status).toBe(201)
  expect(foreign.json.sessionRef).not.toBe(first.json.sessionRef)
  const sale = {
    addressId: one.id('location', 'jaipur'),
    patientId: first.json.patientId,
    packageConfigId: one.id('sessionPack', 'ten'),
  }
  expect(
    (await one.post('/v1/session/packs', sale, { headers: { 'idempotency-key': 'key' } })).status,
  ).toBe(201)
})

it('opens the checkout of a kept booking with the key that the gateway knows, and never books again [IDEM-07] [RES-18] [A-158]', async () => {
  const clinic = await createPayingClinic(house)
  for (const [how, status] of [
    ['refuse', 503],
    ['time-out-after', 503],
    ['time-out-before', 503],
  ] as const)
    await house
      .operate('sandbox-gateway-fail', {
        workspace: clinic.name,
        call: 'open',
        how,
        times: 1,
        ...(how === 'refuse' ? { status } : {}),
      })
      .then(async () => {
        expect((await reserve(clinic, {}, 'one')).status).toBe(503)
        expect((await listVisits(clinic)).map(({ paymentStatus }: Json) => paymentStatus)).toEqual([
          'UNPAID',
        ])
      })
  const opened = await reserve(clinic, {}, 'one')
  expect(opened.status, opened.text).toBe(201)
  expect(opened.json.appointment.paymentStatus).toBe('PENDING')
  // The checkout whose answer was lost is opened.
  expect(await house.operate('sandbox-gateway-list', { workspace: clinic.name })).toMatchObject([
    { reference: opened.json.sessionRef },
  ])
  expect((await reserve(clinic, {}, 'one')).text).toBe(opened.text)
  expect(await listVisits(clinic)).toHaveLength(1)
})

it('opens another checkout once the first was closed for good, for the same booking [A-158]', async () => {
  const clinic = await createPayingClinic(house)
  await house.operate('sandbox-gateway-fail', {
    workspace: clinic.name,
    call: 'open',
    how: 'time-out-after',
    times: 1,
  })
  expect((await reserve(clinic, {}, 'one')).status).toBe(503)
  await house.operate('clock-advance', { ms: 16 * 60_000 })
  await expect
    .poll(
      async () =>
        (
          await house.sql('select state from payment_sessions where workspace_id = $1', [
            clinic.workspaceId,
          ])
        )[0].state,
    )
    .toBe('CLOSED')
  const opened = await reserve(clinic, {}, 'one')
  expect(opened.status, opened.text).toBe(201)
  expect(await listVisits(clinic)).toMatchObject([
    { paymentStatus: 'PENDING', bookingReference: opened.json.appointmentRef },
  ])
  expect(await house.operate('sandbox-gateway-list', { workspace: clinic.name })).toHaveLength(2)
})

it('opens another checkout for a kept booking whose hold expired before the retry, and the booking stays [A-158] [RES-18]', async () => {
  const clinic = await createPayingClinic(house)
  await house.operate('sandbox-gateway-fail', {
    workspace: clinic.name,
    call: 'open',
    how: 'refuse',
    status: 402,
    times: 1,
  })
  expect((await reserve(clinic, {}, 'one')).status).toBe(402)
  await house.operate('clock-advance', { ms: 16 * 60_000 })
  const opened = await reserve(clinic, {}, 'one')
  expect(opened.status, opened.text).toBe(201)
  // Its hold starts again: the booking is not swept at once.
  const now = house.application.clock.now()
  const due = await house.sql(
    "select due_at from due_work where workspace_id = $1 and kind = 'checkout'",
    [clinic.workspaceId],
  )
  expect(due).toHaveLength(1)
  expect(due[0].due_at).toBeGreaterThan(now + 14 * 60_000)
  expect(await listVisits(clinic)).toMatchObject([
    { status: 'SCHEDULED', paymentStatus: 'PENDING', bookingReference: opened.json.appointmentRef },
  ])
  await actOnPaymentPage(house, opened.json.checkoutUrl, 'pay')
  expect((await confirm(clinic, { sessionRef: opened.json.sessionRef })).json.status).toBe(
    'SUCCESS',
  )
})

it('says that the booking of a key has expired if its checkout was never opened [A-158]', async () => {
  const clinic = await createPayingClinic(house)
  await house.operate('sandbox-gateway-fail', {
    workspace: clinic.name,
    call: 'open',
    how: 'refuse',
    status: 402,
    times: 1,
  })
  expect((await reserve(clinic, {}, 'one')).status).toBe(402)
  const [{ id }] = await listVisits(clinic)
  await house.call('PATCH', `/v1/appointments/${id}/cancel`, { key: clinic.key, body: {} })
  const before = await clinic.bookingRows()
  expect((await reserve(clinic, {}, 'one')).json.error).toBe('RESERVATION_ENDED')
  expect(await clinic.bookingRows()).toBe(before)
})

it('continues for a request that died while its checkout was being opened, as long as the hold lasts, and no longer [A-158]', async () => {
  // Nothing sweeps here: it would expire anyway.
  const still = await openHarnessWithGateway({ doesDueWork: false })
  const died = async () => {
    const clinic = await createPayingClinic(still)
    await still.operate('sandbox-gateway-fail', {
      workspace: clinic.name,
      call: 'open',
      how: 'time-out-before',
      times: 1,
    })
    expect((await reserve(clinic, {}, 'one')).status).toBe(503)
    await withClient(still.connection, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query("update payment_sessions set state = 'OPENING' where workspace_id = $1", [
        clinic.workspaceId,
      ])
      await client.query(
        "update appointments set payment_status = 'PENDING', payment_mode = 'ONLINE' where workspace_id = $1",
        [clinic.workspaceId],
      )
    })
    return clinic
  }
  const inTime = await died()
  const tooLate = await died()
  await still.operate('clock-advance', { ms: 14 * 60_000 })
  expect((await reserve(inTime, {}, 'one')).status).toBe(201)
  await still.operate('clock-advance', { ms: 2 * 60_000 })
  still.calls()
  const before = await tooLate.bookingRows()
  expect((await reserve(tooLate, {}, 'one')).json.error).toBe('RESERVATION_ENDED')
  expect(await tooLate.bookingRows()).toBe(before)
  expect(still.calls()).toEqual([])
})

it('tells a duplicate to retry later while the first one still runs, and at once when that continues after its answer or died [A-161]', async () => {
  const clinic = await createPayingClinic(house)
  await reserve(clinic, {}, 'one')
  const lease = (seconds: number) =>
    house.sql(
      'update idempotency_keys set answer = null, leased_until = now() + make_interval(secs => $2) where workspace_id = $1',
      [clinic.workspaceId, seconds],
    )
  await lease(5)
  const dead = await reserve(clinic, {}, 'one')
  expect([dead.status, dead.json]).toEqual([429, { message: expect.any(String) }])
  // The rest of the lease, in seconds.
  expect([1, 2, 3, 4, 5]).toContain(Number(dead.headers['retry-after']))
  await lease(10)
  const alive = await reserve(clinic, {}, 'one')
  expect(alive.status).toBe(429)
  expect([1, 2, 3, 4, 5, 6]).toContain(Number(alive.headers['retry-after']))
})

it('gives parallel requests with one key one answer when each could replace a failed reservation [IDEM-05] [A-164]', async () => {
  // Nothing sweeps here: a failed reservation keeps its place.
  const still = await openHarness({ doesDueWork: false })
  for (let round = 0; round < 6; round += 1) {
    const clinic = await createPayingClinic(still)
    const failed = (await reserve(clinic)).json
    await actOnPaymentPage(still, failed.checkoutUrl, 'decline')
    expect((await confirm(clinic, { sessionRef: failed.sessionRef })).json.status).toBe('FAILED')
    const replies = await Promise.all(Array.from({ length: 8 }, () => reserve(clinic, {}, 'one')))
    expect(replies.map(({ status, text }) => `${status} ${text}`)).toEqual(
      replies.map(() => `201 ${replies.find(({ status }) => status === 201)?.text}`),
    )
  }
})

describe('a slow gateway', () => {
  it('holds no caller longer than five seconds, and the same request gets its checkout [IDEM-02] [A-161]', async () => {
    const clinic = await createPayingClinic(house)
    house.calls()
    const kept = house.pauseNext('open', 'before')
    const from = performance.now()
    const late = await reserve(clinic, {}, 'one')
    expect(performance.now() - from).toBeLessThan(5_000)
    expect([late.status, late.headers['retry-after']]).toEqual([503, '6'])
    expect(late.json.message).toContain(
      'the checkout is still being opened; send the same request again in 6 seconds, with the same Idempotency-Key',
    )
    expect(await listVisits(clinic)).toMatchObject([{ paymentStatus: 'PENDING' }])
    const again = await reserve(clinic, {}, 'one')
    expect(again.status).toBe(429)
    kept.goOn()
    const state = async () =>
      (
        await house.sql('select state from payment_sessions where workspace_id = $1', [
          clinic.workspaceId,
        ])
      )[0].state
    await expect.poll(state).toBe('OPEN')
    const opened = await reserve(clinic, {}, 'one')
    expect([opened.status, opened.json.checkoutUrl]).toEqual([201, expect.stringContaining('http')])
    expect(house.calls()).toEqual(['open'])
    expect(await listVisits(clinic)).toHaveLength(1)
  })

  it('leaves a reservation without a key unpaid, and no checkout is opened afterwards [A-157]', async () => {
    const clinic = await createPayingClinic(house)
    const kept = house.pauseNext('open', 'before')
    const from = performance.now()
    const late = await reserve(clinic)
    expect(performance.now() - from).toBeLessThan(5_000)
    const [visit] = await listVisits(clinic)
    expect([late.status, late.json.message]).toEqual([
      503,
      expect.stringContaining(`the visit ${visit.bookingReference} was made`),
    ])
    expect(visit.paymentStatus).toBe('UNPAID')
    const before = await clinic.bookingRows()
    kept.goOn()
    // The next call of the gateway is made when the first is over.
    await expect
      .poll(
        async () =>
          (await house.operate('sandbox-gateway-list', { workspace: clinic.name })).length,
      )
      .toBe(1)
    expect((await reserve(clinic, slotTimes('10:00'), 'other')).status).toBe(201)
    expect(JSON.parse(await clinic.bookingRows())[1]).toEqual(
      expect.arrayContaining(JSON.parse(before)[1]),
    )
  })
})

it('stores nothing of the header, deletes the key after a week, and at once when the patient’s record is erased [A-159]', async () => {
  const clinic = await createPayingClinic(house)
  const { json } = await reserve(clinic, {}, 'meera@example.org')
  const rows = () =>
    house.sql('select to_jsonb(k) as row from idempotency_keys k where workspace_id = $1', [
      clinic.workspaceId,
    ])
  expect(JSON.stringify(await rows())).not.toContain('meera@example.org')
  await house.operate('patient-erase', {
    workspace: clinic.name,
    id: json.patientId,
    confirmed: true,
  })
  expect(await rows()).toEqual([])
})
