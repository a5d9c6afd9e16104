// The result of all migrations, read from PostgreSQL's catalog: the text of docs/schema.sql, and
// which rooms share a table only through SQL.

import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

/**
 * The room of every table, from the lowest room up, in the best reading order of the tables. A
 * function belongs to the room of the tables that have its trigger; functions without one, or of
 * several rooms, are named here too.
 */
const tableRooms = Object.entries({
  db: 'migrations',
  ports: 'installation',
  messages: 'outbox member_sends',
  'due-work': 'due_work',
  notices: 'notices visit_links',
  workspaces:
    'workspaces api_keys widget_sessions key_calls key_usage configuration_is_held() note_configuration_change() remove_workspace()',
  audit: 'audit_entries',
  patients:
    'patients merged_patients nothing_is_of_a_merged_record() merged_record_is_at_its_end() record_led_to() phone_reaches_only() folded_name()',
  catalogue:
    'locations rooms users roles user_roles user_locations practitioners doctor_locations consultation_fees duration_tiers working_hours ' +
    'hour_exceptions closing_days public_profiles medicines medicine_stock configuration_snapshots',
  'sign-in':
    'staff_accounts staff_account_members staff_links staff_sessions staff_sign_in_failures staff_passkeys staff_challenges staff_code_secrets staff_recovery_codes end_access_of_member()',
  occupancy:
    'claims blocks time_is_left_free() travel_is_left_free() time_and_travel_are_left_free()',
  calendars: 'calendars calendar_busy_times calendars_leave_free()',
  payments:
    'payment_sessions ledger_entries refunds desk_payments is_paid_at_the_desk() paid_at_the_desk() paid_at_the_desk_stays_paid() sandbox_gateway_checkouts sandbox_gateway_movements sandbox_gateway_waiting_refunds ' +
    'sandbox_gateway_faults standing_of() open_checkout_is_pending() refunded_visit_has_its_refund()',
  packs: 'session_packs session_pack_doctors patient_packs patient_pack_doctors pack_movements',
  verification:
    'verification_codes verification_sends verification_failures verified_contacts session_visitors',
  booking: 'desk_changes is_taken_back()',
  queue:
    'work_shifts queue_days queue_visits queue_events boards board_shifts waits_in_line() note_queue_change()',
  appointments:
    'late_practitioners visit_series waiting_entries waiting_practitioners waiting_offers appointments appointment_vitals',
  checkout: 'idempotency_keys',
  'patient-pages': 'booking_pages',
  'clinic-file': 'settings_versions',
  desk: 'tills till_entries till_closes till_counts add_till_entry() tills_are_kept() desk_payment_is_in_the_till() desk_refund_is_in_the_till() desk_refund_shares() receipt_counters receipts receipts_are_kept()',
  report:
    'offered_days offered_hours report_days report_sums report_money stale_report_days past_visit_changes_its_day() zone_changes_report_days()',
  register: 'repeat_keys',
}).map(([room, names]) => ({ room, names: names.split(' ') }))

interface SchemaPart {
  /** The table it belongs to. */
  table: string
  text: string
}

interface Trigger extends SchemaPart {
  calls: string
}

interface SchemaFunction {
  name: string
  text: string
  body: string
  room: string
}

interface Schema {
  extensions: string[]
  types: string[]
  tables: { name: string; isUnlogged: boolean; comment: string | null }[]
  columns: SchemaPart[]
  constraints: SchemaPart[]
  indexes: SchemaPart[]
  triggers: Trigger[]
  functions: SchemaFunction[]
}

const excludeExtensions = (oid: string) =>
  `not exists (select from pg_depend e where e.objid = ${oid} and e.deptype = 'e')`

