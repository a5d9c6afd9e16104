// Commands for a patient's record and its audit.

import type { HeardOutcome } from '../../../base/messages/sms/carrier-event.ts'
import { auditShow } from '../../../clinic/audit/operations/audit.ts'
import { patientMessagePlay } from '../../../clinic/patient-messages/operations/message-play.ts'
import {
  patientChannelResume,
  patientChannelStop,
  patientChannels,
} from '../../../clinic/patient-messages/operations/patient-channels.ts'
import {
  patientMessageSend,
  patientMessages,
  patientMessagesDone,
} from '../../../clinic/patient-messages/operations/patient-messages.ts'
import { patientAlert } from '../../../clinic/patients/operations/patient-alert.ts'
import { patientBookingRule } from '../../../clinic/patients/operations/patient-booking-rule.ts'
import { patientMerge, patientMerged } from '../../../clinic/patients/operations/patient-merge.ts'
import {
  patientEdit,
  patientLikely,
  patientPhone,
  patientSearch,
} from '../../../clinic/patients/operations/patient-search.ts'
import {
  patientErase,
  patientExport,
  patientFind,
} from '../../../clinic/patients/operations/patients.ts'
import { patientsExpiring } from '../../../clinic/patients/operations/patients-expiring.ts'
import { patientPayments } from '../../../money/desk/operations/patient-payments.ts'
import { patientHead } from '../../../visits/appointments/operations/patient-head.ts'
import {
  patientShow,
  patientVisits,
} from '../../../visits/appointments/operations/patient-record.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import { command } from './command.ts'
import { patientName } from './shared.ts'
import { idMember, jsonObject } from './typed.ts'

const patientMember = idMember('a patient', 'clinic patient find NAME')

const foundColumns = ['id', 'mrnNumber', 'name', 'phone', 'dob']
const patientRow = <Patient extends Parameters<typeof patientName>[0]>(patient: Patient) => ({
  ...patient,
  name: patientName(patient),
})

interface RemainingData {
  visits: number
  upcoming: number
  upcomingVisits: readonly { reference: string; date: string; practitioner: string }[]
  packs: number
  payments: number
}

function formatRemaining({
  visits,
  upcoming,
  upcomingVisits,
  packs,
  payments,
}: RemainingData): string {
  const visitList = upcomingVisits
    .map(({ reference, date, practitioner }) => `${reference} on ${date} with ${practitioner}`)
    .join(', ')
  const books = [
    [packs, 'pack'],
    [payments, 'payment'],
  ].flatMap(([count, noun]) => (count === 0 ? [] : [`${count} ${noun}${count === 1 ? '' : 's'}`]))
  return [
    `${visits} ${visits === 1 ? 'visit stays' : 'visits stay'}, ${upcoming} still to come${visitList && `: ${visitList}`}`,
    ...(books.length > 0 ? [`of the books ${books.join(', ')} stay`] : []),
  ].join('; ')
}

const formatContact = (contact: { value: string; verifiedAt: string | null } | null) =>
  contact
    ? `${contact.value}${contact.verifiedAt === null ? '' : ` (verified ${contact.verifiedAt.slice(0, 10)})`}`
    : null
