import { it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { GivePanel } from './give-panel.tsx'
import type { Queue } from './queries.ts'

const none = () => {}
const meera = { id: 7, firstName: 'Meera', lastName: 'Iyer', phone: null, dob: null, mrnNumber: null }

it('a patient who waits in the queue already is said to, before a second number [LINE-03]', async () => {
  const tokens = [
    { patientId: 7, tokenDisplay: 'A-3', status: 'WAITING' },
    { patientId: 8, tokenDisplay: 'A-4', status: 'COMPLETED' },
  ]
  const queue = { qmsWorkShiftId: 2, doctorName: 'Dr Shah', startTime: '09:00', endTime: '13:00', tokens } as unknown as Queue
  const part = await renderPart(<GivePanel queue={queue} date="2030-01-07" close={none} given={none} />, {
    answers: { 'patient-search': [meera, { ...meera, id: 8, firstName: 'Meera Jo' }] },
  })
  await part.user.type(part.getByRole('textbox', { name: /^Name/ }), 'meera')
  await part.findByRole('button', { name: /^Meera Iyer.*already has A-3 in this queue$/ })
  await part.findByRole('button', { name: /^Meera Jo Iyer$/ })
})
