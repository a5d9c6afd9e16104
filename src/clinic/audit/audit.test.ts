// Who read or changed which patient's record, and what happens to an erased record.

import { createHash } from 'node:crypto'
import type pg from 'pg'
import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  type Json,
  openHarness,
  queryString,
  type Reply,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { storeMessage } from '../../../test/support/clinic/patient-writes.ts'
import {
  createPayingClinic,
  reservationRequest,
} from '../../../test/support/clinic/paying-clinic.ts'
import { tokenBody } from '../../../test/support/clinic/queue-clinic.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { createDatabaseGate } from '../../../test/support/database/database-gate.ts'
import { withClient } from '../../../test/support/database/databases.ts'
import { readEveryRow } from '../../../test/support/database/every-row.ts'
import { type Column, listTextColumns } from '../../../test/support/database/patient-columns.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { deleteExpiredData } from '../../doors/app/delete-expired-data.ts'
import { patientTables } from '../../doors/app/patient-tables.ts'
import { defaultRetention } from '../../doors/app/retention.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })

const asha = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const meera = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210' }
const acting = (clinic: Clinic) => ({ 'x-acting-user-id': String(asha(clinic)) })
const upsert = (clinic: Clinic, body: Json, options: CallOptions = {}): Promise<Reply> =>
  clinic.post('/v1/patients', body, {
    ...options,
    headers: { ...acting(clinic), ...options.headers },
  })
const vitals = (clinic: Clinic, appointmentId: number) =>
  clinic.post(
    `/v1/appointments/${appointmentId}/vitals`,
    { vital: { pulse: 72 } },
    { headers: acting(clinic) },
  )
const entries = (clinic: Clinic, more: Json = {}): Promise<Json[]> =>
  house.operate('audit-show', { workspace: clinic.name, limit: 1000, ...more })
const called = (requestId: string): CallOptions => ({ headers: { 'x-request-id': requestId } })

