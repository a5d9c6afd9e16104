// Visit types: the kinds of visits that patients choose by name.

import type { Static } from 'typebox'
import { choice, optional, text } from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import { type Mode, modes } from '../../../base/values/modes.ts'
import { fromMinorUnits, toMinorUnits } from '../../../base/values/money.ts'
import type { PatientRules } from '../../../base/values/patient-rules.ts'
import { tidyName } from '../../../base/values/text.ts'
import { checkPrice } from '../amounts.ts'
import {
  asList,
  asMapping,
  type Mapping,
  mappingEntries,
  type Report,
  reportUnknownName,
} from '../checking.ts'
import { amount, closedObject, distinct, itemsByName, line, minutes, nameField } from '../words.ts'
import { importSelectedStatement, importStatement } from './import-statement.ts'
import type { Locations } from './locations.ts'
import { typeRulesMember } from './patient-rules.ts'
import {
  createDescription,
  type Section,
  statesStatement,
  unlessEmpty,
  withoutEmpty,
} from './section.ts'

const roomPattern = '^[a-z0-9][a-z0-9-]{0,62}/[a-z0-9][a-z0-9-]{0,62}$'

const VisitType = closedObject(
  {
    displayName: line('The name that patients choose by.', 'First visit'),
    description: optional(line('What it is for, in a sentence.', 'For people who are new here')),
    minutes: optional(
      minutes('Length of the visit; when omitted, the usual length of the practitioner.', 30),
    ),
    tier: optional(
      nameField(
        'The longer or shorter visit with this name, of each practitioner who has one, with its length and fee. Leave minutes and fee empty then.',
        'long',
      ),
    ),
    fee: optional(
      amount(
        "Fee in the location's currency, in every mode; when omitted, the fees of the practitioner.",
        800,
      ),
    ),
    internationalFee: optional(amount("Fee in the location's international currency.", 40)),
    modes: optional(
      distinct(choice(modes, 'A mode.'), 1, 'How it takes place; when omitted, in every mode.'),
    ),
    practitioners: optional(
      distinct(
        nameField('A practitioner.', 'asha-rao'),
        1,
        'Who offers it; when omitted, every practitioner with slots.',
      ),
    ),
    rooms: optional(
      distinct(
        text('A room, after its location.', 'jaipur/room-1', { pattern: roomPattern }),
        1,
        'Each visit at a location with any of these rooms takes one that is free.',
      ),
    ),
    ...typeRulesMember,
  },
  'A kind of visit.',
)

const members = {
  visitTypes: optional(
    itemsByName(VisitType, 'The kinds of visits that patients choose from, by name and in order.'),
  ),
}

interface File {
  locations: Locations
  practitioners: Record<string, { at: Record<string, unknown> }>
  visitTypes?: Record<string, Static<typeof VisitType>>
}

// A practice under each of its types is held in memory, and listed in workspace detail.
const offersMax = 5_000

function checkType(type: Mapping, path: string, file: Mapping, report: Report) {
  const { locations, practitioners } = file
  for (const member of ['minutes', 'fee'])
    if (type.tier !== undefined && type[member] !== undefined)
      report(`${path}.${member}`, 'is that of the tier: leave it out, or leave out the tier')
  if (type.internationalFee !== undefined && type.fee === undefined)
    report(`${path}.internationalFee`, 'needs a fee')
  for (const [index, name] of asList(type.practitioners).entries()) {
    if (typeof name !== 'string') continue
    const itemPath = `${path}.practitioners.${index}`
    const practitioner = asMapping(practitioners)[name]
    if (practitioner === undefined)
      reportUnknownName('practitioners', name, practitioners, itemPath, report)
    else if (asMapping(practitioner).system === 'QMS')
      report(itemPath, 'has tokens and no slots, so no visit types', { found: name })
  }
  for (const [index, name] of asList(type.rooms).entries()) {
    if (typeof name !== 'string') continue
    const [location = '', room] = name.split('/')
    const { rooms } = asMapping(asMapping(locations)[location])
    if (!asList(rooms).includes(room))
      report(`${path}.rooms.${index}`, 'is not a room of the file, written location/room', {
        found: name,
      })
  }
  const practices = listOfferedAt(type, file)
  const { tier } = type
  if (
    typeof tier === 'string' &&
    !practices.some(({ tiers }) => Object.hasOwn(asMapping(tiers), tier))
  )
    report(`${path}.tier`, 'is no duration tier of the practitioners who offer the type', {
      found: tier,
    })
  checkFee(type, path, practices, file, report)
}

