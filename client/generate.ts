// Generates src/generated.ts from docs/openapi.json: the types of every operation, and the table of
// how the client sends them. The file is not in git: tests, checks and builds make it when it is
// missing or the document has changed.

import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'

interface DescribedSchema {
  $ref?: string
  properties?: Record<string, unknown>
  anyOf?: { $ref?: string }[]
}

interface JsonContent {
  'application/json'?: { schema?: DescribedSchema }
}

interface DescribedResponse {
  'x-codes'?: string[]
  content: JsonContent
}

interface DescribedOperation {
  operationId: string
  summary: string
  description?: string
  'x-repeatable': boolean
  parameters: { name: string; in: string }[]
  requestBody?: { content: JsonContent }
  responses: Record<string, DescribedResponse | { $ref: string }>
}

/** The parts of an OpenAPI document that the generator reads. */
export interface DescribedApi {
  paths: Record<string, Record<string, DescribedOperation>>
  components?: {
    schemas?: Record<string, DescribedSchema>
    responses?: Record<string, DescribedResponse>
  }
}

const documentFile = new URL('../docs/openapi.json', import.meta.url)
const generatedFile = new URL('src/generated.ts', import.meta.url)

// In the output of openapi-typescript; `paths` repeats `operations`.
const includedTypes = ['components', 'operations']

/**
 * The source of src/generated.ts; throws if the document needs something that the client cannot do.
 */
export async function generateSource(api: DescribedApi): Promise<string> {
  const describedOperations = Object.entries(api.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      path,
      method: method.toUpperCase(),
      operation,
    })),
  )
  const nodes = await openapiTS(structuredClone(api) as unknown as OpenAPI3, {
    defaultNonNullable: false,
    silent: true,
  })
  const types = nodes.filter(
    (node) => 'name' in node && includedTypes.includes((node.name as { text: string }).text),
  )
  const codes = [
    ...new Set(describedOperations.flatMap(({ operation }) => refusalCodes(operation, api))),
  ].sort()
  return [
    `/** The codes of refusals by a rule of the service, as this version of the API documents them. */
export type RefusalCode =\n${codes.map((code) => `  | '${code}'`).join('\n')}`,
    `/** How each operation is sent. */
export const operations = {\n${describedOperations.map((row) => tableRow(row, api)).join('\n')}\n} as const`,
    astToString(types),
  ].join('\n\n')
}

function tableRow(
  { path, method, operation }: { path: string; method: string; operation: DescribedOperation },
  api: DescribedApi,
): string {
  const { operationId, summary, description } = operation
  checkUsable(operation, api)
  const row = {
    method,
    path,
    repeatable: operation['x-repeatable'],
    pathParameters: parameterNames(operation, 'path'),
    queryParameters: parameterNames(operation, 'query'),
    headerParameters: parameterNames(operation, 'header'),
    hasBody: operation.requestBody !== undefined,
    hasWorkspace: 'workspaceId' in bodyMembers(operation, api),
  }
  return `  /** ${[`${summary}.`, description].filter(Boolean).join(' ').replaceAll('*/', '* /')} */\n  ${operationId}: ${JSON.stringify(row)},`
}

/** Parameters and body members are given in one object, so no two may share a name. */
function checkUsable(operation: DescribedOperation, api: DescribedApi) {
  const { operationId, parameters, requestBody } = operation
  const unsupportedParameter = parameters.find(
    (parameter) => !['path', 'query', 'header'].includes(parameter.in),
  )
  if (unsupportedParameter)
    throw new Error(
      `${operationId}: the client cannot send the ${unsupportedParameter.in} parameter ${unsupportedParameter.name}`,
    )
  const members = Object.keys(bodyMembers(operation, api))
  if (requestBody && members.length === 0)
    throw new Error(
      `${operationId}: the client sends only bodies that are JSON objects with named members`,
    )
  const names = [...parameters.map(({ name }) => name), ...members]
  const duplicateName = names.find((name, index) => names.indexOf(name) !== index)
  if (duplicateName) throw new Error(`${operationId}: two inputs are named ${duplicateName}`)
}

/** The members of the body. */
function bodyMembers(
  { requestBody }: DescribedOperation,
  { components }: DescribedApi,
): Record<string, unknown> {
  const schema = requestBody?.content['application/json']?.schema
  return (
    (schema?.$ref ? components?.schemas?.[schema.$ref.split('/').at(-1) ?? ''] : schema)
      ?.properties ?? {}
  )
}

function parameterNames({ parameters }: DescribedOperation, location: string): string[] {
  return parameters.filter((parameter) => parameter.in === location).map(({ name }) => name)
}

/**
 * Codes of the statuses that can have the shape with a code; if a status has several shapes, all of
 * its codes.
 */
function refusalCodes({ responses }: DescribedOperation, { components }: DescribedApi): string[] {
  return Object.values(responses).flatMap((response) => {
    const { content, 'x-codes': codes = [] } =
      '$ref' in response
        ? (components?.responses?.[response.$ref.split('/').at(-1) ?? ''] ?? { content: {} })
        : response
    const schema = content?.['application/json']?.schema
    const shapes = [schema, ...(schema?.anyOf ?? [])]
    return shapes.some((shape) => shape?.$ref?.endsWith('/refusal-service')) ? codes : []
  })
}

async function generate() {
  const document = await readFile(documentFile, 'utf8')
  const hash = createHash('sha256')
    .update(document)
    .update(await readFile(new URL(import.meta.url)))
  const firstLine = `// Made from docs/openapi.json by client/generate.ts; do not edit. ${hash.digest('hex')}\n`
  const existing = await readFile(generatedFile, 'utf8').catch(() => '')
  if (existing.startsWith(firstLine)) return
  await writeFile(generatedFile, `${firstLine}\n${await generateSource(JSON.parse(document))}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generate()
