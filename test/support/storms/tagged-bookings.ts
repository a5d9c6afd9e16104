// Tagged bookings, made by many callers while something is killed, and what must hold for them
// afterwards: every acknowledged one exists exactly once, every refused one not at all, and nothing
// is half-written.

import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { bookingAt } from '../clinic/booking-at.ts'
import type { Json } from '../clinic/harness.ts'
import { createSunriseFile } from '../clinic/sunrise.ts'
import { request, runClinic } from '../processes/service-process.ts'

const doctors = 20
const slotMs = 5 * 60_000

export interface ManySlots {
  key: string
  addressId: number
  doctorIds: number[]
}

/**
 * A clinic with a slot every five minutes, day and night, created by commands that run with these
 * settings.
 */
export async function createClinicOfManySlots(
  settings: Record<string, string>,
): Promise<ManySlots> {
  const file = createSunriseFile()
  file.workspace.name = 'crash'
  const asha = file.practitioners['asha-rao']
  const practice = asha?.at.jaipur
  if (!asha || !practice) throw new Error('the test clinic has no practitioner')
  practice.slotMinutes = 5
  practice.hours = [
    {
      days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
      from: '00:00',
      to: '24:00',
      modes: ['OFFLINE'],
    },
  ]
  practice.exceptions = []
  file.practitioners = Object.fromEntries(
    Array.from({ length: doctors }, (_, number) => [`doctor-${number}`, structuredClone(asha)]),
  )
  const { ids } = JSON.parse(
    await runClinic(settings, ['workspace', 'import', '-', '--json'], JSON.stringify(file)),
  )
  const { key } = JSON.parse(
    await runClinic(settings, ['key', 'create', '-w', 'crash', '--allow', '127.0.0.1', '--json']),
  )
  return { key, addressId: ids.location.jaipur, doctorIds: Object.values(ids.practitioner) }
}

/** What a caller knows about one booking; `unknown` means that it may have been made. */
interface Attempt {
  tag: string
  outcome: 'acknowledged' | 'refused' | 'unknown'
}

export interface TaggedBookings {
  /** How many bookings have ended in each way so far. */
  met: { acknowledged: number; refused: number; lost: number }
  /**
   * Lets this many callers book until the returned function is called, which waits for the last of
   * them.
   */
  startCallers(callers: number): () => Promise<void>
  /**
   * Checks the stored rows against what the callers know; `rowsOf` reads the database directly,
   * without the service.
   */
  checkRows(
    rowsOf: (text: string) => Promise<Json[]>,
    losses?: 'some are lost' | 'none are lost',
  ): Promise<void>
}

/** `urlOf` returns the current address of a caller's service. */
export function createTaggedBookings(
  { key, addressId, doctorIds }: ManySlots,
  urlOf: (caller: number) => string | undefined,
): TaggedBookings {
  const attempts: Attempt[] = []
  // A midnight at the clinic, next month by the service's own clock.
  const midnight = Date.parse(
    `${new Date(Date.now() + 30 * 86_400_000).toISOString().slice(0, 10)}T00:00:00+05:30`,
  )
  const met = { acknowledged: 0, refused: 0, lost: 0 }
  let next = 0

  async function callOnce(caller: number) {
    const number = next++
    const tag = `${number}-${randomBytes(6).toString('hex')}`
    // Two attempts for each slot, so that there are refusals too.
    const slot = Math.floor(number / 2)
    const attempt: Attempt = { tag, outcome: 'unknown' }
    attempts.push(attempt)
    try {
      const { status } = await request(
        `${urlOf(caller)}/v1/appointments/book-appointment-unified`,
        key,
        {
          addressId,
          doctorId: doctorIds[slot % doctors],
          patientPayload: { firstName: tag },
          ...bookingAt(midnight + Math.floor(slot / doctors) * slotMs, slotMs),
          source: 'DEVELOPER_API',
          paymentReference: tag,
          vital: { tag },
        },
      )
      if (status === 201) attempt.outcome = 'acknowledged'
      else if (status === 400) attempt.outcome = 'refused'
    } catch {
      // There was no answer: the booking may or may not have been made.
      await sleep(20)
    }
    met[attempt.outcome === 'unknown' ? 'lost' : attempt.outcome] += 1
  }

  return {
    met,
    startCallers(callers) {
      let calling = true
      const load = Array.from({ length: callers }, async (_, caller) => {
        while (calling) await callOnce(caller)
      })
      return async () => {
        calling = false
        await Promise.all(load)
      }
    },
    async checkRows(rowsOf, losses = 'some are lost') {
      const of = (outcome: Attempt['outcome']) =>
        attempts.filter((attempt) => attempt.outcome === outcome).map(({ tag }) => tag)
      const acknowledged = of('acknowledged')
      const refused = of('refused')
      const unknown = of('unknown')
      // A run without load, conflicts or lost answers would prove nothing.
      expect(acknowledged.length).toBeGreaterThan(100)
      expect(refused.length).toBeGreaterThan(10)
      expect(unknown.length > 0 ? 'some are lost' : 'none are lost').toBe(losses)

      // The demo of a new sandbox has visits and patients too.
      const isOfClinic = `workspace_id = (select workspace_id from users where id = ${doctorIds[0]})`
      const stored = (
        await rowsOf(`select payment_reference as tag from appointments where ${isOfClinic}`)
      ).map(({ tag }) => tag as string)
      expect(new Set(stored).size, 'doubled').toBe(stored.length)
      const there = new Set(stored)
      expect(
        acknowledged.filter((tag) => !there.has(tag)),
        'lost',
      ).toEqual([])
      expect(
        refused.filter((tag) => there.has(tag)),
        'refused and yet there',
      ).toEqual([])
      const attemptedTags = new Set(attempts.map(({ tag }) => tag))
      expect(
        stored.filter((tag) => !attemptedTags.has(tag)),
        'invented',
      ).toEqual([])

      const totals = await rowsOf(`
        with patients as (select * from patients where ${isOfClinic}),
          appointments as (select * from appointments where ${isOfClinic}),
          claims as (select * from claims where ${isOfClinic})
        select
          (select count(*)::int from patients p where not exists (select from appointments a where a.patient_id = p.id)) as patients_without_visit,
          (select count(*)::int from appointments a where not exists (select from appointment_vitals v where v.appointment_id = a.id)) as visits_without_vitals,
          (select count(*)::int from appointments a where not exists (select from claims c where c.appointment_id = a.id)) as visits_without_claim,
          (select count(*)::int from claims c where not exists (select from appointments a where a.id = c.appointment_id)) as claims_without_visit,
          (select count(*)::int from appointments a join appointments b on b.id > a.id and b.doctor_id = a.doctor_id and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)) as overlaps`)
      expect(totals).toEqual([
        {
          patients_without_visit: 0,
          visits_without_vitals: 0,
          visits_without_claim: 0,
          claims_without_visit: 0,
          overlaps: 0,
        },
      ])
    },
  }
}
