// Follows what changes, page by page.

import type { CallOptions, Client, InputOf } from './client.ts'
import type { components } from './generated.ts'

export interface AppointmentChanges {
  /** Visits as they are now, in the order in which they changed last. */
  appointments: components['schemas']['Appointment'][]
  /** Where to go on from, once these are dealt with: keep it, and send it as `since`. */
  cursor: string
}

type Filters = Omit<InputOf<'searchAppointments'>, 'changedAfter' | 'page' | 'size'>

/**
 * The visits that changed since a cursor, from the beginning without one, up to the moment; then it ends, to be called again some time
 * later. A visit may come twice, and none is left out. `filters` are those of a search.
 */
export async function* appointmentChanges(
  client: Pick<Client, 'searchAppointments'>,
  { since = '', ...filters }: Filters & { since?: string | undefined } = {},
  options?: CallOptions,
): AsyncGenerator<AppointmentChanges, void, undefined> {
  for (let cursor = since; ; ) {
    const { list, nextCursor } = await client.searchAppointments({ ...filters, changedAfter: cursor, size: 100 }, options)
    if (nextCursor === undefined) throw new TypeError('the service does not follow changes; it is older than this client')
    // The cursor of an empty page may have moved, over what the filters leave out.
    if (nextCursor === cursor) return
    cursor = nextCursor
    yield { appointments: list, cursor }
  }
}
