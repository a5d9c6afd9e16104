// Shared by the tests of booking a token: a clinic's booking routes, and actions of its staff on
// the tokens.

import { expect } from 'vitest'
import { expectBookingRefused } from '../../../test/support/clinic/front-door.ts'
import type {
  CallOptions,
  Clinic,
  Harness,
  Json,
  Reply,
} from '../../../test/support/clinic/harness.ts'
import { openQueueDesk, shiftId, tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'
import type { StaffActionName } from './staff-actions.ts'

export const pre = '/v1/qms-appointments/pre/book'
export const immediate = '/v1/qms-appointments/immediate/book'

export type Practice = NonNullable<NonNullable<ClinicFile['practitioners'][string]>['at'][string]>

/** Changes Meera's practice in Jaipur in a file. */
export const inJaipur = (change: (practice: Practice) => void) => (file: ClinicFile) => {
  const practice = file.practitioners['meera-shah']?.at.jaipur
  if (practice) change(practice)
}

export const bothPriceLists: Practice['fees'] = [
  { mode: 'OFFLINE', amount: 300 },
  { mode: 'OFFLINE', amount: 15.5, international: true },
]

/** Bookings and staff actions in the clinic that `clinicOfTest` returns for the current test. */
export function tokenBookings(house: Harness, clinicOfTest: () => Clinic) {
  const send = (changes: Record<string, unknown> = {}, route = pre, options: CallOptions = {}) =>
    clinicOfTest().post(route, tokenBody(clinicOfTest(), changes), options)

  return {
    send,
    evening: () => ({ qmsWorkShiftId: shiftId(clinicOfTest(), 'evening') }),
    async take(
      changes: Record<string, unknown> = {},
      route = pre,
      options: CallOptions = {},
    ): Promise<Json> {
      const { status, json, text } = await send(changes, route, options)
      expect(status, text).toBe(201)
      return json.visit
    },
    /** Checks that a token is refused with a specific code, and that nothing was written for it. */
    async expectRefused(
      act: () => Promise<Reply>,
      code: string,
      status = 400,
      message: string | RegExp = code,
    ) {
      const reply = await expectBookingRefused(clinicOfTest(), act)
      expect([reply.status, reply.json.error], reply.text).toEqual([status, code])
      expect(reply.json.message).toMatch(message)
    },
    /** Applies a staff action to a token's visit. */
    staff: (
      action: Exclude<StaffActionName, 'move' | 'undo'>,
      tokenNumber: number,
      name = 'morning',
    ) => openQueueDesk(house, clinicOfTest(), name).act(tokenNumber, action, 'a reason'),
    endShift: (name = 'morning') => openQueueDesk(house, clinicOfTest(), name).end(),
  }
}
