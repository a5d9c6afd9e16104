import { CloseButton, Group, Modal, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { useWords } from '../words/words.tsx'

interface DialogProps {
  title: string
  /** Undefined if the dialog cannot be closed. */
  close?: () => void
  size?: 'lg'
  children: ReactNode
}

/**
 * A dialog over the page. Its title is not a header element, because a page has only one, the
 * clinic's.
 */
export function Dialog({ title, close, size, children }: DialogProps) {
  const words = useWords()
  return (
    // Locking the scroll adds a style element that the page's policy blocks; the page itself does
    // not scroll anyway.
    <Modal.Root
      opened
      lockScroll={false}
      onClose={close ?? (() => {})}
      closeOnEscape={close !== undefined}
      closeOnClickOutside={close !== undefined}
      size={size ?? 'md'}
    >
      <Modal.Overlay />
      <Modal.Content aria-label={title}>
        <Modal.Body>
          <Stack gap="sm">
            <Group justify="space-between" wrap="nowrap">
              <Title order={2} size="h4">
                {title}
              </Title>
              {close && <CloseButton aria-label={words.visit.close} onClick={close} />}
            </Group>
            {children}
          </Stack>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  )
}
