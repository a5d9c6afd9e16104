import closeWithGrace from 'close-with-grace'
import { formatProblem, printToStandardError } from './terminal.ts'

/** Opens something, runs work with it and closes it, even if a signal ends the command. */
export async function whileOpen<T extends { close(): Promise<void> }, R>(
  opening: Promise<T>,
  work: (resource: T) => Promise<R>,
): Promise<R> {
  const close = async () => (await opening).close()
  const ending = closeWithGrace({ logger: false }, async ({ err }) => {
    if (err) printToStandardError(await formatProblem(err))
    await close()
    // The work was interrupted, so it did not succeed.
    process.exit(1)
  })
  try {
    const resource = await opening
    return await work(resource).finally(close)
  } finally {
    ending.uninstall()
  }
}
