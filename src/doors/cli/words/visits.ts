// A clinic's day from the command line: its visits and their outcomes.

import type { Static } from 'typebox'
import { addressText } from '../../../base/values/address-text.ts'
import { visitHistory } from '../../../clinic/audit/operations/audit.ts'
import { visitBook } from '../../../money/desk/operations/visit-book.ts'
import {
  blockAdd,
  blockClose,
  blockList,
  blockOpen,
  blockRemove,
} from '../../../visits/appointments/operations/blocks.ts'
import {
  visitCancel,
  visitCancelQuote,
  visitMove,
  visitStatus,
} from '../../../visits/appointments/operations/change-visit.ts'
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
import { command, type TextOutput } from './command.ts'
import { daySheet } from './day-sheet.ts'
import { formatPayment, patientName } from './shared.ts'
import { idMember, jsonObject } from './typed.ts'

type Visit = Static<typeof visitList.output>[number]

const changeMember = { name: 'change' }
const visitIdMember = idMember('a visit', 'clinic visit list')

/** A visit or token as a row for the terminal. */
function visitRow(visit: Visit) {
  const isToken = visit.system === 'QMS'
  const {
    id,
    patientId,
    patient,
    doctor,
    location,
    status,
    mode,
    appointmentDate,
    fromDateTimeTs,
    toDateTimeTs,
  } = visit
  return {
    id,
    patientId,
    patient: patient.erased ? '(erased)' : patientName(patient),
    phone: patient.phone,
    doctor,
    location,
    room: isToken ? null : visit.room,
    status,
    mode,
    type: isToken ? 'TOKEN' : visit.type,
    videoLink: visit.videoLink,
    reference: isToken ? null : visit.bookingReference,
    token: isToken ? visit.tokenDisplay : null,
    erased: patient.erased,
    date: appointmentDate,
    from: fromDateTimeTs,
    to: toDateTimeTs,
    payment: formatPayment(visit),
    unofferedReason: isToken ? null : visit.unofferedReason,
    address: isToken ? null : addressText(visit.visitAddress) || null,
    notes: [visit.chiefComplaint, visit.appointmentNotes].filter(Boolean).join('; ') || null,
  }
}

function formatVisits(visits: readonly Visit[], withDate: boolean): TextOutput {
  if (visits.length === 0) return 'no visits'
  const tokens = visits.filter(({ system }) => system === 'QMS').length
  const date = withDate ? ['date'] : []
  const token = tokens > 0 ? ['token'] : []
  const columns = [
    ...date,
    'time',
    ...token,
    'patient',
    'phone',
    'doctor',
    'location',
    'room',
    'status',
    'mode',
    'payment',
    'id',
  ]
  const zones = new Set(visits.map(({ fromDateTimeTs }) => fromDateTimeTs.slice(19)))
  const rows = visits.map(visitRow).map((visit) => ({
    ...visit,
    time: `${visit.from.slice(11, 16)}${zones.size > 1 ? visit.from.slice(19) : ''}`,
  }))
  const counted = [formatCount(visits.length - tokens, 'visit'), formatCount(tokens, 'token')]
    .filter((text) => !text.startsWith('0 '))
    .join(' and ')
  const erased = visits
    .filter((visit) => visit.patient.erased && isUpcoming(visit))
    .map(({ id }) => id)
  return [
    { columns, rows },
    `${counted}, times of the clinic (${[...zones].join(', ')})`,
    ...(erased.length === 0
      ? []
      : [
          `still to come, of a patient whose record is erased: ${erased.join(', ')}; ${cancelAdvice}`,
        ]),
  ]
}

