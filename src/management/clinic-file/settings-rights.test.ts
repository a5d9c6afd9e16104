import { describe, expect, it } from 'vitest'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import { presets, type Rights } from '../../base/operations/rights.ts'
import { Problem } from '../../base/values/problem.ts'
import { getOperation } from '../../doors/register/register.ts'
import { runOperation } from '../../doors/register/run-operation.ts'
import type { Edit } from './edits.ts'

const house = await openHarness()

/** A clinic with an owner, a manager, a reception and a role for each. */
const clinicWithRoles = () =>
  house.clinic((file) => {
    file.roles = {
      doctor: { displayName: 'Doctor', dashboard: 'practitioner' },
      reception: { displayName: 'Reception', dashboard: 'reception' },
      manager: { displayName: 'Manager', dashboard: 'manager' },
      owner: { displayName: 'Owner', dashboard: 'owner', secondFactor: 'required' },
    }
    const at = ['jaipur']
    Object.assign(file.staff ?? {}, {
      mina: { name: 'Mina', email: 'mina@sunrise.example', roles: ['manager'], at },
      omar: { name: 'Omar', email: 'omar@sunrise.example', roles: ['owner'], at },
    })
    file.workspace.messages = {
      email: { smtp: { url: 'secret:SMTP', from: 'codes@sunrise.example' } },
    }
    Object.assign(file.practitioners['asha-rao'] ?? {}, {
      calendars: { own: { url: 'secret:ASHA' } },
    })
  })

/** Runs an operation as a member with these rights; a refusal is returned as its code. */
async function asMember(clinic: Clinic, rights: Rights, name: string, input: object) {
  const actor = { kind: 'staff', userId: clinic.id('staff', 'mina') } as const
  const context = {
    ...house.application,
    actor,
    rights,
    progress: undefined,
    workspaceId: clinic.workspaceId,
  } as const
  return runOperation(getOperation(name), context as never, { ...input }).catch(
    (error: unknown) => {
      if (error instanceof Problem) return error.code
      throw error
    },
    // biome-ignore lint/suspicious/noExplicitAny: what is read of an outcome is checked
  ) as Promise<any>
}
async function change(clinic: Clinic, rights: Rights, edits: Edit[]) {
  const { version } = await house.operate('settings-show', { workspace: clinic.name })
  return asMember(clinic, rights, 'settings-change', { version, edits })
}
const showDescription = async (clinic: Clinic) =>
  (await house.operate('settings-show', { workspace: clinic.name })).description
const { manager, owner } = presets
const withoutStaff: Rights = { ...manager, staff: 'none' }

