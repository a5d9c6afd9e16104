// What the browser reports about itself, tested before it is used: some systems name zones and
// languages that no format accepts.

/** The zone of the browser, if it knows it itself: some say `Etc/Unknown`. */
export function browserZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone || undefined
  } catch {
    return undefined
  }
}

/** The languages of the browser, without tags such as `en-US@posix`. */
export function browserLanguages(): string[] {
  return (navigator.languages ?? []).filter((tag) => {
    try {
      return Boolean(new Intl.Locale(tag))
    } catch {
      return false
    }
  })
}
