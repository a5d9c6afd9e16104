// What can be done to an installation, each thing once: what goes in, what comes out, who does it, and on what. Rooms declare theirs in
// `operations/`; the command line (cli/words/) and the dashboard (dashboard/operations-over-http.ts) read the list of them all
// (operator/register.ts).

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Unchanging } from '../contract/route.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Connection } from '../db/session.ts'
import type { Instant } from '../values/clinic-time.ts'
import type { About } from './about.ts'
import type { Actor } from './actor.ts'
import type { Right, Rights } from './rights.ts'

/** How far something long has come. */
export interface Progress {
  /** Rows done so far. */
  rows: number
  /** The part of the whole that is done, from 0 to 1, where it is known; it may be an estimate. */
  share?: number | undefined
  /** The table it works on. */
  table?: string
}

/** What an operation reads: a file, a pipe, an upload. */
export interface Source {
  /** As it was named; `-` is standard input. */
  name: string
  /** How long it is, where that is known. */
  bytes: number | undefined
  /** Whether it can be read more than once. */
  isRepeatable: boolean
  /** Its content, from the beginning. */
  read(): AsyncIterable<Buffer>
}

/** What an operation writes, beside its result. What is written counts once the operation has succeeded. */
export interface Target {
  /** As it was named; `-` is standard output. */
  name: string
  /** Resolves when it can take more. */
  write(chunk: Buffer): Promise<void>
  /** Makes what was written so far count at once, for an operation that goes on only then. */
  keep(): Promise<void>
}

export interface Doing {
  actor: Actor
  /** What the actor may do; absent for those who may do everything: operators and the service. */
  rights?: Rights
  /** Told now and then how far it is; undefined where no one is shown it, so that nothing is counted for it. */
  progress: ((at: Progress) => void) | undefined
  /** Sent with a change that may be sent again: with the same one it is done once, and answers the same (operator/repeat-keys.ts). */
  repeatKey?: string | undefined
}

/** Of the opened application, what every operation may use. */
export interface CommonServices {
  database: Database
  clock: { now(): Instant }
  mode: 'sandbox' | 'production'
}

/** What an operation on the opened application is given: in the running service or, where none runs, in the command itself. `Services` are those it names besides. */
export type OnApplication<Services = unknown> = CommonServices & Services & Doing

/** The same in the one workspace that its caller was given. */
export type InWorkspace<Services = unknown> = OnApplication<Services> & { workspaceId: number }

/** What an operation on a database of its own is given, beside a service that may be running: for what takes long, and reads or writes files. */
export interface OnDatabase extends Doing {
  mode: 'sandbox' | 'production'
  /** Where a caller names none, the source is empty and what is written to the target is dropped. */
  source: Source
  target: Target
  /** Opens the database; it is closed after the operation. What can be refused without it is refused before. */
  connect(): Promise<Connection>
  /** Tells a person what is waited for. */
  say(sentence: string): void
}

/** The same in one workspace, which is found once the database is open. */
export type OnDatabaseInWorkspace = OnDatabase & { workspaceIdIn(queries: Queries): Promise<number> }

export interface Operation<Input extends TObject = TObject, Output extends TSchema = TSchema, Context = never, Name extends string = string> {
  /** `key-create`: what it is about and what it does. */
  name: Name
  /** One sentence: the help of its command. */
  summary: string
  /** The opened application; a database beside a service that may be running; or a database that no service uses. */
  runsOn: 'application' | 'database' | 'empty database'
  /**
   * What it is confined to: the whole installation, or the one workspace that its caller was given. In a workspace, the input names
   * nothing outside it, as with the routes of the API (GEN-05).
   */
  scope: 'installation' | 'workspace'
  /**
   * What a member of the staff needs to run it (DASH-10). Without one, an operation is for the command line alone; with one, what it does to
   * the whole installation is for members of any workspace, as the clock of a sandbox is.
   */
  right?: Right
  /**
   * Whose records it is about, for a member who sees the patients of own visits alone (DASH-10). An operation on visits, queues, patients,
   * money or figures says so.
   */
  about?: About
  /**
   * How it is done once though it is sent twice with one key, where not in one transaction with its answer. BY_ITSELF: it asks somebody
   * outside, as a gateway, and a second time it finds what the first did. WITHOUT_ANSWER: what it answers is not to be kept.
   */
  once?: 'BY_ITSELF' | 'WITHOUT_ANSWER'
  /** Descriptions of its members are the help of arguments and options. */
  input: Input
  output: Output
  /** Does it. Refuses by a Problem; whatever else it throws is a defect. */
  run(context: Context, input: Static<Input>): Promise<Unchanging<Static<Output>>>
}

type Declared<Input extends TObject, Output extends TSchema, Context, Name extends string> = Omit<Operation<Input, Output, Context, Name>, 'runsOn' | 'scope'>

/** Declares an operation on the opened application, and on the whole installation. */
export function operation<Input extends TObject, Output extends TSchema, Services = unknown, Name extends string = string>(
  declared: Declared<Input, Output, OnApplication<Services>, Name>,
): Operation<Input, Output, OnApplication<Services>, Name> {
  return { runsOn: 'application', scope: 'installation', ...declared }
}

/** Declares an operation on the opened application, in the workspace that its caller was given. */
export function workspaceOperation<Input extends TObject, Output extends TSchema, Services = unknown, Name extends string = string>(
  declared: Declared<Input, Output, InWorkspace<Services>, Name>,
): Operation<Input, Output, InWorkspace<Services>, Name> {
  return { runsOn: 'application', scope: 'workspace', ...declared }
}

/** Declares an operation on a database, with files. */
export function databaseOperation<Input extends TObject, Output extends TSchema, Context extends OnDatabase, Name extends string>(
  declared: Operation<Input, Output, Context, Name> & { runsOn: 'database' | 'empty database' },
): Operation<Input, Output, Context, Name> {
  return declared
}

/** A member of an input that may be left out and then has a value all the same. */
export function byDefault<T extends TSchema>(schema: T, value: Static<T>) {
  return Type.Unsafe<Static<T>>({ ...schema, default: value })
}

/** An input with the values of what was left out. */
export function withDefaults(schema: TObject, input: Record<string, unknown>): Record<string, unknown> {
  const defaults = Object.entries(schema.properties).flatMap(([name, member]) => ('default' in member ? [[name, member.default]] : []))
  return { ...Object.fromEntries(defaults), ...input }
}
