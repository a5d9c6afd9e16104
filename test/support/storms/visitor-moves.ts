// What an attacking visitor tries, for the test and for the thread that floods the service. It
// imports nothing from the tests except requests and their bodies.

import { randomInt } from 'node:crypto'
import { bookingAt } from '../clinic/booking-at.ts'
import { sendProxied, type TimedReply } from './honest-calls.ts'

const slotMs = 300_000

/** The booking route of the attacked clinic. */
export interface BookedDay {
  workspaceId: number
  addressId: number
  doctorId: number
  /** The start of the visit on the clinic's clock, in ms. */
  startsAt: number
}

/** The body of a visitor's booking for the nth five-minute slot. */
export function createBookingBody(
  { startsAt, ...where }: BookedDay,
  slot: number,
  changes: Record<string, unknown>,
): Record<string, unknown> {
  return { ...where, ...bookingAt(startsAt + slot * slotMs, slotMs), source: 'WIDGET', ...changes }
}

/** The attacker, and the patients whose records could be read. */
export interface Attack {
  url: string
  from: string
  /** The headers of the visitor's session. */
  headers: Record<string, string>
  phoneNumber: string
  widgetKey: string
  day: BookedDay
  slotsPath: string
  victims: { id: number; phoneNumber: string; mrnNumber: string; appointmentId: number }[]
  endUsers: string[]
}

export type VisitorMove = () => Promise<TimedReply>

/** All attempts, by name. */
export function listMoves({
  url,
  from,
  headers,
  phoneNumber,
  widgetKey,
  day,
  slotsPath,
  victims,
  endUsers,
}: Attack): Record<string, VisitorMove> {
  const createMove = <T>(values: readonly T[]) => values[randomInt(values.length)] as T
  const send = (method: string, path: string, body?: unknown, more: Record<string, string> = {}) =>
    sendProxied({ url, from, method, path, headers: { ...headers, ...more }, body })
  let slot = 100
  let tag = 0
  const book = (changes: Record<string, unknown>, slotNumber = slot++) =>
    send(
      'POST',
      '/v1/appointments/book-appointment-unified',
      createBookingBody(day, slotNumber, changes),
    )
  const search = (more?: Record<string, string>) =>
    send(
      'GET',
      `/v1/patients/search-by-phone?phoneNumber=${createMove(victims).phoneNumber}`,
      undefined,
      more,
    )
  return {
    'search by the phone of another': () => search(),
    'search as another end user': () => search({ 'x-end-user-id': createMove(endUsers) }),
    'book for the record of another': () => book({ patientId: createMove(victims).id }),
    'book for any record': () => book({ patientPayload: { id: randomInt(1, 50) } }),
    'book by the record number of another': () =>
      book({
        patientPayload: { firstName: 'A', phoneNumber, mrnNumber: createMove(victims).mrnNumber },
      }),
    'book on the phone of another': () =>
      book({
        patientPayload: {
          firstName: 'A',
          phoneNumber: createMove(victims).phoneNumber,
          email: 'a@attacker.example',
        },
      }),
    'quote for the record of another': () =>
      send('GET', `${slotsPath}&followUp=true&patientId=${createMove(victims).id}`),
    'list patients': () => send('GET', '/v1/patients?page=0&size=100'),
    'write vitals for another': () =>
      send('POST', `/v1/appointments/${createMove(victims).appointmentId}/vitals`, {
        vital: { pulse: 1 },
      }),
    'guess the code of another': () =>
      send('POST', '/v1/otp/verify', {
        phoneNumber: createMove(victims).phoneNumber,
        otpCode: String(randomInt(1e5, 1e6)),
      }),
    // A different contact each time, all with the same mailbox.
    'take codes for tags of one mailbox': () =>
      send('POST', '/v1/otp/send', {
        channel: 'email',
        email: `attacker+${tag++}@attacker.example`,
      }),
    'fill the day': () =>
      book({ patientPayload: { firstName: 'Attacker', phoneNumber } }, slot++ % 288),
    'use up the limit of reads': () => send('GET', '/v2/workspaces'),
    'use up the limit of slot lists': () => send('GET', slotsPath),
    'use up the limit of sessions': () =>
      sendProxied({
        url,
        from,
        method: 'POST',
        path: '/v1/widget/session',
        headers: { 'x-api-key': widgetKey, origin: headers.origin as string },
      }),
  }
}
