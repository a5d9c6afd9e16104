// The generated pages: the API and the clinic file as their schemas describe them.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { resolveResponse } from '../src/base/contract/openapi.ts'
import { copyPath, generatedFiles, project, resolveLink } from './pages.ts'

interface Schema {
  $ref?: string
  /** The name of the schema that a reference led to. */
  name?: string
  type?: string | string[]
  format?: string
  description?: string
  enum?: unknown[]
  const?: unknown
  required?: string[]
  properties?: Record<string, Schema>
  items?: Schema
  allOf?: Schema[]
  anyOf?: Schema[]
  additionalProperties?: Schema | boolean
}

interface Operation {
  operationId: string
  tags: string[]
  summary: string
  description: string
  parameters?: {
    name: string
    in: string
    required?: boolean
    description?: string
    schema: Schema
  }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, DescribedResponse | { $ref: string }>
  'x-rate-class': string
  'x-repeatable': boolean
}

interface DescribedResponse {
  description: string
  'x-codes'?: string[]
  content?: Record<string, { schema: Schema }>
}

interface ApiDocument {
  info: { version: string; description: string }
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; responses: Record<string, DescribedResponse> }
}

const apiFile = 'docs/openapi.json'
const schemaFile = 'docs/clinic-file.schema.json'
const demoFile = 'src/doors/demo/demo-clinic.yaml'

/** The files that generated pages link to. */
export const copiedFiles = [apiFile, schemaFile, demoFile]

const readJson = (file: string) => JSON.parse(readFileSync(join(project, file), 'utf8'))

/** The generated pages by their path in the site. */
export function generatedPages(): Record<string, string> {
  return {
    [generatedFiles.api]: apiPage(readJson(apiFile)),
    [generatedFiles.clinicFile]: clinicFilePage(readJson(schemaFile)),
  }
}

function apiPage({ info, tags, paths, components }: ApiDocument): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      name: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  )
  const parts = tags.flatMap(({ name, description }) => [
    `## ${name}`,
    escapeText(description),
    ...operations
      .filter(({ operation }) => operation.tags.includes(name))
      .flatMap((one) => operationParts(one.name, one.operation, components)),
  ])
  const intro = [
    escapeText(info.description),
    `A running service shows the same at its own address, \`/docs\`, where calls can be tried. Version ${info.version}, as a document for generators and tools: [openapi.json](/${copyPath(apiFile)}).`,
  ]
  return [
    '# API',
    ...intro,
    ...parts,
    ...schemaParts(
      operations.map(({ operation }) => operation),
      components,
    ),
  ].join('\n\n')
}

/** The named schemas of all bodies and answers, and those within them. */
function schemaParts(
  operations: readonly Operation[],
  { schemas, responses }: ApiDocument['components'],
): string[] {
  const foundNames = new Set<string>()
  const visitSchema = (schema: Schema) => {
    const {
      name = '',
      items,
      anyOf = [],
      allOf = [],
      properties = {},
    } = resolveSchema(schema, schemas)
    if (foundNames.has(name)) return
    if (name) foundNames.add(name)
    for (const inner of [items, ...anyOf, ...allOf, ...Object.values(properties)])
      if (inner) visitSchema(inner)
  }
  for (const operation of operations)
    for (const schema of [
      ...bodySchemas(operation),
      ...answerSchemas(operation, { schemas, responses }),
    ])
      visitSchema(schema)
  const describedSchemas = [...foundNames].sort().map((name) => ({
    name,
    schema: schemas[name] ?? {},
    members: schemaMembers(schemas[name] ?? {}, schemas),
  }))
  return [
    '## Schemas',
    'The records in bodies and answers.',
    ...describedSchemas
      .filter(({ members }) => members.length > 0)
      .flatMap(({ name, schema, members }) => [
        `### ${name}`,
        escapeText(schema.description ?? ''),
        tableRows(
          ['Member', 'Type', 'Meaning'],
          members.map((row) => [
            memberText({ ...row, required: false }),
            typeText(row.schema, schemas),
            row.schema.description,
          ]),
        ),
      ]),
  ].filter((part) => part !== '')
}

const bodySchemas = ({ requestBody }: Operation): Schema[] =>
  Object.values(requestBody?.content ?? {}).map(({ schema }) => schema)

/** What an operation answers when it succeeds. */
function answerSchemas(
  { responses }: Operation,
  components: Pick<ApiDocument['components'], 'schemas' | 'responses'>,
): Schema[] {
  return Object.entries(responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([, response]) =>
      Object.values(resolveResponse<DescribedResponse>({ components }, response).content ?? {}).map(
        ({ schema }) => schema,
      ),
    )
}

