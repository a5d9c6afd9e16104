// Rooms that the service opens: at a clinic's own Jitsi server, from the page of a visit, the link
// in its notices, the line and the desk.

import { createHmac } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import {
  book,
  type Clinic,
  type Harness,
  type Json,
  openHarness,
  queryString,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import {
  openQueueDesk,
  queueDate,
  shiftId,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { makeVisitLink } from '../../clinic/notices/visit-links.ts'
import type { ClinicFile } from '../../management/clinic-file/clinic-file.ts'
import { tokenMs } from './jitsi.ts'

const origin = 'https://booking.example'
const secret = 'shared with the server'
const environment: Record<string, string> = { CLINIC_SECRET_JITSI: secret }
const newHouse = () => openHarness({ publicUrl: origin, environment })
const house: Harness = await newHouse()

const jitsi = { url: 'https://jitsi.example/', appId: 'sunrise', secret: 'secret:JITSI' }
const online = { mode: 'ONLINE', consultationCharge: 400 }
const meera = {
  firstName: 'Meera',
  lastName: 'Iyer',
  phoneNumber: '9876543210',
  email: 'meera@example.org',
}
const everyDay: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN')[] = [
  'MON',
  'TUE',
  'WED',
  'THU',
  'FRI',
  'SAT',
  'SUN',
]

const withVideo = (video: ClinicFile['workspace']['video']) => (file: ClinicFile) => {
  if (video !== undefined) file.workspace.video = video
}
const withJitsi = withVideo({ jitsi })

/** Meera's queue has a shift online. */
function withOnlineShift(file: ClinicFile) {
  const practice = file.practitioners['meera-shah']?.at.jaipur
  if (!practice) throw new Error('the test clinic has no queue')
  practice.fees = [
    { mode: 'OFFLINE', amount: 300 },
    { mode: 'ONLINE', amount: 250 },
  ]
  practice.shifts = {
    ...practice.shifts,
    video: {
      days: everyDay,
      from: '09:00',
      to: '13:00',
      mode: 'ONLINE',
      letter: 'V',
      maxAppointments: 40,
    },
  }
}

const linkTo = (
  { application }: Harness,
  { workspaceId }: Clinic,
  visit: { appointmentId?: number; visitId?: number },
) =>
  makeVisitLink(
    application.database,
    {
      workspaceId,
      appointmentId: visit.appointmentId ?? null,
      visitId: visit.visitId ?? null,
      offerId: null,
    },
    application.clock.now(),
  )

async function bookedOnline(
  at: Harness,
  clinic: Clinic,
  changes: Record<string, unknown> = {},
): Promise<{ visit: Json; path: string }> {
  const { status, json, text } = await book(clinic, {
    patientPayload: meera,
    ...online,
    ...changes,
  })
  expect(status, text).toBe(201)
  return {
    visit: json.appointment,
    path: await linkTo(at, clinic, { appointmentId: json.appointment.id }),
  }
}

async function onlineToken(at: Harness, clinic: Clinic): Promise<{ visit: Json; path: string }> {
  const body = tokenBody(clinic, {
    patientPayload: meera,
    qmsWorkShiftId: shiftId(clinic, 'video'),
    mode: 'ONLINE',
  })
  const { status, json, text } = await clinic.post('/v1/qms-appointments/pre/book', body)
  expect(status, text).toBe(201)
  return { visit: json.visit, path: await linkTo(at, clinic, { visitId: json.visit.visitId }) }
}

const get = (at: Harness, url: string) =>
  at.call('GET', url.replace(origin, ''), { headers: { 'accept-language': 'en' } })
const plain = ({ text }: { text: string }) =>
  text.replaceAll(/<\/?bdi>/g, '').replaceAll(/\s/g, ' ')

/** The claims of the token in a link; throws if it is not signed with the secret of the clinic. */
function claimsIn(link: string): Json {
  const [head = '', claims = '', signature] =
    new URL(link).searchParams.get('jwt')?.split('.') ?? []
  expect(signature).toBe(
    createHmac('sha256', secret).update(`${head}.${claims}`).digest('base64url'),
  )
  expect(JSON.parse(Buffer.from(head, 'base64url').toString())).toEqual({
    alg: 'HS256',
    typ: 'JWT',
  })
  return JSON.parse(Buffer.from(claims, 'base64url').toString())
}

const open = (at: Harness, clinic: Clinic, id: number) =>
  at.operate('visit-video', { workspace: clinic.name, id })

describe('a room at a Jitsi server', () => {
  it('opens with a token for host and guest apart, each bound to the room of the visit, for minutes [VIDEO-01]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic(withJitsi)
    const { visit, path } = await bookedOnline(at, clinic)
    const other = await bookedOnline(at, clinic, slotTimes('09:15'))
    expect(visit.videoLink).toMatch(/^https:\/\/booking\.example\/video\/[0-9a-z]{26}$/)
    await at.moveTo('2030-01-07T03:30:00Z')
    const now = at.application.clock.now()
    const room = visit.videoLink.slice(-26)
    const host = (await open(at, clinic, visit.id)).url
    const guests = [await get(at, `${path}/video`), await get(at, visit.videoLink)]
    for (const { status, headers } of guests)
      expect([status, headers['cache-control'], headers['referrer-policy']]).toEqual([
        303,
        'no-store',
        'no-referrer',
      ])
    const opened = at.application.clock.now()
    const links = [host, ...guests.map(({ headers }) => String(headers.location))]
    for (const [index, link] of links.entries()) {
      const isHost = index === 0
      expect(link.split('?')[0]).toBe(`https://jitsi.example/${room}`)
      const { exp, nbf, ...claims } = claimsIn(link)
      expect(claims).toEqual({
        iss: 'sunrise',
        aud: 'sunrise',
        sub: 'jitsi.example',
        room,
        moderator: isHost,
        context: { user: { moderator: isHost, affiliation: isHost ? 'owner' : 'member' } },
      })
      // In whole seconds, counted from when it was opened.
      expect(exp * 1000).toBeGreaterThan(now + tokenMs - 1_000)
      expect(exp * 1000).toBeLessThan(opened + tokenMs + 1_000)
      expect(nbf * 1000).toBeLessThan(now)
    }
    expect(other.visit.videoLink.slice(-26)).not.toBe(room)
  })

  it('closes with the visit: a token of its last minute is not valid longer [VIDEO-01] [VIDEO-04]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic(withJitsi)
    const { visit } = await bookedOnline(at, clinic)
    await at.moveTo('2030-01-07T03:44:00Z')
    expect(claimsIn((await open(at, clinic, visit.id)).url).exp * 1000).toBe(
      Date.parse('2030-01-07T03:45:00Z'),
    )
  })

  it('names its secret, which no file, answer or export has [VIDEO-01]', async () => {
    const clinic = await house.clinic(withJitsi)
    const { description } = await house.operate('settings-show', { workspace: clinic.name })
    expect(description.workspace.video).toEqual({ jitsi })
    const told = JSON.stringify([
      description,
      (await clinic.get('/v2/workspaces')).json,
      await house.sql('select * from workspaces'),
    ])
    expect(told).not.toContain(secret)
    expect(told).toContain('secret:JITSI')
    for (const wrong of [secret, 'secret:jitsi', ''])
      await expect(
        house.clinic(withVideo({ jitsi: { ...jitsi, secret: wrong } })),
      ).rejects.toMatchObject({
        mistakes: [{ path: 'workspace.video.jitsi.secret' }],
      })
  })

  it('is refused with the reason where a file describes it wrongly [VIDEO-01]', async () => {
    const mistaken: [unknown, string, RegExp][] = [
      [
        'builtin',
        'workspace.video',
        /must be built-in, account, off, an address with https:\/\/, or rooms at a server: jitsi/,
      ],
      [{}, 'workspace.video', /lacks jitsi/],
      [{ jitsi, zoom: {} }, 'workspace.video', /unknown member: zoom/],
      [{ jitsi: { ...jitsi, url: 'http://jitsi.example' } }, 'workspace.video.jitsi.url', /https/],
      [{ jitsi: { ...jitsi, key: 'x' } }, 'workspace.video.jitsi', /unknown member: key/],
    ]
    for (const [video, path, reason] of mistaken) {
      const refused = house.clinic((file) => void Object.assign(file.workspace, { video }))
      await expect(refused, JSON.stringify(video)).rejects.toMatchObject({
        mistakes: [{ path, reason: expect.stringMatching(reason) }],
      })
    }
    const twice = house.clinic(
      (file) =>
        void Object.assign(file.workspace, {
          video: 'off',
          videoLink: 'https://rooms.example/{visit}',
        }),
    )
    await expect(twice).rejects.toMatchObject({
      mistakes: [
        { path: 'workspace.videoLink', reason: expect.stringContaining('leave one of them out') },
      ],
    })
  })

  it('is stored in no other form [VIDEO-01]', async () => {
    const clinic = await house.clinic(withJitsi)
    const change = (set: string) =>
      house.sql(`update workspaces set ${set} where id = $1`, [clinic.workspaceId])
    await expect(change(`jitsi = jitsi || '{"secret": "the secret itself"}'`)).rejects.toThrow(
      /jitsi_is_an_account/,
    )
    await expect(change(`jitsi = jitsi - 'url'`)).rejects.toThrow(/jitsi_is_an_account/)
    await expect(change("video_link = 'https://rooms.example/'")).rejects.toThrow(
      /jitsi_is_an_account/,
    )
    const { visit } = await bookedOnline(house, clinic)
    const { visit: second } = await bookedOnline(house, clinic, slotTimes('09:30'))
    const [row] = await house.sql('select video_room from appointments where id = $1', [visit.id])
    const set = (room: string | null, more = '') =>
      house.sql(`update appointments set video_room = $2${more} where id = $1`, [second.id, room])
    await expect(set(row.video_room)).rejects.toThrow(/video_room_is_of_one_visit/)
    await expect(set('room-1')).rejects.toThrow(/video_room_form/)
    await expect(
      set(row.video_room.split('').reverse().join(''), ', video_link = null'),
    ).rejects.toThrow(/video_room_has_a_link/)
  })

  it('is warned about where its secret is missing [VIDEO-02]', async () => {
    const clinic = await house.clinic()
    const { warnings } = await clinic.change(
      withVideo({ jitsi: { ...jitsi, secret: 'secret:NOWHERE' } }),
    )
    expect(warnings.join('\n')).toMatch(
      /CLINIC_SECRET_NOWHERE is not set here; where the service runs, no online visits are offered until this is mended/,
    )
  })

  it('gives way to the video that the clinic has later [VIDEO-04]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic(withJitsi)
    const { visit } = await bookedOnline(at, clinic)
    await at.moveTo('2030-01-07T03:30:00Z')
    const room = visit.videoLink.slice(-26)
    await clinic.change(withVideo('https://rooms.example/{visit}'))
    expect((await open(at, clinic, visit.id)).url).toBe(`https://rooms.example/${room}`)
  })
})

