// npm run bench -- routes: every route of the API, one after the other, compared with a bare server
// that makes one prepared query. Unlike `npm run bench`, which compares in rounds, this is a
// survey: which routes there are, how fast each is, and whether one is an outlier.
//
//   npm run bench -- routes --requests 500 --json

import { parseArgs } from 'node:util'
import api from '../docs/openapi.json' with { type: 'json' }
import { findWorkspaceId } from '../src/base/operations/workspace-name.ts'
import { weekdays } from '../src/base/values/calendar-date.ts'
import { dateAt } from '../src/base/values/clinic-time.ts'
import { keyCreate } from '../src/clinic/workspaces/operations/keys.ts'
import { openApplication } from '../src/doors/app/application.ts'
import { runForOperator } from '../src/doors/register/run-operation.ts'
import { workspaceImport } from '../src/management/clinic-file/operations/workspaces.ts'
import { startQueue } from '../src/visits/queue/run-queue.ts'
import { bookingAt } from '../test/support/clinic/booking-at.ts'
import { createSunriseFile } from '../test/support/clinic/sunrise.ts'
import { requestBytes } from './caller.ts'
import { median } from './compare.ts'
import { openBenchProcesses } from './processes.ts'

const { values: options } = parseArgs({
  options: {
    requests: { type: 'string', default: '300' },
    json: { type: 'boolean', default: false },
  },
})
const requests = Number(options.requests)
const callers = 16
const database = 'clinic'
const page = 'https://sunrise.example'
const slotMs = 300_000
const firstSlot = Date.parse('2027-01-04T00:00:00+05:30')

const processes = await openBenchProcesses()
try {
  await bench()
} finally {
  await processes.close()
}

interface RouteRequest {
  /** The path, and the query of a GET. */
  path: string
  body?: unknown
  headers?: Record<string, string>
}
/** The n-th request of one route. */
type RequestBuilder = (number: number) => RouteRequest

