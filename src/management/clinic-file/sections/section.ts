// The interface of the clinic file's sections. Each section is one file in this folder and one line
// in a list: in `../sections.ts` or, for parts of a practice, in `practices.ts`.

import type { TProperties } from 'typebox'
import type { RowsOfParts } from '../../../base/db/combined-statement.ts'
import type { Queries } from '../../../base/db/database.ts'
import { type Statement, statement } from '../../../base/db/statement.ts'
import type { Instant } from '../../../base/values/clinic-time.ts'
import type { Problem } from '../../../base/values/problem.ts'
import type { Mapping, Report } from '../checking.ts'

/**
 * Where a section writes: inside the transaction of the import, which has the row of the workspace
 * locked.
 */
export interface Target {
  queries: Queries
  workspaceId: number
  now: Instant
  /** The origin of the service's pages; null if unknown. */
  publicOrigin: string | null
}

/**
 * Returns the names of one kind with their ids, ordered by id. Staff who are in no file have no
 * name.
 */
export type IdsStatement = Statement<
  { readonly name: 'text' | 'text?'; readonly id: 'bigint' },
  { readonly workspaceId: 'bigint' }
>

/**
 * Returns all items of one kind that are in use, by name, each with a text that changes whenever
 * the item does. An import reports the differences between the results before and after it.
 */
export type StatesStatement = Statement<
  { readonly name: 'text'; readonly state: 'text' },
  { readonly workspaceId: 'bigint' }
>

/** How many of a kind were written, for kinds whose numbers are enough. */
export interface WriteCounts {
  added: number
  changed: number
  removed: number
}

/**
 * How a section describes the current state: its statements, which are all sent as one, and how
 * their rows become the file.
 */
export interface Description<File> {
  statements: Readonly<Record<string, Statement>>
  /** Adds its part to a file that already has the parts of the sections before it. */
  describe(rows: RowsOfParts<Record<string, Statement>>, file: File): void
}

/**
 * Declares how a section is exported; the names of its statements must be unique across sections.
 */
export function createDescription<
  File,
  const Statements extends Readonly<Record<string, Statement>>,
>(
  statements: Statements,
  describe: (rows: RowsOfParts<Statements>, file: File) => void,
): Description<File> {
  return { statements, describe: describe as Description<File>['describe'] }
}

/** A copy without the members that are null or undefined. */
export function withoutEmpty<Members extends object>(
  members: Members,
): { [name in keyof Members]?: NonNullable<Members[name]> } {
  const setMembers = Object.entries(members).filter(
    ([, value]) => value !== null && value !== undefined,
  )
  return Object.fromEntries(setMembers) as { [name in keyof Members]?: NonNullable<Members[name]> }
}

/** The value unless it is the default, which a file leaves out. */
export const unlessDefault = <T>(defaultValue: T, value: T): T | undefined =>
  value === defaultValue ? undefined : value
export const unlessEmpty = <T>(list: readonly T[]): T[] | undefined =>
  list.length === 0 ? undefined : [...list]

/** A section; `File` is the part of the file that it needs. */
export interface Section<File> {
  /** The members that it adds to the file; none if they are part of another section. */
  members: TProperties
  /** Reports mistakes that a schema cannot express. The file may have other mistakes too. */
  check?: (file: Mapping, report: Report) => void
  /**
   * Throws a `Problem` if stored data prevents what the file says. It runs before any section
   * writes.
   */
  refuse?: (target: Target, file: File) => Promise<void>
  /**
   * Brings its tables to the state of the file. Only differences are written, so importing a file
   * twice changes nothing, not even the configuration's version. Items that the file no longer
   * names are retired: rows that bookings reference are deactivated, never removed. Returns the
   * counts for kinds without `states`, which are too large to be read twice.
   */
  // biome-ignore lint/suspicious/noConfusingVoidType: most return nothing
  write: (target: Target, file: File) => Promise<Readonly<Record<string, WriteCounts>> | void>
  /** The reverse: describes its tables' contents as its part of the file. */
  description?: Description<File>
  /** How its kinds are compared, by kind. */
  states?: Readonly<Record<string, StatesStatement>>
  /** How the names that it defines are looked up, by kind. */
  ids?: Readonly<Record<string, IdsStatement>>
  /** The problem for a violated constraint, by the name of the constraint. */
  violations?: Readonly<Record<string, () => Problem>>
}

/** A practitioner at a location, by their names. */
export interface NamedPractice<Practice> {
  doctor: string
  location: string
  practice: Practice
}

/** A section that is part of every practice; `Practice` is the part of a practice that it needs. */
export interface PracticeSection<Practice> {
  members: TProperties
  check?: (practice: Mapping, path: string, report: Report, practitioner: Mapping) => void
  /** Writes the practices, as in a section, with all practices of the file. */
  write: (target: Target, practices: readonly NamedPractice<Practice>[]) => Promise<void>
  /**
   * The description, as in a section, with a function that finds a practice of the file by its
   * names.
   */
  description: Description<FindPractice<Practice>>
  states?: Readonly<Record<string, StatesStatement>>
  ids?: Readonly<Record<string, IdsStatement>>
}

/** Finds a practice in the exported file; undefined if it is not in use. */
export type FindPractice<Practice> = (names: {
  doctor: string | null
  location: string
}) => Practice | undefined

interface WithMembers {
  members: TProperties
}
type SectionMembers<S extends readonly WithMembers[]> = S extends readonly [
  infer First extends WithMembers,
  ...infer Rest extends readonly WithMembers[],
]
  ? First['members'] & SectionMembers<Rest>
  : unknown

/** The members of all sections, in their order. */
export function sectionMembers<const S extends readonly WithMembers[]>(
  sections: S,
): SectionMembers<S> {
  return Object.assign({}, ...sections.map(({ members }) => members))
}

/** The parameters of a section's statements: its rows as one list. */
export const takesRows = { workspaceId: 'bigint', rows: 'jsonb' } as const

/**
 * Declares how a kind is compared: in the rows of `source`, the columns `name` identify an item and
 * `facts` are its content. Several rows with one name form one state.
 */
export function statesStatement(
  kind: string,
  { name, facts, source }: { name: string; facts: string; source: string },
): StatesStatement {
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
 * Joins the `name` for an id. Names are looked up one by one: with a plain join, the planner
 * compares each row with every other until it has statistics for the tables.
 */
export function joinName(table: 'users' | 'locations', alias: string, id: string): string {
  const [row] = id.split('.')
  return `lateral (select name from ${table} where workspace_id = ${row}.workspace_id and id = ${id} limit 1) ${alias}`
}

/** Rows `t` that belong to practices, with the names of practitioner `u` and location `l`. */
export function joinPracticeNames(rows: string): string {
  return `${rows}
  cross join ${joinName('users', 'u', 't.doctor_id')}
  cross join ${joinName('locations', 'l', 't.location_id')}
  where t.workspace_id = :workspaceId`
}
