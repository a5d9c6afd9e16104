// The API reference, generated from the registered routes and the table of refusals: nothing is
// described twice, so nothing can drift apart.

import type { TObject, TSchema } from 'typebox'
import type { CalendarDate } from '../values/calendar-date.ts'
import type { Shape } from '../values/problem.ts'
import { findRow, type RefusalRow, type RefusalRows, sentSentence } from './errors.ts'
import { buildExample, moveExamplesAfter } from './examples.ts'
import { withNamedSchemas } from './named-schemas.ts'
import {
  admitsSessions,
  areas,
  type Policy,
  type Route,
  rateClasses,
  routeRateClass,
} from './route.ts'

type Json = Record<string, unknown>

export const apiTitle = 'Clinic Scheduling Developer API'

/** The members of each body shape. */
const shapeSchemas: Record<Shape, Json> = {
  plain: bodySchema({ message: sentenceSchema(), statusCode: statusSchema() }),
  titled: bodySchema({
    message: sentenceSchema(),
    error: { type: 'string', description: 'The status in words.', examples: ['Unauthorized'] },
    statusCode: statusSchema(),
  }),
  feature: bodySchema({
    success: refusedSchema(),
    message: sentenceSchema(),
    requiredFeature: {
      type: 'string',
      description: 'The entitlement that the workspace lacks; branch on it.',
      examples: ['devapi_catalog_addresses'],
    },
  }),
  success: bodySchema({ success: refusedSchema(), message: sentenceSchema() }),
  verification: bodySchema({
    success: refusedSchema(),
    message: sentenceSchema(),
    requiresVerification: {
      type: 'boolean',
      enum: [true],
      description: 'Always true: verify the contact, then try again.',
      examples: [true],
    },
  }),
  member: bodySchema({
    success: refusedSchema(),
    message: sentenceSchema(),
    statusCode: statusSchema(),
  }),
  limit: bodySchema({ message: sentenceSchema('Too many requests; try again in 12 seconds.') }),
  fields: bodySchema({
    statusCode: statusSchema(),
    status: failedSchema(),
    message: sentenceSchema(),
    fieldErrors: {
      type: 'array',
      description: 'What is wrong, by field.',
      items: bodySchema({
        field: {
          type: 'string',
          description: 'The field, or `body` for the whole body.',
          examples: ['body'],
        },
        error: {
          type: 'string',
          description: 'What it must be.',
          examples: ['must be a JSON object'],
        },
        value: { description: 'What was received, shortened.', examples: [null] },
      }),
    },
  }),
  service: bodySchema({
    statusCode: statusSchema(),
    status: failedSchema(),
    message: sentenceSchema('VALIDATION_ERROR: mode is required.'),
    error: {
      type: 'string',
      description: 'A stable code; branch on it.',
      examples: ['VALIDATION_ERROR'],
    },
  }),
  failed: bodySchema({
    statusCode: statusSchema(),
    status: failedSchema(),
    message: sentenceSchema(),
  }),
}

/** Our formats by the names that OpenAPI tools know; the others are unchanged. */
const publicFormats: Record<string, string> = {
  'calendar-date': 'date',
  timestamp: 'date-time',
  id: 'int64',
}

