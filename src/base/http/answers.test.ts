// What every answer of the front door has, whatever the request.

import { describe, expect, it } from 'vitest'
import {
  expectBookingRefused,
  expectInvalid,
  listenForFile,
  unified,
  uuid,
  workspaceDetail,
} from '../../../test/support/clinic/front-door.ts'
import {
  book,
  type Clinic,
  type Json,
  listSlots,
  openHarness,
  queryString,
  type Reply,
} from '../../../test/support/clinic/harness.ts'
import { bodyBytesMax } from '../contract/body.ts'

const house = await openHarness()
const overSocket = await listenForFile(house)

/** One answer of each kind that the front door gives. */
async function everyKindOfAnswer(
  clinic: Clinic,
  headers: Record<string, string> = {},
): Promise<Record<string, Reply>> {
  const poor = await house.clinic((file) => {
    file.workspace.entitlements = []
  })
  return {
    '200': await clinic.get(workspaceDetail, { headers }),
    '201': await book(clinic, {}, { headers }),
    'taken slot': await book(clinic, {}, { headers }),
    'broken JSON': await clinic.post(unified, '{', {
      headers: { 'content-type': 'application/json', ...headers },
    }),
    'missing field': await book(clinic, { mode: undefined }, { headers }),
    'bad parameter': await clinic.get('/v1/doctors?addressId=x', { headers }),
    'no credential': await clinic.get(workspaceDetail, { key: null, headers }),
    'bad key': await clinic.get(workspaceDetail, { key: 'wrong', headers }),
    'foreign address': await clinic.get(workspaceDetail, { from: '::1', headers }),
    'undocumented route': await clinic.get('/v1/nope', { headers }),
    'undocumented method': await house.call('PUT', '/v1/doctors', { key: clinic.key, headers }),
    'not entitled': await poor.get('/v1/addresses', { headers }),
    'not found': await clinic.get('/v1/public-profiles/999999999', { headers }),
    'too large': await clinic.post(unified, ' '.repeat(bodyBytesMax + 1), {
      headers: { 'content-type': 'application/json', ...headers },
    }),
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
    expect([answers['bad key']?.json.error, answers['undocumented route']?.json.error]).toEqual([
      'Unauthorized',
      'Forbidden',
    ])
  })

  it('may not be cached, opens to no other origin and names neither a version nor the software [GEN-23] [VER-05]', async () => {
    const answers = await everyKindOfAnswer(await house.clinic(), {
      origin: 'https://evil.example',
      'sec-fetch-mode': 'cors',
    })
    for (const [kind, { headers }] of Object.entries(answers)) {
      expect(headers['cache-control'], kind).toBe('no-store')
      expect(
        Object.keys(headers).filter((name) =>
          /^access-control|^vary$|version|powered|^server$|^etag$|^set-cookie$/.test(name),
        ),
        kind,
      ).toEqual([])
    }
    const clinic = await house.clinic()
    const preflight = {
      origin: 'https://evil.example',
      'access-control-request-method': 'GET',
      'access-control-request-headers': 'x-api-key',
    }
    const reply = await house.call('OPTIONS', workspaceDetail, {
      key: clinic.key,
      headers: preflight,
    })
    expect(reply.status).toBe(403)
    expect(Object.keys(reply.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    )
  })

  it('returns the request id that was sent [GEN-24]', async () => {
    for (const [kind, { headers }] of Object.entries(
      await everyKindOfAnswer(await house.clinic(), { 'x-request-id': 'abc_1-Z' }),
    )) {
      expect(headers['x-request-id'], kind).toBe('abc_1-Z')
    }
  })

  it('has a new id each time if none was sent [GEN-26]', async () => {
    const seen = Object.values(await everyKindOfAnswer(await house.clinic())).map(({ headers }) =>
      String(headers['x-request-id']),
    )
    for (const id of seen) expect(id).toMatch(new RegExp(`^${uuid.source}$`))
    expect(new Set(seen).size).toBe(seen.length)
  })

  it('does not depend on the Host header [GEN-01]', async () => {
    const clinic = await house.clinic()
    const texts = await Promise.all(
      ['localhost', 'api.clinic.example', 'evil.example:1', '[::1]:80'].map(
        async (host) =>
          (await clinic.get(workspaceDetail, { headers: { host, 'x-forwarded-host': host } })).text,
      ),
    )
    expect(new Set(texts).size).toBe(1)
    expect(texts[0]).not.toMatch(
      /localhost|127\.0\.0\.1|clinic\.example|https?:\/\/(?!example\.org)/,
    )
  })
})

