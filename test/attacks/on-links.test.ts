// Attackers of the links that patients get: scanners that open whatever a page names, forms of
// other sites, forms that are sent again, and tokens that are guessed, forged or out of date.
// Nothing changes, and nothing is learnt.

import { beforeAll, describe, expect, it } from 'vitest'
import { makeVisitLink } from '../../src/clinic/notices/visit-links.ts'
import { formPages } from '../../src/doors/patient-pages/visit/form-routes.ts'
import { messagePages } from '../../src/doors/patient-pages/visit/message-routes.ts'
import { visitPages } from '../../src/doors/patient-pages/visit/visit-routes.ts'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  type Reply,
  slotTimes,
} from '../support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reserve,
} from '../support/clinic/paying-clinic.ts'
import { tokenBody } from '../support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../support/clinic/recording-rail.ts'
import { readEveryRow } from '../support/database/every-row.ts'
import { createToken } from './page-flood.ts'

const origin = 'https://booking.example'
const harness = await openHarness({
  rails: createRecordingRail(),
  publicUrl: origin,
  doesDueWork: false,
})
const { database, clock } = harness.application
const monday = '2030-01-07'

let clinic: Clinic
/** A path of each kind of link. */
const paths: Record<string, string> = {}
/** What is known of one patient. */
const known: { visit: Json; token: Json; sessionRef: string } = {
  visit: {},
  token: {},
  sessionRef: '',
}

const operate = (name: string, input: Json = {}): Promise<Json> =>
  harness.operate(name, { workspace: clinic.name, ...input })
const patientPayload = {
  firstName: 'Marked',
  lastName: 'Markedfamily',
  phoneNumber: '9811122233',
  email: 'marked@marked.example',
}
const marks = /marked|9811122233/i

async function link(of: {
  appointmentId?: number
  visitId?: number
  offerId?: number
}): Promise<string> {
  return makeVisitLink(
    database,
    { workspaceId: clinic.workspaceId, appointmentId: null, visitId: null, offerId: null, ...of },
    clock.now(),
  )
}
async function visit(clock: string, changes: Json = {}): Promise<Json> {
  const { json, text } = await book(clinic, { patientPayload, ...slotTimes(clock), ...changes })
  expect(json.appointment, text).toBeTruthy()
  return json.appointment
}

beforeAll(async () => {
  clinic = await createPayingClinic(harness, (file) => {
    Object.assign(file.workspace, {
      bookingPage: { published: true },
      notices: { offer: true },
      refundPolicy: { steps: [{ untilHoursBefore: 0, percentage: 50 }] },
    })
    file.forms = {
      health: {
        title: 'Your health',
        questions: [{ key: 'allergies', kind: 'text', label: 'Which allergies?' }],
      },
      consent: { title: 'Consent', text: 'I agree.', signed: true, questions: [] },
    }
    Object.assign(file.practitioners['asha-rao'] ?? {}, { permissions: {} })
  })
  // 08:50 at the clinic: patients are arriving.
  await harness.moveTo(`${monday}T03:20:00Z`)
  known.visit = await visit('09:00')
  paths['a visit that begins in a moment'] = await link({ appointmentId: known.visit.id })
  paths['a visit with video'] = await link({
    appointmentId: (await visit('09:15', { mode: 'ONLINE', consultationCharge: 400 })).id,
  })
  const paid = await reserve(clinic, { patientPayload, ...slotTimes('10:00') })
  await actOnPaymentPage(harness, paid.json.checkoutUrl, 'pay')
  await confirm(clinic, { sessionRef: paid.json.sessionRef })
  known.sessionRef = paid.json.sessionRef
  paths['a visit that is paid'] = await link({ appointmentId: paid.json.appointment.id })
  paths['a visit that is being paid'] = await link({
    appointmentId: (await reserve(clinic, { patientPayload, ...slotTimes('10:15') })).json
      .appointment.id,
  })
  const cancelled = await visit('10:30')
  await operate('visit-cancel', { id: cancelled.id })
  paths['a visit that is cancelled'] = await link({ appointmentId: cancelled.id })
  const { json, text } = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, { patientPayload, appointmentDate: '2030-01-08' }),
  )
  expect(json.visit, text).toBeTruthy()
  known.token = json.visit
  paths['a token'] = await link({ visitId: json.visit.visitId })
  const place = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
  }
  const entry = await operate('waiting-add', {
    addressId: place.addressId,
    patientPayload: { firstName: 'Marked', phoneNumber: '9811122244' },
  })
  const { offer } = await operate('waiting-offer', {
    id: entry.id,
    doctorId: place.doctorId,
    fromDateTimeIso: slotTimes('16:00').fromDateTimeIso,
  })
  paths['an offer'] = await link({ offerId: offer.id })
})

