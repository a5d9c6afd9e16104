// Shared by the tests of boards: a clinic with a second practitioner who runs a queue, and a board
// at its location.

import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import {
  actOnToken,
  callNext,
  endQueue,
  type LockedQueue,
  startQueue,
  withQueue,
} from '../../../src/visits/queue/run-queue.ts'
import type { StaffActionName } from '../../../src/visits/queue/staff-actions.ts'
import type { Clinic, Harness, Json } from './harness.ts'

/**
 * Meera's morning shift has the door `Room 2`. Noor's shift has the letter N and no door, and she
 * is known as Dr Noor Khan.
 */
export function addQueueDoors(file: ClinicFile): void {
  const { practitioners } = file
  const meera = practitioners['meera-shah'] as NonNullable<(typeof practitioners)[string]>
  const noor = structuredClone(meera)
  const shifts = { morning: { ...noor.at.jaipur?.shifts?.morning, letter: 'N' } } as NonNullable<
    NonNullable<typeof noor.at.jaipur>['shifts']
  >
  Object.assign(noor, { name: 'Noor Khan', profile: { published: true, name: 'Dr Noor Khan' } })
  if (noor.at.jaipur) noor.at.jaipur.shifts = shifts
  practitioners['noor-khan'] = noor
  const morning = meera.at.jaipur?.shifts?.morning
  if (morning) Object.assign(morning, { door: 'Room 2' })
}

export const findShiftId = (clinic: Clinic, doctor: string, name = 'morning') =>
  clinic.id('shift', `${doctor}/jaipur/${name}`)

/** Staff actions on a shift's queue today. */
export function openQueueDesk(
  { application }: Harness,
  clinic: Clinic,
  doctor = 'meera-shah',
  name = 'morning',
) {
  const { workspaceId } = clinic
  const shift = {
    workspaceId,
    workShiftId: findShiftId(clinic, doctor, name),
    actor: { kind: 'operator', name: 'tester' } as const,
  }
  const run = <T>(work: Parameters<typeof withQueue<T>>[2]): Promise<T> =>
    withQueue(application, shift, work)
  return {
    start: () => startQueue(application, shift),
    callNext: () => run(callNext),
    act: (token: number, action: Exclude<StaffActionName, 'move' | 'undo'>) =>
      run((queries, queue: LockedQueue) => actOnToken(queries, queue, token, action)),
    end: () => run(endQueue),
  }
}

/** Gives this many patients a token for a shift today. */
export async function giveTokens(
  harness: Harness,
  clinic: Clinic,
  count: number,
  doctor = 'meera-shah',
): Promise<void> {
  for (let index = 1; index <= count; index += 1) {
    const patientPayload = {
      firstName: 'Zwanary',
      lastName: `Quixel${index}`,
      phoneNumber: `98765${String(40_000 + index)}`,
    }
    await harness.operate('token-give', {
      workspace: clinic.name,
      qmsWorkShiftId: findShiftId(clinic, doctor),
      patientPayload,
    })
  }
}

/** Creates a board for Jaipur; returns its path and the rest of the answer. */
export async function createBoard(
  harness: Harness,
  clinic: Clinic,
  input: Json = {},
): Promise<{ id: number; path: string; url: string }> {
  const created = await harness.operate('board-make', {
    workspace: clinic.name,
    addressId: clinic.id('location', 'jaipur'),
    ...input,
  })
  return { ...created, path: new URL(created.url).pathname }
}
