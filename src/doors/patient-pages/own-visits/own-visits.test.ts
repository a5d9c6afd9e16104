// "My visits": what a browser sees that has verified a contact, and what one sees that has not.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  type Reply,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { queueDate, tokenBody } from '../../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../../test/support/clinic/recording-rail.ts'
import { measureLongestTurn } from '../../../../test/support/run/longest-turn.ts'

const origin = 'https://booking.example'
const rail = createRecordingRail()
const house = await openHarness({ rails: rail, publicUrl: origin })
const operate = (clinic: Clinic, name: string, input: Json = {}): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })

// Codes are limited by their destination, in all workspaces: each test has its own.
let contacts = 0
const newContact = () => ({
  channel: 'chatapp',
  countryCode: '+91',
  phoneNumber: String(9_876_500_000 + ++contacts),
})
let phone = newContact()
let meera: Json
beforeEach(() => {
  phone = newContact()
  meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: phone.phoneNumber }
})

const openClinic = () =>
  house.clinic((file: Json) => {
    file.workspace.bookingPage = { published: true }
    file.workspace.notices = { offer: true }
    file.forms = {
      health: {
        title: 'Your health',
        questions: [{ key: 'allergies', kind: 'text', label: 'Allergies' }],
      },
    }
    file.sessionPacks = {
      three: {
        displayName: 'Three visits',
        sessions: 3,
        validityDays: 60,
        currency: 'INR',
        price: 900,
      },
    }
  })

interface Browser {
  clinic: Clinic
  headers: Record<string, string>
}

let browsers = 0
async function openBrowser(clinic: Clinic): Promise<Browser> {
  const session = await clinic.session()
  return { clinic, headers: { ...session, 'x-end-user-id': `browser-${++browsers}` } }
}

const post = ({ headers }: Browser, url: string, body: Json) =>
  house.call('POST', url, { headers, body })
const ask = (
  browser: Browser,
  path: string,
  body: Json = phone,
  workspace = browser.clinic.name,
): Promise<Reply> => post(browser, `/my/${workspace}/${path}`, body)

async function sendCode(browser: Browser, contact: Json = phone): Promise<Reply> {
  return post(browser, '/v1/patients/send-phone-verification-otp', contact)
}
async function verify(browser: Browser, contact: Json = phone): Promise<Browser> {
  const sent = await sendCode(browser, contact)
  expect(sent.status, sent.text).toBe(200)
  const otpCode = rail.delivered.at(-1)?.code
  const verified = await post(browser, '/v1/patients/verify-phone-verification-otp', {
    ...contact,
    otpCode,
  })
  expect(verified.status, verified.text).toBe(200)
  return browser
}

async function readRecords(browser: Browser, contact: Json = phone): Promise<Json> {
  const { status, json, text } = await ask(browser, 'records', contact)
  expect(status, text).toBe(200)
  return json
}
/** The page that something leads to, read without any credential. */
async function openPage(browser: Browser, subject: Json, below = ''): Promise<Reply> {
  const { status, json, text } = await ask(browser, 'link', { ...phone, ...subject })
  expect(status, text).toBe(200)
  expect(json.path).toMatch(/^\/visit\/[0-9a-z]{26}$/)
  return house.call('GET', `${json.path}${below}`, { headers: { 'accept-language': 'en' } })
}

const bookFor = async (clinic: Clinic, patientPayload: Json, clock: string, day?: string) => {
  const booked = await book(clinic, { patientPayload, ...slotTimes(clock, 15, day) })
  expect(booked.status, booked.text).toBe(201)
  return booked.json.appointment
}
const takeToken = async (clinic: Clinic, patientPayload: Json) => {
  const taken = await clinic.post(
    '/v1/qms-appointments/pre/book',
    tokenBody(clinic, { patientPayload }),
  )
  expect(taken.status, taken.text).toBe(201)
  return taken.json.visit
}

