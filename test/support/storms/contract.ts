// Every answer in a test is checked against docs/openapi.json, which is itself generated from the
// routes: an undocumented status, code or member fails the test, whatever the test is about.

import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import { findRow, sentSentence } from '../../../src/base/contract/errors.ts'
import { resolveResponse } from '../../../src/base/contract/openapi.ts'
import { isCalendarDate } from '../../../src/base/values/calendar-date.ts'
import { parseInstant } from '../../../src/base/values/clinic-time.ts'
import { apiRefusals } from '../../../src/doors/register/all-problems.ts'

interface DocumentedResponse {
  'x-codes'?: string[]
  content: unknown
}

interface DocumentedOperation {
  responses: Record<string, DocumentedResponse | { $ref: string }>
}

const document = JSON.parse(
  readFileSync(new URL('../../../docs/openapi.json', import.meta.url), 'utf8'),
) as {
  paths: Record<string, Record<string, DocumentedOperation>>
  components: { responses: Record<string, DocumentedResponse> }
}

const ajv = new Ajv2020({ strict: false, allErrors: true, validateFormats: true })
ajv.addFormat('date', isCalendarDate)
ajv.addFormat('date-time', (text) => parseInstant(text) !== undefined)
for (const name of ['int64', 'clock', 'zone', 'currency']) ajv.addFormat(name, true)
ajv.addSchema(document, 'document')

const patterns = Object.keys(document.paths).map((path) => ({
  path,
  matches: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))
const checks = new Map<string, ValidateFunction>()

/** The validator of a schema in the document, by the path to it. */
export function findValidator(steps: readonly string[]): ValidateFunction {
  const pointer = steps
    .map((step) => encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1')))
    .join('/')
  const check = checks.get(pointer) ?? ajv.compile({ $ref: `document#/${pointer}` })
  checks.set(pointer, check)
  return check
}

/** Throws if the document does not describe this answer to a documented method and path. */
export function expectDocumented(method: string, url: string, status: number, body: unknown): void {
  const path = patterns.find(({ matches }) => matches.test(url.split('?', 1)[0] ?? ''))?.path
  const operation = path && document.paths[path]?.[method.toLowerCase()]
  if (!path || !operation) return
  // An answer from an external party is described only by its status range.
  const code = (body as { error?: unknown } | null)?.error
  const range = `${String(status)[0]}XX`
  const isPassedOn =
    operation.responses[range] !== undefined &&
    (operation.responses[status] === undefined || typeof code === 'object')
  const described = isPassedOn ? range : String(status)
  const found = operation.responses[described]
  const named = `${method} ${path} answered ${status}`
  // A request that is not valid HTTP, or has an odd path, never reaches the operation.
  if (!found)
    throw new Error(`${named}, which docs/openapi.json does not know: ${JSON.stringify(body)}`)
  const response = resolveResponse(document, found)
  const place =
    '$ref' in found
      ? found.$ref.split('/').slice(1)
      : ['paths', path, method.toLowerCase(), 'responses', described]
  const check = findValidator([...place, 'content', 'application/json', 'schema'])
  if (!check(body))
    throw new Error(
      `${named} with a body that docs/openapi.json does not describe: ${ajv.errorsText(check.errors)} in ${JSON.stringify(body)}`,
    )
  const isCode = typeof code === 'string' && /^[A-Z_]+$/.test(code)
  if (isCode && !response['x-codes']?.includes(code))
    throw new Error(`${named} with the code ${code}, which docs/openapi.json does not name there`)
  // If an external party may have answered, the message has its own wording.
  if (status < 400 || operation.responses[range] !== undefined) return
  const { message } = (body ?? {}) as { message?: unknown }
  if (response['x-codes']?.some((name) => isMessageOfCode(name, String(message)))) return
  throw new Error(
    `${named} with the sentence of no code that docs/openapi.json names there: ${JSON.stringify(body)}`,
  )
}

/**
 * Whether a message is the sentence of a code, with any details: most bodies do not contain their
 * code.
 */
function isMessageOfCode(code: string, message: string): boolean {
  const row = findRow(apiRefusals, code)
  const [first = '', ...rest] = (row.shape ? sentSentence(row) : `${code}: ${row.sentence}`).split(
    /\{\w+\}/,
  )
  if (!message.startsWith(first)) return false
  // Each of the remaining parts follows the one before it, and nothing follows the last.
  let at = first.length
  for (const [index, part] of rest.entries()) {
    const found =
      index === rest.length - 1 ? message.length - part.length : message.indexOf(part, at)
    if (found < at || !message.startsWith(part, found)) return false
    at = found + part.length
  }
  return at === message.length
}
