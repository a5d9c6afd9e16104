import { Text } from '@mantine/core'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { useIsNarrow } from '../ui/narrow.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './panel.module.css'

/** The history of a visit: actions, members and times in the clinic's zone. */
export function VisitHistory({ id, timezone }: { id: number; timezone: string }) {
  const { words, locale } = useLanguage()
  const { member } = useWorkspace()
  const isNarrow = useIsNarrow()
  const { data: entries } = useOperation('visit-history', { id })
  if (!entries) return null
  const dateTimeFormat = new Intl.DateTimeFormat(locale, {
    timeZone: timezone,
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  function actorName({ by, actingUserId }: { by: string; actingUserId: number | null }): string {
    if (actingUserId === member.userId) return words.visit.you
    if (by.startsWith('key')) return words.visit.byApi
    if (by.startsWith('session')) return words.visit.bySession
    if (by === 'service') return words.visit.byService
    return by.startsWith('operator') ? words.visit.byOperator : by
  }
  return (
    <section aria-labelledby={`history-${id}`}>
      <Text id={`history-${id}`} component={isNarrow ? 'h2' : 'h3'} fw={600} size="sm" m={0} mb={4}>
        {words.visit.history}
      </Text>
      <ol className={classes.history}>
        {entries
          .filter(({ action }) => action !== 'READ')
          .toReversed()
          .map(({ at, action, status, movedFrom, changed, by, actingUserId }) => (
            <li key={`${at} ${action} ${status}`}>
              <span>
                {status
                  ? wordFor(words.status, status)
                  : wordFor(words.visit.did, changed.includes('arrivedAt') ? 'ARRIVED' : action)}
                {movedFrom &&
                  ` ${words.visit.movedFrom(dateTimeFormat.format(new Date(movedFrom)))}`}
                <span className={classes.soft}> · {actorName({ by, actingUserId })}</span>
              </span>
              <time dateTime={at} className={classes.soft}>
                {dateTimeFormat.format(new Date(at))}
              </time>
            </li>
          ))}
      </ol>
    </section>
  )
}
