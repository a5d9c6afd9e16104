import type { ServerResponse } from 'node:http'
import { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Clinic, type Harness, openHarness } from '../../../test/support/clinic/harness.ts'
import { openQueueDesk, shiftInput, startShift } from '../../../test/support/clinic/queue-clinic.ts'
import {
  bookTokens,
  type EventListening,
  listenToEvents,
} from '../../../test/support/screens/watched-queue.ts'
import { unsignedBodyMs } from '../../base/http/unsigned-bodies.ts'
import { liveQueues, type WatchedVisit } from './live-queues.ts'
import { defaultStreamLimits, type StreamLimits } from './live-streams.ts'
import type { WriteQueue } from './queue-status.ts'
import { moveToken, withQueue } from './run-queue.ts'
import { visitByStatusToken } from './status-queries.ts'

/** A house that listens; its lines are not read again by themselves, unless the test says so. */
async function openDoor(streamLimits: Partial<StreamLimits> = {}) {
  const house = await openHarness({ streamLimits: { rereadMs: 3_600_000, ...streamLimits } })
  const base = await house.door.listen({ host: '127.0.0.1', port: 0 })
  const rowsSpy = vi.spyOn(house.application.database, 'rows')
  onTestFinished(() => rowsSpy.mockRestore())
  return {
    house,
    base,
    readings: () => rowsSpy.mock.calls.filter(([{ name }]) => name === 'line_of_day').length,
    listen: async (token = '') => {
      const stream = await listenToEvents(base, token)
      if (stream.status === 200) await expect.poll(stream.lastEvent).toBeTruthy()
      return stream
    },
    async runningQueue(
      count: number,
    ): Promise<{ clinic: Clinic; tokens: string[]; staff: ReturnType<typeof openQueueDesk> }> {
      const clinic = await house.clinic()
      const tokens = await bookTokens(clinic, count)
      await startShift(house, clinic)
      return { clinic, tokens, staff: openQueueDesk(house, clinic) }
    },
  }
}

const writeInShort: WriteQueue = (locale) => ({
  updated: locale,
  textsFor: (_visit, { peopleAhead }) => ({
    headline: `${locale} ${peopleAhead}`,
    wait: '',
    serving: '',
    queue: '',
  }),
})

/** Streams without a door, on the database of a house. */
async function hub(
  { application: { database, clock } }: Harness,
  limits: Partial<StreamLimits> = {},
) {
  const writeQueue = vi.fn(writeInShort)
  const queues = liveQueues(
    { database, clock, writeQueue, onFailure: () => {} },
    { ...defaultStreamLimits, rereadMs: 3_600_000, ...limits },
  )
  onTestFinished(queues.close)
  return {
    queues,
    writeQueue,
    async show(publicStatusToken: string, { takes = true, locale = 'en' } = {}) {
      const visit = (
        await database.rows(visitByStatusToken, { publicStatusToken })
      )[0] as WatchedVisit
      let text = ''
      const response = new Writable({
        write(piece, _encoding, taken) {
          text += piece
          if (takes) taken()
        },
      }) as unknown as ServerResponse
      queues.show(visit, locale, response)
      return { visit, response, text: () => text }
    },
  }
}

const headline = (stream: EventListening) => stream.lastEvent().texts.headline
const filterEvents = (stream: EventListening, event: string) =>
  stream.events.filter((heard) => heard.event === event)

