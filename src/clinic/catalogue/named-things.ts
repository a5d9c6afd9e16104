// Resolves typed names of a clinic file to ids.

import type { Queries } from '../../base/db/database.ts'
import { idsOfLocations, idsOfPractitioners, idsOfShifts, idsOfVisitTypes } from './name-queries.ts'
import { problem } from './problems.ts'

const statements = {
  practitioner: idsOfPractitioners,
  location: idsOfLocations,
  shift: idsOfShifts,
  'visit type': idsOfVisitTypes,
} as const
type Kind = keyof typeof statements

export type Ids = Readonly<Record<string, number>>

export async function loadIds(queries: Queries, workspaceId: number, kind: Kind): Promise<Ids> {
  const rows = await queries.rows(statements[kind], { workspaceId })
  return Object.fromEntries(rows.flatMap(({ name, id }) => (name === null ? [] : [[name, id]])))
}

/**
 * The id for a typed text; a name in the clinic file takes precedence over an id that is spelt the
 * same.
 */
export function resolveId(ids: Ids, typed: string): number | undefined {
  if (Object.hasOwn(ids, typed)) return ids[typed]
  return /^[1-9]\d{0,15}$/.test(typed) ? Number(typed) : undefined
}

/** Returns the id of something with a name, by its kind; throws if it does not exist. */
export async function resolveNamedId(
  queries: Queries,
  workspaceId: number,
  kind: Kind,
  typed: string,
): Promise<number> {
  const found = resolveId(await loadIds(queries, workspaceId, kind), typed)
  if (found === undefined) throw problem('NAME_NOT_FOUND', { kind, name: typed })
  return found
}

/** The practitioner and location of a request, by name or id; null if omitted. */
export async function resolvePractice(
  queries: Queries,
  workspaceId: number,
  { doctor, location }: { doctor?: string | undefined; location?: string | undefined },
) {
  return {
    doctorId:
      doctor === undefined
        ? null
        : await resolveNamedId(queries, workspaceId, 'practitioner', doctor),
    locationId:
      location === undefined
        ? null
        : await resolveNamedId(queries, workspaceId, 'location', location),
  }
}

export function findName(ids: Ids, id: number): string {
  return Object.entries(ids).find(([, candidate]) => candidate === id)?.[0] ?? String(id)
}
