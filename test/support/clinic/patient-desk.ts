// A patient with something in every part of the record, and a dashboard page that shows it.

import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import { createClinicWithDesk } from '../screens/dashboard-desk.ts'
import { book, type Clinic, type Harness, type Json, slotTimes } from './harness.ts'
import { tokenBody } from './queue-clinic.ts'

export const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
  dob: '1990-04-12',
  gender: 'female',
}

/** A clinic with a desk that sells packs. */
export const createRecordClinic = (
  harness: Harness,
  change: (file: ClinicFile) => void = () => {},
): Promise<Clinic> =>
  createClinicWithDesk(harness, (file) => {
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
    change(file)
  })

/**
 * Meera, with a brother who shares her phone, upcoming visits and a cancelled one, a token, a used
 * pack, and payments, one of which has a receipt.
 */
export async function createMeera(harness: Harness, clinic: Clinic) {
  const operate = (name: string, input: Json): Promise<Json> =>
    harness.operate(name, { workspace: clinic.name, ...input })
  const visit = (
    await book(clinic, { patientPayload: meera, ...slotTimes('09:00'), paymentStatus: 'UNPAID' })
  ).json.appointment
  const { patientId } = visit
  await book(clinic, {
    patientPayload: {
      firstName: 'Arjun',
      lastName: 'Iyer',
      phoneNumber: '9876543210',
      dob: '2015-01-02',
    },
    ...slotTimes('09:15'),
  })
  const again = { patientPayload: undefined, patientId }
  const gone = (await book(clinic, { ...again, ...slotTimes('09:30') })).json.appointment
  await operate('visit-cancel', { id: gone.id })
  await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, again))
  const { id: packId } = await operate('packs-sell', {
    patientId,
    pack: 'ten',
    addressId: clinic.id('location', 'jaipur'),
    paidBy: 'CASH',
  })
  await book(clinic, {
    ...again,
    ...slotTimes('10:00'),
    bookingType: 'USE_ACTIVE_PACKAGE',
    patientPackageId: packId,
    consultationCharge: undefined,
  })
  const payment = await operate('visit-pay', {
    id: visit.id,
    method: 'CARD',
    member: clinic.id('staff', 'nina-roy'),
  })
  await operate('receipt-give', { deskPaymentId: payment.id })
  return { patientId: patientId as number, visit, packId: packId as number, payment }
}

/** How often a member of the staff has opened a record, or seen it in a list. */
export async function countReadings(
  harness: Harness,
  clinic: Clinic,
  patientId: number,
): Promise<number> {
  const entries: Json[] = await harness.operate('audit-show', {
    workspace: clinic.name,
    patientId,
    limit: 1000,
  })
  return entries.filter(({ action, actingUserId }) => action === 'READ' && actingUserId !== null)
    .length
}
