// A practice's weekly hours, drawn as a week.

import { minuteOfClock } from '../ui/times.ts'
import { useValueLabel, weekdays } from './field.tsx'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

export interface HoursWindow {
  days?: readonly string[]
  from: string
  to: string
  modes: readonly string[]
}

const isClockTime = (text: string) => /^\d\d:\d\d$/.test(text)

export function WeekHours({ hours }: { hours: readonly HoursWindow[] }) {
  const { words } = useSettingsLanguage()
  const valueWord = useValueLabel()
  const drawnHours = hours.filter(
    ({ from, to }) => isClockTime(from) && isClockTime(to) && from < to,
  )
  const firstMinute = Math.min(8 * 60, ...drawnHours.map(({ from }) => minuteOfClock(from)))
  const lastMinute = Math.max(18 * 60, ...drawnHours.map(({ to }) => minuteOfClock(to)))
  const offsetPercent = (minute: number) =>
    `${((minute - firstMinute) / (lastMinute - firstMinute)) * 100}%`
  return (
    <div
      className={classes.week}
      role="img"
      aria-label={words.settings.weekDrawn(drawnHours.length)}
    >
      {weekdays.map((day) => (
        <div key={day} className={classes.weekday}>
          <span>{valueWord(day)}</span>
          <div className={classes.track}>
            {drawnHours
              .filter((window) => window.days?.includes(day))
              .map(({ from, to, modes }) => (
                <span
                  key={`${from} ${to} ${modes.join()}`}
                  className={classes.window}
                  title={`${from} – ${to}, ${modes.map(valueWord).join(', ')}`}
                  style={{
                    insetBlockStart: offsetPercent(minuteOfClock(from)),
                    insetBlockEnd: `calc(100% - ${offsetPercent(minuteOfClock(to))})`,
                  }}
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
