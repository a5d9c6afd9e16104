// Which patients are soon erased, because the clinic keeps them no longer.

import { Link } from '@tanstack/react-router'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

const days = 30

export function ExpiringPatients() {
  const { words, locale } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const expiring = useOperation('patients-expiring', { days })
  const dateFormat = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' })
  const patients = expiring.data?.patients ?? []
  return (
    <Card title={words.settings.expiring.title} isSpaced>
      <RefusalNote refusal={expiring.error} />
      {expiring.data && patients.length === 0 && (
        <p className={classes.soft}>{words.settings.expiring.none}</p>
      )}
      {patients.length > 0 && (
        <ul className={classes.plain}>
          {patients.map(({ id, erasedFrom }) => (
            <li key={id}>
              <Link to={paths.patient} params={{ workspace, patient: String(id) }}>
                {id}
              </Link>{' '}
              · {dateFormat.format(new Date(erasedFrom))}
            </li>
          ))}
          {expiring.data?.next != null && <li>…</li>}
        </ul>
      )}
    </Card>
  )
}
