// Every statement of the service against the migrated schema: it can be prepared, takes the
// parameters and returns the row that it declares, with the declared types and nulls.

import { globSync, readFileSync } from 'node:fs'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Statement } from '../../src/base/db/statement.ts'
import { createMigratedDatabase } from '../support/database/databases.ts'
import { listServiceStatements } from '../support/database/service-statements.ts'
import { describeStatement } from './describe-statement.ts'

const oids: Record<string, number> = {
  bigint: 20,
  integer: 23,
  smallint: 21,
  real: 700,
  'double precision': 701,
  text: 25,
  boolean: 16,
  date: 1082,
  timestamptz: 1184,
  jsonb: 3802,
  json: 114,
  bytea: 17,
  'text[]': 1009,
  'bigint[]': 1016,
}

// Statements on data of no workspace, or that look up the workspace.
const wholeInstallation = [
  'abandon_notices',
  'advance_clock',
  'any_form',
  'any_workspace',
  'boards_of_links',
  'change_secret_fingerprint',
  'changes_since',
  'clock_reading',
  'confirm_earlier_commits',
  'confirm_staff_code_secret',
  'count_built_in_video',
  'count_sign_in_attempts',
  'dead_work',
  'delete_audit_entries_before',
  'delete_claims_before',
  'delete_codes_expired_before',
  'delete_contacts_expired_before',
  'delete_desk_changes_before',
  'delete_ended_sessions',
  'delete_expired_sign_ins',
  'delete_failures_before',
  'delete_idempotency_keys_before',
  'delete_key_calls_before',
  'delete_key_usage_before',
  'delete_notices_before',
  'delete_offers_before',
  'delete_repeat_keys_before',
  'delete_sends_before',
  'delete_staff_code_secret',
  'delete_staff_passkey',
  'delete_staff_recovery_codes',
  'delete_visit_links_before',
  'due_work_groups',
  'end_other_staff_sessions',
  'end_staff_session',
  'end_tablet_link',
  'extend_tablet_link',
  'forget_sign_in_attempts',
  'forget_sign_in_attempts_by_hash',
  'full_destination_window',
  'insert_installation',
  'insert_staff_account',
  'insert_staff_challenge',
  'insert_staff_passkey',
  'insert_staff_recovery_code',
  'insert_staff_session',
  'insert_workspace',
  'is_read_only',
  'key_and_configuration',
  'key_by_hash',
  'key_by_session',
  'lock_member_of_link',
  'members_of_email',
  'members_of_staff_account',
  'names_of_workspaces',
  'next_filled_form_id',
  'published_booking_pages',
  'record_both_factors',
  'record_sign_in_attempt',
  'record_staff_session_seen',
  'renew_sealed_filled_forms',
  'renew_sealed_patient_messages',
  'renew_sealed_staff_code_secrets',
  'replace_staff_code_secret',
  'replace_stored_secret',
  'report_stale_days',
  'report_workspaces_behind',
  'retry_work',
  'sealed_filled_forms',
  'sealed_patient_messages',
  'sealed_staff_code_secrets',
  'set_similarity_limits',
  'set_staff_password',
  'staff_link_of_token',
  'staff_passkey_of_credential',
  'staff_passkeys_of_account',
  'staff_password_of_account',
  'staff_passwords_of_email',
  'staff_session_of_token',
  'staff_sessions_by_id',
  'staff_sessions_of_account',
  'store_installation_secret',
  'stored_secrets',
  'stored_staff_code_secret',
  'tables_to_analyze',
  'take_staff_challenge',
  'target_of_link',
  'target_of_tablet_link',
  'trim_key_calls',
  'update_activity',
  'update_key_uses',
  'use_staff_code',
  'use_staff_passkey',
  'use_staff_recovery_code',
  'video_of_room',
  'visit_of_status_token',
  'work_overview',
  'workspace_by_name',
  'workspace_names',
  'workspace_of_booking_page',
  'workspace_of_sandbox_checkout',
  'workspace_with_origin',
  'workspaces_overview',
  'workspaces_with_retention',
]

const client = new pg.Client({ ...(await createMigratedDatabase()), options: '-c timezone=UTC' })
beforeAll(() => client.connect())
afterAll(() => client.end())

const statements = listServiceStatements().map((statement): [string, Statement] => [
  statement.name,
  statement,
])

describe('every statement', () => {
  it.each(statements)('%s returns the row it declares', async (name, { text, returns }) => {
    const { columns: described } = await describeStatement(client, name, text)
    const declared = Object.entries(returns).map(([column, type]) => [
      column,
      oids[type.replace('?', '')],
    ])
    expect(described.map((column) => [column.name, column.dataTypeID])).toEqual(declared)
  })

  it.each(statements)('%s takes the parameters it declares', async (_, { text, takes }) => {
    const { parameterTypes } = await describeStatement(client, '', text)
    const declared = Object.entries(takes).map(([name, type]) => [
      name,
      oids[type.replace('?', '')],
    ])
    expect(Object.keys(takes).map((name, index) => [name, parameterTypes[index]])).toEqual(declared)
  })

  it.each(statements)('%s says which of its columns can be null', async (_, { text, returns }) => {
    // The catalog knows for a column of a table; for an expression it does not, and the tests of
    // its use must show it.
    const { columns } = await describeStatement(client, '', text)
    for (const { name, tableID, columnID } of columns) {
      if (tableID === 0) continue
      const { rows } = await client.query(
        'select attnotnull from pg_attribute where attrelid = $1 and attnum = $2',
        [tableID, columnID],
      )
      if (!rows[0].attnotnull) expect(returns[name], `${name} can be null`).toMatch(/\?$/)
    }
  })

  const ofOneWorkspace = statements.filter(([name]) => !wholeInstallation.includes(name))
  it.each(ofOneWorkspace)('%s begins with the workspace [INV-06]', (_, { text }) => {
    expect(text).toMatch(/\$1/)
    expect(text).toMatch(
      /workspace_id = \$1|into \w+ (as \w+ )?\(workspace_id|into patients|(from|update) workspaces\s[\s\S]*where id = \$1|advisory_xact_lock/,
    )
  })
})

it('only files of queries export statements; any other file keeps its own private', () => {
  const telling = globSync('src/**/*.ts', { exclude: ['**/*queries.ts'] }).filter((file) =>
    /^export const \w+ = (?:statement|undeclared)\(/m.test(readFileSync(file, 'utf8')),
  )
  expect(telling).toEqual([])
})
