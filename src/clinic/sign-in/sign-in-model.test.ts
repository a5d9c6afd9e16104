// Accounts that are members of two clinics against a small model of them: invitations, passwords,
// codes of an app, limits and the ends of sessions, in any order and at any time.

import fc from 'fast-check'
import { Secret, TOTP } from 'otpauth'
import { expect, it } from 'vitest'
import {
  type Clinic,
  type Json,
  openHarness,
  type Reply,
} from '../../../test/support/clinic/harness.ts'
import { createMeridianClinic } from '../../../test/support/clinic/meridian.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { createSignIns } from './sign-in.ts'

const house = await openHarness()
const minuteMs = 60_000
const stepMs = 30_000

/** How someone signs in; clinics that joined one account share it. */
interface Account {
  password: string
  app: { secret: string; recoveryCodes: string[]; lastStep: number } | undefined
  /** The times of refused codes. */
  failures: number[]
}

interface Session {
  id: number
  account: Account
  headers: Record<string, string>
  begunAt: number
  seenAt: number
  isProved: boolean
  hasEnded: boolean
  /** That it has ended was seen. */
  isSeenEnded: boolean
}

interface Model {
  clinics: {
    clinic: Clinic
    isSuspended: boolean
    account: Account | undefined
    needsFactor: boolean
  }[]
  email: string
  /** The accounts, in the order in which they were made. */
  accounts: Account[]
  sessions: Session[]
  invitations: { clinic: number; token: string; madeAt: number; isOver: boolean }[]
  /** The times of refused passwords. */
  failures: number[]
  waitedMs: number
  passwords: number
}

