// Two records of one person become one: nothing is lost, and the id of one leads to the other.

import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  actOnPaymentPage,
  confirm,
  createPayingClinic,
  reservationRequest,
} from '../../../test/support/clinic/paying-clinic.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import { patientTables } from '../../doors/app/patient-tables.ts'
import { mergePatients } from './merge-patients.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail, doesDueWork: false })

const operate = (clinic: Clinic, name: string, input: Json = {}) =>
  house.operate(name, { workspace: clinic.name, ...input })
const reason = 'One person with two phones'
const merge = (clinic: Clinic, from: number, into: number, confirmed = true) =>
  operate(clinic, 'patient-merge', { from, into, reason, confirmed })
const acting = (clinic: Clinic) => ({
  headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) },
})
const post = (clinic: Clinic, fields: Json) => clinic.post('/v1/patients', fields, acting(clinic))
async function upsert(clinic: Clinic, fields: Json): Promise<number> {
  const { json, text } = await post(clinic, fields)
  expect(json.id, text).toBeDefined()
  return json.id
}
const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const mira = {
  firstName: 'Mira',
  lastName: 'Iyer',
  phoneNumber: '9876500000',
  email: 'mira@example.org',
  dob: '1990-04-12',
  mrnNumber: 'OLD-7',
}

async function twoRecords(clinic: Clinic) {
  return { into: await upsert(clinic, meera), from: await upsert(clinic, mira) }
}

/** A record with something of every kind, and nothing in progress. */
async function lives(clinic: Clinic, patientId: number, clock: string) {
  const whom = { patientPayload: undefined, patientId }
  const visit = (await book(clinic, { ...whom, ...slotTimes(clock), paymentStatus: 'UNPAID' })).json
    .appointment.id
  await operate(clinic, 'visit-pay', { id: visit, method: 'CASH' })
  await operate(clinic, 'receipt-give', { appointmentId: visit })
  expect(
    (
      await clinic.post(
        `/v1/appointments/${visit}/vitals`,
        { vital: { pulse: 70 } },
        acting(clinic),
      )
    ).status,
  ).toBe(201)
  expect((await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, whom))).status).toBe(
    201,
  )
  const { id: pack } = await operate(clinic, 'packs-grant', { patientId, pack: 'ten' })
  await operate(clinic, 'packs-correct', { id: pack, sessions: -2, reason: 'used before' })
  await operate(clinic, 'waiting-add', {
    addressId: clinic.id('location', 'jaipur'),
    patientId,
    doctorIds: [clinic.id('practitioner', 'asha-rao')],
  })
  return { visit, pack }
}

const sortedIds = (rows: Json[]) => rows.map(({ id }) => id).toSorted()
/** Rows that refer to a patient, by table. */
const countReferences = async (id: number) => {
  const tables = [
    'appointments',
    'queue_visits',
    'patient_packs',
    'visit_series',
    'waiting_entries',
  ]
  return Object.fromEntries(
    await Promise.all(
      tables.map(
        async (table) =>
          [
            table,
            (await house.sql(`select id from ${table} where patient_id = $1`, [id])).length,
          ] as const,
      ),
    ),
  )
}

