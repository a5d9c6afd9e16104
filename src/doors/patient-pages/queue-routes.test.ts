import { pino } from 'pino'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import { openQueueDesk, startShift } from '../../../test/support/clinic/queue-clinic.ts'
import { bookTokens, listenToEvents } from '../../../test/support/screens/watched-queue.ts'
import { pageLanguages } from './settings.ts'
import { loadWords } from './words.ts'

const house = await openHarness()
const base = await house.door.listen({ host: '127.0.0.1', port: 0 })
const unknown = '0123456789abcdefghjkmnpqrs'

const page = (token = '') => house.call('GET', `/queue/${token}`)
const state = (token = '') => house.call('GET', `/queue/${token}/state`)
const loadView = async (token = '') => (await state(token)).json.view
const loadHeadline = async (token = '') => (await loadView(token)).texts.headline

async function runningQueue(
  count: number,
): Promise<{ clinic: Clinic; tokens: string[]; staff: ReturnType<typeof openQueueDesk> }> {
  const clinic = await house.clinic()
  const tokens = await bookTokens(clinic, count)
  await startShift(house, clinic)
  return { clinic, tokens, staff: openQueueDesk(house, clinic) }
}

describe('the page of a visit', () => {
  it('shows its place before the queue starts, and counts the wait from its start', async () => {
    const [first, , third] = await bookTokens(await house.clinic(), 3)
    expect((await state(third)).json).toEqual({
      updated: '05:30',
      view: {
        token: 'A-3',
        clinic: 'Sunrise Clinics',
        status: 'WAITING',
        isOver: false,
        isStarted: false,
        peopleAhead: 2,
        nowServing: [],
        wait: { fromMinutes: 10, toMinutes: 45 },
        texts: {
          headline: '2 people are ahead of you.',
          wait: '10 to 45 minutes after the start',
          serving: '',
          queue: 'not started yet',
        },
      },
    })
    expect(await loadHeadline(first)).toBe('You are first in line.')
    const { text } = await page(third)
    for (const words of [
      'A-3',
      'Sunrise Clinics',
      '2 people are ahead of you.',
      'Tuesday 1 January, 09:00–13:00',
      'Asia/Kolkata',
      '05:30',
      'not started yet',
    ])
      expect(text).toContain(words)
    expect(text.length).toBeLessThan(15_000)
  })

  it('links to the privacy notice, imprint and terms of the clinic [FORM-05]', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.legal = { privacy: { en: 'We keep little.' } }
    })
    const [token] = await bookTokens(clinic, 1)
    expect((await page(token)).text).toContain(
      `<p class="legal"><a href="/legal/${clinic.name}/privacy?lang=en" target="_blank" rel="noopener noreferrer">Privacy notice</a></p>`,
    )
  })

  it('follows a visit through the queue', async () => {
    const { tokens, staff } = await runningQueue(4)
    const [first, second, third] = tokens
    expect([
      await loadHeadline(first),
      await loadHeadline(second),
      await loadHeadline(third),
    ]).toEqual(['You are next.', '1 person is ahead of you.', '2 people are ahead of you.'])
    await staff.callNext()
    expect(await loadView(first)).toMatchObject({
      status: 'CALLED',
      peopleAhead: null,
      wait: null,
      texts: { headline: 'It is your turn — please go in.' },
    })
    // A called patient is still in line, as the API counts.
    expect(await loadView(second)).toMatchObject({
      peopleAhead: 1,
      nowServing: ['A-1'],
      texts: { serving: 'A-1', queue: 'running since 05:30' },
    })
    await staff.act(1, 'begin')
    expect(await loadHeadline(first)).toBe('You are in consultation.')
    expect(await loadView(second)).toMatchObject({ peopleAhead: 0, nowServing: ['A-1'] })
    await staff.act(1, 'complete')
    expect(await loadView(first)).toMatchObject({
      status: 'COMPLETED',
      isOver: true,
      texts: { headline: 'Your visit is completed.', wait: '', serving: '' },
    })
    await staff.callNext()
    await staff.act(2, 'skip')
    expect(await loadHeadline(second)).toBe(
      'You were called at 05:30 and you were not there: please tell the reception.',
    )
    await staff.act(3, 'skip')
    expect(await loadHeadline(third)).toBe(
      'It was your turn and you were not there: please tell the reception.',
    )
    await staff.act(2, 'noShow')
    expect(await loadHeadline(second)).toBe(
      'You were marked as absent. If you are here, please tell the reception.',
    )
    await staff.end()
    expect(await loadView(second)).toMatchObject({
      isOver: true,
      texts: { headline: 'You were marked as absent.', queue: 'over since 05:30' },
    })
    expect(await loadView(tokens[3])).toMatchObject({
      status: 'CANCELLED',
      isOver: true,
      wait: null,
    })
  })

  it('says that a visit was cancelled, and not why', async () => {
    const { tokens, staff } = await runningQueue(1)
    await staff.act(1, 'cancel', 'Zwanary was rude to Nina')
    expect(await loadHeadline(tokens[0])).toBe(
      'This visit was cancelled. The clinic can tell you more.',
    )
    expect((await page(tokens[0])).text + (await state(tokens[0])).text).not.toMatch(/rude|Nina/)
  })

  it('shows nothing of the patient, the practitioner, the booking or another visit', async () => {
    const clinic = await house.clinic()
    const notes = {
      chiefComplaint: 'Zwanary ache',
      appointmentNotes: 'Zwanary note',
      paymentReference: 'ZwanaryPaid1',
    }
    const [token = ''] = await bookTokens(clinic, 2, notes)
    await startShift(house, clinic)
    const stream = await listenToEvents(base, token)
    await expect.poll(stream.lastEvent).toBeTruthy()
    const shown = [
      (await page(token)).text,
      (await state(token)).text,
      JSON.stringify(stream.events),
    ].join()
    expect(shown).not.toMatch(/zwanary|quixel|98765|meera|shah|general medicine|300|INR/i)
    expect(shown).not.toContain(token)
    stream.leave()
  })

  it('escapes any clinic name as text', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.title = `<b>"Tom" & 'Sons'</b><script>alert(1)</script>`
    })
    const [token] = await bookTokens(clinic, 1)
    const { text } = await page(token)
    expect(text).toContain('&lt;b&gt;&quot;Tom&quot; &amp; &#39;Sons&#39;&lt;/b&gt;')
    expect(text).not.toContain('alert(1)</script>')
  })

  it('is not cached, not indexed, and leaks its address to no one', async () => {
    const [token] = await bookTokens(await house.clinic(), 1)
    for (const { status, headers } of [
      await page(token),
      await state(token),
      await page(unknown),
      await state(unknown),
    ]) {
      expect([200, 404]).toContain(status)
      expect(headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      })
    }
    const policy = String((await page(token)).headers['content-security-policy'])
    expect(policy).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; connect-src 'self'; /,
    )
    expect(policy).not.toMatch(/https?:|\*|unsafe/)
    const stream = await listenToEvents(base, token ?? '')
    expect(stream.headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
    })
    expect(stream.headers).toMatchObject({
      'x-accel-buffering': 'no',
      'referrer-policy': 'no-referrer',
    })
    stream.leave()
  })
})

