// Addresses of feeds. Anyone who has one can read the calendar, so they are never shown in full,
// and never logged.

/** Whether a text is a possible feed address, of at most 2000 characters. */
export function isFeedUrl(text: string): boolean {
  return text.length <= 2_000 && feedUrl(text) !== undefined
}

/**
 * The URL to request: webcal:// is another name for https://. Undefined if it is not the address of
 * a web server.
 */
export function feedUrl(text: string): URL | undefined {
  const url = URL.parse(text.replace(/^webcals?:\/\//i, 'https://'))
  return url && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '' ? url : undefined
}

/** Replaces the hidden rest of a URL of which only the beginning is shown. */
const hiddenRest = '/…'

/** Whether a text is an address as it is shown, not as it can be requested. */
export const isMaskedFeedUrl = (text: string): boolean => text.endsWith(hiddenRest)

/**
 * `https://calendar.google.com/…`: enough to recognise the calendar, but not to read it. A
 * reference to a secret is shown in full.
 */
export function maskedFeedUrl(text: string): string {
  if (text.startsWith('secret:')) return text
  const url = feedUrl(text)
  return url ? `${url.protocol}//${url.host}${hiddenRest}` : hiddenRest
}
