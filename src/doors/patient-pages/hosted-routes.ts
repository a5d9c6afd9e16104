// GET /book/:workspace and /book/:workspace/:practitioner: the pages on which patients book, the
// clinic's logo, and /my/:workspace: the page on which patients see what they have booked.

import { LRUCache } from 'lru-cache'
import type { Database } from '../../base/db/database.ts'
import { htmlType, pageHeaders } from '../../base/http/html.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { memoize } from '../../base/values/remembering.ts'
import type { Configuration, Configurations } from '../../clinic/catalogue/configuration.ts'
import { changeKeyOrigins } from '../../clinic/workspaces/keys.ts'
import {
  ownVisitsPath,
  type PageClinic,
  sentencePage,
  sentenceStyle,
  tooBusyPage,
} from './frame.ts'
import { hostedHeaders, hostedPage, hostedStyle } from './hosted-page.ts'
import { ownVisitsPage } from './own-visits/own-visits-page.ts'
import { bookingPath, loadPeopleAndLocations, practitionersShownMax } from './people.ts'
import {
  bookingPageLogo,
  findWorkspaceId,
  publishedBookingPage,
  publishedBookingPages,
} from './queries.ts'
import type { BookingScript } from './script-files.ts'
import { type BookingPageSettings, pageLanguages } from './settings.ts'
import { chooseLanguage, chooseLocale, loadWords } from './words.ts'

export interface HostedServices {
  database: Database
  configurations: Configurations
  clock: Clock
  publicUrl(): string
}

/** The path of a workspace's logo. */
const logoPath = (workspace: string) => `/book/${workspace}/logo.image`

const sitemapPath = '/sitemap.xml'
const crawlerHeaders = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'public, max-age=3600',
}

/**
 * How many rendered pages are cached: a large clinic's page takes 30 ms, and anyone may request it.
 */
const cachedBytesMax = 16 * 1024 * 1024

const unknownHeaders = { ...pageHeaders({ style: sentenceStyle }), vary: 'accept-language' }

function unknownPage({ headers }: PageRequest): PageAnswer {
  const language = chooseLanguage(headers['accept-language'])
  const { noPageTitle, noPage } = loadWords(language)
  return {
    status: 404,
    type: htmlType,
    headers: unknownHeaders,
    content: sentencePage(language, sentenceStyle, { title: noPageTitle, sentence: noPage }),
  }
}

/** The language of a page: the one in its address, or else the one that the browser prefers. */
function languageOfPage({ languages = pageLanguages }: BookingPageSettings, request: PageRequest) {
  const requestedLanguage = languages.find((offered) => offered === request.query.lang)
  const language =
    requestedLanguage ?? chooseLanguage(request.headers['accept-language'], languages)
  return {
    language,
    languages,
    isLanguageAsked: requestedLanguage !== undefined,
    locale: chooseLocale(request.headers['accept-language'], language),
  }
}

const nothingOffered = { locations: [], practitioners: [], hasMore: false, practitioner: undefined }

