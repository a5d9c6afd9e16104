import { Button, type ButtonProps, CopyButton as CopyHandler } from '@mantine/core'
import { useWords } from '../words/words.tsx'

/** Copies a text that people pass on, and says that it did. */
export function CopyButton({
  value,
  text,
  size = 'compact-sm',
  variant = 'default',
  ...button
}: Pick<ButtonProps, 'size' | 'variant' | 'color'> & {
  value: string
  /** What it says; *Copy* if omitted. */
  text?: string
  autoFocus?: boolean
}) {
  const words = useWords().refusal
  return (
    <CopyHandler value={value}>
      {({ copy, copied }) => (
        <Button {...button} size={size} variant={variant} onClick={copy}>
          {copied ? words.copied : (text ?? words.copy)}
        </Button>
      )}
    </CopyHandler>
  )
}
