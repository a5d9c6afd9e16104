// The price of a visit before staff book it, by the same rules as the booking, and the other ways
// to pay for it.

import {
  choice,
  currency,
  flag,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  text,
} from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { runAndRollBack } from '../../../base/db/rolled-back-transaction.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { dateAt } from '../../../base/values/clinic-time.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { patientRuleNames } from '../../../base/values/patient-rules.ts'
import type { Configuration } from '../../../clinic/catalogue/configuration.ts'
import { withCurrentConfiguration } from '../../../clinic/catalogue/current-configuration.ts'
import { isFromAbroad, isInternational } from '../../../clinic/catalogue/price-list.ts'
import { loadOwnedPacks } from '../../../money/packs/wallet.ts'
import { toBookable } from '../../availability/bookable.ts'
import { followableVisit } from '../../availability/follow-up.ts'
import { listPlans, planSchema } from '../../availability/plans.ts'
import { quote } from '../../availability/quote.ts'
import { findPatientCountry } from '../../booking/booked-patient.ts'
import { toBooker } from '../../booking/booker.ts'
import {
  type BookingServices,
  findBrokenRules,
  type PlannedVisit,
  planVisit,
  previewPrice,
} from '../book/book.ts'
import { staffBookingMembers, toStaffRequest } from '../staff-booking.ts'

/** Stands in until a patient is chosen: someone from the location's country, without packs. */
const placeholderPatient = { firstName: 'Someone' }

export const visitQuote = workspaceOperation({
  name: 'visit-quote',
  right: 'visits:read',
  about: 'doctor',
  summary: 'Show what a visit would cost if booked now, and which packs could pay for it.',
  input: object(staffBookingMembers),
  output: object({
    consultationCharge: number('Fee before the discount, in `currency`.', 500),
    discountAmount: number('Discount on the fee, in `currency`.', 0),
    payableAmount: number('Fee minus discount, in `currency`.', 500),
    currency: currency('ISO 4217 code of every amount here.'),
    isInternational: flag('Whether the price is from the international price list.', false),
    durationMins: integer('How long the visit is, in minutes.', 15),
    consultationDurationTierId: nullable(id('The duration tier that sets the fee.', 2)),
    parentAppointmentId: nullable(
      id('The visit that this one would follow up, if a follow-up was requested.', 12),
    ),
    followableAppointmentId: nullable(
      id('The visit that the patient could follow up with this one.', 12),
    ),
    patientRules: list(
      choice(patientRuleNames, 'A rule.'),
      'What the rules for patients have against it: staff need a reason to book it.',
    ),
    plans: list(
      object({
        ...planSchema.properties,
        sessionPackName: nullable(text('The name of the pack, for a pack.', 'Physiotherapy')),
      }),
      'Plans that could pay for the visit, as available-slots lists them for this patient.',
    ),
  }),
  async run(context: InWorkspace<BookingServices>, { patientId, patientPayload, ...asked }) {
    const { database, configurations, workspaceId } = context
    const booker = toBooker(context)
    const isPatientKnown = patientId !== undefined || patientPayload !== undefined
    const patientMembers =
      patientId === undefined
        ? { patientPayload: patientPayload ?? placeholderPatient }
        : { patientId }
    return withCurrentConfiguration(configurations, workspaceId, async (configuration) => {
      const visit = planVisit(
        context,
        configuration,
        booker,
        toStaffRequest(configuration, { ...asked, ...patientMembers }),
      )
      return runAndRollBack(database, async (queries) => {
        const { patientId, settled } = await previewPrice(queries, visit)
        const { price, discountMinor, parentId } = settled
        const amount = (minor: number) => fromMinorUnits(minor, price.currency)
        return {
          consultationCharge: amount(price.amountMinor),
          discountAmount: amount(discountMinor),
          payableAmount: amount(price.amountMinor - discountMinor),
          currency: price.currency,
          isInternational: price.isInternational,
          durationMins: visitMinutes(visit),
          consultationDurationTierId: visit.tier?.id ?? null,
          parentAppointmentId: parentId,
          followableAppointmentId:
            (await followableVisit(
              queries,
              workspaceId,
              [patientId],
              visit.practice,
              visitDate(visit),
            )) ?? null,
          patientRules: await findBrokenRules(
            queries,
            visit,
            isPatientKnown ? patientId : 'anyone',
          ),
          plans: await listVisitPlans(queries, configuration, visit, patientId),
        }
      })
    })
  },
})

const visitMinutes = ({ request, to }: PlannedVisit) => (to - request.from) / 60_000
const visitDate = ({ request, practice }: PlannedVisit) =>
  dateAt(practice.location.timezone, request.from)

/** The payment methods of a visit, as the slot list shows them for its patient. */
async function listVisitPlans(
  queries: Queries,
  configuration: Configuration,
  visit: PlannedVisit,
  patientId: number,
) {
  const { practice, request, tier, now } = visit
  const { workspaceId, sessionPacks } = configuration
  const bookable = toBookable(configuration, practice, now)
  if (!bookable) return []
  const country = await findPatientCountry(
    queries,
    { workspaceId, patientId },
    request.patientCountryCode,
  )
  const international = isInternational(practice.location, country) ?? false
  const { mode, followUp } = request
  const ownedPacks = await loadOwnedPacks(queries, workspaceId, [patientId], bookable.today)
  const plans = listPlans(bookable, sessionPacks, ownedPacks, {
    date: visitDate(visit),
    lengthMins: visitMinutes(visit),
    mode,
    followUp,
    priceOf: (priceMode) => quote(practice, { mode: priceMode, tier, followUp, international }),
    fromAbroad: isFromAbroad(practice.location, country) ?? false,
  })
  return plans.map((plan) => {
    const pack =
      'patientPackageId' in plan
        ? ownedPacks.usable.find(({ id }) => id === plan.patientPackageId)
        : undefined
    const sold =
      'packageConfigId' in plan
        ? sessionPacks.find(({ id }) => id === plan.packageConfigId)
        : undefined
    return { ...plan, sessionPackName: (pack ?? sold)?.displayName ?? null }
  })
}
