// Which records were merged into this one, why, when and by whom: shown permanently (TILL-02).

import { useWorkspace } from '../api/workspace.tsx'
import { useLanguage } from '../words/words.tsx'
import { Card } from './card.tsx'
import classes from './patients.module.css'
import { type Merged, useMerged } from './queries.ts'
import { useWhen } from './when.ts'

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

function MergedRow({ record: { mrnNumber, mergedAt, reason, actingUserId, member: name, moved } }: { record: Merged }) {
  const { words } = useLanguage()
  const { member } = useWorkspace()
  const when = useWhen()
  const who = actingUserId === member.userId ? words.visit.you : (name ?? words.visit.byOperator)
  const counts = (['visits', 'tokens', 'packs'] as const).filter((what) => moved[what] > 0)
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <bdi dir="ltr">{mrnNumber}</bdi>
        <small>
          <bdi>{[who, reason].filter(Boolean).join(' · ')}</bdi>
        </small>
        {counts.length > 0 && <small>{counts.map((what) => `${words.merge.moved[what]}: ${moved[what]}`).join(' · ')}</small>}
      </span>
      <time dateTime={mergedAt} className={classes.soft}>
        {when(mergedAt)}
      </time>
    </li>
  )
}
