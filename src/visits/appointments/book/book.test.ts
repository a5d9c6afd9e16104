// A booking as part of a larger transaction: it works inside its caller's transaction and is undone
// with it.

import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, it, onTestFinished } from 'vitest'
import {
  actingUserHeaders,
  book as bookOverHttp,
  type Clinic,
  createBookingBody,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { watchDatabase } from '../../../../test/support/database/watched-database.ts'
import type { Caller } from '../../../base/contract/route.ts'
import type { Queries } from '../../../base/db/database.ts'
import { withCurrentConfiguration } from '../../../clinic/catalogue/current-configuration.ts'
import type { ClinicFile } from '../../../management/clinic-file/clinic-file.ts'
import { toBookingRequest, type UnifiedBookingBody } from '../booking-body.ts'
import { book, bookVisit, planVisit } from './book.ts'

const house = await openHarness()
const { application } = house

const buildRequest = (clinic: Clinic, changes: Record<string, unknown> = {}) =>
  toBookingRequest(createBookingBody(clinic, changes) as UnifiedBookingBody)

/** Waits until a transaction of this database waits for a lock of this type. */
async function lockIsAwaited(type: string): Promise<void> {
  const waiting =
    'select from pg_locks where not granted and locktype = $1 and (database is null or database = (select oid from pg_database where datname = current_database()))'
  while ((await house.sql(waiting, [type])).length === 0) await sleep(5)
}

/** Books within a transaction that continues with `then`. */
function bookWith(
  clinic: Clinic,
  then: (queries: Queries, appointmentId: number) => Promise<void>,
) {
  return withCurrentConfiguration(
    application.configurations,
    clinic.workspaceId,
    (configuration) => {
      const visit = planVisit(
        application,
        configuration,
        actingUserHeaders(clinic),
        buildRequest(clinic),
      )
      return application.database.transaction(async (queries) => {
        const record = await book(queries, visit)
        await then(queries, record.id)
        return record
      })
    },
  )
}

it("is undone with everything else in its caller's transaction: visit, claim, patient and audit [INV-31]", async () => {
  const clinic = await house.clinic()
  const before = await clinic.bookingRows()
  const failing = bookWith(clinic, async () => {
    throw new Error('the pack has no session left')
  })
  await expect(failing).rejects.toThrow('no session left')
  expect(await clinic.bookingRows()).toBe(before)
  expect(
    await house.sql('select from audit_entries where workspace_id = $1', [clinic.workspaceId]),
  ).toEqual([])
  expect((await bookOverHttp(clinic)).status).toBe(201)
})

it('is visible to the rest of the transaction, and to no other until it ends', async () => {
  const clinic = await house.clinic()
  const visits = (sql: typeof house.sql) =>
    sql('select id from appointments where workspace_id = $1', [clinic.workspaceId])
  const record = await bookWith(clinic, async () => {
    expect(await visits(house.sql)).toEqual([])
  })
  expect(await visits(house.sql)).toEqual([{ id: record.id }])
})

/** Books, and returns the names of its statements beside the record. */
async function bookCounting(
  clinic: Clinic,
  changes: Record<string, unknown>,
  caller: Partial<Caller> = {},
) {
  await application.configurations.of(clinic.workspaceId)
  const { database, asked } = watchDatabase(application.database)
  const request = buildRequest(clinic, {
    patientPayload: undefined,
    ...slotTimes('09:15'),
    ...changes,
  })
  return {
    record: await bookVisit(
      { ...application, database },
      { ...actingUserHeaders(clinic), ...caller },
      request,
    ),
    statements: asked,
  }
}

/** Asha costs the same wherever her patients are from. */
function onePrice(file: ClinicFile) {
  const practice = file.practitioners['asha-rao']?.at.jaipur
  if (practice) practice.fees = (practice.fees ?? []).filter(({ international }) => !international)
}

it('of a known patient at a known price is one statement without a transaction', async () => {
  const clinic = await house.clinic(onePrice)
  const { patientId } = (await bookOverHttp(clinic)).json.appointment
  const { record, statements } = await bookCounting(clinic, { patientId })
  expect(statements).toEqual(['book_slot'])
  expect(record).toMatchObject({ patientId, fromAt: Date.parse('2030-01-07T09:15:00+05:30') })
})

it('by the rules for patients needs a transaction only if it takes one of a number of places [RULE-10]', async () => {
  const rules = { horizonDays: 30, newPatients: 'yes', upcomingVisits: 3 } as const
  const clinic = await house.clinic((file) => {
    onePrice(file)
    file.workspace.patientRules = rules
  })
  const described = (phoneNumber: string) => ({
    patientPayload: { firstName: 'Asha', phoneNumber },
  })
  const bound = { booksForPatients: true }
  const unlimited = await bookCounting(clinic, described('9811100001'), bound)
  expect(unlimited.statements).toEqual(['people_on_phone', 'book_slot_for_new_patient'])
  await clinic.change((file) => {
    file.workspace.patientRules = { ...rules, perDay: 2 }
  })
  const slot = slotTimes('09:30')
  const limited = await bookCounting(clinic, { ...described('9811100002'), ...slot }, bound)
  expect(limited.statements).toEqual(['people_on_phone', 'transaction'])
  await expect(
    bookCounting(clinic, { ...described('9811100003'), ...slotTimes('09:45') }, bound),
  ).rejects.toThrow()
})

it('of a known patient whose country decides the price needs one more [A-243]', async () => {
  const clinic = await house.clinic()
  const { patientId } = (await bookOverHttp(clinic)).json.appointment
  expect((await bookCounting(clinic, { patientId })).statements).toEqual([
    'patient_country',
    'book_slot',
  ])
})

it('of a patient who gets a notice is still one statement, and plans none if it is refused [A-212]', async () => {
  const clinic = await house.clinic((file) => {
    onePrice(file)
    file.workspace.notices = { confirmation: true, reminder: true }
  })
  const { patientId } = (await bookOverHttp(clinic)).json.appointment
  const { record, statements } = await bookCounting(clinic, { patientId })
  expect(statements).toEqual(['book_slot'])
  const planned = () =>
    house.sql(
      'select kind, due_at from due_work where workspace_id = $1 and subject_id >= $2 order by kind',
      [clinic.workspaceId, record.id],
    )
  expect(await planned()).toMatchObject([
    { kind: 'visit-confirmation', due_at: record.createdAt },
    { kind: 'visit-reminder', due_at: record.fromAt - 24 * 3_600_000 },
  ])
  await expect(bookCounting(clinic, { patientId })).rejects.toThrow()
  expect(await planned()).toHaveLength(2)
})

it('of a known patient who uses a pack needs one more', async () => {
  const clinic = await house.clinic((file) => {
    file.sessionPacks = {
      five: {
        displayName: 'Five visits',
        sessions: 5,
        validityDays: 90,
        currency: 'INR',
        price: 2000,
      },
    }
  })
  const bought = await bookOverHttp(clinic, {
    bookingType: 'PACKAGE_PURCHASE',
    packageConfigId: clinic.id('sessionPack', 'five'),
    packageAmount: 2000,
  })
  expect(bought.status, bought.text).toBe(201)
  const { patientId, patientPackageId } = bought.json.appointment
  const { record, statements } = await bookCounting(clinic, {
    patientId,
    bookingType: 'USE_ACTIVE_PACKAGE',
    patientPackageId,
    consultationCharge: undefined,
  })
  expect(statements).toEqual(['pack_to_use', 'book_slot'])
  expect(record).toMatchObject({ patientId, patientPackageId })
})

it('that waits for a claim keeps the hours it was planned with: their removal is acknowledged when it has ended', async () => {
  const clinic = await house.clinic()
  const other = await house.clinic()
  // The claim of another booking in progress: any later one waits for it.
  const another = new pg.Client({
    ...house.connection,
    options: '-c session_replication_role=replica',
  })
  await another.connect()
  onTestFinished(() => another.end())
  await another.query('begin')
  await another.query(
    "insert into claims (workspace_id, appointment_id, doctor_id, from_at, to_at) values ($1, -1, $2, $3, $3::timestamptz + interval '15 minutes')",
    [clinic.workspaceId, clinic.id('practitioner', 'asha-rao'), '2030-01-07T09:00:00+05:30'],
  )

  const order: string[] = []
  const waiting = bookOverHttp(clinic).then(({ status }) => order.push(`booking ${status}`))
  await lockIsAwaited('transactionid')
  const removal = clinic
    .change((file) => delete file.practitioners['asha-rao']?.at.jaipur?.hours)
    .then(() => order.push('import'))
  await lockIsAwaited('advisory')
  // Nothing else waits for either of them.
  expect((await bookOverHttp(other)).status).toBe(201)
  expect(order).toEqual([])
  await another.query('rollback')
  await Promise.all([waiting, removal])
  expect(order.toSorted()).toEqual(['booking 201', 'import'])
  const later = {
    fromDateTimeIso: '2030-01-07T09:15:00+05:30',
    toDateTimeIso: '2030-01-07T09:30:00+05:30',
  }
  expect((await bookOverHttp(clinic, later)).json.error).toBe('MODE_NOT_OFFERED')
})
