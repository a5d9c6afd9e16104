// Which rooms share a table only through SQL. A table or a function belongs to the room in whose
// file of src/base/db/schema it is made; a later migration that makes one says its room in a line
// `-- room: queue`.

import { globSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'

const project = fileURLToPath(new URL('../..', import.meta.url))
const read = (file: string) => readFileSync(`${project}/${file}`, 'utf8')
const files = (pattern: string) => globSync(pattern, { cwd: project }).toSorted()

interface Home {
  room: string
  /** The tables, in the order of the files. */
  tables: string[]
  functions: string[]
}

/** The rooms from the lowest up, with what each has made. */
const homes: Home[] = files('src/base/db/schema/*.sql').map((file) => ({
  room: basename(file, '.sql').slice(3),
  ...madeBy(read(file)),
}))
for (const file of files('src/base/db/migrations/*.sql')) {
  const { tables, functions } = madeBy(read(file))
  if (tables.length + functions.length === 0) continue
  const room = /^-- room: (\S+)$/m.exec(read(file))?.[1]
  const isRoom = room !== undefined && globSync(`src/*/${room}/`, { cwd: project }).length === 1
  if (!isRoom)
    throw new Error(
      `${file} makes ${[...tables, ...functions].join(', ')}: say in a line "-- room: …" to which room that belongs`,
    )
  const home = homes.find((one) => one.room === room) ?? { room, tables: [], functions: [] }
  if (!homes.includes(home)) homes.push(home)
  home.tables.push(...tables)
  home.functions.push(...functions)
}

function madeBy(text: string): Pick<Home, 'tables' | 'functions'> {
  const createdNames = (kind: RegExp) => [...text.matchAll(kind)].map(([, name]) => name as string)
  return {
    tables: createdNames(/^create (?:unlogged )?table (?:if not exists )?(\w+)/gm),
    functions: createdNames(/^create function (\w+)/gm),
  }
}

export interface Schema {
  tables: { name: string; comment: string | null }[]
  functions: { name: string; body: string }[]
}

/** What is in the schema `public`; throws if a table or a function has no room, or two. */
export async function readSchema(client: pg.Client): Promise<Schema> {
  const schema: Schema = {
    tables: (
      await client.query(`
        select relname as name, obj_description(oid, 'pg_class') as comment from pg_class
        where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`)
    ).rows,
    functions: (
      await client.query(`
        select proname as name, prosrc as body from pg_proc p
        where pronamespace = 'public'::regnamespace and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e') order by 1`)
    ).rows,
  }
  for (const { name } of schema.tables) findRoom('tables', name)
  for (const { name } of schema.functions) findRoom('functions', name)
  return schema
}

function findRoom(kind: 'tables' | 'functions', name: string): string {
  const rooms = homes.filter((home) => home[kind].includes(name)).map(({ room }) => room)
  if (rooms.length !== 1) throw new Error(`${name} is in ${rooms.join(' and ') || 'no room'}`)
  return rooms[0] as string
}

/** Lines of a Markdown table: the tables that SQL of other rooms uses, and those rooms. */
export function sharedTables({ functions }: Schema): string {
  const inStatements = globSync('src/*/*/**/*.ts', {
    cwd: project,
    exclude: ['**/*.{test,fixture}.ts'],
  }).map((file) => ({
    room: file.split('/')[2] as string,
    names: tablesIn(read(file).replace(/^\s*(\/\/|\*|\/\*).*$/gm, '')),
  }))
  const inFunctions = functions.map(({ name, body }) => ({
    room: findRoom('functions', name),
    names: tablesIn(body),
  }))
  const lines = new Map<string, string[]>()
  for (const { room, tables } of homes) {
    for (const name of tables) {
      const otherRooms = (users: { room: string; names: Set<string> }[]) =>
        [
          ...new Set(
            users
              .filter((user) => user.room !== room && user.names.has(name))
              .map((user) => user.room),
          ),
        ]
          .toSorted()
          .join(', ')
      const statements = otherRooms(inStatements)
      const bodies = otherRooms(inFunctions)
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

/** What SQL reads or writes by name; in code, everything that looks like it. */
function tablesIn(text: string): Set<string> {
  return new Set(
    [...text.replace(/--.*$/gm, '').matchAll(/\b(?:from|join|into|update|using)\s+(\w+)/g)].map(
      ([, name]) => name as string,
    ),
  )
}
