// A merge at the same moment as bookings, cancellations, erasures, refunds and other merges of the
// same records: nothing is lost or counted twice, everything belongs to one record, and nothing
// deadlocks.

import { afterEach, describe, expect, it } from 'vitest'
import { countDeadlocks } from '../support/clinic/connections.ts'
import { book, type Clinic, type Json, slotTimes } from '../support/clinic/harness.ts'
import { confirm, createPayingClinic, reserve } from '../support/clinic/paying-clinic.ts'
import { tokenBody } from '../support/clinic/queue-clinic.ts'
import { expectSameBooks, openCheckoutHarness } from '../support/gateways/checkout-harness.ts'
import { runSize } from '../support/run/sizes.ts'

const all = await openCheckoutHarness()
const { house: harness, gateway } = all
const rounds = runSize(4, 60)
const clocks = ['09:00', '09:15', '09:30', '09:45', '10:00', '10:15', '10:30', '10:45']

const operate = (clinic: Clinic, name: string, input: Json): Promise<Json> =>
  harness.operate(name, { workspace: clinic.name, ...input })
const merge = (clinic: Clinic, from: number, into: number) =>
  operate(clinic, 'patient-merge', { from, into, reason: 'One person', confirmed: true })

const refusals = {
  RECORD_ALREADY_MERGED: 'was already merged into',
  RECORD_HAS_OPEN_CHECKOUT: 'has an open checkout',
  RECORD_HAS_PENDING_REFUND: 'is in progress',
  RECORDS_IN_USE: 'is being changed',
  PATIENT_NOT_FOUND: 'No such patient',
} as const

/**
 * DONE, or the refusal, which arrives from the other process as a sentence; anything else fails the
 * test.
 */
async function outcome(
  work: Promise<Json>,
  ...expected: (keyof typeof refusals)[]
): Promise<string> {
  return work.then(
    () => 'DONE',
    (error: Error) => {
      const refusal = expected.find((code) => error.message.includes(refusals[code]))
      if (refusal === undefined) throw error
      return refusal
    },
  )
}

/**
 * A clinic with several records of one person, each with a visit, a token and a pack of ten of
 * which two sessions are used.
 */
async function clinicWith(count: number) {
  const clinic = await createPayingClinic(harness)
  const ids: number[] = []
  for (let index = 0; index < count; index += 1) {
    const payload = { firstName: `Meera ${'abc'[index]}`, phoneNumber: `987654321${index}` }
    const { json, text } = await book(clinic, {
      patientPayload: payload,
      ...slotTimes(`12:${index * 15 || '00'}`),
    })
    const patientId: number = json.appointment?.patientId
    expect(patientId, text).toBeDefined()
    const whom = { patientPayload: undefined, patientId }
    expect(
      (await clinic.post('/v1/qms-appointments/pre/book', tokenBody(clinic, whom))).status,
    ).toBe(201)
    const { id: pack } = await operate(clinic, 'packs-grant', { patientId, pack: 'ten' })
    await operate(clinic, 'packs-correct', { id: pack, sessions: -2, reason: 'used before' })
    ids.push(patientId)
  }
  const [from, into, third] = ids as [number, number, number]
  return { clinic, from, into, third }
}

/** How many records have rows, by table, and how many rows there are. */
async function countRecords({ workspaceId }: Clinic) {
  const [row] = await harness.sql(
    `select (select count(*)::int from appointments where workspace_id = $1) as visits, (select count(*)::int from queue_visits where workspace_id = $1) as tokens,
       (select count(*)::int from patient_packs where workspace_id = $1) as packs,
       (select coalesce(sum(m.sessions), 0)::int from pack_movements m where m.workspace_id = $1) as sessions`,
    [workspaceId],
  )
  return row
}
const listOwners = async ({ workspaceId }: Clinic): Promise<number[]> =>
  (
    await harness.sql(
      `select distinct patient_id::int as id from (
         select patient_id from appointments where workspace_id = $1 union select patient_id from queue_visits where workspace_id = $1
         union select patient_id from patient_packs where workspace_id = $1) named order by 1`,
      [workspaceId],
    )
  ).map(({ id }) => id)
const listMergedPatients = ({ workspaceId }: Clinic) =>
  harness.sql(
    'select id::int, merged_into::int as into from merged_patients where workspace_id = $1 order by id',
    [workspaceId],
  )

afterEach(async () => {
  expect(await countDeadlocks(harness)).toBe(0)
})

