// POST /my/:workspace/records and the paths beside it: what the page "My visits" asks for, in the
// session of its browser. A session sees the people of the contact that it has verified in the last
// half hour, and of no other (MINE-04).

import { hash } from 'node:crypto'
import type { Caller } from '../../../base/contract/route.ts'
import { choice, flag, id, object, text } from '../../../base/contract/schemas.ts'
import { bodyValidator, type Validator } from '../../../base/contract/validation.ts'
import type { Database } from '../../../base/db/database.ts'
import { secretPageHeaders } from '../../../base/http/html.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../../base/http/pages.ts'
import type { Clock } from '../../../base/ports/clock.ts'
import { invalid } from '../../../base/values/problem.ts'
import type { Configurations } from '../../../clinic/catalogue/configuration.ts'
import { type NoticeSubject, toNoticeSubject } from '../../../clinic/notices/noticed-visit.ts'
import { makeVisitLink } from '../../../clinic/notices/visit-links.ts'
import { destinationMembers } from '../../../clinic/verification/code-fields.ts'
import type { ConsentGate } from '../../../clinic/verification/consent-gate.ts'
import { type DestinationFields, toDestination } from '../../../clinic/verification/destination.ts'
import type { CachedKeys } from '../../../clinic/workspaces/keys.ts'
import { findPageOfSubject } from '../link-answers.ts'
import { problem } from '../problems.ts'
import { findWorkspaceId } from '../queries.ts'
import { ownerOfSubject } from './queries.ts'
import {
  loadMoreVisits,
  loadRecords,
  type ReadingContext,
  readCursor,
  readForPeople,
  type SubjectKind,
} from './records.ts'

export interface OwnVisitsServices {
  database: Database
  configurations: Configurations
  clock: Clock
  gate: ConsentGate
  findSession: CachedKeys['findSession']
}

/** A request that names a contact has a few short members. */
const bodyBytesMax = 4 * 1024

const validateContact = bodyValidator(object(destinationMembers))
const validateMore = bodyValidator(
  object({
    ...destinationMembers,
    patientId: id('Whose visits.'),
    isUpcoming: flag('Whether those to come are wanted, or the others.'),
    after: text('Where the list continues: `next` of the last answer.', '1893456000000-7'),
  }),
)
const subjectKinds = ['VISIT', 'TOKEN', 'PACK', 'OFFER'] as const satisfies SubjectKind[]
const validateSubject = bodyValidator(
  object({
    ...destinationMembers,
    kind: choice(subjectKinds, 'What the page shows.'),
    id: id('Its id.'),
  }),
)

const subjectIds: Record<SubjectKind, keyof NoticeSubject> = {
  VISIT: 'appointmentId',
  TOKEN: 'visitId',
  PACK: 'patientPackId',
  OFFER: 'offerId',
}

const json = (status: number, body: unknown): PageAnswer => ({
  status,
  type: 'application/json; charset=utf-8',
  headers: { ...secretPageHeaders, 'cache-control': 'no-store' },
  content: JSON.stringify(body),
})

/** One answer for everything that does not exist for the session. */
const notFound = () =>
  json(404, { statusCode: 404, status: 'failed', message: 'There is nothing like that here.' })

/** The page then opens another session. */
const noSession = () =>
  json(401, { statusCode: 401, status: 'failed', message: 'The session has ended.' })

