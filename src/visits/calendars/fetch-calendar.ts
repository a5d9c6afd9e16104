// Fetches a feed from a server that may be slow, endless, wrong or hostile.

import { type IncomingMessage, request as requestByHttp } from 'node:http'
import { request as requestByHttps } from 'node:https'
import type { LookupFunction } from 'node:net'
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import type { IpAddress } from '../../base/values/ip-address.ts'
import { feedUrl } from './feed-url.ts'
import { type ResolvedAddress, type Resolver, resolveReachable } from './reachable.ts'
import { type CalendarProblem, calendarBytesMax, startsAsCalendar } from './read-calendar.ts'

/** The version of a feed as its server reported it, for a conditional request next time. */
export interface Version {
  etag: string | null
  lastModified: string | null
}

export interface FetchServices {
  resolve: Resolver
  /** Allowed networks in addition to the public internet. */
  allows(address: IpAddress): boolean
  /** The time limit for the whole request: resolving names, redirects and the body. */
  deadlineMs?: number
  bytesMax?: number
  /** How long parsing may take. */
  readMsMax?: number | undefined
}

export type FetchResult = { bytes: Buffer; version: Version } | 'unchanged' | CalendarProblem

const fetchMsMax = 20_000
const redirectsMax = 3
const firstBytesToCheck = 512

/** A sentence that describes the failure. */
class FetchFailure extends Error {}

/**
 * Fetches a feed, or learns that it is unchanged since `known`. Its error texts contain neither
 * address nor content.
 */
export async function fetchCalendar(
  address: string,
  storedVersion: Version | undefined,
  services: FetchServices,
  endSignal?: AbortSignal,
): Promise<FetchResult> {
  const { deadlineMs = fetchMsMax } = services
  const signal = AbortSignal.any([
    AbortSignal.timeout(deadlineMs),
    ...(endSignal ? [endSignal] : []),
  ])
  const tooLate = new Promise<never>((_, reject) => {
    signal.addEventListener(
      'abort',
      () => reject(new FetchFailure('was not given in time by its server')),
      { once: true },
    )
  })
  try {
    // The operating system resolves names, and its resolver cannot be aborted.
    return await Promise.race([followRedirects(address, storedVersion, services, signal), tooLate])
  } catch (error) {
    if (error instanceof FetchFailure) return { problem: error.message }
    if (signal.aborted) return { problem: 'was not given in time by its server' }
    const { code = '' } = error as { code?: string }
    return {
      problem: `cannot be fetched from its server${/^[A-Z_0-9]{1,60}$/.test(code) ? ` (${code})` : ''}`,
    }
  }
}

async function followRedirects(
  address: string,
  storedVersion: Version | undefined,
  services: FetchServices,
  signal: AbortSignal,
): Promise<FetchResult> {
  let url = feedUrl(address)
  if (!url) throw new FetchFailure('does not have the address of a web server')
  for (let redirects = 0; redirects <= redirectsMax; redirects += 1) {
    const target = await resolveReachable(url, services.resolve, services.allows)
    if ('problem' in target) throw new FetchFailure(target.problem)
    signal.throwIfAborted()
    const response = await sendGet(url, target.addresses, storedVersion, signal)
    try {
      const { statusCode: status = 0, headers } = response
      if (status === 200)
        return {
          bytes: await readBody(response, services.bytesMax ?? calendarBytesMax),
          version: readVersion(response),
        }
      if (status === 304 && storedVersion) return 'unchanged'
      if (![301, 302, 303, 307, 308].includes(status))
        throw new FetchFailure(`was refused by its server with status ${status}`)
      url = resolveRedirect(url, headers.location ?? '')
    } finally {
      response.destroy()
    }
  }
  throw new FetchFailure(`was redirected by its server more than ${redirectsMax} times`)
}

/** The target of a redirect. */
export function resolveRedirect(from: URL, location: string): URL {
  const to = feedUrl(URL.parse(location, from.href)?.href ?? '')
  if (!to)
    throw new FetchFailure('was redirected by its server to something other than a web address')
  if (from.protocol === 'https:' && to.protocol === 'http:')
    throw new FetchFailure('was redirected by its server to an unencrypted address')
  return to
}

/** Sends a GET to one of these addresses only, and returns the response with its body unread. */
function sendGet(
  url: URL,
  addresses: readonly ResolvedAddress[],
  storedVersion: Version | undefined,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const lookup: LookupFunction = (_, { all }, callback) => {
    if (all) callback(null, [...addresses])
    else callback(null, addresses[0]?.address ?? '', addresses[0]?.family)
  }
  const headers = {
    accept: 'text/calendar',
    // The length of an uncompressed body is known in advance; some servers compress it anyway.
    'accept-encoding': 'identity',
    'user-agent': 'clinic-scheduling',
    ...(storedVersion?.etag ? { 'if-none-match': storedVersion.etag } : {}),
    ...(storedVersion?.lastModified ? { 'if-modified-since': storedVersion.lastModified } : {}),
  }
  const request = url.protocol === 'https:' ? requestByHttps : requestByHttp
  return new Promise((resolve, reject) => {
    request(url, { method: 'GET', headers, lookup, agent: false, signal }, resolve)
      .on('error', reject)
      .end()
  })
}

/** The body, up to the maximum size of a calendar. */
async function readBody(response: IncomingMessage, bytesMax: number): Promise<Buffer> {
  const { 'content-encoding': encoding = '', 'content-length': length = '0' } = response.headers
  const coding = encoding.trim().toLowerCase() || 'identity'
  const decompress = Object.hasOwn(decompressions, coding) ? decompressions[coding] : undefined
  if (!decompress && coding !== 'identity')
    throw new FetchFailure('is compressed by its server in an unsupported way')
  const chunks: Buffer[] = []
  let bytes = 0
  let isBegun = false
  const tooLong = new FetchFailure(`is longer than ${bytesMax / 1_000_000} million bytes`)
  if (Number(length) > bytesMax) throw tooLong
  for await (const chunk of response as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    if (bytes > bytesMax) throw tooLong
    if (!decompress && !isBegun && bytes >= firstBytesToCheck) {
      if (!startsAsCalendar(Buffer.concat(chunks).toString()))
        throw new FetchFailure(
          'does not begin with BEGIN:VCALENDAR, so it is not an iCalendar feed',
        )
      isBegun = true
    }
  }
  const body = Buffer.concat(chunks)
  if (!decompress) return body
  try {
    return await decompress(body, { maxOutputLength: bytesMax })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLong
    throw new FetchFailure('is compressed by its server in an unsupported way')
  }
}

type Decompression = (body: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const decompressions: Record<string, Decompression | undefined> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  // Some servers leave out the zlib header, whose low half-byte is 8.
  deflate: (body, options) =>
    promisify(((body[0] ?? 0) & 0x0f) === 8 ? inflate : inflateRaw)(
      body,
      options,
    ) as Promise<Buffer>,
  br: promisify(brotliDecompress),
}

const versionLengthMax = 300

function readVersion({ headers }: IncomingMessage): Version {
  const storableHeader = (value: string | undefined) =>
    value !== undefined && value.length <= versionLengthMax && /^[\x20-\x7e]+$/.test(value)
      ? value
      : null
  return {
    etag: storableHeader(headers.etag),
    lastModified: storableHeader(headers['last-modified']),
  }
}
