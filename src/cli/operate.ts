// How a command reaches the installation: through the running service, or by opening it.

import closeWithGrace from 'close-with-grace'
import { EngineError } from '../db/embedded-engine.ts'
import { askRunningService, runOperation } from '../operator/operator-api.ts'
import { readSettings } from '../settings.ts'
import { openInstallation, openLog, operatorSocketOf } from './open.ts'
import { problemText, sayBeside } from './terminal.ts'

/** Runs one operation, in the running service if there is one. */
export async function operate(name: string, input: Record<string, unknown>): Promise<unknown> {
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

/** Works with what is being opened and closes it, also when a signal ends the command. */
export async function whileOpen<T extends { close(): Promise<void> }, R>(opening: Promise<T>, work: (opened: T) => Promise<R>): Promise<R> {
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
