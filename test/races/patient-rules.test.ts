// Patients who book at once through two service processes, where the rules for patients leave room
// for fewer of them.

import { expect, it } from 'vitest'
import type { PatientRules } from '../../src/base/values/patient-rules.ts'
import type { ClinicFile } from '../../src/management/clinic-file/clinic-file.ts'
import { countDeadlocks } from '../support/clinic/connections.ts'
import {
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  slotTimes,
} from '../support/clinic/harness.ts'
import { requestUntilServed } from '../support/processes/service-process.ts'
import { startTwoServices } from '../support/processes/two-services.ts'
import { runSize } from '../support/run/sizes.ts'

const house = await openHarness()
const services = await startTwoServices(house.connection)
const bookersMax = 24
const rounds = runSize(3, 40)

async function openClinic(rules: PatientRules): Promise<{ clinic: Clinic; key: string }> {
  const clinic = await house.clinic((file) => {
    file.workspace.patientRules = rules as NonNullable<ClinicFile['workspace']['patientRules']>
    const asha = file.practitioners['asha-rao']
    const practice = asha?.at.jaipur
    if (!asha || !practice) return
    practice.hours = [{ days: ['MON'], from: '00:00', to: '23:45', modes: ['OFFLINE', 'ONLINE'] }]
    practice.exceptions = []
    file.practitioners['second-doctor'] = structuredClone(asha)
  })
  const { key } = await house.operate('key-create', {
    workspace: clinic.name,
    name: 'Patients',
    allow: ['127.0.0.1'],
    booksForPatients: true,
  })
  return { clinic, key }
}

/** Sends all bookings at once, and returns how many were booked and the codes of the others. */
async function race(clinic: Clinic, key: string, wishes: readonly Json[]) {
  const replies = await Promise.all(
    wishes.map((wish, caller) =>
      requestUntilServed(
        `${services.of(caller).url}/v1/appointments/book-appointment-unified`,
        key,
        createBookingBody(clinic, { paymentReference: `race-${caller}`, ...wish }),
      ),
    ),
  )
  return {
    booked: replies.filter(({ status }) => status === 201).length,
    refusals: [
      ...new Set(
        replies.filter(({ status }) => status !== 201).map(({ json }) => (json as Json).error),
      ),
    ],
  }
}

const person = (number: number) => ({
  firstName: `Patient ${number}`,
  phoneNumber: `98765${String(number).padStart(5, '0')}`,
})
const clockAt = (minutes: number) =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

it('of many patients, exactly as many book a day and a mode as its cap allows [RULE-04]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { clinic, key } = await openClinic({ perDay: 3, modes: { ONLINE: { perWeek: 1 } } })
    const wishes = Array.from({ length: bookersMax }, (_, caller) => ({
      ...slotTimes(clockAt(caller * 15)),
      mode: caller % 3 === 0 ? 'ONLINE' : 'OFFLINE',
      patientPayload: person(caller),
    }))
    expect(await race(clinic, key, wishes)).toEqual({
      booked: 3,
      refusals: ['SLOT_NOT_AVAILABLE'],
    })
    const [{ online }] = await house.sql(
      "select count(*)::int as online from appointments where workspace_id = $1 and mode = 'ONLINE'",
      [clinic.workspaceId],
    )
    expect(online).toBeLessThanOrEqual(1)
  }
})

it('one patient books exactly as many visits as the clinic allows, with any practitioner [RULE-06]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { clinic, key } = await openClinic({ upcomingVisits: 2 })
    const [first] = await Promise.all([
      race(clinic, key, [{ ...slotTimes('23:30'), patientPayload: person(1) }]),
    ])
    expect(first?.booked).toBe(1)
    const wishes = Array.from({ length: bookersMax }, (_, caller) => ({
      ...slotTimes(clockAt(caller * 15)),
      doctorId: clinic.id('practitioner', caller % 2 === 0 ? 'asha-rao' : 'second-doctor'),
      patientPayload: person(1),
    }))
    expect(await race(clinic, key, wishes)).toEqual({
      booked: 1,
      refusals: ['UPCOMING_VISITS_REACHED'],
    })
  }
})

it('no two visits of patients are closer than the gap, whatever their lengths [RULE-03]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { clinic, key } = await openClinic({ gapMinutes: 10 })
    // Slots of 15 minutes begin every 25, those of 30 every 40.
    const wishes = Array.from({ length: bookersMax }, (_, caller) => {
      const number = Math.floor(caller / 2)
      return {
        ...(caller % 2 === 0
          ? slotTimes(clockAt(number * 25), 15)
          : slotTimes(clockAt(number * 40), 30)),
        patientPayload: person(caller),
      }
    })
    const { booked, refusals } = await race(clinic, key, wishes)
    expect(booked).toBeGreaterThan(5)
    expect(refusals).toEqual(['SLOT_NOT_AVAILABLE'])
    const close = await house.sql(
      `select a.id from appointments a
       join appointments b on b.workspace_id = a.workspace_id and b.doctor_id = a.doctor_id and b.id <> a.id
         and b.from_at < a.to_at + interval '10 minutes' and b.to_at > a.from_at - interval '10 minutes'
       where a.workspace_id = $1`,
      [clinic.workspaceId],
    )
    expect(close).toEqual([])
  }
})

it('people on one phone number, looked up before the locks and under them, book without a deadlock [RULE-06] [BOOK-64]', async () => {
  for (let round = 0; round < rounds; round += 1) {
    const { clinic, key } = await openClinic({ perDay: 1_000 })
    const wishes = Array.from({ length: bookersMax }, (_, caller) => ({
      ...slotTimes(clockAt(caller * 15)),
      patientPayload: {
        ...person(round),
        firstName: `Member ${caller}`,
        // A record number takes the look-up under locks.
        ...(caller % 2 === 0 && { mrnNumber: `FAMILY-${round}-${caller}` }),
      },
    }))
    expect((await race(clinic, key, wishes)).booked).toBe(bookersMax)
  }
  expect(await countDeadlocks(house)).toBe(0)
})
