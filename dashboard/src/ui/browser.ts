// What the browser reports about itself, checked before it is used: some systems name zones and
// languages that formatters reject.

/** The browser's time zone, if the browser knows it itself: some report `Etc/Unknown`. */
export function browserZone(): string | undefined {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  try {
    new Intl.DateTimeFormat('en', { timeZone })
    return timeZone || undefined
  } catch {
    return undefined
  }
}

/** The browser's languages, without tags such as `en-US@posix`. */
export function browserLanguages(): string[] {
  return (navigator.languages ?? []).filter((tag) => {
    try {
      return Boolean(new Intl.Locale(tag))
    } catch {
      return false
    }
  })
}
