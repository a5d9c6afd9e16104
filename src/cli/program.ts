// The `clinic` command: what there is to type, and how answers look.

import { readFileSync } from 'node:fs'
import { Command } from 'commander'
import { migrate } from '../db/migrate.ts'
import { clinicFileSchemaText } from '../operator/clinic-file-schema.ts'
import { OperatorProblem } from '../operator/operation.ts'
import { isListening } from '../operator/operator-api.ts'
import { effectiveSettings, readSettings, variables } from '../settings.ts'
import { backupCommands } from './backup.ts'
import { parseDuration } from './duration.ts'
import { keyCommands } from './key-commands.ts'
import { medicineCommands } from './medicine-commands.ts'
import { openDatabaseOf, operatorSocketOf } from './open.ts'
import { operate, whileOpen } from './operate.ts'
import { patientCommands } from './patient-commands.ts'
import { patientsImportCommand } from './patients-import.ts'
import { serve } from './serve.ts'
import { staffCommands } from './staff-commands.ts'
import { tableOf } from './table.ts'
import { json, pick, print, type Shown, sayBeside, workspace } from './terminal.ts'

/** Brings the database up to date; a running service did so when it started, and has the embedded one to itself. */
async function migrateNow(): Promise<{ applied: string[]; running: boolean }> {
  const settings = readSettings(process.env)
  if (settings.databaseUrl === undefined && (await isListening(operatorSocketOf(settings)))) return { applied: [], running: true }
  return whileOpen(openDatabaseOf(settings, sayBeside), async ({ connection }) => ({ applied: await migrate(connection), running: false }))
}

export function clinicProgram(): Command {
  const program = new Command('clinic')
    .description('Clinic Scheduling: scheduling for clinics that cannot double-book')
    .showHelpAfterError()
    .configureHelp({ showGlobalOptions: true })

  program
    .command('serve')
    .description('run the service until it is told to stop')
    .addOption(json())
    .action((options: { json?: boolean }) => serve(readSettings(process.env), options.json ?? false))

  program
    .command('migrate')
    .description('bring the database up to date; starting the service does it too')
    .addOption(json())
    .action(async (options: { json?: boolean }) => {
      const text = ({ applied, running }: { applied: string[]; running: boolean }) => {
        if (running) return 'the running service brought the database up to date when it started; after an upgrade, restart it'
        return applied.length === 0 ? 'the database is up to date' : ['applied:', ...applied.map((name) => `  ${name}`)].join('\n')
      }
      print(await migrateNow(), text, options.json)
    })

  const workspaces = program.command('workspace').description('workspaces')
  workspaces
    .command('import')
    .description('bring a workspace to what a clinic file describes; importing again updates it')
    .argument('<file>', 'YAML or JSON; - reads standard input')
    .addOption(json())
    .action(async (file: string, options: { json?: boolean }) => {
      const result = await operate('workspace-import', { source: readSource(file) })
      const text = ({ workspace: name, ids, warnings }: { workspace: string; ids: Ids; warnings: string[] }) =>
        [`imported ${name}`, idsText(ids), ...warnings.map((warning) => `warning: ${warning}`)].join('\n\n')
      print(result, text, options.json)
    })

  program
    .command('ids')
    .description('the ids given to the names of a clinic file')
    .addOption(workspace())
    .addOption(json())
    .action(async (options: Shown & { json?: boolean }) => print(await operate('ids', pick(options, 'workspace')), idsText, options.json))

  program
    .command('outbox')
    .description('the last messages of a sandbox, newest first; they are sent to nobody')
    .option('--limit <number>', 'how many, up to 200', Number, 20)
    .addOption(workspace())
    .addOption(json())
    .action(async (options: Shown & { json?: boolean }) => {
      const text = (messages: Record<'sentAt' | 'channel' | 'destination' | 'code', string>[]) =>
        tableOf(
          ['time', 'channel', 'destination', 'code'],
          messages.map(({ sentAt, channel, destination, code }) => [sentAt, channel, destination, code]),
        )
      print(await operate('outbox-show', pick(options, 'workspace', 'limit')), text, options.json)
    })

  keyCommands(program)
  entitlementCommands(program)
  staffCommands(program)
  patientCommands(program)
  clockCommands(program)
  backupCommands(program)
  patientsImportCommand(program)
  medicineCommands(program)

  program
    .command('config')
    .description('the settings in force, and where each comes from')
    .addOption(json())
    .addHelpText('after', () => `\n${settingsText()}`)
    .action((options: { json?: boolean }) => {
      const rows = effectiveSettings(process.env)
      print(
        rows,
        () =>
          tableOf(
            ['setting', 'value', 'from', 'meaning'],
            rows.map(({ name, value, from, description }) => [name, value, from, description]),
          ),
        options.json,
      )
    })

  program
    .command('schema')
    .description('the JSON Schema of a clinic file')
    .addOption(json())
    .action(() => void process.stdout.write(clinicFileSchemaText()))

  return program
}

