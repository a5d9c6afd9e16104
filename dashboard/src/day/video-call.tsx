// Opens the video call of an online visit or token as the host, with a link that is made at that moment.

import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useOnce } from '../api/workspace.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, clockText, minuteOf } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import type { ShownVisit } from './queries.ts'

/** As in src/base/values/video-times.ts. */
const minutesBefore = 15
const dayMinutes = 24 * 60

export function VideoCall({ visit }: { visit: ShownVisit }) {
  const { words } = useLanguage()
  const [link, setLink] = useState<string>()
  const open = useOnce('visit-video', () => {})
  async function enter() {
    // Browsers open a window only in direct response to the click, and the link is not known yet.
    const opened = window.open('', '_blank')
    if (opened) opened.opener = null
    try {
      const { url } = await open.mutateAsync({ id: visit.id })
      if (opened) opened.location.replace(url)
      else setLink(url)
    } catch {
      // The refusal is shown below.
      opened?.close()
    }
  }
  const opensAt = clockText((minuteOf(visit.fromDateTimeTs) - minutesBefore + dayMinutes) % dayMinutes)
  return (
    <Stack gap={4} align="flex-start">
      <Button size="xs" variant="default" loading={open.isPending} onClick={() => void enter()}>
        {words.visit.join}
      </Button>
      <Text size="xs" c="dimmed">
        {'tokenDisplay' in visit ? words.visit.videoFromCall : words.visit.videoHours(opensAt, clockOf(visit.toDateTimeTs))}
      </Text>
      {link !== undefined && (
        <Text size="sm">
          {words.visit.videoHere}{' '}
          <Anchor href={link} target="_blank" rel="noreferrer">
            {words.visit.join}
          </Anchor>
        </Text>
      )}
      <RefusalNote refusal={open.error} />
    </Stack>
  )
}
