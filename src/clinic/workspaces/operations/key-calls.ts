// The last calls of a key, why they were refused, and its use of limits (SETUP-06, SETUP-07).

import { type RateClass, rateClasses } from '../../../base/contract/route.ts'
import {
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import type { Database } from '../../../base/db/database.ts'
import { statement } from '../../../base/db/statement.ts'
import type { Limits } from '../../../base/http/rate-limits.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { type Instant, isoAt } from '../../../base/values/clinic-time.ts'
import { type CallLog, callsKeptMax, callsKeptMs } from '../key-calls.ts'
import { describeKeys, type KeyDescription } from '../keys.ts'
import { problem } from '../problems.ts'

/** The parts of the application that know calls and their limits. */
export interface CallServices {
  calls: Pick<CallLog, 'isOn' | 'write'>
  api: {
    limits: Limits
    /** The limit of an endpoint; undefined if the endpoint no longer exists. */
    findRateClass(method: string, route: string): RateClass | undefined
    /**
     * The sentence of a refusal, with `{name}` for each detail; undefined for a code that is not
     * the API's.
     */
    findSentence(code: string): string | undefined
    /** The address of the API reference; null if it is not served. */
    referenceUrl(): string | null
  }
}

const pageMax = 200
const minuteMs = 60_000
const hourMinutes = 60
const dayMinutes = 1_440

/**
 * The calls of a key. Only the last ones are scanned, whatever the filter: at most this many, by
 * the key's own index.
 */
const callsOfKey = statement(
  'calls_of_key',
  {
    takes: {
      workspaceId: 'bigint',
      keyId: 'bigint',
      since: 'timestamptz',
      kept: 'bigint',
      before: 'bigint?',
      refused: 'boolean',
      status: 'integer?',
      route: 'text?',
      limit: 'bigint',
    },
    returns: {
      id: 'bigint',
      at: 'timestamptz',
      method: 'text',
      route: 'text?',
      status: 'smallint',
      ms: 'real',
      requestId: 'text',
      code: 'text?',
      refusedAddress: 'text?',
    },
  },
  `
  select c.id, c.at, c.method, c.route, c.status, c.ms, c.request_id as "requestId", c.code, c.refused_address as "refusedAddress"
  from (
    select id, at, method, route, status, ms, request_id, code, refused_address
    from key_calls
    where workspace_id = :workspaceId and key_id = :keyId and at >= :since
    order by at desc, id desc
    limit :kept
  ) as c
  where (:before::bigint is null or (c.at, c.id) < (
      select b.at, b.id from key_calls b where b.workspace_id = :workspaceId and b.key_id = :keyId and b.id = :before
    ))
    and (not :refused or c.status >= 400)
    and (:status::integer is null or c.status = :status)
    and (:route::text is null or c.method || ' ' || c.route = :route)
  order by c.at desc, c.id desc
  limit :limit`,
)

const sumColumns = {
  hourPassed: 'bigint',
  hourHighest: 'bigint',
  hourRefused: 'bigint',
  dayPassed: 'bigint',
  dayHighest: 'bigint',
  dayRefused: 'bigint',
} as const

/**
 * The sums of minutes: the passed requests, the most in one minute, and the refused ones, in the
 * last hour and the last day.
 */
const usageSums = (passed: string, refused: string) =>
  [
    { name: 'hour', where: ' filter (where minute >= :hourFrom)' },
    { name: 'day', where: '' },
  ]
    .map(
      ({
        name,
        where,
      }) => `coalesce(sum(${passed})${where}, 0)::bigint as "${name}Passed", coalesce(max(${passed})${where}, 0)::bigint as "${name}Highest",
    coalesce(sum(${refused})${where}, 0)::bigint as "${name}Refused"`,
    )
    .join(',\n    ')

const usageOfEndpoints = statement(
  'usage_of_endpoints',
  {
    takes: {
      workspaceId: 'bigint',
      keyId: 'bigint',
      hourFrom: 'timestamptz',
      dayFrom: 'timestamptz',
    },
    returns: { method: 'text', route: 'text', ...sumColumns },
  },
  `
  select method, route, ${usageSums('passed', 'refused_by_route')}
  from key_usage
  where workspace_id = :workspaceId and key_id = :keyId and minute >= :dayFrom
  group by method, route
  order by "dayPassed" desc, route, method`,
)

const usageOfKey = statement(
  'usage_of_key',
  {
    takes: {
      workspaceId: 'bigint',
      keyId: 'bigint',
      hourFrom: 'timestamptz',
      dayFrom: 'timestamptz',
    },
    returns: sumColumns,
  },
  `
  select ${usageSums('passed', 'refused')}
  from (
    select minute, sum(passed) as passed, sum(refused_by_key) as refused
    from key_usage
    where workspace_id = :workspaceId and key_id = :keyId and minute >= :dayFrom
    group by minute
  ) as minutes`,
)

const usageOfWorkspace = statement(
  'usage_of_workspace',
  {
    takes: { workspaceId: 'bigint', hourFrom: 'timestamptz', dayFrom: 'timestamptz' },
    returns: sumColumns,
  },
  `
  select ${usageSums('passed', 'refused')}
  from (
    select minute, sum(passed) as passed, sum(refused_by_workspace) as refused
    from key_usage
    where workspace_id = :workspaceId and minute >= :dayFrom
    group by minute
  ) as minutes`,
)

/** A key of the workspace, including deleted ones: their calls remain visible for a week. */
async function loadAnyKey(
  database: Database,
  workspaceId: number,
  requestedId: number,
): Promise<KeyDescription> {
  const [key] = await describeKeys(database, workspaceId, requestedId)
  if (key) return key
  throw problem('KEY_NOT_FOUND', { id: requestedId })
}

/** The sentence of a refusal; of its details only the address is stored. */
function describeRefusal(sentence: string | undefined, address: string | null): string | null {
  return (
    sentence?.replace(/\{(\w+)\}/g, (_, name: string) =>
      name === 'address' && address !== null ? address : '…',
    ) ?? null
  )
}

const keyId = id('The key, as `clinic key list` shows it.')
const areCallsKept = flag('Whether calls are recorded; the installation can switch this off.')

export const keyCalls = workspaceOperation({
  name: 'key-calls',
  right: 'developers:read',
  summary: 'List the last calls of a key, newest first: the last week, at most 10,000.',
  input: object({
    id: keyId,
    refused: optionalWithDefault(flag('Only refused calls.', false), false),
    status: optional(integer('Only calls with this status.', 403, { minimum: 100, maximum: 599 })),
    route: optional(text('Only calls to this endpoint.', 'GET /v1/addresses', { maxLength: 200 })),
    before: optional(id('Only calls older than this one.', 9_000)),
    limit: optionalWithDefault(
      integer(`How many, up to ${pageMax}.`, 50, { minimum: 1, maximum: pageMax }),
      50,
    ),
  }),
  output: object({
    isKept: areCallsKept,
    calls: list(
      object({
        id: id('The call.', 9_000),
        at: timestamp('When it was received.', '2026-12-01T09:00:00.250Z'),
        method: text('Its method.', 'GET'),
        route: nullable(
          text(
            'The pattern of its endpoint; null for a path that is not part of the API.',
            '/v1/addresses',
          ),
        ),
        status: integer('The status of the response.', 200),
        ms: number('The processing time in milliseconds.', 1.5),
        requestId: text('Its id, as returned in x-request-id.', 'book-1'),
        code: nullable(
          text(
            'The error code, as in docs/errors.md; null if it was not refused, or was refused by a payment gateway.',
            'ADDRESS_NOT_ALLOWED',
          ),
        ),
        explanation: nullable(
          text(
            'What the code means, and what to do.',
            'The address 203.0.113.9 is not on the allowlist of this API key.',
          ),
        ),
        refusedAddress: nullable(
          text(
            'The source address of a call that was refused because of its address.',
            '203.0.113.9',
          ),
        ),
      }),
      'The calls, newest first.',
    ),
    more: flag('Whether there are older calls.'),
  }),
  async run(
    { database, clock, calls, api, workspaceId }: InWorkspace<CallServices>,
    { id: requestedId, refused, status = null, route = null, before = null, limit },
  ) {
    const { id: loadedId } = await loadAnyKey(database, workspaceId, requestedId)
    await calls.write()
    const page = {
      since: clock.now() - callsKeptMs,
      kept: callsKeptMax,
      before,
      refused,
      status,
      route,
      limit: limit + 1,
    }
    const found = await database.rows(callsOfKey, { workspaceId, keyId: loadedId, ...page })
    return {
      isKept: calls.isOn,
      calls: found.slice(0, limit).map((call) => ({
        ...call,
        at: isoAt('UTC', call.at),
        explanation: describeRefusal(
          call.code === null ? undefined : api.findSentence(call.code),
          call.refusedAddress,
        ),
      })),
      more: found.length > limit,
    }
  },
})

const used = {
  requests: integer('Number of accepted requests.', 480),
  highest: integer('The highest number of them in one minute; limits count per minute.', 31),
  refused: integer('Number of requests that this limit refused.', 0),
}
const limitUse = {
  limit: integer('Requests per minute.', 1_200),
  hour: object(used, { description: 'In the last 60 minutes, including the current one.' }),
  day: object(used, { description: 'In the last 24 hours.' }),
}

type Sums = Record<keyof typeof sumColumns, number>
const noSums: Sums = {
  hourPassed: 0,
  hourHighest: 0,
  hourRefused: 0,
  dayPassed: 0,
  dayHighest: 0,
  dayRefused: 0,
}

function limitUsage(
  limit: number,
  { hourPassed, hourHighest, hourRefused, dayPassed, dayHighest, dayRefused }: Sums,
) {
  return {
    limit,
    hour: { requests: hourPassed, highest: hourHighest, refused: hourRefused },
    day: { requests: dayPassed, highest: dayHighest, refused: dayRefused },
  }
}

/** The first minutes of the last hour and the last day. */
function usageStart(now: Instant) {
  const minute = now - (now % minuteMs)
  return {
    hourFrom: minute - (hourMinutes - 1) * minuteMs,
    dayFrom: minute - (dayMinutes - 1) * minuteMs,
  }
}

export const keyLimits = workspaceOperation({
  name: 'key-limits',
  right: 'developers:read',
  summary:
    'Show how much of each limit a key used in the last hour and day, and how many calls were refused.',
  input: object({ id: keyId }),
  output: object({
    isKept: areCallsKept,
    key: object(
      { ...limitUse, isOwn: flag('Whether the key has its own limit, or the default one.', false) },
      { description: 'All requests of the key.' },
    ),
    workspace: object(limitUse, { description: 'All requests of all keys of the workspace.' }),
    endpoints: list(
      object({
        method: text('Its method.', 'GET'),
        route: text('Its pattern.', '/v1/addresses'),
        kind: choice(rateClasses, 'Which of the limits of endpoints it has.'),
        ...limitUse,
      }),
      'The endpoints that the key called in the last day, the most called first.',
    ),
  }),
  async run(
    {
      database,
      clock,
      calls,
      api: { limits, findRateClass: classOf },
      workspaceId,
    }: InWorkspace<CallServices>,
    { id: requestedId },
  ) {
    const { id: loadedId, requestsPerMinute } = await loadAnyKey(database, workspaceId, requestedId)
    await calls.write()
    const from = usageStart(clock.now())
    const [[key], [workspace], endpoints] = await Promise.all([
      database.rows(usageOfKey, { workspaceId, keyId: loadedId, ...from }),
      database.rows(usageOfWorkspace, { workspaceId, ...from }),
      database.rows(usageOfEndpoints, { workspaceId, keyId: loadedId, ...from }),
    ])
    return {
      isKept: calls.isOn,
      key: {
        ...limitUsage(requestsPerMinute ?? limits.perKey, key ?? noSums),
        isOwn: requestsPerMinute !== null,
      },
      workspace: limitUsage(limits.perWorkspace, workspace ?? noSums),
      endpoints: endpoints.flatMap(({ method, route, ...of }) => {
        const kind = classOf(method, route)
        return kind === undefined
          ? []
          : [{ method, route, kind, ...limitUsage(limits.perRoute[kind], of) }]
      }),
    }
  },
})

export const keyCallOperations = [keyCalls, keyLimits]
