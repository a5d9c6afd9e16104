// Commands for API keys.

import { keyCalls, keyLimits } from '../../../clinic/workspaces/operations/key-calls.ts'
import { keyAllow, keyCreate, keyDeactivate, keyDelete, keyLimit, keyList, keyOrigins, keyRotate } from '../../../clinic/workspaces/operations/keys.ts'
import { TerminalProblem } from '../terminal-problem.ts'
import { command } from './command.ts'
import { durationIn, idOf } from './typed.ts'

const aKey = idOf('a key', 'clinic key list')

function keyText({ id, key, allowedAddresses }: { id: number; key: string; allowedAddresses: readonly string[] }): string {
  // Only a widget key is created without addresses, since it is for visitors' pages.
  return `key ${id}, shown this once:\n\n  ${key}\n\nallowed from: ${allowedAddresses.join(', ') || 'any address'}`
}

const ended = ({ id, status }: { id: number; status: string }) => `key ${id} is ${status.toLowerCase()}; it stops working everywhere within seconds`

const notKept = 'calls of keys are not kept here: CLINIC_CALL_LOG is off'

interface LimitUse {
  limit: number
  hour: { requests: number; highest: number; refused: number }
  day: { requests: number; highest: number; refused: number }
}

function limitRow(of: string, { limit, hour, day }: LimitUse) {
  const { requests: requestsOfHour, highest: highestOfHour, refused: refusedInHour } = hour
  const { requests: requestsOfDay, highest: highestOfDay, refused: refusedInDay } = day
  return { of, limit, requestsOfHour, highestOfHour, refusedInHour, requestsOfDay, highestOfDay, refusedInDay }
}

export const keyCommands = [
  command(keyCreate, {
    shown: (key) => [keyText(key), ...key.warnings.map((warning) => `warning: ${warning}`)],
    members: { allow: { value: 'address' }, origins: { name: 'origin', value: 'origin' } },
  }),
  command(keyList, {
    shown: (keys) => ({
      columns: ['id', 'kind', 'name', 'masked', 'status', 'allowedAddresses', 'allowedOrigins', 'requestsPerMinute', 'expiresAt', 'lastUsedAt'],
      rows: keys,
    }),
  }),
  command(keyCalls, {
    shown: ({ isKept, calls, more }) => [
      ...(isKept ? [] : [notKept]),
      {
        columns: ['at', 'endpoint', 'status', 'ms', 'requestId', 'code', 'refusedAddress'],
        rows: calls.map((call) => ({ ...call, endpoint: `${call.method} ${call.route ?? '(no endpoint)'}` })),
      },
      ...(more ? [`more: --before ${calls.at(-1)?.id}`] : []),
    ],
    arguments: ['id'],
    members: { id: aKey, route: { value: "'GET /v1/addresses'" } },
    isWatchable: true,
  }),
  command(keyLimits, {
    shown: ({ isKept, key, workspace, endpoints }) => [
      ...(isKept ? [] : [notKept]),
      {
        columns: ['of', 'limit', 'requestsOfHour', 'highestOfHour', 'refusedInHour', 'requestsOfDay', 'highestOfDay', 'refusedInDay'],
        rows: [
          limitRow('the key', key),
          limitRow('the workspace', workspace),
          ...endpoints.map(({ method, route, ...use }) => limitRow(`${method} ${route}`, use)),
        ],
      },
      'Limits are of requests a minute; the highest is the most in one minute.',
    ],
    arguments: ['id'],
    members: { id: aKey },
    isWatchable: true,
  }),
  command(keyAllow, {
    shown: (key) => `key ${key.id} is allowed from: ${key.allowedAddresses.join(', ') || '(no address)'}`,
    arguments: ['id', 'add'],
    members: { id: aKey, add: { name: 'addresses' }, remove: { value: 'address' } },
  }),
  command(keyRotate, {
    shown: (key) => `${keyText(key)}\nthe old key works until ${key.oldKeyExpiresAt}`,
    arguments: ['id'],
    members: { id: aKey, overlapHours: { ...durationIn(3_600_000), name: 'overlap', default: '24h' } },
  }),
  command(keyOrigins, {
    shown: (key) => `key ${key.id} is for pages of: ${key.allowedOrigins.join(', ') || '(no origin)'}`,
    arguments: ['id', 'add'],
    members: { id: aKey, add: { name: 'origins' }, remove: { value: 'origin' } },
  }),
  command(keyLimit, {
    shown: (key) => `key ${key.id} may send ${key.requestsPerMinute ?? 'the default number of'} requests a minute`,
    arguments: ['id', 'requestsPerMinute'],
    members: {
      id: aKey,
      requestsPerMinute: {
        name: 'requests',
        description: "Requests a minute, or 'default' for the installation's limit.",
        // `usual` is its former name.
        read(typed) {
          if (typed === 'default' || typed === 'usual') return null
          if (/^\d{1,15}$/.test(typed)) return Number(typed)
          throw new TerminalProblem(`'${typed}' is not a limit`, "name whole requests a minute, or 'default'")
        },
      },
    },
  }),
  command(keyDeactivate, { shown: ended, arguments: ['id'], members: { id: aKey } }),
  command(keyDelete, { shown: ended, arguments: ['id'], members: { id: aKey }, asksFirst: ({ id }) => `key ${id} would stop working for good` }),
]
