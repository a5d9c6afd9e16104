// Forms of visits: who is asked, what is stored, and what becomes of it.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'

import { serviceWords } from '../../../words/service.ts'
import { readNoticeVisit } from '../../visits/appointments/noticed-visit.ts'
import { placeholderValues } from '../notices/notice-text.ts'

const house = await openHarness({ secret: 'the secret of the tests of forms, long enough' })
await house.moveTo('2030-01-07T01:30:00Z')

const questions = [
  { key: 'allergies', kind: 'text', label: 'Which allergies?', required: true },
  { key: 'smokes', kind: 'yes-no', label: 'Do you smoke?' },
  {
    key: 'cigarettes',
    kind: 'number',
    label: 'How many?',
    required: true,
    shownIf: [{ question: 'smokes', is: ['yes'] }],
  },
]
const consent = {
  title: 'Consent',
  text: 'I agree to the treatment.',
  signed: true,
  questions: [],
}
const clinicWithForms = (change: (file: Json) => void = () => {}) =>
  house.clinic((file: Json) => {
    file.forms = { health: { title: 'Your health', questions }, consent: { ...consent } }
    change(file)
  })
const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }

async function bookVisit(clinic: Clinic, clock = '10:00', changes: Json = {}): Promise<Json> {
  const reply = await book(clinic, { ...slotTimes(clock), patientPayload: meera, ...changes })
  expect(reply.status, reply.text).toBe(201)
  return reply.json.appointment
}
const operate = (clinic: Clinic, name: string, input: Json = {}): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })
const fill = (clinic: Clinic, id: number, fields: Json, more: Json = {}): Promise<Json> =>
  operate(clinic, 'form-fill', { id, form: 'health', version: 1, fields, ...more })
const states = async (clinic: Clinic, id: number) =>
  Object.fromEntries(
    (await operate(clinic, 'visit-forms', { id })).map(({ name, state }: Json) => [name, state]),
  )
const record = async (clinic: Clinic, id: number): Promise<Json> =>
  (await clinic.get('/v1/patients')).json.list.find((one: Json) => one.id === id)
const everything = async () =>
  (
    await house.sql(`
  select string_agg(query_to_xml(format('select * from %I', tablename), true, false, '')::text, '') as text
  from pg_tables where schemaname = 'public' and tablename <> 'form_versions'`)
  )[0]?.text as string

