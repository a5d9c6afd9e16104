// The boards of waiting rooms on the command line.

import {
  boardList,
  boardMake,
  boardRenew,
  boardWithdraw,
} from '../../../visits/queue/operations/boards.ts'
import { command } from './command.ts'
import { idMember } from './typed.ts'

const boardMember = { id: idMember('a board', 'clinic board list') }
const locationMember = { ...idMember('a location', 'clinic location list'), name: 'location' }
const formatLink = ({ name, url }: { name: string; url: string }) => [
  `the link of the board '${name}', shown this once; open it in the browser of the board:`,
  url,
]

export const boardCommands = [
  command(boardList, {
    formatResult: (boards) =>
      boards.length === 0
        ? 'there are no boards'
        : {
            columns: ['id', 'location', 'name', 'language', 'shifts', 'made', 'by'],
            rows: boards.map(({ addressId, qmsWorkShiftIds, createdAt, ...board }) => ({
              ...board,
              location: addressId,
              shifts: qmsWorkShiftIds.join(', ') || 'all',
              made: createdAt.slice(0, 16).replace('T', ' '),
            })),
          },
    members: { addressId: locationMember },
  }),
  command(boardMake, {
    formatResult: formatLink,
    arguments: ['addressId'],
    members: { addressId: locationMember, qmsWorkShiftIds: { name: 'shift', value: 'id' } },
  }),
  command(boardRenew, { formatResult: formatLink, arguments: ['id'], members: boardMember }),
  command(boardWithdraw, {
    formatResult: ({ name }) => `the board '${name}' is taken down`,
    arguments: ['id'],
    members: boardMember,
  }),
]
