import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../../test/support/clinic/harness.ts'
import {
  createMeera,
  createRecordClinic,
  meera,
} from '../../../../test/support/clinic/patient-desk.ts'
import { tokenBody } from '../../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../../test/support/clinic/recording-rail.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })
const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })

describe('a shown record', () => {
  it('has the data, the version, who shares the phone, and no one of another clinic [TILL-01]', async () => {
    const clinic = await createRecordClinic(house)
    const other = await createRecordClinic(house)
    const { patientId } = await createMeera(house, clinic)
    const shown = await operate(clinic, 'patient-show', { id: patientId })
    expect(shown).toMatchObject({
      patient: { id: patientId, firstName: 'Meera', dob: '1990-04-12' },
      timezone: 'Asia/Kolkata',
      phone: { value: '+919876543210', verifiedAt: null },
      email: { value: 'meera@example.org', verifiedAt: null },
      family: [{ firstName: 'Arjun', dob: '2015-01-02' }],
      moreFamily: false,
    })
    await expect(operate(other, 'patient-show', { id: patientId })).rejects.toThrow(
      'No such patient',
    )
    expect(await operate(other, 'patient-visits', { patientId })).toEqual({
      visits: [],
      more: false,
    })
    expect((await operate(clinic, 'patient-show', { id: patientId })).version).toBe(shown.version)
    await operate(clinic, 'patient-edit', { id: patientId, age: 40, gender: 'woman' })
    expect((await operate(clinic, 'patient-show', { id: patientId })).version).not.toBe(
      shown.version,
    )
  })

  it('marks a contact as verified once a visit was booked with it after a code, and no other contact [TILL-01]', async () => {
    const clinic = await house.clinic()
    const { patientId: id } = (await book(clinic, { patientPayload: meera, ...slotTimes('09:15') }))
      .json.appointment
    const headers = { ...(await clinic.session()), 'x-end-user-id': 'patient-seven' }
    const send = (path: string, body: Json) => house.call('POST', path, { headers, body })
    await send('/v1/otp/send', { phoneNumber: meera.phoneNumber })
    await send('/v1/patients/verify-phone-verification-otp', {
      phoneNumber: meera.phoneNumber,
      otpCode: rail.lastCodeTo('+919876543210'),
    })
    expect((await operate(clinic, 'patient-show', { id })).phone.verifiedAt).toBe(null)
    const booked = await book(
      clinic,
      { workspaceId: clinic.workspaceId, patientPayload: undefined, patientId: id },
      { key: null, headers },
    )
    expect(booked.status, booked.text).toBe(201)
    const shown = await operate(clinic, 'patient-show', { id })
    expect(shown).toMatchObject({
      phone: { verifiedAt: expect.stringMatching(/^2030-01-01T05:3\d.*\+05:30$/) },
      email: { verifiedAt: null },
    })
    // Another number is another contact.
    await operate(clinic, 'patient-edit', { id, phoneNumber: '9811111111' })
    expect((await operate(clinic, 'patient-show', { id })).phone).toEqual({
      value: '+919811111111',
      verifiedAt: null,
    })
  })
})

it('the visits and tokens of a patient are returned page by page, each once and in order, also those at the same instant [TILL-01]', async () => {
  const clinic = await createRecordClinic(house)
  const { patientId } = await createMeera(house, clinic)
  const again = { patientPayload: undefined, patientId }
  for (const clock of ['10:15', '10:30', '10:45'])
    await book(clinic, { ...again, ...slotTimes(clock) })
  await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, again))
  for (const [which, count] of [
    ['TO_COME', 7],
    ['PAST', 1],
  ] as const) {
    const allVisits = await operate(clinic, 'patient-visits', { patientId, which, limit: 100 })
    expect([allVisits.visits.length, allVisits.more]).toEqual([count, false])
    const starts = allVisits.visits.map(({ fromDateTimeTs }: Json) => Date.parse(fromDateTimeTs))
    expect(starts).toEqual(
      starts.toSorted((a: number, b: number) => (which === 'PAST' ? b - a : a - b)),
    )
    for (const limit of [1, 2, 3]) {
      const ids: number[] = []
      for (let more = true; more; ) {
        const page = await operate(clinic, 'patient-visits', {
          patientId,
          which,
          limit,
          ...(ids.length > 0 && { after: ids.at(-1) }),
        })
        expect(page.visits.length).toBeLessThanOrEqual(limit)
        ids.push(...page.visits.map(({ id }: Json) => id))
        more = page.more
      }
      expect(ids).toEqual(allVisits.visits.map(({ id }: Json) => id))
    }
  }
})

