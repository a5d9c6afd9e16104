// The addresses or origins of a key, and a field that adds one.

import { Button, Group, TextInput } from '@mantine/core'
import { type KeyboardEvent, useState } from 'react'
import classes from './keys.module.css'
import { useServiceInfo } from './queries.ts'
import { useDeveloperWords } from './words.ts'

interface EntriesProps {
  of: 'addresses' | 'origins'
  entries: readonly string[]
  /** Undefined if the member may only read. */
  add?: ((entry: string) => void) | undefined
  remove(entry: string): void
  isBusy?: boolean
  /** Whether one has to be added before the form is sent. */
  isMissing?: boolean
  /** Shown if there are no entries. */
  none?: string
}

export function EntryList({
  of: kind,
  entries,
  add,
  remove,
  isBusy = false,
  isMissing = false,
  none: emptyText,
}: EntriesProps) {
  const words = useDeveloperWords()
  const { address: ownAddress } = useServiceInfo()
  const [typed, setTyped] = useState('')
  const [isTried, setIsTried] = useState(false)
  const entry = typed.trim()
  function submit() {
    setIsTried(entry === '')
    if (entry === '' || !add) return
    add(entry)
    setTyped('')
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    // The field is part of a larger form, which must not be submitted.
    event.preventDefault()
    submit()
  }
  return (
    <div className={classes.entries}>
      {entries.length === 0 && emptyText !== undefined && (
        <p className={classes.soft}>{emptyText}</p>
      )}
      {entries.length > 0 && (
        <ul className={classes.chips} aria-label={words[kind]}>
          {entries.map((listed) => (
            <li key={listed} className={classes.chip}>
              <bdi dir="ltr">{listed}</bdi>
              {add && (
                <button
                  type="button"
                  aria-label={words.remove(listed)}
                  disabled={isBusy}
                  onClick={() => remove(listed)}
                >
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
              label={kind === 'addresses' ? words.address : words.origin}
              description={kind === 'addresses' ? words.addressesHint : words.originsHint}
              error={
                (isMissing || (isTried && entry === '')) &&
                (kind === 'addresses' ? words.addressesMissing : words.originsMissing)
              }
              // Above, so that the button is beside the field.
              inputWrapperOrder={['label', 'description', 'error', 'input']}
              value={typed}
              autoComplete="off"
              spellCheck={false}
              onChange={({ currentTarget }) => setTyped(currentTarget.value)}
              onKeyDown={onKeyDown}
            />
            <Button size="xs" variant="default" disabled={isBusy} onClick={submit}>
              {words.add}
            </Button>
          </Group>
          {kind === 'addresses' && ownAddress !== undefined && !entries.includes(ownAddress) && (
            <Button
              size="compact-xs"
              variant="default"
              className={classes.start}
              title={words.browserAddressHint}
              disabled={isBusy}
              onClick={() => add(ownAddress)}
            >
              {words.mine(ownAddress)}
            </Button>
          )}
        </>
      )}
    </div>
  )
}
