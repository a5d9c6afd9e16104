// The addresses or origins of a key, and a field that adds one.

import { Button, Group, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import classes from './developers.module.css'
import { useService } from './queries.ts'
import { useDeveloperWords } from './words.ts'

interface Shown {
  of: 'addresses' | 'origins'
  entries: readonly string[]
  /** Undefined if the member may only read. */
  add?: ((entry: string) => void) | undefined
  remove(entry: string): void
  isBusy?: boolean
  /** Shown if there are none. */
  none?: string
}

export function Entries({ of, entries, add, remove, isBusy = false, none }: Shown) {
  const words = useDeveloperWords()
  const { address: mine } = useService()
  const [typed, setTyped] = useState('')
  const entry = typed.trim()
  function submit() {
    if (entry === '' || !add) return
    add(entry)
    setTyped('')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // It is part of a larger form, which must not be submitted.
    event.preventDefault()
    submit()
  }
  return (
    <div className={classes.entries}>
      {entries.length === 0 && none !== undefined && <p className={classes.soft}>{none}</p>}
      {entries.length > 0 && (
        <ul className={classes.chips} aria-label={words[of]}>
          {entries.map((shown) => (
            <li key={shown} className={classes.chip}>
              <bdi dir="ltr">{shown}</bdi>
              {add && (
                <button type="button" aria-label={words.remove(shown)} disabled={isBusy} onClick={() => remove(shown)}>
                  ×
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {add && (
        <>
          <Group gap="xs" align="end" wrap="nowrap">
            <TextInput
              className={classes.grows}
              size="xs"
              dir="ltr"
              label={of === 'addresses' ? words.address : words.origin}
              description={of === 'addresses' ? words.addressesHint : words.originsHint}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <Button size="xs" variant="default" disabled={isBusy || entry === ''} onClick={submit}>
              {words.add}
            </Button>
          </Group>
          {of === 'addresses' && mine !== undefined && !entries.includes(mine) && (
            <Button size="compact-xs" variant="default" className={classes.start} title={words.mineHint} disabled={isBusy} onClick={() => add(mine)}>
              {words.mine(mine)}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
