// URLs of a database, which may name several hosts:
// `postgres://user:secret@one:5432,two:5432/clinic`.

/** The part before the hosts, the hosts, and the rest. */
const parts = /^(postgres(?:ql)?:\/\/(?:[^/?#]*@)?)([^/?#]*)((?:[/?][^#@]*)?)$/

/** The permitted parameters of a URL; others would be silently ignored. */
const parameters = [
  'host',
  'port',
  'user',
  'password',
  'options',
  'application_name',
  'target_session_attrs',
  'ssl',
  'sslmode',
  'sslrootcert',
  'sslcert',
  'sslkey',
  'sslnegotiation',
  'uselibpqcompat',
]

/** The same URL for each of its hosts. */
export function urlForEachHost(url: string): string[] {
  const [, before = '', hosts = '', after = ''] = parts.exec(url) ?? []
  return hosts.split(',').map((host) => `${before}${host}${after}`)
}

/** The hosts of a URL with their ports, for display. */
export function databaseHosts(url: string): string {
  return parts.exec(url)?.[2] || new URL(url).searchParams.get('host') || 'localhost'
}

/** The address of a database without its password and parameters. */
export function maskDatabaseUrl(url: string): string {
  const { protocol, username, pathname } = new URL(urlForEachHost(url)[0] as string)
  return `${protocol}//${username}${username ? ':***@' : ''}${parts.exec(url)?.[2]}${pathname}`
}

/**
 * What is wrong with a URL, to follow the name of its setting; undefined if the URL can be tried.
 */
export function databaseUrlProblem(url: string): string | undefined {
  const urls = parts.test(url) ? urlForEachHost(url).map(tryParseUrl) : [undefined]
  const parameterValues = urls[0]?.searchParams
  const isOneMissing = urls.length > 1 && urls.some((one) => one?.hostname === '')
  if (urls.includes(undefined) || parameterValues === undefined || isOneMissing) {
    return ' must be a URL such as postgres://user:password@host:5432/database, with special characters of a password percent-encoded'
  }
  const unknown = [...parameterValues.keys()].find((name) => !parameters.includes(name))
  if (unknown !== undefined)
    return ` has the parameter ${unknown}, which means nothing here; leave it out, there are ${parameters.join(', ')}`
  const host = parameterValues.get('host') ?? ''
  if (host.includes(',') || (host !== '' && urls.length > 1))
    return ' names its hosts twice, or several in the parameter host: name them before the database'
  const sessionAttributes = parameterValues.get('target_session_attrs') ?? 'read-write'
  if (!['read-write', 'primary'].includes(sessionAttributes))
    return ` has target_session_attrs=${sessionAttributes}, and the service writes: leave it out, or say read-write`
}

/** The library decodes the URL too, but later, with its own error messages. */
function tryParseUrl(text: string): URL | undefined {
  try {
    const url = new URL(text)
    decodeURIComponent(url.href)
    return url
  } catch {
    return undefined
  }
}
