import { describe, expect, it } from 'vitest'
import {
  isMovable,
  type MoveTarget,
  moveTargets,
  moveTargetsElsewhere,
  moveTargetsOnOtherDay,
  nearestTarget,
  targetMinutes,
} from './move-targets.ts'
import type { Column, DayVisit } from './queries.ts'

const date = '2026-11-23'
const at = (clock: string) => `${date}T${clock}:00+05:30`
const slot = (from: string, to: string, status = 'AVAILABLE') => ({
  fromDateTimeIso: from,
  toDateTimeIso: to,
  status,
})
const createColumn = (...slots: ReturnType<typeof slot>[]) => ({ slots }) as unknown as Column
const createVisit = (from: string, to: string) =>
  ({ id: 1, fromDateTimeTs: from, toDateTimeTs: to }) as DayVisit
/** The clock of each target, with a mark for one where the visit does not fit. */
const clocks = (targets: readonly MoveTarget[]) =>
  targets.map(
    ({ fromDateTimeIso, isFree }) => `${fromDateTimeIso.slice(11, 16)}${isFree ? '' : ' taken'}`,
  )

describe('the targets of a visit', () => {
  it('are the starts of the slots by time, its own among them, and free where it fits [DAY-08]', () => {
    const column = createColumn(
      slot(at('09:00'), at('09:15')),
      slot(at('09:15'), at('09:30'), 'BOOKED'),
      slot(at('09:45'), at('10:00'), 'BOOKED'),
      slot(at('10:00'), at('10:15')),
      slot(at('10:15'), at('10:30')),
    )
    const targets = moveTargets(column, date, createVisit(at('09:20'), at('09:50')))
    expect(clocks(targets)).toEqual([
      '09:00 taken',
      '09:15 taken',
      '09:20',
      '09:45 taken',
      '10:00',
      '10:15 taken',
    ])
    expect(targets.map(({ minute }) => minute)).toEqual([540, 555, 560, 585, 600, 615])
  })

  it('count its own time as free, also together with free slots before and after it [DAY-08]', () => {
    const column = createColumn(
      slot(at('09:00'), at('09:30')),
      slot(at('09:30'), at('10:00'), 'BOOKED'),
      slot(at('10:00'), at('10:30')),
    )
    expect(clocks(moveTargets(column, date, createVisit(at('09:30'), at('10:00'))))).toEqual([
      '09:00',
      '09:30',
      '10:00',
    ])
    expect(clocks(moveTargets(column, date, createVisit(at('09:30'), at('10:30'))))).toEqual([
      '09:00',
      '09:30',
      '10:00 taken',
    ])
  })

  it('are on another day those where it fits as it is long, and with another practitioner every slot as long as that [DAY-08]', () => {
    const column = createColumn(
      slot(at('09:00'), at('09:20')),
      slot(at('09:20'), at('09:40'), 'BOOKED'),
      slot(at('09:40'), at('10:00')),
    )
    const visit = createVisit('2026-11-20T09:00:00+05:30', '2026-11-20T09:15:00+05:30')
    expect(clocks(moveTargetsOnOtherDay(column, date, visit))).toEqual([
      '09:00',
      '09:20 taken',
      '09:40',
    ])
    expect(moveTargetsOnOtherDay(column, date, visit).map(targetMinutes)).toEqual([15, 15, 15])
    const elsewhere = moveTargetsElsewhere(column, date)
    expect(clocks(elsewhere)).toEqual(['09:00', '09:20 taken', '09:40'])
    expect(elsewhere.map(targetMinutes)).toEqual([20, 20, 20])
  })

  it('contain its own start alone if there are no slots', () => {
    expect(
      clocks(
        moveTargets(createColumn(), date, createVisit(at('23:30'), '2026-11-24T00:00:00+05:30')),
      ),
    ).toEqual(['23:30'])
  })

  it('are not free if the visit would run into the next day, whose slots are not shown', () => {
    const column = createColumn(
      slot(at('23:00'), at('23:30')),
      slot(at('23:30'), '2026-11-24T00:00:00+05:30'),
    )
    expect(
      clocks(moveTargets(column, date, createVisit('2026-11-22T23:30:00+05:30', at('00:30')))),
    ).toEqual(['23:30', '23:00', '23:30 taken'])
  })

  it('are told apart in the hour that occurs twice, and free by elapsed time [DAY-08]', () => {
    const night = (clock: string, offset: string) => `2026-10-25T${clock}:00${offset}`
    const column = createColumn(
      slot(night('01:30', '+02:00'), night('02:00', '+02:00')),
      slot(night('02:00', '+02:00'), night('02:30', '+02:00'), 'BOOKED'),
      slot(night('02:30', '+02:00'), night('02:00', '+01:00'), 'BOOKED'),
      slot(night('02:00', '+01:00'), night('02:30', '+01:00')),
      slot(night('02:30', '+01:00'), night('03:00', '+01:00')),
    )
    const targets = moveTargets(
      column,
      '2026-10-25',
      createVisit(night('02:30', '+02:00'), night('02:00', '+01:00')),
    )
    expect(clocks(targets)).toEqual(['01:30', '02:00 taken', '02:30', '02:00', '02:30'])
    expect(targets.map(({ fromDateTimeIso }) => fromDateTimeIso.slice(19))).toEqual([
      '+02:00',
      '+02:00',
      '+02:00',
      '+01:00',
      '+01:00',
    ])
  })
})

it('moves visits by their status: those that have not begun, ended or been cancelled [DAY-08]', () => {
  const statuses = [
    'SCHEDULED',
    'CONFIRMED',
    'RESCHEDULED',
    'OVERDUE',
    'MISSED',
    'NO_SHOW',
    'IN_CONSULTATION',
    'COMPLETED',
    'CANCELLED',
  ] as const
  expect(statuses.filter((status) => isMovable({ status }))).toEqual([
    'SCHEDULED',
    'CONFIRMED',
    'RESCHEDULED',
    'OVERDUE',
    'MISSED',
    'NO_SHOW',
  ])
})

it('finds the target nearest to a minute, the earlier of two, and none among none', () => {
  const targets = [540, 555, 570].map((minute) => ({
    minute,
    fromDateTimeIso: '',
    toDateTimeIso: '',
    isFree: true,
  }))
  expect(
    [-100, 547, 548, 562.5, 5_000].map((minute) => nearestTarget(targets, minute)?.minute),
  ).toEqual([540, 540, 555, 555, 570])
  expect(nearestTarget([], 540)).toBeUndefined()
})
