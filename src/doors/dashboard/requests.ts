// Shared code of all dashboard requests: their origin, their sender, and their responses.

import type { IncomingHttpHeaders } from 'node:http'
import { Refusal, refusalForProblem } from '../../base/contract/errors.ts'
import { secretPageHeaders } from '../../base/http/html.ts'
import type { PageAnswer, PageRequest } from '../../base/http/pages.ts'
import { stringifyInTurns } from '../../base/ports/json-in-turns.ts'
import { type Mistake, type NextOperation, Problem } from '../../base/values/problem.ts'
import type { Visitor } from '../../clinic/sign-in/links.ts'
import type { SignIns, StaffSession } from '../../clinic/sign-in/sign-in.ts'
import type { ProblemCode } from '../register/all-problems.ts'

const jsonType = 'application/json; charset=utf-8'

export function json(
  status: number,
  body: unknown,
  headers: PageAnswer['headers'] = {},
): PageAnswer {
  return { ...jsonAnswerHead(status, headers), content: JSON.stringify(body) }
}

/** Does the same for a body that may be large. */
export async function largeJson(status: number, body: unknown): Promise<PageAnswer> {
  return { ...jsonAnswerHead(status), content: await stringifyInTurns(body) }
}

function jsonAnswerHead(status: number, headers: PageAnswer['headers'] = {}) {
  return {
    status,
    type: jsonType,
    headers: { ...secretPageHeaders, 'cache-control': 'no-store', ...headers },
  }
}

/** The codes of the pages' own refusals. */
type PageCode =
  | 'CODES_ALREADY_SET_UP'
  | 'CROSS_ORIGIN_REQUEST'
  | 'IMPORTS_RUNNING'
  | 'LINK_NOT_USABLE'
  | 'NOT_ALLOWED'
  | 'NOT_SIGNED_IN'
  | 'CONTAINS_OWN_DATA'
  | 'OPENID_REFUSED'
  | 'PASSKEY_NOT_FOUND'
  | 'PASSKEY_NOT_USABLE'
  | 'REAUTHENTICATION_REQUIRED'
  | 'SECOND_FACTOR_REQUIRED'
  | 'SESSION_NOT_FOUND'
  | 'SIGN_IN_REQUIRED'
  | 'SIGN_IN_REFUSED'
  | 'TOO_COMMON'
  | 'TOO_LONG'
  | 'TOO_MANY_ATTEMPTS'
  | 'TOO_SHORT'
  | 'UNKNOWN_OPERATION'
  | 'WORKSPACE_NOT_FOUND'
  | 'WRONG_CODE'
export type RefusedCode = PageCode | ProblemCode

/**
 * Why a request is refused, from which the dashboard makes a message: a code, its details, and a
 * text for logs and e-mails.
 */
export interface RefusalBody {
  code: RefusedCode
  details: Readonly<Record<string, unknown>>
  /** The message in English; the dashboard has its own texts for known codes. */
  message: string
  /** The operation to use next, if there is one. */
  next?: NextOperation | undefined
  /** The mistakes in a file that was sent. */
  mistakes?: readonly Mistake[]
  requestId: string
}

export function refusalAnswer(
  status: number,
  code: RefusedCode,
  requestId: string,
  message: string,
  details: RefusalBody['details'] = {},
): PageAnswer {
  return json(status, { code, details, message, requestId } satisfies RefusalBody)
}

/**
 * A refusal of a rule or operation, in the form for the dashboard; throws errors that are not
 * refusals.
 */
export function describeRefusal(
  error: unknown,
  requestId: string,
): { refused: RefusalBody; status: number; headers: Record<string, string> } {
  const asRefusal = error instanceof Problem ? refusalForProblem(error) : error
  if (!(asRefusal instanceof Refusal)) throw error
  const { code, details, status, headers } = asRefusal
  const explanation =
    error instanceof Problem
      ? { message: error.sentence, next: error.next, mistakes: error.mistakes }
      : { message: code }
  return {
    refused: { code: code as RefusedCode, details, ...explanation, requestId },
    status,
    headers,
  }
}

/** Returns the response for a refused rule or operation; throws any other error. */
export function answerRefusal(error: unknown, requestId: string): PageAnswer {
  const { refused, status, headers } = describeRefusal(error, requestId)
  return json(status, refused, headers)
}

/**
 * Creates a cookie that scripts cannot read. Over TLS, the prefix of its name keeps other hosts,
 * and pages without TLS, from setting it (DASH-07).
 */
export function createCookie(
  isSecure: boolean,
  purpose: 'session' | 'openid' | 'browser' = 'session',
) {
  const name = `${isSecure ? '__Host-' : ''}clinic-${purpose}`
  const attributes = `Path=/; HttpOnly; SameSite=Strict${isSecure ? '; Secure' : ''}`
  return {
    /** Sets the cookie until the browser is closed, or for this many seconds. */
    set: (token: string, seconds?: number) => ({
      'set-cookie': `${name}=${token}; ${attributes}${seconds === undefined ? '' : `; Max-Age=${seconds}`}`,
    }),
    clear: { 'set-cookie': `${name}=; ${attributes}; Max-Age=0`, 'clear-site-data': '"cache"' },
    read(headers: IncomingHttpHeaders): string | undefined {
      const cookies = (headers.cookie ?? '').split(/;\s*/)
      return cookies.find((cookie) => cookie.startsWith(`${name}=`))?.slice(name.length + 1)
    },
  }
}

/**
 * Whether a request was sent by a page of this service: no other request may change anything
 * (DASH-08). Its content type must be one of the types that forms cannot send.
 */
export function isFromOwnPage(
  { origin, host, 'sec-fetch-site': site, 'content-type': type = '' }: IncomingHttpHeaders,
  publicOrigin: string | undefined,
  requiredType: 'application/json' | 'text/csv' = 'application/json',
): boolean {
  const ownHost =
    publicOrigin === undefined ? [`http://${host}`, `https://${host}`] : [publicOrigin]
  const [sent = ''] = type.split(';')
  return (
    origin !== undefined &&
    ownHost.includes(origin) &&
    (site === undefined || site === 'same-origin') &&
    sent.trim().toLowerCase() === requiredType
  )
}

export const foreignPageAnswer = () =>
  refusalAnswer(403, 'CROSS_ORIGIN_REQUEST', '', 'Open the dashboard at its own address.')

/** The session of a request. */
export async function findSession(
  signIns: SignIns,
  headers: IncomingHttpHeaders,
  isSecure: boolean,
): Promise<StaffSession | undefined> {
  const token = createCookie(isSecure).read(headers)
  return token === undefined ? undefined : signIns.session(token)
}

/** The browser that sent a request. */
export const toVisitor = ({ address, headers }: PageRequest, isSecure: boolean): Visitor => ({
  address,
  browser: headers['user-agent'] ?? '',
  knownBy: createCookie(isSecure, 'browser').read(headers),
})
