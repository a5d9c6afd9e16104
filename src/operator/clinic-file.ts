// Reading a clinic file. It is taken whole or not at all, and every mistake in it is named by its path,
// also where others stand in the way: what a schema cannot say is asked of each part that is understood.

import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { type Document, isScalar, LineCounter, parseDocument, visit } from 'yaml'
import { isSearchable } from '../catalogue/medicine-text.ts'
import { isLoopback } from '../ports/messages/loopback.ts'
import { readMailbox } from '../ports/messages/mailbox.ts'
import { readMailServer } from '../ports/messages/smtp-rail.ts'
import { secretVariable } from '../ports/secrets.ts'
import { isCalendarDate, weekdays } from '../values/calendar-date.ts'
import { canonicalZone, parseClock } from '../values/clinic-time.ts'
import { isCountry } from '../values/country.ts'
import { isEmail, normalisedEmail } from '../values/email.ts'
import type { Mode } from '../values/modes.ts'
import { decimalsOf, isCurrency, toMinorUnits } from '../values/money.ts'
import { countryCodePattern, phoneDigits } from '../values/phone.ts'
import { isStorableText } from '../values/text.ts'
import { ClinicFile, codePattern, namePattern, practiceItems } from './clinic-file-schema.ts'

export type { AtLocation, ClinicFile } from './clinic-file-schema.ts'

/** One thing wrong with a file: where, and why. */
export interface Mistake {
  path: string
  reason: string
}

type Report = (path: string, reason: string) => void

const ajv = new Ajv({ allErrors: true, strict: false })
ajv.addFormat('calendar-date', isCalendarDate)
ajv.addFormat('zone', (value: string) => canonicalZone(value) !== undefined)
ajv.addFormat('currency', isCurrency)
ajv.addFormat('country', isCountry)
ajv.addFormat('clock', (value: string) => parseClock(value) !== undefined)
ajv.addFormat('secret', (value: string) => secretVariable(value) !== undefined)
ajv.addFormat('mail-server', (value: string) => secretVariable(value) !== undefined || isOpenMailServer(value))
ajv.addFormat('mailbox', (value: string) => readMailbox(value) !== undefined)
ajv.addFormat('email', isEmail)
ajv.addFormat('phone', (value: string) => phoneDigits(value) !== undefined)
ajv.addFormat('digits', /^\d{1,20}$/)
ajv.addFormat('template', /^[a-z0-9_]{1,512}$/)
ajv.addFormat('template-language', /^[a-z]{2,3}(_[A-Z]{2})?$/)
ajv.addFormat('graph-version', /^v\d{1,3}\.\d{1,2}$/)
ajv.addFormat('api-url', isApiUrl)
const matchesSchema = matcher(ClinicFile)
const isWindow = matcher(practiceItems.window)
const isWeeklyHours = matcher(practiceItems.weeklyHours)
const isFee = matcher(practiceItems.fee)

/** True for a mail server whose URL is no secret. */
function isOpenMailServer(text: string): boolean {
  const server = readMailServer(text)
  return server !== undefined && server.login === undefined
}

/** The token goes there, so it is encrypted, unless it stays on this machine. */
function isApiUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s?#@]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname)
}

function matcher<T extends TSchema>(schema: T): ValidateFunction<Static<T>> {
  return ajv.compile<Static<T>>(schema)
}

const formatWords: Record<string, string> = {
  'calendar-date': 'must be an existing date, YYYY-MM-DD',
  zone: 'must be an IANA time zone name, such as Asia/Kolkata',
  currency: 'must be an ISO 4217 currency code, such as INR',
  country: 'must be an ISO2 country code, such as IN',
  clock: 'must be a time of day from 00:00 to 24:00, HH:MM',
  secret: 'must name a secret: secret:NAME, in capitals, digits and underscores',
  'mail-server': 'must be secret:NAME, or smtps://HOST:PORT or smtp://HOST:PORT without a user and password',
  mailbox: 'must be one address, with or without a name: Sunrise Clinics <codes@sunrise.example>',
  email: 'must be an e-mail address',
  phone: 'must be a number of 4 to 15 digits without the dial code',
  digits: 'must be 1 to 20 digits, in quotes',
  template: 'must be the name of a template: lower-case letters, digits and underscores',
  'template-language': 'must be the code of a language, such as en or en_US',
  'graph-version': 'must be a version, such as v23.0',
  'api-url': 'must be an address with https:// and nothing after its path',
}
const patternWords: Record<string, string> = {
  [namePattern]: 'a name is 1 to 63 lower-case letters, digits and dashes',
  [codePattern]: 'a code is 1 to 63 characters, with no blank at either end',
  [countryCodePattern]: 'must be a plus and 1 to 4 digits, such as +91',
  '\\S': 'must not be blank',
}

