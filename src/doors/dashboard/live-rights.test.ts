// Whom the stream of changes tells what: it asks for rights, ends with them, and has a limit for
// each member.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  bookLena,
  createMeridianClinic,
  giveToken,
  people,
  runInClinic,
} from '../../../test/support/clinic/meridian.ts'

const house = await openHarness()
await house.door.listen({ host: '127.0.0.1', port: 0 })
const { port } = house.door.server.address() as { port: number }
const ownPage = { origin: 'http://clinic.test', host: 'clinic.test' }

async function cookie(clinic: Clinic, member: number): Promise<string> {
  const { url } = await runInClinic(house, clinic, 'dashboard-link', { id: member })
  const signedIn = await house.call('POST', '/dashboard/api/sign-in/link', {
    headers: ownPage,
    body: { token: url.split('#')[1] },
  })
  return String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
}

/** Opens the stream of a member; `until` reads on to a text, and `ends` to the end. */
async function stream(clinic: Clinic, signedIn: string) {
  const response = await fetch(`http://127.0.0.1:${port}/dashboard/api/events/${clinic.name}`, {
    headers: { cookie: signedIn },
  })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  let received = ''
  async function until(text: string): Promise<string> {
    while (!received.includes(text)) {
      const read = await reader?.read()
      if (read?.done !== false) throw new Error(`the stream ended before ${text}`)
      received += read.value
    }
    return received
  }
  async function ends(): Promise<void> {
    while ((await reader?.read())?.done === false);
  }
  return { status: response.status, until, ends, close: () => reader?.cancel() }
}

// While one stream is open, the next ones are told of every change from their beginning on.
{
  const clinic = await createMeridianClinic(house)
  await (await stream(clinic, await cookie(clinic, clinic.id('staff', 'nina-roy')))).until(
    'event: all',
  )
}

/** The visits of an event. */
const visitIdsIn = (told: string) =>
  [...told.matchAll(/"visitId":(\d+)/g)].map(([, id]) => Number(id))
const lenas = async (clinic: Clinic, from: string): Promise<Json> =>
  bookLena(house, clinic, 'jaipur', from, { patientPayload: people.full })

describe('the stream of changes', () => {
  it('is refused to a member without any right [DASH-11] [DASH-16]', async () => {
    const clinic = await createMeridianClinic(house)
    const tom = await cookie(clinic, clinic.id('staff', 'tom-lind'))
    await house.sql(
      "update roles set preset = null, rights = null where workspace_id = $1 and preset = 'reception'",
      [clinic.workspaceId],
    )
    const reply = await house.call('GET', `/dashboard/api/events/${clinic.name}`, {
      headers: { cookie: tom },
    })
    expect([reply.status, reply.json.code]).toEqual([403, 'NOT_ALLOWED'])
  })

  it('tells a member who sees own visits only about no visit of a colleague [DASH-10] [DASH-16]', async () => {
    const clinic = await createMeridianClinic(house)
    const lena = await stream(clinic, await cookie(clinic, clinic.id('practitioner', 'lena-vogel')))
    await lena.until('event: open')
    await giveToken(house, clinic)
    const { id } = await lenas(clinic, '2030-01-07T09:00:00+05:30')
    expect(visitIdsIn(await lena.until(`"visitId":${id}`))).toEqual([id])
    await lena.close()
  })

  it('tells a member without the right to see visits that something changed, and no id [DASH-10] [DASH-16]', async () => {
    const clinic = await createMeridianClinic(house, (file: Json) => {
      file.roles.desk = { displayName: 'Books', rights: { insight: 'read' } }
    })
    const tom = await stream(clinic, await cookie(clinic, clinic.id('staff', 'tom-lind')))
    const nina = await stream(clinic, await cookie(clinic, clinic.id('staff', 'nina-roy')))
    await Promise.all([tom.until('event: open'), nina.until('event: open')])
    const { id, patientId } = await lenas(clinic, '2030-01-07T09:00:00+05:30')
    await nina.until(`"visitId":${id}`)
    await runInClinic(house, clinic, 'patient-edit', { id: patientId, dob: '1958-02-03' })
    await nina.until(`event: patient\ndata: ${patientId}\n`)
    await runInClinic(house, clinic, 'block-add', {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'lena-vogel'),
      reason: 'Round',
      fromDateTimeIso: '2030-01-07T10:00:00+05:30',
      toDateTimeIso: '2030-01-07T11:00:00+05:30',
    })
    expect(await tom.until('event: all\ndata:\n\nevent: all\ndata:\n\nevent: all')).not.toMatch(
      /event: (visits|patient)/,
    )
    await Promise.all([tom.close(), nina.close()])
  })

  it.each([
    [
      'their role loses a right',
      (clinic: Clinic) =>
        clinic.change((file: Json) =>
          Object.assign(file.roles.healer, { rights: { visits: 'none' } }),
        ),
    ],
    ['their session is too old', (clinic: Clinic) => age(clinic, 'created_at', '12 hours')],
    [
      'their session is unused for too long',
      (clinic: Clinic) => age(clinic, 'seen_at', '60 minutes'),
    ],
  ] as const)(
    'ends for a member once %s, and for no one else [DASH-07] [DASH-11]',
    async (_, change) => {
      const clinic = await createMeridianClinic(house)
      const lena = await stream(
        clinic,
        await cookie(clinic, clinic.id('practitioner', 'lena-vogel')),
      )
      await lena.until('event: open')
      await change(clinic)
      const nina = await stream(clinic, await cookie(clinic, clinic.id('staff', 'nina-roy')))
      await nina.until('event: open')
      await lena.ends()
      const { id } = await lenas(clinic, '2030-01-07T09:00:00+05:30')
      await nina.until(`"visitId":${id}`)
      await nina.close()
    },
  )

  it('is open 16 times for a member, in however many browsers: then the oldest ends [DASH-16]', async () => {
    const clinic = await createMeridianClinic(house)
    // One after the other: a link that is used ends the member's other links.
    const signedIn: string[] = []
    for (let browser = 0; browser < 3; browser += 1)
      signedIn.push(await cookie(clinic, clinic.id('staff', 'nina-roy')))
    const opened = []
    for (let index = 0; index < 17; index += 1)
      opened.push(await stream(clinic, signedIn[index % 3] ?? ''))
    await opened[0]?.ends()
    // The second is still told of changes.
    const { id } = await lenas(clinic, '2030-01-07T09:00:00+05:30')
    await Promise.all(opened.slice(1).map(({ until }) => until(`"visitId":${id}`)))
    for (const { close } of opened) void close()
  })
})

/** Makes all sessions of a clinic's members older. */
const age = (clinic: Clinic, column: string, span: string) =>
  house.sql(
    `update staff_sessions set created_at = created_at - $2::interval, seen_at = ${column === 'seen_at' ? 'seen_at - $2::interval' : 'seen_at'}
    where account_id in (select account_id from staff_account_members where workspace_id = $1)`,
    [clinic.workspaceId, span],
  )
