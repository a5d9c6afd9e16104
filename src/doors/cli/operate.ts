// How a command reaches the installation: through the running service, or by opening the
// application or the database itself.

import { EngineError, EngineInUse } from '../../base/db/embedded/data-folder.ts'
import type { Operation, Progress, Source } from '../../base/operations/operation.ts'
import { commandOperator, commandSettings, operatorSocket } from './environment.ts'
import type { NewFile } from './new-file.ts'
import { progressLine } from './progress.ts'
import { askAboutService, askRunningService } from './socket/client.ts'
import { printToStandardError } from './terminal.ts'
import { TerminalProblem } from './terminal-problem.ts'
import { whileOpen } from './while-open.ts'

/** Runs an operation on the application: in the running service if there is one. */
export async function operateOnApplication(
  operation: Operation,
  input: Record<string, unknown>,
): Promise<unknown> {
  const settings = commandSettings()
  const actor = commandOperator()
  const socket = operatorSocket(settings)
  if (process.stderr.isTTY) {
    const about = await askAboutService(socket)
    if (about) reportTarget(about.database, about.mode, 'through the running service')
  }
  const askService = () => askRunningService(socket, actor, operation.name, input)
  const serviceAnswer = await askService()
  if (serviceAnswer) return serviceAnswer.result
  const [{ openInstallation, openLog, refuseMissingDatabase }, { runForOperator }] =
    await Promise.all([import('./open.ts'), import('../register/run-operation.ts')])
  refuseMissingDatabase(settings)
  try {
    const opening = openInstallation(settings, openLog(settings), printToStandardError)
    return await whileOpen(opening, ({ application, databaseDescription }) => {
      reportTarget(databaseDescription, settings.mode)
      return runForOperator(operation, { ...application, actor, progress: undefined }, input)
    })
  } catch (error) {
    // The service may have started in the meantime and opened the embedded database.
    const lateAnswer = error instanceof EngineError ? await askService() : undefined
    if (lateAnswer) return lateAnswer.result
    throw error
  }
}

/** Runs an operation on the database of the settings, while a service may be running. */
export async function operateOnDatabase(
  operation: Operation,
  input: Record<string, unknown>,
  source: Source,
  target: NewFile,
  label: string,
): Promise<unknown> {
  const settings = commandSettings()
  const [open, { runForOperator }] = await Promise.all([
    import('./open.ts'),
    import('../register/run-operation.ts'),
  ])
  let opening: ReturnType<typeof open.openConfiguredDatabase> | undefined
  async function connect() {
    if (!opening) {
      opening =
        operation.runsOn === 'database'
          ? open.openSharedDatabase(settings, printToStandardError)
          : openEmpty()
      reportTarget((await opening).description)
    }
    return (await opening).direct
  }
  async function openEmpty() {
    try {
      return await open.openConfiguredDatabase(settings, printToStandardError)
    } catch (error) {
      if (!(error instanceof EngineInUse)) throw error
      throw new TerminalProblem(
        `a service or a command works on ${settings.dataDirectory}, and a backup is restored into an empty database only`,
        'set CLINIC_DATA to an unused folder and restore there; then stop the service, and start it on that folder',
      )
    }
  }
  const line = progressLine()
  async function close() {
    line.end()
    await target.abandon()
    // A failure to open the database was already reported.
    const database = await opening?.catch(() => undefined)
    await database?.close()
  }
  const progress = line.show && ((at: Progress) => line.show?.(formatProgress(label, at)))
  return whileOpen(Promise.resolve({ close }), async () => {
    const result = await runForOperator(
      operation,
      {
        mode: settings.mode,
        actor: commandOperator(),
        source,
        target,
        connect,
        say: printToStandardError,
        progress,
      },
      input,
    )
    await target.keep()
    return result
  })
}

/** Tells a person at a terminal what the command will act on. */
function reportTarget(...facts: string[]) {
  if (process.stderr.isTTY) printToStandardError(`on ${facts.join(', ')}`)
}

/** `import: 1500 rows, 42 %`. */
function formatProgress(label: string, { rows, share, table }: Progress): string {
  // The total is an estimate and may be too low.
  const percent = share === undefined ? '' : `, ${Math.min(99, Math.floor(share * 100))} %`
  return `${label}: ${rows} rows${percent}${table === undefined ? '' : `, ${table}`}`
}
