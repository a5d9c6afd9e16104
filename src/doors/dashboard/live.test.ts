// When open dashboards are told of changes: from the first moment on, and of everything.

import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { expect, it } from 'vitest'
import { book, type Clinic, openHarness, slotTimes } from '../../../test/support/clinic/harness.ts'
import { presets } from '../../base/operations/rights.ts'
import { createLiveChanges } from './live.ts'

const house = await openHarness()
const limits = {
  readMs: 60_000,
  beatMs: 60_000,
  perAccountMax: 8,
  perProcessMax: 10,
  unreadBytesMax: 65_536,
  rowsMax: 2,
  reloadMs: 60_000,
  streamMs: 60_000,
  rightsMs: 60_000,
}

/** A stream that records its events. */
function stream() {
  const told: string[] = []
  const response = Object.assign(new EventEmitter(), {
    write: (text: string) => told.push(text),
    writableLength: 0,
    destroy: () => {},
    end: () => told.push('END'),
  })
  return { told, response: response as unknown as ServerResponse }
}

const atTheDesk = ({ workspaceId }: Clinic) => ({
  session: { id: 1, accountId: 1 },
  member: { workspaceId, userId: 1, rights: presets.reception },
})

const open = () =>
  createLiveChanges(
    { database: house.application.database, currentSessions: async () => [] },
    () => {},
    limits,
  )
const visitsIn = (told: readonly string[]) =>
  told.filter((text) => text.startsWith('event: visits'))

it('makes a page reload once the first reading is done, because earlier changes were announced to no one [DASH-16]', async () => {
  const clinic = await house.clinic()
  const live = open()
  const { told, response } = stream()
  live.show(atTheDesk(clinic), response)
  // Between the page's first requests and the first reading.
  expect((await book(clinic)).status).toBe(201)
  await live.read()
  expect(told.at(-1)).toBe('event: all\ndata:\n\n')
  const { id } = (await book(clinic, slotTimes('10:00'))).json.appointment
  await live.read()
  await live.read()
  expect(visitsIn(told)).toEqual([expect.stringContaining(`"visitId":${id}`)])
  live.close()
})

it('makes a page reload everything if more changed than one reading covers, regardless of earlier announcements [DASH-16]', async () => {
  const clinic = await house.clinic()
  const live = open()
  const { told, response } = stream()
  live.show(atTheDesk(clinic), response)
  await live.read()
  // While this transaction is open, later changes are announced again.
  const other = new pg.Client(house.connection)
  await other.connect()
  await other.query('begin; select pg_current_xact_id()')
  await book(clinic, slotTimes('09:00'))
  await book(clinic, slotTimes('09:15'))
  await live.read()
  expect(visitsIn(told)).toHaveLength(1)
  await book(clinic, slotTimes('09:30'))
  await book(clinic, slotTimes('09:45'))
  await live.read()
  expect([told.at(-1), visitsIn(told).length]).toEqual(['event: all\ndata:\n\n', 1])
  // Not again with each reading that finds the same.
  const before = told.length
  for (let again = 0; again < 5; again += 1) await live.read()
  await other.end()
  expect(told.length).toBe(before)
  live.close()
})
