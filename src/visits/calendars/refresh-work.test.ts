// Calendars are fetched periodically, whatever happened to earlier fetches.

import { expect, it } from 'vitest'
import { startFeedServer } from '../../../test/support/clinic/feed-server.ts'
import {
  type Clinic,
  type Json,
  listSlots,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import { event, feed } from './feed.fixture.ts'

const house = await openHarness({ calendarNetworks: ['127.0.0.1'] })
const busyAt = (clock: string) =>
  feed(event(`DTSTART;TZID=Asia/Kolkata:20300107T${clock}00`, 'DURATION:PT15M'))

async function createClinic(url: string, at = house): Promise<Clinic> {
  return at.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    if (asha) asha.calendars = { elsewhere: { url } }
  })
}

const calendar = async (clinic: Clinic, at = house): Promise<Json> =>
  (await at.operate('calendar-list', { workspace: clinic.name }))[0]
const blocked = async (clinic: Clinic) =>
  (await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07')).json.unavailableSlots.map(
    (slot: Json) => slot.fromDateTimeIso.slice(11, 16),
  )
const work = (clinic: Clinic) =>
  house.sql(
    `select state, attempts from due_work where workspace_id = $1 and kind = 'calendar-refresh'`,
    [clinic.workspaceId],
  )
const nextTurn = () =>
  house.moveTo(new Date(house.application.clock.now() + 15 * 60_000).toISOString())

it('fetches a calendar as soon as a clinic file names it, and every quarter of an hour from then on', async () => {
  const feeds = await startFeedServer()
  feeds.answer = busyAt('0900')
  const clinic = await createClinic(feeds.url)
  await expect.poll(() => blocked(clinic)).toEqual(['09:00'])
  const { nextRefresh, lastSuccess } = await calendar(clinic)
  expect(Date.parse(nextRefresh) - Date.parse(lastSuccess)).toBeGreaterThanOrEqual(
    15 * 60_000 - 1_000,
  )
  feeds.answer = busyAt('1000')
  await nextTurn()
  await expect.poll(() => blocked(clinic)).toEqual(['10:00'])
})

it('keeps its pace with a failing feed, and reads it again when it is fixed', async () => {
  const feeds = await startFeedServer()
  feeds.answer = (_, response) => void response.writeHead(503).end()
  const clinic = await createClinic(feeds.url)
  for (let turn = 1; turn <= 5; turn += 1) {
    await expect.poll(() => feeds.asked.length).toBe(turn)
    await expect
      .poll(async () => (await calendar(clinic)).lastError)
      .toBe('the calendar was refused by its server with status 503')
    await expect.poll(() => work(clinic)).toEqual([{ state: 'WAITING', attempts: 0 }])
    if (turn < 5) await nextTurn()
  }
  expect(await calendar(clinic)).toMatchObject({ state: 'NEVER_READ' })
  feeds.answer = busyAt('1100')
  await nextTurn()
  await expect.poll(() => blocked(clinic)).toEqual(['11:00'])
  expect(await calendar(clinic)).toMatchObject({ state: 'FRESH', lastError: null })
})

/**
 * A clinic whose calendar was read, in a house without due work; `costs`: lets the feed be costly,
 * and opens one beside it that does, for which it takes too long.
 */
async function clinicOfCostlyFeed() {
  const networks = { calendarNetworks: ['127.0.0.1'] }
  const patient = await openHarness({ ...networks, doesDueWork: false })
  const feeds = await startFeedServer()
  feeds.answer = busyAt('0900')
  const clinic = await createClinic(feeds.url, patient)
  const read = async () =>
    expect(await patient.operate('calendar-refresh', { workspace: clinic.name })).toMatchObject([
      { outcome: 'READ' },
    ])
  await read()
  const costs = () => {
    feeds.answer = feed(
      ...Array.from({ length: 5_000 }, () =>
        event(
          'DTSTART:19010101T000000Z',
          'DURATION:PT1S',
          'RRULE:FREQ=HOURLY;BYMONTHDAY=31;BYSETPOS=1',
        ),
      ),
    )
    return openHarness({ ...networks, connection: patient.connection, calendarReadMsMax: 10 })
  }
  return { patient, feeds, clinic, read, costs }
}

it('returns less and less often to a feed that uses all its allowed time, and at least once a day', async () => {
  const { patient, feeds, clinic, costs } = await clinicOfCostlyFeed()
  await patient.operate('clock-advance', { ms: 15 * 60_000 })
  const requestsBefore = feeds.asked.length
  const impatient = await costs()
  const quarterMs = 15 * 60_000
  const waits: number[] = []
  for (const waitMs of [0, quarterMs, 24 * 3_600_000]) {
    if (waitMs > 0) await impatient.operate('clock-advance', { ms: waitMs })
    await expect.poll(() => feeds.asked.length).toBe(requestsBefore + waits.length + 1)
    await expect
      .poll(
        async () =>
          Date.parse((await calendar(clinic, impatient)).nextRefresh) >
          impatient.application.clock.now(),
      )
      .toBe(true)
    const { nextRefresh, lastError } = await calendar(clinic, impatient)
    expect(lastError).toBe('the calendar takes too long to read, or too much memory')
    waits.push(
      Math.round((Date.parse(nextRefresh) - impatient.application.clock.now()) / quarterMs),
    )
  }
  expect(waits).toEqual([1, 2, 96])
  // What was known of it is still valid.
  expect(await blocked(clinic)).toEqual(['09:00'])
})

it('waits at least its interval before it returns to such a feed, even if it was read a moment before', async () => {
  const { patient, clinic, read, costs } = await clinicOfCostlyFeed()
  await patient.operate('clock-advance', { ms: 15 * 60_000 })
  await read()
  const impatient = await costs()
  await expect
    .poll(async () => (await calendar(clinic, impatient)).lastError)
    .toMatch('takes too long to read')
  const waitMs = async () =>
    Date.parse((await calendar(clinic, impatient)).nextRefresh) - impatient.application.clock.now()
  await expect.poll(waitMs).toBeGreaterThan(0)
  expect(await waitMs()).toBeGreaterThan(14 * 60_000)
})

it('ends when the address is removed, and begins when it is added', async () => {
  const feeds = await startFeedServer()
  feeds.answer = busyAt('0900')
  const clinic = await createClinic(feeds.url)
  await expect.poll(() => blocked(clinic)).toEqual(['09:00'])
  const name = (calendars: Record<string, { url?: string }>) =>
    clinic.change((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) asha.calendars = calendars
    })
  await name({ elsewhere: {} })
  expect(await work(clinic)).toEqual([])
  expect(await calendar(clinic)).toMatchObject({ nextRefresh: null, busyTimes: 1 })
  feeds.answer = busyAt('1200')
  await name({ elsewhere: { url: feeds.url } })
  await expect.poll(() => blocked(clinic)).toEqual(['12:00'])
  await name({})
  expect(await work(clinic)).toEqual([])
})
