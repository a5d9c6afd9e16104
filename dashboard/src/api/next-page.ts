// The next page of a list that is reloaded after changes elsewhere: a reload cancels a request in
// progress, and a click would be lost.

import type { InfiniteQueryObserverResult } from '@tanstack/react-query'

interface Paged {
  pages: readonly unknown[]
}

type Pages = InfiniteQueryObserverResult<Paged, unknown>

/** The page itself, and as many reloads before it as a busy clinic has within a moment. */
const attemptsMax = 5

/** Loads one page more; undefined if there is none. */
export function nextPageLoader(list: Pages): (() => void) | undefined {
  return list.hasNextPage ? () => void loadNextPage(list) : undefined
}

async function loadNextPage({ data, fetchNextPage }: Pages): Promise<void> {
  const wantedPages = (data?.pages.length ?? 0) + 1
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    // Waits for a reload that is in progress.
    const result = await fetchNextPage({ cancelRefetch: false })
    if (result.isError || !result.hasNextPage || (result.data?.pages.length ?? 0) >= wantedPages)
      return
  }
}
