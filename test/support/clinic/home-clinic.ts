// A clinic whose practitioner Asha Rao also visits patients at home, during the morning hours.

import { type Clinic, createBookingBody, type Harness, type Json, type Reply } from './harness.ts'

export const homeModes = ['HOME_VISIT', 'HOME_COLLECTION'] as const

/** The clinic; `extraMembers` are further members of the practice. */
export function addHomeVisits(harness: Harness, extraMembers: Json = {}): Promise<Clinic> {
  return harness.clinic((file) => {
    const practice: Json = file.practitioners?.['asha-rao']?.at?.jaipur
    practice.fees.push(...homeModes.map((mode) => ({ mode, amount: 800 })))
    practice.hours[0].modes.push(...homeModes)
    Object.assign(practice, extraMembers)
  })
}

/** The body of a home visit's booking that succeeds. */
export const createHomeBody = (clinic: Clinic, changes: Json = {}): Json =>
  createBookingBody(clinic, { mode: 'HOME_VISIT', consultationCharge: 800, ...changes })

/** Books a visit at home. */
export const bookAtHome = (clinic: Clinic, changes: Json = {}): Promise<Reply> =>
  clinic.post('/v1/appointments/book-appointment-unified', createHomeBody(clinic, changes))