/** The body of a request as JSON, checked. */
function readBody<Body>({ body }: PageRequest, validate: Validator): Body {
  let value: unknown
  try {
    value = JSON.parse(body.toString('utf8'))
  } catch {
    value = undefined
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw invalid('the body must be a JSON object')
  validate(value)
  return value as Body
}

type SessionCaller = Caller & { endUser: Buffer }

export function ownVisitsPages(services: OwnVisitsServices): LivePage[] {
  const { database, configurations, clock, gate, findSession } = services

  /** The session of a request, as the gates of the API identify one; undefined: there is none. */
  async function identifyCaller({
    headers,
    address,
    requestId,
  }: PageRequest): Promise<SessionCaller | undefined> {
    const token = /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(headers.authorization ?? '')?.[1]
    const key =
      token === undefined
        ? undefined
        : await findSession(hash('sha256', token, 'base64url'), clock.now())
    if (key?.sessionId === undefined) return undefined
    const endUserId = headers['x-end-user-id']
    if (typeof endUserId !== 'string' || !/^[\x21-\x7e]{1,128}$/.test(endUserId))
      throw invalid('x-end-user-id must be sent, as to the API')
    return {
      workspaceId: key.workspaceId,
      keyId: key.id,
      kind: 'session',
      sessionId: key.sessionId,
      address,
      requestId,
      endUser: gate.hashEndUser(endUserId),
    }
  }

  /** A path below a workspace's page; undefined: there is nothing to answer with. */
  function page(
    path: string,
    answer: (caller: SessionCaller, request: PageRequest) => Promise<unknown>,
  ): LivePage {
    return {
      path: `/my/:workspace/${path}`,
      method: 'POST',
      isCounted: true,
      takesBody: true,
      bodyBytesMax,
      async answer({ workspace = '' }, request) {
        const caller = await identifyCaller(request)
        if (!caller) return noSession()
        if ((await findWorkspaceId(database, workspace)) !== caller.workspaceId) return notFound()
        const content = await answer(caller, request)
        return content === undefined ? notFound() : json(200, content)
      },
    }
  }

  /** Checks that the session has verified the contact that it names. */
  async function openContext(
    caller: SessionCaller,
    fields: DestinationFields,
  ): Promise<ReadingContext> {
    const now = clock.now()
    const contact = toDestination(fields)
    const verified = await gate.verifiedContact(caller, now)
    const { channel, address } = contact
    const named =
      channel === 'email'
        ? { phoneNormalised: null, email: address }
        : { phoneNormalised: address, email: null }
    if (!verified || !gate.concernsContact(verified.contactHash, named))
      throw problem('NOT_VERIFIED')
    return { caller: { ...caller, verifiedContact: verified.contactHash }, contact, now }
  }

  async function answerRecords(caller: SessionCaller, request: PageRequest) {
    const context = await openContext(caller, readBody(request, validateContact))
    const { timezone } = await configurations.of(caller.workspaceId)
    return loadRecords(database, { ...context, timezone })
  }

  async function answerMore(caller: SessionCaller, request: PageRequest) {
    const { patientId, isUpcoming, after, ...contact } = readBody<
      DestinationFields & { patientId: number; isUpcoming: boolean; after: string }
    >(request, validateMore)
    const context = await openContext(caller, contact)
    const cursor = readCursor(after)
    if (!cursor) throw invalid('after must be the next of an answer')
    return loadMoreVisits(database, context, { patientId, isUpcoming, after: cursor })
  }

  /** Makes a link when something is opened, so that a list that is only read leaves none behind. */
  async function answerLink(caller: SessionCaller, request: PageRequest) {
    const { kind, id, ...contact } = readBody<
      DestinationFields & { kind: SubjectKind; id: number }
    >(request, validateSubject)
    const context = await openContext(caller, contact)
    const { workspaceId } = caller
    const subject = { workspaceId, ...toNoticeSubject({ [subjectIds[kind]]: id }) }
    return readForPeople(database, context, async (queries, people) => {
      const [owner] = await queries.rows(ownerOfSubject, subject)
      const isOwn = people.some((person) => person.id === owner?.patientId)
      if (!isOwn || !(await findPageOfSubject(queries, subject, context.now))) return undefined
      return { path: await makeVisitLink(queries, subject, context.now) }
    })
  }

  /** Signs out: anyone who uses this browser next has to prove the contact again. */
  async function answerEnd(caller: SessionCaller) {
    await gate.close(caller)
    return {}
  }

  return [
    page('records', answerRecords),
    page('records/more', answerMore),
    page('link', answerLink),
    page('end', answerEnd),
  ]
}
