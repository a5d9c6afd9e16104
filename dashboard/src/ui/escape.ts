import { useKeyDown } from './keys.ts'

/** Elements that Escape closes by themselves. */
const closable = '[role="dialog"], [role="menu"]'

/**
 * Closes a panel, if one is open, on Escape. In a field the first press only leaves the field, so
 * that a single key does not discard what was typed.
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
