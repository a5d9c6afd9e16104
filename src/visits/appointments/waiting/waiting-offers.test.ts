// A free time that is offered to a patient on the waiting list: held by its claim, announced by a
// message, and accepted, declined, withdrawn or expired.

import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { countDeadlocks } from '../../../../test/support/clinic/connections.ts'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  runAsTester,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { withoutLimits } from '../../../../test/support/clinic/no-limits.ts'
import { createRecordingRail } from '../../../../test/support/clinic/recording-rail.ts'
import { afterFile } from '../../../../test/support/run/after-file.ts'
import { runSize } from '../../../../test/support/run/sizes.ts'
import { makeVisitLink } from '../../../clinic/notices/visit-links.ts'
import { openApplication } from '../../../doors/app/application.ts'
import { deleteOldOffers } from '../offers.ts'

const origin = 'https://booking.example'
const rail = createRecordingRail()
const house = await openHarness({ rails: rail, publicUrl: origin })

const monday = '2030-01-07'
const at = (clock: string) => `${monday}T${clock}:00+05:30`
const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
}
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
// Its title distinguishes its messages from others.
const clinicWithOffers = () =>
  house.clinic(
    ({ workspace }) =>
      void Object.assign(workspace, {
        title: workspace.name,
        notices: { offer: true, confirmation: true },
      }),
  )
const place = (clinic: Clinic) => ({
  addressId: clinic.id('location', 'jaipur'),
  doctorId: clinic.id('practitioner', 'asha-rao'),
})
const add = (clinic: Clinic, patientPayload: Json = meera) =>
  operate(clinic, 'waiting-add', { addressId: place(clinic).addressId, patientPayload })
const offer = (clinic: Clinic, { id }: Json, clock = '09:00', changes: Json = {}) =>
  operate(clinic, 'waiting-offer', {
    id,
    doctorId: place(clinic).doctorId,
    fromDateTimeIso: at(clock),
    ...changes,
  })
const listWaiting = async (clinic: Clinic) =>
  operate(clinic, 'waiting-list', { addressId: place(clinic).addressId })
