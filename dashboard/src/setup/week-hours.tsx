// The weekly hours of a practice, drawn on a week.

import { minuteOfClock } from '../ui/times.ts'
import { days, useValueWord } from './field.tsx'
import classes from './setup.module.css'
import { useSettingsLanguage } from './words.ts'

export interface Window {
  days?: readonly string[]
  from: string
  to: string
  modes: readonly string[]
}

const isClock = (text: string) => /^\d\d:\d\d$/.test(text)

export function WeekHours({ hours }: { hours: readonly Window[] }) {
  const { words } = useSettingsLanguage()
  const word = useValueWord()
  const drawn = hours.filter(({ from, to }) => isClock(from) && isClock(to) && from < to)
  const first = Math.min(8 * 60, ...drawn.map(({ from }) => minuteOfClock(from)))
  const last = Math.max(18 * 60, ...drawn.map(({ to }) => minuteOfClock(to)))
  const part = (minute: number) => `${((minute - first) / (last - first)) * 100}%`
  return (
    <div className={classes.week} role="img" aria-label={words.settings.weekDrawn(drawn.length)}>
      {days.map((day) => (
        <div key={day} className={classes.weekday}>
          <span>{word(day)}</span>
          <div className={classes.track}>
            {drawn
              .filter((window) => window.days?.includes(day))
              .map(({ from, to, modes }) => (
                <span
                  key={`${from} ${to} ${modes.join()}`}
                  className={classes.window}
                  title={`${from} – ${to}, ${modes.map(word).join(', ')}`}
                  style={{ insetBlockStart: part(minuteOfClock(from)), insetBlockEnd: `calc(100% - ${part(minuteOfClock(to))})` }}
                >
                  {from}
                </span>
              ))}
          </div>
        </div>
      ))}
    </div>
  )
}
