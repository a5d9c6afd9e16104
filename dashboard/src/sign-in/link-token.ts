/** Removes the token of a link from the address, so that it cannot be found in the history. */
export function takeToken(): string | undefined {
  const token = location.hash.slice(1)
  if (token) history.replaceState(history.state, '', location.pathname)
  return token || undefined
}

/**
 * Calls `listener` for each link that is opened in a tab already showing its page: the browser then
 * changes the fragment and loads nothing. Returns a function that stops this.
 */
export function listenForLinks(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}
