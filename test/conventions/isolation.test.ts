// Two clinics in one installation: neither can see anything of the other.

import type { TSchema } from 'typebox'
import { beforeAll, describe, expect, it } from 'vitest'
import { type Route, route } from '../../src/base/contract/route.ts'
import { anyObject, id, list, object, optional, text } from '../../src/base/contract/schemas.ts'
import {
  book,
  type Clinic,
  createBookingBody,
  listSlots,
  openHarness,
  queryString,
  type Reply,
  slotTimes,
} from '../support/clinic/harness.ts'
import { queueDate, startShift, tokenBody } from '../support/clinic/queue-clinic.ts'

const harness = await openHarness()
const absentId = 9_007_199_254_740_000

// A makes the calls, B is the other clinic; each has a patient with a session pack and a completed
// visit, on another day than the tests book on.
let a: Clinic
let b: Clinic
const visits = new Map<
  Clinic,
  { id: number; patientId: number; packId: number; seriesId: number; tokenId: number }
>()

beforeAll(async () => {
  const sellsPacks: Parameters<typeof harness.clinic>[0] = (file) => {
    file.visitTypes = { check: { displayName: 'Check' } }
    file.sessionPacks = {
      three: {
        displayName: 'Three visits',
        sessions: 3,
        validityDays: 60,
        currency: 'INR',
        price: 900,
        familyBooking: true,
      },
    }
  }
  a = await harness.clinic(sellsPacks)
  b = await harness.clinic(sellsPacks)
  for (const clinic of [a, b]) {
    const booked = await book(clinic, {
      roomId: roomId(clinic),
      ...slotTimes('09:00', 15, '2030-01-08'),
    })
    expect(booked.status, booked.text).toBe(201)
    const { id, patientId } = booked.json.appointment
    await harness.sql(
      "update appointments set status = 'COMPLETED' where workspace_id = $1 and id = $2",
      [clinic.workspaceId, id],
    )
    const pack = await harness.operate('packs-grant', {
      workspace: clinic.name,
      patientId,
      pack: 'three',
    })
    const series = await harness.operate('series-book', {
      workspace: clinic.name,
      addressId: jaipurId(clinic),
      doctorId: ashaId(clinic),
      mode: 'OFFLINE',
      patientId,
      starts: ['2030-01-14T12:00:00+05:30', '2030-01-21T12:00:00+05:30'],
    })
    await startShift(harness, clinic)
    const waits = await clinic.post(
      '/v1/qms-appointments/immediate/book',
      tokenBody(clinic, { patientPayload: undefined, patientId }),
    )
    expect(waits.status, waits.text).toBe(201)
    visits.set(clinic, {
      id,
      patientId,
      packId: pack.id,
      seriesId: series.id,
      tokenId: waits.json.visit.visitId,
    })
  }
})

const all = (kind: keyof Clinic['ids']) => (clinic: Clinic) => Object.values(clinic.ids[kind] ?? {})
const createdIds = (clinic: Clinic) =>
  visits.get(clinic) as {
    id: number
    patientId: number
    packId: number
    seriesId: number
    tokenId: number
  }
const createdPatientId = (clinic: Clinic) => createdIds(clinic).patientId
const jaipurId = (clinic: Clinic) => clinic.id('location', 'jaipur')
const ashaId = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const meeraId = (clinic: Clinic) => clinic.id('practitioner', 'meera-shah')
const profileId = (clinic: Clinic) => clinic.id('profile', 'asha-rao')
const roomId = (clinic: Clinic) => clinic.id('room', 'jaipur/room-1')

/** The ids of one kind that a clinic has. */
const kinds = {
  location: all('location'),
  practitioner: all('practitioner'),
  staff: (clinic: Clinic) => [...all('staff')(clinic), ashaId(clinic)],
  role: all('role'),
  room: all('room'),
  tier: all('tier'),
  profile: all('profile'),
  patient: (clinic: Clinic) => [createdPatientId(clinic)],
  visit: (clinic: Clinic) => [createdIds(clinic).id],
  series: (clinic: Clinic) => [createdIds(clinic).seriesId],
  'pack on sale': all('sessionPack'),
  'visit type': all('visitType'),
  pack: (clinic: Clinic) => [createdIds(clinic).packId],
  shift: all('shift'),
  token: (clinic: Clinic) => [createdIds(clinic).tokenId],
}
type Kind = keyof typeof kinds

