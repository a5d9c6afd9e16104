// Random commands on a queue against the simplest possible model: a list of tokens in the order of
// the line, each with its status.

import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Clinic, openHarness } from '../../../test/support/clinic/harness.ts'
import {
  shiftId,
  shiftInput,
  startShift,
  tokenBody,
} from '../../../test/support/clinic/queue-clinic.ts'
import { fastCheckOptions, runSize } from '../../../test/support/run/sizes.ts'
import { actOnToken, callNext, endQueue, moveToken, withQueue } from './run-queue.ts'
import type { VisitStatus } from './visit-status.ts'

const house = await openHarness()
const capacity = 6

const actions = ['recall', 'skip', 'bringBack', 'begin', 'complete', 'noShow', 'cancel'] as const
type Action = (typeof actions)[number]

interface Token {
  number: number
  status: VisitStatus
}

class Model {
  state: 'NOT_STARTED' | 'RUNNING' | 'ENDED' = 'NOT_STARTED'
  issued = 0
  /** Every token there ever was, in the order of the line. */
  line: Token[] = []

  get waiting(): Token[] {
    return this.line.filter(({ status }) => status === 'WAITING' || status === 'CALLED')
  }

  get booked(): number {
    return this.line.filter(({ status }) => status !== 'CANCELLED').length
  }

  ofNumber(number: number): Token | undefined {
    return this.line.find((token) => token.number === number)
  }
}

const goesTo: Record<Action | 'call', [VisitStatus[], VisitStatus]> = {
  call: [['WAITING'], 'CALLED'],
  recall: [['CALLED'], 'CALLED'],
  skip: [['WAITING', 'CALLED'], 'SKIPPED'],
  bringBack: [['SKIPPED', 'NO_SHOW'], 'WAITING'],
  begin: [['WAITING', 'CALLED'], 'IN_CONSULTATION'],
  complete: [['IN_CONSULTATION'], 'COMPLETED'],
  noShow: [['WAITING', 'CALLED', 'SKIPPED'], 'NO_SHOW'],
  cancel: [['WAITING', 'CALLED', 'SKIPPED', 'NO_SHOW'], 'CANCELLED'],
}
const atEnd: Partial<Record<VisitStatus, VisitStatus>> = {
  WAITING: 'CANCELLED',
  CALLED: 'CANCELLED',
  SKIPPED: 'NO_SHOW',
  IN_CONSULTATION: 'COMPLETED',
}

type Command = fc.AsyncCommand<Model, Clinic>

/** A command that can always be tried: the model says whether it is refused. */
function command(name: string, run: (model: Model, clinic: Clinic) => Promise<void>): Command {
  return {
    check: () => true,
    toString: () => name,
    async run(model, clinic) {
      await run(model, clinic)
      await expectModel(model, clinic)
    },
  }
}

const refused = (doing: Promise<unknown>, code: string, details: object = {}) =>
  expect(doing).rejects.toMatchObject({ code, details })

const booking = (how: 'pre' | 'immediate') =>
  command(`book ${how}`, async (model, clinic) => {
    const { status, json } = await clinic.post(
      `/v1/qms-appointments/${how}/book`,
      tokenBody(clinic),
    )
    const isOpen = model.state === (how === 'pre' ? 'NOT_STARTED' : 'RUNNING')
    if (!isOpen || model.booked === capacity) {
      const wrongRoute = how === 'pre' ? 'SHIFT_STARTED' : 'SHIFT_NOT_STARTED'
      const refusalUntilEnd = isOpen ? 'SHIFT_FULL' : wrongRoute
      expect([status, json.error]).toEqual([
        400,
        model.state === 'ENDED' ? 'SHIFT_ENDED' : refusalUntilEnd,
      ])
      return
    }
    model.issued += 1
    model.line.push({ number: model.issued, status: 'WAITING' })
    expect([status, json.visit?.tokenNumber, json.visit?.position]).toEqual([
      201,
      model.issued,
      model.waiting.length,
    ])
  })

const starting = command('start', async (model, clinic) => {
  if (model.state !== 'NOT_STARTED')
    return refused(
      startShift(house, clinic),
      model.state === 'RUNNING' ? 'QUEUE_ALREADY_RUNNING' : 'QUEUE_ENDED',
    )
  await startShift(house, clinic)
  model.state = 'RUNNING'
})

/** Why the state of a queue allows nothing; undefined if it allows something. */
function closedBecause({ state, issued }: Model): string | undefined {
  if (state === 'ENDED') return 'QUEUE_ENDED'
  if (state === 'RUNNING') return undefined
  return issued === 0 ? 'QUEUE_NOT_FOUND' : 'QUEUE_NOT_STARTED'
}

const ending = command('end', async (model, clinic) => {
  const doing = withQueue(house.application, shiftInput(clinic), endQueue)
  const closed = closedBecause(model)
  if (closed !== undefined) return refused(doing, closed)
  const { COMPLETED, NO_SHOW, CANCELLED } = await doing
  const open = (...statuses: VisitStatus[]) =>
    model.line.filter(({ status }) => statuses.includes(status)).length
  expect([COMPLETED, NO_SHOW, CANCELLED]).toEqual([
    open('IN_CONSULTATION'),
    open('SKIPPED'),
    open('WAITING', 'CALLED'),
  ])
  model.state = 'ENDED'
  for (const token of model.line) token.status = atEnd[token.status] ?? token.status
})