const which = fc.nat()
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('wait' as const),
      minutes: fc.constantFrom(1, 7, 14, 15, 30, 59, 60, 300, 719, 2_880),
    }),
  },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('invite' as const), clinic: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('accept' as const), which }) },
  {
    weight: 2,
    arbitrary: fc.record({ what: fc.constant('join' as const), which, session: which }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('password' as const),
      times: fc.constantFrom(1, 1, 4, 19, 21),
      isRight: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('change' as const),
      session: which,
      isRight: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('end' as const), session: which, which }) },
  {
    weight: 1,
    arbitrary: fc.record({
      what: fc.constant('sign out' as const),
      session: which,
      isByOwner: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('suspend' as const), clinic: fc.nat(1) }) },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('require' as const), clinic: fc.nat(1) }) },
  { weight: 2, arbitrary: fc.record({ what: fc.constant('app' as const), session: which }) },
  {
    weight: 3,
    arbitrary: fc.record({
      what: fc.constant('prove' as const),
      session: which,
      by: fc.constantFrom('now', 'next', 'old', 'recovery', 'wrong'),
      at: fc.constantFrom('sign-in/code', 'account/codes/renew', 'account/codes/remove'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ what: fc.constant('forget' as const) }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

/** A history in which each step has an effect; before it, the first invitation was accepted. */
const everything: Step[] = [
  { what: 'require', clinic: 1 },
  { what: 'wait', minutes: 59 },
  { what: 'wait', minutes: 1 },
  { what: 'wait', minutes: 59 },
  // Another invitation ends the session from before.
  { what: 'invite', clinic: 0 },
  { what: 'accept', which: 1 },
  { what: 'password', times: 19, isRight: false },
  { what: 'wait', minutes: 14 },
  { what: 'password', times: 1, isRight: true },
  { what: 'password', times: 19, isRight: false },
  { what: 'password', times: 1, isRight: true },
  { what: 'password', times: 21, isRight: false },
  { what: 'wait', minutes: 15 },
  { what: 'password', times: 1, isRight: true },
  { what: 'change', session: 4, isRight: true },
  { what: 'password', times: 1, isRight: true },
  { what: 'sign out', session: 5, isByOwner: true },
  { what: 'password', times: 1, isRight: true },
  // A second clinic, which alone requires a second factor.
  { what: 'invite', clinic: 1 },
  { what: 'join', which: 2, session: 4 },
  { what: 'app', session: 4 },
  { what: 'wait', minutes: 7 },
  { what: 'prove', session: 6, by: 'old', at: 'sign-in/code' },
  { what: 'prove', session: 6, by: 'next', at: 'sign-in/code' },
  { what: 'prove', session: 6, by: 'now', at: 'sign-in/code' },
  { what: 'prove', session: 6, by: 'recovery', at: 'account/codes/renew' },
  { what: 'wait', minutes: 59 },
  { what: 'prove', session: 6, by: 'recovery', at: 'account/codes/remove' },
  { what: 'end', session: 6, which: 4 },
  { what: 'suspend', clinic: 1 },
  { what: 'password', times: 1, isRight: true },
  { what: 'suspend', clinic: 0 },
  { what: 'password', times: 1, isRight: true },
  { what: 'suspend', clinic: 0 },
  { what: 'password', times: 1, isRight: true },
  // One clinic gets an account of its own.
  { what: 'invite', clinic: 0 },
  { what: 'accept', which: 3 },
  { what: 'password', times: 1, isRight: true },
  { what: 'wait', minutes: 60 },
  { what: 'forget' },
]

let calls = 0
// Each from another network, whose limit has its own test.
const post = (
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Reply> => {
  calls += 1
  const from = `10.${Math.floor(calls / 250) % 250}.${calls % 250}.9`
  return house.call('POST', `/dashboard/api/${path}`, {
    headers: { origin: 'http://clinic.test', host: 'clinic.test', ...headers },
    body,
    from,
  })
}
const look = (headers: Record<string, string>) =>
  house.call('GET', '/dashboard/api/session', { headers })
const cookieHeader = (reply: Reply) => ({
  cookie: String(reply.headers['set-cookie']).split(';')[0] ?? '',
})

const currentTime = ({ waitedMs }: Model) => Date.now() + waitedMs
const activeClinics = ({ clinics }: Model, account: Account) =>
  clinics.filter((clinic) => clinic.account === account && !clinic.isSuspended)
/** The account that was made last, for attempts to sign in. */
const lastAccount = ({ accounts }: Model) => accounts.at(-1)
const usable = (model: Model) => {
  const now = currentTime(model)
  return ({ hasEnded, begunAt, seenAt }: Session) =>
    !hasEnded && now - begunAt < 720 * minuteMs && now - seenAt < 60 * minuteMs
}

function waitsFor(model: Model, { isProved, account }: Session): 'CODE' | 'SET_UP' | null {
  if (isProved) return null
  if (account.app) return 'CODE'
  return activeClinics(model, account).some(({ needsFactor }) => needsFactor) ? 'SET_UP' : null
}

async function recordSession(model: Model, reply: Reply, account: Account): Promise<void> {
  const [{ id }] = await house.sql('select max(id)::int as id from staff_sessions')
  const now = currentTime(model)
  model.sessions.push({
    id,
    account,
    headers: cookieHeader(reply),
    begunAt: now,
    seenAt: now,
    isProved: false,
    hasEnded: false,
    isSeenEnded: false,
  })
}

function endAll({ sessions }: Model, account: Account | undefined, but?: Session) {
  for (const session of sessions)
    session.hasEnded ||= session.account === account && session !== but
}

/** Counts an attempt, each from another network; whether it is looked at. */
function counts(model: Model, of: Model | Account, isRight: boolean, clears = isRight): boolean {
  const now = currentTime(model)
  const before = of.failures.filter((at) => now - at < 15 * minuteMs)
  of.failures = before.length >= 20 || isRight ? before : [...before, now]
  if (before.length >= 20) return false
  const sharing =
    'clinics' in of
      ? new Set(
          of.clinics.flatMap(({ account, isSuspended }) =>
            isSuspended || !account ? [] : account,
          ),
        ).size
      : 1
  // If several accounts share the address, the success of one does not clear the failures.
  if (clears && sharing <= 1) of.failures = []
  return true
}

/** What a session is refused with before anything else; undefined where it may go on. */
function refusedFirst(
  model: Model,
  session: Session,
  before: readonly string[] = [],
): number | undefined {
  if (!usable(model)(session)) return 401
  touch(model, session)
  const waits = waitsFor(model, session)
  return waits !== null && !before.includes(waits) ? 403 : undefined
}

function touch(model: Model, session: Session) {
  const now = currentTime(model)
  if (now - session.seenAt > minuteMs) session.seenAt = now
}

async function signIn(model: Model, isRight: boolean): Promise<void> {
  const { email } = model
  const account = lastAccount(model)
  const reply = await post('sign-in/password', {
    email,
    password: isRight ? (account?.password ?? 'no password yet') : 'not the password 7',
  })
  const isIn = isRight && account !== undefined && activeClinics(model, account).length > 0
  const isLooked = counts(model, model, isIn)
  const lookedStatus = isIn ? 200 : 403
  expect(reply.status, reply.text).toBe(isLooked ? lookedStatus : 429)
  if (reply.status === 200 && account) await recordSession(model, reply, account)
}

const isValid = (model: Model, { clinic, madeAt, isOver }: Model['invitations'][number]) =>
  !isOver && currentTime(model) - madeAt < 2_880 * minuteMs && !model.clinics[clinic]?.isSuspended

/** The account becomes the member, and the links of the member end. */
function become(model: Model, index: number, account: Account) {
  const clinic = model.clinics[index]
  if (!clinic) return
  if (clinic.account !== account) endAll(model, clinic.account)
  clinic.account = account
  for (const invitation of model.invitations) invitation.isOver ||= invitation.clinic === index
}

async function accept(model: Model, invitation: Model['invitations'][number]): Promise<void> {
  model.passwords += 1
  const account: Account = {
    password: `violet kettle sings ${model.passwords}`,
    app: undefined,
    failures: [],
  }
  const reply = await post('invitation/accept', {
    token: invitation.token,
    password: account.password,
  })
  const mayAccept = isValid(model, invitation)
  expect([reply.status, reply.json.code], reply.text).toEqual(
    mayAccept ? [200, undefined] : [400, 'LINK_NOT_USABLE'],
  )
  if (!mayAccept) return
  // Whether it is the password of the other clinic's account was asked.
  if (model.clinics[1 - invitation.clinic]?.account) counts(model, model, false)
  become(model, invitation.clinic, account)
  model.accounts.push(account)
  await recordSession(model, reply, account)
}

function typedCode(
  app: Account['app'],
  by: Extract<Step, { what: 'prove' }>['by'],
  codeStep: number,
): string {
  if (!app || by === 'wrong') return 'ABCDE-FGHJK'
  if (by === 'recovery') return app.recoveryCodes[0] ?? ''
  return TOTP.generate({ secret: Secret.fromBase32(app.secret), timestamp: codeStep * stepMs })
}

async function prove(
  model: Model,
  session: Session,
  { by, at }: Extract<Step, { what: 'prove' }>,
): Promise<void> {
  const { account } = session
  const { app } = account
  const current = Math.floor(Date.now() / stepMs)
  // Steps may pass while a request is under way: a next one is then the current one, and an old one
  // is older.
  let codeStep = current - 2
  if (by === 'now') codeStep = current
  else if (by === 'next') codeStep = current + 1
  const reply = await post(at, { code: typedCode(app, by, codeStep) }, session.headers)
  const refused = refusedFirst(model, session, at === 'sign-in/code' ? ['CODE'] : [])
  if (refused !== undefined) {
    expect(reply.status, reply.text).toBe(refused)
    return
  }
  const isRight =
    app !== undefined &&
    (by === 'recovery' || ((by === 'now' || by === 'next') && codeStep > app.lastStep))
  const isLooked = counts(model, account, isRight)
  const lookedStatus = isRight ? 200 : 400
  expect(reply.status, `${by} ${reply.text}`).toBe(isLooked ? lookedStatus : 429)
  if (!app || reply.status !== 200) return
  if (by === 'recovery') app.recoveryCodes.shift()
  else app.lastStep = codeStep
  if (at === 'sign-in/code') session.isProved = true
  else if (at === 'account/codes/remove') account.app = undefined
  else {
    // None of the former codes is valid.
    const [former] = app.recoveryCodes
    app.recoveryCodes = reply.json.recoveryCodes
    if (former === undefined) return
    const again = await post('account/codes/renew', { code: former }, session.headers)
    expect(again.status, again.text).toBe(counts(model, account, false) ? 400 : 429)
  }
}

async function take(model: Model, one: Step): Promise<void> {
  const { clinics, sessions, invitations } = model
  const pickSession = (index: number) => sessions[index % Math.max(1, sessions.length)]
  switch (one.what) {
    case 'wait': {
      model.waitedMs += one.minutes * minuteMs
      const span = `${one.minutes} minutes`
      await house.sql(
        'update staff_sessions set created_at = created_at - $1::interval, seen_at = seen_at - $1::interval',
        [span],
      )
      await house.sql(
        'update staff_links set created_at = created_at - $1::interval, expires_at = expires_at - $1::interval',
        [span],
      )
      await house.sql('update staff_sign_in_failures set at = at - $1::interval', [span])
      await house.sql('update staff_code_secrets set last_step = last_step - $1::int * 2', [
        one.minutes,
      ])
      for (const { app } of model.accounts) if (app) app.lastStep -= one.minutes * 2
      return
    }
    case 'invite': {
      const clinic = clinics[one.clinic]
      if (!clinic || clinic.isSuspended) return
      const { name } = clinic.clinic
      const { url } = await house.operate('staff-invite', {
        workspace: name,
        id: clinic.clinic.id('staff', 'nina-roy'),
      })
      invitations.push({
        clinic: one.clinic,
        token: url.split('#')[1],
        madeAt: currentTime(model),
        isOver: false,
      })
      return
    }
    case 'accept': {
      const invitation = invitations[one.which % Math.max(1, invitations.length)]
      if (invitation) await accept(model, invitation)
      return
    }
    case 'join': {
      const invitation = invitations[one.which % Math.max(1, invitations.length)]
      const session = pickSession(one.session)
      if (!invitation || !session) return
      const reply = await post('invitation/join', { token: invitation.token }, session.headers)
      const refused = refusedFirst(model, session)
      const mayJoin = isValid(model, invitation)
      expect(reply.status, reply.text).toBe(refused ?? (mayJoin ? 200 : 403))
      if (refused === undefined && mayJoin) become(model, invitation.clinic, session.account)
      return
    }
    case 'password':
      for (let time = 0; time < one.times; time += 1) await signIn(model, one.isRight)
      return
    case 'change': {
      const session = pickSession(one.session)
      if (!session) return
      model.passwords += 1
      const next = `violet kettle sings ${model.passwords}`
      const reply = await post(
        'password',
        { current: one.isRight ? session.account.password : 'not the password 7', next },
        session.headers,
      )
      const refused = refusedFirst(model, session)
      const isLooked = refused === undefined && counts(model, model, one.isRight, false)
      const lookedStatus = one.isRight ? 200 : 400
      expect(reply.status, reply.text).toBe(refused ?? (isLooked ? lookedStatus : 429))
      if (reply.status !== 200) return
      session.account.password = next
      endAll(model, session.account, session)
      return
    }
    case 'end': {
      const session = pickSession(one.session)
      const other = pickSession(one.which)
      if (!session || !other) return
      const reply = await post('account/sessions/end', { id: other.id }, session.headers)
      const refused = refusedFirst(model, session)
      if (refused !== undefined) expect(reply.status, reply.text).toBe(refused)
      else if (usable(model)(other)) expect(reply.status, reply.text).toBe(200)
      other.hasEnded ||= refused === undefined
      return
    }
    case 'sign out': {
      const session = pickSession(one.session)
      const clinic = clinics.find(({ account }) => account === pickSession(one.session)?.account)
      if (!session || !clinic) return
      if (one.isByOwner) {
        await house.operate('staff-sign-out', {
          workspace: clinic.clinic.name,
          id: clinic.clinic.id('staff', 'nina-roy'),
          session: session.id,
        })
      } else await post('sign-out', {}, session.headers)
      session.hasEnded = true
      return
    }
    case 'suspend': {
      const clinic = clinics[one.clinic]
      if (!clinic) return
      clinic.isSuspended = !clinic.isSuspended
      await house.sql('update workspaces set status = $2 where id = $1', [
        clinic.clinic.workspaceId,
        clinic.isSuspended ? 'SUSPENDED' : 'ACTIVE',
      ])
      if (clinic.account) endAll(model, clinic.account)
      for (const invitation of invitations) invitation.isOver ||= invitation.clinic === one.clinic
      return
    }
    case 'require': {
      const clinic = clinics[one.clinic]
      if (!clinic) return
      clinic.needsFactor = !clinic.needsFactor
      await house.sql(
        "update roles set second_factor = $2 where workspace_id = $1 and name = 'owner'",
        [clinic.clinic.workspaceId, clinic.needsFactor ? 'required' : null],
      )
      return
    }
    case 'app': {
      const session = pickSession(one.session)
      if (!session) return
      const begins = await post('account/codes/begin', {}, session.headers)
      const refused =
        refusedFirst(model, session, ['SET_UP']) ??
        (currentTime(model) - session.begunAt < 10 * minuteMs ? undefined : 403)
      expect(begins.status, begins.text).toBe(refused ?? (session.account.app ? 409 : 200))
      if (begins.status !== 200) return
      const { secret } = begins.json
      const lastStep = Math.floor(Date.now() / stepMs)
      const code = TOTP.generate({
        secret: Secret.fromBase32(secret),
        timestamp: lastStep * stepMs,
      })
      const confirmed = await post('account/codes/confirm', { code }, session.headers)
      expect(confirmed.status, confirmed.text).toBe(
        counts(model, session.account, true) ? 200 : 429,
      )
      if (confirmed.status !== 200) return
      session.account.app = { secret, lastStep, recoveryCodes: confirmed.json.recoveryCodes }
      session.isProved = true
      return
    }
    case 'prove': {
      const session = pickSession(one.session)
      if (session) await prove(model, session, one)
      return
    }
    case 'forget': {
      const { database, clock } = house.application
      await createSignIns({
        database,
        clock,
        hash: () => Buffer.alloc(32),
        secrets: ['secret'],
        dashboardOrigin: () => '',
      }).deleteExpired()
      const kept: Json[] = await house.sql('select id::int from staff_sessions order by id')
      const ids = sessions.filter(usable(model)).map(({ id }) => id)
      expect(kept.filter(({ id }) => id >= (sessions[0]?.id ?? 0)).map(({ id }) => id)).toEqual(
        ids.toSorted((a, b) => a - b),
      )
    }
  }
}

/** Looks at every session, as its browser does. */
async function compare(model: Model, after: string): Promise<void> {
  const { clinics, sessions, email } = model
  for (const clinic of clinics.filter(({ account }) => account !== undefined)) {
    const listed: Json[] = await house.operate('staff-sessions', { workspace: clinic.clinic.name })
    expect(listed.map(({ id }) => id).toSorted(), `listed after ${after}`).toEqual(
      sessions
        .filter(({ account }) => account === clinic.account)
        .filter(usable(model))
        .map(({ id }) => id)
        .toSorted(),
    )
  }
  for (const session of sessions.filter(({ isSeenEnded }) => !isSeenEnded)) {
    const seen = await look(session.headers)
    const isUsable = usable(model)(session)
    expect(seen.status, `${session.id} after ${after}`).toBe(isUsable ? 200 : 401)
    session.isSeenEnded = !isUsable
    if (!isUsable) continue
    touch(model, session)
    const members = activeClinics(model, session.account).map(({ clinic }) => clinic.name)
    expect(
      {
        waitsFor: seen.json.waitsFor,
        email: seen.json.email,
        members: seen.json.members.map(({ workspace }: Json) => workspace).toSorted(),
      },
      after,
    ).toEqual({
      waitsFor: waitsFor(model, session),
      email,
      members: members.toSorted(),
    })
  }
}

let accounts = 0

it('of a member of two clinics is let in, asked for a code, listed and ended as the rules say [DASH-04] [DASH-05] [DASH-06] [DASH-07]', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 20 }), async (steps) => {
      accounts += 1
      const email = `nina-${accounts}@both.example`
      const joined = async () => {
        const clinic = await createMeridianClinic(house, ({ staff }) =>
          Object.assign(staff?.['nina-roy'] ?? {}, { email }),
        )
        return { clinic, isSuspended: false, account: undefined, needsFactor: false }
      }
      const model: Model = {
        clinics: [await joined(), await joined()],
        email,
        accounts: [],
        sessions: [],
        invitations: [],
        failures: [],
        waitedMs: 0,
        passwords: 0,
      }
      for (const one of [
        { what: 'invite', clinic: 0 } as const,
        { what: 'accept', which: 0 } as const,
        ...steps,
      ]) {
        await take(model, one)
        await compare(model, JSON.stringify(one))
      }
    }),
    { numRuns: runSize(2, 60), examples: [[everything]], ...fastCheckOptions },
  )
})
