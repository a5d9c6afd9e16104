// The client against the real service: its answers, and its error for each kind of refusal.

import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { type Clinic, createBookingBody, openHarness } from '../../test/support/clinic/harness.ts'
import {
  AuthenticationError,
  type Client,
  type ClientOptions,
  type ClinicError,
  ConnectionError,
  type Credential,
  createClient,
  type InputOf,
  InvalidBodyError,
  NotAllowedError,
  NotEntitledError,
  NotVerifiedError,
  type OutputOf,
  type RefusalCode,
  RefusedError,
  type Schemas,
  ServiceError,
  SessionEndedError,
} from './index.ts'

const house = await openHarness()
const base = await house.door.listen({ host: '127.0.0.1', port: 0 })

type Booking = InputOf<'bookAppointment'>

function createClinicClient(
  clinic: Clinic,
  more: Partial<Omit<ClientOptions, keyof Credential>> = {},
): Client {
  return createClient({ baseUrl: base, apiKey: clinic.key, ...more })
}

function monday(clinic: Clinic): InputOf<'listAvailableSlots'> {
  return {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
    appointmentDate: '2030-01-07',
    mode: 'OFFLINE',
  }
}

/** The error of a call that must fail. */
function failure(call: Promise<unknown>): Promise<ClinicError> {
  return call.then(
    () => Promise.reject(new Error('the call succeeded')),
    (error: ClinicError) => error,
  )
}

describe('a session', () => {
  it('is opened with a widget key, and books once the patient’s contact is verified', async () => {
    const clinic = await house.clinic()
    const { token } = await createClient({
      baseUrl: base,
      apiKey: (await clinic.widgetKey()).key,
    }).openSession()
    const client = createClient({
      baseUrl: base,
      sessionToken: token,
      workspaceId: clinic.workspaceId,
    })
    expect((await client.listAvailableSlots(monday(clinic))).slots.length).toBeGreaterThan(0)
    expect(await failure(client.listAddresses())).toBeInstanceOf(NotAllowedError)
    const endUser = { 'x-end-user-id': 'patient-1' }
    const booking = {
      ...createBookingBody(clinic, {
        patientPayload: { firstName: 'Meera', phoneNumber: '9876500123' },
      }),
      ...endUser,
    } as Booking
    expect(await failure(client.bookAppointment(booking))).toBeInstanceOf(NotVerifiedError)
    await client.sendCode({ ...endUser, phoneNumber: '9876500123' })
    const [{ code }] = await house.operate('outbox-show', { workspace: clinic.name, limit: 1 })
    await client.verifyCode({ ...endUser, phoneNumber: '9876500123', otpCode: code })
    // Without `workspaceId`, each booking has to name the workspace.
    const nameless = createClient({ baseUrl: base, sessionToken: token })
    expect(await failure(nameless.bookAppointment(booking))).toMatchObject({
      message: expect.stringContaining('workspaceId must be'),
    })
    expect((await nameless.getWorkspace()).workspaceId).toBe(clinic.workspaceId)
    expect((await client.bookAppointment(booking)).appointment).toMatchObject({
      workspaceId: clinic.workspaceId,
    })
  })

  it('that has ended is a SessionEndedError, which says what to do', async () => {
    const clinic = await house.clinic()
    const { token } = await createClient({
      baseUrl: base,
      apiKey: (await clinic.widgetKey()).key,
    }).openSession()
    await house.sql(
      "update widget_sessions set created_at = now() - interval '2 days', expires_at = now() - interval '1 day' where workspace_id = $1",
      [clinic.workspaceId],
    )
    const error = await failure(createClient({ baseUrl: base, sessionToken: token }).getWorkspace())
    expect(error).toBeInstanceOf(SessionEndedError)
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error).toMatchObject({
      status: 401,
      message: 'The session has ended, or its token is wrong: open another one.',
    })
  })
})

