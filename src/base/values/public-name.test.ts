import { expect, it } from 'vitest'
import { book, type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { createPayingClinic } from '../../../test/support/clinic/paying-clinic.ts'
import { makeVisitLink } from '../../clinic/notices/visit-links.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'

const house = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })

/**
 * Where the desk and the patient read the name of a practitioner who has a visit, a payment and a
 * blocked time.
 */
async function namesIn(clinic: Clinic): Promise<Record<string, string>> {
  const doctorId = clinic.id('practitioner', 'asha-rao')
  const addressId = clinic.id('location', 'jaipur')
  const patientPayload = {
    firstName: 'Meera',
    phoneNumber: '9876543210',
    email: 'meera@example.org',
  }
  const { id, appointmentDate: date } = (
    await book(clinic, { patientPayload, paymentStatus: 'UNPAID' })
  ).json.appointment
  await operate(clinic, 'visit-pay', { id, method: 'CASH' })
  const { block } = await operate(clinic, 'block-add', {
    doctorId,
    addressId,
    fromDateTimeIso: `${date}T14:00:00+05:30`,
    toDateTimeIso: `${date}T15:00:00+05:30`,
    reason: 'Ward round',
  })
  const path = await makeVisitLink(
    house.application.database,
    { workspaceId: clinic.workspaceId, appointmentId: id },
    house.application.clock.now(),
  )
  const page = await house.call('GET', path, { headers: { 'accept-language': 'en' } })
  const visit = await operate(clinic, 'visit-show', { id })
  let sent: Json[] = []
  await expect
    .poll(async () => {
      await house.application.dueWork.tick()
      sent = await operate(clinic, 'outbox-show')
      return sent.length
    })
    .toBe(1)
  const ofDoctor = (rows: readonly Json[]) => rows.find((row) => row.doctorId === doctorId)
  return {
    day: ofDoctor((await operate(clinic, 'day-show', { addressId, date })).doctors)?.doctorName,
    week: (await operate(clinic, 'week-show', { doctorId, date })).doctorName,
    visit: visit.doctor,
    patient: (await operate(clinic, 'patient-head', { id: visit.patientId })).nextVisit.doctor,
    block: block.doctor,
    receipt: (await operate(clinic, 'receipt-show', { appointmentId: id })).practitioner,
    report: ofDoctor((await operate(clinic, 'report-show', { from: date, to: date })).practitioners)
      ?.doctor,
    page: /<dt>Practitioner<\/dt><dd><bdi>([^<]*)/.exec(page.text)?.[1] ?? page.text,
    notice: /visit with (.*) is booked/.exec(sent[0]?.body)?.[1] ?? '',
  }
}

const clinicWith = (
  profile: Partial<NonNullable<ClinicFile['practitioners'][string]['profile']>>,
) =>
  createPayingClinic(house, ({ workspace, practitioners }) => {
    workspace.notices = { confirmation: true }
    const asha = practitioners['asha-rao']
    if (!asha?.profile) throw new Error('the test clinic lacks a profile')
    Object.assign(asha, { name: 'Asha', prefix: 'Dr' })
    Object.assign(asha.profile, { name: 'Dr Asha R. Rao', ...profile })
  })

it.each([
  [true, 'Dr Asha R. Rao'],
  [false, 'Asha'],
])(
  'a practitioner has one name for the desk and the patient: with a published profile (%s) %s [DAY-02] [MINE-05]',
  async (published, name) => {
    const names = await namesIn(await clinicWith({ published }))
    expect(names).toEqual(Object.fromEntries(Object.keys(names).map((place) => [place, name])))
  },
)
