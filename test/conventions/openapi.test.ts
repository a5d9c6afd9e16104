import { describe, expect, it } from 'vitest'
import about from '../../package.json' with { type: 'json' }
import { exampleDate } from '../../src/base/contract/examples.ts'
import { withNamedSchemas } from '../../src/base/contract/named-schemas.ts'
import { openApiDocument, routeRefusals } from '../../src/base/contract/openapi.ts'
import { apiRefusals } from '../../src/doors/register/all-problems.ts'
import { type Json, openHarness } from '../support/clinic/harness.ts'
import { findValidator } from '../support/storms/contract.ts'

const { application } = await openHarness()
const document = openApiDocument(application.routes, apiRefusals, about.version) as Json

/** Every schema node of a value, with its path. */
function* schemaNodes(value: Json, path = ''): Generator<[string, Json]> {
  if (typeof value !== 'object' || value === null) return
  if (typeof value.type === 'string' || Array.isArray(value.type)) yield [path, value]
  for (const [name, member] of Object.entries(value)) yield* schemaNodes(member, `${path}/${name}`)
}

describe('the API reference', () => {
  it('in docs matches the one generated from the routes', async () => {
    await expect(`${JSON.stringify(document, null, 2)}\n`).toMatchFileSnapshot(
      '../../docs/openapi.json',
    )
  })

  it('describes every route of the register and no other', () => {
    const described = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods as Json).map((method) => `${method.toUpperCase()} ${path}`),
    )
    expect(described.sort()).toEqual(
      application.routes
        .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`)
        .sort(),
    )
  })

  it('gives every member of every body a description, and every plain one an example', () => {
    const bare: string[] = []
    for (const [path, node] of schemaNodes(document)) {
      for (const [name, member] of Object.entries<Json>(node.properties ?? {})) {
        const isPlain =
          member.type !== 'object' &&
          member.type !== 'array' &&
          !member.properties &&
          !member.$ref &&
          !member.anyOf
        if (isPlain && !(member.description && member.examples)) bare.push(`${path}/${name}`)
      }
    }
    expect(bare).toEqual([])
  })

  it('names every refusal of the table on some route, or says why not', () => {
    const ofNoRoute = ['ROUTE_NOT_DOCUMENTED']
    const named = new Set<string>(application.routes.flatMap(routeRefusals))
    expect(
      Object.keys(apiRefusals).filter((code) => !named.has(code) && !ofNoRoute.includes(code)),
    ).toEqual([])
  })

  it('has a short unique title for every operation', () => {
    const titles = application.routes.map(({ title }) => title)
    expect(titles.filter((title) => !/^[A-Z][\w ,-]{3,44}$/.test(title))).toEqual([])
    expect(new Set(titles).size).toBe(titles.length)
  })

  it('is written for people who do not know our internal documents', () => {
    expect(
      JSON.stringify(document).match(/\([A-Z]{1,5}-\d+[a-z]?\)|\bdocs\/decisions\b/g),
    ).toBeNull()
  })
})

describe('named schemas', () => {
  it('are what answers and bodies refer to', () => {
    const { schemas } = document.components
    expect(schemas.AvailableSlots.properties.slots.items).toEqual({
      $ref: '#/components/schemas/Slot',
    })
    expect(schemas.Booked.properties.appointment).toEqual({
      anyOf: [{ $ref: '#/components/schemas/Appointment' }, { type: 'null' }],
    })
    expect(schemas.Practitioner.properties.publicProfile).toEqual({
      anyOf: [{ $ref: '#/components/schemas/PublicProfile' }, { type: 'null' }],
    })
    expect(Object.keys(schemas)).toEqual(
      expect.arrayContaining([
        'Patient',
        'Location',
        'Booking',
        'StaffMember',
        'Medicine',
        'Session',
      ]),
    )
  })

  it('are each used, and no answer is an object without one', () => {
    const text = JSON.stringify(document)
    expect(
      Object.keys(document.components.schemas).filter(
        (name) => !text.includes(`"#/components/schemas/${name}"`),
      ),
    ).toEqual([])
    const nameless = [...schemaNodes(document.paths)].filter(
      ([path, node]) => node.properties && path.includes('/responses/'),
    )
    expect(nameless.map(([path]) => path)).toEqual([])
  })

  it('have one meaning', () => {
    const slot = { type: 'object', title: 'Slot', properties: {} }
    const other = { ...slot, properties: { from: { type: 'string' } } }
    expect(() => withNamedSchemas([slot, { ...slot, type: ['object', 'null'] }])).not.toThrow()
    expect(() => withNamedSchemas([slot, other])).toThrow('two schemas are named Slot')
  })

  // In the order of the specification, as far as it names members.
  it.each([
    [
      'Workspace',
      'workspaceId onlineBookingEnabled onlinePaymentEnabled onlinePaymentProvider addresses sessionPacks publicProfile',
    ],
    ['LocationWithPractitioners', 'id fullAddress city state country international doctors'],
    [
      'Practitioner',
      'id specialization appointmentSystemType consultationFees qmsConsultationCharges appointmentTypeAndPermission publicProfile',
    ],
    ['Fee', 'consultationMode currency amount isInternational'],
    [
      'PublicProfile',
      'profileId name specialization qualification experience profileImageUrl published slug gallery faqs socialLinks workHistory seo',
    ],
    [
      'Slot',
      'appointmentDate fromDateTimeTs toDateTimeTs fromDateTimeIso toDateTimeIso appointmentTimezone patientFromDateTimeIso patientToDateTimeIso patientTimezone',
    ],
    ['UnavailableSlot', 'appointmentDate fromDateTimeIso toDateTimeIso status'],
    [
      'AvailableSlots',
      'slots unavailableSlots plans activeSessionPackResponses allSessionPackResponses nextAvailableDate selectedDurationTierId availableDurations patientTimezone patientTimezoneSource',
    ],
    [
      'Appointment',
      'workspaceId patientId bookingReference appointmentDate fromDateTimeTs toDateTimeTs appointmentTimezone consultationCharge currency paymentStatus refundPercentage refundAmount refundOverrideReason',
    ],
    ['Booked', 'system appointment visit'],
    [
      'Booking',
      'workspaceId addressId doctorId patientId system bookingType mode fromDateTimeIso toDateTimeIso paymentMode source consultationCharge packageConfigId packageAmount patientPackageId currency discountAmount discountReason paymentStatus paymentReference type followUp consultationDurationTierId roomId appointmentNotes chiefComplaint patientTimezone bookingChannel vital qms',
    ],
    [
      'Patient',
      'id mrnNumber firstName lastName countryCode phoneNumber dob gender patientFormValues',
    ],
    [
      'PatientFields',
      'id firstName lastName countryCode phoneNumber email gender dob mrnNumber age bloodGroup patientAddress language',
    ],
    [
      'StaffMember',
      'id name prefix status email countryCode phoneNumber specialization profilePicUrl roleNames roles appointmentSystemType isVerified lastActive',
    ],
    ['StaffPage', 'count list extras'],
    ['CodeDestination', 'phoneNumber countryCode channel email'],
    ['CodeReceived', 'otpCode phoneNumber countryCode channel email'],
    ['CodeSent', 'success message channel phoneNumber'],
    ['ContactVerifiedWithPatients', 'success message channel data'],
  ])('%s has its members in the order of the specification', (name, order) => {
    const specified = order.split(' ')
    expect(
      Object.keys(document.components.schemas[name].properties).filter((member) =>
        specified.includes(member),
      ),
    ).toEqual(specified)
  })
})

describe('examples', () => {
  const operations = Object.entries<Json>(document.paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]): [string, string[], Json] => [
      `${method} ${path}`,
      ['paths', path, method],
      operation,
    ]),
  )

  it.each(operations)(
    'of %s exist for body, parameters and success, and are valid',
    (_, steps, operation) => {
      const places = [
        ...(operation.requestBody ? [['requestBody', 'content', 'application/json']] : []),
        ...Object.keys(operation.responses)
          .filter((status) => status.startsWith('2'))
          .map((status) => ['responses', status, 'content', 'application/json']),
      ]
      for (const place of places) {
        const { example } = place.reduce((value, step) => value[step], operation)
        const check = findValidator([...steps, ...place, 'schema'])
        expect(check(example) || check.errors, JSON.stringify(example)).toBe(true)
      }
      for (const [index, parameter] of operation.parameters.entries()) {
        const check = findValidator([...steps, 'parameters', String(index), 'schema'])
        expect(check(parameter.examples.default.value) || check.errors, parameter.name).toBe(true)
      }
    },
  )

  it('of one visit describe one slot', () => {
    const example = (name: string) => {
      const [, , operation] = operations.find(
        ([, , { operationId }]) => operationId === name,
      ) as (typeof operations)[number]
      return operation
    }
    const [slot] =
      example('listAvailableSlots').responses[200].content['application/json'].example.slots
    const { appointment } =
      example('bookAppointment').responses[201].content['application/json'].example
    const body = example('bookAppointment').requestBody.content['application/json'].example
    expect(body).toMatchObject({
      fromDateTimeIso: slot.fromDateTimeIso,
      toDateTimeIso: slot.toDateTimeIso,
    })
    expect(appointment).toMatchObject({
      fromDateTimeTs: slot.fromDateTimeIso,
      addressId: body.addressId,
      doctorId: body.doctorId,
      refundAmount: null,
    })
    expect(slot.appointmentDate).toBe(exampleDate)
  })

  it('lie after the day on which the document is served, on the same weekday, and dates of birth stay', () => {
    for (const [today, expected] of [
      ['2026-11-21', '2026-11-24'],
      ['2026-12-01', '2026-12-08'],
      ['2031-03-30', '2031-04-01'],
    ] as const) {
      const served = openApiDocument(application.routes, apiRefusals, about.version, today) as Json
      const { responses, requestBody } =
        served.paths['/v1/appointments/book-appointment-unified'].post
      expect(requestBody.content['application/json'].example.fromDateTimeIso).toBe(
        `${expected}T09:00:00+05:30`,
      )
      expect(responses[201].content['application/json'].example.appointment.appointmentDate).toBe(
        expected,
      )
      expect(served.components.schemas.Slot.properties.fromDateTimeIso.examples).toEqual([
        `${expected}T09:00:00+05:30`,
      ])
      expect(served.components.schemas.Patient.properties.dob.examples).toEqual(['1990-04-12'])
    }
  })
})
