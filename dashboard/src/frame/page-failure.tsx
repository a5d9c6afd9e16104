import { Alert, Button, Stack } from '@mantine/core'
import { useWords } from '../words/words.tsx'

/**
 * Shown when the page itself fails: it offers to reload the page, and shows no internal details.
 */
export function PageFailure() {
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
