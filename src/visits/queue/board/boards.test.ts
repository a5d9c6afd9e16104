import { setTimeout } from 'node:timers/promises'
import { pino } from 'pino'
import { describe, expect, it } from 'vitest'
import {
  addQueueDoors,
  createBoard,
  findShiftId,
  giveTokens,
  openQueueDesk,
} from '../../../../test/support/clinic/board-clinic.ts'
import { type Clinic, type Json, openHarness } from '../../../../test/support/clinic/harness.ts'
import { readEveryRow } from '../../../../test/support/database/every-row.ts'
import { listenToEvents } from '../../../../test/support/screens/watched-queue.ts'
import { defaultStreamLimits } from '../live-streams.ts'

const house = await openHarness({ streamLimits: { boardRereadMs: 3_600_000 } })
const base = await house.door.listen({ host: '127.0.0.1', port: 0 })
house.application.listensAt(base)
const unknown = '/board/0123456789abcdefghjkmnpqrs'

const state = async (path: string) => (await house.call('GET', `${path}/state`)).json?.view
/** The text of a board. */
const plainText = (html: string) =>
  html
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
const text = async (path: string) => plainText((await state(path)).html)
const spoken = async (path: string): Promise<string[]> =>
  (await state(path)).calls.map((call: Json) => call.spoken)
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const boardToken = (path: string) => path.slice('/board/'.length)
const listen = async (path: string) => {
  const stream = await listenToEvents(base, boardToken(path), 'board')
  if (stream.status === 200) await expect.poll(stream.lastEvent).toBeTruthy()
  return stream
}

describe('a board', () => {
  it('shows who is called and their doors, the latest first, who is inside, who comes next, and who was absent [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    const { path } = await createBoard(house, clinic)
    expect(await text(path)).toBe('No numbers are being called now.')
    await giveTokens(house, clinic, 6)
    await giveTokens(house, clinic, 2, 'noor-khan')
    expect(await text(path)).toBe('No numbers are being called now.')
    const meera = openQueueDesk(house, clinic)
    const noor = openQueueDesk(house, clinic, 'noor-khan')
    await meera.start()
    expect(await text(path)).toMatch(/^Your number is shown here when it is your turn\. Next A-1 /)
    await noor.start()
    await meera.callNext()
    await meera.act(1, 'begin')
    await meera.callNext()
    await meera.act(2, 'skip')
    await meera.callNext()
    await noor.callNext()
    const shown = await text(path)
    expect(shown).toMatch(/^N-1 Dr Noor Khan A-3 Room 2 A-1 Room 2 in consultation Next A-4 /)
    // The first of each queue comes before the second of any.
    expect(shown).toMatch(/Next A-4 .* N-2 .* A-5 .* A-6 .*Called, not here A-2 ask at the desk$/)
    expect(await spoken(path)).toEqual(['Number N 1, Dr Noor Khan.', 'Number A 3, Room 2.'])
    await meera.end()
    await noor.end()
    expect(await text(path)).toBe('No numbers are being called now.')
  })

  it('shows some shifts of its location, if it is made so [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    const { path } = await createBoard(house, clinic, {
      qmsWorkShiftIds: [findShiftId(clinic, 'noor-khan')],
    })
    for (const doctor of ['meera-shah', 'noor-khan']) {
      await giveTokens(house, clinic, 1, doctor)
      const desk = openQueueDesk(house, clinic, doctor)
      await desk.start()
      await desk.callNext()
    }
    expect(await text(path)).toBe('N-1 Dr Noor Khan')
  })

  it('announces a repeated call, although nothing else has changed [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    const { path } = await createBoard(house, clinic)
    await giveTokens(house, clinic, 2)
    const desk = openQueueDesk(house, clinic)
    await desk.start()
    await desk.callNext()
    const stream = await listen(path)
    const keyNow = () => stream.lastEvent()?.calls?.[0]?.key
    await expect.poll(keyNow).toMatch(/^A-1 Room 2 \d+$/)
    const before = keyNow()
    // The changes before it are read by then.
    await setTimeout(2 * defaultStreamLimits.gatherMs)
    await desk.act(1, 'recall')
    await expect.poll(keyNow).not.toBe(before)
    expect(keyNow()).toMatch(/^A-1 Room 2 \d+$/)
    stream.leave()
  })

  it('names no patient to any reader [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    const { path } = await createBoard(house, clinic)
    await giveTokens(house, clinic, 3)
    const desk = openQueueDesk(house, clinic)
    await desk.start()
    await desk.callNext()
    const page = await house.call('GET', path)
    expect([page.status, (await house.call('GET', `${path}/state`)).text + page.text]).not.toEqual([
      200,
      expect.stringMatching(/Zwanary|Quixel|98765/),
    ])
    expect(page.text).toContain('A-1')
    expect(page.text.length).toBeLessThan(25_000)
  })

  it.each([
    ['de', 'Nummer A 1, Room 2.', 'ltr'],
    ['es', 'Número A 1, Room 2.', 'ltr'],
    ['hi', 'नंबर A 1, Room 2।', 'ltr'],
    ['ar', 'الرقم A 1، Room 2.', 'rtl'],
  ])('uses %s if it is made so [LINE-04]', async (language, said, direction) => {
    const clinic = await house.clinic(addQueueDoors)
    const { path } = await createBoard(house, clinic, { language })
    await giveTokens(house, clinic, 1)
    const desk = openQueueDesk(house, clinic)
    await desk.start()
    await desk.callNext()
    expect(await spoken(path)).toEqual([said])
    expect((await house.call('GET', path)).text).toContain(
      direction === 'rtl' ? '<html lang="ar" dir="rtl">' : `<html lang="${language}">`,
    )
  })

  it('shows eight numbers at most, and twenty of a long line cost no more than five [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    const { path } = await createBoard(house, clinic)
    await giveTokens(house, clinic, 20)
    const desk = openQueueDesk(house, clinic)
    await desk.start()
    for (let call = 1; call <= 10; call += 1) await desk.callNext()
    const { html, calls } = await state(path)
    expect([
      calls.length,
      html.match(/class="call/g).length - 1,
      html.match(/<section>/g).length,
    ]).toEqual([8, 8, 1])
    expect(plainText(html)).toMatch(/^A-10 .*A-3 Room 2 Next A-11 .*A-15 [^-]*$/)
  })
})

