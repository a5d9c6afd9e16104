import type { Page } from 'playwright-core'

const stepsMax = 150

/** Presses Tab until the field with this name has the focus; throws if there is none. */
export async function tabToField(
  page: Page,
  role: 'textbox' | 'combobox' | 'button' | 'link' | 'checkbox',
  name: string | RegExp,
): Promise<void> {
  const wanted = page.getByRole(role, { name, ...(typeof name === 'string' && { exact: true }) })
  const reached = wanted.and(page.locator(':focus'))
  await wanted.first().waitFor()
  for (let step = 0; step < stepsMax; step += 1) {
    await page.keyboard.press('Tab')
    if ((await reached.count()) > 0) return
  }
  throw new Error(`${role} ${name} is not reached by Tab`)
}
