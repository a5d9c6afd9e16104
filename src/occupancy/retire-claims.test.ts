import { expect, it } from 'vitest'
import { book, openHouse } from '../../test/harness.ts'
import { retirePastClaims } from './retire-claims.ts'

const house = await openHouse()

it('moves out the claims of visits that are over by the real clock, and no other', async () => {
  const clinic = await house.clinic()
  await book(clinic)
  const claims = () => house.sql('select count(*)::int as number from claims')
  // Two and a half thousand visits of years ago, as an upgrade from an old installation would bring them.
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
