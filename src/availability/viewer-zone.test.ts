import { describe, expect, it } from 'vitest'
import { cases } from '../../test/cases.ts'
import { type Clinic, openHouse, query } from '../../test/harness.ts'

const house = await openHouse({ trustedProxies: ['10.0.0.1'], zoneHeaders: ['cloudfront-viewer-time-zone', 'cf-timezone'] })

/** Which zone a slot list is in for a caller behind a proxy, or who says so. */
async function zoneFor(clinic: Clinic, headers: Record<string, string>, peer: string, more: Record<string, string> = {}) {
  const parameters = { addressId: clinic.id('location', 'jaipur'), doctorId: clinic.id('practitioner', 'asha-rao'), appointmentDate: '2030-01-07', ...more }
  const forwarded = peer === '10.0.0.1' ? { 'x-forwarded-for': '127.0.0.1' } : {}
  const { status, json } = await clinic.get(`/v1/appointments/available-slots?${query(parameters)}`, { headers: { ...headers, ...forwarded }, from: peer })
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
    expect(await zoneFor(clinic, { 'cloudfront-viewer-time-zone': 'America/New_York' }, '10.0.0.1')).toMatchObject({
      zone: 'America/New_York',
      source: 'HEADER',
      first: '2030-01-06T22:30:00-05:00',
    })
    expect(await zoneFor(clinic, { 'CF-Timezone': 'europe/paris' }, '10.0.0.1')).toMatchObject({ zone: 'Europe/Paris', source: 'HEADER' })
  })

  const others = cases<[string, Record<string, string>, string, Record<string, string>, string]>([
    ['the parameter, where there is one', { 'cf-timezone': 'Europe/Paris' }, '10.0.0.1', { patientTimezone: 'Asia/Dubai' }, 'PARAM'],
    ['the header, where the parameter names none', { 'cf-timezone': 'Europe/Paris' }, '10.0.0.1', { patientTimezone: 'Mars/Base' }, 'HEADER'],
    ['not what a stranger’s header says', { 'cf-timezone': 'Europe/Paris' }, '127.0.0.1', {}, 'CLINIC'],
    ['not a bare offset', { 'cf-timezone': '+05:30' }, '10.0.0.1', {}, 'CLINIC'],
    ['not an abbreviation', { 'cf-timezone': 'IST' }, '10.0.0.1', {}, 'CLINIC'],
    ['not another header', { 'x-timezone': 'Europe/Paris' }, '10.0.0.1', {}, 'CLINIC'],
  ])
  it.each(others)('is %s [TZ-02] [TZ-07]', async (_, headers, peer, more, source) => {
    expect((await zoneFor(await house.clinic(), headers, peer, more)).source).toBe(source)
  })

  it('changes no slot [TZ-10]', async () => {
    const clinic = await house.clinic()
    const plain = await zoneFor(clinic, {}, '127.0.0.1')
    expect((await zoneFor(clinic, { 'cf-timezone': 'Pacific/Auckland' }, '10.0.0.1')).instants).toEqual(plain.instants)
  })
})
