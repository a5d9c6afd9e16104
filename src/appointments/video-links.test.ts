import { describe, expect, it } from 'vitest'
import { book, type Clinic, openHouse, slotAt } from '../../test/support/clinic/harness.ts'

const house = await openHouse()
type File = Parameters<Parameters<typeof house.clinic>[0] & {}>[0]

/** A clinic where Asha and Jonas host online. */
function clinicWith(workspace: Partial<File['workspace']>, ofAsha: Partial<File['practitioners'][string]> = {}): Promise<Clinic> {
  return house.clinic((file) => {
    delete file.workspace.video
    Object.assign(file.workspace, workspace)
    Object.assign(file.practitioners['asha-rao'] as object, ofAsha)
  })
}

async function linkOf(clinic: Clinic, changes: Record<string, unknown> = {}): Promise<string | null> {
  const { status, json, text } = await book(clinic, { mode: 'ONLINE', consultationCharge: 400, ...changes })
  expect(status, text).toBe(201)
  return json.appointment.videoLink
}

const aRoom = '[0-9a-hjkmnp-tv-z]{26}'

describe('the link of an online visit', () => {
  it('is a private room at the built-in video [WS-04] [WS-32]', async () => {
    const clinic = await clinicWith({ video: 'built-in' })
    const links = [await linkOf(clinic, slotAt('09:00')), await linkOf(clinic, slotAt('09:15'))]
    for (const link of links) expect(link).toMatch(new RegExp(`^https://meet\\.jit\\.si/${aRoom}$`))
    expect(links[0]).not.toBe(links[1])
  })

  it('uses the practitioner’s own account, or else the clinic’s own [WS-32]', async () => {
    const own = { videoLink: 'https://rooms.example/asha' }
    const account = { videoLink: 'https://video.clinic.example/r/{visit}?a={visit}' }
    expect(await linkOf(await clinicWith(account))).toMatch(new RegExp(`^https://video\\.clinic\\.example/r/(${aRoom})\\?a=\\1$`))
    expect(await linkOf(await clinicWith({ ...account, video: 'built-in' }))).toMatch(/^https:\/\/video\.clinic\.example/)
    expect(await linkOf(await clinicWith(account, own))).toBe('https://rooms.example/asha')
    expect(await linkOf(await clinicWith({}, own))).toBe('https://rooms.example/asha')
  })

  it('is null if none is configured, because the clinic sends it by itself [WS-32]', async () => {
    expect(await linkOf(await clinicWith({ video: 'account' }))).toBeNull()
    expect(await linkOf(await clinicWith({ video: 'built-in' }, { ownVideo: true }))).toBeNull()
  })

  it('is null for every other mode, in the database too', async () => {
    const clinic = await clinicWith({ video: 'built-in' })
    const { appointment } = (await book(clinic)).json
    expect(appointment.videoLink).toBeNull()
    await expect(house.sql("update appointments set video_link = 'https://a.example/' where id = $1", [appointment.id])).rejects.toThrow(
      /video_link_is_of_online_visit/,
    )
  })

  it('stays the same when the clinic moves to another account', async () => {
    const clinic = await clinicWith({ videoLink: 'https://before.example/{visit}' })
    const link = await linkOf(clinic)
    await clinic.change((file) => Object.assign(file.workspace, { videoLink: 'https://after.example/{visit}' }))
    expect(await linkOf(clinic, slotAt('09:15'))).toMatch(/^https:\/\/after\.example/)
    const [row] = await house.sql('select video_link from appointments where workspace_id = $1 order by id limit 1', [clinic.workspaceId])
    expect(row).toEqual({ video_link: link })
  })

  it('is removed when the patient is erased', async () => {
    const clinic = await clinicWith({ video: 'built-in' })
    const { patientId } = (await book(clinic, { mode: 'ONLINE', consultationCharge: 400 })).json.appointment
    await house.operate('patient-erase', { workspace: clinic.name, id: patientId, confirmed: true })
    expect(await house.sql('select video_link from appointments where workspace_id = $1', [clinic.workspaceId])).toEqual([{ video_link: null }])
  })
})

it.each(['http://video.example/x', 'javascript:alert(1)', 'https://a b'])('%s is not a valid link in a clinic file', async (videoLink) => {
  await expect(clinicWith({ videoLink })).rejects.toMatchObject({ mistakes: [{ path: 'workspace.videoLink' }] })
})
