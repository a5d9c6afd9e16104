// npm run bench: the service beside its floors, in one run. The service, the floors and the database are separate processes on this
// machine, as is this one, which calls; all share its cores.
//
//   npm run bench -- --visits 10000000 --rounds 9 --json
//   npm run bench -- --only available-slots

import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openApplication } from '../src/app/application.ts'
import { workspaceImport } from '../src/clinic-file/operations/workspaces.ts'
import { workspaceIdOf } from '../src/operations/which-workspace.ts'
import { runForOperator } from '../src/operator/run-operation.ts'
import { packsGrant } from '../src/packs/operations/packs.ts'
import { processCounters } from '../src/ports/counters.ts'
import { weekdays } from '../src/values/calendar-date.ts'
import { keyCreate } from '../src/workspaces/operations/keys.ts'
import { bookingAt } from '../test/support/clinic/booking-at.ts'
import { sunrise } from '../test/support/clinic/sunrise.ts'
import { redisIsHere, startRedis } from '../test/support/processes/redis-process.ts'
import { slotArithmetic } from './arithmetic.ts'
import { requestBytes } from './caller.ts'
import { type Comparison, compare, comparisonText, measure, median, type Subject } from './compare.ts'
import { addHistory } from './history.ts'
import { addMedicines, plainSearch, searchTerm } from './medicines.ts'
import { findPgbench, type PgbenchRound } from './pgbench.ts'
import { type BookableThings, pgbenchBookings, plainBooking } from './plain-booking.ts'
import { openBenchProcesses, type Running } from './processes.ts'
import { openPlainDays, pgbenchTokens, type ShiftsOfBench, tokenOfShift, tokensOfDate } from './tokens.ts'
import { benchPhone, searchByVerifiedPhone } from './verified-phone.ts'

const { values: options } = parseArgs({
  options: {
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '1' },
    callers: { type: 'string', default: '16' },
    visits: { type: 'string', default: '1000000' },
    patients: { type: 'string', default: '1000000' },
    only: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
  },
})
const rounds = { rounds: Number(options.rounds), ms: Number(options.seconds) * 1000, callers: Number(options.callers) }
const visits = Number(options.visits)
const patients = Number(options.patients)
const medicines = 100_000
const ordinaryDoctors = 20
const say = (line: string) => (options.json ? process.stderr : process.stdout).write(`${line}\n`)

const processes = await openBenchProcesses()
const { folder, engine, inDatabase } = processes
// Slots that are not booked yet start here.
const firstSlot = Date.parse('2027-01-04T00:00:00+05:30')
const slotMs = 300_000

// Phones that are not used yet.
let newPhones = 7_000_000_000

const results: Comparison[] = []
try {
  await bench()
} finally {
  await processes.close()
}
// The file of figures has only those of the API.
if (!options.json && !options.only) {
  await import('./key-calls.ts')
  await import('./dashboard.ts')
  await import('./booking-page.ts')
}

