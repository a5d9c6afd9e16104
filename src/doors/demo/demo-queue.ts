import type { Caller } from '../../base/contract/route.ts'
import { Problem } from '../../base/values/problem.ts'
import { bookToken, type TokenServices } from '../../visits/queue/book-token.ts'
import { actOnToken, callNext, startQueue, withQueue } from '../../visits/queue/run-queue.ts'
import { toTokenRequest } from '../../visits/queue/token-body.ts'

/** The shift of the demo clinic, as commands name it. */
export const demoShift = 'meera-shah/jaipur/day'
const waiting = ['Ishaan', 'Farida', 'Tomas', 'Noor', 'Wen', 'Leela']

/**
 * Starts today's queue of the demo clinic: of six patients, one is being seen, one has been called
 * and four are waiting. Returns the path of the last patient's page; null if another process on the
 * same empty database was faster.
 */
export async function startDemoQueue(
  services: TokenServices,
  caller: Caller,
  {
    workShiftId,
    doctorId,
    addressId,
  }: { workShiftId: number; doctorId: number; addressId: number },
): Promise<string | null> {
  const queue = {
    workspaceId: caller.workspaceId,
    workShiftId,
    actor: { kind: 'service' },
  } as const
  const started = await startQueue(services, queue).catch((error: unknown) => {
    if (error instanceof Problem) return null
    throw error
  })
  if (!started) return null
  const { in: day } = started
  let page = ''
  for (const [index, firstName] of waiting.entries()) {
    const patientPayload = { firstName, phoneNumber: `900000000${index}` }
    const booking = {
      addressId,
      doctorId,
      patientPayload,
      qmsWorkShiftId: workShiftId,
      appointmentDate: day.date,
      mode: 'OFFLINE',
      bookingChannel: 'WALK_IN',
    } as const
    const visit = await bookToken(services, caller, toTokenRequest(booking), 'RUNNING')
    page = `/queue/${visit.publicStatusToken}`
  }
  await withQueue(services, day, async (queries, lockedQueue) => {
    const first = await callNext(queries, lockedQueue)
    if (first) await actOnToken(queries, lockedQueue, first.tokenNumber, 'begin')
    await callNext(queries, lockedQueue)
  })
  return page
}
