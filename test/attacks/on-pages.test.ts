// Strangers attack the public pages: the booking page, its script, and the page of a visit. They
// learn nothing, change nothing, and readers from elsewhere are served as before.

import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { beforeAll, expect, it } from 'vitest'
import { runClinic } from '../support/processes/service-process.ts'
import { runSize } from '../support/run/sizes.ts'
import {
  type AttackedClinic,
  keyAddress,
  startAttackedClinic,
  unified,
} from '../support/storms/attacked-clinic.ts'
import {
  type ProxiedRequest,
  p99,
  percentile,
  type TimedReply,
} from '../support/storms/honest-calls.ts'
import { createBookingBody } from '../support/storms/visitor-moves.ts'
import { createToken, type PageFlood, type PageFloodCounts } from './page-flood.ts'

const attacker = '203.0.113.66'
const phoneNumber = '9811122233'
const marks = /marked|9811122233/i

let clinic: AttackedClinic
/** Path of the page of the marked patient's visit. */
let visitPath = ''
let pageKey = ''
let appointmentId = 0
let from = 0
/** Each address belongs to one reader, and reads a few pages. */
const reader = () => `198.51.${100 + Math.floor(++from / 250)}.${1 + (from % 250)}`
const get = (path: string, headers: Record<string, string> = {}) =>
  clinic.call(reader(), 'GET', path, { 'accept-language': 'en', ...headers })
const staff = (path: string) =>
  clinic.call(keyAddress, 'GET', path, { 'x-api-key': clinic.developerKey })

beforeAll(async () => {
  clinic = await startAttackedClinic({ hasPages: true })
  const patientPayload = {
    firstName: 'Marked',
    lastName: 'Markedfamily',
    phoneNumber,
    email: 'marked@marked.example',
  }
  const body = {
    ...createBookingBody(clinic.day, 100, { patientPayload, appointmentNotes: 'marked note' }),
    source: 'DEVELOPER_API',
  }
  const booked = await clinic.call(
    keyAddress,
    'POST',
    unified,
    { 'x-api-key': clinic.developerKey },
    body,
  )
  expect(booked.status, booked.text).toBe(201)
  appointmentId = booked.json.appointment.id
  // The confirmation, with the link, arrives in a moment.
  for (let tries = 0; visitPath === '' && tries < 40; tries += 1) {
    visitPath =
      /\/visit\/[0-9a-z]{26}/.exec(
        await runClinic(clinic.settings, ['outbox', '-w', 'attacked', '--json']),
      )?.[0] ?? ''
    if (visitPath === '') await sleep(250)
  }
  expect(visitPath).not.toBe('')
  pageKey = /widget-key="([^"]+)"/.exec((await get('/book/attacked')).text)?.[1] ?? ''
})

/** A session of the hosted page, from an address. */
async function session(address: string) {
  const opened = await clinic.call(address, 'POST', '/v1/widget/session', {
    'x-api-key': pageKey,
    origin: clinic.service.url,
  })
  expect(opened.status, opened.text).toBe(201)
  return {
    authorization: `Bearer ${opened.json.token}`,
    'x-end-user-id': crypto.randomUUID(),
    origin: clinic.service.url,
  }
}

/**
 * What one reader's page requests of the service, and the reception's requests at the same time.
 */
async function honestVisit(): Promise<TimedReply[]> {
  const address = reader()
  const call = (path: string, headers: Record<string, string> = {}) =>
    clinic.call(address, 'GET', path, headers)
  const pages = [
    await call('/book/attacked'),
    await call('/booking.js', { 'accept-encoding': 'br' }),
    await call(visitPath),
  ]
  const own = await session(address)
  return [
    ...pages,
    await call('/v2/workspaces', own),
    await call(clinic.slotsPath, own),
    await staff(clinic.slotsPath),
  ]
}

