// One shift, many callers who want its tokens at nine in the morning, two service processes, and
// processes that are killed: never over capacity, and numbers from 1 on without gap or repeat.

import { describe, expect, it } from 'vitest'
import { actOnToken, endQueue, withQueue } from '../../src/visits/queue/run-queue.ts'
import { countDeadlocks, waitForTransactions } from '../support/clinic/connections.ts'
import { type Clinic, type Json, openHarness } from '../support/clinic/harness.ts'
import {
  queueDate,
  readShownShift,
  shiftId,
  shiftInput,
  startShift,
  tokenBody,
} from '../support/clinic/queue-clinic.ts'
import { requestUntilServed } from '../support/processes/service-process.ts'
import { startTwoServices } from '../support/processes/two-services.ts'
import { runSize } from '../support/run/sizes.ts'

const harness = await openHarness()
const services = await startTwoServices(harness.connection)

const callers = 400
const capacity = 100

interface Race {
  clinic: Clinic
  /**
   * A known patient, for bookings that are one statement; the others describe a new patient, in a
   * transaction.
   */
  patientId: number
}

async function tokenRace(): Promise<Race> {
  const clinic = await harness.clinic((file) => {
    const morning = file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning
    if (morning) morning.maxAppointments = capacity
  })
  const { json } = await clinic.post(
    '/v1/patients',
    { firstName: 'Meera' },
    { headers: { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) } },
  )
  return { clinic, patientId: json.id }
}

