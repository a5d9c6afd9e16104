// Every pair of a current and a requested status, for everyone who may request it: staff, a key, a
// patient's session and a visit's page. A refused request writes nothing.

import { beforeAll, expect, it } from 'vitest'
import { openMemberDesk } from '../../../test/support/clinic/desk-member.ts'
import {
  book,
  type CallOptions,
  type Clinic,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { isTransitionPermitted } from '../../../test/support/clinic/permitted-moves.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import { Problem } from '../../base/values/problem.ts'
import { makeVisitLink } from '../../clinic/notices/visit-links.ts'
import { type AppointmentStatus, appointmentStatuses } from './appointment-status.ts'

const rail = createRecordingRail()
const house = await openHarness({
  rails: rail,
  publicUrl: 'https://booking.example',
  doesDueWork: false,
})

const callers = ['staff', 'key', 'session', 'page'] as const
type CallerName = (typeof callers)[number]

/** The outcome: the requested status is set, nothing changes, or the code of the refusal. */
type Answer =
  | 'changed'
  | 'unchanged'
  | 'STATUS_NOT_ALLOWED'
  | 'CHANGE_RESERVED_FOR_CLINIC'
  | 'CHANGE_NOT_PERMITTED'
  | 'VISIT_ON_ANOTHER_DAY'
  | 'VALIDATION_ERROR'

const storedStatus = (from: AppointmentStatus) =>
  from === 'OVERDUE' || from === 'MISSED' ? 'SCHEDULED' : from

/** The clinic may do what the table of moves permits, with a key. */
function ofClinic(from: AppointmentStatus, to: AppointmentStatus): Answer {
  if (!isTransitionPermitted(storedStatus(from), to)) return 'STATUS_NOT_ALLOWED'
  return storedStatus(from) === to ? 'unchanged' : 'changed'
}

/** A patient confirms and cancels what is still to come and waits for them. */
function ofPatient(from: AppointmentStatus, to: AppointmentStatus): Answer {
  const awaits = from === 'SCHEDULED' || from === 'RESCHEDULED'
  if (to === 'CONFIRMED' && awaits) return 'changed'
  if (to === 'CONFIRMED' && from === 'CONFIRMED') return 'unchanged'
  if (to !== 'CANCELLED') return 'CHANGE_RESERVED_FOR_CLINIC'
  if (from === 'OVERDUE' || from === 'MISSED') return 'CHANGE_NOT_PERMITTED'
  return awaits || from === 'CONFIRMED' ? 'changed' : 'STATUS_NOT_ALLOWED'
}

const decided: Record<CallerName, (from: AppointmentStatus, to: AppointmentStatus) => Answer> = {
  key: ofClinic,
  session: ofPatient,
  page: ofPatient,
  staff(from, to) {
    if (['SCHEDULED', 'RESCHEDULED', 'OVERDUE', 'MISSED'].includes(to)) return 'VALIDATION_ERROR'
    return from === 'MISSED' && to === 'IN_CONSULTATION'
      ? 'VISIT_ON_ANOTHER_DAY'
      : ofClinic(from, to)
  },
}

/** The Monday of the tests, at 11:00 on the clinic's clock. */
const now = '2030-01-07T11:00:00+05:30'
/** When the visits that show a status are: of yesterday, of this morning, and still to come. */
function visitTime(from: AppointmentStatus) {
  if (from === 'MISSED') return { date: '2030-01-06', hour: 1 }
  return { date: '2030-01-07', hour: from === 'OVERDUE' ? 1 : 12 }
}

const isRefused = (answer: Answer) => answer !== 'changed' && answer !== 'unchanged'
/** One for all refusals, and one for each status that may follow. */
const visitsOfEach = (caller: CallerName, from: AppointmentStatus) =>
  1 + appointmentStatuses.filter((to) => !isRefused(decided[caller](from, to))).length
const phoneNumber = '9876543210'

interface Prepared {
  clinic: Clinic
  visits: Record<AppointmentStatus, number[]>
}
const prepared = new Map<CallerName, Prepared>()

const patch = (id: number, way: string, options: CallOptions) =>
  house.call('PATCH', `/v1/appointments/${id}/${way}`, options)

async function prepare(caller: CallerName): Promise<Prepared> {
  const clinic = await house.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    if (!asha) throw new Error('the test clinic has no practitioner')
    asha.permissions = {}
    const days: ('MON' | 'SUN')[] = ['MON', 'SUN']
    asha.at = {
      jaipur: {
        slotMinutes: 5,
        fees: [{ mode: 'OFFLINE', amount: 500 }],
        hours: [{ days, from: '00:00', to: '24:00', modes: ['OFFLINE'] }],
      },
    }
  })
  const visits = Object.fromEntries(
    appointmentStatuses.map((status) => [status, [] as number[]]),
  ) as Prepared['visits']
  for (const [row, from] of appointmentStatuses.entries()) {
    const { date, hour } = visitTime(from)
    for (let place = 0; place < visitsOfEach(caller, from); place += 1) {
      const clock = `${String(hour + row).padStart(2, '0')}:${String(place * 5).padStart(2, '0')}`
      // What is moved is moved here from the day before.
      const bookedAt = slotTimes(clock, 5, from === 'RESCHEDULED' ? '2030-01-06' : date)
      const movedTo = slotTimes(clock, 5, date)
      const reply = await book(clinic, {
        patientPayload: { firstName: `${from} ${place}`, phoneNumber },
        ...bookedAt,
      })
      expect(reply.status, reply.text).toBe(201)
      const { id } = reply.json.appointment
      if (from === 'RESCHEDULED')
        expect((await patch(id, 'reschedule', { key: clinic.key, body: movedTo })).status).toBe(200)
      else if (storedStatus(from) !== 'SCHEDULED')
        expect(
          (await patch(id, 'status', { key: clinic.key, body: { status: from } })).status,
        ).toBe(200)
      visits[from].push(id)
    }
  }
  return { clinic, visits }
}

