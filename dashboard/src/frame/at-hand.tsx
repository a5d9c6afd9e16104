// Opens the command bar by Ctrl-K or its button, and the list of keys by a question mark. Both are loaded when they are opened.

import { Button } from '@mantine/core'
import { lazy, Suspense, useCallback, useRef, useState } from 'react'
import { isTypedInto, letterOf, useKeyDown } from '../ui/keys.ts'
import { ShortLabel } from '../ui/short-label.tsx'
import { useWords } from '../words/words.tsx'

const CommandBar = lazy(() => import('./command-bar.tsx').then(({ CommandBar: bar }) => ({ default: bar })))
const KeysHelp = lazy(() => import('./keys-help.tsx').then(({ KeysHelp: help }) => ({ default: help })))

// The bar is loaded when it is first opened. After this time it is given up.
const loadingMs = 5_000

/** A key that types, or that runs what was typed. */
function isEarly({ key, ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && (key.length === 1 || key === 'Enter')
}

export function AtHand() {
  const words = useWords()
  const [opened, setOpened] = useState<'bar' | 'keys'>()
  /** Collects what is typed while the bar opens, which would otherwise be lost, or be treated as keys of the page. */
  const early = useRef<{ keys: string[]; until: number }>(undefined)
  const openBar = useCallback(() => {
    early.current ??= { keys: [], until: performance.now() + loadingMs }
    setOpened('bar')
  }, [])
  const takeEarly = useCallback(() => {
    const keys = early.current?.keys ?? []
    early.current = undefined
    return keys
  }, [])
  const isBarOpen = opened === 'bar'
  useKeyDown((event) => {
    if (early.current && performance.now() < early.current.until && isEarly(event)) {
      early.current.keys.push(event.key)
      event.preventDefault()
      event.stopPropagation()
      return
    }
    const isBar = (event.ctrlKey || event.metaKey) && letterOf(event).toLowerCase() === 'k'
    if (!isBar && (letterOf(event) !== '?' || isTypedInto(event))) return
    event.preventDefault()
    if (!isBar) setOpened('keys')
    else if (!isBarOpen) openBar()
  }, true)
  function close() {
    early.current = undefined
    setOpened(undefined)
  }
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={openBar} aria-keyshortcuts="Control+K Meta+K">
        <ShortLabel icon="search">{words.bar.open}</ShortLabel>
      </Button>
      <Suspense>
        {isBarOpen && <CommandBar close={close} takeEarly={takeEarly} />}
        {opened === 'keys' && <KeysHelp close={close} />}
      </Suspense>
    </>
  )
}
