// The till of a location from the command line.

import type { Static } from 'typebox'
import type { DeepReadonly } from '../../../base/contract/route.ts'
import { tillClose, tillCloses, tillList, tillShow } from '../../../money/desk/operations/till.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import { command, type MemberWords } from './command.ts'
import { idMember } from './typed.ts'

const locationMember = { ...idMember('a location', 'clinic till list'), name: 'location' }
const formatMinute = (time: string) => time.slice(0, 16).replace('T', ' ')
const sumColumns = [
  'method',
  'currency',
  'payments',
  'taken',
  'corrected',
  'refunded',
  'net',
] as const

/** `CASH 700 INR`, in the format of the desk's totals. */
const countMember: MemberWords = {
  name: 'count',
  value: "'CASH 700 INR'",
  read(typed) {
    const [, method, amount, currency] =
      /^([A-Z][A-Z0-9_]{0,39}) (-?\d{1,12}(?:\.\d{1,4})?) ([A-Z]{3})$/.exec(typed) ?? []
    if (method && amount && currency) return { method, amount: Number(amount), currency }
    throw new TerminalProblem(
      `'${typed}' is not what was counted in one way`,
      "write it with its method and currency, such as --count 'CASH 700 INR'",
    )
  },
}

type Close = DeepReadonly<Static<typeof tillClose.output>>
const formatClose = ({ number, firstEntry, lastEntry, at, by }: Close) =>
  `close ${number}: entries ${firstEntry} to ${lastEntry}, ${formatMinute(at)}, by ${by}`
const countTable = ({ counts }: Close) => ({
  columns: ['method', 'currency', 'expected', 'counted', 'difference'],
  rows: counts,
})

export const tillCommands = [
  command(tillList, {
    formatResult: (tills) => ({
      columns: ['location', 'id', 'openEntries', 'openSince', 'lastClosedAt'],
      rows: tills.map(({ addressId, openSince, lastClosedAt, ...till }) => ({
        ...till,
        id: addressId,
        openSince: openSince && formatMinute(openSince),
        lastClosedAt: lastClosedAt && formatMinute(lastClosedAt),
      })),
    }),
  }),
  command(tillShow, {
    formatResult: ({ location, date, byMethod, byStaffMember, entries, more, open }) => [
      `${location ?? 'without a location'} on ${date}${entries.length === 0 ? ': nothing was taken' : ''}`,
      ...(entries.length === 0
        ? []
        : [
            {
              columns: [
                'number',
                'time',
                'paidFor',
                'cause',
                'method',
                'amount',
                'currency',
                'member',
                'reason',
              ],
              rows: entries.map((entry) => ({ ...entry, time: entry.at.slice(11, 16) })),
            },
            ...(more ? [`more: --after ${entries.at(-1)?.number}`] : []),
            { columns: sumColumns, rows: byMethod },
            { columns: ['member', ...sumColumns], rows: byStaffMember },
          ]),
      ...(open
        ? [
            `open: entries ${open.firstEntry} to ${open.lastEntry}`,
            { columns: ['method', 'currency', 'net'], rows: open.byMethod },
          ]
        : ['nothing is open']),
    ],
    arguments: ['addressId'],
    members: { addressId: locationMember, date: { value: 'date' } },
    isWatchable: true,
  }),
  command(tillClose, {
    formatResult: (close) => [formatClose(close), countTable(close)],
    arguments: ['addressId'],
    members: { addressId: locationMember, counts: countMember },
  }),
  command(tillCloses, {
    formatResult: (closes) =>
      closes.length === 0
        ? 'this till was never closed'
        : closes.flatMap((close) => [formatClose(close), countTable(close)]),
    arguments: ['addressId'],
    members: { addressId: locationMember },
  }),
]
