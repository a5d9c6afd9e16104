// The list price of a session pack for a patient.

import type { Queries } from '../../base/db/database.ts'
import type { Location, SessionPack } from '../../clinic/catalogue/configuration.ts'
import { isFromAbroad } from '../../clinic/catalogue/price-list.ts'
import { type PackPrice, packPrice } from '../../money/packs/pack-price.ts'
import { type BookedPatient, countryMissingProblem, findPatientCountry } from './booked-patient.ts'

/**
 * The price of a pack for a patient; `countryCode` is the dial code that was sent. For a session,
 * throws if the price depends on the patient's country and it is unknown.
 */
export async function loadListedPackPrice(
  queries: Queries,
  patient: BookedPatient & { countryCode: string | null },
  { location, pack }: { location: Location; pack: SessionPack },
  isSession: boolean,
): Promise<PackPrice> {
  if (pack.internationalAmountMinor === null) return packPrice(pack, false)
  const isAbroad = isFromAbroad(
    location,
    await findPatientCountry(queries, patient, patient.countryCode),
  )
  if (isAbroad === null && isSession) throw countryMissingProblem()
  return packPrice(pack, isAbroad ?? false)
}
