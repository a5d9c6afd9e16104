// Tests an account of the clinic file at a mail server, WhatsApp or a payment gateway, before a
// patient depends on it (SETUP-01).

import { randomInt, randomUUID } from 'node:crypto'
import { choice, nullable, object, text } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import type { Channel } from '../../../base/messages/channels.ts'
import { countMemberSend } from '../../../base/messages/member-sends.ts'
import {
  type Message,
  type MessageRails,
  MessageRefused,
  MessageUncertain,
  type NoticeMessage,
} from '../../../base/messages/rail.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import type { Counters } from '../../../base/ports/counters.ts'
import type { Environment } from '../../../base/ports/secrets.ts'
import { dateAt } from '../../../base/values/clinic-time.ts'
import { normalisedEmail } from '../../../base/values/email.ts'
import { maskedEmail, maskedPhone } from '../../../base/values/masked.ts'
import { normalisedPhone } from '../../../base/values/phone.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import type { NoticeSettings } from '../../../clinic/notices/notice-settings.ts'
import { GatewayRefused, GatewaySilent } from '../../../money/payments/gateways/gateway.ts'
import { accountProblems } from '../../../money/payments/gateways/gateway-accounts.ts'
import type { Gateways } from '../../../money/payments/gateways/gateways.ts'
import { problem } from '../problems.ts'

const accounts = ['email', 'chatapp', 'sms', 'stripe', 'razorpay'] as const
type GatewayName = 'stripe' | 'razorpay'

interface TestServices
  extends InWorkspace<
    Configured & {
      rails: MessageRails
      gateways: Gateways
      environment: Environment
      mode: 'sandbox' | 'production'
      spend: Counters['spend']
    }
  > {}

// For each workspace: enough for manual tests, too few to try out keys.
const testsPerMinute = 5

export const accountTest = workspaceOperation({
  name: 'account-test',
  once: 'BY_ITSELF',
  right: 'setup:write',
  summary:
    'Test an account of the clinic file: a message is sent to the member who asks, or the payment gateway is asked for a checkout that does not exist.',
  input: object({ account: choice(accounts, 'Which account.') }),
  output: object({
    outcome: choice(
      ['SENT', 'STORED', 'ANSWERS'],
      'SENT: the message was accepted; STORED: a sandbox put it into its outbox; ANSWERS: the gateway accepts the key.',
    ),
    destination: nullable(
      text('The masked recipient of the message; null for a gateway.', 'n***@sunrise.example'),
    ),
  }),
  async run(services: TestServices, { account }) {
    const { clock, workspaceId, mode, spend } = services
    const { messages, gateways } = await services.configurations.of(workspaceId)
    const isGateway = account === 'stripe' || account === 'razorpay'
    const isConfigured = isGateway ? gateways?.[account] : messages?.[account]
    if (isConfigured === undefined) throw problem('ACCOUNT_NOT_CONFIGURED', { account })
    const spent = await spend(
      [{ name: `account tests of ${workspaceId}`, limit: testsPerMinute }],
      clock.now(),
    )
    if (spent?.allowed === false)
      throw problem('ACCOUNT_TEST_LIMIT_REACHED', {
        most: testsPerMinute,
        seconds: spent.retryAfterSeconds,
      })
    if (isGateway) {
      await askGateway(services, account)
      return { outcome: 'ANSWERS', destination: null } as const
    }
    const destination = await sendTestMessage(services, account)
    return { outcome: mode === 'sandbox' ? 'STORED' : 'SENT', destination } as const
  },
})

const staffContact = statement(
  'staff_contact',
  {
    takes: { workspaceId: 'bigint', id: 'bigint' },
    returns: {
      name: 'text',
      email: 'text?',
      countryCode: 'text?',
      phoneNumber: 'text?',
    },
  },
  `
  select display_name as name, email, country_code as "countryCode", phone_number as "phoneNumber"
  from users
  where workspace_id = :workspaceId and id = :id and status = 'active'`,
)

