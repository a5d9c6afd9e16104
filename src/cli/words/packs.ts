// What an operator does with the session packs that patients own.

import { packsCorrect, packsGrant, packsShow } from '../../packs/operations/packs.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import { command } from './command.ts'
import { idOf } from './typed.ts'

const aPatient = { ...idOf('a patient', 'clinic patient find NAME'), name: 'patient' }

const aPack = idOf('a pack', 'clinic packs show PATIENT')

export const packCommands = [
  command(packsShow, {
    shown: (packs) =>
      packs.length === 0
        ? 'this patient has no session packs'
        : packs.flatMap((pack) => [
            `pack ${pack.id}, ${pack.sessionPackName}${pack.active ? '' : ' (not active)'}: ${pack.sessionsRemaining} of ${pack.totalSessions} sessions left, until ${pack.expiresOn}`,
            { columns: ['at', 'cause', 'sessions', 'appointmentId', 'reason', 'by'], rows: pack.movements },
          ]),
    arguments: ['patientId'],
    members: { patientId: aPatient },
  }),
  command(packsGrant, {
    shown: ({ id, expiresOn }, { patientId }) => `patient ${patientId} has pack ${id}, which pays for visits until ${expiresOn}`,
    arguments: ['patientId', 'pack'],
    members: { patientId: aPatient, pack: { name: 'pack' } },
  }),
  command(packsCorrect, {
    shown: ({ id, sessions }) => `pack ${id} has ${Math.abs(sessions)} ${Math.abs(sessions) === 1 ? 'session' : 'sessions'} ${sessions > 0 ? 'more' : 'fewer'}`,
    arguments: ['id', 'sessions'],
    members: {
      id: aPack,
      reason: { value: 'text' },
      sessions: {
        read(typed) {
          if (/^[+-]?\d{1,4}$/.test(typed)) return Number(typed)
          throw new TerminalProblem(`'${typed}' is not a number of sessions`, 'write a whole number, such as 1 or -1')
        },
      },
    },
  }),
]
