// The text of a notice, previewed before any patient gets it, and sent to a member of the staff.

import { describe, expect, it } from 'vitest'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'
import type { Operation } from '../../base/operations/operation.ts'
import { presets } from '../../base/operations/rights.ts'
import { noticeKinds } from '../../clinic/notices/notice-settings.ts'
import { getOperation } from '../../doors/register/register.ts'
import { runOperation } from '../../doors/register/run-operation.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })
const preview = (clinic: Clinic, kind: string, changes?: object) =>
  house.operate('notices-preview', { workspace: clinic.name, kind, ...(changes && { changes }) })
const test = (clinic: Clinic, input: object = {}) =>
  house.operate('notices-test', {
    workspace: clinic.name,
    kind: 'reminder',
    staffId: clinic.id('staff', 'nina-roy'),
    ...input,
  })
const clinicWithMail = () =>
  house.clinic((file) => {
    const nina = file.staff?.['nina-roy']
    if (nina) nina.email = 'nina@sunrise.example'
  })

describe('the preview of a notice', () => {
  it.each(noticeKinds)(
    'of the kind %s fills every placeholder of the default text [SETUP-08]',
    async (kind) => {
      const clinic = await house.clinic()
      const { subject, body } = await preview(clinic, kind)
      expect(`${subject}\n${body}`).not.toMatch(/[{}]|undefined|null/)
      expect(`${subject}\n${body}`).toContain(kind === 'packPayment' ? 'Ten sessions' : 'Asha Rao')
      const ofVisit = ['turn', 'tokenCancellation'].includes(kind) ? 'A-12' : '10:00'
      expect(body).toContain(kind === 'packPayment' ? 'INR 500' : ofVisit)
    },
  )

  it('shows the text in the settings, or the one with changes instead, in its language [SETUP-08]', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.notices = {
        language: 'de',
        texts: { de: { move: { subject: 'Neu: {date}', body: 'Um {time} bei {practitioner}' } } },
      }
    })
    expect(await preview(clinic, 'move')).toEqual({
      subject: 'Neu: Mittwoch, 2. Januar 2030',
      body: 'Um 10:00 bei Dr Asha Rao\n',
      short: 'Um 10:00 bei Dr Asha Rao',
      smsSegments: 1,
    })
    expect(
      await preview(clinic, 'move', {
        language: 'en',
        text: { subject: 'On {date}', body: 'Video: {videoLink}\nSee {firstName}' },
      }),
    ).toEqual({
      subject: 'On Wednesday, January 2, 2030',
      body: 'See Meera\n',
      short: 'See Meera',
      smsSegments: 1,
    })
    // A removed text is no longer used: the default is back.
    expect((await preview(clinic, 'move', { language: 'de' })).subject).toContain(
      'Neue Zeit für Ihren Termin',
    )
  })

  it.each([
    [
      'an unknown placeholder',
      { text: { subject: 'At {place}', body: 'x' } },
      'workspace.notices.texts.en.move.subject',
    ],
    [
      'an empty text',
      { text: { subject: 'At', body: ' ' } },
      'workspace.notices.texts.en.move.body',
    ],
    [
      'a subject of two lines',
      { text: { subject: 'At\nlast', body: 'x' } },
      'workspace.notices.texts.en.move.subject',
    ],
  ])('refuses %s as the clinic file does [SETUP-08]', async (_, changes, path) => {
    const clinic = await house.clinic()
    await expect(preview(clinic, 'move', changes)).rejects.toMatchObject({ mistakes: [{ path }] })
  })

  it('refuses an unknown language [SETUP-08]', async () => {
    await expect(preview(await house.clinic(), 'move', { language: 'no_such' })).rejects.toThrow(
      'language',
    )
  })
})

describe('a test message', () => {
  it('reaches a member of the staff with the text of the preview, and no patient [SETUP-08]', async () => {
    const clinic = await clinicWithMail()
    rail.notices.length = 0
    expect(await test(clinic)).toEqual({ destination: 'n***@sunrise.example' })
    const { subject, body } = await preview(clinic, 'reminder')
    expect(rail.notices).toEqual([
      expect.objectContaining({
        channel: 'email',
        destination: 'nina@sunrise.example',
        subject,
        text: body,
        calendars: [],
      }),
    ])
    expect(await house.sql('select count(*)::int as notices from notices')).toEqual([
      { notices: 0 },
    ])
    expect(await house.sql('select count(*)::int as links from visit_links')).toEqual([
      { links: 0 },
    ])
  })

  it('goes only to a member of this workspace who has an address [SETUP-08] [GEN-05]', async () => {
    const clinic = await house.clinic((file) => delete file.staff?.['nina-roy']?.email)
    const other = await clinicWithMail()
    rail.notices.length = 0
    await expect(test(clinic)).rejects.toThrow('Nina Roy has no e-mail address')
    await expect(test(clinic, { staffId: other.id('staff', 'nina-roy') })).rejects.toThrow(
      'no active staff member',
    )
    await expect(
      house.operate('notices-test', { workspace: clinic.name, kind: 'move' }),
    ).rejects.toThrow('the message has no recipient')
    expect(rail.notices).toEqual([])
  })

  it('is sent twenty times in a day by a member, however slowly [SETUP-08]', async () => {
    const clinic = await clinicWithMail()
    const userId = clinic.id('staff', 'nina-roy')
    const context = {
      ...house.application,
      actor: { kind: 'staff', userId },
      rights: presets.owner,
      workspaceId: clinic.workspaceId,
      progress: undefined,
    }
    const testAsNina = () =>
      runOperation(
        getOperation('notices-test') as Operation,
        { ...context, spend: () => undefined } as never,
        { kind: 'reminder' },
      )
    rail.notices.length = 0
    for (let number = 0; number < 20; number += 1) await testAsNina()
    await expect(testAsNina()).rejects.toMatchObject({
      code: 'DAILY_MESSAGE_LIMIT_REACHED',
      details: { most: 20 },
    })
    expect(rail.notices).toHaveLength(20)
  })

  it('reports why the mail was rejected, and is sent at most five times a minute [SETUP-08]', async () => {
    const clinic = await clinicWithMail()
    rail.behaves = 'refuses'
    await expect(test(clinic)).rejects.toThrow('the message was not accepted: the rail is closed')
    rail.behaves = 'loses'
    await expect(test(clinic)).rejects.toThrow(
      'the message may or may not have been sent: it took too long',
    )
    rail.behaves = 'delivers'
    for (let sent = 2; sent < 5; sent += 1) await test(clinic)
    rail.notices.length = 0
    await expect(test(clinic)).rejects.toThrow('5 test messages were sent within a minute')
    expect(rail.notices).toEqual([])
    // Another workspace has its own limit.
    await test(await clinicWithMail())
  })
})
