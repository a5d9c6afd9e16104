// What the day asks of the service.

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
/** Who has been offered a time that is held for them. */
export type Offered = NonNullable<Column['busy'][number]['offer']>
/** A visit that lies in a blocked time. */
export type Displaced = Output<'visit-displaced'>[number]
/** What is shown side by side: the practitioners of a day, or the days of a practitioner. */
export interface ShownColumn {
  key: string
  title: string
  /** From the title to the week of the practitioner, or to the day. */
  leadsTo: { to: '/$workspace/day' | '/$workspace/week'; search: DaySearch }
  isToday?: boolean
  /** Said below the title, before what is said of the visits. */
  more?: string
  day: Day
  column: Column
}
/** A visit or a token, whole. */
export type ShownVisit = Output<'visit-show'>

export const useLocations = () => useOperation('location-list', {})

/** How a location is called: by its city, or as in the clinic file. */
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

/** Minutes that have gone by since an answer. */
export function useMinutesSince(answeredAt: number): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Math.floor((now - answeredAt) / 60_000))
}

/** The minute that it is at the clinic, as long as the day is today; it moves on between two answers. */
export const nowMinuteOf = ({ now, date }: Day, minutesSince: number) => (dateOf(now) === date ? minuteOf(now) + minutesSince : undefined)

/** Who waits at a location. Members who see own visits alone see no list. */
export function useWaiting(addressId: number | undefined) {
  const { member, may } = useWorkspace()
  const isShown = may('visits:read') && !member.rights.ownVisits
  return useOperation('waiting-list', { addressId: addressId ?? 0 }, { enabled: isShown && addressId !== undefined })
}