const headers = {
  'x-request-id': {
    description: 'Identifies the request in logs.',
    schema: { type: 'string', examples: ['7d0f1c9e-6a52-4a0e-9c6e-0c8f6f0f5b11'] },
  },
  'retry-after': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer', examples: [1] },
  },
  // Present unless the limits could not be checked.
  ...Object.fromEntries(
    Object.entries({
      'x-ratelimit-limit': 'Requests a minute of the key.',
      'x-ratelimit-remaining': 'Left of them in this minute.',
      'x-ratelimit-route-limit': 'Requests a minute of the key to this operation.',
      'x-ratelimit-route-remaining': 'Left of them in this minute.',
    }).map(([name, description]) => [
      name,
      { description, schema: { type: 'integer', examples: [60] } },
    ]),
  ),
}
const headerReferences = (...names: string[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
const requestIdHeader = headerReferences('x-request-id')
const retryAfterHeader = headerReferences('retry-after')
const limitHeaders = headerReferences(
  ...Object.keys(headers).filter((name) => name.startsWith('x-ratelimit-')),
)

function bodySchema(properties: Record<string, Json>): Json {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
  }
}

function refusedSchema(): Json {
  return { type: 'boolean', enum: [false], description: 'Always false.', examples: [false] }
}

function sentenceSchema(example = 'Invalid API key'): Json {
  return {
    type: 'string',
    description: 'What is wrong and what to do, for people.',
    examples: [example],
  }
}

function statusSchema(): Json {
  return { type: 'integer', description: 'The HTTP status again.', examples: [400] }
}

function failedSchema(): Json {
  return { type: 'string', enum: ['failed'], description: 'Always `failed`.', examples: ['failed'] }
}

/**
 * The refusals that a route can return: those of the connection, of its gates and inputs, and its
 * own.
 */
export function routeRefusals({
  method,
  policy,
  refusals,
  query,
  pathParameters,
  needsOneOf,
}: Route): string[] {
  const codes = [
    'MALFORMED_REQUEST',
    'HEADERS_TOO_LARGE',
    'REQUEST_TIMEOUT',
    'TOO_MANY_REQUESTS',
    'NO_CREDENTIAL',
    'INVALID_API_KEY',
  ]
  codes.push(policy.opensSessions ? 'ORIGIN_NOT_ALLOWED' : 'ADDRESS_NOT_ALLOWED')
  if (!admitsSessions(policy) && !policy.opensSessions) codes.push('DEVELOPER_KEY_ONLY')
  if (policy.feature) codes.push('NOT_ENTITLED')
  if (policy.actingUser) codes.push('ACTING_USER_REQUIRED', 'ACTING_USER_NOT_ACTIVE')
  if (policy.endUser && policy.endUser !== 'noticed for sessions') codes.push('END_USER_REQUIRED')
  if (policy.endUser?.startsWith('verified')) codes.push('NOT_VERIFIED')
  // A body that is sent although none is expected still has a type and a size.
  const mayBringBody = method !== 'GET'
  if (query || mayBringBody || pathParameters)
    codes.push(policy.unusableBody === 'success' ? 'OTP_REQUEST_INVALID' : 'VALIDATION_ERROR')
  if (mayBringBody) codes.push('BODY_TOO_LARGE')
  if (policy.unusableBody === 'fieldErrors') codes.push('BODY_INVALID')
  if (needsOneOf) codes.push('REFERENCE_REQUIRED')
  return [
    ...codes,
    ...refusals,
    'UNEXPECTED',
    'BUSY',
    ...(policy.evenWhenLate ? [] : ['OVERLOADED']),
  ]
}

/** The statuses that a route can return, except for passed-through ones. */
export function routeStatuses(route: Route, refusals: RefusalRows): number[] {
  return [
    ...new Set([
      ...Object.keys(route.replies).map(Number),
      ...routeRefusals(route).map((code) => findRow(refusals, code).status),
    ]),
  ]
}

/**
 * The OpenAPI 3.1 document of these routes, with the refusals in these rows; if a date is given,
 * its examples are on the days after it.
 */
export function openApiDocument(
  routes: readonly Route[],
  refusals: RefusalRows,
  version: string,
  today?: CalendarDate,
): Json {
  const described: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    described[path] = {
      ...described[path],
      [route.method.toLowerCase()]: buildOperation(route, refusals),
    }
  }
  const { value, named } = withNamedSchemas(described)
  const { paths, responses } = withSharedRefusals(value as Paths)
  const used = JSON.stringify([paths, responses])
  const document = withPublicFormats({
    openapi: '3.1.0',
    info: {
      title: apiTitle,
      version,
      description: [
        'Scheduling for clinics, from server to server. Dates are YYYY-MM-DD in the clinic’s own zone, timestamps ISO 8601 with an offset, zones IANA names, ids numbers.',
        'Every call of a server carries an API key in `x-api-key` and comes from an address on the key’s allowlist; a browser’s carries a session. Programs decide by the status and by `error`, `requiredFeature` and `fieldErrors`, never by the words of `message`.',
        `Each operation says which entitlement it needs (\`x-entitlement\`), which rate limit counts it (\`x-rate-class\`: ${rateClasses.join(', ')}) and whether a call whose outcome is unknown may simply be sent again (\`x-repeatable\`).`,
      ].join('\n\n'),
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that served this document.' }],
    tags: Object.entries(areas).map(([name, description]) => ({ name, description })),
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'A Developer API key, used from an address on its allowlist.',
        },
        session: {
          type: 'http',
          scheme: 'bearer',
          description: "A browser's session, opened with a widget key.",
        },
        widgetKey: {
          type: 'apiKey',
          in: 'header',
          name: 'x-api-key',
          description: 'A widget key; it opens sessions and nothing else.',
        },
      },
      headers,
      responses,
      // Only the shapes that a route uses.
      schemas: {
        ...named,
        ...Object.fromEntries(
          Object.entries(shapeSchemas)
            .map(([shape, schema]): [string, Json] => [`refusal-${shape}`, schema])
            .filter(([name]) => used.includes(`/${name}"`)),
        ),
      },
    },
  }) as Json
  return today === undefined ? document : moveExamplesAfter(document, today)
}

