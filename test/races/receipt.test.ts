// Receipts issued by two processes at once, one of which is killed in the middle: their numbers
// have no gap, and none is used twice.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'
import { waitForTransactions } from '../support/clinic/connections.ts'
import { type Clinic, openHarness } from '../support/clinic/harness.ts'
import { bookPaidVisits } from '../support/clinic/paid-visits.ts'
import type { KillPoint } from '../support/database/kill-point.ts'
import { connectionUrl } from '../support/database/url-of.ts'
import { bundleProgram } from '../support/processes/bundled.ts'

const harness = await openHarness()
const script = fileURLToPath(new URL('receipt-process.ts', import.meta.url))

/**
 * Issues receipts for payments in a separate process when told to start; `ended` has the number of
 * each payment that the process reported, and how it ended.
 */
async function giver(clinic: Clinic, payments: readonly number[], point?: KillPoint) {
  const child = spawn(
    process.execPath,
    [
      await bundleProgram(script),
      connectionUrl(harness.connection),
      clinic.name,
      payments.join(','),
    ],
    {
      env: { ...process.env, ...(point && { KILL_POINT: JSON.stringify(point) }) },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  )
  let told = ''
  const ready = once(child.stdout, 'data')
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    told += text
  })
  child.stdin.on('error', () => {})
  const ended = once(child, 'close').then(([code, signal]) => {
    const lines = told.split('\n').filter((line) => line.includes(' '))
    const numbers = new Map(
      lines
        .map((line) => line.split(' ') as [string, string])
        .map(([payment, number]) => [Number(payment), number]),
    )
    return { numbers, code, signal }
  })
  await ready
  return { begin: () => child.stdin.write('go\n'), ended }
}

const turned = <T>(list: readonly T[], by: number) => [...list.slice(by), ...list.slice(0, by)]
const listStoredReceipts = ({ workspaceId }: Clinic) =>
  harness.sql(
    `select r.desk_payment_id::int as payment, r.number::int, k.location_id::int as location, k.year, k.last_number::int as last
     from receipts r join receipt_counters k on k.workspace_id = r.workspace_id and k.id = r.counter_id where r.workspace_id = $1 order by r.number`,
    [workspaceId],
  )

const points: KillPoint[] = [
  { side: 'after', what: 'insert_receipt', time: 3 },
  { side: 'before', what: 'commit of insert_receipt', time: 4 },
  { side: 'after', what: 'commit of insert_receipt', time: 5 },
]

it.each(points)(
  'are numbered without a gap when 64 are issued over two processes, and one is killed $side its $what [TILL-07]',
  async (point) => {
    const clinic = await harness.clinic()
    const payments = (await bookPaidVisits(harness, clinic, 64)).map(({ paymentId }) => paymentId)
    // Both services issue all receipts, each starting from a different payment.
    const [other, one] = await Promise.all([
      giver(clinic, turned(payments, 32)),
      giver(clinic, payments, point),
    ])
    one.begin()
    // Otherwise the other process could finish before this one issues its first, and this one would
    // never reach its kill point.
    await expect.poll(async () => (await listStoredReceipts(clinic)).length).toBeGreaterThan(0)
    other.begin()
    const [whole, killed] = await Promise.all([other.ended, one.ended])
    expect([whole.code, killed.signal]).toEqual([0, 'SIGKILL'])
    await waitForTransactions(harness)
    const last = await giver(clinic, payments)
    last.begin()
    const again = await last.ended
    expect(again.code).toBe(0)
    const rows = await listStoredReceipts(clinic)
    expect(rows.map(({ number }) => number)).toEqual(payments.map((_, index) => index + 1))
    expect(rows.map(({ payment }) => payment).toSorted((a, b) => a - b)).toEqual(payments)
    expect(new Set(rows.map(({ location, year, last }) => `${location} ${year} ${last}`))).toEqual(
      new Set([`${clinic.id('location', 'jaipur')} 2030 64`]),
    )
    // Every caller was told the number that is stored.
    const numberOf = new Map(
      rows.map(({ payment, location, number }) => [
        payment,
        `${location}-2030-${String(number).padStart(6, '0')}`,
      ]),
    )
    for (const { numbers } of [whole, killed, again])
      for (const [payment, number] of numbers) expect(number).toBe(numberOf.get(payment))
    expect([whole.numbers.size, again.numbers.size]).toEqual([64, 64])
  },
  120_000,
)