describe('a stream', () => {
  it('sends its state when it opens, and changes by staff to those they concern', async () => {
    const { runningQueue, listen } = await openDoor()
    const { tokens, staff } = await runningQueue(3)
    const first = await listen(tokens[0])
    const second = await listen(tokens[1])
    const third = await listen(tokens[2])
    expect([headline(first), headline(second), headline(third)]).toEqual([
      'You are next.',
      '1 person is ahead of you.',
      '2 people are ahead of you.',
    ])
    await staff.callNext()
    await expect.poll(() => headline(first)).toBe('It is your turn — please go in.')
    await expect.poll(() => third.lastEvent().nowServing).toEqual(['A-1'])
    const messageCount = filterEvents(first, 'message').length
    await staff.act(3, 'skip')
    await expect.poll(() => headline(third)).toMatch(/^It was your turn/)
    // All streams of a reading are written to together: nothing changed for the called patient.
    expect(filterEvents(first, 'message')).toHaveLength(messageCount)
  })

  it('sends the places in line that change while no one is called', async () => {
    const { house, runningQueue, listen } = await openDoor()
    const { clinic, tokens } = await runningQueue(3)
    const first = await listen(tokens[0])
    const third = await listen(tokens[2])
    await withQueue(house.application, shiftInput(clinic), (queries, queue) =>
      moveToken(queries, queue, 3, 1, 'in pain'),
    )
    await expect.poll(() => headline(third)).toBe('You are next.')
    await expect.poll(() => headline(first)).toBe('1 person is ahead of you.')
  })

  it('stays open for longer than the body of a message may take', async () => {
    const { runningQueue, listen } = await openDoor()
    const { tokens } = await runningQueue(1)
    const stream = await listen(tokens[0])
    await sleep(unsignedBodyMs + 500)
    expect(stream.isOpen()).toBe(true)
  })

  it('of another clinic gets nothing of it', async () => {
    const { runningQueue, listen, readings } = await openDoor()
    const own = await runningQueue(2)
    const other = await runningQueue(2)
    const streams = [await listen(own.tokens[1]), await listen(other.tokens[1])] as const
    const before = readings()
    await own.staff.callNext()
    await expect.poll(() => streams[0].lastEvent().nowServing).toEqual(['A-1'])
    expect(readings()).toBe(before + 1)
    expect(filterEvents(streams[1], 'message')).toHaveLength(1)
  })

  it('and all others of its day are updated by one reading, however many changes come at once', async () => {
    const { house, runningQueue, readings } = await openDoor()
    const { tokens, staff } = await runningQueue(20)
    const { queues, show } = await hub(house)
    const sinks = await Promise.all(tokens.map((token) => show(token)))
    const countSinks = (peopleAhead: number) => () =>
      sinks.filter(({ text }) => text().includes(`"peopleAhead":${peopleAhead},`)).length
    await expect.poll(countSinks(19)).toBe(1)
    const before = readings()
    for (const tokenNumber of [1, 2, 3, 4, 5]) await staff.act(tokenNumber, 'skip')
    for (const { visit } of sinks) queues.changed(visit.workspaceId, visit.queueDayId)
    await expect.poll(countSinks(14)).toBe(2)
    expect(readings()).toBe(before + 1)
  })

  it('is read once in all languages, and written once in each of them', async () => {
    const { house, runningQueue, readings } = await openDoor()
    const { tokens, staff } = await runningQueue(3)
    const [first = '', second = '', third = ''] = tokens
    const { queues, show, writeQueue } = await hub(house)
    const sinks = [
      await show(second, { locale: 'de' }),
      await show(second, { locale: 'ar' }),
      await show(third, { locale: 'de' }),
      await show(first, { locale: 'ar' }),
    ]
    const expectTexts = (...texts: string[]) =>
      expect
        .poll(() => texts.map((text, index) => sinks[index]?.text().includes(`"${text}"`)))
        .toEqual(texts.map(() => true))
    await expectTexts('de 1', 'ar 1', 'de 2', 'ar 0')
    const before = readings()
    writeQueue.mockClear()
    await staff.act(1, 'cancel', 'reasons')
    for (const { visit } of sinks) queues.changed(visit.workspaceId, visit.queueDayId)
    await expectTexts('de 0', 'ar 0', 'de 1')
    expect(readings()).toBe(before + 1)
    expect(writeQueue.mock.calls.map(([locale]) => locale).toSorted()).toEqual(['ar', 'de'])
    expect(sinks[1]?.text()).toContain('{"updated":"ar","view":')
  })

  it('ends when the visit is over, and at once for one that is over already', async () => {
    const { runningQueue, listen } = await openDoor()
    const { tokens, staff } = await runningQueue(3)
    const first = await listen(tokens[0])
    const last = await listen(tokens[2])
    await staff.act(1, 'cancel', 'reasons')
    await expect.poll(first.isOpen).toBe(false)
    expect(headline(first)).toBe('This visit was cancelled. The clinic can tell you more.')
    const again = await listen(tokens[0])
    await expect.poll(again.isOpen).toBe(false)
    expect(last.isOpen()).toBe(true)
    await staff.end()
    await expect.poll(last.isOpen).toBe(false)
    expect(last.lastEvent()).toMatchObject({ status: 'CANCELLED', isOver: true })
  })

  it('ends with the day, which the next reading detects', async () => {
    const { house, runningQueue, listen } = await openDoor({ rereadMs: 100 })
    const { tokens } = await runningQueue(1)
    const stream = await listen(tokens[0])
    await house.moveTo('2030-01-01T18:30:00Z')
    await expect.poll(stream.isOpen).toBe(false)
    expect(stream.events.at(-1)?.event).toBe('gone')
  })

  it('is refreshed periodically, so that estimates stay current and nothing is missed for long', async () => {
    const { house, runningQueue, listen } = await openDoor({ rereadMs: 100 })
    const { clinic, tokens, staff } = await runningQueue(2)
    await staff.callNext()
    const stream = await listen(tokens[1])
    const { wait } = stream.lastEvent()
    await house.sql(
      "update queue_visits set called_at = called_at - interval '25 minutes' where workspace_id = $1 and token_number = 1",
      [clinic.workspaceId],
    )
    await expect.poll(() => stream.lastEvent().wait).not.toEqual(wait)
  })

  it('catches up when the database is available again', async () => {
    const { house, runningQueue, listen } = await openDoor()
    const { clinic, tokens } = await runningQueue(2)
    const stream = await listen(tokens[1])
    // Changes a token without a notification, as if no one had been listening.
    await house.sql('alter table queue_visits disable trigger note_change')
    await house.sql(
      "update queue_visits set status = 'SKIPPED' where workspace_id = $1 and token_number = 1",
      [clinic.workspaceId],
    )
    await house.sql('alter table queue_visits enable trigger note_change')
    expect(headline(stream)).toBe('1 person is ahead of you.')
    await house.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'clinic listener' and datname = current_database()",
    )
    await expect.poll(() => headline(stream)).toBe('You are next.')
  })

  it('is never silent for long, so that proxies keep it and a page notices when it is lost', async () => {
    const { runningQueue, listen } = await openDoor({ beatMs: 50 })
    const { tokens } = await runningQueue(1)
    const stream = await listen(tokens[0])
    await expect.poll(() => filterEvents(stream, 'beat').length).toBeGreaterThan(3)
    expect(filterEvents(stream, 'beat')[0]?.data).toBe('05:30')
    expect(filterEvents(stream, 'message')).toHaveLength(1)
  })
})

