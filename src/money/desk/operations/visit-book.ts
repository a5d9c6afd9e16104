// Staff book a visit and record an immediate payment, with the same rules and records as the API.

import { object } from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { invalid } from '../../../base/values/problem.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { preloadConfiguration } from '../../../clinic/catalogue/current-configuration.ts'
import type { ConsentGate } from '../../../clinic/verification/consent-gate.ts'
import { bookVisit } from '../../../visits/appointments/book/book.ts'
import { findListedVisit } from '../../../visits/appointments/operations/visit-show.ts'
import { staffBookingMembers, toStaffRequest } from '../../../visits/appointments/staff-booking.ts'
import { listedVisitSchema } from '../../../visits/appointments/visit-list.ts'
import { toBooker } from '../../../visits/booking/booker.ts'
import { paidAtOnceMembers, recordPaidAtOnce } from './paid-at-once.ts'

export const visitBook = workspaceOperation({
  name: 'visit-book',
  right: 'visits:write',
  about: 'doctor',
  summary:
    "Book a visit at the clinic's price: unpaid, paid at the desk, or paid by a session pack.",
  input: object({
    ...staffBookingMembers,
    ...paidAtOnceMembers,
  }),
  output: listedVisitSchema,
  async run(
    context: InWorkspace<Configured & { gate: ConsentGate }>,
    { paidBy, paidAmount, collectedByUserId, ...asked },
  ) {
    const { clock, workspaceId } = context
    const configurations = await preloadConfiguration(context.configurations, workspaceId)
    if (paidBy !== undefined && asked.patientPackageId !== undefined)
      throw invalid('paidBy cannot be sent with patientPackageId: the pack pays')
    const configuration = await configurations.of(workspaceId)
    return context.database.inOneTransaction(async (database) => {
      const services = { ...context, configurations, database }
      const { id } = await bookVisit(
        services,
        toBooker(context),
        toStaffRequest(configuration, asked),
      )
      await recordPaidAtOnce(
        services,
        { kind: 'APPOINTMENT', id },
        { paidBy, paidAmount, collectedByUserId },
      )
      const visit = await findListedVisit(database, workspaceId, id, clock.now())
      if (!visit) throw new Error('the booked visit was not found')
      return visit
    })
  },
})
