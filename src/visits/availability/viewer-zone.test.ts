import { describe, expect, it } from 'vitest'
import { type Clinic, openHarness, queryString } from '../../../test/support/clinic/harness.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { openLocationDatabase } from '../../base/ports/location-database.ts'

const locations = openLocationDatabase()
let asked = 0
const house = await openHarness({
  trustedProxies: ['10.0.0.1'],
  zoneHeaders: ['cloudfront-viewer-time-zone', 'cf-timezone'],
  zoneOfAddress: (address, now) => {
    asked += 1
    return locations(address, now)
  },
})
const dubai = '94.200.0.1'

/** The zone of a slot list for a caller behind a proxy, or its source. */
async function zoneFor(
  clinic: Clinic,
  headers: Record<string, string>,
  peer: string,
  more: Record<string, string> = {},
) {
  const parameters = {
    addressId: clinic.id('location', 'jaipur'),
    doctorId: clinic.id('practitioner', 'asha-rao'),
    appointmentDate: '2030-01-07',
    ...more,
  }
  const forwarded = peer === '10.0.0.1' ? { 'x-forwarded-for': '127.0.0.1' } : {}
  const options = {
    headers: { ...forwarded, ...(await clinic.session()), ...headers },
    from: peer,
    key: null,
  }
  const { status, json } = await clinic.get(
    `/v1/appointments/available-slots?${queryString(parameters)}`,
    options,
  )
  expect(status).toBe(200)
  return {
    zone: json.patientTimezone,
    source: json.patientTimezoneSource,
    first: json.slots[0].patientFromDateTimeIso,
    instants: json.slots.map((slot: { fromDateTimeIso: string }) => slot.fromDateTimeIso),
  }
}

describe('the viewer’s zone', () => {
  it('is what a trusted proxy says [TZ-02]', async () => {
    const clinic = await house.clinic()
    expect(
      await zoneFor(clinic, { 'cloudfront-viewer-time-zone': 'America/New_York' }, '10.0.0.1'),
    ).toMatchObject({
      zone: 'America/New_York',
      source: 'HEADER',
      first: '2030-01-06T22:30:00-05:00',
    })
    expect(await zoneFor(clinic, { 'CF-Timezone': 'europe/paris' }, '10.0.0.1')).toMatchObject({
      zone: 'Europe/Paris',
      source: 'HEADER',
    })
  })

  const others = cases<[string, Record<string, string>, string, Record<string, string>, string]>([
    [
      'the parameter, where there is one',
      { 'cf-timezone': 'Europe/Paris' },
      '10.0.0.1',
      { patientTimezone: 'Asia/Dubai' },
      'PARAM',
    ],
    [
      'the header, where the parameter names none',
      { 'cf-timezone': 'Europe/Paris' },
      '10.0.0.1',
      { patientTimezone: 'Mars/Base' },
      'HEADER',
    ],
    [
      'not what a stranger’s header says',
      { 'cf-timezone': 'Europe/Paris' },
      '127.0.0.1',
      {},
      'CLINIC',
    ],
    ['not a bare offset', { 'cf-timezone': '+05:30' }, '10.0.0.1', {}, 'CLINIC'],
    ['not an abbreviation', { 'cf-timezone': 'IST' }, '10.0.0.1', {}, 'CLINIC'],
    ['not another header', { 'x-timezone': 'Europe/Paris' }, '10.0.0.1', {}, 'CLINIC'],
    ['where the caller’s address is, where nothing else says it', {}, dubai, {}, 'IP'],
    [
      'that, where the others name none',
      { 'cf-timezone': 'Mars/Base', 'x-forwarded-for': dubai },
      '10.0.0.1',
      { patientTimezone: '' },
      'IP',
    ],
    ['the parameter before the address', {}, dubai, { patientTimezone: 'Asia/Tokyo' }, 'PARAM'],
    [
      'the header before the address',
      { 'cf-timezone': 'Europe/Paris', 'x-forwarded-for': dubai },
      '10.0.0.1',
      {},
      'HEADER',
    ],
    ['not where a country of many zones is', {}, '8.8.8.8', {}, 'CLINIC'],
    ['not where a private address is', {}, '192.168.1.7', {}, 'CLINIC'],
  ])
  it.each(others)('is %s [TZ-02] [TZ-07]', async (_, headers, peer, more, source) => {
    expect((await zoneFor(await house.clinic(), headers, peer, more)).source).toBe(source)
  })

  it('is that of the address’s country, the same for both families [TZ-03] [A-099]', async () => {
    const clinic = await house.clinic()
    for (const peer of [dubai, `::ffff:${dubai}`, '2001:8f8::1'])
      expect(await zoneFor(clinic, {}, peer)).toMatchObject({
        zone: 'Asia/Dubai',
        source: 'IP',
        first: '2030-01-07T07:30:00+04:00',
      })
  })

  it('is that of the address for which a trusted proxy forwards, and of no address that a stranger writes [TZ-03] [A-014]', async () => {
    const clinic = await house.clinic()
    const forwardedFor = (addresses: string, peer: string) =>
      zoneFor(clinic, { 'x-forwarded-for': addresses }, peer)
    expect(await forwardedFor(`49.36.0.1, ${dubai}`, '10.0.0.1')).toMatchObject({
      zone: 'Asia/Dubai',
      source: 'IP',
    })
    expect(await forwardedFor(dubai, '127.0.0.1')).toMatchObject({
      zone: 'Asia/Kolkata',
      source: 'CLINIC',
    })
    expect(await forwardedFor('49.36.0.1', dubai)).toMatchObject({
      zone: 'Asia/Dubai',
      source: 'IP',
    })
  })

  it('is derived from the address only if nothing else says it [TZ-03]', async () => {
    const clinic = await house.clinic()
    asked = 0
    await zoneFor(clinic, { 'cf-timezone': 'Europe/Paris' }, '10.0.0.1')
    await zoneFor(clinic, {}, dubai, { patientTimezone: 'Asia/Tokyo' })
    await clinic.get('/v1/doctors')
    expect(asked).toBe(0)
  })

  it('changes no slot [TZ-10]', async () => {
    const clinic = await house.clinic()
    const plain = await zoneFor(clinic, {}, '127.0.0.1')
    expect(
      (await zoneFor(clinic, { 'cf-timezone': 'Pacific/Auckland' }, '10.0.0.1')).instants,
    ).toEqual(plain.instants)
    expect((await zoneFor(clinic, {}, dubai)).instants).toEqual(plain.instants)
  })
})
