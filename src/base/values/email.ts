import { domainToASCII } from 'node:url'
import { normaliseUnicode } from './text.ts'

const domainLengthMax = 253

/**
 * The address that a message is delivered to: mailers convert domains in other scripts, or in
 * full-width letters, to ASCII. Undefined for anything but a single address: with a name, a list,
 * quotes, comments, or an impossible domain.
 */
export function deliverableEmail(text: string): string | undefined {
  const [, local = '', domain = ''] =
    /^([^@]{1,64})@([^@]+)$/u.exec(normaliseUnicode(text.trim(), 'NFC')) ?? []
  const isLocal = /^[^\s\p{C}<>()[\]\\,;:"]+$/u.test(local) && !/^\.|\.$|\.\./.test(local)
  const isAscii = /^[\x21-\x7E]+$/.test(domain)
  // Converting it to ASCII never makes it shorter.
  const asciiDomain = isAscii || domain.length > domainLengthMax ? domain : domainToASCII(domain)
  const isDomain =
    asciiDomain.length <= domainLengthMax &&
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$/i.test(asciiDomain)
  return isLocal && isDomain ? `${local}@${asciiDomain}` : undefined
}

/** True for a single deliverable e-mail address. */
export function isEmail(text: string): boolean {
  return deliverableEmail(text) !== undefined
}

/**
 * The normalised form of an address, in which two spellings of one destination are equal. Only
 * lower case: the folding for names equates ı with i, and would show the owner of one mailbox
 * another's data.
 */
export function normalisedEmail(text: string): string {
  return (deliverableEmail(text) ?? normaliseUnicode(text.trim(), 'NFC')).toLowerCase()
}

/** Dots in the local part do not distinguish mailboxes there. */
const ignoresDots = new Set(['gmail.com', 'googlemail.com'])

/**
 * The mailbox of a normalised address, only for counting: without its tag (`x+1@…` is `x@…`), and
 * without dots at providers that ignore them. For everything else, two addresses of one mailbox are
 * two contacts.
 */
export function canonicalMailbox(address: string): string {
  const at = address.lastIndexOf('@')
  const local = address.slice(0, at)
  const domain = address.slice(at + 1)
  const untagged = /^[^+]+/.exec(local)?.[0] ?? local
  return ignoresDots.has(domain)
    ? `${untagged.replaceAll('.', '')}@gmail.com`
    : `${untagged}@${domain}`
}
