// Session packs at the desk: lists those on sale for a patient, and sells one, paid there or left
// unpaid (TILL-04).

import {
  currency,
  id,
  integer,
  list,
  number,
  object,
  optional,
  text,
} from '../../../base/contract/schemas.ts'
import { type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { fromMinorUnits } from '../../../base/values/money.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import type { Configured, Location } from '../../../clinic/catalogue/configuration.ts'
import { preloadConfiguration } from '../../../clinic/catalogue/current-configuration.ts'
import { packMembers } from '../../../clinic/catalogue/session-packs.ts'
import { notifyPatientChanged } from '../../../clinic/patients/queries.ts'
import type { ConsentGate } from '../../../clinic/verification/consent-gate.ts'
import { toBooker } from '../../../visits/booking/booker.ts'
import { loadListedPackPrice } from '../../../visits/booking/listed-pack-price.ts'
import { packMaker } from '../../checkout/buy-session-pack.ts'
import { soldPackById } from '../../packs/queries.ts'
import { soldPackMembers, soldPackView } from '../../packs/sold-pack.ts'
import { problem } from '../problems.ts'
import { paidAtOnceMembers, recordPaidAtOnce } from './paid-at-once.ts'

const sellingLocationMember = optional(
  id(
    'The location that sells it, whose country determines the price; default: the only location of the clinic.',
  ),
)

/** Throws a Problem if the location does not exist, or if it is omitted and there are several. */
function sellingLocation(locations: readonly Location[], addressId: number | undefined): Location {
  const [only, secondLocation] = locations
  const defaultLocation = secondLocation ? undefined : only
  const found =
    addressId === undefined ? defaultLocation : locations.find(({ id: one }) => one === addressId)
  if (!found) throw problem('ADDRESS_NOT_FOUND')
  return found
}

export const packsOffered = workspaceOperation({
  name: 'packs-offered',
  right: 'money:read',
  about: 'patientId',
  summary: 'List the session packs on sale, each with its price for a patient.',
  input: object({ patientId: id('The patient.', 42), addressId: sellingLocationMember }),
  output: list(
    object({
      name: text('Its name in the clinic file.', 'physio-10'),
      ...packMembers,
      validityDays: integer('Days from the purchase to the last day a visit may be on.', 180),
      amount: number('Its price for the patient, in `currency`.', 4000),
      currency: currency('ISO 4217 code.'),
    }),
    'Packs, by id.',
  ),
  async run(
    { database, configurations, workspaceId }: InWorkspace<Configured>,
    { patientId, addressId },
  ) {
    const { sessionPacks, locations } = await configurations.of(workspaceId)
    const location = sellingLocation(locations, addressId)
    return Promise.all(
      sessionPacks.map(async (pack) => {
        const price = await loadListedPackPrice(
          database,
          { workspaceId, patientId, countryCode: null },
          { location, pack },
          false,
        )
        const {
          name,
          id: packageConfigId,
          displayName: sessionPackName,
          totalSessions,
          visitMins: durationMins,
          validityDays,
        } = pack
        return {
          name,
          packageConfigId,
          sessionPackName,
          totalSessions,
          durationMins,
          validityDays,
          allowedDoctorIds: pack.doctorIds,
          allowFamilyBooking: pack.allowFamilyBooking,
          amount: fromMinorUnits(price.amountMinor, price.currency),
          currency: price.currency,
        }
      }),
    )
  },
})

export const packsSell = workspaceOperation({
  name: 'packs-sell',
  right: 'money:write',
  about: 'patientId',
  summary:
    "Sell a patient a session pack at the clinic's price, paid at the desk at once or left unpaid; it can be used once it is paid.",
  input: object({
    patientId: id('The patient.', 42),
    pack: text('The pack on sale, by its name in the clinic file.', 'physio-10'),
    addressId: sellingLocationMember,
    ...paidAtOnceMembers,
  }),
  output: object(soldPackMembers),
  async run(
    context: InWorkspace<Configured & { gate: ConsentGate }>,
    { patientId, pack: name, addressId, ...paid },
  ) {
    const { workspaceId, actor, clock } = context
    const configurations = await preloadConfiguration(context.configurations, workspaceId)
    const configuration = await configurations.of(workspaceId)
    const pack = configuration.sessionPacks.find((candidate) => candidate.name === name)
    if (!pack)
      throw problem('PACK_NOT_ON_SALE', {
        name,
        names: configuration.sessionPacks.map((candidate) => candidate.name),
      })
    const location = sellingLocation(configuration.locations, addressId)
    return context.database.inOneTransaction(async (database) => {
      const sale: Parameters<typeof packMaker>[2] = {
        addressId: location.id,
        doctorId: undefined,
        patient: { id: patientId },
        patientCountryCode: null,
        packageConfigId: pack.id,
        packageAmount: undefined,
        currency: undefined,
        paymentMode: 'CASH',
        paymentStatus: 'UNPAID',
        paymentReference: null,
      }
      const soldPack = await database.transaction(async (queries) => {
        const { payable } = await packMaker(
          context,
          toBooker(context),
          sale,
        )(queries, configuration)
        await recordAccess(queries, workspaceId, actor, {
          action: 'CHANGED',
          patientIds: [patientId],
          now: clock.now(),
        })
        await queries.rows(notifyPatientChanged, { workspaceId, patientId })
        return payable
      })
      await recordPaidAtOnce({ ...context, configurations, database }, soldPack, {
        ...paid,
        locationId: location.id,
      })
      const [sold] = await database.rows(soldPackById, { workspaceId, patientPackId: soldPack.id })
      if (!sold) throw new Error('the sold pack was not found')
      return soldPackView(sold)
    })
  },
})

export const packSaleOperations = [packsOffered, packsSell]
