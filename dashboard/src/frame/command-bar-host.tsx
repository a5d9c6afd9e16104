// Opens the command bar on Ctrl-K or its button, and the list of shortcuts on a question mark. Both
// are loaded when first opened.

import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { isFieldInput, shortcutLetter, useKeyDown } from '../ui/keys.ts'
import { ShortLabel } from '../ui/short-label.tsx'
import { useWords } from '../words/words.tsx'

const CommandBar = lazy(() =>
  import('./command-bar.tsx').then(({ CommandBar: bar }) => ({ default: bar })),
)
const KeysHelp = lazy(() =>
  import('./keys-help.tsx').then(({ KeysHelp: help }) => ({ default: help })),
)

// The bar is loaded when it is first opened. After this time the attempt is abandoned.
const loadingMaxMs = 5_000

/** Whether a key types a character, or runs what was typed. */
function isEarlyKey({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Enter')
}

export function CommandBarHost() {
  const words = useWords()
  const [openDialog, setOpenDialog] = useState<'bar' | 'keys'>()
  /**
   * Collects what is typed while the bar opens; otherwise it would be lost, or be treated as the
   * page's shortcuts.
   */
  const earlyKeys = useRef<{ keys: string[]; until: number }>(undefined)
  const openBar = useCallback(() => {
    earlyKeys.current ??= { keys: [], until: performance.now() + loadingMaxMs }
    setOpenDialog('bar')
  }, [])
  const takeEarlyKeys = useCallback(() => {
    const keys = earlyKeys.current?.keys ?? []
    earlyKeys.current = undefined
    return keys
  }, [])
  const isBarOpen = openDialog === 'bar'
  useKeyDown((event) => {
    if (earlyKeys.current && performance.now() < earlyKeys.current.until && isEarlyKey(event)) {
      earlyKeys.current.keys.push(event.key)
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const isBarShortcut =
      (event.ctrlKey || event.metaKey) && shortcutLetter(event).toLowerCase() === 'k'
    if (!isBarShortcut && (shortcutLetter(event) !== '?' || isFieldInput(event))) return
    event.preventDefault()
    if (!isBarShortcut) setOpenDialog('keys')
    else if (!isBarOpen) openBar()
  }, true)
  function close() {
    earlyKeys.current = undefined
    setOpenDialog(undefined)
  }
  return (
    <>
      <Button
        variant="default"
        size="compact-sm"
        onClick={openBar}
        aria-keyshortcuts="Control+K Meta+K"
      >
        <ShortLabel icon="search">{words.bar.open}</ShortLabel>
      </Button>
      <Suspense>
        {isBarOpen && <CommandBar close={close} takeEarly={takeEarlyKeys} />}
        {openDialog === 'keys' && <KeysHelp close={close} />}
      </Suspense>
    </>
  )
}
