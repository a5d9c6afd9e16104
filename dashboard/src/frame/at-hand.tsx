// Opens the command bar by Ctrl-K or its button, and the list of keys by a question mark. Both are loaded when they are opened.

import { Button } from '@mantine/core'
import { lazy, Suspense, useEffect, useState } from 'react'
import { isTypedInto, letterOf } from '../ui/keys.ts'
import { useWords } from '../words/words.tsx'

const CommandBar = lazy(() => import('./command-bar.tsx').then(({ CommandBar: bar }) => ({ default: bar })))
const KeysHelp = lazy(() => import('./keys-help.tsx').then(({ KeysHelp: help }) => ({ default: help })))

export function AtHand() {
  const words = useWords()
  const [opened, setOpened] = useState<'bar' | 'keys'>()
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      const isBar = (event.ctrlKey || event.metaKey) && letterOf(event).toLowerCase() === 'k'
      if (!isBar && (letterOf(event) !== '?' || isTypedInto(event))) return
      event.preventDefault()
      setOpened(isBar ? 'bar' : 'keys')
    }
    addEventListener('keydown', onKey)
    return () => removeEventListener('keydown', onKey)
  }, [])
  const close = () => setOpened(undefined)
  return (
    <>
      <Button variant="default" size="compact-sm" onClick={() => setOpened('bar')} aria-keyshortcuts="Control+K Meta+K">
        {words.bar.open}
      </Button>
      <Suspense>
        {opened === 'bar' && <CommandBar close={close} />}
        {opened === 'keys' && <KeysHelp close={close} />}
      </Suspense>
    </>
  )
}
