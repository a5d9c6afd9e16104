// Running a queue from the command line: staff start and end a shift, call who is next, and take each token through it.

import { queueActions, queueEnd, queueEvents, queueList, queueMove, queueNext, queueShow, queueStart } from '../../queue/operations/queue.ts'
import { OperatorProblem } from '../../values/operator-problem.ts'
import { command, type MemberWords } from './command.ts'

const clockOf = (time: string | null) => time?.slice(11, 16) ?? null

const dateWords = { date: { value: 'date' } }
const reasonWords = { reason: { value: 'text' } }
const tokenWords: MemberWords = {
  read(typed) {
    const written = typed.toUpperCase()
    if (/^([A-Z]{1,3}-)?[1-9]\d{0,5}$/.test(written)) return written
    throw new OperatorProblem(`'${typed}' is not a token`, 'write it as A-12, or its number alone; see the line: clinic queue show SHIFT')
  },
}

const givenBack = 'what was paid at the desk by clinic token refund VISIT_ID, what was paid online by clinic payments refund SESSION_REF'

function outcomeText({ token, status, position, payment }: { token: string; status: string; position: number | null; payment: string }): string {
  const place = position === null ? '' : `, position ${position}`
  return `${token} is ${status}${place}${status === 'CANCELLED' && payment === 'PAID' ? `; it was paid, so give back ${givenBack}` : ''}`
}

export const queueCommands = [
  command(queueList, {
    shown: (shifts) =>
      shifts.length === 0
        ? 'no shifts on this day'
        : {
            columns: ['id', 'doctor', 'location', 'shift', 'mode', 'time', 'state', 'tokens', 'waiting', 'serving', 'called'],
            rows: shifts.map((shift) => ({ ...shift, time: `${shift.from}-${shift.to}`, tokens: `${shift.booked}/${shift.max}` })),
          },
    members: { date: { value: 'date' } },
    isWatchable: true,
  }),
  command(queueShow, {
    shown: (visits) =>
      visits.length === 0
        ? 'nobody has a token'
        : [
            {
              columns: ['token', 'position', 'status', 'patient', 'phone', 'called', 'began', 'payment', 'visitId'],
              rows: visits.map((visit) => ({ ...visit, called: clockOf(visit.called), began: clockOf(visit.began) })),
            },
            `${visits.filter(({ position }) => position !== null).length} waiting, ${visits.length} ${visits.length === 1 ? 'token' : 'tokens'}`,
          ],
    arguments: ['shift'],
    members: dateWords,
    isWatchable: true,
  }),
  command(queueStart, {
    shown: ({ id, date, waiting }) => `shift ${id} runs on ${date}, ${waiting} waiting; call who is next: clinic queue next ${id}`,
    arguments: ['shift'],
  }),
  command(queueNext, {
    shown: ({ called }) => (called ? outcomeText(called) : 'nobody waits'),
    arguments: ['shift'],
    members: dateWords,
  }),
  ...queueActions.map((operation) =>
    command(operation, {
      typed: operation.name.replace('-', ' '),
      shown: outcomeText,
      arguments: ['shift', 'token'],
      members: { ...dateWords, token: tokenWords, ...reasonWords },
    }),
  ),
  command(queueMove, {
    shown: outcomeText,
    arguments: ['shift', 'token'],
    members: { ...dateWords, token: tokenWords, to: { value: 'position' }, ...reasonWords },
  }),
  command(queueEnd, {
    shown: ({ completed, absent, cancelled, cancelledPaid }, { shift }) => {
      const ended = `the queue is ended: ${completed} completed, ${absent} absent, ${cancelled} cancelled`
      return cancelledPaid === 0 ? ended : [ended, `${cancelledPaid} of the cancelled had paid, see clinic queue show ${shift}; give back ${givenBack}`]
    },
    arguments: ['shift'],
    members: dateWords,
    asksFirst: ({ shift }) => `Ending the queue of ${shift} cancels everybody who still waits, and it does not start again today. End it?`,
  }),
  command(queueEvents, {
    shown: (events) =>
      events.length === 0
        ? 'nothing has happened yet'
        : { columns: ['time', 'event', 'token', 'by', 'reason'], rows: events.map((event) => ({ ...event, time: event.at.slice(11, 19) })) },
    arguments: ['shift'],
    members: dateWords,
  }),
]
