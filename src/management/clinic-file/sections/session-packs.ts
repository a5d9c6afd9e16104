// Session packs on sale. Packs that patients own keep the terms of their sale, whatever later files
// say.

import type { Static } from 'typebox'
import { currency, flag, integer, optional } from '../../../base/contract/schemas.ts'
import { statement } from '../../../base/db/statement.ts'
import { fromMinorUnits, toMinorUnits } from '../../../base/values/money.ts'
import { tidyName } from '../../../base/values/text.ts'
import { checkPrice } from '../amounts.ts'
import { asList, asMapping, mappingEntries, reportUnknownName } from '../checking.ts'
import { amount, closedObject, distinct, itemsByName, line, minutes, nameField } from '../words.ts'
import { importSelectedStatement, importStatement } from './import-statement.ts'
import {
  createDescription,
  type Section,
  statesStatement,
  unlessDefault,
  unlessEmpty,
  withoutEmpty,
} from './section.ts'

const SessionPacks = itemsByName(
  closedObject({
    displayName: line('The name people see.', 'Ten sessions of physiotherapy'),
    sessions: integer('How many visits the pack pays for.', 10, { minimum: 1, maximum: 1000 }),
    validityDays: integer('For how many days after the purchase visits can be on.', 180, {
      minimum: 0,
      maximum: 3650,
    }),
    currency: currency('ISO 4217 code of the price.'),
    price: amount('Price of the pack, in `currency`.', 4000),
    internationalCurrency: optional(
      currency('ISO 4217 code of the price for patients from abroad.'),
    ),
    internationalPrice: optional(
      amount(
        'Price for patients from abroad, in `internationalCurrency`; the same for all when omitted.',
        80,
      ),
    ),
    visitMinutes: optional(
      minutes('The length a visit must have, in minutes; any when omitted.', 30),
    ),
    doctors: optional(
      distinct(
        nameField('A practitioner of this file.', 'asha-rao'),
        1,
        'Practitioners it pays for; all when omitted.',
      ),
    ),
    familyBooking: optional(
      flag('Whether patients on the same phone may use it; false when omitted.', true),
    ),
  }),
  'Session packs on sale, by name.',
)

interface File {
  sessionPacks?: Static<typeof SessionPacks>
}

const importSessionPacks = importStatement('import_session_packs', {
  table: 'session_packs',
  key: { name: 'text' },
  says: {
    display_name: 'text',
    total_sessions: 'integer',
    visit_mins: 'integer',
    validity_days: 'integer',
    allow_family_booking: 'boolean',
    currency: 'text',
    amount_minor: 'bigint',
    international_currency: 'text',
    international_amount_minor: 'bigint',
  },
  of: 'workspace',
  others: 'retired',
})

const importPackDoctors = importSelectedStatement('import_pack_doctors', {
  table: 'session_pack_doctors',
  imported: `select p.id as session_pack_id, u.id as doctor_id
    from jsonb_to_recordset(:rows::jsonb) as d (pack text, doctor text)
    join session_packs p on p.workspace_id = :workspaceId and p.name = d.pack
    join users u on u.workspace_id = :workspaceId and u.name = d.doctor`,
  key: ['session_pack_id', 'doctor_id'],
  others: 'removed',
})

const idsOfSessionPacks = statement(
  'ids_of_session_packs',
  { takes: { workspaceId: 'bigint' }, returns: { name: 'text', id: 'bigint' } },
  `
  select name, id
  from session_packs
  where workspace_id = :workspaceId
  order by id`,
)

const storedSessionPacks = statement(
  'stored_session_packs',
  {
    takes: { workspaceId: 'bigint' },
    returns: {
      name: 'text',
      displayName: 'text',
      sessions: 'integer',
      validityDays: 'integer',
      currency: 'text',
      amountMinor: 'bigint',
      internationalCurrency: 'text?',
      internationalAmountMinor: 'bigint?',
      visitMinutes: 'integer?',
      familyBooking: 'boolean',
      doctors: 'text[]',
    },
  },
  `
  select p.name, p.display_name as "displayName", p.total_sessions as sessions, p.validity_days as "validityDays", p.currency, p.amount_minor as "amountMinor",
    p.international_currency as "internationalCurrency", p.international_amount_minor as "internationalAmountMinor", p.visit_mins as "visitMinutes",
    p.allow_family_booking as "familyBooking",
    array(
      select u.name
      from session_pack_doctors d
      join users u on u.workspace_id = d.workspace_id and u.id = d.doctor_id
      where d.workspace_id = p.workspace_id and d.session_pack_id = p.id
      order by u.id
    ) as doctors
  from session_packs p
  where p.workspace_id = :workspaceId and p.active
  order by p.id`,
)

