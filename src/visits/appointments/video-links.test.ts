import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'

const house = await openHarness()
// A sandbox whose installation has a video server of its own.
const served = await openHarness({ builtInVideo: 'https://built-in.example/{visit}' })
const environment = { CLINIC_SECRET_JITSI: 'a secret of the clinic' }
// The clock of production cannot be moved, so each visit there is of the coming Monday.
const installations = {
  'a sandbox': await openHarness({ environment }),
  production: await openHarness({
    mode: 'production',
    environment,
    builtInVideo: 'https://built-in.example/{visit}',
  }),
}
type File = Parameters<Parameters<typeof house.clinic>[0] & {}>[0]

/** A clinic where Asha and Jonas host online. */
function clinicWith(
  workspace: Partial<File['workspace']>,
  ofAsha: Partial<File['practitioners'][string]> = {},
  at = house,
): Promise<Clinic> {
  return at.clinic((file) => {
    delete file.workspace.video
    Object.assign(file.workspace, workspace)
    Object.assign(file.practitioners['asha-rao'] as object, ofAsha)
  })
}

const online = { mode: 'ONLINE', consultationCharge: 400 }

async function bookVideoLink(
  clinic: Clinic,
  changes: Record<string, unknown> = {},
): Promise<string | null> {
  const { status, json, text } = await book(clinic, { ...online, ...changes })
  expect(status, text).toBe(201)
  return json.appointment.videoLink
}

const aRoom = '[0-9a-hjkmnp-tv-z]{26}'

