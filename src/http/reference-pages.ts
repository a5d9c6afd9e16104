// The API reference for people and for tools: the document, and an explorer that reads it and tries
// calls. Neither needs a key; a call tried there does. The explorer is a library's; the policy below
// keeps it to this service alone, whatever hosts its script may name.

import { createHash, hash } from 'node:crypto'
import { type FastifyInstance, fastify } from 'fastify'

/** Something to look at, outside the API: no gate but the ones of the connection. */
export interface Page {
  path: string
  type: string
  headers: Record<string, string>
  content(): string | Promise<string>
}

const explorerPath = '/docs'
const scriptName = 'explorer.js'

/** `/openapi.json`, `/docs` and what that page loads. */
export function referencePages(document: Record<string, unknown>): Page[] {
  const html = explorerHtml(String((document.info as { title?: unknown }).title))
  const text = JSON.stringify(document)
  return [
    { path: '/openapi.json', type: 'application/json; charset=utf-8', headers: {}, content: () => text },
    { path: explorerPath, type: 'text/html; charset=utf-8', headers: { 'content-security-policy': policyFor(html) }, content: () => html },
    { path: `${explorerPath}/${scriptName}`, type: 'text/javascript; charset=utf-8', headers: { 'cache-control': 'max-age=3600' }, content: explorerScript },
  ]
}

/** Serves a page. It is made at the first request and kept, so that a crowd costs neither time nor memory. */
export function registerPage(app: FastifyInstance, { path, type, headers, content }: Page) {
  let made: Promise<{ bytes: Buffer; etag: string }> | undefined
  app.route({
    method: 'GET',
    url: path,
    config: { isPage: true },
    async handler(request, reply) {
      made ??= Promise.resolve(content()).then((text) => ({ bytes: Buffer.from(text), etag: `"${hash('sha256', text, 'base64url')}"` }))
      made.catch(() => {
        made = undefined
      })
      const { bytes, etag } = await made
      reply.headers({ 'cache-control': 'no-cache', ...headers, etag })
      if (request.headers['if-none-match']?.includes(etag)) return reply.code(304).send()
      return reply.type(type).send(bytes)
    },
  })
}

const startScript = `
Scalar.createApiReference('#explorer', {
  url: '/openapi.json',
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  persistAuth: false,
  defaultOpenAllTags: true,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
  authentication: { preferredSecurityScheme: 'apiKey' },
})
`

function explorerHtml(title: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The same reference is at <a href="/openapi.json">/openapi.json</a>.</noscript>
<div id="explorer"></div>
<script src="${explorerPath}/${scriptName}"></script>
<script>${startScript}</script>
</body>
</html>
`
}

function policyFor(html: string): string {
  if (!html.includes(startScript)) throw new Error('the explorer page lacks its start script')
  const hash = createHash('sha256').update(startScript).digest('base64')
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    // The library writes its styles into the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The library's script: 4 MB that most processes are never asked for, so it is read when it is. */
async function explorerScript(): Promise<string> {
  const { default: library } = await import('@scalar/fastify-api-reference')
  // It gives its script to a server only, so we are one for a moment.
  const server = fastify()
  await server.register(library, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  try {
    return (await server.inject('/js/scalar.js')).body
  } finally {
    await server.close()
  }
}
