import { waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { GivePanel } from './give-panel.tsx'
import type { Queue } from './queries.ts'

const queue = {
  qmsWorkShiftId: 5,
  doctorName: 'Dr Meera Shah',
  startTime: '09:00',
  endTime: '12:00',
} as Queue
const phone = { countryCode: '+49', phone: '+491717654399' }

it('Enter leads from the name to the phone, and to the button without one; a number is given there, or once both are filled [LINE-03]', async () => {
  const panel = (
    <GivePanel queue={queue} date="2030-01-01" at={7} close={() => {}} given={() => {}} />
  )
  const { user, changes, getByRole, findByText } = await renderPart(panel, {
    answers: { 'patient-search': [], 'patient-phone': phone, 'token-give': { id: 1 } },
  })
  const name = getByRole('textbox', { name: /^Name/ })
  const number = getByRole('textbox', { name: 'Phone' })
  const button = getByRole('button', { name: /^Give/ })
  await user.type(name, 'Tara{Enter}')
  expect(document.activeElement).toBe(number)
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(button)
  expect(changes()).toEqual([])
  await user.type(number, '0171 7654399')
  await findByText('+491717654399')
  await user.keyboard('{Enter}')
  await waitFor(() => expect(changes()).toHaveLength(1))
  expect(changes()[0]).toMatchObject({
    operation: 'token-give',
    input: { patientPayload: { firstName: 'Tara', phoneNumber: '0171 7654399' } },
  })
})

const none = () => {}
const meera = {
  id: 7,
  firstName: 'Meera',
  lastName: 'Iyer',
  phone: null,
  dob: null,
  mrnNumber: null,
}

it('a patient who waits in the queue already is said to, before a second number [LINE-03]', async () => {
  const tokens = [
    { patientId: 7, tokenDisplay: 'A-3', status: 'WAITING' },
    { patientId: 8, tokenDisplay: 'A-4', status: 'COMPLETED' },
  ]
  const line = {
    qmsWorkShiftId: 2,
    doctorName: 'Dr Shah',
    startTime: '09:00',
    endTime: '13:00',
    tokens,
  } as unknown as Queue
  const part = await renderPart(
    <GivePanel queue={line} date="2030-01-07" at={7} close={none} given={none} />,
    {
      answers: { 'patient-search': [meera, { ...meera, id: 8, firstName: 'Meera Jo' }] },
    },
  )
  await part.user.type(part.getByRole('textbox', { name: /^Name/ }), 'meera')
  await part.findByRole('button', { name: /^Meera Iyer.*already has A-3 in this queue$/ })
  await part.findByRole('button', { name: /^Meera Jo Iyer$/ })
})