/** What is in the schema `public`; throws if a table or a function has no room, or two. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const rows = async <Row extends pg.QueryResultRow>(text: string) =>
    (await client.query<Row>(text)).rows
  const schema = "'public'::regnamespace"
  const tables = await rows<Schema['tables'][number]>(`
    select relname as name, relpersistence = 'u' as "isUnlogged", obj_description(oid, 'pg_class') as comment from pg_class where relnamespace = ${schema} and relkind not in ('i', 'S', 'c')`)
  const triggers = await rows<Trigger>(`
    select t.tgrelid::regclass::text as table, t.tgfoid::regproc::text as calls, pg_get_triggerdef(t.oid, true) as text
    from pg_trigger t
    where not t.tgisinternal
    order by t.tgname collate "C"`)
  const functions = await rows<{ name: string; text: string; body: string }>(`
    select p.proname as name, pg_get_functiondef(p.oid) as text, p.prosrc as body
    from pg_proc p
    where p.pronamespace = ${schema} and ${excludeExtensions('p.oid')}
    order by p.proname collate "C"`)
  for (const { name } of tables) findRoom([name])
  return {
    extensions: (
      await rows<{ name: string }>(
        "select extname as name from pg_extension where extname <> 'plpgsql' order by extname",
      )
    ).map(({ name }) => name),
    types: (
      await rows<{ text: string }>(`
        select format('create type %I as (%s)', c.relname, string_agg(format('%I %s', a.attname, format_type(a.atttypid, a.atttypmod)), ', ' order by a.attnum)) as text
        from pg_class c
        join pg_attribute a on a.attrelid = c.oid and a.attnum > 0
        where c.relnamespace = ${schema} and c.relkind = 'c'
        group by c.oid
        order by c.relname collate "C"`)
    ).map(({ text }) => text),
    tables,
    columns: await rows(`
      select a.attrelid::regclass::text as table, concat_ws(' ',
        quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> t.typcollation then 'collate ' || quote_ident(o.collname) end,
        case when a.attnotnull then 'not null' end,
        case
          when a.attidentity <> '' then format('generated %s as identity', case a.attidentity when 'a' then 'always' else 'by default' end)
          when a.attgenerated <> '' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid, true))
          else 'default ' || pg_get_expr(d.adbin, d.adrelid, true)
        end) as text
      from pg_class c
      join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
      join pg_type t on t.oid = a.atttypid
      left join pg_collation o on o.oid = a.attcollation
      left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where c.relnamespace = ${schema} and c.relkind = 'r'
      order by a.attnum`),
    // Not null is declared on the column; a constraint trigger is a trigger.
    constraints: await rows(`
      select conrelid::regclass::text as table, format('constraint %I %s', conname, pg_get_constraintdef(oid, true)) as text
      from pg_constraint
      where connamespace = ${schema} and contype in ('p', 'u', 'x', 'c', 'f')
      order by position(contype::text in 'puxcf'), conname collate "C"`),
    indexes: await rows(`
      select i.indrelid::regclass::text as table, pg_get_indexdef(i.indexrelid, 0, true) as text
      from pg_index i
      join pg_class c on c.oid = i.indexrelid and c.relnamespace = ${schema}
      where not exists (select from pg_constraint where conindid = i.indexrelid and contype in ('p', 'u', 'x'))
      order by c.relname collate "C"`),
    triggers,
    functions: functions.map(({ name, text, body }) => ({
      name,
      body,
      text: text.replace(
        /^([\s\S]*?)AS \$function\$([\s\S]*)\$function\$\s*$/,
        (_, head: string, body: string) => {
          return `${toLowerCaseKeywords(head).replace('or replace ', '').replace(/\s+/g, ' ')}as $$${body}$$`
        },
      ),
      room: findRoom([
        `${name}()`,
        ...triggers.filter(({ calls }) => calls === name).map(({ table }) => table),
      ]),
    })),
  }
}

/** The room of the first of these that is named; throws if the others are in other rooms. */
function findRoom([first = '', ...otherTables]: string[]): string {
  const findNamed = (name: string) =>
    tableRooms.filter(({ names }) => names.includes(name)).map(({ room }) => room)
  const ownRooms = findNamed(first)
  const rooms = ownRooms.length > 0 ? ownRooms : [...new Set(otherTables.flatMap(findNamed))]
  if (rooms.length !== 1)
    throw new Error(
      `${first} is in ${rooms.join(' and ') || 'no room'}: name it in one room of test/conventions/schema-paper.ts`,
    )
  return rooms[0] as string
}

/**
 * Definitions in the style of the migrations: names with capitals, which PostgreSQL quotes, and
 * texts stay.
 */
