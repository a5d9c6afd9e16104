// The `clinic` command: what there is to type, and how answers look.

import { readFileSync } from 'node:fs'
import closeWithGrace from 'close-with-grace'
import { Command, Option } from 'commander'
import { WrongMode } from '../app.ts'
import { sqlState } from '../db/database.ts'
import { EngineError } from '../db/embedded-engine.ts'
import { MigrationError, migrate } from '../db/migrate.ts'
import { clinicFileSchemaText } from '../operator/clinic-file-schema.ts'
import { OperatorProblem } from '../operator/operation.ts'
import { askRunningService, isListening, runOperation } from '../operator/operator-api.ts'
import { effectiveSettings, readSettings, SettingsError, variables } from '../settings.ts'
import { backupCommands } from './backup.ts'
import { parseDuration } from './duration.ts'
import { openDatabaseOf, openInstallation, openLog, operatorSocketOf } from './open.ts'
import { serve } from './serve.ts'
import { tableOf } from './table.ts'

type Shown = Record<string, unknown>

/** Runs one operation, in the running service if there is one. */
async function operate(name: string, input: Record<string, unknown>): Promise<unknown> {
  const settings = readSettings(process.env)
  const socketPath = operatorSocketOf(settings)
  const answered = await askRunningService(socketPath, name, input)
  if (answered) return answered.result
  try {
    const opening = openInstallation(settings, openLog(settings), sayBeside)
    return await whileOpen(opening, ({ application }) => runOperation(application, name, input))
  } catch (error) {
    // The service may have started in the meantime, and has the embedded database.
    const answeredLate = error instanceof EngineError ? await askRunningService(socketPath, name, input) : undefined
    if (answeredLate) return answeredLate.result
    throw error
  }
}

/** Brings the database up to date; a running service did so when it started, and has the embedded one to itself. */
async function migrateNow(): Promise<{ applied: string[]; running: boolean }> {
  const settings = readSettings(process.env)
  if (settings.databaseUrl === undefined && (await isListening(operatorSocketOf(settings)))) return { applied: [], running: true }
  return whileOpen(openDatabaseOf(settings, sayBeside), async ({ connection }) => ({ applied: await migrate(connection), running: false }))
}

/** Works with what is being opened and closes it, also when a signal ends the command. */
async function whileOpen<T extends { close(): Promise<void> }, R>(opening: Promise<T>, work: (opened: T) => Promise<R>): Promise<R> {
  const close = async () => (await opening).close()
  const ending = closeWithGrace({ logger: false }, async ({ err }) => {
    if (err) sayBeside(problemText(err))
    await close()
    // It was interrupted, so it is not done.
    process.exit(1)
  })
  try {
    const opened = await opening
    return await work(opened).finally(close)
  } finally {
    ending.uninstall()
  }
}

function sayBeside(sentence: string) {
  process.stderr.write(`${sentence}\n`)
}

function print(result: unknown, forPeople: (result: never) => string, json: boolean | undefined) {
  process.stdout.write(`${json ? JSON.stringify(result, null, 2) : forPeople(result as never)}\n`)
}

const json = () => new Option('--json', 'answer in JSON, for scripts')
const workspace = () => new Option('-w, --workspace <name>', 'which workspace, when there are several')

function collect(value: string, before: string[]): string[] {
  return [
    ...before,
    ...value
      .split(',')
      .map((entry) => entry.trim())
      .filter(Boolean),
  ]
}

function idArgument(text: string): number {
  if (/^[1-9]\d{0,15}$/.test(text)) return Number(text)
  throw new OperatorProblem(`'${text}' is not a key id`, 'look it up: clinic key list')
}

