import { describe, expect, it } from 'vitest'
import {
  setUpRazorpay,
  workspaceId,
} from '../../../../../test/support/gateways/razorpay-checkouts.ts'
import {
  razorpayAccount,
  razorpayMessage,
} from '../../../../../test/support/gateways/razorpay-server.ts'

const { gatewayWith, gateway } = await setUpRazorpay()

describe('a message from Razorpay', () => {
  const about = (event: unknown, payload: unknown) => ({
    entity: 'event',
    account_id: 'acc_1',
    event,
    contains: [],
    payload,
    created_at: 1,
  })
  const entity = (reference: unknown, workspace: unknown = String(workspaceId)) => ({
    entity: { notes: { reference, workspace } },
  })
  const hear = (
    message: { body: Buffer; headers: Record<string, string | string[] | undefined> },
    heard = gateway,
  ) => heard.readMessage?.({ workspaceId, ...message })

  it('names its payment, if it is signed [PAY-20]', async () => {
    for (const [event, payload] of [
      [
        'payment_link.paid',
        { order: entity('other'), payment: entity('ps_1'), payment_link: entity('ps_1') },
      ],
      ['payment_link.cancelled', { payment_link: entity('ps_1') }],
      ['payment.captured', { payment: entity('ps_1') }],
      ['refund.failed', { refund: entity('ps_1'), payment: { entity: { notes: [] } } }],
      ['refund.processed', { refund: { entity: { notes: [] } }, payment: entity('ps_1') }],
    ])
      expect(await hear(razorpayMessage(about(event, payload)))).toBe('ps_1')
  })

  it('about another object, or another workspace, is ignored', async () => {
    for (const [event, payload] of [
      ['order.paid', { order: entity('ps_1'), payment: entity('ps_1') }],
      ['payment_link.paid', { payment_link: entity('ps_1', '9') }],
      ['payment_link.paid', { payment_link: { entity: { notes: { reference: 'ps_1' } } } }],
      ['payment_link.paid', { payment_link: entity(7) }],
      ['payment.captured', { payment: { entity: { notes: [] } } }],
      ['payment.captured', null],
      ['payment.captured', { payment: [] }],
      [7, { payment: entity('ps_1') }],
      [undefined, undefined],
    ])
      expect(await hear(razorpayMessage(about(event, payload)))).toBeNull()
    for (const body of [
      '',
      'null',
      '[]',
      '7',
      '{',
      '"payment.captured"',
      '['.repeat(100_000),
      '{"event":"payment.captured","payload":{"__proto__":null}}',
      '\u0000',
    ])
      expect(await hear(razorpayMessage(body))).toBeNull()
    expect(
      await hear(
        razorpayMessage(
          about('payment.captured', { payment: { entity: { filler: 'x'.repeat(5_000_000) } } }),
        ),
      ),
    ).toBeNull()
  })

  it('that is changed, or signed by another or not at all, is not believed [PAY-20]', async () => {
    const genuine = razorpayMessage(about('payment.captured', { payment: entity('ps_1') }))
    const signature = genuine.headers['x-razorpay-signature']
    expect(await hear(genuine)).toBe('ps_1')
    const forged = [
      { ...genuine, body: Buffer.from(genuine.body.toString().replace('ps_1', 'ps_2')) },
      { ...genuine, body: Buffer.concat([genuine.body, Buffer.from(' ')]) },
      { ...genuine, body: Buffer.alloc(0) },
      razorpayMessage(genuine.body.toString(), 'another secret'),
      razorpayMessage(genuine.body.toString(), razorpayAccount.keySecret),
      ...[
        undefined,
        '',
        'x',
        signature.slice(1),
        `${signature}0`,
        signature.toUpperCase(),
        [signature],
        'é'.repeat(32),
      ].map((sent) => ({
        body: genuine.body,
        headers: { 'x-razorpay-signature': sent },
      })),
      { body: genuine.body, headers: {} },
    ]
    for (const message of forged) expect(await hear(message)).toBeUndefined()
  })

  it('is not believed if the clinic has named no secret', async () => {
    const content = about('payment.captured', { payment: entity('ps_1') })
    for (const webhookSecret of [null, '']) {
      const deaf = gatewayWith({ webhookSecret })
      for (const message of [razorpayMessage(content), razorpayMessage(content, '')])
        expect(await hear(message, deaf)).toBeUndefined()
    }
  })
})