function operationParts(
  name: string,
  operation: Operation,
  components: ApiDocument['components'],
): string[] {
  const { operationId, summary, description, parameters = [], responses } = operation
  const schemas = components.schemas
  const answers = answerSchemas(operation, components).map((schema) => typeText(schema, schemas))
  const [body] = bodySchemas(operation)
  const rows = parameters.map((one) => ({
    ...one,
    place: one.in,
    required: one.required === true,
    description: one.description ?? one.schema.description,
  }))
  const members = body ? schemaMembers(body, schemas) : []
  return [
    `### \`${name}\``,
    `**${escapeText(summary)}.** ${escapeText(description)}`,
    `In the [typed client](${resolveLink('README.md', 'client/README.md').link}): \`${operationId}\`.${answers.length > 0 ? ` Answer: ${answers.join(', ')}.` : ''}`,
    `[Rate limit](${resolveLink('README.md', 'docs/api.md').link}#limits): \`${operation['x-rate-class']}\`. If the outcome of a call is unknown, ${operation['x-repeatable'] ? 'send it again' : 'do not simply send it again: it may have happened'}.`,
    rows.length > 0
      ? tableRows(
          ['Parameter', 'In', 'Type', 'Meaning'],
          rows.map((row) => [
            memberText(row),
            row.place,
            typeText(row.schema, schemas),
            row.description,
          ]),
        )
      : '',
    members.length > 0
      ? tableRows(
          ['Member of the body', 'Type', 'Meaning'],
          members.map((row) => [
            memberText(row),
            typeText(row.schema, schemas),
            row.schema.description,
          ]),
        )
      : '',
    tableRows(
      ['Status', 'Answer'],
      Object.entries(responses).map(([status, response]) => {
        const { description, 'x-codes': codes } = resolveResponse<DescribedResponse>(
          { components },
          response,
        )
        return [status, codes ? codes.map((code) => `\`${code}\``).join(', ') : description]
      }),
    ),
  ].filter((part) => part !== '')
}

function clinicFilePage(schema: Schema): string {
  const sections = schemaMembers(schema, {}).flatMap(({ name, schema: section }) => {
    const { properties, items, additionalProperties } = section
    const inner = properties
      ? section
      : (items ?? (typeof additionalProperties === 'object' ? additionalProperties : undefined))
    const members = inner ? schemaMembers(inner, {}) : []
    if (members.length === 0) return []
    const rows = members.map((row) => [
      memberText(row),
      typeText(row.schema, {}),
      row.schema.description,
    ])
    return [
      `## \`${name}\``,
      escapeText(section.description ?? ''),
      tableRows(['Member', 'Type', 'Meaning'], rows),
    ]
  })
  const intro = [
    escapeText(schema.description ?? ''),
    `Everything at every depth is in the [JSON Schema](/${copyPath(schemaFile)}), which editors understand; [the demo clinic](${resolveLink('README.md', demoFile).link}) is a file to start from.`,
  ]
  return ['# Clinic file', ...intro, ...sections].join('\n\n')
}

function schemaMembers(
  schema: Schema,
  schemas: Record<string, Schema>,
): { name: string; required: boolean; schema: Schema }[] {
  const { allOf = [], anyOf = [], properties = {}, required = [] } = resolveSchema(schema, schemas)
  const ownMembers = Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema: resolveSchema(schema, schemas),
  }))
  const all = [
    ...ownMembers,
    ...[...allOf, ...anyOf].flatMap((part) => schemaMembers(part, schemas)),
  ]
  return [...new Map(all.map((one) => [one.name, one])).values()]
}

function resolveSchema(schema: Schema, schemas: Record<string, Schema>): Schema {
  const name = schema.$ref?.split('/').at(-1)
  return name
    ? { ...schemas[name], name, ...(schema.description && { description: schema.description }) }
    : schema
}

function typeText(schema: Schema, schemas: Record<string, Schema>): string {
  const {
    name,
    type,
    format,
    items,
    anyOf,
    const: constant,
    enum: values,
  } = resolveSchema(schema, schemas)
  if (name && schemaMembers(schema, schemas).length > 0) return `[${name}](#${name.toLowerCase()})`
  if (constant !== undefined) return `\`${constant}\``
  if (values) return values.map((value) => `\`${value}\``).join(', ')
  if (items) return `array of ${typeText(items, schemas)}`
  if (anyOf) return [...new Set(anyOf.map((one) => typeText(one, schemas)))].join(', ')
  const plainType = type === undefined ? 'any' : [type].flat().join(' or ')
  return format ? `${plainType} (${format})` : plainType
}

const memberText = ({ name, required }: { name: string; required: boolean }) =>
  `\`${name}\`${required ? ' (required)' : ''}`

function tableRows(head: string[], rows: (string | undefined)[][]): string {
  const line = (cells: (string | undefined)[]) =>
    `| ${cells
      .map((cell = '') =>
        escapeText(cell)
          .replaceAll(/\s*\n\s*/g, ' ')
          .replaceAll('|', '\\|'),
      )
      .join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Text that may hold code in backticks, with everything outside escaped for HTML. */
function escapeText(words: string): string {
  return words
    .split(/(`[^`]*`)/)
    .map((part) =>
      part.startsWith('`') ? part : part.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
    )
    .join('')
}