async function bench() {
  say(`${rounds.rounds} interleaved rounds of ${rounds.ms} ms, ${rounds.callers} callers, Node ${process.versions.node}, ${engine.description}`)
  // One clinic in three equal databases: for the service, for the plain statements, and one with a past.
  const clinic = await prepareClinic()
  await inDatabase('clinic', (client) => addMedicines(client, medicines, clinic))
  for (const name of ['plain', 'past']) await onServer(`create database ${name} template clinic`)
  await inDatabase('past', (client) => addHistory(client, { visits, patients }, clinic))

  const service = await startService('clinic', clinic)
  const withPast = await startService('past', clinic)
  await processes.prepareFloor('plain')
  const bare = await processes.startFloor('floor-server', 'plain')
  const fair = await processes.startFloor('fair-floor', 'plain', { FLOOR_KEY: clinic.key, FLOOR_BOOKABLE: JSON.stringify(clinic) })
  const underKey = { 'x-api-key': clinic.key }
  const addresses = JSON.parse((await service.send(0, service.addresses)).text())
  const booked = JSON.parse((await service.send(0, service.bookingRequest(0, Date.parse('2028-01-03T00:00:00+05:30')))).text())
  for (const floor of [bare, fair]) await floor.send(0, requestBytes('/constant/addresses', underKey, addresses))
  await fair.send(0, requestBytes('/constant/booking', underKey, booked.appointment))

  const listing = { name: 'addresses', once: (caller: number) => service.send(caller, service.addresses), processId: service.processId }
  const slots = { name: 'available-slots', once: (caller: number) => service.send(caller, service.slots), processId: service.processId }
  const search = { name: 'search', once: (caller: number) => service.send(caller, service.search), processId: service.processId }
  const booking = { name: 'booking', once: (caller: number) => service.book(caller), processId: service.processId }
  const bookingWithPack = { name: 'booking with a pack', once: (caller: number) => service.bookWithPack(caller), processId: service.processId }
  const slotsWithPacks = { name: 'slots with packs', once: (caller: number) => service.send(caller, service.slotsOfOwner), processId: service.processId }
  const constant = requestBytes('/constant/addresses', underKey)
  const query = requestBytes('/query', underKey)

  const pool = new pg.Pool({ ...engine.connection, database: 'plain', max: 10 })
  // If something else has failed, the database ends first, and this error would hide the cause.
  pool.on('error', () => {})
  const plain = plainBooking(clinic)
  const plainBookings = {
    name: 'the same statement through plain pg',
    once: () => pool.query({ name: 'booking', text: plain.text, values: plain.values() }),
  }
  const plainSearches = { name: 'the same statements through plain pg', once: () => plainSearch(pool, clinic) }
  const byPhone = await searchByPhone(service, 'clinic', clinic)
  const byPhoneWithPast = await searchByPhone(withPast, 'past', clinic)
  const users = { name: 'users', once: (caller: number) => service.send(caller, service.users), processId: service.processId }
  const usersWithPast = { name: 'users', once: (caller: number) => withPast.send(caller, withPast.users), processId: withPast.processId }
  const past = `at ${visits.toLocaleString('en')} past visits`
  const slotsWithPast = { name: 'slots', once: (caller: number) => withPast.send(caller, withPast.slots), processId: withPast.processId }
  const bookingWithPast = { name: 'booking', once: (caller: number) => withPast.book(caller), processId: withPast.processId }

  // A plan made on an empty table reads the whole table until the next ANALYZE, which a live database runs by itself within a minute.
  for (const subject of [booking, bookingWithPast, plainBookings]) await measure(subject, { ...rounds, ms: 500 })
  for (const name of ['clinic', 'past', 'plain']) await inDatabase(name, (client) => client.query('vacuum analyze'))

  await show(`booking ${past}`, '90 %', bookingWithPast, { ...booking, name: 'the same at none' })
  await show(`available-slots ${past}`, '90 %', slotsWithPast, { ...slots, name: 'the same at none' })
  const atPatients = `at ${patients.toLocaleString('en')} patients`
  await show(`search-by-phone ${atPatients}`, '90 %', byPhoneWithPast, { ...byPhone, name: 'the same at none' })
  await show(`users ${atPatients}`, '90 %', usersWithPast, { ...users, name: 'the same at none' })
  await show('authenticated route without SQL', '95 %', listing, floorOf('the fair floor with the same body', constant, fair))
  await show('authenticated route without SQL, bare', '40 %', listing, floorOf('bare Fastify with the same body', constant))
  await show('available-slots', '100 %', slots, floorOf('the fair floor with one prepared query of twenty rows', query, fair))
  await show('available-slots, bare', '85 %', slots, floorOf('bare Fastify with one prepared query of twenty rows', query))
  const twoQueries = requestBytes('/two-queries', {})
  await show('available-slots of an owner of packs', '65 %', slotsWithPacks, floorOf('bare Fastify with two prepared queries', twoQueries))
  const week = { name: 'a week of slots', once: (caller: number) => service.send(caller, service.week), processId: service.processId }
  const sevenDays = { name: 'seven calls of a day', once: (caller: number) => sevenTimes(() => slots.once(caller)), processId: service.processId }
  await show('available-slots of seven days', 'none', week, sevenDays)
  const schedule = { name: 'schedule', once: (caller: number) => service.send(caller, service.schedule), processId: service.processId }
  const listed = JSON.parse((await service.send(0, service.schedule)).text()) as { slots: unknown[] }[]
  const rows = listed.flatMap((doctor) => doctor.slots).length
  await show(
    `schedule-slots of ${ordinaryDoctors}`,
    'none',
    schedule,
    floorOf(`bare Fastify with one prepared query of ${rows} rows`, requestBytes(`/rows/${rows}`, {})),
  )
  const fairRequests = Array.from({ length: clinic.doctors }, (_, doctor) => service.bookingRequest(doctor, firstSlot, {}, '/booking'))
  const fairBookings = {
    name: 'the fair floor with the same statement',
    async once(caller: number) {
      const answer = await fair.send(caller, fairRequests[caller % clinic.doctors] ?? query)
      if (answer.status !== 201) throw new Error(`the fair floor did not book: ${answer.text()}`)
    },
    processId: fair.processId,
  }
  await show('booking, fair', '60 % by CPU', booking, fairBookings)
  await show('booking', 'none', booking, plainBookings)
  const byId = { ...booking, name: 'the booking by patientId' }
  const ofKnown = { name: 'by name and phone', once: (caller: number) => service.bookKnown(caller), processId: service.processId }
  const ofNew = { name: 'of someone new', once: (caller: number) => service.bookNew(caller), processId: service.processId }
  await show('booking by name and phone', '85 %', ofKnown, byId)
  await show('booking of someone new', '75 %', ofNew, byId)
  const reservation = { name: 'reservation', once: (caller: number) => service.reserve(caller), processId: service.processId }
  await show('reservation without a checkout, with a key', '65 %', reservation, { ...booking, name: 'the plain booking' })
  const first = await service.send(0, service.replay)
  if (first.status !== 201) throw new Error(`a reservation was refused: ${first.text()}`)
  const replay = { name: 'replay', once: (caller: number) => service.send(caller, service.replay), processId: service.processId }
  await show('the same reservation again', 'none', replay, { ...users, name: 'users, a read' })
  await show('booking with a session pack', 'none', bookingWithPack, { ...booking, name: 'the plain booking' })
  await show(`medicines/search among ${medicines.toLocaleString('en')}`, 'none', search, plainSearches)
  await pool.end()
  await inDatabase('plain', (client) => client.query(openPlainDays(clinic, clinic)))
  const ofOne = { name: 'tokens of one shift', once: (caller: number) => service.takeToken(caller, 0), processId: service.processId }
  let taken = 0
  const ofMany = { name: 'tokens of many', once: (caller: number) => service.takeToken(caller, ++taken % clinic.shifts), processId: service.processId }
  const inPgbench = [
    { title: 'booking', goal: '65 %', subject: booking, floor: (round: PgbenchRound) => pgbenchBookings(clinic, round) },
    { title: 'tokens of one shift', goal: '80 %', subject: ofOne, floor: (round: PgbenchRound) => pgbenchTokens(clinic, clinic, 1, round) },
    {
      title: `tokens of ${clinic.shifts} shifts`,
      goal: '30 %',
      subject: ofMany,
      floor: (round: PgbenchRound) => pgbenchTokens(clinic, clinic, clinic.shifts, round),
    },
  ]
  const program = findPgbench()
  if (program) for (const compared of inPgbench.filter(({ title }) => title.includes(options.only))) await showPgbench(program, compared)
  else say('beside pgbench: not installed here (on Debian it comes with postgresql-contrib)')
  if (!options.only) await showBursts(service, clinic)
  if (!options.only) await showLimits(listing, clinic)
  if (options.only) return
  const { own, luxon, temporal } = slotArithmetic(rounds.ms)
  say(
    `slot arithmetic: ${own.toFixed(1)} CPU µs a slot (goal 3), ${(luxon / own).toFixed(0)} × faster than Luxon (goal 20), ${(temporal / own).toFixed(0)} × than Temporal`,
  )
  if (options.json) process.stdout.write(`${JSON.stringify({ rounds, visits, comparisons: results, slotArithmetic: { own, luxon, temporal } }, null, 2)}\n`)

  function floorOf(name: string, request: Buffer, floor = bare): Subject {
    return { name, once: (caller) => floor.send(caller, request), processId: floor.processId }
  }
}

