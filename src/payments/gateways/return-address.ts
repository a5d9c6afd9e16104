/**
 * Where the payer goes back to, with the reference as `sessionRef`; undefined where that is no address. What else is in it stays as it is
 * written, but for the reference of an earlier try: a page that takes the first of two would ask about the wrong one.
 */
export function returnAddress(returnUrl: string, reference: string): string | undefined {
  const url = URL.parse(returnUrl)
  if (!url) return undefined
  const kept = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^sessionRef(=|$)/.test(part))
  url.search = [...kept, `sessionRef=${encodeURIComponent(reference)}`].join('&')
  return url.href
}