const unifiedRoute = 'POST /v1/appointments/book-appointment-unified'
const reserveRoute = 'POST /v1/appointments/reserve-slot'
const packsRoute = 'POST /v1/session/packs'
const bookRoutes = [unifiedRoute, 'POST /v1/appointments/book-appointment', reserveRoute]
const tokenRoutes = [
  'POST /v1/qms-appointments/pre/book',
  'POST /v1/qms-appointments/immediate/book',
]
/** The same for every route that books. */
const ofBooking = <T>(entriesOf: (bookRoute: string) => Record<string, T>): Record<string, T> =>
  Object.assign({}, ...bookRoutes.map(entriesOf))
const ofTokens = <T>(entriesOf: (tokenRoute: string) => Record<string, T>): Record<string, T> =>
  Object.assign({}, ...tokenRoutes.map(entriesOf))
const slotsRoute = 'GET /v1/appointments/available-slots'
const shiftsRoute = 'GET /v1/qms-appointments/doctor/shifts'
const visitsRoute = 'GET /v1/qms-appointments/visits'
const dayVisitsRoute = 'GET /v1/qms-appointments/day-visits'
const searchRoute = 'POST /v1/appointments/search'

/**
 * What a member of a request refers to, by its name or, if that is ambiguous, by its name and
 * route. `nothing`: it is dropped or replaced, see below.
 */
const named: Record<string, Kind | 'nothing'> = {
  addressId: 'location',
  workspaceAddressId: 'location',
  addressIds: 'location',
  doctorId: 'practitioner',
  doctorIds: 'practitioner',
  'x-acting-user-id': 'staff',
  roleId: 'role',
  roomId: 'room',
  durationTierId: 'tier',
  consultationDurationTierId: 'tier',
  profileId: 'profile',
  patientId: 'patient',
  'patientPayload.id': 'patient',
  'id of POST /v1/patients': 'patient',
  appointmentId: 'visit',
  visitId: 'token',
  ignoreAppointmentId: 'visit',
  seriesId: 'series',
  packageConfigId: 'pack on sale',
  visitTypeId: 'visit type',
  patientPackageId: 'pack',
  qmsWorkShiftId: 'shift',
  'qms.qmsWorkShiftId': 'shift',
  parentAppointmentId: 'nothing',
  // References are text; for those of another workspace see
  // src/money/checkout/confirm-payments.test.ts.
  gatewayReferenceId: 'nothing',
  workspaceId: 'nothing',
}

/** The status for an id of another workspace, where it is not 404. */
const statuses: Record<string, number> = {
  'addressId of GET /v1/doctors': 200,
  'roleId of GET /v1/users': 200,
  [`addressId of ${searchRoute}`]: 200,
  [`doctorId of ${searchRoute}`]: 200,
  [`patientId of ${searchRoute}`]: 200,
  [`seriesId of ${searchRoute}`]: 200,
  [`patientId of ${slotsRoute}`]: 200,
  [`ignoreAppointmentId of ${slotsRoute}`]: 200,
  [`durationTierId of ${slotsRoute}`]: 400,
  [`visitTypeId of ${slotsRoute}`]: 400,
  ...ofBooking((bookRoute) => ({
    [`roomId of ${bookRoute}`]: 400,
    [`consultationDurationTierId of ${bookRoute}`]: 400,
    [`visitTypeId of ${bookRoute}`]: 400,
    [`packageConfigId of ${bookRoute}`]: 400,
    [`patientPackageId of ${bookRoute}`]: 400,
  })),
  // Members of other routes, which are refused whatever they say.
  'qmsWorkShiftId of POST /v1/appointments/book-appointment': 400,
  ...ofTokens((tokenRoute) => ({
    [`roomId of ${tokenRoute}`]: 400,
    [`consultationDurationTierId of ${tokenRoute}`]: 400,
    [`visitTypeId of ${tokenRoute}`]: 400,
    [`packageConfigId of ${tokenRoute}`]: 400,
    [`patientPackageId of ${tokenRoute}`]: 400,
  })),
  [`qms.qmsWorkShiftId of ${unifiedRoute}`]: 400,
  [`qms.qmsWorkShiftId of ${reserveRoute}`]: 400,
  [`qmsWorkShiftId of ${reserveRoute}`]: 400,
  [`packageConfigId of ${packsRoute}`]: 400,
  [`doctorId of ${packsRoute}`]: 404,
  ...ofTokens((tokenRoute) => ({ [`qmsWorkShiftId of ${tokenRoute}`]: 400 })),
  [`addressId of ${visitsRoute}`]: 200,
  [`doctorId of ${visitsRoute}`]: 200,
  [`patientId of ${visitsRoute}`]: 200,
  [`addressId of ${dayVisitsRoute}`]: 200,
  [`doctorId of ${dayVisitsRoute}`]: 200,
  [`addressId of ${shiftsRoute}`]: 200,
  [`doctorId of ${shiftsRoute}`]: 200,
}

