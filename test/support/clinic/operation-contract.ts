// Every result of an operation in a test is checked against the operation's declared output, as
// routes' answers are checked against their documentation: an undeclared member, or one of another
// type, fails the test.

import { Ajv, type ValidateFunction } from 'ajv'
import type { TSchema } from 'typebox'
import type { Operation } from '../../../src/base/operations/operation.ts'
import { isCalendarDate } from '../../../src/base/values/calendar-date.ts'
import { canonicalZone, parseClock, parseInstant } from '../../../src/base/values/clinic-time.ts'
import { isCurrency } from '../../../src/base/values/money.ts'

// The formats of a clinic file are checked where it is read.
const ajv = new Ajv({ strict: false, allErrors: true, logger: false })
ajv.addFormat('id', true)
ajv.addFormat('timestamp', (text) => parseInstant(text) !== undefined)
ajv.addFormat('calendar-date', isCalendarDate)
ajv.addFormat('clock', (text) => parseClock(text) !== undefined)
ajv.addFormat('currency', isCurrency)
ajv.addFormat('zone', (text) => canonicalZone(text) === text)

const checks = new WeakMap<TSchema, ValidateFunction>()

/** Throws if a result does not match what its operation declares. */
export function expectDeclared({ name, output }: Operation, result: unknown): void {
  const check = checks.get(output) ?? ajv.compile(closeSchema(output) as object)
  checks.set(output, check)
  // The result as a command receives it over the socket.
  const received: unknown = JSON.parse(JSON.stringify(result))
  if (!check(received))
    throw new Error(
      `${name} returned what it does not declare: ${ajv.errorsText(check.errors)} in ${JSON.stringify(received)}`,
    )
}

/**
 * The schema, with objects that allow no members beyond the named ones unless it says otherwise.
 */
function closeSchema(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closeSchema)
  if (typeof schema !== 'object' || schema === null) return schema
  const inside = Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, closeSchema(value)]),
  )
  return 'properties' in inside && !('additionalProperties' in inside)
    ? { ...inside, additionalProperties: false }
    : inside
}