function buildOperation(route: Route, refusals: RefusalRows): Json {
  const {
    name,
    area,
    title,
    summary,
    policy,
    deprecated,
    query,
    body,
    bodyMayBeAbsent = false,
    exampleBody,
    pathParameters,
    replies,
  } = route
  return {
    operationId: name,
    tags: [area],
    summary: title,
    description: policy.feature
      ? `${summary} Needs the entitlement \`${policy.feature}\`.`
      : summary,
    ...(policy.feature ? { 'x-entitlement': policy.feature } : {}),
    'x-rate-class': routeRateClass(route),
    'x-repeatable': route.method === 'GET' || route.repeatable === true,
    ...(deprecated ? { deprecated: true, 'x-sunset': deprecated.until } : {}),
    security: routeCredentials(policy).map((scheme) => ({ [scheme]: [] })),
    parameters: [
      ...parameters('path', pathParameters),
      ...parameters('query', query),
      ...headerParameters(policy),
    ],
    ...(body
      ? {
          requestBody: {
            required: !bodyMayBeAbsent,
            content: { 'application/json': { schema: body, example: exampleBody } },
          },
        }
      : {}),
    responses: {
      ...successResponses(replies),
      ...addPassedOnResponses(route, refusalResponses(routeRefusals(route), refusals)),
    },
  }
}

function parameters(location: 'path' | 'query', schema: TObject | undefined): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property as TSchema & { description?: string }
    return parameter(
      name,
      location,
      location === 'path' || (schema?.required?.includes(name) ?? false),
      description,
      rest,
    )
  })
}

function parameter(
  name: string,
  location: string,
  required: boolean,
  description: string | undefined,
  schema: TSchema,
): Json {
  // The explorer sends every parameter that has an example, unless the example says not to.
  const example = { value: buildExample(schema), ...(required ? {} : { 'x-disabled': true }) }
  return { name, in: location, required, description, schema, examples: { default: example } }
}

/** The security schemes that a route accepts; a request needs any one of them. */
function routeCredentials(policy: Policy): string[] {
  if (policy.opensSessions) return ['widgetKey']
  return admitsSessions(policy) ? ['apiKey', 'session'] : ['apiKey']
}

const patientId =
  'Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient.'
const endUserDescriptions: Record<NonNullable<Policy['endUser']>, string> = {
  named: patientId,
  verified: `${patientId} Verified by a one-time code within the last 30 minutes.`,
  'verified for sessions': `${patientId} Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key.`,
  'noticed for sessions': `${patientId} A session is shown only patients whose contact was verified under this id within the last 30 minutes.`,
}

const idempotencyKey =
  'Identifies the attempt: for 24 hours, a retry with the same key and body creates nothing new and returns the same answer. Without a key, each request is a new attempt.'

function headerParameters({ actingUser, endUser, idempotent }: Policy): Json[] {
  const header = (
    name: string,
    required: boolean,
    description: string,
    example: unknown,
    schema: Json,
  ) =>
    parameter(name, 'header', required, description, { ...schema, examples: [example] } as TSchema)
  return [
    ...(actingUser
      ? [
          header('x-acting-user-id', true, 'Id of the active member of staff who does this.', 3, {
            type: 'integer',
            format: 'int64',
            minimum: 1,
          }),
        ]
      : []),
    ...(endUser
      ? [
          header(
            'x-end-user-id',
            !endUser.endsWith('for sessions'),
            endUserDescriptions[endUser],
            'patient-7f3a',
            {
              type: 'string',
              minLength: 1,
              maxLength: 128,
              pattern: '^[\\x21-\\x7e]+$',
            },
          ),
        ]
      : []),
    ...(idempotent
      ? [
          header('idempotency-key', false, idempotencyKey, 'b9f1c2d4-reserve-1', {
            type: 'string',
            maxLength: 255,
            pattern: '^[\\x20-\\x7e]*$',
          }),
        ]
      : []),
  ]
}

function successResponses(replies: Record<number, TSchema>): Json {
  return Object.fromEntries(
    Object.entries(replies).map(([code, schema]) => [
      code,
      {
        description: code === '201' ? 'Created.' : 'Done.',
        headers: { ...requestIdHeader, ...limitHeaders },
        content: { 'application/json': { schema, example: buildExample(schema) } },
      },
    ]),
  )
}

