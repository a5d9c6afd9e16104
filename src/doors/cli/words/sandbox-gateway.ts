// The sandbox's payment gateway from the command line: its checkouts, and the faults it simulates.

import {
  sandboxGatewayFail,
  sandboxGatewayFaults,
  sandboxGatewayHeal,
  sandboxGatewayList,
} from '../../../money/payments/operations/sandbox-gateway.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import { command } from './command.ts'

function jsonObject(typed: string): unknown {
  const problem = new TerminalProblem(
    'what is typed for the body is not a JSON object',
    `write it like '{"error": {"code": "CARD_NETWORK_DOWN"}}'`,
  )
  try {
    const value: unknown = JSON.parse(typed)
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value
  } catch {
    throw problem
  }
  throw problem
}

function formatTimes(times: number | null): string {
  if (times === null) return 'until clinic sandbox-gateway heal'
  return times === 1 ? 'once' : `${times} times`
}

export const sandboxGatewayCommands = [
  command(sandboxGatewayList, {
    formatResult: (checkouts) =>
      checkouts.length === 0
        ? 'no checkout was opened yet'
        : {
            columns: [
              'createdAt',
              'reference',
              'state',
              'amount',
              'captured',
              'refunded',
              'currency',
              'page',
            ],
            rows: checkouts,
          },
    typed: 'sandbox-gateway list',
  }),
  command(sandboxGatewayFail, {
    formatResult: ({ call, how, times }) => `${call}: ${how}, ${formatTimes(times)}`,
    typed: 'sandbox-gateway fail',
    arguments: ['call', 'how'],
    members: { body: { value: 'json', read: jsonObject } },
  }),
  command(sandboxGatewayFaults, {
    formatResult: (ordered) =>
      ordered.length === 0
        ? 'the gateway does nothing wrong'
        : {
            columns: ['call', 'how', 'status', 'body', 'ms', 'timesLeft'],
            rows: ordered.map((row) => ({
              ...row,
              body: row.body && JSON.stringify(row.body),
              timesLeft: row.timesLeft ?? 'until healed',
            })),
          },
    typed: 'sandbox-gateway faults',
  }),
  command(sandboxGatewayHeal, {
    formatResult: ({ healed }) =>
      healed === 0
        ? 'there was nothing to heal'
        : `${healed} ${healed === 1 ? 'fault is' : 'faults are'} healed`,
    typed: 'sandbox-gateway heal',
  }),
]