describe('the audit', () => {
  it('says who did what with which record, when, from where and in which request', async () => {
    const clinic = await house.clinic()
    const { id } = (await upsert(clinic, meera, called('make-1'))).json
    const [made] = await entries(clinic)
    expect(made).toEqual({
      id: expect.any(Number),
      at: expect.stringMatching(/^2030-01-01T.*\+00:00$/),
      action: 'CREATED',
      patientId: id,
      patientIds: [id],
      appointmentId: null,
      visitId: null,
      by: `key ${clinic.keyId}`,
      actingUserId: asha(clinic),
      member: 'Asha Rao',
      endUserHash: null,
      address: '127.0.0.1',
      requestId: 'make-1',
      charge: null,
      changed: null,
    })
  })

  it('has one entry for each request that touches a record, named after its action', async () => {
    const clinic = await house.clinic()
    const { id } = (await upsert(clinic, meera, called('1'))).json
    await upsert(clinic, meera, called('2'))
    await upsert(clinic, { id, gender: 'female' }, called('3'))
    await upsert(clinic, { id }, called('4'))
    const booked = (await book(clinic, { patientPayload: undefined, patientId: id }, called('5')))
      .json.appointment.id
    await vitals(clinic, booked)
    await clinic.get('/v1/patients', called('7'))
    expect(
      (await entries(clinic))
        .toReversed()
        .map(({ action, appointmentId, requestId }) => [action, appointmentId, requestId]),
    ).toEqual([
      ['CREATED', null, '1'],
      ['READ', null, '2'],
      ['CHANGED', null, '3'],
      ['READ', null, '4'],
      ['BOOKED', booked, '5'],
      ['VITALS_RECORDED', booked, expect.any(String)],
      ['READ', null, '7'],
    ])
  })

  it('names every patient of a page, and the new patient of a booking', async () => {
    const clinic = await house.clinic()
    const { patientId, id } = (await book(clinic, {}, called('book'))).json.appointment
    const others = await Promise.all(
      ['Ravi', 'Asha'].map(async (firstName) => (await upsert(clinic, { firstName })).json.id),
    )
    await clinic.get('/v1/patients?size=2', called('page'))
    const all = await entries(clinic)
    const of = (requestId: string) => all.filter((entry) => entry.requestId === requestId)
    expect(
      of('book').map(({ action, patientId, appointmentId }) => [action, patientId, appointmentId]),
    ).toEqual([
      ['BOOKED', patientId, id],
      ['CREATED', patientId, null],
    ])
    // One entry for the page, found by each of the patients it names.
    const listed = [patientId, Math.min(...others)].toSorted((a, b) => a - b)
    expect(
      of('page').map((entry) => [
        entry.patientId,
        entry.patientIds.toSorted((a: number, b: number) => a - b),
      ]),
    ).toEqual([[null, listed]])
    for (const patient of listed)
      expect(
        (await entries(clinic, { patientId: patient })).map(({ requestId }) => requestId),
      ).toContain('page')
    expect(
      (await entries(clinic, { patientId })).every((entry) => entry.patientIds.includes(patientId)),
    ).toBe(true)
    expect(
      (await entries(clinic, { patientId: Math.max(...others) })).map(({ requestId }) => requestId),
    ).not.toContain('page')
  })

  it('knows a session, and its end user only by a hash [OTP-38] [INV-36]', async () => {
    const clinic = await house.clinic()
    const headers = { ...(await clinic.session()), 'x-end-user-id': 'patient-seven' }
    const send = (path: string, body: Json) => house.call('POST', path, { headers, body })
    const { id } = (await upsert(clinic, meera)).json
    await send('/v1/otp/send', { phoneNumber: meera.phoneNumber })
    await send('/v1/patients/verify-phone-verification-otp', {
      phoneNumber: meera.phoneNumber,
      otpCode: rail.lastCodeTo('+919876543210'),
    })
    const found = await house.call(
      'GET',
      `/v1/patients/search-by-phone?${queryString({ phoneNumber: meera.phoneNumber })}`,
      { headers },
    )
    expect(found.json.associatedPatients).toHaveLength(1)
    const booked = await book(
      clinic,
      { workspaceId: clinic.workspaceId, patientPayload: undefined, patientId: id },
      { key: null, headers },
    )
    expect(booked.status, booked.text).toBe(201)
    const bySession = (await entries(clinic)).slice(0, 3)
    const { id: keyId } = await clinic.widgetKey()
    expect(
      bySession.map(({ action, by, patientId, endUserHash }) => [
        action,
        by,
        patientId,
        endUserHash,
      ]),
    ).toEqual(
      ['BOOKED', 'READ', 'READ'].map((action) => [
        action,
        `session of key ${keyId}`,
        id,
        bySession[0]?.endUserHash,
      ]),
    )
    expect(bySession[0]?.endUserHash).toMatch(/^[0-9a-f]{64}$/)
    expect(JSON.stringify(bySession)).not.toContain('patient-seven')
  })

  it('has no entries for refused requests, nor for another clinic', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { id } = (await upsert(other, meera)).json
    const othersBefore = await entries(other)
    for (const body of [{ id }, { id, firstName: 'Eve' }, { lastName: 'Iyer' }, []])
      expect((await upsert(clinic, body)).status).toBeGreaterThanOrEqual(400)
    expect((await book(clinic, { patientPayload: undefined, patientId: id })).status).toBe(404)
    expect((await book(clinic, { mode: 'HOME_VISIT' })).status).toBe(400)
    expect((await clinic.get('/v1/patients')).json.count).toBe(0)
    expect(await entries(clinic)).toEqual([])
    expect(await entries(other)).toEqual(othersBefore)
  })

  it('has an entry for each acknowledged one of many concurrent writes, and none for the others', async () => {
    const clinic = await house.clinic()
    const replies = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        book(
          clinic,
          {
            patientPayload: {
              firstName: `P${index}`,
              phoneNumber: `98765${String(index % 7).padStart(5, '0')}`,
            },
          },
          called(`r${index}`),
        ),
      ),
    )
    const won = replies.flatMap(({ status }, index) => (status === 201 ? [`r${index}`] : []))
    const booked = (await entries(clinic)).filter(({ action }) => action === 'BOOKED')
    expect(won).toHaveLength(1)
    expect(booked.map(({ requestId }) => requestId)).toEqual(won)
    expect((await entries(clinic)).every(({ requestId }) => won.includes(requestId))).toBe(true)
  })

  it('is paged backwards', async () => {
    const clinic = await house.clinic()
    for (const firstName of ['A', 'B', 'C']) await upsert(clinic, { firstName })
    const all = await entries(clinic)
    const [newest] = await entries(clinic, { limit: 1 })
    expect(newest).toEqual(all[0])
    expect(await entries(clinic, { before: newest?.id })).toEqual(all.slice(1))
  })
})

