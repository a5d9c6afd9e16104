// Notices about tokens, and about bookings that were not paid in time.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  reservationRequest,
} from '../../../test/support/clinic/paying-clinic.ts'
import { openQueueDesk, startShift, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { delayCapture } from '../../../test/support/gateways/late-capture.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import type { NoticeMessage } from '../../base/messages/rail.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const rail = createRecordingRail()
const house = await openWithoutTimers(() =>
  openHarness({ rails: rail, publicUrl: 'https://clinic.example.org' }),
)
const { clock } = house.application

const all = {
  tokenConfirmation: true,
  tokenCancellation: true,
  confirmation: true,
  cancellation: true,
  expiry: true,
  refund: true,
}
const clinicWith = (notices: NonNullable<ClinicFile['workspace']['notices']> = all) =>
  house.clinic((file) => {
    file.workspace.notices = notices
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
  })

const patientPayload = { firstName: 'Meera', phoneNumber: '9876543210', email: 'meera@example.org' }

async function bookToken(clinic: Clinic): Promise<Json> {
  const { status, json, text } = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, { patientPayload }),
  )
  expect(status, text).toBe(201)
  return json.visit
}

async function reserve(
  clinic: Clinic,
  thing: 'visit' | 'token',
  changes: Json = {},
): Promise<Json> {
  const { path, body } = reservationRequest(clinic, thing, '09:00', { patientPayload, ...changes })
  const { json, text } = await clinic.post(path, body)
  expect(json?.checkoutUrl, text).toBeTruthy()
  return json
}

/** Runs everything that is due, and returns what was sent since the last time. */
async function sendDueNotices(): Promise<NoticeMessage[]> {
  await expect
    .poll(async () => {
      await house.application.dueWork.tick()
      return (
        await house.sql("select from due_work where state = 'WAITING' and due_at <= $1", [
          new Date(clock.now()),
        ])
      ).length
    })
    .toBe(0)
  return rail.notices.splice(0)
}
const kindsSent = async () => (await sendDueNotices()).map(({ name }) => name.split('.')[1])
const list = (clinic: Clinic, more: Record<string, unknown> = {}): Promise<Json[]> =>
  house.operate('notices-list', { workspace: clinic.name, ...more })

beforeEach(async () => {
  await house.sql('delete from due_work')
  rail.notices.length = 0
})

describe('a token', () => {
  it('is confirmed once, with its place in line and its own page [A-212]', async () => {
    const clinic = await clinicWith()
    const token = await bookToken(clinic)
    expect(await list(clinic, { visitId: token.visitId, state: 'PLANNED' })).toMatchObject([
      {
        kind: 'tokenConfirmation',
        appointmentId: null,
        visitId: token.visitId,
        offerId: null,
        patientPackId: null,
      },
    ])
    const [notice, ...rest] = await sendDueNotices()
    expect(rest).toEqual([])
    expect({
      ...notice,
      text: notice?.text.replace(/(\/visit\/)[a-z0-9]{26}$/m, '$1…'),
    }).toMatchObject({
      destination: 'meera@example.org',
      subject: 'Your token at Sunrise Clinics: A-1, Tuesday, January 1, 2030',
      calendars: [],
      text: [
        'Hello Meera,',
        '',
        'Your token with Meera Shah is A-1.',
        '',
        'When: Tuesday, January 1, 2030, from 9:00 AM, India Standard Time',
        'Where: 12 MI Road, Jaipur 302001',
        `Your place in line: https://clinic.example.org/queue/${token.publicStatusToken}`,
        '',
        'Cancel the token, or tell us that you have arrived: https://clinic.example.org/visit/…',
        '',
        'Sunrise Clinics',
        '',
      ].join('\n'),
    })
    expect(await sendDueNotices()).toEqual([])
    expect(await list(clinic, { visitId: token.visitId })).toMatchObject([
      { kind: 'tokenConfirmation', state: 'SENT' },
    ])
  })

  it('is not confirmed by a clinic that does not ask for it', async () => {
    const clinic = await clinicWith({ confirmation: true, cancellation: true })
    await bookToken(clinic)
    expect(await sendDueNotices()).toEqual([])
    expect(await list(clinic)).toEqual([])
  })

  it('that was confirmed is still announced when its turn comes near', async () => {
    const clinic = await clinicWith({ ...all, turn: true })
    await bookToken(clinic)
    expect(await kindsSent()).toEqual(['tokenConfirmation'])
    await startShift(house, clinic)
    expect(await kindsSent()).toEqual(['turn'])
  })

  it('that staff cancel, or that is left when its shift ends, is cancelled with a notice', async () => {
    const clinic = await clinicWith({ tokenCancellation: true })
    await bookToken(clinic)
    await bookToken(clinic)
    await startShift(house, clinic)
    const staff = openQueueDesk(house, clinic)
    await staff.act(1, 'cancel', 'Is travelling')
    expect((await sendDueNotices()).map(({ subject }) => subject)).toEqual([
      'Your token at Sunrise Clinics has been cancelled: A-1, Tuesday, January 1, 2030',
    ])
    await staff.end()
    expect((await sendDueNotices()).map(({ subject }) => subject)).toEqual([
      'Your token at Sunrise Clinics has been cancelled: A-2, Tuesday, January 1, 2030',
    ])
  })
})

