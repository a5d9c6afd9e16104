// Addresses of feeds. Who knows one can read the calendar, so they are shown to no one in full, and logged never.

/** Whether a text is an address that a feed can be at, of 2000 characters at most. */
export function isFeedUrl(text: string): boolean {
  return text.length <= 2_000 && feedUrl(text) !== undefined
}

/** The address as it is asked: webcal:// is https:// by another name. Undefined for what is no address of a web server. */
export function feedUrl(text: string): URL | undefined {
  const url = URL.parse(text.replace(/^webcals?:\/\//i, 'https://'))
  return url && ['http:', 'https:'].includes(url.protocol) && url.hostname !== '' ? url : undefined
}

/** `https://calendar.google.com/…`: enough to know whose it is, and too little to read it. A reference to a secret is shown whole. */
export function maskedFeedUrl(text: string): string {
  if (text.startsWith('secret:')) return text
  const url = feedUrl(text)
  return url ? `${url.protocol}//${url.host}/…` : '…'
}