/** What a page of a link can be asked to do, and what it shows. */
const forms = [
  'cancel',
  'confirm',
  'arrive',
  'pay',
  'pay-at-clinic',
  'move/20300108T043000Z',
  'accept',
  'decline',
]
/** The same of what the page does not show as a button. */
const furtherForms = [
  'forms/health',
  'forms/health/draft',
  'forms/consent/withdraw',
  'messages/stop/email',
  'messages/resume/email',
]
const screens = [
  '',
  'cancel',
  'times',
  `times/${monday}`,
  'move/20300108T043000Z',
  'visit.ics',
  'video',
  'arrive',
  'confirm',
  'pay',
  'pay-at-clinic',
  'paid',
  'accept',
  'decline',
]
const below = (path: string, more: string) => (more === '' ? path : `${path}/${more}`)

/** The same answer, whatever it is: without its number and its time. */
const sameness = ({ status, text, headers }: Reply) =>
  JSON.stringify([
    status,
    text,
    Object.entries({ ...headers, 'x-request-id': '', date: '' }).toSorted(),
  ])

async function expectNothingChanges(work: () => Promise<unknown>) {
  const before = await readEveryRow(harness)
  await work()
  expect(await readEveryRow(harness)).toBe(before)
}

describe('a scanner of links', () => {
  /** How mail servers, chat services and browsers open links that no one has clicked. */
  const openings: { method: string; headers: Record<string, string> }[] = [
    { method: 'GET', headers: { 'user-agent': 'scanner' } },
    { method: 'HEAD', headers: {} },
    { method: 'GET', headers: { purpose: 'prefetch' } },
    { method: 'GET', headers: { 'sec-purpose': 'prefetch' } },
    {
      method: 'GET',
      headers: { 'sec-purpose': 'prefetch;prerender', 'sec-fetch-site': 'same-origin' },
    },
    { method: 'GET', headers: { 'x-moz': 'prefetch', 'sec-fetch-site': 'same-origin' } },
    { method: 'OPTIONS', headers: { origin: 'https://elsewhere.example' } },
  ]

  it('opens every address that the pages of links name, and everything below them, and nothing changes [MINE-01] [MINE-02] [PAGE-15]', async () => {
    const opened = new Set<string>()
    await expectNothingChanges(async () => {
      const left = Object.values(paths).flatMap((path) =>
        screens.map((more) => ({ path: below(path, more), isNamed: false })),
      )
      for (let next = left.pop(); next !== undefined; next = left.pop()) {
        const { path, isNamed } = next
        if (opened.has(path)) continue
        opened.add(path)
        const named = new Set<string>()
        for (const { method, headers } of isNamed ? openings.slice(0, 4) : openings) {
          const {
            status,
            text,
            headers: answered,
          } = await harness.call(method, path, { headers: { 'accept-language': 'en', ...headers } })
          expect(status, `${method} ${path}`).toBeLessThan(500)
          expect(text, path).not.toMatch(marks)
          const addresses = [...text.matchAll(/(?:href|action|src)="([^"]+)"/g)].map(
            ([, address = '']) => address.replaceAll('&amp;', '&'),
          )
          for (const address of [...addresses, String(answered.location ?? path)]) {
            const { origin: site, pathname } = new URL(address, origin)
            if (site === origin) named.add(pathname)
          }
        }
        // A scanner does not go further than from page to page, and one free time is like another.
        const times = [...named].filter((each) => /\/(times|move)\//.test(each))
        const others = [...named].filter((each) => !/\/(times|move)\//.test(each))
        if (!isNamed)
          left.push(
            ...[...others, ...times.slice(0, 3)].map((each) => ({ path: each, isNamed: true })),
          )
      }
    })
    // Screens that only one kind of link has were opened too.
    for (const named of [
      '/cancel',
      '/times/2030-01-07',
      '/decline',
      '/video',
      '/confirm',
      '/arrive',
      '/pay-at-clinic',
    ])
      expect(
        [...opened].some((path) => path.endsWith(named)),
        named,
      ).toBe(true)
    expect(opened.size).toBeGreaterThan(100)
  })
})

describe('a form', () => {
  const elsewhere: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': 'none' },
    { 'sec-fetch-site': 'cross-site', origin },
    { origin: 'https://elsewhere.example' },
    { origin: 'http://booking.example' },
    { origin: 'https://booking.example.elsewhere.example' },
  ]

  it('is in the lists of these tests, whatever page of a link has it', () => {
    // Only the paths of the pages are read.
    const services = {} as never
    const pages = [...visitPages(services), ...formPages(services), ...messagePages(services)]
    const sent = pages
      .filter(({ method, path }) => method === 'POST' && path.startsWith('/visit/:token/'))
      .map(({ path }) => path.slice('/visit/:token/'.length))
    const patterns = sent.map((path) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`))
    const all = [...forms, ...furtherForms]
    expect(sent.filter((_, at) => !all.some((each) => patterns[at]?.test(each)))).toEqual([])
    expect(sent).toHaveLength(all.length)
  })

  it('of another site is answered as an unknown link, and nothing changes [PAGE-15] [MINE-01] [MINE-02]', async () => {
    const ask = (path: string, headers: Record<string, string>) =>
      harness.call('POST', path, {
        headers: {
          'accept-language': 'en',
          'content-type': 'application/x-www-form-urlencoded',
          ...headers,
        },
        body: 'a=1',
      })
    const unknown = sameness(
      await ask(`/visit/${createToken()}/cancel`, { 'sec-fetch-site': 'cross-site' }),
    )
    await expectNothingChanges(async () => {
      for (const path of Object.values(paths))
        for (const form of [...forms, ...furtherForms])
          for (const headers of elsewhere)
            expect(
              sameness(await ask(below(path, form), headers)),
              `${path}/${form} ${JSON.stringify(headers)}`,
            ).toBe(unknown)
    })
  })

  const press = (path: string) =>
    harness.call('POST', path, {
      headers: { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' },
    })

  it('that its page does not have does nothing [MINE-05] [PAGE-10]', async () => {
    const allowed: Record<string, string[]> = {
      'a visit that is cancelled': [],
      'a token': ['cancel', 'pay', 'pay-at-clinic'],
      'an offer': ['accept', 'decline'],
    }
    await expectNothingChanges(async () => {
      for (const [kind, has] of Object.entries(allowed))
        for (const form of forms.filter((each) => !has.includes(each))) {
          const { status } = await press(below(paths[kind] ?? '', form))
          expect([303, 404, 409], `${form} of ${kind}`).toContain(status)
        }
    })
  })

  it('that is sent again, by anyone who has kept it, changes nothing more, nor do earlier ones [MINE-01] [MINE-02] [MINE-07] [POL-03]', async () => {
    /** Rows of what a booking writes: that something was looked at may be noted. */
    const rows = async () =>
      JSON.stringify([
        await clinic.bookingRows(),
        await harness.sql('select to_jsonb(r) as row from refunds r order by id'),
      ])
    const paidLater = await visit('11:00')
    const stories: [path: string, forms: string[]][] = [
      [paths['a visit that begins in a moment'] ?? '', ['arrive']],
      [paths['a visit that is paid'] ?? '', ['confirm', 'move/20300108T043000Z', 'cancel']],
      [await link({ appointmentId: paidLater.id }), ['pay', 'pay-at-clinic', 'cancel']],
      [paths['a token'] ?? '', ['cancel']],
      [paths['an offer'] ?? '', ['accept', 'cancel']],
    ]
    for (const [path, pressed] of stories) {
      for (const [place, form] of pressed.entries()) {
        expect([200, 303], `${path}/${form}`).toContain((await press(below(path, form))).status)
        const before = await rows()
        // The checkout of a visit that is still owed can be begun again.
        const again = pressed
          .slice(0, place + 1)
          .filter((each) => each === form || pressed.at(-1) === form)
        for (const each of [...again, ...again]) await press(below(path, each))
        expect(await rows(), `${path}/${form} again`).toBe(before)
      }
    }
    // What was cancelled is cancelled for every form.
    const path = paths['a visit that is paid'] ?? ''
    await expectNothingChanges(async () => {
      for (const form of forms)
        expect((await press(below(path, form))).status, form).toBeGreaterThanOrEqual(303)
    })
  })
})

describe('a token of a link', () => {
  /** Everything that can be asked of a token, and what each is answered. */
  async function answersTo(token: string): Promise<string[]> {
    const answers: string[] = []
    for (const more of screens)
      for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'PATCH'])
        answers.push(
          sameness(
            await harness.call(method, below(`/visit/${token}`, more), {
              headers: { 'accept-language': 'en' },
            }),
          ),
        )
    for (const form of forms)
      answers.push(
        sameness(
          await harness.call('POST', `/visit/${token}/${form}`, {
            headers: { 'accept-language': 'en', 'sec-fetch-site': 'same-origin' },
          }),
        ),
      )
    answers.push(
      sameness(
        await harness.call('GET', `/visit/${token}/anything`, {
          headers: { 'accept-language': 'en' },
        }),
      ),
    )
    return answers
  }

  it('that is guessed, cut off, forged or of something else is unknown, for every request [PAGE-15] [MINE-05]', async () => {
    const token = (paths['a visit that begins in a moment'] ?? '').slice('/visit/'.length)
    const flipped = `${token.slice(0, 12)}${token[12] === 'a' ? 'b' : 'a'}${token.slice(13)}`
    const hashes = await harness.sql(
      "select encode(token_hash, 'hex') as hex from visit_links where workspace_id = $1 limit 1",
      [clinic.workspaceId],
    )
    const forged = [
      flipped,
      [...token].toReversed().join(''),
      token.slice(0, -1),
      token.slice(1),
      `${token}0`,
      `${token}%20`,
      `%20${token}`,
      `${token}%00`,
      token.toUpperCase(),
      `${token.slice(0, 13)}%2f${token.slice(13)}`,
      `..%2f${token}`,
      hashes[0].hex,
      hashes[0].hex.slice(0, 26),
      String(known.visit.id),
      known.visit.bookingReference,
      known.token.publicStatusToken,
      known.sessionRef,
      "a'%20or%20'1'='1",
      '%25',
      'null',
    ]
    const unknown = await answersTo(createToken())
    expect(
      unknown.filter(
        (answer) => answer.startsWith('[2') || answer.startsWith('[3') || answer.startsWith('[5'),
      ),
    ).toEqual([])
    await expectNothingChanges(async () => {
      for (const each of forged) expect(await answersTo(each), each).toEqual(unknown)
    })
  })

  it('of a void visit, of an erased patient, or of a visit that is long over is unknown too [PAGE-10] [MINE-05]', async () => {
    const voided = await visit('11:15')
    const erased = await visit('11:30', {
      patientPayload: { firstName: 'Ravi', phoneNumber: '9811122255' },
    })
    const over = await visit('11:45')
    const tokens = [
      await link({ appointmentId: voided.id }),
      await link({ appointmentId: erased.id }),
      await link({ appointmentId: over.id }),
    ].map((path) => path.slice('/visit/'.length))
    await operate('visit-cancel', { id: voided.id, void: true })
    await operate('patient-erase', { id: erased.patientId, confirmed: true })
    await harness.moveTo('2030-02-06T06:30:00.001Z')
    const unknown = await answersTo(createToken())
    await expectNothingChanges(async () => {
      for (const token of tokens) expect(await answersTo(token)).toEqual(unknown)
    })
  })
})
