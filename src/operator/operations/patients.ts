// What an operator does with one patient's record, and who else did something with it.

import { note } from '../../audit/audit.ts'
import { auditEntries, auditOfPatient } from '../../audit/queries.ts'
import type { Configured } from '../../catalogue/configuration.ts'
import { anyObject, calendarDate, flag, id, integer, list, nullable, object, optional, text, timestamp } from '../../contract/schemas.ts'
import { type RowOf, statement } from '../../db/statement.ts'
import { actorText } from '../../operations/actor.ts'
import { byDefault, type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { erasePatient } from '../../patients/erase-patient.ts'
import type { PatientRegister } from '../../patients/patient-tables.ts'
import { isoAt } from '../../values/clinic-time.ts'
import { dialCodeOf } from '../../values/country.ts'
import { fromMinorUnits } from '../../values/money.ts'
import { OperatorProblem } from '../../values/operator-problem.ts'
import { normalisedWholePhone } from '../../values/phone.ts'
import { folded } from '../../values/text.ts'

const foundMax = 50

/** By the number, the phone, or the beginning of first or last name. Names are looked through one after the other, up to the last one wanted. */
const patientsFound = statement(
  'patients_found',
  {
    takes: { workspaceId: 'bigint', mrnNumber: 'text', phone: 'text?', firstName: 'text', lastName: 'text?', limit: 'bigint' },
    returns: { id: 'bigint', mrnNumber: 'text', name: 'text?', phone: 'text?', dob: 'date?' },
  },
  `
  select id, mrn_number as "mrnNumber", nullif(concat_ws(' ', first_name, last_name), '') as name, phone_normalised as phone, dob
  from patients
  where workspace_id = :workspaceId and erased_at is null and (
    mrn_number = :mrnNumber or phone_normalised = :phone
    or (starts_with(first_name_folded, :firstName) and (:lastName::text is null or starts_with(last_name_folded, :lastName)))
    or (:lastName::text is null and starts_with(last_name_folded, :firstName))
  )
  order by id
  limit :limit`,
)

export const patientFind = workspaceOperation({
  name: 'patient-find',
  right: 'patients:read',
  summary: 'Find a patient by phone, record number, or the beginning of a name.',
  input: object({ sought: text('Phone, record number, or name.', 'meera iy', { minLength: 1, maxLength: 100 }) }),
  output: list(
    object({
      id: id('The patient.', 42),
      mrnNumber: text('The record number.', 'MRN-1'),
      name: nullable(text('The name.', 'Meera Iyer')),
      phone: nullable(text('The phone.', '+919876543210')),
      dob: nullable(calendarDate('Date of birth.', '1990-05-21')),
    }),
    `Patients by id, at most ${foundMax}.`,
  ),
  async run({ database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>, { sought }) {
    const { locations } = await configurations.of(workspaceId)
    const phone = normalisedWholePhone(sought, dialCodeOf(locations[0]?.country ?? '') ?? '+91') ?? null
    const [firstName = '', ...rest] = folded(sought).split(/\s+/)
    const wanted = { workspaceId, mrnNumber: sought, phone, firstName, lastName: rest.length === 0 ? null : rest.join(' '), limit: foundMax }
    return database.transaction(async (queries) => {
      const patients = await queries.rows(patientsFound, wanted)
      await note(queries, workspaceId, actor, { action: 'READ', patientIds: patients.map((patient) => patient.id), now: clock.now() })
      return patients
    })
  },
})

const storedRow = anyObject('A row as it is stored.', { id: 42 })

export const patientExport = workspaceOperation({
  name: 'patient-export',
  right: 'patients:write',
  summary: 'Everything there is of a patient, as JSON.',
  input: object({ id: id('The patient.', 42) }),
  output: object({
    exportedAt: timestamp('When it was exported.'),
    patient: anyObject('The record as it is stored.', { id: 42, first_name: 'Meera' }),
    appointments: list(storedRow, 'Visits.'),
    vitals: list(storedRow, 'What was measured on them.'),
    refunds: list(storedRow, 'What was given back of visits, tokens and packs.'),
    packs: list(storedRow, 'Session packs, each with its movements and the doctors it is for.'),
    notices: list(storedRow, 'What was sent about the visits.'),
    queueVisits: list(storedRow, 'Visits of the queue, each with what staff did with it.'),
    payments: list(storedRow, 'Payments through a gateway, each with its entries in the books.'),
    deskPayments: list(storedRow, 'What was paid at the desk, and corrections of that.'),
    audit: list(storedRow, 'Who read or changed the record.'),
  }),
  async run({ database, clock, patients, actor, workspaceId }: InWorkspace<{ patients: PatientRegister }>, { id: patientId }) {
    return database.transaction(async (queries) => {
      const found = await patients.export(queries, { workspaceId, patientId })
      if (!found) throw new OperatorProblem(`there is no patient ${patientId} in this workspace`, 'look it up: clinic patient find NAME')
      const now = clock.now()
      await note(queries, workspaceId, actor, { action: 'EXPORTED', patientIds: [patientId], now })
      return { exportedAt: isoAt('UTC', now), ...found }
    })
  },
})

export const patientErase = workspaceOperation({
  name: 'patient-erase',
  right: 'patients:write',
  summary: 'Forget a patient for good; visits and money stay, without a name.',
  input: object({
    id: id('The patient.', 42),
    confirmed: byDefault(flag('Do it; without it the command only says what would stay.'), false),
  }),
  output: object({
    patientId: id('The patient.', 42),
    erased: flag('Whether the record is gone.'),
    visits: integer('Visits that stay.', 3),
    upcoming: integer('Those of them that are still to come.', 1),
  }),
  run: async ({ database, clock, patients, actor, workspaceId }: InWorkspace<{ patients: PatientRegister }>, { id: patientId, confirmed }) =>
    erasePatient(database, patients, workspaceId, patientId, confirmed, actor, clock.now()),
})

const entriesMax = 1_000

function chargeText({ chargedMinor, chargedCurrency, quotedMinor, quotedCurrency }: RowOf<typeof auditEntries.returns>): string | null {
  if (chargedMinor === null || chargedCurrency === null || quotedMinor === null || quotedCurrency === null) return null
  const [charged, price] = [fromMinorUnits(chargedMinor, chargedCurrency), fromMinorUnits(quotedMinor, quotedCurrency)]
  return `${charged} ${chargedCurrency}, the price is ${price} ${quotedCurrency}`
}

export const auditShow = workspaceOperation({
  name: 'audit-show',
  right: 'insight:read',
  summary: 'Who read or changed which patient record, newest first.',
  input: object({
    patient: optional(id('Only entries of this patient.', 42)),
    before: optional(id('Only entries older than this one.', 9_000)),
    limit: byDefault(integer(`How many entries, up to ${entriesMax}.`, 50, { minimum: 1, maximum: entriesMax }), 50),
  }),
  output: list(
    object({
      id: id('The entry.', 9_000),
      at: timestamp('When it was done.'),
      action: text('What was done.', 'READ'),
      patientId: nullable(id('Whose record; null for a page of them.', 42)),
      patientIds: list(id('A patient.', 42), 'Everyone the entry is about.'),
      appointmentId: nullable(id('The visit it was about.', 7)),
      visitId: nullable(id('The visit of a queue it was about.', 9)),
      by: text('Who did it.', 'key 3'),
      actingUserId: nullable(id('The member of staff who did it.', 5)),
      endUserHash: nullable(text('A hash of the end user.', '9f86d081')),
      address: nullable(text('Where the request came from.', '203.0.113.7')),
      requestId: nullable(text('What the request is called.', 'book-1')),
      charge: nullable(text('Of what was booked at another price than its own: what was charged, and the price.', '400 INR, the price is 500 INR')),
    }),
    'The entries, newest first.',
  ),
  async run({ database, workspaceId }, { patient: patientId, before = Number.MAX_SAFE_INTEGER, limit }) {
    const page = { workspaceId, before, limit }
    const entries = patientId === undefined ? await database.rows(auditEntries, page) : await database.rows(auditOfPatient, { ...page, patientId })
    return entries.map((entry) => ({
      id: entry.id,
      at: isoAt('UTC', entry.at),
      action: entry.action,
      patientId: entry.patientId,
      patientIds: entry.patientIds ?? (entry.patientId === null ? [] : [entry.patientId]),
      appointmentId: entry.appointmentId,
      visitId: entry.visitId,
      by: actorText(entry),
      actingUserId: entry.actingUserId,
      endUserHash: entry.endUserHash?.toString('hex') ?? null,
      address: entry.address,
      requestId: entry.requestId,
      charge: chargeText(entry),
    }))
  },
})

export const patientOperations = [patientFind, patientExport, patientErase, auditShow]
