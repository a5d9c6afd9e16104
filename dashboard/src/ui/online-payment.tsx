// A link to pay online, when it was sent, and a payment that the patient is making (MINE-03).

import { Button, Group, Stack, Text } from '@mantine/core'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { useLanguage } from '../words/words.tsx'
import { RefusalNote } from './refusal.tsx'
import { clockOf, dateOf, dateText } from './times.ts'

/** The operations for what is paid. */
export const onlineOfVisits = { look: 'payments-online', ask: 'payments-ask', leave: 'payments-leave' } as const
export const onlineOfPacks = { look: 'packs-online', ask: 'packs-ask', leave: 'packs-leave' } as const

export function OnlinePayment({ operations, id }: { operations: typeof onlineOfVisits | typeof onlineOfPacks; id: number }) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const { data: online } = useOperation(operations.look, { id })
  const ask = useChange(operations.ask)
  const leave = useChange(operations.leave)
  if (!online || (online.askedAt === null && !online.mayAsk && !online.underWay)) return null
  const { askedAt, mayAsk, underWay } = online
  return (
    <Stack gap={6} role="group" aria-label={words.money.online}>
      {askedAt !== null && (
        <Text size="xs" c="dimmed">
          {words.money.asked(`${dateText(dateOf(askedAt), locale, 'short')}, ${clockOf(askedAt)}`)}
        </Text>
      )}
      {underWay && <Text size="xs">{words.money.underWay}</Text>}
      {may('money:write') && (
        <Group gap="xs">
          {mayAsk && !underWay && (
            <Button size="compact-sm" variant="default" loading={ask.isPending} onClick={() => ask.mutate({ id })}>
              {words.money.ask}
            </Button>
          )}
          {underWay && (
            <Button size="compact-sm" variant="default" loading={leave.isPending} onClick={() => leave.mutate({ id })}>
              {words.money.leave}
            </Button>
          )}
        </Group>
      )}
      <RefusalNote refusal={ask.error ?? leave.error} />
    </Stack>
  )
}
