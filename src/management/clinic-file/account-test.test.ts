// The accounts at mail servers, WhatsApp and gateways, tested from the settings.

import { describe, expect, it } from 'vitest'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import { presets } from '../../base/operations/rights.ts'
import { getOperation } from '../../doors/register/register.ts'
import { runOperation } from '../../doors/register/run-operation.ts'
import {
  type Gateway,
  GatewayRefused,
  GatewaySilent,
} from '../../money/payments/gateways/gateway.ts'

const rail = createRecordingRail()
let answer: Error = new GatewayRefused(404, {})
let isUsable = true
const reads: string[] = []
const fakeGateway = (name: string) =>
  ({
    name,
    serves: async () => isUsable,
    async read({ gatewayId }: { gatewayId: string }) {
      reads.push(gatewayId)
      throw answer
    },
  }) as unknown as Gateway
const house = await openHarness({
  rails: rail,
  gateways: [fakeGateway('stripe'), fakeGateway('razorpay')],
  environment: {},
})

const createClinic = (contact: object = {}) =>
  house.clinic((file) => {
    Object.assign(file.workspace, {
      messages: {
        email: { smtp: { url: 'secret:SMTP', from: 'codes@sunrise.example' } },
        chatapp: {
          whatsapp: {
            phoneNumberId: '106540352242922',
            template: 'one_time_code',
            language: 'en',
            token: 'secret:WHATSAPP',
          },
        },
        sms: { msg91: { authKey: 'secret:MSG91' } },
      },
      notices: {
        smsTemplates: { confirmation: { templateId: 'flow1', variables: ['date', 'time'] } },
      },
      gateways: {
        stripe: { secretKey: 'secret:STRIPE' },
        razorpay: { keyId: 'rzp_test_A1b2C3d4', keySecret: 'secret:RAZORPAY' },
      },
    })
    Object.assign(file.staff?.['nina-roy'] ?? {}, { countryCode: '+91', ...contact })
  })
const testAs = (clinic: Clinic, actor: object, account: string) =>
  runOperation(
    getOperation('account-test'),
    {
      ...house.application,
      actor,
      rights: presets.manager,
      workspaceId: clinic.workspaceId,
      progress: undefined,
    } as never,
    { account },
  )
const test = (clinic: Clinic, account: string) =>
  testAs(clinic, { kind: 'staff', userId: clinic.id('staff', 'nina-roy') }, account)

describe('the test of an account', () => {
  it('sends a message to the member who asks, by mail and chat [SETUP-01]', async () => {
    const clinic = await createClinic()
    expect(await test(clinic, 'email')).toEqual({
      outcome: 'STORED',
      destination: 'n***@sunrise.example',
    })
    expect(rail.notices.at(-1)).toMatchObject({
      channel: 'email',
      destination: 'nina@sunrise.example',
      subject: 'Test message of Sunrise Clinics',
    })
    expect(await test(clinic, 'chatapp')).toEqual({
      outcome: 'STORED',
      destination: '*********0002',
    })
    expect(rail.delivered.at(-1)).toMatchObject({
      channel: 'chatapp',
      destination: '+919876500002',
    })
  })

  it('sends an SMS to the member who asks, by a registered template if need be [SETUP-01 MSG-01]', async () => {
    const clinic = await createClinic()
    expect(await test(clinic, 'sms')).toEqual({ outcome: 'STORED', destination: '*********0002' })
    expect(rail.notices.at(-1)).toMatchObject({
      channel: 'sms',
      destination: '+919876500002',
      text: expect.stringMatching(/^Sunrise Clinics: SMS from this clinic arrive/),
      template: { name: 'flow1', language: '', parameters: ['Test', 'Test'] },
    })
    await clinic.change((file) => {
      delete file.workspace.messages?.sms
    })
    await expect(test(clinic, 'sms')).rejects.toMatchObject({ code: 'ACCOUNT_NOT_CONFIGURED' })
  })

  it('says why the message was refused, and what to do; it has a recipient, or is not sent [SETUP-01]', async () => {
    const clinic = await createClinic()
    rail.behaves = 'refuses'
    await expect(test(clinic, 'email')).rejects.toMatchObject({
      code: 'ACCOUNT_REFUSED',
      details: { account: 'email', reason: 'the rail is closed' },
    })
    rail.behaves = 'loses'
    await expect(test(clinic, 'email')).rejects.toMatchObject({ code: 'TEST_NOTICE_MAY_BE_SENT' })
    rail.behaves = 'delivers'
    await expect(testAs(clinic, { kind: 'operator' }, 'email')).rejects.toMatchObject({
      code: 'ACCOUNT_TEST_HAS_NO_RECIPIENT',
    })
    const withoutPhone = await createClinic({ phoneNumber: undefined, countryCode: undefined })
    await expect(test(withoutPhone, 'chatapp')).rejects.toMatchObject({
      code: 'ACCOUNT_TEST_HAS_NO_PHONE',
    })
  })

  it.each(['stripe', 'razorpay'])(
    'asks %s for a checkout that does not exist, and moves nothing [SETUP-01]',
    async (account) => {
      const clinic = await createClinic()
      reads.length = 0
      for (const status of [400, 404]) {
        answer = new GatewayRefused(status, {})
        expect(await test(clinic, account)).toEqual({ outcome: 'ANSWERS', destination: null })
      }
      expect(reads).toHaveLength(2)
      for (const [failure, code] of [
        [new GatewayRefused(401, {}), 'ACCOUNT_REFUSED'],
        [new GatewayRefused(503, {}), 'ACCOUNT_SILENT'],
        [new GatewaySilent('it did not answer in time'), 'ACCOUNT_SILENT'],
      ] as const) {
        answer = failure
        await expect(test(clinic, account)).rejects.toMatchObject({ code })
      }
    },
  )

  it('says which secret is missing, and never what one is [SETUP-01]', async () => {
    const clinic = await createClinic()
    isUsable = false
    await expect(test(clinic, 'stripe')).rejects.toMatchObject({
      details: { reason: expect.stringMatching(/^CLINIC_SECRET_STRIPE is not set/) },
    })
    isUsable = true
  })

  it('needs an account, and is made five times a minute by a workspace [SETUP-01]', async () => {
    await expect(test(await house.clinic(), 'email')).rejects.toMatchObject({
      code: 'ACCOUNT_NOT_CONFIGURED',
    })
    const clinic = await createClinic()
    answer = new GatewayRefused(404, {})
    for (let number = 0; number < 5; number += 1) await test(clinic, 'stripe')
    await expect(test(clinic, 'stripe')).rejects.toMatchObject({
      code: 'ACCOUNT_TEST_LIMIT_REACHED',
      details: { most: 5 },
    })
    await test(await createClinic(), 'stripe')
  })
})