const formatMinute = (time: string) => time.slice(0, 16).replace('T', ' ')
function formatMoved({ moved }: { moved: Readonly<Record<string, number>> }): string {
  const movedCounts = Object.entries(moved).flatMap(([kind, count]) => {
    const [one, many] = countNouns[kind] ?? [kind, kind]
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`]
  })
  return movedCounts.length === 0
    ? 'nothing else goes over'
    : `what goes over: ${movedCounts.join(', ')}`
}

/** The singular and plural of each count's noun. */
const countNouns: Readonly<Record<string, readonly [string, string]>> = {
  visits: ['visit', 'visits'],
  tokens: ['token', 'tokens'],
  packs: ['session pack', 'session packs'],
  movements: ['pack session used or returned', 'pack sessions used or returned'],
  series: ['series of visits', 'series of visits'],
  waiting: ['entry of a waiting list', 'entries of waiting lists'],
  vitals: ['measurement', 'measurements'],
  payments: ['payment online', 'payments online'],
  deskPayments: ['payment at the desk', 'payments at the desk'],
  refunds: ['refund', 'refunds'],
  receipts: ['receipt', 'receipts'],
  notices: ['notice', 'notices'],
  messages: ['message', 'messages'],
  forms: ['form', 'forms'],
  records: ['record merged before', 'records merged before'],
}

const formatCharge = ({
  charged,
  currency,
  price,
  priceCurrency,
}: {
  charged: number
  currency: string
  price: number
  priceCurrency: string
}) => `${charged} ${currency}, the price is ${price} ${priceCurrency}`

const playedOutcomes = {
  CONFIRMED: 'the patient has confirmed the visits of the last notice',
  SENT_PAGE: 'the patient is sent the page of the visit',
  FOR_STAFF: 'the message waits for staff, in the record of the patient',
  STOPPED: 'the patient gets no more notices there',
  RESUMED: 'the patient gets notices there again',
  IGNORED: 'no patient of the clinic has the number, or it wrote too often: nothing is kept',
} as const satisfies Record<HeardOutcome, string>

export const patientCommands = [
  command(patientFind, {
    formatResult: (patients, { query }) =>
      patients.length === 0
        ? `no patient has '${query}' for a phone or record number, or a name that begins like it`
        : { columns: foundColumns, rows: patients.map(patientRow) },
    arguments: ['query'],
    members: { query: { name: 'phone-or-name', placeholder: 'NAME' } },
  }),
  command(patientSearch, {
    formatResult: (patients) =>
      patients.length === 0
        ? 'no patient fits'
        : { columns: foundColumns, rows: patients.map(patientRow) },
    arguments: ['query'],
    members: {
      query: { placeholder: 'TEXT' },
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
    },
  }),
  command(patientPhone, {
    formatResult: ({ phone, countryCode }, { phoneNumber = '' }) =>
      phone ?? `'${phoneNumber}' is no phone number; one without a dial code is of ${countryCode}`,
    arguments: ['phoneNumber'],
    members: {
      phoneNumber: { name: 'phone', placeholder: 'PHONE' },
      addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
    },
  }),
  command(patientLikely, {
    formatResult: (patients) =>
      patients.length === 0
        ? 'no likely patient'
        : { columns: [...foundColumns, 'because'], rows: patients.map(patientRow) },
    members: {
      dob: { value: 'date' },
      addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
    },
  }),
  command(patientShow, {
    formatResult: ({ patient, phone, email, family, moreFamily }) => {
      const facts = [
        patient.mrnNumber,
        patient.dob,
        patient.gender,
        patient.bloodGroup,
        patient.language,
        formatContact(phone),
        formatContact(email),
      ].filter(Boolean)
      return [
        `patient ${patient.id}, ${patientName(patient) ?? 'without a name'}: ${facts.join(', ')}`,
        ...(family.length === 0
          ? []
          : [{ columns: ['id', 'mrnNumber', 'name', 'dob'], rows: family.map(patientRow) }]),
        ...(moreFamily ? ['more are on this phone'] : []),
      ]
    },
    arguments: ['id'],
    members: {
      id: patientMember,
      opened: idMember('an entry', 'clinic audit'),
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
    },
  }),
  command(patientHead, {
    formatResult({ id, age, phone, lastVisit, nextVisit, due, ...patient }) {
      const facts = [
        age !== null && `${age} years`,
        phone,
        lastVisit && `last visit ${lastVisit.date}`,
        nextVisit && `next visit ${nextVisit.date}`,
        due.length > 0 &&
          `due ${due.map(({ amount, currency }) => `${amount} ${currency}`).join(', ')}`,
      ].filter(Boolean)
      return `patient ${id}, ${patientName(patient) ?? 'without a name'}: ${facts.join(', ')}`
    },
    arguments: ['id'],
    members: {
      id: patientMember,
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
    },
  }),
  command(patientVisits, {
    formatResult: ({ visits, more }) =>
      visits.length === 0
        ? 'no visits'
        : [
            {
              columns: ['id', 'time', 'what', 'doctor', 'location', 'status'],
              rows: visits.map((visit) => ({
                ...visit,
                time: formatMinute(visit.fromDateTimeTs),
                what: 'tokenDisplay' in visit ? visit.tokenDisplay : visit.bookingReference,
              })),
            },
            ...(more ? [`more: --after ${visits.at(-1)?.id}`] : []),
          ],
    arguments: ['patientId'],
    members: {
      patientId: { ...patientMember, name: 'patient' },
      after: idMember('a visit', 'clinic patient visits PATIENT'),
      opened: idMember('an entry', 'clinic audit'),
      doctorId: { ...idMember('a practitioner', 'clinic doctor list'), name: 'doctor' },
    },
  }),
  command(patientPayments, {
    formatResult: ({ payments, more }) =>
      payments.length === 0
        ? 'nothing was paid'
        : [
            {
              columns: [
                'time',
                'cause',
                'paidFor',
                'amount',
                'currency',
                'method',
                'state',
                'receipt',
                'reason',
              ],
              rows: payments.map((payment) => ({ ...payment, time: formatMinute(payment.at) })),
            },
            ...(more ? [`more: --after ${payments.at(-1)?.key}`] : []),
          ],
    arguments: ['patientId'],
    members: { patientId: { ...patientMember, name: 'patient' }, after: { value: 'key' } },
  }),
  command(patientEdit, {
    formatResult: ({ id, ...patient }) =>
      `patient ${id} is ${patientName(patient) ?? 'without a name'}, ${patient.mrnNumber}`,
    arguments: ['id'],
    members: { id: patientMember, dob: { value: 'date' }, patientAddress: jsonObject },
  }),
  command(patientAlert, {
    formatResult: ({ id, alert }) =>
      alert === null ? `patient ${id} has no alert` : `patient ${id}: ${alert}`,
    arguments: ['id', 'alert'],
    members: { id: patientMember, before: { value: 'text' } },
  }),
  command(patientMessages, {
    formatResult: ({ messages }) => [
      {
        columns: ['id', 'time', 'from', 'text', 'outcome', 'state'],
        rows: messages.map(({ at, fromPatient, writer, isOpen, ...message }) => ({
          ...message,
          time: formatMinute(at),
          from: fromPatient ? 'patient' : (writer ?? 'clinic'),
          outcome: isOpen ? 'OPEN' : message.outcome,
          state: message.delivery ?? message.state,
        })),
      },
    ],
    arguments: ['id'],
    members: { id: patientMember, before: { value: 'message' } },
  }),
  command(patientMessageSend, {
    formatResult: ({ id, messageId }) => `message ${messageId} goes to patient ${id}`,
    arguments: ['id', 'text'],
    members: { id: patientMember },
  }),
  command(patientMessagesDone, {
    formatResult: ({ id, done }) => `${done} messages of patient ${id} are dealt with`,
    arguments: ['id', 'until'],
    members: { id: patientMember, until: { value: 'message' } },
  }),
  command(patientMessagePlay, {
    formatResult: ({ outcome }) => playedOutcomes[outcome],
    arguments: ['from', 'text'],
    members: { from: { placeholder: 'PHONE' } },
  }),
  command(patientChannels, {
    formatResult: (rows, { id }) =>
      rows.length === 0
        ? `no notices reach patient ${id}`
        : { columns: ['channel', 'destination', 'stoppedAt', 'askedBy'], rows },
    arguments: ['id'],
    members: { id: patientMember },
  }),
  command(patientChannelStop, {
    formatResult: ({ id, channel }) => `no more notices go to patient ${id} by ${channel}`,
    arguments: ['id', 'channel'],
    members: { id: patientMember },
  }),
  command(patientChannelResume, {
    formatResult: ({ id, channel }) => `notices go to patient ${id} by ${channel} again`,
    arguments: ['id', 'channel'],
    members: { id: patientMember },
  }),
  command(patientsExpiring, {
    formatResult: ({ patients, next }) =>
      patients.length === 0 && next === null
        ? 'no patient is erased in that time'
        : [
            { columns: ['id', 'lastAt', 'erasedFrom'], rows: patients },
            ...(next === null ? [] : [`more: clinic patient expiring --after ${next}`]),
          ],
    typed: 'patient expiring',
    members: { after: patientMember },
  }),
  command(patientBookingRule, {
    formatResult: ({ id, rule, reason }) =>
      rule === null ? `patient ${id} books like everyone` : `patient ${id}: ${rule}, ${reason}`,
    arguments: ['id', 'rule'],
    members: { id: patientMember },
  }),
  command(patientExport, {
    arguments: ['id'],
    members: { id: patientMember },
    resultFile: 'A new file; standard output when omitted.',
  }),
  command(patientErase, {
    formatResult: (result) =>
      `patient ${result.patientId} is erased; ${formatRemaining(result)}.\nBackups made before still hold the record: keep them no longer than you must.`,
    arguments: ['id'],
    members: { id: patientMember, confirmed: { name: 'yes' } },
    confirmation(result, _, workspace) {
      if (result.erased) return undefined
      return new TerminalProblem(
        `patient ${result.patientId} would be erased for good; ${formatRemaining(result)}`,
        `do it: clinic patient erase ${result.patientId} --yes${workspace === undefined ? '' : ` --workspace ${workspace}`}`,
      )
    },
  }),
  command(patientMerge, {
    formatResult: (result) =>
      `patient ${result.from} is merged into ${result.into}, to which its id leads; ${formatMoved(result)}`,
    arguments: ['from', 'into'],
    members: { from: patientMember, into: patientMember, confirmed: { name: 'yes' } },
    confirmation(result, { reason }, workspace) {
      if (result.merged) return undefined
      const { from, into, overlapping, filledFields } = result
      const overlaps =
        overlapping === 0
          ? ''
          : `; ${overlapping} to come at the same time as one of ${into}, and both stay`
      const fills = filledFields.length === 0 ? '' : `; ${into} gets ${filledFields.join(', ')}`
      return new TerminalProblem(
        `patient ${from} would be merged into ${into} for good; ${formatMoved(result)}${overlaps}${fills}`,
        `do it: clinic patient merge ${from} ${into} --reason '${reason}' --yes${workspace === undefined ? '' : ` --workspace ${workspace}`}`,
      )
    },
  }),
  command(patientMerged, {
    formatResult: ({ id, records }) =>
      records.length === 0
        ? `the id leads to patient ${id}, into which no record was merged`
        : [
            `the id leads to patient ${id}`,
            {
              columns: ['id', 'mrnNumber', 'mergedAt', 'by', 'reason', 'visits', 'tokens', 'packs'],
              rows: records.map(({ moved, actingUserId, operator, ...record }) => ({
                ...record,
                visits: moved.visits,
                tokens: moved.tokens,
                packs: moved.packs,
                by: operator ?? (actingUserId === null ? null : `member ${actingUserId}`),
              })),
            },
          ],
    arguments: ['id'],
    members: { id: patientMember },
  }),
  command(auditShow, {
    formatResult: (entries) => ({
      columns: [
        'id',
        'at',
        'action',
        'patients',
        'appointmentId',
        'visitId',
        'by',
        'actingUserId',
        'endUserHash',
        'address',
        'requestId',
        ...(entries.some(({ charge }) => charge !== null) ? ['charge'] : []),
      ],
      rows: entries.map((entry) => ({
        ...entry,
        patients: entry.patientIds.join(' '),
        endUserHash: entry.endUserHash?.slice(0, 12),
        charge: entry.charge && formatCharge(entry.charge),
      })),
    }),
    typed: 'audit',
    members: {
      patientId: { ...patientMember, name: 'patient' },
      before: { ...idMember('an entry', 'clinic audit'), value: 'entry' },
    },
  }),
]
