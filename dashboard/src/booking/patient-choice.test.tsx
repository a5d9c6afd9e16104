import { waitFor } from '@testing-library/react'
import { useState } from 'react'
import { expect, it } from 'vitest'
import { renderPart } from '../ui/render-part.fixture.tsx'
import { PatientChoice, type PatientSelection } from './patient-choice.tsx'

const createPatient = (id: number, firstName: string) => ({
  id,
  firstName,
  lastName: 'Singh',
  mrnNumber: `MRN-${id}`,
  phone: null,
  dob: null,
  gender: null,
  email: null,
  countryCode: null,
  phoneNumber: null,
  patientFormValues: {},
})

async function choice(answers: Record<string, unknown>) {
  const chosen: (PatientSelection | undefined)[] = []
  function Choice() {
    const [whom, setWhom] = useState<PatientSelection>()
    const choose = (next: PatientSelection | undefined) => {
      chosen.push(next)
      setWhom(next)
    }
    return <PatientChoice selection={whom} choose={choose} at={7} />
  }
  return {
    chosen,
    ...(await renderPart(<Choice />, {
      answers: {
        'patient-phone': { countryCode: '+49', phone: null },
        'patient-likely': [],
        ...answers,
      },
    })),
  }
}

it.each([
  ['{Enter}', 1],
  ['{ArrowDown}{Enter}', 1],
  ['{ArrowDown}{ArrowDown}{Enter}', 2],
  ['{ArrowDown}{ArrowUp}{Enter}', 1],
])('%s chooses patient %i of those found, and not a new one [DAY-03]', async (keys, patientId) => {
  const { user, chosen, getByRole, getAllByRole } = await choice({
    'patient-search': [createPatient(1, 'Tara'), createPatient(2, 'Tarun')],
  })
  await user.type(getByRole('combobox', { name: 'Patient' }), 'Tar')
  // Before the answer, there is only the new patient.
  await waitFor(() => expect(getAllByRole('option')).toHaveLength(3))
  for (const option of getAllByRole('option'))
    expect(option.getAttribute('aria-selected')).toBe('false')
  await user.keyboard(keys)
  await waitFor(() => expect(chosen).toHaveLength(1))
  expect(chosen[0]).toMatchObject({ patientId })
})

it('a new patient’s phone is read as one of the location’s country, which is shown next to it [DAY-05]', async () => {
  const { user, sent, getByRole, findByText } = await choice({ 'patient-search': [] })
  await user.type(getByRole('combobox', { name: 'Patient' }), 'Tara Singh')
  await waitFor(() => getByRole('option'))
  await user.keyboard('{Enter}')
  await findByText('+49')
  await user.type(getByRole('textbox', { name: 'Phone' }), '0171 7654399')
  const phoneQueries = () =>
    sent.filter(({ operation }) => operation === 'patient-phone').map(({ input }) => input)
  await waitFor(() =>
    expect(phoneQueries()).toEqual([
      { addressId: 7 },
      { phoneNumber: '0171 7654399', addressId: 7 },
    ]),
  )
})
