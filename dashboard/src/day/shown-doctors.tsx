// Which practitioners of a location have a column in the day: members of a clinic with many usually
// look at only some. Stored in this browser.

import { Button, Menu } from '@mantine/core'
import { useMemo, useState } from 'react'
import { useLanguage } from '../words/words.tsx'
import type { CalendarColumn } from './queries.ts'

const hiddenStorageKey = (workspace: string) => `clinic-hidden-practitioners ${workspace}`

/** Reads the keys of the hidden practitioners; a browser's storage may contain anything. */
function readHidden(workspace: string): readonly string[] {
  const stored = localStorage.getItem(hiddenStorageKey(workspace)) ?? ''
  return stored.split(' ').filter((key) => /^\d+$/.test(key))
}

/**
 * The columns to show, which are all of them if all are hidden, and functions to hide and show one.
 */
export function useVisibleDoctors(
  workspace: string,
  columns: readonly CalendarColumn[] | undefined,
) {
  const [hidden, setHidden] = useState(() => readHidden(workspace))
  const visibleColumns = useMemo(() => {
    const visible = columns?.filter(({ key }) => !hidden.includes(key))
    return visible?.length ? visible : columns
  }, [columns, hidden])
  const toggle = (key: string) => {
    const next = hidden.includes(key) ? hidden.filter((one) => one !== key) : [...hidden, key]
    localStorage.setItem(hiddenStorageKey(workspace), next.join(' '))
    setHidden(next)
  }
  return { shown: visibleColumns, toggle }
}

interface DoctorChoiceProps {
  columns: readonly CalendarColumn[]
  shown: readonly CalendarColumn[]
  toggle(key: string): void
}

/** The number of practitioners from which on a choice is offered. */
export const choiceDoctorsMin = 3

/** No choice is offered if there are only a few. */
export function DoctorChoice({ columns, shown: visibleColumns, toggle }: DoctorChoiceProps) {
  const { words } = useLanguage()
  if (columns.length < choiceDoctorsMin) return null
  const isShown = (column: CalendarColumn) => visibleColumns.some(({ key }) => key === column.key)
  return (
    <Menu
      position="bottom-start"
      withinPortal={false}
      withInitialFocusPlaceholder={false}
      closeOnItemClick={false}
    >
      <Menu.Target>
        <Button size="xs" variant="default">
          {words.day.practitioners(visibleColumns.length, columns.length)}
        </Button>
      </Menu.Target>
      <Menu.Dropdown
        mah={320}
        style={{ overflowY: 'auto' }}
        aria-label={words.day.practitioners(columns.length, columns.length)}
      >
        {columns.map((column) => (
          <Menu.CheckboxItem
            key={column.key}
            fz="xs"
            checked={isShown(column)}
            // The last visible one cannot be hidden.
            disabled={visibleColumns.length === 1 && isShown(column)}
            onChange={() => toggle(column.key)}
          >
            {column.title}
          </Menu.CheckboxItem>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
