// Everything that can be done to an installation, each thing declared once: its input, its output,
// its author, and what it acts on. Rooms declare theirs in `operations/`; the command line
// (`doors/cli/words/`) and the dashboard (src/doors/dashboard/operations-over-http.ts) use the list of them all
// (`doors/register/register.ts`).

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { DeepReadonly } from '../contract/route.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Connection } from '../db/session.ts'
import type { Instant } from '../values/clinic-time.ts'
import type { About } from './about.ts'
import type { Actor } from './actor.ts'
import type { Right, Rights } from './rights.ts'

/** The progress of long work. */
export interface Progress {
  /** Rows done so far. */
  rows: number
  /** The completed share, from 0 to 1, if known; it may be an estimate. */
  share?: number | undefined
  /** The table being processed. */
  table?: string
}

/** The input stream of an operation: a file, a pipe, an upload. */
export interface Source {
  /** The name that was given; `-` is standard input. */
  name: string
  /** The length of the file, if known. */
  bytes: number | undefined
  /** The maximum number of rows that are read from it, if limited. */
  rowsMax?: number
  /** Whether it can be read more than once. */
  isRepeatable: boolean
  /** Reads the content, from the beginning. */
  read(): AsyncIterable<Buffer>
}

/**
 * The output stream of an operation, in addition to its result. The output counts once the
 * operation has succeeded.
 */
export interface Target {
  /** The name that was given; `-` is standard output. */
  name: string
  /** Resolves when it can accept more. */
  write(chunk: Buffer): Promise<void>
  /** Commits what has been written so far, for an operation that continues only after that. */
  keep(): Promise<void>
}

export interface CallContext {
  actor: Actor
  /** The actor's rights; absent for those without limits: operators and the service. */
  rights?: Rights
  /**
   * Called occasionally with the progress; undefined if it is not shown, so that nothing is counted
   * needlessly.
   */
  progress: ((at: Progress) => void) | undefined
  /**
   * Sent with a change that may be retried: with the same key it is done once, and returns the same
   * answer (`doors/register/repeat-keys.ts`).
   */
  repeatKey?: string | undefined
}

/** The services of the opened application that every operation may use. */
export interface CommonServices {
  database: Database
  clock: { now(): Instant }
  mode: 'sandbox' | 'production'
}

/**
 * The context of an operation on the opened application: in the running service or, if none is
 * running, in the command itself. `Services` are the further ones that it needs.
 */
export type OnApplication<Services = unknown> = CommonServices & Services & CallContext

/** The same context, in the one workspace of its caller. */
export type InWorkspace<Services = unknown> = OnApplication<Services> & { workspaceId: number }

/**
 * The context of an operation with its own database connection, beside a service that may be
 * running: for work that takes long, and reads or writes files.
 */
export interface OnDatabase extends CallContext {
  mode: 'sandbox' | 'production'
  /** If the caller names none, the source is empty, and output to the target is dropped. */
  source: Source
  target: Target
  /**
   * Opens the database; it is closed after the operation. Everything that can be refused without it
   * is refused first.
   */
  connect(): Promise<Connection>
  /** Tells a person what the operation is waiting for. */
  say(sentence: string): void
}

/** The same context in one workspace, which is looked up once the database is open. */
export type OnDatabaseInWorkspace = OnDatabase & {
  workspaceIdIn(queries: Queries): Promise<number>
}

export interface Operation<
  Input extends TObject = TObject,
  Output extends TSchema = TSchema,
  Context = never,
  Name extends string = string,
> {
  /** `key-create`: its object and its verb. */
  name: Name
  /** One sentence: the help of its command. */
  summary: string
  /**
   * The opened application; a database beside a service that may be running; or a database that no
   * service uses.
   */
  runsOn: 'application' | 'database' | 'empty database'
  /**
   * The scope of the operation: the whole installation, or the one workspace of its caller. In a
   * workspace, its input refers to nothing outside, as with the routes of the API (GEN-05).
   */
  scope: 'installation' | 'workspace'
  /**
   * The right that a member of staff needs (DASH-10). Without one, an operation is only for the
   * command line; with one, an operation on the whole installation, such as a sandbox's clock, is
   * for members of any workspace.
   */
  right?: Right
  /**
   * Whose records it is about, for a member who may see only the patients of their own visits
   * (DASH-10). Operations on visits, queues, patients, money or figures declare it.
   */
  about?: About
  /**
   * How a repeated call with the same key has no second effect, if not in one transaction with its
   * answer. BY_ITSELF: it calls an external service, such as a gateway, and a second call finds the
   * result of the first. WITHOUT_ANSWER: its answer must not be stored.
   */
  once?: 'BY_ITSELF' | 'WITHOUT_ANSWER'
  /** The descriptions of its members are the help for arguments and options. */
  input: Input
  output: Output
  /**
   * The answer to a key whose first call ended before it could answer, for BY_ITSELF, where a
   * second call is refused because the first has done it. Undefined: it was not done.
   */
  answerIfDone?(
    context: Context,
    input: Static<Input>,
  ): Promise<DeepReadonly<Static<Output>> | undefined>
  /** Performs it. Refusals are Problems; any other error is a defect. */
  run(context: Context, input: Static<Input>): Promise<DeepReadonly<Static<Output>>>
}

type OperationDeclaration<
  Input extends TObject,
  Output extends TSchema,
  Context,
  Name extends string,
> = Omit<Operation<Input, Output, Context, Name>, 'runsOn' | 'scope'>

/** Declares an operation on the opened application and the whole installation. */
export function operation<
  Input extends TObject,
  Output extends TSchema,
  Services = unknown,
  Name extends string = string,
>(
  declared: OperationDeclaration<Input, Output, OnApplication<Services>, Name>,
): Operation<Input, Output, OnApplication<Services>, Name> {
  return { runsOn: 'application', scope: 'installation', ...declared }
}

/** Declares an operation on the opened application, in the workspace of its caller. */
export function workspaceOperation<
  Input extends TObject,
  Output extends TSchema,
  Services = unknown,
  Name extends string = string,
>(
  declared: OperationDeclaration<Input, Output, InWorkspace<Services>, Name>,
): Operation<Input, Output, InWorkspace<Services>, Name> {
  return { runsOn: 'application', scope: 'workspace', ...declared }
}

/** Declares an operation on a database, with files. */
export function databaseOperation<
  Input extends TObject,
  Output extends TSchema,
  Context extends OnDatabase,
  Name extends string,
>(
  declared: Operation<Input, Output, Context, Name> & { runsOn: 'database' | 'empty database' },
): Operation<Input, Output, Context, Name> {
  return declared
}

/** An optional member of an input with a default. */
export function optionalWithDefault<T extends TSchema>(schema: T, value: Static<T>) {
  return Type.Unsafe<Static<T>>({ ...schema, default: value })
}

/** An input with defaults for the omitted members. */
export function withDefaults(
  schema: TObject,
  input: Record<string, unknown>,
): Record<string, unknown> {
  const defaults = Object.entries(schema.properties).flatMap(([name, member]) =>
    'default' in member ? [[name, member.default]] : [],
  )
  return { ...Object.fromEntries(defaults), ...input }
}
