// A practice's weekly hours, drawn on a week: periods are made, moved and resized by dragging or by
// keys, and the one that is selected has its times, its modes and its day beside it (SETUP-04).

import { Button, Chip, Group, Input, TextInput, VisuallyHidden } from '@mantine/core'
import {
  type CSSProperties,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import { useKeyDown } from '../ui/keys.ts'
import { useIsNarrow } from '../ui/narrow.ts'
import { readClock } from './clock-input.ts'
import { Field, useValueLabel } from './field.tsx'
import type { Schema } from './schema.ts'
import classes from './week-hours.module.css'
import {
  addBreak,
  addPeriods,
  clockOfDay,
  copyDay,
  type HoursWindow,
  hasRoomForBreak,
  isAt,
  minutesPerDay,
  movePeriod,
  nextFreeSpan,
  type Period,
  type PeriodStart,
  periodsOnDay,
  readEnd,
  readMinute,
  resizePeriod,
  shownSpan,
  snap,
  stepMinutes,
  toHours,
  toPeriods,
  type WeekChange,
  weekdays,
  without,
} from './week-periods.ts'
import { useSettingsLanguage } from './words.ts'

interface WeekHoursProps {
  hours: readonly HoursWindow[]
  /** The schema of an entry of the hours. */
  schema: Schema
  /** Of hours that are added to an empty week. */
  usualModes: readonly string[]
  change(hours: readonly HoursWindow[] | undefined): void
  /** Shown beside the week, under the selected period. */
  children?: ReactNode
}

/** What a pointer is doing: `grabbed` is how far below the beginning it took a period. */
interface Drag {
  kind: 'create' | 'move' | 'from' | 'to'
  pointerId: number
  day: number
  minute: number
  period?: Period
  grabbed: number
}

type PeriodChange = WeekChange | undefined

/** A click makes hours of this length. */
const clickedMinutes = 60
const dayNumbers = weekdays.map((_, day) => day)
export function WeekHours({ hours, schema, usualModes, change, children }: WeekHoursProps) {
  const { words, locale, direction } = useSettingsLanguage()
  const { week } = words.settings
  const valueWord = useValueLabel()
  const hintId = useId()
  const isNarrow = useIsNarrow()
  const grid = useRef<HTMLDivElement>(null)
  const [selected, setSelected] = useState<PeriodStart>()
  const [announcement, setAnnouncement] = useState('')
  const [focusTarget, setFocusTarget] = useState<string>()
  const drag = useRef<Drag>(undefined)
  const [preview, setPreview] = useState<PeriodChange>()
  const periods = toPeriods(hours)
  const shown = preview?.periods ?? periods
  const { from: firstMinute, to: lastMinute } = shownSpan(periods)
  const selectedPeriod = periods.find(isAt(selected))
  const modes = (selectedPeriod ?? periods.at(-1))?.modes ?? usualModes
  const weekdayText = (day: number, weekday: 'long' | 'narrow') =>
    new Intl.DateTimeFormat(locale, { weekday, timeZone: 'UTC' }).format(Date.UTC(2024, 0, 1 + day))
  const dayName = (day: number) => weekdayText(day, 'long')
  /** Some languages have no short names of days. */
  const columnTitle = (day: number) => {
    const short = valueWord(weekdays[day] ?? '')
    return isNarrow && short.length > 4 ? weekdayText(day, 'narrow') : short
  }
  const periodLabel = ({ day, from, to, modes }: Period) =>
    week.period(dayName(day), clockOfDay(from), clockOfDay(to), modes.map(valueWord).join(', '))

  // A period that moves to another day is another element.
  useLayoutEffect(() => {
    if (focusTarget === undefined) return
    grid.current?.querySelector<HTMLElement>(`[data-key="${focusTarget}"]`)?.focus()
    setFocusTarget(undefined)
  }, [focusTarget])

  const writePeriods = (next: readonly Period[]) => {
    const changedHours = toHours(next, hours)
    change(changedHours.length === 0 ? undefined : changedHours)
  }
  function apply(next: PeriodChange, day: number) {
    if (!next) return setAnnouncement(week.noRoom(dayName(day)))
    writePeriods(next.periods)
    setSelected(next.changed)
    setFocusTarget(`${next.changed.day} ${next.changed.from}`)
    setAnnouncement(periodLabel(next.changed))
  }
  function addNext(day: number) {
    const span = nextFreeSpan(periods, day)
    apply(span && addPeriods(periods, { ...span, days: [day], modes }), day)
  }
  function remove(period: Period) {
    writePeriods(without(periods, period))
    setSelected(undefined)
    setFocusTarget(`day ${period.day}`)
    setAnnouncement(week.removed(periodLabel(period)))
  }

  function handleKey(event: KeyboardEvent, period: Period) {
    const { key, shiftKey, ctrlKey, metaKey, altKey } = event
    if (ctrlKey || metaKey || altKey) return
    const { day, from, to } = period
    const sideways = direction === 'rtl' ? -1 : 1
    const vertical = { ArrowDown: stepMinutes, ArrowUp: -stepMinutes }[key]
    const horizontal = { ArrowLeft: -sideways, ArrowRight: sideways }[key]
    if (key === 'Delete' || key === 'Backspace') remove(period)
    else if (key === 'Enter') addNext(day)
    else if (vertical && shiftKey) apply(resizePeriod(periods, period, { to: to + vertical }), day)
    else if (horizontal && shiftKey)
      apply(resizePeriod(periods, period, { from: from + horizontal * stepMinutes }), day)
    else if (vertical) apply(movePeriod(periods, period, { day, from: from + vertical }), day)
    else if (horizontal) {
      const next = (day + horizontal + weekdays.length) % weekdays.length
      apply(movePeriod(periods, period, { day: next, from }), next)
    } else return
    event.preventDefault()
  }

  /** The day and the minute under a pointer; outside of the week, the nearest. */
  function placeAt({ clientX, clientY }: PointerEvent): { day: number; minute: number } {
    const tracks = [...(grid.current?.querySelectorAll('[data-day]') ?? [])].map((track) =>
      track.getBoundingClientRect(),
    )
    const distances = tracks.map(({ left, width }) => Math.abs(clientX - left - width / 2))
    const { top = 0, height = 1 } = tracks[0] ?? {}
    const share = Math.min(Math.max((clientY - top) / height, 0), 1)
    return {
      day: distances.indexOf(Math.min(...distances)),
      minute: firstMinute + share * (lastMinute - firstMinute),
    }
  }
  function dragTo({ kind, day, minute, period, grabbed }: Drag, event: PointerEvent): PeriodChange {
    const place = placeAt(event)
    if (!period) {
      const [first = day, last = day] = [day, place.day].sort((a, b) => a - b)
      const [from = 0, to = 0] = [snap(minute), snap(place.minute)].sort((a, b) => a - b)
      return addPeriods(periods, {
        days: dayNumbers.slice(first, last + 1),
        from,
        to: Math.max(to, from + stepMinutes),
        modes,
      })
    }
    return kind === 'move'
      ? movePeriod(periods, period, { day: place.day, from: snap(place.minute - grabbed) })
      : resizePeriod(periods, period, { [kind]: snap(place.minute) })
  }
  function onPointerDown(event: PointerEvent<HTMLElement>) {
    const target = event.target as HTMLElement
    if (event.button !== 0 || !event.isPrimary || !target.closest('[data-day]')) return
    const place = placeAt(event)
    const key = target.closest<HTMLElement>('[data-key]')?.dataset.key
    const period = periods.find(({ day, from }) => key === `${day} ${from}`)
    // A finger that is not on the selected period scrolls or taps.
    if (period && event.pointerType === 'touch' && period !== selectedPeriod) return
    const edge = target.dataset.edge as 'from' | 'to' | undefined
    drag.current = {
      kind: period ? (edge ?? 'move') : 'create',
      pointerId: event.pointerId,
      ...place,
      ...(period && { period }),
      grabbed: place.minute - (period?.from ?? 0),
    }
    event.currentTarget.setPointerCapture(event.pointerId)
    if (period) setFocusTarget(key)
    // Otherwise the drag would select the text of the page.
    event.preventDefault()
  }
  function onPointerMove(event: PointerEvent) {
    if (drag.current?.pointerId === event.pointerId) setPreview(dragTo(drag.current, event))
  }
  function onPointerUp(event: PointerEvent) {
    const { current } = drag
    if (current?.pointerId !== event.pointerId) return
    cancelDrag()
    const place = placeAt(event)
    const isClick =
      place.day === current.day && Math.abs(place.minute - current.minute) < stepMinutes / 2
    if (!isClick) return apply(dragTo(current, event), place.day)
    if (current.period) return
    const from = Math.floor(current.minute / clickedMinutes) * clickedMinutes
    apply(
      addPeriods(periods, { days: [current.day], from, to: from + clickedMinutes, modes }),
      current.day,
    )
  }
  function cancelDrag() {
    drag.current = undefined
    setPreview(undefined)
  }
  useKeyDown(preview && ((event) => event.key === 'Escape' && cancelDrag()))

  const hourMarks = Array.from(
    { length: (lastMinute - firstMinute) / 60 + 1 },
    (_, index) => firstMinute + index * 60,
  )
  const offset = (minute: number) =>
    `${((minute - firstMinute) / (lastMinute - firstMinute)) * 100}%`
  return (
    <div className={classes.hours}>
      <div>
        <div
          ref={grid}
          className={classes.week}
          style={{ '--hours': hourMarks.length - 1 } as CSSProperties}
          role="group"
          aria-label={words.settings.weekDrawn(periods.length)}
          aria-describedby={hintId}
          onPointerDown={onPointerDown}
          onPointerMove={onPointerMove}
          onPointerUp={onPointerUp}
          onPointerCancel={cancelDrag}
        >
          <div className={classes.marks} aria-hidden>
            {hourMarks.map((minute) => (
              <span key={minute} style={{ insetBlockStart: offset(minute) }}>
                {clockOfDay(minute)}
              </span>
            ))}
          </div>
          {dayNumbers.map((day) => (
            <div key={day} className={classes.day} role="group" aria-label={dayName(day)}>
              <button
                type="button"
                className={classes.dayName}
                data-key={`day ${day}`}
                title={week.add(dayName(day))}
                onClick={() => addNext(day)}
              >
                <span aria-hidden>
                  {columnTitle(day)} <b>+</b>
                </span>
                <VisuallyHidden>{week.add(dayName(day))}</VisuallyHidden>
              </button>
              <div className={classes.track} data-day={day}>
                {periodsOnDay(shown, day).map((period, index) => (
                  <button
                    // biome-ignore lint/suspicious/noArrayIndexKey: it stays itself while it moves
                    key={index}
                    type="button"
                    data-key={`${day} ${period.from}`}
                    className={classes.period}
                    aria-pressed={isAt(preview?.changed ?? selected)(period)}
                    title={periodLabel(period)}
                    style={{
                      insetBlockStart: offset(period.from),
                      insetBlockEnd: `calc(100% - ${offset(period.to)})`,
                    }}
                    onFocus={() => setSelected(period)}
                    onKeyDown={(event) => handleKey(event, period)}
                    onClick={() => setSelected(period)}
                  >
                    <span data-edge="from" className={classes.edge} />
                    <span className={classes.times} dir="ltr" aria-hidden>
                      <span>{clockOfDay(period.from)}</span>
                      <span>{clockOfDay(period.to)}</span>
                    </span>
                    <span data-edge="to" className={classes.edge} />
                    <VisuallyHidden>{periodLabel(period)}</VisuallyHidden>
                  </button>
                ))}
              </div>
            </div>
          ))}
        </div>
        <p id={hintId} className={classes.hint}>
          {week.hint}
        </p>
        <VisuallyHidden role="status">{announcement}</VisuallyHidden>
      </div>
      <div className={classes.beside}>
        {selectedPeriod && (
          <SelectedPeriod
            key={selectedPeriod.day}
            period={selectedPeriod}
            title={dayName(selectedPeriod.day)}
            schema={schema}
            change={(changed) => {
              writePeriods(periods.map((one) => (one === selectedPeriod ? changed : one)))
              setSelected(changed)
            }}
            split={() => apply(addBreak(periods, selectedPeriod), selectedPeriod.day)}
            remove={() => remove(selectedPeriod)}
            copy={(days) => {
              writePeriods(copyDay(periods, selectedPeriod.day, days))
              setAnnouncement(week.copied(days.map(dayName).join(', ')))
            }}
          />
        )}
        {children}
      </div>
    </div>
  )
}

interface SelectedPeriodProps {
  period: Period
  title: string
  schema: Schema
  change(period: Period): void
  split(): void
  remove(): void
  copy(days: readonly number[]): void
}

/** The selected period in fields, for exact times and where there is no room to drag. */
function SelectedPeriod({
  period,
  title,
  schema,
  change,
  split,
  remove,
  copy,
}: SelectedPeriodProps) {
  const { words } = useSettingsLanguage()
  const { week, members } = words.settings
  const valueWord = useValueLabel()
  const [days, setDays] = useState(() =>
    (period.day < 5 ? [0, 1, 2, 3, 4] : [5, 6]).filter((day) => day !== period.day),
  )
  return (
    <section className={classes.selected} aria-label={week.selected}>
      <h4>
        {title} <bdi dir="ltr">{`${clockOfDay(period.from)}–${clockOfDay(period.to)}`}</bdi>
      </h4>
      <div className={classes.clocks}>
        <ClockField
          label={members.from}
          minute={period.from}
          change={(from) => {
            if (from < Math.min(period.to, minutesPerDay)) change({ ...period, from })
          }}
        />
        <ClockField
          label={members.to}
          minute={period.to}
          change={(typed) => {
            const to = readEnd(period.from, typed)
            if (to !== undefined) change({ ...period, to })
          }}
        />
      </div>
      <Field
        schema={schema.properties?.modes ?? {}}
        label={members.modes}
        isRequired
        value={period.modes}
        change={(modes) => change({ ...period, modes: modes as string[] })}
      />
      <Group gap="xs">
        <Button
          size="compact-xs"
          variant="default"
          disabled={!hasRoomForBreak(period)}
          onClick={split}
        >
          {week.addBreak}
        </Button>
        <Button size="compact-xs" variant="subtle" color="red" onClick={remove}>
          {week.remove}
        </Button>
      </Group>
      <Input.Wrapper
        size="xs"
        labelElement="div"
        label={week.copyTo(title)}
        role="group"
        aria-label={week.copyTo(title)}
      >
        <Chip.Group
          multiple
          value={days.map(String)}
          onChange={(chosen) => setDays(dayNumbers.filter((day) => chosen.includes(String(day))))}
        >
          <Group gap={4}>
            {dayNumbers
              .filter((day) => day !== period.day)
              .map((day) => (
                <Chip key={day} size="xs" value={String(day)}>
                  {valueWord(weekdays[day] ?? '')}
                </Chip>
              ))}
          </Group>
        </Chip.Group>
      </Input.Wrapper>
      <Button
        size="compact-xs"
        variant="default"
        className={classes.copy}
        disabled={days.length === 0}
        onClick={() => copy(days)}
      >
        {week.copy}
      </Button>
    </section>
  )
}

/** A time of day that is taken over once it is typed whole; other text is put back. */
function ClockField({
  label,
  minute,
  change,
}: {
  label: string
  minute: number
  change(minute: number): void
}) {
  const [text, setText] = useState<string>()
  function take() {
    const typed = readMinute(readClock(text ?? ''))
    if (typed !== undefined && typed !== minute) change(typed)
    setText(undefined)
  }
  return (
    <TextInput
      size="xs"
      label={label}
      autoComplete="off"
      dir="ltr"
      value={text ?? clockOfDay(minute)}
      onChange={({ currentTarget }) => setText(currentTarget.value)}
      onBlur={take}
      onKeyDown={({ key }) => key === 'Enter' && take()}
    />
  )
}
