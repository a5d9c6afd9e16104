// The medicines, if a clinic keeps them in its file. A clinic whose file leaves them out uses
// `clinic medicines import`.

import type { Static } from 'typebox'
import { integer, optional } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import {
  codePattern,
  medicineFields,
  stockMax,
} from '../../../clinic/catalogue/medicines/medicine-fields.ts'
import {
  type MedicineRow,
  medicineColumns,
  replaceMedicines,
} from '../../../clinic/catalogue/medicines/merge-medicines.ts'
import { isSearchable } from '../../../clinic/catalogue/medicines/search-text.ts'
import { idsOfLocations } from '../../../clinic/catalogue/name-queries.ts'
import { checkAmount, minorUnits } from '../amounts.ts'
import { asMapping, mappingEntries, reportUnknownName } from '../checking.ts'
import { problem } from '../problems.ts'
import { amount, closedObject, itemsByName } from '../words.ts'
import type { Locations } from './locations.ts'
import { type Section, takesRows, type WriteCounts } from './section.ts'

const Medicine = closedObject({
  ...medicineFields,
  at: itemsByName(
    closedObject({
      unitPrice: amount("Price of one unit, in the location's currency.", 2.05),
      stock: integer('Number of units in stock at the location.', 120, {
        minimum: 0,
        maximum: stockMax,
      }),
    }),
    'Locations that sell it, by the name of the location.',
  ),
})

const Medicines = itemsByName(
  Medicine,
  'All medicines by code. Omitted: they are kept by `clinic medicines import`, and left alone.',
  codePattern,
)

interface File {
  locations: Locations
  medicines?: Static<typeof Medicines>
}

/** The locations that have priced medicines, and another currency than in the imported file. */
const locationsInOtherCurrency = statement(
  'locations_in_other_currency',
  { takes: takesRows, returns: { name: 'text', currency: 'text' } },
  `
  select l.name, l.currency
  from jsonb_to_recordset(:rows::jsonb) as d (name text, currency text)
  join locations l on l.workspace_id = :workspaceId and l.name = d.name and l.currency <> d.currency
  where exists (select from medicine_stock s where s.workspace_id = :workspaceId and s.location_id = l.id)
  order by l.name`,
)

/** All medicines, with their prices and stock at locations. */
export const medicines = {
  members: { medicines: optional(Medicines) },

  check({ medicines, locations }, report) {
    for (const [code, { name, genericName = '', at }] of mappingEntries(medicines)) {
      const path = `medicines.${code}`
      if (
        typeof name === 'string' &&
        typeof genericName === 'string' &&
        !isSearchable(name, genericName)
      )
        report(path, 'has names too long to be searched')
      for (const [location, { unitPrice }] of mappingEntries(at)) {
        const locationPath = `${path}.at.${location}`
        if (!Object.hasOwn(asMapping(locations), location))
          reportUnknownName('locations', location, locations, locationPath, report)
        else
          checkAmount(
            unitPrice,
            asMapping(asMapping(locations)[location]).currency,
            `${locationPath}.unitPrice`,
            report,
          )
      }
    }
  },

  /**
   * Amounts of medicines are in minor units of their location's currency, and a file without
   * medicines does not restate them.
   */
  async refuse({ queries, workspaceId }, { locations, medicines }) {
    if (medicines) return
    const rows = Object.entries(locations).map(([name, { currency }]) => ({ name, currency }))
    const priced = await queries.rows(locationsInOtherCurrency, { workspaceId, rows })
    if (priced.length === 0) return
    const mistakes = priced.map(({ name, currency }) => ({
      path: `locations.${name}.currency`,
      reason: `must stay ${currency}`,
    }))
    throw problem('CURRENCY_IN_USE', {}, { mistakes })
  },

  async write({ queries, workspaceId }, { locations, medicines }) {
    if (!medicines) return
    const locationIds = new Map(
      (await queries.rows(idsOfLocations, { workspaceId })).map(({ name, id }) => [name, id]),
    )
    const rows = Object.entries(medicines).flatMap(
      ([code, { at, ...facts }], line): MedicineRow[] => {
        const medicine = { line, code, ...medicineColumns(facts) }
        const sold = Object.entries(at).map(([location, { unitPrice, stock }]) => ({
          ...medicine,
          location_id: locationIds.get(location) ?? null,
          unit_price_minor: minorUnits(unitPrice, locations, location),
          quantity: stock,
        }))
        // A row of its own preserves a medicine's id even if no location sells it any more.
        return [{ ...medicine, location_id: null, unit_price_minor: null, quantity: null }, ...sold]
      },
    )
    const { medicines: own, stock } = await replaceMedicines(queries, workspaceId, rows)
    const toCounted = ({ created, changed, removed }: typeof stock): WriteCounts => ({
      added: created,
      changed,
      removed,
    })
    return { medicine: toCounted(own), 'medicine at a location': toCounted(stock) }
  },
} satisfies Section<File>
