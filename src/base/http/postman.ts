// The API reference as a Postman collection, which Bruno, Insomnia and others can read too: every operation as a request that can be sent,
// with its saved example. Generated from the OpenAPI document, so it adds nothing of its own.

type Json = Record<string, unknown>

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description: string
  examples: { default: { value: unknown } }
}

interface Operation {
  tags: [string]
  summary: string
  description: string
  security: Record<string, unknown>[]
  parameters: Parameter[]
  requestBody?: { content: { 'application/json': { example: unknown } } }
  responses: Record<string, DescribedResponse | { $ref: string }>
}

interface DescribedResponse {
  description: string
  content: { 'application/json': { example?: unknown } }
}

interface Described {
  info: { title: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
}

const variables = [
  { key: 'baseUrl', value: 'http://127.0.0.1:3000', description: 'Where the service is.' },
  { key: 'apiKey', value: '', description: 'A Developer API key, used from an address on its allowlist.' },
  { key: 'widgetKey', value: '', description: 'A widget key; it opens sessions and nothing else.' },
]

/** A collection in the format of Postman 2.1. */
export function postmanCollection(document: Json): Json {
  const { info, tags, paths } = document as unknown as Described
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ operation, item: itemOf(method.toUpperCase(), path, operation) })),
  )
  return {
    info: { name: info.title, description: info.description, schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    auth: keyIn('{{apiKey}}'),
    variable: variables,
    item: tags.map(({ name, description }) => ({
      name,
      description,
      item: operations.filter(({ operation }) => operation.tags[0] === name).map(({ item }) => item),
    })),
  }
}

function keyIn(value: string): Json {
  const member = (key: string, text: string) => ({ key, value: text, type: 'string' })
  return { type: 'apikey', apikey: [member('key', 'x-api-key'), member('value', value), member('in', 'header')] }
}

function itemOf(method: string, path: string, operation: Operation): Json {
  const { summary, description, security, requestBody, responses } = operation
  const body = requestBody?.content['application/json'].example
  const request = {
    method,
    description,
    ...(security.some((scheme) => 'widgetKey' in scheme) ? { auth: keyIn('{{widgetKey}}') } : {}),
    header: [...entries(operation, 'header'), ...(body === undefined ? [] : [{ key: 'content-type', value: 'application/json' }])],
    url: urlOf(path, operation),
    ...(body === undefined ? {} : { body: { mode: 'raw', raw: inLines(body), options: { raw: { language: 'json' } } } }),
  }
  // Examples are of successes, and those are not shared between operations.
  const saved = Object.entries(responses).flatMap(([code, response]) => {
    if ('$ref' in response) return []
    const { description: name, content } = response
    const { example } = content['application/json']
    const header = [{ key: 'content-type', value: 'application/json' }]
    return example === undefined ? [] : [{ name, originalRequest: request, code: Number(code), header, body: inLines(example) }]
  })
  return { name: summary, request, response: saved }
}

function urlOf(path: string, operation: Operation): Json {
  const steps = path.slice(1).replace(/\{(\w+)\}/g, ':$1')
  const query = entries(operation, 'query')
  const sent = query.filter(({ disabled }) => !disabled).map(({ key, value }) => `${key}=${encodeURIComponent(value)}`)
  return {
    raw: `{{baseUrl}}/${steps}${sent.length > 0 ? `?${sent.join('&')}` : ''}`,
    host: ['{{baseUrl}}'],
    path: steps.split('/'),
    query,
    variable: entries(operation, 'path'),
  }
}

/** Parameters of one place; optional ones are included but disabled. */
function entries({ parameters }: Operation, place: Parameter['in']) {
  return parameters
    .filter((parameter) => parameter.in === place)
    .map(({ name, required, description, examples }) => ({
      key: name,
      value: String(examples.default.value),
      description,
      ...(required ? {} : { disabled: true }),
    }))
}

function inLines(value: unknown): string {
  return JSON.stringify(value, null, 2)
}
