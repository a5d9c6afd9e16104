import { Agent, request as httpRequest, METHODS } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as wait } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeAll, describe, expect, it } from 'vitest'
import { cases } from '../../test/cases.ts'
import { migratedDatabase } from '../../test/databases.ts'
import { command } from '../../test/global-setup.ts'
import { book, bookingBody, type Clinic, type House, type Json, openHouse, query, type Reply, slotsOf } from '../../test/harness.ts'
import { bodyBytesMax } from './body.ts'

const house = await openHouse()
const workspaceDetail = '/v2/workspaces'
const unified = '/v1/appointments/book-appointment-unified'
const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}/

/** Refuses a booking and proves that nothing was written for it. */
async function refused(clinic: Clinic, act: () => Promise<Reply>): Promise<Reply> {
  const before = await clinic.bookingRows()
  const reply = await act()
  expect(reply.status, reply.text).toBeGreaterThanOrEqual(400)
  expect(reply.status, reply.text).toBeLessThan(500)
  expect(await clinic.bookingRows()).toBe(before)
  return reply
}

/** Sends these bytes as a booking. */
async function sendBytes(clinic: Clinic, bytes: string | Buffer, headers: Record<string, string> = { 'content-type': 'application/json' }): Promise<Reply> {
  const response = await house.door.inject({
    method: 'POST',
    url: unified,
    remoteAddress: '127.0.0.1',
    headers: { 'x-api-key': clinic.key, ...headers },
    payload: bytes,
  })
  return { status: response.statusCode, headers: response.headers, text: response.body, json: JSON.parse(response.body) }
}

/** A 400 for a body that is no JSON object: fields as documented, and what was received. */
function expectFieldErrors(reply: Reply, value: unknown, error: string | RegExp = /./) {
  expect(reply.status, reply.text).toBe(400)
  expect(Object.keys(reply.json)).toEqual(['statusCode', 'status', 'message', 'fieldErrors'])
  expect(reply.json).toEqual({
    statusCode: 400,
    status: 'failed',
    message: expect.any(String),
    fieldErrors: [{ field: 'body', error: expect.stringMatching(error), value }],
  })
}

/** A 400 of the service, which names the first field that is wrong. */
function expectInvalid(reply: Reply, named: string) {
  expect(reply.status, reply.text.slice(0, 300)).toBe(400)
  expect(reply.json).toEqual({ statusCode: 400, status: 'failed', message: expect.stringMatching(/^VALIDATION_ERROR: /), error: 'VALIDATION_ERROR' })
  expect(reply.json.message).toContain(named)
}

/** One answer of each kind the front door gives. */
async function everyKindOfAnswer(clinic: Clinic, headers: Record<string, string> = {}): Promise<Record<string, Reply>> {
  const poor = await house.clinic((file) => {
    file.workspace.entitlements = []
  })
  return {
    '200': await clinic.get(workspaceDetail, { headers }),
    '201': await book(clinic, {}, { headers }),
    'taken slot': await book(clinic, {}, { headers }),
    'broken JSON': await clinic.post(unified, '{', { headers: { 'content-type': 'application/json', ...headers } }),
    'missing field': await book(clinic, { mode: undefined }, { headers }),
    'bad parameter': await clinic.get('/v1/doctors?addressId=x', { headers }),
    'no credential': await clinic.get(workspaceDetail, { key: null, headers }),
    'bad key': await clinic.get(workspaceDetail, { key: 'wrong', headers }),
    'foreign address': await clinic.get(workspaceDetail, { from: '::1', headers }),
    'undocumented route': await clinic.get('/v1/nope', { headers }),
    'undocumented method': await house.call('PUT', '/v1/doctors', { key: clinic.key, headers }),
    'not entitled': await poor.get('/v1/addresses', { headers }),
    'not found': await clinic.get('/v1/public-profiles/999999999', { headers }),
    'too large': await clinic.post(unified, ' '.repeat(bodyBytesMax + 1), { headers: { 'content-type': 'application/json', ...headers } }),
  }
}

