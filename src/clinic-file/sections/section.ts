// What a section of the clinic file consists of. Each is one file of this folder and one line of a list: `../sections.ts`, or for what
// is said of a practitioner at a location, the one in `practices.ts`.

import type { TProperties } from 'typebox'
import type { Queries } from '../../db/database.ts'
import type { Statement } from '../../db/statement.ts'
import type { Instant } from '../../values/clinic-time.ts'
import type { OperatorProblem } from '../../values/operator-problem.ts'
import type { Mapping, Report } from '../checking.ts'

/** Where a section writes: inside the transaction of the import, which holds the row of the workspace. */
export interface Target {
  queries: Queries
  workspaceId: number
  now: Instant
}

/** Returns the names of one kind with their ids, in the order of the ids. Staff whom no file has described have no name. */
export type IdsStatement = Statement<{ readonly name: 'text' | 'text?'; readonly id: 'bigint' }, { readonly workspaceId: 'bigint' }>

/** A section; `File` is what it needs to know of the whole file. */
export interface Section<File> {
  /** The members it adds to the file; none where they are part of another section. */
  members: TProperties
  /** Reports what a schema cannot say. The file may have other mistakes too. */
  check?: (file: Mapping, report: Report) => void
  /** Throws an `OperatorProblem` where what is stored forbids what the file says. No section has written yet. */
  refuse?: (target: Target, file: File) => Promise<void>
  /**
   * Brings its tables to what the file says. Only what differs is written, so that importing a file twice changes nothing, not even
   * the configuration's version; what the file no longer names is retired: rows that bookings refer to are switched off, never removed.
   */
  write: (target: Target, file: File) => Promise<void>
  /** How the names it gives are looked up, by their kind. */
  ids?: Readonly<Record<string, IdsStatement>>
  /** What the violation of a constraint means, by the name of the constraint. */
  violations?: Readonly<Record<string, () => OperatorProblem>>
}

/** What a practitioner does at a location, by their names. */
export interface Practised<Practice> {
  doctor: string
  location: string
  practice: Practice
}

/** A section that is part of every practice; `Practice` is what it needs to know of one. */
export interface PracticeSection<Practice> {
  members: TProperties
  check?: (practice: Mapping, path: string, report: Report) => void
  /** As a section does, given all practices of the file. */
  write: (target: Target, practices: readonly Practised<Practice>[]) => Promise<void>
}

interface WithMembers {
  members: TProperties
}
type MembersOf<S extends readonly WithMembers[]> = S extends readonly [infer First extends WithMembers, ...infer Rest extends readonly WithMembers[]]
  ? First['members'] & MembersOf<Rest>
  : unknown

/** The members of all sections, in their order. */
export function membersOf<const S extends readonly WithMembers[]>(sections: S): MembersOf<S> {
  return Object.assign({}, ...sections.map(({ members }) => members))
}

/** What every statement of a section takes: its rows as one list. */
export const takesRows = { workspaceId: 'bigint', rows: 'jsonb' } as const
