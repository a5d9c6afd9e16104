// The plan of every statement. Tables are empty here, so sequential scans are made expensive: the
// plans show which index a statement can use, and the test fails when a statement can use none on
// a table that grows. The plans of the hottest statements are kept, where reviewers see a change.

import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createMigratedDatabase } from '../support/database/databases.ts'
import { listServiceStatements } from '../support/database/service-statements.ts'

const client = new pg.Client(await createMigratedDatabase())
beforeAll(() => client.connect())
afterAll(() => client.end())

const growingTables = [
  'appointments',
  'appointment_vitals',
  'visit_links',
  'visit_series',
  'waiting_\\w+',
  'claims',
  'blocks',
  'calendar_busy_times',
  'queue_\\w+',
  'due_work',
  'notices',
  'patients',
  'patient_packs',
  'patient_messages',
  'verification_\\w+',
  'verified_contacts',
  'audit_entries',
  'users',
  'user_locations',
  'user_roles',
  'medicines',
  'medicine_stock',
  'api_keys',
  'key_\\w+',
  'payment_sessions',
  'ledger_entries',
  'refunds',
  'till_\\w+',
  'receipts',
  'sandbox_gateway_(checkouts|movements)',
  'idempotency_keys',
  'repeat_keys',
]
const sequentialScan = new RegExp(`Seq Scan on (${growingTables.join('|')})\\b`)

/**
 * Every listing, booking, cancellation, token, code, call and screen of the day runs some of them.
 */
const hottest = [
  'key_by_hash',
  'key_by_session',
  'configuration_version',
  'update_key_uses',
  'taken_times',
  'book_slot',
  'book_slot_for_new_patient',
  'cancel_visit',
  'move_visit',
  'take_token',
  'places_in_line',
  'patients_by_phone',
  'patients_by_text',
  'store_key_answer',
  'changes_since',
  'visits_of_date',
  'claim_work',
  'insert_code_send',
  'spend_attempt',
  'payment_session_by_ref',
]

async function explainStatement(name: string, text: string): Promise<string> {
  await client.query(`prepare "${name}" as ${text}`)
  const { rows: prepared } = await client.query(
    'select cardinality(parameter_types) as count from pg_prepared_statements where name = $1',
    [name],
  )
  const nulls = Array<string>(prepared[0].count).fill('null').join(', ')
  const { rows } = await client.query(
    `explain (costs off) execute "${name}"${nulls ? ` (${nulls})` : ''}`,
  )
  return rows.map((row) => row['QUERY PLAN']).join('\n')
}

describe('a statement', () => {
  const plans = new Map<string, string>()
  beforeAll(async () => {
    await client.query('set enable_seqscan = off')
    await client.query('set plan_cache_mode = force_generic_plan')
    for (const { name, text } of listServiceStatements()) {
      plans.set(name, await explainStatement(name, text))
    }
  })

  it('uses an index wherever a table grows', () => {
    const scanning = [...plans].filter(([, plan]) => sequentialScan.test(plan))
    expect(scanning.map(([name, plan]) => `${name}\n${plan}`)).toEqual([])
  })

  it('that is among the hottest has the plan that was reviewed', async () => {
    const shown = hottest.map((name) => `${name}\n${plans.get(name)}\n`)
    await expect(shown.join('\n')).toMatchFileSnapshot('hottest-plans.txt')
  })
})
