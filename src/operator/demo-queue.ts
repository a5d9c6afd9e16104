import type { Caller } from '../http/route.ts'
import { bookToken, type TokenServices } from '../queue/book-token.ts'
import { act, callNext, startQueue, withQueue } from '../queue/run-queue.ts'
import { toTokenRequest } from '../queue/token-body.ts'

/** The shift of the demo clinic, as commands name it. */
export const demoShift = 'meera-shah/jaipur/day'
const waiting = ['Ishaan', 'Farida', 'Tomas', 'Noor', 'Wen', 'Leela']

/**
 * Has the queue of the demo clinic run today: six came, one is being seen, one is called, four wait. Returns the path of the page that the
 * last of them sees.
 */
export async function startDemoQueue(
  services: TokenServices,
  caller: Caller,
  { workShiftId, doctorId, addressId }: { workShiftId: number; doctorId: number; addressId: number },
): Promise<string> {
  const { in: day } = await startQueue(services, { workspaceId: caller.workspaceId, workShiftId, actor: { kind: 'service' } })
  let page = ''
  for (const [index, firstName] of waiting.entries()) {
    const patientPayload = { firstName, phoneNumber: `900000000${index}` }
    const wish = {
      addressId,
      doctorId,
      patientPayload,
      qmsWorkShiftId: workShiftId,
      appointmentDate: day.date,
      mode: 'OFFLINE',
      bookingChannel: 'WALK_IN',
    } as const
    const visit = await bookToken(services, caller, toTokenRequest(wish), 'RUNNING')
    page = `/queue/${visit.publicStatusToken}`
  }
  await withQueue(services, day, async (queries, held) => {
    const first = await callNext(queries, held)
    if (first) await act(queries, held, first.tokenNumber, 'begin')
    await callNext(queries, held)
  })
  return page
}