function toLowerCaseKeywords(definition: string): string {
  return definition
    .replace(
      /('(?:[^']|'')*'|"[^"]*")|[A-Z]+/g,
      (word, quoted?: string) => quoted ?? word.toLowerCase(),
    )
    .replace(/('(?:[^']|'')*')::text(?!\[)/g, '$1')
    .replace(/\bpublic\.| using btree/g, '')
    .replace(/\btimestamp with time zone\b/g, 'timestamptz')
}

/** The text of docs/schema.sql. */
export function schemaText({
  extensions,
  types,
  tables,
  columns,
  constraints,
  indexes,
  triggers,
  functions,
}: Schema): string {
  const texts = [
    '-- What the migrations add up to, room by room (docs/architecture.md). To be read, not run: src/base/db/migrations makes it.\n' +
      '-- Made from the migrated database; `vitest run test/conventions/schema.test.ts -u` makes it anew.',
    [
      ...extensions.map((name) => `create extension ${name};`),
      ...types.map((text) => `${text};`),
    ].join('\n'),
  ]
  for (const { room, names } of tableRooms) {
    texts.push(`-- ${`${room} `.padEnd(100, '=')}`)
    const untold = new Set(functions.filter((one) => one.room === room))
    const commentText = ({ name }: { name: string }) => {
      const one = [...untold].find((candidate) => candidate.name === name)
      if (!one) return []
      untold.delete(one)
      return [`${one.text};`]
    }
    for (const { name, isUnlogged, comment } of names.flatMap((name) =>
      tables.filter((table) => table.name === name),
    )) {
      const partsOf = <P extends SchemaPart>(parts: P[]) =>
        parts.filter(({ table }) => table === name)
      const lines = [...partsOf(columns), ...partsOf(constraints)].map(
        ({ text }) => `  ${toLowerCaseKeywords(text)}`,
      )
      const table = [
        `-- ${comment}`,
        `create ${isUnlogged ? 'unlogged ' : ''}table ${name} (`,
        lines.join(',\n'),
        ');',
        ...partsOf(indexes).map(({ text }) => `${toLowerCaseKeywords(text)};`),
      ]
      texts.push(table.join('\n'))
      for (const { calls, text } of partsOf(triggers))
        texts.push([...commentText({ name: calls }), `${toLowerCaseKeywords(text)};`].join('\n'))
    }
    for (const one of untold) texts.push(...commentText(one))
  }
  return `${texts.join('\n\n')}\n`
}

/** Lines of a Markdown table: the tables that SQL of other rooms uses, and those rooms. */
export function sharedTables({ tables, functions }: Schema): string {
  const inStatements = globSync('src/*/*/**/*.ts', {
    cwd: project,
    exclude: ['**/*.{test,fixture}.ts'],
  }).map((file) => ({
    room: file.split('/')[2] as string,
    names: findTables(
      readFileSync(`${project}/${file}`, 'utf8').replace(/^\s*(\/\/|\*|\/\*).*$/gm, ''),
    ),
  }))
  const inFunctions = functions.map(({ room, body }) => ({ room, names: findTables(body) }))
  const lines = new Map<string, string[]>()
  for (const { room, names } of tableRooms) {
    for (const { name } of names.flatMap((name) => tables.filter((table) => table.name === name))) {
      const otherTables = (users: { room: string; names: Set<string> }[]) =>
        [
          ...new Set(
            users
              .filter((user) => user.room !== room && user.names.has(name))
              .map((user) => user.room),
          ),
        ]
          .toSorted()
          .join(', ')
      const statements = otherTables(inStatements)
      const bodies = otherTables(inFunctions)
      if (!statements && !bodies) continue
      const rest = `| ${room} | ${statements} | ${bodies} |`.replace(/ {2,}/g, ' ')
      lines.set(rest, [...(lines.get(rest) ?? []), `\`${name}\``])
    }
  }
  return [
    '| Table | Its room | Statements of | Functions of |',
    '|---|---|---|---|',
    ...[...lines].map(([rest, names]) => `| ${names.join(', ')} ${rest}`),
  ].join('\n')
}

const project = fileURLToPath(new URL('../..', import.meta.url))

/** What SQL reads or writes by name; in code, everything that looks like it. */
function findTables(text: string): Set<string> {
  return new Set(
    [...text.replace(/--.*$/gm, '').matchAll(/\b(?:from|join|into|update|using)\s+(\w+)/g)].map(
      ([, name]) => name as string,
    ),
  )
}
