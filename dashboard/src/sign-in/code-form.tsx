import { Text, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type Refusal, send } from '../api/call.ts'
import { Form } from '../ui/form.tsx'
import { useWords } from '../words/words.tsx'

/** Asks for a code from an app, or a recovery code, after the password. */
export function CodeForm({ proved: onProved }: { proved(): void }) {
  const words = useWords().signIn
  const prove = useMutation<unknown, Refusal, string>({
    mutationFn: (code) => send('sign-in/code', { code }),
    onSuccess: onProved,
  })
  return (
    <Form
      gap="sm"
      size="sm"
      change={prove}
      // A code is nothing to keep.
      isChanged={false}
      onSubmit={(form) => prove.mutate(String(new FormData(form).get('code')))}
      submit={words.goOn}
    >
      <Text size="sm">{words.codeText}</Text>
      <TextInput name="code" label={words.code} autoComplete="one-time-code" required autoFocus />
    </Form>
  )
}
