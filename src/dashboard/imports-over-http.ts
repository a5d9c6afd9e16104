// Files with rows that a member of the staff brings in through a browser: the operations of the command line, whose answer says while they
// run how far they are (SETUP-08).

import { once } from 'node:events'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import { isJsonObject, parseJsonBody } from '../contract/body.ts'
import { importOperations } from '../csv-import/operations/imports.ts'
import type { Connection } from '../db/session.ts'
import { endHeld, type LivePage, type PageAnswer } from '../http/pages.ts'
import type { OnDatabaseInWorkspace, Operation, Source, Target } from '../operations/operation.ts'
import { includes, includesOwnPatientsAlone } from '../operations/rights.ts'
import { runOperation } from '../operator/run-operation.ts'
import type { Member, SignIns } from '../sign-in/sign-in.ts'
import { problem } from '../values/problem.ts'
import { notProved, notSignedIn } from './changes.ts'
import { foreignPage, isOfOwnPage, type Refused, refused, refusedBy, sessionOf } from './requests.ts'

/** A line of the answer, in JSON; the last one is what came of it. */
export type ImportLine = { rows: number; share: number | null } | { report: string } | { result: unknown } | { refused: Refused }

export interface ImportServices {
  signIns: SignIns
  /** The database, for the session of its own that each import has. */
  connection: Connection
  mode: 'sandbox' | 'production'
  publicOrigin: string | undefined
  isSecure: boolean
  /** Told what no member can mend. */
  failed(error: unknown): void
}

/** Some 80,000 patients; a larger file is for the command line. */
const importBytesMax = 8 * 1024 * 1024
// In this process; each has a database session of its own.
const importsMax = 2
const progressMs = 250

const imports = new Map<string, Operation>(importOperations.map((operation) => [operation.name, operation as unknown as Operation]))

export function importPage({ signIns, connection, mode, publicOrigin, isSecure, failed }: ImportServices): LivePage {
  let running = 0

  /** Who sends a file, or why they may not. */
  async function senderOf(name: string, headers: IncomingHttpHeaders, requestId: string): Promise<{ member: Member; operation: Operation } | PageAnswer> {
    if (!isOfOwnPage(headers, publicOrigin, 'text/csv')) return foreignPage()
    const session = await sessionOf(signIns, headers, isSecure)
    if (!session) return notSignedIn(requestId)
    if (session.waitsFor !== null) return notProved(requestId, session.waitsFor)
    const member = session.members.find(({ workspace }) => workspace === headers['x-workspace'])
    if (!member) return refused(404, 'WORKSPACE_NOT_FOUND', requestId, 'You are no member of such a workspace.')
    const operation = imports.get(name)
    if (!operation?.right) return refused(404, 'UNKNOWN_OPERATION', requestId, 'There is no such operation.')
    // Who sees the patients of own visits alone would be told of others which of them are known.
    if (!includes(member.rights, operation.right) || includesOwnPatientsAlone(member.rights))
      return refused(403, 'NOT_ALLOWED', requestId, 'Your role does not allow this.')
    if (running >= importsMax) return refused(503, 'IMPORTS_RUNNING', requestId, 'Other files are being imported. Try again in a minute.')
    return { member, operation }
  }

  return {
    path: '/dashboard/api/files/:operation',
    method: 'POST',
    takesBody: true,
    bodyBytesMax: importBytesMax,
    knowsSender: true,
    async refuses({ operation = '' }, headers) {
      const sender = await senderOf(operation, headers, '')
      return 'status' in sender ? sender : undefined
    },
    async answer({ operation: name = '' }, { headers, body, address, requestId }) {
      const sender = await senderOf(name, headers, requestId)
      if ('status' in sender) return sender
      const { member, operation } = sender
      const input = inputOf(headers)
      if (!input) return refused(400, 'VALIDATION_ERROR', requestId, 'x-input is not a JSON object.')
      running += 1
      const actor = { kind: 'staff', userId: member.userId, from: { address, requestId } } as const
      const run = (source: Source, target: Target, progress: OnDatabaseInWorkspace['progress']) => {
        const workspaceIdIn = async () => member.workspaceId
        const context: OnDatabaseInWorkspace = {
          ...{ mode, actor, rights: member.rights, source, target, progress },
          connect: async () => connection,
          say: () => {},
          workspaceIdIn,
        }
        return runOperation(operation, context as never, input)
      }
      return {
        type: 'application/x-ndjson; charset=utf-8',
        headers: { 'cache-control': 'no-store, no-transform', 'x-accel-buffering': 'no', 'x-content-type-options': 'nosniff' },
        hold: (response) =>
          void answerWith(response, (lines) => run(sourceOf(body), targetOf(lines), progressOf(lines)), requestId, failed).finally(() => {
            running -= 1
          }),
      }
    },
  }
}

type Lines = (line: ImportLine) => Promise<void>

/** Runs an import and tells its end as the last line; a client that has left meanwhile does not stop it. */
async function answerWith(response: ServerResponse, work: (lines: Lines) => Promise<unknown>, requestId: string, failed: ImportServices['failed']) {
  const lines: Lines = async (line) => {
    if (response.destroyed || response.write(`${JSON.stringify(line)}\n`)) return
    const gone = new AbortController()
    const { signal } = gone
    await Promise.race([once(response, 'drain', { signal }), once(response, 'close', { signal })]).catch(() => {})
    gone.abort()
  }
  try {
    await lines({ result: await work(lines) })
  } catch (error) {
    await lines({ refused: toldOf(error, requestId, failed) })
  }
  endHeld(response)
}

function toldOf(error: unknown, requestId: string, failed: ImportServices['failed']): Refused {
  try {
    return refusedBy(error, requestId).refused
  } catch (defect) {
    failed(defect)
    return refusedBy(problem('SERVICE_FAILED'), requestId).refused
  }
}

function sourceOf(body: Buffer): Source {
  return {
    ...{ name: 'file', bytes: body.length, isRepeatable: true },
    async *read() {
      const pieceBytes = 64 * 1024
      for (let at = 0; at < body.length; at += pieceBytes) yield body.subarray(at, at + pieceBytes)
    },
  }
}

/** The report of an import, as pieces of its text. */
function targetOf(lines: Lines): Target {
  return { name: 'report', write: (chunk) => lines({ report: chunk.toString('utf8') }), keep: async () => {} }
}

function progressOf(lines: Lines): OnDatabaseInWorkspace['progress'] {
  let told = 0
  return ({ rows, share }) => {
    const now = performance.now()
    if (now - told < progressMs) return
    told = now
    void lines({ rows, share: share ?? null })
  }
}

/** Options of the import, which are in a header beside the file; undefined for what is none. */
function inputOf({ 'x-input': typed = '{}' }: IncomingHttpHeaders): Record<string, unknown> | undefined {
  const parsed = parseJsonBody(Buffer.from(String(typed)))
  return 'value' in parsed && isJsonObject(parsed.value) ? parsed.value : undefined
}
