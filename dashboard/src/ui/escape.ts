import { useKeyDown } from './keys.ts'

/** What closes by Escape on its own. */
const closable = '[role="dialog"], [role="menu"]'

/**
 * Closes a panel, if one is open, by Escape. In a field the first press only leaves the field, so
 * that one key does not discard what was typed.
 */
export function useEscape(close: (() => void) | undefined): void {
  useKeyDown((event) => {
    const { key, target, defaultPrevented } = event
    if (
      !close ||
      key !== 'Escape' ||
      defaultPrevented ||
      !(target instanceof HTMLElement) ||
      target.closest(closable)
    )
      return
    event.preventDefault()
    if (target.matches('input, textarea, select')) target.blur()
    else close()
  })
}
