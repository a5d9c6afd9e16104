// Tills under load: payments, corrections and refunds while the till is closed, through two
// applications on one database; and large sums.

import { expect, it } from 'vitest'
import { DatabaseUnavailable } from '../../src/base/db/database.ts'
import { toMinorUnits } from '../../src/base/values/money.ts'
import { openApplication } from '../../src/doors/app/application.ts'
import { TerminalProblem } from '../../src/doors/cli/terminal-problem.ts'
import { type Clinic, type Json, openHarness, runAsTester } from '../support/clinic/harness.ts'
import { withoutLimits } from '../support/clinic/no-limits.ts'
import { bookUnpaidVisits } from '../support/clinic/paid-visits.ts'
import { createPayingClinic, reservationRequest } from '../support/clinic/paying-clinic.ts'
import { afterFile } from '../support/run/after-file.ts'
import { runSize } from '../support/run/sizes.ts'

const harness = await openHarness()
const second = await openApplication({
  mode: 'sandbox',
  connection: harness.connection,
  databaseConnections: 5,
  ...withoutLimits,
})
afterFile(() => second.close())
const applications = [harness.application, second] as const

const jaipur = (clinic: Clinic) => clinic.id('location', 'jaipur')

/** Runs an operation in one of the two; undefined if it was refused. */
async function through(
  caller: number,
  clinic: Clinic,
  name: string,
  input: Json,
): Promise<Json | undefined> {
  for (;;) {
    try {
      return await runAsTester(applications[caller % 2] as (typeof applications)[number], name, {
        workspace: clinic.name,
        ...input,
      })
    } catch (error) {
      // On a slow machine so many would wait for a connection longer than allowed.
      if (error instanceof DatabaseUnavailable || /database is busy/.test(`${error}`)) continue
      expect(error).toBeInstanceOf(TerminalProblem)
      return undefined
    }
  }
}

const deadlocks = async () =>
  (
    await harness.sql(
      'select deadlocks::int from pg_stat_database where datname = current_database()',
    )
  )[0].deadlocks

it('puts each payment, correction and refund into exactly one close, in any order of events [TILL-05]', async () => {
  const clinic = await createPayingClinic(harness)
  const ids = await bookUnpaidVisits(clinic, 60)
  const before = await deadlocks()
  const methods = ['CASH', 'CARD', 'UPI']
  const counts = methods.map((method) => ({ method, currency: 'INR', amount: 0 }))
  const close = (caller: number) =>
    through(caller, clinic, 'till-close', {
      addressId: jaipur(clinic),
      counts,
      reason: 'Nothing was counted',
    })
  let isPaying = true
  const paying = Promise.all(
    ids.map(async (id, index) => {
      const { id: payment } = await through(index, clinic, 'visit-pay', {
        id,
        method: methods[index % 3],
      })
      if (index % 5 === 1)
        await through(index, clinic, 'payments-correct', { id: payment, reason: 'Mistaken' })
      if (index % 5 === 2) {
        await through(index, clinic, 'visit-cancel', { id })
        await through(index + 1, clinic, 'visit-refund', { id, percentage: 30 })
      }
    }),
  ).finally(() => {
    isPaying = false
  })
  const closing = [0, 1, 2].map(async (caller) => {
    while (isPaying) await close(caller)
  })
  await Promise.all([paying, ...closing])
  await close(0)
  expect(await deadlocks()).toBe(before)
  const of = [clinic.workspaceId]
  const closes = await harness.sql(
    'select number::int, first_entry::int as first, last_entry::int as last from till_closes where workspace_id = $1 order by number',
    of,
  )
  const entries = await harness.sql(
    'select number::int, amount_minor::int as amount, desk_payment_id::int as payment, refund_id::int as refund from till_entries where workspace_id = $1 order by number',
    of,
  )
  const payments = await harness.sql(
    'select id::int from desk_payments where workspace_id = $1 order by id',
    of,
  )
  const refunds = await harness.sql(
    'select id::int from refunds where workspace_id = $1 order by id',
    of,
  )
  expect([payments.length, refunds.length]).toEqual([72, 12])
  expect(closes.length).toBeGreaterThan(3)
  expect(entries.map(({ number }) => number)).toEqual(entries.map((_, index) => index + 1))
  const entryIds = (name: 'payment' | 'refund') =>
    entries.flatMap((entry) => entry[name] ?? []).toSorted((a, b) => a - b)
  expect(entryIds('payment')).toEqual(payments.map(({ id }) => id))
  expect(entryIds('refund')).toEqual(refunds.map(({ id }) => id))
  const covered = entries.map(
    ({ number }) => closes.filter(({ first, last }) => first <= number && number <= last).length,
  )
  expect(new Set(covered)).toEqual(new Set([1]))
  const [{ expected }] = await harness.sql(
    'select sum(expected_minor)::int as expected from till_counts where workspace_id = $1',
    of,
  )
  expect(expected).toBe(entries.reduce((sum, { amount }) => sum + amount, 0))
})