describe('the video of a visit', () => {
  it('opens from 15 minutes before the start to the end, and says when before and after [VIDEO-04]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic()
    const { visit, path } = await bookedOnline(at, clinic)
    const loadPages = async () => [
      plain(await get(at, path)),
      plain(await get(at, `${path}/video`)),
      plain(await get(at, visit.videoLink)),
    ]
    const asHost = () => open(at, clinic, visit.id)

    // Within the hour before, the page reloads by itself.
    await at.moveTo('2030-01-07T02:14:59Z')
    expect((await get(at, path)).text).not.toContain('data-waits')
    await at.moveTo('2030-01-07T02:15:00Z')
    expect((await get(at, path)).text).toContain('<body data-waits="true">')
    await at.moveTo('2030-01-07T03:14:59Z')
    for (const text of await loadPages())
      expect(text).toMatch(/The video visit opens at Mon, Jan 7.*8:45.*India Time\./)
    expect((await get(at, path)).text).not.toContain('Join the video visit')
    await expect(asHost()).rejects.toThrow(/the video visit opens at 2030-01-07T08:45:00\+05:30/)

    await at.moveTo('2030-01-07T03:15:00Z')
    expect(plain(await get(at, path))).toContain(
      `<a class="button main" href="${path}/video">Join the video visit</a>`,
    )
    expect([
      (await get(at, `${path}/video`)).status,
      (await get(at, visit.videoLink)).status,
    ]).toEqual([303, 303])
    expect((await asHost()).url).toMatch(/^https:\/\/booking\.example\/sandbox-video\//)
    await at.moveTo('2030-01-07T03:44:59Z')
    expect([
      (await get(at, `${path}/video`)).status,
      (await get(at, visit.videoLink)).status,
    ]).toEqual([303, 303])

    await at.moveTo('2030-01-07T03:45:00Z')
    for (const text of await loadPages())
      expect(text).toMatch(/The video visit was open until Mon, Jan 7.*9:15/)
    await expect(asHost()).rejects.toThrow(
      /the video visit was open until 2030-01-07T09:15:00\+05:30/,
    )
  })

  it('has the link of a template, too, only while it is open [VIDEO-04]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic(withVideo('https://rooms.example/{visit}'))
    const { visit, path } = await bookedOnline(at, clinic)
    expect((await get(at, path)).text).not.toContain('rooms.example')
    await at.moveTo('2030-01-07T03:20:00Z')
    expect((await get(at, `${path}/video`)).headers.location).toBe(visit.videoLink)
    expect((await open(at, clinic, visit.id)).url).toBe(visit.videoLink)
  })

  it('says on its pages who is responsible [FORM-05]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic((file) => {
      file.workspace.legal = { imprint: { en: 'https://clinic.example/imprint' } }
    })
    const { visit, path } = await bookedOnline(at, clinic)
    for (const page of [`${path}/video`, visit.videoLink])
      expect((await get(at, page)).text).toContain('<a href="https://clinic.example/imprint"')
  })

  it('is closed with a cancellation, and unknown once the patient is erased [VIDEO-04]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic()
    const { visit, path } = await bookedOnline(at, clinic)
    await at.moveTo('2030-01-07T03:20:00Z')
    await at.operate('visit-cancel', { workspace: clinic.name, id: visit.id })
    expect(plain(await get(at, `${path}/video`))).toContain('The video visit is over.')
    await expect(open(at, clinic, visit.id)).rejects.toThrow(/the visit is over or cancelled/)
    await at.operate('patient-erase', {
      workspace: clinic.name,
      id: visit.patientId,
      confirmed: true,
    })
    for (const url of [path, `${path}/video`, visit.videoLink])
      expect((await get(at, url)).status).toBe(404)
  })

  it('of another workspace, of a visit at the clinic, or of no visit, cannot be opened [VIDEO-04]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const { visit } = await bookedOnline(house, clinic)
    await expect(open(house, other, visit.id)).rejects.toThrow(/there is no visit/)
    const atClinic = (await book(clinic, slotTimes('10:00'))).json.appointment
    await expect(open(house, clinic, atClinic.id)).rejects.toThrow(/is not an online visit/)
    for (const room of ['0'.repeat(26), 'x', visit.videoLink.slice(-26).toUpperCase()])
      expect((await get(house, `/video/${room}`)).status).toBe(404)
  })

  it('is audited when staff open it, and leaves nothing when they cannot [VIDEO-04]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic()
    const { visit } = await bookedOnline(at, clinic)
    const reads = () =>
      at.sql("select id from audit_entries where workspace_id = $1 and action = 'READ'", [
        clinic.workspaceId,
      ])
    await expect(open(at, clinic, visit.id)).rejects.toThrow(/opens at/)
    expect(await reads()).toEqual([])
    await at.moveTo('2030-01-07T03:30:00Z')
    await open(at, clinic, visit.id)
    expect(await reads()).toHaveLength(1)
  })
})