/** The practices, with their locations, of the practitioners who offer a type. */
function listOfferedAt(type: Mapping, { locations, practitioners }: Mapping) {
  const names = asList(type.practitioners)
  return mappingEntries(practitioners)
    .filter(
      ([name, { system }]) => system !== 'QMS' && (names.length === 0 || names.includes(name)),
    )
    .flatMap(([, { at }]) =>
      mappingEntries(at).map(([location, { tiers }]) => ({
        location: asMapping(asMapping(locations)[location]),
        tiers,
      })),
    )
}

/** An amount is of one currency: that of all locations where the type is offered. */
function checkFee(
  type: Mapping,
  path: string,
  practices: ReturnType<typeof listOfferedAt>,
  { workspace }: Mapping,
  report: Report,
) {
  for (const [member, currencyMember] of [
    ['fee', 'currency'],
    ['internationalFee', 'internationalCurrency'],
  ] as const) {
    if (type[member] === undefined || type.tier !== undefined) continue
    const currencies = new Set(practices.map(({ location }) => location[currencyMember]))
    const [currency] = currencies
    if (currencies.size > 1)
      report(
        `${path}.${member}`,
        'is of several currencies at the locations of its practitioners: make it a tier of each',
      )
    else if (currency === undefined)
      report(`${path}.${member}`, `needs ${currencyMember} at the locations of its practitioners`)
    checkPrice(type[member], currency, asMapping(workspace), `${path}.${member}`, report)
  }
}

const importVisitTypes = importStatement('import_visit_types', {
  table: 'visit_types',
  key: { name: 'text' },
  says: {
    display_name: 'text',
    description: 'text',
    place: 'integer',
    visit_mins: 'integer',
    tier_name: 'text',
    modes: 'text[]',
    currency: 'text',
    amount_minor: 'bigint',
    international_currency: 'text',
    international_amount_minor: 'bigint',
    patient_rules: 'jsonb',
  },
  of: 'workspace',
  others: 'retired',
})

const importTypeDoctors = importSelectedStatement('import_visit_type_doctors', {
  table: 'visit_type_doctors',
  imported: `select t.id as visit_type_id, u.id as doctor_id
    from jsonb_to_recordset(:rows::jsonb) as d (type text, doctor text)
    join visit_types t on t.workspace_id = :workspaceId and t.name = d.type
    join users u on u.workspace_id = :workspaceId and u.name = d.doctor`,
  key: ['visit_type_id', 'doctor_id'],
  others: 'removed',
})

const importTypeRooms = importSelectedStatement('import_visit_type_rooms', {
  table: 'visit_type_rooms',
  imported: `select t.id as visit_type_id, r.id as room_id
    from jsonb_to_recordset(:rows::jsonb) as d (type text, location text, room text)
    join visit_types t on t.workspace_id = :workspaceId and t.name = d.type
    join locations l on l.workspace_id = :workspaceId and l.name = d.location
    join rooms r on r.workspace_id = :workspaceId and r.location_id = l.id and r.name = d.room`,
  key: ['visit_type_id', 'room_id'],
  others: 'removed',
})

const takes = { workspaceId: 'bigint' } as const

const idsOfTypes = statement(
  'ids_of_types_of_visits',
  { takes, returns: { name: 'text', id: 'bigint' } },
  `
  select name, id
  from visit_types
  where workspace_id = :workspaceId
  order by id`,
)

const storedVisitTypes = statement(
  'stored_visit_types',
  {
    takes,
    returns: {
      name: 'text',
      displayName: 'text',
      description: 'text?',
      minutes: 'integer?',
      tier: 'text?',
      modes: narrowType<Mode[]>('text[]'),
      currency: 'text?',
      amountMinor: 'bigint?',
      internationalCurrency: 'text?',
      internationalAmountMinor: 'bigint?',
      patientRules: narrowType<PatientRules>('jsonb?'),
      practitioners: 'text[]',
      rooms: 'text[]',
    },
  },
  `
  select t.name, t.display_name as "displayName", t.description, t.visit_mins as minutes, t.tier_name as tier, t.modes, t.currency, t.amount_minor as "amountMinor",
    t.international_currency as "internationalCurrency", t.international_amount_minor as "internationalAmountMinor", t.patient_rules as "patientRules",
    array(
      select u.name
      from visit_type_doctors d
      join users u on u.workspace_id = d.workspace_id and u.id = d.doctor_id
      where d.workspace_id = t.workspace_id and d.visit_type_id = t.id
      order by u.id
    ) as practitioners,
    array(
      select l.name || '/' || r.name
      from visit_type_rooms v
      join rooms r on r.workspace_id = v.workspace_id and r.id = v.room_id
      join locations l on l.workspace_id = r.workspace_id and l.id = r.location_id
      where v.workspace_id = t.workspace_id and v.visit_type_id = t.id
      order by r.id
    ) as rooms
  from visit_types t
  where t.workspace_id = :workspaceId and t.active
  order by t.place, t.id`,
)

