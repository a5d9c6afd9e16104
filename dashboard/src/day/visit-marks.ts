// What distinguishes a visit from an ordinary one: the grid, the list and the printed day say the same (DAY-02).

import type { Words } from '../words/en.ts'
import { wordFor } from '../words/words.tsx'
import type { DayVisit } from './queries.ts'

/** The kind of a visit that was booked without one. */
export const usualKind = 'CONSULTATION'

type Marked = Pick<DayVisit, 'type' | 'unofferedReason' | 'followUp' | 'patientPackageId'>

export const marksOf = ({ type, unofferedReason, followUp, patientPackageId }: Marked, words: Words): string[] =>
  [
    type !== usualKind && wordFor(words.terms.kinds, type),
    unofferedReason !== null && words.day.unoffered,
    followUp && words.day.followUp,
    patientPackageId !== null && words.day.pack,
  ].filter((mark) => typeof mark === 'string')
