// Everything that staff and callers can do with the times of two practitioners, all at once and
// through two service processes: no visits overlap, no blocked time is sold, and a series is booked
// whole or not at all.

import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays } from '../../src/base/values/calendar-date.ts'
import { countDeadlocks, waitForTransactions } from '../support/clinic/connections.ts'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  queryString,
} from '../support/clinic/harness.ts'
import { request } from '../support/processes/service-process.ts'
import { startTwoServices } from '../support/processes/two-services.ts'
import { runSize } from '../support/run/sizes.ts'
import { createClinicWithDesk } from '../support/screens/dashboard-desk.ts'
import { findContradictions } from '../support/storms/contradictions.ts'

const harness = await openHarness({ databaseConnections: 10 })
const services = await startTwoServices(harness.connection)

const mondays = [0, 1, 2, 3].map((weeks) => addDays('2030-01-07', 7 * weeks))
const clocks = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45']
const doctors = ['doctor-1', 'doctor-2']
const callers = 16
const requests = runSize(16, 40)
const rounds = runSize(3, 30)

const unified = '/v1/appointments/book-appointment-unified'

const pick = <T>(of: readonly T[]): T => of[Math.floor(Math.random() * of.length)] as T
const at = (date: string, clock: string) => `${date}T${clock}:00+05:30`
const slotOn = (date: string, clock: string, minutes = 15) => ({
  fromDateTimeIso: at(date, clock),
  toDateTimeIso: new Date(Date.parse(at(date, clock)) + minutes * 60_000)
    .toISOString()
    .replace('.000Z', 'Z'),
})

function stormClinic(): Promise<Clinic> {
  return createClinicWithDesk(harness, (file) => {
    file.workspace.notices = { offer: true }
    const asha = file.practitioners['asha-rao']
    const practice = asha?.at.jaipur
    if (!asha || !practice) return
    practice.hours = [{ days: ['MON'], from: '09:00', to: '11:00', modes: ['OFFLINE'] }]
    practice.exceptions = []
    for (const doctor of doctors)
      file.practitioners[doctor] = {
        ...structuredClone(asha),
        roles: [],
        email: `${doctor}@${file.workspace.name}.example`,
      }
  })
}

/** A session of the receptionist, valid on both services. */
async function signIn(clinic: Clinic): Promise<string> {
  const { url } = await harness.operate('dashboard-link', {
    workspace: clinic.name,
    id: clinic.id('staff', 'nina-roy'),
  })
  const at = services.of(0).url
  const answer = await fetch(`${at}/dashboard/api/sign-in/link`, {
    method: 'POST',
    headers: { origin: at, 'content-type': 'application/json' },
    body: JSON.stringify({ token: new URL(url).hash.slice(1) }),
  })
  expect(answer.status).toBe(200)
  return String(answer.headers.get('set-cookie')).split(';')[0] as string
}

interface Block {
  id: number
  /** Visits that existed first, and their times. */
  visits: Map<number, string>
}

/** One clinic in a storm, and the results of its requests. */
class Storm {
  readonly tally: Record<string, number> = {}
  readonly blocks = new Map<number, Block>()
  /** Series by the tag of their visits, with the number of visits; undefined if refused. */
  readonly series = new Map<string, { id: number; visits: number } | undefined>()
  /** Refused moves and cancellations of series, by their reason. */
  readonly refused: string[] = []
  readonly called: { reason: string; visits: number }[] = []
  readonly clinic: Clinic
  private readonly cookie: string
  private readonly patients: readonly number[]
  private readonly visits: number[] = []
  private readonly entries: number[] = []
  private readonly place: { addressId: number }
  private asked = 0

  constructor(clinic: Clinic, cookie: string, patients: readonly number[]) {
    this.clinic = clinic
    this.cookie = cookie
    this.patients = patients
    this.place = { addressId: clinic.id('location', 'jaipur') }
  }

  async call(caller: number): Promise<void> {
    for (let sent = 0; sent < requests; sent += 1) await this.act(caller + sent)
  }

  private count(what: string): void {
    this.tally[what] = (this.tally[what] ?? 0) + 1
  }

  /** Calls an operation as the dashboard does; undefined if it was refused. */
  private async operate(caller: number, name: string, input: Json): Promise<Json> {
    const { url } = services.of(caller)
    const answer = await fetch(`${url}/dashboard/api/operations/${name}`, {
      method: 'POST',
      headers: {
        origin: url,
        cookie: this.cookie,
        'x-workspace': this.clinic.name,
        'content-type': 'application/json',
      },
      body: JSON.stringify(input),
    })
    const json = (await answer.json()) as Json
    this.count(answer.status === 200 ? `200 ${name}` : `${answer.status} ${json.code}`)
    return answer.status === 200 ? json : undefined
  }

