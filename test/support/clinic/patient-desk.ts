// A patient with something in every part of their record, and a page of the dashboard that shows it.

import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import { clinicWithDesk } from '../screens/dashboard-desk.ts'
import { book, type Clinic, type House, type Json, slotAt } from './harness.ts'
import { tokenBody } from './queue-clinic.ts'

export const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210', email: 'meera@example.org', dob: '1990-04-12', gender: 'female' }

/** A clinic with a desk that sells packs. */
export const recordClinic = (house: House, change: (file: ClinicFile) => void = () => {}): Promise<Clinic> =>
  clinicWithDesk(house, (file) => {
    file.sessionPacks = { ten: { displayName: 'Ten visits', sessions: 10, validityDays: 180, currency: 'INR', price: 4000, familyBooking: true } }
    change(file)
  })

/**
 * Meera, with a brother on her phone, upcoming visits and a cancelled one, a token, a used pack, and payments of which one has a receipt.
 */
export async function someone(house: House, clinic: Clinic) {
  const operate = (name: string, input: Json): Promise<Json> => house.operate(name, { workspace: clinic.name, ...input })
  const visit = (await book(clinic, { patientPayload: meera, ...slotAt('09:00'), paymentStatus: 'UNPAID' })).json.appointment
  const { patientId } = visit
  await book(clinic, { patientPayload: { firstName: 'Arjun', lastName: 'Iyer', phoneNumber: '9876543210', dob: '2015-01-02' }, ...slotAt('09:15') })
  const again = { patientPayload: undefined, patientId }
  const gone = (await book(clinic, { ...again, ...slotAt('09:30') })).json.appointment
  await operate('visit-cancel', { id: gone.id })
  await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, again))
  const { id: packId } = await operate('packs-sell', { patientId, pack: 'ten', addressId: clinic.id('location', 'jaipur'), paidBy: 'CASH' })
  await book(clinic, { ...again, ...slotAt('10:00'), bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: packId, consultationCharge: undefined })
  const payment = await operate('visit-pay', { id: visit.id, method: 'CARD', member: clinic.id('staff', 'nina-roy') })
  await operate('receipt-give', { deskPaymentId: payment.id })
  return { patientId: patientId as number, visit, packId: packId as number, payment }
}

/** How often a member of the staff has opened a record, or has seen it in a list. */
export async function readings(house: House, clinic: Clinic, patientId: number): Promise<number> {
  const entries: Json[] = await house.operate('audit-show', { workspace: clinic.name, patientId, limit: 1000 })
  return entries.filter(({ action, actingUserId }) => action === 'READ' && actingUserId !== null).length
}
