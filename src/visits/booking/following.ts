// The members with which a caller follows changes, and their rules.

import { optional, text } from '../../base/contract/schemas.ts'
import { invalid } from '../../base/values/problem.ts'
import { type ChangeCursor, parseCursor } from './change-cursor.ts'

export const changedAfterMember = optional(
  text(
    'Visits changed since a `nextCursor` was returned, in the order of their changes; from the beginning if empty. Cannot be sent with `page`.',
    '',
    {
      maxLength: 200,
    },
  ),
)

export const nextCursorMember = optional(
  text('With `changedAfter`: what to send next, also when the list is empty.', 'MS4wMTlmYTJjYQ'),
)

/**
 * The cursor of a request that follows changes; undefined for other requests. Throws INVALID_INPUT
 * for a cursor that is not one of ours.
 */
export function requestedCursor(
  { changedAfter }: { changedAfter?: string | undefined },
  page: number,
): ChangeCursor | undefined {
  if (changedAfter === undefined) return undefined
  const cursor = parseCursor(changedAfter)
  if (!cursor)
    throw invalid('changedAfter must be a nextCursor exactly as it was returned, or empty to begin')
  if (page > 0)
    throw invalid('page cannot be sent with changedAfter; send the nextCursor of the last response')
  return cursor
}