describe('a merge at the same moment as', () => {
  it('bookings and tokens of either record loses none of them [TILL-02] [INV-15]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { clinic, from, into } = await clinicWith(2)
      const before = await countRecords(clinic)
      const bookings = clocks.map((clock, index) =>
        book(clinic, {
          patientPayload: undefined,
          patientId: index % 2 ? from : into,
          ...slotTimes(clock),
        }),
      )
      const tokens = [from, into, from].map((patientId) =>
        clinic.post(
          '/v1/qms-appointments/pre/book',
          tokenBody(clinic, { patientPayload: undefined, patientId }),
        ),
      )
      const [merged, ...replies] = await Promise.all([
        outcome(merge(clinic, from, into), 'RECORDS_IN_USE'),
        ...bookings,
        ...tokens,
      ])
      for (const { status, text } of replies) expect(status, text).toBe(201)
      expect(await countRecords(clinic)).toEqual({
        ...before,
        visits: before.visits + 8,
        tokens: before.tokens + 3,
      })
      if (merged !== 'DONE') await merge(clinic, from, into)
      expect(await listOwners(clinic)).toEqual([into])
    }
  })

  it('other merges of the same records happens once [TILL-02]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { clinic, from, into } = await clinicWith(2)
      const before = await countRecords(clinic)
      const tries = [
        merge(clinic, from, into),
        merge(clinic, into, from),
        merge(clinic, from, into),
        merge(clinic, into, from),
      ]
      const outcomes = await Promise.all(
        tries.map((work) => outcome(work, 'RECORD_ALREADY_MERGED', 'RECORDS_IN_USE')),
      )
      expect(outcomes.filter((how) => how === 'DONE')).toHaveLength(1)
      const [pointer, ...more] = await listMergedPatients(clinic)
      expect(more).toEqual([])
      expect(await listOwners(clinic)).toEqual([pointer?.into])
      expect(await countRecords(clinic)).toEqual(before)
    }
  })

  it('a merge of the target record leads to one record, in one step [TILL-02]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { clinic, from, into, third } = await clinicWith(3)
      const before = await countRecords(clinic)
      const outcomes = await Promise.all(
        [merge(clinic, from, into), merge(clinic, into, third)].map((work) =>
          outcome(work, 'RECORD_ALREADY_MERGED', 'RECORDS_IN_USE'),
        ),
      )
      expect(outcomes).toContain('DONE')
      const pointers = await listMergedPatients(clinic)
      expect(pointers).toHaveLength(outcomes.filter((how) => how === 'DONE').length)
      for (const pointer of pointers)
        expect(pointers.map(({ id }) => id)).not.toContain(pointer.into)
      expect(await listOwners(clinic)).toHaveLength(3 - pointers.length)
      expect(await countRecords(clinic)).toEqual(before)
    }
  })

  it.each(['the one that is merged', 'the one that is kept'])(
    'an erasure of %s erases everything of a record or keeps it whole [TILL-02] [INV-16]',
    async (which) => {
      for (let round = 0; round < rounds; round += 1) {
        const { clinic, from, into } = await clinicWith(2)
        const before = await countRecords(clinic)
        const erasing = operate(clinic, 'patient-erase', {
          id: which.endsWith('merged') ? from : into,
          confirmed: true,
        })
        const [merged, erased] = await Promise.all([
          outcome(merge(clinic, from, into), 'PATIENT_NOT_FOUND', 'RECORDS_IN_USE'),
          outcome(erasing, 'PATIENT_NOT_FOUND'),
        ])
        expect(erased).toBe('DONE')
        const left = await harness.sql(
          'select id::int from patients where workspace_id = $1 and erased_at is null order by id',
          [clinic.workspaceId],
        )
        const other = which.endsWith('merged') ? into : from
        // Merged first, both belong to one person, who was erased by either id.
        expect(left).toEqual(merged === 'DONE' ? [] : [{ id: other }])
        expect(await listOwners(clinic)).toEqual(
          merged === 'DONE' ? [into] : [from, into].toSorted((a, b) => a - b),
        )
        expect(await countRecords(clinic)).toEqual(before)
      }
    },
  )

  it('a cancellation with a refund refunds once, and the visit belongs to the kept record [TILL-02] [INV-22]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { clinic, from, into } = await clinicWith(2)
      const { checkoutUrl, sessionRef, appointment } = (
        await reserve(clinic, { patientPayload: undefined, patientId: from })
      ).json
      await gateway.pay(clinic, checkoutUrl)
      expect((await confirm(clinic, { sessionRef })).json.status).toBe('SUCCESS')
      const before = await countRecords(clinic)
      const body = { refundIssued: true, refundPercentage: 50, refundAmount: 250 }
      const cancelling = harness.call('PATCH', `/v1/appointments/${appointment.id}/cancel`, {
        key: clinic.key,
        body,
      })
      const [merged, cancelled] = await Promise.all([
        outcome(merge(clinic, from, into), 'RECORD_HAS_PENDING_REFUND', 'RECORDS_IN_USE'),
        cancelling,
      ])
      expect(cancelled.status, cancelled.text).toBe(200)
      await all.finishDueWork()
      expect(
        await harness.sql('select state from refunds where workspace_id = $1', [
          clinic.workspaceId,
        ]),
      ).toEqual([{ state: 'DONE' }])
      await expectSameBooks(all, clinic)
      if (merged !== 'DONE') await merge(clinic, from, into)
      expect(await listOwners(clinic)).toEqual([into])
      expect(await countRecords(clinic)).toEqual(before)
    }
  })

  it('the start of a checkout leaves the reservation with the kept record, and it can be paid [TILL-02] [INV-28]', async () => {
    for (let round = 0; round < rounds; round += 1) {
      const { clinic, from, into } = await clinicWith(2)
      const [merged, reserved] = await Promise.all([
        outcome(merge(clinic, from, into), 'RECORD_HAS_OPEN_CHECKOUT', 'RECORDS_IN_USE'),
        reserve(clinic, { patientPayload: undefined, patientId: from }),
      ])
      expect(reserved.status, reserved.text).toBe(201)
      await gateway.pay(clinic, reserved.json.checkoutUrl)
      expect((await confirm(clinic, { sessionRef: reserved.json.sessionRef })).json.status).toBe(
        'SUCCESS',
      )
      if (merged !== 'DONE') await merge(clinic, from, into)
      expect(await listOwners(clinic)).toEqual([into])
      await expectSameBooks(all, clinic)
    }
  })
})
