// The base for tests of the whole application: a database for each file, a clinic for each test,
// and calls through the real routes.

import { randomBytes } from 'node:crypto'
import type { FastifyInstance, InjectOptions } from 'fastify'
import pg from 'pg'
import { onTestFinished, vi } from 'vitest'
import type { Caller, Route } from '../../../src/base/contract/route.ts'
import type { Connection } from '../../../src/base/db/session.ts'
import { isoAt } from '../../../src/base/values/clinic-time.ts'
import { type IpAddress, parseIpAddress } from '../../../src/base/values/ip-address.ts'
import { type Application, openApplication } from '../../../src/doors/app/application.ts'
import type { ApplicationOptions } from '../../../src/doors/app/options.ts'
import { toTerminalError } from '../../../src/doors/cli/words/refusals.ts'
import type { OperatorServices } from '../../../src/doors/register/operator-services.ts'
import { getOperation } from '../../../src/doors/register/register.ts'
import { runForOperator } from '../../../src/doors/register/run-operation.ts'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import type { NamedIds } from '../../../src/management/clinic-file/import-clinic.ts'
import { createMigratedDatabase } from '../database/databases.ts'
import { afterFile } from '../run/after-file.ts'
import { expectDocumented } from '../storms/contract.ts'
import { plainVisit } from './booking-at.ts'
import { withoutLimits } from './no-limits.ts'
import { expectDeclared } from './operation-contract.ts'
import { createSunriseFile } from './sunrise.ts'

/** Business time at which every test starts: a Tuesday, 05:30 in Jaipur, 01:00 in Berlin. */
export const testStart = Date.parse('2030-01-01T00:00:00Z')

/** The public origin of a test clinic's pages. */
export const pageOrigin = 'https://sunrise.example'

export interface CallOptions {
  key?: string | null
  headers?: Record<string, string | string[]>
  body?: unknown
  /** The caller's address. */
  from?: string
}

// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
export type Json = any

export interface Reply {
  status: number
  headers: Record<string, unknown>
  json: Json
  text: string
}

/** A running application with its own database; closed after the file. */
export interface Harness {
  application: Application
  door: FastifyInstance
  connection: Connection
  /**
   * A new workspace with a developer key for 127.0.0.1. `change` edits the file before it is
   * imported.
   */
  clinic(change?: (file: ClinicFile) => void): Promise<Clinic>
  call(method: string, url: string, options?: CallOptions): Promise<Reply>
  /**
   * Runs SQL on the test's own connection and returns the rows. With a name, it is planned once for
   * each connection.
   */
  sql(text: string, values?: unknown[], name?: string): Promise<Json[]>
  /** Moves business time to an ISO timestamp, forward only. */
  moveTo(timestamp: string): Promise<void>
  /**
   * Stops the clock of the application until the end of the test, so that however slow the machine
   * is, what counts by the minute stays in it. `moveTo` still moves the clock.
   */
  stopClock(): void
  /** Runs an operation, as the operator `tester`. */
  operate(name: string, input: Record<string, unknown>): Promise<Json>
}

export interface Clinic {
  workspaceId: number
  name: string
  key: string
  keyId: number
  ids: NamedIds
  /** The id of the `kind` named `name`; throws if the clinic has none. */
  id(
    kind:
      | 'location'
      | 'room'
      | 'practitioner'
      | 'staff'
      | 'role'
      | 'tier'
      | 'profile'
      | 'sessionPack'
      | 'visitType'
      | 'shift',
    name: string,
  ): number
  get(url: string, options?: CallOptions): Promise<Reply>
  post(url: string, body: unknown, options?: CallOptions): Promise<Reply>
  /** The clinic's widget key for pages of `pageOrigin`; the same key each time. */
  widgetKey(): Promise<{ key: string; id: number }>
  /** Headers of a new session with that key. */
  session(): Promise<{ authorization: string }>
  /** Imports the clinic's file again with changes, and returns what the import reports. */
  change(
    edit: (file: ClinicFile) => void,
    options?: { dryRun?: boolean; withUpcomingVisits?: boolean },
  ): Promise<Json>
  /**
   * Rows of this workspace in the tables that a booking writes, as text: equal before and after a
   * refusal.
   */
  bookingRows(): Promise<string>
}