function entitlementCommands(program: Command) {
  const entitlements = program.command('entitlement').description('what a workspace may use of the API')
  for (const [name, description] of [
    ['grant', 'let a workspace use what an entitlement is for'],
    ['withdraw', 'no longer let it'],
  ] as const) {
    entitlements
      .command(name)
      .description(description)
      .argument('<entitlement>', 'as the list shows it')
      .addOption(workspace())
      .addOption(json())
      .action(async (feature: string, options: { json?: boolean } & Shown) => {
        const result = await operate(`entitlement-${name}`, { ...pick(options, 'workspace'), feature })
        print(result, () => `${feature} is ${name === 'grant' ? 'granted' : 'withdrawn'}, everywhere within seconds`, options.json)
      })
  }
  entitlements
    .command('list')
    .description('every entitlement there is, and whether the workspace has it')
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { json?: boolean } & Shown) => {
      const text = (rows: { entitlement: string; granted: boolean }[]) =>
        tableOf(
          ['entitlement', 'granted'],
          rows.map(({ entitlement, granted }) => [entitlement, granted ? 'yes' : 'no']),
        )
      print(await operate('entitlement-list', pick(options, 'workspace')), text, options.json)
    })
}

function clockCommands(program: Command) {
  const clock = program.command('clock').description('business time')
  const clockText = ({ now, mode, advancedMs }: { now: string; mode: string; advancedMs: number }) =>
    `${now} (${mode}${advancedMs > 0 ? `, ${Math.round(advancedMs / 1000)} s ahead of the real clock` : ''})`
  clock
    .command('show')
    .description('what the clock shows')
    .addOption(json())
    .action(async (options: { json?: boolean }) => print(await operate('clock-show', {}), clockText, options.json))
  clock
    .command('advance')
    .description('move the clock of a sandbox forward; it never goes back')
    .argument('<duration>', 'such as 30m, 2h or 7d')
    .addOption(json())
    .action(async (duration: string, options: { json?: boolean }) => {
      print(await operate('clock-advance', { ms: parseDuration(duration) }), clockText, options.json)
    })
}

type Ids = Record<string, Record<string, number>>

function idsText(ids: Ids): string {
  return tableOf(
    ['kind', 'name', 'id'],
    Object.entries(ids).flatMap(([kind, names]) => Object.entries(names).map(([name, id]) => [kind, name, String(id)])),
  )
}

function settingsText(): string {
  const rows = variables.map(({ name, secret, fallback, description }) => [secret ? `${name} or ${name}_FILE` : name, fallback, description])
  return tableOf(['setting', 'when it is not set', 'meaning'], rows)
}

function readSource(file: string): string {
  const problem = (what: string) => new OperatorProblem(`the file ${file} ${what}`, 'check it and import it again: clinic workspace import FILE')
  let bytes: Buffer
  try {
    bytes = readFileSync(file === '-' ? 0 : file)
  } catch (error) {
    throw problem(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw problem('is not text in UTF-8')
  }
}
