/**
 * A time of day as people write it (`9`, `9.30`, `0930`, `9 am`, `21h`) as `HH:MM`. What is not
 * understood stays as it is, and the service says what is wrong with it.
 */
export function readClock(input: string): string {
  const match = /^(\d{1,2})(?:[:.h]?(\d\d))?\s*(?:h|uhr)?\s*(?:([ap])\.?m\.?)?$/i.exec(input.trim())
  if (!match) return input
  const [, hourText = '', minuteText = '00', half] = match
  const written = Number(hourText)
  if (half && (written < 1 || written > 12)) return input
  const hour = half ? (written % 12) + (half.toLowerCase() === 'p' ? 12 : 0) : written
  return `${String(hour).padStart(2, '0')}:${minuteText}`
}
