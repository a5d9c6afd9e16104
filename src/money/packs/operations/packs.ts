// Operations on session packs that patients own.

import {
  amountLimits,
  calendarDate,
  choice,
  currency,
  flag,
  id,
  integer,
  list,
  nullable,
  number,
  object,
  optional,
  text,
  timestamp,
} from '../../../base/contract/schemas.ts'
import { violatedConstraint } from '../../../base/db/database.ts'
import type { RowOf } from '../../../base/db/statement.ts'
import { authorValues } from '../../../base/operations/actor.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { dateAt, isoAt, parseInstant } from '../../../base/values/clinic-time.ts'
import { describeAmounts, fromMinorUnits, toMinorUnits } from '../../../base/values/money.ts'
import { invalid } from '../../../base/values/problem.ts'
import { recordAccess } from '../../../clinic/audit/audit.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { resolvePatientForRead, resolvePatientForWrite } from '../../../clinic/patients/led-to.ts'
import { notifyPatientChanged } from '../../../clinic/patients/queries.ts'
import { lock } from '../../../visits/occupancy/locks.ts'
import { paymentStatuses } from '../../payments/payable.ts'
import { ownedPackMembers, ownedPackView } from '../owned-pack.ts'
import { problem } from '../problems.ts'
import { correctPack, patientWallet } from '../queries.ts'
import { sellPack } from '../wallet.ts'

const causes = ['USED', 'RETURNED', 'CORRECTED'] as const
const reasonMember = (outcomeText: string) =>
  text(`Why it is ${outcomeText}; kept for good.`, 'Two visits were cut short', {
    minLength: 1,
    maxLength: 500,
  })

const packStates = ['UNPAID', 'ACTIVE', 'REFUNDING', 'ENDED'] as const

const movementSchema = object({
  at: timestamp('When.'),
  cause: choice(
    causes,
    'A visit used it, a cancelled visit gave it back, or an operator corrected it.',
  ),
  sessions: integer('Number of sessions added; negative if removed.', -1),
  appointmentId: nullable(id('The visit.', 42)),
  reason: nullable(text('Why an operator corrected it.', 'Two visits were cut short')),
  by: text('Who did it: a member of staff by name.', 'key 3'),
})

const walletSchema = object({
  ...ownedPackMembers,
  active: flag('Whether it is paid and can be used.', true),
  state: choice(
    packStates,
    'UNPAID: sold, and not paid yet. ACTIVE. REFUNDING: its price is being refunded, and it cannot be used. ENDED: refunded.',
  ),
  amount: number('Its price, in `currency`.', 4000),
  currency: currency('ISO 4217 code.'),
  paymentStatus: nullable(
    choice(
      paymentStatuses,
      'Whether it is paid; null of one that was bought with a visit, or granted.',
      'PAID',
    ),
  ),
  movements: list(movementSchema, 'Every movement with its cause, oldest first.'),
})

type WalletPack = RowOf<typeof patientWallet.returns>

function packState({
  isActive,
  isEnded,
  isRefunding,
}: Pick<WalletPack, 'isActive' | 'isEnded' | 'isRefunding'>): (typeof packStates)[number] {
  if (isEnded) return 'ENDED'
  if (isRefunding) return 'REFUNDING'
  return isActive ? 'ACTIVE' : 'UNPAID'
}

function walletView({
  isActive,
  isEnded,
  isRefunding,
  amountMinor,
  currency,
  paymentStatus,
  movements,
  ...pack
}: WalletPack) {
  return {
    ...ownedPackView(pack),
    active: isActive,
    state: packState({ isActive, isEnded, isRefunding }),
    amount: fromMinorUnits(amountMinor, currency),
    currency,
    paymentStatus,
    movements: movements.map((movement) => ({
      ...movement,
      at: isoAt('UTC', parseInstant(movement.at) as number),
    })),
  }
}

const pageMax = 200

export const packsShow = workspaceOperation({
  name: 'packs-show',
  right: 'money:read',
  about: 'patientId',
  summary: 'Show the session packs of a patient, with every movement and its cause.',
  input: object({
    patientId: id('The patient.', 42),
    after: optional(id('Only packs newer than this one; to continue after a full page.', 5)),
    limit: optionalWithDefault(
      integer(`How many, up to ${pageMax}.`, 50, { minimum: 1, maximum: pageMax }),
      50,
    ),
  }),
  output: list(walletSchema, 'Packs, oldest first.'),
  async run({ database, workspaceId }, { patientId: requestedId, after = 0, limit }) {
    const patientId = await resolvePatientForRead(database, workspaceId, requestedId)
    const rows = await database.rows(patientWallet, { workspaceId, patientId, after, limit })
    return rows.map(walletView)
  },
})