const formatCount = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`

const cancelAdvice =
  'cancel what is not meant to be kept: clinic visit cancel ID, of a token clinic queue cancel SHIFT TOKEN'

/** Whether the patient is still expected. */
function isUpcoming({ status }: { status: string }): boolean {
  return ['SCHEDULED', 'CONFIRMED', 'RESCHEDULED', 'WAITING', 'CALLED'].includes(status)
}

type Refund = Static<typeof visitShow.output>['refunds'][number]

function formatRefund({
  amount,
  currency,
  percentage,
  online,
  state,
  reason,
  problem,
  requestedAt,
  doneAt,
}: Refund): string {
  const at = (doneAt ?? requestedAt).slice(0, 16).replace('T', ' ')
  const notes = [reason, problem].filter((text) => text !== null).map((text) => `: ${text}`)
  return `${amount} ${currency} (${percentage} %) ${online ? 'online' : 'at the desk'}, ${state} ${at}${notes.join('')}`
}

const formatStatus = (visit: Omit<Static<typeof visitStatus.output>, 'change'>) =>
  `visit ${visit.id} on ${visit.fromDateTimeTs.slice(0, 16).replace('T', ' ')} is ${visit.status}, ${formatPayment(visit)}`

type Day = Static<typeof dayShow.output>
const formatClock = (time: string) => time.slice(11, 16)
const formatTimeRange = ({
  fromDateTimeIso,
  toDateTimeIso,
}: {
  fromDateTimeIso: string
  toDateTimeIso: string
}) => `${formatClock(fromDateTimeIso)}-${formatClock(toDateTimeIso)}`

/** A row for each practitioner of a day, with free times and number of visits. */
function formatDay({ date, timezone, doctors }: Day): TextOutput {
  if (doctors.length === 0) return `no practitioner works on ${date}`
  const rows = doctors.map((column) => ({ doctor: column.doctorName, ...formatColumn(column) }))
  return [
    { columns: ['doctor', 'hours', 'free', 'visits', 'tokens', 'busy'], rows },
    `${date}, times of ${timezone}; who comes: clinic visit list --date ${date}`,
  ]
}

function formatColumn({ hoursBy, hours, slots, visits, queues, busy }: Day['doctors'][number]) {
  return {
    hours:
      hours.map(formatTimeRange).join(', ') ||
      queues.map(({ startTime, endTime }) => `${startTime}-${endTime}`).join(', ') ||
      (hoursBy === 'WEEKDAY' ? '' : 'closed'),
    free: slots.filter(({ status }) => status === 'AVAILABLE').length,
    visits: visits.length,
    tokens: queues.reduce((sum, { tokens }) => sum + tokens.length, 0),
    busy: busy.map((time) => `${formatTimeRange(time)} ${time.kind}`).join(', '),
  }
}

/** A row for each day of a week, or for each location on days with several. */
function formatWeek({ doctorName, days }: Static<typeof weekShow.output>): TextOutput {
  const rows = days.map(({ date, addressId, doctors: [column] }) => ({
    date,
    location: column ? addressId : '',
    ...(column && formatColumn(column)),
  }))
  const zones = new Set(days.map(({ timezone }) => timezone))
  return [
    { columns: ['date', 'location', 'hours', 'free', 'visits', 'tokens', 'busy'], rows },
    `${doctorName}, times of ${[...zones].join(' and ')}`,
  ]
}

export const bookingWords = {
  addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
  doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
  fromDateTimeIso: { name: 'from' },
  toDateTimeIso: { name: 'to' },
  patientId: { ...idMember('a patient', 'clinic patient find NAME'), name: 'patient' },
  patientPayload: { ...jsonObject, name: 'new-patient' },
  visitAddress: jsonObject,
  consultationDurationTierId: { name: 'tier' },
  packageConfigId: { name: 'buys-pack' },
  patientPackageId: { name: 'pack' },
  roomId: { name: 'room' },
  unofferedReason: { value: 'text' },
}

const refunderWords = { GATEWAY: ' by its gateway', DESK: ' at the desk', NO_ONE: '' }

const blockWords = {
  addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
  fromDateTimeIso: { name: 'from' },
  toDateTimeIso: { name: 'to' },
}
const blockIdMember = idMember('a block', 'clinic block list LOCATION')
const formatMinute = (time: string) => time.slice(0, 16).replace('T', ' ')

function formatBlock({
  id,
  doctor,
  room,
  addressId,
  closingId,
  reason,
  fromDateTimeIso,
  toDateTimeIso,
}: Static<typeof blockList.output>[number]): string {
  const where = doctor !== null && addressId === null ? ' at every location' : ''
  const closing = closingId === null ? '' : ` (closing ${closingId})`
  return `block ${id} of ${doctor ?? room}${where}${closing}, ${formatMinute(fromDateTimeIso)} to ${formatMinute(toDateTimeIso)}: ${reason}`
}

/** The text about the visits that remain within a block. */
const formatRemainingVisits = (visits: readonly Visit[]) =>
  visits.length === 0
    ? []
    : [
        ...[formatVisits(visits, true)].flat(),
        'they stay; move them: clinic visit move ID TIME; or cancel them: clinic visit cancel ID',
      ]

export const visitCommands = [
  command(blockAdd, {
    formatResult: ({ block, visits }) => [formatBlock(block), ...formatRemainingVisits(visits)],
    arguments: ['addressId', 'fromDateTimeIso', 'toDateTimeIso'],
    members: {
      ...blockWords,
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
      roomId: { ...idMember('a room', 'clinic ids'), name: 'room' },
      reason: { value: 'text' },
    },
  }),
  command(blockClose, {
    formatResult: ({ closingId, blocks, visits }) => [
      ...blocks.map(formatBlock),
      `open again: clinic block open ${closingId}`,
      ...formatRemainingVisits(visits),
    ],
    arguments: ['addressId', 'fromDateTimeIso', 'toDateTimeIso'],
    members: {
      ...blockWords,
      doctorIds: { name: 'doctor', value: 'id' },
      reason: { value: 'text' },
    },
  }),
  command(blockOpen, {
    formatResult: (blocks) => blocks.map((block) => `freed: ${formatBlock(block)}`).join('\n'),
    arguments: ['closingId'],
    members: { closingId: idMember('a closing', 'clinic block list LOCATION') },
  }),
  command(blockRemove, {
    formatResult: (block) => `freed: ${formatBlock(block)}`,
    arguments: ['id'],
    members: { id: blockIdMember },
  }),
  command(blockList, {
    formatResult: (blocks) =>
      blocks.length === 0 ? 'nothing is blocked' : blocks.map(formatBlock).join('\n'),
    arguments: ['addressId'],
    members: { ...blockWords, doctorIds: { name: 'doctor', value: 'id' } },
  }),
  command(doctorLate, {
    formatResult: ({ minutes, upcomingPatients, told }) =>
      minutes === 0
        ? 'no longer late'
        : `${minutes} minutes late; ${told} of the ${upcomingPatients} still to come ${told === 1 ? 'is' : 'are'} told now`,
    arguments: ['addressId', 'doctorId', 'minutes'],
    members: {
      addressId: blockWords.addressId,
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
    },
  }),
  command(dayShow, {
    formatResult: formatDay,
    arguments: ['addressId'],
    members: {
      addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
      date: { value: 'date' },
      doctorIds: { name: 'doctor', value: 'id' },
    },
    isWatchable: true,
  }),
  command(weekShow, {
    formatResult: formatWeek,
    arguments: ['doctorId'],
    members: {
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
      addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
      date: { value: 'date' },
    },
    isWatchable: true,
  }),
  command(visitQuote, {
    formatResult: ({ payableAmount, currency, durationMins, plans }) => [
      `${payableAmount} ${currency} for ${durationMins} minutes`,
      {
        columns: [
          'kind',
          'mode',
          'pricePerSession',
          'currency',
          'sessionsRemaining',
          'packageConfigId',
          'patientPackageId',
        ],
        rows: plans,
      },
    ],
    members: bookingWords,
  }),
  command(visitBook, {
    formatResult: (visit) => `${visit.bookingReference}: ${formatStatus(visit)}`,
    members: {
      ...bookingWords,
      paidBy: { value: 'method' },
      collectedByUserId: { ...idMember('a member of staff', 'clinic staff list'), name: 'member' },
    },
  }),
  command(visitList, {
    formatResult: (visits, { patientId }) => formatVisits(visits, patientId !== undefined),
    members: {
      date: { value: 'date' },
      patientId: { ...idMember('a patient', 'clinic patient find NAME'), name: 'patient' },
    },
    isWatchable: true,
  }),
  command(visitFind, {
    formatResult: (visits) => formatVisits(visits, true),
    arguments: ['query'],
    members: { query: { placeholder: 'TEXT' } },
  }),
  command(visitStranded, {
    formatResult: (visits) =>
      visits.length === 0
        ? 'every visit to come lies in the hours'
        : [
            {
              columns: [
                'date',
                'time',
                'patient',
                'phone',
                'doctor',
                'location',
                'mode',
                'id',
                'next',
              ],
              rows: visits.map((visit) => ({
                ...visitRow(visit),
                time: visit.fromDateTimeTs.slice(11, 16),
                next: visit.next?.slice(0, 16) ?? null,
              })),
            },
            'move them: clinic visit move ID TIME; or cancel them: clinic visit cancel ID',
          ],
  }),
  command(visitDisplaced, {
    formatResult: (visits) =>
      visits.length === 0
        ? 'no visit lies in a blocked time'
        : [
            {
              columns: [
                'date',
                'time',
                'patient',
                'phone',
                'doctor',
                'location',
                'mode',
                'id',
                'blocks',
                'next',
              ],
              rows: visits.map((visit) => ({
                ...visitRow(visit),
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
    formatResult: ({ date, visits }) => daySheet(date, visits.map(visitRow)),
    members: { date: { value: 'date' } },
  }),
  command(visitHistory, {
    arguments: ['id'],
    members: { id: visitIdMember },
  }),
  command(visitShow, {
    formatResult: ({ refunds, ...visit }) => [
      {
        columns: ['what', 'value'],
        rows: [
          ...Object.entries({
            ...visitRow(visit),
            cancellationReason: visit.cancellationReason,
          }).map(([label, value]) => ({ what: label, value })),
          ...refunds.map((refund) => ({ what: 'refund', value: formatRefund(refund) })),
        ],
      },
      ...(visit.patient.erased && isUpcoming(visit)
        ? [`still to come, of a patient whose record is erased; ${cancelAdvice}`]
        : []),
    ],
    arguments: ['id'],
    members: { id: visitIdMember },
  }),
  command(visitVideo, {
    formatResult: ({ url }) => url,
    arguments: ['id'],
    members: { id: visitIdMember },
  }),
  command(visitStatus, {
    formatResult: formatStatus,
    arguments: ['id', 'status'],
    members: { id: visitIdMember },
  }),
  command(visitArrive, {
    formatResult: ({ id, arrivedAt }) =>
      arrivedAt === null
        ? `the patient of ${id} is awaited`
        : `the patient of ${id} came at ${arrivedAt.slice(11, 16)}`,
    arguments: ['id', 'arrived'],
    members: { id: visitIdMember, arrived: { name: 'yes-or-no', read: (typed) => typed !== 'no' } },
  }),
  command(visitCancel, {
    formatResult: formatStatus,
    arguments: ['id'],
    members: {
      id: visitIdMember,
      refund: { value: 'percent' },
      refundOverrideReason: { value: 'text' },
      reason: { value: 'text' },
    },
  }),
  command(visitCancelQuote, {
    formatResult: ({ refundAmount, keptAmount, currency, refundedBy, pack }) =>
      `${refundAmount} ${currency} would be refunded${refunderWords[refundedBy]}, ${keptAmount} ${currency} would be kept${pack === null ? '' : `; the pack: ${pack}`}`,
    arguments: ['id'],
    members: { id: visitIdMember, refund: { value: 'percent' } },
  }),
  command(visitEdit, {
    formatResult: ({ id, type, room }) => `visit ${id}: ${type}, ${room ?? 'no room'}`,
    arguments: ['id'],
    members: { id: visitIdMember },
  }),
  command(visitNotes, {
    formatResult: ({ id, appointmentNotes }) =>
      appointmentNotes === null ? `visit ${id} has no notes` : `visit ${id}: ${appointmentNotes}`,
    arguments: ['id', 'notes'],
    members: { id: visitIdMember, before: { value: 'text' } },
  }),
  command(visitVitals, {
    formatResult: ({ appointmentId, recordedAt }) =>
      `vitals of visit ${appointmentId} were added at ${recordedAt}`,
    arguments: ['id', 'vital'],
    members: { id: visitIdMember, vital: jsonObject },
  }),
  command(visitMove, {
    formatResult: formatStatus,
    arguments: ['id', 'to'],
    members: { id: visitIdMember, reason: { value: 'text' }, unofferedReason: { value: 'text' } },
  }),
  command(visitUndo, {
    formatResult: ({ id, status }) => `taken back: ${id} is ${status}`,
    arguments: ['id'],
    members: { id: changeMember },
  }),
]
