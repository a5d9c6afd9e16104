// Names of a clinic file, as they are typed: each stands for an id.

import type { NamedIds } from '../clinic-file/import-clinic.ts'
import { OperatorProblem } from '../values/operator-problem.ts'

export type Ids = Readonly<Record<string, number>>

/** The id that is meant; a name of the clinic file wins over an id that is spelt like it. */
export function meant(ids: Ids, typed: string): number | undefined {
  if (Object.hasOwn(ids, typed)) return ids[typed]
  return /^[1-9]\d{0,15}$/.test(typed) ? Number(typed) : undefined
}

/** The id of the thing of a kind that is meant; throws where nothing is called so. */
export function idMeant(ids: NamedIds, kind: 'practitioner' | 'location' | 'shift', typed: string): number {
  const found = meant(ids[kind] ?? {}, typed)
  if (found === undefined) throw new OperatorProblem(`there is no ${kind} ${typed} in this workspace`, 'see what there is: clinic ids')
  return found
}

/** The same of what may be left out, which is null. */
export function idMeantIfAny(ids: NamedIds, kind: 'practitioner' | 'location', typed: string | undefined): number | null {
  return typed === undefined ? null : idMeant(ids, kind, typed)
}

export function nameIn(ids: Ids, id: number): string {
  return Object.entries(ids).find(([, known]) => known === id)?.[0] ?? String(id)
}
