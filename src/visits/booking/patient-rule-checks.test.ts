// The rules for patients that depend on who the patient is and what is booked already.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import type { PatientRules } from '../../base/values/patient-rules.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const house = await openHarness()
// It is 05:30; Asha works from 09:00.
const today = '2030-01-01'

/** A clinic with rules for patients, and how a key that books for them books and moves visits. */
async function openPatientClinic(
  rules: PatientRules,
  change: (file: ClinicFile) => void = () => {},
) {
  const clinic = await house.clinic((file) => {
    file.workspace.patientRules = rules as NonNullable<ClinicFile['workspace']['patientRules']>
    const asha = file.practitioners['asha-rao']
    if (asha) file.practitioners['second-doctor'] = structuredClone(asha)
    change(file)
  })
  const { key } = await house.operate('key-create', {
    workspace: clinic.name,
    name: 'Patients',
    allow: ['127.0.0.1'],
    booksForPatients: true,
  })
  /** Books a time as a patient, and returns the code of the refusal or the visit. */
  const bookAt = async (clock: string, more: Json = {}, minutes = 15) => {
    const { status, json } = await book(
      clinic,
      { ...slotTimes(clock, minutes, today), ...more },
      { key },
    )
    return status === 201 ? json.appointment : json.error
  }
  return { clinic, key: key as string, bookAt }
}

const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> =>
  house.operate(name, { workspace: clinic.name, ...input })

function bookAtDesk(clinic: Clinic, changes: Json = {}): Promise<Json> {
  const { addressId, doctorId, mode, patientPayload, ...times } = createBookingBody(clinic) as Json
  const { fromDateTimeIso, toDateTimeIso } = times
  return operate(clinic, 'visit-book', {
    addressId,
    doctorId,
    mode,
    patientPayload,
    fromDateTimeIso,
    toDateTimeIso,
    ...changes,
  })
}

async function complete(clinic: Clinic, appointmentId: number) {
  for (const status of ['IN_CONSULTATION', 'COMPLETED'])
    await operate(clinic, 'visit-status', { id: appointmentId, status })
}

const patientNumber = (number: number) => ({
  patientPayload: { firstName: `Patient ${number}`, phoneNumber: `98765432${number}` },
})

describe('new patients', () => {
  it('are refused by a practitioner who sees only known ones, and known is who has been there [RULE-05]', async () => {
    const { clinic, bookAt } = await openPatientClinic({ newPatients: 'no' })
    const before = await clinic.bookingRows()
    expect(await bookAt('09:00', patientNumber(10))).toBe('NEW_PATIENTS_NOT_ACCEPTED')
    expect(await clinic.bookingRows()).toBe(before)
    const { json } = await book(clinic, { ...slotTimes('09:00', 15, today), ...patientNumber(10) })
    expect(await bookAt('09:30', patientNumber(10))).toBe('NEW_PATIENTS_NOT_ACCEPTED')
    await complete(clinic, json.appointment.id)
    expect(await bookAt('09:30', patientNumber(10))).toMatchObject({ status: 'SCHEDULED' })
    // Someone who is waiting at the clinic has come.
    const other = await book(clinic, { ...slotTimes('10:00', 15, today), ...patientNumber(11) })
    await operate(clinic, 'visit-arrive', { id: other.json.appointment.id, arrived: true })
    expect(await bookAt('10:30', patientNumber(11))).toMatchObject({ status: 'SCHEDULED' })
  })

  it('are the only ones for whom some times are kept [RULE-05]', async () => {
    const { clinic, bookAt } = await openPatientClinic({ newPatients: 'only' })
    const first = await bookAt('09:00', patientNumber(10))
    expect(first).toMatchObject({ status: 'SCHEDULED' })
    await complete(clinic, first.id)
    expect(await bookAt('09:30', patientNumber(10))).toBe('ONLY_NEW_PATIENTS')
    expect(await bookAt('09:30', patientNumber(11))).toMatchObject({ status: 'SCHEDULED' })
  })

  it('book a longer visit where the clinic asks for one [RULE-05]', async () => {
    const { clinic, bookAt } = await openPatientClinic({ newPatientMinutes: 30 })
    expect(await bookAt('09:00', patientNumber(10))).toBe('NEW_PATIENTS_NEED_LONGER')
    const { id } = await bookAt('09:00', patientNumber(10), 30)
    await complete(clinic, id)
    expect(await bookAt('10:00', patientNumber(10))).toMatchObject({ status: 'SCHEDULED' })
  })
})