describe('the database', () => {
  const tampering = cases<[string, string]>([
    ['changed', "update audit_entries set action = 'READ' where workspace_id = $1"],
    ['removed', 'delete from audit_entries where workspace_id = $1'],
    ['emptied', 'truncate audit_entries'],
  ])
  it.each(tampering)('does not let the audit be %s', async (_, text) => {
    const clinic = await house.clinic()
    await upsert(clinic, meera)
    const before = await entries(clinic)
    await expect(
      house.sql(text, text.includes('$1') ? [clinic.workspaceId] : []),
    ).rejects.toMatchObject({ constraint: 'audit_is_kept' })
    expect(await entries(clinic)).toEqual(before)
  })

  it('keeps it for its period, regardless of settings, and the tick deletes what is older', async () => {
    const clinic = await house.clinic()
    await upsert(clinic, meera)
    const age = (days: number) =>
      house.sql(
        `insert into audit_entries (workspace_id, at, action, patient_id, by_session)
         select workspace_id, at - $2 * interval '1 day', 'EXPORTED', patient_id, false from audit_entries where workspace_id = $1 and action = 'CREATED'`,
        [clinic.workspaceId, days],
      )
    for (const days of [31, 2_191, 2_193]) await age(days)
    const { database, clock } = house.application
    await deleteExpiredData(database, defaultRetention, clock.now())
    expect(await entries(clinic)).toHaveLength(3)
    await deleteExpiredData(
      database,
      { ...defaultRetention, auditMs: 30 * 86_400_000 },
      clock.now(),
    )
    expect(await entries(clinic)).toHaveLength(1)
    await expect(
      deleteExpiredData(database, { ...defaultRetention, auditMs: -120_000 }, clock.now()),
    ).rejects.toMatchObject({ constraint: 'audit_is_kept' })
    expect(await entries(clinic)).toHaveLength(1)
  })
})