describe('its link', () => {
  it('is shown once, and only its hash is stored [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    const { url, path, id } = await createBoard(house, clinic, { name: 'Ground floor' })
    expect(url).toMatch(new RegExp(`^${base}/board/[0-9a-z]{26}$`))
    const listed = await operate(clinic, 'board-list')
    expect(listed).toEqual([
      {
        id,
        name: 'Ground floor',
        language: 'en',
        addressId: clinic.id('location', 'jaipur'),
        qmsWorkShiftIds: [],
        createdAt: expect.stringMatching(/^2030-01-01T/),
        by: 'operator tester',
      },
    ])
    expect((await readEveryRow(house)) + JSON.stringify(listed)).not.toContain(boardToken(path))
  })

  it('is renewed: the old one stops at once, also where it is open, and in another process [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    const { id, path } = await createBoard(house, clinic)
    const open = await listen(path)
    const renewed = await operate(clinic, 'board-renew', { id })
    await expect.poll(() => open.events.at(-1)?.event).toBe('gone')
    await expect.poll(open.isOpen).toBe(false)
    for (const more of ['', '/state', '/events']) {
      const dead = await house.call('GET', `${path}${more}`)
      const never = await house.call('GET', `${unknown}${more}`)
      expect([dead.status, dead.text]).toEqual([404, never.text])
    }
    const { pathname } = new URL(renewed.url)
    expect([(await house.call('GET', pathname)).status, pathname === path]).toEqual([200, false])
    await operate(clinic, 'board-withdraw', { id })
    expect((await house.call('GET', pathname)).status).toBe(404)
    expect(await operate(clinic, 'board-list')).toEqual([])
  })

  it('does not work while its clinic is suspended [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    const { path } = await createBoard(house, clinic)
    const open = await listen(path)
    await house.sql("update workspaces set status = 'SUSPENDED' where id = $1", [
      clinic.workspaceId,
    ])
    await expect.poll(() => open.events.at(-1)?.event).toBe('gone')
    expect((await house.call('GET', path)).status).toBe(404)
  })

  it('is logged only as its pattern, and its page loads nothing from others [LINE-04]', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
    const noisy = await openHarness({ log })
    const { path } = await createBoard(noisy, await noisy.clinic(addQueueDoors))
    const { headers } = await noisy.call('GET', path)
    await noisy.call('GET', `${path}/state`)
    expect(lines.join('')).toContain('"route":"/board/:token"')
    expect(lines.join('')).not.toContain(boardToken(path))
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; /,
    )
    expect([headers['referrer-policy'], headers['cache-control'], headers['x-robots-tag']]).toEqual(
      ['no-referrer', 'no-store', 'noindex, nofollow'],
    )
  })

  it.each([
    '',
    'x',
    '0123456789abcdefghjkmnpqr',
    '0123456789ABCDEFGHJKMNPQRS',
    '%00',
    '..%2fqueue',
  ])(
    'that was never made is a 404 like any other, without a statement: %s [LINE-04]',
    async (token) => {
      const answer = await house.call('GET', `/board/${token}`, {
        headers: { accept: 'text/html' },
      })
      expect([401, 404]).toContain(answer.status)
      expect(answer.status === 404 ? answer.text : '').not.toContain('Sunrise')
    },
  )
})

