export interface Mailbox {
  /** '' if there is none. */
  name: string
  address: string
}

/**
 * A single plain address: nothing that would end a line, begin a second address or need quoting.
 * The domain may not contain a dot of another script either: the library converts it to a dot, and
 * limits would count one mailbox as several.
 */
export function isMailAddress(text: string): boolean {
  return (
    text.length <= 254 &&
    /^[^\s\p{C}@<>()[\]\\,;:"]{1,64}@[^\s\p{C}@<>()[\]\\,;:"。．｡]+$/u.test(text)
  )
}

/**
 * Parses `codes@sunrise.example` and `Sunrise Clinic <codes@sunrise.example>`; undefined for
 * anything else.
 */
export function readMailbox(text: string): Mailbox | undefined {
  const { name = '', address = text } =
    /^(?<name>[^<>\p{C}]*)<(?<address>[^<>]*)>$/u.exec(text)?.groups ?? {}
  return isMailAddress(address) ? { name: name.trim(), address } : undefined
}