describe('an online token', () => {
  it('has its link in the booking, the lists, its page and its notices [A-251]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic((file) => {
      withOnlineShift(file)
      file.workspace.video = 'https://rooms.example/{visit}'
      file.workspace.notices = { tokenConfirmation: true }
    })
    const { visit } = await onlineToken(at, clinic)
    expect(visit.videoLink).toMatch(/^https:\/\/rooms\.example\/[0-9a-z]{26}$/)
    const { videoLink } = visit
    const addressId = clinic.id('location', 'jaipur')
    const doctorId = clinic.id('practitioner', 'meera-shah')
    for (const list of [
      '/v1/qms-appointments/visits',
      `/v1/qms-appointments/day-visits?${queryString({ addressId, doctorId, date: queueDate })}`,
    ]) {
      const { status, text } = await clinic.get(list)
      expect([status, text.split(`"videoLink":"${videoLink}"`).length - 1], text).toEqual([200, 1])
    }
    expect(
      (await at.operate('visit-show', { workspace: clinic.name, id: visit.visitId })).videoLink,
    ).toBe(videoLink)
    await at.moveTo('2030-01-01T01:00:00Z')
    await at.application.dueWork.tick()
    const bodies = async () =>
      (await at.operate('outbox-show', { workspace: clinic.name })).map(({ body }: Json) => body)
    await expect.poll(bodies).toEqual([expect.stringContaining(`\nVideo: ${videoLink}\n`)])
  })

  it('of a shift at the clinic has none, in the database too [A-251]', async () => {
    const clinic = await house.clinic()
    const { json } = await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic))
    expect(json.visit.videoLink).toBeNull()
    const change = house.sql(
      "update queue_visits set video_link = 'https://a.example/' where id = $1",
      [json.visit.visitId],
    )
    await expect(change).rejects.toThrow(/video_link_is_of_online_token/)
  })

  it('opens from its call until its consultation is over, on both of its pages [VIDEO-04]', async () => {
    const at = await newHouse()
    const clinic = await at.clinic((file) => {
      withOnlineShift(file)
      withJitsi(file)
    })
    const { visit, path } = await onlineToken(at, clinic)
    const line = `/queue/${visit.publicStatusToken}`
    const shownAt = async () => {
      const page = await get(at, path)
      const ofLine = await get(at, line)
      const state = (await get(at, `${line}/state`)).json.view
      return [
        page.text.includes(`href="${path}/video"`),
        /id="video-link" href="\?video"( hidden)?/.exec(ofLine.text)?.[1] === undefined,
        state.hasVideo,
      ]
    }
    await at.moveTo('2030-01-01T03:35:00Z')
    await startShift(at, clinic, 'video')
    expect(await shownAt()).toEqual([false, false, false])
    expect(plain(await get(at, path))).toContain('The video visit opens when it is your turn.')
    for (const url of [`${path}/video`, `${line}?video`, visit.videoLink])
      expect(plain(await get(at, url))).toContain('The video visit opens when it is your turn.')
    await expect(open(at, clinic, visit.visitId)).rejects.toThrow(/opens when the token is called/)

    const staff = openQueueDesk(at, clinic, 'video')
    await staff.callNext()
    expect(await shownAt()).toEqual([true, true, true])
    for (const url of [`${path}/video`, `${line}?video`, visit.videoLink]) {
      const { status, headers } = await get(at, url)
      expect([status, claimsIn(String(headers.location)).moderator]).toEqual([303, false])
    }
    expect(claimsIn((await open(at, clinic, visit.visitId)).url)).toMatchObject({
      moderator: true,
      room: visit.videoLink.slice(-26),
    })

    await staff.act(1, 'begin')
    expect(await shownAt()).toEqual([true, true, true])
    await staff.act(1, 'complete')
    expect(await shownAt()).toEqual([false, false, false])
    for (const url of [`${path}/video`, `${line}?video`, visit.videoLink])
      expect(plain(await get(at, url))).toContain('The video visit is over.')
    await expect(open(at, clinic, visit.visitId)).rejects.toThrow(/the visit is over or cancelled/)
  })
})
