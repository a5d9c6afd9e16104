import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import { tokenBody } from '../../../../test/support/clinic/queue-clinic.ts'

const house = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })

const visit = async (clinic: Clinic) =>
  (await book(clinic, { ...slotTimes('10:00'), appointmentNotes: 'Wheelchair' })).json.appointment
    .id
const token = async (clinic: Clinic) =>
  (
    await clinic.post(
      '/v1/qms-appointments/pre/book',
      tokenBody(clinic, { appointmentNotes: 'Wheelchair' }),
    )
  ).json.visit.visitId

describe.each([
  ['visit', visit],
  ['token', token],
])('the notes of a %s', (_, made) => {
  it('are changed once by someone who has read them, and nothing is overwritten [DAY-14]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const id = await made(clinic)
    const notes = async () => (await operate(clinic, 'visit-show', { id })).appointmentNotes
    const history = async () =>
      (await operate(clinic, 'visit-history', { id })).map(
        ({ action, changed }: Json) => `${action} ${changed}`,
      )
    expect(
      await operate(clinic, 'visit-notes', {
        id,
        notes: ' Wheelchair, ground floor ',
        before: 'Wheelchair',
      }),
    ).toMatchObject({
      appointmentNotes: 'Wheelchair, ground floor',
    })
    await operate(clinic, 'visit-notes', {
      id,
      notes: 'Wheelchair, ground floor',
      before: 'Wheelchair',
    })
    await expect(
      operate(clinic, 'visit-notes', { id, notes: 'Deaf', before: 'Wheelchair' }),
    ).rejects.toThrow('someone else has changed the notes')
    await expect(
      operate(clinic, 'visit-notes', { id, notes: 'x'.repeat(501), before: null }),
    ).rejects.toThrow('500')
    await expect(
      operate(other, 'visit-notes', { id, notes: 'Deaf', before: 'Wheelchair, ground floor' }),
    ).rejects.toThrow()
    expect(await notes()).toBe('Wheelchair, ground floor')
    expect((await history()).filter((entry: string) => entry.startsWith('CHANGED'))).toEqual([
      'CHANGED appointmentNotes',
    ])
    // Of two at once, one is told.
    const both = ['Deaf', 'Blind'].map((more) =>
      operate(clinic, 'visit-notes', { id, notes: more, before: 'Wheelchair, ground floor' }),
    )
    expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual([
      'fulfilled',
      'rejected',
    ])
    await operate(clinic, 'visit-notes', { id, notes: '', before: await notes() })
    expect(await notes()).toBeNull()
    const [{ patientId }] = (await house.sql(
      'select patient_id::int as "patientId" from appointments where id = $1 union all select patient_id::int from queue_visits where id = $1',
      [id],
    )) as [Json]
    await operate(clinic, 'patient-erase', { id: patientId, confirmed: true })
    await expect(
      operate(clinic, 'visit-notes', { id, notes: 'Meera', before: null }),
    ).rejects.toThrow()
    expect(await notes()).toBeNull()
  })
})

it('a visit is shown with what was measured, the latest first [DAY-14]', async () => {
  const clinic = await house.clinic()
  const id = await visit(clinic)
  for (const vital of [{ pulse: 72 }, { pulse: 80, temperature: 37.5 }])
    await operate(clinic, 'visit-vitals', { id, vital })
  const { vitals } = await operate(clinic, 'visit-show', { id })
  expect(vitals).toMatchObject([
    { vital: { pulse: 80, temperature: 37.5 }, by: null },
    { vital: { pulse: 72 }, by: null },
  ])
  expect(vitals[0].recordedAt).toMatch(/\+05:30$/)
})
