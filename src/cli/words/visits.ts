// A clinic's day from the command line: who comes when, and what becomes of it.

import type { Static } from 'typebox'
import {
  type ShownVisit,
  type shownRefund,
  visitCancel,
  visitList,
  visitMove,
  visitSheet,
  visitShow,
  visitStatus,
  visitStranded,
} from '../../appointments/operations/visits.ts'
import type { Shown } from './command.ts'
import { command } from './command.ts'
import { idOf } from './typed.ts'

const aVisit = idOf('a visit', 'clinic visit list')

function listShown(visits: readonly ShownVisit[], withDate: boolean): Shown {
  if (visits.length === 0) return 'no visits'
  const tokens = visits.filter(({ token }) => token !== null).length
  const [date, token] = [withDate ? ['date'] : [], tokens > 0 ? ['token'] : []]
  const columns = [...date, 'time', ...token, 'patient', 'phone', 'doctor', 'location', 'room', 'status', 'mode', 'payment', 'id']
  const zones = new Set(visits.map(({ from }) => from.slice(19)))
  const rows = visits.map((visit) => ({
    ...visit,
    time: `${visit.from.slice(11, 16)}${zones.size > 1 ? visit.from.slice(19) : ''}`,
    patient: patientText(visit),
  }))
  const counted = [counting(visits.length - tokens, 'visit'), counting(tokens, 'token')].filter((text) => !text.startsWith('0 ')).join(' and ')
  const erased = visits.filter((visit) => visit.erased && isToCome(visit)).map(({ id }) => id)
  return [
    { columns, rows },
    `${counted}, times of the clinic (${[...zones].join(', ')})`,
    ...(erased.length === 0 ? [] : [`still to come, of a patient whose record is erased: ${erased.join(', ')}; ${callOff}`]),
  ]
}

const counting = (count: number, what: string) => `${count} ${what}${count === 1 ? '' : 's'}`

const callOff = 'cancel what is not meant to be kept: clinic visit cancel ID, of a token clinic queue cancel SHIFT TOKEN'

const patientText = ({ patient, erased }: ShownVisit) => (erased ? '(erased)' : patient)

/** Whether the patient is still awaited. */
function isToCome({ status }: ShownVisit): boolean {
  return status === 'SCHEDULED' || status === 'CONFIRMED' || status === 'RESCHEDULED' || status === 'WAITING' || status === 'CALLED'
}

function refundText({ amount, percentage, online, state, reason, problem, requestedAt, doneAt }: Static<typeof shownRefund>): string {
  const at = (doneAt ?? requestedAt).slice(0, 16).replace('T', ' ')
  const notes = [reason, problem].filter((text) => text !== null).map((text) => `: ${text}`)
  return `${amount} (${percentage} %) ${online ? 'online' : 'at the desk'}, ${state} ${at}${notes.join('')}`
}

const nowStands = ({ id: visit, status, from, payment }: ShownVisit) => `visit ${visit} on ${from.slice(0, 16).replace('T', ' ')} is ${status}, ${payment}`

export const visitCommands = [
  command(visitList, {
    shown: (visits, { patient }) => listShown(visits, patient !== undefined),
    members: { date: { value: 'date' }, patient: { ...idOf('a patient', 'clinic patient find NAME'), name: 'patient' } },
    isWatchable: true,
  }),
  command(visitStranded, {
    shown: (visits) =>
      visits.length === 0
        ? 'every visit to come lies in the hours'
        : [
            {
              columns: ['date', 'time', 'patient', 'phone', 'doctor', 'location', 'mode', 'id', 'next'],
              rows: visits.map((visit) => ({ ...visit, time: visit.from.slice(11, 16), next: visit.next?.slice(0, 16) ?? null })),
            },
            'move them: clinic visit move ID TIME; or cancel them: clinic visit cancel ID',
          ],
  }),
  command(visitSheet, {
    shown: ({ html }) => html,
    members: { date: { value: 'date' } },
  }),
  command(visitShow, {
    shown: ({ refunds, ...visit }) => [
      {
        columns: ['what', 'value'],
        rows: [
          ...Object.entries({ ...visit, patient: patientText(visit) }).map(([what, value]) => ({ what, value })),
          ...refunds.map((refund) => ({ what: 'refund', value: refundText(refund) })),
        ],
      },
      ...(visit.erased && isToCome(visit) ? [`still to come, of a patient whose record is erased; ${callOff}`] : []),
    ],
    arguments: ['id'],
    members: { id: aVisit },
  }),
  command(visitStatus, {
    shown: nowStands,
    arguments: ['id', 'status'],
    members: { id: aVisit },
  }),
  command(visitCancel, {
    shown: nowStands,
    arguments: ['id'],
    members: { id: aVisit, refund: { value: 'percent' }, reason: { value: 'text' } },
  }),
  command(visitMove, {
    shown: nowStands,
    arguments: ['id', 'to'],
    members: { id: aVisit, reason: { value: 'text' } },
  }),
]