describe.each(['visit', 'token'] as const)('a %s that is to be paid online', (thing) => {
  const confirmed = thing === 'visit' ? 'confirmation' : 'tokenConfirmation'

  it('is confirmed when it is paid [PAY-12]', async () => {
    const clinic = await clinicWith()
    const { checkoutUrl, sessionRef } = await reserve(clinic, thing)
    expect(await kindsSent()).toEqual([])
    await actOnPaymentPage(house, checkoutUrl, 'pay')
    await confirm(clinic, { sessionRef })
    expect(await kindsSent()).toEqual([confirmed])
  })

  it('and is not paid in time ends with one notice of it, and late money with another [PAY-22] [PAY-23]', async () => {
    const clinic = await clinicWith()
    const { checkoutUrl } = await reserve(clinic, thing)
    await actOnPaymentPage(house, checkoutUrl, 'pay-late')
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    const [expiry, ...others] = await sendDueNotices()
    expect(others).toEqual([])
    expect(expiry).toMatchObject({
      subject: expect.stringMatching(/^Not booked at Sunrise Clinics: Monday, January 7, 2030/),
      calendars: [],
    })
    await house.operate('clock-advance', { ms: 5 * 60_000 })
    const [refund, ...more] = await sendDueNotices()
    expect(more).toEqual([])
    expect(refund?.subject).toMatch(/^Your payment to Sunrise Clinics is being returned: INR \d+$/)
    expect(await sendDueNotices()).toEqual([])
    await house.operate('clock-advance', { ms: 26 * 3_600_000 })
    expect(await sendDueNotices()).toEqual([])
  })

  it('and is not paid in time causes no notice of a clinic that asks for none [PAY-22]', async () => {
    const clinic = await clinicWith({ ...all, expiry: false, refund: false })
    const { checkoutUrl } = await reserve(clinic, thing)
    await actOnPaymentPage(house, checkoutUrl, 'pay-late')
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    expect(await sendDueNotices()).toEqual([])
    await house.operate('clock-advance', { ms: 5 * 60_000 })
    expect(await sendDueNotices()).toEqual([])
  })
})

describe.each([
  ['visit', '2030-03-05'],
  ['token', '2030-03-12'],
] as const)('money for a %s that comes after its day', (thing, date) => {
  it('is announced as returned [PAY-23]', async () => {
    const clinic = await clinicWith()
    await house.moveTo(`${date}T03:00:00Z`)
    await reserve(
      clinic,
      thing,
      thing === 'token' ? { appointmentDate: date } : slotTimes('18:45', 15, date),
    )
    await delayCapture(house, clinic, 20 * 3_600_000)
    await house.operate('clock-advance', { ms: 16 * 60_000 })
    expect(await kindsSent()).toEqual(['expiry'])
    await house.operate('clock-advance', { ms: 22 * 3_600_000 })
    expect(await kindsSent()).toEqual(['refund'])
  })
})