describe('the workspace detail', () => {
  it('says whom a practitioner sees, only where that is limited [RULE-05]', async () => {
    const loadDoctors = async (rules: PatientRules): Promise<Json[]> => {
      const { clinic, key } = await openPatientClinic(rules)
      const { json } = await clinic.get('/v2/workspaces', { key })
      return json.addresses.flatMap(({ doctors }: Json) => doctors)
    }
    const isQueue = ({ appointmentSystemType }: Json) => appointmentSystemType === 'QMS'
    const limited = await loadDoctors({ newPatients: 'no', newPatientMinutes: 30 })
    expect(limited.find((doctor) => !isQueue(doctor))).toMatchObject({
      newPatients: 'no',
      newPatientMinutes: 30,
    })
    // A token has no length.
    const queue = limited.find(isQueue)
    expect(queue).toMatchObject({ newPatients: 'no' })
    expect(queue).not.toHaveProperty('newPatientMinutes')
    // Asha's shortest visit takes ten minutes.
    for (const doctor of await loadDoctors({ newPatients: 'yes', newPatientMinutes: 10 })) {
      expect(doctor).not.toHaveProperty('newPatients')
      expect(doctor).not.toHaveProperty('newPatientMinutes')
    }
  })
})

describe('the gap between visits', () => {
  it('holds for visits of other lengths, whose slots begin at other times [RULE-03]', async () => {
    const { clinic, bookAt } = await openPatientClinic({ gapMinutes: 10 })
    expect(await bookAt('09:25', patientNumber(10))).toMatchObject({ status: 'SCHEDULED' })
    const before = await clinic.bookingRows()
    expect(await bookAt('09:40', patientNumber(11), 30)).toBe('SLOT_NOT_AVAILABLE')
    expect(await clinic.bookingRows()).toBe(before)
    expect(await bookAt('10:20', patientNumber(11), 30)).toMatchObject({ status: 'SCHEDULED' })
  })
})

describe('the visits to come of a patient', () => {
  it('are limited with a practitioner and in the clinic, without those that were cancelled [RULE-06]', async () => {
    const { clinic, bookAt } = await openPatientClinic({
      upcomingVisits: 2,
      upcomingVisitsPerPractitioner: 1,
    })
    const second = { ...patientNumber(10), doctorId: clinic.id('practitioner', 'second-doctor') }
    const first = await bookAt('09:00', patientNumber(10))
    expect(first).toMatchObject({ status: 'SCHEDULED' })
    expect(await bookAt('09:30', patientNumber(10))).toBe('UPCOMING_VISITS_REACHED')
    expect(await bookAt('09:30', second)).toMatchObject({ status: 'SCHEDULED' })
    expect(await bookAt('10:00', second)).toBe('UPCOMING_VISITS_REACHED')
    expect(await bookAt('09:30', patientNumber(11))).toMatchObject({ status: 'SCHEDULED' })
    await operate(clinic, 'visit-cancel', { id: first.id })
    expect(await bookAt('10:00', patientNumber(10))).toMatchObject({ status: 'SCHEDULED' })
  })
})

