// What an attacking visitor tries, for the test and for the thread that floods. It imports nothing of the tests but requests and their
// bodies.

import { randomInt } from 'node:crypto'
import { bookingAt } from '../clinic/booking-at.ts'
import { ask, type Heard } from './honest-calls.ts'

const slotMs = 300_000

/** The booking route of the attacked clinic. */
export interface BookedDay {
  workspaceId: number
  addressId: number
  doctorId: number
  /** Its first moment on the clinic's clock, in ms. */
  startsAt: number
}

/** The body of a visitor's booking of the nth slot of five minutes. */
export function bookingOf({ startsAt, ...where }: BookedDay, slot: number, changes: Record<string, unknown>): Record<string, unknown> {
  return { ...where, ...bookingAt(startsAt + slot * slotMs, slotMs), source: 'WIDGET', ...changes }
}

/** The attacker, and whose records could be read. */
export interface Attack {
  url: string
  from: string
  /** Of its session. */
  headers: Record<string, string>
  phoneNumber: string
  widgetKey: string
  day: BookedDay
  slotsPath: string
  victims: { id: number; phoneNumber: string; mrnNumber: string; appointmentId: number }[]
  endUsers: string[]
}

export type Move = () => Promise<Heard>

/** Every attempt by its name. */
export function movesOf({ url, from, headers, phoneNumber, widgetKey, day, slotsPath, victims, endUsers }: Attack): Record<string, Move> {
  const one = <T>(values: readonly T[]) => values[randomInt(values.length)] as T
  const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    ask({ url, from, method, path, headers: { ...headers, ...more }, body })
  let slot = 100
  let tag = 0
  const book = (changes: Record<string, unknown>, place = slot++) => send('POST', '/v1/appointments/book-appointment-unified', bookingOf(day, place, changes))
  const search = (more?: Record<string, string>) => send('GET', `/v1/patients/search-by-phone?phoneNumber=${one(victims).phoneNumber}`, undefined, more)
  return {
    'search by the phone of another': () => search(),
    'search as another end user': () => search({ 'x-end-user-id': one(endUsers) }),
    'book for the record of another': () => book({ patientId: one(victims).id }),
    'book for any record': () => book({ patientPayload: { id: randomInt(1, 50) } }),
    'book by the record number of another': () => book({ patientPayload: { firstName: 'A', phoneNumber, mrnNumber: one(victims).mrnNumber } }),
    'book on the phone of another': () => book({ patientPayload: { firstName: 'A', phoneNumber: one(victims).phoneNumber, email: 'a@attacker.example' } }),
    'quote for the record of another': () => send('GET', `${slotsPath}&followUp=true&patientId=${one(victims).id}`),
    'list patients': () => send('GET', '/v1/patients?page=0&size=100'),
    'write vitals for another': () => send('POST', `/v1/appointments/${one(victims).appointmentId}/vitals`, { vital: { pulse: 1 } }),
    'guess the code of another': () => send('POST', '/v1/otp/verify', { phoneNumber: one(victims).phoneNumber, otpCode: String(randomInt(1e5, 1e6)) }),
    // Another contact each time, and one mailbox.
    'take codes for tags of one mailbox': () => send('POST', '/v1/otp/send', { channel: 'email', email: `attacker+${tag++}@attacker.example` }),
    'fill the day': () => book({ patientPayload: { firstName: 'Attacker', phoneNumber } }, slot++ % 288),
    'use up the limit of reads': () => send('GET', '/v2/workspaces'),
    'use up the limit of slot lists': () => send('GET', slotsPath),
    'use up the limit of sessions': () =>
      ask({ url, from, method: 'POST', path: '/v1/widget/session', headers: { 'x-api-key': widgetKey, origin: headers.origin as string } }),
  }
}
