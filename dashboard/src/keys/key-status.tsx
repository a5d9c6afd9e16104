import { StatusShape, toneClass } from '../ui/status.tsx'
import classes from './keys.module.css'
import type { ApiKey } from './queries.ts'
import { useDeveloperWords } from './words.ts'

/** How each status is drawn: with the shapes that the day's screens use for the same meaning. */
const shapes = {
  ACTIVE: 'COMPLETED',
  EXPIRED: 'NO_SHOW',
  DEACTIVATED: 'CANCELLED',
  DELETED: 'NO_SHOW',
} as const

export const keyStatus = ({ status, isExpired }: ApiKey) =>
  status === 'ACTIVE' && isExpired ? 'EXPIRED' : status

/** Whether a key works, as a shape and a word. */
export function KeyStatus({ of: apiKey }: { of: ApiKey }) {
  const words = useDeveloperWords()
  const status = keyStatus(apiKey)
  return (
    <span className={`${classes.status} ${toneClass(shapes[status])}`} data-status={status}>
      <StatusShape status={shapes[status]} /> {words.status[status]}
    </span>
  )
}
