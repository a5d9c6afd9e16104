// What a clinic keeps no longer: answers of patients without a visit, and the patients themselves.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { deleteAnswers } from '../forms/delete-answers.ts'
import { createRetention, yearsBefore } from '../patients/retention.ts'

const house = await openHarness({ secret: 'the secret of tests of retention, long enough' })
const { database, clock, patients } = house.application
const run = createRetention({ database, clock, patients, deleteAnswers })

const clinicWith = (retention?: Json) =>
  house.clinic((file: Json) => {
    file.forms = {
      health: {
        title: 'Your health',
        questions: [{ key: 'allergies', kind: 'text', label: 'Which allergies?' }],
      },
      consent: { title: 'Consent', text: 'I agree.', signed: true, questions: [] },
    }
    file.sessionPacks = {
      ten: {
        displayName: 'Ten visits',
        sessions: 10,
        validityDays: 180,
        currency: 'INR',
        price: 4000,
        familyBooking: true,
      },
    }
    if (retention) file.workspace.retention = retention
  })
const operate = (clinic: Clinic, name: string, input: Json = {}): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })

/** A patient whose last visit was so many years and days ago, with answers and a signature. */
async function patientSince(
  clinic: Clinic,
  firstName: string,
  { years, days = 0, time }: { years: number; days?: number; time: string },
): Promise<number> {
  const reply = await book(clinic, { ...slotTimes(time), patientPayload: { firstName } })
  expect(reply.status, reply.text).toBe(201)
  const { id, patientId } = reply.json.appointment
  await operate(clinic, 'form-fill', {
    id,
    form: 'health',
    version: 1,
    fields: { allergies: 'Peanuts' },
  })
  await operate(clinic, 'form-fill', {
    id,
    form: 'consent',
    version: 1,
    fields: {},
    name: firstName,
  })
  // Its time is then free.
  await operate(clinic, 'visit-cancel', { id })
  const by = `make_interval(years => ${years}, days => ${days})`
  await house.sql(
    `with visit as (
       update appointments set appointment_date = ($3::timestamptz - ${by})::date, from_at = $3::timestamptz - ${by}, to_at = $3::timestamptz - ${by} + interval '15 min'
       where workspace_id = $1 and patient_id = $2
     ),
     answers as (
       update filled_forms set changed_at = $3::timestamptz - ${by}, completed_at = $3::timestamptz - ${by} where workspace_id = $1 and patient_id = $2
     )
     update patients set created_at = $3::timestamptz - ${by} where workspace_id = $1 and id = $2`,
    [clinic.workspaceId, patientId, new Date(clock.now())],
  )
  return patientId
}
const readState = async (clinic: Clinic, patientId: number) =>
  (
    await house.sql(
      `select erased_at is not null as erased,
         (select count(*)::int from filled_forms f where f.workspace_id = p.workspace_id and f.patient_id = p.id and signed_hash is null) as answers,
         (select count(*)::int from filled_forms f where f.workspace_id = p.workspace_id and f.patient_id = p.id and signed_hash is not null) as signed
       from patients p where workspace_id = $1 and id = $2`,
      [clinic.workspaceId, patientId],
    )
  )[0]