describe('the link of an online visit', () => {
  it('is a private room at the built-in video [WS-04] [WS-32]', async () => {
    const clinic = await clinicWith({ video: 'built-in' }, {}, served)
    const links = [
      await bookVideoLink(clinic, slotTimes('09:00')),
      await bookVideoLink(clinic, slotTimes('09:15')),
    ]
    for (const link of links)
      expect(link).toMatch(new RegExp(`^https://built-in\\.example/${aRoom}$`))
    expect(links[0]).not.toBe(links[1])
  })

  it('uses the practitioner’s own account, or else the clinic’s own [WS-32] [VIDEO-01]', async () => {
    const own = { videoLink: 'https://rooms.example/asha' }
    const account = { videoLink: 'https://video.clinic.example/r/{visit}?a={visit}' }
    expect(await bookVideoLink(await clinicWith(account))).toMatch(
      new RegExp(`^https://video\\.clinic\\.example/r/(${aRoom})\\?a=\\1$`),
    )
    expect(await bookVideoLink(await clinicWith({ ...account, video: 'built-in' }))).toMatch(
      /^https:\/\/video\.clinic\.example/,
    )
    expect(
      await bookVideoLink(await clinicWith({ video: 'https://video.clinic.example/{visit}' })),
    ).toMatch(new RegExp(`^https://video\\.clinic\\.example/${aRoom}$`))
    expect(await bookVideoLink(await clinicWith(account, own))).toBe('https://rooms.example/asha')
    expect(await bookVideoLink(await clinicWith({}, own))).toBe('https://rooms.example/asha')
    expect(await bookVideoLink(await clinicWith({ video: 'off' }, own))).toBe(
      'https://rooms.example/asha',
    )
  })

  it('is a test room of the sandbox where it would need an account of someone [VIDEO-03]', async () => {
    const aTestRoom = new RegExp(`^http://127\\.0\\.0\\.1:3000/video/${aRoom}$`)
    expect(await bookVideoLink(await clinicWith({ video: 'built-in' }))).toMatch(aTestRoom)
    expect(await bookVideoLink(await clinicWith({ video: 'account' }))).toMatch(aTestRoom)
    expect(
      await bookVideoLink(await clinicWith({ video: 'built-in' }, { ownVideo: true }, served)),
    ).toMatch(aTestRoom)
  })

  it('is null for every other mode, in the database too', async () => {
    const clinic = await clinicWith({ video: 'built-in' })
    const { appointment } = (await book(clinic)).json
    expect(appointment.videoLink).toBeNull()
    await expect(
      house.sql("update appointments set video_link = 'https://a.example/' where id = $1", [
        appointment.id,
      ]),
    ).rejects.toThrow(/video_link_is_of_online_visit/)
  })

  it('stays the same when the clinic moves to another account', async () => {
    const clinic = await clinicWith({ videoLink: 'https://before.example/{visit}' })
    const link = await bookVideoLink(clinic)
    await clinic.change((file) =>
      Object.assign(file.workspace, { videoLink: 'https://after.example/{visit}' }),
    )
    expect(await bookVideoLink(clinic, slotTimes('09:15'))).toMatch(/^https:\/\/after\.example/)
    const [row] = await house.sql(
      'select video_link from appointments where workspace_id = $1 order by id limit 1',
      [clinic.workspaceId],
    )
    expect(row).toEqual({ video_link: link })
  })

  it('is removed with its room when the patient is erased', async () => {
    const clinic = await clinicWith({ video: 'built-in' })
    const { patientId } = (await book(clinic, online)).json.appointment
    await house.operate('patient-erase', { workspace: clinic.name, id: patientId, confirmed: true })
    expect(
      await house.sql('select video_link, video_room from appointments where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ video_link: null, video_room: null }])
  })
})

it.each(['http://video.example/x', 'javascript:alert(1)', 'https://a b'])(
  '%s is not a valid link in a clinic file',
  async (videoLink) => {
    await expect(clinicWith({ videoLink })).rejects.toMatchObject({
      mistakes: [{ path: 'workspace.videoLink' }],
    })
    await expect(clinicWith({ video: videoLink as 'off' })).rejects.toMatchObject({
      mistakes: [{ path: 'workspace.video' }],
    })
  },
)

describe('online visits are offered exactly where a link comes out [VIDEO-02]', () => {
  const jitsi = (secret: string) => ({
    jitsi: { url: 'https://jitsi.example', appId: 'sunrise', secret },
  })
  const monday = nextMonday()
  // Whether that gives a link, in a sandbox and in production; a practitioner's own may decide it.
  type Gives = [sandbox: boolean, production: boolean]
  const ofWorkspace: [string, Partial<File['workspace']>, Gives][] = [
    ['nothing', {}, [false, false]],
    ['video that is off', { video: 'off' }, [false, false]],
    ['the built-in video', { video: 'built-in' }, [true, true]],
    ['an account', { video: 'account' }, [true, false]],
    ['a link', { video: 'https://rooms.example/{visit}' }, [true, true]],
    [
      'a link beside an account',
      { video: 'account', videoLink: 'https://rooms.example/{visit}' },
      [true, true],
    ],
    ['a Jitsi server', { video: jitsi('secret:JITSI') }, [true, true]],
    ['a Jitsi server whose secret is missing', { video: jitsi('secret:NOWHERE') }, [false, false]],
  ]
  const ofPractitioner: [string, Partial<File['practitioners'][string]>, Gives | null][] = [
    ['no video of her own', {}, null],
    ['an account of her own', { ownVideo: true }, [true, false]],
    ['a link of her own', { videoLink: 'https://rooms.example/asha' }, [true, true]],
    [
      'a link that she does not use',
      { ownVideo: false, videoLink: 'https://rooms.example/asha' },
      null,
    ],
  ]
  for (const [installation, at] of Object.entries(installations)) {
    it.each(ofWorkspace)(`in ${installation}, with %s`, async (_, workspace, ofAll) => {
      for (const [own, ofAsha, ofHers] of ofPractitioner) {
        const clinic = await clinicWith(workspace, ofAsha, at)
        const { json } = await clinic.get('/v2/workspaces')
        const hosts = new Map<number, boolean>(
          json.addresses.flatMap(({ doctors }: Json) =>
            doctors.map(({ id, appointmentTypeAndPermission }: Json) => [
              id,
              appointmentTypeAndPermission.canHostOnline,
            ]),
          ),
        )
        const before = await clinic.bookingRows()
        const { status, json: booked } = await book(clinic, {
          ...online,
          ...(at === installations.production ? slotTimes('09:00', 15, monday) : {}),
        })
        const link = status === 201 ? booked.appointment.videoLink : null
        const gives = (ofHers ?? ofAll)[at === installations.production ? 1 : 0]
        expect([own, hosts.get(clinic.id('practitioner', 'asha-rao')), link !== null]).toEqual([
          own,
          gives,
          gives,
        ])
        if (status !== 201) {
          expect([status, booked.error]).toEqual([400, 'MODE_NOT_OFFERED'])
          expect(await clinic.bookingRows()).toBe(before)
        }
        expect(json.onlineBookingEnabled).toBe([...hosts.values()].includes(true))
      }
    })
  }
})

function nextMonday(): string {
  const day = new Date()
  day.setUTCDate(day.getUTCDate() + 7 - ((day.getUTCDay() + 6) % 7))
  return day.toISOString().slice(0, 10)
}
