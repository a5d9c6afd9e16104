import { Anchor, Stack, Text } from '@mantine/core'
import { useWords } from '../words/words.tsx'

export function NotFoundPage() {
  const words = useWords().frame
  return (
    <Stack p="xl" component="main">
      <Text>{words.nothingHere}</Text>
      <Anchor href="/dashboard/">{words.goToDay}</Anchor>
    </Stack>
  )
}
