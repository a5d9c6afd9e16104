// The stream of changes. It carries no data: what is shown is reloaded (DASH-16).

import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type Output, signInEvents } from './call.ts'
import { sessionQuery } from './workspace.tsx'

interface VisitChange {
  addressId: number
  date: string
  visitId: number
}

/** Whether a change concerns a shown day: what changed is on that day, or was before. */
function isDayAffected(day: Output<'day-show'>, changes: readonly VisitChange[]): boolean {
  const ids = new Set(
    day.doctors.flatMap(({ visits, queues }) =>
      [...visits, ...queues.flatMap(({ tokens }) => tokens)].map(({ id }) => id),
    ),
  )
  return changes.some(
    ({ addressId, date, visitId }) =>
      (addressId === day.addressId && date === day.date) || ids.has(visitId),
  )
}

/** Whether an answer shows a patient: on their page, or as the patient of a visit. */
function includesPatient(id: number, name: unknown, input: unknown, data: unknown): boolean {
  const query = (input ?? {}) as { id?: number; patientId?: number }
  if (query.patientId === id || (String(name).startsWith('patient-') && query.id === id))
    return true
  // For a pack, its owner is not known here; news have messages of any patient.
  if (name === 'packs-online' || name === 'news-list') return true
  if (name === 'visit-show') return (data as Output<'visit-show'> | undefined)?.patient.id === id
  const days = data ? (includedDays(name, data) ?? []) : []
  return days.some(({ doctors }) =>
    doctors.some(({ visits, queues }) =>
      [...visits, ...queues.flatMap(({ tokens }) => tokens)].some(
        ({ patient }) => patient.id === id,
      ),
    ),
  )
}

/** The days of an answer; undefined if it may show any. */
function includedDays(name: unknown, data: unknown): readonly Output<'day-show'>[] | undefined {
  if (name === 'day-show' && data) return [data as Output<'day-show'>]
  return name === 'week-show' && data ? (data as Output<'week-show'>).days : undefined
}

const reopenMs = 5_000

/** Returns when the stream of changes was interrupted; undefined while it is connected. */
export function useLiveUpdates(workspace: string): number | undefined {
  const client = useQueryClient()
  const [silentSince, setSilentSince] = useState<number>()
  useEffect(() => {
    let source: EventSource
    let timer: ReturnType<typeof setTimeout> | undefined
    const refreshAll = () => client.invalidateQueries({ queryKey: [workspace] })
    function openStream() {
      source = new EventSource(`/dashboard/api/events/${encodeURIComponent(workspace)}`)
      source.addEventListener('open', () => {
        setSilentSince(undefined)
        // Changes in the meantime were missed, and the service may be a newer release by now.
        void refreshAll()
        void client.invalidateQueries(sessionQuery)
      })
      source.addEventListener('queue', () => {
        void client.invalidateQueries({
          queryKey: [workspace],
          predicate: ({ queryKey: [, name] }) =>
            String(name).startsWith('queue-') || name === 'day-show' || name === 'week-show',
        })
      })
      source.addEventListener('patient', ({ data }: MessageEvent<string>) => {
        void client.invalidateQueries({
          queryKey: [workspace],
          predicate: ({ queryKey: [, name, input], state }) =>
            includesPatient(Number(data), name, input, state.data),
        })
      })
      source.addEventListener('all', () => void refreshAll())
      source.addEventListener('visits', ({ data }: MessageEvent<string>) => {
        const changes = JSON.parse(data) as VisitChange[]
        void client.invalidateQueries({
          queryKey: [workspace],
          predicate: ({ queryKey: [, name], state }) =>
            includedDays(name, state.data)?.some((day) => isDayAffected(day, changes)) ??
            !String(name).startsWith('settings-'),
        })
      })
      source.addEventListener('error', () => {
        setSilentSince((since) => since ?? Date.now())
        // The browser reconnects by itself, but not after a refusal.
        if (source.readyState === EventSource.CLOSED) timer = setTimeout(openStream, reopenMs)
      })
    }
    const closeStream = () => {
      clearTimeout(timer)
      source.close()
    }
    // The stream belongs to a session, and ends with it.
    const onRenewed = () => {
      closeStream()
      openStream()
    }
    openStream()
    signInEvents.addEventListener('renewed', onRenewed)
    return () => {
      signInEvents.removeEventListener('renewed', onRenewed)
      closeStream()
    }
  }, [client, workspace])
  return silentSince
}