describe('a merge', () => {
  it('moves everything of one record, fills empty fields, and previews what it does [TILL-02]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    await lives(clinic, into, '09:00')
    const { visit, pack } = await lives(clinic, from, '09:15')
    const before = await readEveryRow(house)
    const preview = await merge(clinic, from, into, false)
    const withoutAudit = (text: string) =>
      JSON.stringify(JSON.parse(text).filter((rows: Json[]) => rows[0]?.table !== 'audit_entries'))
    expect(withoutAudit(await readEveryRow(house))).toBe(withoutAudit(before))
    expect(preview).toMatchObject({
      from,
      into,
      merged: false,
      overlapping: 0,
      filledFields: ['email', 'dob'],
    })
    expect(preview.moved).toMatchObject({
      visits: 1,
      tokens: 1,
      packs: 1,
      movements: 1,
      vitals: 1,
      waiting: 1,
      deskPayments: 1,
      receipts: 1,
      refunds: 0,
      records: 0,
    })

    const done = await merge(clinic, from, into)
    expect(done).toEqual({ ...preview, merged: true })
    expect(done.record).toMatchObject({
      id: into,
      firstName: 'Meera',
      phoneNumber: '9876543210',
      email: 'mira@example.org',
      dob: '1990-04-12',
    })
    expect(await countReferences(from)).toEqual({
      appointments: 0,
      queue_visits: 0,
      patient_packs: 0,
      visit_series: 0,
      waiting_entries: 0,
    })
    expect(await countReferences(into)).toEqual({
      appointments: 2,
      queue_visits: 2,
      patient_packs: 2,
      visit_series: 0,
      waiting_entries: 2,
    })
    const packs = await operate(clinic, 'packs-show', { patientId: from })
    expect(packs.map(({ id, sessionsRemaining }: Json) => [id, sessionsRemaining]).at(-1)).toEqual([
      pack,
      8,
    ])
    expect(await operate(clinic, 'packs-show', { patientId: into })).toEqual(packs)
    const shown = await operate(clinic, 'visit-show', { id: visit })
    expect(shown.patient ?? shown.visit?.patient).toMatchObject({ id: into, firstName: 'Meera' })
  })

  it('keeps the visits of a series together [TILL-02]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    const visit = (await book(clinic, { patientPayload: undefined, patientId: from })).json
      .appointment.id
    await house.sql(
      'with s as (insert into visit_series (workspace_id, patient_id, created_at) values ($1, $2, now()) returning id) update appointments set series_id = s.id from s where appointments.id = $3',
      [clinic.workspaceId, from, visit],
    )
    expect((await merge(clinic, from, into)).moved).toMatchObject({ visits: 1, series: 1 })
    const [row] = await house.sql(
      'select a.patient_id::int as visit, s.patient_id::int as series from appointments a join visit_series s on s.id = a.series_id where a.id = $1',
      [visit],
    )
    expect(row).toEqual({ visit: into, series: into })
  })

  it('says how many upcoming visits overlap, and keeps them [TILL-02]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    for (const [patientId, roomId] of [
      [from, clinic.id('room', 'jaipur/room-1')],
      [into, undefined],
    ]) {
      const doctorId = clinic.id('practitioner', 'asha-rao')
      if (patientId === from)
        expect(
          (await book(clinic, { patientPayload: undefined, patientId, doctorId, roomId })).status,
        ).toBe(201)
    }
    await house.sql(
      `insert into appointments (workspace_id, booking_reference, patient_id, doctor_id, location_id, appointment_date, from_at, to_at, timezone, from_offset_mins,
         to_offset_mins, status, mode, type, booking_type, source, payment_mode, payment_status, currency, charge_minor, discount_minor, follow_up, created_at, updated_at)
       select workspace_id, 'BKABCDEFGH01', $2::bigint, doctor_id, location_id, appointment_date, from_at, to_at, timezone,
         from_offset_mins, to_offset_mins, 'CANCELLED', mode, type, booking_type, source, payment_mode, payment_status, currency, charge_minor, discount_minor, false, now(), now()
       from appointments where patient_id = $1`,
      [from, into],
    )
    // A cancelled one takes no time.
    expect((await merge(clinic, from, into, false)).overlapping).toBe(0)
    await house.sql('alter table appointments disable trigger user')
    await house.sql("update appointments set status = 'SCHEDULED' where patient_id = $1", [into])
    await house.sql('alter table appointments enable trigger user')
    expect((await merge(clinic, from, into)).overlapping).toBe(1)
    expect((await countReferences(into)).appointments).toBe(2)
  })

  it('is visible: the audit names both, and the record says what was merged into it, by whom and why [TILL-02]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    await lives(clinic, from, '09:15')
    const { moved } = await merge(clinic, from, into)
    const seen = {
      id: into,
      records: [
        {
          id: from,
          mrnNumber: 'OLD-7',
          reason,
          moved,
          operator: 'tester',
          actingUserId: null,
          member: null,
          mergedAt: expect.any(String),
        },
      ],
    }
    expect(await operate(clinic, 'patient-merged', { id: into })).toEqual(seen)
    expect(await operate(clinic, 'patient-merged', { id: from })).toEqual(seen)
    const audit = await operate(clinic, 'audit-show', { patientId: into })
    expect(audit.find(({ action }: Json) => action === 'MERGED')).toMatchObject({
      patientIds: [from, into],
      patientId: null,
      by: 'operator tester',
    })
    // Either id reads the audit of both records.
    expect(
      audit
        .filter(({ action }: Json) => action === 'CREATED')
        .map(({ patientId }: Json) => patientId),
    ).toEqual([from, into])
    expect(await operate(clinic, 'audit-show', { patientId: from })).toEqual(audit)
  })
})

