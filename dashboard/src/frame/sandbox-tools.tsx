// The tools of a sandbox: a clock that can be moved, the messages that it did not send, and its
// payment gateway (DASH-23). Loaded when opened.

import { Button, Code, Group, Stack, Tabs, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useOperation, useOperationOnce, useWorkspace } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import classes from './sandbox-tools.module.css'

const minuteMs = 60_000
const stepMinutes = [15, 60, 24 * 60]
const listMax = 10

export function SandboxTools() {
  const words = useLanguage().words.sandbox
  return (
    <Stack gap="sm">
      <Text size="sm">{words.hint}</Text>
      <Tabs defaultValue="clock" keepMounted={false}>
        <Tabs.List>
          <Tabs.Tab value="clock">{words.clock}</Tabs.Tab>
          <Tabs.Tab value="outbox">{words.outbox}</Tabs.Tab>
          <Tabs.Tab value="gateway">{words.gateway}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="clock" pt="sm">
          <Clock />
        </Tabs.Panel>
        <Tabs.Panel value="outbox" pt="sm">
          <Outbox />
        </Tabs.Panel>
        <Tabs.Panel value="gateway" pt="sm">
          <Gateway />
        </Tabs.Panel>
      </Tabs>
    </Stack>
  )
}

function Clock() {
  const { words, locale } = useLanguage()
  const { workspace, may } = useWorkspace()
  const clock = useOperation('clock-show', {})
  const client = useQueryClient()
  const advance = useOperationOnce('clock-advance', () =>
    client.invalidateQueries({ queryKey: [workspace] }),
  )
  const aheadMinutes = Math.round((clock.data?.advancedMs ?? 0) / minuteMs)
  const dateTimeFormat = new Intl.DateTimeFormat(locale, {
    dateStyle: 'full',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return (
    <Stack gap="xs">
      {clock.data && (
        <div>
          <Text fw={600}>{dateTimeFormat.format(new Date(clock.data.now))} UTC</Text>
          <Text size="sm" c="dimmed">
            {aheadMinutes === 0
              ? words.sandbox.onTime
              : words.sandbox.ahead(words.day.duration(aheadMinutes))}
          </Text>
        </div>
      )}
      {may('developers:write') && (
        <>
          <Group gap="xs">
            {stepMinutes.map((minutes) => (
              <Button
                key={minutes}
                size="xs"
                variant="default"
                onClick={() => advance.mutate({ ms: minutes * minuteMs })}
              >
                + {words.day.duration(minutes)}
              </Button>
            ))}
          </Group>
          <Text size="xs" c="dimmed">
            {words.sandbox.clockForwardOnlyHint}
          </Text>
        </>
      )}
      <RefusalNote refusal={advance.error ?? clock.error} />
    </Stack>
  )
}

function Outbox() {
  const { words, locale } = useLanguage()
  const { data: messages, error } = useOperation('outbox-show', { limit: listMax })
  const dateTimeFormat = new Intl.DateTimeFormat(locale, {
    dateStyle: 'short',
    timeStyle: 'short',
    timeZone: 'UTC',
  })
  return (
    <>
      <RefusalNote refusal={error} />
      {messages?.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.sandbox.noMessages}
        </Text>
      )}
      <ul className={classes.list}>
        {messages?.map(({ sentAt, channel, destination, code, subject, body }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a message has no id, and the newest come first
          <li key={`${sentAt} ${index}`}>
            <Group justify="space-between" gap="xs" wrap="nowrap">
              <Text size="sm" fw={600} truncate>
                {code === null ? (subject ?? body) : words.sandbox.code}{' '}
                {code !== null && <Code>{code}</Code>}
              </Text>
              <Text size="xs" c="dimmed" className={classes.when}>
                {dateTimeFormat.format(new Date(sentAt))}
              </Text>
            </Group>
            <Text size="xs" c="dimmed">
              {channel} · <bdi>{destination}</bdi>
            </Text>
            {subject !== null && body !== null && (
              <details className={classes.body}>
                <summary>{words.sandbox.read}</summary>
                <pre dir="auto">{body}</pre>
              </details>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

function Gateway() {
  const { words, locale } = useLanguage()
  const { data: checkouts, error } = useOperation('sandbox-gateway-list', { limit: listMax })
  return (
    <>
      <RefusalNote refusal={error} />
      {checkouts?.length === 0 && (
        <Text size="sm" c="dimmed">
          {words.sandbox.noCheckouts}
        </Text>
      )}
      <ul className={classes.list}>
        {checkouts?.map(({ gatewayId, page, reference, state, amount, currency }) => (
          <li key={gatewayId}>
            <Group justify="space-between" gap="xs">
              <Text size="sm" fw={600}>
                {moneyText(amount, currency, locale)}
              </Text>
              <Text size="sm">{wordFor(words.sandbox.states, state)}</Text>
            </Group>
            <Group justify="space-between" gap="xs">
              <Text size="xs" c="dimmed">
                {reference}
              </Text>
              <a href={page} target="_blank" rel="noreferrer" className={classes.open}>
                {words.sandbox.openPage}
              </a>
            </Group>
          </li>
        ))}
      </ul>
    </>
  )
}
