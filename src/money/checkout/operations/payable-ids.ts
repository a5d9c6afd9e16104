// What a payment is for, by one of three ids.

import { id, nullable } from '../../../base/contract/schemas.ts'

export const payableIdMembers = {
  appointmentId: nullable(id('The visit it is for.', 42)),
  visitId: nullable(id('The token it is for.', 43)),
  patientPackageId: nullable(id('The session pack it is for.', 5)),
}

export function payableIdsView({
  appointmentId,
  visitId,
  patientPackId,
}: {
  appointmentId: number | null
  visitId: number | null
  patientPackId: number | null
}) {
  return { appointmentId, visitId, patientPackageId: patientPackId }
}
