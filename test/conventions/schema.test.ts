// The shape of the schema that makes it impossible for one workspace to touch another.

import { readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { patientsTable } from '../../src/clinic/patients/patient-tables.ts'
import { patientTables } from '../../src/doors/app/patient-tables.ts'
import { createMigratedDatabase } from '../support/database/databases.ts'
import { listTextColumns } from '../support/database/patient-columns.ts'
import { readSchema, sharedTables } from './shared-tables.ts'

const client = new pg.Client(await createMigratedDatabase())
beforeAll(() => client.connect())
afterAll(() => client.end())

// A person who signs in may be a member of several workspaces.
const ofFactors = [
  'staff_passkeys',
  'staff_challenges',
  'staff_code_secrets',
  'staff_recovery_codes',
]
const ofPeople = ['staff_accounts', 'staff_sessions', 'staff_sign_in_failures', ...ofFactors]
const ofNoWorkspace = ['installation', 'migrations', 'workspaces', ...ofPeople]

it('begins every primary key with the workspace [INV-06]', async () => {
  const { rows } = await client.query(`
    select t.relname as name, a.attname as first
    from pg_class t
    join pg_namespace n on n.oid = t.relnamespace and n.nspname = 'public'
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    left join pg_attribute a on a.attrelid = t.oid and a.attnum = i.indkey[0]
    where t.relkind = 'r'`)
  expect(rows.length).toBeGreaterThan(10)
  const wrong = rows.filter(
    ({ name, first }) => !ofNoWorkspace.includes(name) && first !== 'workspace_id',
  )
  expect(wrong).toEqual([])
})

it('carries the workspace in every reference [INV-06]', async () => {
  const { rows } = await client.query(`
    select c.conname as name, c.conrelid::regclass::text as source, c.confrelid::regclass::text as target,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any(c.conkey)) as columns
    from pg_constraint c
    where c.contype = 'f'`)
  expect(rows.length).toBeGreaterThan(10)
  expect(
    rows.filter(
      ({ columns, target }) => !columns.includes('workspace_id') && !ofPeople.includes(target),
    ),
  ).toEqual([])
})

it('gives every constraint a name', async () => {
  const { rows } = await client.query(`
    select conname as name from pg_constraint
    where contype in ('c', 'x') and connamespace = 'public'::regnamespace and conname ~ '_check\\d*$|_excl\\d*$'`)
  expect(rows).toEqual([])
})

// Columns that can hold text and hold no patient's words: for each reason, tables and their
// columns.
const ofNoPatient: Record<string, Record<string, string>> = {
  'the clinic file describes it': {
    booking_pages: 'settings logo logo_type widget_key',
    calendars: 'name url etag last_modified problem read_zones',
    closing_days: 'first_date last_date reason',
    configuration_snapshots: 'shape rows',
    consultation_fees: 'mode',
    doctor_locations: 'patient_rules',
    duration_tiers: 'name',
    form_versions: 'content',
    forms: 'name rules content',
    hour_exceptions: 'date',
    late_practitioners: 'date',
    locations: 'name full_address city state country timezone currency international_currency',
    medicine_stock: 'search_text',
    medicines: 'code name generic_name form strength manufacturer search_text',
    practitioners: 'specialization appointment_system video_link refund_policy patient_rules',
    public_profiles: 'name specialization qualification languages profile_image_url details',
    roles: 'name display_name preset rights second_factor',
    rooms: 'name',
    session_packs: 'name display_name currency international_currency',
    visit_types:
      'name display_name description tier_name modes currency international_currency patient_rules',
    work_shifts: 'name mode weekdays date letter door',
    working_hours: 'date modes',
    workspaces:
      'name title timezone status video payment_gateway payment_methods entitlements messages file_entitlements video_link jitsi notices gateways refund_policy patient_rules keys_for_patients legal retention',
  },
  'it is what staff call a screen': { boards: 'name language token_hash operator' },
  'it is of the time of staff and rooms': { blocks: 'timezone reason operator' },
  'it is of staff': {
    member_sends: 'kind day',
    settings_versions: 'origin operator description',
    staff_news: 'mails',
    users:
      'name display_name status prefix email email_normalised country_code phone_number profile_pic_url',
  },
  'it is of staff who sign in': {
    staff_accounts: 'email email_normalised password_hash',
    staff_challenges: 'challenge_hash purpose',
    staff_code_secrets: 'sealed',
    staff_links: 'token_hash purpose operator',
    staff_passkeys: 'credential_id public_key transports name',
    staff_recovery_codes: 'code_hash',
    staff_sessions: 'token_hash address browser',
    staff_sign_in_failures: 'subject_hash',
  },
  'it is of keys and of the installation': {
    api_keys: 'kind name key_hash masked status allowed_addresses allowed_origins',
    installation: 'mode secret secret_fingerprint hash_key',
    key_calls: 'method route ms request_id code refused_address',
    key_usage: 'method route',
    migrations: 'name checksum',
    widget_sessions: 'token_hash',
  },
  'it is the day of a queue': { queue_days: 'date' },
  'it is the close of a till': { till_closes: 'operator reason', till_counts: 'method currency' },
  'work names what it is about by its id, and says in words of its own why it failed': {
    due_work: 'kind payload state last_error',
  },
  'keyed hashes, which go with their time': {
    session_visitors: 'end_user_hash visitor_hash',
    verification_codes: 'end_user_hash destination_hash code_hash channel',
    verification_failures: 'destination_hash site_hash',
    verification_sends: 'end_user_hash destination_hash network_hash site_hash',
    verified_contacts: 'end_user_hash contact_hash counted_hash',
  },
  'the wish of a contact, by its keyed hash, outlives every record': {
    message_stops: 'channel destination_hash asked_by',
  },
  'the gateway of a sandbox is told no patient': {
    sandbox_gateway_checkouts:
      'gateway_id key reference currency payee description return_url state',
    sandbox_gateway_faults: 'call how body',
    sandbox_gateway_movements: 'gateway_id kind currency key',
    sandbox_gateway_waiting_refunds: 'gateway_id key',
  },
  'it is what the days of a clinic add up to': {
    offered_days: 'date',
    offered_hours: 'date',
    report_days: 'date',
    report_money: 'date channel method currency',
    report_sums: 'date starts',
    stale_report_days: 'date',
  },
}

const qualifiedColumns = (table: string, columns: readonly string[]) =>
  columns.map((column) => `${table}.${column}`)

it('says for every column that can hold a patient’s words whether an erasure removes it, or why it stays', async () => {
  const columns = await listTextColumns((text) => client.query(text).then(({ rows }) => rows))
  const wholeTables = patientTables.tables
    .filter(({ erased }) => erased === 'rows')
    .map(({ table }) => table)
  const asked = columns
    .filter(({ table }) => !wholeTables.includes(table))
    .map(({ table, column }) => `${table}.${column}`)
  const erased = [patientsTable, ...patientTables.tables].flatMap(
    ({ table, erased, replaced = {} }) =>
      qualifiedColumns(table, [...(erased === 'rows' ? [] : erased), ...Object.keys(replaced)]),
  )
  const kept = [
    ...patientTables.tables.flatMap(({ table, kept = {} }) =>
      qualifiedColumns(table, Object.values(kept).flat()),
    ),
    ...Object.values(ofNoPatient).flatMap((tables) =>
      Object.entries(tables).flatMap(([table, words]) => qualifiedColumns(table, words.split(' '))),
    ),
  ]
  expect(asked.filter((column) => !erased.includes(column) && !kept.includes(column))).toEqual([])
  expect(
    kept.filter(
      (column, index) =>
        erased.includes(column) || !asked.includes(column) || kept.indexOf(column) < index,
    ),
  ).toEqual([])
})

it('declares what is erased and exported of every table that refers to a patient', async () => {
  const { rows } = await client.query(`
    with recursive telling as (
      select 'patients'::regclass::oid as id
      union
      select c.conrelid from pg_constraint c join telling t on t.id = c.confrelid where c.contype = 'f'
    )
    select id::regclass::text as name from telling where id <> 'patients'::regclass`)
  // What a sandbox sent and the results of operations mention patients without a reference; a
  // trigger ties claims to visits and offers.
  const telling = [...rows.map(({ name }) => name), 'outbox', 'repeat_keys', 'claims']
  expect(patientTables.tables.map(({ table }) => table).toSorted()).toEqual(telling.toSorted())
})

describe('the schema as documented', () => {
  it('shows in docs/architecture.md what rooms share only through SQL', async () => {
    const file = new URL('../../docs/architecture.md', import.meta.url)
    const [before, , after] = readFileSync(file, 'utf8').split(
      /(?<=<!-- tables -->\n)([\s\S]*?)(?=<!-- \/tables -->)/,
    )
    await expect(
      [before, sharedTables(await readSchema(client)), '\n', after].join(''),
    ).toMatchFileSnapshot('../../docs/architecture.md')
  })

  it('describes every table in a comment of one sentence', async () => {
    const { tables } = await readSchema(client)
    expect(tables.filter(({ comment }) => !/^[A-Z][^.\n]*\.$/.test(comment ?? ''))).toEqual([])
  })
})
