// Days on which the clinic, its locations or its practitioners are closed, on a calendar.

import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Card } from '../ui/card.tsx'
import { addDays } from '../ui/times.ts'
import { type Draft, memberAt, mistakeAt } from './draft.ts'
import { useValueLabel } from './field.tsx'
import { ListField } from './member-form.tsx'
import { thingTitle } from './names.ts'
import { type Schema, schemaAt } from './schema.ts'
import classes from './settings.module.css'
import { weekdays } from './week-periods.ts'
import { useSettingsLanguage } from './words.ts'

interface ClosedRange {
  from: string
  to?: string
  reason?: string
}

/** The calendar in Sweden writes dates as the settings do. */
const findToday = (timeZone: string) =>
  new Intl.DateTimeFormat('sv', { timeZone }).format(new Date())

export function ClosedDates({ schema, draft }: { schema: Schema; draft: Draft }) {
  const { words } = useSettingsLanguage()
  const listNames = (section: string) =>
    Object.entries((memberAt(draft.shown, [section]) ?? {}) as object).map(([name, thing]) => ({
      value: `${section} ${name}`,
      label: thingTitle(thing, name),
    }))
  const [target, setTarget] = useState('workspace')
  const path = [...target.split(' '), 'closed']
  const closed = (memberAt(draft.shown, path) ?? []) as ClosedRange[]
  const title = words.settings.sections.closed
  const writeClosed = (next: unknown) => draft.set(path, next)
  function toggle(date: string) {
    const others = closed.filter(({ from, to = from }) => from !== date || to !== date)
    const isWithin = others.some(({ from, to = from }) => from <= date && date <= to)
    const next =
      others.length < closed.length || isWithin
        ? others
        : [...closed, { from: date }].sort((a, b) => a.from.localeCompare(b.from))
    writeClosed(next.length === 0 ? undefined : next)
  }
  return (
    <Card title={title} isSpaced>
      <NativeSelect
        size="xs"
        label={words.settings.closedLabel}
        value={target}
        data={[
          { value: 'workspace', label: words.settings.everyLocation },
          { group: words.settings.kinds.locations, items: listNames('locations') },
          { group: words.settings.kinds.practitioners, items: listNames('practitioners') },
        ]}
        onChange={({ currentTarget }) => setTarget(currentTarget.value)}
      />
      <Month
        today={findToday(String(memberAt(draft.shown, ['workspace', 'timezone'])))}
        closed={closed}
        toggle={toggle}
      />
      <ListField
        schema={schemaAt(schema, path)}
        label={title}
        value={closed.length === 0 ? undefined : closed}
        mistakeAt={(inner) => mistakeAt(draft, [...path, ...inner])}
        change={writeClosed}
      />
    </Card>
  )
}

interface MonthProps {
  /** At the clinic. */
  today: string
  closed: readonly ClosedRange[]
  toggle(date: string): void
}

function Month({ today, closed, toggle }: MonthProps) {
  const { words, locale } = useSettingsLanguage()
  const monthStart = (date: string) => `${date.slice(0, 7)}-01`
  const [first, setFirst] = useState(() => monthStart(today))
  const shownMonth = new Intl.DateTimeFormat(locale, {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(`${first}T00:00:00Z`))
  // Weeks begin on Monday.
  const emptyCells = (new Date(`${first}T00:00:00Z`).getUTCDay() + 6) % 7
  const dates = Array.from({ length: 31 }, (_, day) => addDays(first, day)).filter(
    (date) => monthStart(date) === first,
  )
  const word = useValueLabel()
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeZone: 'UTC' })
  return (
    <div className={classes.month} role="group" aria-label={shownMonth}>
      <div className={classes.monthBar}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.settings.monthBefore}
          onClick={() => setFirst(monthStart(addDays(first, -1)))}
        >
          ‹
        </Button>
        <strong aria-live="polite">{shownMonth}</strong>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.settings.monthAfter}
          onClick={() => setFirst(monthStart(addDays(first, 31)))}
        >
          ›
        </Button>
      </div>
      <div className={classes.dates}>
        {weekdays.map((day) => (
          <span key={day} className={classes.dayName}>
            {word(day)}
          </span>
        ))}
        {dates.map((date, index) => {
          const range = closed.find(({ from, to = from }) => from <= date && date <= to)
          const name = `${full.format(new Date(`${date}T00:00:00Z`))}${range ? `, ${words.settings.closedDay} ${range.reason ?? ''}` : ''}`
          return (
            <button
              key={date}
              type="button"
              className={classes.date}
              aria-pressed={range !== undefined}
              aria-label={name.trim()}
              title={name.trim()}
              {...(index === 0 && { style: { gridColumnStart: emptyCells + 1 } })}
              onClick={() => toggle(date)}
            >
              {Number(date.slice(8))}
            </button>
          )
        })}
      </div>
    </div>
  )
}