async function bench() {
  const clinic = await prepareClinic()
  const service = await processes.startService(database)
  await processes.prepareFloor(database)
  const floor = await processes.startFloor('floor-server', database)
  const toBytes = (method: string, { path, body, headers = {} }: RouteRequest) =>
    requestBytes(path, { 'x-api-key': clinic.key, ...headers }, body, method)

  /** Sends one request, and returns the answer. */
  async function send(method: string, request: RouteRequest, caller: number) {
    const answer = await service.send(caller, toBytes(method, request))
    if (answer.status >= 300 && answer.status !== 303)
      throw new Error(`${method} ${request.path} was refused: ${answer.text()}`)
    return answer
  }
  const sendAll = (work: (number: number, caller: number) => Promise<void>) =>
    runInTurns(requests, work)
  const json = async (method: string, request: RouteRequest, caller: number) =>
    JSON.parse((await send(method, request, caller)).text())

  const { addressId, doctorIds, queueDoctorId, shiftId, packId, profileId, today, widgetKey } =
    clinic
  let slots = 0
  const nextSlot = () => {
    slots += 1
    const doctorId = doctorIds[slots % doctorIds.length]
    return {
      addressId,
      doctorId,
      ...bookingAt(firstSlot + Math.floor(slots / doctorIds.length) * slotMs, slotMs),
    }
  }
  const nextVisit = () => ({
    ...nextSlot(),
    patientPayload: { firstName: 'Bench', phoneNumber: '9876543210' },
    source: 'DEVELOPER_API',
  })
  let tokens = 0
  const nextToken = () => {
    tokens += 1
    return {
      addressId,
      doctorId: queueDoctorId,
      mode: 'OFFLINE',
      patientPayload: { firstName: `Bench ${tokens}`, phoneNumber: '9876543210' },
      qmsWorkShiftId: shiftId,
      bookingChannel: 'PHONE_CALL',
    }
  }
  const pack = {
    addressId,
    packageConfigId: packId,
    patientPayload: { firstName: 'Bench', phoneNumber: '9876543210' },
  }
  const visitIds = async () => {
    const created: { id: number; doctorId: number }[] = []
    await sendAll(async (number, caller) => {
      created[number] = (
        await json(
          'POST',
          { path: '/v1/appointments/book-appointment-unified', body: nextVisit() },
          caller,
        )
      ).appointment
    })
    return (number: number) => created[number] ?? { id: 0, doctorId: 0 }
  }
  const paidSessions = async (path: string, body: () => object) => {
    const created: string[] = []
    await sendAll(async (number, caller) => {
      const { sessionRef, checkoutUrl } = await json(
        'POST',
        { path, body: { ...body(), returnUrl: `${page}/paid` } },
        caller,
      )
      await send('POST', { path: `${new URL(checkoutUrl).pathname}/pay`, body: {} }, caller)
      created[number] = sessionRef
    })
    return (number: number) => ({ sessionRef: created[number] })
  }
  // One code each: an end user may get only a few a day.
  const endUser = ({ phoneNumber = '' }: { phoneNumber?: string }) => ({
    'x-end-user-id': `bench-${phoneNumber}`,
  })
  let phones = 0
  const nextPhone = () => {
    phones += 1
    return { phoneNumber: `96${String(10_000_000 + phones)}` }
  }
  // The outbox keeps only the last messages.
  const phonesWithCodes = async () => {
    const created: { phoneNumber: string; otpCode: string }[] = []
    await processes.inDatabase(database, (client) =>
      sendAll(async (number, caller) => {
        const phoneInput = nextPhone()
        await send(
          'POST',
          { path: '/v1/otp/send', body: phoneInput, headers: endUser(phoneInput) },
          caller,
        )
        const { rows } = await client.query('select code from outbox where destination like $1', [
          `%${phoneInput.phoneNumber}`,
        ])
        created[number] = { ...phoneInput, otpCode: rows[0]?.code }
      }),
    )
    return (number: number) => created[number] ?? { phoneNumber: '', otpCode: '' }
  }
  const statusIds = await visitIds()
  const cancelIds = await visitIds()
  const moveIds = await visitIds()
  const paidVisits = await paidSessions('/v1/appointments/reserve-slot', nextVisit)
  const paidPacks = await paidSessions('/v1/session/packs', () => pack)
  const codes = await phonesWithCodes()
  const otherCodes = await phonesWithCodes()
  const firstCode = codes(0)
  const otpRequest = (path: string, body: { phoneNumber?: string }): RouteRequest => ({
    path,
    body,
    headers: endUser(body),
  })
  const actingHeaders = { 'x-acting-user-id': String(doctorIds[0]) }
  const addressQuery = `addressId=${addressId}`

  const subjects: Record<string, RequestBuilder> = {
    'GET /v2/workspaces': () => ({ path: '/v2/workspaces' }),
    'GET /v1/addresses': () => ({ path: '/v1/addresses' }),
    'GET /v1/doctors': () => ({ path: `/v1/doctors?${addressQuery}` }),
    'GET /v1/practitioner-shifts': () => ({ path: `/v1/practitioner-shifts?${addressQuery}` }),
    'GET /v1/users': () => ({ path: `/v1/users?${addressQuery}` }),
    'POST /v1/users': (number) => ({
      path: '/v1/users',
      body: { name: 'Bench', email: `bench-${number}@sunrise.example`, addressIds: [addressId] },
      headers: actingHeaders,
    }),
    'GET /v1/public-profiles/{profileId}': () => ({ path: `/v1/public-profiles/${profileId}` }),
    'GET /v1/medicines/search': () => ({
      path: `/v1/medicines/search?${addressQuery}&searchTerm=para`,
    }),
    'GET /v1/session/packs': () => ({ path: '/v1/session/packs' }),
    'POST /v1/session/packs': () => ({ path: '/v1/session/packs', body: pack }),
    'POST /v1/patients': (number) => ({
      path: '/v1/patients',
      body: { firstName: `Bench ${number}`, ...nextPhone() },
      headers: actingHeaders,
    }),
    'GET /v1/patients': () => ({ path: '/v1/patients?size=50' }),
    'GET /v1/appointments/available-slots': () => ({
      path: `/v1/appointments/available-slots?${addressQuery}&doctorId=${clinic.ordinaryDoctorId}&appointmentDate=2027-01-04`,
    }),
    'GET /v1/appointments/schedule-slots': () => ({
      path: `/v1/appointments/schedule-slots?${addressQuery}&doctorIds=${clinic.ordinaryDoctorId}&appointmentDate=2027-01-04`,
    }),
    'POST /v1/appointments/book-appointment-unified': () => ({
      path: '/v1/appointments/book-appointment-unified',
      body: nextVisit(),
    }),
    'POST /v1/appointments/book-appointment': () => ({
      path: '/v1/appointments/book-appointment',
      body: nextVisit(),
    }),
    'PATCH /v1/appointments/{appointmentId}/status': (number) => ({
      path: `/v1/appointments/${statusIds(number).id}/status`,
      body: { status: 'CONFIRMED' },
    }),
    'PATCH /v1/appointments/{appointmentId}/cancel': (number) => ({
      path: `/v1/appointments/${cancelIds(number).id}/cancel`,
      body: {},
    }),
    'PATCH /v1/appointments/{appointmentId}/reschedule': (number) => ({
      path: `/v1/appointments/${moveIds(number).id}/reschedule`,
      body: {
        fromDateTimeIso: new Date(
          Date.parse('2028-01-03T00:00:00+05:30') + number * slotMs,
        ).toISOString(),
        toDateTimeIso: new Date(
          Date.parse('2028-01-03T00:05:00+05:30') + number * slotMs,
        ).toISOString(),
      },
    }),
    'POST /v1/appointments/search': () => ({
      path: '/v1/appointments/search',
      body: { addressId, size: 20 },
    }),
    'POST /v1/appointments/{appointmentId}/vitals': (number) => ({
      path: `/v1/appointments/${statusIds(number).id}/vitals`,
      body: { vital: { pulse: 72 } },
      headers: actingHeaders,
    }),
    'GET /v1/qms-appointments/doctor/shifts': () => ({
      path: `/v1/qms-appointments/doctor/shifts?${addressQuery}&doctorId=${queueDoctorId}&date=${today}`,
    }),
    'POST /v1/qms-appointments/pre/book': () => ({
      path: '/v1/qms-appointments/pre/book',
      body: { ...nextToken(), appointmentDate: clinic.tomorrow },
    }),
    'POST /v1/qms-appointments/immediate/book': () => ({
      path: '/v1/qms-appointments/immediate/book',
      body: { ...nextToken(), appointmentDate: today },
    }),
    'GET /v1/qms-appointments/visits': () => ({
      path: `/v1/qms-appointments/visits?${addressQuery}&size=20`,
    }),
    'GET /v1/qms-appointments/day-visits': () => ({
      path: `/v1/qms-appointments/day-visits?${addressQuery}`,
    }),
    'POST /v1/appointments/reserve-slot': (number) => ({
      path: '/v1/appointments/reserve-slot',
      body: { ...nextVisit(), returnUrl: `${page}/paid` },
      headers: { 'idempotency-key': `bench-${number}` },
    }),
    'POST /v1/appointments/confirm-payments': (number) => ({
      path: '/v1/appointments/confirm-payments',
      body: paidVisits(number),
    }),
    'POST /v1/session/packs/confirm': (number) => ({
      path: '/v1/session/packs/confirm',
      body: paidPacks(number),
    }),
    'POST /v1/widget/session': () => ({
      path: '/v1/widget/session',
      headers: { 'x-api-key': widgetKey, origin: page },
    }),
    'POST /v1/otp/send': () => otpRequest('/v1/otp/send', nextPhone()),
    'POST /v1/patients/send-phone-verification-otp': () =>
      otpRequest('/v1/patients/send-phone-verification-otp', nextPhone()),
    'POST /v1/otp/verify': (number) => otpRequest('/v1/otp/verify', codes(number)),
    'POST /v1/patients/verify-phone-verification-otp': (number) =>
      otpRequest('/v1/patients/verify-phone-verification-otp', otherCodes(number)),
    'GET /v1/patients/search-by-phone': () => ({
      path: `/v1/patients/search-by-phone?phoneNumber=${firstCode.phoneNumber}`,
      headers: endUser(firstCode),
    }),
  }

  const describedRoutes = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const missing = describedRoutes.filter((name) => !(name in subjects))
  if (missing.length > 0 || describedRoutes.length !== Object.keys(subjects).length)
    throw new Error(`routes without a benchmark request: ${missing.join(', ')}`)

  const query = requestBytes('/query', {})
  const floors: number[] = []
  const measureFloor = async () =>
    floors.push(
      (await measureRoute((_, caller) => floor.send(caller, query).then(() => {}), 320)).perSecond,
    )
  const results: { route: string; perSecond: number; p50: number; p99: number }[] = []
  for (const [route, subject] of Object.entries(subjects)) {
    await measureFloor()
    const method = route.split(' ', 1)[0] as string
    const measured = await measureRoute(async (number, caller) => {
      const answer = await service.send(caller, toBytes(method, subject(number)))
      if (answer.status >= 300) throw new Error(`${route} was refused: ${answer.text()}`)
    })
    results.push({ route, ...measured })
    if (!options.json) process.stdout.write(`${formatLine(route, measured)}\n`)
  }
  const atFloor = median(floors)
  if (options.json)
    process.stdout.write(
      `${JSON.stringify({ requests, callers, floorPerSecond: atFloor, results }, null, 2)}\n`,
    )
  else
    process.stdout.write(
      `${results.length} routes, ${requests} requests of ${callers} callers each; a bare server with one prepared query answers ${atFloor.toFixed(0)}/s\n`,
    )
}

