// A phone is read alike at every door: the API, the desk, files of patients and the command line.

import { describe, expect, it } from 'vitest'
import { withLongSession } from '../src/base/db/long-session.ts'
import { importPatients } from '../src/management/csv-import/import-patients.ts'
import { type Clinic, type Json, openHarness, slotTimes } from './support/clinic/harness.ts'
import { shiftId } from './support/clinic/queue-clinic.ts'

const harness = await openHarness()
const operate = (clinic: Clinic, name: string, input: Json) =>
  harness.operate(name, { workspace: clinic.name, ...input })
const berlin = () =>
  harness.clinic((file: Json) => {
    file.locations.jaipur.country = 'DE'
  })
const upsert = (clinic: Clinic, body: Json) =>
  clinic.post('/v1/patients', body, {
    headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) },
  })
const numbers = async ({ workspaceId }: Clinic) =>
  (
    await harness.sql(
      'select first_name, phone_normalised from patients where workspace_id = $1 order by id',
      [workspaceId],
    )
  ).map(Object.values)

/** Imports a file of patients as the operation does, without its report. */
async function bring(clinic: Clinic, text: string) {
  await withLongSession(harness.connection, 'test', async (_, queries) => {
    async function* read() {
      yield Buffer.from(text)
    }
    const options = {
      workspaceId: clinic.workspaceId,
      dryRun: false,
      tell: async () => {},
      actor: { kind: 'operator', name: 'tester' } as const,
    }
    await importPatients(
      { queries, transaction: (work) => work(), read, progress: undefined },
      options,
    )
  })
}

const at = (clinic: Clinic) => ({
  addressId: clinic.id('location', 'jaipur'),
  doctorId: clinic.id('practitioner', 'asha-rao'),
  mode: 'OFFLINE',
})

describe('a phone without a dial code, in Berlin', () => {
  it('is German at the desk, in every form [DAY-05] [DAY-15] [LINE-03] [TILL-01] [A-222]', async () => {
    const clinic = await berlin()
    await operate(clinic, 'visit-book', {
      ...at(clinic),
      ...slotTimes('09:00'),
      patientPayload: { firstName: 'Anna', phoneNumber: '0171 7654399' },
    })
    await operate(clinic, 'token-give', {
      qmsWorkShiftId: shiftId(clinic),
      patientPayload: { firstName: 'Bernd', phoneNumber: '0171/765.43-98' },
    })
    await operate(clinic, 'waiting-add', {
      addressId: at(clinic).addressId,
      patientPayload: { firstName: 'Carla', phoneNumber: '\u202a0171\u00a07654397\u202c' },
    })
    const series = {
      ...at(clinic),
      starts: ['10:00', '10:15'].map((clock) => slotTimes(clock).fromDateTimeIso),
      patientPayload: { firstName: 'Dirk', phoneNumber: '٠١٧١ ٧٦٥٤٣٩٦' },
    }
    await operate(clinic, 'series-book', series)
    expect(await numbers(clinic)).toEqual([
      ['Anna', '+491717654399'],
      ['Bernd', '+491717654398'],
      ['Carla', '+491717654397'],
      ['Dirk', '+491717654396'],
    ])
    const [anna] = await operate(clinic, 'patient-likely', {
      phoneNumber: '0171 7654399',
      addressId: at(clinic).addressId,
    })
    expect(anna).toMatchObject({ firstName: 'Anna', because: 'PHONE' })
    expect(await operate(clinic, 'patient-find', { query: '0171 7654399' })).toMatchObject([
      { firstName: 'Anna' },
    ])
    const changed = await operate(clinic, 'patient-edit', {
      id: anna.id,
      phoneNumber: '0171 7654000',
    })
    expect([changed.countryCode, changed.phoneNumber]).toEqual(['+49', '01717654000'])
  })

  it('is German in a file, and the result says so [SETUP-08] [A-222]', async () => {
    const clinic = await berlin()
    await bring(
      clinic,
      'firstName,phoneNumber,countryCode\nAnna,0171 7654399,\nBernd,0091 98765 43210,\nCarla,98765.43211,+91\n',
    )
    expect(await numbers(clinic)).toEqual([
      ['Anna', '+491717654399'],
      ['Bernd', '+919876543210'],
      ['Carla', '+919876543211'],
    ])
  })

  it('is of the default dial code of the API there [A-222] [OTP-09]', async () => {
    const clinic = await berlin()
    const { json } = await upsert(clinic, { firstName: 'Anna', phoneNumber: '98765.43210' })
    expect([json.countryCode, json.phoneNumber]).toEqual(['+91', '9876543210'])
  })
})

describe('a phone with the prefix for calls abroad [A-236]', () => {
  it('is the full number at every door', async () => {
    const clinic = await harness.clinic()
    expect(
      (await upsert(clinic, { firstName: 'Anna', phoneNumber: '0049 171 1234568' })).json
        .countryCode,
    ).toBe('+49')
    await operate(clinic, 'visit-book', {
      ...at(clinic),
      ...slotTimes('09:00'),
      patientPayload: { firstName: 'Bernd', phoneNumber: '0049 171 1234568' },
    })
    await bring(clinic, 'firstName,phoneNumber\nCarla,0049 171 1234568\n')
    expect((await numbers(clinic)).map(([, phone]) => phone)).toEqual([
      '+491711234568',
      '+491711234568',
      '+491711234568',
    ])
    const [found] = await operate(clinic, 'patient-find', { query: '0049 171 1234568' })
    expect(
      (
        await operate(clinic, 'patient-edit', {
          id: found.id,
          countryCode: '+91',
          phoneNumber: '+44 7911 123456',
        })
      ).countryCode,
    ).toBe('+44')
  })

  it('is compared as the full number, also with an older record that read it as another [TILL-01]', async () => {
    const clinic = await harness.clinic()
    const { id } = (
      await upsert(clinic, { firstName: 'Anna', lastName: 'Berg', phoneNumber: '+49 171 1234568' })
    ).json
    const likely = await operate(clinic, 'patient-likely', {
      firstName: 'Anna',
      countryCode: '+91',
      phoneNumber: '0049 171 1234568',
    })
    expect(likely).toMatchObject([{ id, because: 'PHONE_AND_NAME' }])
  })

  it('is refused with another dial code, and then nothing is written', async () => {
    const clinic = await harness.clinic()
    const { status, json } = await upsert(clinic, {
      firstName: 'Anna',
      countryCode: '+91',
      phoneNumber: '0049 171 1234568',
    })
    expect([status, json.message]).toEqual([
      400,
      expect.stringContaining('phoneNumber begins with +49'),
    ])
    expect(await numbers(clinic)).toEqual([])
  })
})

it('which number a phone is, is told at the desk as it is typed [DAY-05]', async () => {
  const clinic = await berlin()
  const read = (phoneNumber?: string, more: Json = {}) =>
    operate(clinic, 'patient-phone', { ...(phoneNumber && { phoneNumber }), ...more })
  expect(await read()).toEqual({ countryCode: '+49', phone: null })
  expect(await read('0171 7654399')).toEqual({ countryCode: '+49', phone: '+491717654399' })
  // Too short for India.
  expect(await read('+91 98765')).toEqual({ countryCode: '+91', phone: null })
  expect(await read('0171 7654399', { countryCode: '+91' })).toEqual({
    countryCode: '+91',
    phone: '+911717654399',
  })
  expect(await read('no phone')).toEqual({ countryCode: '+49', phone: null })
})