describe('the id of a merged record', () => {
  it('leads to the kept record for bookings, searches, lists and changes [TILL-02]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    const old = (
      await book(clinic, { patientPayload: undefined, patientId: from, ...slotTimes('09:00') })
    ).json.appointment.id
    await merge(clinic, from, into)
    const whom = { patientPayload: undefined, patientId: from }
    for (const [changes, clock] of [
      [whom, '09:15'],
      [{ patientPayload: { id: from } }, '09:30'],
    ] as const) {
      const reply = await book(clinic, { ...changes, ...slotTimes(clock) })
      expect([reply.status, reply.json.appointment?.patientId], reply.text).toEqual([201, into])
    }
    const token = await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, whom))
    expect([token.status, token.json.visit?.patientId], token.text).toEqual([201, into])
    const pack = {
      addressId: clinic.id('location', 'jaipur'),
      packageConfigId: clinic.id('sessionPack', 'ten'),
      packageAmount: 4000,
      currency: 'INR',
      patientId: from,
    }
    const sold = await clinic.post('/v1/session/packs', pack)
    expect(sold.status, sold.text).toBe(201)
    expect((await countReferences(into)).patient_packs).toBe(1)
    expect(await operate(clinic, 'packs-grant', { patientId: from, pack: 'ten' })).toMatchObject({
      expiresOn: expect.any(String),
    })

    const found = await clinic.post('/v1/appointments/search', { patientId: from })
    expect(sortedIds(found.json.list)).toHaveLength(3)
    expect(sortedIds(found.json.list)).toContain(old)
    expect(found.json).toEqual(
      (await clinic.post('/v1/appointments/search', { patientId: into })).json,
    )
    expect(
      (
        await clinic.post('/v1/appointments/search', {
          patientPhoneNumber: '9876500000',
          startDate: '2030-01-07',
          endDate: '2030-01-07',
        })
      ).json.list,
    ).toHaveLength(3)
    expect(
      (await clinic.get(`/v1/qms-appointments/visits?patientId=${from}`)).json.list,
    ).toHaveLength(1)
    const slots = (patientId: number) =>
      clinic.get(
        `/v1/appointments/available-slots?${queryString({ addressId: clinic.id('location', 'jaipur'), doctorId: clinic.id('practitioner', 'asha-rao'), appointmentDate: '2030-01-08', mode: 'OFFLINE', patientId })}`,
      )
    expect((await slots(from)).json.activeSessionPackResponses).toHaveLength(2)
    expect(await operate(clinic, 'visit-list', { patientId: from })).toEqual(
      await operate(clinic, 'visit-list', { patientId: into }),
    )

    expect((await post(clinic, { id: from, bloodGroup: 'O+' })).json).toMatchObject({
      id: into,
      bloodGroup: 'O+',
    })
    expect(await operate(clinic, 'patient-edit', { id: from, gender: 'female' })).toMatchObject({
      id: into,
      gender: 'female',
    })
    expect((await operate(clinic, 'patient-export', { id: from })).patient).toMatchObject({
      id: into,
    })
  })

  it('books with a session pack that was moved [TILL-02]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    const { id: patientPackageId } = await operate(clinic, 'packs-grant', {
      patientId: from,
      pack: 'ten',
    })
    await merge(clinic, from, into)
    const reply = await book(clinic, {
      patientPayload: undefined,
      patientId: from,
      bookingType: 'USE_ACTIVE_PACKAGE',
      patientPackageId,
    })
    expect([reply.status, reply.json.appointment?.patientId], reply.text).toEqual([201, into])
    expect(await operate(clinic, 'packs-show', { patientId: into })).toMatchObject([
      { id: patientPackageId, sessionsRemaining: 9 },
    ])
  })

  it('is found by its former data, and no list or likely match shows it [TILL-02] [A-220]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    await merge(clinic, from, into)
    for (const fields of [
      mira,
      { firstName: 'Mira', phoneNumber: mira.phoneNumber },
      { phoneNumber: mira.phoneNumber },
      { firstName: 'Someone', mrnNumber: 'OLD-7' },
      meera,
    ]) {
      const reply = await post(clinic, fields)
      expect([reply.status, reply.json.id], JSON.stringify(fields)).toEqual([200, into])
    }
    const another = await post(clinic, { firstName: 'Ravi', phoneNumber: mira.phoneNumber })
    expect(another.status).toBe(201)
    const ids = [into, another.json.id]
    expect((await clinic.get('/v1/patients')).json.list.map(({ id }: Json) => id)).toEqual(ids)
    for (const search of [
      'mira',
      'iyer',
      '9876500000',
      '00000',
      'OLD-7',
      'mira old-7',
      'mira@example.org',
    ])
      for (const found of [
        (await clinic.get(`/v1/patients?${queryString({ search })}`)).json.list as Json[],
        (await operate(clinic, 'patient-search', { query: search })) as Json[],
      ]) {
        const foundIds = found.map(({ id }) => id)
        expect(foundIds, search).toContain(into)
        expect(foundIds, search).not.toContain(from)
        expect(new Set(foundIds).size, search).toBe(foundIds.length)
      }
    const likely: Json[] = await operate(clinic, 'patient-likely', {
      firstName: 'Mira',
      lastName: 'Iyer',
      phoneNumber: mira.phoneNumber,
      dob: mira.dob,
    })
    expect(likely.map(({ id }) => id)).not.toContain(from)
    expect(
      (
        await house.sql(
          'select count(*)::int as count from patients where workspace_id = $1 and erased_at is null',
          [clinic.workspaceId],
        )
      )[0].count,
    ).toBe(2)
  })

  it('leads to the last record, in one step, after the other is merged too [TILL-02]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    const last = await upsert(clinic, {
      firstName: 'Meera',
      lastName: 'Iyer-Rao',
      phoneNumber: '9876511111',
    })
    await merge(clinic, from, into)
    expect((await merge(clinic, into, last)).moved).toMatchObject({ records: 1 })
    expect(
      await house.sql(
        'select id::int, merged_into::int as into from merged_patients where workspace_id = $1 order by id',
        [clinic.workspaceId],
      ),
    ).toEqual([from, into].toSorted((a, b) => a - b).map((id) => ({ id, into: last })))
    for (const id of [from, into])
      expect(
        (
          await book(clinic, {
            patientPayload: undefined,
            patientId: id,
            ...slotTimes(id === from ? '09:00' : '09:15'),
          })
        ).json.appointment.patientId,
      ).toBe(last)
    expect(
      (await operate(clinic, 'patient-merged', { id: from })).records.map(({ id }: Json) => id),
    ).toEqual([from, into])
  })

  it('leaves the verified contact of a session valid [TILL-02] [A-036]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    await merge(clinic, from, into)
    const options = {
      key: null,
      headers: { ...(await clinic.session()), 'x-end-user-id': 'u-mira' },
    }
    await clinic.post('/v1/otp/send', { phoneNumber: mira.phoneNumber }, options)
    expect(
      (
        await clinic.post(
          '/v1/otp/verify',
          { phoneNumber: mira.phoneNumber, otpCode: rail.lastCodeTo(`+91${mira.phoneNumber}`) },
          options,
        )
      ).status,
    ).toBe(200)
    const found = await clinic.get(
      `/v1/patients/search-by-phone?${queryString({ phoneNumber: mira.phoneNumber })}`,
      options,
    )
    expect(found.json.associatedPatients.map(({ id }: Json) => id)).toEqual([into])
    const reply = await book(
      clinic,
      {
        workspaceId: clinic.workspaceId,
        patientPayload: undefined,
        patientId: from,
        source: 'WIDGET',
        roomId: undefined,
        paymentStatus: undefined,
      },
      options,
    )
    expect([reply.status, reply.json.appointment?.patientId], reply.text).toEqual([201, into])
  })
})

