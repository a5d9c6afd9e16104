// The cost of the report (REPORT-03): counting a year of a million visits for the first time,
// reading it again, and booking compared with a database that has no report. `npm run bench --
// report --visits 1000000`

import { parseArgs } from 'node:util'
import type pg from 'pg'
import { addDays } from '../src/base/values/calendar-date.ts'
import { dateAt } from '../src/base/values/clinic-time.ts'
import { keyCreate } from '../src/clinic/workspaces/operations/keys.ts'
import { openApplication } from '../src/doors/app/application.ts'
import { runForOperator } from '../src/doors/register/run-operation.ts'
import { workspaceImport } from '../src/management/clinic-file/operations/workspaces.ts'
import { reportShow } from '../src/management/report/operations/report.ts'
import { bookingAt } from '../test/support/clinic/booking-at.ts'
import { createSunriseFile } from '../test/support/clinic/sunrise.ts'
import { requestBytes } from './caller.ts'
import { compare, comparisonText, measure, median } from './compare.ts'
import { openBenchProcesses } from './processes.ts'

const { values: options } = parseArgs({
  options: {
    visits: { type: 'string', default: '1000000' },
    rounds: { type: 'string', default: '9' },
    seconds: { type: 'string', default: '1' },
    callers: { type: 'string', default: '16' },
  },
})
const visits = Number(options.visits)
const rounds = {
  rounds: Number(options.rounds),
  ms: Number(options.seconds) * 1000,
  callers: Number(options.callers),
}
const print = (line: string) => process.stdout.write(`${line}\n`)
const doctors = 40
const slotMs = 300_000
const zone = 'Asia/Kolkata'

const addPatients = `
  with made as (
    insert into patients (workspace_id, mrn_number, first_name, first_name_folded, country_code, phone_number, phone_normalised, created_at, updated_at)
    select $1, 'H' || n, 'Patient ' || n, 'patient ' || n, '+91', (6000000000 + n)::text, '+91' || (6000000000 + n), now(), now() from generate_series(1, $2::int) n
    returning id
  )
  select min(id) as first from made`

const processes = await openBenchProcesses()
const { engine, inDatabase } = processes
try {
  await bench()
} finally {
  await processes.close()
}

async function bench() {
  const clinic = await prepareClinic()
  const today = dateAt(zone, Date.now())
  await inDatabase('clinic', (client) => addYear(client, clinic, today))
  // The same database without the report's triggers on bookings and their outcomes.
  await inDatabase('postgres', (client) => client.query('create database without template clinic'))
  await inDatabase('without', async (client) => {
    await client.query('drop trigger past_visit_changes_its_day on appointments')
    for (const table of ['appointments', 'queue_visits'])
      await client.query(`drop trigger changed_visit_changes_its_day on ${table}`)
    await client.query('vacuum analyze')
  })
  await inDatabase('clinic', (client) => client.query('vacuum analyze'))
  await measureBooking(clinic)
  await measureReading(clinic, today)
  await measureChanging()
}

interface Clinic {
  workspace: string
  workspaceId: number
  key: string
  addressId: number
  firstDoctorId: number
  patientId: number
}

async function prepareClinic(): Promise<Clinic> {
  const application = await openApplication({
    connection: { ...engine.connection, database: 'clinic' },
    mode: 'sandbox',
  })
  const file = createSunriseFile()
  const busy = structuredClone(file.practitioners['asha-rao'])
  if (!busy?.at.jaipur) throw new Error('the test clinic has no practitioner')
  busy.at.jaipur.slotMinutes = 5
  busy.at.jaipur.hours = [
    {
      days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'],
      from: '00:00',
      to: '24:00',
      modes: ['OFFLINE'],
    },
  ]
  busy.at.jaipur.exceptions = []
  delete busy.profile
  file.practitioners = Object.fromEntries(
    Array.from({ length: doctors }, (_, number) => [
      `busy-${String(number).padStart(2, '0')}`,
      structuredClone(busy),
    ]),
  )
  const context = {
    ...application,
    actor: { kind: 'operator', name: 'bench' } as const,
    progress: undefined,
  }
  const { workspace, workspaceId, ids } = await runForOperator(workspaceImport, context, {
    source: JSON.stringify(file),
  })
  const { key } = await runForOperator(keyCreate, context, {
    workspace,
    kind: 'DEVELOPER',
    name: 'bench',
    allow: ['127.0.0.1'],
  })
  await application.close()
  if (workspaceId === null) throw new Error('the clinic was not imported')
  const [patient] = await inDatabase(
    'clinic',
    async (client) => (await client.query(addPatients, [workspaceId, 200_000])).rows,
  )
  const doctorIds = Object.values(ids.practitioner ?? {})
  return {
    workspace,
    workspaceId,
    key,
    addressId: ids.location?.jaipur ?? 0,
    firstDoctorId: Math.min(...doctorIds),
    patientId: Number(patient.first),
  }
}

/**
 * Visits on the 365 days before today, some with each outcome, paid by three methods, for patients
 * who come occasionally.
 */
