// How late a practitioner is running today, shown next to the name (DAY-12).

import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../api/workspace.tsx'
import { datePart } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { closedPanels, type DaySearch } from './day-search.ts'
import classes from './list.module.css'
import type { CalendarColumn } from './queries.ts'

/**
 * How late a practitioner is, and the button to report it; nothing if this is unknown or not to be
 * shown.
 */
export function Lateness({ shown: { day, column } }: { shown: CalendarColumn }) {
  const { words } = useLanguage()
  const { may } = useWorkspace()
  const { minutesLate, doctorId, doctorName, isBookable, appointmentSystemType } = column
  if (day.date !== datePart(day.now) || !isBookable || appointmentSystemType !== 'SCHEDULED')
    return null
  const text = minutesLate > 0 ? words.late.by(minutesLate) : words.late.onTime
  if (!may('visits:write'))
    return minutesLate > 0 ? <span className={classes.late}>{text}</span> : null
  // The week keeps its practitioner, and takes over the location.
  const openLatePanel = (before: DaySearch) => ({
    ...before,
    ...closedPanels,
    doctor: before.doctor,
    late: doctorId,
    place: day.addressId,
  })
  return (
    <Link
      to="."
      search={openLatePanel as never}
      className={classes.keepsTime}
      data-late={minutesLate > 0 || undefined}
      aria-label={`${text}, ${doctorName}`}
    >
      {text}
    </Link>
  )
}
