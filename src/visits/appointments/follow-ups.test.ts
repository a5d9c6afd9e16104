import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  listSlots,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'

const house = await openHarness()
const quarters = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45']

/** A clinic with a patient whose first visit, with Asha, is over. */
async function afterVisit(
  status = 'COMPLETED',
): Promise<{ clinic: Clinic; visitId: number; patientId: number }> {
  const clinic = await house.clinic()
  const { id, patientId } = (await book(clinic)).json.appointment
  await house.sql('update appointments set status = $3 where workspace_id = $1 and id = $2', [
    clinic.workspaceId,
    id,
    status,
  ])
  return { clinic, visitId: id, patientId }
}

function followUp(
  { clinic, patientId }: { clinic: Clinic; patientId: number },
  clock: string,
  changes: Record<string, unknown> = {},
) {
  const body = {
    followUp: true,
    patientPayload: undefined,
    patientId,
    consultationCharge: undefined,
    ...slotTimes(clock, 15, '2030-01-09'),
  }
  return book(clinic, { ...body, ...changes })
}

describe('a visit', () => {
  it('is followed up once, even by many concurrent requests [INV-38]', async () => {
    const visit = await afterVisit()
    const replies = await Promise.all(quarters.map((clock) => followUp(visit, clock)))
    const won = replies.filter(({ status }) => status === 201)
    expect(won.map(({ json }) => json.appointment.parentAppointmentId)).toEqual([visit.visitId])
    for (const reply of replies.filter((candidate) => !won.includes(candidate))) {
      expect([reply.status, reply.json.error]).toEqual([400, 'FOLLOW_UP_NOT_ELIGIBLE'])
    }
    // A refused one holds no time.
    const { slots } = (await listSlots(visit.clinic, 'asha-rao', 'jaipur', '2030-01-09')).json
    expect(
      slots.filter(({ fromDateTimeTs }: { fromDateTimeTs: string }) =>
        quarters.includes(fromDateTimeTs),
      ),
    ).toHaveLength(quarters.length - 1)
  })

  it('is chosen by the service, even if the caller names another visit [FUP-08]', async () => {
    const visit = await afterVisit()
    const another = (await book(visit.clinic, slotTimes('09:15'))).json.appointment
    const reply = await followUp(visit, '09:00', { parentAppointmentId: another.id })
    expect(reply.json.appointment.parentAppointmentId).toBe(visit.visitId)
  })

  it('is followed up again once its follow-up is cancelled [INV-38]', async () => {
    const visit = await afterVisit()
    const first = (await followUp(visit, '09:00')).json.appointment
    // Cancels the visit directly in the database.
    await house.sql("update appointments set status = 'CANCELLED' where id = $1", [first.id])
    await house.sql('delete from claims where appointment_id = $1', [first.id])
    expect((await followUp(visit, '09:00')).json.appointment).toMatchObject({
      parentAppointmentId: visit.visitId,
    })
  })

  it.each(['SCHEDULED', 'CONFIRMED', 'IN_CONSULTATION', 'NO_SHOW', 'CANCELLED'])(
    'that is %s is not followed up [INV-38]',
    async (status) => {
      const visit = await afterVisit(status)
      const before = await visit.clinic.bookingRows()
      expect((await followUp(visit, '09:00')).json.error).toBe('FOLLOW_UP_NOT_ELIGIBLE')
      expect(await visit.clinic.bookingRows()).toBe(before)
    },
  )

  it('of another patient, another doctor, or that is a follow-up itself, is not followed up [INV-38]', async () => {
    const visit = await afterVisit()
    const { clinic } = visit
    const other = (
      await book(clinic, {
        ...slotTimes('12:00'),
        patientPayload: { firstName: 'Arjun', phoneNumber: '9876543210' },
      })
    ).json.appointment.patientId
    const before = await clinic.bookingRows()
    expect((await followUp({ clinic, patientId: other }, '09:00')).json.error).toBe(
      'FOLLOW_UP_NOT_ELIGIBLE',
    )
    const atJonas = {
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'jonas-weber'),
      fromDateTimeIso: '2030-01-09T09:00:00+01:00',
      toDateTimeIso: '2030-01-09T09:30:00+01:00',
    }
    expect((await followUp(visit, '09:00', atJonas)).json.error).toBe('FOLLOW_UP_NOT_ELIGIBLE')
    expect(await clinic.bookingRows()).toBe(before)
    const followed = (await followUp(visit, '09:00')).json.appointment
    await house.sql("update appointments set status = 'COMPLETED' where id = $1", [followed.id])
    expect((await followUp(visit, '09:15')).json.error).toBe('FOLLOW_UP_NOT_ELIGIBLE')
  })
})
