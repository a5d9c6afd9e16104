// A clinic's day from the command line: its visits and their outcomes.

import type { Static } from 'typebox'
import { addressText } from '../../../base/values/address-text.ts'
import { visitHistory } from '../../../clinic/audit/operations/audit.ts'
import { visitBook } from '../../../money/desk/operations/visit-book.ts'
import { blockAdd, blockClose, blockList, blockOpen, blockRemove } from '../../../visits/appointments/operations/blocks.ts'
import { visitCancel, visitCancelQuote, visitMove, visitStatus } from '../../../visits/appointments/operations/change-visit.ts'
import { dayShow } from '../../../visits/appointments/operations/day-show.ts'
import { visitDisplaced } from '../../../visits/appointments/operations/displaced-visits.ts'
import { doctorLate } from '../../../visits/appointments/operations/doctor-late.ts'
import { visitStranded } from '../../../visits/appointments/operations/stranded-visits.ts'
import { visitArrive } from '../../../visits/appointments/operations/visit-arrive.ts'
import { visitEdit } from '../../../visits/appointments/operations/visit-edit.ts'
import { visitFind } from '../../../visits/appointments/operations/visit-find.ts'
import { visitList, visitSheet } from '../../../visits/appointments/operations/visit-list.ts'
import { visitNotes } from '../../../visits/appointments/operations/visit-notes.ts'
import { visitQuote } from '../../../visits/appointments/operations/visit-quote.ts'
import { visitShow } from '../../../visits/appointments/operations/visit-show.ts'
import { visitUndo } from '../../../visits/appointments/operations/visit-undo.ts'
import { visitVideo } from '../../../visits/appointments/operations/visit-video.ts'
import { visitVitals } from '../../../visits/appointments/operations/visit-vitals.ts'
import { weekShow } from '../../../visits/appointments/operations/week-show.ts'
import { command, type Shown } from './command.ts'
import { daySheet } from './day-sheet.ts'
import { patientName, paymentText } from './shared.ts'
import { idOf, jsonObject } from './typed.ts'

type Visit = Static<typeof visitList.output>[number]

const aChange = { name: 'change' }
const aVisit = idOf('a visit', 'clinic visit list')

/** A visit or token in terms of the terminal. */
function told(visit: Visit) {
  const isToken = visit.system === 'QMS'
  const { id, patientId, patient, doctor, location, status, mode, appointmentDate, fromDateTimeTs, toDateTimeTs } = visit
  return {
    ...{
      id,
      patientId,
      patient: patient.erased ? '(erased)' : patientName(patient),
      phone: patient.phone,
      doctor,
      location,
      room: isToken ? null : visit.room,
      status,
      mode,
    },
    type: isToken ? 'TOKEN' : visit.type,
    videoLink: visit.videoLink,
    reference: isToken ? null : visit.bookingReference,
    token: isToken ? visit.tokenDisplay : null,
    ...{ erased: patient.erased, date: appointmentDate, from: fromDateTimeTs, to: toDateTimeTs, payment: paymentText(visit) },
    unofferedReason: isToken ? null : visit.unofferedReason,
    address: isToken ? null : addressText(visit.visitAddress) || null,
    notes: [visit.chiefComplaint, visit.appointmentNotes].filter(Boolean).join('; ') || null,
  }
}

function listShown(visits: readonly Visit[], withDate: boolean): Shown {
  if (visits.length === 0) return 'no visits'
  const tokens = visits.filter(({ system }) => system === 'QMS').length
  const [date, token] = [withDate ? ['date'] : [], tokens > 0 ? ['token'] : []]
  const columns = [...date, 'time', ...token, 'patient', 'phone', 'doctor', 'location', 'room', 'status', 'mode', 'payment', 'id']
  const zones = new Set(visits.map(({ fromDateTimeTs }) => fromDateTimeTs.slice(19)))
  const rows = visits.map(told).map((visit) => ({ ...visit, time: `${visit.from.slice(11, 16)}${zones.size > 1 ? visit.from.slice(19) : ''}` }))
  const counted = [counting(visits.length - tokens, 'visit'), counting(tokens, 'token')].filter((text) => !text.startsWith('0 ')).join(' and ')
  const erased = visits.filter((visit) => visit.patient.erased && isToCome(visit)).map(({ id }) => id)
  return [
    { columns, rows },
    `${counted}, times of the clinic (${[...zones].join(', ')})`,
    ...(erased.length === 0 ? [] : [`still to come, of a patient whose record is erased: ${erased.join(', ')}; ${callOff}`]),
  ]
}