type InputPart = 'path' | 'query' | 'body' | 'header'
type Members = Record<string, unknown>
type SampleInput = Partial<Record<InputPart, Members>>

/**
 * A request of A that succeeds, for each route that takes an id; an undefined member is left out.
 */
const samples: Record<string, () => SampleInput> = {
  'GET /v1/doctors': () => ({}),
  'GET /v1/practitioner-shifts': () => ({ query: { addressId: jaipurId(a) } }),
  'GET /v1/medicines/search': () => ({ query: { searchTerm: 'dolo', addressId: jaipurId(a) } }),
  'GET /v1/public-profiles/:profileId': () => ({ path: { profileId: profileId(a) } }),
  'GET /v1/users': () => ({ query: { addressId: jaipurId(a) } }),
  'POST /v1/users': () => ({
    body: { name: 'Nina Sen', email: 'sen@sunrise.example', addressIds: [jaipurId(a)] },
  }),
  'POST /v1/patients': () => ({ body: { firstName: 'Meera' } }),
  [slotsRoute]: () => ({
    query: { addressId: jaipurId(a), doctorId: ashaId(a), appointmentDate: '2030-01-07' },
  }),
  'GET /v1/appointments/schedule-slots': () => ({
    query: { addressId: jaipurId(a), appointmentDate: '2030-01-07' },
  }),
  ...ofBooking((bookRoute) => ({ [bookRoute]: () => ({ body: createBookingBody(a) }) })),
  [shiftsRoute]: () => ({
    query: { addressId: jaipurId(a), doctorId: meeraId(a), date: queueDate },
  }),
  [visitsRoute]: () => ({}),
  [dayVisitsRoute]: () => ({}),
  'POST /v1/qms-appointments/pre/book': () => ({
    body: tokenBody(a, { appointmentDate: '2030-01-07' }),
  }),
  'POST /v1/qms-appointments/immediate/book': () => ({ body: tokenBody(a) }),
  'PATCH /v1/appointments/:appointmentId/status': () => ({
    path: { appointmentId: createdIds(a).id },
    body: { status: 'CONFIRMED' },
  }),
  'PATCH /v1/appointments/:appointmentId/cancel': () => ({
    path: { appointmentId: createdIds(a).id },
    body: {},
  }),
  'PATCH /v1/appointments/:appointmentId/reschedule': () => ({
    path: { appointmentId: createdIds(a).id },
    body: slotTimes('12:00'),
  }),
  'PATCH /v1/qms-appointments/visits/:visitId/cancel': () => ({
    path: { visitId: createdIds(a).tokenId },
    body: {},
  }),
  [packsRoute]: () => ({
    body: {
      addressId: jaipurId(a),
      patientPayload: { firstName: 'Meera', phoneNumber: '9876543210' },
      packageConfigId: a.id('sessionPack', 'three'),
    },
  }),
  [searchRoute]: () => ({ body: {} }),
  'POST /v1/appointments/:appointmentId/vitals': () => ({
    path: { appointmentId: createdIds(a).id },
    body: { vital: { pulse: 72 } },
  }),
}

