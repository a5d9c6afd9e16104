import { createContext, useContext } from 'react'
import { useLanguage } from '../words/words.tsx'

/** The time zone of a record's clinic. */
export const ZoneContext = createContext('UTC')

/** Writes an instant in the clinic's time zone. */
export function useDateTimeFormat(): (at: string) => string {
  const { locale } = useLanguage()
  const timeZone = useContext(ZoneContext)
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
    timeZone,
  })
  return (at) => format.format(new Date(at))
}