/** Null for 'usual'; what is no number would arrive as null too, and take the limit away. */
function limitArgument(text: string): number | null {
  if (text === 'usual') return null
  if (/^\d{1,15}$/.test(text)) return Number(text)
  throw new OperatorProblem(`'${text}' is not a limit`, "name whole requests a minute, or 'usual'")
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
  clockCommands(program)
  backupCommands(program, whileOpen)

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

function keyCommands(program: Command) {
  const keys = program.command('key').description('API keys')
  const shownOnce = ({ id, key, allowedAddresses, oldKeyExpiresAt }: { id: number; key: string; allowedAddresses: string[]; oldKeyExpiresAt?: string }) =>
    [
      `key ${id}, shown this once:\n\n  ${key}\n`,
      `allowed from: ${allowedAddresses.join(', ') || '(no address)'}`,
      ...(oldKeyExpiresAt ? [`the old key works until ${oldKeyExpiresAt}`] : []),
    ].join('\n')

  keys
    .command('create')
    .description('make a key; it is shown once')
    .addOption(new Option('--kind <kind>', 'who it is for').choices(['developer', 'widget']).default('developer'))
    .option('--name <name>', 'what it is for', 'API key')
    .option('--allow <address>', 'address or range it may be used from; may be repeated', collect, [])
    .option('--origin <origin>', 'origin of a page a widget key is used from; may be repeated', collect, [])
    .option('--expires <timestamp>', 'ISO 8601 with an offset; never when omitted')
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { kind: string; origin: string[]; json?: boolean } & Shown) => {
      const input = { ...pick(options, 'workspace', 'name', 'allow', 'expires'), origins: options.origin, kind: options.kind.toUpperCase() }
      print(await operate('key-create', input), shownOnce, options.json)
    })

  keys
    .command('list')
    .description('the keys of a workspace')
    .option('--all', 'deleted ones too')
    .addOption(workspace())
    .addOption(json())
    .action(async (options: { json?: boolean } & Shown) => {
      const columns = ['id', 'kind', 'name', 'masked', 'status', 'allowedAddresses', 'allowedOrigins', 'requestsPerMinute', 'expiresAt', 'lastUsedAt']
      const text = (rows: Shown[]) =>
        tableOf(
          columns,
          rows.map((row) => columns.map((column) => String(row[column] ?? '') || '-')),
        )
      print(await operate('key-list', pick(options, 'workspace', 'all')), text, options.json)
    })

  keys
    .command('allow')
    .description('add addresses to the allowlist of a key, or remove them')
    .argument('<id>', 'the key', idArgument)
    .argument('[addresses...]', 'addresses or ranges to add')
    .option('--remove <address>', 'address or range to remove; may be repeated', collect, [])
    .addOption(workspace())
    .addOption(json())
    .action(async (id: number, add: string[], options: { json?: boolean } & Shown) => {
      const result = await operate('key-allow', { ...pick(options, 'workspace', 'remove'), id, add })
      print(
        result,
        ({ allowedAddresses }: { allowedAddresses: string[] }) => `key ${id} is allowed from: ${allowedAddresses.join(', ') || '(no address)'}`,
        options.json,
      )
    })

  keys
    .command('rotate')
    .description('make a second key with the same allowlist and let the first one run out')
    .argument('<id>', 'the key', idArgument)
    .option('--overlap <duration>', 'how long both work', '24h')
    .addOption(workspace())
    .addOption(json())
    .action(async (id: number, options: { overlap: string; json?: boolean } & Shown) => {
      const overlapHours = parseDuration(options.overlap) / 3_600_000
      print(await operate('key-rotate', { ...pick(options, 'workspace'), id, overlapHours }), shownOnce, options.json)
    })

  keys
    .command('origins')
    .description('add origins to a widget key, or remove them')
    .argument('<id>', 'the key', idArgument)
    .argument('[origins...]', 'origins to add, such as https://clinic.example')
    .option('--remove <origin>', 'origin to remove; may be repeated', collect, [])
    .addOption(workspace())
    .addOption(json())
    .action(async (id: number, add: string[], options: { json?: boolean } & Shown) => {
      const result = await operate('key-origins', { ...pick(options, 'workspace', 'remove'), id, add })
      const text = ({ allowedOrigins }: { allowedOrigins: string[] }) => `key ${id} is for pages of: ${allowedOrigins.join(', ') || '(no origin)'}`
      print(result, text, options.json)
    })

  keys
    .command('limit')
    .description('give a key a limit of its own')
    .argument('<id>', 'the key', idArgument)
    .argument('<requests>', "requests a minute, or 'usual' for the installation's limit", limitArgument)
    .addOption(workspace())
    .addOption(json())
    .action(async (id: number, requestsPerMinute: number | null, options: { json?: boolean } & Shown) => {
      const result = await operate('key-limit', { ...pick(options, 'workspace'), id, requestsPerMinute })
      print(result, () => `key ${id} may send ${requestsPerMinute ?? 'the usual number of'} requests a minute`, options.json)
    })

  for (const [name, description] of [
    ['deactivate', 'stop a key from working'],
    ['delete', 'remove a key for good'],
  ] as const) {
    keys
      .command(name)
      .description(description)
      .argument('<id>', 'the key', idArgument)
      .addOption(workspace())
      .addOption(json())
      .action(async (id: number, options: { json?: boolean } & Shown) => {
        const result = await operate(`key-${name}`, { ...pick(options, 'workspace'), id })
        print(result, ({ status }: { status: string }) => `key ${id} is ${status.toLowerCase()}; it stops working everywhere within seconds`, options.json)
      })
  }
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

function pick(options: Shown, ...names: string[]): Shown {
  return Object.fromEntries(names.flatMap((name) => (options[name] === undefined ? [] : [[name, options[name]]])))
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

/** Tells a person what went wrong and what to do; a defect keeps its stack. */
export function problemText(error: unknown): string {
  if (error instanceof OperatorProblem) {
    const mistakes = error.mistakes.map(({ path, reason }) => `  ${path}: ${reason}`)
    return [error.message, ...mistakes, `next: ${error.nextStep}`].join('\n')
  }
  if (error instanceof SettingsError) return `${error.message}\nnext: clinic config --help`
  if (error instanceof WrongMode) return `${error.message}\nnext: set CLINIC_MODE to match, or use another database; clinic config shows what is set`
  if (error instanceof EngineError || error instanceof MigrationError) return `${error.message}\nnext: clinic config shows what is set`
  if (sqlState(error) === '42501') return `${(error as Error).message}\nnext: make the user of DATABASE_URL the owner of the database`
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}
