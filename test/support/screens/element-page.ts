// A clinic's page that contains the booking element, on its own origin and under a policy that
// allows nothing else.

import { readFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContextOptions, Page, Request } from 'playwright-core'
import type { Clinic, Harness, Json } from '../clinic/harness.ts'
import { afterFile } from '../run/after-file.ts'

const builtFolder = new URL('../../../booking-page/dist/', import.meta.url)

/** Starts a server that listens until the file ends; each has a different origin. */
export async function listen(handle: RequestListener): Promise<string> {
  const server = createServer(handle)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  afterFile(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

export interface Pages {
  /** The origin of the clinic's pages, which the widget key of `openElement` lists. */
  origin: string
  /** The path of the built element. */
  scripts: string
  /** The same pages on another origin. */
  strange: string
}

/** Serves the built element, and pages that embed it with the attributes given in their query. */
export async function servePages(service: string, connect: readonly string[] = []): Promise<Pages> {
  const scripts = await listen(({ url = '' }, response) => {
    const name = /^\/(booking[\w-]*\.js)(\?\d+)?$/.exec(url)?.[1]
    if (!name) return response.writeHead(404).end()
    response
      .writeHead(200, { 'content-type': 'text/javascript', 'access-control-allow-origin': '*' })
      .end(readFileSync(new URL(name, builtFolder)))
  })
  const page: RequestListener = ({ url = '' }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://page.example')
    if (pathname === '/words.json')
      return response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify({ code: 'nl', who: 'Bij wie?' }))
    const style = searchParams.get('style')
    searchParams.delete('style')
    searchParams.delete('sessionRef')
    const attributes = [...searchParams]
      .map(
        ([name, value]) => `${name}="${value.replaceAll('&', '&amp;').replaceAll('"', '&quot;')}"`,
      )
      .join(' ')
    const policy = `default-src 'none'; script-src ${scripts}; connect-src 'self' ${[service, ...connect].join(' ')}; style-src 'nonce-page'; img-src https://example.org; base-uri 'none'; form-action 'none'`
    response
      .writeHead(200, {
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policy,
      })
      .end(
        `<!doctype html><html lang="en"><head><meta name="viewport" content="width=device-width, initial-scale=1"><title>Sunrise</title>
<style nonce="page">body { margin: 0 } ${style ?? ''}</style><script type="module" src="${scripts}/booking.js" crossorigin></script></head>
<body><main><h1>Sunrise</h1><clinic-booking ${attributes}><p>Call 0141 123.</p></clinic-booking></main></body></html>`,
      )
  }
  return { origin: await listen(page), strange: await listen(page), scripts }
}

export interface Visitor {
  page: Page
  /** The browser's requests to the service: method and path, without ids. */
  traffic: string[]
  /** Errors of the page, and what its policy blocked. */
  complaints: string[]
  /** Names and details of the events that the element sent to the page. */
  listEvents(): Promise<Json[]>
}

/** Opens the element of a clinic in a new browser. */
export async function openElement(
  harness: Harness,
  browser: Browser,
  clinic: Clinic,
  {
    origin,
    service,
    ...rest
  }: {
    origin: string
    service: string
    attributes?: Record<string, string>
    options?: BrowserContextOptions
    before?(page: Page): Promise<unknown>
  },
): Promise<Visitor> {
  const { key } = await harness.operate('key-create', {
    workspace: clinic.name,
    kind: 'WIDGET',
    name: 'page',
    allow: [],
    origins: [origin],
  })
  const context = await browser.newContext({
    viewport: { width: 420, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    ...rest.options,
  })
  const page = await context.newPage()
  const visitor = watch(page, service)
  await listenToElement(page)
  await rest.before?.(page)
  await page.goto(
    `${origin}/?${new URLSearchParams({ 'widget-key': key, 'base-url': service, ...rest.attributes })}`,
  )
  return visitor
}

/** Records the element's events. */
export function listenToElement(page: Page): Promise<unknown> {
  return page.addInitScript(`window.told = []
    for (const name of ['clinic-ready', 'clinic-booked', 'clinic-changed', 'clinic-language']) document.addEventListener(name, ({ detail }) => told.push({ name, ...detail }))`)
}

/** Makes the browser report a time zone that it may not know itself, as some systems do. */
export function setBrowserZone(page: Page, zone: string | undefined): Promise<unknown> {
  return page.addInitScript((zoneName) => {
    const { resolvedOptions } = Intl.DateTimeFormat.prototype
    Intl.DateTimeFormat.prototype.resolvedOptions = function () {
      return { ...resolvedOptions.call(this), timeZone: zoneName as string }
    }
  }, zone)
}

export function watch(page: Page, service: string): Visitor {
  const traffic: string[] = []
  const complaints: string[] = []
  const describeRoute = (request: Request) =>
    `${request.method()} ${new URL(request.url()).pathname.replace(/\/\d+/g, '/{id}')}`
  page.on('request', (request) => {
    if (request.url().startsWith(service) && request.isNavigationRequest() === false)
      traffic.push(describeRoute(request))
  })
  page.on('pageerror', (error) => complaints.push(String(error)))
  page.on('console', (message) => {
    if (/Content Security Policy|Uncaught/.test(message.text())) complaints.push(message.text())
  })
  return { page, traffic, complaints, listEvents: () => page.evaluate('told') as Promise<Json[]> }
}
