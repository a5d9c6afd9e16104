import { browserZone } from '../ui/browser.ts'
import { useLanguage } from '../words/words.tsx'

/**
 * Writes instants in the browser's zone, or else in UTC, because integrators compare them with
 * their own logs.
 */
export function useTimeFormats() {
  const { locale } = useLanguage()
  const timeZone = browserZone() ?? 'UTC'
  const day = new Intl.DateTimeFormat(locale, {
    timeZone,
    dateStyle: 'medium',
    timeStyle: 'short',
    hourCycle: 'h23',
  })
  const second = new Intl.DateTimeFormat(locale, {
    timeZone,
    day: 'numeric',
    month: 'short',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    hourCycle: 'h23',
  })
  return {
    day: (at: string) => day.format(new Date(at)),
    second: (at: string) => second.format(new Date(at)),
    zone: timeZone,
  }
}