export interface HarnessOptions extends Partial<ApplicationOptions> {
  routes?: readonly Route[]
  /**
   * The connection for the tests' own SQL, if the application's connection goes through something
   * else.
   */
  ofTests?: Connection
}

export async function openHarness({
  routes = [],
  ofTests,
  ...options
}: HarnessOptions = {}): Promise<Harness> {
  const connection = options.connection ?? (await createMigratedDatabase())
  const application = await openApplication({
    mode: 'sandbox',
    databaseConnections: 5,
    ...withoutLimits,
    // Tests do not depend on whether the documentation has been built on this machine.
    documentationFolder: 'not built',
    ...options,
    connection,
  })
  const door = application.frontDoor(routes)
  // A lock that a test takes on a connection is held until the test releases it, however long the
  // connection is idle.
  const tests = new pg.Pool({
    ...(ofTests ?? connection),
    max: 2,
    idleTimeoutMillis: 0,
    options: '-c timezone=UTC',
  })
  // The database is dropped right afterwards; a connection that receives that error while it ends
  // has nowhere to report it.
  tests.on('error', () => {})
  tests.on('connect', (client) => client.on('error', () => {}))
  afterFile(async () => {
    await door.close()
    await application.close()
    await tests.end()
  })

  const operate = (name: string, input: Record<string, unknown>) =>
    runAsTester(application, name, input)
  const harness: Harness = {
    application,
    door,
    connection,
    operate,
    sql: async (text, values = [], name = undefined) =>
      (await tests.query({ text, values, ...(name && { name }) })).rows,
    async moveTo(timestamp) {
      await operate('clock-advance', {
        ms: Date.parse(timestamp) - Math.floor(application.clock.now()),
      })
    },
    stopClock() {
      const { clock } = application
      const stoppedAt = clock.now() - clock.sandboxOffsetMs()
      const stopped = vi
        .spyOn(clock, 'now')
        .mockImplementation(() => stoppedAt + clock.sandboxOffsetMs())
      onTestFinished(() => stopped.mockRestore())
    },
    async call(method, url, { key, headers = {}, body, from = '127.0.0.1' } = {}) {
      const response = await door.inject({
        method: method as NonNullable<InjectOptions['method']>,
        url,
        remoteAddress: from,
        headers: {
          ...(key ? { 'x-api-key': key } : {}),
          ...(body === undefined || typeof body === 'string'
            ? {}
            : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined
          ? {}
          : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      } as InjectOptions)
      const json = parseBody(response.body)
      expectDocumented(method, url, response.statusCode, json)
      return { status: response.statusCode, headers: response.headers, text: response.body, json }
    },
    clinic: (change) => createClinic(harness, change),
  }
  // Only a sandbox's clock can be moved.
  if (options.mode !== 'production' && application.clock.now() < testStart)
    await harness.moveTo(new Date(testStart).toISOString())
  return harness
}

/**
 * Runs an operation on an application, as the operator `tester`, with the same refusals as at a
 * terminal; checks the result against its declared output.
 */
export async function runAsTester(
  services: OperatorServices,
  name: string,
  input: Record<string, unknown>,
): Promise<Json> {
  const operation = getOperation(name)
  const context = {
    ...services,
    actor: { kind: 'operator', name: 'tester' },
    progress: undefined,
  } as const
  const result = await runForOperator(operation, context, input).catch(async (error: unknown) => {
    throw await toTerminalError(error, name.split('-'))
  })
  expectDeclared(operation, result)
  return result
}

const bookingTables = [
  'patients',
  'appointments',
  'appointment_vitals',
  'claims',
  'patient_packs',
  'pack_movements',
  'queue_days',
  'queue_visits',
  'payment_sessions',
  'ledger_entries',
  'idempotency_keys',
]
const bookingRowsQuery = bookingTables
  .map(
    (table) =>
      `select '${table}' as table, to_jsonb(t) as row from ${table} t where workspace_id = $1`,
  )
  .join(' union all ')
  .concat(' order by 1, 2')

async function createClinic(
  harness: Harness,
  change: (file: ClinicFile) => void = () => {},
): Promise<Clinic> {
  const file = createSunriseFile()
  file.workspace.name = `clinic-${randomBytes(5).toString('hex')}`
  change(file)
  const { name } = file.workspace
  const imported = await harness.operate('workspace-import', { source: JSON.stringify(file) })
  const createdKey = await harness.operate('key-create', {
    workspace: name,
    kind: 'DEVELOPER',
    name: 'test',
    allow: ['127.0.0.1'],
  })
  const { workspaceId } = imported
  let widgetKey: Promise<{ key: string; id: number }> | undefined
  const clinic: Clinic = {
    workspaceId,
    name,
    key: createdKey.key,
    keyId: createdKey.id,
    ids: imported.ids,
    id(kind, entityName) {
      const found = clinic.ids[kind]?.[entityName]
      if (found === undefined) throw new Error(`the test clinic has no ${kind} ${entityName}`)
      return found
    },
    get: (url, options) => harness.call('GET', url, { key: clinic.key, ...options }),
    post: (url, body, options) => harness.call('POST', url, { key: clinic.key, body, ...options }),
    widgetKey() {
      widgetKey ??= harness.operate('key-create', {
        workspace: name,
        kind: 'WIDGET',
        name: 'page',
        allow: [],
        origins: [pageOrigin],
      })
      return widgetKey
    },
    async session() {
      const opened = await harness.call('POST', '/v1/widget/session', {
        key: (await clinic.widgetKey()).key,
      })
      return { authorization: `Bearer ${opened.json.token}` }
    },
    async change(edit, options = {}) {
      edit(file)
      const imported = await harness.operate('workspace-import', {
        source: JSON.stringify(file),
        ...options,
      })
      if (!options.dryRun) clinic.ids = imported.ids
      return imported
    },
    async bookingRows() {
      const rows = await harness.sql(bookingRowsQuery, [workspaceId], 'test_booking_rows')
      const byTable = Map.groupBy(rows, ({ table }) => table)
      return JSON.stringify(bookingTables.map((table) => byTable.get(table) ?? []))
    },
  }
  return clinic
}

function parseBody(text: string): Json {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The acting user for a clinic's key, if a request names none. */
export function actingUserHeaders({ workspaceId, keyId }: Clinic): Caller {
  return {
    workspaceId,
    keyId,
    kind: 'key',
    address: parseIpAddress('127.0.0.1') as IpAddress,
    requestId: 'test',
  }
}

/** A query string. */
export function queryString(parameters: Record<string, string | number | boolean>): string {
  return new URLSearchParams(
    Object.entries(parameters).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
}

/** Free slots of a doctor at a location on a date. */
export async function listSlots(
  clinic: Clinic,
  doctor: string,
  location: string,
  date: string,
  more: Record<string, string | number | boolean> = {},
): Promise<Reply> {
  const parameters = {
    addressId: clinic.id('location', location),
    doctorId: clinic.id('practitioner', doctor),
    appointmentDate: date,
    ...more,
  }
  return clinic.get(`/v1/appointments/available-slots?${queryString(parameters)}`)
}

/**
 * The times of a visit in Jaipur that begins at a clock time; it takes a quarter of an hour on the
 * Monday of the tests, unless given otherwise.
 */
export function slotTimes(
  clock: string,
  minutes = 15,
  date = '2030-01-07',
): { fromDateTimeIso: string; toDateTimeIso: string } {
  const from = Date.parse(`${date}T${clock}:00+05:30`)
  return {
    fromDateTimeIso: isoAt('Asia/Kolkata', from),
    toDateTimeIso: isoAt('Asia/Kolkata', from + minutes * 60_000),
  }
}

/**
 * The body of a booking that succeeds on the test clinic; an undefined value in `changes` leaves
 * its member out.
 */
export function createBookingBody(
  clinic: Clinic,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const body: Record<string, unknown> = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
    patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
    ...plainVisit,
    ...slotTimes('09:00'),
    source: 'DEVELOPER_API',
    ...changes,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/** Books on the unified route. */
export function book(
  clinic: Clinic,
  changes: Record<string, unknown> = {},
  options: CallOptions = {},
): Promise<Reply> {
  return clinic.post(
    '/v1/appointments/book-appointment-unified',
    createBookingBody(clinic, changes),
    options,
  )
}
