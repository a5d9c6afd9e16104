// What the command line adds to an operation. The operation determines name, help, options and JSON
// of its command; only texts for people are here.

import type { Static, TObject, TSchema } from 'typebox'
import type { DeepReadonly } from '../../../base/contract/route.ts'
import type { Operation } from '../../../base/operations/operation.ts'
import type { TerminalProblem } from '../terminal-problem.ts'

/** The type of an operation, and of operations that differ only in name. */
export type OperationLike<Declared extends { name: string }> = Omit<Declared, 'name'> & {
  name: string
}

/** Rows to show to people. */
export interface Table {
  columns: readonly string[]
  rows: readonly object[]
}

/** A result for people; parts are separated by an empty line. */
export type TextOutput = string | Table | readonly (string | Table)[]

/** The file or pipe that a command reads or writes. */
export interface FileWords {
  description: string
  /** What the file should be, for the error message: `a CSV file`. */
  what: string
  /** The option that names it; without one, it is the last argument of the command. */
  option?: string
  /** Whether `-` means standard input or output. */
  allowsPipe?: true
}

/** How a member of the input is typed, if that does not follow from its schema. */
export interface MemberWords {
  /** Replaces the member's own name: `yes` for `--yes`. */
  name?: string
  /** Replaces the schema's description. */
  description?: string
  /**
   * The placeholder for an argument in a sentence that shows the command, if it differs from its
   * name: `NAME`.
   */
  placeholder?: string
  /** The placeholder for the value in the help: `duration`. */
  value?: string
  /** The default as it is typed. */
  default?: string
  /** Parses what is typed; throws a TerminalProblem if it cannot. */
  read?(typed: string): unknown
  /**
   * If set, a file name is typed, or `-` for standard input; the value is the file's text, of at
   * most this many bytes.
   */
  contentBytesMax?: number
  /** Decodes the bytes to text; default: UTF-8. */
  readContent?(bytes: Uint8Array): string
}

/** The files of a command, as they were typed. */
export interface TypedFiles {
  source?: string | undefined
  target?: string | undefined
}

export interface Words<Input = Record<string, unknown>, Output = unknown> {
  /** The words of the command, if they are not those of the operation's name. */
  typed?: string
  /** Members of the input that are arguments, in order; the others are options. */
  arguments?: readonly (keyof Input & string)[]
  members?: { [member in keyof Input]?: MemberWords }
  source?: FileWords
  target?: FileWords
  /**
   * Describes the new file, named by the last argument, to which the result is written as JSON;
   * otherwise it goes to standard output.
   */
  resultFile?: string
  /** Whether it can be shown repeatedly, with `--watch`. */
  isWatchable?: true
  /** A question to a person at a terminal before the operation; not asked in a script. */
  asksFirst?(input: Input): string
  /**
   * Replaces the result while the operation waits for `confirmed`, for which a person at a terminal
   * is asked. `workspace` is as it was typed.
   */
  confirmation?(
    result: Output,
    input: Input,
    workspace: string | undefined,
  ): TerminalProblem | undefined
  /** The result for people; a list of objects automatically becomes a table. */
  formatResult?(result: Output, input: Input, files: TypedFiles): TextOutput
}

export interface ClinicCommand {
  operation: Operation
  /** The words of the command, after `clinic`: `key`, `create`. */
  typed: readonly string[]
  words: Omit<Words, 'typed'>
}

/** The command of an operation. */
export function command<Input extends TObject, Output extends TSchema>(
  operation: Operation<Input, Output>,
  {
    typed = operation.name.replace('-', ' '),
    ...words
  }: Words<Static<Input>, DeepReadonly<Static<Output>>> = {},
): ClinicCommand {
  return { operation, typed: typed.split(' '), words }
}
