// The queries of the day.

import { skipToken } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import type { paths } from '../paths.ts'
import { datePart, minuteOfDay } from '../ui/times.ts'
import type { DaySearch } from './day-search.ts'

export type Day = Output<'day-show'>
export type Week = Output<'week-show'>
export type Column = Day['doctors'][number]
export type DayVisit = Column['visits'][number]
export type Queue = Column['queues'][number]
export type Token = Queue['tokens'][number]
export type Slot = Column['slots'][number]
export type Block = Day['roomBlocks'][number]

/** Whether patients get a message of this kind. */
export const sendsNotice = ({ notices }: Pick<Day, 'notices'>, kind: Day['notices'][number]) =>
  notices.includes(kind)
/** Patients who have an open offer of a held time. */
export type OpenOffer = NonNullable<Column['busy'][number]['offer']>
/** A visit that overlaps a blocked time. */
export type DisplacedVisit = Output<'visit-displaced'>[number]
/** The columns: the practitioners on a day, or the days of a practitioner. */
export interface CalendarColumn {
  key: string
  title: string
  /** A link in the title to the practitioner's week, or to the day. */
  leadsTo: { to: typeof paths.day | typeof paths.week; search: DaySearch }
  isToday?: boolean
  /** A note below the title, before the summary of the visits. */
  more?: string
  day: Day
  column: Column
}
/** A visit or a token with all its details. */
export type VisitDetails = Output<'visit-show'>

export const useLocations = () => useOperation('location-list', {})

/** The name of a location: its city, or its name in the clinic file. */
export function useLocationName() {
  const { data } = useLocations()
  return useCallback(
    (id: number) => {
      const location = data?.find((one) => one.id === id)
      return location?.city || location?.name || ''
    },
    [data],
  )
}

export function useDay(addressId: number | undefined, date: string | undefined) {
  return useOperation(
    'day-show',
    addressId === undefined ? skipToken : { addressId, ...(date && { date }) },
  )
}

export const useWeek = (
  doctorId: number | undefined,
  addressId: number | undefined,
  date: string | undefined,
) =>
  useOperation(
    'week-show',
    doctorId === undefined
      ? skipToken
      : { doctorId, ...(addressId && { addressId }), ...(date && { date }) },
  )

const refreshMs = 20_000

/** Minutes since an answer. */
export function useMinutesSince(answeredAt: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), refreshMs)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - answeredAt) / 60_000))
}

/**
 * The current minute at the clinic, as long as the day is today; it advances between two answers.
 */
export const currentMinute = ({ now, date }: Day, minutesSince: number) =>
  datePart(now) === date ? minuteOfDay(now) + minutesSince : undefined

/** The waiting list of a location. Members who see only their own visits see no list. */
export function useWaiting(addressId: number | undefined) {
  const { member, may } = useWorkspace()
  const isVisible = may('visits:read') && !member.rights.ownVisits
  return useOperation(
    'waiting-list',
    isVisible && addressId !== undefined ? { addressId } : skipToken,
  )
}

/** The practitioners of a location for whom the member may book times. */
export function useBookableDoctors(addressId: number, isEnabled = true) {
  const { member } = useWorkspace()
  const { data } = useOperation('doctor-list', isEnabled ? { addressId } : skipToken)
  return (data ?? [])
    .filter(({ active, appointmentSystemType }) => active && appointmentSystemType === 'SCHEDULED')
    .filter(({ id }) => !member.rights.ownVisits || id === member.userId)
}