describe('a move by the patient', () => {
  it('counts, up to what the clinic allows; one by the clinic does not [RULE-08]', async () => {
    const { clinic, key, bookAt } = await openPatientClinic({ moves: 1, noticeMinutes: 60 })
    const { id } = await bookAt('09:00')
    const moveTo = (clock: string, by = key, date = today) =>
      house.call('PATCH', `/v1/appointments/${id}/reschedule`, {
        key: by,
        body: slotTimes(clock, 15, date),
      })
    expect((await moveTo('09:30', clinic.key)).status).toBe(200)
    expect((await moveTo('10:00')).status).toBe(200)
    const before = await clinic.bookingRows()
    expect((await moveTo('10:30')).json.error).toBe('MOVES_REACHED')
    expect(await clinic.bookingRows()).toBe(before)
    expect((await moveTo('11:00', clinic.key)).status).toBe(200)
  })

  it('follows the rules for the new time, and the visit itself is not counted [RULE-03] [RULE-04] [RULE-08]', async () => {
    const { clinic, key, bookAt } = await openPatientClinic({ perDay: 1, gapMinutes: 15 })
    const { id } = await bookAt('09:00')
    const moveTo = (clock: string, date = today) =>
      house.call('PATCH', `/v1/appointments/${id}/reschedule`, {
        key,
        body: slotTimes(clock, 15, date),
      })
    expect((await moveTo('09:30')).status).toBe(200)
    expect((await moveTo('09:45')).json.error).toBe('SLOT_NOT_OFFERED')
    await book(clinic, { ...slotTimes('09:00', 15, '2030-01-08'), ...patientNumber(11) })
    expect((await moveTo('11:00', '2030-01-08')).json.error).toBe('SLOT_NOT_AVAILABLE')
  })
})

describe('a record', () => {
  it('that says by phone only is booked by the clinic alone, and shows who decided that and why [RULE-07]', async () => {
    const { clinic, bookAt } = await openPatientClinic({})
    const { id, patientId } = await bookAt('09:00')
    const set = (input: Json) =>
      operate(clinic, 'patient-booking-rule', { id: patientId, ...input })
    await expect(set({ rule: 'BY_PHONE', reason: ' ' })).rejects.toThrow('needs a reason')
    await set({ rule: 'BY_PHONE', reason: 'Two absences' })
    await operate(clinic, 'visit-status', { id, status: 'NO_SHOW' })
    const head = await operate(clinic, 'patient-head', { id: patientId })
    expect(head).toMatchObject({
      absences: 1,
      bookingRule: { rule: 'BY_PHONE', reason: 'Two absences', setBy: 'tester' },
    })
    const before = await clinic.bookingRows()
    expect(await bookAt('09:30')).toBe('BOOKED_BY_PHONE')
    expect(await clinic.bookingRows()).toBe(before)
    expect((await bookAtDesk(clinic, slotTimes('09:30'))).status).toBe('SCHEDULED')
    expect((await book(clinic, slotTimes('10:00'))).status).toBe(201)
    await set({ rule: 'NONE' })
    expect(await bookAt('10:30')).toMatchObject({ status: 'SCHEDULED' })
  })

  it('that says pay before is booked with a payment [RULE-07]', async () => {
    const { clinic, bookAt } = await openPatientClinic({})
    const { patientId } = await bookAt('09:00')
    await operate(clinic, 'patient-booking-rule', {
      id: patientId,
      rule: 'PAY_BEFORE',
      reason: 'Two absences',
    })
    expect(await bookAt('09:30')).toBe('PAYMENT_NEEDED_TO_BOOK')
    expect(await bookAt('09:30', { paymentStatus: 'PAID' })).toMatchObject({ status: 'SCHEDULED' })
    // Nothing is to be paid for a free visit.
    expect(await bookAt('10:00', { consultationCharge: 0 })).toMatchObject({ status: 'SCHEDULED' })
  })

  it('binds tokens of queues as well [RULE-05] [RULE-07]', async () => {
    const { clinic, key, bookAt } = await openPatientClinic({ newPatients: 'no' })
    const take = async (by: string, more: Json) =>
      (
        await clinic.post(
          '/v1/qms-appointments/pre/book',
          tokenBody(clinic, { appointmentDate: '2030-01-07', ...more }),
          { key: by },
        )
      ).json
    expect((await take(key, patientNumber(10))).error).toBe('NEW_PATIENTS_NOT_ACCEPTED')
    const { json } = await book(clinic, { ...slotTimes('09:00', 15, today), ...patientNumber(10) })
    const { id, patientId } = json.appointment
    await complete(clinic, id)
    const known = { patientPayload: undefined, patientId }
    await operate(clinic, 'patient-booking-rule', { id: patientId, rule: 'BY_PHONE', reason: 'x' })
    expect((await take(key, known)).error).toBe('BOOKED_BY_PHONE')
    expect(await bookAt('10:00', patientNumber(10))).toBe('BOOKED_BY_PHONE')
    await operate(clinic, 'patient-booking-rule', {
      id: patientId,
      rule: 'PAY_BEFORE',
      reason: 'x',
    })
    expect((await take(key, { ...known, paymentStatus: 'UNPAID' })).error).toBe(
      'PAYMENT_NEEDED_TO_BOOK',
    )
    expect((await take(clinic.key, known)).error).toBeUndefined()
  })

  it('keeps its rule when another is merged into it, and loses it when it is erased [RULE-07]', async () => {
    const { clinic, bookAt } = await openPatientClinic({})
    const kept = await bookAt('09:00', patientNumber(10))
    const other = await bookAt('09:30', patientNumber(11))
    const rule = { rule: 'BY_PHONE', reason: 'Asked for it' }
    await operate(clinic, 'patient-booking-rule', { id: other.patientId, ...rule })
    await operate(clinic, 'patient-merge', {
      from: other.patientId,
      into: kept.patientId,
      reason: 'One person',
      confirmed: true,
    })
    expect(await operate(clinic, 'patient-head', { id: kept.patientId })).toMatchObject({
      bookingRule: rule,
    })
    await operate(clinic, 'patient-erase', { id: kept.patientId, confirmed: true })
    const stored = await house.sql('select booking_rule from patients where workspace_id = $1', [
      clinic.workspaceId,
    ])
    expect(stored.map(({ booking_rule: stored }: Json) => stored)).toEqual([null, null])
  })
})