describe('in the language of the viewer', () => {
  const read = (path: string, language: string) =>
    house.call('GET', `/queue/${path}`, { headers: { 'accept-language': language } })

  it('is German, with its updates', async () => {
    const { tokens, staff } = await runningQueue(3)
    await staff.callNext()
    const [, , third = ''] = tokens
    const { text, headers } = await read(third, 'de-AT,en;q=0.5')
    expect(headers.vary).toBe('accept-language')
    for (const words of [
      '<html lang="de">',
      'Ihre Wartenummer',
      'Vor Ihnen sind noch 2 Personen.',
      'Dienstag, 1. Jänner, 09:00–13:00 Uhr',
      'läuft seit 05:30 Uhr',
      'data-turn="Sie sind dran: {token}"',
      'Stand: <span id="updated">05:30</span> Uhr.',
      'Indische Normalzeit',
    ])
      expect(text).toContain(words)
    expect(text.split('<main>')[1]?.split('<script>')[0]).not.toMatch(/Your|Estimated|clinic/)
    expect((await read(`${third}/state`, 'de')).json).toMatchObject({
      updated: '05:30',
      view: {
        status: 'WAITING',
        nowServing: ['A-1'],
        texts: { headline: 'Vor Ihnen sind noch 2 Personen.', queue: 'läuft seit 05:30 Uhr' },
      },
    })
  })

  it('is Arabic from right to left, with the script of every language', async () => {
    const { tokens } = await runningQueue(2)
    const [, second = ''] = tokens
    const arabic = await read(second, 'ar')
    for (const words of ['<html lang="ar" dir="rtl">', 'قبلك شخص واحد.', 'رقم دورك', '5:30 ص'])
      expect(arabic.text).toContain(words)
    const english = await read(second, 'en')
    const policy = 'content-security-policy'
    expect(arabic.headers[policy]).toBe(english.headers[policy])
    expect(english.text).toContain('<html lang="en">')
    expect((await read(`${second}/state`, 'ar')).json.view.texts.headline).toBe('قبلك شخص واحد.')
  })

  it('is fully translated into eight languages, in as little space', async () => {
    const { tokens } = await runningQueue(1)
    for (const language of pageLanguages) {
      const { text } = await read(tokens[0] ?? '', language)
      expect(text).toContain(`<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`)
      expect(text).toContain(`<dt>${loadWords(language).queueWait}</dt>`)
      expect(text.split('<script>')[0]).not.toMatch(/undefined|<(dt|p)>[^<]*[{}]/)
      expect(Buffer.byteLength(text), language).toBeLessThan(8_500)
    }
  })

  it('is one of those of the clinic', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.bookingPage = { published: true, languages: ['hi', 'en'] }
    })
    const [token = ''] = await bookTokens(clinic, 1)
    expect((await read(token, 'de')).text).toContain('<html lang="hi">')
    expect((await read(token, 'de,en;q=0.1')).text).toContain('<html lang="en">')
  })

  it('is that of each stream of one line', async () => {
    const { tokens, staff } = await runningQueue(2)
    const [, second = ''] = tokens
    const german = await listenToEvents(base, second, 'queue', 'de')
    const arabic = await listenToEvents(base, second, 'queue', 'ar-EG')
    const plain = await listenToEvents(base, second)
    const lastHeadline = (stream: typeof german) => stream.lastEvent()?.texts.headline
    await expect
      .poll(() => [german, arabic, plain].map(lastHeadline))
      .toEqual(['Vor Ihnen ist noch 1 Person.', 'قبلك شخص واحد.', '1 person is ahead of you.'])
    await staff.act(1, 'skip')
    await staff.act(2, 'call')
    await expect
      .poll(() => [german, arabic, plain].map(lastHeadline))
      .toEqual([
        'Sie sind an der Reihe. Bitte treten Sie ein.',
        'حان دورك. تفضل بالدخول.',
        'It is your turn — please go in.',
      ])
    const { texts: _german, ...facts } = german.lastEvent()
    const { texts: _plain, ...sameFacts } = plain.lastEvent()
    expect(facts).toEqual(sameFacts)
    expect(JSON.parse(arabic.events.at(-1)?.data ?? '').updated).toBe('٥:٣٠ ص')
    for (const stream of [german, arabic, plain]) stream.leave()
  })

  it('is that of the browser for a link that shows nothing, whether it is known', async () => {
    const late = await openHarness()
    const [token = ''] = await bookTokens(await late.clinic(), 1)
    await late.moveTo('2030-01-01T18:30:00Z')
    const answers = async (path: string) => {
      const { status, headers, text } = await late.call('GET', `/queue/${path}`, {
        headers: { 'accept-language': 'ar' },
      })
      return [status, headers.vary, text]
    }
    const known = await answers(token)
    expect(known[2]).toContain('<html lang="ar" dir="rtl">')
    expect(known[2]).toContain('هذا الرابط غير معروف هنا، أو أن يومه قد انتهى.')
    expect(await answers(unknown)).toEqual(known)
    expect(await answers(`${unknown}?video`)).toEqual(known)
  })
})