describe('x-request-id', () => {
  const goodRequestIds = [
    'a',
    'A-z_0',
    '-',
    '_',
    '0',
    'x'.repeat(64),
    '123e4567-e89b-12d3-a456-426614174000',
  ]
  it.each(goodRequestIds)('%s is used [GEN-24] [LIM-05]', async (id) => {
    const clinic = await house.clinic()
    expect(
      (await clinic.get(workspaceDetail, { headers: { 'x-request-id': id } })).headers[
        'x-request-id'
      ],
    ).toBe(id)
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
  it.each(badRequestIds)(
    'that is %s is replaced and never an error [GEN-25] [LIM-05]',
    async (_, id) => {
      const clinic = await house.clinic()
      const reply = await clinic.get(workspaceDetail, { headers: { 'x-request-id': id } })
      expect(reply.status).toBe(200)
      expect(reply.headers['x-request-id']).toMatch(new RegExp(`^${uuid.source}$`))
    },
  )
})

describe('names and values', () => {
  const spellingsOfTheHeader = ['x-api-key', 'X-API-KEY', 'X-Api-Key', 'x-aPI-kEY']
  it.each(spellingsOfTheHeader)('of headers are valid in any case: %s [GEN-03]', async (name) => {
    const clinic = await house.clinic()
    const { status } = await overSocket('GET', workspaceDetail, { [name]: clinic.key })
    expect(status).toBe(200)
  })

  it('of fields and enumerated values are valid only in their documented case [GEN-03]', async () => {
    const clinic = await house.clinic()
    const parameters = {
      addressId: clinic.id('location', 'jaipur'),
      doctorId: clinic.id('practitioner', 'asha-rao'),
      appointmentDate: '2030-01-07',
    }
    const slots = (changed: Record<string, string | number>) =>
      clinic.get(`/v1/appointments/available-slots?${queryString(changed)}`)
    expect((await slots({ ...parameters, mode: 'OFFLINE' })).status).toBe(200)
    for (const mode of ['offline', 'Offline', ' OFFLINE', 'OFFLINE,ONLINE', ''])
      expectInvalid(await slots({ ...parameters, mode }), 'mode')
    const { addressId, ...others } = parameters
    expectInvalid(await slots({ ...others, addressid: addressId }), 'addressId is required')
    expectInvalid(
      await expectBookingRefused(clinic, () => book(clinic, { mode: 'offline' })),
      'mode',
    )
    expectInvalid(
      await expectBookingRefused(clinic, () =>
        book(clinic, { doctorId: undefined, DoctorId: parameters.doctorId }),
      ),
      'octorId',
    )
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
    const slots = (
      await listSlots(clinic, 'asha-rao', 'jaipur', '2030-01-07', {
        patientTimezone: 'Europe/Berlin',
      })
    ).json
    const { appointment } = (await book(clinic, { patientTimezone: 'Asia/Dubai' })).json
    let checked = 0
    for (const [name, value] of [slots, appointment, ...slots.slots].flatMap((record: Json) =>
      Object.entries(record),
    )) {
      if (value === null) continue
      if (
        /(DateTimeIso|At)$/.test(name) ||
        (name.endsWith('DateTimeTs') && !/^\d\d:\d\d$/.test(String(value)))
      )
        expect(value, name).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)$/)
      else if (/imezone$/.test(name))
        expect(() => new Intl.DateTimeFormat('en', { timeZone: String(value) }), name).not.toThrow()
      else if (/^id$|Id$/.test(name)) expect(value, name).toEqual(expect.any(Number))
      else continue
      checked += 1
    }
    expect(checked).toBeGreaterThan(40)
    expect(appointment.bookingReference).toEqual(expect.any(String))
    expect(slots.slots[0].fromDateTimeTs).toMatch(/^\d\d:\d\d$/)
  })

  const timesWithoutOffset = [
    '2030-01-07T09:00:00',
    '2030-01-07T09:00',
    '2030-01-07 09:00:00',
    '2030-01-07',
  ]
  it.each(timesWithoutOffset)(
    'of a time without an offset, %s, book nothing [GEN-17]',
    async (fromDateTimeIso) => {
      const clinic = await house.clinic()
      expectInvalid(
        await expectBookingRefused(clinic, () => book(clinic, { fromDateTimeIso })),
        'fromDateTimeIso',
      )
    },
  )
})
