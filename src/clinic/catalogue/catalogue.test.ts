// GET /v1/addresses, GET /v1/doctors and GET /v1/public-profiles/:profileId.

import { describe, expect, it } from 'vitest'
import { type Clinic, type Json, openHarness } from '../../../test/support/clinic/harness.ts'
import type { Feature } from '../../base/contract/route.ts'
import { detailNames } from './profile-details.ts'

const house = await openHarness()
const ids = (list: Json[]): number[] => list.map(({ id }) => id)
const without = (...features: Feature[]) =>
  house.clinic((file) => {
    file.workspace.entitlements =
      file.workspace.entitlements?.filter((name) => !features.includes(name)) ?? []
  })

describe('GET /v1/addresses 200', () => {
  it("lists exactly the workspace's locations, without their doctors [CAT-01] [CAT-02] [VER-04]", async () => {
    const [clinic] = [await house.clinic(), await house.clinic()]
    const reply = await clinic.get('/v1/addresses')
    expect(reply.status).toBe(200)
    expect(reply.json).toEqual([
      {
        id: clinic.id('location', 'jaipur'),
        fullAddress: '12 MI Road, Jaipur 302001',
        city: 'Jaipur',
        state: 'Rajasthan',
        country: 'IN',
        international: null,
        timezone: 'Asia/Kolkata',
        currency: 'INR',
      },
      {
        id: clinic.id('location', 'berlin'),
        fullAddress: 'Torstraße 9, 10119 Berlin',
        city: 'Berlin',
        state: 'Berlin',
        country: 'DE',
        international: null,
        timezone: 'Europe/Berlin',
        currency: 'EUR',
      },
    ])
    expect(ids((await clinic.get('/v2/workspaces')).json.addresses)).toEqual(ids(reply.json))
  })

  it('takes no parameter: parameters that are sent change nothing [CAT-01]', async () => {
    const clinic = await house.clinic()
    const plain = (await clinic.get('/v1/addresses')).text
    for (const query of [
      'addressId=1',
      'workspaceId=1',
      'patientCountryCode=US',
      'x=1&x=2',
      'page=-1',
      '%00',
      '=',
    ]) {
      const reply = await clinic.get(`/v1/addresses?${query}`)
      expect([reply.status, reply.text], query).toEqual([200, plain])
    }
  })

  it('does not show a location that was removed from the file', async () => {
    const clinic = await house.clinic()
    await clinic.change((file) => {
      delete file.locations.berlin
      delete file.practitioners['jonas-weber']
    })
    expect((await clinic.get('/v1/addresses')).json.map(({ city }: Json) => city)).toEqual([
      'Jaipur',
    ])
  })
})