describe('a verified contact', () => {
  it('sees its visits and tokens to come and past, as they are recorded, each with its page [MINE-04]', async () => {
    const clinic = await openClinic()
    const later = await bookFor(clinic, meera, '09:30', '2030-01-08')
    const sooner = await bookFor(clinic, meera, '09:00')
    const cancelled = await bookFor(clinic, meera, '10:00')
    await operate(clinic, 'visit-cancel', { id: cancelled.id })
    const token = await takeToken(clinic, meera)
    const browser = await verify(await openBrowser(clinic))
    const { people, hasMore } = await readRecords(browser)
    expect(hasMore).toBe(false)
    expect(people).toMatchObject([{ id: sooner.patientId, name: 'Meera Iyer' }])
    const [{ upcoming, past }] = people
    expect(upcoming).toMatchObject({
      list: [
        {
          kind: 'TOKEN',
          id: token.visitId,
          from: expect.stringMatching(`^${queueDate}T.*\\+05:30$`),
          status: 'WAITING',
          hasPage: true,
        },
        {
          kind: 'VISIT',
          id: sooner.id,
          reference: sooner.bookingReference,
          from: '2030-01-07T09:00:00+05:30',
          to: '2030-01-07T09:15:00+05:30',
          timezone: 'Asia/Kolkata',
          status: 'SCHEDULED',
          mode: 'OFFLINE',
          location: '12 MI Road, Jaipur 302001',
          practitioner: 'Dr Asha Rao',
          hasPage: true,
        },
        { kind: 'VISIT', id: later.id },
      ],
      next: null,
    })
    expect(past).toMatchObject({
      list: [{ kind: 'VISIT', id: cancelled.id, status: 'CANCELLED', hasPage: true }],
      next: null,
    })
    for (const { kind, id } of [...upcoming.list, ...past.list])
      expect((await openPage(browser, { kind, id })).status).toBe(200)
    expect((await openPage(browser, { kind: 'VISIT', id: sooner.id })).text).toContain(
      sooner.bookingReference,
    )
  })

  it('sees packs with sessions left and receipts, as they are recorded, each with its page [MINE-04]', async () => {
    const clinic = await openClinic()
    const visit = await bookFor(clinic, meera, '09:00')
    const { patientId } = visit
    const sold = await operate(clinic, 'packs-sell', {
      patientId,
      pack: 'three',
      addressId: clinic.id('location', 'jaipur'),
      paidBy: 'CASH',
    })
    const granted = await operate(clinic, 'packs-grant', { patientId, pack: 'three' })
    const ended = await operate(clinic, 'packs-grant', { patientId, pack: 'three' })
    await operate(clinic, 'packs-correct', { id: ended.id, sessions: -3, reason: 'Used elsewhere' })
    const ofPack = await operate(clinic, 'receipt-give', { patientPackageId: sold.id })
    const unpaid = await book(clinic, {
      patientPayload: meera,
      ...slotTimes('10:00'),
      paymentStatus: 'UNPAID',
    })
    const appointmentId = unpaid.json.appointment.id
    const payment = await operate(clinic, 'visit-pay', { id: appointmentId, method: 'CASH' })
    const given = await operate(clinic, 'receipt-give', { appointmentId })
    await operate(clinic, 'payments-correct', { id: payment.id, reason: 'Mistaken' })
    const { counterReceipt } = await operate(clinic, 'receipt-give', { deskPaymentId: payment.id })
    const browser = await verify(await openBrowser(clinic))
    const [{ packs, receipts }] = (await readRecords(browser)).people
    expect(packs.map(({ id }: Json) => id)).toEqual([sold.id, granted.id])
    expect(packs[0]).toEqual({
      id: sold.id,
      name: 'Three visits',
      totalSessions: 3,
      sessionsLeft: 3,
      expiresOn: sold.expiresOn,
      isPaid: true,
      hasPage: true,
    })
    const paidFor = { kind: 'VISIT', id: appointmentId }
    expect(receipts).toMatchObject([
      { number: counterReceipt.number, cause: 'REVERSAL', amount: -500, paidFor },
      { number: given.receipt.number, cause: 'PAYMENT', amount: 500, paidFor, hasPage: true },
      { number: ofPack.receipt.number },
    ])
    expect(receipts.slice(2)).toEqual([
      {
        number: ofPack.receipt.number,
        cause: 'PAYMENT',
        at: ofPack.receipt.at,
        timezone: 'Asia/Kolkata',
        amount: 900,
        currency: 'INR',
        paidFor: { kind: 'PACK', id: sold.id },
        hasPage: true,
      },
    ])
    const [pack] = packs.filter(({ hasPage }: Json) => hasPage)
    expect((await openPage(browser, { kind: 'PACK', id: pack.id })).text).toContain('Three visits')
    expect((await openPage(browser, paidFor)).status).toBe(200)
  })

  it('sees its entries of the waiting list, and the time that is offered [MINE-04]', async () => {
    const clinic = await openClinic()
    const addressId = clinic.id('location', 'jaipur')
    const entry = await operate(clinic, 'waiting-add', { addressId, patientPayload: meera })
    const closed = await operate(clinic, 'waiting-add', { addressId, patientPayload: meera })
    await operate(clinic, 'waiting-end', { id: closed.id })
    const browser = await verify(await openBrowser(clinic))
    const readWaiting = async () => (await readRecords(browser)).people[0].waiting
    expect(await readWaiting()).toEqual([
      {
        id: entry.id,
        fromDate: entry.fromDate,
        toDate: entry.toDate,
        location: '12 MI Road, Jaipur 302001',
        timezone: 'Asia/Kolkata',
        practitioners: [],
        offerId: null,
        offeredAt: null,
      },
    ])
    const { offer } = await operate(clinic, 'waiting-offer', {
      id: entry.id,
      doctorId: clinic.id('practitioner', 'asha-rao'),
      fromDateTimeIso: '2030-01-07T09:00:00+05:30',
    })
    expect(await readWaiting()).toMatchObject([
      { id: entry.id, offerId: offer.id, offeredAt: '2030-01-07T09:00:00+05:30' },
    ])
    expect((await openPage(browser, { kind: 'OFFER', id: offer.id })).status).toBe(200)
  })

  it('sees the forms that its visits ask for, and fills them in on their page [MINE-04] [FORM-02]', async () => {
    const clinic = await openClinic()
    const visit = await bookFor(clinic, meera, '09:00')
    const browser = await verify(await openBrowser(clinic))
    const readForms = async () => (await readRecords(browser)).people[0].upcoming.list[0].forms
    expect(await readForms()).toEqual([{ name: 'health', title: 'Your health' }])
    const { path } = (await ask(browser, 'link', { ...phone, kind: 'VISIT', id: visit.id })).json
    const sent = await house.call('POST', `${path}/forms/health`, {
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'sec-fetch-site': 'same-origin',
      },
      body: 'version=1&q.allergies=none',
    })
    expect(sent.status, sent.text).toBe(303)
    expect(await readForms()).toEqual([])
  })

  it('sees everyone on it, each with what is theirs, by phone and by e-mail [MINE-04]', async () => {
    const clinic = await openClinic()
    const family = { phoneNumber: phone.phoneNumber, email: `Family${contacts}@Example.org` }
    const one = await bookFor(clinic, { firstName: 'Meera', ...family }, '09:00')
    const two = await bookFor(clinic, { firstName: 'Ravi', ...family }, '09:15')
    await bookFor(clinic, { firstName: 'Else', phoneNumber: newContact().phoneNumber }, '09:30')
    const summary = ({ people }: Json) =>
      people.map(({ name, upcoming }: Json) => [name, upcoming.list.map(({ id }: Json) => id)])
    const expected = [
      ['Meera', [one.id]],
      ['Ravi', [two.id]],
    ]
    const browser = await verify(await openBrowser(clinic))
    expect(summary(await readRecords(browser))).toEqual(expected)
    const byMail = { channel: 'email', email: family.email.toLowerCase() }
    const other = await verify(await openBrowser(clinic), byMail)
    expect(summary(await readRecords(other, byMail))).toEqual(expected)
    // Reading is audited.
    const reads = await house.sql(
      "select patient_ids from audit_entries where workspace_id = $1 and action = 'READ' and patient_ids is not null order by id desc limit 1",
      [clinic.workspaceId],
    )
    expect(reads[0].patient_ids.map(Number)).toEqual([one.patientId, two.patientId])
  })

  it('pages through many visits; 5,000 do not hold the process [MINE-04]', async () => {
    const clinic = await openClinic()
    const { id, patientId } = await bookFor(clinic, meera, '09:00')
    const { columns } = (
      await house.sql(
        `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
         where attrelid = 'appointments'::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
           and attname not in ('id', 'from_at', 'to_at', 'appointment_date', 'booking_reference', 'status', 'changed_in', 'day_ends_at')`,
      )
    )[0]
    await house.sql(
      `insert into appointments (${columns}, from_at, to_at, appointment_date, booking_reference, status, day_ends_at)
       select ${columns}, from_at - n * interval '1 day', to_at - n * interval '1 day', appointment_date - n, 'BKPAST' || lpad(n::text, 6, '0'), 'CANCELLED',
         day_ends_at - n * interval '1 day'
       from appointments, generate_series(1, 5000) n where workspace_id = $1 and id = $2`,
      [clinic.workspaceId, id],
    )
    const browser = await verify(await openBrowser(clinic))
    const longest = await measureLongestTurn(() => readRecords(browser), 50)
    expect(longest).toBeLessThan(50)
    const [{ past }] = (await readRecords(browser)).people
    expect(past.list).toHaveLength(10)
    const more = { ...phone, patientId, isUpcoming: false, after: past.next }
    const next = (await ask(browser, 'records/more', more)).json
    expect(next.list).toHaveLength(10)
    const references = [...past.list, ...next.list].map(({ reference }: Json) => reference)
    expect(references).toEqual(
      Array.from({ length: 20 }, (_, at) => `BKPAST${String(at + 1).padStart(6, '0')}`),
    )
  })

  it('is limited to 20 people, and learns that there are more [MINE-04]', async () => {
    const clinic = await openClinic()
    const { patientId } = await bookFor(clinic, meera, '09:00')
    const { columns } = (
      await house.sql(
        `select string_agg(quote_ident(attname), ', ') as columns from pg_attribute
         where attrelid = 'patients'::regclass and attnum > 0 and not attisdropped and attidentity = '' and attgenerated = ''
           and attname not in ('id', 'mrn_number')`,
      )
    )[0]
    await house.sql(
      `insert into patients (${columns}, mrn_number) select ${columns}, 'MANY-' || n from patients, generate_series(1, 20) n where workspace_id = $1 and id = $2`,
      [clinic.workspaceId, patientId],
    )
    const { people, hasMore } = await readRecords(await verify(await openBrowser(clinic)))
    expect([people.length, hasMore]).toEqual([20, true])
  })
})

