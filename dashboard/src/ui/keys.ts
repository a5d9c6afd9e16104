/** Whether a key belongs to a field or to the browser, and so is not a shortcut. */
export function isTypedInto(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return true
  return event.target instanceof HTMLElement && event.target.closest('input, textarea, select, [contenteditable], [role="menu"], [role="dialog"]') !== null
}

/** What a key means by its position on a keyboard of another script: shortcuts are Latin letters. */
export function letterOf({ key, code }: { key: string; code: string }): string {
  if (key === '؟') return '?'
  const letter = /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase()
  return letter && key.length === 1 && key > '\u024f' ? letter : key
}
