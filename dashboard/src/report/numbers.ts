// Figures in the format of a language.

import { useMemo } from 'react'
import { useLanguage } from '../words/words.tsx'
import type { Figures } from './queries.ts'

export const ratio = (part: number, total: number) => (total === 0 ? undefined : part / total)

/** The number of patients recorded as not having come. */
export const absentCount = ({ noShow, missed }: Figures) => noShow + missed
export const openCount = ({ expected, overdue, inConsultation }: Figures) =>
  expected + overdue + inConsultation
export const meanLeadDays = ({ leadMinutes, leadVisits }: Figures) =>
  leadVisits === 0 ? undefined : leadMinutes / leadVisits / 1_440
export const meanWaitMinutes = ({ waitedSeconds, waits }: Figures) =>
  waits === 0 ? undefined : waitedSeconds / waits / 60

/** Writes figures; a missing one is written as a dash. */
export function useNumberFormats() {
  const { locale } = useLanguage()
  return useMemo(() => {
    const wholeNumber = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })
    const oneDigit = new Intl.NumberFormat(locale, { maximumFractionDigits: 1 })
    const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 })
    const createWriter = (format: Intl.NumberFormat) => (value: number | undefined) =>
      value === undefined ? '–' : format.format(value)
    return {
      count: createWriter(wholeNumber),
      decimal: createWriter(oneDigit),
      percent: createWriter(percent),
    }
  }, [locale])
}

/** A date as shown under a bar: the day, or the month. */
export function useDateFormats() {
  const { locale } = useLanguage()
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) => {
      const dateFormat = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      return (date: string) => dateFormat.format(new Date(`${date}T00:00:00Z`))
    }
    const weekday = format({ weekday: 'short' })
    return {
      short: {
        day: format({ day: 'numeric', month: 'short' }),
        week: format({ day: 'numeric', month: 'short' }),
        month: format({ month: 'short' }),
      },
      full: {
        day: format({ dateStyle: 'medium' }),
        week: format({ dateStyle: 'medium' }),
        month: format({ month: 'long', year: 'numeric' }),
      },
      /** The name of an ISO weekday, 1 for Monday. 2024-01-01 was a Monday. */
      weekday: (number: number) => weekday(`2024-01-0${number}`),
    }
  }, [locale])
}