describe('the streams that strangers can open', () => {
  it('are five for a visit: the oldest is told that it was replaced, and ends', async () => {
    const { house, runningQueue, listen } = await openDoor()
    const { tokens } = await runningQueue(2)
    const streams = []
    for (let index = 0; index < 6; index += 1) streams.push(await listen(tokens[0]))
    const [oldest, ...others] = streams as [EventListening, ...EventListening[]]
    await expect.poll(oldest.isOpen).toBe(false)
    expect(oldest.events.at(-1)?.event).toBe('replaced')
    expect(others.every((stream) => stream.isOpen())).toBe(true)
    expect(house.application.openStreams()).toBe(5)
  })

  it('are as many as the process has room for; others are told to poll for the state', async () => {
    const { house, base, runningQueue, listen } = await openDoor({ perProcessMax: 2 })
    const { tokens } = await runningQueue(3)
    const first = await listen(tokens[0])
    await listen(tokens[1])
    expect(await listenToEvents(base, tokens[2] ?? '')).toMatchObject({
      status: 503,
      headers: { 'retry-after': '60' },
    })
    expect((await house.call('GET', `/queue/${tokens[2]}/state`)).status).toBe(200)
    first.leave()
    await expect.poll(() => house.application.openStreams()).toBe(1)
    expect((await listen(tokens[2])).status).toBe(200)
  })

  it('end after their maximum time', async () => {
    const { runningQueue, listen } = await openDoor({ streamMs: 50 })
    const { tokens } = await runningQueue(1)
    const stream = await listen(tokens[0])
    await expect.poll(stream.isOpen).toBe(false)
    expect(filterEvents(stream, 'gone')).toEqual([])
  })

  it('are closed if their client does not read, and nothing is buffered for them', async () => {
    const { house, runningQueue } = await openDoor()
    const { tokens } = await runningQueue(1)
    const { queues, show } = await hub(house, { beatMs: 1, unreadBytesMax: 1_000 })
    // A kernel buffers megabytes before it blocks; this one buffers nothing.
    const { response } = await show(tokens[0] ?? '', { takes: false })
    expect(queues.streams()).toBe(1)
    await expect.poll(queues.streams).toBe(0)
    expect([response.destroyed, response.writableLength < 2_000]).toEqual([true, true])
  })
})

it('leave no stream and no listener behind, and do not delay closing the door', async () => {
  const { house, base, runningQueue, listen } = await openDoor()
  const { tokens } = await runningQueue(2)
  const streams = [await listen(tokens[0]), await listen(tokens[1])]
  house.application.stopping()
  for (const stream of streams) await expect.poll(stream.isOpen).toBe(false)
  expect(house.application.openStreams()).toBe(0)
  expect((await listenToEvents(base, tokens[0] ?? '')).status).toBe(503)
  expect((await house.call('GET', `/queue/${tokens[0]}/state`)).status).toBe(200)
})

it('end with the door alone', async () => {
  const { house, runningQueue, listen } = await openDoor()
  const { tokens } = await runningQueue(1)
  const stream = await listen(tokens[0])
  await house.door.close()
  await expect.poll(stream.isOpen).toBe(false)
  expect(house.application.openStreams()).toBe(0)
})
