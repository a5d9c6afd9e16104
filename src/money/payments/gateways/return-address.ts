/**
 * The return URL with the reference as `sessionRef`; undefined if it is invalid. Its other
 * parameters are unchanged, except that the reference of an earlier attempt is removed: a page that
 * reads the first of two would ask about the wrong one.
 */
export function returnAddress(returnUrl: string, reference: string): string | undefined {
  const url = URL.parse(returnUrl)
  if (!url) return undefined
  const keptQuery = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !/^sessionRef(=|$)/.test(part))
  url.search = [...keptQuery, `sessionRef=${encodeURIComponent(reference)}`].join('&')
  return url.href
}
