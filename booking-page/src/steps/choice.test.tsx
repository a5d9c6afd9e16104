import { expect, it } from 'vitest'
import type { Offer } from '../catalogue.ts'
import { renderStep } from './render-step.fixture.tsx'

it('says for how long a practitioner has practised and in which languages, in the reader’s [PAGE-04]', async () => {
  const profile = {
    name: 'Dr Asha Rao',
    specialization: 'Dermatology',
    experience: 12,
    languages: ['hi', 'en'],
  }
  const doctor = {
    id: 1,
    specialization: 'Dermatology',
    consultationFees: [],
    qmsConsultationCharges: [],
    publicProfile: profile,
  }
  const offer = {
    key: '1/1',
    name: 'Dr Asha Rao',
    isQueue: false,
    doctor,
    location: { id: 1, city: 'Jaipur', doctors: [doctor] },
  } as unknown as Offer
  const { getByRole } = await renderStep(
    (booking) => {
      booking.step = 'who'
      booking.offers = [offer]
      booking.shownOffers = [offer]
      booking.answers.addressId = 1
    },
    { locale: 'de-DE' },
  )
  expect(getByRole('button', { name: /Dr Asha Rao/ }).textContent).toMatch(
    /12 Jahre Erfahrung.*Spricht Hindi und Englisch/,
  )
})

it('says whom a practitioner sees, where the clinic limits it [RULE-05]', async () => {
  const cardText = async (rules: object) => {
    const doctor = {
      id: 1,
      specialization: 'Dermatology',
      consultationFees: [],
      qmsConsultationCharges: [],
      publicProfile: null,
      ...rules,
    }
    const location = { id: 1, city: 'Jaipur', doctors: [doctor] }
    const offer = { key: '1/1', name: 'Asha', isQueue: false, doctor, location }
    const { getByRole } = await renderStep((booking) => {
      booking.step = 'who'
      booking.offers = [offer as unknown as Offer]
      booking.shownOffers = booking.offers
      booking.answers.addressId = 1
    })
    return getByRole('button', { name: /Asha/ }).textContent
  }
  expect(await cardText({ newPatients: 'no' })).toContain('Only for people who have been here')
  expect(await cardText({ newPatients: 'only' })).toContain('Only for a first visit')
  expect(await cardText({ newPatientMinutes: 30 })).toContain(
    'A first visit takes 30 minutes or more',
  )
  expect(await cardText({})).not.toMatch(/visit/)
})
