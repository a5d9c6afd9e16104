// Commands for session packs that patients own.

import { packsOffered, packsSell } from '../../../money/desk/operations/packs-sell.ts'
import { packsCorrect, packsGrant, packsShow } from '../../../money/packs/operations/packs.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import { command } from './command.ts'
import { idMember } from './typed.ts'

const patientMember = { ...idMember('a patient', 'clinic patient find NAME'), name: 'patient' }

const locationMember = { ...idMember('a location', 'clinic location list'), name: 'location' }

const packIdMember = idMember('a pack', 'clinic packs show PATIENT')

export const packCommands = [
  command(packsShow, {
    formatResult: (packs) =>
      packs.length === 0
        ? 'this patient has no session packs'
        : packs.flatMap((pack) => [
            `pack ${pack.id}, ${pack.sessionPackName}${pack.active ? '' : ' (not active)'}: ${pack.sessionsRemaining} of ${pack.totalSessions} sessions left, until ${pack.expiresOn}`,
            {
              columns: ['at', 'cause', 'sessions', 'appointmentId', 'reason', 'by'],
              rows: pack.movements,
            },
          ]),
    arguments: ['patientId'],
    members: { patientId: patientMember, after: idMember('a pack', 'clinic packs show PATIENT') },
  }),
  command(packsOffered, {
    formatResult: (packs) =>
      packs.length === 0
        ? 'no session packs are on sale'
        : {
            columns: [
              'name',
              'sessionPackName',
              'totalSessions',
              'validityDays',
              'amount',
              'currency',
            ],
            rows: packs,
          },
    arguments: ['patientId'],
    members: { patientId: patientMember, addressId: locationMember },
  }),
  command(packsSell, {
    formatResult: ({ id, packageAmount, currency, paymentStatus, expiresOn }, { patientId }) =>
      `patient ${patientId} has pack ${id} for ${packageAmount} ${currency}, ${paymentStatus}, which pays for visits until ${expiresOn} once it is paid`,
    arguments: ['patientId', 'pack'],
    members: {
      patientId: patientMember,
      pack: { name: 'pack' },
      addressId: locationMember,
      collectedByUserId: { ...idMember('a member of staff', 'clinic staff list'), name: 'member' },
    },
  }),
  command(packsGrant, {
    formatResult: ({ id, expiresOn }, { patientId }) =>
      `patient ${patientId} has pack ${id}, which pays for visits until ${expiresOn}`,
    arguments: ['patientId', 'pack'],
    members: { patientId: patientMember, pack: { name: 'pack' } },
  }),
  command(packsCorrect, {
    formatResult: ({ id, sessions }) =>
      `pack ${id} has ${Math.abs(sessions)} ${Math.abs(sessions) === 1 ? 'session' : 'sessions'} ${sessions > 0 ? 'more' : 'fewer'}`,
    arguments: ['id', 'sessions'],
    members: {
      id: packIdMember,
      reason: { value: 'text' },
      sessions: {
        read(typed) {
          if (/^[+-]?\d{1,4}$/.test(typed)) return Number(typed)
          throw new TerminalProblem(
            `'${typed}' is not a number of sessions`,
            'write a whole number, such as 1 or -1',
          )
        },
      },
    },
  }),
]
