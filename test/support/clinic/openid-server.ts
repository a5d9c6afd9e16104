// An OpenID Connect provider on loopback: a certified implementation with our own login page. It
// requires PKCE from every client.

import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Interaction, type JWK, Provider } from 'oidc-provider'
import type { OpenIdSettings } from '../../../src/clinic/sign-in/openid-settings.ts'
import { afterFile } from '../run/after-file.ts'

/** The users of the provider, by the name typed on its page. */
export interface ProviderUser {
  email?: string
  email_verified?: unknown
  /** How they authenticated, if the provider says so. */
  amr?: string[]
}

export interface OpenIdServer {
  settings: OpenIdSettings
  people: Map<string, ProviderUser>
  /** By how many seconds the clock of its tokens is fast, from the next token on. */
  fastSeconds: number
  /** Starts answering, for a dashboard at this origin. */
  startAnswering(origin: string): void
  /** Signs with another key from now on. */
  changeKey(origin: string): void
  /** How often it was asked for tokens. */
  countTokenRequests(): number
  close(): Promise<void>
}

export interface OpenIdServerOptions extends Partial<OpenIdSettings> {
  /** Whether the token contains the e-mail address, which is otherwise returned only on request. */
  tellsInToken?: boolean
}

const createKey = () =>
  ({
    ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
    use: 'sig',
    alg: 'RS256',
  }) as JWK

/** Listens at once, so that its issuer is known; it answers once `startAnswering` is called. */
export async function startOpenIdServer({
  tellsInToken = false,
  ...settings
}: OpenIdServerOptions = {}): Promise<OpenIdServer> {
  let answer = (_: IncomingMessage, response: ServerResponse) => void response.writeHead(503).end()
  const server = createServer((request, response) => answer(request, response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const client = { clientId: 'clinic', clientSecret: 'secret-of-the-client' }
  const people = new Map<string, ProviderUser>()
  let signingKey = createKey()
  let tokenRequestCount = 0
  const close = () => waitUntilClosed(server)
  afterFile(close)
  const served: OpenIdServer = {
    fastSeconds: 0,
    settings: { issuer, ...client, label: 'Example ID', factors: 'one', ...settings },
    people,
    startAnswering(origin) {
      const provider: Provider = new Provider(issuer, {
        clients: [
          {
            client_id: client.clientId,
            client_secret: client.clientSecret,
            redirect_uris: [`${origin}/dashboard/sign-in/openid`],
          },
        ],
        claims: { openid: ['sub', 'amr'], email: ['email', 'email_verified'] },
        conformIdTokenClaims: !tellsInToken,
        cookies: { keys: ['cookies of tests'] },
        jwks: { keys: [signingKey] },
        ttl: {
          AccessToken: 600,
          AuthorizationCode: 60,
          Grant: 600,
          IdToken: 600,
          Interaction: 600,
          Session: 600,
        },
        pkce: { required: () => true },
        features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
        interactions: { url: (_, { uid }: Interaction) => `/login/${uid}` },
        findAccount: (_, id) => {
          const person = people.get(id)
          return person && { accountId: id, claims: () => ({ sub: id, ...person }) as never }
        },
        // No user is asked for consent.
        async loadExistingGrant({ oidc }) {
          const grant = new provider.Grant({
            clientId: oidc.client?.clientId ?? '',
            accountId: oidc.session?.accountId ?? '',
          })
          grant.addOIDCScope('openid email')
          await grant.save()
          return grant
        },
      })
      provider.use(async (context, next) => {
        await next()
        const body = context.body as { id_token?: string } | undefined
        if (served.fastSeconds > 0 && body?.id_token)
          body.id_token = shiftIssueTime(body.id_token, served.fastSeconds, signingKey)
      })
      const providerHandler = provider.callback()
      answer = (request, response) => {
        if (request.url?.startsWith('/token')) tokenRequestCount += 1
        return request.url?.startsWith('/login/')
          ? void login(provider, people, request, response)
          : void providerHandler(request, response)
      }
    },
    changeKey(origin) {
      signingKey = createKey()
      served.startAnswering(origin)
    },
    countTokenRequests: () => tokenRequestCount,
    close,
  }
  return served
}

/** The same token, as issued by a provider whose clock is fast. */
function shiftIssueTime(token: string, seconds: number, signingKey: JWK): string {
  const [header = '', payload = ''] = token.split('.')
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) as {
    iat: number
    exp: number
  }
  const later = Buffer.from(
    JSON.stringify({ ...claims, iat: claims.iat + seconds, exp: claims.exp + seconds }),
  ).toString('base64url')
  const signature = sign(
    'RSA-SHA256',
    Buffer.from(`${header}.${later}`),
    createPrivateKey({ key: signingKey as never, format: 'jwk' }),
  )
  return `${header}.${later}.${signature.toString('base64url')}`
}

/** The page where users say who they are, or cancel. */
async function login(
  provider: Provider,
  people: OpenIdServer['people'],
  request: IncomingMessage,
  response: ServerResponse,
) {
  if (request.method === 'GET') {
    const page = `<!doctype html><html lang="en"><title>Example ID</title><form method="post"><label>Name <input name="name"></label>
      <button>Log in</button><button name="no" value="1">Cancel</button></form></html>`
    return void response.writeHead(200, { 'content-type': 'text/html' }).end(page)
  }
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const typed = new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
  const name = typed.get('name') ?? ''
  const { amr } = people.get(name) ?? {}
  await provider.interactionFinished(
    request,
    response,
    typed.has('no')
      ? { error: 'access_denied', error_description: 'the person gave up' }
      : { login: { accountId: name, ...(amr && { amr }) } },
  )
}

function waitUntilClosed(server: Server): Promise<void> {
  server.closeAllConnections()
  return new Promise((done) => server.close(() => done()))
}

/**
 * Logs in as a browser does, starting at one of the provider's addresses; returns the query of the
 * redirect back. If `name` is null, it cancels.
 */
export async function logIn(address: string, name: string | null): Promise<string> {
  const jar = new Map<string, string>()
  let [url, body]: [string, string | undefined] = [address, undefined]
  for (let step = 0; step < 8; step += 1) {
    const cookie = [...jar].map((pair) => pair.join('=')).join('; ')
    const reply: Response = await fetch(url, {
      redirect: 'manual',
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie,
        ...(body !== undefined && { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body !== undefined && { body }),
    })
    for (const set of reply.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? []
      jar.set(key, value)
    }
    const location = reply.headers.get('location')
    if (location === null) {
      const page = await reply.text()
      if (!page.includes('<form') || body !== undefined)
        throw new Error(`the provider answered ${reply.status}: ${page}`)
      body = new URLSearchParams(name === null ? { no: '1' } : { name }).toString()
      continue
    }
    const next = new URL(location, url)
    if (next.pathname.startsWith('/dashboard/')) return next.search
    url = next.href
    body = undefined
  }
  throw new Error('the provider sends the browser in a circle')
}
