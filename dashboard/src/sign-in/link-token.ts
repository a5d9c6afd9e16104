/** Removes the token of a link from the address, so that it cannot be found in the history. */
export function takeToken(): string | undefined {
  const token = location.hash.slice(1)
  if (token) history.replaceState(history.state, '', location.pathname)
  return token || undefined
}

/**
 * Called for each link opened in a tab that already shows its page: the browser then changes the
 * fragment and loads nothing. Returns how to stop.
 */
export function listenForLinks(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
