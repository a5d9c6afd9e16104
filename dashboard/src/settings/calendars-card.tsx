// A practitioner's external calendars, and how up to date they are.

import { useOperation } from '../api/workspace.tsx'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

export function CalendarsCard({ practitioner }: { practitioner: string }) {
  const { words, locale } = useSettingsLanguage()
  const { data = [] } = useOperation('calendar-list', {})
  const ownCalendars = data.filter(({ doctor }) => doctor === practitioner)
  if (ownCalendars.length === 0) return null
  const dateTimeFormat = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
  })
  return (
    <section aria-label={words.settings.calendars}>
      <h3 className={classes.heading}>{words.settings.calendars}</h3>
      <ul className={classes.plain}>
        {ownCalendars.map(
          ({
            id,
            name,
            source,
            state,
            lastSuccess,
            lastError,
            visits,
            unreadableEvents,
            unknownZones,
          }) => (
            <li key={id}>
              <strong>{name}</strong> <bdi>{source}</bdi> ·{' '}
              <span data-state={state}>{words.settings.freshness[state]}</span>
              {lastSuccess && ` · ${dateTimeFormat.format(new Date(lastSuccess))}`}
              {lastError && <span className={classes.warned}> {lastError}</span>}
              {unreadableEvents > 0 && (
                <span className={classes.warned}>
                  {' '}
                  {words.settings.unreadEvents(unreadableEvents)}
                </span>
              )}
              {unknownZones && (
                <span className={classes.warned}> {words.settings.unknownZones}</span>
              )}
              {visits > 0 && ` · ${words.settings.overlappingVisits(visits)}`}
            </li>
          ),
        )}
      </ul>
    </section>
  )
}
