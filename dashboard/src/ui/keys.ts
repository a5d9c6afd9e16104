import { useLayoutEffect, useRef } from 'react'

/**
 * Handles keys on the whole page; undefined handles none for now. `first`: before the focused
 * element and the screens handle them. The listener is added as the page is drawn: an effect that
 * runs after painting would apply a key that is pressed at once to the previous screen.
 */
export function useKeyDown(
  handleKey: ((event: KeyboardEvent) => void) | undefined,
  first = false,
): void {
  const latest = useRef(handleKey)
  useLayoutEffect(() => {
    latest.current = handleKey
  })
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => latest.current?.(event)
    addEventListener('keydown', listener, first)
    return () => removeEventListener('keydown', listener, first)
  }, [first])
}

/** Whether a key belongs to a field or to the browser, and so is not a shortcut. */
export function isFieldInput(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  return (
    event.target instanceof HTMLElement &&
    event.target.closest(
      'input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]',
    ) !== null
  )
}

/**
 * The shortcut that a key means: on a keyboard of another script, the Latin letter at its position.
 */
export function shortcutLetter({ key, code }: { key: string; code: string }): string {
  if (key === '؟') return '?'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  return letter && key.length === 1 && key > '\u024f' ? letter : key
}
