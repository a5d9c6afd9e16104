// POST /v1/otp/send and POST /v1/patients/send-phone-verification-otp: the same code under two
// paths (OTP-04).

import { type Policy, type Route, route } from '../../base/contract/route.ts'
import { namedObject, text } from '../../base/contract/schemas.ts'
import { destinationMembers, outcomeMembers } from './code-fields.ts'
import { toDestination } from './destination.ts'
import { toEndUser } from './end-user.ts'
import { type SendServices, sendCode } from './send-code.ts'

const policy: Policy = { sensitive: true, endUser: 'named', unusableBody: 'success' }

const CodeSent = namedObject('CodeSent', {
  ...outcomeMembers,
  phoneNumber: text(
    'Where the code went, masked: a phone number or an e-mail address.',
    '******3210',
  ),
})

export function sendCodeRoutes(services: SendServices): Route[] {
  const sendRoute = (path: string, name: string, title: string) =>
    route({
      method: 'POST',
      path,
      name,
      area: 'Verification',
      title,
      summary: 'Sends a one-time code to a phone or an e-mail address.',
      policy,
      body: namedObject('CodeDestination', destinationMembers),
      exampleBody: { countryCode: '+91', phoneNumber: '9876543210' },
      refusals: ['CODE_NOT_DELIVERED', 'TOO_MANY_CODES'],
      replies: { 200: CodeSent },

      async handle({ caller, body }) {
        const destination = toDestination(body)
        await sendCode(services, toEndUser(services.hash, caller), destination)
        const { channel, masked } = destination
        return {
          status: 200,
          body: { success: true, message: 'The code was sent.', channel, phoneNumber: masked },
        }
      },
    })
  return [
    sendRoute('/v1/otp/send', 'sendCode', 'Send a one-time code'),
    sendRoute(
      '/v1/patients/send-phone-verification-otp',
      'sendPatientCode',
      'Send a one-time code to a patient',
    ),
  ]
}