describe('a manager', () => {
  it.each<[string, Edit]>([
    [
      'where messages go, with the password of the server',
      {
        path: ['workspace', 'messages', 'email', 'smtp', 'url'],
        value: 'smtps://elsewhere.example',
      },
    ],
    [
      'accounts at gateways',
      {
        path: ['workspace', 'gateways'],
        value: { stripe: { secretKey: 'secret:SMTP', url: 'https://elsewhere.example' } },
      },
    ],
    ['what the workspace may use', { path: ['workspace', 'entitlements'], value: [] }],
    ['its name', { path: ['workspace', 'name'], value: 'other' }],
    [
      'a secret as the address of a calendar',
      {
        path: ['practitioners', 'jonas-weber', 'calendars'],
        value: { own: { url: 'secret:STRIPE_KEY' } },
      },
    ],
    [
      'another secret in its place',
      { path: ['practitioners', 'asha-rao', 'calendars', 'own', 'url'], value: 'secret:OTHER' },
    ],
  ])('cannot change %s or an owner; operators can [SETUP-01] [DASH-10]', async (_, edit) => {
    const clinic = await clinicWithRoles()
    const before = await showDescription(clinic)
    expect(await change(clinic, manager, [edit])).toBe('SETTING_REQUIRES_OPERATOR')
    expect(await change(clinic, owner, [edit])).toBe('SETTING_REQUIRES_OPERATOR')
    expect(await showDescription(clinic)).toEqual(before)
  })

  it('describes accounts with the secrets of the workspace, and removes them; no one else’s secret, and no address [SETUP-01] [DASH-10]', async () => {
    const clinic = await clinicWithRoles()
    const own = (name: string) =>
      `secret:${clinic.name.toUpperCase().replaceAll('-', '_')}__${name}`
    const set = (path: string, value?: unknown) =>
      change(clinic, manager, [{ path: ['workspace', ...path.split('.')], value }])
    const stripe = { secretKey: own('STRIPE'), webhookSecret: own('STRIPE_WEBHOOK') }
    const razorpay = { keyId: 'rzp_test_A1b2C3d4', keySecret: own('RAZORPAY') }
    const whatsapp = {
      phoneNumberId: '106540352242922',
      template: 'one_time_code',
      language: 'en',
      token: own('WHATSAPP'),
    }
    const accountSid = `AC${'0'.repeat(32)}`
    const smtp = { url: own('SMTP'), from: 'codes@sunrise.example' }
    for (const [path, value] of [
      ['gateways', { stripe, razorpay }],
      ['messages', { email: { smtp }, chatapp: { whatsapp } }],
      ['messages.email.smtp.from', 'desk@sunrise.example'],
      ['messages.sms', { twilio: { accountSid, authToken: own('TWILIO'), sender: 'SUNRISE' } }],
    ] as const)
      expect(await set(path, value), path).toMatchObject({ dryRun: false })
    const before = await showDescription(clinic)
    for (const [path, value] of [
      ['gateways.stripe.secretKey', 'secret:SMTP'],
      ['gateways.stripe.secretKey', `${own('')}_STRIPE`],
      ['gateways.stripe.secretKey', own('TWO__STRIPE')],
      ['gateways.stripe.webhookSecret', 'secret:STRIPE_WEBHOOK'],
      ['gateways.stripe.url', 'https://elsewhere.example'],
      ['gateways.razorpay.keySecret', 'secret:RAZORPAY'],
      ['messages.email.smtp.url', 'smtps://elsewhere.example'],
      ['messages.email.smtp.url', 'secret:SMTP'],
      ['messages.chatapp.whatsapp.token', 'secret:SMTP'],
      ['messages.chatapp.whatsapp.url', 'https://elsewhere.example'],
      ['messages.sms.twilio.authToken', 'secret:SMTP'],
      ['messages.sms.twilio.url', 'https://elsewhere.example'],
      ['messages.sms', { vonage: { apiKey: 'a', apiSecret: 'secret:SMTP', sender: 'A' } }],
      ['messages.sms', { msg91: { authKey: own('A'), webhookSecret: 'secret:SMTP' } }],
      ['messages.sms', { http: { url: 'https://elsewhere.example' } }],
      ['messages.codesPerDay', 100_000],
    ] as const)
      expect(await set(path, value), `${path} ${value}`).toBe('SETTING_REQUIRES_OPERATOR')
    expect(await showDescription(clinic)).toEqual(before)
    await set('messages.email')
    await set('messages.sms')
    await set('gateways.stripe')
    const { messages, gateways } = (await showDescription(clinic)).workspace
    expect(messages).toEqual({ chatapp: { whatsapp } })
    expect(gateways).toEqual({ razorpay })
  })

  it('cannot send as someone else through the mail server of an operator [SETUP-01]', async () => {
    const clinic = await clinicWithRoles()
    const path = ['workspace', 'messages', 'email', 'smtp', 'from']
    expect(await change(clinic, owner, [{ path, value: 'bank@example.org' }])).toBe(
      'SETTING_REQUIRES_OPERATOR',
    )
  })

  it('cannot have tokens signed for a server of their own; operators can [VIDEO-01] [SETUP-01]', async () => {
    const clinic = await clinicWithRoles()
    const jitsi = { url: 'https://jitsi.example', appId: 'sunrise', secret: 'secret:SMTP' }
    const video = (value: unknown): Edit => ({ path: ['workspace', 'video'], value })
    for (const rights of [manager, owner])
      expect(await change(clinic, rights, [video({ jitsi })])).toBe('SETTING_REQUIRES_OPERATOR')
    const { version } = await house.operate('settings-show', { workspace: clinic.name })
    await house.operate('settings-change', {
      workspace: clinic.name,
      version,
      edits: [video({ jitsi })],
    })
    const before = await showDescription(clinic)
    for (const value of [
      { jitsi: { ...jitsi, url: 'https://elsewhere.example' } },
      { jitsi: { ...jitsi, appId: 'another' } },
      'off',
    ])
      expect(await change(clinic, owner, [video(value)]), JSON.stringify(value)).toBe(
        'SETTING_REQUIRES_OPERATOR',
      )
    expect(await showDescription(clinic)).toEqual(before)
    // Everything else can be changed beside it.
    expect(
      await change(clinic, owner, [{ path: ['workspace', 'title'], value: 'A new title' }]),
    ).toMatchObject({ dryRun: false })
  })

  it.each<[string, Edit[]]>([
    ['give out a role of an owner', [{ path: ['staff', 'mina', 'roles'], value: ['owner'] }]],
    [
      'let a role of their own do more',
      [{ path: ['roles', 'manager', 'rights'], value: { developers: 'write' } }],
    ],
    [
      'let an owner sign in elsewhere',
      [{ path: ['staff', 'omar', 'email'], value: 'mina@elsewhere.example' }],
    ],
    [
      'take the role of an owner away',
      [{ path: ['staff', 'omar', 'roles'], value: ['reception'] }],
    ],
    ['remove an owner', [{ path: ['staff', 'omar'] }]],
    ['spare owners their second factor', [{ path: ['roles', 'owner', 'secondFactor'] }]],
    [
      'do so by a new member with a new role',
      [
        { path: ['roles', 'more'], value: { displayName: 'More', dashboard: 'owner' } },
        { path: ['staff', 'eve'], value: { name: 'Eve', roles: ['more'], at: ['jaipur'] } },
      ],
    ],
  ])('cannot %s [DASH-10] [DASH-12]', async (_, edits) => {
    const clinic = await clinicWithRoles()
    const before = await showDescription(clinic)
    expect(await change(clinic, manager, edits)).toBe('RIGHTS_EXCEED_OWN')
    expect(await showDescription(clinic)).toEqual(before)
  })

  it.each<[string, Edit]>([
    ['a clinic that is not there', { path: ['workspace'] }],
    ['roles that are a text', { path: ['staff', 'nina-roy', 'roles'], value: 'manager' }],
    ['roles that are a mapping', { path: ['staff', 'nina-roy', 'roles'], value: { a: 1 } }],
    ['practitioners that are a list', { path: ['practitioners'], value: [null] }],
    ['roles of the clinic that are nothing', { path: ['roles'], value: null }],
  ])(
    'hears what is wrong with %s, before rights are compared [SETUP-01] [DASH-10]',
    async (_, edit) => {
      const clinic = await clinicWithRoles()
      const before = await showDescription(clinic)
      for (const rights of [manager, owner])
        expect(await change(clinic, rights, [edit])).toBe('CLINIC_FILE_INVALID')
      expect(await showDescription(clinic)).toEqual(before)
    },
  )

  it('changes hours, fees, and staff and roles below their own; owners change the rest [SETUP-01] [SETUP-08]', async () => {
    const clinic = await clinicWithRoles()
    const below = [
      { path: ['staff', 'nina-roy', 'membership'], value: 'inactive' },
      { path: ['staff', 'lea'], value: { name: 'Lea', roles: ['reception'], at: ['jaipur'] } },
      { path: ['roles', 'reception', 'rights'], value: { money: 'read' } },
      { path: ['practitioners', 'asha-rao', 'at', 'jaipur', 'slotMinutes'], value: 20 },
      { path: ['practitioners', 'asha-rao', 'calendars'] },
    ]
    expect(await change(clinic, manager, below)).toMatchObject({ version: 2 })
    expect(await showDescription(clinic)).toMatchObject({
      staff: { 'nina-roy': { membership: 'inactive' }, lea: { name: 'Lea' } },
    })
    expect(
      await change(clinic, owner, [{ path: ['staff', 'mina', 'roles'], value: ['owner'] }]),
    ).toMatchObject({ version: 3 })
  })

  it('whose role has no right to staff neither sees nor changes them [DASH-10]', async () => {
    const clinic = await clinicWithRoles()
    const { description } = await asMember(clinic, withoutStaff, 'settings-show', {})
    expect(description).not.toHaveProperty('staff')
    expect(description).not.toHaveProperty('roles')
    expect(JSON.stringify(description)).not.toMatch(/(nina|mina|omar)@|98765/)
    expect((await asMember(clinic, withoutStaff, 'workspace-export', {})).source).not.toContain(
      'mina',
    )
    for (const edit of [
      { path: ['staff', 'lea'], value: { name: 'Lea', at: ['jaipur'] } },
      { path: ['practitioners', 'asha-rao', 'email'], value: 'asha@elsewhere.example' },
      {
        path: ['practitioners', 'new-one'],
        value: { name: 'New', specialization: 'All', system: 'SCHEDULED', at: {} },
      },
    ]) {
      expect(await change(clinic, withoutStaff, [edit])).toBe('STAFF_SETTINGS_NOT_ALLOWED')
    }
    expect(
      await change(clinic, withoutStaff, [
        { path: ['practitioners', 'asha-rao', 'specialization'], value: 'All' },
      ]),
    ).toMatchObject({ version: 2 })
    const changed = await asMember(clinic, withoutStaff, 'settings-version', { number: 2 })
    expect(changed.differences).toEqual([
      {
        path: ['practitioners', 'asha-rao', 'specialization'],
        before: 'Dermatology',
        after: 'All',
      },
    ])
  })

  it('never sees the address of a calendar, and keeps it by sending what is shown [SETUP-01] [DASH-10]', async () => {
    const clinic = await clinicWithRoles()
    const address = 'https://calendar.example/private-8bd1/basic.ics'
    const path = ['practitioners', 'jonas-weber', 'calendars', 'own', 'url']
    const outcome = async (rights: Rights, version: number, edits: Edit[]) =>
      asMember(clinic, rights, 'settings-change', { version, edits })
    await clinic.change((file) =>
      Object.assign(file.practitioners['jonas-weber'] ?? {}, {
        calendars: { own: { url: address } },
      }),
    )
    const { version, description } = await asMember(clinic, owner, 'settings-show', {})
    expect(description.practitioners['jonas-weber'].calendars.own.url).toBe(
      'https://calendar.example/…',
    )
    const { source } = await asMember(clinic, owner, 'workspace-export', {})
    const imported = await asMember(clinic, owner, 'settings-import', {
      source: source.replace('slotMinutes: 15', 'slotMinutes: 20'),
    })
    expect((await showDescription(clinic)).practitioners['jonas-weber'].calendars.own.url).toBe(
      address,
    )
    const changed = await outcome(owner, imported.version, [
      { path, value: 'https://calendar.example/private-9ce2/basic.ics' },
    ])
    const removed = await outcome(owner, changed.version, [{ path: path.slice(0, 3) }])
    const shown = await asMember(clinic, owner, 'settings-version', { number: changed.version })
    expect(shown.differences).toEqual([
      { path, before: 'https://calendar.example/…', after: 'https://calendar.example/…' },
    ])
    expect(JSON.stringify([version, source, imported, changed, removed, shown])).not.toContain(
      'private-',
    )
    expect(
      await outcome(owner, removed.version, [{ path, value: 'https://calendar.example/…' }]),
    ).toBe('VALIDATION_ERROR')
    expect((await showDescription(clinic)).practitioners['jonas-weber'].calendars).toBeUndefined()
  })

  it('is named in the version, and can restore everything except what only operators may change [SETUP-03]', async () => {
    const clinic = await clinicWithRoles()
    await change(clinic, manager, [{ path: ['workspace', 'title'], value: 'Second' }])
    await clinic.change((file) => {
      file.workspace.messages = {
        email: { smtp: { url: 'secret:NEW_SMTP', from: 'codes@sunrise.example' } },
      }
      file.workspace.title = 'Third'
    })
    expect(
      await asMember(clinic, manager, 'settings-put-back', { number: 2, version: 3 }),
    ).toMatchObject({ version: 4 })
    expect((await showDescription(clinic)).workspace).toMatchObject({
      title: 'Second',
      messages: { email: { smtp: { url: 'secret:NEW_SMTP' } } },
    })
    const versions = await asMember(clinic, manager, 'settings-versions', {})
    expect(versions.map(({ by }: { by: string }) => by)).toEqual([
      'Mina',
      'operator tester',
      'Mina',
      'operator tester',
    ])
  })

  it('imports a file only for this workspace, within the same limits [SETUP-01] [DASH-13]', async () => {
    const clinic = await clinicWithRoles()
    const other = await clinicWithRoles()
    const { source } = await asMember(clinic, owner, 'workspace-export', {})
    expect(await asMember(other, owner, 'settings-import', { source, anyVersion: true })).toBe(
      'FILE_WORKSPACE_MISMATCH',
    )
    expect(
      await asMember(clinic, owner, 'settings-import', {
        source: source.replace('secret:SMTP', 'secret:OTHER'),
      }),
    ).toBe('SETTING_REQUIRES_OPERATOR')
    expect(await asMember(clinic, owner, 'settings-import', { source })).toMatchObject({
      version: 1,
      differences: [],
    })
    expect(
      await asMember(clinic, owner, 'settings-import', {
        source: source.replace('slotMinutes: 15', 'slotMinutes: 20'),
      }),
    ).toMatchObject({ version: 2 })
    expect(await asMember(other, owner, 'settings-versions', {})).toHaveLength(1)
  })
})