describe('patients without a visit', () => {
  it('are erased after the years of the clinic, their answers earlier, and both are in the audit [FORM-07] [TILL-03]', async () => {
    const clinic = await clinicWith({ patientsYears: 3, formAnswersYears: 1 })
    const recent = await patientSince(clinic, 'Recent', { years: 0, days: 300, time: '09:00' })
    const quiet = await patientSince(clinic, 'Quiet', { years: 1, days: 2, time: '09:15' })
    const gone = await patientSince(clinic, 'Gone', { years: 3, days: 2, time: '09:30' })
    const soon = await patientSince(clinic, 'Soon', { years: 2, days: 350, time: '09:45' })
    expect(await operate(clinic, 'patients-expiring', { days: 30 })).toMatchObject({
      patients: [{ id: gone }, { id: soon }],
      next: null,
    })
    expect((await operate(clinic, 'patients-expiring', { days: 0 })).patients).toMatchObject([
      { id: gone },
    ])
    await run()
    expect(await readState(clinic, recent)).toEqual({ erased: false, answers: 1, signed: 1 })
    expect(await readState(clinic, quiet)).toEqual({ erased: false, answers: 0, signed: 1 })
    expect(await readState(clinic, gone)).toEqual({ erased: true, answers: 0, signed: 0 })
    expect(await readState(clinic, soon)).toEqual({ erased: false, answers: 0, signed: 1 })
    const audited = await house.sql(
      "select patient_id::int as id, action from audit_entries where workspace_id = $1 and by_service and action in ('ERASED', 'CHANGED') and patient_id is not null order by patient_id",
      [clinic.workspaceId],
    )
    expect(audited).toEqual([
      { id: quiet, action: 'CHANGED' },
      { id: gone, action: 'ERASED' },
      { id: soon, action: 'CHANGED' },
    ])
    await run()
    expect(await readState(clinic, recent)).toMatchObject({ erased: false, answers: 1 })
  })

  it('are kept for ever by a clinic that says nothing, while they have a visit to come, sessions left or wait for a time [TILL-03]', async () => {
    const silent = await clinicWith()
    const kept = await patientSince(silent, 'Kept', { years: 50, time: '09:00' })
    const clinic = await clinicWith({ patientsYears: 1 })
    const coming = await patientSince(clinic, 'Coming', { years: 5, time: '09:00' })
    const reply = await book(clinic, { ...slotTimes('10:00'), patientId: coming })
    expect(reply.status, reply.text).toBe(201)
    const packed = await patientSince(clinic, 'Packed', { years: 5, time: '09:15' })
    await operate(clinic, 'packs-grant', { patientId: packed, pack: 'ten' })
    const waiting = await patientSince(clinic, 'Waiting', { years: 5, time: '09:30' })
    await operate(clinic, 'waiting-add', {
      patientId: waiting,
      addressId: clinic.id('location', 'jaipur'),
    })
    const gone = await patientSince(clinic, 'Gone', { years: 5, time: '09:45' })
    expect(await operate(silent, 'patients-expiring')).toEqual({ patients: [], next: null })
    await run()
    expect((await readState(silent, kept)).erased).toBe(false)
    for (const id of [coming, packed, waiting])
      expect((await readState(clinic, id)).erased).toBe(false)
    expect((await readState(clinic, gone)).erased).toBe(true)
  })

  it('are asked about again before they are erased, and keep what they fill in meanwhile [TILL-03] [FORM-07]', async () => {
    const clinic = await clinicWith({ patientsYears: 3, formAnswersYears: 1 })
    const old = await patientSince(clinic, 'Old', { years: 4, time: '09:00' })
    const quiet = await patientSince(clinic, 'Quiet', { years: 2, time: '09:15' })
    let isFirst = true
    /** Books for both and fills in a form once the patients have been read. */
    const rows: typeof database.rows = async (...query) => {
      const answer = await database.rows(...query)
      const [{ name }, { workspaceId } = {}] = query as unknown as [Json, Json | undefined]
      const isRead = name === 'patients_by_last_visit' && workspaceId === clinic.workspaceId
      if (isRead && isFirst) {
        isFirst = false
        for (const [patientId, time] of [
          [old, '11:00'],
          [quiet, '11:15'],
        ] as const) {
          const reply = await book(clinic, { ...slotTimes(time), patientId })
          expect(reply.status, reply.text).toBe(201)
          await operate(clinic, 'form-fill', {
            id: reply.json.appointment.id,
            form: 'health',
            version: 1,
            fields: { allergies: 'Eggs' },
          })
        }
      }
      return answer
    }
    await createRetention({ database: { ...database, rows }, clock, patients, deleteAnswers })()
    expect(isFirst).toBe(false)
    expect(await readState(clinic, old)).toEqual({ erased: false, answers: 2, signed: 1 })
    expect(await readState(clinic, quiet)).toEqual({ erased: false, answers: 1, signed: 1 })
  })

  it('are erased once by several processes, and none who books in the meantime [TILL-03]', async () => {
    const clinic = await clinicWith({ patientsYears: 1 })
    const ids: number[] = []
    for (const [index, time] of ['09:00', '09:15', '09:30', '09:45'].entries())
      ids.push(await patientSince(clinic, `Old${index}`, { years: 2, time }))
    const [first = 0] = ids
    const others = [0, 1].map(() => createRetention({ database, clock, patients, deleteAnswers })())
    const reply = await book(clinic, { ...slotTimes('11:00'), patientId: first })
    await Promise.all(others)
    const booked = reply.status === 201
    expect((await readState(clinic, first)).erased).toBe(!booked)
    for (const id of ids.slice(1)) expect((await readState(clinic, id)).erased).toBe(true)
    expect(
      await house.sql(
        "select count(*)::int as count from audit_entries where workspace_id = $1 and action = 'ERASED'",
        [clinic.workspaceId],
      ),
    ).toEqual([{ count: booked ? 3 : 4 }])
  })
})

it.each([
  ['2032-02-29T10:00:00Z', 1, '2031-02-28T10:00:00Z'],
  ['2032-02-29T10:00:00Z', 4, '2028-02-29T10:00:00Z'],
  ['2030-01-01T00:00:00Z', 30, '2000-01-01T00:00:00Z'],
])('%s less %s years is %s [TILL-03]', (at, years, before) => {
  expect(yearsBefore(Date.parse(at), years)).toBe(Date.parse(before))
})
