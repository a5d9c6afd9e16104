// npm run bench: the service beside its floors, in one run. The service, the floors, the database
// and this process, which sends the calls, are separate processes on this machine and share its
// cores.
//
//   npm run bench -- --visits 10000000 --rounds 9 --json
//   npm run bench -- --only available-slots

import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { processCounters } from '../src/base/ports/counters.ts'
import { hasRedis, startRedis } from '../test/support/processes/redis-process.ts'
import { slotArithmetic } from './arithmetic.ts'
import { requestBytes } from './caller.ts'
import { type Clinic, ordinaryDoctors, prepareClinic } from './clinic.ts'
import {
  type Comparison,
  compare,
  comparisonText,
  measure,
  median,
  type Subject,
} from './compare.ts'
import { addHistory } from './history.ts'
import { addMedicines, plainSearch } from './medicines.ts'
import { findPgbench, type PgbenchRound } from './pgbench.ts'
import { pgbenchBookings, plainBooking } from './plain-booking.ts'
import { openBenchProcesses } from './processes.ts'
import { firstSlot, type Service, slotMs, startService } from './service.ts'
import { openPlainDays, pgbenchTokens } from './tokens.ts'
import { searchByVerifiedPhone } from './verified-phone.ts'

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
const rounds = {
  rounds: Number(options.rounds),
  ms: Number(options.seconds) * 1000,
  callers: Number(options.callers),
}
const visits = Number(options.visits)
const patients = Number(options.patients)
const medicines = 100_000
const print = (line: string) => (options.json ? process.stderr : process.stdout).write(`${line}\n`)

const processes = await openBenchProcesses()
const { folder, engine, inDatabase } = processes
const results: Comparison[] = []
try {
  await bench()
} finally {
  await processes.close()
}
// The file of figures holds only the API's figures.
if (!options.json && !options.only) {
  await import('./key-calls.ts')
  await import('./dashboard.ts')
  await import('./booking-page.ts')
}

