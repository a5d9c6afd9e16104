// Parses the values of settings, with the errors for unusable ones.

import { databaseUrlProblem } from '../../base/values/database-url.ts'
import { parseAddressRange } from '../../base/values/ip-address.ts'

/** What is wrong with a value: sentences that follow the name of the setting. */
export class WrongValue extends Error {
  readonly sentences: readonly string[]

  constructor(...sentences: string[]) {
    super()
    this.sentences = sentences
  }
}

export function choiceFrom<const T extends string>(choices: readonly T[]) {
  return (text: string): T => {
    const found = choices.find((choice) => choice === text)
    if (found === undefined) throw new WrongValue(` must be one of ${choices.join(', ')}`)
    return found
  }
}

export function wholeNumber(least: number, most: number) {
  return (text: string): number => {
    const number = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN
    if (number >= least && number <= most) return number
    throw new WrongValue(` must be a whole number from ${least} to ${most}`)
  }
}

const splitEntries = (text: string) => text.split(',').flatMap((entry) => entry.trim() || [])

/**
 * Libraries decode the URL later, with their own error messages. An unescaped # or / or ? in a
 * password would end the host part.
 */
export function urlLike(pattern: RegExp, example: string) {
  return (text: string): string => {
    if (pattern.test(text) && isDecodable(text)) return text
    throw new WrongValue(
      ` must be a URL such as ${example}, with special characters of a password percent-encoded`,
    )
  }
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).href)
    return true
  } catch {
    return false
  }
}

export function databaseUrl(text: string): string {
  const problem = databaseUrlProblem(text)
  if (problem !== undefined) throw new WrongValue(problem)
  return text
}

export function webOrigin(text: string): string {
  const url = /^https?:\/\/[^\s/?#@\\]+\/?$/i.test(text) ? URL.parse(text) : null
  if (url) return url.origin
  throw new WrongValue(' must be a URL such as https://booking.example.org, without a path')
}

/** Kept unchanged: providers compare the issuer character by character. */
export function openIdIssuer(text: string): string {
  const url = /^https?:\/\/[^\s?#@\\]+$/i.test(text) ? URL.parse(text) : null
  const isHere = url !== null && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(url.hostname)
  if (url?.protocol === 'https:' || isHere) return text
  throw new WrongValue(
    ' must be a URL such as https://login.example.org/realms/clinic; http is for loopback alone',
  )
}

export function addressRanges(text: string): readonly string[] {
  const read = splitEntries(text).map(parseAddressRange)
  const problems = read.flatMap((entry) => ('problem' in entry ? [entry.problem] : []))
  if (problems.length > 0) throw new WrongValue(...problems.map((problem) => `: ${problem}`))
  return read.flatMap((entry) => ('range' in entry ? [entry.range] : []))
}

export function headerNames(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim().toLowerCase())
  if (names.some((name) => !/^[a-z0-9-]+$/.test(name)))
    throw new WrongValue(' must be names of headers, by comma')
  return names
}

/** `postgres://user:secret@host/name` without its password and parameters. */
export function maskUrl(url: string): string {
  const { protocol, username, host, pathname } = new URL(url)
  return `${protocol}//${username}${username ? ':***@' : ''}${host}${pathname}`
}
