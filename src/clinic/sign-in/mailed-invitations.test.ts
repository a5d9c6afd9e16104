// Invitations to the dashboard by mail.

import { expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { createRecordingRail } from '../../../test/support/clinic/recording-rail.ts'

const rail = createRecordingRail()
const house = await openHarness({ rails: rail })
const createClinic = (language?: string) =>
  house.clinic((file) => {
    file.workspace.notices = { ...(language !== undefined && { language }) }
    const nina = file.staff?.['nina-roy']
    if (nina) nina.email = 'Nina@sunrise.example'
  })
const invite = (clinic: Clinic, more: object = { byMail: true }): Promise<Json> =>
  house.operate('staff-invite', {
    workspace: clinic.name,
    id: clinic.id('staff', 'nina-roy'),
    ...more,
  })
const countLinks = async (clinic: Clinic) =>
  (await house.sql('select from staff_links where workspace_id = $1', [clinic.workspaceId])).length

it('mails the link to the member, and again when it is asked for [MSG-08]', async () => {
  const clinic = await createClinic()
  rail.notices.length = 0
  const first = await invite(clinic)
  expect(first).toMatchObject({ mail: 'STORED', mailError: null })
  expect(rail.notices).toMatchObject([
    {
      channel: 'email',
      destination: 'nina@sunrise.example',
      subject: 'Your invitation to the dashboard of Sunrise Clinics',
    },
  ])
  expect(rail.notices[0]?.text).toContain(`\n${first.url}\n`)
  const second = await invite(clinic)
  expect(second.url).not.toBe(first.url)
  expect(rail.notices[1]?.text).toContain(second.url)
  expect(await countLinks(clinic)).toBe(2)
})

it('writes in the language of the clinic [MSG-08]', async () => {
  const clinic = await createClinic('de')
  await invite(clinic)
  expect(rail.notices.at(-1)?.subject).toBe('Ihre Einladung zum Dashboard von Sunrise Clinics')
})

it('mails nothing unless it is asked for [MSG-08]', async () => {
  const clinic = await createClinic()
  rail.notices.length = 0
  expect(await invite(clinic, {})).toMatchObject({ mail: null, url: expect.any(String) })
  expect(rail.notices).toEqual([])
})

it.each([
  ['refuses', 'NOT_SENT', 'the rail is closed'],
  ['loses', 'UNKNOWN', 'it took too long'],
] as const)(
  'of a mail server that %s says so, with a link that works [MSG-08]',
  async (behaves, mail, mailError) => {
    const clinic = await createClinic()
    rail.behaves = behaves
    try {
      expect(await invite(clinic)).toMatchObject({ mail, mailError, url: expect.any(String) })
    } finally {
      rail.behaves = 'delivers'
    }
    expect(await countLinks(clinic)).toBe(1)
  },
)

it('goes to no one without an address, and makes no link [MSG-08]', async () => {
  const clinic = await house.clinic((file) => {
    const nina = file.staff?.['nina-roy']
    if (nina) delete nina.email
  })
  rail.notices.length = 0
  await expect(invite(clinic)).rejects.toThrow(/has no e-mail address/)
  expect(rail.notices).toEqual([])
  expect(await countLinks(clinic)).toBe(0)
})