describe('a stranger', () => {
  const sameness = ({ status, text, headers }: Reply) => ({
    status,
    text,
    headers: Object.keys(headers).toSorted(),
  })

  it('learns nothing about a contact before its code, and sees nothing without it [MINE-04]', async () => {
    const clinic = await openClinic()
    const visit = await bookFor(clinic, meera, '09:00')
    const known = phone
    const unknown = newContact()
    const page = (lang: string) =>
      house.call('GET', `/my/${clinic.name}`, { headers: { 'accept-language': lang } })
    expect((await page('en')).text).not.toContain('Meera')
    const answers = async (contact: Json) => {
      const browser = await openBrowser(clinic)
      const masked = (reply: Reply) => {
        const { text, ...same } = sameness(reply)
        return { ...same, text: text.replace(/\*+\d+/, 'masked') }
      }
      return [
        masked(await sendCode(browser, contact)),
        sameness(
          await post(browser, '/v1/patients/verify-phone-verification-otp', {
            ...contact,
            otpCode: '000000',
          }),
        ),
        sameness(await ask(browser, 'records', contact)),
        sameness(
          await ask(browser, 'records/more', {
            ...contact,
            patientId: visit.patientId,
            isUpcoming: true,
            after: '1-1',
          }),
        ),
        sameness(await ask(browser, 'link', { ...contact, kind: 'VISIT', id: visit.id })),
        sameness(await ask(browser, 'end', contact)),
      ]
    }
    const ofKnown = await answers(known)
    expect(await answers(unknown)).toEqual(ofKnown)
    expect(ofKnown.map(({ status }) => status)).toEqual([200, 400, 403, 403, 403, 200])
  })

  it('who has verified another contact sees nothing of this one [MINE-04]', async () => {
    const clinic = await openClinic()
    const visit = await bookFor(clinic, meera, '09:00')
    const own = newContact()
    const browser = await verify(await openBrowser(clinic), own)
    expect(await readRecords(browser, own)).toEqual({ people: [], hasMore: false })
    expect((await ask(browser, 'records')).status).toBe(403)
    const asOwn = (path: string, body: Json) => ask(browser, path, { ...own, ...body })
    const known = await asOwn('link', { kind: 'VISIT', id: visit.id })
    const unknown = await asOwn('link', { kind: 'VISIT', id: 999_999_999 })
    expect([known.status, known.text]).toEqual([404, unknown.text])
    const more = { patientId: visit.patientId, isUpcoming: true, after: '1-1' }
    expect((await asOwn('records/more', more)).status).toBe(404)
  })

  it('has no key to another workspace, and none without a session [MINE-04]', async () => {
    const clinic = await openClinic()
    const other = await openClinic()
    await bookFor(other, meera, '09:00')
    const browser = await verify(await openBrowser(clinic))
    expect((await readRecords(browser)).people).toEqual([])
    for (const path of ['records', 'records/more', 'link', 'end'])
      expect((await ask(browser, path, phone, other.name)).text).toBe(
        (await ask(browser, path, phone, 'no-such-clinic')).text,
      )
    for (const name of [other.name, 'a%00', 'a'.repeat(200)])
      expect((await ask(browser, 'records', phone, name)).status).toBe(404)
    const refused = async (headers: Record<string, string>) =>
      (await ask({ clinic, headers }, 'records')).status
    expect(await refused({})).toBe(401)
    expect(await refused({ ...browser.headers, authorization: 'Bearer abc' })).toBe(401)
    expect(await refused({ 'x-api-key': clinic.key, 'x-end-user-id': 'browser-0' })).toBe(401)
    expect(await refused({ ...(await clinic.session()) })).toBe(400)
    expect((await ask(browser, 'records', [])).status).toBe(400)
    for (const after of ['', '1', '1-', 'a-b', '-1-1', '99999999999999-1', '1-9\u0000']) {
      const more = { ...phone, patientId: 1, isUpcoming: true, after }
      expect([after, (await ask(browser, 'records/more', more)).status]).toEqual([after, 400])
    }
    expect((await ask(browser, 'records', { channel: 'chatapp' })).status).toBe(400)
  })

  it('sees nothing after the half hour, nor after the patient has signed out [MINE-04]', async () => {
    const clinic = await openClinic()
    await bookFor(clinic, meera, '09:00')
    const browser = await verify(await openBrowser(clinic))
    await readRecords(browser)
    expect((await ask(browser, 'end')).status).toBe(200)
    expect((await ask(browser, 'records')).status).toBe(403)
    await verify(browser)
    await readRecords(browser)
    await house.moveTo('2030-01-01T00:45:00Z')
    expect((await ask(browser, 'records')).status).toBe(403)
  })
})

