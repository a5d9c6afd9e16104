import { describe, expect, it, vi } from 'vitest'
import {
  expectBookingRefused,
  expectFieldErrors,
  expectInvalid,
  listenForFile,
  sendBytes,
  unified,
} from '../../../test/support/clinic/front-door.ts'
import {
  book,
  type Clinic,
  createBookingBody,
  type Json,
  openHarness,
  slotTimes,
} from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { parseJsonBody } from '../contract/body.ts'

const house = await openHarness()
const overSocket = await listenForFile(house)

describe('a body that is not a JSON object', () => {
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
  it.each(bodiesThatAreNoObject)(
    'such as %s is refused and returned in the answer [ERR-01] [ERR-08]',
    async (body, value) => {
      const clinic = await house.clinic()
      expectFieldErrors(
        await expectBookingRefused(clinic, () => sendBytes(house, clinic, body)),
        value,
        'must be a JSON object',
      )
    },
  )

  it('is returned cut to a hundred characters [ERR-08]', async () => {
    const clinic = await house.clinic()
    const reply = await expectBookingRefused(clinic, () =>
      sendBytes(house, clinic, JSON.stringify('y'.repeat(5_000))),
    )
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
    expectFieldErrors(
      await expectBookingRefused(clinic, () => sendBytes(house, clinic, body)),
      null,
    )
  })

  const brokenBytes: [string, Buffer][] = [
    [
      'a byte that is no UTF-8',
      Buffer.from([0x7b, 0x22, 0x61, 0x22, 0x3a, 0x22, 0xff, 0x22, 0x7d]),
    ],
    ['an overlong slash', Buffer.from([0x22, 0xc0, 0xaf, 0x22])],
    ['a surrogate in UTF-8', Buffer.from([0x22, 0xed, 0xa0, 0x80, 0x22])],
    ['half a character', Buffer.from([0x7b, 0x22, 0xe0, 0xa4])],
    ['UTF-16', Buffer.from('\ufeff{}', 'utf16le')],
    ['Latin-1', Buffer.from('{"source":"München"}', 'latin1')],
    ['gzip', Buffer.from([0x1f, 0x8b, 0x08, 0x00])],
  ]
  it.each(brokenBytes)(
    'because it holds %s is refused as broken JSON [ERR-01]',
    async (_, bytes) => {
      const clinic = await house.clinic()
      expectFieldErrors(
        await expectBookingRefused(clinic, () => sendBytes(house, clinic, bytes)),
        null,
        'must be valid JSON in UTF-8',
      )
    },
  )

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
  it.each(otherContentTypes)(
    'but declared as content type "%s" is refused, even if valid [ERR-01]',
    async (type) => {
      const clinic = await house.clinic()
      const reply = await expectBookingRefused(clinic, () =>
        sendBytes(house, clinic, JSON.stringify(createBookingBody(clinic)), {
          'content-type': type,
        }),
      )
      expectFieldErrors(reply, null, 'must be sent as application/json')
    },
  )

  it('without any content type is refused [ERR-01]', async () => {
    const clinic = await house.clinic()
    const reply = await expectBookingRefused(clinic, () =>
      sendBytes(house, clinic, Buffer.from(JSON.stringify(createBookingBody(clinic))), {}),
    )
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
  ])('is accepted as content type %s', async (type) => {
    const clinic = await house.clinic()
    const reply = await sendBytes(house, clinic, JSON.stringify(createBookingBody(clinic)), {
      'content-type': type,
    })
    expect(reply.status, reply.text).toBe(201)
  })

  it('is accepted after a byte order mark, with blanks around it, and in any script', async () => {
    const clinic = await house.clinic()
    const body = createBookingBody(clinic, {
      patientPayload: { firstName: 'मीरा', lastName: '山田 👩‍⚕️', phoneNumber: '9876543210' },
    })
    expect((await sendBytes(house, clinic, `\ufeff\r\n ${JSON.stringify(body)} \n`)).status).toBe(
      201,
    )
    expect(
      await house.sql('select first_name, last_name from patients where workspace_id = $1', [
        clinic.workspaceId,
      ]),
    ).toEqual([{ first_name: 'मीरा', last_name: '山田 👩‍⚕️' }])
  })

  it('uses the last of a duplicate name, which is also the one that was checked', async () => {
    const clinic = await house.clinic()
    const twice = JSON.stringify(createBookingBody(clinic)).replace('{', '{"mode":"ONLINE",')
    expect((await sendBytes(house, clinic, twice)).json.appointment.mode).toBe('OFFLINE')
    const spoilt = JSON.stringify(createBookingBody(clinic)).replace(/}$/, ',"mode":"x"}')
    expectInvalid(
      await expectBookingRefused(clinic, () => sendBytes(house, clinic, spoilt)),
      'mode',
    )
  })

  it('that lacks a field is refused by the service, without fieldErrors [ERR-09] [ERR-10]', async () => {
    const clinic = await house.clinic()
    for (const field of [
      'addressId',
      'doctorId',
      'bookingType',
      'mode',
      'fromDateTimeIso',
      'toDateTimeIso',
      'paymentMode',
      'source',
      'consultationCharge',
    ]) {
      expectInvalid(
        await expectBookingRefused(clinic, () => book(clinic, { [field]: undefined })),
        `${field} is required`,
      )
    }
    expectInvalid(
      await expectBookingRefused(clinic, () => sendBytes(house, clinic, '{}')),
      'is required',
    )
  })

  it('may be null where it may be left out, and not elsewhere', async () => {
    const clinic = await house.clinic()
    const optional =
      'workspaceAddressId patientId system packageConfigId packageAmount patientPackageId currency discountAmount discountReason paymentStatus paymentReference type followUp consultationDurationTierId roomId appointmentNotes chiefComplaint patientTimezone bookingChannel vital qms parentAppointmentId workspaceId'.split(
        ' ',
      )
    const reply = await book(clinic, {
      ...Object.fromEntries(optional.map((name) => [name, null])),
      patientPayload: {
        firstName: 'Meera',
        lastName: null,
        phoneNumber: null,
        email: null,
        dob: null,
        age: null,
        id: null,
      },
    })
    expect(reply.status, reply.text).toBe(201)
    for (const field of [
      'addressId',
      'doctorId',
      'bookingType',
      'mode',
      'fromDateTimeIso',
      'paymentMode',
      'source',
      'consultationCharge',
      'patientPayload',
    ]) {
      expectInvalid(
        await expectBookingRefused(clinic, () => book(clinic, { [field]: null })),
        field,
      )
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
  ])('accepts no amount that is %s', async (_, consultationCharge) => {
    const clinic = await house.clinic()
    expectInvalid(
      await expectBookingRefused(clinic, () => book(clinic, { consultationCharge })),
      'consultationCharge',
    )
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
    expectInvalid(await expectBookingRefused(clinic, () => book(clinic, { [field]: value })), field)
  })

  const withMemberNobodyKnows =
    '{"unknown":1} {"paymentCollectionType":"X"} {"addressid":1} {"":1} {"hasOwnProperty":1} {"toString":null} {"status":"CONFIRMED"} {"createdBy":1}'.split(
      ' ',
    )
  it.each(withMemberNobodyKnows)(
    'with an unknown member, %s, is refused [ERR-10]',
    async (more) => {
      const clinic = await house.clinic()
      const reply = await expectBookingRefused(clinic, () => book(clinic, JSON.parse(more)))
      expect(reply.json.error).toBe('VALIDATION_ERROR')
    },
  )
})

