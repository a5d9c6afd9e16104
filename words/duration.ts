/** Writes a number of minutes as hours and minutes, in the short units of a language. */
export function durationBy(hourWord: string, minuteWord: string): (minutes: number) => string {
  return (all) => {
    const hours = Math.floor(all / 60)
    const minutes = all % 60
    return [hours > 0 && `${hours} ${hourWord}`, minutes > 0 && `${minutes} ${minuteWord}`]
      .filter(Boolean)
      .join(' ')
  }
}