/** What else changes in the sample when a member is tried: one request for each entry. */
const circumstances: Record<string, Record<string, () => Members>> = {
  [`patientId of ${slotsRoute}`]: {
    'of a follow-up': () => ({ followUp: true, mode: 'OFFLINE', appointmentDate: '2030-01-09' }),
  },
  ...ofBooking((bookRoute) => ({
    [`workspaceAddressId of ${bookRoute}`]: { '': () => ({ addressId: undefined }) },
    [`patientId of ${bookRoute}`]: {
      '': () => ({ patientPayload: undefined }),
      'of a follow-up': () => ({
        patientPayload: undefined,
        followUp: true,
        consultationCharge: undefined,
      }),
      'of a visit with a tier': () => ({
        patientPayload: undefined,
        consultationDurationTierId: a.id('tier', 'asha-rao/jaipur/short'),
        consultationCharge: undefined,
      }),
    },
    [`patientPayload.id of ${bookRoute}`]: {
      '': () => ({ patientPayload: {} }),
      'beside a name': () => ({}),
    },
    [`consultationDurationTierId of ${bookRoute}`]: {
      '': () => ({ consultationCharge: undefined }),
    },
    [`visitTypeId of ${bookRoute}`]: {
      '': () => ({ consultationCharge: undefined }),
    },
    [`packageConfigId of ${bookRoute}`]: {
      '': () => ({ bookingType: 'PACKAGE_PURCHASE', packageAmount: 1 }),
    },
    [`patientPackageId of ${bookRoute}`]: { '': () => ({ bookingType: 'USE_ACTIVE_PACKAGE' }) },
  })),
  ...ofTokens((tokenRoute) => ({
    [`workspaceAddressId of ${tokenRoute}`]: { '': () => ({ addressId: undefined }) },
    [`patientId of ${tokenRoute}`]: { '': () => ({ patientPayload: undefined }) },
    [`patientPayload.id of ${tokenRoute}`]: {
      '': () => ({ patientPayload: {} }),
      'beside a name': () => ({}),
    },
  })),
  [`workspaceAddressId of ${packsRoute}`]: { '': () => ({ addressId: undefined }) },
  [`patientId of ${packsRoute}`]: { '': () => ({ patientPayload: undefined }) },
  [`patientPayload.id of ${packsRoute}`]: {
    '': () => ({ patientPayload: {} }),
    'beside a name': () => ({}),
  },
  [`qmsWorkShiftId of ${reserveRoute}`]: { '': () => ({ doctorId: meeraId(a) }) },
  [`qms.qmsWorkShiftId of ${reserveRoute}`]: {
    '': () => ({ system: 'QMS', doctorId: meeraId(a), qms: tokenBody(a) }),
  },
  [`addressId of ${unifiedRoute}`]: {
    '': () => ({}),
    'of a queue booking': () => ({ system: 'QMS', doctorId: meeraId(a), qms: tokenBody(a) }),
  },
  [`doctorId of ${unifiedRoute}`]: {
    '': () => ({}),
    'of a queue booking': () => ({ system: 'QMS', qms: tokenBody(a) }),
  },
  [`qms.qmsWorkShiftId of ${unifiedRoute}`]: {
    '': () => ({ system: 'QMS', doctorId: meeraId(a), qms: tokenBody(a) }),
  },
}

interface IdField {
  place: InputPart
  /** The name, with its parent objects: `patientPayload.id`. */
  name: string
  isList: boolean
}

interface AnySchema {
  format?: string
  examples?: unknown[]
  items?: AnySchema
  properties?: Record<string, AnySchema>
}

/**
 * The members of a route's requests that hold an id: by their format, or by their name if the
 * schema does not say.
 */
function idMembers({ pathParameters, query, body, policy }: Route): IdField[] {
  return [
    ...idsWithin('path', pathParameters),
    ...idsWithin('query', query),
    ...idsWithin('body', body),
    ...(policy.actingUser
      ? [{ place: 'header' as const, name: 'x-acting-user-id', isList: false }]
      : []),
  ]
}

function idsWithin(place: InputPart, schema: TSchema | undefined, before = ''): IdField[] {
  const { properties = {}, examples = [] } = (schema ?? {}) as AnySchema
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const isList = member.items !== undefined
    if ((member.items ?? member).format === 'id' || /(^id|Id)s?$/.test(name))
      return [{ place, name: before + name, isList }]
    return idsWithin(place, (member.items ?? member) as TSchema, `${before}${name}.`)
  })
  // An object that accepts anything shows by its example what it may contain.
  const open =
    Object.keys(properties).length === 0
      ? Object.keys(Object(examples[0])).filter((name) => /(^id|Id)s?$/.test(name))
      : []
  return [...own, ...open.map((name) => ({ place, name: before + name, isList: false }))]
}

