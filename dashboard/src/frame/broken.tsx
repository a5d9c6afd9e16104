import { Alert, Button, Stack } from '@mantine/core'
import { useWords } from '../words/words.tsx'

/** What is shown where the page itself is at fault: it can be loaded again, and nothing of the inside is told. */
export function Broken() {
  const words = useWords().frame
  return (
    <Stack p="xl" align="start">
      <Alert color="red" role="alert">
        {words.broken}
      </Alert>
      <Button onClick={() => location.reload()}>{words.reload}</Button>
    </Stack>
  )
}