describe('a merge is refused, and nothing is written,', () => {
  async function refused(
    clinic: Clinic,
    from: number,
    into: number,
    code: string,
    details: Json = {},
  ) {
    const context = {
      ...house.application,
      workspaceId: clinic.workspaceId,
      actor: { kind: 'operator', name: 'tester' } as const,
      progress: undefined,
    }
    for (const confirmed of [false, true]) {
      const before = await readEveryRow(house)
      const refusal = mergePatients(
        { ...context, mode: 'sandbox', patients: patientTables },
        { from, into, reason, confirmed },
      )
      await expect(refusal, code).rejects.toMatchObject({ code, details })
      expect(await readEveryRow(house)).toBe(before)
    }
  }

  it('of one record with itself, or of an unknown, erased, merged or foreign one [TILL-02]', async () => {
    const clinic = await createPayingClinic(house)
    const other = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    const theirs = await upsert(other, meera)
    const erased = await upsert(clinic, { firstName: 'Ravi' })
    await operate(clinic, 'patient-erase', { id: erased, confirmed: true })
    await refused(clinic, into, into, 'MERGE_NEEDS_TWO_RECORDS', { id: into })
    for (const id of [theirs, erased, 999_999]) {
      await refused(clinic, id, into, 'PATIENT_NOT_FOUND')
      await refused(clinic, into, id, 'PATIENT_NOT_FOUND')
    }
    const third = await upsert(clinic, { firstName: 'Third' })
    await merge(clinic, from, into)
    await refused(clinic, from, into, 'RECORD_ALREADY_MERGED', { id: from, into })
    await refused(clinic, from, third, 'RECORD_ALREADY_MERGED', { id: from, into })
    await refused(clinic, third, from, 'RECORD_ALREADY_MERGED', { id: from, into })
    await refused(clinic, into, from, 'RECORD_ALREADY_MERGED', { id: from, into })
  })

  it.each(['visit', 'token', 'pack', 'pack with its visit'] as const)(
    'while a checkout of a %s is open for either, or a refund in progress [TILL-02]',
    async (thing) => {
      const clinic = await createPayingClinic(house)
      const { from, into } = await twoRecords(clinic)
      const { path, body } = reservationRequest(clinic, thing, '09:00', {
        patientPayload: undefined,
        patientId: from,
      })
      const { json, text } = await clinic.post(path, body)
      expect(json.checkoutUrl, text).toBeDefined()
      await refused(clinic, from, into, 'RECORD_HAS_OPEN_CHECKOUT', { id: from })
      await refused(clinic, into, from, 'RECORD_HAS_OPEN_CHECKOUT', { id: from })
      await actOnPaymentPage(house, json.checkoutUrl, 'pay')
      const confirming =
        thing === 'pack'
          ? clinic.post('/v1/session/packs/confirm', { sessionRef: json.sessionRef })
          : confirm(clinic, { sessionRef: json.sessionRef })
      expect((await confirming).json.status ?? 'SUCCESS').toBe('SUCCESS')
      await house.sql('alter table refunds disable trigger user')
      await house.sql(
        `insert into refunds (workspace_id, appointment_id, visit_id, patient_pack_id, payment_session_id, gateway_key, state, percentage, amount_minor, currency, requested_at)
       select workspace_id, appointment_id, visit_id, patient_pack_id, id, 'under way ' || session_ref, 'REQUESTED', 100, amount_minor, currency, now()
       from payment_sessions where workspace_id = $1`,
        [clinic.workspaceId],
      )
      await house.sql('alter table refunds enable trigger user')
      await refused(clinic, from, into, 'RECORD_HAS_PENDING_REFUND', { id: from })
      await refused(clinic, into, from, 'RECORD_HAS_PENDING_REFUND', { id: from })
    },
  )
})

