// A patient's page: the record, other patients with the phone number, the verified contacts, and
// visits and tokens (TILL-01).

import { Type } from 'typebox'
import {
  calendarDate,
  choice,
  flag,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
  timestamp,
  zone,
} from '../../../base/contract/schemas.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { isoAt } from '../../../base/values/clinic-time.ts'
import { recordOpening } from '../../../clinic/audit/opening.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { loadStoredPatient, recordVersion } from '../../../clinic/patients/change-patient.ts'
import { addFormValues, type FormValues } from '../../../clinic/patients/form-values.ts'
import { resolvePatientForRead } from '../../../clinic/patients/led-to.ts'
import { StoredPatient } from '../../../clinic/patients/patient-fields.ts'
import type { ConsentGate } from '../../../clinic/verification/consent-gate.ts'
import { listedTokenSchema, loadListedTokens } from '../../queue/listed-tokens.ts'
import {
  familyMembers,
  pastVisits,
  patientRecordRow,
  upcomingVisits,
  verifiedByBooking,
} from '../patient-record-queries.ts'
import { problem } from '../problems.ts'
import { listedVisitSchema, listedVisitView } from '../visit-list.ts'
import { listedVisits } from '../visit-list-queries.ts'
import { patientHead } from './patient-head.ts'

const familyMax = 20
const openedMember = optional(
  id(
    'The audit entry of the earlier access, if a page reloads what it shows: within the hour, the access is not recorded again.',
    9_000,
  ),
)
const doctorId = optional(
  id('Only if the patient has or had a visit or token with this practitioner.', 5),
)

const contactSchema = (what: string, value: string, example: string) =>
  nullable(
    object(
      {
        value: text(value, example),
        verifiedAt: nullable(
          timestamp(
            'When this contact last booked a visit after a one-time code; null if unknown.',
          ),
        ),
      },
      { description: what },
    ),
  )

export const patientShow = workspaceOperation({
  name: 'patient-show',
  right: 'patients:read',
  about: 'patient',
  summary:
    "Show a patient's record, which contacts are verified, and who else has the same phone number; the access is recorded.",
  input: object({ id: id('The patient.', 42), opened: openedMember, doctorId }),
  output: object({
    patient: object(StoredPatient.properties, { description: 'The record.' }),
    version: text(
      'Version of the record: send it with a change; the change is refused if someone else has changed the record first.',
      'r0S3vTfJk2mQ8wXz4LbNdA',
    ),
    timezone: zone("The clinic's timezone; all times are written in it."),
    createdAt: timestamp('When the record was created.'),
    changedAt: timestamp('When it was last changed.'),
    phone: contactSchema('The phone.', 'The full number in its canonical form.', '+919876543210'),
    email: contactSchema('The mailbox.', 'E-mail address.', 'meera@example.org'),
    family: list(
      object({
        id: id('The patient.', 43),
        mrnNumber: StoredPatient.properties.mrnNumber,
        firstName: StoredPatient.properties.firstName,
        lastName: StoredPatient.properties.lastName,
        dob: nullable(calendarDate('Date of birth.', '2015-01-02')),
        gender: StoredPatient.properties.gender,
      }),
      `Other patients with the same phone number, oldest record first, at most ${familyMax}.`,
    ),
    moreFamily: flag('Whether there are more; a search for the phone number finds them.', false),
    opened: id('The audit entry of this access.', 9_000),
  }),
  async run(
    {
      database,
      clock,
      configurations,
      gate,
      actor,
      workspaceId,
      formValues,
    }: InWorkspace<Configured & { gate: ConsentGate; formValues: FormValues }>,
    { id: requestedId, opened, doctorId = null },
  ) {
    const now = clock.now()
    const { timezone } = await configurations.of(workspaceId)
    return database.transaction(async (queries) => {
      const patientId = await resolvePatientForRead(queries, workspaceId, requestedId)
      const one = { workspaceId, patientId }
      const [record] = await queries.rows(patientRecordRow, { ...one, doctorId })
      if (!record) throw problem('PATIENT_NOT_FOUND')
      const patient = await loadStoredPatient(queries, workspaceId, patientId)
      const { phone, email, createdAt, changedAt } = record
      const found =
        phone === null
          ? []
          : await queries.rows(familyMembers, { ...one, phone, doctorId, limit: familyMax + 1 })
      const family = found.slice(0, familyMax)
      const [verified] = await queries.rows(verifiedByBooking, {
        ...one,
        ...gate.countedContacts({ phoneNormalised: phone, email }),
      })
      const at = (instant: number | null | undefined) =>
        instant === null || instant === undefined ? null : isoAt(timezone, instant)
      const [shown = patient] = await addFormValues(formValues, queries, workspaceId, [patient])
      return {
        patient: shown,
        version: recordVersion(patient),
        createdAt: isoAt(timezone, createdAt),
        changedAt: isoAt(timezone, changedAt),
        timezone,
        phone: phone === null ? null : { value: phone, verifiedAt: at(verified?.phoneAt) },
        email: email === null ? null : { value: email, verifiedAt: at(verified?.emailAt) },
        family,
        moreFamily: found.length > familyMax,
        opened: await recordOpening(queries, workspaceId, actor, {
          patientIds: [patientId, ...family.map(({ id: other }) => other)],
          opened,
          now,
        }),
      }
    })
  },
})