// Two thousand practitioners. Reading blocks the service that imports it, 2 to 3 s at this size.
const fileBytesMax = 2 * 1024 * 1024
const mistakesShownMax = 200
const nestingMax = 50

/** Reads a clinic file; answers the file, or everything that is wrong with it. */
export function readClinicFile(source: string): { file: ClinicFile } | { mistakes: Mistake[] } {
  const mistakes: Mistake[] = []
  const report: Report = (path, reason) => mistakes.push({ path, reason })
  const value = parse(source, report)
  if (mistakes.length === 0) {
    if (!matchesSchema(value)) for (const error of matchesSchema.errors ?? []) reportSchemaError(error, report)
    reportUnstorable(value, report)
    reportContradictions(value, report)
  }
  if (mistakes.length === 0) return { file: value as ClinicFile }
  const shown = mistakes.slice(0, mistakesShownMax)
  if (mistakes.length > shown.length) shown.push({ path: 'file', reason: `has ${mistakes.length - shown.length} further mistakes` })
  return { mistakes: shown }
}

/** The value a file stands for. JSON is YAML; one parser reads both and knows the line of a mistake. */
function parse(source: string, report: Report): unknown {
  const size = Buffer.byteLength(source)
  if (size > fileBytesMax) return report('file', `has ${size} bytes; at most ${fileBytesMax} are read`)
  const lines = new LineCounter()
  // The parser's own search for duplicate keys compares each with each: 80 s for 50,000.
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: false, prettyErrors: false, logLevel: 'error' })
  const lineOf = (offset: number) => `line ${lines.linePos(offset).line}`
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) return report('file', 'nests too deeply')
  for (const { message, pos } of document.errors) report(lineOf(pos[0]), message)
  if (document.errors.length > 0) return
  reportDuplicateKeys(document, (offset, name) => report(lineOf(offset), `names ${name} a second time`))
  try {
    const value: unknown = document.toJS({ maxAliasCount: -1 })
    // Aliases are shared here and written out later: what counts is the size they stand for.
    if (isWithinReason(value, { left: 2 * fileBytesMax }, 0)) return value
    report('file', 'nests too deeply, or repeats itself through too many aliases')
  } catch (error) {
    report('file', (error as Error).message)
  }
}

function reportDuplicateKeys(document: Document, duplicate: (offset: number, name: string) => void) {
  visit(document, {
    Map(_, { items }) {
      const names = new Set<string>()
      for (const { key } of items) {
        if (!isScalar(key)) continue
        const name = String(key.value)
        if (names.has(name)) duplicate(key.range?.[0] ?? 0, name)
        names.add(name)
      }
    },
  })
}

/** False for a value too deep or, written out, too long to be worked with. */
function isWithinReason(value: unknown, budget: { left: number }, depth: number): boolean {
  budget.left -= typeof value === 'string' ? value.length + 1 : 1
  if (budget.left < 0 || depth > nestingMax) return false
  if (typeof value !== 'object' || value === null) return true
  return Object.values(value).every((member) => isWithinReason(member, budget, depth + 1))
}

