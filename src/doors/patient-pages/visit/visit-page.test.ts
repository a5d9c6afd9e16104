// The page of a visit, as seen by a patient who has only its link.

import ical from 'node-ical'
import { describe, expect, it } from 'vitest'
import { doDueWork } from '../../../../test/support/clinic/do-due-work.ts'
import {
  book,
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  pageOrigin,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import {
  openQueueDesk,
  queueDate,
  startShift,
  tokenBody,
} from '../../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../../test/support/clinic/recording-rail.ts'
import type { PluralForms } from '../../../../words/en/patient-pages.ts'
import { makeVisitLink } from '../../../clinic/notices/visit-links.ts'
import { pageLanguages } from '../settings.ts'
import { loadWords } from '../words.ts'

const origin = 'https://booking.example'
const rail = createRecordingRail()
const house: Harness = await openHarness({ rails: rail, publicUrl: origin })
const { database, clock } = house.application

const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
}
const linkTo = ({ workspaceId }: Clinic, visit: { appointmentId?: number; visitId?: number }) =>
  makeVisitLink(
    database,
    {
      workspaceId,
      appointmentId: visit.appointmentId ?? null,
      visitId: visit.visitId ?? null,
      offerId: null,
    },
    clock.now(),
  )

async function bookVisit(
  clinic: Clinic,
  changes: Record<string, unknown> = {},
): Promise<{ visit: Json; path: string }> {
  const reply = await book(clinic, { patientPayload: meera, ...changes })
  expect(reply.status, reply.text).toBe(201)
  const visit = reply.json.appointment
  return { visit, path: await linkTo(clinic, { appointmentId: visit.id }) }
}
const get = (path: string, language = 'en') =>
  house.call('GET', path, { headers: { 'accept-language': language } })
const post = (path: string, headers = {}) =>
  house.call('POST', path, {
    headers: { 'accept-language': 'en', 'sec-fetch-site': 'same-origin', ...headers },
  })
const showVisit = (clinic: Clinic, id: number): Promise<Json> =>
  house.operate('visit-show', { workspace: clinic.name, id })

