// The queries of the patient screens. The service audits opening a record only once: a page that
// reloads names the audit entry.

import { skipToken, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import {
  callOperation,
  type Input,
  type OperationName,
  type Output,
  type Refusal,
} from '../api/call.ts'
import { nextPageLoader } from '../api/next-page.ts'
import { seesOnlyOwnPatients, useOperation, useWorkspace } from '../api/workspace.tsx'
import { findStoredLocation } from '../ui/stored-location.ts'

export type PatientDetails = Output<'patient-show'>
export type PatientRecord = PatientDetails['patient']
export type FoundPatient = Output<'patient-search'>[number]
export type Pack = Output<'packs-show'>[number]
export type Visit = Output<'patient-visits'>['visits'][number]
export type Payment = Output<'patient-payments'>['payments'][number]
export type MergedRecord = Output<'patient-merged'>['records'][number]
export type AuditEntry = Output<'audit-show'>[number]

/**
 * The record that a page shows, loaded again by each page that opens it: it is not cached for
 * another page.
 */
export function usePatient(id: number) {
  const { workspace } = useWorkspace()
  const opened = useRef<number>(undefined)
  const patient = useQuery<PatientDetails, Refusal>({
    queryKey: [workspace, 'patient-show', { id }],
    queryFn: async () => {
      const details = await callOperation(workspace, 'patient-show', {
        id,
        ...(opened.current !== undefined && { opened: opened.current }),
      })
      opened.current = details.opened
      return details
    },
    gcTime: 0,
  })
  return { patient, opened }
}

/**
 * A list that is loaded a page at a time; a reload starts at its beginning. `nextInput` returns the
 * parameter for the next page.
 */
export function usePages<Name extends OperationName>(
  name: Name,
  input: Input<Name>,
  nextInput: (page: Output<Name>) => Partial<Input<Name>> | undefined,
  extraInput: () => Partial<Input<Name>> = () => ({}),
) {
  const { workspace } = useWorkspace()
  const pages = useInfiniteQuery<
    Output<Name>,
    Refusal,
    { pages: Output<Name>[] },
    readonly unknown[],
    Partial<Input<Name>>
  >({
    queryKey: [workspace, name, input, 'pages'],
    queryFn: ({ pageParam }) =>
      callOperation(workspace, name, {
        ...(input as object),
        ...(extraInput() as object),
        ...(pageParam as object),
      } as Input<Name>),
    initialPageParam: {},
    getNextPageParam: nextInput,
    gcTime: 0,
  })
  return {
    pages: pages.data?.pages,
    error: pages.error,
    more: nextPageLoader(pages),
    isMoreComing: pages.isFetchingNextPage,
  }
}

/**
 * Patients who may be the same person. They are loaded only once, because the audit records
 * everyone who is shown.
 */
export function useLikely({
  id,
  firstName,
  lastName,
  countryCode,
  phoneNumber,
  dob,
}: PatientRecord) {
  const { workspace } = useWorkspace()
  const description = Object.entries({ firstName, lastName, countryCode, phoneNumber, dob }).filter(
    ([, value]) => value !== null,
  )
  return useQuery<Output<'patient-likely'>, Refusal>({
    ...auditedQueryOptions,
    queryKey: [...searchQueryKey(workspace), 'likely', id],
    queryFn: () => callOperation(workspace, 'patient-likely', Object.fromEntries(description)),
  })
}

/**
 * The preview of a merge. It is loaded only once, because the audit records it as a look at both
 * records. Nothing is written without `confirmed`, so no reason is stored.
 */
export function useMergePreview(from: number, into: number, isEnabled: boolean) {
  const { workspace } = useWorkspace()
  return useQuery<Output<'patient-merge'>, Refusal>({
    ...auditedQueryOptions,
    gcTime: 0,
    queryKey: [...searchQueryKey(workspace), 'merge', from, into],
    queryFn: isEnabled
      ? () =>
          callOperation(workspace, 'patient-merge', { from, into, reason: '–', confirmed: false })
      : skipToken,
  })
}

/**
 * The records that were merged into one; `opened` tells the service that this one is already open.
 */
export function useMerged(id: number, opened: number) {
  const { workspace } = useWorkspace()
  return useQuery<Output<'patient-merged'>, Refusal>({
    queryKey: [workspace, 'patient-merged', { id }],
    queryFn: () => callOperation(workspace, 'patient-merged', { id, opened }),
    gcTime: 0,
  })
}

/**
 * The options of a query whose every answer is audited: it runs when a member looks, not when
 * something changes.
 */
const auditedQueryOptions = {
  refetchInterval: false,
  refetchOnWindowFocus: false,
  refetchOnReconnect: false,
  staleTime: 'static',
  gcTime: 60_000,
} as const

const searchQueryKey = (workspace: string) => ['patients-search', workspace]

/**
 * The text of the search, which appears in no address; it is kept while a record is open, and
 * removed at sign-out.
 */
export function useStoredSearch(): [string, (searchText: string) => void] {
  const { workspace } = useWorkspace()
  const client = useQueryClient()
  return [
    client.getQueryData<string>([...searchQueryKey(workspace), 'typed']) ?? '',
    (searchText) => client.setQueryData([...searchQueryKey(workspace), 'typed'], searchText),
  ]
}

/**
 * The patients whom a search finds. The audit counts each answer as reading everyone in it, so it
 * is loaded when a member looks, not when something changes.
 */
export function usePatientSearch(searchText: string, limit: number) {
  const { workspace, member } = useWorkspace()
  return useQuery<Output<'patient-search'>, Refusal>({
    ...auditedQueryOptions,
    queryKey: [...searchQueryKey(workspace), searchText, limit],
    queryFn:
      searchText.length < 2
        ? skipToken
        : () =>
            callOperation(workspace, 'patient-search', {
              query: searchText,
              limit,
              ...(seesOnlyOwnPatients(member) && { doctorId: member.userId }),
            }),
    placeholderData: (before) => before,
  })
}

/**
 * The locations that sell packs, and the one whose till receives the money: the chosen one, or the
 * last one shown, as on the till screen.
 */
export function usePackLocations() {
  const { workspace } = useWorkspace()
  const [chosenId, setChosenId] = useState<number>()
  const tills = useOperation('till-list', {})
  const locations = (tills.data ?? []).flatMap(({ addressId, city, location }) =>
    addressId === null ? [] : [{ addressId, name: city || location || '' }],
  )
  const stored = Number(localStorage.getItem(`clinic-location ${workspace}`))
  const location =
    locations.find(({ addressId }) => addressId === chosenId) ??
    locations.find(({ addressId }) => addressId === stored) ??
    locations[0]
  return { locations, location, choose: setChosenId, error: tills.error }
}

/** The day of the location that this browser shows, as the day itself shows it. */
export function useToday() {
  const { workspace } = useWorkspace()
  const locations = useOperation('location-list', {})
  const location = findStoredLocation(workspace, locations.data)
  return useOperation('day-show', location ? { addressId: location.id } : skipToken)
}
