// Shared by the tests of the unified route: what it stores, and that a refusal stores nothing.

import { expect } from 'vitest'
import { book, type Harness } from '../../../test/support/clinic/harness.ts'

export function unifiedBookings(house: Harness) {
  return {
    /** Appointments of a workspace as stored in the database. */
    appointments: (workspaceId: number) =>
      house.sql('select * from appointments where workspace_id = $1 order by id', [workspaceId]),
    /**
     * Books `changes` on a fresh clinic and expects a 400 that wrote nothing, with this in its
     * message.
     */
    async expectRefusal(changes: Record<string, unknown>, message: string | RegExp, status = 400) {
      const clinic = await house.clinic()
      const before = await clinic.bookingRows()
      const reply = await book(clinic, changes)
      expect(reply.status, reply.text).toBe(status)
      expect(reply.json.message).toMatch(message)
      expect(reply.json).not.toHaveProperty('fieldErrors')
      expect(await clinic.bookingRows()).toBe(before)
    },
  }
}
