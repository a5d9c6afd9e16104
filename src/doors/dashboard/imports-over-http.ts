// CSV imports by a member of staff in a browser: the same operations as on the command line, with a
// response that streams their progress (SETUP-08).

import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { isJsonObject, parseJsonBody } from '../../base/contract/body.ts'
import type { Connection } from '../../base/db/session.ts'
import { endHeldResponse, type LivePage, type PageAnswer } from '../../base/http/pages.ts'
import type {
  OnDatabaseInWorkspace,
  Operation,
  Source,
  Target,
} from '../../base/operations/operation.ts'
import { includesOnlyOwnPatients, includesRight } from '../../base/operations/rights.ts'
import type { MemberWithRights, SignIns } from '../../clinic/sign-in/sign-in.ts'
import { importOperations } from '../../management/csv-import/operations/imports.ts'
import { runOperation } from '../register/run-operation.ts'
import { notSignedInAnswer, secondFactorNeededAnswer } from './changing-requests.ts'
import { problem } from './problems.ts'
import {
  describeRefusal,
  findSession,
  foreignPageAnswer,
  isFromOwnPage,
  json,
  type RefusalBody,
  refusalAnswer,
} from './requests.ts'

/** A line of the response, in JSON; the last one is the result. */
export type ImportLine =
  | { rows: number; share: number | null }
  | { report: string }
  | { result: unknown }
  | { refused: RefusalBody }

export interface ImportServices {
  signIns: SignIns
  /** The database, for the separate session of each import. */
  connection: Connection
  mode: 'sandbox' | 'production'
  publicOrigin: string | undefined
  isSecure: boolean
  /** Called with errors that no member can fix. */
  onFailure(error: unknown): void
}

/** Enough for some 80,000 patients; larger files need the command line. */
const importBytesMax = 8 * 1024 * 1024
/** A file of rows shorter than any real ones could have millions. */
const importRowsMax = 200_000
// The limit on imports in this process, since each has its own database session.
const importsMax = 2
const progressMs = 250

const imports = new Map<string, Operation>(
  importOperations.map((operation) => [operation.name, operation as unknown as Operation]),
)

const importsRunningRefusal = (requestId: string): RefusalBody => ({
  code: 'IMPORTS_RUNNING',
  details: {},
  message: 'Other files are being imported. Try again in a minute.',
  requestId,
})

export function importPage({
  signIns,
  connection,
  mode,
  publicOrigin,
  isSecure,
  onFailure,
}: ImportServices): LivePage {
  let running = 0

  /** The sender of a file, or why they may not send it. */
  async function identifySender(
    name: string,
    headers: IncomingHttpHeaders,
    requestId: string,
  ): Promise<{ member: MemberWithRights; operation: Operation } | PageAnswer> {
    if (!isFromOwnPage(headers, publicOrigin, 'text/csv')) return foreignPageAnswer()
    const session = await findSession(signIns, headers, isSecure)
    if (!session) return notSignedInAnswer(requestId)
    if (session.waitsFor !== null) return secondFactorNeededAnswer(requestId, session.waitsFor)
    const member = session.members.find(({ workspace }) => workspace === headers['x-workspace'])
    if (!member)
      return refusalAnswer(
        404,
        'WORKSPACE_NOT_FOUND',
        requestId,
        'You are not a member of this workspace.',
      )
    const operation = imports.get(name)
    if (!operation?.right)
      return refusalAnswer(404, 'UNKNOWN_OPERATION', requestId, 'There is no such operation.')
    // Otherwise, a member who sees only the patients of their own visits would learn which other
    // patients exist.
    if (!includesRight(member.rights, operation.right) || includesOnlyOwnPatients(member.rights))
      return refusalAnswer(403, 'NOT_ALLOWED', requestId, 'Your role does not allow this.')
    if (running >= importsMax) return json(503, importsRunningRefusal(requestId))
    return { member, operation }
  }

  return {
    path: '/dashboard/api/files/:operation',
    method: 'POST',
    takesBody: true,
    bodyBytesMax: importBytesMax,
    knowsSender: true,
    async refuses({ operation = '' }, headers) {
      const sender = await identifySender(operation, headers, '')
      return 'status' in sender ? sender : undefined
    },
    async answer({ operation: name = '' }, { headers, body, address, requestId }) {
      const sender = await identifySender(name, headers, requestId)
      if ('status' in sender) return sender
      const { member, operation } = sender
      const input = readInput(headers)
      if (!input)
        return refusalAnswer(400, 'VALIDATION_ERROR', requestId, 'x-input is not a JSON object.')
      const actor = { kind: 'staff', userId: member.userId, from: { address, requestId } } as const
      const run = (source: Source, target: Target, progress: OnDatabaseInWorkspace['progress']) => {
        const workspaceIdIn = async () => member.workspaceId
        const context: OnDatabaseInWorkspace = {
          mode,
          actor,
          rights: member.rights,
          source,
          target,
          progress,
          connect: async () => connection,
          say: () => {},
          workspaceIdIn,
        }
        return runOperation(operation, context as never, input)
      }
      return {
        type: 'application/x-ndjson; charset=utf-8',
        headers: {
          'cache-control': 'no-store, no-transform',
          'x-accel-buffering': 'no',
          'x-content-type-options': 'nosniff',
        },
        async hold(response) {
          if (running >= importsMax) {
            response.write(
              `${JSON.stringify({ refused: importsRunningRefusal(requestId) } satisfies ImportLine)}\n`,
            )
            return endHeldResponse(response)
          }
          running += 1
          try {
            await streamAnswer(
              response,
              (writeLine) =>
                run(
                  createSource(body),
                  createTarget(writeLine),
                  createProgress(writeLine, onFailure),
                ),
              requestId,
              onFailure,
            )
          } finally {
            running -= 1
          }
        },
      }
    },
  }
}