it('a visit that was completed before its time ended is past, also for an erasure [TILL-01]', async () => {
  const clinic = await house.clinic()
  const done = (await book(clinic, slotTimes('09:00'))).json.appointment
  const later = (await book(clinic, slotTimes('09:15'))).json.appointment
  expect(later.patientId).toBe(done.patientId)
  await house.call('PATCH', `/v1/appointments/${done.id}/status`, {
    key: clinic.key,
    body: { status: 'COMPLETED' },
  })
  const { patientId } = done
  const listVisitIds = async (which: string) =>
    (await operate(clinic, 'patient-visits', { patientId, which })).visits.map(({ id }: Json) => id)
  expect([await listVisitIds('TO_COME'), await listVisitIds('PAST')]).toEqual([
    [later.id],
    [done.id],
  ])
  expect((await operate(clinic, 'patient-erase', { id: patientId })).upcoming).toBe(1)
})

it('a record that has changed since it was read is not overwritten, not even by two at once, and nothing of the change is written [TILL-01]', async () => {
  const clinic = await createRecordClinic(house)
  const { patientId: id } = (await book(clinic, { patientPayload: meera })).json.appointment
  const { version } = await operate(clinic, 'patient-show', { id })
  const changes = ['Mira', 'Mera', 'Meerah', 'Mee'].map((firstName) =>
    operate(clinic, 'patient-edit', { id, firstName, version }).then(() => firstName),
  )
  const done = await Promise.allSettled(changes)
  const won = done.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  expect(won).toHaveLength(1)
  for (const one of done)
    if (one.status === 'rejected')
      expect(String(one.reason)).toContain('was changed in the meantime')
  expect((await operate(clinic, 'patient-show', { id })).patient.firstName).toBe(won[0])
  const before = await clinic.bookingRows()
  await expect(operate(clinic, 'patient-edit', { id, lastName: 'Rao', version })).rejects.toThrow(
    `the record of patient ${id} was changed in the meantime`,
  )
  expect(await clinic.bookingRows()).toBe(before)
  // A command has not read the record and sends no version: its change always applies.
  expect((await operate(clinic, 'patient-edit', { id, lastName: 'Rao' })).lastName).toBe('Rao')
})

it('a search for patients returns up to a hundred, for one practitioner if requested [TILL-01]', async () => {
  const clinic = await createRecordClinic(house)
  await createMeera(house, clinic)
  for (const firstName of Array.from({ length: 30 }, (_, index) => `Meera ${index}`))
    await clinic.post(
      '/v1/patients',
      { firstName },
      { headers: { 'x-acting-user-id': String(clinic.id('staff', 'nina-roy')) } },
    )
  const searchPatients = (input: Json) =>
    operate(clinic, 'patient-search', { query: 'meera', ...input })
  expect(await searchPatients({})).toHaveLength(20)
  expect(await searchPatients({ limit: 100 })).toHaveLength(31)
  const ofDoctor = (name: string) => searchPatients({ doctorId: clinic.id('practitioner', name) })
  expect((await ofDoctor('meera-shah')).map(({ lastName }: Json) => lastName)).toEqual(['Iyer'])
  expect(await ofDoctor('jonas-weber')).toEqual([])
})
