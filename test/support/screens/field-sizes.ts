import type { Page } from 'playwright-core'

/**
 * The fields on a page, and in elements on it, in which text is typed or chosen: their number, and
 * those with text under 16 px with its size.
 */
export const measureFields = (page: Page): Promise<{ fields: number; small: string[] }> =>
  page.evaluate(`(() => {
    const fields = []
    const roots = [document]
    for (const root of roots) {
      const others = ['checkbox', 'radio', 'file', 'hidden', 'color', 'range'].map((type) => '[type=' + type + ']').join()
      fields.push(...root.querySelectorAll('input:not(' + others + '), select, textarea'))
      for (const element of root.querySelectorAll('*')) if (element.shadowRoot) roots.push(element.shadowRoot)
    }
    const sizeOf = (field) => Number.parseFloat(getComputedStyle(field).fontSize)
    const small = fields.filter((field) => sizeOf(field) < 16)
    return { fields: fields.length, small: small.map((field) => [sizeOf(field), field.ariaLabel ?? field.id, field.className].join(' ')) }
  })()`)