describe('the page of a visit', () => {
  it('is not compressed: its length would tell of its secrets [PAGE-10]', async () => {
    const { path } = await bookVisit(await house.clinic())
    for (const coding of ['gzip, br', 'gzip']) {
      const { headers, status } = await house.call('GET', path, {
        headers: { 'accept-encoding': coding },
      })
      expect([status, headers['content-encoding']]).toEqual([200, undefined])
    }
  })

  it('says how much of the money is refunded, and in every language [PAGE-10]', async () => {
    const clinic = await house.clinic()
    const refundVisit = async (from: string, refundPercentage: number, refundAmount: number) => {
      const { visit, path } = await bookVisit(clinic, {
        ...slotTimes(from),
        paymentMode: 'CASH',
        paymentStatus: 'PAID',
      })
      const body = { refundIssued: true, refundPercentage, refundAmount }
      expect(
        (
          await house.call('PATCH', `/v1/appointments/${visit.id}/cancel`, {
            key: clinic.key,
            body,
          })
        ).status,
      ).toBe(200)
      return path
    }
    const part = await refundVisit('09:00', 33.3, 166.5)
    const fullRefund = await refundVisit('09:30', 100, 500)
    for (const language of pageLanguages) {
      const { text } = await get(part, language)
      expect(text, language).toMatch(/166[.,]50?/)
      expect(text, language).toContain('500')
    }
    const plain = async (path: string) =>
      (await get(path)).text.replaceAll(/<\/?bdi>/g, '').replaceAll(/\s/g, ' ')
    expect(await plain(part)).toMatch(/INR 166\.50 of INR 500 refunded/)
    expect(await plain(fullRefund)).toContain('INR 500, being refunded')
  })

  it('is linked from every notice, and says when, where, with whom and what to pay, without a name [PAGE-10]', async () => {
    const clinic = await house.clinic(({ workspace }) => {
      workspace.notices = { confirmation: true }
      workspace.bookingPage = { published: true, phone: '+91 141 400 0000' }
    })
    await doDueWork(house)
    rail.notices.length = 0
    expect(
      (await book(clinic, { patientPayload: meera, patientTimezone: 'Asia/Dubai' })).status,
    ).toBe(201)
    await doDueWork(house)
    expect(rail.notices).toHaveLength(1)
    const [, path = ''] =
      new RegExp(`${origin}(/visit/[0-9a-z]{26})\n`).exec(rail.notices[0]?.text ?? '') ?? []
    const { status, text, headers } = await get(path)
    expect(status).toBe(200)
    for (const words of [
      'Monday',
      'January 7, 2030',
      '9:00',
      'India Time',
      'Mon 7:30',
      'Dr Asha Rao',
      '12 MI Road',
      '500',
      'Sunrise',
      '+91 141 400 0000',
    ])
      expect(text.replace(/\u202f/g, ' ').replace('Mon, 7:30', 'Mon 7:30'), words).toContain(words)
    expect(text).not.toMatch(/Meera|Iyer|9876543210|meera@/)
    expect(headers).toMatchObject({
      'referrer-policy': 'no-referrer',
      'x-robots-tag': 'noindex, nofollow',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    })
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*|https?:/)
    expect(
      (
        await house.sql('select token_hash from visit_links where workspace_id = $1', [
          clinic.workspaceId,
        ])
      ).map(({ token_hash }) => token_hash.length),
    ).toEqual([32])
  })

  it('takes back what was booked on a page within three minutes, beyond the rules and without a question; a session may not [MINE-06] [A-209]', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.notices = { confirmation: true, cancellation: true }
      Object.assign(file.practitioners['asha-rao'] ?? {}, {
        permissions: { allowCancellation: false },
      })
    })
    const options = {
      key: null,
      headers: { ...(await clinic.session()), 'x-end-user-id': 'u-1', origin: pageOrigin },
    }
    const to = { phoneNumber: meera.phoneNumber }
    await clinic.post('/v1/otp/send', to, options)
    expect(
      (
        await clinic.post(
          '/v1/otp/verify',
          { ...to, otpCode: rail.delivered.at(-1)?.code },
          options,
        )
      ).status,
    ).toBe(200)
    const bookOnPage = async (clock: string) => {
      const reply = await book(
        clinic,
        { patientPayload: meera, ...slotTimes(clock), workspaceId: clinic.workspaceId },
        options,
      )
      expect(reply.status, reply.text).toBe(201)
      const { id } = reply.json.appointment
      return { id, path: await linkTo(clinic, { appointmentId: id }) }
    }
    const { id, path } = await bookOnPage('10:00')
    const before = await clinic.bookingRows()
    expect(
      (await house.call('PATCH', `/v1/appointments/${id}/cancel`, { ...options, body: {} })).status,
    ).toBe(400)
    for (const method of ['GET', 'HEAD']) await house.call(method, `${path}/cancel`)
    expect(await clinic.bookingRows()).toBe(before)
    expect((await get(path)).text).toContain('Undo this booking')
    expect((await post(`${path}/cancel`)).status).toBe(303)
    expect(await showVisit(clinic, id)).toMatchObject({
      status: 'CANCELLED',
      cancellationReason: null,
      voided: false,
    })
    // Its time is free again.
    const late = await bookOnPage('10:00')
    await house.moveTo(new Date(clock.now() + 180_000).toISOString())
    expect((await get(late.path)).text).not.toContain('Undo this booking')
    expect((await post(`${late.path}/cancel`)).status).toBe(409)
    expect(await showVisit(clinic, late.id)).toMatchObject({ status: 'SCHEDULED' })
  })

  it('confirms the visit by one button that a scanner of links does not press, once, and until it begins [MINE-01]', async () => {
    const clinic = await house.clinic()
    const { visit, path } = await bookVisit(clinic)
    expect((await get(path)).text).toContain('I will come')
    const before = await clinic.bookingRows()
    for (const method of ['GET', 'HEAD'])
      expect((await house.call(method, `${path}/confirm`)).status).toBe(200)
    expect(await clinic.bookingRows()).toBe(before)
    // The link of a reminder.
    const confirmPage = (await get(`${path}/confirm`)).text
    expect([confirmPage.includes('Will you come?'), confirmPage.match(/<form/g)?.length]).toEqual([
      true,
      1,
    ])

    const replies = await Promise.all([post(`${path}/confirm`), post(`${path}/confirm`)])
    expect(replies.map(({ status }) => status)).toEqual([303, 303])
    expect((await get(`${path}/confirm`)).headers.location).toBe(path)
    const { text } = await get(path)
    expect([text.includes('Confirmed. See you then.'), text.includes('I will come')]).toEqual([
      true,
      false,
    ])
    const { status, patientConfirmedAt } = await showVisit(clinic, visit.id)
    expect([status, Date.parse(patientConfirmedAt)]).toEqual(['CONFIRMED', expect.any(Number)])
    const history = await house.operate('visit-history', { workspace: clinic.name, id: visit.id })
    expect(history.filter(({ action }: Json) => action === 'STATUS_CHANGED')).toMatchObject([
      { status: 'CONFIRMED', by: 'visit link' },
    ])
    const { total } = await house.operate('report-show', {
      workspace: clinic.name,
      from: '2030-01-01',
      to: '2030-01-31',
    })
    expect(total).toMatchObject({ visits: 1, expected: 1, patientConfirmed: 1 })

    // At another time, the patient has not said that they will come.
    await house.operate('visit-move', {
      workspace: clinic.name,
      id: visit.id,
      to: '2030-01-07T10:00',
    })
    expect(await showVisit(clinic, visit.id)).toMatchObject({
      status: 'RESCHEDULED',
      patientConfirmedAt: null,
    })
    expect((await get(path)).text).toContain('I will come')

    await house.call('PATCH', `/v1/appointments/${visit.id}/status`, {
      key: clinic.key,
      body: { status: 'COMPLETED' },
    })
    expect((await get(path)).text).not.toContain('I will come')
    expect((await post(`${path}/confirm`)).status).toBe(409)
    expect(await showVisit(clinic, visit.id)).toMatchObject({
      status: 'COMPLETED',
      patientConfirmedAt: null,
    })
  })

  it('cancels the visit after saying what happens to the money, once, and only as long as the clinic allows [PAGE-10]', async () => {
    const clinic = await house.clinic()
    const { visit, path } = await bookVisit(clinic, { paymentStatus: 'PAID' })
    expect((await get(`${path}/cancel`)).text.replace(/\u00a0/g, ' ')).toContain(
      'You paid <bdi>INR 500</bdi>.',
    )
    expect((await showVisit(clinic, visit.id)).status).toBe('SCHEDULED')
    const [one, two] = await Promise.all([post(`${path}/cancel`), post(`${path}/cancel`)])
    expect([one.status, two.status].toSorted()).toEqual([303, 409])
    expect([one, two].find(({ status }) => status === 303)?.headers.location).toBe(path)
    expect(await showVisit(clinic, visit.id)).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID',
      refunds: [],
    })
    expect((await get(path)).text).toContain('Cancelled')
    expect(
      (await house.operate('visit-history', { workspace: clinic.name, id: visit.id })).at(-1),
    ).toMatchObject({ action: 'CANCELLED', by: 'visit link' })

    // Within a day only the clinic can change it; an outdated screen is refused, and nothing is
    // written.
    const late = await bookVisit(clinic, slotTimes('09:00', 15, '2030-01-01'))
    const before = await clinic.bookingRows()
    expect((await get(late.path)).text).toContain('can no longer be changed here')
    for (const way of ['cancel', 'move/20300108T043000Z']) {
      const refused = await post(`${late.path}/${way}`)
      expect([refused.status, refused.text.includes('can no longer be done here')]).toEqual([
        409,
        true,
      ])
    }
    expect((await get(`${late.path}/times`)).status).toBe(303)
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('moves the visit to a free time, and offers others if that was taken in the meantime [PAGE-10]', async () => {
    const clinic = await house.clinic()
    const { visit, path } = await bookVisit(clinic)
    await book(clinic, {
      patientPayload: { firstName: 'Ravi', phoneNumber: '9876543211' },
      ...slotTimes('10:00', 15, '2030-01-08'),
    })
    const times = (await get(`${path}/times/2030-01-08`)).text
    expect(times).toContain('/move/20300108T034500Z')
    expect(times).not.toContain('/move/20300108T043000Z')
    const taken = await post(`${path}/move/20300108T043000Z`)
    expect([taken.status, taken.text.includes('no longer free')]).toEqual([409, true])
    expect((await showVisit(clinic, visit.id)).fromDateTimeTs).toBe('2030-01-07T09:00:00+05:30')
    expect((await get(`${path}/move/20300108T034500Z`)).text).toContain(
      'anything you have paid still counts',
    )
    expect((await post(`${path}/move/20300108T034500Z`)).status).toBe(303)
    expect(await showVisit(clinic, visit.id)).toMatchObject({
      fromDateTimeTs: '2030-01-08T09:15:00+05:30',
      status: 'RESCHEDULED',
    })
    for (const at of ['nothing', '20301399T000000Z', '19700101T000000Z', '20300108T034501Z'])
      expect((await post(`${path}/move/${at}`)).status).toBe(409)
  })

  it('offers times by the rules for patients, and no further move once it was moved as often as they allow [RULE-02] [RULE-08]', async () => {
    const clinic = await house.clinic(({ workspace }) => {
      workspace.patientRules = { horizonDays: 7, moves: 1 }
    })
    const { path } = await bookVisit(clinic)
    const times = (await get(`${path}/times/2030-01-08`)).text
    expect(times).toContain('/move/20300108T034500Z')
    expect(times).not.toContain('/move/20300109')
    expect((await post(`${path}/move/20300109T034500Z`)).status).toBe(409)
    expect((await post(`${path}/move/20300108T034500Z`)).status).toBe(303)
    const page = (await get(path)).text
    expect(page).not.toContain('/times')
    const before = await clinic.bookingRows()
    expect((await post(`${path}/move/20300108T043000Z`)).status).toBe(409)
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('says that the clinic cancels where patients may only move a visit [PAGE-10]', async () => {
    const clinic = await house.clinic(({ practitioners }) => {
      Object.assign(practitioners['asha-rao']?.permissions ?? {}, { allowCancellation: false })
    })
    const { text } = await get((await bookVisit(clinic)).path)
    expect([
      text.includes('/times"'),
      text.includes('To cancel this visit, please ask the clinic.'),
      text.includes('online until'),
    ]).toEqual([true, true, false])
  })

  it('has the visit as a calendar entry, without the patient [PAGE-10]', async () => {
    const { visit, path } = await bookVisit(await house.clinic())
    const { text, headers } = await get(`${path}/visit.ics`)
    expect(headers['content-type']).toBe('text/calendar; charset=utf-8')
    const [event] = Object.values(ical.sync.parseICS(text)).filter(
      (part) => part?.type === 'VEVENT',
    )
    expect(event).toMatchObject({
      uid: `${visit.bookingReference}@clinic-scheduling`,
      location: '12 MI Road, Jaipur 302001',
    })
    expect(text).not.toMatch(/ATTENDEE|ORGANIZER|eera/)
  })

  it('shows for a month what happened to the visit, and then nothing; nor for an erased patient [PAGE-10]', async () => {
    const clinic = await house.clinic()
    const { path } = await bookVisit(clinic)
    const erased = await bookVisit(clinic, {
      patientPayload: { firstName: 'Ravi', phoneNumber: '9876543222' },
      ...slotTimes('09:30'),
    })
    await house.operate('patient-erase', {
      workspace: clinic.name,
      id: erased.visit.patientId,
      confirmed: true,
    })
    const unknown = await get('/visit/0123456789abcdefghjkmnpqrs')
    expect(unknown.status).toBe(404)
    const wrong = [
      'x',
      '0123456789abcdefghjkmnpqr',
      `${path.slice(7)}a`,
      path.slice(7).toUpperCase(),
      '%00',
      "'",
    ].map((token) => `/visit/${token}`)
    for (const other of [
      ...wrong,
      erased.path,
      `${erased.path}/cancel`,
      `${erased.path}/times`,
      `${erased.path}/visit.ics`,
    ]) {
      const { status, text, headers } = await get(other)
      expect(
        { status, text, headers: { ...headers, 'x-request-id': '', date: '' } },
        other,
      ).toEqual({
        status: 404,
        text: unknown.text,
        headers: { ...unknown.headers, 'x-request-id': '', date: '' },
      })
    }
    for (const what of ['cancel', 'arrive', 'move/20300108T034500Z'])
      expect((await post(`${erased.path}/${what}`)).text).toBe(unknown.text)
    expect(
      await house.sql(
        'select from visit_links l join appointments a on a.id = l.appointment_id where a.patient_id = $1',
        [erased.visit.patientId],
      ),
    ).toEqual([])
  })

  it('ignores a form of another site [PAGE-15]', async () => {
    const clinic = await house.clinic()
    const { visit, path } = await bookVisit(clinic)
    const elsewhere: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://elsewhere.example' },
    ]
    for (const headers of elsewhere)
      expect((await house.call('POST', `${path}/cancel`, { headers })).status).toBe(404)
    expect((await showVisit(clinic, visit.id)).status).toBe('SCHEDULED')
    expect(
      (await house.call('POST', `${path}/cancel`, { headers: { origin: 'null' } })).status,
    ).toBe(303)
  })

  it('speaks the Portuguese of Brazil to those whose browser does [PAGE-11]', async () => {
    const { path } = await bookVisit(await house.clinic())
    const loadPageText = async (language: string) => (await get(path, language)).text
    expect(await loadPageText('pt-BR,pt;q=0.9')).toMatch(/<html lang="pt">[\s\S]*>Agendada</)
    expect(await loadPageText('pt-PT')).toMatch(/<html lang="pt">[\s\S]*>Marcada</)
  })

  it('is fully translated into eight languages [PAGE-11]', async () => {
    const { path } = await bookVisit(await house.clinic())
    for (const language of pageLanguages) {
      const { text } = await get(path, `${language}-XX,en;q=0.1`)
      expect(text).toContain(`<html lang="${language}"${language === 'ar' ? ' dir="rtl"' : ''}>`)
      expect(text).toContain(loadWords(language).changeTime)
    }
    const en = loadWords('en')
    for (const [language, locale] of [
      ...pageLanguages.map((known) => [known, known] as const),
      ['pt', 'pt-BR'] as const,
    ]) {
      for (const [name, words] of Object.entries(loadWords(language, locale))) {
        const placeholders = (text: string | PluralForms) =>
          [...(typeof text === 'string' ? text : text.other).matchAll(/\{\w+\}/g)]
            .map(String)
            .toSorted()
        expect(placeholders(words), `${locale} ${name}`).toEqual(
          placeholders(en[name as keyof typeof en]),
        )
      }
    }
  })
})