describe('an erased patient', () => {
  const erase = (clinic: Clinic, id: number, confirmed = true) =>
    house.operate('patient-erase', { workspace: clinic.name, id, confirmed })

  async function patientWithVisit(clinic: Clinic) {
    const patientPayload = {
      ...meera,
      email: 'meera@canary.example',
      dob: '1990-04-12',
      gender: 'female',
      patientAddress: { city: 'Canary' },
    }
    const bookingDetails = {
      chiefComplaint: 'canary rash',
      appointmentNotes: 'canary note',
      discountReason: 'canary widow',
      paymentReference: 'canary-pay',
      patientTimezone: 'Pacific/Chatham',
      vital: { canary: 1 },
    }
    const reply = await book(clinic, { patientPayload, ...bookingDetails })
    const { id, patientId } = reply.json.appointment
    await vitals(clinic, id)
    await house.sql(
      "insert into outbox (workspace_id, sent_at, channel, destination, code) select $1, now(), channel, destination, '123456' from (values ('chatapp', '+919876543210'), ('email', 'Meera@canary.example')) as sent (channel, destination)",
      [clinic.workspaceId],
    )
    return { visit: id as number, id: patientId as number }
  }
  const listCharges = (clinic: Clinic) =>
    house.sql(
      `select id, patient_id, doctor_id, from_at, to_at, status, charge_minor, discount_minor, currency, payment_mode, payment_status, booking_reference
       from appointments where workspace_id = $1 order by id`,
      [clinic.workspaceId],
    )

  it('leaves a tombstone: visits and money stay, and nothing of the person is left in any table', async () => {
    const clinic = await house.clinic()
    const { id, visit } = await patientWithVisit(clinic)
    const before = await listCharges(clinic)
    const claims = await house.sql('select * from claims where workspace_id = $1', [
      clinic.workspaceId,
    ])
    const upcomingVisits = [
      {
        id: visit,
        reference: expect.stringMatching(/^BK/),
        date: '2030-01-07',
        practitioner: 'Dr Asha Rao',
      },
    ]
    const stays = {
      patientId: id,
      visits: 1,
      upcoming: 1,
      upcomingVisits,
      packs: 0,
      payments: 0,
      waiting: 0,
    }
    expect(await erase(clinic, id, false)).toEqual({ ...stays, erased: false })
    expect((await clinic.get('/v1/patients')).json.count).toBe(1)
    expect(await erase(clinic, id)).toEqual({ ...stays, erased: true })
    expect(await listCharges(clinic)).toEqual(before)
    expect(
      await house.sql('select * from claims where workspace_id = $1', [clinic.workspaceId]),
    ).toEqual(claims)
    const tables: Json[] = await house.sql(
      "select table_name as name from information_schema.columns where column_name = 'workspace_id' and table_schema = 'public'",
    )
    for (const { name } of tables) {
      const rows = JSON.stringify(
        await house.sql(`select to_jsonb(t) as row from ${name} t where workspace_id = $1`, [
          clinic.workspaceId,
        ]),
      )
      expect(rows, name).not.toMatch(/canary|iyer|9876543210|1990-04-12|chatham/i)
    }
    expect((await vitals(clinic, visit)).status).toBe(404)
    expect((await entries(clinic))[0]).toMatchObject({
      action: 'ERASED',
      by: 'operator tester',
      patientId: id,
      requestId: null,
    })
  })

  it('is in no column of any table except those that are declared to stay, and nothing of another patient is removed', async () => {
    const clinic = await createPayingClinic(house)
    // No visit is online and at home, and a room has a form: a row with a canary in every column is
    // none that these allow.
    await house.sql(
      'alter table appointments drop constraint visit_address_is_of_a_visit_at_home, drop constraint video_room_form',
    )
    await house.sql(
      'alter table queue_visits drop constraint video_link_is_of_online_token, drop constraint token_video_room_form',
    )
    const { patientId, visit } = await inEveryTable(clinic, '09:00')
    const canaries = await markRows(clinic, 'canary', 'true')
    const missing = async () => {
      const rows = await readEveryRow(house)
      return canaries.filter((canary) => !rows.includes(canary))
    }
    expect(canaries.length).toBeGreaterThan(40)
    expect(await missing()).toEqual([])

    const before = await rowsOfTables()
    const other = await inEveryTable(clinic, '09:15')
    await markRows(
      clinic,
      'other',
      `to_jsonb(t)::text !~ 'canary|${Buffer.from('canary').toString('hex')}'`,
    )
    const ofOther = [...(await rowsOfTables())].filter(
      (row) => !before.has(row) && !/^(outbox|repeat_keys) /.test(row),
    )
    await erase(clinic, patientId)
    expect(await missing()).toEqual(canaries)
    const after = await rowsOfTables()
    expect(ofOther.length).toBeGreaterThan(patientTableNames.length)
    expect(ofOther.filter((row) => !after.has(row))).toEqual([])
    expect((await vitals(clinic, visit)).status).toBe(404)
    expect((await vitals(clinic, other.visit)).status).toBe(201)
  })

  it('is previewed: how many visits would stay, counting as upcoming those that are neither over nor cancelled', async () => {
    const clinic = await house.clinic()
    const { patientId } = (await book(clinic)).json.appointment
    const again = { patientPayload: undefined, patientId }
    const booked: number[] = []
    for (const clock of ['09:15', '09:30'])
      booked.push((await book(clinic, { ...again, ...slotTimes(clock) })).json.appointment.id)
    const [cancelled, over] = booked
    for (const isCancelled of [false, true]) {
      const { visit } = (
        await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, again))
      ).json
      if (isCancelled)
        await withoutRules((client) =>
          client.query("update queue_visits set status = 'CANCELLED' where id = $1", [
            visit.visitId,
          ]),
        )
    }
    await withoutRules(async (client) => {
      await client.query("update appointments set status = 'CANCELLED' where id = $1", [cancelled])
      await client.query(
        `update appointments set from_at = from_at - interval '7 days', to_at = to_at - interval '7 days', appointment_date = appointment_date - 7,
           day_ends_at = day_ends_at - interval '7 days' where id = $1`,
        [over],
      )
    })
    expect(await erase(clinic, patientId, false)).toMatchObject({
      patientId,
      erased: false,
      visits: 5,
      upcoming: 2,
    })
    expect((await clinic.get('/v1/patients')).json.count).toBe(1)
  })

  const patientTableNames = ['patients', ...patientTables.tables.map(({ table }) => table)]

  /**
   * Writes a marked value into every column that is not declared to stay, in the rows for which
   * `which` is true; returns the values as rows show them.
   */
  async function markRows(
    clinic: Clinic,
    mark: 'canary' | 'other',
    which: string,
  ): Promise<string[]> {
    const rowsGo = patientTables.tables
      .filter(({ erased }) => erased === 'rows')
      .map(({ table }) => table)
    const stays = ({ table, column }: Column) =>
      patientTables.tables.some(
        (declared) =>
          declared.table === table &&
          Object.values(declared.kept ?? {})
            .flat()
            .includes(column),
      )
    const marks: string[] = []
    await withoutRules(async (client) => {
      for (const { table, column, type } of await listTextColumns(house.sql)) {
        if (!patientTableNames.includes(table) || stays({ table, column, type })) continue
        const { value, shown } = marked(mark, { table, column, type }, marks.length)
        const text = `update ${table} t set ${column} = $2 where workspace_id = $1 and ${which}`
        const changed = await client.query(text, [clinic.workspaceId, value]).catch((error) => {
          // When rows are deleted, their codes and keys are deleted with them.
          if (!rowsGo.includes(table))
            throw new Error(`${table}.${column} takes no ${value}`, { cause: error })
        })
        if (!changed) continue
        expect(changed.rowCount, `${table}.${column}`).toBeGreaterThan(0)
        marks.push(shown)
      }
    })
    return marks
  }

  async function rowsOfTables(): Promise<Set<string>> {
    const rows = await Promise.all(
      patientTableNames.map((table) =>
        house.sql(`select '${table} ' || to_jsonb(t)::text as row from ${table} t`),
      ),
    )
    return new Set(rows.flat().map(({ row }) => row))
  }

  /**
   * A value that nothing else writes, different for each mark and column, and how it looks in a
   * row.
   */
  function marked(
    mark: 'canary' | 'other',
    { table, column, type }: Column,
    number: number,
  ): { value: unknown; shown: string } {
    const words = `${mark} ${table} ${column}.`
    const age = mark === 'canary' ? 137 : 138
    if (type === 'integer') return { value: age, shown: `${column}\\": ${age}` }
    if (type === 'jsonb') return { value: JSON.stringify({ [words]: words }), shown: words }
    if (type === 'text[]') return { value: [words], shown: words }
    if (type === 'date') {
      const date = new Date(Date.UTC(age + 1800, 0, 1 + number * 10)).toISOString().slice(0, 10)
      return { value: date, shown: date }
    }
    if (type === 'bytea') {
      const bytes = createHash('sha256').update(words).digest()
      bytes.set(Buffer.from(mark))
      return { value: bytes, shown: bytes.toString('hex') }
    }
    expect(type, `a canary for ${words}`).toBe('text')
    return { value: words, shown: words }
  }

  it('no longer exists: no route finds, changes or books for it', async () => {
    const clinic = await house.clinic()
    const { id } = await patientWithVisit(clinic)
    await erase(clinic, id)
    expect((await clinic.get('/v1/patients')).json).toMatchObject({ count: 0, list: [] })
    const next = { ...slotTimes('09:15'), patientPayload: undefined, patientId: id }
    expect((await book(clinic, next)).json.error).toBe('PATIENT_NOT_FOUND')
    expect(
      (await book(clinic, { ...next, followUp: true, consultationCharge: undefined })).json.error,
    ).toBe('PATIENT_NOT_FOUND')
    for (const body of [{ id }, { id, firstName: 'Meera' }, { id, countryCode: '+44' }])
      expect((await upsert(clinic, body)).json.error).toBe('PATIENT_NOT_FOUND')
    await expect(erase(clinic, id)).rejects.toThrow('No such patient in this workspace')
    await house.sql("update appointments set status = 'COMPLETED' where workspace_id = $1", [
      clinic.workspaceId,
    ])
    const bookingInput = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: asha(clinic),
      appointmentDate: '2030-01-08',
      followUp: true,
    }
    const quoted = async (patientId: number) =>
      (
        await clinic.get(
          `/v1/appointments/available-slots?${queryString({ ...bookingInput, patientId })}`,
        )
      ).text.replaceAll(/"availableAt":"[^"]*"/g, '')
    expect(await quoted(id)).toBe(await quoted(999_999_999))
    // Nor can it be reached by the tombstone's number.
    const [{ mrn_number }] = await house.sql(
      'select mrn_number from patients where workspace_id = $1',
      [clinic.workspaceId],
    )
    const before = await entries(clinic)
    expect(
      (await upsert(clinic, { firstName: 'New', mrnNumber: mrn_number })).json.message,
    ).toContain('must not begin with ERASED-')
    expect(await entries(clinic)).toEqual(before)
    // A patient who comes again is a new one.
    const again = await upsert(clinic, meera)
    expect([again.status, again.json.id === id]).toEqual([201, false])
  })

  it('cannot be erased by another workspace', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { id } = await patientWithVisit(other)
    await expect(erase(clinic, id)).rejects.toThrow('No such patient in this workspace')
    await expect(house.operate('patient-export', { workspace: clinic.name, id })).rejects.toThrow(
      'No such patient',
    )
    expect((await other.get('/v1/patients')).json.count).toBe(1)
  })

  it('keeps nothing of what was in progress: the erasure waits for that, and later requests wait for the erasure', async () => {
    const clinic = await house.clinic()
    const { id, visit } = await patientWithVisit(clinic)
    const gate = await createDatabaseGate(
      house,
      'before update on patients for each row when (new.erased_at is not null)',
    )
    const quarter = (index: number) =>
      new Date(Date.parse('2030-01-08T03:30:00Z') + index * 900_000)
        .toISOString()
        .replace('Z', '+00:00')
    const bookings = (from: number) =>
      [from, from + 1, from + 2].map((index) =>
        book(clinic, {
          fromDateTimeIso: quarter(index),
          toDateTimeIso: quarter(index + 1),
          patientPayload: undefined,
          patientId: id,
          chiefComplaint: 'canary',
          vital: { canary: 1 },
        }),
      )
    const before = bookings(0)
    const erasing = erase(clinic, id)
    await gate.waitUntilReached()
    const coming = Promise.all([
      upsert(clinic, meera),
      clinic.get('/v1/patients'),
      ...bookings(3),
      upsert(clinic, { id, lastName: 'Canary' }),
      vitals(clinic, visit),
    ])
    await gate.waitUntilReached(1)
    await gate.open()
    const [again, listed, ...meanwhile] = await coming
    expect(meanwhile.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404])
    // A description of the person makes a new record, and a list does not show the old one any
    // more.
    expect([again?.status, again?.json.id === id]).toEqual([201, false])
    expect(listed?.json.list.map((patient: Json) => patient.id)).not.toContain(id)
    await Promise.all([...before, erasing])
    const rows = await house.sql(
      `select p.last_name, a.chief_complaint, v.vitals
       from patients p
       join appointments a on a.workspace_id = p.workspace_id and a.patient_id = p.id
       left join appointment_vitals v on v.workspace_id = a.workspace_id and v.appointment_id = a.id
       where p.workspace_id = $1`,
      [clinic.workspaceId],
    )
    for (const row of rows)
      expect(row).toEqual({ last_name: null, chief_complaint: null, vitals: null })
    const [newest, ...older] = (await entries(clinic, { patientId: id })).map(
      ({ action }) => action,
    )
    expect([newest, older.includes('ERASED')]).toEqual(['ERASED', false])
  })
})

