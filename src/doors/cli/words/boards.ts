// The boards of waiting rooms on the command line.

import { boardList, boardMake, boardRenew, boardWithdraw } from '../../../visits/queue/operations/boards.ts'
import { command } from './command.ts'
import { idOf } from './typed.ts'

const ofBoard = { id: idOf('a board', 'clinic board list') }
const ofLocation = { ...idOf('a location', 'clinic location list'), name: 'location' }
const linkText = ({ name, url }: { name: string; url: string }) => [
  `the link of the board '${name}', shown this once; open it in the browser of the board:`,
  url,
]

export const boardCommands = [
  command(boardList, {
    shown: (boards) =>
      boards.length === 0
        ? 'there are no boards'
        : {
            columns: ['id', 'location', 'name', 'language', 'shifts', 'made', 'by'],
            rows: boards.map(({ addressId, qmsWorkShiftIds, madeAt, ...board }) => ({
              ...board,
              location: addressId,
              shifts: qmsWorkShiftIds.join(', ') || 'all',
              made: madeAt.slice(0, 16).replace('T', ' '),
            })),
          },
    members: { addressId: ofLocation },
  }),
  command(boardMake, {
    shown: linkText,
    arguments: ['addressId'],
    members: { addressId: ofLocation, qmsWorkShiftIds: { name: 'shift', value: 'id' } },
  }),
  command(boardRenew, { shown: linkText, arguments: ['id'], members: ofBoard }),
  command(boardWithdraw, { shown: ({ name }) => `the board '${name}' is taken down`, arguments: ['id'], members: ofBoard }),
]