describe('a patient who arrives', () => {
  it('reports it from an hour before, once, and is told what to do after a quarter of an hour [PAGE-10] [DAY-17]', async () => {
    const clinic = await house.clinic()
    const { visit, path } = await bookVisit(clinic)
    await house.moveTo('2030-01-07T02:29:00Z')
    expect((await get(path)).text).toContain('from <bdi>8:00')
    expect((await post(`${path}/arrive`)).status).toBe(409)
    expect((await showVisit(clinic, visit.id)).arrivedAt).toBeNull()
    await house.moveTo('2030-01-07T02:31:00Z')
    expect((await get(path)).text).toContain('I have arrived')
    expect((await post(`${path}/arrive`)).status).toBe(303)
    const { arrivedAt } = await showVisit(clinic, visit.id)
    expect(arrivedAt).toMatch(/^2030-01-07T08:01/)
    expect((await post(`${path}/arrive`)).status).toBe(303)
    expect((await showVisit(clinic, visit.id)).arrivedAt).toBe(arrivedAt)
    expect((await get(path)).text).toContain('still waiting at <bdi>9:15')
    await house.moveTo('2030-01-07T03:45:00Z')
    expect((await get(path)).text).toContain('You have been waiting for 15 minutes')
    await house.operate('visit-status', {
      workspace: clinic.name,
      id: visit.id,
      status: 'COMPLETED',
    })
    expect((await post(`${path}/arrive`)).status).toBe(409)
    expect((await get(path)).text).toContain('Finished')
  })

  it('for a queue is sent to its line [PAGE-10]', async () => {
    const clinic = await house.clinic()
    const date = '2030-01-08'
    expect(queueDate < date).toBe(true)
    const { visit } = (
      await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { appointmentDate: date }),
      )
    ).json
    const path = await linkTo(clinic, { visitId: visit.visitId })
    const { text } = await get(path)
    for (const words of ['A-1', 'Meera Shah', `/queue/${visit.publicStatusToken}`])
      expect(text).toContain(words)
    await house.moveTo('2030-01-08T03:00:00Z')
    expect((await post(`${path}/arrive`)).status).toBe(303)
    expect((await showVisit(clinic, visit.visitId)).arrivedAt).not.toBeNull()
    // A month later nothing is left.
    await house.moveTo('2030-02-08T03:00:00Z')
    expect((await get(path)).status).toBe(404)
  })

  it('for a token gives it up once, after saying what happens to the money, until it is called [A-177] [PAGE-10]', async () => {
    const clinic = await house.clinic()
    const date = '2030-02-12'
    const tokens: { visit: Json; path: string }[] = []
    for (const paymentStatus of ['PAID', 'UNPAID']) {
      const { visit } = (
        await clinic.post(
          '/v1/qms-appointments/pre/book',
          tokenBody(clinic, { appointmentDate: date, paymentStatus }),
        )
      ).json
      tokens.push({ visit, path: await linkTo(clinic, { visitId: visit.visitId }) })
    }
    const [paid, called] = tokens as [(typeof tokens)[0], (typeof tokens)[0]]
    expect((await get(paid.path)).text).toContain('Cancel the token')
    expect((await get(`${paid.path}/cancel`)).text.replace(/\u00a0/g, ' ')).toMatch(
      /Cancel this token\?[\s\S]*<b>A-1<\/b>[\s\S]*You paid <bdi>INR 300<\/bdi>./,
    )
    expect((await showVisit(clinic, paid.visit.visitId)).status).toBe('WAITING')
    expect((await post(`${paid.path}/cancel`, { 'sec-fetch-site': 'cross-site' })).status).toBe(404)
    const [one, two] = await Promise.all([post(`${paid.path}/cancel`), post(`${paid.path}/cancel`)])
    expect([one.status, two.status].toSorted()).toEqual([303, 409])
    expect(await showVisit(clinic, paid.visit.visitId)).toMatchObject({
      status: 'CANCELLED',
      paymentStatus: 'PAID',
    })
    expect(
      (await house.operate('visit-history', { workspace: clinic.name, id: paid.visit.visitId })).at(
        -1,
      ),
    ).toMatchObject({
      action: 'CANCELLED',
      by: 'visit link',
    })
    expect((await get(paid.path)).text).not.toContain('Cancel the token')

    await house.moveTo('2030-02-12T04:00:00Z')
    await startShift(house, clinic)
    await openQueueDesk(house, clinic).callNext()
    const before = await clinic.bookingRows()
    expect((await get(called.path)).text).not.toContain('Cancel the token')
    expect((await get(`${called.path}/cancel`)).status).toBe(303)
    const late = await post(`${called.path}/cancel`)
    expect([late.status, late.text.includes('has changed in the meantime')]).toEqual([409, true])
    expect(await clinic.bookingRows()).toBe(before)
  })

  it('for a token of a practitioner whose patients may not cancel refers to the clinic [A-177]', async () => {
    const clinic = await house.clinic(({ practitioners }) => {
      for (const practitioner of Object.values(practitioners))
        practitioner.permissions = { ...practitioner.permissions, allowCancellation: false }
    })
    const { visit } = (
      await clinic.post(
        '/v1/qms-appointments/pre/book',
        tokenBody(clinic, { appointmentDate: '2030-02-19' }),
      )
    ).json
    const path = await linkTo(clinic, { visitId: visit.visitId })
    const before = await clinic.bookingRows()
    expect((await get(path)).text).not.toContain('Cancel the token')
    expect((await get(`${path}/cancel`)).status).toBe(303)
    expect((await post(`${path}/cancel`)).status).toBe(409)
    expect(await clinic.bookingRows()).toBe(before)
  })
})