async function addYear(
  client: pg.ClientBase,
  { workspaceId, addressId, firstDoctorId, patientId }: Clinic,
  today: string,
) {
  await client.query('set session_replication_role = replica')
  await client.query(
    `insert into appointments (
       workspace_id, booking_reference, patient_id, doctor_id, location_id, appointment_date, from_at, to_at, timezone, from_offset_mins, to_offset_mins,
       status, mode, type, booking_type, source, payment_mode, payment_status, currency, charge_minor, discount_minor, follow_up, created_at, updated_at)
     select $1, 'BKY' || lpad(n::text, 9, '0'), $2::bigint + (n::bigint * 7919) % 200000, $3::bigint + k % ${doctors}, $4, at.day, at.starts, at.starts + interval '15 minutes',
       '${zone}', 330, 330, case when n % 13 = 0 then 'NO_SHOW' when n % 11 = 0 then 'CANCELLED' when n % 17 = 0 then 'SCHEDULED' else 'COMPLETED' end,
       'OFFLINE', 'CONSULTATION', 'ONE_TIME_APPOINTMENT', 'DEVELOPER_API', case n % 3 when 0 then 'CARD' when 1 then 'CASH' else 'UPI' end,
       case when n % 4 = 0 then 'UNPAID' else 'PAID' end, 'INR', 50000, 0, false, at.starts - (n % 30) * interval '1 day', at.starts
     from (select n, n / 365 as k from generate_series(0, $5::int - 1) n) v
     cross join lateral (select $6::date - 365 + n % 365 as day) d
     cross join lateral (select d.day, (d.day + (k / ${doctors}) * interval '15 minutes') at time zone '${zone}' as starts) at
     where k / ${doctors} < 96`,
    [workspaceId, patientId, firstDoctorId, addressId, visits, today],
  )
  await client.query('set session_replication_role = default')
}

async function measureReading({ workspace, firstDoctorId }: Clinic, today: string) {
  const application = await openApplication({
    connection: { ...engine.connection, database: 'clinic' },
    mode: 'sandbox',
    doesDueWork: false,
  })
  const context = {
    ...application,
    actor: { kind: 'operator', name: 'bench' } as const,
    progress: undefined,
  }
  const year = { workspace, from: addDays(today, -365), to: addDays(today, -1) }
  const measureShow = async (input: object) => {
    const startedAt = performance.now()
    const { total } = await runForOperator(reportShow, context, { ...year, ...input })
    return { ms: performance.now() - startedAt, visits: total.visits }
  }
  const cold = await measureShow({ by: 'month' })
  print(
    `a year of ${cold.visits.toLocaleString('en')} visits of ${doctors} practitioners, counted for the first time: ${(cold.ms / 1_000).toFixed(1)} s`,
  )
  for (const [name, input] of Object.entries({
    'by month': { by: 'month' },
    'by day': { by: 'day' },
    'of one practitioner, by day': { by: 'day', doctorId: firstDoctorId },
    'until today, as CSV': { by: 'day', from: addDays(today, -364), to: today, csv: 'periods' },
  })) {
    const times: number[] = []
    for (let round = 0; round < rounds.rounds; round += 1) times.push((await measureShow(input)).ms)
    print(
      `the same year again, ${name}: ${median(times).toFixed(0)} ms, at most ${Math.max(...times).toFixed(0)} (goal 1,000)`,
    )
  }
  const change = {
    text: "update appointments set status = 'CANCELLED' where from_at < now() - interval '9 days' and from_at > now() - interval '10 days' and status = 'SCHEDULED'",
  }
  const changed = await inDatabase(
    'clinic',
    async (client) => (await client.query(change)).rowCount,
  )
  print(
    `after ${changed} changes to past days, counted again as it is asked: ${(await measureShow({ by: 'month' })).ms.toFixed(0)} ms`,
  )
  await application.close()
}

/** The cost of recording past visits' outcomes one by one, with and without marking their day. */
async function measureChanging() {
  const changeOutcomes = async (database: string, turn: number) =>
    inDatabase(database, async (client) => {
      const { rows } = await client.query(
        `select workspace_id, id from appointments where status = 'NO_SHOW' and from_at < now() - interval '20 days' order by id limit 500 offset $1`,
        [turn * 500],
      )
      const startedAt = performance.now()
      for (const { workspace_id, id } of rows)
        await client.query({
          name: 'note',
          text: "update appointments set status = 'CONFIRMED' where workspace_id = $1 and id = $2",
          values: [workspace_id, id],
        })
      return ((performance.now() - startedAt) / rows.length) * 1_000
    })
  const pairs: [number, number][] = []
  for (let turn = 0; turn < 5; turn += 1)
    pairs.push([await changeOutcomes('clinic', turn), await changeOutcomes('without', turn)])
  const withTrigger = median(pairs.map(([a]) => a))
  const withoutTrigger = median(pairs.map(([, b]) => b))
  print(
    `an outcome of a past visit recorded: ${withTrigger.toFixed(0)} µs, without the report ${withoutTrigger.toFixed(0)}`,
  )
}

async function measureBooking({ key, addressId, firstDoctorId, patientId }: Clinic) {
  const first = Date.parse('2027-01-04T00:00:00+05:30')
  const createSubject = async (database: string, name: string) => {
    const service = await processes.startService(database)
    let next = 0
    return {
      name,
      processId: service.processId,
      async once(caller: number) {
        next += 1
        const doctorId = firstDoctorId + (next % doctors)
        const from = first + Math.floor(next / doctors) * slotMs
        const body = {
          addressId,
          doctorId,
          patientId,
          ...bookingAt(from, slotMs),
          source: 'DEVELOPER_API',
        }
        const answer = await service.send(
          caller,
          requestBytes('/v1/appointments/book-appointment-unified', { 'x-api-key': key }, body),
        )
        if (answer.status !== 201) throw new Error(`a booking was refused: ${answer.text()}`)
      },
    }
  }
  const withReport = await createSubject('clinic', 'booking')
  const withoutReport = await createSubject('without', 'the same without the report')
  for (const subject of [withReport, withoutReport])
    await measure(subject, { ...rounds, ms: 2_000 })
  for (const name of ['clinic', 'without'])
    await inDatabase(name, (client) => client.query('analyze'))
  print(
    comparisonText(
      await compare(
        `booking beside ${visits.toLocaleString('en')} visits`,
        '95 %',
        withReport,
        withoutReport,
        rounds,
      ),
    ),
  )
}