it('a stranger cannot distinguish one unknown token from another, nor unknown workspaces from those without a page [PAGE-15] [PAGE-10]', async () => {
  const known = await get(visitPath)
  expect(known.status).toBe(200)
  expect(known.text).not.toMatch(marks)
  const token = visitPath.slice('/visit/'.length)
  const guesses = [
    createToken(),
    token.slice(0, -1),
    `${token}0`,
    token.toUpperCase(),
    `${appointmentId}`,
    "a'%20or%201=1--",
    '%00',
    '..%2fbook',
  ]
  const answers = await Promise.all(
    guesses.flatMap((guess) =>
      ['', '/cancel', '/times', '/visit.ics', '/arrive'].map(async (more) =>
        get(`/visit/${guess}${more}`),
      ),
    ),
  )
  expect(new Set(answers.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(404)
  // Requests with such a token change nothing, and reveal as little; nor does another site's page
  // with the right one.
  const posts = [
    ...guesses.flatMap((guess) => [
      `/visit/${guess}/cancel`,
      `/visit/${guess}/move/20300101T040000Z`,
      `/visit/${guess}/arrive`,
    ]),
    `${visitPath}/cancel`,
  ]
  for (const path of posts) {
    const { status, text } = await clinic.call(reader(), 'POST', path, {
      'accept-language': 'en',
      'sec-fetch-site': 'cross-site',
    })
    expect({ path, status, text }).toEqual({ path, status: 404, text: answers[0]?.text })
  }
  const pages = await Promise.all(
    ['nobody', 'attacked%00', 'attacked/nobody', 'a'.repeat(400), '1'].map((name) =>
      get(`/book/${name}`),
    ),
  )
  expect(new Set(pages.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
})

it('no page runs foreign code, can be framed, is stored or leaks its address [PAGE-15] [PAGE-03]', async () => {
  const paths = [
    '/book/attacked',
    '/book/attacked/dr-asha-rao',
    '/book/nobody',
    '/my/attacked',
    '/my/nobody',
    visitPath,
    `${visitPath}/cancel`,
    `/visit/${createToken()}`,
  ]
  for (const path of paths) {
    const answer = await fetch(`${clinic.service.url}${path}`, {
      headers: { 'x-forwarded-for': reader() },
      redirect: 'manual',
    })
    const text = await answer.text()
    expect(text, path).not.toMatch(marks)
    const policy = answer.headers.get('content-security-policy') ?? ''
    if (answer.status !== 303) {
      expect(policy, path).toMatch(/default-src 'none'.*base-uri 'none'.*frame-ancestors 'none'/)
      // Only pictures may be elsewhere, and only pictures that a profile names.
      const { images = '' } = /(?:^|; )(?<images>img-src [^;]*)/.exec(policy)?.groups ?? {}
      expect(['', ' https://example.org/asha.jpg'], path).toContain(
        images.replace(/^img-src( 'self')?( data:)?/, ''),
      )
      expect(policy.replace(images, ''), path).not.toMatch(/unsafe|\*|https?:/)
      expect(answer.headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(answer.headers.get('cache-control'), path).toMatch(/no-store/)
    }
    expect(answer.headers.get('referrer-policy'), path).toBe(
      path.endsWith('/attacked') || path.startsWith('/book/attacked')
        ? 'strict-origin'
        : 'no-referrer',
    )
    expect(answer.headers.get('set-cookie'), path).toBeNull()
    if (!path.startsWith('/book/attacked'))
      expect(answer.headers.get('x-robots-tag'), path).toMatch(/noindex/)
  }
})

it('a known contact or patient looks like an unknown one before its code [PAGE-15] [PAGE-06]', async () => {
  const own = await session(attacker)
  const seen = []
  for (const number of [phoneNumber, '9811122277']) {
    const masked = (text: string) => text.replace(/\*+\d+/g, 'masked').replaceAll(number, 'number')
    const call = async (method: string, path: string, body?: unknown) => {
      const { status, text } = await clinic.call(attacker, method, path, own, body)
      return `${status} ${masked(text)}`
    }
    seen.push([
      await call('POST', '/v1/patients/send-phone-verification-otp', {
        channel: 'chatapp',
        countryCode: '+91',
        phoneNumber: number,
      }),
      await call('POST', '/v1/patients/verify-phone-verification-otp', {
        channel: 'chatapp',
        countryCode: '+91',
        phoneNumber: number,
        otpCode: '000000',
      }),
      await call('GET', `/v1/patients/search-by-phone?countryCode=%2B91&phoneNumber=${number}`),
      await call(
        'POST',
        unified,
        createBookingBody(clinic.day, 5, {
          patientPayload: { firstName: 'A', phoneNumber: number },
        }),
      ),
      await call(
        'PATCH',
        `/v1/appointments/${number === phoneNumber ? appointmentId : 999_999}/cancel`,
        {},
      ),
    ])
  }
  const [known, unknown] = seen as [string[], string[]]
  expect(known).toEqual(unknown)
  expect(known.map((answer) => answer.slice(0, 3))).toEqual(['200', '400', '403', '403', '403'])
  expect(known.join(' ')).not.toMatch(/marked[^ ]*family/i)
})

// A minute of readers alone, and ten minutes of flood, in long runs; within the limits of the
// page's key.
const rounds = { before: runSize(40, 200), meanwhile: runSize(40, 2_000) }
const pauseMs = runSize(0, 270)
const timeout = runSize(180_000, 1_200_000)

it('a flood of the pages makes the reception and other readers wait at most twice as long [PAGE-15]', {
  timeout,
}, async () => {
  const visits = async (count: number) => {
    const heard: TimedReply[] = []
    for (let round = 0; round < count; round += 1) {
      heard.push(...(await honestVisit()))
      await sleep(pauseMs)
    }
    return heard
  }
  await honestVisit()
  const before = await visits(rounds.before)
  const headers = { 'accept-language': 'en' }
  const target = { url: clinic.service.url, from: attacker, headers }
  const requests: ProxiedRequest[] = [
    ...[
      '/book/attacked',
      '/book/attacked/dr-asha-rao',
      '/book/nobody',
      '/my/attacked',
      '/booking.js',
      '/visit/RANDOM',
      '/visit/RANDOM/visit.ics',
      visitPath,
    ].map((path) => ({
      ...target,
      method: 'GET',
      path,
    })),
    { ...target, method: 'POST', path: '/visit/RANDOM/cancel', body: {} },
    { ...target, method: 'POST', path: '/my/attacked/records', body: {} },
    {
      ...target,
      method: 'POST',
      path: '/v1/widget/session',
      headers: { 'x-api-key': pageKey, origin: clinic.service.url },
    },
  ]
  const thread = new Worker(new URL('./page-flood.ts', import.meta.url), {
    workerData: { requests, atOnce: 4 } satisfies PageFlood,
  })
  let meanwhile: TimedReply[] = []
  let counts: PageFloodCounts = {}
  try {
    meanwhile = await visits(rounds.meanwhile)
  } finally {
    thread.postMessage('end')
    counts = ((await once(thread, 'message')) as [PageFloodCounts])[0]
  }
  process.stdout.write(
    `flood: ${JSON.stringify(counts)}; honest p99: ${p99(before)} ms before, ${p99(meanwhile)} ms meanwhile (${meanwhile.length})\n`,
  )
  expect(
    meanwhile
      .filter(({ status }) => status !== 200)
      .map(({ status, text }) => `${status} ${text.slice(0, 200)}`),
  ).toEqual([])
  // Beside other tests, the slowest few of some hundred calls say what else ran on the machine; a
  // long run is alone.
  const share = runSize(0.5, 0.99)
  expect(percentile(meanwhile, share)).toBeLessThanOrEqual(
    Math.max(2 * percentile(before, share), 100),
  )
  const of = (status: number) =>
    Object.entries(counts).reduce(
      (sum, [name, count]) => sum + (name.endsWith(` ${status}`) ? count : 0),
      0,
    )
  expect(of(429)).toBeGreaterThan(of(200) + of(404))
  expect(Object.keys(counts).filter((name) => / 5\d\d$/.test(name))).toEqual([])
  // The visit is unchanged, and no other has been made.
  const { json } = await clinic.call(
    keyAddress,
    'POST',
    '/v1/appointments/search',
    { 'x-api-key': clinic.developerKey },
    { size: 50 },
  )
  expect(json.list.map(({ id, status }: { id: number; status: string }) => [id, status])).toEqual([
    [appointmentId, 'SCHEDULED'],
  ])
})
