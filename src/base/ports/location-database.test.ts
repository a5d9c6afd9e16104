import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { canonicalZone } from '../values/clinic-time.ts'
import { type IpAddress, parseIpAddress } from '../values/ip-address.ts'
import { openLocationDatabase, UnusableLocationDatabase } from './location-database.ts'
import { locationFile } from './location-file.fixture.ts'

const folder = mkdtempSync(join(tmpdir(), 'clinic-locations-'))
afterAll(() => rmSync(folder, { recursive: true }))
const now = Date.parse('2030-01-01T00:00:00Z')

function writeDatabaseFile(content: Buffer | string): string {
  const path = join(folder, `${Math.random()}.mmdb`)
  writeFileSync(path, content)
  return path
}

function zones(path: string | undefined, addresses: readonly string[]) {
  const zoneOf = openLocationDatabase(path)
  return addresses.map((address) => zoneOf(parseIpAddress(address) as IpAddress, now))
}

/**
 * Spellings of an address that is not on the public internet; the last ones are another address.
 */
const nobodys = [
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.1.1',
  '100.64.0.1',
  '198.18.0.1',
  '203.0.113.9',
  '224.0.0.1',
  '0.0.0.0',
  '255.255.255.255',
  '::',
  '::1',
  'fe80::1',
  'fc00::1',
  'fd12::1',
  'ff02::1',
  '2001:db8::1',
  'fec0::1',
  '4000::1',
  '64:ff9b::8.8.8.8',
  '2002:808:808::1',
  '::8.8.8.8',
  '2001:0:808::1',
]

describe('the supplied file of locations', () => {
  it('knows countries with one zone, in either address family [TZ-03] [A-099]', () => {
    expect(zones(undefined, ['49.36.0.1', '2409:4000::1', '::ffff:49.36.0.1'])).toEqual([
      'Asia/Kolkata',
      'Asia/Kolkata',
      'Asia/Kolkata',
    ])
    expect(zones(undefined, ['94.200.0.1', '2001:8f8::1'])).toEqual(['Asia/Dubai', 'Asia/Dubai'])
    // Two zones that show the same time.
    expect(zones(undefined, ['5.9.1.1', '2a01:4f8::1'])).toEqual(['Europe/Berlin', 'Europe/Berlin'])
  })

  it('knows no zone in a country with several, nor for a non-public address [A-099]', () => {
    expect(zones(undefined, ['8.8.8.8', '2001:4860:4860::8888', '90.160.0.1'])).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    expect(zones(undefined, nobodys)).toEqual(nobodys.map(() => undefined))
  })
})

describe('a file of locations', () => {
  it('with cities gives the zone itself, as its publisher writes it, or else the country [TZ-03]', () => {
    const path = writeDatabaseFile(
      locationFile({
        '8.8.8.0/24': {
          country: { iso_code: 'US' },
          location: { time_zone: 'America/Los_Angeles' },
        },
        '2600::/16': { country_code: 'US', timezone: 'america/chicago' },
        '9.0.0.0/8': { country: { iso_code: 'IN' }, location: { time_zone: 'Mars/Base' } },
        '11.0.0.0/8': { country_code: 'FR' },
        '12.0.0.0/8': { country: { iso_code: 'US' } },
        '13.0.0.0/8': { city: 'Nowhere' },
        '14.0.0.0/8': { country_code: 7, timezone: 7 },
      }),
    )
    expect(
      zones(path, [
        '8.8.8.8',
        '2600::1',
        '9.1.1.1',
        '11.1.1.1',
        '12.1.1.1',
        '13.1.1.1',
        '14.1.1.1',
        '15.1.1.1',
      ]),
    ).toEqual([
      'America/Los_Angeles',
      'America/Chicago',
      'Asia/Kolkata',
      'Europe/Paris',
      undefined,
      undefined,
      undefined,
      undefined,
    ])
  })

  it('is not queried for non-public addresses, even if it contains them [A-099]', () => {
    const everywhere = { country_code: 'IN' }
    const path = writeDatabaseFile(
      locationFile({
        '0.0.0.0/1': everywhere,
        '128.0.0.0/1': everywhere,
        '4000::/2': everywhere,
        '8000::/1': everywhere,
        '2000::/3': everywhere,
      }),
    )
    expect(zones(path, ['8.8.8.8', '2405:200::1'])).toEqual(['Asia/Kolkata', 'Asia/Kolkata'])
    expect(zones(path, nobodys)).toEqual(nobodys.map(() => undefined))
  })

  it('with IPv4 only is not queried for IPv6 [TZ-03]', () => {
    const path = writeDatabaseFile(locationFile({ '36.0.0.0/8': { country_code: 'IN' } }, 4))
    // The first bits of the second address are those of 36.9.64.0.
    expect(zones(path, ['36.9.64.0', '2409:4000::1'])).toEqual(['Asia/Kolkata', undefined])
  })

  it.each([
    ['nothing', ''],
    ['text', 'country_code: IN'],
    ['half a file', locationFile({ '8.8.8.0/24': { country_code: 'IN' } }).subarray(100)],
    ['the end of one', locationFile({ '8.8.8.0/24': { country_code: 'IN' } }).subarray(-60)],
  ])('that contains %s is refused', (_, content) => {
    expect(() => openLocationDatabase(writeDatabaseFile(content))).toThrow(UnusableLocationDatabase)
  })

  it('that is missing, or a folder, is refused with the reason', () => {
    expect(() => openLocationDatabase(join(folder, 'none.mmdb'))).toThrow('ENOENT')
    expect(() => openLocationDatabase(folder)).toThrow('EISDIR')
  })

  it('that is damaged in places finds nothing there, and fails no request', () => {
    const fullFile = locationFile({
      '8.8.8.0/24': { country_code: 'IN', city: 'Jaipur' },
      '2600::/16': { country_code: 'IN' },
    })
    const end = fullFile.lastIndexOf('\xab\xcd\xef', undefined, 'latin1')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(end - 1), fc.nat(255)), { minLength: 1, maxLength: 20 }),
        (changes) => {
          const broken = Buffer.from(fullFile)
          for (const [place, byte] of changes) broken[place] = byte
          try {
            for (const zone of zones(writeDatabaseFile(broken), [
              '8.8.8.8',
              '8.8.8.255',
              '2600::1',
            ]))
              expect(zone === undefined || canonicalZone(zone) === zone).toBe(true)
          } catch (error) {
            expect(error).toBeInstanceOf(UnusableLocationDatabase)
          }
        },
      ),
      { numRuns: 100 },
    )
  })
})