describe('GET /v1/doctors 200', () => {
  it('lists the practitioners of the workspace, but no inactive one [CAT-03] [A-071]', async () => {
    const clinic = await house.clinic()
    const doctor = (
      name: string,
      shown: string,
      specialization: string,
      appointmentSystemType: string,
      location: string,
    ) => ({
      id: clinic.id('practitioner', name),
      name: shown,
      specialization,
      appointmentSystemType,
      addressIds: [clinic.id('location', location)],
    })
    const reply = await clinic.get('/v1/doctors')
    expect(reply.status).toBe(200)
    expect(reply.json).toHaveLength(3)
    // The public name if a profile is published and its owner active, else the staff name.
    expect(reply.json).toEqual(
      expect.arrayContaining([
        doctor('asha-rao', 'Dr Asha Rao', 'Dermatology', 'SCHEDULED', 'jaipur'),
        doctor('jonas-weber', 'Jonas Weber', 'Physiotherapy', 'SCHEDULED', 'berlin'),
        doctor('meera-shah', 'Meera Shah', 'General medicine', 'QMS', 'jaipur'),
      ]),
    )
  })

  it('returns ids of members of the staff, which X-Acting-User-Id accepts [CAT-05]', async () => {
    const clinic = await house.clinic()
    const { json } = await clinic.get('/v1/doctors')
    const staff = await house.sql('select id from users where workspace_id = $1', [
      clinic.workspaceId,
    ])
    const staffIds = staff.map(({ id }) => id)
    expect(json.map(({ id }: { id: number }) => staffIds.includes(id))).toEqual(
      json.map(() => true),
    )
  })

  it('filters by location with addressId, and returns none for an unknown one [CAT-04]', async () => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const at = async (addressId: number) => {
      const reply = await clinic.get(`/v1/doctors?addressId=${addressId}`)
      expect(reply.status).toBe(200)
      return ids(reply.json).sort((a, b) => a - b)
    }
    const expected = (names: string[]) =>
      names.map((name) => clinic.id('practitioner', name)).sort((a, b) => a - b)
    expect(await at(clinic.id('location', 'jaipur'))).toEqual(expected(['asha-rao', 'meera-shah']))
    expect(await at(clinic.id('location', 'berlin'))).toEqual(expected(['jonas-weber']))
    expect(await at(999_999_999)).toEqual([])
    expect(await at(other.id('location', 'jaipur'))).toEqual([])
  })

  it('has the ids of the active doctors in workspace detail, each with one of the two systems [GEN-13] [GEN-19]', async () => {
    const clinic = await house.clinic()
    const doctors = (await clinic.get('/v1/doctors')).json
    const detail = (await clinic.get('/v2/workspaces')).json.addresses.flatMap(
      (address: Json) => address.doctors,
    )
    const inactive = clinic.id('practitioner', 'ravi-old')
    expect(new Set([...ids(doctors), inactive])).toEqual(new Set(ids(detail)))
    expect(ids(doctors)).not.toContain(inactive)
    for (const { id, appointmentSystemType } of doctors) {
      expect(id).toEqual(expect.any(Number))
      expect(['SCHEDULED', 'QMS']).toContain(appointmentSystemType)
      expect(detail.find((doctor: Json) => doctor.id === id).appointmentSystemType).toBe(
        appointmentSystemType,
      )
    }
  })
})

describe('GET /v1/doctors 400', () => {
  it.each(['abc', '0', '-1', '1.5', '01', '', '1&addressId=1'])(
    'refuses addressId=%s',
    async (addressId) => {
      const clinic = await house.clinic()
      const reply = await clinic.get(`/v1/doctors?addressId=${addressId}`)
      expect(reply.status).toBe(400)
      expect(reply.json).toEqual({
        statusCode: 400,
        status: 'failed',
        message: expect.stringContaining('addressId'),
        error: 'VALIDATION_ERROR',
      })
    },
  )
})

describe('403', () => {
  const entitledRoutes: [string, Feature][] = [
    ['/v1/addresses', 'devapi_catalog_addresses'],
    ['/v1/doctors', 'devapi_catalog_doctors'],
  ]
  it.each(entitledRoutes)(
    '%s needs %s of its own workspace and no other feature [ENT-01] [ENT-02] [ENT-10] [ENT-13]',
    async (url, feature) => {
      const clinic = await without(feature)
      const entitled = await house.clinic()
      const reply = await clinic.get(url)
      expect(reply.status).toBe(403)
      expect(Object.keys(reply.json)).toEqual(['success', 'message', 'requiredFeature'])
      expect(reply.json).toEqual({
        success: false,
        message: expect.stringContaining(feature),
        requiredFeature: feature,
      })
      expect((await entitled.get(url)).status).toBe(200)
      expect((await clinic.get(url)).status).toBe(403)

      const bare = await house.clinic((file) => {
        file.workspace.entitlements = [feature]
      })
      expect((await bare.get(url)).status).toBe(200)
    },
  )

  it('applies to every key of the workspace, and so does a grant [ENT-15]', async () => {
    const clinic = await without('devapi_catalog_addresses')
    const second = await house.operate('key-create', {
      workspace: clinic.name,
      kind: 'DEVELOPER',
      name: 'second',
      allow: ['127.0.0.1'],
    })
    const statuses = async () =>
      Promise.all(
        [clinic.key, second.key].map(
          async (key) => (await clinic.get('/v1/addresses', { key })).status,
        ),
      )
    expect(await statuses()).toEqual([403, 403])
    await clinic.change((file) => file.workspace.entitlements?.push('devapi_catalog_addresses'))
    expect(await statuses()).toEqual([200, 200])
  })

  it('follows a grant and a withdrawal, in this process at once and in another within two seconds [ENT-12] [ENT-16]', async () => {
    const clinic = await without('devapi_catalog_addresses')
    const neighbour = await openHarness({ connection: house.connection })
    const statuses = async () => [
      (await clinic.get('/v1/addresses')).status,
      (await neighbour.call('GET', '/v1/addresses', { key: clinic.key })).status,
    ]
    expect(await statuses()).toEqual([403, 403])
    const grant = (entitlements: Feature[]) =>
      clinic.change((file) => {
        file.workspace.entitlements = entitlements
      })
    await grant(['devapi_catalog_addresses'])
    expect((await clinic.get('/v1/addresses')).status).toBe(200)
    await expect.poll(statuses).toEqual([200, 200])
    await grant([])
    expect((await clinic.get('/v1/addresses')).status).toBe(403)
    await expect.poll(statuses).toEqual([403, 403])
  })
})

