// The link to missing forms, sent to the patient at a click of staff.

import { expect, it } from 'vitest'
import { doDueWork } from '../../../test/support/clinic/do-due-work.ts'
import { book, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail, publicUrl: 'https://booking.example' })
await house.moveTo('2030-01-07T01:30:00Z')

const questions = [{ key: 'allergies', kind: 'text', label: 'Which allergies?' }]
const createClinic = (change: (file: Json) => void = () => {}) =>
  house.clinic((file: Json) => {
    file.workspace.notices = { forms: true }
    file.workspace.messages = { email: { smtp: { url: 'smtp://localhost', from: 'a@b.example' } } }
    file.forms = { health: { title: 'Your health', questions } }
    change(file)
  })
const meera = { firstName: 'Meera', phoneNumber: '9876543210', email: 'meera@example.org' }
const plannedWork = (workspaceId: number) =>
  house.sql("select 1 from due_work where workspace_id = $1 and kind = 'visit-forms'", [
    workspaceId,
  ])

it.each(['visit', 'token'])(
  'is sent for a %s, again too, and no more once nothing is missing [FORM-06]',
  async (subject) => {
    const clinic = await createClinic()
    const id: number =
      subject === 'visit'
        ? (await book(clinic, { patientPayload: meera })).json.appointment.id
        : (
            await clinic.post(
              '/v1/qms-appointments/pre/book',
              tokenBody(clinic, { patientPayload: meera, appointmentDate: '2030-01-07' }),
            )
          ).json.visit.visitId
    const send = () => house.operate('form-send', { workspace: clinic.name, id })
    for (const _ of [1, 2]) {
      expect(await send()).toEqual({ id })
      await doDueWork(house)
      expect(rail.notices).toHaveLength(1)
      const [notice] = rail.notices.splice(0)
      const path = notice?.text.match(
        /https:\/\/booking\.example(\/visit\/[0-9a-z]{26}\/forms)$/m,
      )?.[1]
      expect((await house.call('GET', path ?? '')).text).toContain('Your health')
    }
    await house.operate('form-fill', {
      workspace: clinic.name,
      id,
      form: 'health',
      version: 1,
      fields: { allergies: 'None' },
    })
    await expect(send()).rejects.toThrow('asks for no form that the patient can fill in before it')
  },
)

it('is refused where it reaches no one, and where the clinic sends none [FORM-06]', async () => {
  const off = await createClinic((file) => {
    file.workspace.notices = {}
  })
  const clinic = await createClinic()
  const refused = async (at: typeof clinic, payload: Json, text: string) => {
    const { id } = (await book(at, { patientPayload: payload })).json.appointment
    await expect(house.operate('form-send', { workspace: at.name, id })).rejects.toThrow(text)
    expect(await plannedWork(at.workspaceId)).toEqual([])
  }
  await refused(off, meera, 'links to forms are not switched on')
  await refused(clinic, { firstName: 'Tara' }, 'no e-mail or phone that a message reaches')
  await expect(
    house.operate('form-send', { workspace: clinic.name, id: 99_999_999 }),
  ).rejects.toThrow('there is no visit')
})
