// The limits and lifetimes to the millisecond, on a stopped clock.

import { beforeEach, describe, expect, it } from 'vitest'
import {
  type Clinic,
  actingUserHeaders as callerOfClinic,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import { createRecordingRail, differentCode } from '../../../test/support/clinic/recording-rail.ts'
import { cases } from '../../../test/support/run/cases.ts'
import type { Caller } from '../../base/contract/route.ts'
import { type IpAddress, parseIpAddress } from '../../base/values/ip-address.ts'
import type { Problem } from '../../base/values/problem.ts'
import { deleteExpiredData } from '../../doors/app/delete-expired-data.ts'
import { defaultRetention } from '../../doors/app/retention.ts'
import { consentGate } from './consent-gate.ts'
import { toDestination } from './destination.ts'
import { toEndUser as endUserOfCaller } from './end-user.ts'
import { keyedHash } from './keyed-hash.ts'
import { sendCode } from './send-code.ts'
import { verifyCode } from './verify-code.ts'

const rail = createRecordingRail()
const secret = 'a secret of the tests that is long enough'
const house = await openHarness({ rails: rail, secret })
const { database } = house.application
const hash = keyedHash(secret)
const gate = consentGate(database, hash)

const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs
let now = Date.parse('2031-01-01T00:00:00Z')
const services = {
  ...house.application,
  database,
  hash,
  rails: rail,
  log: { warn: () => {} },
  clock: { now: () => now },
}

let clinic: Clinic
let lastPhone = 9_800_000_000
let phoneNumber: string

beforeEach(async () => {
  clinic = await house.clinic()
  lastPhone += 1
  phoneNumber = String(lastPhone)
  rail.behaves = 'delivers'
  now += 3 * dayMs
})

interface Call {
  phone?: string
  endUser?: string
  of?: Clinic
  from?: string
  /** A browser's session; a developer key without one. */
  sessionId?: number
}

/**
 * Creates a caller with a developer key, whose end users are their own visitors, unless a session
 * calls.
 */
const createCaller = ({
  endUser = 'u-1',
  of = clinic,
  from = '127.0.0.1',
  sessionId,
}: Call): Caller & { endUser: Buffer } => ({
  ...callerOfClinic(of),
  ...(sessionId === undefined ? {} : { kind: 'session', sessionId }),
  address: parseIpAddress(from) as IpAddress,
  endUser: gate.hashEndUser(endUser),
})
const hashEndUser = (call: Call) => endUserOfCaller(hash, createCaller(call))

/** 'sent', or the seconds to wait. */
async function send(call: Call = {}): Promise<string | number> {
  return sendCode(
    services,
    hashEndUser(call),
    toDestination({ phoneNumber: call.phone ?? phoneNumber }),
  ).then(
    () => 'sent',
    ({ code, details }: Problem) =>
      code === 'TOO_MANY_CODES' ? Number(details.retryAfterSeconds) : code,
  )
}

async function verify(code: string, call: Call = {}): Promise<string | number> {
  return verifyCode(
    services,
    hashEndUser(call),
    toDestination({ phoneNumber: call.phone ?? phoneNumber }),
    code,
  ).then(
    () => 'verified',
    ({ code, details }: Problem) =>
      code === 'TOO_MANY_CODES' ? Number(details.retryAfterSeconds) : code,
  )
}

const code = () => rail.lastCodeTo(`+91${phoneNumber}`)

describe('three codes to a destination in ten minutes', () => {
  it('are sent, and each stops counting when it is ten minutes old, to the millisecond [OTP-47] [OTP-51] [INV-34]', async () => {
    const start = now
    const sentAt = [0, 90_000, 200_500]
    for (const ms of sentAt) {
      now = start + ms
      expect(await send()).toBe('sent')
    }
    expect(await send()).toBe(400)
    now = start + 600_000 - 1
    expect(await send()).toBe(1)
    now = start + 600_000
    expect(await send()).toBe('sent')
    expect(await send()).toBe(90)
    now = start + 689_000
    expect(await send()).toBe(1)
    now = start + 690_000
    expect(await send()).toBe('sent')
    expect(await send()).toBe(111)
    now = start + 800_500
    expect(await send()).toBe('sent')
    expect(
      rail.delivered.filter(({ destination }) => destination === `+91${phoneNumber}`),
    ).toHaveLength(6)
  })

  it('are counted across all workspaces, keys and end users, in any spelling [OTP-50] [INV-34]', async () => {
    const other = await house.clinic()
    expect(await send({ endUser: 'u-1' })).toBe('sent')
    expect(await send({ endUser: 'u-2', phone: `0${phoneNumber}` })).toBe('sent')
    expect(await send({ of: other, endUser: 'u-3' })).toBe('sent')
    for (const call of [
      {},
      { endUser: 'u-4' },
      { of: other },
      { phone: `0${phoneNumber}`, of: other },
    ])
      expect(await send(call)).toBe(600)
    expect(await send({ phone: `${phoneNumber}0` })).toBe('sent')
  })

  it('are its own three for a visitor who has verified the destination, regardless of what strangers use up [OTP-47] [INV-34]', async () => {
    expect(await send()).toBe('sent')
    expect(await verify(code())).toBe('verified')
    now += dayMs
    for (let sent = 0; sent < 3; sent += 1)
      expect(await send({ endUser: `stranger-${sent}` })).toBe('sent')
    expect(await send({ endUser: 'stranger-4' })).toBe(600)
    expect(await send({ endUser: 'u-2' })).toBe(600)
    now += 1000
    for (let sent = 0; sent < 3; sent += 1) expect(await send()).toBe('sent')
    expect(await send()).toBe(600)
    // Another contact of the same visitor, and the same id in another workspace, have verified
    // nothing.
    const other = await house.clinic()
    expect(await send({ of: other })).toBe(600)
    now += 60_000
    expect(await verify(code())).toBe('verified')
  })

  it('do not count one that the rail rejected [OTP-14]', async () => {
    for (const behaves of ['delivers', 'refuses', 'delivers', 'refuses', 'refuses'] as const) {
      rail.behaves = behaves
      expect(await send()).toBe(behaves === 'delivers' ? 'sent' : 'CODE_NOT_DELIVERED')
    }
    rail.behaves = 'delivers'
    expect(await send()).toBe('sent')
    expect(await send()).toBe(600)
  })
})

describe('fifty codes of an end user in a workspace in a day', () => {
  it('are sent, and each stops counting when it is a day old [OTP-48] [OTP-51] [INV-34]', async () => {
    const start = now
    for (let sent = 0; sent < 50; sent += 1) {
      now = start + sent * 1000
      expect(await send({ phone: `${phoneNumber}${100 + sent}` })).toBe('sent')
    }
    expect(await send()).toBe(dayMs / 1000 - 49)
    // Neither another end user, nor the same id in another workspace, is limited.
    expect(await send({ endUser: 'u-2' })).toBe('sent')
    expect(await send({ of: await house.clinic() })).toBe('sent')
    now = start + dayMs - 1
    expect(await send()).toBe(1)
    now = start + dayMs
    expect(await send()).toBe('sent')
    expect(await send()).toBe(1)
  })

  it('combine with the three of a destination: the longer wait counts [OTP-51]', async () => {
    const start = now
    for (let sent = 0; sent < 47; sent += 1) await send({ phone: `${phoneNumber}${100 + sent}` })
    now = start + dayMs - 5 * minuteMs
    for (let sent = 0; sent < 3; sent += 1) expect(await send()).toBe('sent')
    // The oldest of the fifty expires in five minutes, the oldest of the three in ten.
    expect(await send()).toBe(600)
    expect(await send({ phone: `${phoneNumber}9` })).toBe(300)
  })
})

describe('a hundred wrong codes for a destination in a workspace in a day', () => {
  /** Sends wrong codes until none is compared any more; returns how many were. */
  async function failures(most: number): Promise<number> {
    for (let failed = 0; failed < most; failed += 1) {
      if (failed % 5 === 0) {
        if (failed % 15 === 0) now += 10 * minuteMs
        expect(await send({ endUser: `u-${Math.floor(failed / 40)}` })).toBe('sent')
      }
      expect(await verify(differentCode(code()), { endUser: `u-${Math.floor(failed / 40)}` })).toBe(
        'CODE_INVALID_OR_EXPIRED',
      )
    }
    return most
  }

  it('are the last, no matter who sends new codes, until the oldest is a day old [OTP-51]', async () => {
    const firstAt = now + 10 * minuteMs
    await failures(99)
    expect(await verify(code(), { endUser: 'u-2' })).toBe('verified')
    now += 10 * minuteMs
    await send()
    expect(await verify(differentCode(code()))).toBe('CODE_INVALID_OR_EXPIRED')
    const wait = Math.ceil((firstAt + dayMs - now) / 1000)
    // The right code is not compared either, and no new one is sent.
    expect(await verify(code())).toBe(wait)
    expect(await verify(code(), { endUser: 'another end user' })).toBe(wait)
    expect(await send()).toBe(wait)
    // Another workspace has its own count, another destination too.
    const other = await house.clinic()
    expect(await send({ of: other })).toBe('sent')
    expect(await verify(code(), { of: other })).toBe('verified')
    now = firstAt + dayMs - 1
    expect(await send()).toBe(1)
    now = firstAt + dayMs
    expect(await send()).toBe('sent')
    expect(await verify(code())).toBe('verified')
  })

  it('count only wrong codes: not an attempt without a code to guess, and not a right code', async () => {
    for (let tries = 0; tries < 120; tries += 1)
      expect(await verify('000000')).toBe('CODE_INVALID_OR_EXPIRED')
    await send()
    expect(await verify(code())).toBe('verified')
    expect(
      await house.sql('select from verification_failures where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([])
  })
})

describe('a phone that a stranger has locked with wrong codes', () => {
  const stranger = '203.0.113.66'
  /** Uses up the hundred from the stranger's network; returns when the first of them was. */
  async function lock(): Promise<number> {
    const firstAt = now
    for (let failed = 0; failed < 100; failed += 5) {
      if (failed > 0 && failed % 15 === 0) now += 10 * minuteMs
      expect(await send({ from: stranger, endUser: `u-${failed}` })).toBe('sent')
      for (let tried = 0; tried < 5; tried += 1)
        expect(
          await verify(differentCode(code()), { from: stranger, endUser: `u-${failed}` }),
        ).toBe('CODE_INVALID_OR_EXPIRED')
    }
    now += 10 * minuteMs
    return firstAt
  }
  const waitFrom = (at: number) => Math.ceil((at + dayMs - now) / 1000)

  it('is locked only for the stranger: other networks send and verify, until they fail too [A-028]', async () => {
    const firstAt = await lock()
    expect(await send({ from: stranger, endUser: 'another' })).toBe(waitFrom(firstAt))
    expect(await send({ from: '198.51.100.1' })).toBe('sent')
    expect(await verify(code(), { from: stranger })).toBe(waitFrom(firstAt))
    expect(await verify(code(), { from: '198.51.100.1' })).toBe('verified')
    const phones = ['2001:db8:0:aa01::1', '2001:db8:0:aaff::1']
    expect(await send({ from: phones[0] as string })).toBe('sent')
    expect(await verify(differentCode(code()), { from: phones[0] as string })).toBe(
      'CODE_INVALID_OR_EXPIRED',
    )
    // The right code is not compared any more, not even at the other end of the /56.
    for (const from of phones) expect(await verify(code(), { from })).toBe(waitFrom(firstAt))
    expect(await verify(code(), { from: '2001:db8:0:ab00::1' })).toBe('verified')
  })

  it('is free for a network without a wrong code, however many others had one each, and locked for those until a day is over [A-028]', async () => {
    const firstAt = await lock()
    for (let number = 0; number < 24; number += 1) {
      const from = `198.51.100.${number}`
      if (number % 3 === 0) now += 10 * minuteMs
      expect(await send({ from })).toBe('sent')
      expect(await verify(differentCode(code()), { from })).toBe('CODE_INVALID_OR_EXPIRED')
    }
    now += 10 * minuteMs
    expect(await send({ from: '198.51.100.200' })).toBe('sent')
    expect(await verify(code(), { from: '198.51.100.23' })).toEqual(expect.any(Number))
    expect(await verify(code(), { from: '198.51.100.200' })).toBe('verified')
    expect(await send({ from: '198.51.100.0' })).toEqual(expect.any(Number))
    now = firstAt + 2 * dayMs
    expect(await send({ from: '198.51.100.0' })).toBe('sent')
    expect(await verify(code(), { from: '198.51.100.0' })).toBe('verified')
  })
})

describe('the codes of a day', () => {
  const day = dayMs / 1000
  let sessionId: number

  async function open(codesPerDay: number) {
    clinic = await house.clinic(
      (file) => void Object.assign(file.workspace, { messages: { codesPerDay } }),
    )
    await clinic.session()
    ;[{ sessionId }] = await house.sql(
      'select id::int as "sessionId" from widget_sessions where workspace_id = $1',
      [clinic.workspaceId],
    )
  }

  /** The answer to each of this many sends, each to a new phone and for a new end user. */
  async function sends(times: number, call: Call): Promise<(string | number)[]> {
    const outcomes = []
    for (let sent = 0; sent < times; sent += 1) {
      lastPhone += 1
      outcomes.push(await send({ phone: String(lastPhone), endUser: `of-${lastPhone}`, ...call }))
    }
    return outcomes
  }
  const visits = (times: number, from: string) => sends(times, { from, sessionId })
  const repeatSent = (times: number) => Array(times).fill('sent')

  it('cannot be used up by one visitor: a network has a tenth, and an IPv6 /56 two tenths [A-235]', async () => {
    await open(40)
    expect(await visits(6, '203.0.113.66')).toEqual([...repeatSent(4), day, day])
    expect(await visits(1, '::ffff:203.0.113.66')).toEqual([day])
    expect(await visits(5, '2001:db8:0:aa01::1')).toEqual([...repeatSent(4), day])
    expect(await visits(1, '2001:DB8:0:AA01:ffff::2')).toEqual([day])
    expect(await visits(5, '2001:db8:0:aa02::1')).toEqual([...repeatSent(4), day])
    expect(await visits(1, '2001:db8:0:aa03::1')).toEqual([day])
    expect(await visits(1, '2001:db8:0:ab00::1')).toEqual(['sent'])
    expect(await visits(1, '198.51.100.1')).toEqual(['sent'])
    now += dayMs
    expect(await visits(5, '203.0.113.66')).toEqual([...repeatSent(4), day])
  })

  it('have a reserve of the same size for networks that have sent few, three for each and six for a /56 [A-235]', async () => {
    await open(40)
    expect(await visits(2, '198.51.100.1')).toEqual(repeatSent(2))
    for (let number = 0; number < 9; number += 1)
      expect(await visits(4, `203.0.113.${number}`)).toEqual(repeatSent(4))
    expect(await visits(2, '203.0.113.9')).toEqual(repeatSent(2))
    // All forty sends are used: the same answers now come from the reserve.
    expect(await visits(2, '203.0.113.9')).toEqual(['sent', day])
    expect(await visits(2, '198.51.100.1')).toEqual(['sent', day])
    expect(await visits(1, '203.0.113.0')).toEqual([day])
    for (const [address, passed] of [
      ['2001:db8:0:aa01::1', 3],
      ['2001:db8:0:aa02::1', 3],
      ['2001:db8:0:aa03::1', 0],
    ] as const)
      expect(await visits(4, address)).toEqual([
        ...repeatSent(passed),
        ...Array(4 - passed).fill(day),
      ])
    for (let number = 0; number < 10; number += 1)
      expect(await visits(3, `192.0.2.${number}`)).toEqual(repeatSent(3))
    // Two, six and thirty of the reserve's forty are used.
    expect(await visits(3, '192.0.2.100')).toEqual(['sent', 'sent', day])
    expect(await visits(1, '192.0.2.101')).toEqual([day])
    now += dayMs
    expect(await visits(1, '192.0.2.101')).toEqual(['sent'])
  })

  it('are counted for visitors and for keys separately, and a key has no network limit [A-235]', async () => {
    await open(5)
    expect(await visits(4, '203.0.113.66')).toEqual([...repeatSent(3), day])
    expect(await sends(6, {})).toEqual([...repeatSent(5), day])
    expect(await visits(1, '198.51.100.1')).toEqual(['sent'])
    const network = await house.sql(
      'select distinct network_hash from verification_sends where workspace_id = $1 and not by_session',
      [clinic.workspaceId],
    )
    expect(network).toEqual([{ network_hash: null }])
  })

  it('are not exceeded by concurrent visitors: only one gets the last of a network [A-235]', async () => {
    await open(40)
    const outcomes = await Promise.all(Array.from({ length: 8 }, () => visits(1, '203.0.113.66')))
    expect(outcomes.flat().filter((outcome) => outcome === 'sent')).toHaveLength(4)
  })
})

describe('a lifetime', () => {
  const lives = cases([
    ['a code for 9:59.999', 10 * minuteMs - 1, 'verified'],
    ['a code no longer than 10:00', 10 * minuteMs, 'CODE_INVALID_OR_EXPIRED'],
  ])
  it.each(lives)('keeps %s [OTP-24]', async (_, ms, outcome) => {
    await send()
    now += ms
    expect(await verify(code())).toBe(outcome)
  })

  const opens = cases([
    ['open at 29:59.999', 30 * minuteMs - 1, true],
    ['closed at 30:00.000', 30 * minuteMs, false],
    ['closed a day later', dayMs, false],
  ])
  it.each(opens)('keeps the gate %s [OTP-33] [INV-35]', async (_, ms, open) => {
    await send()
    await verify(code())
    const { workspaceId } = clinic
    const contact = await gate.verifiedContact(createCaller({}), now + ms)
    expect(contact !== undefined).toBe(open)
    const row = await house.sql(
      "select expires_at - verified_at = interval '30 minutes' as exact from verified_contacts where workspace_id = $1",
      [workspaceId],
    )
    expect(row).toEqual([{ exact: true }])
    const longer = house.sql(
      "update verified_contacts set expires_at = expires_at + interval '1 second' where workspace_id = $1",
      [workspaceId],
    )
    await expect(longer).rejects.toMatchObject({ constraint: 'gate_is_open_half_an_hour' })
  })

  it('of the gate starts again with a later success, and the later contact is the verified one [OTP-37] [OTP-39]', async () => {
    const verifiedAt = now
    const contactAt = (at: number) => gate.verifiedContact(createCaller({}), at)
    await send()
    await verify(code())
    const first = await contactAt(now)
    now = verifiedAt + 20 * minuteMs
    const phone = `${phoneNumber}7`
    await send({ phone })
    expect(await verify('000', { phone })).toBe('CODE_INVALID_OR_EXPIRED')
    // Neither a send nor a failure closes an open gate.
    expect(await contactAt(now)).toEqual(first)
    expect(await verify(rail.lastCodeTo(`+91${phone}`), { phone })).toBe('verified')
    const second = await contactAt(verifiedAt + 45 * minuteMs)
    expect(second).toBeDefined()
    expect(second).not.toEqual(first)
    expect(await contactAt(verifiedAt + 50 * minuteMs)).toBeUndefined()
  })
})

it('deletes what is no longer needed, in batches, and nothing that still counts', async () => {
  const { workspaceId } = clinic
  const rows = async () => {
    const counts: number[] = []
    for (const table of [
      'verification_codes',
      'verified_contacts',
      'verification_sends',
      'verification_failures',
    ]) {
      const [{ number }] = await house.sql(
        `select count(*)::int as number from ${table} where workspace_id = $1`,
        [workspaceId],
      )
      counts.push(number)
    }
    return counts
  }
  await send()
  await verify(differentCode(code()))
  await verify(code())
  await send()
  const sentAt = now
  await house.sql(
    `insert into verification_sends (workspace_id, key_id, end_user_hash, destination_hash, sent_at)
     select workspace_id, key_id, end_user_hash, destination_hash, sent_at - interval '3 days' from verification_sends cross join generate_series(1, 1250)
     where workspace_id = $1`,
    [workspaceId],
  )
  expect(await rows()).toEqual([1, 1, 2_502, 1])
  await deleteExpiredData(database, defaultRetention, sentAt)
  expect(await rows()).toEqual([1, 1, 2, 1])
  await deleteExpiredData(database, defaultRetention, sentAt + dayMs)
  expect(await rows()).toEqual([1, 1, 2, 1])
  await deleteExpiredData(database, defaultRetention, sentAt + dayMs + 1)
  expect(await rows()).toEqual([1, 1, 0, 0])
  await deleteExpiredData(database, defaultRetention, sentAt + dayMs + 10 * minuteMs + 1)
  expect(await rows()).toEqual([0, 1, 0, 0])
  await deleteExpiredData(database, defaultRetention, sentAt + dayMs + 30 * minuteMs + 1)
  expect(await rows()).toEqual([0, 0, 0, 0])
})