const counting = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

const callOff = 'cancel what is not meant to be kept: clinic visit cancel ID, of a token clinic queue cancel SHIFT TOKEN'

/** Whether the patient is still expected. */
function isToCome({ status }: { status: string }): boolean {
  return ['SCHEDULED', 'CONFIRMED', 'RESCHEDULED', 'WAITING', 'CALLED'].includes(status)
}

type Refund = Static<typeof visitShow.output>['refunds'][number]

function refundText({ amount, currency, percentage, online, state, reason, problem, requestedAt, doneAt }: Refund): string {
  const at = (doneAt ?? requestedAt).slice(0, 16).replace('T', ' ')
  const notes = [reason, problem].filter((text) => text !== null).map((text) => `: ${text}`)
  return `${amount} ${currency} (${percentage} %) ${online ? 'online' : 'at the desk'}, ${state} ${at}${notes.join('')}`
}

const nowStands = (visit: Omit<Static<typeof visitStatus.output>, 'change'>) =>
  `visit ${visit.id} on ${visit.fromDateTimeTs.slice(0, 16).replace('T', ' ')} is ${visit.status}, ${paymentText(visit)}`

type Day = Static<typeof dayShow.output>
const clockOf = (time: string) => time.slice(11, 16)
const stretch = ({ fromDateTimeIso, toDateTimeIso }: { fromDateTimeIso: string; toDateTimeIso: string }) =>
  `${clockOf(fromDateTimeIso)}-${clockOf(toDateTimeIso)}`

/** A row for each practitioner of a day, with free times and number of visits. */
function dayShown({ date, timezone, doctors }: Day): Shown {
  if (doctors.length === 0) return `no practitioner works on ${date}`
  const rows = doctors.map((column) => ({ doctor: column.doctorName, ...columnShown(column) }))
  return [
    { columns: ['doctor', 'hours', 'free', 'visits', 'tokens', 'busy'], rows },
    `${date}, times of ${timezone}; who comes: clinic visit list --date ${date}`,
  ]
}

function columnShown({ hoursBy, hours, slots, visits, queues, busy }: Day['doctors'][number]) {
  return {
    hours:
      hours.map(stretch).join(', ') || queues.map(({ startTime, endTime }) => `${startTime}-${endTime}`).join(', ') || (hoursBy === 'WEEKDAY' ? '' : 'closed'),
    free: slots.filter(({ status }) => status === 'AVAILABLE').length,
    visits: visits.length,
    tokens: queues.reduce((sum, { tokens }) => sum + tokens.length, 0),
    busy: busy.map((time) => `${stretch(time)} ${time.kind}`).join(', '),
  }
}

/** A row for each day of a week; one for each location if a day has several. */
function weekShown({ doctorName, days }: Static<typeof weekShow.output>): Shown {
  const rows = days.map(({ date, addressId, doctors: [column] }) => ({ date, location: column ? addressId : '', ...(column && columnShown(column)) }))
  const zones = new Set(days.map(({ timezone }) => timezone))
  return [{ columns: ['date', 'location', 'hours', 'free', 'visits', 'tokens', 'busy'], rows }, `${doctorName}, times of ${[...zones].join(' and ')}`]
}

export const bookingWords = {
  addressId: { ...idOf('a location', 'clinic location list'), name: 'location' },
  doctorId: { ...idOf('a practitioner', 'clinic doctor list'), name: 'doctor' },
  fromDateTimeIso: { name: 'from' },
  toDateTimeIso: { name: 'to' },
  patientId: { ...idOf('a patient', 'clinic patient find NAME'), name: 'patient' },
  patientPayload: { ...jsonObject, name: 'new-patient' },
  visitAddress: jsonObject,
  consultationDurationTierId: { name: 'tier' },
  packageConfigId: { name: 'buys-pack' },
  patientPackageId: { name: 'pack' },
  roomId: { name: 'room' },
  unofferedReason: { value: 'text' },
}

const blockWords = {
  addressId: { ...idOf('a location', 'clinic location list'), name: 'location' },
  fromDateTimeIso: { name: 'from' },
  toDateTimeIso: { name: 'to' },
}
const aBlock = idOf('a block', 'clinic block list LOCATION')
const minuteText = (time: string) => time.slice(0, 16).replace('T', ' ')

