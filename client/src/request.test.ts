import { describe, expect, it } from 'vitest'
import { buildRequest, type Operation } from './request.ts'

const moveVisit: Operation = {
  method: 'PUT',
  path: '/v1/visits/{visitId}/time',
  repeatable: true,
  pathParameters: ['visitId'],
  queryParameters: ['notify', 'language'],
  headerParameters: ['Idempotency-Key'],
  hasBody: true,
  hasWorkspace: false,
}

describe('a request', () => {
  it('has every member of the input where the operation expects it, and the rest in its body', () => {
    const input = {
      visitId: 'a/b c',
      notify: false,
      language: undefined,
      'Idempotency-Key': 'k1',
      from: '09:00',
      room: null,
    }
    expect(buildRequest(moveVisit, input)).toEqual({
      method: 'PUT',
      target: '/v1/visits/a%2Fb%20c/time?notify=false',
      headers: { 'Idempotency-Key': 'k1', 'content-type': 'application/json' },
      body: '{"from":"09:00","room":null}',
    })
  })

  it('has no body and no content type if the operation takes none', () => {
    expect(buildRequest({ ...moveVisit, method: 'GET', hasBody: false }, { visitId: 7 })).toEqual({
      method: 'GET',
      target: '/v1/visits/7/time',
      headers: {},
      body: null,
    })
  })

  it('is not made with a path parameter that would lead to another path', () => {
    for (const visitId of [undefined, '', '.', '..'])
      expect(() => buildRequest(moveVisit, { visitId })).toThrow(TypeError)
  })
})
