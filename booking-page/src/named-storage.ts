// What is kept across a reload, a checkout and a second tab. What a patient typed stays in this tab
// only, for half an hour at most; what all tabs share contains no personal data. Answers belong to
// one element of one page: another page, or an element with other attributes, asks again.

const storageMs = 30 * 60_000

interface StoredValue<Value> {
  at: number
  value: Value
}

function read<Value>(storage: () => Storage, name: string): Value | undefined {
  try {
    const dated = JSON.parse(storage().getItem(name) ?? 'null') as StoredValue<Value> | null
    return dated && Date.now() - dated.at < storageMs ? dated.value : undefined
  } catch {
    // The browser blocks storage.
    return undefined
  }
}

function write(storage: () => Storage, name: string, value: unknown): void {
  try {
    if (value === undefined) storage().removeItem(name)
    else storage().setItem(name, JSON.stringify({ at: Date.now(), value }))
  } catch {
    // What cannot be stored is asked again after a reload.
  }
}

const tabStorage = () => sessionStorage
const browserStorage = () => localStorage

/** Values stored under a name, which stands for one service and key, or for one element. */
export class NamedStorage {
  readonly #name: string
  constructor(name: string) {
    this.#name = name
  }
  getFromTab<Value>(key: string): Value | undefined {
    return read(tabStorage, `${this.#name} ${key}`)
  }
  setInTab(key: string, value: unknown): void {
    write(tabStorage, `${this.#name} ${key}`, value)
  }
  getFromBrowser<Value>(key: string): Value | undefined {
    return read(browserStorage, `${this.#name} ${key}`)
  }
  setInBrowser(key: string, value: unknown): void {
    write(browserStorage, `${this.#name} ${key}`, value)
  }

  /** Removes everything whose name begins with this one, for the next person at this browser. */
  forgetAll(): void {
    for (const storage of [tabStorage, browserStorage])
      try {
        for (const name of Object.keys(storage()))
          if (name.startsWith(`${this.#name} `)) storage().removeItem(name)
      } catch {
        // The browser blocks storage, so it has kept nothing.
      }
  }

  /**
   * The key that makes a booking safe to resend. It is the same for the same booking by the same
   * visitor in every tab of this browser, so that two tabs book it only once (PAGE-07). It is
   * derived from data that every tab already has, because a random key would reach another tab too
   * late.
   */
  createAttemptKey(booking: object, visitor: string): { id: string; key: string } {
    const id = `attempt ${computeHash(JSON.stringify(booking))}`
    return {
      id,
      key: `${visitor}-${id.slice('attempt '.length)}-${this.getFromBrowser<number>(id) ?? 0}`,
    }
  }

  /** Gives the booking a new key: from now on it counts as another attempt. */
  renewKey(id: string): void {
    this.setInBrowser(id, (this.getFromBrowser<number>(id) ?? 0) + 1)
  }
}

/** The names of the elements that are on this page now, in order. */
const names: string[] = []

/**
 * A name for an element that keeps answers, derived from its attributes on the page and the same
 * after a reload. Two equal elements get two names.
 */
export function claimName(keyName: string, key: readonly unknown[]): string {
  const base = `${keyName} ${computeHash(JSON.stringify([location.pathname, ...key]))}`
  let number = 1
  while (names.includes(`${base} ${number}`)) number += 1
  names.push(`${base} ${number}`)
  return `${base} ${number}`
}

export function releaseName(name: string): void {
  names.splice(names.indexOf(name), 1)
}

/** The names of the elements with this service and key. */
export const listNames = (keyName: string): string[] =>
  names.filter((name) => name.startsWith(`${keyName} `))

/** Two rounds of FNV-1a, of 32 bits each: enough to distinguish the bookings of one browser. */
function computeHash(text: string): string {
  return [0x811c9dc5, 0x01234567]
    .map((seed) => {
      let hash = seed
      for (let index = 0; index < text.length; index++)
        hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
      return (hash >>> 0).toString(36)
    })
    .join('')
}