describe('an address that shows nothing', () => {
  it('answers the same whether it is unknown, malformed or of a past day', async () => {
    const late = await openHarness()
    const clinic = await late.clinic()
    const [token = ''] = await bookTokens(clinic, 1)
    const answers = (path: string) =>
      late
        .call('GET', `/queue/${path}`)
        .then(({ status, text, headers }) => [status, headers['content-type'], text])
    expect((await answers(token))[0]).toBe(200)
    // The last minute of the date in Jaipur, and the one after it.
    await late.moveTo('2030-01-01T18:29:00Z')
    expect((await answers(token))[0]).toBe(200)
    await late.moveTo('2030-01-01T18:30:00Z')
    for (const of of ['', '/state', '/events']) {
      const known = await answers(`${token}${of}`)
      expect(known[0]).toBe(404)
      for (const other of [
        unknown,
        unknown.toUpperCase(),
        'x',
        `${token}0`,
        '%20',
        '..%2f..%2fetc',
      ])
        expect(await answers(`${other}${of}`)).toEqual(known)
    }
  })

  it('costs no statement if it is malformed, and one if it is unknown', async () => {
    const rowsSpy = vi.spyOn(house.application.database, 'rows')
    const statements = () =>
      rowsSpy.mock.calls
        .map(([{ name }]) => name)
        .filter((name) => /status_token|line_of_day/.test(name))
    onTestFinished(() => rowsSpy.mockRestore())
    for (const of of ['', '/state', '/events']) await house.call('GET', `/queue/${unknown}0${of}`)
    expect(statements()).toEqual([])
    for (const of of ['', '/state', '/events']) await house.call('GET', `/queue/${unknown}${of}`)
    expect(statements()).toEqual(Array(3).fill('visit_of_status_token'))
  })

  it('is not part of the API under another method, or at other paths', async () => {
    const clinic = await house.clinic()
    const [token] = await bookTokens(clinic, 1)
    for (const path of [`/queue/${token}`, `/queue/${token}/state`, `/queue/${token}/events`]) {
      for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) {
        expect((await house.call(method, path)).status, `${method} ${path}`).toBe(401)
        expect(
          (await house.call(method, path, { key: clinic.key })).status,
          `${method} ${path}`,
        ).toBe(403)
      }
      // HEAD answers like GET, but without content and without a stream that stays open.
      expect(await house.call('HEAD', path)).toMatchObject({ status: 200, text: '' })
    }
    for (const path of ['/queue', `/queue/${token}/more`])
      expect((await clinic.get(path)).status).toBe(403)
  })
})

