// The queries of the day.

import { useCallback, useEffect, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { dateOf, minuteOf } from '../ui/times.ts'
import type { DaySearch } from './day-search.ts'

export type Day = Output<'day-show'>
export type Week = Output<'week-show'>
export type Column = Day['doctors'][number]
export type DayVisit = Column['visits'][number]
export type Queue = Column['queues'][number]
export type Token = Queue['tokens'][number]
export type Slot = Column['slots'][number]
export type Block = Day['roomBlocks'][number]

/** Whether patients get a message of such a kind. */
export const tells = ({ notices }: Pick<Day, 'notices'>, kind: Day['notices'][number]) => notices.includes(kind)
/** Patients with an open offer of a held time. */
export type Offered = NonNullable<Column['busy'][number]['offer']>
/** A visit that overlaps a blocked time. */
export type Displaced = Output<'visit-displaced'>[number]
/** The columns: the practitioners of a day, or the days of a practitioner. */
export interface ShownColumn {
  key: string
  title: string
  /** A link in the title to the week of the practitioner, or to the day. */
  leadsTo: { to: '/$workspace/day' | '/$workspace/week'; search: DaySearch }
  isToday?: boolean
  /** A note below the title, before the summary of the visits. */
  more?: string
  day: Day
  column: Column
}
/** A visit or a token with all details. */
export type ShownVisit = Output<'visit-show'>

export const useLocations = () => useOperation('location-list', {})

/** The name of a location: its city, or its name in the clinic file. */
export function useNameOfPlace() {
  const { data } = useLocations()
  return useCallback(
    (id: number) => {
      const place = data?.find((one) => one.id === id)
      return place?.city || place?.name || ''
    },
    [data],
  )
}

export function useDay(at: number | undefined, date: string | undefined) {
  return useOperation('day-show', { addressId: at ?? 0, ...(date && { date }) }, { enabled: at !== undefined })
}

export const useWeek = (doctorId: number | undefined, at: number | undefined, date: string | undefined) =>
  useOperation('week-show', { doctorId: doctorId ?? 0, ...(at && { addressId: at }), ...(date && { date }) }, { enabled: doctorId !== undefined })

const tickMs = 20_000

/** Minutes since an answer. */
export function useMinutesSince(answeredAt: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - answeredAt) / 60_000))
}

/** The current minute at the clinic, as long as the day is today; it advances between two answers. */
export const nowMinuteOf = ({ now, date }: Day, minutesSince: number) => (dateOf(now) === date ? minuteOf(now) + minutesSince : undefined)

/** The waiting list of a location. Members who see own visits only see no list. */
export function useWaiting(addressId: number | undefined) {
  const { member, may } = useWorkspace()
  const isShown = may('visits:read') && !member.rights.ownVisits
  return useOperation('waiting-list', { addressId: addressId ?? 0 }, { enabled: isShown && addressId !== undefined })
}

/** The practitioners of a location whose times the member may book. */
export function useBookableDoctors(addressId: number, isAsked = true) {
  const { member } = useWorkspace()
  const { data } = useOperation('doctor-list', { addressId }, { enabled: isAsked })
  return (data ?? [])
    .filter(({ active, appointmentSystemType }) => active && appointmentSystemType === 'SCHEDULED')
    .filter(({ id }) => !member.rights.ownVisits || id === member.userId)
}
