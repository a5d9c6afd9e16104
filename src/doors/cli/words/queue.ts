// Running a queue from the command line: staff start and end a shift, call the next patient, and
// handle each token.

import type { Static } from 'typebox'
import { tokenGive } from '../../../money/desk/operations/token-give.ts'
import type { listedTokenSchema } from '../../../visits/queue/listed-tokens.ts'
import { queueLine } from '../../../visits/queue/operations/queue-line.ts'
import { queueEvents, queueList, queueShow } from '../../../visits/queue/operations/queues.ts'
import {
  queueActions,
  queueEnd,
  queueMove,
  queueNext,
  queueStart,
  queueTakeBack,
  queueUndo,
} from '../../../visits/queue/operations/run-queue.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import { command, type MemberWords } from './command.ts'
import { formatPayment, patientName } from './shared.ts'
import { idMember, jsonObject } from './typed.ts'

const formatClock = (time: string | null) => time?.slice(11, 16) ?? null

const dateWords = { date: { value: 'date' } }
const reasonWords = { reason: { value: 'text' } }
const tokenWords: MemberWords = {
  read(typed) {
    const normalisedToken = typed.toUpperCase()
    if (/^([A-Z]{1,3}-)?[1-9]\d{0,5}$/.test(normalisedToken)) return normalisedToken
    throw new TerminalProblem(
      `'${typed}' is not a token`,
      'write it as A-12, or its number alone; see the line: clinic queue show SHIFT',
    )
  },
}

const refundReminder =
  'what was paid at the desk by clinic token refund VISIT_ID, what was paid online by clinic payments refund SESSION_REF'

function formatOutcome({
  tokenDisplay,
  status,
  position,
  paymentStatus,
}: Static<typeof listedTokenSchema>): string {
  const positionText = position === null ? '' : `, position ${position}`
  return `${tokenDisplay} is ${status}${positionText}${status === 'CANCELLED' && paymentStatus === 'PAID' ? `; it was paid, so refund ${refundReminder}` : ''}`
}

export const queueCommands = [
  command(tokenGive, {
    formatResult: (token) => formatOutcome(token),
    arguments: ['qmsWorkShiftId'],
    members: {
      qmsWorkShiftId: { ...idMember('a shift', 'clinic queue list'), name: 'shift' },
      appointmentDate: { name: 'date', value: 'date' },
      patientId: { ...idMember('a patient', 'clinic patient search TEXT'), name: 'patient' },
      patientPayload: { ...jsonObject, name: 'new-patient' },
      paidBy: { value: 'method' },
      collectedByUserId: { ...idMember('a member of staff', 'clinic staff list'), name: 'member' },
    },
  }),
  command(queueList, {
    formatResult: (shifts) =>
      shifts.length === 0
        ? 'no shifts on this day'
        : {
            columns: [
              'id',
              'doctor',
              'location',
              'shift',
              'mode',
              'time',
              'state',
              'tokens',
              'waiting',
              'serving',
              'called',
            ],
            rows: shifts.map((shift) => ({
              ...shift,
              id: shift.qmsWorkShiftId,
              time: `${shift.startTime}-${shift.endTime}`,
              tokens: `${shift.bookedCount}/${shift.maxAppointments}`,
              serving: shift.serving.join(', '),
              called: shift.called.join(', '),
            })),
          },
    members: { date: { value: 'date' } },
    isWatchable: true,
  }),
  command(queueShow, {
    formatResult: (visits) =>
      visits.length === 0
        ? 'there are no tokens'
        : [
            {
              columns: [
                'token',
                'position',
                'status',
                'patient',
                'phone',
                'called',
                'began',
                'payment',
                'visitId',
              ],
              rows: visits.map(({ patient, ...visit }) => ({
                ...visit,
                token: visit.tokenDisplay,
                patient: patientName(patient),
                phone: patient.phone,
                called: formatClock(visit.calledAt),
                began: formatClock(visit.beganAt),
                payment: formatPayment(visit),
              })),
            },
            `${visits.filter(({ position }) => position !== null).length} waiting, ${visits.length} ${visits.length === 1 ? 'token' : 'tokens'}`,
          ],
    arguments: ['shift'],
    members: dateWords,
    isWatchable: true,
  }),
  command(queueLine, {
    formatResult: ({ queues }) =>
      queues.length === 0
        ? 'no shifts on this day'
        : queues.flatMap(({ tokens, ...queue }) => [
            `shift ${queue.qmsWorkShiftId}, ${queue.doctorName}, ${queue.startTime}-${queue.endTime}: ${queue.state}, ${queue.waiting} waiting`,
            {
              columns: ['token', 'position', 'status', 'patient', 'called', 'began', 'wait'],
              rows: tokens.map(({ patient, wait, ...visit }) => ({
                ...visit,
                token: visit.tokenDisplay,
                patient: patientName(patient),
                called: formatClock(visit.calledAt),
                began: formatClock(visit.beganAt),
                wait: wait && `${wait.fromMinutes}-${wait.toMinutes} min`,
              })),
            },
          ]),
    arguments: ['addressId'],
    members: {
      addressId: { ...idMember('a location', 'clinic location list'), name: 'location' },
      ...dateWords,
      doctorIds: { name: 'doctor', value: 'id' },
    },
    isWatchable: true,
  }),
  command(queueStart, {
    formatResult: ({ qmsWorkShiftId: id, date, waiting }) =>
      `shift ${id} runs on ${date}, ${waiting} waiting; call who is next: clinic queue next ${id}`,
    arguments: ['shift'],
  }),
  command(queueNext, {
    formatResult: ({ called }) => (called ? formatOutcome(called) : 'no one is waiting'),
    arguments: ['shift'],
    members: dateWords,
  }),
  ...[...queueActions, queueTakeBack].map((operation) =>
    command(operation, {
      formatResult: formatOutcome,
      arguments: ['shift', 'token'],
      members: { ...dateWords, token: tokenWords, ...reasonWords },
    }),
  ),
  command(queueUndo, {
    formatResult: formatOutcome,
    arguments: ['id'],
    members: { id: { name: 'change' } },
  }),
  command(queueMove, {
    formatResult: formatOutcome,
    arguments: ['shift', 'token'],
    members: { ...dateWords, token: tokenWords, to: { value: 'position' }, ...reasonWords },
  }),
  command(queueEnd, {
    formatResult: ({ completed, absent, cancelled, cancelledPaid }, { shift }) => {
      const ended = `the queue is ended: ${completed} completed, ${absent} absent, ${cancelled} cancelled`
      return cancelledPaid === 0
        ? ended
        : [
            ended,
            `${cancelledPaid} of the cancelled had paid, see clinic queue show ${shift}; refund ${refundReminder}`,
          ]
    },
    arguments: ['shift'],
    members: dateWords,
    asksFirst: ({ shift }) =>
      `Ending the queue of ${shift} cancels everyone still waiting, and it cannot be started again today. End it?`,
  }),
  command(queueEvents, {
    formatResult: (events) =>
      events.length === 0
        ? 'nothing has happened yet'
        : {
            columns: ['time', 'event', 'token', 'by', 'reason'],
            rows: events.map((event) => ({ ...event, time: event.at.slice(11, 19) })),
          },
    arguments: ['shift'],
    members: dateWords,
  }),
]