describe('staff', () => {
  it('are told what patients could not book, and book it with a reason, which the visit keeps [RULE-01] [RULE-03] [RULE-04] [DAY-18]', async () => {
    const { clinic } = await openPatientClinic({
      horizonDays: 6,
      gapMinutes: 5,
      perDay: 1,
      newPatients: 'no',
    })
    const refused = async (changes: Json) => {
      const before = await clinic.bookingRows()
      const error = await bookAtDesk(clinic, changes).catch((problem: Json) => problem)
      expect(await clinic.bookingRows()).toBe(before)
      return error.message
    }
    expect(await refused({})).toBe('patients could not book this: NEW_PATIENT')
    const reason = { unofferedReason: 'Sent by her sister' }
    const first = await bookAtDesk(clinic, reason)
    expect(first).toMatchObject({ unofferedReason: 'Sent by her sister' })
    expect(await refused(slotTimes('09:15'))).toBe(
      'patients could not book this: GAP, FULL_DAY, NEW_PATIENT',
    )
    expect(await refused(slotTimes('09:00', 15, '2030-01-08'))).toBe(
      'patients could not book this: HORIZON, NEW_PATIENT',
    )
    expect(await bookAtDesk(clinic, { ...slotTimes('09:15'), ...reason })).toMatchObject(reason)
  })

  it('and plain keys book as before where there are no rules', async () => {
    const { clinic } = await openPatientClinic({})
    expect(await bookAtDesk(clinic)).toMatchObject({ unofferedReason: null })
    expect((await book(clinic, slotTimes('09:30'))).status).toBe(201)
  })
})
