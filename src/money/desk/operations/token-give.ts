// Gives a token to a walk-in patient at the desk, and records an immediate payment: with the rules and records of the API.

import { calendarDate, id, object, optional } from '../../../base/contract/schemas.ts'
import { byDefault, type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { dateAt } from '../../../base/values/clinic-time.ts'
import { problem } from '../../../base/values/problem.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { readBeforehand } from '../../../clinic/catalogue/current-configuration.ts'
import { PatientFields } from '../../../clinic/patients/patient-fields.ts'
import type { ConsentGate } from '../../../clinic/verification/consent-gate.ts'
import { bookerOf } from '../../../visits/booking/booker.ts'
import { bookingMembers } from '../../../visits/booking/booking-members.ts'
import { bookToken } from '../../../visits/queue/book-token.ts'
import { listedTokenSchema, listedTokens } from '../../../visits/queue/listed-tokens.ts'
import { toTokenRequest } from '../../../visits/queue/token-body.ts'
import { paidAtOnce, payingMembers } from './paid-at-once.ts'

const { patientId, bookingChannel, chiefComplaint, appointmentNotes } = bookingMembers

export const tokenGive = workspaceOperation({
  name: 'token-give',
  right: 'queue:write',
  about: 'shift',
  summary: 'Give a patient the next token of a queue shift.',
  input: object({
    qmsWorkShiftId: id('The shift.', 5),
    appointmentDate: optional(calendarDate("The date in the clinic's zone; today when omitted.")),
    patientId,
    patientPayload: optional(object(PatientFields.properties, { description: 'The patient, if no patientId is sent; found or created.' })),
    bookingChannel: byDefault(bookingChannel, 'WALK_IN'),
    ...{ chiefComplaint, appointmentNotes, ...payingMembers },
  }),
  output: listedTokenSchema,
  async run(context: InWorkspace<Configured & { gate: ConsentGate }>, { qmsWorkShiftId, appointmentDate, paidBy, paidAmount, takenByUserId, ...asked }) {
    const { clock, workspaceId } = context
    const configurations = await readBeforehand(context.configurations, workspaceId)
    const { practices } = await configurations.of(workspaceId)
    const practice = practices.find(({ shifts }) => shifts.some((shift) => shift.id === qmsWorkShiftId))
    const mode = practice?.shifts.find((shift) => shift.id === qmsWorkShiftId)?.mode
    if (!practice || !mode) throw problem('SHIFT_NOT_FOUND')
    const { doctor, location } = practice
    const { bookingChannel = 'WALK_IN', ...members } = asked
    const token = { qmsWorkShiftId, appointmentDate: appointmentDate ?? dateAt(location.timezone, clock.now()), mode, bookingChannel }
    const request = toTokenRequest({ ...members, doctorId: doctor.id, addressId: location.id }, token, location.country)
    return context.database.together(async (database) => {
      const services = { ...context, configurations, database }
      const { id } = await bookToken(services, bookerOf(context), request, 'EITHER')
      await paidAtOnce(services, { kind: 'VISIT', id }, { paidBy, paidAmount, takenByUserId })
      const [given] = await listedTokens(database, workspaceId, [id])
      if (!given) throw new Error('the new token was not found')
      return given
    })
  },
})