beforeAll(async () => {
  for (const caller of callers) prepared.set(caller, await prepare(caller))
  await house.moveTo(now)
})

type Ask = (id: number, to: AppointmentStatus) => Promise<{ refusal: string } | { done: unknown }>

const ofReply = ({ status, json, text }: Reply) =>
  status < 400 ? { done: json ?? text } : { refusal: json?.error ?? `${status}` }

async function asking(caller: CallerName, clinic: Clinic): Promise<Ask> {
  if (caller === 'key')
    return async (id, status) =>
      ofReply(await patch(id, 'status', { key: clinic.key, body: { status } }))
  if (caller === 'staff') {
    const desk = openMemberDesk(house, clinic)
    return (id, status) =>
      (status === 'CANCELLED'
        ? desk('visit-cancel', { id })
        : desk('visit-status', { id, status })
      ).then(
        (done) => ({ done }),
        (error: unknown) => {
          if (!(error instanceof Problem)) throw error
          return { refusal: error.code }
        },
      )
  }
  if (caller === 'session') {
    const headers = { ...(await clinic.session()), 'x-end-user-id': 'u-1' }
    await clinic.post('/v1/otp/send', { phoneNumber }, { key: null, headers })
    await clinic.post(
      '/v1/otp/verify',
      { phoneNumber, otpCode: rail.lastCodeTo(`+91${phoneNumber}`) },
      { key: null, headers },
    )
    return async (id, status) => ofReply(await patch(id, 'status', { headers, body: { status } }))
  }
  const { database, clock } = house.application
  const { workspaceId } = clinic
  const paths = new Map<number, string>()
  for (const id of Object.values(prepared.get('page')?.visits ?? {}).flat())
    paths.set(
      id,
      await makeVisitLink(
        database,
        { workspaceId, appointmentId: id, visitId: null, offerId: null },
        clock.now(),
      ),
    )
  const ways: Partial<Record<AppointmentStatus, string>> = {
    CONFIRMED: 'confirm',
    CANCELLED: 'cancel',
  }
  return async (id, to) =>
    ofReply(
      await house.call('POST', `${paths.get(id)}/${ways[to] ?? to.toLowerCase()}`, {
        headers: { 'sec-fetch-site': 'same-origin' },
      }),
    )
}

const loadRow = async (id: number) =>
  (await house.sql('select to_jsonb(a) as row from appointments a where id = $1', [id]))[0].row

it.each(callers)(
  'for %s each status may be followed by what is decided, and by nothing else [STAT-12] [STAT-13] [STAT-34] [MINE-01] [INV-24]',
  async (caller) => {
    const { clinic, visits } = prepared.get(caller) as Prepared
    const ask = await asking(caller, clinic)
    const answers: Record<string, string> = {}
    const expected: Record<string, string> = {}
    for (const from of appointmentStatuses) {
      const [refused = 0, ...others] = visits[from]
      const before = await readEveryRow(house)
      for (const to of appointmentStatuses) {
        const decision = decided[caller](from, to)
        if (!isRefused(decision)) continue
        const answer = await ask(refused, to)
        // The page says in words why, and has no form for the rest.
        const pageAnswer = to === 'CONFIRMED' || to === 'CANCELLED' ? '409' : '401'
        expected[`${from} to ${to}`] = caller === 'page' ? pageAnswer : decision
        answers[`${from} to ${to}`] = 'refusal' in answer ? answer.refusal : 'done'
      }
      expect(
        await readEveryRow(house),
        `something was written by what ${caller} was refused of a visit that is ${from}`,
      ).toBe(before)
      for (const to of appointmentStatuses) {
        const decision = decided[caller](from, to)
        if (isRefused(decision)) continue
        const id = others.pop() ?? 0
        const seen = await loadRow(id)
        const answer = await ask(id, to)
        const row = await loadRow(id)
        expected[`${from} to ${to}`] = decision
        const pair = `${from} to ${to}`
        if ('refusal' in answer) answers[pair] = answer.refusal
        else if (JSON.stringify(row) === JSON.stringify(seen)) answers[pair] = 'unchanged'
        else answers[pair] = row.status === to ? 'changed' : row.status
      }
    }
    expect(Object.keys(expected)).toHaveLength(appointmentStatuses.length ** 2)
    expect(answers).toEqual(expected)
  },
)
