// The address of the clinic's booking page, to open and to pass on.

import { Group } from '@mantine/core'
import { useOperation } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

export function BookingLink() {
  const { firstSteps } = useSettingsLanguage().words.settings
  const { data, error } = useOperation('workspace-embed', { svg: false })
  return (
    <Card title={firstSteps.page} isSpaced>
      {data && (
        <Group gap="xs">
          <a href={data.page} target="_blank" rel="noreferrer" className={classes.link}>
            {data.page}
          </a>
          <CopyButton value={data.page} text={firstSteps.copyPage} />
        </Group>
      )}
      {error?.code === 'NO_BOOKING_PAGE' ? firstSteps.noPage : <RefusalNote refusal={error} />}
    </Card>
  )
}