describe('a record, with those that were merged into it,', () => {
  it('is erased: nothing of either is left in any table [TILL-02] [TILL-03]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    await lives(clinic, from, '09:15')
    await operate(clinic, 'patient-merge', {
      from,
      into,
      reason: 'canary Mira is Meera',
      confirmed: true,
    })
    const rows = async () =>
      JSON.parse(await readEveryRow(house))
        .flat()
        .filter(({ row }: Json) => JSON.parse(row).workspace_id === clinic.workspaceId)
    const blank = (await rows()).find(
      ({ table, row }: Json) => table === 'patients' && JSON.parse(row).id === from,
    )
    expect(blank.row).not.toMatch(/mira|iyer|98765|1990/i)
    // By the old id.
    expect(await operate(clinic, 'patient-erase', { id: from, confirmed: true })).toMatchObject({
      patientId: into,
      erased: true,
      visits: 2,
    })
    expect(JSON.stringify(await rows())).not.toMatch(
      /mira|canary|iyer|9876500000|OLD-7|1990-04-12/i,
    )
    const reply = await book(clinic, { patientPayload: undefined, patientId: from })
    expect([reply.status, reply.json.error]).toEqual([404, 'PATIENT_NOT_FOUND'])
    expect((await post(clinic, mira)).status).toBe(201)
  })

  it('is exported: what was merged, and the audit of both [TILL-02] [TILL-03]', async () => {
    const clinic = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    await merge(clinic, from, into)
    const fullExport = await operate(clinic, 'patient-export', { id: into })
    expect(fullExport.merged).toMatchObject([
      {
        id: from,
        merged_into: into,
        reason,
        phone_normalised: '+919876500000',
        email: 'mira@example.org',
      },
    ])
    expect(
      fullExport.audit
        .filter(({ action }: Json) => action === 'CREATED')
        .map(({ patient_id }: Json) => patient_id),
    ).toEqual([into, from])
    const byMembers = fullExport.audit.filter(({ acting_user_id }: Json) => acting_user_id)
    expect(new Set(byMembers.map(({ acting_member }: Json) => acting_member))).toEqual(
      new Set(['Asha Rao']),
    )
  })
})

