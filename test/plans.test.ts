// The plan of every statement, kept in plans.txt where reviewers see it change. Tables are empty here, so sequential scans are made
// expensive: the plans show which index a statement can use, and the test fails when a statement can use none on a table that grows.

import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { migratedDatabase } from './support/database/databases.ts'
import { serviceStatements } from './support/database/service-statements.ts'

const client = new pg.Client(await migratedDatabase())
beforeAll(() => client.connect())
afterAll(() => client.end())

async function planOf(name: string, text: string): Promise<string> {
  await client.query(`prepare "${name}" as ${text}`)
  const known = await client.query('select cardinality(parameter_types) as parameters from pg_prepared_statements where name = $1', [name])
  const parameters = Array<string>(known.rows[0].parameters).fill('null').join(', ')
  const { rows } = await client.query(`explain (costs off) execute "${name}"${parameters ? ` (${parameters})` : ''}`)
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

it('uses an index wherever a table grows, and the plans match the reviewed ones', async () => {
  await client.query('set enable_seqscan = off')
  await client.query('set plan_cache_mode = force_generic_plan')
  const plans: string[] = []
  for (const { name, text } of serviceStatements()) {
    const plan = await planOf(name, text)
    expect(plan, name).not.toMatch(
      /Seq Scan on (appointments|patients|claims|blocks|calendar_busy_times|appointment_vitals|api_keys|key_\w+|verification_\w+|verified_contacts|audit_entries|users|user_locations|user_roles|medicines|medicine_stock|due_work|notices|queue_\w+|visit_links|visit_series|waiting_\w+|sandbox_gateway_(checkouts|movements)|payment_sessions|ledger_entries|idempotency_keys|repeat_keys|refunds|patient_packs|till_\w+|receipts)/,
    )
    plans.push(`${name}\n${plan}\n`)
  }
  await expect(plans.join('\n')).toMatchFileSnapshot('plans.txt')
})