type WriteLine = (line: ImportLine) => Promise<void>

/**
 * Runs an import and sends its result as the last line; it continues even if the client
 * disconnects.
 */
async function streamAnswer(
  response: ServerResponse,
  work: (writeLine: WriteLine) => Promise<unknown>,
  requestId: string,
  onFailure: ImportServices['onFailure'],
) {
  const writeLine: WriteLine = async (line) => {
    if (response.destroyed || response.write(`${JSON.stringify(line)}\n`)) return
    const gone = new AbortController()
    const { signal } = gone
    await Promise.race([
      once(response, 'drain', { signal }),
      once(response, 'close', { signal }),
    ]).catch(() => {})
    gone.abort()
  }
  try {
    await writeLine({ result: await work(writeLine) })
  } catch (error) {
    await writeLine({ refused: toRefused(error, requestId, onFailure) })
  }
  endHeldResponse(response)
}

function toRefused(
  error: unknown,
  requestId: string,
  onFailure: ImportServices['onFailure'],
): RefusalBody {
  try {
    return describeRefusal(error, requestId).refused
  } catch (defect) {
    onFailure(defect)
    return describeRefusal(problem('SERVICE_FAILED'), requestId).refused
  }
}

function createSource(body: Buffer): Source {
  return {
    name: 'file',
    bytes: body.length,
    rowsMax: importRowsMax,
    isRepeatable: true,
    async *read() {
      const pieceBytes = 64 * 1024
      for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
    },
  }
}

/** The report of an import, in pieces of text. */
function createTarget(writeLine: WriteLine): Target {
  return {
    name: 'report',
    write: (chunk) => writeLine({ report: chunk.toString('utf8') }),
    keep: async () => {},
  }
}

function createProgress(
  writeLine: WriteLine,
  onFailure: ImportServices['onFailure'],
): OnDatabaseInWorkspace['progress'] {
  let reportedAt = 0
  return ({ rows, share }) => {
    const now = performance.now()
    if (now - reportedAt < progressMs) return
    reportedAt = now
    writeLine({ rows, share: share ?? null }).catch(onFailure)
  }
}

/** Options of the import, which are sent in a header; undefined if they are invalid. */
function readInput({
  'x-input': typed = '{}',
}: IncomingHttpHeaders): Record<string, unknown> | undefined {
  const parsed = parseJsonBody(Buffer.from(String(typed)))
  return 'value' in parsed && isJsonObject(parsed.value) ? parsed.value : undefined
}