it('closes once when several people close what they have counted, and tells the others [TILL-05]', async () => {
  const clinic = await createPayingClinic(harness)
  for (const id of await bookUnpaidVisits(clinic, 3))
    await through(0, clinic, 'visit-pay', { id, method: 'CASH' })
  const counted = {
    addressId: jaipur(clinic),
    counts: [{ method: 'CASH', currency: 'INR', amount: 1500 }],
    firstEntry: 1,
    lastEntry: 3,
  }
  const closes = await Promise.all(
    Array.from({ length: 8 }, (_, caller) => through(caller, clinic, 'till-close', counted)),
  )
  expect(closes.filter(Boolean)).toMatchObject([{ number: 1, firstEntry: 1, lastEntry: 3 }])
})

// 100,000 entries in long runs, written by SQL: for packs, as many rows as needed. Amounts due and
// payment statuses are not checked, only the till is.
const paymentsOfTest = runSize(16_000, 80_000)
const correctionsOfTest = runSize(2_400, 12_000)
const refundsOfTest = runSize(1_600, 8_000)
const batch = 200
const entriesOfTest = paymentsOfTest + correctionsOfTest + refundsOfTest
const currencies = ['INR', 'KWD', 'JPY']

async function randomDay(clinic: Clinic): Promise<void> {
  const { path, body } = reservationRequest(clinic, 'pack', '09:00', { returnUrl: undefined })
  const sold = await clinic.post(path, body)
  expect(sold.status, sold.text).toBe(201)
  const of = clinic.workspaceId
  const asha = clinic.id('practitioner', 'asha-rao')
  const nina = clinic.id('staff', 'nina-roy')
  const amount = '(random() ^ 4 * 90000000)::bigint'
  const currency = `(array['${currencies.join("', '")}'])[1 + (n % 3)]`
  await harness.sql(
    `insert into patient_packs (workspace_id, patient_id, session_pack_id, display_name, total_sessions, allow_family_booking, currency, amount_minor,
       purchased_on, expires_on, created_at, ended_at, payment_mode, payment_status)
     select workspace_id, patient_id, session_pack_id, display_name, total_sessions, false, ${currency}, 0, purchased_on, expires_on, created_at, created_at, 'CASH', 'PAID'
     from patient_packs, generate_series(0, ${refundsOfTest}) n where workspace_id = $1`,
    [of],
  )
  const rules = {
    desk_payments: ['desk_payment_is_due', 'desk_payment_agrees'],
    refunds: ['refund_is_of_its_payment'],
  }
  const ruled = async (verb: 'enable' | 'disable') => {
    for (const [table, names] of Object.entries(rules))
      for (const name of names) await harness.sql(`alter table ${table} ${verb} trigger ${name}`)
  }
  await ruled('disable')
  const columns =
    'workspace_id, patient_pack_id, location_id, cause, corrects_id, at, method, amount_minor, currency, reason, taken_by, by_session, by_service'
  const at = "'2030-01-01T00:00:00Z'::timestamptz + random() * interval '36 hours'"
  const [{ pack }] = await harness.sql(
    "select min(id)::int as pack from patient_packs where workspace_id = $1 and payment_status = 'PAID'",
    [of],
  )
  // Plans made while a table was empty are refreshed, as autovacuum does in a clinic.
  const analyze = () => harness.sql('analyze desk_payments, till_entries, patient_packs')
  for (let from = 0; from < paymentsOfTest; from += batch) {
    if (from === batch) await analyze()
    await harness.sql(
      `insert into desk_payments (${columns})
       select k.workspace_id, k.id, $2, 'PAID', null, ${at}, (array['CASH', 'CARD', 'UPI', 'INSURANCE'])[1 + floor(random() * 4)::int], ${amount}, k.currency, null,
         (array[$3, $4, null]::bigint[])[1 + floor(random() * 3)::int], false, false
       from generate_series($5::bigint, $5 + ${batch} - 1) n
       join patient_packs k on k.workspace_id = $1 and k.id = $6::bigint + least(n, ${refundsOfTest})`,
      [of, jaipur(clinic), asha, nina, from, pack],
    )
  }
  const [{ payment }] = await harness.sql(
    'select min(id)::int as payment from desk_payments where workspace_id = $1',
    [of],
  )
  for (
    let from = payment + refundsOfTest;
    from < payment + refundsOfTest + correctionsOfTest;
    from += batch
  ) {
    await harness.sql(
      `insert into desk_payments (${columns})
       select workspace_id, patient_pack_id, location_id, 'CORRECTED', id, ${at}, method, amount_minor, currency, 'Mistaken', taken_by, false, false
       from desk_payments where workspace_id = $1 and id >= $2 and id < $2 + ${batch}`,
      [of, from],
    )
  }
  await analyze()
  for (let from = pack; from < pack + refundsOfTest; from += batch) {
    await harness.sql(
      `insert into refunds (workspace_id, patient_pack_id, state, percentage, amount_minor, currency, requested_at, done_at, given_by)
       select workspace_id, id, 'DONE', 50, ${amount}, currency, moment, moment, $3
       from (select *, ${at} as moment from patient_packs where workspace_id = $1 and id >= $2 and id < $2 + ${batch}) k`,
      [of, from, nina],
    )
  }
  await ruled('enable')
}

