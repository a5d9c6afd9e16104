// What a section of the clinic file consists of. Each is one file of this folder and one line of a list: `../sections.ts`, or for what
// is said of a practitioner at a location, the one in `practices.ts`.

import type { TProperties } from 'typebox'
import type { RowsOfParts } from '../../db/combined-statement.ts'
import type { Queries } from '../../db/database.ts'
import { type Statement, statement } from '../../db/statement.ts'
import type { Instant } from '../../values/clinic-time.ts'
import type { Problem } from '../../values/problem.ts'
import type { Mapping, Report } from '../checking.ts'

/** Where a section writes: inside the transaction of the import, which holds the row of the workspace. */
export interface Target {
  queries: Queries
  workspaceId: number
  now: Instant
  /** Origin of the pages of the service; null where nobody said it. */
  publicOrigin: string | null
}

/** Returns the names of one kind with their ids, in the order of the ids. Staff whom no file has described have no name. */
export type IdsStatement = Statement<{ readonly name: 'text' | 'text?'; readonly id: 'bigint' }, { readonly workspaceId: 'bigint' }>

/**
 * Returns everything of one kind that is in use, by name, each with a text that changes when anything of it does. What stands there
 * before an import and after it is compared: that is what the import says it changed.
 */
export type StatesStatement = Statement<{ readonly name: 'text'; readonly state: 'text' }, { readonly workspaceId: 'bigint' }>

/** How many of a kind were written, where that says enough. */
export interface Counted {
  added: number
  changed: number
  removed: number
}

/** How a section describes what there is: the statements it reads by, all of which are sent as one, and what their rows say. */
export interface Description<File> {
  statements: Readonly<Record<string, Statement>>
  /** Adds its part to a file that has the parts of the sections before it. */
  describe(rows: RowsOfParts<Record<string, Statement>>, file: File): void
}

/** Declares such a description; the names of its statements are unique among the sections. */
export function describing<File, const Statements extends Readonly<Record<string, Statement>>>(
  statements: Statements,
  describe: (rows: RowsOfParts<Statements>, file: File) => void,
): Description<File> {
  return { statements, describe: describe as Description<File>['describe'] }
}

/** Members of a file without those of which nothing is said. */
export function said<Members extends object>(members: Members): { [name in keyof Members]?: NonNullable<Members[name]> } {
  const given = Object.entries(members).filter(([, value]) => value !== null && value !== undefined)
  return Object.fromEntries(given) as { [name in keyof Members]?: NonNullable<Members[name]> }
}

/** Those of a flag, or of a list, that differ from what is meant where they are left out. */
export const unless = <T>(usual: T, value: T): T | undefined => (value === usual ? undefined : value)
export const unlessEmpty = <T>(list: readonly T[]): T[] | undefined => (list.length === 0 ? undefined : [...list])

/** A section; `File` is what it needs to know of the whole file. */
export interface Section<File> {
  /** The members it adds to the file; none where they are part of another section. */
  members: TProperties
  /** Reports what a schema cannot say. The file may have other mistakes too. */
  check?: (file: Mapping, report: Report) => void
  /** Throws a `Problem` where what is stored forbids what the file says. No section has written yet. */
  refuse?: (target: Target, file: File) => Promise<void>
  /**
   * Brings its tables to what the file says. Only what differs is written, so that importing a file twice changes nothing, not even
   * the configuration's version; what the file no longer names is retired: rows that bookings refer to are switched off, never removed.
   * Returns how many it wrote of kinds that have no `states`, being too many to be read twice.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
  write: (target: Target, file: File) => Promise<Readonly<Record<string, Counted>> | void>
  /** The other way round: its part of the file that describes what its tables hold. */
  description?: Description<File>
  /** How what it writes is compared, by kind. */
  states?: Readonly<Record<string, StatesStatement>>
  /** How the names it gives are looked up, by their kind. */
  ids?: Readonly<Record<string, IdsStatement>>
  /** What the violation of a constraint means, by the name of the constraint. */
  violations?: Readonly<Record<string, () => Problem>>
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
  check?: (practice: Mapping, path: string, report: Report, practitioner: Mapping) => void
  /** As a section does, given all practices of the file. */
  write: (target: Target, practices: readonly Practised<Practice>[]) => Promise<void>
  /** As a section has, given how a practice of the file is found by its names. */
  description: Description<FindPractice<Practice>>
  states?: Readonly<Record<string, StatesStatement>>
  ids?: Readonly<Record<string, IdsStatement>>
}

/** A practice of the file that is described; undefined for one that is not in use. */
export type FindPractice<Practice> = (names: { doctor: string | null; location: string }) => Practice | undefined

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

/**
 * Declares how a kind is compared: `name` are the columns that name one, `facts` what is said of it, in the rows of `source`. Several
 * rows of one name are one state.
 */
export function states(kind: string, { name, facts, source }: { name: string; facts: string; source: string }): StatesStatement {
  return statement(
    `states_of_${kind}`,
    { takes: { workspaceId: 'bigint' }, returns: { name: 'text', state: 'text' } },
    `
  select concat_ws('/', ${name}) as name, md5(string_agg(row(${facts})::text, ' ' order by row(${facts})::text)) as state
  from ${source}
  group by 1
  order by 1`,
  )
}

/**
 * The `name` of what an id stands for, to be joined. Looked up one by one: what the planner makes of a plain join before it has counted
 * the tables compares each row with each.
 */
export function nameIn(table: 'users' | 'locations', alias: string, id: string): string {
  const [row] = id.split('.')
  return `lateral (select name from ${table} where workspace_id = ${row}.workspace_id and id = ${id} limit 1) ${alias}`
}

/** Rows `t` that belong to practices, with the names of practitioner `u` and location `l`. */
export function ofPractices(rows: string): string {
  return `${rows}
  cross join ${nameIn('users', 'u', 't.doctor_id')}
  cross join ${nameIn('locations', 'l', 't.location_id')}
  where t.workspace_id = :workspaceId`
}
