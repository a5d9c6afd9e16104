// Practices: a practitioner at a location. This section has the lengths and prices of visits; other
// parts have their own sections.

import type { Static } from 'typebox'
import { choice, flag, integer, object, optional } from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import { type Mode, modes } from '../../../base/values/modes.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import type { PatientRules } from '../../../base/values/patient-rules.ts'
import { checkPrice, minorUnits } from '../amounts.ts'
import {
  asMapping,
  type Mapping,
  mappingEntries,
  type Report,
  reportUnknownName,
  validItems,
} from '../checking.ts'
import { matcher } from '../validation.ts'
import { amount, closedObject, itemsByName, minutes, several } from '../words.ts'
import { hours } from './hours.ts'
import { importStatement } from './import-statement.ts'
import type { Locations } from './locations.ts'
import { patientRulesMember } from './patient-rules.ts'
import {
  createDescription,
  type FindPractice,
  joinPracticeNames,
  type NamedPractice,
  type PracticeSection,
  type Section,
  sectionMembers,
  statesStatement,
  unlessDefault,
  withoutEmpty,
} from './section.ts'
import { shifts } from './shifts.ts'

/**
 * The sections that are part of a practice, in the order in which they are written, after this one.
 */
export const practiceSections = [hours, shifts] as const

const Tier = closedObject(
  {
    minutes: minutes('Length of the visit, in minutes.', 30),
    fee: amount("Fee in the location's currency.", 800),
    internationalFee: optional(amount("Fee in the location's international currency.", 40)),
  },
  'A longer or shorter kind of visit with its own fee.',
)

const Fee = closedObject({
  mode: choice(modes, 'Where visits with this fee take place.'),
  amount: amount("The fee, in the location's currency, or its international currency.", 500),
  international: optional(flag('Whether the fee is for patients from abroad.', false)),
})

const Practice = closedObject(
  {
    slotMinutes: minutes('Length of an ordinary visit, in minutes.', 15),
    tiers: optional(itemsByName(Tier, 'Duration tiers by name.')),
    fees: optional(several(Fee, 50, 'Fees by mode; for a queue practitioner, the queue charges.')),
    followUpFee: optional(
      amount("Fee of a follow-up, in the location's currency; 0 when omitted.", 0),
    ),
    travelMinutes: optional(
      integer('Minutes that are kept free before and after each home visit; default: 0.', 20, {
        minimum: 0,
        maximum: 240,
      }),
    ),
    ...patientRulesMember('the practitioner at the location'),
    ...sectionMembers(practiceSections),
  },
  'The settings of a practitioner at one location.',
)
type Practice = Static<typeof Practice>

const parts: readonly PracticeSection<Practice>[] = practiceSections

/** The practices of a practitioner; a member of the practitioner. */
export const practicesOfPractitioner = {
  at: itemsByName(Practice, 'Locations the practitioner works at, by the name of the location.'),
}

interface File {
  locations: Locations
  practitioners: Record<string, { at: Record<string, Practice> }>
}

// A fee with an unknown member is checked all the same.
const isFee = matcher(object(Fee.properties))

function checkPrices(
  practice: Mapping,
  location: Mapping,
  workspace: Mapping,
  path: string,
  report: Report,
) {
  const checkFee = (fee: unknown, international: boolean, feePath: string) => {
    const currency = international ? location.internationalCurrency : location.currency
    if (typeof fee === 'number' && currency === undefined && international)
      report(feePath, 'needs internationalCurrency at the location')
    checkPrice(fee, currency, workspace, feePath, report)
  }
  checkFee(practice.followUpFee, false, `${path}.followUpFee`)
  for (const [name, tier] of mappingEntries(practice.tiers)) {
    checkFee(tier.fee, false, `${path}.tiers.${name}.fee`)
    checkFee(tier.internationalFee, true, `${path}.tiers.${name}.internationalFee`)
  }
  const priced = new Set<string>()
  for (const [index, { mode, amount: fee, international = false }] of validItems(
    practice.fees,
    isFee,
  )) {
    checkFee(fee, international, `${path}.fees.${index}.amount`)
    const list = international ? 'international' : 'domestic'
    if (priced.has(`${mode} ${list}`))
      report(`${path}.fees.${index}`, `is a second ${list} fee for ${mode}`)
    priced.add(`${mode} ${list}`)
  }
}

const importDoctorLocations = importStatement('import_doctor_locations', {
  table: 'doctor_locations',
  key: {},
  says: {
    slot_mins: 'integer',
    follow_up_fee_minor: 'bigint',
    travel_mins: 'integer',
    patient_rules: 'jsonb',
  },
  of: 'practice',
  others: 'retired',
})

