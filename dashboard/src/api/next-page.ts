// Loads the next page of a list that is reloaded after changes elsewhere. A reload cancels a
// request in progress, so a click would otherwise be lost.

import type { InfiniteQueryObserverResult } from '@tanstack/react-query'

interface Paged {
  pages: readonly unknown[]
}

type Pages = InfiniteQueryObserverResult<Paged, unknown>

/**
 * One attempt for the page itself, and one for each reload that a busy clinic may cause just before
 * it.
 */
const attemptsMax = 5

/** Loads one more page; undefined if there is none. */
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