  private async route(
    caller: number,
    method: 'POST' | 'PATCH',
    path: string,
    body: Json,
  ): Promise<Json> {
    const { status, json } = await request(
      `${services.of(caller).url}${path}`,
      this.clinic.key,
      body,
      method,
    )
    this.count(status < 300 ? `${status} ${path.split('/').at(-1)}` : `${status} ${json.error}`)
    return status < 300 ? json : undefined
  }

  private async act(caller: number): Promise<void> {
    this.asked += 1
    const tag = `tag-${this.asked}`
    const doctorId = this.clinic.id('practitioner', pick(doctors))
    const patient = { patientId: pick(this.patients) }
    const slot = slotOn(pick(mondays), pick(clocks))
    const staff = { ...this.place, doctorId, mode: 'OFFLINE' }
    const visit = this.visits.length > 0 ? pick(this.visits) : undefined
    const series = [...this.series.values()].filter((known) => known !== undefined)
    const acts: (() => Promise<void>)[] = [
      async () =>
        this.knows(
          (await this.route(caller, 'POST', unified, this.body({ doctorId, ...patient, ...slot })))
            ?.appointment,
        ),
      async () =>
        void (
          visit && (await this.route(caller, 'PATCH', `/v1/appointments/${visit}/reschedule`, slot))
        ),
      async () =>
        void (
          visit &&
          (await this.route(caller, 'PATCH', `/v1/appointments/${visit}/cancel`, {
            cancellationReason: tag,
          }))
        ),
      async () =>
        void (
          visit &&
          (await this.operate(caller, 'visit-move', {
            id: visit,
            to: slot.fromDateTimeIso.slice(0, 16),
          }))
        ),
      // Off the grid, and longer: a time that only staff may book.
      async () =>
        this.knows(
          await this.operate(caller, 'visit-book', {
            ...staff,
            ...patient,
            ...slotOn(pick(mondays), pick(['09:05', '09:50', '11:00'])),
            unofferedReason: tag,
          }),
        ),
      () => this.block(caller, tag, doctorId, slotOn(pick(mondays), pick(clocks), 30)),
      // Within some milliseconds, so that one of the bookings is in progress when the time is
      // blocked.
      async () => {
        const bookings = Array.from({ length: 6 }, async (_, index) => {
          await sleep(Math.random() * 12)
          this.knows(
            (
              await this.route(
                caller + index,
                'POST',
                unified,
                this.body({ doctorId, ...patient, ...slot }),
              )
            )?.appointment,
          )
        })
        await Promise.all([this.block(caller, tag, doctorId, slot), ...bookings])
      },
      async () => {
        if (this.blocks.size === 0) return
        const id = pick([...this.blocks.keys()])
        if (await this.operate(caller, 'block-remove', { id })) this.blocks.delete(id)
      },
      async () => {
        const clock = pick(clocks)
        const starts = mondays
          .slice(0, 2 + Math.floor(Math.random() * 3))
          .map((date) => at(date, clock))
        const made = await this.operate(caller, 'series-book', {
          ...staff,
          ...patient,
          starts,
          appointmentNotes: tag,
        })
        this.series.set(tag, made && { id: made.id, visits: starts.length })
        for (const one of made?.visits ?? []) this.knows(one)
      },
      async () => {
        if (series.length === 0) return
        const change = Math.random() < 0.5 ? { time: pick(clocks) } : { days: pick([7, -7]) }
        if (
          !(await this.operate(caller, 'series-move', {
            id: pick(series).id,
            fromDate: mondays[0],
            ...change,
            reason: tag,
          }))
        )
          this.refused.push(tag)
      },
      async () => {
        if (series.length === 0 || Math.random() < 0.5) return
        const shown = await this.operate(caller, 'series-cancel', {
          id: pick(series).id,
          fromDate: pick(mondays),
          reason: tag,
        })
        if (!shown) this.refused.push(tag)
        else
          this.called.push({
            reason: tag,
            visits: shown.visits.filter(
              ({ cancellationReason }: Json) => cancellationReason === tag,
            ).length,
          })
      },
      async () => {
        const entry = await this.operate(caller, 'waiting-add', {
          ...this.place,
          ...patient,
          doctorIds: [doctorId],
          fromDate: mondays[0],
          toDate: mondays[3],
        })
        if (entry) this.entries.push(entry.id)
      },
      async () => {
        if (this.entries.length > 0)
          this.knows(
            await this.operate(caller, 'waiting-book', {
              id: pick(this.entries),
              doctorId,
              fromDateTimeIso: slot.fromDateTimeIso,
            }),
          )
      },
      async () => {
        if (this.entries.length > 0)
          await this.operate(caller, 'waiting-offer', {
            id: pick(this.entries),
            doctorId,
            fromDateTimeIso: slot.fromDateTimeIso,
          })
      },
      async () => {
        if (this.entries.length > 0)
          await this.operate(caller, 'waiting-offer-end', { id: pick(this.entries) })
      },
    ]
    await pick(acts)()
  }