describe('the page', () => {
  it('is there where patients can book online, in the language of the reader, and for no search engine [MINE-04]', async () => {
    const clinic = await openClinic()
    const get = (path: string, language = 'en') =>
      house.call('GET', path, { headers: { 'accept-language': language } })
    const { status, text, headers } = await get(`/my/${clinic.name}`)
    expect(status).toBe(200)
    expect(text).toContain('<h1>My visits</h1>')
    expect(text).toContain(`own-visits="${clinic.name}"`)
    expect(headers['x-robots-tag']).toBe('noindex, nofollow')
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
    expect((await get(`/my/${clinic.name}`, 'ar')).text).toContain('<html lang="ar" dir="rtl">')
    expect((await get(`/my/${clinic.name}?lang=de`)).text).toContain('Meine Termine')
    expect((await get('/my/no-such-clinic')).status).toBe(404)
    const hidden = await house.clinic()
    expect((await get(`/my/${hidden.name}`)).text).toBe((await get('/my/no-such-clinic')).text)
  })

  it('is linked from the booking page and from the pages of visits, where there is one [MINE-04]', async () => {
    for (const [clinic, isThere] of [
      [await openClinic(), true],
      [await house.clinic(), false],
    ] as const) {
      const visit = await bookFor(clinic, meera, '09:00')
      const browser = await verify(await openBrowser(clinic))
      const { text } = await openPage(browser, { kind: 'VISIT', id: visit.id })
      expect(text.includes(`href="/my/${clinic.name}?lang=en"`)).toBe(isThere)
      const booking = await house.call('GET', `/book/${clinic.name}`, {})
      expect(booking.text.includes(`href="/my/${clinic.name}"`)).toBe(isThere)
    }
  })
})

describe('a month after a visit', () => {
  it('it is still listed, and has no page any more [MINE-04]', async () => {
    const clinic = await openClinic()
    const visit = await bookFor(clinic, meera, '09:00')
    await house.moveTo('2030-03-01T00:00:00Z')
    const browser = await verify(await openBrowser(clinic))
    const [{ upcoming, past }] = (await readRecords(browser)).people
    expect(upcoming.list).toEqual([])
    expect(past.list).toMatchObject([{ id: visit.id, hasPage: false }])
    const { status } = await ask(browser, 'link', { ...phone, kind: 'VISIT', id: visit.id })
    expect(status).toBe(404)
  })
})