function reportSchemaError({ instancePath, keyword, params, message, propertyName }: ErrorObject, report: Report) {
  // The error beside it says which pattern.
  if (keyword === 'propertyNames') return
  const path = instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~') || 'file'
  if (propertyName !== undefined) return report(path, `has a member named '${propertyName}'; ${patternWords[params.pattern]}`)
  const reasons: Record<string, () => string> = {
    required: () => `lacks ${params.missingProperty}`,
    additionalProperties: () => `has a member nobody knows: ${params.additionalProperty}`,
    enum: () => `must be one of ${params.allowedValues.join(', ')}`,
    format: () => formatWords[params.format] ?? `must be a ${params.format}`,
    pattern: () => patternWords[params.pattern] ?? 'has the wrong form',
  }
  report(path, reasons[keyword]?.() ?? message ?? keyword)
}

/** Text PostgreSQL cannot store, and what YAML knows beyond JSON. */
function reportUnstorable(value: unknown, report: Report, path = '') {
  const place = path || 'file'
  if (typeof value === 'string' && !isStorableText(value)) report(place, 'holds NUL or half of a surrogate pair')
  if (typeof value === 'number' && !Number.isFinite(value)) report(place, 'must be a finite number')
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value) && Object.getPrototypeOf(value) !== Object.prototype) return report(place, 'must be text, a number, a list or a mapping')
  for (const [name, member] of Object.entries(value)) {
    if (isStorableText(name)) reportUnstorable(member, report, path ? `${path}.${name}` : name)
    else report(place, 'has a member whose name holds NUL or half of a surrogate pair')
  }
}

/** What a schema cannot say. The value may have other mistakes. */
function reportContradictions(value: unknown, report: Report) {
  const { locations, practitioners, staff, roles, medicines } = mapping(value)
  const places = new Map(Object.entries(mapping(locations)))
  checkStaff(mapping(staff), mapping(practitioners), mapping(roles), report)
  for (const [name, member] of Object.entries(mapping(staff))) {
    for (const [index, location] of listOf(mapping(member).at).entries()) {
      if (!places.has(String(location))) report(`staff.${name}.at.${index}`, 'is not one of the locations of this file')
    }
  }
  for (const [name, practitioner] of Object.entries(mapping(practitioners))) {
    for (const [location, practice] of Object.entries(mapping(mapping(practitioner).at))) {
      const path = `practitioners.${name}.at.${location}`
      if (places.has(location)) checkPrices(mapping(practice), mapping(places.get(location)), path, report)
      else report(path, 'is not one of the locations of this file')
      checkHours(mapping(practice), path, report)
    }
  }
  for (const [code, medicine] of Object.entries(mapping(medicines))) checkMedicine(mapping(medicine), places, `medicines.${code}`, report)
}

function checkMedicine(medicine: Record<string, unknown>, places: ReadonlyMap<string, unknown>, path: string, report: Report) {
  const { name, genericName = '', at } = medicine
  if (typeof name === 'string' && typeof genericName === 'string' && !isSearchable(name, genericName)) report(path, 'has names too long to be searched')
  for (const [location, { unitPrice }] of Object.entries(mapping(at)).map(([key, sold]) => [key, mapping(sold)] as const)) {
    if (places.has(location)) checkAmount(unitPrice, mapping(places.get(location)).currency, `${path}.at.${location}.unitPrice`, report)
    else report(`${path}.at.${location}`, 'is not one of the locations of this file')
  }
}

function checkAmount(amount: unknown, currency: unknown, path: string, report: Report) {
  // A location without a currency has a mistake of its own.
  if (typeof amount !== 'number' || amount < 0 || typeof currency !== 'string' || !isCurrency(currency)) return
  if (toMinorUnits(amount, currency) === undefined) report(path, `is no amount of ${currency}, which has ${decimalsOf(currency)} decimals`)
}

/** What holds for everybody on the staff, practitioners or not. */
function checkStaff(staff: Record<string, unknown>, practitioners: Record<string, unknown>, roles: Record<string, unknown>, report: Report) {
  const everybody = Object.entries({ staff, practitioners }).flatMap(([section, members]) =>
    Object.entries(members).map(([name, member]) => ({ name, path: `${section}.${name}`, member: mapping(member) })),
  )
  const ownerOf = new Map<string, string>()
  for (const { name, path, member } of everybody) {
    if (path.startsWith('staff.') && Object.hasOwn(practitioners, name)) report(path, 'is one of the practitioners too; a name is one person')
    for (const [index, role] of listOf(member.roles).entries()) {
      if (!Object.hasOwn(roles, String(role))) report(`${path}.roles.${index}`, 'is not one of the roles of this file')
    }
    if (typeof member.email !== 'string') continue
    const email = normalisedEmail(member.email)
    const owner = ownerOf.get(email)
    if (owner) report(`${path}.email`, `is the address of ${owner} too`)
    else ownerOf.set(email, path)
  }
}