const routeName = ({ method, path }: Route) => `${method} ${path}`
const idKind = (name: string, of: Route) => named[`${name} of ${routeName(of)}`] ?? named[name]

interface Position {
  title: string
  kind: Kind
  status: number
  /** Puts the id there. */
  send(id: number): Promise<Reply>
}

/** Every place where an id can be, in each of the circumstances. */
const positions = harness.application.routes.flatMap((of) =>
  idMembers(of).flatMap((member): Position[] => {
    const kind = idKind(member.name, of)
    if (kind === undefined || kind === 'nothing') return []
    const place = `${member.name} of ${routeName(of)}`
    const status = member.place === 'header' ? 403 : (statuses[place] ?? 404)
    return Object.entries(circumstances[place] ?? { '': () => ({}) }).flatMap(
      ([circumstance, changes]) =>
        // In a list it is alone, and after one of the caller's own.
        (member.isList ? [[], [kinds[kind]]] : [[]]).map((before) => ({
          title: [place, circumstance, before.length > 0 ? 'behind an own one' : '']
            .filter(Boolean)
            .join(' '),
          kind,
          status,
          send: (id) =>
            sendWith(
              of,
              member,
              changes(),
              member.isList ? [...before.flatMap((ids) => ids(a).slice(0, 1)), id] : id,
            ),
        })),
    )
  }),
)

function sendWith(
  of: Route,
  { place, name }: IdField,
  changes: Members,
  value: unknown,
): Promise<Reply> {
  const sample = samples[routeName(of)]
  if (!sample)
    throw new Error(
      `add a request of ${routeName(of)} that succeeds to \`samples\` of test/conventions/isolation.test.ts`,
    )
  const sent = sample()
  const header = of.policy.actingUser ? { 'x-acting-user-id': ashaId(a) } : {}
  const parts: Record<InputPart, Members> = {
    path: {},
    query: {},
    header,
    ...sent,
    body: { ...sent.body },
  }
  parts[place === 'query' ? 'query' : 'body'] = {
    ...parts[place === 'query' ? 'query' : 'body'],
    ...changes,
  }
  parts[place] = withMember(parts[place], name, value)
  const path = of.path.replace(/:(\w+)/g, (_, parameter) => String(parts.path[parameter]))
  const headers = Object.fromEntries(
    Object.entries(parts.header).map(([header, text]) => [header, String(text)]),
  )
  return harness.call(of.method, `${path}?${queryString(parts.query as Record<string, string>)}`, {
    key: a.key,
    headers,
    ...(of.body ? { body: parts.body } : {}),
  })
}

function withMember(members: Members, name: string, value: unknown): Members {
  const [first = '', ...rest] = name.split('.')
  return {
    ...members,
    [first]:
      rest.length === 0
        ? value
        : withMember((members[first] ?? {}) as Members, rest.join('.'), value),
  }
}

const those = positions.map((position) => [position.title, position] as const)
const listIds = (kind: Kind, clinic: Clinic) => kinds[kind](clinic)

/** The reply as it would be if the request had held another id. */
function as(id: number, reply: Reply) {
  const { text, ...rest } = masked(reply)
  return { ...rest, text: text.replaceAll(String(absentId), String(id)) }
}

describe('the places of ids', () => {
  it('are all known: add new ones to `named` of this file', () => {
    const members = harness.application.routes.flatMap((of) =>
      idMembers(of).map(({ name }) => ({ name, of })),
    )
    expect(
      members
        .filter(({ name, of }) => idKind(name, of) === undefined)
        .map(({ name, of }) => `${name} of ${routeName(of)}`),
    ).toEqual([])
    const places = members.flatMap(({ name, of }) => [name, `${name} of ${routeName(of)}`])
    const known = [named, statuses, circumstances].flatMap((table) => Object.keys(table))
    expect(
      known.filter((name) => !places.includes(name)),
      'of no route',
    ).toEqual([])
  })

  it('are found in path, query, header and body, in objects and lists, by format or by name', () => {
    const body = object({
      name: text('', ''),
      ward: id(''),
      beds: list(id(''), ''),
      to: optional(object({ id: id('') })),
      free: anyObject('', { bedId: 1 }),
    })
    const parameters = {
      pathParameters: object({ visit: id('') }),
      query: object({ wardId: text('', '') }),
      body,
    }
    const made = route({
      ...parameters,
      method: 'POST',
      path: '/v1/visits/:visit',
      name: 'ofThisTest',
      area: 'Booking',
      title: '',
      summary: '',
      policy: { actingUser: true },
      refusals: [],
      replies: { 200: object({}) },
      handle: async () => ({ status: 200, body: {} }),
    })
    expect(
      idMembers(made).map(({ place, name, isList }) => `${place} ${name}${isList ? '[]' : ''}`),
    ).toEqual([
      'path visit',
      'query wardId',
      'body ward',
      'body beds[]',
      'body to.id',
      'body free.bedId',
      'header x-acting-user-id',
    ])
  })
})

