import { Alert, Button, Stack } from '@mantine/core'
import { useWords } from '../words/words.tsx'

/** Shown when the page itself fails: it can be reloaded, and no internal details are shown. */
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
