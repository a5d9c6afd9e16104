// A booking as a part of something larger: it works inside its caller's transaction and is undone with it.

import { expect, it } from 'vitest'
import { bookingBody, book as bookOverHttp, type Clinic, callerOf, openHouse } from '../../test/harness.ts'
import { withCurrentConfiguration } from '../catalogue/current-configuration.ts'
import type { Queries } from '../db/database.ts'
import { book, bookVisit, planVisit } from './book.ts'
import { toBookingRequest, type UnifiedBookingBody } from './booking-body.ts'

const house = await openHouse()
const { application } = house

const requestOf = (clinic: Clinic, changes: Record<string, unknown> = {}) => toBookingRequest(bookingBody(clinic, changes) as UnifiedBookingBody)

/** Books within a transaction that goes on with `then`. */
function bookWith(clinic: Clinic, then: (queries: Queries, appointmentId: number) => Promise<void>) {
  return withCurrentConfiguration(application.configurations, clinic.workspaceId, (configuration) => {
    const visit = planVisit(configuration, callerOf(clinic), requestOf(clinic), application.gate, application.clock.now())
    return application.database.transaction(async (queries) => {
      const record = await book(queries, callerOf(clinic), visit)
      await then(queries, record.id)
      return record
    })
  })
}

it('is undone with whatever its caller did in the same transaction: visit, claim, patient and audit [INV-31]', async () => {
  const clinic = await house.clinic()
  const before = await clinic.bookingRows()
  const failing = bookWith(clinic, async () => {
    throw new Error('the pack has no session left')
  })
  await expect(failing).rejects.toThrow('no session left')
  expect(await clinic.bookingRows()).toBe(before)
  expect(await house.sql('select from audit_entries where workspace_id = $1', [clinic.workspaceId])).toEqual([])
  expect((await bookOverHttp(clinic)).status).toBe(201)
})

it('is there for the rest of the transaction, and for no other until it ends', async () => {
  const clinic = await house.clinic()
  const visits = (sql: typeof house.sql) => sql('select id from appointments where workspace_id = $1', [clinic.workspaceId])
  const record = await bookWith(clinic, async () => {
    expect(await visits(house.sql)).toEqual([])
  })
  expect(await visits(house.sql)).toEqual([{ id: record.id }])
})

it('of a known patient at a known price is one statement without a transaction', async () => {
  const clinic = await house.clinic()
  const { patientId } = (await bookOverHttp(clinic)).json.appointment
  await application.configurations.of(clinic.workspaceId)
  const statements: string[] = []
  const counting = {
    ...application.database,
    rows: ((statement, ...parameters) => {
      statements.push(statement.name)
      return application.database.rows(statement, ...parameters)
    }) as typeof application.database.rows,
    transaction: () => Promise.reject(new Error('a transaction was opened')),
  }
  const times = { fromDateTimeIso: '2030-01-07T09:15:00+05:30', toDateTimeIso: '2030-01-07T09:30:00+05:30' }
  const request = requestOf(clinic, { patientPayload: undefined, patientId, ...times })
  const booked = await bookVisit({ ...application, database: counting }, callerOf(clinic), request)
  expect(statements).toEqual(['book_slot'])
  expect(booked).toMatchObject({ patientId, fromAt: Date.parse(times.fromDateTimeIso) })
})
