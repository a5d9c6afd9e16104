// The commands are derived from the operations.

import { userInfo } from 'node:os'
import type { Command } from 'commander'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { operations } from '../register/register.ts'
import { commandOperator, commandSettings } from './environment.ts'
import { clinicProgram } from './program.ts'
import { words } from './words/words.ts'

const commands = [...new Set((await Promise.all(words.map(({ load }) => load()))).flat())]
const program = await clinicProgram([...words.map(({ word }) => word), 'config'])

function findCommand(words: readonly string[]): Command | undefined {
  let command: Command | undefined = program
  for (const word of words)
    command = command?.commands.find(
      (candidate) => candidate.name() === word || candidate.aliases().includes(word),
    )
  return command
}

function helpText(...words: string[]): string {
  return findCommand(words)?.configureOutput({}).helpInformation() ?? ''
}

describe('every operation', () => {
  it('has one unique command', () => {
    expect(commands.map(({ operation }) => operation.name).sort()).toEqual(
      operations.map(({ name }) => name).sort(),
    )
    expect(new Set(commands.map(({ typed }) => typed.join(' '))).size).toBe(commands.length)
  })

  it.each(commands.map((command): [string, typeof command] => [command.operation.name, command]))(
    '%s has a command',
    (_, { operation, typed, words }) => {
      const command = findCommand(typed)
      expect(command?.description()).toBe(operation.summary)
      const inputs = [...(command?.registeredArguments ?? []), ...(command?.options ?? [])]
      for (const { description } of inputs) expect(description).toBeTruthy()
      const files = [words.source, words.target, words.resultFile].filter(Boolean)
      // And --json, --watch for some, and --workspace for those in a workspace.
      const shared = 1 + (words.isWatchable ? 1 : 0) + (operation.scope === 'workspace' ? 1 : 0)
      expect(inputs.length).toBe(
        Object.keys(operation.input.properties).length + files.length + shared,
      )
    },
  )

  it('is found under the first word of its command, whose help says the same', () => {
    for (const { operation, typed } of commands) {
      const [first, ...rest] = typed
      const word = words.find(({ word }) => word === first)
      expect(word, operation.name).toBeDefined()
      if (rest.length === 0) expect(word?.summary).toBe(operation.summary)
    }
  })
})

describe('a command', () => {
  it('has arguments, options, choices, lists and defaults as the input declares them', () => {
    const create = helpText('key', 'create')
    expect(create).toMatch(
      /--kind <kind> .*\(default: developer\)\s+\(choices: "developer",\s+"widget"\)/s,
    )
    expect(create).toMatch(/--allow <address> .*May be\s+repeated/s)
    expect(create).toContain('-w, --workspace <name>')
    expect(helpText('key', 'allow')).toMatch(
      /^Usage: clinic key allow \[options\] <id> \[addresses\.\.\.\]/,
    )
    expect(helpText('key', 'rotate')).toMatch(/--overlap <duration> .*\(default: 24h\)/)
    expect(helpText('patient', 'erase')).toMatch(/--yes {2,}Confirm the erasure/)
    expect(helpText('patients', 'import')).toMatch(
      /^Usage: clinic patient import \[options\] <file>[\s\S]*--dry-run[\s\S]*--report <file>[\s\S]*--workspace/,
    )
    expect(helpText('patient', 'export')).toMatch(/^Usage: .* \[options\] <id> \[file\]/)
    expect(helpText('restore')).toMatch(/--as <mode> .*choices: "sandbox",\s+"production"/s)
  })

  it('loads nothing for the help of the program, which names all of them', async () => {
    const help = (await clinicProgram(['help'])).helpInformation()
    for (const { word, alias } of words)
      expect(help.replace(/\s+/g, ' ')).toContain(`${alias ? `${word}|${alias}` : word} `)
    expect(help).toContain('backup')
  })
})

describe('the operator of a command', () => {
  afterEach(() => void vi.unstubAllEnvs())

  it('is the user of the machine, the one who opened a root session, or the one named by the environment', () => {
    vi.stubEnv('SUDO_USER', undefined)
    expect(commandOperator()).toEqual({ kind: 'operator', name: userInfo().username })
    vi.stubEnv('SUDO_USER', 'ravi')
    expect(commandOperator().name).toBe(process.getuid?.() === 0 ? 'ravi' : userInfo().username)
    vi.stubEnv('CLINIC_OPERATOR', ' Ravi Iyer ')
    expect(commandOperator().name).toBe('Ravi Iyer')
    expect(() => commandSettings(), 'it is no setting').not.toThrow()
  })
})