describe('forms of visits', () => {
  it('are missing until complete, and the record has the latest answers [PAT-10] [FORM-03] [FORM-06]', async () => {
    const clinic = await clinicWithForms()
    const visit = await bookVisit(clinic)
    const { patientId } = visit
    expect(await states(clinic, visit.id)).toEqual({ health: 'MISSING', consent: 'MISSING' })
    const wrong = await fill(clinic, visit.id, { smokes: 'yes', cigarettes: 'many' })
    expect(wrong).toEqual({
      done: false,
      mistakes: { allergies: 'MISSING', cigarettes: 'NO_NUMBER' },
    })
    expect(
      await house.sql('select 1 from filled_forms where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
    expect((await record(clinic, patientId)).patientFormValues).toEqual({})
    const right = { allergies: 'Peanuts', smokes: 'no', cigarettes: '20', unknown: 'x' }
    expect(await fill(clinic, visit.id, right)).toEqual({ done: true, mistakes: {} })
    // Sent twice, stored once.
    expect(await fill(clinic, visit.id, right)).toEqual({ done: true, mistakes: {} })
    expect(await states(clinic, visit.id)).toEqual({ health: 'DONE', consent: 'MISSING' })
    expect((await record(clinic, patientId)).patientFormValues).toEqual({
      allergies: 'Peanuts',
      smokes: false,
    })
    await fill(clinic, visit.id, { allergies: 'Peanuts, eggs', smokes: 'no' })
    const [latest, first, ...others] = await operate(clinic, 'patient-forms', { id: patientId })
    expect(others).toEqual([])
    expect(latest).toMatchObject({
      name: 'health',
      version: 1,
      visitId: visit.id,
      filledBy: 'STAFF',
      answers: { allergies: 'Peanuts, eggs', smokes: false },
    })
    expect(first.answers.allergies).toBe('Peanuts')
    expect(
      (await operate(clinic, 'patient-show', { id: patientId })).patient.patientFormValues,
    ).toEqual(latest.answers)
  })

  it('answers are never written by POST /v1/patients, which shows them [PAT-10] [FORM-03]', async () => {
    const clinic = await clinicWithForms()
    const visit = await bookVisit(clinic)
    await fill(clinic, visit.id, { allergies: 'None' })
    const reply = await clinic.post(
      '/v1/patients',
      { id: visit.patientId, lastName: 'Nair', patientFormValues: { allergies: 'all' } },
      { headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) } },
    )
    expect(reply.json).toMatchObject({ lastName: 'Nair', patientFormValues: { allergies: 'None' } })
    expect((await record(clinic, visit.patientId)).patientFormValues).toEqual({ allergies: 'None' })
  })

  it('a later version asks only what changed, and keeps the other answers [FORM-02]', async () => {
    const clinic = await clinicWithForms()
    const visit = await bookVisit(clinic)
    await fill(clinic, visit.id, { allergies: 'Peanuts', smokes: 'no' })
    await clinic.change((file: Json) => {
      file.forms.health.questions = [
        ...questions,
        { key: 'weight', kind: 'number', label: 'Weight', required: true },
      ]
    })
    expect((await states(clinic, visit.id)).health).toBe('MISSING')
    const opened = await operate(clinic, 'form-open', { id: visit.id, form: 'health' })
    expect(opened).toMatchObject({
      version: 2,
      fields: { allergies: 'Peanuts', smokes: 'no' },
      changed: ['weight'],
    })
    await expect(fill(clinic, visit.id, { ...opened.fields, weight: '61' })).rejects.toThrow(
      'has changed since it was opened',
    )
    await fill(clinic, visit.id, { ...opened.fields, weight: '61' }, { version: 2 })
    expect((await record(clinic, visit.patientId)).patientFormValues).toEqual({
      allergies: 'Peanuts',
      smokes: false,
      weight: 61,
    })
  })

  it('are asked of new patients, of a visit type, of a practitioner, and again after months [FORM-01]', async () => {
    const clinic = await clinicWithForms((file) => {
      file.visitTypes = { first: { displayName: 'First' } }
      file.forms = {
        fresh: { title: 'A', newPatients: true, questions },
        typed: { title: 'B', visitTypes: ['first'], questions },
        own: { title: 'C', practitioners: ['meera-shah'], questions },
        yearly: { title: 'D', everyMonths: 12, questions },
      }
    })
    const first = await bookVisit(clinic, '10:00', { visitTypeId: clinic.id('visitType', 'first') })
    expect(Object.keys(await states(clinic, first.id))).toEqual(['fresh', 'typed', 'yearly'])
    await operate(clinic, 'form-fill', {
      id: first.id,
      form: 'yearly',
      version: 1,
      fields: { allergies: 'x' },
    })
    await house.sql("update appointments set status = 'COMPLETED' where id = $1", [first.id])
    const second = await bookVisit(clinic, '11:00', { patientPayload: { id: first.patientId } })
    expect(await states(clinic, second.id)).toEqual({ yearly: 'DONE' })
    await house.sql(
      "update filled_forms set changed_at = changed_at - interval '1 year', completed_at = completed_at - interval '1 year' where workspace_id = $1",
      [clinic.workspaceId],
    )
    expect(await states(clinic, second.id)).toEqual({ yearly: 'MISSING' })
    const openYearly = () => operate(clinic, 'form-open', { id: second.id, form: 'yearly' })
    expect(await openYearly()).toMatchObject({ fields: {}, changed: [] })
    // A version that asks nothing new does not make old answers valid.
    await clinic.change((file: Json) => {
      file.forms.yearly.questions = questions.slice(0, 1)
    })
    expect(await openYearly()).toMatchObject({ version: 2, fields: {}, changed: [] })
  })
})

