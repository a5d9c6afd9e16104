// Which records were merged into this one, and why, when and by whom. Shown permanently (TILL-02).

import { useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { useLanguage } from '../words/words.tsx'
import { useDateTimeFormat } from './clinic-times.ts'
import classes from './patients.module.css'
import { type MergedRecord, useMerged } from './queries.ts'

export function MergedCard({ patientId, opened }: { patientId: number; opened: number }) {
  const { words } = useLanguage()
  const merged = useMerged(patientId, opened)
  if (!merged.data || merged.data.records.length === 0) return null
  return (
    <Card title={words.merge.mergedTitle}>
      <ol className={classes.list}>
        {merged.data.records.map((record) => (
          <MergedRow key={record.id} record={record} />
        ))}
      </ol>
    </Card>
  )
}

function MergedRow({
  record: { mrnNumber, mergedAt, reason, actingUserId, member: name, moved },
}: {
  record: MergedRecord
}) {
  const { words } = useLanguage()
  const { member } = useWorkspace()
  const formatDateTime = useDateTimeFormat()
  const actorName =
    actingUserId === member.userId ? words.visit.you : (name ?? words.visit.byOperator)
  const counts = (['visits', 'tokens', 'packs'] as const).filter((kind) => moved[kind] > 0)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <bdi dir="ltr">{mrnNumber}</bdi>
        <small>
          <bdi>{[actorName, reason].filter(Boolean).join(' · ')}</bdi>
        </small>
        {counts.length > 0 && (
          <small>
            {counts.map((kind) => `${words.merge.moved[kind]}: ${moved[kind]}`).join(' · ')}
          </small>
        )}
      </span>
      <time dateTime={mergedAt} className={classes.soft}>
        {formatDateTime(mergedAt)}
      </time>
    </li>
  )
}