/** A ledger independent of the till: payments at the desk, corrections and refunds. */
async function loadLedger(clinic: Clinic): Promise<Json[]> {
  const rows = await harness.sql(
    `select 'PAID' as cause, case p.cause when 'PAID' then p.amount_minor else -p.amount_minor end::text as amount, p.currency, p.method, p.taken_by::int as member, p.at,
       p.id::int as payment, null::int as refund
     from desk_payments p where p.workspace_id = $1
     union all
     select 'REFUNDED', (-r.amount_minor)::text, r.currency, (
         select p.method from desk_payments p where p.workspace_id = r.workspace_id and p.patient_pack_id = r.patient_pack_id and p.cause = 'PAID'
       ), r.given_by::int, r.requested_at, null, r.id::int
     from refunds r where r.workspace_id = $1`,
    [clinic.workspaceId],
  )
  expect(rows).toHaveLength(entriesOfTest)
  return rows
}

/** Adds it up, as unbounded integers. */
function added(rows: Json[], keyOf: (row: Json) => string | undefined): Map<string, bigint> {
  const sums = new Map<string, bigint>()
  for (const row of rows) {
    const key = keyOf(row)
    if (key !== undefined) sums.set(key, (sums.get(key) ?? 0n) + BigInt(row.amount))
  }
  return sums
}

const signed = (amount: number, currency: string) =>
  BigInt(Math.sign(amount) * (toMinorUnits(Math.abs(amount), currency) ?? Number.NaN))
const shownSums = (sums: Json[], keyOf: (row: Json) => string) =>
  new Map(sums.map((sum) => [keyOf(sum), signed(sum.net, sum.currency)]))

it('adds up random entries of three currencies to the minor unit, by day, by method and by member [TILL-05]', async () => {
  const clinic = await createPayingClinic(harness)
  await randomDay(clinic)
  const ledger = await loadLedger(clinic)
  const shown = await harness.operate('till-show', {
    workspace: clinic.name,
    addressId: jaipur(clinic),
    date: '2030-01-01',
    limit: 1,
  })
  expect(shown.open).toMatchObject({ firstEntry: 1, lastEntry: entriesOfTest })
  const byWay = ({ method, currency }: Json) => `${method} ${currency}`
  expect(shownSums(shown.open.byMethod, byWay)).toEqual(added(ledger, byWay))
  // The first of January ends in Jaipur at 18:30 UTC.
  const ofDay = (row: Json) => row.at < new Date('2030-01-01T18:30:00Z')
  expect(shownSums(shown.byMethod, byWay)).toEqual(
    added(ledger, (row) => (ofDay(row) ? byWay(row) : undefined)),
  )
  const byStaffMember = (row: Json) => `${byWay(row)} ${row.memberUserId ?? row.member ?? null}`
  expect(
    shownSums(
      shown.byStaffMember.map(({ member: _, ...sum }: Json) => sum),
      byStaffMember,
    ),
  ).toEqual(added(ledger, (row) => (ofDay(row) ? byStaffMember(row) : undefined)))
  // Closed in two parts, split somewhere in the middle: each close expects the sum of its entries.
  const counts = shown.open.byMethod.map(({ method, currency }: Json) => ({
    method,
    currency,
    amount: 0,
  }))
  const middle = 1 + Math.floor(Math.random() * (entriesOfTest - 1))
  const closes = [
    await harness.operate('till-close', {
      workspace: clinic.name,
      addressId: jaipur(clinic),
      counts,
      lastEntry: middle,
      reason: 'Nothing was counted',
    }),
    await harness.operate('till-close', {
      workspace: clinic.name,
      addressId: jaipur(clinic),
      counts,
      reason: 'Nothing was counted',
    }),
  ]
  const numbers = await harness.sql(
    'select number::int, desk_payment_id::int as payment, refund_id::int as refund from till_entries where workspace_id = $1',
    [clinic.workspaceId],
  )
  const numberOf = new Map(
    numbers.map(({ number, payment, refund }) => [
      payment === null ? `refund ${refund}` : `payment ${payment}`,
      number,
    ]),
  )
  const inFirst = ({ payment, refund }: Json) =>
    (numberOf.get(payment === null ? `refund ${refund}` : `payment ${payment}`) ?? 0) <= middle
  const expected = added(ledger, (row) => `${inFirst(row)} ${byWay(row)}`)
  const kept = closes.flatMap(({ counts: kept }, index) =>
    kept.map(
      (count: Json) =>
        [`${index === 0} ${byWay(count)}`, signed(count.expected, count.currency)] as const,
    ),
  )
  expect(new Map(kept)).toEqual(expected)
})