describe('a call', () => {
  it('lists slots and books one of them, which is then gone', async () => {
    const clinic = await house.clinic()
    const client = createClinicClient(clinic)
    const { slots, plans } = await client.listAvailableSlots(monday(clinic))
    const { fromDateTimeIso, toDateTimeIso } = slots[3] as (typeof slots)[number]
    const booking = createBookingBody(clinic, {
      fromDateTimeIso,
      toDateTimeIso,
      consultationCharge: plans[0]?.pricePerSession,
    }) as Booking
    const { appointment } = await client.bookAppointment(booking)
    expect(appointment).toMatchObject({
      workspaceId: clinic.workspaceId,
      fromDateTimeTs: fromDateTimeIso,
    })
    const after = await client.listAvailableSlots(monday(clinic))
    expect(after.slots.map((slot) => slot.fromDateTimeIso)).not.toContain(fromDateTimeIso)
    expect(after.slots).toHaveLength(slots.length - 1)
  })

  it('reads with and without input', async () => {
    const clinic = await house.clinic()
    const client = createClinicClient(clinic)
    expect((await client.getWorkspace()).workspaceId).toBe(clinic.workspaceId)
    const abroad = await client.getWorkspace({ patientCountryCode: '+49' })
    expect(abroad.addresses.map(({ international }) => international)).toContain(true)
    expect(await client.listAddresses()).toEqual((await clinic.get('/v1/addresses')).json)
    expect(await client.listDoctors({ addressId: clinic.id('location', 'berlin') })).toHaveLength(1)
    expect(
      await client.getPublicProfile({ profileId: clinic.id('profile', 'asha-rao') }),
    ).toMatchObject({ name: 'Dr Asha Rao' })
    // A list is separated by commas.
    const doctorIds = [
      clinic.id('practitioner', 'asha-rao'),
      clinic.id('practitioner', 'meera-shah'),
    ]
    const day = { addressId: clinic.id('location', 'jaipur'), appointmentDate: '2030-01-07' }
    expect(
      (await client.listScheduleSlots({ ...day, doctorIds })).map(({ doctorId }) => doctorId),
    ).toEqual(doctorIds)
  })

  it('also works with a service below a path', async () => {
    const clinic = await house.clinic()
    const asked: string[] = []
    const client = createClinicClient(clinic, {
      baseUrl: `${base}/clinic/`,
      fetch: (url, options) => {
        asked.push(String(url))
        return fetch(String(url).replace('/clinic/', '/'), options)
      },
    })
    await client.getPublicProfile({ profileId: clinic.id('profile', 'asha-rao') })
    expect(asked).toEqual([`${base}/clinic/v1/public-profiles/${clinic.id('profile', 'asha-rao')}`])
  })
})

describe('401 and 403', () => {
  it('are an AuthenticationError for a wrong key', async () => {
    const error = await failure(
      createClient({ baseUrl: base, apiKey: 'wrong' }).getWorkspace({}, { requestId: 'mine-1' }),
    )
    expect(error).toBeInstanceOf(AuthenticationError)
    expect(error).toMatchObject({
      status: 401,
      requestId: 'mine-1',
      message: 'Invalid API key',
      mayHaveHappened: false,
      body: { error: 'Unauthorized' },
    })
  })

  it('are a NotAllowedError for a key that is used from elsewhere, and on an unknown path', async () => {
    const clinic = await house.clinic()
    const { key } = await house.operate('key-create', {
      workspace: clinic.name,
      kind: 'DEVELOPER',
      name: 'elsewhere',
      allow: ['203.0.113.7'],
    })
    expect(
      await failure(createClient({ baseUrl: base, apiKey: key }).getWorkspace()),
    ).toBeInstanceOf(NotAllowedError)
    const error = await failure(
      createClinicClient(clinic, { baseUrl: `${base}/v9` }).getWorkspace(),
    )
    expect(error).toBeInstanceOf(NotAllowedError)
    expect(error.message).toContain('not part of the Developer API')
  })

  it('are a NotEntitledError with the missing feature', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.entitlements = []
    })
    const error = await failure(createClinicClient(clinic).listAddresses())
    expect(error).toBeInstanceOf(NotEntitledError)
    expect(error).toMatchObject({ status: 403, requiredFeature: 'devapi_catalog_addresses' })
  })
})

