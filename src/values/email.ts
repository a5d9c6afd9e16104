import { domainToASCII } from 'node:url'

/**
 * The address a message is delivered to: mailers write a domain of other scripts, or in full-width letters, in ASCII. Undefined
 * for what is not one address: with a name beside it, a list, quotes, comments, or a domain that cannot be.
 */
export function deliveredEmail(text: string): string | undefined {
  const [, local = '', domain = ''] = /^([^@]{1,64})@([^@]+)$/u.exec(text.trim().normalize('NFC')) ?? []
  const isLocal = /^[^\s\p{C}<>()[\]\\,;:"]+$/u.test(local) && !/^\.|\.$|\.\./.test(local)
  const isAscii = /^[\x21-\x7E]+$/.test(domain)
  const written = isAscii ? domain : domainToASCII(domain)
  const isDomain = written.length <= 253 && /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(written)
  return isLocal && isDomain ? `${local}@${written}` : undefined
}

/** True for one address of the form people are written to under. */
export function isEmail(text: string): boolean {
  return deliveredEmail(text) !== undefined
}

/**
 * The form in which an address is written to and two spellings of it are one destination. Lower case and no more: the folding of names
 * takes ı for i, and would show the owner of one mailbox what belongs to another.
 */
export function normalisedEmail(text: string): string {
  return (deliveredEmail(text) ?? text.trim().normalize('NFC')).toLowerCase()
}

/** Dots in the local part make no other mailbox there. */
const ignoresDots = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox of a normalised address, for counting alone: without its tag (`x+1@…` is `x@…`), and without dots at providers that ignore
 * them. Two addresses of one mailbox are two contacts for everything else.
 */
export function mailboxOf(address: string): string {
  const at = address.lastIndexOf('@')
  const [local, domain] = [address.slice(0, at), address.slice(at + 1)]
  const untagged = /^[^+]+/.exec(local)?.[0] ?? local
  return ignoresDots.has(domain) ? `${untagged.replaceAll('.', '')}@gmail.com` : `${untagged}@${domain}`
}
