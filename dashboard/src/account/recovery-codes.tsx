import { Button, Code, CopyButton, Group, Stack, Text } from '@mantine/core'
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
        <CopyButton value={codes.join('\n')}>
          {({ copy, copied }) => (
            <Button variant="default" onClick={copy}>
              {copied ? words.copied : words.copy}
            </Button>
          )}
        </CopyButton>
        <Button variant="default" onClick={() => print()}>
          {words.print}
        </Button>
        <Button onClick={onSaved}>{words.kept}</Button>
      </Group>
    </Stack>
  )
}