async function bench() {
  print(
    `${rounds.rounds} interleaved rounds of ${rounds.ms} ms, ${rounds.callers} callers, Node ${process.versions.node}, ${engine.description}`,
  )
  // The same clinic in three databases: one for the service, one for the plain statements, and one
  // with past visits.
  const clinic = await prepareClinic(processes)
  await inDatabase('clinic', (client) => addMedicines(client, medicines, clinic))
  for (const name of ['plain', 'past']) await onServer(`create database ${name} template clinic`)
  await inDatabase('past', (client) => addHistory(client, { visits, patients }, clinic))

  const service = await startService(processes, 'clinic', clinic)
  const withPast = await startService(processes, 'past', clinic)
  await processes.prepareFloor('plain')
  const bare = await processes.startFloor('floor-server', 'plain')
  const fair = await processes.startFloor('fair-floor', 'plain', {
    FLOOR_KEY: clinic.key,
    FLOOR_BOOKABLE: JSON.stringify(clinic),
  })
  const keyHeaders = { 'x-api-key': clinic.key }
  const addresses = JSON.parse((await service.send(0, service.addresses)).text())
  const booked = JSON.parse(
    (
      await service.send(0, service.bookingRequest(0, Date.parse('2028-01-03T00:00:00+05:30')))
    ).text(),
  )
  for (const floor of [bare, fair])
    await floor.send(0, requestBytes('/constant/addresses', keyHeaders, addresses))
  await fair.send(0, requestBytes('/constant/booking', keyHeaders, booked.appointment))

  const addressesSubject = {
    name: 'addresses',
    once: (caller: number) => service.send(caller, service.addresses),
    processId: service.processId,
  }
  const slots = {
    name: 'available-slots',
    once: (caller: number) => service.send(caller, service.slots),
    processId: service.processId,
  }
  const search = {
    name: 'search',
    once: (caller: number) => service.send(caller, service.search),
    processId: service.processId,
  }
  const booking = {
    name: 'booking',
    once: (caller: number) => service.book(caller),
    processId: service.processId,
  }
  const reservation = {
    name: 'reservation',
    once: (caller: number) => service.reserve(caller),
    processId: service.processId,
  }
  const bookingWithPack = {
    name: 'booking with a pack',
    once: (caller: number) => service.bookWithPack(caller),
    processId: service.processId,
  }
  const slotsWithPacks = {
    name: 'slots with packs',
    once: (caller: number) => service.send(caller, service.slotsOfOwner),
    processId: service.processId,
  }
  const constant = requestBytes('/constant/addresses', keyHeaders)
  const query = requestBytes('/query', keyHeaders)

  const pool = new pg.Pool({ ...engine.connection, database: 'plain', max: 10 })
  // If something else has failed, the database ends first, and this error would hide the real
  // cause.
  pool.on('error', () => {})
  const plain = plainBooking(clinic)
  const plainBookings = {
    name: 'the same statement through plain pg',
    once: () => pool.query({ name: 'booking', text: plain.text, values: plain.values() }),
  }
  const plainSearches = {
    name: 'the same statements through plain pg',
    once: () => plainSearch(pool, clinic),
  }
  const byPhone = await searchByPhone(service, 'clinic', clinic)
  const byPhoneWithPast = await searchByPhone(withPast, 'past', clinic)
  const users = {
    name: 'users',
    once: (caller: number) => service.send(caller, service.users),
    processId: service.processId,
  }
  const usersWithPast = {
    name: 'users',
    once: (caller: number) => withPast.send(caller, withPast.users),
    processId: withPast.processId,
  }
  const pastText = `at ${visits.toLocaleString('en')} past visits`
  const slotsWithPast = {
    name: 'slots',
    once: (caller: number) => withPast.send(caller, withPast.slots),
    processId: withPast.processId,
  }
  const bookingWithPast = {
    name: 'booking',
    once: (caller: number) => withPast.book(caller),
    processId: withPast.processId,
  }

  // A plan made while the table was empty when last analysed reads the whole table until the next
  // ANALYZE.
  for (const subject of [booking, bookingWithPast, plainBookings, reservation])
    await measure(subject, { ...rounds, ms: 500 })
  for (const name of ['clinic', 'past', 'plain'])
    await inDatabase(name, (client) => client.query('vacuum analyze'))

  await showComparison(`booking ${pastText}`, '90 %', bookingWithPast, {
    ...booking,
    name: 'the same at none',
  })
  await showComparison(`available-slots ${pastText}`, '90 %', slotsWithPast, {
    ...slots,
    name: 'the same at none',
  })
  const patientsText = `at ${patients.toLocaleString('en')} patients`
  await showComparison(`search-by-phone ${patientsText}`, '90 %', byPhoneWithPast, {
    ...byPhone,
    name: 'the same at none',
  })
  await showComparison(`users ${patientsText}`, '90 %', usersWithPast, {
    ...users,
    name: 'the same at none',
  })
  await showComparison(
    'authenticated route without SQL',
    '95 %',
    addressesSubject,
    createFloor('the fair floor with the same body', constant, fair),
  )
  await showComparison(
    'authenticated route without SQL, bare',
    '40 %',
    addressesSubject,
    createFloor('bare Fastify with the same body', constant),
  )
  await showComparison(
    'available-slots',
    '100 %',
    slots,
    createFloor('the fair floor with one prepared query of twenty rows', query, fair),
  )
  await showComparison(
    'available-slots, bare',
    '85 %',
    slots,
    createFloor('bare Fastify with one prepared query of twenty rows', query),
  )
  const slotsForPatients = {
    name: 'slots by the rules for patients',
    once: (caller: number) => service.send(caller, service.slotsForPatients),
    processId: service.processId,
  }
  await showComparison('available-slots with rules for patients', '95 %', slotsForPatients, {
    ...slots,
    name: 'the same without rules',
  })
  const twoQueries = requestBytes('/two-queries', {})
  await showComparison(
    'available-slots of an owner of packs',
    '65 %',
    slotsWithPacks,
    createFloor('bare Fastify with two prepared queries', twoQueries),
  )
  const week = {
    name: 'a week of slots',
    once: (caller: number) => service.send(caller, service.week),
    processId: service.processId,
  }
  const sevenDays = {
    name: 'seven calls of a day',
    once: (caller: number) => repeatSevenTimes(() => slots.once(caller)),
    processId: service.processId,
  }
  await showComparison('available-slots of seven days', 'none', week, sevenDays)
  const schedule = {
    name: 'schedule',
    once: (caller: number) => service.send(caller, service.schedule),
    processId: service.processId,
  }
  const scheduleAnswer = JSON.parse((await service.send(0, service.schedule)).text()) as {
    slots: unknown[]
  }[]
  const rows = scheduleAnswer.flatMap((doctor) => doctor.slots).length
  await showComparison(
    `schedule-slots of ${ordinaryDoctors}`,
    'none',
    schedule,
    createFloor(
      `bare Fastify with one prepared query of ${rows} rows`,
      requestBytes(`/rows/${rows}`, {}),
    ),
  )
  const fairRequests = Array.from({ length: clinic.doctors }, (_, doctor) =>
    service.bookingRequest(doctor, firstSlot, {}, '/booking'),
  )
  const fairBookings = {
    name: 'the fair floor with the same statement',
    async once(caller: number) {
      const answer = await fair.send(caller, fairRequests[caller % clinic.doctors] ?? query)
      if (answer.status !== 201) throw new Error(`the fair floor did not book: ${answer.text()}`)
    },
    processId: fair.processId,
  }
  const atOnePrice = {
    name: 'booking at one price',
    once: (caller: number) => service.bookAtOnePrice(caller),
    processId: service.processId,
  }
  await showComparison('booking, fair', '60 % by CPU', booking, fairBookings)
  await showComparison('booking at one price, fair', 'none', atOnePrice, fairBookings)
  await showComparison('booking', 'none', booking, plainBookings)
  const byId = { ...booking, name: 'the booking by patientId' }
  const ofExistingPatient = {
    name: 'by name and phone',
    once: (caller: number) => service.bookExistingPatient(caller),
    processId: service.processId,
  }
  const ofNewPatient = {
    name: 'of someone new',
    once: (caller: number) => service.bookNewPatient(caller),
    processId: service.processId,
  }
  await showComparison('booking by name and phone', '85 %', ofExistingPatient, byId)
  await showComparison('booking of someone new', '75 %', ofNewPatient, byId)
  const byRules = {
    name: 'by the rules for patients',
    once: (caller: number) => service.bookByRules(caller),
    processId: service.processId,
  }
  await showComparison('booking by the rules for patients', 'none', byRules, {
    ...ofNewPatient,
    name: 'of someone new',
  })
  await showComparison('reservation without a checkout, with a key', '65 %', reservation, {
    ...booking,
    name: 'the plain booking',
  })
  const first = await service.send(0, service.replay)
  if (first.status !== 201) throw new Error(`a reservation was refused: ${first.text()}`)
  const replay = {
    name: 'replay',
    once: (caller: number) => service.send(caller, service.replay),
    processId: service.processId,
  }
  await showComparison('the same reservation again', 'none', replay, {
    ...users,
    name: 'users, a read',
  })
  await showComparison('booking with a session pack', 'none', bookingWithPack, {
    ...booking,
    name: 'the plain booking',
  })
  await showComparison(
    `medicines/search among ${medicines.toLocaleString('en')}`,
    'none',
    search,
    plainSearches,
  )
  await pool.end()
  await inDatabase('plain', (client) => client.query(openPlainDays(clinic, clinic)))
  const oneShift = {
    name: 'tokens of one shift',
    once: (caller: number) => service.takeToken(caller, 0),
    processId: service.processId,
  }
  let takenCount = 0
  const manyShifts = {
    name: 'tokens of many',
    once: (caller: number) => service.takeToken(caller, ++takenCount % clinic.shifts),
    processId: service.processId,
  }
  const pgbenchComparisons = [
    {
      title: 'booking',
      goal: '65 %',
      subject: booking,
      floor: (round: PgbenchRound) => pgbenchBookings(clinic, round),
    },
    {
      title: 'tokens of one shift',
      goal: '80 %',
      subject: oneShift,
      floor: (round: PgbenchRound) => pgbenchTokens(clinic, clinic, 1, round),
    },
    {
      title: `tokens of ${clinic.shifts} shifts`,
      goal: '30 %',
      subject: manyShifts,
      floor: (round: PgbenchRound) => pgbenchTokens(clinic, clinic, clinic.shifts, round),
    },
  ]
  const program = findPgbench()
  if (program)
    for (const comparison of pgbenchComparisons.filter(({ title }) => title.includes(options.only)))
      await showPgbench(program, comparison)
  else print('beside pgbench: not installed here (on Debian it comes with postgresql-contrib)')
  if (!options.only) await showBursts(service, clinic)
  if (!options.only) await showLimits(addressesSubject, clinic)
  if (options.only) return
  const { own, luxon, temporal } = slotArithmetic(rounds.ms)
  print(
    `slot arithmetic: ${own.toFixed(1)} CPU µs a slot (goal 3), ${(luxon / own).toFixed(0)} × faster than Luxon (goal 20), ${(temporal / own).toFixed(0)} × than Temporal`,
  )
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ rounds, visits, comparisons: results, slotArithmetic: { own, luxon, temporal } }, null, 2)}\n`,
    )

  function createFloor(name: string, request: Buffer, floor = bare): Subject {
    return { name, once: (caller) => floor.send(caller, request), processId: floor.processId }
  }
}

async function searchByPhone(
  service: Service,
  database: string,
  { key }: Clinic,
): Promise<Subject> {
  const request = await inDatabase(database, (client) =>
    searchByVerifiedPhone((bytes) => service.send(0, bytes), client, key),
  )
  return {
    name: 'search-by-phone',
    once: (caller) => service.send(caller, request),
    processId: service.processId,
  }
}

async function repeatSevenTimes(work: () => Promise<unknown>) {
  for (let day = 0; day < 7; day += 1) await work()
}

async function showComparison(title: string, goal: string, subject: Subject, floor: Subject) {
  if (!title.includes(options.only)) return
  const result = await compare(title, goal, subject, floor, rounds)
  results.push(result)
  print(`${comparisonText(result)}; load ${loadavg()[0]?.toFixed(1)}`)
}

/** pgbench measures itself, so its rounds alternate with ours. */
async function showPgbench(
  program: string,
  {
    title,
    goal,
    subject,
    floor,
  }: { title: string; goal: string; subject: Subject; floor(round: PgbenchRound): Promise<number> },
) {
  const round = {
    program,
    connection: { ...engine.connection, database: 'plain' },
    folder,
    callers: Math.min(rounds.callers, 16),
    ms: rounds.ms,
  }
  await measure(subject, rounds)
  await floor(round)
  const pairs: [number, number][] = []
  for (let turn = 0; turn < rounds.rounds; turn += 1)
    pairs.push([(await measure(subject, rounds)).perSecond, await floor(round)])
  const result: Comparison = {
    title,
    goal,
    floor: 'the same statement through pgbench',
    ratio: median(pairs.map(([ours, other]) => ours / other)),
    cpuRatio: undefined,
    perSecond: [median(pairs.map(([ours]) => ours)), median(pairs.map(([, other]) => other))],
    cpuMicroseconds: [undefined, undefined],
  }
  results.push(result)
  print(comparisonText(result))
}

/** Sixty-four concurrent callers for twenty empty slots of one doctor. */
async function showBursts(service: Service, { doctors }: Clinic) {
  const bursts: number[] = []
  for (let burst = 0; burst < Math.min(doctors, 20); burst += 1) {
    const requests = Array.from({ length: 64 }, (_, caller) =>
      service.bookingRequest(
        burst,
        Date.parse('2029-06-04T00:00:00+05:30') + (caller % 20) * slotMs,
      ),
    )
    const startedAt = performance.now()
    const answers = await Promise.all(
      requests.map((request, caller) => service.send(caller, request)),
    )
    bursts.push(performance.now() - startedAt)
    const bookedCount = answers.filter(({ status }) => status === 201).length
    const refusedCount = answers.filter(
      (answer) => answer.status === 400 && answer.text().includes('SLOT_NOT_AVAILABLE'),
    ).length
    if (bookedCount !== 20 || refusedCount !== 44)
      throw new Error(`${bookedCount} of 20 slots were booked and ${refusedCount} bookings refused`)
  }
  const deadlocks = await inDatabase(
    'clinic',
    async (client) =>
      (
        await client.query(
          'select deadlocks from pg_stat_database where datname = current_database()',
        )
      ).rows[0].deadlocks,
  )
  print(
    `64 callers on 20 slots, ${bursts.length} times: 20 win and 44 are refused; all answered in ${median(bursts).toFixed(0)} ms, at most ${Math.max(...bursts).toFixed(0)} (goal 40), ${deadlocks} deadlocks`,
  )
}

/**
 * The cost of rate limits: in the process alone, and for a whole request with Redis beside one
 * without.
 */
async function showLimits(addressesSubject: Subject, clinic: Clinic) {
  const counters = processCounters()
  const buckets = [
    'address 127.0.0.1',
    'key 1 1',
    'workspace 1',
    'route 1 1 GET /v1/addresses',
  ].map((name) => ({ name, limit: 1e9 }))
  const requests = 200_000
  const before = process.cpuUsage()
  for (let request = 0; request < requests; request += 1) {
    void counters.spend(buckets.slice(0, 1), 0)
    void counters.spend(buckets.slice(1), 0)
  }
  const { user, system } = process.cpuUsage(before)
  print(
    `limits in the process: ${((user + system) / requests).toFixed(1)} CPU µs a request (goal 3)`,
  )
  if (!hasRedis) return print('limits in Redis: redis-server is not installed here')
  const redis = await startRedis()
  try {
    const counted = await startService(processes, 'clinic', clinic, { REDIS_URL: redis.url })
    const withRedis = {
      name: 'with Redis',
      once: (caller: number) => counted.send(caller, counted.addresses),
      processId: counted.processId,
    }
    const result = await compare(
      'authenticated route, limits in Redis',
      'none',
      withRedis,
      { ...addressesSubject, name: 'limits in the process, 64 callers' },
      { ...rounds, callers: 64 },
    )
    results.push(result)
    print(comparisonText(result))
  } finally {
    redis.child.kill('SIGKILL')
  }
}

function onServer(text: string) {
  return inDatabase('postgres', (client) => client.query(text))
}