const freeTimes = async (clinic: Clinic) =>
  (await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json.slots.map(
    ({ fromDateTimeTs }: Json) => fromDateTimeTs,
  )
const claims = ({ workspaceId }: Clinic) =>
  house.sql('select from_at from claims where workspace_id = $1 order by from_at', [workspaceId])
const rows = ({ workspaceId }: Clinic) =>
  house.sql(
    'select o.state, e.state as entry from waiting_offers o join waiting_entries e on e.workspace_id = o.workspace_id and e.id = o.entry_id where o.workspace_id = $1 order by o.id',
    [workspaceId],
  )
const due = ({ workspaceId }: Clinic, kind = '%offer%') =>
  house.sql('select kind from due_work where workspace_id = $1 and kind like $2', [
    workspaceId,
    kind,
  ])
const get = (path: string, language = 'en') =>
  house.call('GET', path, { headers: { 'accept-language': language } })
const post = (path: string, headers = {}) =>
  house.call('POST', path, {
    headers: { 'accept-language': 'en', 'sec-fetch-site': 'same-origin', ...headers },
  })

const seen = new Map<string, number>()
/**
 * Sends a clinic's messages with this subject until there is one more than before, and returns it.
 */
async function readNotice({ name }: Clinic, subject: string): Promise<string> {
  const matchingNotices = () =>
    rail.notices.filter((notice) => notice.subject.startsWith(`${subject} at ${name}`))
  const index = seen.get(`${name} ${subject}`) ?? 0
  seen.set(`${name} ${subject}`, index + 1)
  await expect
    .poll(async () => {
      await house.application.dueWork.tick()
      return matchingNotices().length
    })
    .toBeGreaterThan(index)
  return matchingNotices()[index]?.text ?? ''
}
const pathOfOffer = async (clinic: Clinic) =>
  new RegExp(`${origin}(/visit/[0-9a-z]{26})\n`).exec(
    await readNotice(clinic, 'A time for you'),
  )?.[1] ?? ''

it('an offer at the time of another visit of the patient says so, and can be accepted [DAY-15] [PAGE-10]', async () => {
  const clinic = await clinicWithOffers()
  const jonas = {
    doctorId: clinic.id('practitioner', 'jonas-weber'),
    addressId: clinic.id('location', 'berlin'),
  }
  const times = {
    fromDateTimeIso: `${monday}T11:30:00+01:00`,
    toDateTimeIso: `${monday}T12:00:00+01:00`,
  }
  expect((await book(clinic, { patientPayload: meera, ...jonas, ...times })).status).toBe(201)
  const createOfferPage = async (clock: string, patientPayload: Json) => {
    const made = await offer(clinic, await add(clinic, patientPayload), clock)
    const link = {
      workspaceId: clinic.workspaceId,
      appointmentId: null,
      visitId: null,
      offerId: made.offer.id,
    }
    return makeVisitLink(house.application.database, link, house.application.clock.now())
  }
  const path = await createOfferPage('16:15', meera)
  expect((await get(path)).text).toMatch(
    /You already have a visit at this time, at <bdi>4:00\sPM<\/bdi>/,
  )
  expect(
    (
      await get(
        await createOfferPage('16:45', {
          firstName: 'Tara',
          lastName: 'Singh',
          phoneNumber: '9812345678',
        }),
      )
    ).text,
  ).not.toContain('already have')
  expect((await post(`${path}/accept`)).status).toBe(303)
  expect((await get(path)).text).not.toContain('already have')
})

describe('a patient who has a later visit of the kind', () => {
  const listVisitRows = ({ workspaceId }: Clinic) =>
    house.sql(
      `select id::int, status, payment_status, payment_mode, to_char(from_at at time zone 'Asia/Kolkata', 'DD HH24:MI') as at, charge_minor::int as charge
       from appointments where workspace_id = $1 order by id`,
      [workspaceId],
    )
  const withVisit = async (changesOf: (clinic: Clinic) => Json = () => ({})) => {
    const clinic = await house.clinic(
      ({ workspace }) =>
        void Object.assign(workspace, {
          title: workspace.name,
          notices: { offer: true, confirmation: true, move: true, cancellation: true },
        }),
    )
    const reply = await book(clinic, {
      patientPayload: meera,
      ...slotTimes('11:00'),
      consultationCharge: 500,
      ...changesOf(clinic),
    })
    expect(reply.status, reply.text).toBe(201)
    return { clinic, visit: reply.json.appointment }
  }

  it('and takes an earlier time has one visit, which moved there with its payment, and reads so before [WAIT-03] [DAY-15]', async () => {
    const { clinic, visit } = await withVisit()
    await operate(clinic, 'visit-pay', { id: visit.id, method: 'CARD' })
    const entry = await add(clinic)
    await offer(clinic, entry)
    const path = await pathOfOffer(clinic)
    const page = (await get(path)).text
    expect(page).toMatch(
      /This time replaces your visit on <bdi>Monday, January 7, 2030(,| at) 11:00\sAM<\/bdi>/,
    )
    expect(page).not.toContain('At the clinic:')
    expect((await post(`${path}/accept`)).status).toBe(303)
    expect(await listVisitRows(clinic)).toEqual([
      {
        id: visit.id,
        status: 'RESCHEDULED',
        payment_status: 'PAID',
        payment_mode: 'CARD',
        at: '07 09:00',
        charge: 50_000,
      },
    ])
    expect(await rows(clinic)).toEqual([{ state: 'ACCEPTED', entry: 'BOOKED' }])
    expect(
      (
        await house.sql(
          'select appointment_id::int as visit from waiting_entries where workspace_id = $1',
          [clinic.workspaceId],
        )
      )[0].visit,
    ).toBe(visit.id)
    expect(await claims(clinic)).toHaveLength(1)
    expect(await freeTimes(clinic)).toContain('11:00')
    // The link of the offer leads to the visit, and the patient is told of one visit.
    expect((await get(path)).text).toContain(visit.bookingReference)
    expect(await readNotice(clinic, 'New time for your visit')).toContain('9:00')
  })

  it('is booked by phone into the same, without an offer, too; the list says so before [WAIT-03] [DAY-15]', async () => {
    const { clinic, visit } = await withVisit()
    const entry = await add(clinic)
    const [{ times }] = await listWaiting(clinic)
    const [first] = times
    expect(first.replaces).toBe(first.fromDateTimeIso < at('11:00') ? at('11:00') : null)
    const booked = await operate(clinic, 'waiting-book', {
      id: entry.id,
      doctorId: place(clinic).doctorId,
      fromDateTimeIso: at('09:30'),
    })
    expect(booked).toMatchObject({
      id: visit.id,
      status: 'RESCHEDULED',
      bookingReference: visit.bookingReference,
    })
    expect(await listVisitRows(clinic)).toMatchObject([{ id: visit.id, at: '07 09:30' }])
    expect(await claims(clinic)).toHaveLength(1)
  })

  it.each([
    ['earlier', () => slotTimes('09:00'), '11:00'],
    ['of another length', () => slotTimes('11:00', 30), '09:00'],
    ['of another mode', () => ({ mode: 'ONLINE' }), '09:00'],
    ['in a room', (clinic: Clinic) => ({ roomId: clinic.id('room', 'jaipur/room-1') }), '09:00'],
  ])('that is %s keeps it beside the one of the offer [WAIT-03]', async (_, changesOf, clock) => {
    const { clinic } = await withVisit(changesOf)
    await offer(clinic, await add(clinic), clock)
    const path = await pathOfOffer(clinic)
    expect((await get(path)).text).not.toContain('replaces')
    expect((await post(`${path}/accept`)).status).toBe(303)
    expect(await listVisitRows(clinic)).toMatchObject([
      { status: 'SCHEDULED' },
      { status: 'SCHEDULED', at: `07 ${clock}` },
    ])
  })
})

it('a free time is held in every list and booking, announced by a message, and booked at the stated price once it is accepted [DAY-15]', async () => {
  const clinic = await clinicWithOffers()
  const entry = await add(clinic)
  const offered = await offer(clinic, entry)
  const now = house.application.clock.now()
  expect(offered).toMatchObject({
    id: entry.id,
    state: 'OPEN',
    offer: {
      doctorId: place(clinic).doctorId,
      fromDateTimeIso: at('09:00'),
      toDateTimeIso: at('09:15'),
      payableAmount: 500,
      currency: 'INR',
      state: 'OPEN',
      notice: null,
    },
  })
  expect(Math.abs(Date.parse(offered.offer.expiresAt) - now - 30 * 60_000)).toBeLessThan(60_000)

  expect(await freeTimes(clinic)).not.toContain('09:00')
  expect(await freeTimes(clinic)).toContain('09:15')
  expect((await book(clinic, { patientPayload: { firstName: 'Tara' } })).json.error).toBe(
    'SLOT_NOT_AVAILABLE',
  )
  const visit = { ...place(clinic), mode: 'OFFLINE', patientPayload: { firstName: 'Tara' } }
  await expect(
    operate(clinic, 'visit-book', { ...visit, fromDateTimeIso: at('09:00') }),
  ).rejects.toThrow('taken')
  await expect(
    operate(clinic, 'visit-book', {
      ...visit,
      fromDateTimeIso: at('09:05'),
      unofferedReason: 'Late',
    }),
  ).rejects.toThrow('taken')
  await expect(
    operate(clinic, 'series-book', { ...visit, starts: [at('09:00'), at('09:30')] }),
  ).rejects.toThrow('cannot be booked')
  const other = (
    await book(clinic, { patientPayload: { firstName: 'Ravi' }, ...slotTimes('09:30') })
  ).json.appointment
  const move = await house.call('PATCH', `/v1/appointments/${other.id}/reschedule`, {
    key: clinic.key,
    body: slotTimes('09:00'),
  })
  expect(move.json.error).toBe('SLOT_NOT_AVAILABLE')
  const second = await add(clinic, { firstName: 'Tara', phoneNumber: '9812345678' })
  await expect(offer(clinic, second)).rejects.toThrow('taken')
  await expect(
    operate(clinic, 'waiting-book', {
      id: second.id,
      doctorId: place(clinic).doctorId,
      fromDateTimeIso: at('09:00'),
    }),
  ).rejects.toThrow('taken')
  const [asha] = (
    await operate(clinic, 'day-show', { addressId: place(clinic).addressId, date: monday })
  ).doctors
  expect(asha.busy).toMatchObject([
    {
      kind: 'OFFERED',
      fromDateTimeIso: at('09:00'),
      offer: { entryId: entry.id, patient: { firstName: 'Meera' } },
    },
  ])
  expect(
    asha.slots.find(({ fromDateTimeIso }: Json) => fromDateTimeIso === at('09:00')),
  ).toMatchObject({ status: 'BOOKED' })
  const { unavailableSlots } = (await listSlots(clinic, 'asha-rao', 'jaipur', monday)).json
  expect(
    unavailableSlots.find(({ fromDateTimeIso }: Json) => fromDateTimeIso === at('09:00')),
  ).toMatchObject({ status: 'BOOKED' })
  const schedule = (
    await clinic.get(
      `/v1/appointments/schedule-slots?addressId=${place(clinic).addressId}&doctorId=${place(clinic).doctorId}&appointmentDate=${monday}`,
    )
  ).json
  expect(schedule[0].slots[0]).toMatchObject({ status: 'BOOKED' })
  expect(schedule[0].slots[0].appointmentId).toBeUndefined()

  const path = await pathOfOffer(clinic)
  await expect
    .poll(async () => (await listWaiting(clinic))[0].offer)
    .toMatchObject({ state: 'OPEN', notice: 'SENT' })
  // The clinic raises its price afterwards; the stated one still applies.
  await clinic.change((file) => {
    const fees = file.practitioners['asha-rao']?.at.jaipur?.fees
    for (const fee of fees ?? []) if (fee.mode === 'OFFLINE') fee.amount = 800
  })
  expect((await post(`${path}/accept`)).status).toBe(303)
  const [booked] = await house.sql(
    'select * from appointments where workspace_id = $1 and patient_id = $2',
    [clinic.workspaceId, entry.patientId],
  )
  expect(booked).toMatchObject({
    charge_minor: 50000,
    status: 'SCHEDULED',
    payment_status: 'UNPAID',
    source: 'DASHBOARD',
    mode: 'OFFLINE',
  })
  expect(
    await house.sql(
      'select state, appointment_id from waiting_entries where workspace_id = $1 and id = $2',
      [clinic.workspaceId, entry.id],
    ),
  ).toEqual([{ state: 'BOOKED', appointment_id: booked.id }])
  expect((await operate(clinic, 'visit-history', { id: Number(booked.id) })).at(-1)).toMatchObject({
    action: 'BOOKED',
    by: 'visit link',
  })
  // The link then leads to the visit.
  expect((await get(path)).text).toContain(booked.booking_reference)
  expect((await post(`${path}/accept`)).status).toBe(303)
  expect((await post(`${path}/decline`)).status).toBe(303)
  expect(await claims(clinic)).toHaveLength(2)
  expect(await readNotice(clinic, 'Your visit')).toContain(booked.booking_reference)
})

describe('an offer', () => {
  it('frees its time at once when it is declined or withdrawn, and the patient stays on the list [DAY-15]', async () => {
    const clinic = await clinicWithOffers()
    const entry = await add(clinic)
    await offer(clinic, entry)
    const path = await pathOfOffer(clinic)
    expect((await get(`${path}/decline`)).text).toContain('Let this time go?')
    expect(await freeTimes(clinic)).not.toContain('09:00')
    expect((await post(`${path}/decline`)).status).toBe(303)
    expect(await freeTimes(clinic)).toContain('09:00')
    expect((await get(path)).text).toContain('You have declined this time')
    expect((await get(`${path}/decline`)).headers.location).toBe(path)
    const refused = await post(`${path}/accept`)
    expect([refused.status, refused.text.includes('You have declined this time')]).toEqual([
      409,
      true,
    ])
    expect((await listWaiting(clinic))[0]).toMatchObject({
      state: 'OPEN',
      offer: { state: 'DECLINED' },
    })

    expect((await offer(clinic, entry)).offer).toMatchObject({ state: 'OPEN' })
    const second = await pathOfOffer(clinic)
    expect(await operate(clinic, 'waiting-offer-end', { id: entry.id })).toMatchObject({
      state: 'OPEN',
      offer: { state: 'TAKEN_BACK' },
    })
    await expect(operate(clinic, 'waiting-offer-end', { id: entry.id })).rejects.toThrow(
      'this offer is over',
    )
    expect((await post(`${second}/accept`)).status).toBe(409)
    expect((await post(`${second}/decline`)).status).toBe(409)
    expect((await get(second)).text).toContain('withdrawn this offer')
    expect(await claims(clinic)).toEqual([])
    expect(await due(clinic)).toEqual([])

    // A patient who is removed from the list has no offer any more.
    await offer(clinic, entry)
    const third = await pathOfOffer(clinic)
    expect(await operate(clinic, 'waiting-end', { id: entry.id })).toMatchObject({
      state: 'ENDED',
      offer: { state: 'TAKEN_BACK' },
    })
    expect(await claims(clinic)).toEqual([])
    expect((await post(`${third}/accept`)).status).toBe(409)
    expect(
      await house.sql('select from appointments where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })

  it('that is accepted on the phone is booked from the list; nothing else is booked while it is open [DAY-15]', async () => {
    const clinic = await clinicWithOffers()
    const entry = await add(clinic)
    await offer(clinic, entry, '09:00', { mode: 'ONLINE' })
    const path = await pathOfOffer(clinic)
    const into = (clock: string) =>
      operate(clinic, 'waiting-book', {
        id: entry.id,
        doctorId: place(clinic).doctorId,
        fromDateTimeIso: at(clock),
      })
    const before = await rows(clinic)
    await expect(into('09:15')).rejects.toThrow('open offer until')
    await expect(offer(clinic, entry, '09:15')).rejects.toThrow('open offer until')
    expect(await rows(clinic)).toEqual(before)
    expect(await into('09:00')).toMatchObject({
      patientId: entry.patientId,
      fromDateTimeTs: at('09:00'),
      mode: 'ONLINE',
      status: 'SCHEDULED',
    })
    expect(await rows(clinic)).toMatchObject([{ state: 'ACCEPTED', entry: 'BOOKED' }])
    expect((await get(path)).text).toContain('Booked')
    expect(await due(clinic, 'offer-expiry')).toEqual([])
  })

  it('without an answer expires at its minute, in business time, and no later than its time begins [DAY-15]', async () => {
    const clinic = await clinicWithOffers()
    const entry = await add(clinic)
    const { expiresAt } = (await offer(clinic, entry, '09:00', { minutes: 45 })).offer
    const path = await pathOfOffer(clinic)
    expect((await get(path)).text).toContain('Held for you until')
    await house.moveTo(new Date(Date.parse(expiresAt) - 20_000).toISOString())
    await house.application.dueWork.tick()
    expect((await listWaiting(clinic))[0].offer.state).toBe('OPEN')
    expect(await freeTimes(clinic)).not.toContain('09:00')
    await house.moveTo(new Date(Date.parse(expiresAt) + 1).toISOString())
    // Whatever the due work does in the meantime.
    expect((await post(`${path}/accept`)).status).toBe(409)
    expect((await get(path)).text).toContain('This offer has expired')
    expect((await listWaiting(clinic))[0].offer.state).toBe('EXPIRED')
    await expect
      .poll(async () => {
        await house.application.dueWork.tick()
        return freeTimes(clinic)
      })
      .toContain('09:00')
    expect(await rows(clinic)).toMatchObject([{ state: 'EXPIRED', entry: 'OPEN' }])
    expect((await book(clinic, { patientPayload: { firstName: 'Tara' } })).status).toBe(201)
    expect((await listWaiting(clinic))[0]).toMatchObject({
      state: 'OPEN',
      offer: { state: 'EXPIRED' },
    })

    const tomorrow = (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-02')).json.slots[0]
    await house.moveTo('2030-01-02T03:20:00Z')
    const last = await operate(clinic, 'waiting-offer', {
      id: entry.id,
      doctorId: place(clinic).doctorId,
      fromDateTimeIso: `2030-01-02T${tomorrow.fromDateTimeTs}:00+05:30`,
    })
    expect(last.offer.expiresAt).toBe(last.offer.fromDateTimeIso)
  })
})

describe('an impossible offer', () => {
  it('is refused with what to do, also beyond the limits, and then nothing is written [DAY-15]', async () => {
    const clinic = await clinicWithOffers()
    const other = await clinicWithOffers()
    const silent = await house.clinic()
    const entry = await add(clinic)
    await book(clinic, slotTimes('10:00'))
    const before = await clinic.bookingRows()
    const refused: [Json, string][] = [
      [{ id: 999_999 }, 'no waiting-list entry'],
      [{ id: (await add(other)).id }, 'no waiting-list entry'],
      [{ doctorId: place(other).doctorId }, 'No such doctor'],
      [{ roomId: other.id('room', 'jaipur/room-1') }, 'roomId is not a room'],
      [{ mode: 'HOME_VISIT' }, 'mode'],
      [{ fromDateTimeIso: at('10:00') }, 'taken'],
      [{ fromDateTimeIso: at('10:05') }, 'do not match a slot this doctor offers'],
      [{ fromDateTimeIso: '2020-01-06T09:00:00+05:30' }, 'do not match a slot this doctor offers'],
      [{ minutes: 4 }, 'minutes'],
      [{ minutes: 1441 }, 'minutes'],
    ]
    for (const [changes, text] of refused)
      await expect(offer(clinic, entry, '09:00', changes), text).rejects.toThrow(
        new RegExp(text, 'i'),
      )
    await expect(operate(clinic, 'waiting-offer-end', { id: entry.id })).rejects.toThrow(
      'this offer is over',
    )
    await expect(operate(other, 'waiting-offer-end', { id: entry.id })).rejects.toThrow(
      'no waiting-list entry',
    )
    expect(await clinic.bookingRows()).toBe(before)
    expect([await rows(clinic), await due(clinic)]).toEqual([[], []])

    const waiting = await add(silent)
    await expect(offer(silent, waiting)).rejects.toThrow('offer notices are switched off')
    await operate(clinic, 'notices-off')
    await expect(offer(clinic, entry)).rejects.toThrow('offer notices are switched off')
    await operate(clinic, 'notices-on')

    for (const clock of ['09:00', '09:15', '09:30']) await offer(clinic, await add(clinic), clock)
    await expect(offer(clinic, entry, '09:45')).rejects.toThrow(
      'at most 3 offers can be open to one patient',
    )
    expect(await rows(clinic)).toHaveLength(3)
  })

  it('is reported on its page if the clinic has since changed its hours, blocked the time, or lost the practitioner or room [DAY-15]', async () => {
    const changes: [string, (clinic: Clinic) => Promise<unknown>][] = [
      [
        'block',
        (clinic) =>
          operate(clinic, 'block-add', {
            ...place(clinic),
            ...slotTimes('09:00', 30),
            reason: 'Ward round',
          }),
      ],
      [
        'hours',
        (clinic) =>
          clinic.change(
            (file) =>
              void Object.assign(file.practitioners['asha-rao']?.at.jaipur ?? {}, { hours: [] }),
          ),
      ],
      [
        'practitioner',
        (clinic) => clinic.change((file) => void delete file.practitioners['asha-rao']),
      ],
      [
        'room',
        (clinic) =>
          clinic.change(
            (file) => void Object.assign(file.locations.jaipur ?? {}, { rooms: ['room-2'] }),
          ),
      ],
    ]
    for (const [what, change] of changes) {
      const clinic = await clinicWithOffers()
      const entry = await add(clinic)
      await offer(clinic, entry, '09:00', { roomId: clinic.id('room', 'jaipur/room-1') })
      const path = await pathOfOffer(clinic)
      await change(clinic)
      const { status, text } = await post(`${path}/accept`)
      expect(
        [status, text.includes('can no longer be booked'), text.includes('Held for you until')],
        what,
      ).toEqual([409, true, true])
      expect(await rows(clinic), what).toEqual([{ state: 'OPEN', entry: 'OPEN' }])
      expect(
        await house.sql('select from appointments where workspace_id = $1', [clinic.workspaceId]),
      ).toEqual([])
      expect((await post(`${path}/decline`)).status).toBe(303)
      expect(await claims(clinic)).toEqual([])
    }
  })

  it('is deleted with the record of its patient, and its link stops working [DAY-15]', async () => {
    const clinic = await clinicWithOffers()
    const entry = await add(clinic)
    await offer(clinic, entry)
    const path = await pathOfOffer(clinic)
    const fullExport = await operate(clinic, 'patient-export', { id: entry.patientId })
    expect(fullExport.waiting).toMatchObject([
      { offers: [{ state: 'OPEN', charge_minor: 50_000 }] },
    ])
    await expect
      .poll(async () => (await operate(clinic, 'patient-export', { id: entry.patientId })).notices)
      .toMatchObject([{ kind: 'offer', state: 'SENT' }])
    await operate(clinic, 'patient-erase', { id: entry.patientId, confirmed: true })
    const unknown = await get('/visit/0123456789abcdefghjkmnpqrs')
    for (const reply of [
      await get(path),
      await get(`${path}/decline`),
      await post(`${path}/accept`),
      await post(`${path}/decline`),
    ])
      expect([reply.status, reply.text]).toEqual([404, unknown.text])
    expect(await claims(clinic)).toEqual([])
    expect(await freeTimes(clinic)).toContain('09:00')
    for (const table of ['waiting_offers', 'visit_links', 'notices'])
      expect(
        await house.sql(`select from ${table} where workspace_id = $1`, [clinic.workspaceId]),
        table,
      ).toEqual([])
  })

  it('is not answered by a guessed token, another site or the link of a visit, and its page is not cached or indexed [DAY-15] [PAGE-15]', async () => {
    const clinic = await clinicWithOffers()
    await offer(clinic, await add(clinic))
    const path = await pathOfOffer(clinic)
    const { text, headers } = await get(path)
    expect(text).not.toMatch(/Meera|Iyer|9876543210|meera@/)
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
    })
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
    const guesses = [
      'x',
      '0123456789abcdefghjkmnpqrs',
      `${path.slice(7)}a`,
      path.slice(7).toUpperCase(),
    ]
    for (const token of guesses)
      for (const way of ['accept', 'decline'])
        expect((await post(`/visit/${token}/${way}`)).status).toBe(404)
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
    ]
    for (const from of elsewhere)
      for (const way of ['accept', 'decline'])
        expect((await post(`${path}/${way}`, from)).status).toBe(404)
    for (const way of ['cancel', 'times', 'visit.ics', 'move/20300108T034500Z'])
      expect((await get(`${path}/${way}`)).status).toBe(404)
    for (const way of ['cancel', 'arrive']) expect((await post(`${path}/${way}`)).status).toBe(404)
    expect(await rows(clinic)).toEqual([{ state: 'OPEN', entry: 'OPEN' }])
    const [hashed] = await house.sql('select token_hash from visit_links where workspace_id = $1', [
      clinic.workspaceId,
    ])
    expect(hashed.token_hash).toHaveLength(32)
    expect(hashed.token_hash.toString('latin1')).not.toContain(path.slice(7))
  })

  it('is deleted a month after its time, with its link [DAY-15]', async () => {
    const clinic = await clinicWithOffers()
    const entry = await add(clinic)
    await offer(clinic, entry, '09:00', { minutes: 5 })
    await pathOfOffer(clinic)
    await operate(clinic, 'waiting-offer-end', { id: entry.id })
    const to = Date.parse(at('09:15'))
    await deleteOldOffers(house.application.database, to)
    expect(await rows(clinic)).toHaveLength(1)
    await deleteOldOffers(house.application.database, to + 1)
    expect(await rows(clinic)).toEqual([])
    expect(
      await house.sql('select from visit_links where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })
})

it('an offer over two services has one outcome, no matter what else happens at the same time, and no one else gets its time before [DAY-15] [INV-01]', async () => {
  const second = await openApplication({
    ...({ mode: 'sandbox', databaseConnections: 6, ...withoutLimits } as const),
    connection: house.connection,
    publicUrl: origin,
    rails: createRecordingRail(),
  })
  const otherDoor = second.frontDoor([])
  afterFile(async () => {
    await otherDoor.close()
    await second.close()
  })
  const outcomes: Record<string, number> = {}
  const ended: Record<string, number> = {}
  const began = Date.now()
  const hasAll = () =>
    ['ACCEPTED', 'DECLINED', 'TAKEN_BACK', 'erased'].every((state) => ended[state])
  for (
    let round = 0;
    Date.now() - began < runSize(6_000, 30_000) || (!hasAll() && Date.now() - began < 60_000);
    round += 1
  ) {
    const clinic = await clinicWithOffers()
    const entry = await add(clinic)
    const other = await add(clinic, { firstName: 'Tara', phoneNumber: '9812345678' })
    const { offer: made } = await offer(clinic, entry)
    const link = {
      workspaceId: clinic.workspaceId,
      appointmentId: null,
      visitId: null,
      offerId: made.id,
    }
    const path = await makeVisitLink(
      house.application.database,
      link,
      house.application.clock.now(),
    )
    const on = (place: number) => [house.application, second][place % 2] as typeof second
    const run = (place: number, name: string, input: Json) =>
      runAsTester(on(place), name, { workspace: clinic.name, ...input }).then(
        () => name,
        (error: Error) => `${name}: ${error.message.replace(/\d+/g, 'n').slice(0, 60)}`,
      )
    const answer = async (place: number, way: string) => {
      const headers = { 'sec-fetch-site': 'same-origin', 'accept-language': 'en' }
      const { statusCode } = await (place % 2 === 0 ? house.door : otherDoor).inject({
        method: 'POST',
        url: `${path}/${way}`,
        headers,
      })
      return `${way} ${statusCode}`
    }
    const time = { doctorId: place(clinic).doctorId, fromDateTimeIso: at('09:00') }
    const answers = [() => answer(0, 'accept'), () => answer(1, 'accept')]
    const beside: (() => Promise<string>)[][] = [
      [() => answer(round, 'decline')],
      [() => run(round, 'waiting-offer-end', { id: entry.id })],
      [() => run(round, 'waiting-book', { id: entry.id, ...time })],
      [() => run(round, 'waiting-end', { id: entry.id })],
      [() => run(round, 'patient-erase', { id: entry.patientId, confirmed: true })],
      [
        async () => {
          // The offer expires while it is answered.
          const soon = new Date(house.application.clock.now() + 15)
          await house.sql(
            'update waiting_offers set expires_at = $2 where workspace_id = $1 and state = $3',
            [clinic.workspaceId, soon, 'OPEN'],
          )
          await house.sql(
            "update due_work set due_at = $2 where workspace_id = $1 and kind = 'offer-expiry'",
            [clinic.workspaceId, soon],
          )
          for (let tick = 0; tick < 4; tick += 1)
            await Promise.all([house.application.dueWork.tick(), second.dueWork.tick(), sleep(10)])
          return 'expiry'
        },
      ],
      [
        () =>
          clinic
            .change((file) => void delete file.practitioners['asha-rao'], {
              withUpcomingVisits: true,
            })
            .then(() => 'practitioner goes'),
      ],
      [
        () =>
          run(round, 'block-add', { ...place(clinic), ...slotTimes('09:00', 15), reason: 'Away' }),
      ],
    ]
    const wanted = [
      () => run(round, 'waiting-book', { id: other.id, ...time }),
      () => run(round + 1, 'waiting-offer', { id: other.id, ...time }),
      async () => `API ${(await book(clinic, { patientPayload: { firstName: 'Ravi' } })).status}`,
    ]
    const all = [...answers, ...(beside[round % beside.length] ?? []), ...wanted]
    // All of them within the time that a few take; those by the link often last, so that each can
    // be first.
    const came = await Promise.all(
      all.map((act) => sleep(Math.random() * (answers.includes(act) ? 20 : 10)).then(act)),
    )
    for (const outcome of came) outcomes[outcome] = (outcomes[outcome] ?? 0) + 1

    const [found] = await house.sql(
      `select o.state, e.state as entry, e.appointment_id as booked,
         (select count(*) from appointments a where a.workspace_id = e.workspace_id and a.patient_id = e.patient_id)::int as visits
       from waiting_offers o join waiting_entries e on e.workspace_id = o.workspace_id and e.id = o.entry_id
       where o.workspace_id = $1 and o.id = $2`,
      [clinic.workspaceId, made.id],
    )
    ended[found?.state ?? 'erased'] = (ended[found?.state ?? 'erased'] ?? 0) + 1
    if (found)
      expect(
        [found.state === 'ACCEPTED', found.entry === 'BOOKED', found.booked !== null, found.visits],
        JSON.stringify({ found, came }),
      ).toEqual(found.state === 'ACCEPTED' ? [true, true, true, 1] : [false, false, false, 0])
    if (found?.state === 'ACCEPTED')
      expect(
        came.filter((outcome) => ['API 201', 'waiting-offer'].includes(outcome)),
        JSON.stringify(came),
      ).toEqual([])
    // An open offer holds its time; otherwise only one visit has the time.
    const [taken] = await house.sql(
      `select (select count(*) from claims where workspace_id = $1)::int as claims,
         (select count(*) from appointments where workspace_id = $1)::int as visits,
         (select count(*) from waiting_offers where workspace_id = $1 and state = 'OPEN')::int as open`,
      [clinic.workspaceId],
    )
    expect(taken.claims, JSON.stringify({ taken, came })).toBe(taken.visits + taken.open)
    expect(taken.claims).toBeLessThanOrEqual(1)
  }
  const unexpected = Object.keys(outcomes).filter(
    (outcome) => !expected.some((known) => known.test(outcome)),
  )
  expect(unexpected).toEqual([])
  expect(hasAll(), JSON.stringify(ended)).toBe(true)
  expect(await countDeadlocks(house)).toBe(0)
})

const expected = [
  /^(accept|decline) (303|409|404)$/,
  /^(expiry|practitioner goes|block-add|patient-erase|waiting-end|waiting-offer-end|waiting-book|waiting-offer)$/,
  /^API (201|400|409)$/,
  /^waiting-[a-z-]+: (.*taken|.*already|.*no waiting-list entry|.*offer is over|.*open offer until|No such|.*not offered)/,
]
