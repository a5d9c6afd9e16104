// The list price of a session pack for a patient.

import type { Location, SessionPack } from '../catalogue/configuration.ts'
import { isFromAbroad } from '../catalogue/price-list.ts'
import type { Queries } from '../db/database.ts'
import { type PackPrice, packPrice } from '../packs/pack-price.ts'
import { type BookedPatient, countryMissing, countryOfPatient } from './booked-patient.ts'

/**
 * The price of a pack for a patient; `countryCode` is the dial code that was sent. For a session, throws if the price depends on where the
 * patient is from, and that is unknown.
 */
export async function listedPackPrice(
  queries: Queries,
  patient: BookedPatient & { countryCode: string | null },
  { location, pack }: { location: Location; pack: SessionPack },
  isSession: boolean,
): Promise<PackPrice> {
  if (pack.internationalAmountMinor === null) return packPrice(pack, false)
  const fromAbroad = isFromAbroad(location, await countryOfPatient(queries, patient, patient.countryCode))
  if (fromAbroad === null && isSession) throw countryMissing()
  return packPrice(pack, fromAbroad ?? false)
}
