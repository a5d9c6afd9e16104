// Operations on a patient's record and its audit.

import {
  anyObject,
  calendarDate,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import type { Sealing } from '../../../base/ports/sealing.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { locationCountry } from '../../../base/values/country.ts'
import { normalisedFullPhone } from '../../../base/values/phone.ts'
import { foldName } from '../../../base/values/text.ts'
import { recordAccess } from '../../audit/audit.ts'
import { erasePatient } from '../erase-patient.ts'
import { resolvePatientForWrite } from '../led-to.ts'
import { recordColumns } from '../patient-columns.ts'
import { PatientRecord } from '../patient-fields.ts'
import type { PatientRegister } from '../patient-tables.ts'
import { problem } from '../problems.ts'
import { recordSelectList } from '../queries.ts'
import type { WithLocations } from '../with-locations.ts'

const foundMax = 50

/**
 * Finds patients by record number, phone, or the beginning of the first or last name. Names are
 * scanned sequentially, up to the limit.
 */
const findPatients = statement(
  'find_patients',
  {
    takes: {
      workspaceId: 'bigint',
      mrnNumber: 'text',
      phone: 'text?',
      firstName: 'text',
      lastName: 'text?',
      limit: 'bigint',
    },
    returns: { ...recordColumns, phone: 'text?' },
  },
  `
  select ${recordSelectList}, phone_normalised as phone
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
  about: 'no record',
  summary: 'Find a patient by phone, record number, or the beginning of a name.',
  input: object({
    query: text('Phone, record number, or name.', 'meera iy', { minLength: 1, maxLength: 100 }),
  }),
  output: list(
    object({
      ...PatientRecord.properties,
      email: nullable(text('E-mail address.', 'meera@example.org')),
      phone: nullable(text('The full number in its canonical form.', '+919876543210')),
    }),
    `Patients by id, at most ${foundMax}.`,
  ),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<WithLocations>,
    { query },
  ) {
    const phone =
      normalisedFullPhone(query, locationCountry(await configurations.of(workspaceId))) ?? null
    const [firstName = '', ...rest] = foldName(query).split(/\s+/)
    const criteria = {
      workspaceId,
      mrnNumber: query,
      phone,
      firstName,
      lastName: rest.length === 0 ? null : rest.join(' '),
      limit: foundMax,
    }
    return database.transaction(async (queries) => {
      const patients = await queries.rows(findPatients, criteria)
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: patients.map((patient) => patient.id),
        now: clock.now(),
      })
      return patients
    })
  },
})

const storedRow = anyObject('A row as it is stored.', { id: 42 })

export const patientExport = workspaceOperation({
  name: 'patient-export',
  once: 'WITHOUT_ANSWER',
  // The whole record leaves the clinic: not for members who only make appointments.
  right: 'setup:write',
  about: 'the whole clinic',
  summary: 'Export everything about a patient, as JSON.',
  input: object({ id: id('The patient.', 42) }),
  output: object({
    exportedAt: timestamp('When it was exported.'),
    patient: anyObject('The record as it is stored.', { id: 42, first_name: 'Meera' }),
    appointments: list(storedRow, 'Visits.'),
    vitals: list(storedRow, 'What was measured on them.'),
    refunds: list(storedRow, 'Refunds of visits, tokens and packs.'),
    packs: list(storedRow, 'Session packs, each with its movements and the doctors it is for.'),
    notices: list(storedRow, 'What was sent about the visits.'),
    messages: list(storedRow, 'What the patient and the clinic wrote to each other.'),
    queueVisits: list(storedRow, 'Visits of the queue, each with what staff did with it.'),
    payments: list(storedRow, 'Payments through a gateway, each with its entries in the books.'),
    deskPayments: list(storedRow, 'What was paid at the desk, and corrections of that.'),
    receipts: list(storedRow, 'Receipts for what was paid, and their counter-receipts.'),
    waiting: list(storedRow, 'What the patient waited for, on waiting lists.'),
    forms: list(
      storedRow,
      'Forms that were filled in, each with what it asked, the answers and a signature.',
    ),
    merged: list(storedRow, 'Records that were merged into this one.'),
    audit: list(storedRow, 'Who read or changed the record.'),
  }),
  async run(
    {
      database,
      clock,
      patients,
      actor,
      workspaceId,
      sealing,
    }: InWorkspace<{ patients: PatientRegister; sealing: Sealing }>,
    { id: requestedId },
  ) {
    return database.transaction(async (queries) => {
      const patientId = await resolvePatientForWrite(queries, workspaceId, requestedId)
      const exported = await patients.export(queries, { workspaceId, patientId }, sealing)
      if (!exported) throw problem('PATIENT_NOT_FOUND')
      const now = clock.now()
      await recordAccess(queries, workspaceId, actor, {
        action: 'EXPORTED',
        patientIds: [patientId],
        now,
      })
      return { exportedAt: isoAt('UTC', now), ...exported }
    }, 'repeatable read')
  },
})

export const patientErase = workspaceOperation({
  name: 'patient-erase',
  right: 'setup:write',
  about: 'the whole clinic',
  summary: 'Erase a patient permanently; visits and payments are kept, without a name.',
  input: object({
    id: id('The patient.', 42),
    confirmed: optionalWithDefault(
      flag('Confirm the erasure; without it, the command only shows what would be kept.'),
      false,
    ),
  }),
  output: object({
    patientId: id('The patient.', 42),
    erased: flag('Whether the record was erased.'),
    visits: integer('Number of visits that are kept.', 3),
    upcoming: integer('How many of them are upcoming.', 1),
    upcomingVisits: list(
      object({
        id: id('The visit or token.', 41),
        reference: text('The reference that people use.', 'BK7Q2M9X4KTD'),
        date: calendarDate('When it is.'),
        practitioner: text('The practitioner.', 'Dr Asha Rao'),
      }),
      'The next of these, at most twenty: they stay booked without a name, so cancel them first if no one will come.',
    ),
    packs: integer('Number of session packs that are kept, as sold and used.', 1),
    payments: integer(
      'Number of payments that stay in the books: desk payments with their corrections, and online payments; their refunds stay too.',
      4,
    ),
    waiting: integer('Number of waiting-list entries that are deleted.', 0),
  }),
  run: async (context: InWorkspace<{ patients: PatientRegister }>, { id: patientId, confirmed }) =>
    erasePatient(context, patientId, confirmed),
})

export const patientOperations = [patientFind, patientExport, patientErase]
