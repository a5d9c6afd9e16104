import { afterEach, describe, expect, it, vi } from 'vitest'
import { NoResponseError, RefusalError, Service } from './api.ts'

const ours = (status: number, error: string) =>
  new RefusalError(status, { status: 'failed', error, message: `${error}: because` })

describe('a refusal', () => {
  it('has the service’s code and words, and is certain unless the outcome may be another', () => {
    const refused = ours(409, 'SLOT_NOT_AVAILABLE')
    expect([refused.code, refused.message, refused.isFromGateway, refused.isCertain]).toEqual([
      'SLOT_NOT_AVAILABLE',
      'because',
      false,
      true,
    ])
    expect([ours(500, 'X').isCertain, ours(503, 'BUSY').isCertain]).toEqual([false, false])
    expect([new RefusalError(429, {}).code, new RefusalError(429, {}).isCertain]).toEqual([
      'TOO_MANY_REQUESTS',
      false,
    ])
    expect(new RefusalError(403, { requiresVerification: true }).code).toBe('NOT_VERIFIED')
  })

  it('is a gateway’s if it is not the service’s own: the booking is then still active', () => {
    expect(
      [ours(502, 'GATEWAY_REFUSED'), new RefusalError(400, { error: { code: 'BAD_REQUEST' } })].map(
        ({ isFromGateway: isOfGateway, isCertain }) => [isOfGateway, isCertain],
      ),
    ).toEqual([
      [true, false],
      [true, false],
    ])
    const own = [
      new RefusalError(401, {}),
      new RefusalError(403, {}),
      new RefusalError(400, { success: false }),
      new RefusalError(400, { status: 'failed' }),
    ]
    expect(own.map(({ isFromGateway: isOfGateway }) => isOfGateway)).toEqual([
      false,
      false,
      false,
      false,
    ])
  })
})

describe('a call', () => {
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  /** Answers each path in turn; `undefined` is a lost connection. */
  function answering(...answers: ([status: number, body: object] | undefined)[]) {
    const sent: { url: string; options: RequestInit }[] = []
    vi.useFakeTimers({ now: Date.parse('2026-11-23T09:00:00Z') })
    vi.stubGlobal('fetch', async (url: string, options: RequestInit) => {
      sent.push({ url, options })
      if (url.endsWith('/v1/widget/session'))
        return Response.json({ token: `t${sent.length}`, expiresAt: '2026-11-23T10:00:00Z' })
      const answer = answers.shift()
      if (!answer) throw new TypeError('failed to fetch')
      return Response.json(answer[1], { status: answer[0] })
    })
    const service = new Service('https://clinic.example', 'wk', { endUserId: 'visitor' }, () => {})
    const outcome = async (asked: Promise<unknown>) => {
      const settled = asked.catch((error: unknown) => error)
      await vi.runAllTimersAsync()
      return settled
    }
    return {
      sent,
      service,
      outcome,
      calls: () => sent.filter(({ url }) => !url.endsWith('/v1/widget/session')),
    }
  }

  it('opens a session once, and sends what is defined', async () => {
    const { service, outcome, sent } = answering([200, { ok: 1 }], [200, { ok: 2 }])
    const both = Promise.all([
      service.get('/v1/a', { x: 1, y: undefined, z: false }),
      service.send('POST', '/v1/b', { body: { c: 'd' }, key: 'k' }),
    ])
    expect(await outcome(both)).toEqual([{ ok: 1 }, { ok: 2 }])
    expect(sent.map(({ url }) => new URL(url).pathname + new URL(url).search)).toEqual([
      '/v1/widget/session',
      '/v1/a?x=1&z=false',
      '/v1/b',
    ])
    expect(sent[2]?.options.headers).toEqual({
      authorization: 'Bearer t1',
      'x-end-user-id': 'visitor',
      'idempotency-key': 'k',
      'content-type': 'application/json',
    })
  })

  it('is sent again after a lost answer only if that is safe [PAGE-07]', async () => {
    const reading = answering(undefined, [503, {}], [200, { ok: true }])
    expect(await reading.outcome(reading.service.get('/v1/a'))).toEqual({ ok: true })
    const booking = answering(undefined, [200, {}])
    expect(
      await booking.outcome(booking.service.send('POST', '/v1/b', { body: {} })),
    ).toBeInstanceOf(NoResponseError)
    expect(booking.calls()).toHaveLength(1)
    const lost = answering()
    expect(await lost.outcome(lost.service.get('/v1/a'))).toBeInstanceOf(NoResponseError)
    expect(lost.calls()).toHaveLength(4)
  })

  it('opens another session if its own has ended, also for what is not repeated', async () => {
    const { service, outcome, sent } = answering([401, {}], [200, { ok: true }])
    expect(await outcome(service.send('POST', '/v1/b', { body: {} }))).toEqual({ ok: true })
    expect(sent.filter(({ url }) => url.endsWith('/v1/widget/session'))).toHaveLength(2)
  })

  it('is not repeated after a refusal', async () => {
    const { service, outcome, calls } = answering([
      404,
      { status: 'failed', error: 'DOCTOR_NOT_FOUND', message: 'x' },
    ])
    expect(await outcome(service.get('/v1/a'))).toMatchObject({ code: 'DOCTOR_NOT_FOUND' })
    expect(calls()).toHaveLength(1)
  })
})
