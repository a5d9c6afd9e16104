// Session packs on sale: their API view, and GET /v1/session/packs, which lists them.

import { type Route, route } from '../../base/contract/route.ts'
import {
  currency,
  flag,
  id,
  integer,
  list,
  namedObject,
  nullable,
  number,
  object,
  text,
} from '../../base/contract/schemas.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import type { Configurations, SessionPack } from './configuration.ts'

/** The members that packs on sale and packs of a patient share. */
export const packMembers = {
  packageConfigId: id('The pack on sale.', 4),
  sessionPackName: text('Its name.', 'Ten sessions of physiotherapy'),
  totalSessions: integer('Total sessions.', 10),
  durationMins: nullable(integer('The length a visit must have, in minutes; null for any.', 30)),
  allowedDoctorIds: list(id('A practitioner.', 3), 'Practitioners it pays for; empty for all.'),
  allowFamilyBooking: flag('Whether patients on the same phone may use it.', true),
}

export const sessionPackSchema = namedObject('SessionPack', {
  id: id('The pack on sale, which bookings call `packageConfigId`.', 4),
  ...packMembers,
  validityDays: integer('Days from the purchase to the last day a visit may be on.', 180),
  amount: number('Price of the pack, in `currency`.', 4000),
  currency: currency('ISO 4217 code of the price.'),
  internationalAmount: nullable(
    number(
      'Price for patients from abroad, in `internationalCurrency`; null: the same for all.',
      80,
    ),
  ),
  internationalCurrency: nullable(currency('ISO 4217 code of that price.')),
})

export function sessionPackView({
  id,
  displayName,
  visitMins,
  doctorIds,
  amountMinor,
  internationalAmountMinor,
  ...same
}: SessionPack) {
  const { totalSessions, validityDays, currency, internationalCurrency, allowFamilyBooking } = same
  const international =
    internationalAmountMinor === null || internationalCurrency === null
      ? null
      : fromMinorUnits(internationalAmountMinor, internationalCurrency)
  return {
    id,
    packageConfigId: id,
    sessionPackName: displayName,
    totalSessions,
    durationMins: visitMins,
    validityDays,
    amount: fromMinorUnits(amountMinor, currency),
    currency,
    internationalAmount: international,
    internationalCurrency,
    allowedDoctorIds: doctorIds,
    allowFamilyBooking,
  }
}

export function listSessionPacksRoute({
  configurations,
}: {
  configurations: Configurations
}): Route {
  return route({
    method: 'GET',
    path: '/v1/session/packs',
    name: 'listSessionPacks',
    area: 'Catalogue',
    title: 'List session packs',
    summary: 'Session packs on sale.',
    policy: {},
    query: object({}),
    refusals: [],
    replies: { 200: list(sessionPackSchema, 'Packs, by id.') },

    async handle({ caller }) {
      const { sessionPacks } = await configurations.of(caller.workspaceId)
      return { status: 200, body: sessionPacks.map(sessionPackView) }
    },
  })
}
