// Where a patient is sent after a checkout: a link that says plainly where it leads. It is never fetched.

const lengthMax = 2_048
const loopbackNames = new Set(['localhost', '127.0.0.1', '[::1]'])

/**
 * Why a text is no address to send a patient to, as the rest of a sentence; undefined when it is one. `allowsLoopback`: http on the
 * machine itself will do, as while a page is being made. `origins`: it has to be a page of one of these; any when undefined.
 */
export function whyNoReturnUrl(
  text: string,
  { allowsLoopback, origins }: { allowsLoopback: boolean; origins?: readonly string[] | undefined },
): string | undefined {
  if (text.length > lengthMax) return `must have at most ${lengthMax} characters`
  // What a parser strips, or takes for a slash, leads elsewhere than it says.
  if (/[\p{Cc}\p{Cf}\s\\]/u.test(text)) return 'must hold no spaces, control characters or backslashes'
  if (!/^https?:\/\/[^/]/i.test(text)) return 'must be an absolute https URL'
  const url = URL.parse(text)
  if (!url) return 'must be an absolute https URL'
  if (url.username !== '' || url.password !== '' || /^[^/]+\/\/[^/?#]*@/.test(text)) return 'must hold no user name or password'
  const isLocal = allowsLoopback && loopbackNames.has(url.hostname)
  if (url.protocol !== 'https:' && !isLocal) return 'must be an absolute https URL'
  if (origins !== undefined && !origins.includes(url.origin)) return 'must be on an origin that the widget key allows'
  return undefined
}
