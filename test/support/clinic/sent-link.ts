// The link in a notice, read where a patient of the sandbox would read it.

import { expect } from 'vitest'
import type { Clinic, House } from './harness.ts'

/** The address of the page in the last message to a patient; waits until due work has sent one that has it. */
export async function sentLink(house: House, { name }: Clinic): Promise<string> {
  let link: string | undefined
  await expect
    .poll(async () => {
      await house.application.dueWork.tick()
      const [message] = await house.operate('outbox-show', { workspace: name })
      link = /http\S+\/visit\/[0-9a-z]{26}/.exec(message?.body ?? '')?.[0]
      return link
    })
    .toBeDefined()
  return link as string
}
