// What a supervisor or an editor does to `npm start`: it ends npm, and knows nothing of the
// service.

import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { findProcesses, removeFolder } from '../../../test/support/processes/abandoned-processes.ts'
import { runCommand } from '../../../test/support/processes/in-process-command.ts'
import { afterFile } from '../../../test/support/run/after-file.ts'

const project = fileURLToPath(new URL('../../..', import.meta.url))
const folder = mkdtempSync(join(realpathSync(tmpdir()), 'clinic-npm-'))
// Root runs the embedded database as another user, who needs access to the folder.
execFileSync('chmod', ['755', folder])
afterFile(() => removeFolder(folder))
/** Created by the first start, and found by the next ones. */
const data = join(folder, 'data')

it.each([
  ['SIGTERM', 'and its output is read on'],
  ['SIGKILL', 'and its output is read on'],
  ['SIGTERM', 'and no one reads its output any more'],
] as const)(
  '%s to npm, %s, ends the service it started, cleanly, with its database',
  async (signal, output) => {
    const isRead = output === 'and its output is read on'
    const npm = spawn('npm', ['start'], {
      cwd: project,
      env: { PATH: process.env.PATH ?? '', HOME: folder, CLINIC_DATA: data, PORT: '0' },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let printed = ''
    npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
    npm.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
    await expect.poll(() => printed).toMatch(/is ready at http:\S+/)
    const [, url = ''] = /is ready at (http:\S+)/.exec(printed) ?? []
    expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
    if (!isRead) for (const stream of [npm.stdout, npm.stderr]) stream.destroy()
    npm.kill(signal)
    if (isRead)
      await expect
        .poll(() => printed)
        .toMatch(/npm start has ended: finishing what is in flight\nstopped\n/)
    await expect.poll(() => findProcesses(data), { interval: 100 }).toEqual([])
    await expect(fetch(`${url}/openapi.json`)).rejects.toThrow()
    expect(readdirSync(join(data, 'run')), 'it closed what it had opened').toEqual([])
  },
)

it('starts without the demo clinic on request: with an owner, a link into the dashboard, and one workspace for every command [SETUP-09]', async () => {
  const data = join(folder, 'empty')
  const env = { PATH: process.env.PATH ?? '', HOME: folder, CLINIC_DATA: data, PORT: '0' }
  const npm = spawn('npm', ['start', '--', '--empty'], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let printed = ''
  npm.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  npm.stderr.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  await expect.poll(() => printed).toMatch(/is ready at http:\S+/)
  await expect
    .poll(() => printed)
    .toMatch(/The workspace clinic is empty: the dashboard leads through its first steps/)
  expect(printed).toMatch(
    /Dashboard \(this link signs you in, once\): http:\S+\/dashboard\/sign-in#\S+/,
  )
  expect(printed).not.toContain('demo clinic')
  const clinic = async (...words: string[]) =>
    JSON.parse((await runCommand(env, [...words, '--json'])).out)
  expect(await clinic('key', 'list')).toEqual([])
  const [, printedWords = ''] = /A key: npm run clinic -- (.+)/.exec(printed) ?? []
  expect(await clinic(...printedWords.split(' '))).toMatchObject({ key: expect.any(String) })
  expect(await clinic('location', 'list')).toEqual([])
  npm.kill('SIGTERM')
  await expect.poll(() => findProcesses(data), { interval: 100 }).toEqual([])
})

it('refuses to start an empty clinic in production, where nothing is created automatically', async () => {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CLINIC_DATA: join(folder, 'none'),
    CLINIC_MODE: 'production',
    DATABASE_URL: 'postgres://clinic@127.0.0.1:1/clinic',
  }
  expect(await runCommand(env, ['serve', '--empty'])).toMatchObject({
    code: 1,
    problem: expect.stringContaining('--empty is for a sandbox'),
  })
})

it('keeps running when the shell that started its npm ends, and ends with its npm, also without a shell between them', async () => {
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: folder,
    CLINIC_DATA: data,
    PORT: '0',
    npm_lifecycle_event: 'npx',
  }
  // Takes the place of npm, and of a shell that execs its only command.
  const starter = `console.log('npm is ' + process.pid); require('node:child_process').spawn(process.execPath, ['bin/clinic.js', 'serve'], { stdio: 'inherit' })`
  const shell = spawn('sh', ['-c', `"${process.execPath}" -e "${starter}" & read _`], {
    cwd: project,
    env,
    stdio: ['pipe', 'pipe', 'pipe'],
  })
  let printed = ''
  shell.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  await expect.poll(() => printed).toMatch(/clinic -- ids/)
  const [, url = ''] = /is ready at (http:\S+)/.exec(printed) ?? []
  const ended = once(shell, 'exit')
  shell.stdin.end()
  await ended
  // The service checks every quarter of a second.
  await sleep(1_000)
  expect((await fetch(`${url}/openapi.json`)).status).toBe(200)
  process.kill(Number(/npm is (\d+)/.exec(printed)?.[1]), 'SIGKILL')
  await expect
    .poll(() => printed)
    .toMatch(/npm start has ended: finishing what is in flight\nstopped\n/)
  await expect.poll(() => findProcesses(data), { interval: 100 }).toEqual([])
})