  private async block(
    caller: number,
    reason: string,
    doctorId: number,
    time: { fromDateTimeIso: string; toDateTimeIso: string },
  ): Promise<void> {
    const whose =
      Math.random() < 0.8
        ? { doctorId, everywhere: Math.random() < 0.5 }
        : { roomId: this.clinic.id('room', 'jaipur/room-1') }
    const made = await this.operate(caller, 'block-add', {
      ...this.place,
      ...whose,
      ...time,
      reason,
    })
    if (!made) return
    const were = made.visits.map(({ id, fromDateTimeTs }: Json) => [id, fromDateTimeTs] as const)
    this.blocks.set(made.block.id, { id: made.block.id, visits: new Map(were) })
  }

  private body(changes: Json): Json {
    return createBookingBody(this.clinic, { patientPayload: undefined, ...changes })
  }

  private knows(visit: { id: number } | undefined): void {
    if (visit) this.visits.push(visit.id)
  }
}

describe(`a storm of ${callers} callers who book, move, block, plan series, offer times and book from the waiting list`, () => {
  const storms: Storm[] = []
  beforeAll(
    async () => {
      for (let round = 0; round < rounds; round += 1) {
        const clinic = await stormClinic()
        const patients = await Promise.all(
          clocks.map(async (firstName, index) => {
            const payload = { patientPayload: { firstName, phoneNumber: `987654321${index}` } }
            const { id, patientId } = (
              await book(clinic, {
                ...payload,
                ...slotOn(mondays[0] as string, clocks[index] as string),
              })
            ).json.appointment
            await harness.operate('visit-cancel', { workspace: clinic.name, id })
            return patientId
          }),
        )
        const storm = new Storm(clinic, await signIn(clinic), patients)
        await Promise.all(Array.from({ length: callers }, (_, caller) => storm.call(caller)))
        storms.push(storm)
      }
      await waitForTransactions(harness)
    },
    runSize(180_000, 900_000),
  )

  it('gives no time twice, and records every change [INV-01] [INV-02] [INV-24]', async () => {
    for (const { clinic } of storms) {
      expect(await findContradictions(harness, clinic.workspaceId, 'time')).toEqual({})
      expect(await findContradictions(harness, clinic.workspaceId, 'audit')).toEqual({})
    }
  })

  it('sells no blocked time: a visit in one was there before it, and was reported [DAY-11]', async () => {
    for (const { clinic, blocks } of storms) {
      const within = await harness.sql(
        `select b.id::int as block, a.id::int as visit, to_char(a.from_at at time zone 'Asia/Kolkata', 'YYYY-MM-DD"T"HH24:MI:SS') || '+05:30' as since
         from blocks b join appointments a on a.workspace_id = b.workspace_id and (a.doctor_id = b.doctor_id or a.room_id = b.room_id)
           and tstzrange(a.from_at, a.to_at) && tstzrange(b.from_at, b.to_at)
         where b.workspace_id = $1 and a.status <> 'CANCELLED'`,
        [clinic.workspaceId],
      )
      expect(
        within.filter(({ block, visit, since }) => blocks.get(block)?.visits.get(visit) !== since),
      ).toEqual([])
      expect(
        (
          await harness.sql('select id::int from blocks where workspace_id = $1 order by id', [
            clinic.workspaceId,
          ])
        ).map(({ id }) => id),
      ).toEqual([...blocks.keys()].toSorted((a, b) => a - b))
    }
  })

  it('lists as free the times without a visit or block, on both services [DAY-11] [SLOT-01]', async () => {
    for (const { clinic } of storms) {
      for (const doctor of doctors) {
        const doctorId = clinic.id('practitioner', doctor)
        const taken = await harness.sql(
          `select from_at, to_at from claims where workspace_id = $1 and doctor_id = $2 union all select from_at, to_at from blocks where workspace_id = $1 and doctor_id = $2`,
          [clinic.workspaceId, doctorId],
        )
        for (const date of mondays) {
          const free = clocks
            .map((clock) => Date.parse(at(date, clock)))
            .filter(
              (from) =>
                !taken.some(({ from_at, to_at }) => from_at < from + 15 * 60_000 && to_at > from),
            )
          for (const caller of [0, 1]) {
            const parameters = queryString({
              addressId: clinic.id('location', 'jaipur'),
              doctorId,
              appointmentDate: date,
            })
            const { json } = await request(
              `${services.of(caller).url}/v1/appointments/available-slots?${parameters}`,
              clinic.key,
            )
            expect(
              json.slots.map(({ fromDateTimeIso }: Json) => Date.parse(fromDateTimeIso)),
            ).toEqual(free)
          }
        }
      }
    }
  })

  it('books, moves and cancels a series entirely or not at all [DAY-16]', async () => {
    for (const { clinic, series, refused, called } of storms) {
      const rows = await harness.sql(
        'select s.id::int, count(a.id)::int as visits from visit_series s left join appointments a on a.workspace_id = s.workspace_id and a.series_id = s.id where s.workspace_id = $1 group by s.id order by s.id',
        [clinic.workspaceId],
      )
      const known = [...series.values()].filter((made) => made !== undefined)
      expect(rows).toEqual(known.toSorted((a, b) => a.id - b.id))
      const reasons = await harness.sql(
        'select reschedule_reason as moved, cancellation_reason as cancelled from appointments where workspace_id = $1',
        [clinic.workspaceId],
      )
      const noted = new Set(reasons.flatMap(({ moved, cancelled }) => [moved, cancelled]))
      expect(refused.filter((reason) => noted.has(reason))).toEqual([])
      for (const { reason, visits } of called)
        expect([reason, reasons.filter(({ cancelled }) => cancelled === reason).length]).toEqual([
          reason,
          visits,
        ])
    }
  })

  it('books each entry of the waiting list once, and marks none as booked without a visit [DAY-15]', async () => {
    for (const { clinic, tally } of storms) {
      const entries = await harness.sql(
        'select state, appointment_id, patient_id from waiting_entries where workspace_id = $1',
        [clinic.workspaceId],
      )
      const booked = entries.filter(({ state }) => state === 'BOOKED')
      expect(booked.length).toBe(tally['200 waiting-book'] ?? 0)
      // A patient who takes another time from the list moves there with the visit of the first:
      // both entries are of that visit.
      const patients = new Map(
        booked.map(({ appointment_id, patient_id }) => [appointment_id, patient_id]),
      )
      for (const { appointment_id, patient_id } of booked)
        expect(patient_id).toBe(patients.get(appointment_id))
      expect(
        entries.filter(
          ({ state, appointment_id }) => (state === 'BOOKED') !== (appointment_id !== null),
        ),
      ).toEqual([])
    }
  })

  it('holds a time for each open offer, and for none that has ended [DAY-15] [INV-01]', async () => {
    for (const { clinic } of storms) {
      const offers = await harness.sql(
        "select doctor_id, from_at, to_at from waiting_offers where workspace_id = $1 and state = 'OPEN' order by 1, 2",
        [clinic.workspaceId],
      )
      const held = await harness.sql(
        `select doctor_id, from_at, to_at from claims c where workspace_id = $1
         and not exists (select from appointments a where a.workspace_id = c.workspace_id and a.id = c.appointment_id) order by 1, 2`,
        [clinic.workspaceId],
      )
      expect(held).toEqual(offers)
    }
  })

  it('answers every request with a documented code, and none with a failure [GEN-02]', async () => {
    const met = [...new Set(storms.flatMap(({ tally }) => Object.keys(tally)))].toSorted()
    expect(met.filter((answer) => !/^(20[01]|400) \S+$/.test(answer))).toEqual([])
    expect(met).toEqual(
      expect.arrayContaining([
        '200 series-book',
        '200 waiting-book',
        '200 waiting-offer',
        '200 block-add',
        '200 block-remove',
        '200 visit-move',
        '400 SERIES_TIME_REFUSED',
      ]),
    )
    expect(await countDeadlocks(harness)).toBe(0)
  })
})
