import type { Output } from '../api/call.ts'
import { Card } from '../ui/card.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import { useDateTimeFormat } from './clinic-times.ts'
import { MessageChannels } from './message-channels.tsx'
import { PagedList } from './paged-list.tsx'
import classes from './patients.module.css'
import { usePages } from './queries.ts'

const pageSize = 10

/** Notices to the patient about visits, tokens and offers, and whether they were delivered. */
export function NoticesCard({ patientId }: { patientId: number }) {
  const { words } = useLanguage()
  const formatDateTime = useDateTimeFormat()
  const { pages, ...list } = usePages('notices-list', { patientId, limit: pageSize }, (page) =>
    page.length === pageSize ? { before: page.at(-1)?.id ?? 0 } : undefined,
  )
  const notices = pages?.flat()
  return (
    <Card title={words.patients.notices}>
      <MessageChannels patientId={patientId} />
      <PagedList {...list} count={notices?.length} none={words.patients.noNotices}>
        <ol className={classes.list}>
          {notices?.map(
            ({ id, kind, at, channel, destination, error, deliveryCode, ...notice }) => (
              <li key={id} className={classes.row}>
                <span className={classes.what}>
                  {wordFor(words.patients.notice, kind)}
                  <small>
                    {[channel && wordFor(words.patients.channel, channel), destination]
                      .filter(Boolean)
                      .join(' · ')}
                    {(error ?? deliveryCode) && <span lang="en"> {error ?? deliveryCode}</span>}
                  </small>
                </span>
                <span className={classes.end}>
                  <span data-state={shownState(notice)} className={classes.state}>
                    {wordFor(words.patients.noticeState, shownState(notice))}
                  </span>
                  <time dateTime={at} className={classes.soft}>
                    {formatDateTime(at)}
                  </time>
                </span>
              </li>
            ),
          )}
        </ol>
      </PagedList>
    </Card>
  )
}

/** What became of a notice, as far as it is known: the carrier knows more than the service. */
function shownState({
  state,
  delivery,
}: Pick<Output<'notices-list'>[number], 'state' | 'delivery'>) {
  return state === 'SENT' && delivery !== null ? delivery : state
}