describe('hostile JSON', () => {
  const bookingWith = (clinic: Clinic, vital: string) =>
    JSON.stringify(createBookingBody(clinic)).replace(/}$/, `,"vital":${vital}}`)
  const nested = (depth: number) => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`

  it("may nest 32 deep and have 1,000 members and texts of 10,000 characters, subject to the members' own limits", async () => {
    const clinic = await house.clinic()
    // The booking itself is the first level; it and its patient have 13 members, and vital and its
    // list 2.
    expect((await sendBytes(house, clinic, bookingWith(clinic, nested(31)))).status).toBe(201)
    const next = slotTimes('09:15')
    const own = Object.keys(createBookingBody(clinic)).length + 3 + 2
    expect(
      (await book(clinic, { ...next, vital: { list: Array(1_000 - own).fill(0) } })).status,
    ).toBe(201)
    expectInvalid(
      await expectBookingRefused(clinic, () =>
        book(clinic, { appointmentNotes: 'x'.repeat(10_000) }),
      ),
      'appointmentNotes',
    )
  })

  const depths = [33, 100, 5_000, 35_000]
  it.each(depths)('that nests %i deep is refused [ERR-01] [ERR-13]', async (depth) => {
    const clinic = await house.clinic()
    expectFieldErrors(
      await expectBookingRefused(clinic, () =>
        sendBytes(house, clinic, bookingWith(clinic, nested(depth - 1))),
      ),
      null,
      'deeper than 32',
    )
  })

  it('of 100,000 brackets is refused, open or closed [ERR-01] [ERR-13]', async () => {
    const clinic = await house.clinic()
    for (const body of ['['.repeat(100_000), `${'['.repeat(100_000)}${']'.repeat(100_000)}`])
      expectFieldErrors(
        await expectBookingRefused(clinic, () => sendBytes(house, clinic, body)),
        null,
      )
  })

  it('of 1,001 members is refused, wherever they are [ERR-01]', async () => {
    const clinic = await house.clinic()
    const own = Object.keys(createBookingBody(clinic)).length + 3 + 2
    for (const vital of [
      { list: Array(1_001 - own).fill(0) },
      Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`k${index}`, 0])),
    ]) {
      expectFieldErrors(
        await expectBookingRefused(clinic, () => book(clinic, { vital })),
        null,
        '1000 members',
      )
    }
  })

  it('with a text of 10,001 characters is refused [ERR-01]', async () => {
    const clinic = await house.clinic()
    expectFieldErrors(
      await expectBookingRefused(clinic, () =>
        book(clinic, { appointmentNotes: 'x'.repeat(10_001) }),
      ),
      null,
      '10000 characters',
    )
  })

  const withNulOrHalf =
    'source paymentMode appointmentNotes chiefComplaint discountReason paymentReference type bookingChannel patientTimezone currency mode doctorId'.split(
      ' ',
    )
  it.each(withNulOrHalf)(
    'with NUL or half a surrogate pair in %s is refused [ERR-01]',
    async (field) => {
      const clinic = await house.clinic()
      for (const value of ['"a\\u0000b"', '"\\ud800"', '"\\udc00\\ud800"', '"x\\udfffx"']) {
        const body = JSON.stringify(createBookingBody(clinic, { [field]: 'PLACE' })).replace(
          '"PLACE"',
          value,
        )
        expectFieldErrors(
          await expectBookingRefused(clinic, () => sendBytes(house, clinic, body)),
          null,
          'NUL',
        )
      }
    },
  )

  const textsThatCannotBeStored = ['{"a\\u0000":1}', '{"\\ud800":1}', '{"a":{"b":["\\udfff"]}}']
  it.each(textsThatCannotBeStored)(
    'with such text deep inside, %s, is refused [ERR-01]',
    async (vital) => {
      const clinic = await house.clinic()
      expectFieldErrors(
        await expectBookingRefused(clinic, () =>
          sendBytes(house, clinic, bookingWith(clinic, vital)),
        ),
        null,
        'NUL',
      )
    },
  )

  it('with a number beyond the range of a double, which would be stored as null, is refused [ERR-01]', async () => {
    const clinic = await house.clinic()
    for (const vital of ['{"a":1e400}', '{"a":[-1e400]}']) {
      expectFieldErrors(
        await expectBookingRefused(clinic, () =>
          sendBytes(house, clinic, bookingWith(clinic, vital)),
        ),
        null,
        'a double',
      )
    }
  })

  const prototypeMembers = [
    '{"__proto__":{"isAdmin":true}}',
    '{"a":[{"__proto__":null}]}',
    '{"constructor":{"prototype":{"x":1}}}',
    '{"\\u005f_proto__":1}',
    '{"prototype":1}',
  ]
  it.each(prototypeMembers)(
    'that targets the prototype, %s, is refused [ERR-01]',
    async (vital) => {
      const clinic = await house.clinic()
      expectFieldErrors(
        await expectBookingRefused(clinic, () =>
          sendBytes(house, clinic, bookingWith(clinic, vital)),
        ),
        null,
        'must not have a member named',
      )
      const outer = JSON.stringify(createBookingBody(clinic)).replace(/}$/, `,${vital.slice(1)}`)
      await expectBookingRefused(clinic, () => sendBytes(house, clinic, outer))
      expect(({} as Json).isAdmin).toBeUndefined()
    },
  )
})

describe('413', () => {
  it('is the answer to one byte more than 256 KiB, and not to 256 KiB [LIM-06]', async () => {
    const clinic = await house.clinic()
    const body = JSON.stringify(createBookingBody(clinic))
    const reply = await expectBookingRefused(clinic, () =>
      sendBytes(house, clinic, body.padEnd(256 * 1024 + 1, ' ')),
    )
    expect(reply.status).toBe(413)
    expect(reply.json).toEqual({ statusCode: 413, status: 'failed', message: expect.any(String) })
    expect((await sendBytes(house, clinic, body.padEnd(256 * 1024, ' '))).status).toBe(201)
  })

  it('is also the answer if the length is not announced [LIM-06]', async () => {
    const clinic = await house.clinic()
    const chunk = ' '.repeat(16 * 1024)
    const reply = await overSocket(
      'POST',
      unified,
      {
        'x-api-key': clinic.key,
        'content-type': 'application/json',
        'transfer-encoding': 'chunked',
      },
      Array(17).fill(chunk),
    )
    expect(reply).toEqual({
      status: 413,
      json: { statusCode: 413, status: 'failed', message: expect.any(String) },
    })
  })
})

describe('a body of very many members', () => {
  const many = 60_000
  it.each([
    ['in a list', `{"list":[${'1,'.repeat(many)}1]}`],
    ['that are empty lists', `{"list":[${'[],'.repeat(many)}[]]}`],
    ['of one name', `{${'"a":1,'.repeat(many / 2)}"a":1}`],
    [
      'after a text with a quote and a bracket in it',
      `{"text":"\\"[\\\\","list":[${'1,'.repeat(many)}1]}`,
    ],
  ])('is refused by its bytes alone, before they are parsed: %s', async (_, body) => {
    const clinic = await house.clinic()
    const parse = vi.spyOn(JSON, 'parse')
    const reply = await expectBookingRefused(clinic, () => sendBytes(house, clinic, body))
    const parsed = parse.mock.calls.map(([text]) => String(text).length)
    parse.mockRestore()
    expectFieldErrors(reply, null, 'must hold no more than 1000 members')
    expect(parsed).not.toContain(body.length)
  })

  it('that nests too deep is refused the same way', async () => {
    const clinic = await house.clinic()
    expectFieldErrors(
      await expectBookingRefused(clinic, () => sendBytes(house, clinic, '['.repeat(100_000))),
      null,
      'must not nest deeper than 32 levels',
    )
  })

  it('is counted by the separators between them, and not by those in a text', () => {
    expect(parseJsonBody(Buffer.from(JSON.stringify({ text: ',[{'.repeat(3_000) })))).toEqual({
      value: { text: ',[{'.repeat(3_000) },
    })
    const thousand = Array.from({ length: 1_000 }, (_, index) => index)
    expect(parseJsonBody(Buffer.from(JSON.stringify(thousand)))).toEqual({ value: thousand })
    expect(parseJsonBody(Buffer.from(JSON.stringify([...thousand, 1])))).toEqual({
      problem: 'must hold no more than 1000 members',
    })
  })
})
