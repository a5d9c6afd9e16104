// Faults of the sandbox gateway, as ordered by operators: typical failures of a gateway, so that callers can be tested against them.

import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../../base/db/database.ts'
import { GatewayRefused, GatewaySilent } from '../gateway.ts'
import { type FaultKind, type FaultyCall, strikingFault } from './fault-queries.ts'

/** Runs calls, and answers with the faults of the workspace. Callers wait for an answer for `answerMs`. */
export function faultyAnswers(database: Database, answerMs: number) {
  return async <T>(call: FaultyCall, workspaceId: number, work: (how?: FaultKind) => Promise<T>): Promise<T> => {
    const [fault] = await database.rows(strikingFault, { workspaceId, call })
    if (!fault) return work()
    const { how, status, body, ms } = fault
    if (how === 'refuse') throw new GatewayRefused(status ?? 503, body ?? {})
    if (how === 'time-out-before') return silence()
    const answer = await work(how)
    if (how === 'time-out-after' || (ms ?? 0) > answerMs) return silence()
    if (how === 'slow') await sleep(ms ?? 0)
    return how === 'wrong-amount' && tellsAmount(answer) ? { ...answer, amountMinor: answer.amountMinor + 1 } : answer
  }

  async function silence(): Promise<never> {
    await sleep(answerMs)
    throw new GatewaySilent('the gateway did not answer in time')
  }
}

const tellsAmount = (answer: unknown): answer is { amountMinor: number } => typeof answer === 'object' && answer !== null && 'amountMinor' in answer