describe('every answer', () => {
  it('is JSON, refusals too, and every refusal has a sentence [GEN-02] [ERR-21]', async () => {
    for (const [kind, reply] of Object.entries(await everyKindOfAnswer(await house.clinic()))) {
      expect(reply.headers['content-type'], kind).toBe('application/json; charset=utf-8')
      expect(reply.json, kind).toEqual(expect.any(Object))
      if (reply.status >= 400) expect(reply.json.message, kind).toMatch(/^.{10,}$/)
    }
  })

  it('has the shape its status is documented with [ERR-10] [ERR-19]', async () => {
    const answers = await everyKindOfAnswer(await house.clinic())
    const shapes = Object.fromEntries(
      Object.entries(answers)
        .filter(([, { status }]) => status >= 400)
        .map(([kind, { status, json }]) => [kind, [status, ...Object.keys(json)].join(' ')]),
    )
    expect(shapes).toEqual({
      'taken slot': '400 statusCode status message error',
      'broken JSON': '400 statusCode status message fieldErrors',
      'missing field': '400 statusCode status message error',
      'bad parameter': '400 statusCode status message error',
      'no credential': '401 message statusCode',
      'bad key': '401 message error statusCode',
      'foreign address': '403 message statusCode',
      'undocumented route': '403 message error statusCode',
      'undocumented method': '403 message error statusCode',
      'not entitled': '403 success message requiredFeature',
      'not found': '404 statusCode status message error',
      'too large': '413 statusCode status message',
    })
    expect([answers['bad key']?.json.error, answers['undocumented route']?.json.error]).toEqual(['Unauthorized', 'Forbidden'])
  })

  it('may be kept by nobody, opens to no other origin and names neither a version nor the software [GEN-23] [VER-05]', async () => {
    const answers = await everyKindOfAnswer(await house.clinic(), { origin: 'https://evil.example', 'sec-fetch-mode': 'cors' })
    for (const [kind, { headers }] of Object.entries(answers)) {
      expect(headers['cache-control'], kind).toBe('no-store')
      expect(
        Object.keys(headers).filter((name) => /^access-control|^vary$|version|powered|^server$|^etag$|^set-cookie$/.test(name)),
        kind,
      ).toEqual([])
    }
    const clinic = await house.clinic()
    const preflight = { origin: 'https://evil.example', 'access-control-request-method': 'GET', 'access-control-request-headers': 'x-api-key' }
    const reply = await house.call('OPTIONS', workspaceDetail, { key: clinic.key, headers: preflight })
    expect(reply.status).toBe(403)
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  it('gives back the request id that was sent [GEN-24]', async () => {
    for (const [kind, { headers }] of Object.entries(await everyKindOfAnswer(await house.clinic(), { 'x-request-id': 'abc_1-Z' }))) {
      expect(headers['x-request-id'], kind).toBe('abc_1-Z')
    }
  })

  it('carries an id made here when none was sent, a new one each time [GEN-26]', async () => {
    const seen = Object.values(await everyKindOfAnswer(await house.clinic())).map(({ headers }) => String(headers['x-request-id']))
    for (const id of seen) expect(id).toMatch(new RegExp(`^${uuid.source}$`))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('does not depend on the host that was asked [GEN-01]', async () => {
    const clinic = await house.clinic()
    const texts = await Promise.all(
      ['localhost', 'api.clinic.example', 'evil.example:1', '[::1]:80'].map(
        async (host) => (await clinic.get(workspaceDetail, { headers: { host, 'x-forwarded-host': host } })).text,
      ),
    )
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).not.toMatch(/localhost|127\.0\.0\.1|clinic\.example|https?:\/\/(?!example\.org)/)
  })
})

describe('x-request-id', () => {
  const goodRequestIds = ['a', 'A-z_0', '-', '_', '0', 'x'.repeat(64), '123e4567-e89b-12d3-a456-426614174000']
  it.each(goodRequestIds)('%s is adopted [GEN-24] [LIM-05]', async (id) => {
    const clinic = await house.clinic()
    expect((await clinic.get(workspaceDetail, { headers: { 'x-request-id': id } })).headers['x-request-id']).toBe(id)
  })

  const badRequestIds: [string, string | string[]][] = [
    ['empty', ''],
    ['blank', ' '],
    ['of 65 characters', 'x'.repeat(65)],
    ['of a kilobyte', 'x'.repeat(1024)],
    ['with a space inside', 'a b!'],
    ['with a dot', 'a.b'],
    ['with a colon', 'a:b'],
    ['with a slash', 'a/b'],
    ['with braces', '{jndi:ldap://x}'],
    ['with markup', '<script>'],
    ['with a comma', 'a,b'],
    ['sent twice', ['a', 'b']],
    ['with an umlaut', 'ä'],
    ['with a percent escape', 'a%0d%0ab'],
    ['with a line end', 'a\nb'],
    ['that ends in a line end', 'abc\n'],
  ]
  it.each(badRequestIds)('one %s is replaced and never an error [GEN-25] [LIM-05]', async (_, id) => {
    const clinic = await house.clinic()
    const reply = await clinic.get(workspaceDetail, { headers: { 'x-request-id': id } })
    expect(reply.status).toBe(200)
    expect(reply.headers['x-request-id']).toMatch(new RegExp(`^${uuid.source}$`))
  })
})

describe('names and values', () => {
  const spellingsOfTheHeader = ['x-api-key', 'X-API-KEY', 'X-Api-Key', 'x-aPI-kEY']
  it.each(spellingsOfTheHeader)('of headers count in any case: %s [GEN-03]', async (name) => {
    const clinic = await house.clinic()
    const { status } = await overSocket('GET', workspaceDetail, { [name]: clinic.key })
    expect(status).toBe(200)
  })

  it('of fields and enumerated values count in their documented case alone [GEN-03]', async () => {
    const clinic = await house.clinic()
    const parameters = { addressId: clinic.id('location', 'jaipur'), doctorId: clinic.id('practitioner', 'asha-rao'), appointmentDate: '2030-01-07' }
    const slots = (changed: Record<string, string | number>) => clinic.get(`/v1/appointments/available-slots?${query(changed)}`)
    expect((await slots({ ...parameters, mode: 'OFFLINE' })).status).toBe(200)
    for (const mode of ['offline', 'Offline', ' OFFLINE', 'OFFLINE,ONLINE', '']) expectInvalid(await slots({ ...parameters, mode }), 'mode')
    const { addressId, ...others } = parameters
    expectInvalid(await slots({ ...others, addressid: addressId }), 'addressId is required')
    expectInvalid(await refused(clinic, () => book(clinic, { mode: 'offline' })), 'mode')
    expectInvalid(await refused(clinic, () => book(clinic, { doctorId: undefined, DoctorId: parameters.doctorId })), 'octorId')
  })

  const versionHeaders = [
    { 'accept-version': '2.0.0' },
    { 'accept-version': 'x' },
    { 'api-version': '2' },
    { 'x-api-version': '1999-01-01' },
    { accept: 'application/vnd.clinic.v3+json' },
    { accept: 'text/html' },
    { 'accept-encoding': 'gzip, br' },
    { 'accept-language': 'de' },
    { 'x-http-method-override': 'DELETE' },
    { 'x-original-url': '/v1/nope' },
    { 'x-rewrite-url': '/v1/nope' },
    { 'content-type': 'text/plain' },
    { range: 'bytes=0-1' },
    { 'if-none-match': '*' },
  ]
  it.each(versionHeaders)('of a header such as %o change nothing [VER-05]', async (headers) => {
    const clinic = await house.clinic()
    const plain = await clinic.get(workspaceDetail)
    const reply = await clinic.get(workspaceDetail, { headers: headers as Record<string, string> })
    expect([reply.status, reply.text]).toEqual([200, plain.text])
  })

  it('are times with an offset, IANA zones and numeric ids in answers [GEN-16] [GEN-18] [GEN-19]', async () => {
    const clinic = await house.clinic()
    const slots = (await slotsOf(clinic, 'asha-rao', 'jaipur', '2030-01-07', { patientTimezone: 'Europe/Berlin' })).json
    const { appointment } = (await book(clinic, { patientTimezone: 'Asia/Dubai' })).json
    let checked = 0
    for (const [name, value] of [slots, appointment, ...slots.slots].flatMap((record: Json) => Object.entries(record))) {
      if (value === null) continue
      if (/(DateTimeIso|At)$/.test(name) || (name.endsWith('DateTimeTs') && !/^\d\d:\d\d$/.test(String(value))))
        expect(value, name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
      else if (/imezone$/.test(name)) expect(() => new Intl.DateTimeFormat('en', { timeZone: String(value) }), name).not.toThrow()
      else if (/^id$|Id$/.test(name)) expect(value, name).toEqual(expect.any(Number))
      else continue
      checked += 1
    }
    expect(checked).toBeGreaterThan(40)
    expect(appointment.bookingReference).toEqual(expect.any(String))
    expect(slots.slots[0].fromDateTimeTs).toMatch(/^\d\d:\d\d$/)
  })

  const timesWithoutOffset = ['2030-01-07T09:00:00', '2030-01-07T09:00', '2030-01-07 09:00:00', '2030-01-07']
  it.each(timesWithoutOffset)('of a time without an offset, %s, book nothing [GEN-17]', async (fromDateTimeIso) => {
    const clinic = await house.clinic()
    expectInvalid(await refused(clinic, () => book(clinic, { fromDateTimeIso })), 'fromDateTimeIso')
  })
})

describe('what is not documented', () => {
  const doesNotBecomeSo =
    '/v1/workspaces /v2/addresses /v2/doctors /v3/workspaces /workspaces /addresses / /v1 /v2/ /health /metrics /openapi /favicon.ico /v2/public-profiles/1'.split(
      ' ',
    )
  it.each(doesNotBecomeSo)('does not become so in another version or at the root: %s [VER-01] [VER-02] [VER-03] [GEN-14]', async (path) => {
    const clinic = await house.clinic()
    const reply = await clinic.get(path)
    expect(reply.status).toBe(403)
    expect(reply.json).toEqual({ message: expect.any(String), error: 'Forbidden', statusCode: 403 })
    expect((await clinic.get(path, { key: null })).status).toBe(401)
  })

  it('is Forbidden with a key and 401 without, however near a path comes to a documented one [GEN-14] [AUTH-14]', async () => {
    const clinic = await house.clinic()
    const paths = nearMisses(house.application.routes.map(({ path }) => path.replace(/:\w+/, '1')))
    expect(paths.length).toBeGreaterThan(300)
    for (const path of paths) {
      const [withKey, without] = await Promise.all([overSocket('GET', path, { 'x-api-key': clinic.key }), overSocket('GET', path)])
      expect(withKey, path).toEqual({ status: 403, json: { message: expect.any(String), error: 'Forbidden', statusCode: 403 } })
      expect(without, path).toEqual({ status: 401, json: { message: expect.any(String), statusCode: 401 } })
    }
  })

  it('includes every other method of a documented path [GEN-14]', async () => {
    const clinic = await house.clinic()
    for (const { path } of house.application.routes) {
      const url = path.replace(/:\w+/, '1')
      const documented = house.application.routes.filter((route) => route.path === path).map(({ method }): string => method)
      for (const method of METHODS.filter((name) => name !== 'CONNECT' && !documented.includes(name))) {
        expect((await overSocket(method, url, { 'x-api-key': clinic.key })).status, `${method} ${url}`).toBe(403)
        expect((await overSocket(method, url)).status, `${method} ${url}`).toBe(401)
      }
    }
  })

  it('is refused before its body is looked at', async () => {
    const clinic = await house.clinic()
    for (const body of ['{', 'x'.repeat(bodyBytesMax + 1)])
      expect((await clinic.post('/v1/nope', body, { headers: { 'content-type': 'application/json' } })).status).toBe(403)
  })

  it('does not include one slash at the end, or an empty query', async () => {
    const clinic = await house.clinic()
    for (const path of ['/v1/addresses/', '/v1/addresses?', '/v1/addresses/?', '/v1/addresses?a=b?c']) {
      expect((await overSocket('GET', path, { 'x-api-key': clinic.key })).status, path).toBe(200)
    }
  })
})

describe('a body that is no JSON object', () => {
  const bodiesThatAreNoObject: [string, unknown][] = [
    ['[]', []],
    ['[{"doctorId":1}]', [{ doctorId: 1 }]],
    ['"x"', 'x'],
    ['1', 1],
    ['-0.5e3', -500],
    ['true', true],
    ['false', false],
    ['null', null],
    ['""', ''],
  ]
  it.each(bodiesThatAreNoObject)('such as %s is refused and given back [ERR-01] [ERR-08]', async (body, value) => {
    const clinic = await house.clinic()
    expectFieldErrors(await refused(clinic, () => sendBytes(clinic, body)), value, 'must be a JSON object')
  })

  it('is given back cut to a hundred characters [ERR-08]', async () => {
    const clinic = await house.clinic()
    const reply = await refused(clinic, () => sendBytes(clinic, JSON.stringify('y'.repeat(5_000))))
    expect(reply.json.fieldErrors[0].value).toMatch(/^"y{99}…$/)
  })

  const brokenJson = cases([
    ['nothing', ''],
    ['blanks', '  \r\n'],
    ['half an object', '{"doctorId":'],
    ['a comma too many', '{"doctorId":1,}'],
    ['single quotes', "{'doctorId':1}"],
    ['a comment', '{} // x'],
    ['two objects', '{}{}'],
    ['NaN', '{"doctorId":NaN}'],
    ['a leading zero', '{"doctorId":01}'],
    ['a hexadecimal number', '{"doctorId":0x1}'],
    ['a raw control character', '{"source":"a\u0000b"}'],
    ['a raw line end', '{"source":"a\nb"}'],
    ['markup', '<booking/>'],
    ['a form', 'doctorId=1&mode=OFFLINE'],
    ['undefined', 'undefined'],
  ])
  it.each(brokenJson)('because it is %s is refused as broken JSON [ERR-01]', async (_, body) => {
    const clinic = await house.clinic()
    expectFieldErrors(await refused(clinic, () => sendBytes(clinic, body)), null)
  })

  const brokenBytes: [string, Buffer][] = [
    ['a byte that is no UTF-8', Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d])],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['half a character', Buffer.from([0x7b, 0x22, 0xe0, 0xa4])],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
    ['Latin-1', Buffer.from('{"source":"München"}', 'latin1')],
    ['gzip', Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
  ]
  it.each(brokenBytes)('because it holds %s is refused as broken JSON [ERR-01]', async (_, bytes) => {
    const clinic = await house.clinic()
    expectFieldErrors(await refused(clinic, () => sendBytes(clinic, bytes)), null, 'must be valid JSON in UTF-8')
  })

  const otherContentTypes = [
    '',
    'text/plain',
    'text/json',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'application/xml',
    'application/jsonp',
    'application/json5',
    'application/problem+json',
    'application/json-patch+json',
    'application/*',
    '*/*',
    'json',
    'application/json; charset=latin1',
    'application/json; charset=utf-16',
    'application/json; charset=utf-8; charset=utf-16',
    'application/json, text/plain',
    'application/json;;',
    'application/ json',
    '"application/json"',
    'application/json\u0000',
  ]
  it.each(otherContentTypes)('but declared as content type "%s" is refused, however good it is [ERR-01]', async (type) => {
    const clinic = await house.clinic()
    const reply = await refused(clinic, () => sendBytes(clinic, JSON.stringify(bookingBody(clinic)), { 'content-type': type }))
    expectFieldErrors(reply, null, 'must be sent as application/json')
  })

  it('without any content type is refused [ERR-01]', async () => {
    const clinic = await house.clinic()
    const reply = await refused(clinic, () => sendBytes(clinic, Buffer.from(JSON.stringify(bookingBody(clinic))), {}))
    expectFieldErrors(reply, null)
  })
})

describe('a body that is a JSON object', () => {
  it.each([
    'application/json',
    'Application/JSON',
    'application/json;charset=utf-8',
    'application/json; charset=UTF-8',
    'application/json ; charset="utf-8"',
    'application/json;\tcharset=utf-8',
  ])('is taken as content type %s', async (type) => {
    const clinic = await house.clinic()
    const reply = await sendBytes(clinic, JSON.stringify(bookingBody(clinic)), { 'content-type': type })
    expect(reply.status, reply.text).toBe(201)
  })

  it('is taken after a byte order mark, with blanks around it, and in any script', async () => {
    const clinic = await house.clinic()
    const body = bookingBody(clinic, { patientPayload: { firstName: 'मीरा', lastName: '山田 👩‍⚕️', phoneNumber: '9876543210' } })
    expect((await sendBytes(clinic, `\ufeff\r\n ${JSON.stringify(body)} \n`)).status).toBe(201)
    expect(await house.sql('select first_name, last_name from patients where workspace_id = $1', [clinic.workspaceId])).toEqual([
      { first_name: 'मीरा', last_name: '山田 👩‍⚕️' },
    ])
  })

  it('counts the last of a name that comes twice, as it was checked', async () => {
    const clinic = await house.clinic()
    const twice = JSON.stringify(bookingBody(clinic)).replace('{', '{"mode":"ONLINE",')
    expect((await sendBytes(clinic, twice)).json.appointment.mode).toBe('OFFLINE')
    const spoilt = JSON.stringify(bookingBody(clinic)).replace(/}$/, ',"mode":"x"}')
    expectInvalid(await refused(clinic, () => sendBytes(clinic, spoilt)), 'mode')
  })

  it('that lacks a field is refused by the service, without fieldErrors [ERR-09] [ERR-10]', async () => {
    const clinic = await house.clinic()
    for (const field of ['addressId', 'doctorId', 'bookingType', 'mode', 'fromDateTimeIso', 'toDateTimeIso', 'paymentMode', 'source', 'consultationCharge']) {
      expectInvalid(await refused(clinic, () => book(clinic, { [field]: undefined })), `${field} is required`)
    }
    expectInvalid(await refused(clinic, () => sendBytes(clinic, '{}')), 'is required')
  })

  it('may say null for whatever may be left out, and not for what may not', async () => {
    const clinic = await house.clinic()
    const optional =
      'workspaceAddressId patientId system packageConfigId packageAmount patientPackageId currency discountAmount discountReason paymentStatus paymentReference type followUp consultationDurationTierId roomId appointmentNotes chiefComplaint patientTimezone bookingChannel vital qms parentAppointmentId workspaceId'.split(
        ' ',
      )
    const reply = await book(clinic, {
      ...Object.fromEntries(optional.map((name) => [name, null])),
      patientPayload: { firstName: 'Meera', lastName: null, phoneNumber: null, email: null, dob: null, age: null, id: null },
    })
    expect(reply.status, reply.text).toBe(201)
    for (const field of ['addressId', 'doctorId', 'bookingType', 'mode', 'fromDateTimeIso', 'paymentMode', 'source', 'consultationCharge', 'patientPayload']) {
      expectInvalid(await refused(clinic, () => book(clinic, { [field]: null })), field)
    }
  })

  it.each<[string, unknown]>([
    ['a number in quotes', '500'],
    ['a flag', true],
    ['a list', [500]],
    ['an object', { amount: 500 }],
    ['a negative amount', -1],
    ['a fraction of the smallest unit', 0.001],
    ['beyond any amount', 1e300],
  ])('takes no amount that is %s', async (_, consultationCharge) => {
    const clinic = await house.clinic()
    expectInvalid(await refused(clinic, () => book(clinic, { consultationCharge })), 'consultationCharge')
  })

  it.each([
    ['followUp', 'true'],
    ['followUp', 1],
    ['mode', 1],
    ['mode', ['OFFLINE']],
    ['source', 1],
    ['patientPayload', 'Meera'],
    ['patientPayload', []],
    ['vital', []],
    ['vital', 'x'],
    ['appointmentNotes', {}],
  ] as [string, unknown][])('converts nothing: %s as %o is refused', async (field, value) => {
    const clinic = await house.clinic()
    expectInvalid(await refused(clinic, () => book(clinic, { [field]: value })), field)
  })

  const withMemberNobodyKnows =
    '{"unknown":1} {"paymentCollectionType":"X"} {"addressid":1} {"":1} {"hasOwnProperty":1} {"toString":null} {"status":"CONFIRMED"} {"createdBy":1}'.split(
      ' ',
    )
  it.each(withMemberNobodyKnows)('with a member nobody knows, %s, is refused [ERR-10]', async (more) => {
    const clinic = await house.clinic()
    const reply = await refused(clinic, () => book(clinic, JSON.parse(more)))
    expect(reply.json.error).toBe('VALIDATION_ERROR')
  })
})

describe('hostile JSON', () => {
  const bookingWith = (clinic: Clinic, vital: string) => JSON.stringify(bookingBody(clinic)).replace(/}$/, `,"vital":${vital}}`)
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  it('may nest 32 deep and hold 1,000 members and texts of 10,000 characters, which then have limits of their own', async () => {
    const clinic = await house.clinic()
    // The booking itself is the first level; it and its patient have 13 members, and vital and its list 2.
    expect((await sendBytes(clinic, bookingWith(clinic, nested(31)))).status).toBe(201)
    const next = { fromDateTimeIso: '2030-01-07T09:15:00+05:30', toDateTimeIso: '2030-01-07T09:30:00+05:30' }
    const own = Object.keys(bookingBody(clinic)).length + 3 + 2
    expect((await book(clinic, { ...next, vital: { list: Array(1_000 - own).fill(0) } })).status).toBe(201)
    expectInvalid(await refused(clinic, () => book(clinic, { appointmentNotes: 'x'.repeat(10_000) })), 'appointmentNotes')
  })

  const depths = [33, 100, 5_000, 35_000]
  it.each(depths)('that nests %i deep is refused [ERR-01] [ERR-13]', async (depth) => {
    const clinic = await house.clinic()
    expectFieldErrors(await refused(clinic, () => sendBytes(clinic, bookingWith(clinic, nested(depth - 1)))), null, 'deeper than 32')
  })

  it('of 100,000 brackets is refused, open or closed [ERR-01] [ERR-13]', async () => {
    const clinic = await house.clinic()
    for (const body of ['['.repeat(100_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}`])
      expectFieldErrors(await refused(clinic, () => sendBytes(clinic, body)), null)
  })

  it('of 1,001 members is refused, wherever they are [ERR-01]', async () => {
    const clinic = await house.clinic()
    const own = Object.keys(bookingBody(clinic)).length + 3 + 2
    for (const vital of [{ list: Array(1_001 - own).fill(0) }, Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 0]))]) {
      expectFieldErrors(await refused(clinic, () => book(clinic, { vital })), null, '1000 members')
    }
  })

  it('with a text of 10,001 characters is refused [ERR-01]', async () => {
    const clinic = await house.clinic()
    expectFieldErrors(await refused(clinic, () => book(clinic, { appointmentNotes: 'x'.repeat(10_001) })), null, '10000 characters')
  })

  const withNulOrHalf =
    'source paymentMode appointmentNotes chiefComplaint discountReason paymentReference type bookingChannel patientTimezone currency mode doctorId'.split(' ')
  it.each(withNulOrHalf)('with NUL or half a surrogate pair in %s is refused [ERR-01]', async (field) => {
    const clinic = await house.clinic()
    for (const value of ['"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"x\\udfffx"']) {
      const body = JSON.stringify(bookingBody(clinic, { [field]: 'PLACE' })).replace('"PLACE"', value)
      expectFieldErrors(await refused(clinic, () => sendBytes(clinic, body)), null, 'NUL')
    }
  })

  const textsThatCannotBeStored = ['{"a\\u0000":1}', '{"\\ud800":1}', '{"a":{"b":["\\udfff"]}}']
  it.each(textsThatCannotBeStored)('with such text deep inside, %s, is refused [ERR-01]', async (vital) => {
    const clinic = await house.clinic()
    expectFieldErrors(await refused(clinic, () => sendBytes(clinic, bookingWith(clinic, vital))), null, 'NUL')
  })

  it('with a number beyond the range of a double, which would be stored as null, is refused [ERR-01]', async () => {
    const clinic = await house.clinic()
    for (const vital of ['{"a":1e400}', '{"a":[-1e400]}']) {
      expectFieldErrors(await refused(clinic, () => sendBytes(clinic, bookingWith(clinic, vital))), null, 'a double')
    }
  })

  const prototypeMembers = [
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"__proto__":null}]}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"\\u005f_proto__":1}',
    '{"prototype":1}',
  ]
  it.each(prototypeMembers)('that reaches for the prototype, %s, is refused [ERR-01]', async (vital) => {
    const clinic = await house.clinic()
    expectFieldErrors(await refused(clinic, () => sendBytes(clinic, bookingWith(clinic, vital))), null, 'must not have a member named')
    const outer = JSON.stringify(bookingBody(clinic)).replace(/}$/, `,${vital.slice(1)}`)
    await refused(clinic, () => sendBytes(clinic, outer))
    expect(({} as Json).isAdmin).toBeUndefined()
  })
})

describe('413', () => {
  it('is the answer to one byte more than 256 KiB, and not to 256 KiB [LIM-06]', async () => {
    const clinic = await house.clinic()
    const body = JSON.stringify(bookingBody(clinic))
    const reply = await refused(clinic, () => sendBytes(clinic, body.padEnd(256 * 1024 + 1, ' ')))
    expect(reply.status).toBe(413)
    expect(reply.json).toEqual({ statusCode: 413, status: 'failed', message: expect.any(String) })
    expect((await sendBytes(clinic, body.padEnd(256 * 1024, ' '))).status).toBe(201)
  })

  it('comes as well when the length is not announced [LIM-06]', async () => {
    const clinic = await house.clinic()
    const chunk = ' '.repeat(16 * 1024)
    const reply = await overSocket(
      'POST',
      unified,
      { 'x-api-key': clinic.key, 'content-type': 'application/json', 'transfer-encoding': 'chunked' },
      Array(17).fill(chunk),
    )
    expect(reply).toEqual({ status: 413, json: { statusCode: 413, status: 'failed', message: expect.any(String) } })
  })
})

describe('ids', () => {
  const bad = [
    '0',
    '-1',
    '1.5',
    '1.0',
    '01',
    '+1',
    '1e3',
    ' 1',
    '1 ',
    '',
    '٣',
    '１',
    '0x1',
    '1_000',
    'NaN',
    'Infinity',
    'null',
    'abc',
    '1;',
    "1'",
    '1,2',
    '1\0',
    '9007199254740992',
    '9007199254740993',
    '9223372036854775808',
    '1'.repeat(40),
  ]

  it.each(bad)('in a query or a path, "%s" is refused', async (id) => {
    const clinic = await house.clinic()
    expectInvalid(await clinic.get(`/v1/doctors?${query({ addressId: id })}`), 'addressId')
    if (id !== '') expectInvalid(await clinic.get(`/v1/public-profiles/${encodeURIComponent(id)}`), 'profileId')
  })

  const badIdsInBodies: unknown[] = [...bad, 0, -1, 1.5, -0, 1e300, true, [1], {}, 9_007_199_254_740_992]
  it.each(badIdsInBodies)('in a body, %o is refused [ERR-10]', async (id) => {
    const clinic = await house.clinic()
    const reply = await refused(clinic, () => book(clinic, { doctorId: id }))
    if (id === '1\0') return expectFieldErrors(reply, null)
    expectInvalid(reply, 'doctorId')
  })

  const badNumbersInBodies = ['9007199254740993', '0.1', '1E-2']
  it.each(badNumbersInBodies)('in a body, the number %s is refused [ERR-10]', async (number) => {
    const clinic = await house.clinic()
    const body = JSON.stringify(bookingBody(clinic, { doctorId: 'PLACE' })).replace('"PLACE"', number)
    expectInvalid(await refused(clinic, () => sendBytes(clinic, body)), 'doctorId')
  })

  it('of any length are judged after the credential, in the shapes of every other answer', async () => {
    const clinic = await house.clinic()
    for (const length of [100, 101, 5_000]) {
      const url = `/v1/public-profiles/${'7'.repeat(length)}`
      expect((await house.call('GET', url)).json).toEqual({ message: expect.stringContaining('x-api-key'), statusCode: 401 })
      const reply = await clinic.get(url)
      expect([reply.status, reply.json.error]).toEqual([400, 'VALIDATION_ERROR'])
    }
  })

  it('are one more than any there is up to 2^53 - 1', async () => {
    const clinic = await house.clinic()
    for (const id of ['1', '9007199254740991']) {
      expect((await clinic.get(`/v1/doctors?addressId=${id}`)).json).toEqual([])
      expect((await clinic.get(`/v1/public-profiles/${id}`)).status).toBe(404)
      for (const doctorId of [id, Number(id)]) expect((await refused(clinic, () => book(clinic, { doctorId }))).status).toBe(404)
    }
  })

  it('in a body may be decimal strings, everywhere', async () => {
    const clinic = await house.clinic()
    const text = (kind: 'location' | 'practitioner' | 'room' | 'tier', name: string) => String(clinic.id(kind, name))
    const [room] = Object.keys(clinic.ids.room ?? {}).filter((name) => name.includes('room-1'))
    const reply = await book(clinic, {
      addressId: text('location', 'jaipur'),
      workspaceAddressId: text('location', 'jaipur'),
      doctorId: text('practitioner', 'asha-rao'),
      roomId: text('room', room as string),
    })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json.appointment).toMatchObject({
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      roomId: clinic.id('room', room as string),
    })
    const { patientId } = reply.json.appointment
    const next = { fromDateTimeIso: '2030-01-07T09:15:00+05:30', toDateTimeIso: '2030-01-07T09:30:00+05:30' }
    const again = await book(clinic, { ...next, patientId: String(patientId), patientPayload: { id: String(patientId) } })
    expect(again.json.appointment).toMatchObject({ patientId })
  })
})

describe('query parameters', () => {
  const slotsUrl = (clinic: Clinic) =>
    `/v1/appointments/available-slots?${query({ addressId: clinic.id('location', 'jaipur'), doctorId: clinic.id('practitioner', 'asha-rao'), appointmentDate: '2030-01-07' })}`

  it.each(
    'addressId=1 doctorId=1 appointmentDate=2030-01-07 mode=OFFLINE&mode=OFFLINE patientTimezone=UTC&patientTimezone= followUp=true&followUp=false'.split(' '),
  )('that are known and sent twice are refused: %s', async (more) => {
    const clinic = await house.clinic()
    expectInvalid(await clinic.get(`${slotsUrl(clinic)}&${more}`), `${more.split('=', 1)[0]} was sent more than once`)
  })

  it.each([
    'foo=1',
    'foo=1&foo=2',
    'foo[]=1',
    'addressId[]=1',
    'addressId[0]=1',
    '__proto__=1',
    'constructor=1',
    'toString=1',
    '%00=1',
    'foo=%00',
    '=',
    '&&',
    'page=-1',
    'limit=x',
    `x=${'y'.repeat(8_000)}`,
  ])('that are unknown are ignored: %s', async (more) => {
    const clinic = await house.clinic()
    const plain = await clinic.get(slotsUrl(clinic))
    const reply = await clinic.get(`${slotsUrl(clinic)}&${more}`)
    expect([reply.status, reply.text]).toEqual([200, plain.text])
  })

  it.each(
    'followUp=1 followUp=TRUE followUp= durationMins=1.5 durationMins=0 durationMins=1e1 patientId=x durationTierId=0 patientTimezone=%00 patientPhoneNumber=%00'.split(
      ' ',
    ),
  )('of the wrong form are refused: %s', async (more) => {
    const clinic = await house.clinic()
    expectInvalid(await clinic.get(`${slotsUrl(clinic)}&${more}`), more.split('=', 1)[0] as string)
  })

  it.each(['%', '%zz', '%E0%A4', '%c0%af', '+', '%2B'])('with a value that does not decode, %s, fail nothing but themselves', async (value) => {
    const clinic = await house.clinic()
    expect((await clinic.get(`${slotsUrl(clinic)}&foo=${value}`)).status).toBe(200)
    expect((await clinic.get(`${slotsUrl(clinic)}&patientTimezone=${value}`)).json.patientTimezoneSource).toBe('CLINIC')
    expectInvalid(await clinic.get(`/v1/doctors?addressId=${value}`), 'addressId')
  })
})

describe('500', () => {
  it('names a UUID and nothing else, which the log has beside our id, without a word of the patient or of SQL [ERR-12] [ERR-13]', async () => {
    const { broken, lines, clinic } = await brokenHouse()
    const before = await clinic.bookingRows()
    await broken.sql('alter table appointments rename column mode to gone')
    const reply = await book(clinic, { appointmentNotes: 'canary-note' }, { headers: { 'x-request-id': 'abc_1-Z' } })
    await broken.sql('alter table appointments rename column gone to mode')
    expect(reply.status).toBe(500)
    expect(Object.keys(reply.json)).toEqual(['statusCode', 'status', 'message'])
    expect(reply.json).toMatchObject({ statusCode: 500, status: 'failed' })
    expect(reply.headers['x-request-id']).toBe('abc_1-Z')
    const [named] = uuid.exec(reply.json.message) ?? []
    expect(reply.json.message).toBe(`Something went wrong on our side. Tell the operator of the service this request id: ${named}`)
    expect(await clinic.bookingRows()).toBe(before)

    const told = lines.filter((line) => line.includes(named as string))
    expect(told.map((line) => JSON.parse(line)).some(({ requestId, level, error }) => requestId === 'abc_1-Z' && level === 50 && error.code === '42703')).toBe(
      true,
    )
    expect(lines.join('\n')).not.toMatch(/canary-note|Meera|9876543210|insert |select |values \(|does not exist/i)
    expect(lines.join('\n')).not.toContain(clinic.key)
  })

  it('says the request id itself where that is one of ours [ERR-12]', async () => {
    const { broken, clinic } = await brokenHouse()
    await broken.sql('alter table public_profiles rename to out_of_reach')
    const reply = await clinic.get(`/v1/public-profiles/${clinic.id('profile', 'asha-rao')}`)
    await broken.sql('alter table out_of_reach rename to public_profiles')
    expect(reply.status).toBe(500)
    expect(reply.json.message).toContain(String(reply.headers['x-request-id']))
  })

  const databaseFailures = cases([
    ['a value that no column takes', '22003', 400],
    ['a check that fails', '23514', 400],
    ['a lock that is not to be had', '55P03', 503],
    ['a statement that takes too long', '57014', 503],
    ['a full disk', '53100', 500],
    ['a broken promise between tables', '23503', 500],
  ])
  it.each(databaseFailures)('or less: %s (SQLSTATE %s) is answered %i without a word of it [ERR-13]', async (_, state, status) => {
    const { broken, clinic } = await brokenHouse()
    await broken.sql(
      `create function fail() returns trigger language plpgsql as $$ begin raise exception 'canary-detail' using errcode = '${state}', detail = 'canary-detail'; end $$`,
    )
    await broken.sql('create trigger fail before insert on appointments for each row execute function fail()')
    const before = await clinic.bookingRows()
    const reply = await book(clinic)
    await broken.sql('drop trigger fail on appointments; drop function fail()')
    expect(reply.status, reply.text).toBe(status)
    expect(reply.text).not.toContain('canary')
    expect(reply.headers['retry-after']).toBe(status === 503 ? '1' : undefined)
    expect(await clinic.bookingRows()).toBe(before)
  })
})

describe('503', () => {
  it('asks to come again while the database is away, lets nobody in meanwhile, and ends by itself [ERR-13]', async () => {
    const connection = await migratedDatabase()
    const place = await openHouse({ connection })
    const clinic = await place.clinic()
    const { database } = Object(connection)
    const admin = (text: string) => command({ ...Object(connection), database: 'postgres' }, text)
    await admin(`alter database ${database} allow_connections false`)
    await admin(`select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = '${database}' and application_name like 'clinic%'`)
    // The server has closed them; this process has yet to notice.
    await wait(300)
    const replies = [await clinic.get(workspaceDetail), await clinic.get(workspaceDetail, { key: 'wrong' }), await book(clinic)]
    await admin(`alter database ${database} allow_connections true`)
    for (const reply of replies) {
      expect(reply.status).toBe(503)
      expect(reply.headers['retry-after']).toBe('1')
      expect(reply.json).toEqual({ statusCode: 503, status: 'failed', message: expect.any(String) })
    }
    expect((await clinic.get(workspaceDetail)).status).toBe(200)
    expect((await book(clinic)).status).toBe(201)
  })
})

let breakable: { broken: House; lines: string[] } | undefined

/** A house of its own whose database a test may spoil, with its log; a fresh clinic in it. */
async function brokenHouse(): Promise<{ broken: House; lines: string[]; clinic: Clinic }> {
  if (!breakable) {
    const lines: string[] = []
    breakable = { lines, broken: await openHouse({ log: pino({ level: 'trace' }, { write: (line) => void lines.push(line) }) }) }
  }
  return { ...breakable, clinic: await breakable.broken.clinic() }
}

const agent = new Agent({ keepAlive: true, maxSockets: 4 })
let port: number
beforeAll(async () => {
  await house.door.listen({ host: '127.0.0.1', port: 0 })
  port = (house.door.server.address() as AddressInfo).port
  return () => agent.destroy()
})

/** A request whose path and header names arrive exactly as written, which `inject` would tidy up. */
function overSocket(method: string, path: string, headers: Record<string, string> = {}, chunks: string[] = []): Promise<{ status: number; json: Json }> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ host: '127.0.0.1', port, method, path, headers, agent }, (response) => {
      const parts: Buffer[] = []
      response.on('data', (part: Buffer) => parts.push(part))
      response.on('end', () => {
        const text = Buffer.concat(parts).toString()
        resolve({ status: response.statusCode ?? 0, json: text === '' ? undefined : JSON.parse(text) })
      })
      response.on('error', reject)
    })
    sent.on('error', reject)
    for (const chunk of chunks) sent.write(chunk)
    sent.end()
  })
}

/** Paths that look like documented ones and are not. */
function nearMisses(documented: string[]): string[] {
  const misses = documented.flatMap((path) => {
    const slashes = [...path.matchAll(/\//g)].map(({ index }) => index)
    const letters = [...path.matchAll(/[a-z]/g)].map(({ index }) => index)
    const at = (index: number, text: string, drop = 0) => path.slice(0, index) + text + path.slice(index + drop)
    return [
      ...slashes.flatMap((index) =>
        ['//', '/./', '/%2e/', '/../', '/%2e%2e/', '/x/../', '/%2F', '%2F', '/ /'.replace(' ', '%20'), '\\', '%5C', '/%00'].map((text) => at(index, text, 1)),
      ),
      ...letters.filter((_, index) => index % 4 === 0).map((index) => at(index, (path[index] as string).toUpperCase(), 1)),
      ...[
        '//',
        '/.',
        '/..',
        '/%2e',
        '.',
        '%2e',
        '.json',
        '%00',
        '%20',
        '%0a',
        '%0d%0aX: y',
        '%',
        '%zz',
        '%E0%A4',
        '%ff',
        '%c0%ae',
        ';',
        ';x=1',
        '*',
        '~',
        's',
        '/x',
        '/undefined',
        '%3F',
        '%23',
        '#x',
        '&',
        '=',
        '%EF%BC%8F',
        '%E2%80%AE',
      ].map((end) => (path + end).replaceAll(' ', '%20')),
      path.toUpperCase(),
      path.slice(0, -1),
      path
        .slice(1)
        .replace('/', '/x/')
        .padStart(path.length + 3, '/'),
      `/v1${path}`,
      `/api${path}`,
      `/${encodeURIComponent(path)}`,
      path.replace('/v', '/V'),
      path.replace('/v', '/'),
      path.replace(/\/v\d/, '/v0'),
      path.replace(/\/v\d/, '/v01'),
      path.replaceAll('-', '_'),
      path.replaceAll('-', '%2D%2D'),
    ]
  })
  // Some spellings are documented after all: one slash at the end, an id, a path that had no dash.
  const fine = (path: string) => documented.some((other) => path === other || path === `${other}/`) || /^\/v1\/public-profiles\/[^/]+\/?$/.test(path)
  return [...new Set(misses)].filter((path) => path.startsWith('/') && !fine(path))
}
