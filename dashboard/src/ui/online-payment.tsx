// A link for paying online, when it was sent, and a payment that the patient is making (MINE-03).

import { Button, Group, Stack, Text } from '@mantine/core'
import { useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { useLanguage } from '../words/words.tsx'
import { RefusalNote } from './refusal.tsx'
import { clockTime, datePart, dateText } from './times.ts'

/** The operations for what is being paid. */
export const visitOnlineOperations = {
  look: 'payments-online',
  ask: 'payments-ask',
  leave: 'payments-leave',
} as const
export const packOnlineOperations = {
  look: 'packs-online',
  ask: 'packs-ask',
  leave: 'packs-leave',
} as const

export function OnlinePayment({
  operations,
  id,
}: {
  operations: typeof visitOnlineOperations | typeof packOnlineOperations
  id: number
}) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const { data: online } = useOperation(operations.look, { id })
  const request = useChange(operations.ask)
  const cancelRequest = useChange(operations.leave)
  if (!online || (online.askedAt === null && !online.mayAsk && !online.underWay)) return null
  const { askedAt, mayAsk, underWay } = online
  return (
    <Stack gap={6} role="group" aria-label={words.money.online}>
      {askedAt !== null && (
        <Text size="xs" c="dimmed">
          {words.money.asked(
            `${dateText(datePart(askedAt), locale, 'short')}, ${clockTime(askedAt)}`,
          )}
        </Text>
      )}
      {underWay && <Text size="xs">{words.money.underWay}</Text>}
      {may('money:write') && (
        <Group gap="xs">
          {mayAsk && !underWay && (
            <Button
              size="compact-sm"
              variant="default"
              loading={request.isPending}
              onClick={() => request.mutate({ id })}
            >
              {words.money.ask}
            </Button>
          )}
          {underWay && (
            <Button
              size="compact-sm"
              variant="default"
              loading={cancelRequest.isPending}
              onClick={() => cancelRequest.mutate({ id })}
            >
              {words.money.leave}
            </Button>
          )}
        </Group>
      )}
      <RefusalNote refusal={request.error ?? cancelRequest.error} />
    </Stack>
  )
}
