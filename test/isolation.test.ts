// Two clinics in one installation: what belongs to the one does not exist for the other.

import { beforeAll, describe, expect, it } from 'vitest'
import { book, type Clinic, openHouse, query, type Reply, slotAt, slotsOf } from './harness.ts'

const house = await openHouse()
const absentId = 9_007_199_254_740_000

// A makes the calls, B is the other one; each has a patient, booked on another day than the tests book on.
let a: Clinic
let b: Clinic
const patients = new Map<Clinic, number>()

beforeAll(async () => {
  a = await house.clinic()
  b = await house.clinic()
  for (const clinic of [a, b]) {
    const booked = await book(clinic, { roomId: roomOf(clinic), ...slotAt('09:00', 15, '2030-01-08') })
    expect(booked.status, booked.text).toBe(201)
    patients.set(clinic, booked.json.appointment.patientId)
  }
})

const named = (kind: 'room' | 'tier', part: string) => (clinic: Clinic) =>
  clinic.id(kind, Object.keys(clinic.ids[kind] ?? {}).find((name) => name.includes(part)) as string)
const roomOf = named('room', 'room-1')
const tierOf = named('tier', 'long')
const patientOf = (clinic: Clinic) => patients.get(clinic) as number
const jaipurOf = (clinic: Clinic) => clinic.id('location', 'jaipur')
const ashaOf = (clinic: Clinic) => clinic.id('practitioner', 'asha-rao')
const meeraOf = (clinic: Clinic) => clinic.id('practitioner', 'meera-shah')
const profileOf = (clinic: Clinic) => clinic.id('profile', 'asha-rao')

const slotsWith = (changes: Record<string, number>) =>
  a.get(`/v1/appointments/available-slots?${query({ addressId: jaipurOf(a), doctorId: ashaOf(a), appointmentDate: '2030-01-07', ...changes })}`)

/** Where an id can stand: the status of a foreign one, whose it is, and the request of A that holds it. */
const positions: [string, number, (of: Clinic) => number, (id: number) => Promise<Reply>][] = [
  ['addressId of available-slots', 404, jaipurOf, (addressId) => slotsWith({ addressId })],
  ['doctorId of available-slots', 404, ashaOf, (doctorId) => slotsWith({ doctorId })],
  ['durationTierId of available-slots', 400, tierOf, (durationTierId) => slotsWith({ durationTierId })],
  ['addressId of doctors', 200, jaipurOf, (addressId) => a.get(`/v1/doctors?addressId=${addressId}`)],
  ['addressId of medicines/search', 404, jaipurOf, (addressId) => a.get(`/v1/medicines/search?${query({ searchTerm: 'dolo', addressId })}`)],
  ['profileId of public-profiles', 404, profileOf, (id) => a.get(`/v1/public-profiles/${id}`)],
  ['addressId of a booking', 404, jaipurOf, (addressId) => book(a, { addressId })],
  ['workspaceAddressId of a booking', 404, jaipurOf, (workspaceAddressId) => book(a, { addressId: undefined, workspaceAddressId })],
  ['doctorId of a booking', 404, ashaOf, (doctorId) => book(a, { doctorId })],
  ['patientId of a booking', 404, patientOf, (patientId) => book(a, { patientId, patientPayload: undefined })],
  ['patientPayload.id of a booking', 404, patientOf, (id) => book(a, { patientPayload: { id } })],
  ['patientPayload.id beside a name', 404, patientOf, (id) => book(a, { patientPayload: { id, firstName: 'Meera', phoneNumber: '9876543210' } })],
  ['patientId of a follow-up', 404, patientOf, (patientId) => book(a, { patientId, patientPayload: undefined, followUp: true, consultationCharge: undefined })],
  [
    'patientId of a visit with a tier',
    404,
    patientOf,
    (patientId) => book(a, { patientId, patientPayload: undefined, consultationDurationTierId: tierOf(a), consultationCharge: undefined }),
  ],
  ['roomId of a booking', 400, roomOf, (roomId) => book(a, { roomId })],
  [
    'consultationDurationTierId of a booking',
    400,
    tierOf,
    (consultationDurationTierId) => book(a, { consultationDurationTierId, consultationCharge: undefined }),
  ],
  ['addressId of a queue booking', 404, jaipurOf, (addressId) => book(a, { system: 'QMS', addressId, doctorId: meeraOf(a), qms: {} })],
  ['doctorId of a queue booking', 404, meeraOf, (doctorId) => book(a, { system: 'QMS', doctorId, qms: {} })],
]

