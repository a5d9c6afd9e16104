// Validates values against schemas, and describes in plain words what does not match.

import { Ajv, type ErrorObject } from 'ajv'
import type { Static, TSchema } from 'typebox'
import { isLoopback } from '../../base/messages/loopback.ts'
import { readMailbox } from '../../base/messages/mailbox.ts'
import { readMailServer } from '../../base/messages/smtp-rail.ts'
import { secretVariable } from '../../base/ports/secrets.ts'
import { isCalendarDate } from '../../base/values/calendar-date.ts'
import { canonicalZone, nightEndMax, parseClock } from '../../base/values/clinic-time.ts'
import { contrast, isColour, readableContrast } from '../../base/values/colour.ts'
import { isCountry } from '../../base/values/country.ts'
import { isEmail } from '../../base/values/email.ts'
import { isCurrency } from '../../base/values/money.ts'
import { countryCodePattern, parsePhone } from '../../base/values/phone.ts'
import { codePattern } from '../../clinic/catalogue/medicines/medicine-fields.ts'
import { placeholders } from '../../clinic/notices/notice-settings.ts'
import { isNoticeBody, isNoticeShort, isNoticeSubject } from '../../clinic/notices/notice-text.ts'
import { logoBytesMax, logoTypes, readLogo } from '../../doors/patient-pages/settings.ts'
import { isFeedUrl } from '../../visits/calendars/feed-url.ts'
import type { Help, Matcher, Report } from './checking.ts'
import {
  headerPattern,
  keyPattern,
  namePattern,
  requestNamePattern,
  videoChoicePattern,
  webAddressPattern,
} from './words.ts'

