// The command of an operation: its words, arguments, options, help and output are derived from the
// operation's declaration.

import { closeSync, openSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { Argument, type Command, Option } from 'commander'
import type { TProperties, TSchema } from 'typebox'
import type { Source } from '../../base/operations/operation.ts'
import { workspaceName } from '../../base/operations/workspace-name.ts'
import { createNewFile, type NewFile, noFile, standardOutput } from './new-file.ts'
import { fileSource, noSource, standardInput } from './source.ts'
import { formatText } from './table.ts'
import { isConfirmed, json, print } from './terminal.ts'
import { InputProblem, TerminalProblem } from './terminal-problem.ts'
import type { ClinicCommand, FileWords, MemberWords, TextOutput } from './words/command.ts'
import { toTerminalError } from './words/refusals.ts'

type TypedValue = string | string[] | boolean | undefined

/** A member of the input on the command line. */
interface InputMember {
  name: string
  schema: {
    type?: string | readonly string[]
    format?: string
    enum?: readonly (string | null)[]
    default?: unknown
    items?: InputMember['schema']
  }
  description: string
  words: MemberWords
  isArgument: boolean
  isRequired: boolean
}

/** Adds the command of an operation to `parent`, with the last of its words. */
export function addCommand(parent: Command, clinicCommand: ClinicCommand) {
  const {
    operation,
    typed: words,
    words: { source, target, resultFile, isWatchable },
  } = clinicCommand
  const members = listMembers(clinicCommand)
  const inputArguments = members.filter(({ isArgument }) => isArgument)
  const options = members.filter(({ isArgument }) => !isArgument)
  const command = parent.command(words.at(-1) as string).description(operation.summary)
  for (const member of inputArguments) command.addArgument(toArgument(member))
  for (const file of [source, target])
    if (file && !file.option) command.argument('<file>', file.description)
  if (resultFile) command.argument('[file]', resultFile)
  for (const member of options) if (member.name !== 'workspace') command.addOption(toOption(member))
  for (const file of [source, target])
    if (file?.option) command.option(`--${file.option} <file>`, file.description)
  if (isWatchable)
    command.option('--watch', 'Show it again whenever it changes, until you press Ctrl-C.')
  // Options that are common to many commands come last.
  for (const member of options) if (member.name === 'workspace') command.addOption(toOption(member))
  command.addOption(json())

  command.action(async () => {
    const typedOptions: Record<string, TypedValue> = command.opts()
    const typedArguments = command.processedArgs as TypedValue[]
    const typed = new Map<InputMember, TypedValue>([
      ...inputArguments.map((member, index): [InputMember, TypedValue] => [
        member,
        typedArguments[index],
      ]),
      ...options.map((member): [InputMember, TypedValue] => [
        member,
        typedOptions[optionAttribute(member)],
      ]),
    ])
    // There is at most one file, and it follows the other arguments.
    const lastArgument = typedArguments[inputArguments.length] as string | undefined
    const filePath = (file: FileWords | undefined) =>
      file && (file.option ? (typedOptions[file.option] as string | undefined) : lastArgument)
    if (typedOptions.watch === true && typedOptions.json === true)
      throw new InputProblem(
        '--watch is for people, and --json for scripts',
        'leave one of them out',
      )
    await run(
      clinicCommand,
      readInput(typed, [
        ...words,
        ...inputArguments.map((member) => typedName(member).toUpperCase()),
      ]),
      {
        source: filePath(source),
        target: filePath(target),
        result: resultFile ? lastArgument : undefined,
        asJson: typedOptions.json === true,
        watched: typedOptions.watch === true,
      },
    )
  })
}

interface TypedOptions {
  source: string | undefined
  target: string | undefined
  result: string | undefined
  asJson: boolean
  watched: boolean
}

async function run(command: ClinicCommand, input: Record<string, unknown>, typing: TypedOptions) {
  const { asksFirst, confirmation, resultFile } = command.words
  if (asksFirst && (await isConfirmed(asksFirst(input))) === false)
    throw new TerminalProblem('nothing was done', 'answer yes to do it')
  // Files are opened first: nothing is started if one cannot be read or written.
  const resultTarget = typing.result === undefined ? undefined : await createNewFile(typing.result)
  try {
    let result = await operate(command, input, typing)
    const unconfirmed = confirmation?.(result, input, input.workspace as string | undefined)
    if (unconfirmed) {
      if (!(await isConfirmed(unconfirmed.message))) throw unconfirmed
      result = await operate(command, { ...input, confirmed: true }, typing)
    }
    if (resultTarget) {
      await resultTarget.write(Buffer.from(`${JSON.stringify(result, null, 2)}\n`))
      await resultTarget.keep()
      return
    }
    // If the operation's output goes to standard output, its result goes to standard error.
    const stream = typing.target === '-' ? process.stderr : process.stdout
    if (typing.watched)
      await repeat(async () =>
        formatText(formatOutput(command, await operate(command, input, typing), input, typing)),
      )
    print(
      result,
      () => formatText(formatOutput(command, result, input, typing)),
      typing.asJson || resultFile !== undefined,
      stream,
    )
  } finally {
    await resultTarget?.abandon()
  }
}

const watchedMs = 3_000

/**
 * Shows what `getText` returns, repeatedly, until the command is ended. A terminal is cleared each
 * time; elsewhere only changes are written.
 */
async function repeat(getText: () => Promise<string>): Promise<never> {
  for (let before: string | undefined; ; await sleep(watchedMs)) {
    const text = await getText()
    if (text !== before)
      process.stdout.write(`${process.stdout.isTTY ? '\u001b[2J\u001b[H' : ''}${text}\n`)
    before = text
  }
}

async function operate(
  { operation, typed, words }: ClinicCommand,
  input: Record<string, unknown>,
  typing: TypedOptions,
): Promise<unknown> {
  const { operateOnApplication, operateOnDatabase } = await import('./operate.ts')
  try {
    if (operation.runsOn === 'application') return await operateOnApplication(operation, input)
    const source = await openSource(typing.source, words.source)
    const target = await openTarget(typing.target, words.target, operation.name)
    return await operateOnDatabase(
      operation,
      input,
      source,
      target,
      typed.at(-1) as string,
    ).finally(target.abandon)
  } catch (error) {
    throw await toTerminalError(error, typed)
  }
}

async function openSource(path: string | undefined, words: FileWords | undefined): Promise<Source> {
  if (path === undefined || !words) return noSource
  return path === '-' && words.allowsPipe ? standardInput : fileSource(path, words.what)
}

async function openTarget(
  path: string | undefined,
  words: FileWords | undefined,
  name: string,
): Promise<NewFile> {
  if (path === undefined) return noFile
  if (path !== '-' || !words?.allowsPipe) return createNewFile(path)
  if (process.stdout.isTTY)
    throw new TerminalProblem(
      `a ${name} is not for a terminal`,
      `send it somewhere: clinic ${name} - > FILE`,
    )
  return standardOutput()
}

/** The text for people: the operation's own, or the members of its result. */
function formatOutput(
  { operation, words }: ClinicCommand,
  result: unknown,
  input: Record<string, unknown>,
  files: { source: string | undefined; target: string | undefined },
): TextOutput {
  if (words.formatResult) return words.formatResult(result, input, files)
  const { items, properties } = operation.output as TSchema & {
    items?: { properties?: object }
    properties?: object
  }
  const isList = items?.properties !== undefined
  return {
    columns: Object.keys(items?.properties ?? properties ?? {}),
    rows: isList ? (result as object[]) : [result as object],
  }
}

function listMembers({
  operation: { input, scope },
  words: { arguments: names = [], members: words = {} },
}: ClinicCommand): InputMember[] {
  const properties: TProperties = {
    ...input.properties,
    ...(scope === 'workspace' && { workspace: workspaceName }),
  }
  const optionNames = Object.keys(properties).filter((name) => !names.includes(name))
  return [...names, ...optionNames].map((name) => {
    const schema = properties[name] as TSchema & InputMember['schema'] & { description?: string }
    const ownWords = words[name] ?? {}
    const isRequired = (input.required ?? []).includes(name) && schema.default === undefined
    return {
      name,
      schema,
      description: ownWords.description ?? schema.description ?? '',
      words: ownWords,
      isArgument: names.includes(name),
      isRequired,
    }
  })
}

function toArgument(member: InputMember): Argument {
  const name = typedName(member) + (member.schema.type === 'array' ? '...' : '')
  const argument = new Argument(member.isRequired ? `<${name}>` : `[${name}]`, member.description)
  return member.schema.enum ? argument.choices(typedChoices(member.schema.enum)) : argument
}

function toOption(member: InputMember): Option {
  const { schema, words } = member
  const name = typedName(member)
  const short = name === 'workspace' ? '-w, ' : ''
  if (schema.type === 'boolean') return new Option(`${short}--${name}`, member.description)
  const isList = schema.type === 'array'
  const fallback = words.default ?? typedDefault(schema.default)
  const notes = `${member.isRequired ? ' Required.' : ''}${isList ? ' May be repeated.' : ''}${fallback === undefined ? '' : ` (default: ${fallback})`}`
  const option = new Option(
    `${short}--${name} <${words.value ?? placeholder(member)}>`,
    member.description + notes,
  )
  if (schema.enum) option.choices(typedChoices(schema.enum))
  option.makeOptionMandatory(member.isRequired)
  if (isList)
    option.argParser((value: string, before: string[] | undefined) => [
      ...(before ?? []),
      ...splitEntries(value),
    ])
  return option
}

/** `dryRun` is typed as `--dry-run`. */
function typedName({ name, words }: InputMember): string {
  return words.name ?? name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

/** Commander's name for an option. */
function optionAttribute(member: InputMember): string {
  return typedName(member).replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
}

function placeholder({ name, schema }: InputMember): string {
  if (schema.format) return schema.format
  if (schema.enum) return name
  return schema.type === 'integer' || schema.type === 'number' ? 'number' : 'name'
}

/** Upper-case enum values are typed in lower case. */
function typedChoices(choices: readonly (string | null)[]): string[] {
  return choices.flatMap((choice) => (choice === null ? [] : [choice.toLowerCase()]))
}

function typedDefault(value: unknown): string | undefined {
  if (value === undefined || value === false || (Array.isArray(value) && value.length === 0))
    return undefined
  return /^[A-Z_]+$/.test(String(value)) ? String(value).toLowerCase() : String(value)
}

function splitEntries(value: string): string[] {
  return value
    .split(',')
    .map((entry) => entry.trim())
    .filter(Boolean)
}

function readInput(
  typed: ReadonlyMap<InputMember, TypedValue>,
  words: readonly string[],
): Record<string, unknown> {
  const input: Record<string, unknown> = {}
  for (const [member, value] of typed)
    if (value !== undefined) input[member.name] = readMember(member, value, words)
  return input
}

function readMember(
  { name, schema, words }: InputMember,
  typed: string | string[] | boolean,
  command: readonly string[],
): unknown {
  const { read } = words
  if (Array.isArray(typed) && read) return typed.map((entry) => readTyped(entry, read))
  if (typeof typed !== 'string') return typed
  if (words.contentBytesMax !== undefined)
    return readContentFile(
      typed,
      words.contentBytesMax,
      words.readContent,
      `check it and do it again: clinic ${command.join(' ')}`,
    )
  if (read) return readTyped(typed, read)
  if (schema.enum) return schema.enum.find((choice) => choice?.toLowerCase() === typed)
  const numbers = { integer: /^\d{1,15}$/, number: /^\d{1,12}(\.\d{1,4})?$/ }
  if (schema.type !== 'integer' && schema.type !== 'number') return typed
  if (numbers[schema.type].test(typed)) return Number(typed)
  throw new InputProblem(
    `'${typed}' is not a number for ${name}`,
    schema.type === 'integer' ? 'write a whole number' : 'write digits, and a point if need be',
  )
}

function readTyped(typed: string, read: (typed: string) => unknown): unknown {
  try {
    return read(typed)
  } catch (error) {
    throw error instanceof TerminalProblem ? new InputProblem(error.message, error.nextStep) : error
  }
}

function readContentFile(
  file: string,
  bytesMax: number,
  read: MemberWords['readContent'],
  nextStep: string,
): string {
  const problem = (reason: string) => new TerminalProblem(`the file ${file} ${reason}`, nextStep)
  let bytes: Buffer
  try {
    bytes = readBeginning(file, bytesMax + 1)
  } catch (error) {
    throw problem(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  if (bytes.length > bytesMax) throw problem(`has more than ${bytesMax} bytes, which is too long`)
  try {
    return read ? read(bytes) : new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw problem('is not text in UTF-8')
  }
}

/** The content of a file or standard input, up to this length. */
function readBeginning(file: string, length: number): Buffer {
  const descriptor = file === '-' ? 0 : openSync(file, 'r')
  const bytes = Buffer.alloc(length)
  try {
    let read = 0
    while (read < length) {
      const bytesRead = readSync(descriptor, bytes, read, length - read, null)
      if (bytesRead === 0) break
      read += bytesRead
    }
    return bytes.subarray(0, read)
  } finally {
    if (descriptor !== 0) closeSync(descriptor)
  }
}
