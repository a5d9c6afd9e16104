// Statements of the service run by pgbench, if it is installed: how fast the database itself can
// run them on this machine.

import { execFileSync, spawn } from 'node:child_process'
import { readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Columns, Statement } from '../src/base/db/statement.ts'

/** A statement with an SQL expression in place of each parameter. */
export function inlineParameters<P extends Columns>(
  { text, takes }: Statement<Columns, P>,
  expressions: Record<keyof P & string, string>,
): string {
  const names = Object.keys(takes) as (keyof P & string)[]
  return text.replace(
    /\$(\d+)/g,
    (_, number) => expressions[names[Number(number) - 1] as keyof P & string],
  )
}

/** The path of pgbench, if it is installed. */
export function findPgbench(): string | undefined {
  const folders = ['']
  try {
    folders.push(
      ...readdirSync('/usr/lib/postgresql').map((version) =>
        join('/usr/lib/postgresql', version, 'bin'),
      ),
    )
  } catch {
    // A system other than Debian.
  }
  return folders
    .map((folder) => join(folder, 'pgbench'))
    .find((path) => {
      try {
        execFileSync(path, ['--version'], { stdio: 'ignore' })
        return true
      } catch {
        return false
      }
    })
}

export interface PgbenchRound {
  program: string
  connection: { host: string; port: number; user: string; database: string }
  folder: string
  callers: number
  ms: number
}

/** Statements per second in pgbench; `variables` are its `\\set` commands. */
export async function pgbench(
  name: string,
  variables: readonly string[],
  statement: string,
  round: PgbenchRound,
): Promise<number> {
  const { program, connection, folder, callers, ms } = round
  const script = join(folder, `${name}.sql`)
  const line = statement
    .split('\n')
    .map((part) => part.trim())
    .join(' ')
  writeFileSync(
    script,
    [...variables.map((variable) => `\\set ${variable}`), `${line};`, ''].join('\n'),
  )
  const { host, port, user, database } = connection
  const options = [
    '-n',
    '-M',
    'prepared',
    '-c',
    String(callers),
    '-j',
    '1',
    '-T',
    String(Math.max(1, Math.round(ms / 1000))),
    '-f',
    script,
  ]
  const child = spawn(program, [...options, '-h', host, '-p', String(port), '-U', user, database], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  await new Promise((resolve) => child.once('close', resolve))
  const perSecond = /tps = ([\d.]+)/.exec(output)?.[1]
  if (perSecond === undefined) throw new Error(`pgbench reported no result:\n${output}`)
  return Number(perSecond)
}
