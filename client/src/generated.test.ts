import { describe, expect, it } from 'vitest'
import { type DescribedApi, generateSource } from '../generate.ts'

const success = { '200': { content: { 'application/json': { schema: {} } } } }

/** A document with one operation. */
function api(parameters: { name: string; in: string }[], body?: object): DescribedApi {
  const schemas = parameters.map((parameter) => ({
    ...parameter,
    required: true,
    schema: { type: 'string' },
  }))
  const requestBody = body && {
    requestBody: { content: { 'application/json': { schema: { type: 'object', ...body } } } },
  }
  const operation = {
    operationId: 'moveVisit',
    summary: 'Moves.',
    'x-repeatable': true,
    parameters: schemas,
    responses: success,
    ...requestBody,
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Test', version: '1' },
    paths: { '/visits/{id}': { post: operation } },
  } as DescribedApi
}

describe('the generator', () => {
  it('names the place of every parameter', async () => {
    const source = await generateSource(
      api(
        [
          { name: 'id', in: 'path' },
          { name: 'Idempotency-Key', in: 'header' },
        ],
        { properties: { to: {} } },
      ),
    )
    expect(source).toContain(
      '"pathParameters":["id"],"queryParameters":[],"headerParameters":["Idempotency-Key"],"hasBody":true',
    )
  })

  it('refuses a document in which two inputs share a name', async () => {
    const id = { name: 'id', in: 'path' }
    await expect(generateSource(api([id], { properties: { id: {} } }))).rejects.toThrow(
      'moveVisit: two inputs are named id',
    )
    await expect(generateSource(api([id, { name: 'id', in: 'query' }]))).rejects.toThrow(
      'moveVisit: two inputs are named id',
    )
  })

  it('refuses what the client cannot send', async () => {
    await expect(generateSource(api([{ name: 'session', in: 'cookie' }]))).rejects.toThrow(
      'cookie parameter session',
    )
    await expect(generateSource(api([], { type: 'array' }))).rejects.toThrow('JSON objects')
  })
})
