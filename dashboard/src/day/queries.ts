// What the day asks of the service.

import { useEffect, useState } from 'react'
import type { Output } from '../api/call.ts'
import { useOperation } from '../api/workspace.tsx'
import { dateOf, minuteOf } from '../ui/times.ts'

export type Day = Output<'day-show'>
export type Column = Day['doctors'][number]
export type DayVisit = Column['visits'][number]
export type Queue = Column['queues'][number]
export type Token = Queue['tokens'][number]
export type Slot = Column['slots'][number]
/** A visit or a token, whole. */
export type ShownVisit = Output<'visit-show'>

export const useLocations = () => useOperation('location-list', {})

export function useDay(at: number | undefined, date: string | undefined) {
  return useOperation('day-show', { addressId: at ?? 0, ...(date && { date }) }, { enabled: at !== undefined })
}

const tickMs = 20_000

/** The minute that it is at the clinic, as long as the day is today; it moves on between two answers. */
export function useNowMinute(day: Day, answeredAt: number): number | undefined {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs)
    return () => clearInterval(timer)
  }, [])
  if (dateOf(day.now) !== day.date) return undefined
  return minuteOf(day.now) + Math.max(0, Math.floor((Math.max(now, answeredAt) - answeredAt) / 60_000))
}
