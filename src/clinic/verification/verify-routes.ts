// POST /v1/otp/verify and POST /v1/patients/verify-phone-verification-otp: both open the consent
// gate; the second also returns the patients whom the verified contact reaches.

import { type Caller, type Policy, type Route, route } from '../../base/contract/route.ts'
import { list, namedObject, object, text } from '../../base/contract/schemas.ts'
import { channelRequirements } from '../../base/messages/channels.ts'
import { actorValues } from '../../base/operations/actor.ts'
import { normalisedEmail } from '../../base/values/email.ts'
import { foldText } from '../../base/values/text.ts'
import { ownedPackSchema } from '../../money/packs/owned-pack.ts'
import { readAudited } from '../audit/audit.ts'
import type { Configurations } from '../catalogue/configuration.ts'
import { sessionPackSchema, sessionPackView } from '../catalogue/session-packs.ts'
import { PatientRecord } from '../patients/patient-fields.ts'
import { patientRecordsOnEmail, patientRecordsOnPhone } from '../patients/queries.ts'
import { destinationMembers, outcomeMembers } from './code-fields.ts'
import { type Destination, toDestination } from './destination.ts'
import { toEndUser } from './end-user.ts'
import { loadPatientPacks } from './packs-of-patients.ts'
import { type VerifyServices, verifyCode } from './verify-code.ts'

const policy: Policy = { sensitive: true, endUser: 'named', unusableBody: 'success' }

const VerifyBody = namedObject('CodeReceived', {
  otpCode: text('The code as it was received: a string of digits.', '042917', {
    maxLength: 20,
    pattern: '^[0-9]+$',
  }),
  ...destinationMembers,
})
const exampleBody = { countryCode: '+91', phoneNumber: '9876543210', otpCode: '042917' }

const Verified = namedObject('ContactVerified', {
  ...outcomeMembers,
  message: text('What was done, for people.', 'The contact is verified.'),
})

const VerifiedPatient = namedObject('ContactVerifiedWithPatients', {
  ...outcomeMembers,
  message: text('What was done, for people.', 'The contact is verified.'),
  data: object({
    associatedPatients: list(
      PatientRecord,
      'Every patient of the workspace on this phone or e-mail address; none is a success too.',
    ),
    activeSessionPackResponses: list(
      ownedPackSchema,
      'Session packs of these patients that have sessions left.',
    ),
    allSessionPackResponses: list(sessionPackSchema, 'Session packs on sale.'),
  }),
})

export function verifyCodeRoutes(
  services: VerifyServices & { configurations: Configurations },
): Route[] {
  const commonRoute = {
    method: 'POST',
    area: 'Verification',
    policy,
    body: VerifyBody,
    exampleBody,
  } as const
  const refusals = [
    'CODE_INVALID_OR_EXPIRED',
    'CODE_SENT_TO_OTHER_CONTACT',
    'TOO_MANY_CODES',
  ] as const
  const verified = { success: true, message: 'The contact is verified.' }
  return [
    route({
      ...commonRoute,
      path: '/v1/otp/verify',
      name: 'verifyCode',
      title: 'Verify a contact',
      summary: 'Verifies a contact by the one-time code sent to it.',
      refusals,
      replies: { 200: Verified },

      async handle({ caller, body }) {
        const destination = toDestination(body)
        await verifyCode(services, toEndUser(services.hash, caller), destination, body.otpCode)
        return { status: 200, body: { ...verified, channel: destination.channel } }
      },
    }),
    route({
      ...commonRoute,
      path: '/v1/patients/verify-phone-verification-otp',
      name: 'verifyPatientCode',
      title: 'Verify a contact, list its patients',
      summary:
        'Verifies a contact by its one-time code, and returns the patients with that contact.',
      refusals,
      replies: { 200: VerifiedPatient },

      async handle({ caller, body }) {
        const destination = toDestination(body)
        await verifyCode(services, toEndUser(services.hash, caller), destination, body.otpCode)
        const associatedPatients = await listReachablePatients(services, caller, destination)
        const { sessionPacks } = await services.configurations.of(caller.workspaceId)
        const activeSessionPackResponses = await loadPatientPacks(
          services,
          caller.workspaceId,
          associatedPatients,
        )
        const data = {
          associatedPatients,
          activeSessionPackResponses,
          allSessionPackResponses: sessionPacks.map(sessionPackView),
        }
        return { status: 200, body: { ...verified, channel: destination.channel, data } }
      },
    }),
  ]
}

async function listReachablePatients(
  { database, clock }: VerifyServices,
  caller: Caller,
  { channel, address }: Destination,
) {
  const { workspaceId } = caller
  const now = clock.now()
  if (channelRequirements[channel].contact === 'phone')
    return database.rows(patientRecordsOnPhone, {
      workspaceId,
      phoneNormalised: address,
      now,
      ...actorValues(caller),
    })
  return readAudited(database, caller, now, async (queries) => {
    // Folding finds slightly too much: names that look alike to people may be two mailboxes.
    const found = await queries.rows(patientRecordsOnEmail, {
      workspaceId,
      emailFolded: foldText(address),
    })
    return found.filter(({ foundBy }) => normalisedEmail(foundBy) === address)
  })
}
