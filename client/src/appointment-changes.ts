// Follows changes, page by page.

import type { CallOptions, Client, InputOf } from './client.ts'
import type { components } from './generated.ts'

export interface AppointmentChanges {
  /** Visits in their current state, in the order of their last changes. */
  appointments: components['schemas']['Appointment'][]
  /** The cursor after these visits: store it once they are processed, and send it as `since`. */
  cursor: string
}

export interface QueueVisitChanges {
  /** Visits of queues in their current state, in the order of their last changes. */
  visits: components['schemas']['QueueVisitOfPatient'][]
  /** The cursor after these visits: store it once they are processed, and send it as `since`. */
  cursor: string
}

type Filters<Name extends 'searchAppointments' | 'listQueueVisits'> = Omit<
  InputOf<Name>,
  'changedAfter' | 'page' | 'size'
>

const size = 100

/**
 * The visits that have changed since a cursor, or since the beginning if there is none, up to now.
 * The iteration then ends; call it again some time later. A visit may come twice, and none is left
 * out. `filters` are those of a search.
 */
export async function* appointmentChanges(
  client: Pick<Client, 'searchAppointments'>,
  { since = '', ...filters }: Filters<'searchAppointments'> & { since?: string | undefined } = {},
  options?: CallOptions,
): AsyncGenerator<AppointmentChanges, void, undefined> {
  for await (const { list, cursor } of followPages(since, (changedAfter) =>
    client.searchAppointments({ ...filters, changedAfter, size }, options),
  ))
    yield { appointments: list, cursor }
}

/**
 * The visits of queues that have changed: tokens that were taken, called, served, skipped, moved or
 * cancelled. `filters` are those of their list.
 */
export async function* queueVisitChanges(
  client: Pick<Client, 'listQueueVisits'>,
  { since = '', ...filters }: Filters<'listQueueVisits'> & { since?: string | undefined } = {},
  options?: CallOptions,
): AsyncGenerator<QueueVisitChanges, void, undefined> {
  for await (const { list, cursor } of followPages(since, (changedAfter) =>
    client.listQueueVisits({ ...filters, changedAfter, size }, options),
  ))
    yield { visits: list, cursor }
}

interface Page<Item> {
  list: Item[]
  nextCursor?: string | undefined
}

async function* followPages<Item>(
  since: string,
  fetchPage: (cursor: string) => Promise<Page<Item>>,
): AsyncGenerator<{ list: Item[]; cursor: string }, void, undefined> {
  for (let cursor = since; ; ) {
    const { list, nextCursor } = await fetchPage(cursor)
    if (nextCursor === undefined)
      throw new TypeError(
        'the service does not support following changes; it is older than this client',
      )
    // The cursor of an empty page may still have moved, past changes that the filters exclude.
    if (nextCursor === cursor) return
    cursor = nextCursor
    yield { list, cursor }
  }
}
