// Shared by tests of the queue: the shifts of Meera, who runs a queue in Jaipur.

import type { Queries } from '../../../src/base/db/database.ts'
import {
  actOnToken,
  callNext,
  endQueue,
  type LockedQueue,
  type QueueKey,
  startQueue,
  withQueue,
} from '../../../src/visits/queue/run-queue.ts'
import type { StaffActionName } from '../../../src/visits/queue/staff-actions.ts'
import type { Clinic, Harness, Json } from './harness.ts'

/** The date of `testStart` in Jaipur, a Tuesday on which both shifts run. */
export const queueDate = '2030-01-01'

export function shiftId(clinic: Clinic, name = 'morning'): number {
  return clinic.id('shift', `meera-shah/jaipur/${name}`)
}

/**
 * The body of a request for a token for Meera's morning shift on the first day; an undefined member
 * is left out.
 */
export function tokenBody(
  clinic: Clinic,
  changes: Record<string, unknown> = {},
): Record<string, unknown> {
  const body: Record<string, unknown> = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'meera-shah'),
    patientPayload: { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' },
    qmsWorkShiftId: shiftId(clinic),
    appointmentDate: queueDate,
    mode: 'OFFLINE',
    bookingChannel: 'PHONE_CALL',
    ...changes,
  }
  return Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined))
}

/** Today's shift of Meera, as the operator `tester` names it to `withQueue` and `startQueue`. */
export function shiftInput(clinic: Clinic, name = 'morning'): QueueKey {
  return {
    workspaceId: clinic.workspaceId,
    workShiftId: shiftId(clinic, name),
    actor: { kind: 'operator', name: 'tester' },
  }
}

/** Starts today's queue for one of Meera's shifts. */
export async function startShift(
  { application }: Harness,
  clinic: Clinic,
  name = 'morning',
): Promise<void> {
  await startQueue(application, shiftInput(clinic, name))
}

/** What doctor/shifts returns for a shift on a date. */
export async function readShownShift(
  clinic: Clinic,
  name = 'morning',
  date = queueDate,
): Promise<Json> {
  const parameters = new URLSearchParams({
    addressId: String(clinic.id('location', 'jaipur')),
    doctorId: String(clinic.id('practitioner', 'meera-shah')),
    date,
  })
  const { json } = await clinic.get(`/v1/qms-appointments/doctor/shifts?${parameters}`)
  return json.dates[0]?.shifts.find(
    ({ qmsWorkShiftId }: { qmsWorkShiftId: number }) => qmsWorkShiftId === shiftId(clinic, name),
  )
}

/** Staff actions on a shift's queue today. */
export function openQueueDesk({ application }: Harness, clinic: Clinic, name = 'morning') {
  const run = <T>(work: (queries: Queries, queue: LockedQueue) => Promise<T>): Promise<T> =>
    withQueue(application, shiftInput(clinic, name), work)
  return {
    callNext: () => run(callNext),
    act: (
      tokenNumber: number,
      action: Exclude<StaffActionName, 'move' | 'undo'>,
      reason: string | null = null,
    ) => run((queries, queue) => actOnToken(queries, queue, tokenNumber, action, reason)),
    end: () => run(endQueue),
  }
}
