import pg from 'pg'
import { describe, expect, it, onTestFinished } from 'vitest'
import { expectInvalid } from '../../../test/support/clinic/front-door.ts'
import {
  type Clinic,
  type Json,
  openHarness,
  queryString,
} from '../../../test/support/clinic/harness.ts'
import { openQueueDesk, startShift, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'

const house = await openHarness()

const visits = (clinic: Clinic, parameters: Record<string, string | number>) =>
  clinic.get(`/v1/qms-appointments/visits?${queryString(parameters)}`)

async function changesNow(
  clinic: Clinic,
  changedAfter: string,
  more: Record<string, string | number> = {},
) {
  const { status, text, json } = await visits(clinic, { changedAfter, ...more })
  expect(status, text).toBe(200)
  return {
    ids: json.list.map(({ visitId }: Json) => visitId),
    statuses: json.list.map(({ status: shown }: Json) => shown),
    cursor: json.nextCursor,
    json,
  }
}

/**
 * What a follower sees once everything committed by now is below every transaction still open on
 * this server, those of other tests too.
 */
async function changes(
  clinic: Clinic,
  changedAfter: string,
  more: Record<string, string | number> = {},
) {
  const [{ last }] = await house.sql('select pg_current_xact_id()::text as last')
  await expect
    .poll(
      async () =>
        (
          await house.sql(
            'select pg_snapshot_xmin(pg_current_snapshot()) > $1::text::xid8 as over',
            [last],
          )
        )[0].over,
    )
    .toBe(true)
  return changesNow(clinic, changedAfter, more)
}

async function take(clinic: Clinic, firstName = 'Meera'): Promise<number> {
  const { status, json, text } = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, { patientPayload: { firstName, phoneNumber: '9876543210' } }),
  )
  expect(status, text).toBe(201)
  return json.visit.visitId
}

describe('changes of a queue', () => {
  it('are returned in order, each token where it changed last, and the cursor stays if nothing changed [A-213a]', async () => {
    const clinic = await house.clinic()
    const start = await changes(clinic, '')
    expect([start.json.count, start.ids]).toEqual([0, []])
    const first = await take(clinic)
    const second = await take(clinic, 'Ravi')
    const third = await take(clinic, 'Uma')
    const all = await changes(clinic, start.cursor)
    expect([all.ids, all.json.count, all.json.countIsExact]).toEqual([
      [first, second, third],
      3,
      true,
    ])
    expect(await changes(clinic, all.cursor)).toMatchObject({ ids: [], cursor: all.cursor })
    await startShift(house, clinic)
    const staff = openQueueDesk(house, clinic)
    await staff.callNext()
    await staff.act(1, 'begin')
    const called = await changes(clinic, all.cursor)
    expect([called.ids, called.statuses]).toEqual([[first], ['IN_CONSULTATION']])
    await staff.act(2, 'cancel', 'Is travelling')
    const cancelled = await changes(clinic, called.cursor)
    expect([cancelled.ids, cancelled.statuses]).toEqual([[second], ['CANCELLED']])
    // From the beginning, each is where its last change is.
    expect((await changes(clinic, '')).ids).toEqual([third, first, second])
    // An update that changes nothing is not a change.
    await house.sql('update queue_visits set status = status where workspace_id = $1', [
      clinic.workspaceId,
    ])
    expect((await changes(clinic, cancelled.cursor)).ids).toEqual([])
  })

  it('are paged without a gap or a duplicate, also those of one transaction, and filtered', async () => {
    const clinic = await house.clinic()
    const ids = [await take(clinic), await take(clinic, 'Ravi'), await take(clinic, 'Uma')]
    await house.sql("update queue_visits set appointment_notes = 'all' where workspace_id = $1", [
      clinic.workspaceId,
    ])
    const one = await changes(clinic, '', { size: 2 })
    expect([one.ids, one.json.count, one.json.countIsExact]).toEqual([ids.slice(0, 2), 3, false])
    const two = await changes(clinic, one.cursor, { size: 2 })
    expect([two.ids, two.json.countIsExact]).toEqual([ids.slice(2), true])
    const none = await changes(clinic, '', { startDate: '2030-01-02' })
    expect([none.ids, none.cursor]).toEqual([[], two.cursor])
    expect((await changes(clinic, '', { endDate: '2029-12-31' })).ids).toEqual([])
    expect((await changes(clinic, '', { search: 'uma' })).ids).toEqual(ids.slice(2))
  })

  it('of transactions that commit late are not skipped: later ones wait for them [A-213a]', async () => {
    const clinic = await house.clinic()
    const slow = await take(clinic)
    const quick = await take(clinic, 'Ravi')
    const { cursor } = await changes(clinic, '')
    const other = new pg.Client(house.connection)
    onTestFinished(() => other.end())
    await other.connect()
    await other.query('begin')
    await other.query(
      "update queue_visits set appointment_notes = 'slow' where workspace_id = $1 and id = $2",
      [clinic.workspaceId, slow],
    )
    await house.sql(
      "update queue_visits set appointment_notes = 'quick' where workspace_id = $1 and id = $2",
      [clinic.workspaceId, quick],
    )
    expect(await changesNow(clinic, cursor)).toMatchObject({ ids: [], cursor })
    await other.query('commit')
    expect((await changes(clinic, cursor)).ids).toEqual([slow, quick])
  })

  it('are those of the clinic alone, and an invalid cursor is refused', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    await take(other)
    const { cursor } = await changes(other, '')
    const id = await take(clinic)
    expect((await changes(clinic, cursor)).ids).toEqual([id])
    expectInvalid(await visits(clinic, { changedAfter: `${cursor}A` }), 'changedAfter')
    expectInvalid(await visits(clinic, { changedAfter: cursor, page: 1 }), 'page')
  })
})
