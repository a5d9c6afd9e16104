import type { Words } from '../../../words/en/dashboard.ts'

/** The name of a patient as the clinic knows it. */
export function patientName(
  {
    firstName,
    lastName,
    erased,
  }: { firstName: string | null; lastName: string | null; erased?: boolean },
  words: Words,
): string {
  if (erased) return words.day.erased
  return [firstName, lastName].filter(Boolean).join(' ')
}
