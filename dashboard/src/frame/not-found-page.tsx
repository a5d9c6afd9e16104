import { Anchor, Stack, Text } from '@mantine/core'
import { basePath } from '../paths.ts'
import { useWords } from '../words/words.tsx'

export function NotFoundPage() {
  const words = useWords().frame
  return (
    <Stack p="xl" component="main">
      <Text>{words.nothingHere}</Text>
      <Anchor href={`${basePath}/`}>{words.goToDay}</Anchor>
    </Stack>
  )
}