it('a reminder carries the link to the forms while some are missing [FORM-06]', async () => {
  const clinic = await clinicWithForms((file) => {
    file.workspace.notices = { reminder: true }
    file.workspace.messages = { email: { smtp: { url: 'smtp://localhost', from: 'a@b.example' } } }
    file.forms = { health: file.forms.health }
  })
  const visit = await bookVisit(clinic)
  const read = () =>
    house.application.database.transaction((queries) =>
      readNoticeVisit(queries, clinic.workspaceId, visit.id),
    )
  const readFormsPage = async () => {
    const noticed = await read()
    if (!noticed) throw new Error('the visit was not found')
    const values = placeholderValues(noticed, 'en', 'https://clinic.example/visit/x')
    return values.formsPage
  }
  expect(await readFormsPage()).toBe('https://clinic.example/visit/x/forms')
  expect(serviceWords.de.notices.reminder.body).toContain('{formsPage}')
  await fill(clinic, visit.id, { allergies: 'None' })
  expect(await readFormsPage()).toBe('')
})

describe('consents', () => {
  it('are kept with the hash of the text, and withdrawn visibly [FORM-04]', async () => {
    const clinic = await clinicWithForms()
    const visit = await bookVisit(clinic)
    const sign = (name?: string) =>
      fill(clinic, visit.id, {}, { form: 'consent', ...(name && { name }) })
    expect(await sign()).toEqual({ done: false, mistakes: { signature: 'MISSING' } })
    expect(await sign('  Meera   Iyer ')).toEqual({ done: true, mistakes: {} })
    const [signed] = await operate(clinic, 'patient-forms', { id: visit.patientId })
    expect(signed.signature).toEqual({
      name: 'Meera Iyer',
      drawing: null,
      contact: null,
      address: null,
      textHash: expect.stringMatching(/^[0-9a-f]{64}$/),
      withdrawnAt: null,
    })
    const withdrawal = { patientId: visit.patientId, id: signed.id }
    const { withdrawnAt } = await operate(clinic, 'form-withdraw', withdrawal)
    expect(await operate(clinic, 'form-withdraw', withdrawal)).toEqual({ withdrawnAt })
    expect((await states(clinic, visit.id)).consent).toBe('WITHDRAWN')
    expect(
      (await operate(clinic, 'patient-forms', { id: visit.patientId }))[0].signature.withdrawnAt,
    ).toBe(withdrawnAt)
    await expect(
      operate(clinic, 'form-withdraw', { patientId: visit.patientId, id: signed.id + 1 }),
    ).rejects.toThrow('there is no signature')
    await clinic.change((file: Json) => {
      file.forms.consent.text = 'I agree to everything.'
    })
    expect((await states(clinic, visit.id)).consent).toBe('MISSING')
  })
})