function formatLine(route: string, { perSecond, p50, p99 }: Measurement): string {
  return `${route.padEnd(58)} ${perSecond.toFixed(0).padStart(6)}/s   half in ${p50.toFixed(1).padStart(6)} ms, 99 % in ${p99.toFixed(1).padStart(6)} ms`
}

interface Measurement {
  perSecond: number
  p50: number
  p99: number
}

/** Does the work this many times, spread over all callers. */
async function measureRoute(
  work: (number: number, caller: number) => Promise<void>,
  times = requests,
): Promise<Measurement> {
  const durations: number[] = []
  const startedAt = performance.now()
  await runInTurns(times, async (number, caller) => {
    const from = performance.now()
    await work(number, caller)
    durations.push(performance.now() - from)
  })
  const sorted = durations.toSorted((a, b) => a - b)
  const percentile = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return {
    perSecond: (times / (performance.now() - startedAt)) * 1_000,
    p50: percentile(0.5),
    p99: percentile(0.99),
  }
}

async function runInTurns(
  times: number,
  work: (number: number, caller: number) => Promise<unknown>,
) {
  let next = 0
  await Promise.all(
    Array.from({ length: Math.min(callers, times) }, async (_, caller) => {
      for (let number = next++; number < times; number = next++) await work(number, caller)
    }),
  )
}