async function searchByPhone(service: Service, database: string, { key }: Clinic): Promise<Subject> {
  const request = await inDatabase(database, (client) => searchByVerifiedPhone((bytes) => service.send(0, bytes), client, key))
  return { name: 'search-by-phone', once: (caller) => service.send(caller, request), processId: service.processId }
}

async function sevenTimes(work: () => Promise<unknown>) {
  for (let day = 0; day < 7; day += 1) await work()
}

async function show(title: string, goal: string, subject: Subject, floor: Subject) {
  if (!title.includes(options.only)) return
  const result = await compare(title, goal, subject, floor, rounds)
  results.push(result)
  say(`${comparisonText(result)}; load ${loadavg()[0]?.toFixed(1)}`)
}

interface Clinic extends BookableThings, ShiftsOfBench {
  key: string
  /** Packs of a thousand sessions and their owners; three for each owner. */
  packs: readonly { patientId: number; patientPackageId: number }[]
  ordinaryDoctorId: number
  /** Twenty like that one. */
  scheduledDoctorIds: readonly number[]
}

/** A clinic with an ordinary doctor and two hundred nurses, and with forty who sell five-minute visits around the clock. */
async function prepareClinic(): Promise<Clinic> {
  const application = await openApplication({ connection: engine.connection, mode: 'sandbox' })
  const file = sunrise()
  const busy = structuredClone(file.practitioners['asha-rao'])
  if (!busy?.at.jaipur) throw new Error('the test clinic lacks its doctor')
  busy.at.jaipur.slotMinutes = 5
  busy.at.jaipur.hours = [{ days: ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN'], from: '00:00', to: '24:00', modes: ['OFFLINE'] }]
  busy.at.jaipur.exceptions = []
  file.sessionPacks = { thousand: { displayName: 'A thousand visits', sessions: 1000, validityDays: 3650, currency: 'INR', price: 100_000 } }
  // As many practitioners as a clinic has, for the schedule of a whole day.
  for (let number = 0; number < ordinaryDoctors; number += 1) file.practitioners[`ordinary-${number}`] = structuredClone(file.practitioners['asha-rao'] ?? busy)
  const [doctors, shifts] = [40, 40]
  for (let number = 0; number < doctors; number += 1) file.practitioners[`busy-${number}`] = structuredClone(busy)
  const runsQueue = structuredClone(file.practitioners['meera-shah'])
  if (!runsQueue?.at.jaipur) throw new Error('the test clinic lacks its queue')
  runsQueue.at.jaipur.shifts = { day: { days: [...weekdays], from: '00:00', to: '24:00', maxAppointments: tokensOfDate } }
  for (let number = 0; number < shifts; number += 1) file.practitioners[`queue-${number}`] = structuredClone(runsQueue)
  for (let number = 0; number < 200; number += 1)
    Object.assign(file.staff ?? {}, { [`nurse-${number}`]: { name: `Nurse ${number}`, roles: ['reception'], at: ['jaipur'] } })
  const context = { ...application, actor: { kind: 'service' } as const, progress: undefined }
  const { workspace, ids } = await runForOperator(workspaceImport, context, { source: JSON.stringify(file) })
  const { id: keyId, key } = await runForOperator(keyCreate, context, { name: 'bench', allow: ['127.0.0.1'] })
  const workspaceId = await workspaceIdOf(application.database, workspace)
  const { version } = await application.configurations.of(workspaceId)
  const [patientId = 0, ...ownerIds] = await inDatabase('clinic', async (client) => {
    const { rows } = await client.query(
      `insert into patients (workspace_id, mrn_number, first_name, first_name_folded, country_code, phone_number, phone_normalised, created_at, updated_at)
       select $1, 'BENCH' || n, 'Bench', 'bench', '+91', phone, '+91' || phone, now(), now()
       from generate_series(0, 8) n, lateral (select ($2::bigint + n)::text as phone) p
       returning id`,
      [workspaceId, benchPhone],
    )
    return rows.map(({ id }) => Number(id))
  })
  const ordinaryDoctorId = ids.practitioner?.['asha-rao'] ?? 0
  // An external calendar that takes an hour of each day.
  await inDatabase('clinic', (client) =>
    client.query(
      `with calendar as (insert into calendars (workspace_id, doctor_id, name, succeeded_at) values ($1, $2, 'elsewhere', now()) returning id)
       insert into calendar_busy_times (workspace_id, doctor_id, from_at, calendar_id, to_at)
       select $1, $2, timestamptz '2027-01-01 05:00+00' + n * interval '1 day', id, timestamptz '2027-01-01 06:00+00' + n * interval '1 day'
       from calendar, generate_series(0, 365) n`,
      [workspaceId, ordinaryDoctorId],
    ),
  )
  const packs: { patientId: number; patientPackageId: number }[] = []
  for (const patient of [...ownerIds, ...ownerIds, ...ownerIds]) {
    const { id } = await runForOperator(packsGrant, context, { workspace, patientId: patient, pack: 'thousand' })
    packs.push({ patientId: patient, patientPackageId: id })
  }
  await application.close()
  return {
    workspaceId,
    patientId,
    packs,
    configurationVersion: version,
    firstDoctorId: ids.practitioner?.['busy-0'] ?? 0,
    doctors,
    ...shiftsInOrder(ids, shifts),
    ordinaryDoctorId,
    scheduledDoctorIds: Array.from({ length: ordinaryDoctors }, (_, number) => ids.practitioner?.[`ordinary-${number}`] ?? 0),
    addressId: ids.location?.jaipur ?? 0,
    keyId,
    key,
  }
}

/** Consecutive ids, the same for the shifts and their practitioners. */
function shiftsInOrder(ids: Record<string, Record<string, number>>, shifts: number): ShiftsOfBench {
  const pairs = Array.from({ length: shifts }, (_, number): [number, number] => [
    ids.shift?.[`queue-${number}/jaipur/day`] ?? 0,
    ids.practitioner?.[`queue-${number}`] ?? 0,
  ])
  const [first = [0, 0]] = pairs.toSorted(([a], [b]) => a - b)
  const areInOrder = pairs.every(([shift, doctor]) => shift - first[0] === doctor - first[1])
  if (!areInOrder) throw new Error('the ids of shifts do not follow those of their practitioners')
  return { firstShiftId: first[0], firstQueueDoctorId: first[1], shifts }
}

interface Service extends Running {
  addresses: Buffer
  slots: Buffer
  /** The same for a patient who owns three packs. */
  slotsOfOwner: Buffer
  week: Buffer
  schedule: Buffer
  users: Buffer
  search: Buffer
  /** Takes the next token of a shift, by its number. */
  takeToken(caller: number, shift: number): Promise<void>
  /** Books a slot that was never booked before. */
  book(caller: number): Promise<void>
  /** The same as a reservation that is not paid online, with its own key. */
  reserve(caller: number): Promise<void>
  /** A reservation with a key that was answered before. */
  replay: Buffer
  /** The same as a booking for a described patient: with an existing record, and without one. */
  bookKnown(caller: number): Promise<void>
  bookNew(caller: number): Promise<void>
  /** The same as a booking, paid by a pack. */
  bookWithPack(caller: number): Promise<void>
  bookingRequest(doctor: number, from: number, changes?: Record<string, unknown>, path?: string): Buffer
}

async function startService(database: string, clinic: Clinic, more: Record<string, string> = {}): Promise<Service> {
  const { key, addressId, ordinaryDoctorId, scheduledDoctorIds, firstDoctorId, doctors, patientId, packs } = clinic
  const running = await processes.startService(database, more)
  const headers = { 'x-api-key': key }
  let next = 0
  const visit = (doctor: number, from: number) => ({
    addressId,
    doctorId: firstDoctorId + doctor,
    patientId,
    ...bookingAt(from, slotMs),
    source: 'DEVELOPER_API',
  })
  const bookingRequest = (doctor: number, from: number, changes: Record<string, unknown> = {}, path = '/v1/appointments/book-appointment-unified') =>
    requestBytes(path, headers, { ...visit(doctor, from), ...changes })
  const reservationRequest = (doctor: number, from: number) =>
    requestBytes('/v1/appointments/reserve-slot', { ...headers, 'idempotency-key': `${doctor}-${from}` }, visit(doctor, from))
  async function sendNext(caller: number, request: (doctor: number, from: number) => Buffer) {
    next += 1
    const answer = await running.send(caller, request(next % doctors, firstSlot + Math.floor(next / doctors) * slotMs))
    if (answer.status !== 201) throw new Error(`a booking was refused: ${answer.text()}`)
  }
  const bookNext = (caller: number, changes?: Record<string, unknown>) => sendNext(caller, (doctor, from) => bookingRequest(doctor, from, changes))
  const tokens = Array.from({ length: clinic.shifts }, () => 0)
  async function takeToken(caller: number, shift: number) {
    const number = tokens[shift] ?? 0
    tokens[shift] = number + 1
    const answer = await running.send(caller, requestBytes('/v1/qms-appointments/pre/book', headers, tokenOfShift(clinic, clinic, shift, number)))
    if (answer.status !== 201) throw new Error(`a token was refused: ${answer.text()}`)
  }
  const slots = `/v1/appointments/available-slots?addressId=${addressId}&doctorId=${ordinaryDoctorId}&appointmentDate=2027-01-04&patientTimezone=Europe/Berlin`
  return {
    ...running,
    addresses: requestBytes('/v1/addresses', headers),
    users: requestBytes(`/v1/users?addressId=${addressId}&page=3`, headers),
    slots: requestBytes(slots, headers),
    week: requestBytes(`${slots}&days=7`, headers),
    schedule: requestBytes(
      `/v1/appointments/schedule-slots?addressId=${addressId}&doctorIds=${scheduledDoctorIds.join(',')}&appointmentDate=2027-01-04`,
      headers,
    ),
    slotsOfOwner: requestBytes(`${slots}&patientId=${packs[0]?.patientId}`, headers),
    search: requestBytes(`/v1/medicines/search?addressId=${addressId}&searchTerm=${searchTerm}`, headers),
    bookingRequest,
    takeToken,
    book: (caller) => bookNext(caller),
    reserve: (caller) => sendNext(caller, reservationRequest),
    replay: reservationRequest(0, Date.parse('2029-01-01T00:00:00+05:30')),
    bookKnown: (caller) =>
      bookNext(caller, { patientId: undefined, patientPayload: { firstName: 'Bench', countryCode: '+91', phoneNumber: String(benchPhone) } }),
    bookNew: (caller) => bookNext(caller, { patientId: undefined, patientPayload: { firstName: 'New', countryCode: '+91', phoneNumber: String(newPhones++) } }),
    bookWithPack: (caller) => bookNext(caller, { ...packs[next % packs.length], bookingType: 'USE_ACTIVE_PACKAGE', consultationCharge: undefined }),
  }
}

/** pgbench measures itself, so its rounds alternate with ours. */
async function showPgbench(
  program: string,
  { title, goal, subject, floor }: { title: string; goal: string; subject: Subject; floor(round: PgbenchRound): Promise<number> },
) {
  const round = { program, connection: { ...engine.connection, database: 'plain' }, folder, callers: Math.min(rounds.callers, 16), ms: rounds.ms }
  await measure(subject, rounds)
  await floor(round)
  const pairs: [number, number][] = []
  for (let turn = 0; turn < rounds.rounds; turn += 1) pairs.push([(await measure(subject, rounds)).perSecond, await floor(round)])
  const result: Comparison = {
    ...{ title, goal, floor: 'the same statement through pgbench' },
    ratio: median(pairs.map(([own, other]) => own / other)),
    cpuRatio: undefined,
    perSecond: [median(pairs.map(([own]) => own)), median(pairs.map(([, other]) => other))],
    cpuMicroseconds: [undefined, undefined],
  }
  results.push(result)
  say(comparisonText(result))
}

/** Sixty-four concurrent callers on twenty empty slots of a doctor. */
async function showBursts(service: Service, { doctors }: Clinic) {
  const bursts: number[] = []
  for (let burst = 0; burst < Math.min(doctors, 20); burst += 1) {
    const requests = Array.from({ length: 64 }, (_, caller) => service.bookingRequest(burst, Date.parse('2029-06-04T00:00:00+05:30') + (caller % 20) * slotMs))
    const startedAt = performance.now()
    const answers = await Promise.all(requests.map((request, caller) => service.send(caller, request)))
    bursts.push(performance.now() - startedAt)
    const won = answers.filter(({ status }) => status === 201).length
    const refused = answers.filter((answer) => answer.status === 400 && answer.text().includes('SLOT_NOT_AVAILABLE')).length
    if (won !== 20 || refused !== 44) throw new Error(`${won} of 20 slots were booked and ${refused} bookings refused`)
  }
  const deadlocks = await inDatabase(
    'clinic',
    async (client) => (await client.query('select deadlocks from pg_stat_database where datname = current_database()')).rows[0].deadlocks,
  )
  say(
    `64 callers on 20 slots, ${bursts.length} times: 20 win and 44 are refused; all answered in ${median(bursts).toFixed(0)} ms, at most ${Math.max(...bursts).toFixed(0)} (goal 40), ${deadlocks} deadlocks`,
  )
}

/** The cost of rate limits: in the process alone, and a whole request with Redis beside one without. */
async function showLimits(listing: Subject, clinic: Clinic) {
  const counters = processCounters()
  const buckets = ['address 127.0.0.1', 'key 1 1', 'workspace 1', 'route 1 1 GET /v1/addresses'].map((name) => ({ name, limit: 1e9 }))
  const requests = 200_000
  const before = process.cpuUsage()
  for (let request = 0; request < requests; request += 1) {
    void counters.spend(buckets.slice(0, 1), 0)
    void counters.spend(buckets.slice(1), 0)
  }
  const { user, system } = process.cpuUsage(before)
  say(`limits in the process: ${((user + system) / requests).toFixed(1)} CPU µs a request (goal 3)`)
  if (!redisIsHere) return say('limits in Redis: redis-server is not installed here')
  const redis = await startRedis()
  try {
    const counted = await startService('clinic', clinic, { REDIS_URL: redis.url })
    const withRedis = { name: 'with Redis', once: (caller: number) => counted.send(caller, counted.addresses), processId: counted.processId }
    const result = await compare(
      'authenticated route, limits in Redis',
      'none',
      withRedis,
      { ...listing, name: 'limits in the process, 64 callers' },
      { ...rounds, callers: 64 },
    )
    results.push(result)
    say(comparisonText(result))
  } finally {
    redis.child.kill('SIGKILL')
  }
}

function onServer(text: string) {
  return inDatabase('postgres', (client) => client.query(text))
}
