// The waiting list from the command line.

import type { Static } from 'typebox'
import {
  waitingAdd,
  waitingBook,
  waitingEnd,
  waitingList,
} from '../../../visits/appointments/operations/waiting.ts'
import {
  waitingOffer,
  waitingOfferEnd,
} from '../../../visits/appointments/operations/waiting-offers.ts'
import { command } from './command.ts'
import { formatPayment, patientName } from './shared.ts'
import { idMember, jsonObject } from './typed.ts'

const entryMember = {
  ...idMember('an entry of the waiting list', 'clinic waiting list LOCATION'),
  name: 'entry',
}
const locationMember = { ...idMember('a location', 'clinic location list'), name: 'location' }
const formatMinute = (time: string) => time.slice(0, 16).replace('T', ' ')

const formatEntry = ({ id, patient, fromDate, toDate, state }: Static<typeof waitingAdd.output>) =>
  `entry ${id}, ${patientName(patient)}, ${fromDate} to ${toDate}: ${state}`

function formatOffer({
  fromDateTimeIso,
  state,
  expiresAt,
}: NonNullable<Static<typeof waitingOffer.output>['offer']>): string {
  return `${formatMinute(fromDateTimeIso)} ${state}${state === 'OPEN' ? ` until ${formatMinute(expiresAt)}` : ''}`
}

const formatOfferedEntry = ({ offer, ...entry }: Static<typeof waitingOffer.output>) =>
  `entry ${entry.id}, ${patientName(entry.patient)}: ${offer ? formatOffer(offer) : 'nothing on offer'}`

export const waitingCommands = [
  command(waitingAdd, {
    formatResult: formatEntry,
    arguments: ['addressId'],
    members: {
      addressId: locationMember,
      patientId: { ...idMember('a patient', 'clinic patient find NAME'), name: 'patient' },
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
    formatResult: (entries) =>
      entries.length === 0
        ? 'no one is waiting'
        : [
            {
              columns: [
                'since',
                'patient',
                'phone',
                'dates',
                'mode',
                'note',
                'fits',
                'offer',
                'id',
              ],
              rows: entries.map(
                ({ patient, fromDate, toDate, createdAt, times, offer, ...entry }) => ({
                  ...entry,
                  since: formatMinute(createdAt),
                  patient: patientName(patient),
                  phone: patient.phone,
                  dates: `${fromDate} to ${toDate}`,
                  fits: times
                    .map(
                      ({ doctorId, fromDateTimeIso }) =>
                        `${formatMinute(fromDateTimeIso)} (${doctorId})`,
                    )
                    .join(', '),
                  offer: offer && formatOffer(offer),
                }),
              ),
            },
            'book one: clinic waiting book ENTRY DOCTOR TIME; ask first: clinic waiting offer ENTRY DOCTOR TIME',
          ],
    arguments: ['addressId'],
    members: {
      addressId: locationMember,
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
      fromDateTimeIso: { name: 'from' },
    },
    isWatchable: true,
  }),
  command(waitingBook, {
    formatResult: (visit) =>
      `${visit.bookingReference}: visit ${visit.id} on ${formatMinute(visit.fromDateTimeTs)}, ${formatPayment(visit)}`,
    arguments: ['id', 'doctorId', 'fromDateTimeIso'],
    members: {
      id: entryMember,
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
      fromDateTimeIso: { name: 'time' },
    },
  }),
  command(waitingOffer, {
    formatResult: formatOfferedEntry,
    arguments: ['id', 'doctorId', 'fromDateTimeIso'],
    members: {
      id: entryMember,
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
      fromDateTimeIso: { name: 'time' },
      roomId: { ...idMember('a room', 'clinic location list'), name: 'room' },
    },
  }),
  command(waitingOfferEnd, {
    formatResult: formatOfferedEntry,
    arguments: ['id'],
    members: { id: entryMember },
  }),
  command(waitingEnd, {
    formatResult: formatEntry,
    arguments: ['id'],
    members: { id: entryMember },
  }),
]
