// What the command line adds to an operation. A command has its name, help, options and JSON from the operation; words for people are
// here alone.

import type { Static, TObject, TSchema } from 'typebox'
import type { Unchanging } from '../../contract/route.ts'
import type { Operation } from '../../operations/operation.ts'
import type { TerminalProblem } from '../terminal-problem.ts'

/** An operation, and others that differ in their names alone. */
export type AndAlike<Declared extends { name: string }> = Omit<Declared, 'name'> & { name: string }

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
  /** What stands for an argument in a sentence that names the command, where that is not its name: `NAME`. */
  placeholder?: string
  /** What stands for the value in the help: `duration`. */
  value?: string
  /** The default as it is typed. */
  default?: string
  /** Reads what is typed; throws an TerminalProblem for what it does not understand. */
  read?(typed: string): unknown
  /** A file is typed, `-` for standard input, and its text of at most so many bytes is the value. */
  contentBytesMax?: number
}

/** The files of a command, as they were typed. */
export interface TypedFiles {
  source?: string | undefined
  target?: string | undefined
}

export interface Words<Input = Record<string, unknown>, Output = unknown> {
  /** The words of the command, where they are not those of the operation's name. */
  typed?: string
  /** Members of the input that are arguments, in their order; the others are options. */
  arguments?: readonly (keyof Input & string)[]
  members?: { [member in keyof Input]?: MemberWords }
  source?: FileWords
  target?: FileWords
  /** The result is written in JSON to a new file, named by the last argument, or to standard output. */
  resultFile?: string
  /** It can be shown again and again, with `--watch`. */
  isWatchable?: true
  /** What a person at a terminal is asked first; a script is not. */
  asksFirst?(input: Input): string
  /** What is to be said instead of the result, as long as the operation waits for `confirmed`; a person at a terminal is asked. `workspace` as it was typed. */
  confirmation?(result: Output, input: Input, workspace: string | undefined): TerminalProblem | undefined
  /** The result for people; a list of objects is a table by itself. */
  shown?(result: Output, input: Input, files: TypedFiles): Shown
}

export interface ClinicCommand {
  operation: Operation
  /** How it is typed, after `clinic`: `key`, `create`. */
  typed: readonly string[]
  words: Omit<Words, 'typed'>
}

/** The command of an operation. */
export function command<Input extends TObject, Output extends TSchema>(
  operation: Operation<Input, Output>,
  { typed = operation.name.replaceAll('-', ' '), ...words }: Words<Static<Input>, Unchanging<Static<Output>>> = {},
): ClinicCommand {
  return { operation, typed: typed.split(' '), words }
}