/** The formats by their names in schemas: which texts match, and the message for others. */
const formats: Record<string, { matches: RegExp | ((text: string) => boolean); words: string }> = {
  'calendar-date': { matches: isCalendarDate, words: 'must be an existing date, YYYY-MM-DD' },
  zone: {
    matches: (text) => canonicalZone(text) !== undefined,
    words: 'must be an IANA time zone name, such as Asia/Kolkata',
  },
  currency: { matches: isCurrency, words: 'must be an ISO 4217 currency code, such as INR' },
  country: { matches: isCountry, words: 'must be an ISO2 country code, such as IN' },
  clock: {
    matches: (text) => parseClock(text) !== undefined,
    words: 'must be a time of day from 00:00 to 24:00, HH:MM',
  },
  'night-clock': {
    matches: (text) => parseClock(text, nightEndMax) !== undefined,
    words: 'must be a time of day from 00:00 to 24:00, HH:MM, or on the next day up to 36:00',
  },
  email: { matches: isEmail, words: 'must be an e-mail address' },
  phone: {
    matches: (text) => !('problem' in parsePhone(text, undefined)),
    words: 'must be a phone number of 4 to 15 digits',
  },
  secret: {
    matches: (text) => secretVariable(text) !== undefined,
    words: 'must name a secret: secret:NAME, in capitals, digits and underscores',
  },
  'gateway-key': {
    matches: (text) => secretVariable(text) !== undefined,
    words:
      'must name a secret: secret:NAME, in capitals, digits and underscores; the key itself is CLINIC_SECRET_NAME where the service runs',
  },
  'razorpay-key-id': {
    matches: /^rzp_(live|test)_[A-Za-z0-9_]{1,64}$/,
    words: 'must be the id of a key, rzp_live_… or rzp_test_…',
  },
  'mail-server': {
    matches: (text) => secretVariable(text) !== undefined || isOpenMailServer(text),
    words:
      'must be secret:NAME, or smtps://HOST:PORT or smtp://HOST:PORT without a user and password',
  },
  'feed-url': {
    matches: (text) => secretVariable(text) !== undefined || isFeedUrl(text),
    words:
      'must be secret:NAME, or an address such as https://calendar.example/private-abc/basic.ics of 2000 characters at most',
  },
  mailbox: {
    matches: (text) => readMailbox(text) !== undefined,
    words: 'must be one address, with or without a name: Sunrise Clinics <codes@sunrise.example>',
  },
  'notice-subject': {
    matches: isNoticeSubject,
    words: `must be one line of 1 to 150 characters, with nothing in braces but ${placeholders.join(', ')}`,
  },
  'notice-body': {
    matches: isNoticeBody,
    words: `must be text of 1 to 2000 characters, with nothing in braces but ${placeholders.join(', ')}`,
  },
  'notice-short': {
    matches: isNoticeShort,
    words: `must be text of 1 to 600 characters, with nothing in braces but ${placeholders.join(', ')}`,
  },
  'twilio-sid': {
    matches: /^AC[0-9a-f]{32}$/,
    words: 'must be AC and 32 digits or letters from a to f',
  },
  'api-key': { matches: /^[A-Za-z0-9]{1,64}$/, words: 'must be 1 to 64 letters and digits' },
  'sms-sender': {
    matches: /^(\+?[0-9]{3,15}|MG[0-9a-f]{32}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$/,
    words: 'must be a number, a name of 1 to 11 letters and digits, or MG and 32 digits or letters',
  },
  'sms-template': {
    matches: /^[A-Za-z0-9_-]{1,64}$/,
    words: 'must be the id of a template: letters, digits, dashes and underscores',
  },
  'gateway-url': {
    matches: isGatewayUrl,
    words: 'must be an address with https://, without a user and password',
  },
  'page-colour': {
    matches: (text) => isColour(text) && contrast(text, '#ffffff') >= readableContrast,
    words: `must be a colour such as #0b6e5f, dark enough for white text on it: a contrast of ${readableContrast}`,
  },
  logo: {
    matches: (text) => readLogo(text) !== undefined,
    words: `must be a data URL such as data:image/png;base64,…, of ${logoTypes.join(', ')}, with ${logoBytesMax / 1024} kB at most`,
  },
  language: { matches: isLanguage, words: 'must be the tag of a language, such as hi or pt-BR' },
  digits: { matches: /^\d{1,20}$/, words: 'must be 1 to 20 digits, in quotes' },
  template: {
    matches: /^[a-z0-9_]{1,512}$/,
    words: 'must be the name of a template: lower-case letters, digits and underscores',
  },
  'template-language': {
    matches: /^[a-z]{2,3}(_[A-Z]{2})?$/,
    words: 'must be the code of a language, such as en or en_US',
  },
  'graph-version': { matches: /^v\d{1,3}\.\d{1,2}$/, words: 'must be a version, such as v23.0' },
  'jitsi-app-id': {
    matches: /^[\x21-\x7e]{1,100}$/,
    words: 'must be 1 to 100 letters, digits and signs, without blanks',
  },
  'api-url': {
    matches: isApiUrl,
    words: 'must be an address with https:// and nothing after its path',
  },
}

const patternMessages: Record<string, string> = {
  [namePattern]: 'a name is 1 to 63 lower-case letters, digits and dashes',
  [keyPattern]: 'a key is a letter and up to 62 letters, digits, dashes and underscores',
  [headerPattern]: 'a header is a letter and up to 60 letters, digits and dashes',
  [requestNamePattern]: 'a name here is a letter and up to 40 letters and digits',
  [codePattern]: 'a code is 1 to 63 characters, with no blank at either end',
  [countryCodePattern]: 'must be a plus and 1 to 4 digits, such as +91',
  [webAddressPattern]: 'must be an address with https://',
  [videoChoicePattern]:
    'must be built-in, account, off, an address with https://, or rooms at a server: jitsi',
  '\\S': 'must not be blank',
}

const ajv = new Ajv({ allErrors: true, strict: false, verbose: true })
for (const [name, { matches }] of Object.entries(formats)) ajv.addFormat(name, matches)

/**
 * Recognises values that match a schema. The schema is compiled at the first value: most processes
 * never see a clinic file, and compiling takes half a second.
 */
export function matcher<T extends TSchema>(schema: T): Matcher<Static<T>> {
  let compiled: Matcher<Static<T>> | undefined
  const matches = (value: unknown): value is Static<T> => {
    compiled ??= ajv.compile<Static<T>>(schema)
    return compiled(value)
  }
  return Object.defineProperty(matches, 'errors', { get: () => compiled?.errors })
}

/** What the keys of an object must be. */
export function describeKeys({ pattern, format }: { pattern?: string; format?: string }) {
  return patternMessages[pattern ?? ''] ?? formats[format ?? '']?.words
}

/** Keywords whose errors can show the wrong value. */
const valueKeywords = ['type', 'enum', 'const', 'format', 'pattern', 'minimum', 'maximum']
// Paths that may contain a password, a token or a private address, even by mistake.
const secretPaths =
  /^(workspace\.(messages|gateways|video\.jitsi)|practitioners\.[^.]+\.calendars)\b/

/** Reports an error of ajv, in words. */
export function reportSchemaError(
  { instancePath, keyword, params, message, propertyName, data, parentSchema = {} }: ErrorObject,
  report: Report,
) {
  // A second error already reports the pattern.
  if (keyword === 'propertyNames') return
  const path =
    instancePath.slice(1).replaceAll('/', '.').replaceAll('~1', '/').replaceAll('~0', '~') || 'file'
  if (propertyName !== undefined)
    return report(path, `has a member named '${propertyName}'; ${describeKeys(params)}`, {
      member: propertyName,
    })
  const reasons: Record<string, () => string> = {
    required: () => `lacks ${params.missingProperty}`,
    additionalProperties: () => `has an unknown member: ${params.additionalProperty}`,
    enum: () => `must be one of ${params.allowedValues.join(', ')}`,
    format: () => formats[params.format]?.words ?? `must be a ${params.format}`,
    pattern: () => patternMessages[params.pattern] ?? 'has the wrong form',
  }
  const help: Help =
    valueKeywords.includes(keyword) && !secretPaths.test(path) ? { found: data } : {}
  if (keyword === 'enum' && typeof data === 'string')
    help.meant = { word: data, among: params.allowedValues }
  if (keyword === 'additionalProperties') {
    help.member = params.additionalProperty
    help.meant = { word: params.additionalProperty, among: Object.keys(parentSchema.properties) }
  }
  report(path, reasons[keyword]?.() ?? message ?? keyword, help)
}

/** Whether a text is the URL of a mail server and contains no secret. */
function isOpenMailServer(text: string): boolean {
  const server = readMailServer(text)
  return server !== undefined && server.login === undefined
}

/** Whether dates can be written in a language. */
function isLanguage(text: string): boolean {
  try {
    return (
      /^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/.test(text) &&
      Intl.DateTimeFormat.supportedLocalesOf([text]).length === 1
    )
  } catch {
    return false
  }
}

/** A template of an address, which must use https unless it stays on this machine. */
function isGatewayUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s#@{}/?]+([/?][^\s#@]*)?$/.test(text) || text.length > 1_000) return false
  const address = text.replaceAll(/[{}]/g, '')
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return protocol === 'https:' || isLoopback(hostname)
}

/** The token is sent to this URL, so it must use https, unless it stays on this machine. */
function isApiUrl(text: string): boolean {
  if (!/^https?:\/\/[^\s?#@]+$/.test(text) || !URL.canParse(text)) return false
  const { protocol, hostname } = new URL(text)
  return protocol === 'https:' || isLoopback(hostname)
}
