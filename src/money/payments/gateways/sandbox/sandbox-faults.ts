// Faults of the sandbox gateway, as ordered by operators: typical failures of a gateway, so that
// callers can be tested against them.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../../base/db/database.ts'
import { GatewayRefused, GatewaySilent } from '../gateway.ts'
import { type FaultKind, type FaultyCall, nextFault } from './fault-queries.ts'

/**
 * Runs calls, and answers with the faults of the workspace. Callers wait for an answer for
 * `answerMs`.
 */
export function createFaultyAnswers(database: Database, answerMs: number) {
  return async <T>(
    call: FaultyCall,
    workspaceId: number,
    work: (faultKind?: FaultKind) => Promise<T>,
  ): Promise<T> => {
    const [fault] = await database.rows(nextFault, { workspaceId, call })
    if (!fault) return work()
    const { how: faultKind, status, body, ms } = fault
    if (faultKind === 'refuse') throw new GatewayRefused(status ?? 503, body ?? {})
    if (faultKind === 'time-out-before') return neverAnswer()
    const answer = await work(faultKind)
    if (faultKind === 'time-out-after' || (ms ?? 0) > answerMs) return neverAnswer()
    if (faultKind === 'slow') await sleep(ms ?? 0)
    return faultKind === 'wrong-amount' && hasAmount(answer)
      ? { ...answer, amountMinor: answer.amountMinor + 1 }
      : answer
  }

  async function neverAnswer(): Promise<never> {
    await sleep(answerMs)
    throw new GatewaySilent('the gateway did not answer in time')
  }
}

const hasAmount = (answer: unknown): answer is { amountMinor: number } =>
  typeof answer === 'object' && answer !== null && 'amountMinor' in answer
