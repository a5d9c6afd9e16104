// What an operator does with the session packs that patients own.

import { note } from '../../audit/audit.ts'
import type { Configured } from '../../catalogue/configuration.ts'
import { calendarDate, choice, flag, id, integer, list, nullable, number, object, optional, text, timestamp } from '../../contract/schemas.ts'
import { violatedConstraint } from '../../db/database.ts'
import type { RowOf } from '../../db/statement.ts'
import { lock } from '../../occupancy/locks.ts'
import { type InWorkspace, workspaceOperation } from '../../operations/operation.ts'
import { dateAt, isoAt, parseInstant } from '../../values/clinic-time.ts'
import { amountWords, toMinorUnits } from '../../values/money.ts'
import { invalid, problem } from '../../values/problem.ts'
import { ownedPackMembers, ownedPackView } from '../owned-pack.ts'
import { correctPack, walletOfPatient } from '../queries.ts'
import { sellPack } from '../wallet.ts'

const causes = ['USED', 'RETURNED', 'CORRECTED'] as const
const reasonOf = (what: string) => text(`Why it is ${what}; kept for good.`, 'Two visits were cut short', { minLength: 1, maxLength: 500 })

const movement = object({
  at: timestamp('When.'),
  cause: choice(causes, 'A visit used it, a cancelled visit gave it back, or an operator corrected it.'),
  sessions: integer('Sessions it adds; below zero: takes.', -1),
  appointmentId: nullable(id('The visit.', 42)),
  reason: nullable(text('Why an operator corrected it.', 'Two visits were cut short')),
  by: text('Who did it.', 'key 3'),
})

const wallet = object({
  ...ownedPackMembers,
  active: flag('Whether it is paid and not taken back.', true),
  movements: list(movement, 'Every movement with its cause, oldest first.'),
})

function walletView({ isActive, movements, ...pack }: RowOf<typeof walletOfPatient.returns>) {
  return {
    ...ownedPackView(pack),
    active: isActive,
    movements: movements.map((moved) => ({ ...moved, at: isoAt('UTC', parseInstant(moved.at) as number) })),
  }
}

export const packsShow = workspaceOperation({
  name: 'packs-show',
  right: 'money:read',
  summary: 'The session packs of a patient, with every movement and its cause.',
  input: object({ patientId: id('The patient.', 42) }),
  output: list(wallet, 'Packs, oldest first.'),
  async run({ database, workspaceId }, { patientId }) {
    const rows = await database.rows(walletOfPatient, { workspaceId, patientId })
    return rows.map(walletView)
  },
})

export const packsGrant = workspaceOperation({
  name: 'packs-grant',
  right: 'money:write',
  summary: 'Give a patient a session pack, paid at the desk or for nothing.',
  input: object({
    patientId: id('The patient.', 42),
    pack: text('The pack on sale, by its name in the clinic file.', 'physio-10'),
    amount: optional(number("What was paid, in the pack's currency; its price when omitted.", 4000, { minimum: 0 })),
  }),
  output: object({ id: id('The pack, `patientPackageId` of bookings.', 5), expiresOn: calendarDate('The last date of a visit it pays for.', '2027-05-20') }),
  async run({ database, clock, configurations, actor, workspaceId }: InWorkspace<Configured>, { patientId, pack: name, amount }) {
    const { sessionPacks, timezone } = await configurations.of(workspaceId)
    const pack = sessionPacks.find((candidate) => candidate.name === name)
    if (!pack) throw problem('PACK_NOT_ON_SALE', { name, names: sessionPacks.map((candidate) => candidate.name) })
    const amountMinor = amount === undefined ? pack.amountMinor : toMinorUnits(amount, pack.currency)
    if (amountMinor === undefined) throw invalid(`amount must be ${amountWords(pack.currency)}`)
    const now = clock.now()
    const purchasedOn = dateAt(timezone, now)
    const packId = await database.transaction(async (queries) => {
      const held = await lock(queries, workspaceId, { patient: patientId })
      if (!held.has('patient')) throw problem('PATIENT_NOT_FOUND')
      await note(queries, workspaceId, actor, { action: 'CHANGED', patientIds: [patientId], now })
      return sellPack(queries, { workspaceId, patientId, packageConfigId: pack.id, currency: pack.currency, amountMinor, purchasedOn, isPaid: true, now })
    })
    const [made] = (await database.rows(walletOfPatient, { workspaceId, patientId })).filter(({ id }) => id === packId)
    return { id: packId, expiresOn: made?.expiresOn ?? purchasedOn }
  },
})

export const packsCorrect = workspaceOperation({
  name: 'packs-correct',
  right: 'money:write',
  summary: 'Give sessions of a pack back, or take some; the reason is kept.',
  input: object({
    id: id('The pack, as `clinic packs show` lists it.', 5),
    sessions: integer('Sessions to give back; below zero: to take.', 1, { minimum: -1000, maximum: 1000 }),
    reason: reasonOf('corrected'),
  }),
  output: object({ id: id('The pack.', 5), sessions: integer('Sessions that were added.', 1) }),
  async run({ database, clock, actor, workspaceId }, { id: patientPackId, sessions, reason }) {
    if (sessions === 0) throw problem('NO_SESSIONS_GIVEN')
    const operator = actor.kind === 'operator' ? actor.name : 'unknown'
    try {
      await database.transaction(async (queries) => {
        const now = clock.now()
        const [pack] = await queries.rows(correctPack, { workspaceId, patientPackId, sessions, reason, operator, now })
        if (!pack) throw problem('PACK_NOT_FOUND', { id: patientPackId })
        await note(queries, workspaceId, actor, { action: 'CHANGED', patientIds: [pack.patientId], now })
      })
      return { id: patientPackId, sessions }
    } catch (error) {
      if (violatedConstraint(error) !== 'sessions_within_pack') throw error
      throw problem('PACK_SESSIONS_EXCEEDED', { id: patientPackId, sessions })
    }
  },
})

export const packOperations = [packsShow, packsGrant, packsCorrect]
