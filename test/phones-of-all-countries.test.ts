// For every country: its own number as people there write it, with a plus and with the prefix for
// calls abroad, and a number from elsewhere. The page, the desk, the API and files of patients read
// the same number, or refuse it alike.

import {
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  Metadata,
} from 'libphonenumber-js/max'
import examples from 'libphonenumber-js/mobile/examples'
import { describe, expect, it } from 'vitest'
import { findCountry } from '../booking-page/src/countries.ts'
import { withLongSession } from '../src/base/db/long-session.ts'
import { isCountry } from '../src/base/values/country.ts'
import { toDestination } from '../src/clinic/verification/destination.ts'
import { importPatients } from '../src/management/csv-import/import-patients.ts'
import { type Clinic, type Json, openHarness } from './support/clinic/harness.ts'

const harness = await openHarness()
const metadata = new Metadata()

interface Row {
  country: string
  dialCode: string
  form: string
  typed: string
  /** The whole number; undefined where every door refuses it, because it can be two. */
  is: string | undefined
}

/**
 * Returns the prefix for calls abroad that people in a country would write; 00 if only the
 * country's carriers have prefixes.
 */
function internationalPrefix(country: Country): string {
  metadata.selectNumberingPlan(country)
  const pattern = metadata.numberingPlan?.IDDPrefix() ?? ''
  return /^\d+$/.test(pattern)
    ? pattern
    : String(metadata.numberingPlan?.defaultIDDPrefix() || '00').replace(/\D/g, '')
}

type Country = ReturnType<typeof getCountries>[number]
const all = getCountries()
const rows: Row[] = all.flatMap((country) => {
  const own = getExampleNumber(country, examples)
  const foreign = getExampleNumber(country === 'DE' ? 'IN' : 'DE', examples)
  if (!own || !foreign) throw new Error(`${country} has no example`)
  const shared = { country, dialCode: `+${getCountryCallingCode(country)}` }
  const prefix = internationalPrefix(country)
  return [
    { ...shared, form: 'national', typed: own.formatNational(), is: own.number },
    { ...shared, form: 'plus', typed: own.formatInternational(), is: own.number },
    { ...shared, form: 'abroad', typed: `${prefix} ${own.number.slice(1)}`, is: own.number },
    { ...shared, form: 'foreign', typed: foreign.formatInternational(), is: foreign.number },
    // Carriers there have prefixes that begin with 00: 004 and a number of India, or 00 and the
    // number of Germany.
    {
      ...shared,
      form: 'foreign abroad',
      typed: `${prefix} ${foreign.number.slice(1)}`,
      is: ['KH', 'SG', 'TH'].includes(country) ? undefined : foreign.number,
    },
  ]
})
const rowName = ({ country, form }: Row) => `${country} ${form}`
const describeRows = (read: (row: Row) => string | undefined) =>
  rows.map((row) => `${rowName(row)} ${row.typed}: ${read(row)}`)
const expected = describeRows(({ is }) => is)

const loadNumbers = async ({ workspaceId }: Clinic) => {
  const found = await harness.sql(
    'select first_name, phone_normalised from patients where workspace_id = $1',
    [workspaceId],
  )
  const byName = new Map(
    found.map(({ first_name, phone_normalised }): [string, string] => [
      first_name,
      phone_normalised,
    ]),
  )
  return describeRows((row) => byName.get(rowName(row)))
}

describe('numbers of 245 countries', () => {
  it('are all there', () => {
    expect([all.length, rows.length]).toEqual([245, 5 * 245])
  })

  it('are read at the page as they are, after the country that is shown has followed them [PAGE-06] [A-236]', () => {
    const sentTo = ({ dialCode, typed, country }: Row) => {
      const followed = findCountry(typed, country)
      const chosen = followed && `+${getCountryCallingCode(followed as Country)}`
      try {
        return toDestination({ countryCode: chosen ?? dialCode, phoneNumber: typed }).address
      } catch (error) {
        if (JSON.stringify(error).includes('can be two numbers')) return undefined
        const read = /it is read as (\+\d+)/.exec(JSON.stringify(error))?.[1] ?? ''
        return toDestination({
          countryCode: `+${getCountryCallingCode(findCountry(read, '') as Country)}`,
          phoneNumber: read,
        }).address
      }
    }
    expect(describeRows(sentTo)).toEqual(expected)
  })

  it('are read by the API with the dial code that is sent, or refused if they have another; as full numbers without one [A-222] [A-236]', async () => {
    const clinic = await harness.clinic()
    const headers = { 'x-acting-user-id': String(clinic.id('practitioner', 'asha-rao')) }
    const upsert = async (body: Json) =>
      (await clinic.post('/v1/patients', body, { headers })).status
    for (const row of rows) {
      const sent = { firstName: rowName(row), phoneNumber: row.typed }
      const isWhole = row.form === 'plus' || row.form === 'foreign'
      const status = await upsert({ ...sent, ...(isWhole ? {} : { countryCode: row.dialCode }) })
      expect([rowName(row), status]).toEqual([
        rowName(row),
        row.form === 'foreign abroad' ? 400 : 201,
      ])
      if (row.form === 'foreign')
        expect(await upsert({ ...sent, countryCode: row.dialCode })).toBe(400)
    }
    const refused = describeRows(({ is, form }) => (form === 'foreign abroad' ? undefined : is))
    expect(await loadNumbers(clinic)).toEqual(refused)
  })

  it('are read at the desk as of the country of the location [DAY-05] [A-222]', async () => {
    const clinic = await harness.clinic((file: Json) => {
      for (const country of all.filter(isCountry))
        file.locations[`l-${country.toLowerCase()}`] = {
          ...file.locations.berlin,
          country,
          rooms: [],
        }
    })
    for (const row of rows.filter(({ country }) => isCountry(country))) {
      const addressId = clinic.id('location', `l-${row.country.toLowerCase()}`)
      const patientPayload = { firstName: rowName(row), phoneNumber: row.typed }
      const added = harness.operate('waiting-add', {
        workspace: clinic.name,
        addressId,
        patientPayload,
      })
      if (row.is === undefined) await expect(added).rejects.toThrow('can be two numbers')
      else await added
    }
    const isThere = (text: string) => isCountry(text.slice(0, 2))
    expect((await loadNumbers(clinic)).filter(isThere)).toEqual(expected.filter(isThere))
  })

  it('are read in files of patients as of the country of the first location [SETUP-08] [A-222]', async () => {
    const clinic = await harness.clinic()
    await withLongSession(harness.connection, 'test', async (_, queries) => {
      const options = {
        workspaceId: clinic.workspaceId,
        dryRun: false,
        tell: async () => {},
        actor: { kind: 'operator', name: 'tester' } as const,
      }
      for (const country of all) {
        await harness.sql('update locations set country = $2 where workspace_id = $1', [
          clinic.workspaceId,
          country,
        ])
        const bring = (part: readonly Row[]) => {
          async function* read() {
            yield Buffer.from(
              [
                'firstName,phoneNumber',
                ...part.map((row) => `${rowName(row)},"${row.typed}"`),
              ].join('\n'),
            )
          }
          return importPatients(
            { queries, transaction: (work) => work(), read, progress: undefined },
            options,
          )
        }
        const there = rows.filter((row) => row.country === country)
        await bring(there.filter(({ is }) => is !== undefined))
        for (const row of there.filter(({ is }) => is === undefined))
          await expect(bring([row])).rejects.toMatchObject({ code: 'FILE_HAS_INVALID_LINES' })
      }
    })
    expect(await loadNumbers(clinic)).toEqual(expected)
  })
})