const calling = command('next', async (model, clinic) => {
  const doing = withQueue(house.application, shiftInput(clinic), callNext)
  const closed = closedBecause(model)
  if (closed !== undefined) return refused(doing, closed)
  const next = model.line.find(({ status }) => status === 'WAITING')
  expect((await doing)?.tokenNumber).toBe(next?.number)
  if (next) next.status = 'CALLED'
})

const acting = (name: Action | 'call', number: number) =>
  command(`${name} ${number}`, async (model, clinic) => {
    const doing = withQueue(house.application, shiftInput(clinic), (queries, queue) =>
      actOnToken(queries, queue, number, name),
    )
    const token = model.ofNumber(number)
    const [from, to] = goesTo[name]
    const closed = closedBecause(model)
    if (closed === 'QUEUE_NOT_FOUND') return refused(doing, closed)
    if (!token) return refused(doing, 'TOKEN_NOT_FOUND', { token: number })
    if (closed !== undefined && !(name === 'cancel' && model.state === 'NOT_STARTED'))
      return refused(doing, closed)
    if (!from.includes(token.status))
      return refused(doing, 'TOKEN_ACTION_NOT_ALLOWED', {
        token: `A-${number}`,
        status: token.status,
      })
    expect((await doing).status).toBe(to)
    token.status = to
  })

const moving = (number: number, position: number) =>
  command(`move ${number} to ${position}`, async (model, clinic) => {
    const doing = withQueue(house.application, shiftInput(clinic), (queries, queue) =>
      moveToken(queries, queue, number, position, 'the model says so'),
    )
    const token = model.ofNumber(number)
    if (model.issued === 0 && model.state === 'NOT_STARTED')
      return refused(doing, 'QUEUE_NOT_FOUND')
    if (!token) return refused(doing, 'TOKEN_NOT_FOUND', { token: number })
    if (model.state === 'ENDED') return refused(doing, 'QUEUE_ENDED')
    if (token.status !== 'WAITING')
      return refused(doing, 'TOKEN_ACTION_NOT_ALLOWED', {
        token: `A-${number}`,
        status: token.status,
      })
    const others = model.waiting.filter((other) => other !== token)
    const before = others[Math.min(position - 1, others.length) - 1]
    const [first] = others
    if (first) {
      const rest = model.line.filter((other) => other !== token)
      // Right behind the one before it; the first is right before the former first.
      rest.splice(before ? rest.indexOf(before) + 1 : rest.indexOf(first), 0, token)
      model.line = rest
    }
    expect((await doing).position).toBe(model.waiting.indexOf(token) + 1)
  })

async function expectModel(model: Model, clinic: Clinic) {
  const of = [clinic.workspaceId, shiftId(clinic)]
  const [day] = await house.sql(
    'select issued, booked, waiting from queue_days where workspace_id = $1 and work_shift_id = $2',
    of,
  )
  const hasDay = model.issued > 0 || model.state !== 'NOT_STARTED'
  if (day !== undefined || hasDay)
    expect(day).toEqual({
      issued: model.issued,
      booked: model.booked,
      waiting: model.waiting.length,
    })
  // Not only from the place column: as staff see it.
  const shown = await house.operate('queue-show', {
    workspace: clinic.name,
    shift: String(shiftId(clinic)),
  })
  expect(
    shown.map(
      ({
        tokenDisplay,
        status,
        position,
      }: {
        tokenDisplay: string
        status: string
        position: number | null
      }) => [tokenDisplay, status, position],
    ),
  ).toEqual(
    model.line.map((token) => {
      const place = model.waiting.indexOf(token) + 1
      return [`A-${token.number}`, token.status, place === 0 ? null : place]
    }),
  )
  // Every number from the first to the last, each once.
  const numbers = model.line.map(({ number }) => number).toSorted((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: model.issued }, (_, index) => index + 1))
}

const number = fc.integer({ min: 1, max: 8 })
const commands = fc.commands(
  [
    fc.constantFrom('pre' as const, 'immediate' as const).map(booking),
    fc.constant(booking('immediate')),
    fc.constant(starting),
    fc.constant(calling),
    fc
      .tuple(fc.constantFrom(...actions, 'call' as const), number)
      .map(([name, token]) => acting(name, token)),
    fc.tuple(fc.constantFrom(...actions), number).map(([name, token]) => acting(name, token)),
    fc
      .tuple(number, fc.integer({ min: 1, max: 7 }))
      .map(([token, position]) => moving(token, position)),
    // Rarely, because it ends everything.
    fc.integer({ min: 1, max: 6 }).map((dice) => (dice === 1 ? ending : booking('immediate'))),
  ],
  { maxCommands: 40, size: '+1' },
)

it('a queue matches its model, after any commands in any order [INV-10] [INV-11] [INV-14] [A-168]', async () => {
  const run = async (steps: Iterable<Command>, startsBooked: number) => {
    const clinic = await house.clinic((file) => {
      const morning = file.practitioners['meera-shah']?.at.jaipur?.shifts?.morning
      if (morning) morning.maxAppointments = capacity
    })
    const model = new Model()
    // Most commands need some patients who wait.
    for (let booked = 0; booked < startsBooked; booked += 1) await booking('pre').run(model, clinic)
    await fc.asyncModelRun(() => ({ model, real: clinic }), steps)
  }
  await fc.assert(fc.asyncProperty(commands, fc.nat(5), run), {
    numRuns: runSize(30, 300),
    ...fastCheckOptions,
  })
})
