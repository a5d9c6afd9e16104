// The effects of a change: what differs, and which visits lose their place.

import { Link } from '@tanstack/react-router'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { clockTime, datePart, dayText } from '../ui/times.ts'
import type { SettingsOutcome } from './queries.ts'
import classes from './settings.module.css'
import { SettingsValue, usePathText } from './settings-text.tsx'
import { useSettingsLanguage } from './words.ts'

export function DifferenceList({ differences }: Pick<SettingsOutcome, 'differences'>) {
  const { words } = useSettingsLanguage()
  const pathText = usePathText()
  if (differences.length === 0)
    return <p className={classes.soft}>{words.settings.changesNothing}</p>
  return (
    <div className={classes.scrolls}>
      <table className={classes.differences}>
        <caption>{words.settings.differences}</caption>
        <thead>
          <tr>
            <th scope="col">{words.settings.member}</th>
            <th scope="col">{words.settings.before}</th>
            <th scope="col">{words.settings.after}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ path, before, after }) => (
            <tr key={path.join('.')}>
              <th scope="row">
                <bdi>{pathText(path)}</bdi>
              </th>
              <td>
                <SettingsValue value={before} other={after} />
              </td>
              <td>
                <SettingsValue value={after} other={before} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Upcoming visits that lose their hours, or what they were booked with. */
export function LostVisits({
  outcome: { removedWithVisits, visitsOutsideHours, visitsOutsideHoursCount, warnings },
}: {
  outcome: SettingsOutcome
}) {
  const { words, locale } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  return (
    <>
      {removedWithVisits.length > 0 && (
        <ul
          className={`${classes.plain} ${classes.warned}`}
          aria-label={words.settings.removedWithVisits}
        >
          {removedWithVisits.map(({ kind, name, visits }) => (
            <li key={`${kind} ${name}`}>
              {words.settings.removed(name)}: {words.settings.keepsVisits(visits)}
            </li>
          ))}
        </ul>
      )}
      {visitsOutsideHoursCount > 0 && (
        <div role="group" aria-label={words.settings.visitsOutsideHours}>
          <p className={classes.warned}>{words.settings.losePlace(visitsOutsideHoursCount)}</p>
          <ul className={classes.plain}>
            {visitsOutsideHours.map(({ appointmentId, fromDateTimeIso, addressId }) => (
              <li key={appointmentId}>
                <Link
                  to={paths.day}
                  params={{ workspace }}
                  search={{ date: datePart(fromDateTimeIso), at: addressId, visit: appointmentId }}
                >
                  {dayText(datePart(fromDateTimeIso), locale)} {clockTime(fromDateTimeIso)}
                </Link>
              </li>
            ))}
          </ul>
        </div>
      )}
      {warnings.length > 0 && (
        <details open={warnings.length <= 3 || undefined}>
          <summary>{words.settings.warnings(warnings.length)}</summary>
          <ul className={classes.plain} lang="en">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}
