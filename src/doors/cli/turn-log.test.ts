import { spawn } from 'node:child_process'
import { once } from 'node:events'
import fs, { closeSync, mkdtempSync, openSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { pino } from 'pino'
import { expect, it, onTestFinished, vi } from 'vitest'
import { lineTime, turnLog } from './turn-log.ts'

function openFile() {
  const path = join(mkdtempSync(join(tmpdir(), 'turn-log-')), 'log')
  const descriptor = openSync(path, 'a')
  onTestFinished(async () => {
    // A file descriptor that is closed too early is reused for another file.
    await turn()
    closeSync(descriptor)
  })
  return { descriptor, lines: () => readFileSync(path, 'utf8').split('\n').slice(0, -1) }
}

it('writes the lines of an event-loop turn once, at its end and in order', async () => {
  const { descriptor, lines } = openFile()
  const log = pino({ base: null }, turnLog(descriptor))
  for (let number = 0; number < 20; number += 1) log.info({ number })
  expect(lines()).toEqual([])
  await turn()
  expect(lines().map((line) => JSON.parse(line).number)).toEqual(
    Array.from({ length: 20 }, (_, number) => number),
  )
})

it('does not wait for the disk', async () => {
  const synced = vi.spyOn(fs, 'fsyncSync')
  onTestFinished(() => synced.mockRestore())
  const { descriptor, lines } = openFile()
  pino({ base: null }, turnLog(descriptor)).info('one')
  await turn()
  expect(lines()).toHaveLength(1)
  expect(synced).not.toHaveBeenCalled()
})

it('has a bounded buffer: many lines of one turn are written before it ends', () => {
  const { descriptor, lines } = openFile()
  const log = pino({ base: null }, turnLog(descriptor))
  for (let number = 0; number < 1_000; number += 1) log.info({ text: 'x'.repeat(100) })
  expect(lines().length).toBeGreaterThan(850)
})

it('writes a fatal line at once, with the lines before it', () => {
  const { descriptor, lines } = openFile()
  const log = pino({ base: null }, turnLog(descriptor))
  log.info('before')
  log.fatal('fatal')
  expect(lines().map((line) => JSON.parse(line).msg)).toEqual(['before', 'fatal'])
})

it.each([
  'process.exit(0)',
  'process.exit(3)',
  "throw new Error('uncaught')",
  "Promise.reject(new Error('unhandled'))",
])('a process that ends by %s writes the lines of its last turn', async (end) => {
  const script = `
      import { pino } from 'pino'
      import { turnLog } from './src/doors/cli/turn-log.ts'
      const log = pino({ base: null }, turnLog(1))
      for (let number = 0; number < 5; number += 1) log.info({ number })
      ${end}`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let written = ''
  child.stdout.on('data', (chunk: Buffer) => {
    written += chunk.toString('utf8')
  })
  await once(child, 'close')
  expect(
    written
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line).number),
  ).toEqual([0, 1, 2, 3, 4])
})

it('writes the time of each line in ISO 8601, in UTC and to the millisecond', () => {
  const instants = [
    0,
    7,
    45,
    999,
    1_000,
    1_001,
    Date.parse('2026-12-31T23:59:59.999Z'),
    Date.parse('2027-01-01T00:00:00.000Z'),
    1_000,
  ]
  let next = 0
  const time = lineTime(() => instants[next++] ?? 0)
  for (const instant of instants)
    expect(time()).toBe(`,"time":"${new Date(instant).toISOString()}"`)
})
