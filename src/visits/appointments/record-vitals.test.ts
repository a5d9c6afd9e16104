import { describe, expect, it } from 'vitest'
import {
  book,
  type CallOptions,
  type Clinic,
  type Json,
  openHarness,
} from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'

const house = await openHarness()
const member = (clinic: Clinic) => ({
  'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')),
})
const record = (
  clinic: Clinic,
  appointmentId: number | string,
  body: Json,
  options: CallOptions = {},
) =>
  clinic.post(`/v1/appointments/${appointmentId}/vitals`, body, {
    headers: member(clinic),
    ...options,
  })
const listVitals = ({ workspaceId }: Clinic) =>
  house.sql(
    'select vitals, recorded_by from appointment_vitals where workspace_id = $1 order by recorded_at',
    [workspaceId],
  )

async function visit(vital?: Json): Promise<{ clinic: Clinic; id: number }> {
  const clinic = await house.clinic()
  return { clinic, id: (await book(clinic, { vital })).json.appointment.id }
}

describe('201', () => {
  it('adds vitals to those of the booking, and says who took them [PAT-14] [ACT-04]', async () => {
    const { clinic, id } = await visit({ pulse: 70 })
    const { status, json } = await record(clinic, id, { vital: { pulse: 72, note: 'sitting' } })
    expect(status).toBe(201)
    expect(json).toEqual({
      appointmentId: id,
      recordedAt: expect.stringMatching(/^2030-01-01T.*\+00:00$/),
      vital: { pulse: 72, note: 'sitting' },
    })
    expect(await listVitals(clinic)).toEqual([
      { vitals: { pulse: 70 }, recorded_by: null },
      {
        vitals: { pulse: 72, note: 'sitting' },
        recorded_by: clinic.id('practitioner', 'asha-rao'),
      },
    ])
  })

  it('keeps all of many concurrent ones', async () => {
    const { clinic, id } = await visit()
    const replies = await Promise.all(
      Array.from({ length: 32 }, (_, pulse) => record(clinic, id, { vital: { pulse } })),
    )
    expect(replies.map(({ status }) => status)).toEqual(Array(32).fill(201))
    expect(await listVitals(clinic)).toHaveLength(32)
  })
})

describe('a refusal', () => {
  const wrong = cases<[string, Json]>([
    ['no vitals', {}],
    ['vitals that are a list', { vital: [1] }],
    ['vitals that are null', { vital: null }],
    ['more than 8 KiB', { vital: { note: 'x'.repeat(8 * 1024) } }],
    ['a body that is a list', []],
  ])
  it.each(wrong)('of %s is 400 and writes nothing', async (_, body) => {
    const { clinic, id } = await visit()
    expect((await record(clinic, id, body)).status).toBe(400)
    expect(await listVitals(clinic)).toEqual([])
  })

  it('of a visit outside the workspace is 404, and of an invalid id 400', async () => {
    const { clinic, id } = await visit()
    const other = await visit()
    for (const absent of [other.id, 999_999_999]) {
      const reply = await record(clinic, absent, { vital: { pulse: 72 } })
      expect([reply.status, reply.json.error]).toEqual([404, 'APPOINTMENT_NOT_FOUND'])
    }
    expect((await record(clinic, 'one', { vital: { pulse: 72 } })).status).toBe(400)
    expect((await record(clinic, id, { vital: { pulse: 72 } }, { headers: {} })).status).toBe(400)
    expect([await listVitals(clinic), await listVitals(other.clinic)]).toEqual([[], []])
  })

  it('of a session says that the route is for developer keys', async () => {
    const { clinic, id } = await visit()
    const reply = await record(
      clinic,
      id,
      { vital: { pulse: 72 } },
      { key: null, headers: { ...(await clinic.session()), ...member(clinic) } },
    )
    expect([reply.status, reply.json.message]).toEqual([
      403,
      expect.stringContaining('Developer API keys'),
    ])
  })
})
