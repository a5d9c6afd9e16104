// What distinguishes a visit from an ordinary one: the grid, the list and the printed day all say
// the same (DAY-02).

import type { Words } from '../../../words/en/dashboard.ts'
import { wordFor } from '../words/words.tsx'
import type { DayVisit } from './queries.ts'

/** The kind of a visit that was booked without one. */
export const defaultKind = 'CONSULTATION'

type MarkedVisit = Pick<
  DayVisit,
  'type' | 'visitType' | 'unofferedReason' | 'followUp' | 'patientPackageId' | 'missingForms'
>

export const visitMarks = (
  { type, visitType, unofferedReason, followUp, patientPackageId, missingForms }: MarkedVisit,
  words: Words,
): string[] =>
  [
    visitType,
    type !== defaultKind && wordFor(words.terms.kinds, type),
    unofferedReason !== null && words.day.unoffered,
    followUp && words.day.followUp,
    patientPackageId !== null && words.day.pack,
    missingForms > 0 && words.forms.missing,
  ].filter((mark) => typeof mark === 'string')
