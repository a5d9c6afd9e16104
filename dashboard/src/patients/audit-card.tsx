import { useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import { useDateTimeFormat } from './clinic-times.ts'
import { PagedList } from './paged-list.tsx'
import classes from './patients.module.css'
import { type AuditEntry, usePages } from './queries.ts'

const pageSize = 10

/** Who looked at the record, and who changed it. */
export function AuditCard({ patientId }: { patientId: number }) {
  const { words } = useLanguage()
  const formatDateTime = useDateTimeFormat()
  const actorName = useActorName()
  const { pages, ...list } = usePages('audit-show', { patientId, limit: pageSize }, (page) =>
    page.length === pageSize ? { before: page.at(-1)?.id ?? 0 } : undefined,
  )
  const entries = pages?.flat()
  return (
    <Card title={words.patients.audit}>
      <PagedList {...list} count={entries?.length} none={words.patients.noAudit}>
        <ol className={classes.list}>
          {entries?.map((entry) => (
            <li key={entry.id} className={classes.row}>
              <span>
                {wordFor(words.patients.did, entry.action)}
                {entry.changed &&
                  entry.changed.length > 0 &&
                  `: ${entry.changed.map((name) => wordFor(words.patients.fields, name)).join(', ')}`}
                <span className={classes.soft}>
                  {' · '}
                  <bdi>{actorName(entry)}</bdi>
                </span>
              </span>
              <time dateTime={entry.at} className={classes.soft}>
                {formatDateTime(entry.at)}
              </time>
            </li>
          ))}
        </ol>
      </PagedList>
    </Card>
  )
}

function useActorName() {
  const { words } = useLanguage()
  const { member } = useWorkspace()
  return ({ by, actingUserId, member: name }: AuditEntry): string => {
    if (actingUserId === member.userId) return words.visit.you
    if (name !== null) return name
    if (by.startsWith('key')) return words.visit.byApi
    if (by.startsWith('session') || by === 'visit link') return words.visit.bySession
    if (by === 'service') return words.visit.byService
    return by.startsWith('operator') ? words.visit.byOperator : by
  }
}