const importTiers = importStatement('import_tiers', {
  table: 'duration_tiers',
  key: { name: 'text' },
  says: { duration_mins: 'integer', amount_minor: 'bigint', international_amount_minor: 'bigint' },
  of: 'practice',
  others: 'retired',
})

const importFees = importStatement('import_fees', {
  table: 'consultation_fees',
  key: { mode: 'text', is_international: 'boolean' },
  says: { amount_minor: 'bigint' },
  of: 'practice',
  others: 'removed',
})

const idsOfTiers = statement(
  'ids_of_tiers',
  { takes: { workspaceId: 'bigint' }, returns: { name: 'text', id: 'bigint' } },
  `
  select u.name || '/' || l.name || '/' || t.name as name, t.id
  from duration_tiers t
  join users u on u.workspace_id = t.workspace_id and u.id = t.doctor_id
  join locations l on l.workspace_id = t.workspace_id and l.id = t.location_id
  where t.workspace_id = :workspaceId
  order by t.id`,
)

const [takes, names] = [{ workspaceId: 'bigint' }, { doctor: 'text?', location: 'text' }] as const
const namesOfPractice = 'u.name as doctor, l.name as location'

const storedPractices = statement(
  'stored_practices',
  {
    takes,
    returns: {
      ...names,
      slotMinutes: 'integer',
      followUpFeeMinor: 'bigint',
      travelMins: 'integer',
      patientRules: narrowType<PatientRules>('jsonb?'),
    },
  },
  `
  select ${namesOfPractice}, t.slot_mins as "slotMinutes", t.follow_up_fee_minor as "followUpFeeMinor", t.travel_mins as "travelMins",
    t.patient_rules as "patientRules"
  from ${joinPracticeNames('doctor_locations t')} and t.active
  order by t.doctor_id, t.location_id`,
)

const storedTiers = statement(
  'stored_tiers',
  {
    takes,
    returns: {
      ...names,
      name: 'text',
      minutes: 'integer',
      feeMinor: 'bigint',
      internationalFeeMinor: 'bigint?',
    },
  },
  `
  select ${namesOfPractice}, t.name, t.duration_mins as minutes, t.amount_minor as "feeMinor", t.international_amount_minor as "internationalFeeMinor"
  from ${joinPracticeNames('duration_tiers t')} and t.active
  order by t.id`,
)

const storedFees = statement(
  'stored_fees',
  {
    takes,
    returns: {
      ...names,
      mode: narrowType<Mode>('text'),
      international: 'boolean',
      amountMinor: 'bigint',
    },
  },
  `
  select ${namesOfPractice}, t.mode, t.is_international as international, t.amount_minor as "amountMinor"
  from ${joinPracticeNames('consultation_fees t')}
  order by t.is_international, t.mode`,
)

const description = createDescription(
  {
    practices: storedPractices,
    tiers: storedTiers,
    fees: storedFees,
    ...Object.fromEntries(parts.flatMap((part) => Object.entries(part.description.statements))),
  },
  (rows, { locations, practitioners }: File) => {
    const amountAt = (location: string, minor: number, international = false) => {
      const { currency = '', internationalCurrency = '' } = locations[location] ?? {}
      return fromMinorUnits(minor, international ? internationalCurrency : currency)
    }
    for (const {
      doctor,
      location,
      slotMinutes,
      followUpFeeMinor,
      travelMins,
      patientRules,
    } of rows.practices) {
      const foundPractitioner = practitioners[doctor ?? '']
      if (foundPractitioner)
        foundPractitioner.at[location] = {
          slotMinutes,
          ...withoutEmpty({
            followUpFee: unlessDefault(0, amountAt(location, followUpFeeMinor)),
            travelMinutes: unlessDefault(0, travelMins),
            patientRules,
          }),
        }
    }
    const findPractice: FindPractice<Practice> = ({ doctor, location }) =>
      practitioners[doctor ?? '']?.at[location]
    for (const {
      doctor,
      location,
      name,
      minutes: length,
      feeMinor,
      internationalFeeMinor,
    } of rows.tiers) {
      const practice = findPractice({ doctor, location })
      if (!practice) continue
      const abroad =
        internationalFeeMinor === null ? null : amountAt(location, internationalFeeMinor, true)
      practice.tiers = {
        ...practice.tiers,
        [name]: {
          minutes: length,
          fee: amountAt(location, feeMinor),
          ...withoutEmpty({ internationalFee: abroad }),
        },
      }
    }
    for (const { doctor, location, mode, international, amountMinor } of rows.fees) {
      const practice = findPractice({ doctor, location })
      if (!practice) continue
      const fee = {
        mode,
        amount: amountAt(location, amountMinor, international),
        ...withoutEmpty({ international: unlessDefault(false, international) }),
      }
      practice.fees = [...(practice.fees ?? []), fee]
    }
    for (const part of parts) part.description.describe(rows, findPractice)
  },
)

