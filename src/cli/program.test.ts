// What there is to type follows from the operations.

import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { allOperations, register } from '../operator/register.ts'
import { commandOperator, commandSettings } from './environment.ts'
import { typedWords } from './operation-command.ts'
import { clinicProgram } from './program.ts'

const operations = await allOperations()
const program = await clinicProgram([...register.map(({ word }) => word), 'config'])

function commandOf(words: readonly string[]): Command | undefined {
  let command: Command | undefined = program
  for (const word of words) command = command?.commands.find((candidate) => candidate.name() === word || candidate.aliases().includes(word))
  return command
}

function helpOf(...words: string[]): string {
  return commandOf(words)?.configureOutput({}).helpInformation() ?? ''
}

describe('every operation', () => {
  it.each(operations.map((operation): [string, typeof operation] => [operation.name, operation]))('%s has a command', (_, operation) => {
    const command = commandOf(typedWords(operation))
    expect(command?.description()).toBe(operation.summary)
    const inputs = [...(command?.registeredArguments ?? []), ...(command?.options ?? [])]
    for (const { description } of inputs) expect(description).toBeTruthy()
    const files = [operation.source, operation.target, operation.command?.resultFile].filter(Boolean)
    // And --json, of some --watch, and of those in a workspace --workspace.
    const shared = 1 + (operation.command?.isWatchable ? 1 : 0) + (operation.scope === 'workspace' ? 1 : 0)
    expect(inputs.length).toBe(Object.keys(operation.input.properties).length + files.length + shared)
  })

  it('is found under the first word of its command, of which the help says the same', () => {
    for (const operation of operations) {
      const [first, ...rest] = typedWords(operation)
      const word = register.find(({ word }) => word === first)
      expect(word, operation.name).toBeDefined()
      if (rest.length === 0) expect(word?.summary).toBe(operation.summary)
    }
  })
})

describe('a command', () => {
  it('has arguments, options, choices, lists and defaults as the input declares them', () => {
    const create = helpOf('key', 'create')
    expect(create).toMatch(/--kind <kind> .*\(default: developer\)\s+\(choices: "developer",\s+"widget"\)/s)
    expect(create).toMatch(/--allow <address> .*May be\s+repeated/s)
    expect(create).toContain('-w, --workspace <name>')
    expect(helpOf('key', 'allow')).toMatch(/^Usage: clinic key allow \[options\] <id> \[addresses\.\.\.\]/)
    expect(helpOf('key', 'rotate')).toMatch(/--overlap <duration> .*\(default: 24h\)/)
    expect(helpOf('patient', 'erase')).toMatch(/--yes {2,}Do it/)
    expect(helpOf('patients', 'import')).toMatch(/^Usage: clinic patient import \[options\] <file>[\s\S]*--dry-run[\s\S]*--report <file>[\s\S]*--workspace/)
    expect(helpOf('patient', 'export')).toMatch(/^Usage: .* \[options\] <id> \[file\]/)
    expect(helpOf('restore')).toMatch(/--as <mode> .*choices: "sandbox",\s+"production"/s)
  })

  it('loads nothing for the help of the program, which names all of them', async () => {
    const help = (await clinicProgram(['help'])).helpInformation()
    for (const { word, alias } of register) expect(help.replace(/\s+/g, ' ')).toContain(`${alias ? `${word}|${alias}` : word} `)
    expect(help).toContain('backup')
  })
})

describe('the operator of a command', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('is the user of the machine, of a root session the one who opened it, or as the environment says', () => {
    vi.stubEnv('SUDO_USER', undefined)
    expect(commandOperator()).toEqual({ kind: 'operator', name: userInfo().username })
    vi.stubEnv('SUDO_USER', 'ravi')
    expect(commandOperator().name).toBe(process.getuid?.() === 0 ? 'ravi' : userInfo().username)
    vi.stubEnv('CLINIC_OPERATOR', ' Ravi Iyer ')
    expect(commandOperator().name).toBe('Ravi Iyer')
    expect(() => commandSettings(), 'it is no setting').not.toThrow()
  })
})
