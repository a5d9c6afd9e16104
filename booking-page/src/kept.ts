// What outlives a reload, the way to a checkout and back, and a second tab. What a patient typed stays in this tab alone and half an hour
// at most; what all tabs share names nobody.

const keptMs = 30 * 60_000

interface Dated<Value> {
  at: number
  value: Value
}

function read<Value>(storage: () => Storage, name: string): Value | undefined {
  try {
    const dated = JSON.parse(storage().getItem(name) ?? 'null') as Dated<Value> | null
    return dated && Date.now() - dated.at < keptMs ? dated.value : undefined
  } catch {
    // A browser that lets pages keep nothing.
    return undefined
  }
}

function write(storage: () => Storage, name: string, value: unknown): void {
  try {
    if (value === undefined) storage().removeItem(name)
    else storage().setItem(name, JSON.stringify({ at: Date.now(), value }))
  } catch {
    // What cannot be kept is asked again after a reload.
  }
}

const inTab = () => sessionStorage
const inBrowser = () => localStorage

/** Values kept under a name of their own, for one service and key. */
export class Kept {
  readonly #name: string
  constructor(name: string) {
    this.#name = name
  }
  ofTab<Value>(what: string): Value | undefined {
    return read(inTab, `${this.#name} ${what}`)
  }
  inTab(what: string, value: unknown): void {
    write(inTab, `${this.#name} ${what}`, value)
  }
  ofBrowser<Value>(what: string): Value | undefined {
    return read(inBrowser, `${this.#name} ${what}`)
  }
  inBrowser(what: string, value: unknown): void {
    write(inBrowser, `${this.#name} ${what}`, value)
  }

  /**
   * The key that makes a booking safe to send again: the same for the same booking of the same visitor in every tab of this browser, so that
   * two tabs book it once (PAGE-07). It is made of what every tab has already: one that was made up now would reach another tab too late.
   */
  keyOf(booking: object, visitor: string): { id: string; key: string } {
    const id = `attempt ${hashOf(JSON.stringify(booking))}`
    return { id, key: `${visitor}-${id.slice('attempt '.length)}-${this.ofBrowser<number>(id) ?? 0}` }
  }

  /** The same booking is another attempt from now on, under another key. */
  renewKey(id: string): void {
    this.inBrowser(id, (this.ofBrowser<number>(id) ?? 0) + 1)
  }
}

/** Two rounds of FNV-1a, of 32 bits each: enough to tell the bookings of one browser apart. */
function hashOf(text: string): string {
  return [0x811c9dc5, 0x01234567]
    .map((seed) => {
      let hash = seed
      for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
      return (hash >>> 0).toString(36)
    })
    .join('')
}
