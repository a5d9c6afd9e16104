// Staff book a visit, and record an immediate payment: with the rules and records of the API's booking.

import { bookVisit } from '../../appointments/book.ts'
import { listedVisitOf } from '../../appointments/operations/visit-show.ts'
import { staffBookingMembers, toStaffRequest } from '../../appointments/staff-booking.ts'
import { listedVisitSchema } from '../../appointments/visit-list.ts'
import { bookerOf } from '../../booking/booker.ts'
import type { Configured } from '../../catalogue/configuration.ts'
import { readBeforehand } from '../../catalogue/current-configuration.ts'
import { object } from '../../contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { invalid } from '../../values/problem.ts'
import type { ConsentGate } from '../../verification/consent-gate.ts'
import { paidAtOnce, payingMembers } from './paid-at-once.ts'

export const visitBook = workspaceOperation({
  name: 'visit-book',
  right: 'visits:write',
  about: 'doctor',
  summary: "Book a visit at the clinic's price: unpaid, paid at the desk, or paid by a session pack.",
  input: object({
    ...staffBookingMembers,
    ...payingMembers,
  }),
  output: listedVisitSchema,
  async run(context: InWorkspace<Configured & { gate: ConsentGate }>, { paidBy, paidAmount, takenByUserId, ...asked }) {
    const { clock, workspaceId } = context
    const configurations = await readBeforehand(context.configurations, workspaceId)
    if (paidBy !== undefined && asked.patientPackageId !== undefined) throw invalid('paidBy cannot be sent with patientPackageId: the pack pays')
    const configuration = await configurations.of(workspaceId)
    return context.database.together(async (database) => {
      const services = { ...context, configurations, database }
      const { id } = await bookVisit(services, bookerOf(context), toStaffRequest(configuration, asked))
      await paidAtOnce(services, { kind: 'APPOINTMENT', id }, { paidBy, paidAmount, takenByUserId })
      const visit = await listedVisitOf(database, workspaceId, id, clock.now())
      if (!visit) throw new Error('the booked visit was not found')
      return visit
    })
  },
})