export const visitTypes = {
  members,

  check(file, report) {
    const types = mappingEntries(file.visitTypes)
    const offers = types.reduce((sum, [, type]) => sum + listOfferedAt(type, file).length, 0)
    if (offers > offersMax) {
      report(
        'visitTypes',
        `are offered ${offers} times, counted for each practitioner at each location; at most ${offersMax} offers belong to one workspace`,
      )
      return
    }
    for (const [name, type] of types) checkType(type, `visitTypes.${name}`, file, report)
  },

  async write({ queries, workspaceId }, { locations, practitioners, visitTypes = {} }) {
    const imported = Object.entries(visitTypes)
    const rows = imported.map(([name, type], place) => {
      const [practice] = listOfferedAt(type, { locations, practitioners })
      // Checked to be the same at all of them.
      const { currency = '', internationalCurrency = '' } = (practice?.location ?? {}) as Partial<
        Locations[string]
      >
      return {
        name,
        display_name: tidyName(type.displayName),
        description: type.description === undefined ? null : tidyName(type.description),
        place,
        visit_mins: type.minutes ?? null,
        tier_name: type.tier ?? null,
        modes: type.modes ?? [],
        ...(type.fee !== undefined && {
          currency,
          amount_minor: toMinorUnits(type.fee, currency),
        }),
        ...(type.internationalFee !== undefined && {
          international_currency: internationalCurrency,
          international_amount_minor: toMinorUnits(type.internationalFee, internationalCurrency),
        }),
        patient_rules: type.patientRules ?? null,
      }
    })
    await queries.rows(importVisitTypes, { workspaceId, rows })
    const doctors = imported.flatMap(([type, { practitioners: names = [] }]) =>
      names.map((doctor) => ({ type, doctor })),
    )
    await queries.rows(importTypeDoctors, { workspaceId, rows: doctors })
    const rooms = imported.flatMap(([type, { rooms: names = [] }]) =>
      names.map((name) => {
        const [location, room] = name.split('/')
        return { type, location, room }
      }),
    )
    await queries.rows(importTypeRooms, { workspaceId, rows: rooms })
  },

  description: createDescription({ visitTypes: storedVisitTypes }, ({ visitTypes }, file: File) => {
    for (const {
      name,
      displayName,
      modes,
      practitioners,
      rooms,
      currency,
      amountMinor,
      internationalCurrency,
      internationalAmountMinor,
      ...facts
    } of visitTypes) {
      const fee =
        currency === null || amountMinor === null ? null : fromMinorUnits(amountMinor, currency)
      const internationalFee =
        internationalCurrency === null || internationalAmountMinor === null
          ? null
          : fromMinorUnits(internationalAmountMinor, internationalCurrency)
      const type = {
        displayName,
        ...withoutEmpty({
          ...facts,
          fee,
          internationalFee,
          modes: unlessEmpty(modes),
          practitioners: unlessEmpty(practitioners),
          rooms: unlessEmpty(rooms),
        }),
      }
      file.visitTypes = { ...file.visitTypes, [name]: type }
    }
  }),

  ids: { visitType: idsOfTypes },

  states: {
    visitType: statesStatement('visit_types', {
      name: 't.name',
      facts: `t.display_name, t.description, t.place, t.visit_mins, t.tier_name, t.modes, t.currency, t.amount_minor, t.international_currency,
    t.international_amount_minor, t.patient_rules, array(
      select d.doctor_id from visit_type_doctors d where d.workspace_id = t.workspace_id and d.visit_type_id = t.id order by d.doctor_id
    ), array(
      select r.room_id from visit_type_rooms r where r.workspace_id = t.workspace_id and r.visit_type_id = t.id order by r.room_id
    )`,
      source: 'visit_types t where t.workspace_id = :workspaceId and t.active',
    }),
  },
} satisfies Section<File>
