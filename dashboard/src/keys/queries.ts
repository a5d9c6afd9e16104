// The queries of the API key screens.

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { callOperation, type Output, type Refusal } from '../api/call.ts'
import { nextPageLoader } from '../api/next-page.ts'
import { sessionQuery, useOperation, useWorkspace } from '../api/workspace.tsx'
import type { CallSearch } from './call-search.ts'

export type ApiKey = Output<'key-list'>[number]
export type KeyCall = Output<'key-calls'>['calls'][number]
export type LimitUse = Omit<Output<'key-limits'>['endpoints'][number], 'method' | 'route' | 'kind'>
export type CreatedKey = Pick<Output<'key-create'>, 'id' | 'key'>

/** How often live data is reloaded: no event announces a call. */
const refreshMs = 5_000
const pageSize = 50

/** A key by its id; undefined while it is loading, null if there is none. */
export function useKey(id: number) {
  const keys = useOperation('key-list', { all: false })
  return {
    key: keys.data && (keys.data.find((candidate) => candidate.id === id) ?? null),
    error: keys.error,
  }
}

export const useLimits = (id: number) =>
  useOperation('key-limits', { id }, { refetchInterval: 3 * refreshMs })

/**
 * The calls of a key, a page at a time. Only the first page is reloaded automatically: later pages
 * are read, not watched.
 */
export function useCalls(id: number, search: CallSearch) {
  const { workspace } = useWorkspace()
  const pages = useInfiniteQuery<
    Output<'key-calls'>,
    Refusal,
    { pages: Output<'key-calls'>[] },
    readonly unknown[],
    number | undefined
  >({
    queryKey: [workspace, 'key-calls', { id, ...search }, 'pages'],
    queryFn: ({ pageParam: before }) => {
      const filters = Object.fromEntries(
        Object.entries({ ...search, before }).filter(([, value]) => value !== undefined),
      )
      return callOperation(workspace, 'key-calls', {
        id,
        refused: false,
        limit: pageSize,
        ...filters,
      })
    },
    initialPageParam: undefined,
    getNextPageParam: ({ calls, more }) => (more ? calls.at(-1)?.id : undefined),
    refetchInterval: ({ state }) => (state.data && state.data.pages.length > 1 ? false : refreshMs),
    placeholderData: (before) => before,
    gcTime: 0,
  })
  return {
    isKept: pages.data?.pages[0]?.isKept !== false,
    calls: pages.data?.pages.flatMap(({ calls }) => calls),
    error: pages.error,
    more: nextPageLoader(pages),
    isMoreComing: pages.isFetchingNextPage,
  }
}

/** The address of this browser as the service sees it, and the address of the API reference. */
export function useServiceInfo() {
  const { data } = useQuery(sessionQuery)
  return { address: data?.address, reference: data?.reference ?? null }
}