const pageMax = 100

export const patientVisits = workspaceOperation({
  name: 'patient-visits',
  right: 'visits:read',
  about: 'any doctor',
  summary:
    'List the visits and tokens of a patient: upcoming ones, soonest first, or past ones, latest first.',
  input: object({
    patientId: id('The patient.', 42),
    which: optionalWithDefault(
      choice(
        ['TO_COME', 'PAST'],
        'TO_COME: neither over nor completed nor cancelled; PAST: all others.',
      ),
      'TO_COME',
    ),
    after: optional(
      id(
        'Only entries after this visit or token in the order of the list; to continue after a full page.',
        41,
      ),
    ),
    limit: optionalWithDefault(
      integer(`How many, up to ${pageMax}.`, 20, { minimum: 1, maximum: pageMax }),
      20,
    ),
    opened: openedMember,
    doctorId,
  }),
  output: object({
    visits: list(
      Type.Union([listedVisitSchema, listedTokenSchema], { description: 'A visit or a token.' }),
      'Visits and tokens.',
    ),
    more: flag('Whether there are more of them.', false),
  }),
  async run(
    { database, clock, actor, workspaceId },
    { patientId: requestedId, which, after = null, limit, opened, doctorId = null },
  ) {
    const now = clock.now()
    return database.transaction(async (queries) => {
      const patientId = await resolvePatientForRead(queries, workspaceId, requestedId)
      const pageQuery = { workspaceId, patientId, doctorId, now, after, limit: limit + 1 }
      const found = await queries.rows(which === 'PAST' ? pastVisits : upcomingVisits, pageQuery)
      const page = found.slice(0, limit)
      const idsBySystem = (isToken: boolean) =>
        page.filter((one) => one.isToken === isToken).map((one) => one.id)
      const visits = (
        await queries.rows(listedVisits, { workspaceId, ids: idsBySystem(false), now })
      ).map(listedVisitView)
      const tokens = await loadListedTokens(queries, workspaceId, idsBySystem(true))
      const byId = new Map([...visits, ...tokens].map((visit) => [visit.id, visit]))
      // An unknown patient is not audited.
      if (page.length > 0)
        await recordOpening(queries, workspaceId, actor, { patientIds: [patientId], opened, now })
      return { visits: page.flatMap((one) => byId.get(one.id) ?? []), more: found.length > limit }
    }, 'repeatable read')
  },
})

export const patientRecordOperations = [patientShow, patientHead, patientVisits]
