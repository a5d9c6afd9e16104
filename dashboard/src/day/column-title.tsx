import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../api/workspace.tsx'
import classes from './list.module.css'
import type { CalendarColumn } from './queries.ts'

/** The title of a column, with a link to a practitioner's week or to the day. */
export function ColumnTitle({
  shown: { title, leadsTo },
  tabIndex,
}: {
  shown: CalendarColumn
  tabIndex?: -1
}) {
  const { workspace } = useWorkspace()
  return (
    <Link
      to={leadsTo.to}
      params={{ workspace }}
      search={leadsTo.search as never}
      className={classes.leadsOn}
      tabIndex={tabIndex}
    >
      {title}
    </Link>
  )
}
