// Commands for API keys.

import { keyCalls, keyLimits } from '../../../clinic/workspaces/operations/key-calls.ts'
import {
  keyAllow,
  keyBooksFor,
  keyCreate,
  keyDeactivate,
  keyDelete,
  keyLimit,
  keyList,
  keyOrigins,
  keyRotate,
} from '../../../clinic/workspaces/operations/keys.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import { command } from './command.ts'
import { durationMember, idMember } from './typed.ts'

const keyIdMember = idMember('a key', 'clinic key list')

function formatKey({
  id,
  key,
  allowedAddresses,
}: {
  id: number
  key: string
  allowedAddresses: readonly string[]
}): string {
  // Only widget keys are created without addresses, since they are for visitors' pages.
  return `key ${id}, shown this once:\n\n  ${key}\n\nallowed from: ${allowedAddresses.join(', ') || 'any address'}`
}

const formatEnded = ({ id, status }: { id: number; status: string }) =>
  `key ${id} is ${status.toLowerCase()}; it stops working everywhere within seconds`

const callsOff = 'calls of keys are not kept here: CLINIC_CALL_LOG is off'

interface LimitUse {
  limit: number
  hour: { requests: number; highest: number; refused: number }
  day: { requests: number; highest: number; refused: number }
}

function limitRow(scope: string, { limit, hour, day }: LimitUse) {
  const { requests: requestsOfHour, highest: highestOfHour, refused: refusedInHour } = hour
  const { requests: requestsOfDay, highest: highestOfDay, refused: refusedInDay } = day
  return {
    of: scope,
    limit,
    requestsOfHour,
    highestOfHour,
    refusedInHour,
    requestsOfDay,
    highestOfDay,
    refusedInDay,
  }
}

export const keyCommands = [
  command(keyCreate, {
    formatResult: (key) => [
      formatKey(key),
      ...key.warnings.map((warning) => `warning: ${warning}`),
    ],
    members: { allow: { value: 'address' }, origins: { name: 'origin', value: 'origin' } },
  }),
  command(keyList, {
    formatResult: (keys) => ({
      columns: [
        'id',
        'kind',
        'name',
        'keyPreview',
        'status',
        'allowedAddresses',
        'allowedOrigins',
        'requestsPerMinute',
        'booksForPatients',
        'expiresAt',
        'lastUsedAt',
      ],
      rows: keys,
    }),
  }),
  command(keyCalls, {
    formatResult: ({ isKept, calls, more }) => [
      ...(isKept ? [] : [callsOff]),
      {
        columns: ['at', 'endpoint', 'status', 'ms', 'requestId', 'code', 'refusedAddress'],
        rows: calls.map((call) => ({
          ...call,
          endpoint: `${call.method} ${call.route ?? '(no endpoint)'}`,
        })),
      },
      ...(more ? [`more: --before ${calls.at(-1)?.id}`] : []),
    ],
    arguments: ['id'],
    members: { id: keyIdMember, route: { value: "'GET /v1/addresses'" } },
    isWatchable: true,
  }),
  command(keyLimits, {
    formatResult: ({ isKept, key, workspace, endpoints }) => [
      ...(isKept ? [] : [callsOff]),
      {
        columns: [
          'of',
          'limit',
          'requestsOfHour',
          'highestOfHour',
          'refusedInHour',
          'requestsOfDay',
          'highestOfDay',
          'refusedInDay',
        ],
        rows: [
          limitRow('the key', key),
          limitRow('the workspace', workspace),
          ...endpoints.map(({ method, route, ...use }) => limitRow(`${method} ${route}`, use)),
        ],
      },
      'Limits are of requests a minute; the highest is the most in one minute.',
    ],
    arguments: ['id'],
    members: { id: keyIdMember },
    isWatchable: true,
  }),
  command(keyAllow, {
    formatResult: (key) =>
      `key ${key.id} is allowed from: ${key.allowedAddresses.join(', ') || '(no address)'}`,
    arguments: ['id', 'add'],
    members: { id: keyIdMember, add: { name: 'addresses' }, remove: { value: 'address' } },
  }),
  command(keyRotate, {
    formatResult: (key) => `${formatKey(key)}\nthe old key works until ${key.oldKeyExpiresAt}`,
    arguments: ['id'],
    members: {
      id: keyIdMember,
      overlapHours: { ...durationMember(3_600_000), name: 'overlap', default: '24h' },
    },
  }),
  command(keyOrigins, {
    formatResult: (key) =>
      `key ${key.id} is for pages of: ${key.allowedOrigins.join(', ') || '(no origin)'}`,
    arguments: ['id', 'add'],
    members: { id: keyIdMember, add: { name: 'origins' }, remove: { value: 'origin' } },
  }),
  command(keyBooksFor, {
    formatResult: ({ id, booksForPatients }) =>
      booksForPatients
        ? `key ${id} books for patients: the rules for patients bind it`
        : `key ${id} books for the clinic: no rules for patients bind it`,
    arguments: ['id', 'bookers'],
    members: { id: keyIdMember },
  }),
  command(keyLimit, {
    formatResult: (key) =>
      `key ${key.id} may send ${key.requestsPerMinute ?? 'the default number of'} requests a minute`,
    arguments: ['id', 'requestsPerMinute'],
    members: {
      id: keyIdMember,
      requestsPerMinute: {
        name: 'requests',
        description: "Requests a minute, or 'default' for the installation's limit.",
        // `usual` is its former name.
        read(typed) {
          if (typed === 'default' || typed === 'usual') return null
          if (/^\d{1,15}$/.test(typed)) return Number(typed)
          throw new TerminalProblem(
            `'${typed}' is not a limit`,
            "name whole requests a minute, or 'default'",
          )
        },
      },
    },
  }),
  command(keyDeactivate, {
    formatResult: formatEnded,
    arguments: ['id'],
    members: { id: keyIdMember },
  }),
  command(keyDelete, {
    formatResult: formatEnded,
    arguments: ['id'],
    members: { id: keyIdMember },
    asksFirst: ({ id }) => `key ${id} would stop working for good`,
  }),
]