/**
 * A clinic with everything that a route may need: doctors who work around the clock, a running
 * queue, packs, a gateway, medicines, and both kinds of keys.
 */
async function prepareClinic() {
  const application = await openApplication({
    connection: processes.engine.connection,
    mode: 'sandbox',
  })
  const file = createSunriseFile()
  const busyPractitioner = structuredClone(file.practitioners['asha-rao'])
  const queuePractitioner = file.practitioners['meera-shah']
  if (!busyPractitioner?.at.jaipur || !queuePractitioner?.at.jaipur)
    throw new Error('the test clinic lacks practitioners')
  busyPractitioner.at.jaipur.slotMinutes = 5
  busyPractitioner.at.jaipur.hours = [
    { days: [...weekdays], from: '00:00', to: '24:00', modes: ['OFFLINE'] },
  ]
  busyPractitioner.at.jaipur.exceptions = []
  queuePractitioner.at.jaipur.shifts = {
    day: { days: [...weekdays], from: '00:00', to: '24:00', maxAppointments: 5_000 },
  }
  file.workspace.paymentGateway = 'sandbox'
  file.workspace.messages = { ...file.workspace.messages, codesPerDay: 1_000_000 }
  file.sessionPacks = {
    ten: {
      displayName: 'Ten visits',
      sessions: 10,
      validityDays: 180,
      currency: 'INR',
      price: 4000,
    },
  }
  const doctors = Array.from({ length: 20 }, (_, number) => `busy-${number}`)
  for (const name of doctors) file.practitioners[name] = structuredClone(busyPractitioner)
  const context = { ...application, actor: { kind: 'service' } as const, progress: undefined }
  const { workspace, ids } = await runForOperator(workspaceImport, context, {
    source: JSON.stringify(file),
  })
  const { key } = await runForOperator(keyCreate, context, { name: 'bench', allow: ['127.0.0.1'] })
  const { key: widgetKey } = await runForOperator(keyCreate, context, {
    kind: 'WIDGET',
    name: 'page',
    origins: [page],
  })
  const workspaceId = await findWorkspaceId(application.database, workspace)
  const findId = (kind: string, name: string) => ids[kind]?.[name] ?? 0
  const shiftId = findId('shift', 'meera-shah/jaipur/day')
  await startQueue(application, {
    workspaceId,
    workShiftId: shiftId,
    actor: { kind: 'operator', name: 'bench' },
  })
  const dateAfter = (offsetMs: number) => dateAt('Asia/Kolkata', application.clock.now() + offsetMs)
  const prepared = {
    key,
    widgetKey,
    shiftId,
    today: dateAfter(0),
    tomorrow: dateAfter(86_400_000),
    addressId: findId('location', 'jaipur'),
    packId: findId('sessionPack', 'ten'),
    profileId: findId('profile', 'asha-rao'),
    queueDoctorId: findId('practitioner', 'meera-shah'),
    ordinaryDoctorId: findId('practitioner', 'asha-rao'),
    doctorIds: doctors.map((name) => findId('practitioner', name)),
  }
  await application.close()
  return prepared
}