function blockText({ id, doctor, room, addressId, closingId, reason, fromDateTimeIso, toDateTimeIso }: Static<typeof blockList.output>[number]): string {
  const where = doctor !== null && addressId === null ? ' at every location' : ''
  const closing = closingId === null ? '' : ` (closing ${closingId})`
  return `block ${id} of ${doctor ?? room}${where}${closing}, ${minuteText(fromDateTimeIso)} to ${minuteText(toDateTimeIso)}: ${reason}`
}

/** The text about visits that remain within a block. */
const staying = (visits: readonly Visit[]) =>
  visits.length === 0 ? [] : [...[listShown(visits, true)].flat(), 'they stay; move them: clinic visit move ID TIME; or cancel them: clinic visit cancel ID']

export const visitCommands = [
  command(blockAdd, {
    shown: ({ block, visits }) => [blockText(block), ...staying(visits)],
    arguments: ['addressId', 'fromDateTimeIso', 'toDateTimeIso'],
    members: {
      ...blockWords,
      doctorId: { ...idOf('a practitioner', 'clinic doctor list'), name: 'doctor' },
      roomId: { ...idOf('a room', 'clinic ids'), name: 'room' },
      reason: { value: 'text' },
    },
  }),
  command(blockClose, {
    shown: ({ closingId, blocks, visits }) => [...blocks.map(blockText), `open again: clinic block open ${closingId}`, ...staying(visits)],
    arguments: ['addressId', 'fromDateTimeIso', 'toDateTimeIso'],
    members: { ...blockWords, doctorIds: { name: 'doctor', value: 'id' }, reason: { value: 'text' } },
  }),
  command(blockOpen, {
    shown: (blocks) => blocks.map((block) => `freed: ${blockText(block)}`).join('\n'),
    arguments: ['closingId'],
    members: { closingId: idOf('a closing', 'clinic block list LOCATION') },
  }),
  command(blockRemove, { shown: (block) => `freed: ${blockText(block)}`, arguments: ['id'], members: { id: aBlock } }),
  command(blockList, {
    shown: (blocks) => (blocks.length === 0 ? 'nothing is blocked' : blocks.map(blockText).join('\n')),
    arguments: ['addressId'],
    members: { ...blockWords, doctorIds: { name: 'doctor', value: 'id' } },
  }),
  command(doctorLate, {
    shown: ({ minutes, toCome, told }) =>
      minutes === 0 ? 'no longer late' : `${minutes} minutes late; ${told} of the ${toCome} still to come ${told === 1 ? 'is' : 'are'} told now`,
    arguments: ['addressId', 'doctorId', 'minutes'],
    members: { addressId: blockWords.addressId, doctorId: { ...idOf('a practitioner', 'clinic doctor list'), name: 'doctor' } },
  }),
  command(dayShow, {
    shown: dayShown,
    arguments: ['addressId'],
    members: {
      addressId: { ...idOf('a location', 'clinic location list'), name: 'location' },
      date: { value: 'date' },
      doctorIds: { name: 'doctor', value: 'id' },
    },
    isWatchable: true,
  }),
  command(weekShow, {
    shown: weekShown,
    arguments: ['doctorId'],
    members: {
      doctorId: { ...idOf('a practitioner', 'clinic doctor list'), name: 'doctor' },
      addressId: { ...idOf('a location', 'clinic location list'), name: 'location' },
      date: { value: 'date' },
    },
    isWatchable: true,
  }),
  command(visitQuote, {
    shown: ({ payableAmount, currency, durationMins, plans }) => [
      `${payableAmount} ${currency} for ${durationMins} minutes`,
      { columns: ['kind', 'mode', 'pricePerSession', 'currency', 'sessionsRemaining', 'packageConfigId', 'patientPackageId'], rows: plans },
    ],
    members: bookingWords,
  }),
  command(visitBook, {
    shown: (visit) => `${visit.bookingReference}: ${nowStands(visit)}`,
    members: { ...bookingWords, paidBy: { value: 'method' }, takenByUserId: { ...idOf('a member of staff', 'clinic staff list'), name: 'member' } },
  }),
  command(visitList, {
    shown: (visits, { patientId }) => listShown(visits, patientId !== undefined),
    members: { date: { value: 'date' }, patientId: { ...idOf('a patient', 'clinic patient find NAME'), name: 'patient' } },
    isWatchable: true,
  }),
  command(visitFind, {
    shown: (visits) => listShown(visits, true),
    arguments: ['sought'],
    members: { sought: { placeholder: 'TEXT' } },
  }),
  command(visitStranded, {
    shown: (visits) =>
      visits.length === 0
        ? 'every visit to come lies in the hours'
        : [
            {
              columns: ['date', 'time', 'patient', 'phone', 'doctor', 'location', 'mode', 'id', 'next'],
              rows: visits.map((visit) => ({ ...told(visit), time: visit.fromDateTimeTs.slice(11, 16), next: visit.next?.slice(0, 16) ?? null })),
            },
            'move them: clinic visit move ID TIME; or cancel them: clinic visit cancel ID',
          ],
  }),
  command(visitDisplaced, {
    shown: (visits) =>
      visits.length === 0
        ? 'no visit lies in a blocked time'
        : [
            {
              columns: ['date', 'time', 'patient', 'phone', 'doctor', 'location', 'mode', 'id', 'blocks', 'next'],
              rows: visits.map((visit) => ({
                ...told(visit),
                blocks: visit.blockIds.join(', '),
                time: visit.fromDateTimeTs.slice(11, 16),
                next: visit.next?.slice(0, 16) ?? null,
              })),
            },
            'move them: clinic visit move ID TIME; or cancel them: clinic visit cancel ID',
          ],
    arguments: ['addressId'],
    members: { addressId: blockWords.addressId, doctorIds: { name: 'doctor', value: 'id' } },
  }),
  command(visitSheet, {
    shown: ({ date, visits }) => daySheet(date, visits.map(told)),
    members: { date: { value: 'date' } },
  }),
  command(visitHistory, {
    arguments: ['id'],
    members: { id: aVisit },
  }),
  command(visitShow, {
    shown: ({ refunds, ...visit }) => [
      {
        columns: ['what', 'value'],
        rows: [
          ...Object.entries({ ...told(visit), cancellationReason: visit.cancellationReason }).map(([what, value]) => ({ what, value })),
          ...refunds.map((refund) => ({ what: 'refund', value: refundText(refund) })),
        ],
      },
      ...(visit.patient.erased && isToCome(visit) ? [`still to come, of a patient whose record is erased; ${callOff}`] : []),
    ],
    arguments: ['id'],
    members: { id: aVisit },
  }),
  command(visitVideo, {
    shown: ({ url }) => url,
    arguments: ['id'],
    members: { id: aVisit },
  }),
  command(visitStatus, {
    shown: nowStands,
    arguments: ['id', 'status'],
    members: { id: aVisit },
  }),
  command(visitArrive, {
    shown: ({ id, arrivedAt }) => (arrivedAt === null ? `the patient of ${id} is awaited` : `the patient of ${id} came at ${arrivedAt.slice(11, 16)}`),
    arguments: ['id', 'arrived'],
    members: { id: aVisit, arrived: { name: 'yes-or-no', read: (typed) => typed !== 'no' } },
  }),
  command(visitCancel, {
    shown: nowStands,
    arguments: ['id'],
    members: { id: aVisit, refund: { value: 'percent' }, refundOverrideReason: { value: 'text' }, reason: { value: 'text' } },
  }),
  command(visitCancelQuote, {
    shown: ({ refundAmount, keptAmount, currency, refundedBy, pack }) =>
      `${refundAmount} ${currency} would be refunded${refundedBy === 'NOBODY' ? '' : refundedBy === 'DESK' ? ' at the desk' : ' by its gateway'}, ${keptAmount} ${currency} would be kept${pack === null ? '' : `; the pack: ${pack}`}`,
    arguments: ['id'],
    members: { id: aVisit, refund: { value: 'percent' } },
  }),
  command(visitEdit, { shown: ({ id, type, room }) => `visit ${id}: ${type}, ${room ?? 'no room'}`, arguments: ['id'], members: { id: aVisit } }),
  command(visitNotes, {
    shown: ({ id, appointmentNotes }) => (appointmentNotes === null ? `visit ${id} has no notes` : `visit ${id}: ${appointmentNotes}`),
    arguments: ['id', 'notes'],
    members: { id: aVisit, before: { value: 'text' } },
  }),
  command(visitVitals, {
    shown: ({ appointmentId, recordedAt }) => `vitals of visit ${appointmentId} were added at ${recordedAt}`,
    arguments: ['id', 'vital'],
    members: { id: aVisit, vital: jsonObject },
  }),
  command(visitMove, {
    shown: nowStands,
    arguments: ['id', 'to'],
    members: { id: aVisit, reason: { value: 'text' }, unofferedReason: { value: 'text' } },
  }),
  command(visitUndo, { shown: ({ id, status }) => `taken back: ${id} is ${status}`, arguments: ['id'], members: { id: aChange } }),
]