describe('an id', () => {
  it.each(positions)(
    'of another workspace as %s is answered byte for byte like one nobody has, and changes nothing [GEN-10]',
    async (_, status, idOf, send) => {
      const [beforeA, beforeB] = [await fingerprint(a), await fingerprint(b)]
      const [foreign, absent] = [await send(idOf(b)), await send(absentId)]
      expect(foreign.status, foreign.text).toBe(status)
      expect(masked(foreign)).toEqual(masked(absent))
      expect(await fingerprint(b)).toEqual(beforeB)
      // A's key was used, which is noted.
      expect({ ...(await fingerprint(a)), api_keys: '' }).toEqual({ ...beforeA, api_keys: '' })
    },
  )

  it.each(positions)("of the caller's own workspace as %s is answered otherwise", async (_, __, idOf, send) => {
    expect(masked(await send(idOf(a)))).not.toEqual(masked(await send(absentId)))
  })

  // None of these exists in any workspace yet: nothing can be told apart, and nothing is.
  it.each<[string, (id: number) => Promise<Reply>]>([
    ['packageConfigId', (packageConfigId) => book(a, { bookingType: 'PACKAGE_PURCHASE', packageConfigId, packageAmount: 1 })],
    ['patientPackageId', (patientPackageId) => book(a, { bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId })],
    ['patientId of available-slots', (patientId) => slotsWith({ patientId })],
    ['qms.qmsWorkShiftId', (qmsWorkShiftId) => book(a, { system: 'QMS', doctorId: meeraOf(a), qms: { qmsWorkShiftId } })],
  ])('as %s is answered alike whatever it is', async (_, send) => {
    const absent = masked(await send(absentId))
    for (const id of [1, patientOf(b), patientOf(a)]) expect(masked(await send(id))).toEqual(absent)
  })

  it('of the other workspace is useless in pairs too: its doctor at its location, its patient in its room [GEN-10]', async () => {
    const before = await fingerprint(b)
    const pair = await slotsWith({ addressId: jaipurOf(b), doctorId: ashaOf(b) })
    expect(masked(pair)).toEqual(masked(await slotsWith({ addressId: absentId, doctorId: absentId })))
    const everything = { addressId: jaipurOf(b), doctorId: ashaOf(b), patientId: patientOf(b), patientPayload: undefined, roomId: roomOf(b) }
    const nothing = { addressId: absentId, doctorId: absentId, patientId: absentId, patientPayload: undefined, roomId: absentId }
    const reply = await book(a, everything)
    expect(reply.status).toBe(404)
    expect(masked(reply)).toEqual(masked(await book(a, nothing)))
    expect(await fingerprint(b)).toEqual(before)
  })
})

describe('a workspaceId', () => {
  const queryHasNoEffect = ['/v2/workspaces', '/v1/addresses', '/v1/doctors', 'slots', 'profile']
  it.each(queryHasNoEffect)('in the query of %s has no effect [GEN-06]', async (name) => {
    const slots = query({ addressId: jaipurOf(a), doctorId: ashaOf(a), appointmentDate: '2030-01-09' })
    const url = { slots: `/v1/appointments/available-slots?${slots}`, profile: `/v1/public-profiles/${profileOf(a)}` }[name] ?? name
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
  it.each(bodyBookingReplacedKey)("in the body of a booking, %s, is replaced by the key's [GEN-05] [GEN-09]", async (_, sent) => {
    const clinic = await house.clinic()
    const before = await fingerprint(b)
    const reply = await book(clinic, { workspaceId: sent(b.workspaceId) })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.json.appointment.workspaceId).toBe(clinic.workspaceId)
    expect(await house.sql('select workspace_id::int as id from appointments where id = $1', [reply.json.appointment.id])).toEqual([{ id: clinic.workspaceId }])
    expect(await fingerprint(b)).toEqual(before)
  })

  it('makes no difference between a booking with it and one without [GEN-05] [GEN-09]', async () => {
    const clinic = await house.clinic()
    const { workspaceId } = (await book(clinic)).json.appointment
    expect(workspaceId).toBe(clinic.workspaceId)
  })
})

describe('two workspaces', () => {
  it('fill the same hour, each its own, and neither sees it in the other', async () => {
    const [one, two] = [await house.clinic(), await house.clinic()]
    const free = (await slotsOf(two, 'asha-rao', 'jaipur', '2030-01-07')).json.slots
    expect((await book(one, { roomId: roomOf(one) })).status).toBe(201)
    const still = (await slotsOf(two, 'asha-rao', 'jaipur', '2030-01-07')).json
    expect([still.slots, still.unavailableSlots]).toEqual([free, []])
    expect((await book(two, { roomId: roomOf(two) })).status).toBe(201)
  })

  it('have two patients of one phone, name and record number', async () => {
    const [one, two] = [await house.clinic(), await house.clinic()]
    const patientPayload = { firstName: 'Meera', lastName: 'Iyer', phoneNumber: '9876543210', mrnNumber: 'MRN-1' }
    const [first, second] = [await book(one, { patientPayload }), await book(two, { patientPayload })]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(first.json.appointment.patientId).not.toBe(second.json.appointment.patientId)
  })
})

/** A fingerprint of every row of a workspace, by table. */
async function fingerprint({ workspaceId }: Clinic): Promise<Record<string, string>> {
  await house.application.keys.writeUses()
  const tables = await house.sql(`select table_name as name from information_schema.columns where table_schema = 'public' and column_name = 'workspace_id'`)
  expect(tables.length).toBeGreaterThan(12)
  const sources = [['workspaces', 'workspaces t where id = $1'], ...tables.map(({ name }) => [name, `${name} t where workspace_id = $1`])]
  const prints = sources.map(async ([name, source]) => {
    const [row] = await house.sql(`select count(*) || ' rows ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${source}`, [
      workspaceId,
    ])
    return [name, row.print]
  })
  return Object.fromEntries(await Promise.all(prints))
}

/** An answer without what differs between any two. */
function masked({ status, headers, text }: Reply) {
  const counted = { 'x-ratelimit-remaining': '', 'x-ratelimit-route-remaining': '' }
  return { status, text, headers: { ...headers, ...counted, 'x-request-id': '', date: '' } }
}
