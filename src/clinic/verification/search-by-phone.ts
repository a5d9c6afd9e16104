// GET /v1/patients/search-by-phone: the patients on a phone number, for the end user who has
// verified it.

import { type Route, route } from '../../base/contract/route.ts'
import { list, namedObject, object, optional, text } from '../../base/contract/schemas.ts'
import type { Database } from '../../base/db/database.ts'
import { actorValues } from '../../base/operations/actor.ts'
import type { Clock } from '../../base/ports/clock.ts'
import { ownedPackSchema } from '../../money/packs/owned-pack.ts'
import type { Configurations } from '../catalogue/configuration.ts'
import { PatientRecord } from '../patients/patient-fields.ts'
import { patientRecordsOnPhone } from '../patients/queries.ts'
import type { ConsentGate } from './consent-gate.ts'
import { toDestination } from './destination.ts'
import { loadPatientPacks } from './packs-of-patients.ts'
import { problem } from './problems.ts'

export function searchByPhoneRoute(services: {
  database: Database
  configurations: Configurations
  gate: ConsentGate
  clock: Clock
}): Route {
  const { database, gate, clock } = services
  return route({
    method: 'GET',
    path: '/v1/patients/search-by-phone',
    name: 'searchPatientsByPhone',
    area: 'Patients',
    title: 'List the patients on a phone',
    summary: 'The patients with a phone number, once that number is verified.',
    // Required for developer keys too: a verified contact shows that the patient agrees.
    policy: { endUser: 'verified' },
    query: object({
      countryCode: optional(
        text('Dial code with its plus; `+91` when omitted.', '+91', { maxLength: 10 }),
      ),
      phoneNumber: text(
        'Number without the dial code, 4 to 15 digits; or the whole number, with `+` or the prefix for calls abroad.',
        '9876543210',
        {
          maxLength: 40,
        },
      ),
    }),
    refusals: [],
    replies: {
      200: namedObject('PatientsOnPhone', {
        associatedPatients: list(
          PatientRecord,
          'Every patient of the workspace on this phone, oldest first.',
        ),
        activeSessionPackResponses: list(
          ownedPackSchema,
          'Session packs of these patients that have sessions left.',
        ),
      }),
    },

    async handle({ caller, query: { countryCode, phoneNumber } }) {
      const { workspaceId, verifiedContact } = caller
      // A plus in a query string arrives as a blank.
      const fullPhone = { phoneNumber: phoneNumber.replace(/^ /, '+') }
      const { address } = toDestination(
        countryCode === undefined
          ? fullPhone
          : { phoneNumber, countryCode: countryCode.replace(/^ /, '+') },
      )
      const isVerifiedPhone =
        verifiedContact !== undefined &&
        gate.concernsContact(verifiedContact, { phoneNormalised: address, email: null })
      if (!isVerifiedPhone) throw problem('NOT_VERIFIED')
      const patients = await database.rows(patientRecordsOnPhone, {
        workspaceId,
        phoneNormalised: address,
        now: clock.now(),
        ...actorValues(caller),
      })
      const packs = await loadPatientPacks(services, workspaceId, patients)
      return {
        status: 200,
        body: { associatedPatients: patients, activeSessionPackResponses: packs },
      }
    },
  })
}
