// What can be done to an installation, each thing once: what goes in, what comes out, who does it, and on what. The command line is
// derived from it (cli/operation-command.ts); a console in a browser would be a second reader of the same list (register.ts).

import { type Static, type TObject, type TSchema, Type } from 'typebox'
import type { Actor } from '../audit/actor.ts'
import type { FetchServices } from '../calendars/fetch-calendar.ts'
import type { Configurations } from '../catalogue/configuration.ts'
import type { CheckoutServices } from '../checkout/checkout-services.ts'
import type { Unchanging } from '../contract/route.ts'
import type { Database, Queries } from '../db/database.ts'
import type { Connection } from '../db/session.ts'
import type { PatientRegister } from '../patients/patient-tables.ts'
import type { Gateways } from '../payments/gateways/gateways.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import type { Environment } from '../ports/secrets.ts'
import type { OperatorProblem } from '../values/operator-problem.ts'

/** Of the application, what operations use. */
export interface OperatorServices {
  database: Database
  clock: DatabaseClock
  configurations: Configurations
  gateways: Gateways
  /** What is kept of patients, to erase and to export it. */
  patients: PatientRegister
  /** What checkouts are done with. */
  checkouts: CheckoutServices
  keys: {
    /** Writes down when keys were last used. */
    writeUses(): Promise<void>
    forgetWorkspace(workspaceId: number): void
  }
  mode: 'sandbox' | 'production'
  /** Where secrets of clinic files are. */
  environment: Environment
  /** How calendars elsewhere are reached, and how often they are. */
  feeds: FetchServices
  calendarMs: number
  /** Reads the database's clock and the sandbox offset again. */
  followClock(): Promise<void>
}

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

interface Doing {
  actor: Actor
  /** Told now and then how far it is; undefined where no one is shown it, so that nothing is counted for it. */
  progress: ((at: Progress) => void) | undefined
}

interface OnDatabase extends Doing {
  mode: 'sandbox' | 'production'
  /** Where the operation declares none, the source is empty and what is written to the target is dropped. */
  source: Source
  target: Target
  /** Opens the database; it is closed after the operation. What can be refused without it is refused before. */
  connect(): Promise<Connection>
  /** Tells a person what is waited for. */
  say(sentence: string): void
}

/** What an operation is given to work with, by what it runs on. */
export interface Contexts {
  /** The opened application: in the running service or, where none runs, in the command itself. */
  application: OperatorServices & Doing
  /** A database of its own beside a service that may be running: for what takes long, and reads or writes files. */
  database: OnDatabase
  /** A database that no service uses. */
  'empty database': OnDatabase
}
export type Ground = keyof Contexts

/**
 * What an operation is confined to: the whole installation, or the one workspace that its caller was given. In a workspace, the input
 * names nothing outside it, as with the routes of the API (GEN-05).
 */
export type Scope = 'installation' | 'workspace'

/** What an operation in a workspace is given besides: on the application its id, on a database of its own the way to it, once that is open. */
export interface InWorkspace {
  application: { workspaceId: number }
  database: { workspaceIdIn(queries: Queries): Promise<number> }
  'empty database': object
}

const areas = ['visits', 'patients', 'queue', 'money', 'setup', 'staff', 'developers', 'insight'] as const
/** What a member of the staff needs to run an operation (DASH-10). */
export type Right = `${(typeof areas)[number]}:${'read' | 'write'}`

export type ContextOf<On extends Ground, Within extends Scope> = Contexts[On] & (Within extends 'workspace' ? InWorkspace[On] : unknown)

/** What an operation in a workspace is given by the opened application. */
export type WorkspaceContext = ContextOf<'application', 'workspace'>

/** Rows for people. */
export interface Table {
  columns: readonly string[]
  rows: readonly object[]
}

/** A result for people; parts are set apart by an empty line. */
export type Shown = string | Table | readonly (string | Table)[]

