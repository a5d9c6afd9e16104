import { describe, expect, it } from 'vitest'
import { book, type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { detailNames } from './profile-details.ts'

const house = await openHarness()

/**
 * Workspace detail, for a patient of this country; the parameter goes into the URL as it is
 * written.
 */
async function detail(clinic: Clinic, patientCountryCode?: string): Promise<Json> {
  const reply = await clinic.get(
    `/v2/workspaces${patientCountryCode === undefined ? '' : `?patientCountryCode=${patientCountryCode}`}`,
  )
  expect(reply.status, reply.text).toBe(200)
  return reply.json
}

const addressNamed = (clinic: Clinic, json: Json, name: string): Json =>
  json.addresses.find(({ id }: Json) => id === clinic.id('location', name))

const doctorNamed = (clinic: Clinic, json: Json, name: string): Json =>
  json.addresses
    .flatMap(({ doctors }: Json) => doctors)
    .find(({ id }: Json) => id === clinic.id('practitioner', name))

/** `international` of each address by its city. */
const quotes = (json: Json) =>
  Object.fromEntries(json.addresses.map(({ city, international }: Json) => [city, international]))

describe('200: the workspace', () => {
  it('has exactly the documented members at the top [WS-03] [WS-07] [WS-08] [WS-11]', async () => {
    const clinic = await house.clinic()
    const json = await detail(clinic)
    expect(Object.keys(json).sort()).toEqual([
      'addresses',
      'onlineBookingEnabled',
      'onlinePaymentEnabled',
      'onlinePaymentProvider',
      'publicProfile',
      'sessionPacks',
      'workspaceId',
    ])
    expect(json.workspaceId).toBe(clinic.workspaceId)
    expect(json.addresses.map(({ id }: Json) => id)).toEqual(
      [clinic.id('location', 'jaipur'), clinic.id('location', 'berlin')].sort((a, b) => a - b),
    )
    expect(json.sessionPacks).toEqual([])
    // Of the three profiles one is a draft and one belongs to an inactive member.
    expect(json.publicProfile.p.map(({ profileId }: Json) => profileId)).toEqual([
      clinic.id('profile', 'asha-rao'),
    ])
  })

  it('has the addresses of the privacy notice, imprint and terms, if there are any [FORM-05]', async () => {
    const clinic = await house.clinic((file) => {
      file.workspace.legal = { privacy: { en: 'We keep little.' }, terms: { en: 'Be on time.' } }
    })
    const { legal } = await detail(clinic)
    expect(Object.keys(legal)).toEqual(['privacy', 'terms'])
    const reply = await house.call('GET', new URL(legal.privacy).pathname)
    expect(reply.text).toContain('We keep little.')
  })

  const videoSources: [string, 'built-in' | 'account' | undefined, string[], boolean][] = [
    ['nothing', undefined, [], false],
    ['the built-in video', 'built-in', [], true],
    ['a provider account', 'account', [], true],
    ["one practitioner's own account", undefined, ['jonas-weber'], true],
  ]
  it.each(videoSources)(
    'with %s connected, says whether video visits can be hosted [WS-04]',
    async (_, video, own, enabled) => {
      const clinic = await house.clinic((file) => connect(file, video, own))
      expect((await detail(clinic)).onlineBookingEnabled).toBe(enabled)
    },
  )

  it('names the gateway of its checkouts, and null without one [WS-05] [WS-06]', async () => {
    const clinic = await house.clinic()
    expect(await detail(clinic)).toMatchObject({
      onlinePaymentEnabled: false,
      onlinePaymentProvider: null,
    })
    await clinic.change(({ workspace }) => {
      workspace.paymentGateway = 'sandbox'
    })
    expect(await detail(clinic)).toMatchObject({
      onlinePaymentEnabled: true,
      onlinePaymentProvider: 'sandbox',
    })
  })

  it('has its own profile or null, and never omits it [WS-09] [WS-10]', async () => {
    const clinic = await house.clinic()
    expect((await detail(clinic)).publicProfile.wpp).toEqual({
      profileId: expect.any(Number),
      name: 'Sunrise',
    })
    await clinic.change(({ workspace }) => {
      delete workspace.publicProfile
    })
    expect((await detail(clinic)).publicProfile).toHaveProperty('wpp', null)
  })
})

describe('200: an address', () => {
  it('has exactly the documented members [WS-14] [WS-17]', async () => {
    const clinic = await house.clinic()
    const { doctors, ...address } = addressNamed(clinic, await detail(clinic), 'jaipur')
    expect(address).toEqual({
      id: clinic.id('location', 'jaipur'),
      fullAddress: '12 MI Road, Jaipur 302001',
      city: 'Jaipur',
      state: 'Rajasthan',
      country: 'IN',
      international: null,
    })
    expect(doctors.map(({ id }: Json) => id)).toEqual(
      ['asha-rao', 'meera-shah', 'ravi-old']
        .map((name) => clinic.id('practitioner', name))
        .sort((a, b) => a - b),
    )
  })

  it('and a doctor have the ids that a booking accepts [WS-13] [WS-18]', async () => {
    const clinic = await house.clinic()
    const { id: addressId, doctors } = addressNamed(clinic, await detail(clinic), 'jaipur')
    const asha = doctors.find(({ publicProfile }: Json) => publicProfile?.name === 'Dr Asha Rao')
    expect((await book(clinic, { addressId, doctorId: asha.id })).status).toBe(201)
    const users = await house.sql(
      'select id::int as id from users where workspace_id = $1 and name = $2',
      [clinic.workspaceId, 'asha-rao'],
    )
    expect(users).toEqual([{ id: asha.id }])
  })

  it('does not mention international prices without a country [WS-15] [WS-22]', async () => {
    const clinic = await house.clinic()
    const json = await detail(clinic)
    expect(quotes(json)).toEqual({ Jaipur: null, Berlin: null })
    expect(listFees(json).filter(({ isInternational }) => isInternational)).toEqual([])
  })

  // Jaipur is in India and has an international list; Berlin has none.
  const countrySpellings: [string, { Jaipur: boolean | null; Berlin: boolean | null }][] = [
    ['%2B91', { Jaipur: false, Berlin: false }],
    ['+91', { Jaipur: false, Berlin: false }],
    ['%2091', { Jaipur: false, Berlin: false }],
    ['91', { Jaipur: false, Berlin: false }],
    ['IN', { Jaipur: false, Berlin: false }],
    ['in', { Jaipur: false, Berlin: false }],
    ['India', { Jaipur: false, Berlin: false }],
    ['INDIA', { Jaipur: false, Berlin: false }],
    ['%2B1', { Jaipur: true, Berlin: false }],
    ['US', { Jaipur: true, Berlin: false }],
    ['United%20States%20of%20America', { Jaipur: true, Berlin: false }],
    ['DE', { Jaipur: true, Berlin: false }],
    ['%2B999', { Jaipur: null, Berlin: null }],
    ['ZZ', { Jaipur: null, Berlin: null }],
    ['Atlantis', { Jaipur: null, Berlin: null }],
    ['', { Jaipur: null, Berlin: null }],
    ['%2B', { Jaipur: null, Berlin: null }],
    ['constructor', { Jaipur: null, Berlin: null }],
    ['%25', { Jaipur: null, Berlin: null }],
  ]
  it.each(countrySpellings)(
    'reads patientCountryCode=%s as a dial code, an ISO2 code, a name or nothing [WS-01] [WS-02] [WS-16] [WS-35]',
    async (code, expected) => {
      const clinic = await house.clinic()
      const json = await detail(clinic, code)
      expect(quotes(json)).toEqual(expected)
      const international = listFees(json).filter(({ isInternational }) => isInternational)
      // Shown whenever the country is known, also at home; `international` says which list applies
      // (A-070).
      const modesFromAbroad = expected.Jaipur === null ? [] : ['OFFLINE', 'WALK_IN']
      expect(international).toEqual(
        modesFromAbroad.map((consultationMode) => ({
          consultationMode,
          currency: 'USD',
          amount: 25,
          isInternational: true,
        })),
      )
    },
  )

  const sharedDialCodes = cases([
    ['KZ', '%2B7', false],
    ['RU', '%2B7', false],
    ['CA', '%2B1', false],
    ['GB', '%2B44', false],
    ['IN', '%2B7', true],
  ])
  it.each(sharedDialCodes)(
    'in %s treats a patient of the shared dial code %s as domestic if it is one of its countries [WS-02] [WS-16]',
    async (country, code, international) => {
      const clinic = await house.clinic((file) => {
        Object.assign(file.locations.jaipur as object, { country })
      })
      expect(quotes(await detail(clinic, code)).Jaipur).toBe(international)
    },
  )
})

describe('200: a doctor', () => {
  it('has exactly the documented members, and no name [WS-19] [WS-20] [WS-24] [PROF-05]', async () => {
    const clinic = await house.clinic()
    const { publicProfile, ...asha } = doctorNamed(clinic, await detail(clinic), 'asha-rao')
    expect(asha).toEqual({
      id: clinic.id('practitioner', 'asha-rao'),
      specialization: 'Dermatology',
      appointmentSystemType: 'SCHEDULED',
      consultationFees: [
        { consultationMode: 'OFFLINE', currency: 'INR', amount: 500, isInternational: false },
        { consultationMode: 'ONLINE', currency: 'INR', amount: 400, isInternational: false },
        { consultationMode: 'WALK_IN', currency: 'INR', amount: 500, isInternational: false },
      ],
      qmsConsultationCharges: [],
      appointmentTypeAndPermission: {
        allowOnline: true,
        allowOffline: true,
        allowCancellation: true,
        allowRescheduling: true,
        cancellationAllowedBeforeInHours: 24,
        canHostOnline: true,
      },
    })
    expect(publicProfile).not.toBeNull()
  })

  it('shows fees of each mode in decimals of their own currency [WS-21] [WS-22]', async () => {
    const clinic = await house.clinic()
    const jonas = doctorNamed(clinic, await detail(clinic), 'jonas-weber')
    expect(jonas.consultationFees).toEqual([
      { consultationMode: 'HOME_VISIT', currency: 'EUR', amount: 95.5, isInternational: false },
      { consultationMode: 'OFFLINE', currency: 'EUR', amount: 60, isInternational: false },
      { consultationMode: 'WALK_IN', currency: 'EUR', amount: 60, isInternational: false },
    ])
    const asha = doctorNamed(clinic, await detail(clinic, 'US'), 'asha-rao')
    expect(asha.consultationFees).toContainEqual({
      consultationMode: 'OFFLINE',
      currency: 'USD',
      amount: 25,
      isInternational: true,
    })
  })

  it('sees walk-ins for the in-clinic fee, unless they have their own or no one is seen in the clinic [WS-21] [A-093]', async () => {
    const listWalkInFees = async (change: (file: File) => void, country?: string) => {
      const clinic = await house.clinic(change)
      const { consultationFees } = doctorNamed(clinic, await detail(clinic, country), 'asha-rao')
      return consultationFees
        .filter(({ consultationMode }: Json) => consultationMode === 'WALK_IN')
        .map(({ amount, currency }: Json) => `${currency} ${amount}`)
    }
    expect(await listWalkInFees(() => {}, 'US')).toEqual(['INR 500', 'USD 25'])
    const own = (file: File) => {
      file.practitioners['asha-rao']?.at?.jaipur?.fees?.push({ mode: 'WALK_IN', amount: 650 })
    }
    expect(await listWalkInFees(own, 'US')).toEqual(['INR 650'])
    expect(await listWalkInFees((file) => permit(file, { allowOffline: false }))).toEqual([])
  })

  it('who has left the clinic stays listed, can be seen in no mode, and is no acting user [A-071]', async () => {
    const clinic = await house.clinic()
    await clinic.change((file) =>
      Object.assign(file.practitioners['asha-rao'] as object, { membership: 'inactive' }),
    )
    const { publicProfile, consultationFees, appointmentTypeAndPermission } = doctorNamed(
      clinic,
      await detail(clinic),
      'asha-rao',
    )
    expect(publicProfile).toBeNull()
    expect(consultationFees.map(({ consultationMode }: Json) => consultationMode)).not.toContain(
      'WALK_IN',
    )
    expect(appointmentTypeAndPermission).toMatchObject({
      allowOnline: false,
      allowOffline: false,
      canHostOnline: false,
    })
    const listed = (await clinic.get('/v1/doctors')).json.map(({ id }: Json) => id)
    expect(listed).not.toContain(clinic.id('practitioner', 'asha-rao'))
    expect(listed).toContain(clinic.id('practitioner', 'jonas-weber'))
  })

  it('of the queue has charges instead of fees [WS-20] [WS-23]', async () => {
    const clinic = await house.clinic()
    const meera = doctorNamed(clinic, await detail(clinic), 'meera-shah')
    expect(meera).toMatchObject({
      appointmentSystemType: 'QMS',
      consultationFees: [],
      qmsConsultationCharges: [
        { consultationMode: 'OFFLINE', currency: 'INR', amount: 300, isInternational: false },
      ],
    })
  })

  const permissions = [
    'allowOnline',
    'allowOffline',
    'allowCancellation',
    'allowRescheduling',
  ] as const
  it.each(permissions)(
    'shows the permission %s as it is set [WS-24] [WS-25]',
    async (permission) => {
      const clinic = await house.clinic((file) =>
        permit(file, { [permission]: false, cancellationAllowedBeforeInHours: 6 }),
      )
      const { appointmentTypeAndPermission } = doctorNamed(clinic, await detail(clinic), 'asha-rao')
      expect(appointmentTypeAndPermission).toEqual({
        allowOnline: true,
        allowOffline: true,
        allowCancellation: true,
        allowRescheduling: true,
        canHostOnline: true,
        cancellationAllowedBeforeInHours: 6,
        [permission]: false,
      })
    },
  )

  const hostsByVideoSource: [
    string,
    'built-in' | 'account' | undefined,
    string[],
    boolean,
    boolean,
  ][] = [
    ['nothing', undefined, [], false, false],
    ['the built-in video', 'built-in', [], true, true],
    ['a provider account', 'account', [], true, true],
    ['an account of hers', undefined, ['asha-rao'], true, false],
    ['an account of his', undefined, ['jonas-weber'], false, true],
  ]
  it.each(hostsByVideoSource)(
    'with %s connected, can host video only through what reaches it [WS-26] [WS-27]',
    async (_, video, own, she, he) => {
      const clinic = await house.clinic((file) => connect(file, video, own))
      const json = await detail(clinic)
      const canHost = (name: string) =>
        doctorNamed(clinic, json, name).appointmentTypeAndPermission.canHostOnline
      expect([canHost('asha-rao'), canHost('jonas-weber')]).toEqual([she, he])
      expect(json.onlineBookingEnabled).toBe(she || he)
    },
  )

  const onlineFlags: [string, number, 'built-in' | undefined, string[], boolean][] = [
    ['all three hold', 201, 'built-in', [], true],
    ['the clinic cannot host video', 400, undefined, [], true],
    ['the doctor may not see patients online', 400, 'built-in', [], false],
    ['only another doctor can host video', 400, undefined, ['jonas-weber'], true],
  ]
  it.each(onlineFlags)(
    'when %s, an ONLINE booking returns %i [WS-32]',
    async (_, status, video, own, allowOnline) => {
      const clinic = await house.clinic((file) => {
        connect(file, video, own)
        permit(file, { allowOnline })
      })
      const before = await clinic.bookingRows()
      expect((await book(clinic, { mode: 'ONLINE', consultationCharge: 400 })).status).toBe(status)
      expect((await clinic.bookingRows()) === before).toBe(status !== 201)
    },
  )
})

describe("200: a doctor's profile", () => {
  it('has exactly the documented members, the long ones null even when stored [PROF-01] [PROF-02] [PROF-04] [PROF-08]', async () => {
    const clinic = await house.clinic()
    const { publicProfile } = doctorNamed(clinic, await detail(clinic), 'asha-rao')
    expect(publicProfile).toEqual({
      profileId: clinic.id('profile', 'asha-rao'),
      name: 'Dr Asha Rao',
      specialization: 'Dermatology',
      qualification: 'MBBS, MD',
      experience: 12,
      profileImageUrl: 'https://example.org/asha.jpg',
      published: true,
      ...Object.fromEntries([...detailNames, 'updatedAt'].map((name) => [name, null])),
    })
    expect(Object.keys(publicProfile)).toHaveLength(17)
    const [stored] = await house.sql(
      'select details, updated_at from public_profiles where workspace_id = $1 and id = $2',
      [clinic.workspaceId, publicProfile.profileId],
    )
    expect(stored.details.slug).toBe('dr-asha-rao')
    expect(stored.updated_at).toBeTruthy()
  })

  it('is the same record as publicProfile.p, once for each published one [WS-11] [WS-12]', async () => {
    const clinic = await house.clinic((file) => {
      Object.assign(file.practitioners['jonas-weber']?.profile as object, { published: true })
    })
    const json = await detail(clinic)
    expect(json.publicProfile.p).toHaveLength(2)
    for (const name of ['asha-rao', 'jonas-weber'])
      expect(json.publicProfile.p).toContainEqual(doctorNamed(clinic, json, name).publicProfile)
  })

  it('is listed once for a doctor of two locations [WS-11]', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) asha.at.berlin = { slotMinutes: 30, fees: [{ mode: 'OFFLINE', amount: 80 }] }
    })
    const json = await detail(clinic)
    expect(json.publicProfile.p).toHaveLength(1)
    for (const { doctors } of json.addresses)
      expect(doctors.some(({ id }: Json) => id === clinic.id('practitioner', 'asha-rao'))).toBe(
        true,
      )
  })

  const hiddenProfiles = cases([
    ['there is none', 'meera-shah'],
    ['it is a draft', 'jonas-weber'],
    ['the membership is inactive', 'ravi-old'],
  ])
  it.each(hiddenProfiles)(
    'is null when %s, and the doctor is still listed [WS-28] [WS-29] [WS-30] [WS-31]',
    async (_, name) => {
      const clinic = await house.clinic()
      const json = await detail(clinic)
      const doctor = doctorNamed(clinic, json, name)
      expect(doctor).toHaveProperty('publicProfile', null)
      expect(doctor.specialization).toEqual(expect.any(String))
      expect(JSON.stringify(json.publicProfile)).not.toMatch(/draft|Ravi/)
    },
  )

  const memberships = [
    ['deactivated', 'inactive'],
    ['only invited', 'invited'],
  ] as const
  it.each(memberships)(
    'disappears when the membership is %s, and the doctor can no longer be booked [WS-30]',
    async (_, membership) => {
      const clinic = await house.clinic()
      expect(doctorNamed(clinic, await detail(clinic), 'asha-rao').publicProfile).not.toBeNull()
      await clinic.change((file) => {
        Object.assign(file.practitioners['asha-rao'] as object, { membership })
      })
      const json = await detail(clinic)
      expect(doctorNamed(clinic, json, 'asha-rao').publicProfile).toBeNull()
      expect(json.publicProfile.p).toEqual([])
      expect((await book(clinic)).status).toBe(404)
    },
  )

  it('is not needed for booking the doctor [WS-31]', async () => {
    const clinic = await house.clinic()
    const booking = {
      addressId: clinic.id('location', 'berlin'),
      doctorId: clinic.id('practitioner', 'jonas-weber'),
      consultationCharge: 60,
    }
    const reply = await book(clinic, {
      ...booking,
      fromDateTimeIso: '2030-01-07T08:00:00+01:00',
      toDateTimeIso: '2030-01-07T08:30:00+01:00',
    })
    expect(reply.status, reply.text).toBe(201)
  })
})

