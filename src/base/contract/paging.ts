// Pages of a list, zero-based.

import type { TSchema } from 'typebox'
import { integer, list, namedObject, optional, ordinalLimits } from './schemas.ts'

const pageSizeMax = 100
const pageSizeDefault = 10
// Beyond this, the offset of the last page is no longer an exact number.
const pageMax = 1_000_000_000

const page = optional(
  integer('The number of the page, starting at 0.', 0, { minimum: 0, maximum: pageMax }),
)
const size = optional(
  integer(
    `Entries of a page, 10 when omitted; more than ${pageSizeMax} are lowered to that.`,
    10,
    ordinalLimits,
  ),
)

/** The parameters of a paged list. */
export const pageParameters = { page, size }

/** The same parameters, with the page size named `limit`. */
export const limitParameters = { page, limit: size }

/** The requested page, and its offset. */
export function toPage({
  page = 0,
  size = pageSizeDefault,
}: {
  page?: number | undefined
  size?: number | undefined
}): {
  page: number
  size: number
  offset: number
} {
  const pageSize = Math.min(size, pageSizeMax)
  return { page, size: pageSize, offset: page * pageSize }
}

/** The envelope of a page; `name` is its name in the API reference. */
export function pageSchema<T extends TSchema>(name: string, entry: T, description: string) {
  return namedObject(name, {
    count: integer('Number of all entries, not only of this page.', 42),
    page: integer('The number of this page, starting at 0.', 0),
    size: integer('Maximum number of entries per page.', 10),
    list: list(entry, description),
  })
}
