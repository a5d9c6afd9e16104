// How values are typed on the command line, if not as their schema implies.

import { TerminalProblem } from '../terminal-problem.ts'
import type { MemberWords } from './command.ts'

/**
 * An id. As a number it would lose digits beyond double precision, and other text might become a
 * different id.
 */
export function idMember(thing: string, lookUp: string): MemberWords {
  return {
    value: 'id',
    read(typed) {
      if (/^[1-9]\d{0,15}$/.test(typed)) return Number(typed)
      throw new TerminalProblem(`'${typed}' is not the id of ${thing}`, `look it up: ${lookUp}`)
    },
  }
}

/** A JSON object, such as a person's data. */
export const jsonObject: MemberWords = {
  value: 'json',
  read(typed) {
    try {
      const read: unknown = JSON.parse(typed)
      if (typeof read === 'object' && read !== null && !Array.isArray(read)) return read
    } catch {}
    throw new TerminalProblem(
      `'${typed}' is not a JSON object`,
      `write it in quotes, such as '{"firstName":"Meera"}'`,
    )
  },
}

const unitMs = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 }

/** A duration, in units of this many milliseconds: `90s`, `30m`, `2h` or `7d`. */
export function durationMember(msPerUnit: number): MemberWords {
  return {
    value: 'duration',
    read(typed) {
      const match = /^(\d{1,6})([smhd])$/.exec(typed)
      const ms = match ? Number(match[1]) * unitMs[match[2] as keyof typeof unitMs] : 0
      if (ms > 0) return ms / msPerUnit
      throw new TerminalProblem(
        `'${typed}' is not a duration`,
        'write a number and s, m, h or d, such as 30m',
      )
    },
  }
}
