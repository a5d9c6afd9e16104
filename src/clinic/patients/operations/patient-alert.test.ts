// The alert of a patient, as staff set it.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../../test/support/clinic/harness.ts'

const house = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json) =>
  house.operate(name, { workspace: clinic.name, ...input })
const asActing = (clinic: Clinic) => ({
  headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) },
})
const createPatient = async (
  clinic: Clinic,
  body: Json = { firstName: 'Meera', phoneNumber: '9876543210' },
): Promise<number> => (await clinic.post('/v1/patients', body, asActing(clinic))).json.id
const loadAlert = async (clinic: Clinic, id: number) =>
  (await operate(clinic, 'patient-head', { id })).alert

describe('patient-alert', () => {
  it('is set, shown with the patient, changed and removed, and never in the API [DAY-05] [A-252]', async () => {
    const clinic = await house.clinic()
    const id = await createPatient(clinic)
    expect(await loadAlert(clinic, id)).toBeNull()
    const allergic = { id, alert: ' Allergic to penicillin ', before: null }
    expect(await operate(clinic, 'patient-alert', allergic)).toEqual({
      id,
      alert: 'Allergic to penicillin',
    })
    // A second time it is done.
    expect(
      await operate(clinic, 'patient-alert', { ...allergic, before: 'something else' }),
    ).toEqual({ id, alert: 'Allergic to penicillin' })
    expect(await loadAlert(clinic, id)).toBe('Allergic to penicillin')
    expect((await clinic.get('/v1/patients?size=10')).text).not.toMatch(/alert|penicillin/i)
    expect(
      await operate(clinic, 'patient-alert', { id, alert: '', before: 'Allergic to penicillin' }),
    ).toEqual({ id, alert: null })
  })

  it('is not written over by one who has not read it, nor reached from another clinic [GEN-10]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const id = await createPatient(clinic)
    await operate(clinic, 'patient-alert', { id, alert: 'Diabetic', before: null })
    await expect(
      operate(clinic, 'patient-alert', { id, alert: 'Deaf', before: null }),
    ).rejects.toThrow('someone else has changed the alert')
    await expect(
      operate(other, 'patient-alert', { id, alert: 'Deaf', before: 'Diabetic' }),
    ).rejects.toThrow()
    await expect(
      operate(clinic, 'patient-alert', { id, alert: 'x'.repeat(201), before: 'Diabetic' }),
    ).rejects.toThrow('alert')
    expect(await loadAlert(clinic, id)).toBe('Diabetic')
    const outcomes = await Promise.allSettled(
      ['Deaf', 'Blind', 'Wheelchair'].map((alert) =>
        operate(clinic, 'patient-alert', { id, alert, before: 'Diabetic' }),
      ),
    )
    expect(outcomes.filter(({ status }) => status === 'fulfilled').length).toBe(1)
  })

  it('of two records that are merged are both kept, and an erasure removes it [DAY-05]', async () => {
    const clinic = await house.clinic()
    const into = await createPatient(clinic)
    const from = await createPatient(clinic, { firstName: 'Meera', phoneNumber: '9123456780' })
    await operate(clinic, 'patient-alert', { id: into, alert: 'Diabetic', before: null })
    await operate(clinic, 'patient-alert', { id: from, alert: 'Allergic to nuts', before: null })
    await operate(clinic, 'patient-merge', { from, into, reason: 'Same person', confirmed: true })
    expect(await loadAlert(clinic, into)).toBe('Diabetic · Allergic to nuts')
    expect(JSON.stringify(await operate(clinic, 'patient-export', { id: into }))).toContain(
      'Allergic to nuts',
    )
    await operate(clinic, 'patient-erase', { id: into, confirmed: true })
    expect(
      await house.sql('select alert from patients where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([{ alert: null }, { alert: null }])
  })
})
