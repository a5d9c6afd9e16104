// The waiting list from the command line.

import type { Static } from 'typebox'
import { waitingAdd, waitingBook, waitingEnd, waitingList } from '../../../visits/appointments/operations/waiting.ts'
import { waitingOffer, waitingOfferEnd } from '../../../visits/appointments/operations/waiting-offers.ts'
import { command } from './command.ts'
import { patientName, paymentText } from './shared.ts'
import { idOf, jsonObject } from './typed.ts'

const anEntry = { ...idOf('an entry of the waiting list', 'clinic waiting list LOCATION'), name: 'entry' }
const aLocation = { ...idOf('a location', 'clinic location list'), name: 'location' }
const minuteText = (time: string) => time.slice(0, 16).replace('T', ' ')

const entryText = ({ id, patient, fromDate, toDate, state }: Static<typeof waitingAdd.output>) =>
  `entry ${id}, ${patientName(patient)}, ${fromDate} to ${toDate}: ${state}`

function offerText({ fromDateTimeIso, state, expiresAt }: NonNullable<Static<typeof waitingOffer.output>['offer']>): string {
  return `${minuteText(fromDateTimeIso)} ${state}${state === 'OPEN' ? ` until ${minuteText(expiresAt)}` : ''}`
}

const offeredText = ({ offer, ...entry }: Static<typeof waitingOffer.output>) =>
  `entry ${entry.id}, ${patientName(entry.patient)}: ${offer ? offerText(offer) : 'nothing on offer'}`

export const waitingCommands = [
  command(waitingAdd, {
    shown: entryText,
    arguments: ['addressId'],
    members: {
      addressId: aLocation,
      patientId: { ...idOf('a patient', 'clinic patient find NAME'), name: 'patient' },
      patientPayload: { ...jsonObject, name: 'new-patient' },
      doctorIds: { name: 'doctor', value: 'id' },
      fromDate: { value: 'date' },
      toDate: { value: 'date' },
      weekdays: { name: 'weekday', value: 'day' },
      partsOfDay: { name: 'part', value: 'part' },
      note: { value: 'text' },
    },
  }),
  command(waitingList, {
    shown: (entries) =>
      entries.length === 0
        ? 'no one is waiting'
        : [
            {
              columns: ['since', 'patient', 'phone', 'dates', 'mode', 'note', 'fits', 'offer', 'id'],
              rows: entries.map(({ patient, fromDate, toDate, createdAt, times, offer, ...entry }) => ({
                ...{ ...entry, since: minuteText(createdAt), patient: patientName(patient), phone: patient.phone, dates: `${fromDate} to ${toDate}` },
                fits: times.map(({ doctorId, fromDateTimeIso }) => `${minuteText(fromDateTimeIso)} (${doctorId})`).join(', '),
                offer: offer && offerText(offer),
              })),
            },
            'book one: clinic waiting book ENTRY DOCTOR TIME; ask first: clinic waiting offer ENTRY DOCTOR TIME',
          ],
    arguments: ['addressId'],
    members: { addressId: aLocation, doctorId: { ...idOf('a practitioner', 'clinic doctor list'), name: 'doctor' }, fromDateTimeIso: { name: 'from' } },
    isWatchable: true,
  }),
  command(waitingBook, {
    shown: (visit) => `${visit.bookingReference}: visit ${visit.id} on ${minuteText(visit.fromDateTimeTs)}, ${paymentText(visit)}`,
    arguments: ['id', 'doctorId', 'fromDateTimeIso'],
    members: { id: anEntry, doctorId: { ...idOf('a practitioner', 'clinic doctor list'), name: 'doctor' }, fromDateTimeIso: { name: 'time' } },
  }),
  command(waitingOffer, {
    shown: offeredText,
    arguments: ['id', 'doctorId', 'fromDateTimeIso'],
    members: {
      id: anEntry,
      doctorId: { ...idOf('a practitioner', 'clinic doctor list'), name: 'doctor' },
      fromDateTimeIso: { name: 'time' },
      roomId: { ...idOf('a room', 'clinic location list'), name: 'room' },
    },
  }),
  command(waitingOfferEnd, { shown: offeredText, arguments: ['id'], members: { id: anEntry } }),
  command(waitingEnd, { shown: entryText, arguments: ['id'], members: { id: anEntry } }),
]