describe('what was answered', () => {
  const canaries = Array.from({ length: 200 }, (_, at) => `Qxanswer${at}Wv`)

  it('two hundred answers are in no table, feed or search, and cannot be read with another secret [FORM-07]', async () => {
    const clinic = await clinicWithForms((file) => {
      file.forms.long = {
        title: 'Long',
        questions: Array.from({ length: 100 }, (_, at) => ({
          key: `q${at}`,
          kind: 'text',
          label: `${at}`,
        })),
      }
    })
    const visit = await bookVisit(clinic)
    const other = await bookVisit(clinic, '11:00', { patientPayload: { id: visit.patientId } })
    const fieldsFrom = (from: number) =>
      Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`q${at}`, canaries[from + at]]))
    await fill(clinic, visit.id, fieldsFrom(0), { form: 'long' })
    await fill(clinic, other.id, fieldsFrom(100), { form: 'long', draft: true })
    const dump = await everything()
    expect(dump).toContain('Meera')
    const spelt = (text: string) => [
      text,
      Buffer.from(text).toString('hex'),
      Buffer.from(text).toString('base64'),
    ]
    expect(canaries.filter((one) => spelt(one).some((text) => dump.includes(text)))).toEqual([])
    for (const name of ['visit-show', 'visit-forms', 'visit-history'])
      expect(JSON.stringify(await operate(clinic, name, { id: visit.id }))).not.toContain(
        'Qxanswer',
      )
    expect((await clinic.get('/v1/patients?search=Qxanswer7Wv')).json.list).toEqual([])
    expect((await record(clinic, visit.patientId)).patientFormValues.q99).toBe('Qxanswer99Wv')
    const stranger = await openHarness({
      connection: house.connection,
      secret: 'another secret of the tests, also long enough',
      doesDueWork: false,
    })
    const [unread] = await stranger.operate('patient-forms', {
      workspace: clinic.name,
      id: visit.patientId,
    })
    expect([unread.name, unread.answers]).toEqual(['long', null])
  })

  it('is bound to its row: in another one it cannot be read [FORM-07]', async () => {
    const clinic = await clinicWithForms()
    const visit = await bookVisit(clinic)
    const other = await bookVisit(clinic, '11:00', {
      patientPayload: { firstName: 'Mira', phoneNumber: '9876500000' },
    })
    await fill(clinic, visit.id, { allergies: 'Peanuts' })
    await fill(clinic, other.id, { allergies: 'Eggs' })
    await house.sql(
      `update filled_forms mine set sealed = theirs.sealed from filled_forms theirs
       where mine.workspace_id = $1 and theirs.workspace_id = $1 and mine.id <> theirs.id`,
      [clinic.workspaceId],
    )
    for (const { patientId } of [visit, other]) {
      const [filled] = await operate(clinic, 'patient-forms', { id: patientId })
      expect([filled.name, filled.answers]).toEqual(['health', null])
    }
  })

  it('is exported, moves with a merge, and nothing is left after an erasure [FORM-07]', async () => {
    const clinic = await clinicWithForms()
    const visit = await bookVisit(clinic)
    const other = await bookVisit(clinic, '11:00', {
      patientPayload: { firstName: 'Mira', phoneNumber: '9876500000' },
    })
    await fill(clinic, visit.id, { allergies: 'Peanuts' })
    await fill(clinic, visit.id, {}, { form: 'consent', name: 'Meera Iyer' })
    await fill(clinic, other.id, { allergies: 'Eggs', smokes: 'yes', cigarettes: '3' })
    await fill(clinic, other.id, { allergies: 'Draft' }, { draft: true })
    await fill(clinic, visit.id, { allergies: 'Draft' }, { draft: true })
    const merged = await operate(clinic, 'patient-merge', {
      from: other.patientId,
      into: visit.patientId,
      reason: 'the same person',
      confirmed: true,
    })
    expect(merged.moved.forms).toBe(2)
    expect((await record(clinic, visit.patientId)).patientFormValues).toEqual({
      allergies: 'Eggs',
      smokes: true,
      cigarettes: 3,
    })
    const exported = await operate(clinic, 'patient-export', { id: visit.patientId })
    expect(
      exported.forms.map(({ form, state, content }: Json) => [form, state, content.answers]),
    ).toEqual([
      ['health', 'DONE', { allergies: 'Peanuts' }],
      ['consent', 'DONE', {}],
      ['health', 'DONE', { allergies: 'Eggs', smokes: true, cigarettes: 3 }],
      ['health', 'DRAFT', {}],
      ['health', 'DRAFT', {}],
    ])
    expect(exported.forms[1]).toMatchObject({
      asked: { text: 'I agree to the treatment.' },
      content: { signature: { name: 'Meera Iyer' } },
    })
    expect(exported.forms[3].content.fields).toEqual({ allergies: 'Draft' })
    expect(JSON.stringify(exported.forms)).not.toContain('sealed')
    await operate(clinic, 'patient-erase', { id: visit.patientId, confirmed: true })
    expect(
      await house.sql('select 1 from filled_forms where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
    await expect(fill(clinic, visit.id, { allergies: 'Again' }, { draft: true })).rejects.toThrow(
      'asks for no form',
    )
    expect(
      await house.sql('select 1 from filled_forms where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([])
  })

  it('no erased patient keeps answers, whatever erases them [FORM-07]', async () => {
    const clinic = await clinicWithForms()
    const visit = await bookVisit(clinic)
    await fill(clinic, visit.id, { allergies: 'Peanuts' })
    await expect(
      house.sql(
        `update patients set first_name = null, last_name = null, first_name_folded = null, last_name_folded = null, country_code = null,
          phone_number = null, phone_normalised = null, email = null, email_folded = null, language = null, erased_at = now() where workspace_id = $1 and id = $2`,
        [clinic.workspaceId, visit.patientId],
      ),
    ).rejects.toThrow('still has answers to forms')
  })
})
