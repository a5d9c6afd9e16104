// POST /v1/otp/send and POST /v1/patients/send-phone-verification-otp: the same code under two paths (OTP-04).

import { type Policy, type Route, route } from '../../base/contract/route.ts'
import { named, text } from '../../base/contract/schemas.ts'
import { destinationMembers, outcomeMembers } from './code-fields.ts'
import { toDestination } from './destination.ts'
import { endUserOf } from './end-user.ts'
import { type SendServices, sendCode } from './send-code.ts'

const policy: Policy = { sensitive: true, endUser: 'named', unusableBody: 'success' }

const Sent = named('CodeSent', {
  ...outcomeMembers,
  phoneNumber: text('Where the code went, masked: a phone number or an e-mail address.', '******3210'),
})

export function sendCodeRoutes(services: SendServices): Route[] {
  const sending = (path: string, name: string, title: string) =>
    route({
      method: 'POST',
      path,
      name,
      area: 'Verification',
      title,
      summary: 'Sends a one-time code to a phone or an e-mail address.',
      policy,
      body: named('CodeDestination', destinationMembers),
      exampleBody: { countryCode: '+91', phoneNumber: '9876543210' },
      refusals: ['CODE_NOT_DELIVERED', 'TOO_MANY_CODES'],
      replies: { 200: Sent },

      async handle({ caller, body }) {
        const destination = toDestination(body)
        await sendCode(services, endUserOf(services.hash, caller), destination)
        const { channel, masked } = destination
        return { status: 200, body: { success: true, message: 'The code was sent.', channel, phoneNumber: masked } }
      },
    })
  return [
    sending('/v1/otp/send', 'sendCode', 'Send a one-time code'),
    sending('/v1/patients/send-phone-verification-otp', 'sendPatientCode', 'Send a one-time code to a patient'),
  ]
}
