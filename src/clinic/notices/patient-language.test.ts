// The language of a patient, and notices in it.

import { describe, expect, it } from 'vitest'
import { doDueWork } from '../../../test/support/clinic/do-due-work.ts'
import { book, type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { openWithoutTimers } from '../../../test/support/run/without-timers.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const rail = createRecordingRail()
const house = await openWithoutTimers(() => openHarness({ rails: rail }))
type Settings = NonNullable<ClinicFile['workspace']['notices']>
const clinicWith = (settings: Settings) =>
  house.clinic((file) => {
    file.workspace.notices = { confirmation: true, ...settings }
  })
const meera = { firstName: 'Meera', phoneNumber: '9876543210', email: 'meera@example.org' }

async function bookNoticed(clinic: Clinic, patient: object = {}) {
  await doDueWork(house)
  rail.notices.length = 0
  const reply = await book(clinic, { patientPayload: { ...meera, ...patient } })
  expect(reply.status, reply.text).toBe(201)
  await doDueWork(house)
  expect(rail.notices).toHaveLength(1)
  return rail.notices[0]
}
const readLanguages = async (clinic: Clinic) =>
  (
    await house.sql('select language from patients where workspace_id = $1 order by id', [
      clinic.workspaceId,
    ])
  ).map(({ language }: Json) => language)

describe('a notice', () => {
  it('is in the patient’s language, with its dates, if the clinic writes in it [MSG-03]', async () => {
    const clinic = await clinicWith({ languages: ['hi'] })
    const notice = await bookNoticed(clinic, { language: 'hi' })
    expect(notice?.subject).toMatch(/^Sunrise Clinics में आपकी अपॉइंटमेंट: सोमवार, 7 जनवरी 2030/)
    expect(notice?.text).toMatch(/^नमस्ते Meera,/)
  })

  it('is in the clinic’s language for all others, and as before without further languages [MSG-03]', async () => {
    const clinic = await clinicWith({ languages: ['hi'] })
    expect((await bookNoticed(clinic, { language: 'fr' }))?.text).toMatch(/^Hello Meera,/)
    const before = await clinicWith({})
    expect((await bookNoticed(before, { language: 'hi' }))?.text).toMatch(/^Hello Meera,/)
  })

  it('has the clinic’s own text before the service’s, also of a region [MSG-03]', async () => {
    const own = { subject: '{date}', body: 'Olá do Brasil' }
    const clinic = await clinicWith({
      languages: ['pt'],
      texts: { pt: { confirmation: own }, 'pt-BR': { confirmation: { ...own, body: 'Oi' } } },
    })
    expect(await bookNoticed(clinic, { language: 'pt-BR' })).toMatchObject({
      subject: 'segunda-feira, 7 de janeiro de 2030',
      text: 'Oi\n',
    })
    const other = await clinicWith({ languages: ['pt'], texts: { pt: { confirmation: own } } })
    expect((await bookNoticed(other, { language: 'pt-AO' }))?.text).toBe('Olá do Brasil\n')
  })

  it('names the template in that language, by chat and by SMS [MSG-03]', async () => {
    const chat = { name: 'booked', language: 'en', otherLanguages: ['pt_BR', 'hi'] }
    for (const [language, sent] of [
      ['hi', 'hi'],
      ['pt-BR', 'pt_BR'],
      ['pt', 'pt_BR'],
      ['de', 'en'],
    ] as const) {
      const clinic = await clinicWith({
        channels: ['chatapp'],
        languages: ['hi', 'pt', 'de'],
        templates: { confirmation: chat },
      })
      expect((await bookNoticed(clinic, { language }))?.template, language).toMatchObject({
        name: 'booked',
        language: sent,
      })
    }
    const bySms = await clinicWith({
      channels: ['sms'],
      languages: ['hi'],
      smsTemplates: { confirmation: { templateId: 'en1', otherLanguages: { hi: 'hi1' } } },
    })
    expect((await bookNoticed(bySms, { language: 'hi-IN' }))?.template).toMatchObject({
      name: 'hi1',
    })
  })

  it('by SMS is the short text [MSG-03]', async () => {
    const clinic = await clinicWith({ channels: ['sms'], languages: ['de'] })
    const { text = '' } = (await bookNoticed(clinic, { language: 'de' })) ?? {}
    expect(text).toMatch(
      /^Sunrise Clinics: Ihr Termin bei .+ ist gebucht: Montag, 7\. Januar 2030, 09:00\.\nÄndern oder absagen: http\S+$/,
    )
  })
})

describe('the language of a patient', () => {
  it('is set by a key, in its usual spelling, and kept by later bookings [MSG-03]', async () => {
    const clinic = await clinicWith({})
    await bookNoticed(clinic, { language: ' PT-br ' })
    expect(await readLanguages(clinic)).toEqual(['pt-BR'])
    const slot = {
      fromDateTimeIso: '2030-01-07T09:15:00+05:30',
      toDateTimeIso: '2030-01-07T09:30:00+05:30',
    }
    const again = await book(clinic, { ...slot, patientPayload: { ...meera, language: 'hi' } })
    expect(again.status, again.text).toBe(201)
    expect(await readLanguages(clinic)).toEqual(['pt-BR'])
  })

  it('of a known patient without one is that of the booking [MSG-03]', async () => {
    const clinic = await clinicWith({})
    const { json } = await clinic.post('/v1/patients', meera, {
      headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) },
    })
    const reply = await book(clinic, {
      patientId: json.id,
      patientPayload: { language: 'es' },
    })
    expect(reply.status, reply.text).toBe(201)
    expect(await readLanguages(clinic)).toEqual(['es'])
  })

  it('is set by staff, who see it [MSG-03]', async () => {
    const clinic = await clinicWith({})
    await bookNoticed(clinic)
    const [{ id }] = await house.sql('select id from patients where workspace_id = $1', [
      clinic.workspaceId,
    ])
    const shown = await house.operate('patient-show', { workspace: clinic.name, id: Number(id) })
    expect(shown.patient.language).toBeNull()
    await house.operate('patient-edit', {
      workspace: clinic.name,
      id: Number(id),
      version: shown.version,
      language: 'ar',
    })
    expect(await readLanguages(clinic)).toEqual(['ar'])
  })

  it.each(['x', 'de-', 'no language', '<script>', 'de-u-nu-latn', 'a'.repeat(36), '12'])(
    '%s is no tag, and nothing is written [MSG-03]',
    async (language) => {
      const clinic = await clinicWith({})
      const before = await clinic.bookingRows()
      const reply = await book(clinic, { patientPayload: { ...meera, language } })
      expect(reply.status).toBe(400)
      expect(reply.json.message ?? reply.text).toMatch(/language/)
      expect(await clinic.bookingRows()).toBe(before)
    },
  )
})
