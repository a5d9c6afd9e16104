// Issues a token to a walk-in patient at the desk, and records an immediate payment, with the same
// rules and records as the API.

import { calendarDate, id, object, optional } from '../../../base/contract/schemas.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { dateAt } from '../../../base/values/clinic-time.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { preloadConfiguration } from '../../../clinic/catalogue/current-configuration.ts'
import type { ConsentGate } from '../../../clinic/verification/consent-gate.ts'
import { staffBookingMembers } from '../../../visits/appointments/staff-booking.ts'
import { toBooker } from '../../../visits/booking/booker.ts'
import { bookToken } from '../../../visits/queue/book-token.ts'
import { listedTokenSchema, loadListedTokens } from '../../../visits/queue/listed-tokens.ts'
import { toTokenRequest } from '../../../visits/queue/token-body.ts'
import { problem } from '../problems.ts'
import { paidAtOnceMembers, recordPaidAtOnce } from './paid-at-once.ts'

const { patientId, patientPayload, bookingChannel, chiefComplaint, appointmentNotes } =
  staffBookingMembers

export const tokenGive = workspaceOperation({
  name: 'token-give',
  right: 'queue:write',
  about: 'shift',
  summary: 'Give a patient the next token of a queue shift.',
  input: object({
    qmsWorkShiftId: id('The shift.', 5),
    appointmentDate: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
    patientId,
    patientPayload,
    bookingChannel: optionalWithDefault(bookingChannel, 'WALK_IN'),
    chiefComplaint,
    appointmentNotes,
    ...paidAtOnceMembers,
  }),
  output: listedTokenSchema,
  async run(
    context: InWorkspace<Configured & { gate: ConsentGate }>,
    { qmsWorkShiftId, appointmentDate, paidBy, paidAmount, collectedByUserId, ...asked },
  ) {
    const { clock, workspaceId } = context
    const configurations = await preloadConfiguration(context.configurations, workspaceId)
    const { practices } = await configurations.of(workspaceId)
    const practice = practices.find(({ shifts }) =>
      shifts.some((shift) => shift.id === qmsWorkShiftId),
    )
    const mode = practice?.shifts.find((shift) => shift.id === qmsWorkShiftId)?.mode
    if (!practice || !mode) throw problem('SHIFT_NOT_FOUND')
    const { doctor, location } = practice
    const { bookingChannel = 'WALK_IN', ...members } = asked
    const token = {
      qmsWorkShiftId,
      appointmentDate: appointmentDate ?? dateAt(location.timezone, clock.now()),
      mode,
      bookingChannel,
    }
    const request = toTokenRequest(
      { ...members, doctorId: doctor.id, addressId: location.id },
      token,
      location.country,
    )
    return context.database.inOneTransaction(async (database) => {
      const services = { ...context, configurations, database }
      const { id } = await bookToken(services, toBooker(context), request, 'EITHER')
      await recordPaidAtOnce(
        services,
        { kind: 'VISIT', id },
        { paidBy, paidAmount, collectedByUserId },
      )
      const [givenToken] = await loadListedTokens(database, workspaceId, [id])
      if (!givenToken) throw new Error('the new token was not found')
      return givenToken
    })
  },
})
