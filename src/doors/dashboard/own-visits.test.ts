// A member who sees only their own visits, over HTTP: what two records, a merged record, a room, a
// shared series and a report show them.

import { describe, expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'
import {
  bookLena,
  createMeridianClinic,
  giveToken,
  people,
  runInClinic,
} from '../../../test/support/clinic/meridian.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { operations } from '../register/register.ts'

const house = await openHarness()
const ownPage = { origin: 'http://clinic.test', host: 'clinic.test' }

/** Calls operations as a signed-in practitioner. */
async function healer(
  clinic: Clinic,
  name: 'lena-vogel' | 'omar-said',
): Promise<(name: string, input: Json) => Promise<Reply>> {
  const { url } = await runInClinic(house, clinic, 'dashboard-link', {
    id: clinic.id('practitioner', name),
  })
  const signedIn = await house.call('POST', '/dashboard/api/sign-in/link', {
    headers: ownPage,
    body: { token: url.split('#')[1] },
  })
  const headers = {
    ...ownPage,
    cookie: String(signedIn.headers['set-cookie']).split(';')[0] ?? '',
    'x-workspace': clinic.name,
  }
  return (operation, body) =>
    house.call('POST', `/dashboard/api/operations/${operation}`, { headers, body })
}
const lenasPatient = async (
  clinic: Clinic,
  from: string,
  patientPayload: Json = people.full,
): Promise<number> => (await bookLena(house, clinic, 'jaipur', from, { patientPayload })).patientId
const readings = (clinic: Clinic) =>
  house.sql('select id from audit_entries where workspace_id = $1', [clinic.workspaceId])

describe('a member who sees own visits only', () => {
  it('merges, and previews merges, of their own patients alone [DASH-10] [TILL-02]', async () => {
    const clinic = await createMeridianClinic(house)
    const own = await lenasPatient(clinic, '2030-01-07T09:00:00+05:30')
    const same = await lenasPatient(clinic, '2030-01-07T09:15:00+05:30', people.aged)
    const { patientId: stranger } = await giveToken(house, clinic)
    const lena = await healer(clinic, 'lena-vogel')
    const before = [await clinic.bookingRows(), await readings(clinic)]
    for (const confirmed of [false, true]) {
      const merge = async (from: number, into: number) =>
        (await lena('patient-merge', { from, into, reason: 'One person', confirmed })).json.code
      const absent = await merge(own, 9_999_999)
      expect(absent).toBe('PATIENT_NOT_FOUND')
      expect([
        await merge(stranger, own),
        await merge(own, stranger),
        await merge(stranger, 9_999_999),
      ]).toEqual([absent, absent, absent])
    }
    expect([await clinic.bookingRows(), await readings(clinic)]).toEqual(before)
    const preview = await lena('patient-merge', { from: same, into: own, reason: 'One person' })
    expect([preview.status, preview.json.merged, preview.json.moved.visits]).toEqual([
      200,
      false,
      1,
    ])
  })

  it('takes back changes of their own visits, and those of colleagues are changes that do not exist [DASH-10] [DAY-19]', async () => {
    const clinic = await createMeridianClinic(house)
    const { id } = await bookLena(house, clinic, 'jaipur', '2030-01-07T09:00:00+05:30', {
      patientPayload: people.full,
    })
    const lena = await healer(clinic, 'lena-vogel')
    const omar = await healer(clinic, 'omar-said')
    const { change } = (await lena('visit-status', { id, status: 'CONFIRMED' })).json
    const loadStatus = async () =>
      (await house.sql('select status from appointments where id = $1', [id]))[0].status
    const theirs = await omar('visit-undo', { id: change })
    const absent = await omar('visit-undo', { id: 9_999_999 })
    expect([theirs.status, theirs.json.code, absent.json.code]).toEqual([
      absent.status,
      'CHANGE_NOT_FOUND',
      'CHANGE_NOT_FOUND',
    ])
    expect(await loadStatus()).toBe('CONFIRMED')
    expect((await lena('visit-undo', { id: change })).status).toBe(200)
    expect(await loadStatus()).toBe('SCHEDULED')
  })

  it('neither exports nor erases a record, in which colleagues wrote too, regardless of other rights of the role [DASH-10]', async () => {
    const clinic = await createMeridianClinic(house, (file) => {
      Object.assign(file.roles?.healer ?? {}, { rights: { setup: 'write', patients: 'write' } })
    })
    const own = await lenasPatient(clinic, '2030-01-07T09:00:00+05:30')
    const lena = await healer(clinic, 'lena-vogel')
    const before = await readings(clinic)
    for (const name of ['patient-export', 'patient-erase'])
      expect((await lena(name, { id: own })).json.code).toBe('NOT_ALLOWED')
    expect(await readings(clinic)).toEqual(before)
  })

  it('is not shown the queue of a colleague whose name in the clinic file is spelt like their id [DASH-10]', async () => {
    const clinic = await createMeridianClinic(house)
    const omar = await healer(clinic, 'omar-said')
    const own = (await omar('queue-list', {})).json
    await clinic.change((file) => {
      const { email: _, ...practitioner } = structuredClone(file.practitioners['omar-said'] as Json)
      file.practitioners[clinic.id('practitioner', 'omar-said')] = {
        ...practitioner,
        name: 'Dr Other',
      }
    })
    expect((await runInClinic(house, clinic, 'queue-list', {})).length).toBe(2 * own.length)
    expect([own.length > 0, (await omar('queue-list', {})).json]).toEqual([true, own])
  })

  it('reaches their patient by the id of a record that was merged into it [DASH-10] [TILL-02]', async () => {
    const clinic = await createMeridianClinic(house)
    const own = await lenasPatient(clinic, '2030-01-07T09:00:00+05:30')
    const { patientId: from } = await giveToken(house, clinic)
    await runInClinic(house, clinic, 'patient-merge', {
      from,
      into: own,
      reason: 'One person',
      confirmed: true,
    })
    for (const name of ['lena-vogel', 'omar-said'] as const) {
      const shown = await (await healer(clinic, name))('patient-show', { id: from })
      expect([shown.status, shown.json.patient?.id]).toEqual([200, own])
    }
  })

  it('frees own blocked times, and neither rooms nor the time of others [DASH-10] [DAY-11]', async () => {
    const clinic = await createMeridianClinic(house)
    const time = {
      addressId: clinic.id('location', 'jaipur'),
      fromDateTimeIso: '2030-01-07T09:00:00+05:30',
      toDateTimeIso: '2030-01-07T10:00:00+05:30',
    }
    const add = async (whose: Json) =>
      (await runInClinic(house, clinic, 'block-add', { ...time, reason: 'Round', ...whose })).block
        .id
    const room = await add({ roomId: clinic.id('room', 'jaipur/room-1') })
    const own = await add({ doctorId: clinic.id('practitioner', 'lena-vogel') })
    const lena = await healer(clinic, 'lena-vogel')
    const omar = await healer(clinic, 'omar-said')
    expect([
      (await lena('block-remove', { id: room })).json.code,
      (await omar('block-remove', { id: own })).json.code,
    ]).toEqual(Array(2).fill('BLOCK_NOT_FOUND'))
    const listed = (await lena('block-list', { addressId: time.addressId })).json
    expect(listed.map(({ id }: Json) => id)).toEqual([own])
    expect((await lena('block-remove', { id: own })).status).toBe(200)
    expect(
      await house.sql('select id::int from blocks where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual([{ id: room }])
  })

  it('opens no record by a booking of their own, and the record that it creates [DASH-10] [TILL-01]', async () => {
    const clinic = await createMeridianClinic(house)
    const patientId = await lenasPatient(clinic, '2030-01-07T09:00:00+05:30')
    const omar = await healer(clinic, 'omar-said')
    const opens = async (id: number) => {
      const before = await readings(clinic)
      const { json } = await omar('patient-show', { id })
      if (json.code === 'PATIENT_NOT_FOUND') expect(await readings(clinic)).toEqual(before)
      return json.code ?? json.patient.id
    }
    const shift = { qmsWorkShiftId: clinic.id('shift', 'omar-said/kuwait/late') }
    const tokens = []
    for (const whose of [{ patientId }, { patientPayload: { ...people.full, countryCode: '+91' } }])
      tokens.push((await omar('token-give', { ...shift, ...whose })).json)
    expect([tokens.map(({ patient }) => patient.id), await opens(patientId)]).toEqual([
      [patientId, patientId],
      'PATIENT_NOT_FOUND',
    ])
    await runInClinic(house, clinic, 'queue-start', { shift: String(shift.qmsWorkShiftId) })
    for (const { tokenNumber } of tokens) {
      expect(
        (
          await omar('queue-cancel', {
            shift: String(shift.qmsWorkShiftId),
            token: String(tokenNumber),
          })
        ).status,
      ).toBe(200)
    }
    expect(await opens(patientId)).toBe('PATIENT_NOT_FOUND')
    expect((await omar('patient-edit', { id: patientId, gender: 'male' })).json.code).toBe(
      'PATIENT_NOT_FOUND',
    )
    expect(await house.sql('select gender from patients where id = $1', [patientId])).toEqual([
      { gender: 'female' },
    ])
    const created = (await omar('token-give', { ...shift, patientPayload: people.aged })).json
      .patient.id
    expect(await opens(created)).toBe(created)
    await giveToken(house, clinic, { patientId, patientPayload: undefined })
    expect(await opens(patientId)).toBe(patientId)
  })

  it('opens no record by a visit or a series that they booked themselves [DASH-10] [TILL-01]', async () => {
    const clinic = await createMeridianClinic(house)
    const { patientId } = await giveToken(house, clinic)
    const lena = await healer(clinic, 'lena-vogel')
    const bookingInput = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'lena-vogel'),
      mode: 'OFFLINE',
      patientId,
    }
    const visit = await lena('visit-book', {
      ...bookingInput,
      fromDateTimeIso: '2030-01-07T09:00:00+05:30',
    })
    const series = await lena('series-book', {
      ...bookingInput,
      starts: ['2030-01-08T09:00:00+05:30', '2030-01-15T09:00:00+05:30'],
    })
    expect([
      visit.status,
      series.status,
      (await lena('patient-show', { id: patientId })).json.code,
    ]).toEqual([200, 200, 'PATIENT_NOT_FOUND'])
    expect((await lena('visit-show', { id: visit.json.id })).status).toBe(200)
  })

  it('reaches no queue of others by also naming an own one [DASH-10] [LINE-01]', async () => {
    const clinic = await createMeridianClinic(house, ({ practitioners }) => {
      const { email: _, ...omar } = structuredClone(practitioners['omar-said']) as Json
      practitioners['ines-roth'] = { ...omar, name: 'Ines Roth', phoneNumber: '50004321' }
    })
    const own = clinic.id('shift', 'omar-said/kuwait/late')
    const foreign = clinic.id('shift', 'ines-roth/kuwait/late')
    const omar = await healer(clinic, 'omar-said')
    expect((await omar('queue-show', { shift: String(own) })).status).toBe(200)
    const rows = () => Promise.all([clinic.bookingRows(), readings(clinic)])
    const before = await rows()
    const onQueues = operations.filter(
      ({ about, right }) => about === 'shift' && right !== undefined,
    )
    expect(onQueues.length).toBeGreaterThan(5)
    for (const { name, input } of onQueues) {
      const [read, other] =
        'shift' in input.properties ? ['shift', 'qmsWorkShiftId'] : ['qmsWorkShiftId', 'shift']
      for (const beside of [{}, { [other]: own }]) {
        const { json } = await omar(name, { [read]: String(foreign), id: 1, token: 1, ...beside })
        expect([name, json.code]).toEqual([name, 'QUEUE_SHIFT_NOT_FOUND'])
      }
    }
    expect(await rows()).toEqual(before)
  })

  it('reaches a series only if all of its visits are their own [DASH-10] [DAY-16]', async () => {
    const clinic = await createMeridianClinic(house)
    const starts = ['2030-01-07T09:00:00+05:30', '2030-01-14T09:00:00+05:30']
    const bookingInput = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'lena-vogel'),
      mode: 'OFFLINE',
      starts,
    }
    const { id, visits } = await runInClinic(house, clinic, 'series-book', {
      ...bookingInput,
      patientPayload: people.full,
    })
    const lena = await healer(clinic, 'lena-vogel')
    expect((await lena('series-show', { id })).status).toBe(200)
    await withClient(house.connection, async (client) => {
      await client.query('set session_replication_role = replica')
      await client.query('update appointments set doctor_id = $2 where id = $1', [
        visits[1].id,
        clinic.id('practitioner', 'ravi-old'),
      ])
    })
    expect((await lena('series-show', { id })).json.code).toBe('SERIES_NOT_FOUND')
    expect((await lena('series-cancel', { id, fromDate: '2030-01-07' })).json.code).toBe(
      'SERIES_NOT_FOUND',
    )
  })

  it('chooses no other practitioner in a report [DASH-10] [REPORT-01]', async () => {
    const clinic = await createMeridianClinic(house)
    const lena = await healer(clinic, 'lena-vogel')
    const { json } = await lena('report-show', {})
    const own = clinic.id('practitioner', 'lena-vogel')
    expect([json.doctorId, json.choices.practitioners]).toEqual([
      own,
      [{ doctorId: own, doctor: 'Lena Vogel' }],
    ])
    expect(
      (await lena('report-show', { doctorId: clinic.id('practitioner', 'omar-said') })).json.code,
    ).toBe('NOT_ALLOWED')
  })
})
