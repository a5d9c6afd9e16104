import { Button, Code, Group, Stack, Text } from '@mantine/core'
import { CopyButton } from '../ui/copy-button.tsx'
import { useWords } from '../words/words.tsx'

/** Recovery codes, which are shown only once. */
export function RecoveryCodes({
  codes,
  kept: onSaved,
}: {
  codes: readonly string[]
  kept(): void
}) {
  const words = useWords().account
  return (
    <Stack gap="sm">
      <Text size="sm">{words.recoveryText}</Text>
      <Code block aria-label={words.recoveryCodes}>
        {codes.join('\n')}
      </Code>
      <Group>
        <CopyButton value={codes.join('\n')} size="sm" />
        <Button variant="default" onClick={() => print()}>
          {words.print}
        </Button>
        <Button onClick={onSaved}>{words.kept}</Button>
      </Group>
    </Stack>
  )
}
