// What open dashboards are told, and when: from the first moment on, of everything, and only as long as a member is signed in.

import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import pg from 'pg'
import { expect, it } from 'vitest'
import { book, openHouse, slotAt } from '../../test/support/clinic/harness.ts'
import { liveChanges } from './live.ts'

const house = await openHouse()
const limits = { readMs: 60_000, beatMs: 60_000, perSessionMax: 8, perProcessMax: 10, unreadBytesMax: 65_536, rowsMax: 2, streamMs: 60_000 }

/** A stream that records its events. */
function stream() {
  const told: string[] = []
  const response = Object.assign(new EventEmitter(), {
    ...{ write: (text: string) => told.push(text), writableLength: 0, destroy: () => {} },
    end: () => told.push('END'),
  })
  return { told, response: response as unknown as ServerResponse }
}

async function session(): Promise<number> {
  const [account] = await house.sql('insert into staff_accounts (created_at) values (now()) returning id')
  const values = "sha256(convert_to($1::text, 'UTF8')), $1::bigint, now(), now(), '127.0.0.1', ''"
  const [made] = await house.sql(`insert into staff_sessions (token_hash, account_id, created_at, seen_at, address, browser) values (${values}) returning id`, [
    account.id,
  ])
  return Number(made.id)
}

const open = () => liveChanges(house.application.database, () => {}, limits)
const visitsIn = (told: readonly string[]) => told.filter((text) => text.startsWith('event: visits'))

it('makes a page reload once the first reading is done, because earlier changes were announced to no one [DASH-16]', async () => {
  const clinic = await house.clinic()
  const live = open()
  const { told, response } = stream()
  live.show({ sessionId: await session(), workspaceId: clinic.workspaceId }, response)
  // Between the page's first requests and the first reading.
  expect((await book(clinic)).status).toBe(201)
  await live.read()
  expect(told.at(-1)).toBe('event: all\ndata:\n\n')
  const { id } = (await book(clinic, slotAt('10:00'))).json.appointment
  await live.read()
  await live.read()
  expect(visitsIn(told)).toEqual([expect.stringContaining(`"visitId":${id}`)])
  live.close()
})

it('makes a page reload everything if more changed than one reading covers, whatever was announced before [DASH-16]', async () => {
  const clinic = await house.clinic()
  const live = open()
  const { told, response } = stream()
  live.show({ sessionId: await session(), workspaceId: clinic.workspaceId }, response)
  await live.read()
  // As long as this transaction is open, later changes are announced again.
  const other = new pg.Client(house.connection)
  await other.connect()
  await other.query('begin; select pg_current_xact_id()')
  await book(clinic, slotAt('09:00'))
  await book(clinic, slotAt('09:15'))
  await live.read()
  expect(visitsIn(told)).toHaveLength(1)
  await book(clinic, slotAt('09:30'))
  await book(clinic, slotAt('09:45'))
  await live.read()
  await other.end()
  expect([told.at(-1), visitsIn(told).length]).toEqual(['event: all\ndata:\n\n', 1])
  live.close()
})

it('ends for a member who is signed out, and for no one else [DASH-07]', async () => {
  const clinic = await house.clinic()
  const live = open()
  const [leaves, stays] = [stream(), stream()]
  const sessionId = await session()
  live.show({ sessionId, workspaceId: clinic.workspaceId }, leaves.response)
  live.show({ sessionId: await session(), workspaceId: clinic.workspaceId }, stays.response)
  await live.read()
  await house.sql('delete from staff_sessions where id = $1', [sessionId])
  await live.read()
  expect([leaves.told.at(-1), stays.told.includes('END'), live.streams()]).toEqual(['END', false, 1])
  live.close()
})