async function takeOne({ clinic, patientId }: Race, caller: number, route = 'pre/book') {
  const { url } = services.of(caller)
  const whom =
    caller % 4 === 0
      ? { patientPayload: { firstName: `Caller ${caller}` } }
      : { patientPayload: undefined, patientId }
  const body = tokenBody(clinic, { ...whom, paymentReference: `caller-${caller}` })
  return requestUntilServed(`${url}/v1/qms-appointments/${route}`, clinic.key, body)
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const ascending = (numbers: number[]) => numbers.toSorted((a, b) => a - b)

/** The day and its tokens, as stored in the database. */
async function loadDay({
  clinic,
}: Race): Promise<{ issued: number; booked: number; waiting: number; tokens: Json[] }> {
  const [day] = await harness.sql(
    'select id, issued, booked, waiting from queue_days where workspace_id = $1 and work_shift_id = $2 and date = $3',
    [clinic.workspaceId, shiftId(clinic), queueDate],
  )
  const tokens = await harness.sql(
    'select token_number as number, status, payment_reference as reference, created_at as at from queue_visits where queue_day_id = $1 order by 1',
    [day.id],
  )
  return { ...day, tokens }
}

/** Numbers are dense, and the day's counts match its tokens. */
async function expectExact(race: Race): Promise<Json[]> {
  const { issued, booked, waiting, tokens } = await loadDay(race)
  expect(tokens.map(({ number }) => number)).toEqual(upTo(issued))
  expect(booked).toBe(tokens.filter(({ status }) => status !== 'CANCELLED').length)
  expect(waiting).toBe(tokens.filter(({ status }) => status === 'WAITING').length)
  expect(booked).toBeLessThanOrEqual(capacity)
  return tokens
}

describe(`${callers} callers at once for a shift of ${capacity}, through two processes`, () => {
  it('get the tokens 1 to 100, each with its place, and 300 refusals that change nothing [QUEUE-07] [QUEUE-16] [QUEUE-17] [INV-10]', async () => {
    for (let round = 0; round < runSize(1, 20); round += 1) {
      const race = await tokenRace()
      const route = round % 2 === 0 ? 'pre/book' : 'immediate/book'
      if (round % 2 === 1) await startShift(harness, race.clinic)
      const replies = await Promise.all(upTo(callers).map((caller) => takeOne(race, caller, route)))
      const won = replies.filter(({ status }) => status === 201).map(({ json }) => json.visit)
      expect(ascending(won.map(({ tokenNumber }) => tokenNumber))).toEqual(upTo(capacity))
      // No one was called in between, so a place is the number, however many came at once.
      for (const { tokenNumber, position } of won) expect(position).toBe(tokenNumber)
      expect(new Set(won.map(({ publicStatusToken }) => publicStatusToken)).size).toBe(capacity)
      const refused = replies.filter(({ status }) => status !== 201)
      expect(refused.map(({ status, json }) => `${status} ${json.error}`)).toEqual(
        Array(callers - capacity).fill('400 SHIFT_FULL'),
      )
      await expectExact(race)
      expect(await readShownShift(race.clinic)).toMatchObject({
        bookedCount: capacity,
        maxAppointments: capacity,
      })
      // A refused caller left no record behind either.
      const [{ count }] = await harness.sql(
        "select count(*)::int from patients where workspace_id = $1 and first_name like 'Caller%'",
        [race.clinic.workspaceId],
      )
      expect(count).toBe(won.filter(({ patientId }) => patientId !== race.patientId).length)
    }
  })

  it('leave no gap when a process is killed, and retries get the remaining tokens [INV-10] [INV-11] [INV-31]', async () => {
    for (let round = 0; round < runSize(1, 20); round += 1) {
      const race = await tokenRace()
      const attempts = upTo(callers).map((caller) =>
        takeOne(race, caller).then(
          ({ status, json }) => ({
            caller,
            number: status === 201 ? json.visit.tokenNumber : undefined,
          }),
          () => ({ caller, number: undefined }),
        ),
      )
      const doomed = services.of(round)
      // Kills the process as soon as one of the requests has been served.
      await Promise.race(attempts)
      doomed.child.kill('SIGKILL')
      const acknowledged = (await Promise.all(attempts)).filter(
        ({ number }) => number !== undefined,
      )
      await services.startAgain(round)
      await waitForTransactions(harness)
      const tokens = await expectExact(race)
      for (const { caller, number } of acknowledged)
        expect(tokens[number - 1]).toMatchObject({ number, reference: `caller-${caller}` })
      // A caller without an answer first checks whether it has a token, and takes one if not.
      const unlucky = upTo(callers).filter(
        (caller) => !tokens.some(({ reference }) => reference === `caller-${caller}`),
      )
      const replies = await Promise.all(unlucky.map((caller) => takeOne(race, caller)))
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(capacity - tokens.length)
      expect(await expectExact(race)).toHaveLength(capacity)
    }
  })

  it('take the places that others free, and no more [INV-11] [SHIFT-22]', async () => {
    for (let round = 0; round < runSize(1, 20); round += 1) {
      const race = await tokenRace()
      await startShift(harness, race.clinic)
      const queue = shiftInput(race.clinic)
      await Promise.all(upTo(capacity).map((caller) => takeOne(race, caller, 'immediate/book')))
      const givenBack = upTo(20).map((index) => index * 5)
      const [, replies] = await Promise.all([
        Promise.all(
          givenBack.map((number) =>
            withQueue(harness.application, queue, (queries, held) =>
              actOnToken(queries, held, number, 'cancel'),
            ),
          ),
        ),
        Promise.all(upTo(60).map((caller) => takeOne(race, caller + 1_000, 'immediate/book'))),
      ])
      const more = replies.filter(({ status }) => status === 201).length
      const tokens = await expectExact(race)
      expect(tokens).toHaveLength(capacity + more)
      expect(more).toBeLessThanOrEqual(givenBack.length)
      // Places that were freed after the last refusal go to later callers.
      const rest = await Promise.all(
        upTo(60).map((caller) => takeOne(race, caller + 2_000, 'immediate/book')),
      )
      expect(rest.filter(({ status }) => status === 201)).toHaveLength(givenBack.length - more)
      expect((await readShownShift(race.clinic)).bookedCount).toBe(capacity)
    }
  })

  it('get no token once the shift has ended [INV-12] [QUEUE-08]', async () => {
    for (let round = 0; round < runSize(1, 20); round += 1) {
      const race = await tokenRace()
      await startShift(harness, race.clinic)
      const attempts = upTo(80).map((caller) => takeOne(race, caller, 'immediate/book'))
      await Promise.race(attempts)
      await withQueue(harness.application, shiftInput(race.clinic), endQueue)
      const ended = await loadDay(race)
      const replies = await Promise.all(attempts)
      // Every 201 had its number before the end, and everyone else is told that it is over.
      expect(await loadDay(race)).toEqual(ended)
      expect(replies.filter(({ status }) => status === 201)).toHaveLength(ended.issued)
      for (const { status, json } of replies.filter((reply) => reply.status !== 201))
        expect([status, json.error]).toEqual([400, 'SHIFT_ENDED'])
      expect(ended.tokens.every(({ status }) => status === 'CANCELLED')).toBe(true)
      expect([ended.booked, ended.waiting]).toEqual([0, 0])
    }
  })
})

it('never deadlock in any of these tests', async () => {
  expect(await countDeadlocks(harness)).toBe(0)
})