/**
 * A whole clinic is listed and written at once; a larger one has to be split into several
 * workspaces.
 */
const practitionersMax = 1_000
const practicesMax = 2_000
const locationsMax = 500

function checkSize({ practitioners, locations }: Mapping, report: Report) {
  const all = mappingEntries(practitioners)
  const practiceCount = all.reduce((sum, [, { at }]) => sum + mappingEntries(at).length, 0)
  const people = all.length
  const sites = mappingEntries(locations).length
  if (people > practitionersMax)
    report(
      'practitioners',
      `has ${people} practitioners; at most ${practitionersMax} belong to one workspace`,
    )
  if (practiceCount > practicesMax)
    report(
      'practitioners',
      `work at ${practiceCount} locations, counted for each practitioner; at most ${practicesMax} belong to one workspace`,
    )
  if (sites > locationsMax)
    report('locations', `has ${sites} locations; at most ${locationsMax} belong to one workspace`)
}

/** The practices of practitioners. */
export const practices = {
  members: {},

  check({ workspace, practitioners, locations }, report) {
    checkSize({ practitioners, locations }, report)
    for (const [name, practitioner] of mappingEntries(practitioners)) {
      for (const [location, practice] of mappingEntries(practitioner.at)) {
        const path = `practitioners.${name}.at.${location}`
        if (Object.hasOwn(asMapping(locations), location))
          checkPrices(
            practice,
            asMapping(asMapping(locations)[location]),
            asMapping(workspace),
            path,
            report,
          )
        else reportUnknownName('locations', location, locations, path, report)
        for (const part of parts) part.check?.(practice, path, report, practitioner)
      }
    }
  },

  async write(target, { locations, practitioners }) {
    const { queries, workspaceId } = target
    const practised = Object.entries(practitioners).flatMap(([doctor, { at }]) =>
      Object.entries(at).map(
        ([location, practice]): NamedPractice<Practice> => ({ doctor, location, practice }),
      ),
    )
    const practiceRows = practised.map(
      ({
        doctor,
        location,
        practice: { slotMinutes, followUpFee = 0, travelMinutes = 0, patientRules = null },
      }) => ({
        doctor,
        location,
        slot_mins: slotMinutes,
        follow_up_fee_minor: minorUnits(followUpFee, locations, location),
        travel_mins: travelMinutes,
        patient_rules: patientRules,
      }),
    )
    await queries.rows(importDoctorLocations, { workspaceId, rows: practiceRows })
    const tiers = practised.flatMap(({ doctor, location, practice }) =>
      Object.entries(practice.tiers ?? {}).map(([name, tier]) => ({
        doctor,
        location,
        name,
        duration_mins: tier.minutes,
        amount_minor: minorUnits(tier.fee, locations, location),
        international_amount_minor:
          tier.internationalFee === undefined
            ? null
            : minorUnits(tier.internationalFee, locations, location, true),
      })),
    )
    await queries.rows(importTiers, { workspaceId, rows: tiers })
    const fees = practised.flatMap(({ doctor, location, practice }) =>
      (practice.fees ?? []).map(({ mode, amount: fee, international = false }) => ({
        doctor,
        location,
        mode,
        is_international: international,
        amount_minor: minorUnits(fee, locations, location, international),
      })),
    )
    await queries.rows(importFees, { workspaceId, rows: fees })
    for (const part of parts) await part.write(target, practised)
  },

  description,

  ids: {
    tier: idsOfTiers,
    ...Object.fromEntries(parts.flatMap((part) => Object.entries(part.ids ?? {}))),
  },

  states: {
    practice: statesStatement('practices', {
      name: 'u.name, l.name',
      facts: 't.slot_mins, t.follow_up_fee_minor, t.travel_mins, t.patient_rules',
      source: `${joinPracticeNames('doctor_locations t')} and t.active`,
    }),
    tier: statesStatement('tiers', {
      name: 'u.name, l.name, t.name',
      facts: 't.duration_mins, t.amount_minor, t.international_amount_minor',
      source: `${joinPracticeNames('duration_tiers t')} and t.active`,
    }),
    fee: statesStatement('fees', {
      name: "u.name, l.name, t.mode, case when t.is_international then 'international' end",
      facts: 't.amount_minor',
      source: joinPracticeNames('consultation_fees t'),
    }),
    ...Object.fromEntries(parts.flatMap((part) => Object.entries(part.states ?? {}))),
  },
} satisfies Section<File>
