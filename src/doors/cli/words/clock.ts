// Business time, which a sandbox can move forward.

import { clockAdvance, clockShow } from '../../../base/ports/operations/clock.ts'
import { command } from './command.ts'
import { durationMember } from './typed.ts'

function formatClock({
  now,
  mode,
  advancedMs,
}: {
  now: string
  mode: string
  advancedMs: number
}): string {
  return `${now} (${mode}${advancedMs > 0 ? `, ${Math.round(advancedMs / 1000)} s ahead of the real clock` : ''})`
}

export const clockCommands = [
  command(clockShow, { formatResult: formatClock }),
  command(clockAdvance, {
    formatResult: formatClock,
    arguments: ['ms'],
    members: {
      ms: {
        ...durationMember(1),
        name: 'duration',
        description: 'How far, such as 30m, 2h or 7d.',
      },
    },
  }),
]