function checkPrices(practice: Record<string, unknown>, location: Record<string, unknown>, path: string, report: Report) {
  const checkFee = (amount: unknown, international: boolean, place: string) => {
    const currency = international ? location.internationalCurrency : location.currency
    if (typeof amount === 'number' && currency === undefined && international) report(place, 'needs internationalCurrency at the location')
    checkAmount(amount, currency, place, report)
  }
  checkFee(practice.followUpFee, false, `${path}.followUpFee`)
  for (const [name, tier] of Object.entries(mapping(practice.tiers))) {
    checkFee(mapping(tier).fee, false, `${path}.tiers.${name}.fee`)
    checkFee(mapping(tier).internationalFee, true, `${path}.tiers.${name}.internationalFee`)
  }
  const priced = new Set<string>()
  for (const [index, { mode, amount, international = false }] of itemsOf(practice.fees, isFee)) {
    checkFee(amount, international, `${path}.fees.${index}.amount`)
    const list = international ? 'international' : 'domestic'
    if (priced.has(`${mode} ${list}`)) report(`${path}.fees.${index}`, `is a second ${list} fee for ${mode}`)
    priced.add(`${mode} ${list}`)
  }
}

interface PlacedWindow {
  from: string
  to: string
  modes: Mode[]
  place: string
}

function checkHours(practice: Record<string, unknown>, path: string, report: Report) {
  const weekly = itemsOf(practice.hours, isWeeklyHours).map(([index, hours]) => ({ ...hours, place: `${path}.hours.${index}` }))
  checkOrder(weekly, report)
  for (const day of weekdays)
    checkOverlaps(
      weekly.filter(({ days }) => days.includes(day)),
      day,
      report,
    )
  const dates = new Set<unknown>()
  for (const [index, exception] of Object.entries(Array.isArray(practice.exceptions) ? practice.exceptions : [])) {
    const place = `${path}.exceptions.${index}`
    const { date, hours } = mapping(exception)
    if (typeof date === 'string' && dates.has(date)) report(place, `names ${date} a second time`)
    dates.add(date)
    const windows = itemsOf(hours, isWindow).map(([position, window]) => ({ ...window, place: `${place}.hours.${position}` }))
    checkOrder(windows, report)
    checkOverlaps(windows, String(date), report)
  }
}

// Clock text of this form compares as time does.

function checkOrder(windows: PlacedWindow[], report: Report) {
  for (const { from, to, place } of windows) {
    if (from >= to) report(place, `opens at ${from} but closes at ${to}; hours across midnight are written as two`)
  }
}

/** No mode is worked twice at once. */
function checkOverlaps(windows: PlacedWindow[], day: string, report: Report) {
  for (const [index, window] of windows.entries()) {
    const sharedWith = (other: PlacedWindow) => window.modes.find((mode) => other.modes.includes(mode))
    const other = windows.slice(0, index).find((earlier) => window.from < earlier.to && earlier.from < window.to && sharedWith(earlier))
    if (other) report(window.place, `overlaps the hours ${other.from} to ${other.to} on ${day} for ${sharedWith(other)}`)
  }
}

/** The value as a mapping; an empty one if it is something else. */
function mapping(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {}
}

/** The value as a list; an empty one if it is something else. */
function listOf(value: unknown): unknown[] {
  return Array.isArray(value) ? value : []
}

/** The items of a list that are understood, with their positions. */
function itemsOf<T>(value: unknown, isItem: ValidateFunction<T>): [number, T][] {
  return Array.isArray(value) ? value.flatMap((item: unknown, index): [number, T][] => (isItem(item) ? [[index, item]] : [])) : []
}
