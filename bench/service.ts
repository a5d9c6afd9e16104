// A service on the benchmark's clinic, and the requests that it receives.

import { bookingAt } from '../test/support/clinic/booking-at.ts'
import { requestBytes } from './caller.ts'
import type { Clinic } from './clinic.ts'
import { searchTerm } from './medicines.ts'
import type { BenchProcesses, RunningProcess } from './processes.ts'
import { tokenBody } from './tokens.ts'
import { benchPhone } from './verified-phone.ts'

/** Slots that are not booked yet start here. */
export const firstSlot = Date.parse('2027-01-04T00:00:00+05:30')
/** How long a slot is, in ms. */
export const slotMs = 300_000

// Phone numbers that are not used yet.
let newPhones = 7_000_000_000

export interface Service extends RunningProcess {
  addresses: Buffer
  slots: Buffer
  /** The slots as a patient who owns three packs sees them. */
  slotsOfOwner: Buffer
  week: Buffer
  slotsForPatients: Buffer
  schedule: Buffer
  users: Buffer
  search: Buffer
  /** Takes the next token of the shift with this number. */
  takeToken(caller: number, shift: number): Promise<void>
  /** Books a slot that has not been booked before. */
  book(caller: number): Promise<void>
  /**
   * Books such a slot with a doctor whose price does not depend on where the patient is from, so
   * that the patient need not be looked up first.
   */
  bookAtOnePrice(caller: number): Promise<void>
  /** Books such a slot as a reservation that is not paid online, with its own key. */
  reserve(caller: number): Promise<void>
  /** A reservation whose key has been answered before. */
  replay: Buffer
  /** Books such a slot for a described patient: with an existing record, and without one. */
  bookExistingPatient(caller: number): Promise<void>
  bookNewPatient(caller: number): Promise<void>
  /** As for a new patient, with a key that the rules for patients bind. */
  bookByRules(caller: number): Promise<void>
  /** Books such a slot, paid with a pack. */
  bookWithPack(caller: number): Promise<void>
  bookingRequest(
    doctor: number,
    from: number,
    changes?: Record<string, unknown>,
    path?: string,
  ): Buffer
}

/** Starts a service on the database of this name; `settings` are added to its own. */
export async function startService(
  processes: BenchProcesses,
  database: string,
  clinic: Clinic,
  settings: Record<string, string> = {},
): Promise<Service> {
  const {
    key,
    addressId,
    ordinaryDoctorId,
    scheduledDoctorIds,
    firstDoctorId,
    firstOnePriceDoctorId,
    doctors,
    patientId,
    packs,
  } = clinic
  const running = await processes.startService(database, settings)
  const headers = { 'x-api-key': key }
  const boundHeaders = { 'x-api-key': clinic.patientKey }
  let next = 0
  const visit = (doctor: number, from: number) => ({
    addressId,
    doctorId: firstDoctorId + doctor,
    patientId,
    ...bookingAt(from, slotMs),
    source: 'DEVELOPER_API',
  })
  const bookingRequest = (
    doctor: number,
    from: number,
    changes: Record<string, unknown> = {},
    path = '/v1/appointments/book-appointment-unified',
    by = headers,
  ) => requestBytes(path, by, { ...visit(doctor, from), ...changes })
  const reservationRequest = (doctor: number, from: number) =>
    requestBytes(
      '/v1/appointments/reserve-slot',
      { ...headers, 'idempotency-key': `${doctor}-${from}` },
      visit(doctor, from),
    )
  async function sendNext(caller: number, request: (doctor: number, from: number) => Buffer) {
    next += 1
    const answer = await running.send(
      caller,
      request(next % doctors, firstSlot + Math.floor(next / doctors) * slotMs),
    )
    if (answer.status !== 201) throw new Error(`a booking was refused: ${answer.text()}`)
  }
  const someoneNew = () => ({
    patientId: undefined,
    patientPayload: { firstName: 'New', countryCode: '+91', phoneNumber: String(newPhones++) },
  })
  const bookNext = (caller: number, changes?: Record<string, unknown>) =>
    sendNext(caller, (doctor, from) => bookingRequest(doctor, from, changes))
  const tokens = Array.from({ length: clinic.shifts }, () => 0)
  async function takeToken(caller: number, shift: number) {
    const number = tokens[shift] ?? 0
    tokens[shift] = number + 1
    const answer = await running.send(
      caller,
      requestBytes(
        '/v1/qms-appointments/pre/book',
        headers,
        tokenBody(clinic, clinic, shift, number),
      ),
    )
    if (answer.status !== 201) throw new Error(`a token was refused: ${answer.text()}`)
  }
  const slots = `/v1/appointments/available-slots?addressId=${addressId}&doctorId=${ordinaryDoctorId}&appointmentDate=2027-01-04&patientTimezone=Europe/Berlin`
  return {
    ...running,
    addresses: requestBytes('/v1/addresses', headers),
    users: requestBytes(`/v1/users?addressId=${addressId}&page=3`, headers),
    slots: requestBytes(slots, headers),
    slotsForPatients: requestBytes(slots, boundHeaders),
    week: requestBytes(`${slots}&days=7`, headers),
    schedule: requestBytes(
      `/v1/appointments/schedule-slots?addressId=${addressId}&doctorIds=${scheduledDoctorIds.join(',')}&appointmentDate=2027-01-04`,
      headers,
    ),
    slotsOfOwner: requestBytes(`${slots}&patientId=${packs[0]?.patientId}`, headers),
    search: requestBytes(
      `/v1/medicines/search?addressId=${addressId}&searchTerm=${searchTerm}`,
      headers,
    ),
    bookingRequest,
    takeToken,
    book: (caller) => bookNext(caller),
    bookAtOnePrice: (caller) =>
      sendNext(caller, (doctor, from) =>
        bookingRequest(doctor, from, { doctorId: firstOnePriceDoctorId + doctor }),
      ),
    reserve: (caller) => sendNext(caller, reservationRequest),
    replay: reservationRequest(0, Date.parse('2029-01-01T00:00:00+05:30')),
    bookExistingPatient: (caller) =>
      bookNext(caller, {
        patientId: undefined,
        patientPayload: { firstName: 'Bench', countryCode: '+91', phoneNumber: String(benchPhone) },
      }),
    bookNewPatient: (caller) => bookNext(caller, someoneNew()),
    bookByRules: (caller) =>
      sendNext(caller, (doctor, from) =>
        bookingRequest(doctor, from, someoneNew(), undefined, boundHeaders),
      ),
    bookWithPack: (caller) =>
      bookNext(caller, {
        ...packs[next % packs.length],
        bookingType: 'USE_ACTIVE_PACKAGE',
        consultationCharge: undefined,
      }),
  }
}