export function hostedPages(services: HostedServices, script: BookingScript): LivePage[] {
  const { database, configurations, clock, publicUrl } = services

  // Everything that is shown comes from one configuration or is part of the cache key.
  const pageCache = new LRUCache<string, PageAnswer>({
    maxSize: cachedBytesMax,
    sizeCalculation: ({ content }) => 2 * content.length + 2_048,
  })
  let configurationsSeen = 0
  const numberOf = memoize((_: Configuration) => ++configurationsSeen)

  /**
   * The page of a workspace, without its practitioners; undefined if there is none, or if it is
   * switched off.
   */
  async function loadPage(workspace = '') {
    const workspaceId = await findWorkspaceId(database, workspace)
    if (workspaceId === undefined) return undefined
    const [page] = await database.rows(publishedBookingPage, { workspaceId, now: clock.now() })
    if (!page) return undefined
    const origin = new URL(publicUrl()).origin
    // The installation has moved, or did not know its address when the page was enabled: the key
    // must allow pages of this origin. The former origin stays allowed, since other processes may
    // still use it: otherwise each would remove the other's origin with every view.
    if (!page.allowedOrigins.includes(origin))
      await changeKeyOrigins(database, workspaceId, page.keyId, [
        origin,
        ...page.allowedOrigins.slice(0, 1),
      ])
    const configuration = await configurations.of(workspaceId)
    const integrity = script.integrity()
    const clinic: PageClinic = {
      title: configuration.workspaceProfile?.name ?? configuration.title,
      settings: page.settings,
      logo: page.hasLogo ? logoPath(workspace) : null,
      legal: configuration.legal,
      workspace,
    }
    const canBook = page.isUsable && integrity !== undefined
    const pageContent = {
      clinic,
      url: `${origin}${bookingPath(workspace)}`,
      origin,
      element: canBook
        ? { widgetKey: page.widgetKey, script: script.path(), integrity }
        : undefined,
    }
    return { page: pageContent, configuration }
  }

  async function answerPage(
    { workspace, practitioner: slug }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const publishedPage = await loadPage(workspace)
    if (!publishedPage) return unknownPage(request)
    const { page, configuration } = publishedPage
    const { settings } = page.clinic
    const inLanguage = languageOfPage(settings, request)
    const key = JSON.stringify([numberOf(configuration), slug, page, inLanguage])
    const cached = pageCache.get(key)
    if (cached) return cached
    const people = await loadPeopleAndLocations(database, configuration, {
      slug,
      max: practitionersShownMax,
    })
    const practitioner = slug === undefined ? undefined : people.practitioners[0]
    if (slug !== undefined && !practitioner) return unknownPage(request)
    const fullPage = { ...page, ...people, ...inLanguage, practitioner }
    const answerToCache = {
      status: 200,
      type: htmlType,
      headers: hostedHeaders(hostedStyle(settings), fullPage),
      content: hostedPage(fullPage),
    }
    pageCache.set(key, answerToCache)
    return answerToCache
  }

  /** The page on which patients see what they have booked; it is the same for everyone. */
  async function answerOwnVisits(
    { workspace }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const publishedPage = await loadPage(workspace)
    if (!publishedPage) return unknownPage(request)
    const { page } = publishedPage
    const { clinic, origin } = page
    const { style, content } = ownVisitsPage({
      ...page,
      ...languageOfPage(clinic.settings, request),
      url: `${origin}${ownVisitsPath(clinic.workspace)}`,
      ...nothingOffered,
    })
    return {
      status: 200,
      type: htmlType,
      headers: { ...hostedHeaders(style, nothingOffered), 'x-robots-tag': 'noindex, nofollow' },
      content,
    }
  }

  async function answerLogo({ workspace = '' }: Record<string, string>): Promise<PageAnswer> {
    const workspaceId = await findWorkspaceId(database, workspace)
    const [logo] =
      workspaceId === undefined ? [] : await database.rows(bookingPageLogo, { workspaceId })
    // An SVG that is opened directly must neither run nor load anything.
    const policy = "default-src 'none'; style-src 'unsafe-inline'; sandbox"
    const headers = { 'x-content-type-options': 'nosniff', 'content-security-policy': policy }
    if (!logo?.bytes || logo.type === null)
      return {
        status: 404,
        type: 'text/plain; charset=utf-8',
        headers,
        content: 'No such picture.\n',
      }
    return {
      status: 200,
      type: logo.type,
      headers: { ...headers, 'cache-control': 'public, max-age=3600' },
      content: logo.bytes,
    }
  }

  /** Search engines may index the booking pages, and nothing else of this service. */
  async function answerRobots(): Promise<PageAnswer> {
    const published = await database.rows(publishedBookingPages)
    const rules = [
      'User-agent: *',
      ...(published.length > 0 ? ['Allow: /book/'] : []),
      'Disallow: /',
    ]
    const content = [
      ...rules,
      ...(published.length > 0
        ? ['', `Sitemap: ${new URL(publicUrl()).origin}${sitemapPath}`]
        : []),
      '',
    ].join('\n')
    return { status: 200, type: 'text/plain; charset=utf-8', headers: crawlerHeaders, content }
  }

  /** A clinic's practitioners are found through its page. */
  async function answerSitemap(): Promise<PageAnswer> {
    const published = await database.rows(publishedBookingPages)
    const origin = new URL(publicUrl()).origin
    const urls = published
      .map(({ workspace }) => `<url><loc>${origin}${bookingPath(workspace)}</loc></url>\n`)
      .join('')
    const content = `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls}</urlset>\n`
    return { status: 200, type: 'application/xml; charset=utf-8', headers: crawlerHeaders, content }
  }

  const busyAnswer = () => ({ type: htmlType, headers: unknownHeaders, content: tooBusyPage('en') })

  return [
    ...script.pages,
    {
      path: '/book/:workspace',
      isCounted: true,
      isPublic: true,
      answer: answerPage,
      refused: busyAnswer,
    },
    {
      path: '/book/:workspace/:practitioner',
      isCounted: true,
      isPublic: true,
      answer: answerPage,
      refused: busyAnswer,
    },
    {
      path: '/my/:workspace',
      isCounted: true,
      isPublic: true,
      answer: answerOwnVisits,
      refused: busyAnswer,
    },
    { path: '/book/:workspace/logo.image', isPublic: true, answer: answerLogo },
    { path: '/robots.txt', isCounted: true, isPublic: true, answer: answerRobots },
    { path: sitemapPath, isCounted: true, isPublic: true, answer: answerSitemap },
  ]
}
