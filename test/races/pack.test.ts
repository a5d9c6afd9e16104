// One pack, many callers at once, two service processes, and processes that are killed: a session
// is used once or not at all, and always together with its visit.

import { describe, expect, it } from 'vitest'
import { countDeadlocks, waitForTransactions } from '../support/clinic/connections.ts'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  slotTimes,
} from '../support/clinic/harness.ts'
import { request } from '../support/processes/service-process.ts'
import { startTwoServices } from '../support/processes/two-services.ts'
import { runSize } from '../support/run/sizes.ts'

const harness = await openHarness()
const services = await startTwoServices(harness.connection)

const callers = 64
const sessions = 5

/**
 * A clinic with a doctor for each caller, so that no two want the same time, and a pack of the
 * patient.
 */
async function packRace(): Promise<{ clinic: Clinic; patientId: number; packId: number }> {
  const clinic = await harness.clinic((file) => {
    const asha = file.practitioners['asha-rao']
    if (!asha) return
    for (let number = 0; number < callers; number += 1)
      file.practitioners[`doctor-${number}`] = structuredClone(asha)
    file.sessionPacks = {
      five: {
        displayName: 'Five visits',
        sessions,
        validityDays: 60,
        currency: 'INR',
        price: 2000,
      },
    }
  })
  const { patientId } = (await book(clinic)).json.appointment
  const { id } = await harness.operate('packs-grant', {
    workspace: clinic.name,
    patientId,
    pack: 'five',
  })
  return { clinic, patientId, packId: id }
}

function useOnce(
  { clinic, patientId, packId }: Awaited<ReturnType<typeof packRace>>,
  caller: number,
  clock = '10:00',
) {
  const { url } = services.of(caller)
  const body = createBookingBody(clinic, {
    doctorId: clinic.id('practitioner', `doctor-${caller}`),
    patientPayload: undefined,
    patientId,
    bookingType: 'USE_ACTIVE_PACKAGE',
    patientPackageId: packId,
    paymentReference: `use-${clock}-${caller}`,
    ...slotTimes(clock),
  })
  return request(`${url}/v1/appointments/book-appointment-unified`, clinic.key, body)
}

/** The pack, its movements and its visits, as stored in the database. */
async function loadPackUsage({ packId }: { packId: number }): Promise<Json> {
  const [row] = await harness.sql(
    `select sessions_used as used,
       (select -coalesce(sum(sessions), 0)::int from pack_movements where patient_pack_id = $1) as moved,
       (select count(*)::int from appointments where patient_package_id = $1 and status <> 'CANCELLED') as visits,
       (select array_agg(payment_reference) from appointments where patient_package_id = $1) as of
     from patient_packs where id = $1`,
    [packId],
  )
  return row
}

describe(`${callers} uses at once of a pack with ${sessions} sessions, through two processes`, () => {
  it('make five visits and 59 refusals that change nothing [PACK-15] [INV-15] [INV-16]', async () => {
    for (let round = 0; round < runSize(1, 20); round += 1) {
      const race = await packRace()
      const replies = await Promise.all(
        Array.from({ length: callers }, (_, caller) => useOnce(race, caller)),
      )
      const won = replies.filter(({ status }) => status === 201)
      expect(won).toHaveLength(sessions)
      for (const { status, json } of replies.filter((reply) => !won.includes(reply))) {
        expect([status, json.error, json.message]).toEqual([
          400,
          'SESSION_PACK_NOT_USABLE',
          expect.stringMatching(/no sessions left|used up or ended in this moment/),
        ])
      }
      expect(await loadPackUsage(race)).toMatchObject({
        used: sessions,
        moved: sessions,
        visits: sessions,
      })
    }
  })

  it('use no session without a visit and lose none when a process is killed [PACK-15] [INV-16] [INV-31]', async () => {
    for (let round = 0; round < runSize(1, 20); round += 1) {
      const race = await packRace()
      const uses = Array.from({ length: callers }, (_, caller) =>
        useOnce(race, caller).then(
          ({ status }) => (status === 201 ? `use-10:00-${caller}` : undefined),
          () => undefined,
        ),
      )
      const doomed = services.of(round)
      // Kills the process as soon as one of the requests has been served.
      await Promise.race(uses)
      doomed.child.kill('SIGKILL')
      const acknowledged = (await Promise.all(uses)).filter((reference) => reference !== undefined)
      await services.startAgain(round)
      await waitForTransactions(harness)
      const { used, moved, visits, of } = await loadPackUsage(race)
      expect([moved, visits]).toEqual([used, used])
      expect(used).toBeLessThanOrEqual(sessions)
      for (const reference of acknowledged) expect(of ?? []).toContain(reference)
      // The remaining sessions can still be used, and no more than those.
      const rest = await Promise.all(
        Array.from({ length: sessions + 2 }, (_, caller) => useOnce(race, caller, '11:00')),
      )
      expect(rest.filter(({ status }) => status === 201)).toHaveLength(sessions - used)
      expect(await loadPackUsage(race)).toMatchObject({
        used: sessions,
        moved: sessions,
        visits: sessions,
      })
    }
  })
})

it('never deadlock in any of these tests', async () => {
  expect(await countDeadlocks(harness)).toBe(0)
})
