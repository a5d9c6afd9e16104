import { expect, it } from 'vitest'
import type { LinkHolder } from '../../base/operations/actor.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import { storedStatuses } from './appointment-status.ts'
import {
  canPatientConfirm,
  canUndoBooking,
  lastChangeAt,
  requesterFromLink,
  type VisitChange,
} from './patient-limits.ts'

const fromAt = Date.parse('2030-01-07T09:00:00+05:30')
const hourMs = 3_600_000
const bookedLongAgo = {
  source: 'WIDGET',
  bookingType: 'ONE_TIME_APPOINTMENT',
  paymentStatus: 'UNPAID',
  createdAt: -1_000_000,
} as const

it.each([0, 1, 24])(
  'lets a patient cancel and move a visit until the instant that is told, %s hours before it [PAGE-10] [A-209]',
  (hours) => {
    const doctor = {
      id: 5,
      allowCancellation: true,
      allowRescheduling: true,
      cancellationAllowedBeforeHours: hours,
    }
    const configuration = { doctors: [doctor] } as unknown as Configuration
    const visit = { doctorId: 5, fromAt, ...bookedLongAgo }
    const changeAt = (now: number) =>
      ({ ...requesterFromLink(1, {} as LinkHolder), configuration, now }) as VisitChange
    for (const [done, check] of [
      ['cancelled', 'checkCancellation'],
      ['moved', 'checkMove'],
    ] as const) {
      const last = lastChangeAt(configuration, visit, done) ?? 0
      expect(last).toBe(fromAt - hours * hourMs)
      expect(() => changeAt(last).limits?.[check](changeAt(last), visit)).not.toThrow()
      expect(() => changeAt(last).limits?.[check](changeAt(last + 1), visit)).toThrow(
        'CHANGE_NOT_PERMITTED',
      )
    }
    doctor.allowCancellation = false
    expect(lastChangeAt(configuration, visit, 'cancelled')).toBeUndefined()
    expect(() => changeAt(0).limits?.checkCancellation(changeAt(0), visit)).toThrow(
      'CHANGE_NOT_PERMITTED',
    )
  },
)

it('lets a patient undo within three minutes what they booked on a page and have not paid [MINE-06]', () => {
  const booked = { ...bookedLongAgo, createdAt: 1_000 }
  expect([
    canUndoBooking(booked, 1_000),
    canUndoBooking(booked, 180_999),
    canUndoBooking(booked, 181_000),
  ]).toEqual([true, true, false])
  expect(canUndoBooking({ ...booked, source: 'DEVELOPER_API' }, 1_000)).toBe(false)
  expect(canUndoBooking({ ...booked, paymentStatus: 'PAID' }, 1_000)).toBe(false)
  expect(canUndoBooking({ ...booked, paymentStatus: 'PENDING' }, 1_000)).toBe(false)
  expect(canUndoBooking({ ...booked, bookingType: 'USE_ACTIVE_PACKAGE' }, 1_000)).toBe(false)
})

it('lets a patient say until the visit begins that they will come, of a visit that waits for them [MINE-01] [A-020]', () => {
  for (const storedStatus of storedStatuses) {
    const awaited = storedStatus === 'SCHEDULED' || storedStatus === 'RESCHEDULED'
    expect([storedStatus, canPatientConfirm({ storedStatus, fromAt }, fromAt - 1)]).toEqual([
      storedStatus,
      awaited,
    ])
    expect(canPatientConfirm({ storedStatus, fromAt }, fromAt)).toBe(false)
  }
})