export const packsGrant = workspaceOperation({
  name: 'packs-grant',
  right: 'money:write',
  about: 'patientId',
  summary: 'Give a patient a session pack, paid at the desk or free of charge.',
  input: object({
    patientId: id('The patient.', 42),
    pack: text('The pack on sale, by its name in the clinic file.', 'physio-10'),
    amount: optional(
      number("What was paid, in the pack's currency; its price when omitted.", 4000, amountLimits),
    ),
  }),
  output: object({
    id: id('The pack, `patientPackageId` of bookings.', 5),
    expiresOn: calendarDate('The last date of a visit it pays for.', '2027-05-20'),
  }),
  async run(
    { database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>,
    { patientId: requestedId, pack: name, amount },
  ) {
    const { sessionPacks, timezone } = await configurations.of(workspaceId)
    const pack = sessionPacks.find((candidate) => candidate.name === name)
    if (!pack)
      throw problem('PACK_NOT_ON_SALE', {
        name,
        names: sessionPacks.map((candidate) => candidate.name),
      })
    const amountMinor =
      amount === undefined ? pack.amountMinor : toMinorUnits(amount, pack.currency)
    if (amountMinor === undefined) throw invalid(`amount must be ${describeAmounts(pack.currency)}`)
    const now = clock.now()
    const purchasedOn = dateAt(timezone, now)
    const { packId, patientId } = await database.transaction(async (queries) => {
      const patientId = await resolvePatientForWrite(queries, workspaceId, requestedId)
      const lockedKinds = await lock(queries, workspaceId, { patient: patientId })
      if (!lockedKinds.has('patient')) throw problem('PATIENT_NOT_FOUND')
      await recordAccess(queries, workspaceId, actor, {
        action: 'CHANGED',
        patientIds: [patientId],
        now,
      })
      const sale = {
        workspaceId,
        patientId,
        packageConfigId: pack.id,
        currency: pack.currency,
        amountMinor,
        purchasedOn,
        isPaid: true,
        now,
      }
      await queries.rows(notifyPatientChanged, { workspaceId, patientId })
      return { packId: await sellPack(queries, sale), patientId }
    })
    const [grantedPack] = await database.rows(patientWallet, {
      workspaceId,
      patientId,
      after: packId - 1,
      limit: 1,
    })
    return { id: packId, expiresOn: grantedPack?.expiresOn ?? purchasedOn }
  },
})

export const packsCorrect = workspaceOperation({
  name: 'packs-correct',
  right: 'money:write',
  about: 'pack',
  summary: 'Return sessions to a pack, or remove some; the reason is kept.',
  input: object({
    id: id('The pack, as `clinic packs show` lists it.', 5),
    sessions: integer('Sessions to return; negative: to remove.', 1, {
      minimum: -1000,
      maximum: 1000,
    }),
    reason: reasonMember('corrected'),
  }),
  output: object({ id: id('The pack.', 5), sessions: integer('Sessions that were added.', 1) }),
  async run({ database, clock, actor, workspaceId }, { id: patientPackId, sessions, reason }) {
    if (sessions === 0) throw problem('SESSIONS_MUST_NOT_BE_ZERO')
    try {
      await database.transaction(async (queries) => {
        const now = clock.now()
        const [pack] = await queries.rows(correctPack, {
          workspaceId,
          patientPackId,
          sessions,
          reason,
          now,
          ...authorValues(actor),
        })
        if (!pack) throw problem('PACK_NOT_FOUND', { id: patientPackId })
        await recordAccess(queries, workspaceId, actor, {
          action: 'CHANGED',
          patientIds: [pack.patientId],
          now,
        })
        await queries.rows(notifyPatientChanged, { workspaceId, patientId: pack.patientId })
      })
      return { id: patientPackId, sessions }
    } catch (error) {
      if (violatedConstraint(error) !== 'sessions_within_pack') throw error
      throw problem('PACK_SESSIONS_EXCEEDED', { id: patientPackId, sessions })
    }
  },
})

export const packOperations = [packsShow, packsGrant, packsCorrect]
