// A storm at each gateway. At the end the gateway's books and the service's agree on every payment:
// nothing is lost, doubled or left unfinished.

import { expect, it } from 'vitest'
import { countDeadlocks } from '../support/clinic/connections.ts'
import { createPayingClinic } from '../support/clinic/paying-clinic.ts'
import { fastCheckOptions, runSize } from '../support/run/sizes.ts'
import { createRandom, runStorm, slotsPerDoctor } from '../support/storms/storm.ts'
import { type StormSite, stormSites } from '../support/storms/storm-sites.ts'
import { expectConsistent, expectNoAnomaly } from './storm-questions.ts'

const minuteMs = 60_000
const seed = fastCheckOptions.seed ?? Math.floor(Math.random() * 2 ** 31)

const stormClinic = (
  { house: harness, enablePayments: takesPayments }: StormSite,
  reservations: number,
) =>
  createPayingClinic(harness, (file) => {
    const asha = file.practitioners['asha-rao']
    const morning = file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning
    if (!asha || !morning) throw new Error('the test clinic lacks practitioners')
    morning.maxAppointments = 1_000
    for (let number = 0; number < Math.ceil(reservations / slotsPerDoctor); number += 1)
      file.practitioners[`doctor-${number}`] = structuredClone(asha)
    takesPayments(file)
  })

/**
 * Advances time by the longest interval between two checks of any work (one sweeper period), and
 * runs all the work that is due.
 */
async function onePeriod(site: StormSite) {
  const { house: harness } = site
  const last =
    "select extract(epoch from max(due_at))::float8 * 1000 as ms from due_work where kind in ('checkout', 'refund') and state = 'WAITING'"
  const [{ ms }] = await harness.sql(last)
  if (ms === null) return
  await site.advance(Math.max(minuteMs, Math.ceil(ms - harness.application.clock.now()) + 1_000))
  await site.finishDueWork()
}

it.each([
  { name: 'sandbox', reservations: runSize(24, 300) },
  { name: 'stripe', reservations: runSize(18, 300) },
  { name: 'razorpay', reservations: runSize(18, 300) },
] as const)(
  `of $reservations reservations at $name is lost, doubled or left in between none, and no payment or refund (seed ${seed}) [IDEM-05] [IDEM-07] [INV-21] [INV-22] [INV-26] [INV-28] [INV-29] [INV-30] [INV-31] [A-205] [PAY-20]`,
  { timeout: 900_000 },
  async ({ name, reservations }) => {
    const begunAt = performance.now()
    const site = await stormSites[name]()
    const { house: harness } = site
    const clinic = await stormClinic(site, reservations)
    const storm = await runStorm(site, clinic, reservations, createRandom(seed))
    const raisedAt = performance.now()

    await site.advance(17 * minuteMs)
    await site.heal(clinic)
    // From here on nothing fails: everything must be settled within two periods (I11, I14).
    await onePeriod(site)
    await onePeriod(site)
    await expectNoAnomaly(site, clinic, storm)
    // Everything that had to be watched is done after a day and a quarter.
    for (let hour = 0; hour < 36; hour += 3) {
      await site.advance(180 * minuteMs)
      await site.finishDueWork()
    }
    await storm.stop()
    const [{ refunds }] = await harness.sql(
      'select jsonb_object_agg(state, n) as refunds from (select state, count(*) as n from refunds where workspace_id = $1 group by 1) r',
      [clinic.workspaceId],
    )
    const seconds = [raisedAt - begunAt, performance.now() - raisedAt].map((ms) =>
      Math.round(ms / 1_000),
    )
    process.stdout.write(
      `${JSON.stringify({ gateway: name, seed, reservations, seconds, refunds, ...storm.tally })}\n`,
    )
    await expectConsistent(site, clinic, storm)
    expect(storm.unexpected).toEqual([])
    for (const [key, given] of storm.answers) expect([...given], key).toHaveLength(1)
    // A run without any kill, payment or refund has proved nothing.
    expect(storm.tally).toMatchObject({
      killed: expect.any(Number),
      pay: expect.any(Number),
      'broken off': expect.any(Number),
      'called off with a refund': expect.any(Number),
    })
    expect(refunds.DONE).toBeGreaterThan(0)
    expect(storm.answers.size).toBeGreaterThan(reservations / 2)
    expect(await countDeadlocks(harness)).toBe(0)
  },
)