export const sessionPacks = {
  members: { sessionPacks: optional(SessionPacks) },

  check({ workspace, sessionPacks, practitioners }, report) {
    for (const [name, pack] of mappingEntries(sessionPacks)) {
      const path = `sessionPacks.${name}`
      checkPrice(pack.price, pack.currency, asMapping(workspace), `${path}.price`, report)
      if ((pack.internationalPrice === undefined) !== (pack.internationalCurrency === undefined)) {
        report(path, 'needs both internationalPrice and internationalCurrency, or neither')
      }
      checkPrice(
        pack.internationalPrice,
        pack.internationalCurrency,
        asMapping(workspace),
        `${path}.internationalPrice`,
        report,
      )
      for (const [index, doctor] of asList(pack.doctors).entries()) {
        if (typeof doctor === 'string' && !Object.hasOwn(asMapping(practitioners), doctor)) {
          reportUnknownName(
            'practitioners',
            doctor,
            practitioners,
            `${path}.doctors.${index}`,
            report,
          )
        }
      }
    }
  },

  async write({ queries, workspaceId }, { sessionPacks = {} }) {
    const imported = Object.entries(sessionPacks)
    const rows = imported.map(([name, pack]) => ({
      name,
      display_name: tidyName(pack.displayName),
      total_sessions: pack.sessions,
      visit_mins: pack.visitMinutes ?? null,
      validity_days: pack.validityDays,
      currency: pack.currency,
      amount_minor: toMinorUnits(pack.price, pack.currency),
      international_currency: pack.internationalCurrency ?? null,
      international_amount_minor:
        pack.internationalPrice === undefined || pack.internationalCurrency === undefined
          ? null
          : toMinorUnits(pack.internationalPrice, pack.internationalCurrency),
      allow_family_booking: pack.familyBooking ?? false,
    }))
    await queries.rows(importSessionPacks, { workspaceId, rows })
    const doctors = imported.flatMap(([pack, { doctors = [] }]) =>
      doctors.map((doctor) => ({ pack, doctor })),
    )
    await queries.rows(importPackDoctors, { workspaceId, rows: doctors })
  },

  description: createDescription(
    { sessionPacks: storedSessionPacks },
    ({ sessionPacks }, file: File) => {
      for (const {
        name,
        amountMinor,
        internationalCurrency,
        internationalAmountMinor,
        visitMinutes,
        familyBooking,
        doctors,
        ...facts
      } of sessionPacks) {
        const abroad = internationalCurrency !== null && internationalAmountMinor !== null
        const pack = {
          ...facts,
          price: fromMinorUnits(amountMinor, facts.currency),
          ...(abroad && {
            internationalCurrency,
            internationalPrice: fromMinorUnits(internationalAmountMinor, internationalCurrency),
          }),
          ...withoutEmpty({
            visitMinutes,
            familyBooking: unlessDefault(false, familyBooking),
            doctors: unlessEmpty(doctors),
          }),
        }
        file.sessionPacks = { ...file.sessionPacks, [name]: pack }
      }
    },
  ),

  ids: { sessionPack: idsOfSessionPacks },

  states: {
    sessionPack: statesStatement('session_packs', {
      name: 'p.name',
      facts: `p.display_name, p.total_sessions, p.visit_mins, p.validity_days, p.currency, p.amount_minor, p.international_currency,
    p.international_amount_minor, p.allow_family_booking, array(
      select d.doctor_id from session_pack_doctors d where d.workspace_id = p.workspace_id and d.session_pack_id = p.id order by d.doctor_id
    )`,
      source: 'session_packs p where p.workspace_id = :workspaceId and p.active',
    }),
  },
} satisfies Section<File>
