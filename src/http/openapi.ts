// The API reference, made from the register of routes and the table of refusals: nothing is described
// twice, so nothing can drift.

import type { TObject, TSchema } from 'typebox'
import { type RefusalCode, refusalRows, type Shape } from './errors.ts'
import type { Route } from './route.ts'

type Json = Record<string, unknown>

/** What a body of each shape carries. */
const shapeSchemas: Record<Shape, Json> = {
  plain: bodySchema({ message: sentence(), statusCode: status() }),
  titled: bodySchema({ message: sentence(), error: { type: 'string', description: 'The status in words.', examples: ['Unauthorized'] }, statusCode: status() }),
  feature: bodySchema({
    success: { type: 'boolean', enum: [false], description: 'Always false.', examples: [false] },
    message: sentence(),
    requiredFeature: { type: 'string', description: 'The entitlement the workspace lacks; branch on it.', examples: ['devapi_catalog_addresses'] },
  }),
  fields: bodySchema({
    statusCode: status(),
    status: failed(),
    message: sentence(),
    fieldErrors: {
      type: 'array',
      description: 'What is wrong, by field.',
      items: bodySchema({
        field: { type: 'string', description: 'The field, or `body` for the whole.', examples: ['body'] },
        error: { type: 'string', description: 'What it must be.', examples: ['must be a JSON object'] },
        value: { description: 'What was received, shortened.', examples: [null] },
      }),
    },
  }),
  service: bodySchema({
    statusCode: status(),
    status: failed(),
    message: sentence('VALIDATION_ERROR: mode is required.'),
    error: { type: 'string', description: 'A stable code; branch on it.', examples: ['VALIDATION_ERROR'] },
  }),
  failed: bodySchema({ statusCode: status(), status: failed(), message: sentence() }),
}

function bodySchema(properties: Record<string, Json>): Json {
  return { type: 'object', properties, required: Object.keys(properties), additionalProperties: false }
}

function sentence(example = 'Invalid API key'): Json {
  return { type: 'string', description: 'What is wrong and what to do, for people.', examples: [example] }
}

function status(): Json {
  return { type: 'integer', description: 'The HTTP status again.', examples: [400] }
}

function failed(): Json {
  return { type: 'string', enum: ['failed'], description: 'Always `failed`.', examples: ['failed'] }
}

/** The refusals a route can answer with: those of its gates, those of its inputs, and its own. */
export function refusalsOf({ policy, refusals, query, body, pathParameters }: Route): RefusalCode[] {
  const codes: RefusalCode[] = ['NO_CREDENTIAL', 'INVALID_API_KEY', 'ADDRESS_NOT_ALLOWED']
  if (policy.feature) codes.push('NOT_ENTITLED')
  if (query || body || pathParameters) codes.push('VALIDATION_ERROR')
  if (body) codes.push('BODY_TOO_LARGE')
  if (policy.unusableBody === 'fieldErrors') codes.push('BODY_NOT_USABLE')
  return [...codes, ...refusals, 'UNEXPECTED', 'BUSY']
}

/** The OpenAPI 3.1 document of these routes. */
export function openApiDocument(routes: readonly Route[], version: string): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operationOf(route) }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Clinic Scheduling Developer API',
      version,
      description:
        'Scheduling for clinics, from server to server. Dates are YYYY-MM-DD in the clinic’s own zone, timestamps ISO 8601 with an offset, zones IANA names, ids numbers.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'The service that served this document.' }],
    security: [{ apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        apiKey: { type: 'apiKey', in: 'header', name: 'x-api-key', description: 'A Developer API key, used from an address on its allowlist.' },
      },
      schemas: Object.fromEntries(Object.entries(shapeSchemas).map(([shape, schema]) => [`refusal-${shape}`, schema])),
    },
  }
}

function operationOf(route: Route): Json {
  const { summary, policy, query, body, pathParameters, replies } = route
  return {
    operationId: operationId(route),
    summary,
    ...(policy.feature ? { description: `Needs the entitlement \`${policy.feature}\`.`, 'x-entitlement': policy.feature } : {}),
    parameters: [...parameters('path', pathParameters), ...parameters('query', query)],
    ...(body ? { requestBody: { required: true, content: { 'application/json': { schema: body } } } } : {}),
    responses: { ...successes(replies), ...refusalResponses(refusalsOf(route)) },
  }
}

/** `getV1AppointmentsAvailableSlots`. */
function operationId({ method, path }: Route): string {
  const words = path.split(/[^A-Za-z0-9]+/).filter(Boolean)
  return method.toLowerCase() + words.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join('')
}

function parameters(place: 'path' | 'query', schema: TObject | undefined): Json[] {
  return Object.entries(schema?.properties ?? {}).map(([name, property]) => {
    const { description, ...rest } = property as TSchema & { description?: string }
    return { name, in: place, required: place === 'path' || (schema?.required?.includes(name) ?? false), description, schema: rest }
  })
}

function successes(replies: Record<number, TSchema>): Json {
  return Object.fromEntries(
    Object.entries(replies).map(([code, schema]) => [
      code,
      {
        description: code === '201' ? 'Created.' : 'Answered.',
        headers: { 'x-request-id': { description: 'Names the request in logs.', schema: { type: 'string' } } },
        content: { 'application/json': { schema } },
      },
    ]),
  )
}

/** One response for each status, with every code and sentence it can carry. */
function refusalResponses(codes: readonly RefusalCode[]): Json {
  return Object.fromEntries(
    Object.entries(Object.groupBy(codes, (code) => String(refusalRows[code].status))).map(([code, group = []]) => {
      const shapes = [...new Set(group.map((name) => refusalRows[name].shape))]
      const references = shapes.map((shape) => ({ $ref: `#/components/schemas/refusal-${shape}` }))
      return [
        code,
        {
          description: group.map((name) => `\`${name}\`: ${refusalRows[name].sentence}`).join('\n\n'),
          'x-codes': group,
          content: { 'application/json': { schema: references.length === 1 ? references[0] : { anyOf: references } } },
        },
      ]
    }),
  )
}