it('is logged only as its pattern, for every outcome', async () => {
  const lines: string[] = []
  const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) })
  const noisy = await openHarness({ log })
  const [token = ''] = await bookTokens(await noisy.clinic(), 1)
  const door = await noisy.door.listen({ host: '127.0.0.1', port: 0 })
  for (const path of [token, `${token}/state`, `${token}/more`, `${token}x`])
    await noisy.call('GET', `/queue/${path}`)
  const stream = await listenToEvents(door, token)
  await expect.poll(stream.lastEvent).toBeTruthy()
  noisy.application.stopping()
  for (const of of ['', '/state', '/events'])
    await expect.poll(() => lines.join('')).toContain(`"route":"/queue/:publicStatusToken${of}"`)
  expect(lines.join('')).not.toContain(token)
})

it('is counted by its address and not with the pages of all, and a refusal has its own shape', async () => {
  const limits = {
    perAddress: 3,
    pages: 0,
    perKey: 1e9,
    perWorkspace: 1e9,
    perRoute: { read: 1e9, write: 1e9, sensitive: 1e9 },
  }
  const strict = await openHarness({ limits })
  const [token] = await bookTokens(await strict.clinic(), 1)
  const path = `/queue/${token}`
  const from = '198.51.100.7'
  for (const of of ['', '/state', ''])
    expect((await strict.call('GET', `${path}${of}`, { from })).status).toBe(200)
  const refused = await strict.call('GET', path, { from })
  expect([
    refused.status,
    refused.headers['content-type'],
    Number(refused.headers['retry-after']) > 0,
  ]).toEqual([429, 'text/html; charset=utf-8', true])
  expect(refused.text).toContain('<meta http-equiv="refresh" content="30">')
  expect(refused.headers['content-security-policy']).toContain("default-src 'none'")
  expect(await strict.call('GET', `${path}/state`, { from })).toMatchObject({
    status: 429,
    headers: { 'content-type': 'application/json; charset=utf-8' },
  })
  expect((await strict.call('GET', `${path}/events`, { from })).status).toBe(429)
  expect((await strict.call('GET', path, { from: '203.0.113.9' })).status).toBe(200)
})