describe('an id', () => {
  it.each(those)(
    'of another workspace as %s is answered byte for byte like an unknown one, and changes nothing [GEN-10]',
    async (_, { kind, status, send }) => {
      const beforeA = await fingerprint(a)
      const beforeB = await fingerprint(b)
      const absent = await send(absentId)
      expect(absent.status, absent.text).toBe(status)
      const foreign = listIds(kind, b)
      expect(foreign).not.toEqual([])
      for (const id of foreign) expect(masked(await send(id))).toEqual(as(id, absent))
      expect(await fingerprint(b)).toEqual(beforeB)
      // The use of A's key was recorded, with its calls.
      const ofKeys = { api_keys: '', key_calls: '', key_usage: '' }
      expect({ ...(await fingerprint(a)), ...ofKeys }).toEqual({ ...beforeA, ...ofKeys })
    },
  )

  it.each(those)(
    "of the caller's own workspace as %s gets another answer",
    async (_, { kind, send }) => {
      const absent = await send(absentId)
      const replies: [Reply, number][] = []
      for (const id of listIds(kind, a)) replies.push([await send(id), id])
      expect(
        replies.some(
          ([reply, id]) => JSON.stringify(masked(reply)) !== JSON.stringify(as(id, absent)),
        ),
      ).toBe(true)
    },
  )

  // No workspace has one of this kind yet: there is no difference to show.

  it('of a visit of the other workspace, as the parent of a visit, is dropped [GEN-10]', async () => {
    const clinic = await harness.clinic()
    const before = await fingerprint(b)
    const reply = await book(clinic, { parentAppointmentId: createdIds(b).id })
    expect([reply.status, reply.json.appointment?.parentAppointmentId]).toEqual([201, null])
    expect(
      await harness.sql(
        'select parent_appointment_id as id from appointments where workspace_id = $1',
        [clinic.workspaceId],
      ),
    ).toEqual([{ id: null }])
    expect(await fingerprint(b)).toEqual(before)
  })

  it('of the other workspace is useless in pairs too: its doctor at its location, its patient in its room [GEN-10]', async () => {
    const before = await fingerprint(b)
    const slotsWith = (addressId: number, doctorId: number) =>
      a.get(
        `/v1/appointments/available-slots?${queryString({ addressId, doctorId, appointmentDate: '2030-01-07' })}`,
      )
    const pair = await slotsWith(jaipurId(b), ashaId(b))
    expect(masked(pair)).toEqual(masked(await slotsWith(absentId, absentId)))
    const everything = {
      addressId: jaipurId(b),
      doctorId: ashaId(b),
      patientId: createdPatientId(b),
      patientPayload: undefined,
      roomId: roomId(b),
    }
    const nothing = {
      addressId: absentId,
      doctorId: absentId,
      patientId: absentId,
      patientPayload: undefined,
      roomId: absentId,
    }
    const reply = await book(a, everything)
    expect(reply.status).toBe(404)
    expect(masked(reply)).toEqual(masked(await book(a, nothing)))
    expect(await fingerprint(b)).toEqual(before)
  })
})

