import { Text } from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { clockTime } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'

interface OverlappingVisitProps {
  patientId: number
  from: string
  to: string | undefined
  /** The visit that this booking replaces. */
  instead: number | undefined
}

/**
 * Points out a visit that the patient already has at this time, with any practitioner: two visits
 * are possible, but rarely intended.
 */
export function OverlappingVisitHint({ patientId, from, to, instead }: OverlappingVisitProps) {
  const { words } = useLanguage()
  const { member } = useWorkspace()
  const { data } = useOperation(
    'patient-visits',
    member.rights.ownVisits ? skipToken : { patientId, which: 'TO_COME', limit: 100 },
  )
  const begin = Date.parse(from)
  const end = to === undefined ? Date.parse(from) + 1 : Date.parse(to)
  const overlapping = data?.visits.find(
    (visit) =>
      visit.system === 'SCHEDULED' &&
      visit.id !== instead &&
      Date.parse(visit.fromDateTimeTs) < end &&
      Date.parse(visit.toDateTimeTs) > begin,
  )
  if (!overlapping) return null
  return (
    <Text size="sm" role="status">
      {words.book.alreadyAt(clockTime(overlapping.fromDateTimeTs), overlapping.doctor)}
    </Text>
  )
}
