// Reception searches for a patient by anything they say, sees which existing patients a new one may
// be, and corrects a record.

import type { Static } from 'typebox'
import {
  choice,
  id,
  integer,
  list,
  nullable,
  object,
  optional,
  text,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { type RowOf, statement } from '../../../base/db/statement.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { readWidely } from '../../../base/ports/wide-reads.ts'
import { locationCountry } from '../../../base/values/country.ts'
import {
  countryCodePattern,
  hasPossibleLength,
  homeDialCode,
  parsePhone,
} from '../../../base/values/phone.ts'
import { invalid } from '../../../base/values/problem.ts'
import { recordAccess } from '../../audit/audit.ts'
import { changePatientRecord } from '../change-patient.ts'
import { isSameName } from '../matching.ts'
import {
  checkBirth,
  checkPhoneAtDesk,
  PatientFields,
  PatientRecord,
  type Person,
  StoredPatient,
  toChanges,
} from '../patient-fields.ts'
import { examinedMax, searchPatients, shownColumns, shownSelectList } from '../search-patients.ts'
import { containsPattern, patientSearchText } from '../search-text.ts'
import { isSimilar } from '../similar.ts'
import type { WithLocations } from '../with-locations.ts'

const foundMax = 100

const shownPatientMembers = {
  ...PatientRecord.properties,
  email: nullable(text('E-mail address.', 'meera@example.org')),
  phone: nullable(text('The full number in its canonical form.', '+919876543210')),
}

export const patientSearch = workspaceOperation({
  name: 'patient-search',
  right: 'patients:read',
  about: 'no record',
  summary:
    'Search patients by any part of the name, phone or record number, by e-mail address or by date of birth.',
  input: object({
    query: text(
      'Parts of names, of a phone or of a record number, a whole e-mail address, and a date of birth, such as 1985-03-14 or 14.03.1985; all of them have to fit.',
      'iyer 3210',
      {
        minLength: 2,
        maxLength: 100,
      },
    ),
    doctorId: optional(
      id('Only patients who have or had a visit or token with this practitioner.', 5),
    ),
    limit: optionalWithDefault(
      integer(`How many, up to ${foundMax}.`, 20, { minimum: 1, maximum: foundMax }),
      20,
    ),
  }),
  output: list(
    object(shownPatientMembers),
    'Patients; those whose name begins with the query first.',
  ),
  async run({ database, clock, actor, workspaceId }, { query, doctorId, limit }) {
    const read = async (queries: Queries) => {
      const found = await searchPatients(
        queries,
        workspaceId,
        query,
        doctorId === undefined ? limit : examinedMax,
      )
      const patientIds = found.map((patient) => patient.id)
      const idsOfDoctor =
        doctorId === undefined
          ? undefined
          : await queries.rows(patientsOfDoctor, { workspaceId, doctorId, patientIds })
      const patients = idsOfDoctor
        ? found
            .filter((patient) => idsOfDoctor.some(({ id: one }) => one === patient.id))
            .slice(0, limit)
        : found
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: patients.map((patient) => patient.id),
        now: clock.now(),
      })
      return patients
    }
    return readWidely(workspaceId, () => database.transaction(read))
  },
})

/** Which of these patients have or had a visit with a practitioner. */
const patientsOfDoctor = statement(
  'patients_of_doctor',
  {
    takes: { workspaceId: 'bigint', doctorId: 'bigint', patientIds: 'bigint[]' },
    returns: { id: 'bigint' },
  },
  `
  select patient.id
  from unnest(:patientIds::bigint[]) as patient (id)
  -- One patient at a time: otherwise the planner would hash all visits of the practitioner.
  where (select a.id from appointments a where a.workspace_id = :workspaceId and a.patient_id = patient.id and a.doctor_id = :doctorId limit 1) is not null
    or (select v.id from queue_visits v where v.workspace_id = :workspaceId and v.patient_id = patient.id and v.doctor_id = :doctorId limit 1) is not null`,
)

export const patientPhone = workspaceOperation({
  name: 'patient-phone',
  right: 'patients:read',
  about: 'no record',
  summary: 'Show how a phone number typed at a location is read.',
  input: object({
    phoneNumber: optional(text('The phone as it is typed.', '0171 1234568', { maxLength: 40 })),
    addressId: optional(id('The location; the first one of the clinic when omitted.')),
    countryCode: optional(
      text('The dial code beside it; that of the location when omitted.', '+49', {
        pattern: countryCodePattern,
      }),
    ),
  }),
  output: object({
    countryCode: text('Its dial code; if it is not a phone number, that of the location.', '+49'),
    phone: nullable(
      text(
        'The full number; null if it is not a phone number, or too short or too long for its dial code.',
        '+491711234568',
      ),
    ),
  }),
  async run(
    { configurations, workspaceId }: InWorkspace<WithLocations>,
    { phoneNumber = '', addressId, countryCode },
  ) {
    const homeCountry =
      countryCode ?? locationCountry(await configurations.of(workspaceId), addressId)
    const parsedPhone = parsePhone(phoneNumber, undefined, homeCountry)
    if ('problem' in parsedPhone) return { countryCode: homeDialCode(homeCountry), phone: null }
    return {
      countryCode: parsedPhone.countryCode,
      phone: hasPossibleLength(parsedPhone.normalised) ? parsedPhone.normalised : null,
    }
  },
})

/**
 * Reads a person described by staff: the separate dial code says where a phone number is from,
 * unless the number itself says more.
 */
