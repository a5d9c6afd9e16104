import { expect, it } from 'vitest'
import { book, type Json, openHarness } from '../../../../test/support/clinic/harness.ts'

const house = await openHarness()

it('vitals are added to a visit as by the API, earlier ones stay, and the audit says who did it [DAY-14]', async () => {
  const clinic = await house.clinic()
  const other = await house.clinic()
  const { id } = (await book(clinic, { vital: { pulse: 70 } })).json.appointment
  const add = (workspace: string, input: Json) =>
    house.operate('visit-vitals', { workspace, id, ...input })
  const rows = () =>
    house.sql(
      'select vitals from appointment_vitals where workspace_id = $1 order by recorded_at',
      [clinic.workspaceId],
    )
  const added = await add(clinic.name, { vital: { pulse: 72 } })
  expect(added).toEqual({
    appointmentId: id,
    recordedAt: expect.stringMatching(/^2030-01-01T/),
    vital: { pulse: 72 },
  })
  expect((await rows()).map(({ vitals }) => vitals)).toEqual([{ pulse: 70 }, { pulse: 72 }])
  expect(
    (await house.operate('audit-show', { workspace: clinic.name, limit: 1 }))[0],
  ).toMatchObject({ action: 'VITALS_RECORDED', by: 'operator tester' })
  await expect(add(clinic.name, { vital: { note: 'x'.repeat(9_000) } })).rejects.toThrow(
    'at most 8 KiB',
  )
  await expect(add(other.name, { vital: { pulse: 1 } })).rejects.toThrow('No such appointment')
  expect(await rows()).toHaveLength(2)
})