describe('a workspaceId', () => {
  const queryHasNoEffect = ['/v2/workspaces', '/v1/addresses', '/v1/doctors', 'slots', 'profile']
  it.each(queryHasNoEffect)('in the query of %s has no effect [GEN-06]', async (name) => {
    const slots = queryString({
      addressId: jaipurId(a),
      doctorId: ashaId(a),
      appointmentDate: '2030-01-09',
    })
    const url =
      {
        slots: `/v1/appointments/available-slots?${slots}`,
        profile: `/v1/public-profiles/${profileId(a)}`,
      }[name] ?? name
    const plain = await a.get(url)
    expect(plain.status).toBe(200)
    for (const more of [
      `workspaceId=${b.workspaceId}`,
      `workspaceId=${b.workspaceId}&workspaceId=${a.workspaceId}`,
      'workspaceId=x',
      'workspaceId=',
      `workspace_id=${b.workspaceId}`,
      `workspaceId[]=${b.workspaceId}`,
    ]) {
      const reply = await a.get(`${url}${url.includes('?') ? '&' : '?'}${more}`)
      expect(masked(reply), more).toEqual(masked(plain))
    }
  })

  const bodyBookingReplacedKey: [string, (other: number) => unknown][] = [
    ['as a number', (other) => other],
    ['as text', String],
    ['in a list', (other) => [other]],
    ['in an object', (workspaceId) => ({ workspaceId })],
    ['as null', () => null],
    ['as nonsense', () => 'x'],
    ['as an id out of range', () => -1],
  ]
  it.each(bodyBookingReplacedKey)(
    "in the body of a booking, %s, is replaced by the key's [GEN-05] [GEN-09]",
    async (_, sent) => {
      const clinic = await harness.clinic()
      const before = await fingerprint(b)
      const reply = await book(clinic, { workspaceId: sent(b.workspaceId) })
      expect(reply.status, reply.text).toBe(201)
      expect(reply.json.appointment.workspaceId).toBe(clinic.workspaceId)
      expect(
        await harness.sql('select workspace_id::int as id from appointments where id = $1', [
          reply.json.appointment.id,
        ]),
      ).toEqual([{ id: clinic.workspaceId }])
      expect(await fingerprint(b)).toEqual(before)
    },
  )

  it('makes no difference to a booking [GEN-05] [GEN-09]', async () => {
    const clinic = await harness.clinic()
    const { workspaceId } = (await book(clinic)).json.appointment
    expect(workspaceId).toBe(clinic.workspaceId)
  })
})

describe('two workspaces', () => {
  it("fill the same hour independently, and neither sees the other's visits", async () => {
    const one = await harness.clinic()
    const two = await harness.clinic()
    const free = (await listSlots(two, 'asha-rao', 'jaipur', '2030-01-07')).json.slots
    expect((await book(one, { roomId: roomId(one) })).status).toBe(201)
    const still = (await listSlots(two, 'asha-rao', 'jaipur', '2030-01-07')).json
    expect([still.slots, still.unavailableSlots]).toEqual([free, []])
    expect((await book(two, { roomId: roomId(two) })).status).toBe(201)
  })

  it('have two patients with the same phone, name and record number', async () => {
    const one = await harness.clinic()
    const two = await harness.clinic()
    const patientPayload = {
      firstName: 'Meera',
      lastName: 'Iyer',
      phoneNumber: '9876543210',
      mrnNumber: 'MRN-1',
    }
    const first = await book(one, { patientPayload })
    const second = await book(two, { patientPayload })
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.json.appointment.patientId).not.toBe(second.json.appointment.patientId)
  })
})

/** A fingerprint of a workspace's rows, by table. */
async function fingerprint({ workspaceId }: Clinic): Promise<Record<string, string>> {
  await harness.application.keys.writeUses()
  await harness.application.calls.write()
  const tables = await harness.sql(
    `select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id'`,
  )
  expect(tables.length).toBeGreaterThan(12)
  const sources = [
    ['workspaces', 'workspaces t where id = $1'],
    ...tables.map(({ name }) => [name, `${name} t where workspace_id = $1`]),
  ]
  const prints = sources.map(async ([name, source]) => {
    const [row] = await harness.sql(
      `select count(*) || ' rows ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${source}`,
      [workspaceId],
    )
    return [name, row.print]
  })
  return Object.fromEntries(await Promise.all(prints))
}

/** An answer without what always differs. */
function masked({ status, headers, text }: Reply) {
  // The length depends on the text.
  const counted = {
    'x-ratelimit-remaining': '',
    'x-ratelimit-route-remaining': '',
    'content-length': '',
  }
  return { status, text, headers: { ...headers, ...counted, 'x-request-id': '', date: '' } }
}
