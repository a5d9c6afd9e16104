import { describe, expect, it } from 'vitest'
import { refusalRows } from '../src/http/errors.ts'
import { openApiDocument, refusalsOf } from '../src/http/openapi.ts'
import { type Json, openHouse } from './harness.ts'

const { application } = await openHouse()
const document = openApiDocument(application.routes, '0.1.0') as Json

/** Every schema node of a value, with its path. */
function* schemaNodes(value: Json, path = ''): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (typeof value.type === 'string' || Array.isArray(value.type)) yield [path, value]
  for (const [name, member] of Object.entries(value)) yield* schemaNodes(member, `${path}/${name}`)
}

describe('the API reference', () => {
  it('is the one in docs, made anew from the routes', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot('../docs/openapi.json')
  })

  it('describes every route of the register and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as Json).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(application.routes.map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`).sort())
  })

  it('gives every member of every body a description, and every plain one an example', () => {
    const bare: string[] = []
    for (const [path, node] of schemaNodes(document.paths)) {
      for (const [name, member] of Object.entries<Json>(node.properties ?? {})) {
        const isPlain = member.type !== 'object' && member.type !== 'array' && !member.properties
        if (isPlain && !(member.description && member.examples)) bare.push(`${path}/${name}`)
      }
    }
    expect(bare).toEqual([])
  })

  it('names every refusal of the table with some route, or says why not', () => {
    // Answered before there is a route, or a request at all.
    const ofNoRoute = ['MALFORMED_REQUEST', 'ROUTE_NOT_DOCUMENTED', 'REQUEST_TIMEOUT', 'HEADERS_TOO_LARGE']
    const named = new Set<string>(application.routes.flatMap(refusalsOf))
    expect(Object.keys(refusalRows).filter((code) => !named.has(code) && !ofNoRoute.includes(code))).toEqual([])
  })
})