/** One response for each status, with all its possible codes and sentences. */
function refusalResponses(
  codes: readonly string[],
  refusals: RefusalRows,
): Record<string, RefusalResponse> {
  return Object.fromEntries(
    Object.entries(Object.groupBy(codes, (code) => String(findRow(refusals, code).status))).map(
      ([code, group = []]) => {
        const shapes = [...new Set(group.map((name) => findRow(refusals, name).shape ?? 'service'))]
        const references = shapes.map((shape) => ({
          $ref: `#/components/schemas/refusal-${shape}`,
        }))
        return [
          code,
          {
            description: group
              .map((name) => `\`${name}\`: ${sentSentence(findRow(refusals, name))}`)
              .join('\n\n'),
            headers: {
              ...requestIdHeader,
              ...(group.some((name) => isRetryTimeSent(findRow(refusals, name)))
                ? retryAfterHeader
                : {}),
            },
            'x-codes': group,
            content: {
              'application/json': {
                schema: references.length === 1 ? (references[0] as Json) : { anyOf: references },
              },
            },
          },
        ]
      },
    ),
  )
}

function isRetryTimeSent({ retryAfterSeconds, shape }: RefusalRow): boolean {
  return retryAfterSeconds !== undefined || shape === 'limit'
}

interface RefusalResponse extends Json {
  description: string
  'x-codes'?: readonly string[]
  content: { 'application/json': { schema: Json } }
}
type Paths = Record<
  string,
  Record<string, { responses: Record<string, RefusalResponse | { $ref: string }> }>
>

/**
 * Moves refusals that several operations share, with the same few codes, to a shared response that
 * is named after the status and the codes.
 */
function withSharedRefusals(paths: Paths): { paths: Paths; responses: Json } {
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const responsesByName = operations.flatMap(({ responses }) =>
    Object.entries(responses).map(([status, response]) => ({
      name: sharedName(status, response),
      response,
    })),
  )
  const users = Map.groupBy(responsesByName, ({ name }) => name)
  const isShared = (name: string) => name !== '' && (users.get(name)?.length ?? 0) > 1
  const shared = Object.fromEntries(
    responsesByName
      .filter(({ name }) => isShared(name))
      .map(({ name, response }) => [name, response]),
  )
  for (const { responses } of operations) {
    for (const [status, response] of Object.entries(responses)) {
      const name = sharedName(status, response)
      if (isShared(name)) responses[status] = { $ref: `#/components/responses/${name}` }
    }
  }
  return {
    paths,
    responses: Object.fromEntries(Object.entries(shared).sort(([a], [b]) => (a < b ? -1 : 1))),
  }
}

// A response with more codes stays with its operation.
const sharedCodesMax = 3

function sharedName(status: string, response: RefusalResponse | { $ref: string }): string {
  const { 'x-codes': codes = [] } = response as Partial<RefusalResponse>
  return codes.length > 0 && codes.length <= sharedCodesMax ? [status, ...codes].join('-') : ''
}

/** A response of an operation in a document, with its reference resolved. */
export function resolveResponse<T extends object>(
  document: { components?: { responses?: Record<string, T> } },
  response: T | { $ref: string },
): T {
  if (!('$ref' in response)) return response
  const found = document.components?.responses?.[response.$ref.split('/').at(-1) ?? '']
  if (!found) throw new Error(`the document has no ${response.$ref}`)
  return found
}

/**
 * Refusals of a route together with answers of an external service, which may have any of their
 * statuses and any body. An individual status takes precedence over a range, so all 5xx are one
 * range, and each 4xx also admits any object.
 */
function addPassedOnResponses(
  { passesOn }: Route,
  refusals: Record<string, RefusalResponse>,
): Json {
  if (passesOn === undefined) return refusals
  const passedOn = `The refusal of ${passesOn}, passed on unchanged.`
  const example = { error: { code: 'CARD_NETWORK_DOWN' } }
  const anyObject = { type: 'object', additionalProperties: true }
  const own = Object.entries(refusals).filter(([status]) => status < '500')
  const failures = Object.entries(refusals).filter(([status]) => status >= '500')
  return {
    ...Object.fromEntries(
      own.map(([status, response]) => [
        status,
        {
          ...response,
          content: {
            'application/json': {
              schema: { anyOf: [response.content['application/json'].schema, anyObject] },
            },
          },
        },
      ]),
    ),
    '4XX': {
      description: passedOn,
      headers: requestIdHeader,
      content: { 'application/json': { schema: anyObject, example } },
    },
    '5XX': {
      description: [
        passedOn,
        ...failures.map(([status, { description }]) => `${status}: ${description}`),
      ].join('\n\n'),
      headers: { ...requestIdHeader, ...retryAfterHeader },
      'x-codes': failures.flatMap(([, response]) => response['x-codes'] ?? []),
      content: { 'application/json': { schema: {}, example } },
    },
  }
}

function withPublicFormats(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withPublicFormats)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      name === 'format' && typeof member === 'string'
        ? (publicFormats[member] ?? member)
        : withPublicFormats(member),
    ]),
  )
}
