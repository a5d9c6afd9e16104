// Where a patient is sent after a checkout: a link whose target is unambiguous. The link is
// never fetched.

const lengthMax = 2_048
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Why a text is not a permitted return URL, as the rest of a sentence; undefined if it is one.
 * `allowsLoopback`: http on the local machine is allowed, for development. `origins`: it must be a
 * page of one of these; any if undefined.
 */
export function returnUrlProblem(
  text: string,
  { allowsLoopback, origins }: { allowsLoopback: boolean; origins?: readonly string[] | undefined },
): string | undefined {
  if (text.length > lengthMax) return `must have at most ${lengthMax} characters`
  // Characters that a parser strips, or reads as a slash, would make the target differ from the
  // text.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text))
    return 'must hold no spaces, control characters or backslashes'
  if (!/^https?:\/\/[^/]/i.test(text)) return 'must be an absolute https URL'
  const url = URL.parse(text)
  if (!url) return 'must be an absolute https URL'
  if (url.username !== '' || url.password !== '' || /^[^/]+\/\/[^/?#]*@/.test(text))
    return 'must hold no user name or password'
  const isLocal = allowsLoopback && loopbackNames.has(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) return 'must be an absolute https URL'
  if (origins !== undefined && !origins.includes(url.origin))
    return 'must be on an origin that the widget key allows'
  return undefined
}
