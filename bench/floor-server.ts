// The floor under the service, as a separate process: bare Fastify with the same listening
// settings, answering a constant, the twenty rows of one prepared query, those rows and three of
// another query, or as many rows as requested. Started by bench.ts, which gives it DATABASE_URL and
// reads its port.

import { fastify } from 'fastify'
import pg from 'pg'

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
const app = fastify()
const constants = new Map<string, unknown>()

app.post('/constant/:name', async (request) => {
  constants.set((request.params as { name: string }).name, request.body)
  return {}
})
app.get('/constant/:name', async (request) =>
  constants.get((request.params as { name: string }).name),
)
const queryRows = (count: string) =>
  pool.query({
    name: 'many',
    text: 'select id, from_at, to_at from floor_rows, generate_series(1, $1::int / 20)',
    values: [count],
  })
app.get(
  '/rows/:count',
  async (request) => (await queryRows((request.params as { count: string }).count)).rows,
)
const queryTwentyRows = async () =>
  (await pool.query({ name: 'rows', text: 'select id, from_at, to_at from floor_rows' })).rows
app.get('/query', queryTwentyRows)
app.get('/two-queries', async () => [
  ...(await queryTwentyRows()),
  ...(
    await pool.query({
      name: 'three',
      text: 'select id, from_at, to_at from floor_rows where id <= 3',
    })
  ).rows,
])

await app.listen({ host: '127.0.0.1', port: 0 })
process.stdout.write(`${(app.server.address() as { port: number }).port}\n`)