/** Sends a message to the member who asks, and returns its masked recipient. */
async function sendTestMessage(services: TestServices, channel: Channel): Promise<string> {
  const { database, clock, actor, workspaceId, rails } = services
  const userId = actor.kind === 'staff' ? actor.userId : undefined
  const [member] =
    userId === undefined ? [] : await database.rows(staffContact, { workspaceId, id: userId })
  if (!member) throw problem('ACCOUNT_TEST_HAS_NO_RECIPIENT')
  const { title, timezone, notices } = await services.configurations.of(workspaceId)
  const { message, masked } = testMessage(channel, member, title, notices)
  await countMemberSend(database, services, 'TEST_NOTICE', dateAt(timezone, clock.now()))
  try {
    await rails.send(workspaceId, message)
  } catch (error) {
    if (error instanceof MessageUncertain)
      throw problem('TEST_NOTICE_MAY_BE_SENT', { reason: error.message })
    if (error instanceof MessageRefused)
      throw problem('ACCOUNT_REFUSED', { account: channel, reason: error.message })
    throw error
  }
  return masked
}

interface Contact {
  name: string
  email: string | null
  countryCode: string | null
  phoneNumber: string | null
}

function testMessage(
  channel: Channel,
  { name, email, countryCode, phoneNumber }: Contact,
  clinic: string,
  notices: NoticeSettings | null,
): { message: Message; masked: string } {
  if (channel === 'email') {
    if (email === null) throw problem('TEST_NOTICE_HAS_NO_ADDRESS', { name })
    const destination = normalisedEmail(email)
    const message = {
      channel,
      destination,
      name: `test.account.${randomUUID()}`,
      subject: `Test message of ${clinic}`,
      text: 'E-mail from this clinic arrives. You asked for this message in the settings.',
      calendars: [],
      template: null,
    }
    return { message, masked: maskedEmail(destination) }
  }
  if (countryCode === null || phoneNumber === null)
    throw problem('ACCOUNT_TEST_HAS_NO_PHONE', { name })
  const destination = normalisedPhone(countryCode, phoneNumber)
  const masked = maskedPhone(destination)
  if (channel === 'sms') {
    const message = {
      channel,
      destination,
      name: `test.account.${randomUUID()}`,
      subject: '',
      text: `${clinic}: SMS from this clinic arrive. You asked for this message in the settings.`,
      calendars: [],
      template: testTemplate(notices),
    }
    return { message, masked }
  }
  // The account has an approved template for codes only. No one can sign in with this one.
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const message = { channel, destination, code, clinic, validMinutes: 1 }
  return { message, masked }
}

/** The first registered SMS template, for a carrier that sends nothing else. */
function testTemplate(notices: NoticeSettings | null): NoticeMessage['template'] {
  const [template] = Object.values(notices?.smsTemplates ?? {})
  if (!template) return null
  return {
    name: template.templateId,
    language: '',
    parameters: (template.variables ?? []).map(() => 'Test'),
  }
}

/** Ids that no checkout has: reading one moves nothing, and shows whether the key is accepted. */
const unknownCheckouts = { stripe: 'cs_test_unknown', razorpay: 'plink_unknown' }

/** @throws {Problem} if the gateway does not accept the key, or does not answer in time */
async function askGateway(
  { gateways, configurations, environment, mode, workspaceId }: TestServices,
  account: GatewayName,
): Promise<void> {
  const gateway = await gateways.of(workspaceId, account)
  if (!gateway) {
    const { [account]: settings } = (await configurations.of(workspaceId)).gateways ?? {}
    const reasons = accountProblems({ [account]: settings }, environment, mode)
    throw problem('ACCOUNT_REFUSED', { account, reason: reasons.join('; ') })
  }
  try {
    await gateway.read({ workspaceId, gatewayId: unknownCheckouts[account] })
  } catch (error) {
    if (error instanceof GatewaySilent)
      throw problem('ACCOUNT_SILENT', { account, reason: error.message })
    if (!(error instanceof GatewayRefused)) throw error
    const { status, message } = error
    if (status === 401 || status === 403)
      throw problem('ACCOUNT_REFUSED', { account, reason: `it does not accept the key: ${status}` })
    // It accepts the key, and knows no such checkout.
    if (status !== 429 && status < 500) return
    throw problem('ACCOUNT_SILENT', { account, reason: message })
  }
}
