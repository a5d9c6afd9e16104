import { expect, it } from 'vitest'
import { book, openHarness } from '../../../test/support/clinic/harness.ts'
import { retirePastClaims } from './retire-claims.ts'

const house = await openHarness()

it('moves out the claims of visits that are over by the real clock, and no others', async () => {
  const clinic = await house.clinic()
  await book(clinic)
  const claims = () => house.sql('select count(*)::int as number from claims')
  // Two and a half thousand visits from years ago, as an upgrade of an old installation would have.
  await house.sql('alter table claims disable trigger all')
  await house.sql(`
    insert into claims (workspace_id, appointment_id, doctor_id, from_at, to_at)
    select workspace_id, -n, doctor_id, from_at - interval '10 years' - n * interval '1 hour', to_at - interval '10 years' - n * interval '1 hour'
    from claims cross join generate_series(1, 2500) as n`)
  await house.sql('alter table claims enable trigger all')
  expect(await claims()).toEqual([{ number: 2501 }])
  await retirePastClaims(house.application.database, Date.now())
  expect(await claims()).toEqual([{ number: 1 }])
})

it('keeps a claim for a day after its visit, in case of wrong clocks', async () => {
  const clinic = await house.clinic()
  await book(clinic)
  const now = Date.parse('2028-05-01T12:00:00Z')
  await house.sql('alter table claims disable trigger all')
  await house.sql(
    `insert into claims (workspace_id, appointment_id, doctor_id, from_at, to_at)
     select workspace_id, -ended, doctor_id, $2::timestamptz - ended * interval '1 minute' - interval '1 minute', $2::timestamptz - ended * interval '1 minute'
     from claims cross join unnest(array[60, 1439, 1440, 1441, 3000]) as ended
     where workspace_id = $1`,
    [clinic.workspaceId, new Date(now).toISOString()],
  )
  await house.sql('alter table claims enable trigger all')
  await retirePastClaims(house.application.database, now)
  const kept = await house.sql(
    'select -appointment_id::int as ended from claims where workspace_id = $1 and appointment_id < 0 order by 1',
    [clinic.workspaceId],
  )
  expect(kept.map(({ ended }) => ended)).toEqual([60, 1439, 1440])
})
