// The link in a notice, read where a sandbox's patient would read it.

import { expect } from 'vitest'
import type { Clinic, Harness } from './harness.ts'

/**
 * The address of the page in the last message to a patient; waits until due work has sent a message
 * with a link.
 */
export async function findSentLink(harness: Harness, { name }: Clinic): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      await harness.application.dueWork.tick()
      const [message] = await harness.operate('outbox-show', { workspace: name })
      link = /http\S+\/visit\/[0-9a-z]{26}/.exec(message?.body ?? '')?.[0]
      return link
    })
    .toBeDefined()
  return link as string
}
