// Tells the developer of the page, in the console, what is wrong with it.

import type { Fault } from './advice.ts'
import { type Load, loadFile } from './load-file.ts'

const adviceFile: Load<typeof import('./advice.ts')> = () => import('./advice.ts')
const loggedTexts = new Set<string>()

export async function reportFault(fault: Fault, baseUrl: string): Promise<void> {
  const { adviceOn } = await loadFile(adviceFile).catch(() => ({
    adviceOn: ({ about }: Fault) => about,
  }))
  logOnce(adviceOn(fault, { baseUrl, origin: location.origin }))
}

/**
 * Reports that the service did not answer. It loads no other file, since no file could be reached
 * either.
 */
export function reportNoAnswer(baseUrl: string): void {
  logOnce(
    `${baseUrl} cannot be reached: check the attribute base-url, whether the service runs, and connect-src in the policy of this page.`,
  )
}

/** Logs each text only once, however many elements there are. */
function logOnce(text: string): void {
  if (loggedTexts.has(text)) return
  loggedTexts.add(text)
  // biome-ignore lint/suspicious/noConsole: this is where developers look
  console.error(`<clinic-booking>: ${text}`)
}