/** The file or pipe that a command opens as source or target. */
export interface FileWords {
  description: string
  /** What is to be named, in the sentence that refuses something else: `a CSV file`. */
  what: string
  /** The option that names it; without one, it is the last argument of the command. */
  option?: string
  /** Whether `-` stands for standard input or output. */
  allowsPipe?: true
}

/** How a member of the input is typed, where that does not follow from its schema. */
export interface MemberWords {
  /** In place of the member's own name: `yes` for `--yes`. */
  name?: string
  /** In place of the schema's description. */
  description?: string
  /** What stands for the value in the help: `duration`. */
  value?: string
  /** The default as it is typed. */
  default?: string
  /** Reads what is typed; throws an OperatorProblem for what it does not understand. */
  read?(typed: string): unknown
  /** A file is typed, `-` for standard input, and its text of at most so many bytes is the value. */
  contentBytesMax?: number
}

/** The files of a command, as they were typed. */
export interface TypedFiles {
  source?: string | undefined
  target?: string | undefined
}

/** What the command line adds to an operation. */
export interface CommandWords<Input, Output> {
  /** The words of the command, where they are not those of the operation's name. */
  typed?: string
  /** Members of the input that are arguments, in their order; the others are options. */
  arguments?: readonly (keyof Input & string)[]
  members?: { [member in keyof Input]?: MemberWords }
  /** The result is written in JSON to a new file, named by the last argument, or to standard output. */
  resultFile?: string
  /** It can be shown again and again, with `--watch`. */
  isWatchable?: true
  /** What a person at a terminal is asked first; a script is not. */
  asksFirst?(input: Input): string
  /** What is to be said instead of the result, as long as the operation waits for `confirmed`; a person at a terminal is asked. `workspace` as it was typed. */
  confirmation?(result: Output, input: Input, workspace: string | undefined): OperatorProblem | undefined
}

export interface Operation<Input extends TObject = TObject, Output extends TSchema = TSchema, On extends Ground = Ground, Within extends Scope = Scope> {
  /** `key-create`: what it is about and what it does. */
  name: string
  /** One sentence: the help of its command. */
  summary: string
  runsOn: On
  scope: Within
  /** Without one, an operation is for the command line alone. */
  right?: Right
  /** Descriptions of its members are the help of arguments and options. */
  input: Input
  output: Output
  source?: FileWords
  target?: FileWords
  /** Does it. Refuses by a Problem or an OperatorProblem; whatever else it throws is a defect. */
  run(context: ContextOf<On, Within>, input: Static<Input>): Promise<Unchanging<Static<Output>>>
  /** The result for people; a list of objects is a table by itself. */
  shown?(result: Unchanging<Static<Output>>, input: Static<Input>, files: TypedFiles): Shown
  command?: CommandWords<Static<Input>, Unchanging<Static<Output>>>
}

/** How an operation is typed, after `clinic`: `key create`. */
export const typedAs = ({ name, command }: { name: string; command?: { typed?: string } }): string => command?.typed ?? name.replaceAll('-', ' ')

/** Declares an operation on the opened application, and on the whole installation. */
export function operation<Input extends TObject, Output extends TSchema>(
  definition: Omit<Operation<Input, Output, 'application', 'installation'>, 'runsOn' | 'scope'>,
): Operation<Input, Output, 'application', 'installation'> {
  return { runsOn: 'application', scope: 'installation', ...definition }
}

/** Declares an operation on the opened application, in the workspace that its caller was given. */
export function workspaceOperation<Input extends TObject, Output extends TSchema>(
  definition: Omit<Operation<Input, Output, 'application', 'workspace'>, 'runsOn' | 'scope'>,
): Operation<Input, Output, 'application', 'workspace'> {
  return { runsOn: 'application', scope: 'workspace', ...definition }
}

/** Declares an operation on a database, with files. */
export function databaseOperation<Input extends TObject, Output extends TSchema, On extends 'database' | 'empty database', Within extends Scope>(
  definition: Operation<Input, Output, On, Within>,
): Operation<Input, Output, On, Within> {
  return definition
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