describe('making a board', () => {
  it('refuses what does not belong to the location or the clinic, and then writes nothing [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    const other = await house.clinic(addQueueDoors)
    const { id } = await createBoard(house, other)
    const jaipur = clinic.id('location', 'jaipur')
    const before = await house.sql('select * from boards order by id')
    const make = (input: Json) => operate(clinic, 'board-make', { addressId: jaipur, ...input })
    await expect(make({ addressId: other.id('location', 'jaipur') })).rejects.toThrow(
      'No such location',
    )
    await expect(make({ qmsWorkShiftIds: [findShiftId(other, 'meera-shah')] })).rejects.toThrow(
      'not an in-person shift at this location',
    )
    await expect(make({ name: '   ' })).rejects.toThrow('name')
    await expect(make({ language: 'fr' })).rejects.toThrow('language')
    for (const name of ['board-renew', 'board-withdraw'])
      await expect(operate(clinic, name, { id })).rejects.toThrow(`there is no board ${id}`)
    expect(await house.sql('select * from boards order by id')).toEqual(before)
    await make({ name: 'One' })
    await expect(make({ name: ' One ' })).rejects.toThrow('has a board named One')
    expect(await operate(clinic, 'board-list')).toHaveLength(1)
  })

  it('is limited for each location [LINE-04]', async () => {
    const clinic = await house.clinic(addQueueDoors)
    for (let board = 1; board <= 20; board += 1)
      await createBoard(house, clinic, { name: `Board ${board}` })
    await expect(createBoard(house, clinic, { name: 'Board 21' })).rejects.toThrow(
      'already has 20 boards',
    )
    expect(
      await operate(clinic, 'board-list', { addressId: clinic.id('location', 'jaipur') }),
    ).toHaveLength(20)
  })
})

it('a door is set in the clinic file, changed there, and shown at once on an open board [LINE-04]', async () => {
  const clinic = await house.clinic(addQueueDoors)
  const { path } = await createBoard(house, clinic)
  await giveTokens(house, clinic, 1)
  const desk = openQueueDesk(house, clinic)
  await desk.start()
  await desk.callNext()
  const stream = await listen(path)
  const { changes } = await clinic.change((file) => {
    Object.assign(file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning ?? {}, {
      door: 'Room 7',
    })
  })
  expect(JSON.stringify(changes)).toContain('meera-shah/jaipur/morning')
  await expect.poll(() => plainText(stream.lastEvent().html)).toBe('A-1 Room 7')
  stream.leave()
})

it('streams of one board are limited, and the oldest is told that it is replaced [LINE-04]', async () => {
  const strict = await openHarness({ streamLimits: { perBoardMax: 2, boardRereadMs: 3_600_000 } })
  const door = await strict.door.listen({ host: '127.0.0.1', port: 0 })
  const { path } = await createBoard(strict, await strict.clinic(addQueueDoors))
  const streams = [
    await listenToEvents(door, boardToken(path), 'board'),
    await listenToEvents(door, boardToken(path), 'board'),
    await listenToEvents(door, boardToken(path), 'board'),
  ]
  await expect.poll(() => streams.map((stream) => stream.isOpen())).toEqual([false, true, true])
  expect(streams[0]?.events.at(-1)?.event).toBe('replaced')
  for (const stream of streams) stream.leave()
})

it('a request is counted by its address, and a refusal has its own shape [LINE-04]', async () => {
  const limits = {
    perAddress: 3,
    pages: 0,
    perKey: 1e9,
    perWorkspace: 1e9,
    perRoute: { read: 1e9, write: 1e9, sensitive: 1e9 },
  }
  const strict = await openHarness({ limits })
  const { path } = await createBoard(strict, await strict.clinic(addQueueDoors))
  const from = '198.51.100.7'
  for (const of of ['', '/state', ''])
    expect((await strict.call('GET', `${path}${of}`, { from })).status).toBe(200)
  const refused = await strict.call('GET', path, { from })
  expect([
    refused.status,
    refused.text.includes('<meta http-equiv="refresh" content="30">'),
  ]).toEqual([429, true])
  expect((await strict.call('GET', `${path}/events`, { from })).status).toBe(429)
})

it('a board starts each day of its location empty, a minute past midnight [LINE-04]', async () => {
  const clinic = await house.clinic(addQueueDoors)
  const { path } = await createBoard(house, clinic)
  await giveTokens(house, clinic, 1)
  const desk = openQueueDesk(house, clinic)
  await desk.start()
  await desk.callNext()
  const stream = await listen(path)
  await expect.poll(() => plainText(stream.lastEvent().html)).toBe('A-1 Room 2')
  // At its location, and on the page of anyone who opens it: it is still yesterday in UTC.
  await house.moveTo('2030-01-01T18:31:00Z')
  await expect
    .poll(() => plainText(stream.lastEvent().html))
    .toBe('No numbers are being called now.')
  expect(await text(path)).toBe('No numbers are being called now.')
  stream.leave()
})
