// What became of the notices of the last seven days: how many went out, and which failed and why.

import { Button, Group } from '@mantine/core'
import type { Output } from '../api/call.ts'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './settings.module.css'

type Failures = Output<'notices-failures'>
type FailedNotice = Failures['notices'][number]

export function NoticeFailures() {
  const { words } = useLanguage()
  const failures = useOperation('notices-failures', { days: 7 })
  const texts = words.messages.failures
  const channelName = (channel: string | null) =>
    channel === null ? texts.noChannel : wordFor(words.patients.channel, channel)
  return (
    <Card title={texts.title} isSpaced>
      <RefusalNote refusal={failures.error} />
      {failures.data?.channels.length === 0 && <p className={classes.soft}>{texts.none}</p>}
      {failures.data && failures.data.channels.length > 0 && (
        <ul className={classes.plain}>
          {failures.data.channels.map(({ channel, sent, failed }) => (
            <li key={channel}>{`${channelName(channel)}: ${texts.counts(sent, failed)}`}</li>
          ))}
        </ul>
      )}
      {failures.data && failures.data.reasons.length > 0 && (
        <>
          <h3 className={classes.soft}>{texts.reasons}</h3>
          <ul className={classes.plain}>
            {failures.data.reasons.map(({ channel, reason, count }) => (
              <li key={`${channel} ${reason}`}>
                {`${count} × ${channelName(channel)}: `}
                <bdi lang="en">{reason}</bdi>
              </li>
            ))}
          </ul>
          <details className={classes.details}>
            <summary>{texts.each(failures.data.notices.length)}</summary>
            <ul className={classes.versions}>
              {failures.data.notices.map((notice) => (
                <FailedRow key={notice.id} notice={notice} channelName={channelName} />
              ))}
            </ul>
          </details>
        </>
      )}
    </Card>
  )
}

function FailedRow({
  notice: { id, kind, at, channel, destination, error, deliveryCode },
  channelName,
}: {
  notice: FailedNotice
  channelName(channel: string | null): string
}) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const retry = useChange('notices-retry')
  const texts = words.messages.failures
  const time = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' })
  return (
    <li>
      <Group gap="xs" justify="space-between" wrap="nowrap" align="start">
        <span>
          <strong>{wordFor(words.patients.notice, kind)}</strong> · {channelName(channel)}{' '}
          <bdi>{destination}</bdi> · <time dateTime={at}>{time.format(new Date(at))}</time>
          <br />
          <small lang="en">{error ?? deliveryCode}</small>
        </span>
        {may('visits:write') && id !== null && (
          <Button
            size="compact-xs"
            variant="default"
            disabled={retry.isSuccess}
            loading={retry.isPending}
            onClick={() => retry.mutate({ id })}
          >
            {retry.isSuccess ? texts.retried : texts.retry}
          </Button>
        )}
      </Group>
      <RefusalNote refusal={retry.error} />
    </li>
  )
}
