import { OperatorProblem } from '../operator/operation.ts'

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** Milliseconds of `90s`, `30m`, `2h` or `7d`. */
export function parseDuration(text: string): number {
  const match = /^(\d{1,6})([smhd])$/.exec(text)
  const ms = match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : 0
  if (ms > 0) return ms
  throw new OperatorProblem(`'${text}' is not a duration`, 'write a number and s, m, h or d, such as 30m')
}