describe('in the database', () => {
  it('nothing can refer to a merged record, and no pointer leads to one, to itself or elsewhere [TILL-02]', async () => {
    const clinic = await createPayingClinic(house)
    const other = await createPayingClinic(house)
    const { from, into } = await twoRecords(clinic)
    await lives(clinic, into, '09:00')
    const third = await upsert(clinic, { firstName: 'Third' })
    const theirs = await upsert(other, meera)
    await merge(clinic, from, into)
    for (const table of ['appointments', 'queue_visits', 'patient_packs', 'waiting_entries'])
      await expect(
        house.sql(`update ${table} set patient_id = $1 where patient_id = $2`, [from, into]),
        table,
      ).rejects.toMatchObject({
        constraint: 'nothing_is_of_a_merged_record',
      })
    await expect(
      house.sql(
        'insert into visit_series (workspace_id, patient_id, created_at) values ($1, $2, now())',
        [clinic.workspaceId, from],
      ),
    ).rejects.toMatchObject({
      constraint: 'nothing_is_of_a_merged_record',
    })
    const point = (id: number, to: number) =>
      house.sql(
        "insert into merged_patients (workspace_id, id, merged_into, merged_at, moved) values ($1, $2, $3, now(), '{}')",
        [clinic.workspaceId, id, to],
      )
    await expect(point(third, from)).rejects.toMatchObject({
      constraint: 'merged_records_make_no_chain',
    })
    await expect(point(into, third)).rejects.toMatchObject({
      constraint: 'merged_records_make_no_chain',
    })
    await expect(point(third, into)).rejects.toMatchObject({ constraint: 'merged_record_is_blank' })
    await operate(clinic, 'patient-erase', { id: third, confirmed: true })
    await expect(point(third, third)).rejects.toMatchObject({
      constraint: 'merged_record_leads_elsewhere',
    })
    await expect(point(third, theirs)).rejects.toMatchObject({
      constraint: 'merged_record_leads_to_a_patient',
    })
    const last = await upsert(clinic, { firstName: 'Last' })
    await operate(clinic, 'packs-grant', { patientId: last, pack: 'ten' })
    await operate(clinic, 'patient-erase', { id: last, confirmed: true })
    await expect(point(last, third)).rejects.toMatchObject({
      constraint: 'nothing_is_of_a_merged_record',
    })
  })
})
