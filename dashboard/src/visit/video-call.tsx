// Opens the video call of an online visit or token as the host, with a link that is created at that
// moment.

import { Anchor, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useOperationOnce } from '../api/workspace.tsx'
import type { VisitDetails } from '../day/queries.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockText, clockTime, minuteOfDay } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'

/** The same value as in src/base/values/video-times.ts. */
const opensMinutesBefore = 15
const dayMinutes = 24 * 60

export function VideoCall({ visit }: { visit: VisitDetails }) {
  const { words } = useLanguage()
  const [link, setLink] = useState<string>()
  const open = useOperationOnce('visit-video', () => {})
  async function enterRoom() {
    // Browsers open a window only in direct response to the click, and the link is not known yet.
    const roomWindow = window.open('', '_blank')
    if (roomWindow) roomWindow.opener = null
    try {
      const { url } = await open.mutateAsync({ id: visit.id })
      if (roomWindow) roomWindow.location.replace(url)
      else setLink(url)
    } catch {
      // The refusal is shown below.
      roomWindow?.close()
    }
  }
  const opensAt = clockText(
    (minuteOfDay(visit.fromDateTimeTs) - opensMinutesBefore + dayMinutes) % dayMinutes,
  )
  return (
    <Stack gap={4} align="flex-start">
      <Button size="xs" variant="default" loading={open.isPending} onClick={() => void enterRoom()}>
        {words.visit.join}
      </Button>
      <Text size="xs" c="dimmed">
        {'tokenDisplay' in visit
          ? words.visit.videoFromCall
          : words.visit.videoHours(opensAt, clockTime(visit.toDateTimeTs))}
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
