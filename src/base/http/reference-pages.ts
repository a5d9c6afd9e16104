// The API reference for people and for tools: the document, and an explorer that reads it and can
// send calls. Neither needs a key; a call sent from there does. The explorer comes from a library;
// the policy below restricts it to this service, whatever hosts its script may name.

import { createHash } from 'node:crypto'
import { fastify } from 'fastify'
import type { CalendarDate } from '../values/calendar-date.ts'
import { frontPage } from './front-page.ts'
import type { Page } from './pages.ts'

/** The inputs of the pages. */
export interface Reference {
  title: string
  version: string
  /** The OpenAPI document, with dates after this day in its examples. */
  documentOn(day: CalendarDate): Record<string, unknown>
  today(): CalendarDate
  /** Whether the documentation site is served. */
  hasDocumentation: boolean
}

const explorerPath = '/docs'
const scriptName = 'explorer.js'

/** `/openapi.json`, `/docs` and the files it loads, and the pages that link to them. */
export function referencePages({
  title,
  version,
  documentOn,
  today,
  hasDocumentation,
}: Reference): Page[] {
  const explorer = explorerHtml(title)
  const front = frontPage(title, version, hasDocumentation)
  const html = 'text/html; charset=utf-8'
  return [
    {
      path: '/openapi.json',
      type: 'application/json; charset=utf-8',
      headers: {},
      day: today,
      content: () => JSON.stringify(documentOn(today())),
    },
    {
      path: '/',
      type: html,
      headers: { 'content-security-policy': front.policy, vary: 'accept' },
      isForBrowsers: true,
      content: () => front.html,
    },
    {
      path: explorerPath,
      type: html,
      headers: { 'content-security-policy': explorerPolicy(explorer) },
      content: () => explorer,
    },
    {
      path: `${explorerPath}/${scriptName}`,
      type: 'text/javascript; charset=utf-8',
      headers: { 'cache-control': 'max-age=3600' },
      content: explorerScript,
    },
  ]
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
  orderSchemaPropertiesBy: 'preserve',
  orderRequiredPropertiesFirst: false,
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

function explorerPolicy(html: string): string {
  if (!html.includes(startScript)) throw new Error('the explorer page has no start script')
  const hash = createHash('sha256').update(startScript).digest('base64')
  return [
    "default-src 'none'",
    `script-src 'self' 'sha256-${hash}'`,
    // The library adds its styles to the page.
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** The library's script: 4 MB that most processes never serve, so it is read on first use. */
async function explorerScript(): Promise<string> {
  const { default: library } = await import('@scalar/fastify-api-reference')
  // The library hands its script only to a server, so we create one for a moment.
  const server = fastify()
  await server.register(library, { routePrefix: '/', configuration: { url: '/openapi.json' } })
  try {
    return (await server.inject('/js/scalar.js')).body
  } finally {
    await server.close()
  }
}
