// The `clinic` command line. Most of it is derived from the operations; the commands here need no
// installation, or create one. Each command loads only what it needs, since a second of loading is
// noticeable.

import { Command } from 'commander'
import about from '../../../package.json' with { type: 'json' }
import { formatTable } from './table.ts'
import { json, print, printToStandardError } from './terminal.ts'
import { type Word, words } from './words/words.ts'

/**
 * The program with the command named in `typed`; other commands have only the summaries that help
 * shows.
 */
export async function clinicProgram(typed: readonly string[]): Promise<Command> {
  const program = new Command('clinic')
    .description('Clinic Scheduling: scheduling for clinics that cannot double-book')
    .showHelpAfterError()
    .version(about.version)
    // Otherwise `settings change --version 3` would print the version of the program.
    .enablePositionalOptions()
    // Commander throws instead of ending the process, so that the exit code is decided in one
    // place.
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
  addServe(program)
  addMigrate(program)
  for (const word of words) {
    if (typed.includes(word.word) || (word.alias && typed.includes(word.alias)))
      await addWord(program, word)
    else withAlias(program.command(word.word).description(word.summary), word)
  }
  addConfig(
    program,
    typed.includes('config')
      ? formatSettings((await import('./setting-variables.ts')).variables)
      : '',
  )
  addSchema(program)
  return program
}

async function addWord(program: Command, word: Word) {
  const { addCommand } = await import('./operation-command.ts')
  const commands = (await word.load()).filter(({ typed }) => typed[0] === word.word)
  const isGroup = commands.some(({ typed }) => typed.length > 1)
  const parent = isGroup
    ? withAlias(program.command(word.word).description(word.summary), word)
    : program
  for (const command of commands) addCommand(parent, command)
}

function withAlias(command: Command, { alias }: Word): Command {
  return alias === undefined ? command : command.alias(alias)
}

function addServe(program: Command) {
  program
    .command('serve')
    .description('Run the service until it is told to stop.')
    .addOption(json())
    .option(
      '--empty',
      'Begin a sandbox with an empty workspace, to be described in the dashboard, instead of the demo clinic.',
    )
    .action(async (options: { json?: boolean; empty?: boolean }) => {
      const [{ serve }, { commandSettings }] = await Promise.all([
        import('./serve.ts'),
        import('./environment.ts'),
      ])
      await serve(commandSettings(), { json: options.json ?? false, empty: options.empty ?? false })
    })
}

function addMigrate(program: Command) {
  program
    .command('migrate')
    .description(
      'Bring the database up to date, or make an installation in an empty one; starting the service does it too.',
    )
    .addOption(json())
    .action(async (options: { json?: boolean }) => {
      const result = await migrateNow()
      print(result, () => formatMigration(result), options.json)
    })
}

/** The result of `clinic migrate`. */
interface MigrationResult {
  applied: string[]
  /** Whether a service is running, which migrated when it started. */
  running: boolean
  /** The mode of a new installation; null if there already was one. */
  made: string | null
}

/**
 * Brings the database up to date. A running service did this when it started, and has exclusive use
 * of the embedded database.
 */
async function migrateNow(): Promise<MigrationResult> {
  const [
    { commandSettings, operatorSocket: operatorSocketOf },
    { isListening },
    { openConfiguredDatabase: openDatabaseOf, refuseMissingDatabase },
    { withLongSession },
    { migrate },
  ] = await Promise.all([
    import('./environment.ts'),
    import('./socket/path.ts'),
    import('./open.ts'),
    import('../../base/db/long-session.ts'),
    import('../../base/db/migrate.ts'),
  ])
  const [{ clockReading, insertInstallation: settleInstallation }, { WrongMode }, { whileOpen }] =
    await Promise.all([
      import('../../base/ports/clock-queries.ts'),
      import('../../base/ports/wrong-mode.ts'),
      import('./while-open.ts'),
    ])
  const settings = commandSettings()
  if (settings.databaseUrl === undefined && (await isListening(operatorSocketOf(settings))))
    return { applied: [], running: true, made: null }
  refuseMissingDatabase(settings)
  return whileOpen(openDatabaseOf(settings, printToStandardError), async ({ direct }) => {
    const applied = await migrate(direct, printToStandardError)
    const createdMode = await withLongSession(direct, 'clinic migrate', async (_, queries) => {
      const [settled] = await queries.rows(settleInstallation, { mode: settings.mode })
      const [installed] = await queries.rows(clockReading)
      if (installed && installed.mode !== settings.mode)
        throw new WrongMode(installed.mode, settings.mode)
      return settled?.mode ?? null
    })
    return { applied, running: false, made: createdMode }
  })
}

function formatMigration({ applied, running, made }: MigrationResult): string {
  if (running)
    return 'the running service brought the database up to date when it started; after an upgrade, restart it'
  const lines =
    applied.length === 0
      ? ['the database is up to date']
      : ['applied:', ...applied.map((name) => `  ${name}`)]
  return [...lines, ...(made === null ? [] : [`it is a ${made} installation from now on`])].join(
    '\n',
  )
}

function addConfig(program: Command, help: string) {
  program
    .command('config')
    .description(
      'The settings in force, and where each comes from; those of the running service, if one runs.',
    )
    .addOption(json())
    .addHelpText('after', `\n${help}`)
    .action(async (options: { json?: boolean }) => {
      const { service, settings, socket } = await settingsNow()
      const rows = settings.map(({ name, value, from, description }) => ({
        setting: name,
        value,
        from,
        meaning: description,
      }))
      const serviceLabel = service
        ? `of the running service, on ${service.database}, ${service.mode}`
        : `of a service or a command started from here; no service answers at ${socket}`
      print(
        settings,
        () =>
          `${serviceLabel}\n\n${formatTable({ columns: ['setting', 'value', 'from', 'meaning'], rows })}`,
        options.json,
      )
    })
}

async function settingsNow() {
  const [
    { effectiveSettings },
    { commandSettings, operatorSocket: operatorSocketOf, settingsEnvironment },
    { askAboutService },
  ] = await Promise.all([
    import('./settings.ts'),
    import('./environment.ts'),
    import('./socket/client.ts'),
  ])
  const socket = operatorSocketOf(commandSettings())
  const service = await askAboutService(socket)
  return {
    service,
    socket,
    settings: service?.settings ?? effectiveSettings(settingsEnvironment()),
  }
}

function formatSettings(
  variables: readonly { name: string; secret?: boolean; fallback: string; description: string }[],
): string {
  const rows = variables.map(({ name, secret, fallback, description }) => ({
    setting: secret ? `${name} or ${name}_FILE` : name,
    'when it is not set': fallback,
    meaning: description,
  }))
  return formatTable({ columns: ['setting', 'when it is not set', 'meaning'], rows })
}

function addSchema(program: Command) {
  program
    .command('schema')
    .description('The JSON Schema of a clinic file.')
    .addOption(json())
    .action(async () => {
      const { clinicFileSchemaText } = await import(
        '../../management/clinic-file/clinic-file-schema.ts'
      )
      process.stdout.write(clinicFileSchemaText())
    })
}
