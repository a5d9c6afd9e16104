// Random commands on packs, in concurrent groups, against the simplest possible model: how many
// sessions each pack has left.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { book, type Clinic, openHarness, slotTimes } from '../../../test/support/clinic/harness.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'

const house = await openHarness()

type Command =
  | { is: 'buy'; pack: number }
  | { is: 'use'; pack: number; times: number }
  | { is: 'correct'; pack: number; sessions: number }
  | { is: 'book' }

const kinds = [
  { name: 'one', sessions: 1 },
  { name: 'two', sessions: 2 },
  { name: 'five', sessions: 5 },
]
const pack = fc.nat(5)
const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({ is: fc.constant('buy' as const), pack: fc.nat(kinds.length - 1) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      is: fc.constant('use' as const),
      pack,
      times: fc.integer({ min: 1, max: 4 }),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      is: fc.constant('correct' as const),
      pack,
      sessions: fc.constantFrom(-2, -1, 1, 2),
    }),
  },
  { weight: 1, arbitrary: fc.record({ is: fc.constant('book' as const) }) },
)

interface Owned {
  id: number
  total: number
  left: number
}

it('a wallet is the sum of its movements, after any commands in any order, also concurrent ones [INV-15] [INV-16] [PACK-08]', {
  timeout: 600_000,
}, async () => {
  const run = async (commands: Command[]) => {
    const clinic = await house.clinic((file) => {
      file.sessionPacks = Object.fromEntries(
        kinds.map(({ name, sessions }) => [
          name,
          { displayName: name, sessions, validityDays: 60, currency: 'INR', price: 100 * sessions },
        ]),
      )
      const asha = file.practitioners['asha-rao']
      if (asha?.at.jaipur)
        asha.at.jaipur.hours = [
          {
            days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
            from: '00:00',
            to: '24:00',
            modes: ['OFFLINE'],
          },
        ]
    })
    let slots = 0
    const slot = () => {
      const number = slots++
      const date = `2030-01-${String(7 + Math.floor(number / 90)).padStart(2, '0')}`
      const minute = (number % 90) * 15
      return slotTimes(
        `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`,
        15,
        date,
      )
    }
    const { patientId } = (await book(clinic, slot())).json.appointment
    const model: Owned[] = []
    for (const step of commands) {
      await apply(clinic, patientId, model, step, slot)
      await expectModel(clinic, patientId, model)
    }
  }
  await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 4, maxLength: 14 }), run), {
    numRuns: runSize(12, 150),
    ...fastCheckOptions,
  })
})

async function apply(
  clinic: Clinic,
  patientId: number,
  model: Owned[],
  step: Command,
  slot: () => ReturnType<typeof slotTimes>,
) {
  const ofPatient = { patientPayload: undefined, patientId }
  if (step.is === 'book') {
    expect((await book(clinic, { ...ofPatient, ...slot() })).status).toBe(201)
  } else if (step.is === 'buy') {
    const kind = kinds[step.pack] as (typeof kinds)[number]
    const purchase = {
      bookingType: 'PACKAGE_PURCHASE',
      packageConfigId: clinic.id('sessionPack', kind.name),
      packageAmount: 100,
    }
    const { status, json } = await book(clinic, { ...ofPatient, ...slot(), ...purchase })
    expect(status).toBe(201)
    model.push({
      id: json.appointment.patientPackageId,
      total: kind.sessions,
      left: kind.sessions - 1,
    })
  } else if (step.is === 'use') {
    const owned = model[step.pack]
    const use = { bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: owned?.id ?? 999_999 }
    const replies = await Promise.all(
      Array.from({ length: step.times }, () => book(clinic, { ...ofPatient, ...slot(), ...use })),
    )
    const won = replies.filter(({ status }) => status === 201).length
    expect(won).toBe(Math.min(step.times, owned?.left ?? 0))
    if (owned) owned.left -= won
  } else {
    const owned = model[step.pack]
    if (!owned) return
    const isPossible = owned.left + step.sessions >= 0 && owned.left + step.sessions <= owned.total
    const correcting = house.operate('packs-correct', {
      workspace: clinic.name,
      id: owned.id,
      sessions: step.sessions,
      reason: 'the model says so',
    })
    await (isPossible ? correcting : expect(correcting).rejects.toThrow('cannot change'))
    if (isPossible) owned.left += step.sessions
  }
}

async function expectModel(clinic: Clinic, patientId: number, model: readonly Owned[]) {
  const wallet = await house.operate('packs-show', { workspace: clinic.name, patientId })
  const stored = wallet.map(
    ({
      id,
      sessionsRemaining,
      movements,
    }: {
      id: number
      sessionsRemaining: number
      movements: { sessions: number }[]
    }) => ({
      id,
      left: sessionsRemaining,
      moved: movements.reduce((sum, { sessions }) => sum + sessions, 0),
    }),
  )
  expect(stored).toEqual(model.map(({ id, total, left }) => ({ id, left, moved: left - total })))
}