function readPersonAtDesk(
  { countryCode, ...others }: Static<typeof PatientFields>,
  homeCountry: string | undefined,
): Person {
  return others.phoneNumber === undefined
    ? toChanges({ ...others, ...(countryCode !== undefined && { countryCode }) })
    : toChanges(others, countryCode ?? homeCountry)
}

const likelyMax = 10

/**
 * Patients who may be the described person: on the phone, with the date of birth, or with a similar
 * name.
 */
const similarPatients = statement(
  'similar_patients',
  {
    takes: {
      workspaceId: 'bigint',
      phone: 'text?',
      dob: 'date?',
      firstName: 'text?',
      lastName: 'text?',
      limit: 'bigint',
    },
    returns: { ...shownColumns, firstNameFolded: 'text?', lastNameFolded: 'text?' },
  },
  `
  select ${shownSelectList}, first_name_folded as "firstNameFolded", last_name_folded as "lastNameFolded"
  from patients
  where workspace_id = :workspaceId and erased_at is null and id = any (
    array(select id from patients where workspace_id = :workspaceId and phone_normalised = :phone order by id limit :limit)
    || array(select id from patients where workspace_id = :workspaceId and dob = :dob and erased_at is null order by id limit :limit)
    || array(
      select p.id from patients p
      where p.workspace_id = :workspaceId and p.erased_at is null and ${patientSearchText('p')} like :firstName and ${patientSearchText('p')} like :lastName
      limit :limit
    )
  )
  order by id`,
)

const reasons = ['PHONE_AND_NAME', 'PHONE', 'NAME_AND_BIRTH_DATE', 'NAME'] as const

/** Why a record may belong to the person; undefined if that is unlikely. */
function likeness(
  person: Person,
  candidate: RowOf<typeof similarPatients.returns>,
): (typeof reasons)[number] | undefined {
  const isNamedAlike =
    candidate.firstNameFolded !== null &&
    (isSameName(person, candidate) || isSimilar(person, candidate))
  if (person.phone !== null && candidate.phone === person.phone.normalised)
    return isNamedAlike ? 'PHONE_AND_NAME' : 'PHONE'
  const bothBorn = person.dob !== null && candidate.dob !== null
  if (!isNamedAlike || (bothBorn && person.dob !== candidate.dob)) return undefined
  return bothBorn ? 'NAME_AND_BIRTH_DATE' : 'NAME'
}

export const patientLikely = workspaceOperation({
  name: 'patient-likely',
  right: 'patients:read',
  about: 'no record',
  summary: 'Find existing patients who may be the person described, before you create a record.',
  input: object({
    firstName: PatientFields.properties.firstName,
    lastName: PatientFields.properties.lastName,
    countryCode: PatientFields.properties.countryCode,
    phoneNumber: PatientFields.properties.phoneNumber,
    dob: PatientFields.properties.dob,
    addressId: optional(
      id('The location: a phone without a dial code is read as a number of its country.', 1),
    ),
  }),
  output: list(
    object({
      ...shownPatientMembers,
      because: choice(reasons, 'What they have in common; a name may differ by a slip.'),
    }),
    `Patients, at most ${likelyMax}; the likeliest first.`,
  ),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<WithLocations>,
    { addressId, ...described },
  ) {
    const person = readPersonAtDesk(
      described,
      locationCountry(await configurations.of(workspaceId), addressId),
    )
    const { phone, dob, firstNameFolded: firstName, lastNameFolded: lastName } = person
    const criteria = { workspaceId, phone: phone?.normalised ?? null, dob, limit: examinedMax / 10 }
    const pattern = (name: string | null) => (name === null ? null : containsPattern(name))
    return database.transaction(async (queries) => {
      const candidates = await queries.rows(similarPatients, {
        ...criteria,
        firstName: pattern(firstName),
        lastName: pattern(lastName ?? firstName),
      })
      const likelyPatients = candidates
        .flatMap((candidate) => {
          const reason = likeness(person, candidate)
          const { firstNameFolded: _, lastNameFolded: __, ...shown } = candidate
          return reason ? [{ ...shown, because: reason }] : []
        })
        .sort((one, other) => reasons.indexOf(one.because) - reasons.indexOf(other.because))
        .slice(0, likelyMax)
      await recordAccess(queries, workspaceId, actor, {
        action: 'READ',
        patientIds: likelyPatients.map((patient) => patient.id),
        now: clock.now(),
      })
      return likelyPatients
    })
  },
})

const { id: _, ...editable } = PatientFields.properties

export const patientEdit = workspaceOperation({
  name: 'patient-edit',
  right: 'patients:write',
  about: 'patient',
  summary: "Change a patient's record; what is left out stays as it is.",
  input: object({
    id: id('The patient.', 42),
    ...editable,
    version: optional(
      text(
        'The version from `patient show`; the change is refused if the record has changed since.',
        'r0S3vTfJk2mQ8wXz4LbNdA',
      ),
    ),
  }),
  output: object(StoredPatient.properties),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<WithLocations>,
    { id: patientId, version, ...fields },
  ) {
    if (Object.keys(fields).length === 0) throw invalid('name at least one member to change')
    const now = clock.now()
    const changes = readPersonAtDesk(fields, locationCountry(await configurations.of(workspaceId)))
    checkBirth(changes, now)
    checkPhoneAtDesk(changes)
    const userId = actor.kind === 'staff' ? actor.userId : null
    return changePatientRecord(
      database,
      { workspaceId, actor, userId, now },
      patientId,
      changes,
      version,
    )
  },
})