describe('an export', () => {
  const exported = (clinic: Clinic, id: number): Promise<Json> =>
    house.operate('patient-export', { workspace: clinic.name, id })

  it('contains every column of every row about the patient, and is audited', async () => {
    const clinic = await house.clinic()
    const { id, patientId } = (
      await book(clinic, { patientPayload: { ...meera, bloodGroup: 'O+' }, chiefComplaint: 'Rash' })
    ).json.appointment
    await vitals(clinic, id)
    await upsert(clinic, { ...meera, firstName: 'Ravi' })
    const fullExport = await exported(clinic, patientId)
    expect(fullExport.patient).toMatchObject({
      id: patientId,
      first_name: 'Meera',
      phone_number: '9876543210',
      blood_group: 'O+',
    })
    expect(fullExport.appointments).toEqual([
      expect.objectContaining({
        id,
        chief_complaint: 'Rash',
        charge_minor: 50_000,
        currency: 'INR',
      }),
    ])
    expect(fullExport.vitals).toEqual([
      expect.objectContaining({ appointment_id: id, vitals: { pulse: 72 } }),
    ])
    expect(fullExport.audit.map(({ action }: Json) => action)).toEqual([
      'CREATED',
      'BOOKED',
      'VITALS_RECORDED',
    ])
    expect((await entries(clinic))[0]).toMatchObject({
      action: 'EXPORTED',
      by: 'operator tester',
      patientId,
    })
    expect(JSON.stringify(fullExport)).not.toContain('Ravi')
  })

  it('shows every column of every listed table, except those that repeat another or concern others', async () => {
    const clinic = await createPayingClinic(house)
    const { patientId } = await inEveryTable(clinic, '09:00')
    const fullExport = await exported(clinic, patientId)
    const listColumns = async (table: string): Promise<string[]> =>
      (
        await house.sql(
          'select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped',
          [table],
        )
      )
        .map(({ name }) => name)
        .filter((name) => name !== 'workspace_id')
    for (const { table, exported } of patientTables.tables) {
      if ('nowhere' in exported) continue
      const around =
        'within' in exported &&
        patientTables.tables.find((other) => other.table === exported.within)?.exported
      const rows: Json[] =
        around && 'as' in around
          ? fullExport[around.as].flatMap((row: Json) => row[exported.as])
          : fullExport[exported.as]
      const hidden: readonly string[] = 'by' in exported ? [exported.by] : (exported.without ?? [])
      const inside = patientTables.tables.flatMap(({ exported }) =>
        'within' in exported && exported.within === table ? [exported.as] : [],
      )
      const sealed = 'sealed' in exported ? exported.sealed : undefined
      const columns = [
        ...(await listColumns(table)).filter(
          (column) => !hidden.includes(column) && column !== sealed?.column,
        ),
        ...(sealed ? ['contact', 'text'] : []),
      ]
      expect(rows.length, table).toBeGreaterThan(0)
      for (const row of rows) {
        // A member of staff is named beside their number.
        const names = Number.isInteger(row.acting_user_id) ? ['acting_member'] : []
        // What is sealed is opened.
        const opened = table === 'filled_forms' ? ['form', 'asked', 'content'] : []
        expect(Object.keys(row).toSorted(), table).toEqual(
          [...columns, ...inside, ...names, ...opened].toSorted(),
        )
      }
    }
    const folded = ['first_name_folded', 'last_name_folded', 'phone_normalised', 'email_folded']
    expect(Object.keys(fullExport.patient).toSorted()).toEqual(
      (await listColumns('patients')).filter((column) => !folded.includes(column)).toSorted(),
    )
    const nowhere = patientTables.tables.flatMap(({ table, exported }) =>
      'nowhere' in exported ? [table] : [],
    )
    expect(nowhere).toEqual([
      'visit_series',
      'claims',
      'till_entries',
      'idempotency_keys',
      'repeat_keys',
      'desk_changes',
      'visit_links',
      'outbox',
    ])
    // Of each kind of booking.
    for (const list of [fullExport.payments, fullExport.refunds])
      expect(
        list
          .map((row: Json) =>
            ['appointment_id', 'visit_id', 'patient_pack_id'].find(
              (column) => row[column] !== null,
            ),
          )
          .toSorted(),
      ).toEqual(['appointment_id', 'patient_pack_id', 'visit_id'])
  })
})