describe('400, 404 and 413', () => {
  it('are a RefusedError with the code of the rule', async () => {
    const clinic = await house.clinic()
    const client = createClinicClient(clinic)
    const booking = createBookingBody(clinic) as Booking
    await client.bookAppointment(booking)
    const written = await clinic.bookingRows()
    const taken = await failure(client.bookAppointment(booking))
    expect(taken).toBeInstanceOf(RefusedError)
    expect(taken).toMatchObject({ status: 400, code: 'SLOT_NOT_AVAILABLE', mayHaveHappened: false })
    expect(taken.requestId).toMatch(/^[0-9a-f-]{36}$/)
    expect(await clinic.bookingRows()).toBe(written)
    expect(await failure(client.getPublicProfile({ profileId: 999_999 }))).toMatchObject({
      name: 'RefusedError',
      status: 404,
      code: 'PROFILE_NOT_FOUND',
    })
    expect(
      await failure(client.listAvailableSlots({ ...monday(clinic), appointmentDate: 'soon' })),
    ).toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  it('are an InvalidBodyError if the body as a whole was unusable', async () => {
    const clinic = await house.clinic()
    const error = await failure(
      createClinicClient(clinic).bookAppointment(createBookingBody(clinic) as Booking, {
        headers: { 'content-type': 'text/plain' },
      }),
    )
    expect(error).toBeInstanceOf(InvalidBodyError)
    expect(error).toMatchObject({ status: 400, fieldErrors: [{ field: 'body' }] })
  })

  it('are a plain ClinicError if there is no more to say', async () => {
    const clinic = await house.clinic()
    const error = await failure(
      createClinicClient(clinic).bookAppointment(
        createBookingBody(clinic, { vital: { scan: 'x'.repeat(300_000) } }) as Booking,
      ),
    )
    expect(error).toMatchObject({ name: 'ClinicError', status: 413 })
  })
})

describe('503 of a service whose database is unavailable', () => {
  it('is a ServiceError after which nothing has happened', async () => {
    const other = await openHarness()
    const clinic = await other.clinic()
    const client = createClient({
      baseUrl: await other.door.listen({ host: '127.0.0.1', port: 0 }),
      apiKey: clinic.key,
      retries: 0,
    })
    await client.getWorkspace()
    const [{ name }] = await other.sql('select current_database() as name')
    await house.sql(`alter database ${name} allow_connections false`)
    await house.sql('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [
      name,
    ])
    // A request on a connection that is just being closed gets a 500 instead, since its outcome is
    // unknown.
    await vi.waitFor(
      async () => {
        const error = await failure(client.bookAppointment(createBookingBody(clinic) as Booking))
        expect(error).toBeInstanceOf(ServiceError)
        expect(error).toMatchObject({ status: 503, retryAfterSeconds: 1, mayHaveHappened: false })
      },
      { timeout: 300_000 },
    )
  })
})

describe('a booking whose answer is lost', () => {
  it('is not resent by itself, and resending it cannot book twice', async () => {
    const clinic = await house.clinic()
    const booking = createBookingBody(clinic) as Booking
    let sent = 0
    const forgetful = createClinicClient(clinic, {
      fetch: async (url, options) => {
        sent += 1
        await fetch(url, options)
        throw new TypeError('fetch failed')
      },
    })
    const error = await failure(forgetful.bookAppointment(booking))
    expect(error).toBeInstanceOf(ConnectionError)
    expect(error).toMatchObject({ mayHaveHappened: true, reason: 'network' })
    expect(sent).toBe(1)
    expect(await failure(createClinicClient(clinic).bookAppointment(booking))).toMatchObject({
      code: 'SLOT_NOT_AVAILABLE',
    })
    expect(
      await house.sql('select id from appointments where workspace_id = $1', [clinic.workspaceId]),
    ).toHaveLength(1)
  })
})

describe('the types', () => {
  it('describe inputs and results', () => {
    expectTypeOf<Client['listAvailableSlots']>()
      .parameter(0)
      .toHaveProperty('doctorId')
      .toEqualTypeOf<number>()
    expectTypeOf<
      OutputOf<'listAvailableSlots'>['slots'][number]['fromDateTimeIso']
    >().toEqualTypeOf<string>()
    expectTypeOf<
      NonNullable<OutputOf<'bookAppointment'>['appointment']>['id']
    >().toEqualTypeOf<number>()
    expectTypeOf<OutputOf<'listAvailableSlots'>['slots'][number]>().toEqualTypeOf<Schemas['Slot']>()
    expectTypeOf<OutputOf<'bookAppointment'>>().not.toHaveProperty('message')
    expectTypeOf<RefusedError['code']>().toEqualTypeOf<RefusalCode>()
    expectTypeOf<'SLOT_NOT_AVAILABLE'>().toExtend<RefusalCode>()
    expectTypeOf<'UNEXPECTED'>().not.toExtend<RefusalCode>()
  })

  it('refuse an input that the API would refuse', () => {
    const client = createClient({
      baseUrl: base,
      apiKey: 'never sent',
      fetch: () => Promise.reject(new Error('never called')),
    })
    const neverRun = () => [
      client.listAddresses(),
      client.getWorkspace(),
      // @ts-expect-error doctorId is missing
      client.listAvailableSlots({ addressId: 1, appointmentDate: '2030-01-07' }),
      // @ts-expect-error an id is a number
      client.getPublicProfile({ profileId: '7' }),
      // @ts-expect-error there is no input that could be left out
      client.getPublicProfile(),
      // @ts-expect-error no such mode
      client.bookAppointment({ doctorId: 1, mode: 'TELEPATHY' }),
      // @ts-expect-error takes no input
      client.listAddresses({ addressId: 1 }),
      // @ts-expect-error no such operation
      client.bookHoliday(),
    ]
    expectTypeOf(neverRun).toBeFunction()
  })
})