describe('GET /v1/public-profiles/:profileId 200', () => {
  const details = {
    slug: 'dr-asha-rao',
    gallery: ['https://example.org/room.jpg'],
    faqs: [{ question: 'Do I need a referral?', answer: 'No.' }],
    socialLinks: { website: 'https://example.org' },
    workHistory: [{ place: 'City Hospital', from: 2014, to: 2019 }],
    seo: { title: 'Dermatologist in Jaipur' },
    videoUrl: 'https://example.org/asha.mp4',
    treatmentPhilosophy: 'Explain first, treat second.',
    whatToExpect: 'Twenty minutes and a plan.',
  }

  async function profile(clinic: Clinic, name = 'asha-rao'): Promise<Json> {
    const reply = await clinic.get(`/v1/public-profiles/${clinic.id('profile', name)}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.json
  }

  const inline = async (clinic: Clinic): Promise<Json> =>
    (await clinic.get('/v2/workspaces')).json.publicProfile.p[0]

  it('is the inline profile with the ten long members filled [PROF-03] [PROF-08]', async () => {
    const clinic = await house.clinic((file) => {
      Object.assign(file.practitioners['asha-rao']?.profile as object, { details })
    })
    const whole = await profile(clinic)
    const { updatedAt } = whole
    expect(whole).toEqual({ ...(await inline(clinic)), ...details, updatedAt })
    expect(Object.keys(whole)).toHaveLength(17)
    expect(updatedAt).toMatch(/^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d.*(Z|[+-]\d\d:\d\d)$/)
  })

  it('has every member even if nothing is stored, and the practitioner’s own specialization [PROF-03] [A-249]', async () => {
    const clinic = await house.clinic((file) => {
      const asha = file.practitioners['asha-rao']
      if (asha) asha.profile = { published: true, name: 'Asha' }
    })
    const { profileId, updatedAt, ...rest } = await profile(clinic)
    expect(rest).toEqual({
      name: 'Asha',
      published: true,
      specialization: 'Dermatology',
      qualification: null,
      experience: null,
      profileImageUrl: null,
      ...Object.fromEntries(detailNames.map((name) => [name, null])),
    })
    expect((await inline(clinic)).specialization).toBe('Dermatology')
  })

  it("finds the workspace's own profile too", async () => {
    const clinic = await house.clinic()
    const { wpp } = (await clinic.get('/v2/workspaces')).json.publicProfile
    const reply = await clinic.get(`/v1/public-profiles/${wpp.profileId}`)
    expect(reply.json).toMatchObject({ ...wpp, published: true })
  })
})

describe('GET /v1/public-profiles/:profileId 404', () => {
  const profilesThatAreNotShown: [string, (clinic: Clinic, other: Clinic) => number][] = [
    ['a draft', (clinic) => clinic.id('profile', 'jonas-weber')],
    ['the profile of an inactive member', (clinic) => clinic.id('profile', 'ravi-old')],
    ["another workspace's profile", (_, other) => other.id('profile', 'asha-rao')],
    ['an unknown id', () => 999_999_999],
    ['the largest id', () => Number.MAX_SAFE_INTEGER],
  ]
  it.each(profilesThatAreNotShown)('is the answer for %s [PROF-06]', async (_, wanted) => {
    const clinic = await house.clinic()
    const other = await house.clinic()
    const reply = await clinic.get(`/v1/public-profiles/${wanted(clinic, other)}`)
    expect(reply.status).toBe(404)
    expect(reply.json).toEqual({
      statusCode: 404,
      status: 'failed',
      message: expect.stringMatching(/^PROFILE_NOT_FOUND: /),
      error: 'PROFILE_NOT_FOUND',
    })
  })
})