/**
 * A patient with rows in every table about patients: a visit, a token and a pack, each reserved,
 * refunded and notified.
 */
async function inEveryTable(
  clinic: Clinic,
  clock: string,
): Promise<{ patientId: number; visit: number }> {
  const patientId = (
    await upsert(clinic, {
      firstName: `At ${clock}`,
      phoneNumber: `98765${clock.replace(':', '0')}`,
    })
  ).json.id
  for (const thing of ['visit', 'token', 'pack'] as const) {
    const { path, body } = reservationRequest(clinic, thing, clock, {
      patientPayload: undefined,
      patientId,
    })
    const reply = await clinic.post(path, body, {
      headers: { 'idempotency-key': `${thing} at ${clock}` },
    })
    expect(reply.status, reply.text).toBe(201)
  }
  const [{ id: visit }] = await house.sql('select id from appointments where patient_id = $1', [
    patientId,
  ])
  expect((await vitals(clinic, visit)).status).toBe(201)
  const wait = {
    addressId: clinic.id('location', 'jaipur'),
    patientId,
    doctorIds: [asha(clinic)],
    mode: 'OFFLINE',
    note: 'Can come at once',
  }
  await house.operate('waiting-add', { workspace: clinic.name, ...wait })
  await storeMessage(house, clinic, patientId, 'Hello')
  await withoutRules(async (client) => {
    const add = (text: string) => client.query(text, [clinic.workspaceId, patientId])
    await add(
      `insert into waiting_offers (workspace_id, entry_id, claim_id, doctor_id, mode, from_at, to_at, charge_minor, currency, state, expires_at, ended_at, created_at)
       select $1, w.id, w.id, d.doctor_id, w.mode, now() + interval '1 day', now() + interval '2 days', 0, 'INR', 'DECLINED', now() + interval '1 hour', now(), now()
       from waiting_entries w join waiting_practitioners d on d.workspace_id = w.workspace_id and d.entry_id = w.id
       where w.workspace_id = $1 and w.patient_id = $2`,
    )
    await add(
      `insert into merged_patients (workspace_id, id, merged_into, merged_at, moved) values ($1, 1000000 + $2, $2, now(), '{}')`,
    )
    await add(
      `with form as (
        insert into forms (workspace_id, name, place, rules, version, complete_from, content)
        values ($1, 'form-' || $2::bigint, 0, '{"when":"booking"}', 1, 1, '{}') returning id
      ), version as (insert into form_versions select $1, id, 1, '{}' from form)
      insert into filled_forms (workspace_id, form_id, version, patient_id, appointment_id, state, sealed, language, filled_by, changed_at, completed_at, signed_hash)
      select $1, form.id, 1, $2, a.id, 'DONE', 'sealed', 'en', 'PATIENT', now(), now(), sha256('')
      from form, appointments a where a.workspace_id = $1 and a.patient_id = $2`,
    )
    await add(
      "insert into repeat_keys select $1, sha256($2::bigint::text::bytea), sha256(''), '{}', now()",
    )
    await add(
      `insert into desk_changes (workspace_id, appointment_id, kind, at, until, acting_user_id, before, planned, changed_before)
       select $1, id, 'VISIT', now(), now() + interval '12 s', doctor_id, jsonb_build_object('reschedule_reason', patient_id::text), '[]', changed_in
       from appointments where workspace_id = $1 and patient_id = $2`,
    )
    await add(
      'insert into visit_links select $1, sha256(id::text::bytea), id, null, now() from appointments where workspace_id = $1 and patient_id = $2',
    )
    // Only an online visit can have a link.
    await add("update appointments set mode = 'ONLINE' where workspace_id = $1 and patient_id = $2")
    // Paid, and not refunded, because the gateway refused.
    for (const [column, table] of [
      ['appointment_id', 'appointments'],
      ['visit_id', 'queue_visits'],
      ['patient_pack_id', 'patient_packs'],
    ]) {
      await add(
        `update ${table} set payment_status = 'PAID' where workspace_id = $1 and patient_id = $2`,
      )
      await add(
        `update payment_sessions s set state = 'PAID' from ${table} paid
         where s.workspace_id = $1 and paid.workspace_id = $1 and paid.patient_id = $2 and s.${column} = paid.id`,
      )
    }
    const ofPayments = `
      from payment_sessions s
      left join appointments a on a.workspace_id = s.workspace_id and a.id = s.appointment_id
      left join queue_visits q on q.workspace_id = s.workspace_id and q.id = s.visit_id
      left join patient_packs k on k.workspace_id = s.workspace_id and k.id = s.patient_pack_id
      where s.workspace_id = $1 and coalesce(a.patient_id, q.patient_id, k.patient_id) = $2`
    await add(
      `insert into ledger_entries (workspace_id, payment_session_id, at, cause, debit, credit, amount_minor, currency)
       select s.workspace_id, s.id, now(), 'CAPTURED', 'GATEWAY', 'FEES', s.amount_minor, s.currency ${ofPayments}`,
    )
    await add(
      `insert into refunds (workspace_id, appointment_id, visit_id, patient_pack_id, payment_session_id, gateway_key, state, percentage, amount_minor, currency, requested_at)
       select s.workspace_id, s.appointment_id, s.visit_id, s.patient_pack_id, s.id, 'refund-' || s.session_ref, 'REFUSED', 100, s.amount_minor, s.currency, now() ${ofPayments}`,
    )
    // Corrections only: a payment has no reason, which every row here gets.
    await add(
      `insert into desk_payments (workspace_id, appointment_id, visit_id, patient_pack_id, cause, corrects_id, at, method, amount_minor, currency, reason,
         by_session, operator, by_service)
       select s.workspace_id, s.appointment_id, s.visit_id, s.patient_pack_id, 'CORRECTED', s.id, now(), 'CASH', s.amount_minor, s.currency, 'a typo',
         false, 'ravi', false ${ofPayments}`,
    )
    const ofCorrections =
      'from desk_payments d where d.workspace_id = $1 and d.corrects_id in (select s.id '
    await add(
      `insert into till_entries (workspace_id, till_id, number, at, cause, amount_minor, currency, method, desk_payment_id)
       select d.workspace_id, 1, d.id, d.at, d.cause, -d.amount_minor, d.currency, d.method, d.id ${ofCorrections} ${ofPayments})`,
    )
    await add(
      `insert into receipts (workspace_id, counter_id, number, at, cause, amount_minor, currency, desk_payment_id, reverses_id, by_session, operator, by_service)
       select d.workspace_id, 1, d.id, d.at, 'REVERSAL', -d.amount_minor, d.currency, d.id, d.id, false, 'ravi', false ${ofCorrections} ${ofPayments})`,
    )
    await add(
      `insert into pack_movements (workspace_id, patient_pack_id, at, cause, sessions, reason, by_session, operator, by_service)
       select workspace_id, id, now(), 'CORRECTED', 1, 'a typo', false, 'ravi', false from patient_packs where workspace_id = $1 and patient_id = $2`,
    )
    await client.query(
      `insert into patient_pack_doctors (workspace_id, patient_pack_id, doctor_id)
       select workspace_id, id, $3 from patient_packs where workspace_id = $1 and patient_id = $2`,
      [clinic.workspaceId, patientId, asha(clinic)],
    )
    await add(
      `insert into queue_events (workspace_id, queue_day_id, visit_id, event, at, reason, by_session, operator, by_service)
       select workspace_id, queue_day_id, id, 'SKIPPED', now(), 'in the garden', false, 'ravi', false from queue_visits where workspace_id = $1 and patient_id = $2`,
    )
    await add(
      `insert into notices (workspace_id, appointment_id, kind, state, at, visit_from_at, attempts, channel, destination)
       select workspace_id, id, 'confirmation', 'SENT', now(), from_at, 1, 'email', 'm***@example.org' from appointments where workspace_id = $1 and patient_id = $2`,
    )
    await client.query(
      "insert into outbox (workspace_id, sent_at, channel, destination, code) values ($1, now(), 'email', 'meera@example.org', '123456')",
      [clinic.workspaceId],
    )
  })
  return { patientId, visit }
}

/** Runs on the database with triggers and foreign keys disabled. */
function withoutRules<T>(work: (client: pg.Client) => Promise<T>): Promise<T> {
  return withClient(house.connection, async (client) => {
    await client.query('set session_replication_role = replica')
    return work(client)
  })
}