describe('400', () => {
  it.each([['IN&patientCountryCode=IN'], ['x'.repeat(101)], ['%00'], ['a%00b']])(
    'refuses patientCountryCode=%s',
    async (code) => {
      const clinic = await house.clinic()
      const reply = await clinic.get(`/v2/workspaces?patientCountryCode=${code}`)
      expect(reply.status).toBe(400)
      expect(reply.json.message).toContain('patientCountryCode')
    },
  )
})

describe('500', () => {
  const readTables = [
    'locations',
    'practitioners',
    'consultation_fees',
    'public_profiles',
    'workspaces',
  ]
  it.each(readTables)(
    'is the whole response when %s cannot be read, never half a workspace [WS-33] [WS-34]',
    async (table) => {
      const clinic = await house.clinic()
      const fullReply = await clinic.get('/v2/workspaces')
      // Neither in memory nor in the row that stores a snapshot of it.
      house.application.configurations.forget(clinic.workspaceId)
      const kept =
        'delete from configuration_snapshots where workspace_id = $1 returning workspace_id'
      await expect.poll(() => house.sql(kept, [clinic.workspaceId])).toHaveLength(1)
      await house.sql(`alter table ${table} rename to out_of_reach`)
      const reply = await clinic
        .get('/v2/workspaces')
        .finally(() => house.sql(`alter table out_of_reach rename to ${table}`))
      expect(reply.status).toBe(500)
      expect(Object.keys(reply.json)).toEqual(['statusCode', 'status', 'message'])
      expect((await clinic.get('/v2/workspaces')).text).toBe(fullReply.text)
    },
  )
})

type Edit = Parameters<typeof house.clinic>[0] & {}
type File = Parameters<Edit>[0]

/** Connects video: of the clinic, or of practitioners. */
function connect(file: File, video: 'built-in' | 'account' | undefined, own: string[]) {
  delete file.workspace.video
  if (video) file.workspace.video = video
  for (const name of own) Object.assign(file.practitioners[name] as object, { ownVideo: true })
}

function permit(file: File, permissions: Record<string, boolean | number>) {
  const asha = file.practitioners['asha-rao']
  if (asha) asha.permissions = permissions
}

function listFees(json: Json): Json[] {
  return json.addresses
    .flatMap(({ doctors }: Json) => doctors)
    .flatMap(({ consultationFees, qmsConsultationCharges }: Json) => [
      ...consultationFees,
      ...qmsConsultationCharges,
    ])
}
