// The clinic file: how an operator describes a workspace, in YAML or JSON. Its schema is published as
// docs/clinic-file.schema.json. A file is taken whole or not at all, and every mistake in it is named
// by its path.

import { Ajv, type ErrorObject } from 'ajv'
import { type Static, Type } from 'typebox'
import { LineCounter, parseDocument } from 'yaml'
import { calendarDate, choice, currency, flag, integer, list, number, object, optional, text, zone } from '../http/schemas.ts'
import { features } from '../http/route.ts'
import { isCalendarDate, weekdays } from '../values/calendar-date.ts'
import { canonicalZone, parseClock } from '../values/clinic-time.ts'
import { isCountry } from '../values/country.ts'
import { appointmentSystems, type Mode, modes } from '../values/modes.ts'
import { isCurrency, toMinorUnits } from '../values/money.ts'
import { isStorableText } from '../values/text.ts'

const namePattern = '^[a-z0-9][a-z0-9-]{0,62}$'

function named<T extends ReturnType<typeof closed>>(item: T, description: string) {
  return Type.Unsafe<Record<string, Static<T>>>({ type: 'object', description, propertyNames: { pattern: namePattern }, additionalProperties: item })
}

function closed<P extends Parameters<typeof object>[0]>(properties: P, description?: string) {
  return object(properties, { unknown: 'refused', ...(description ? { description } : {}) })
}

const line = (description: string, example: string) => text(description, example, { minLength: 1, maxLength: 500 })
const clock = (description: string, example: string) => Type.String({ format: 'clock', description, examples: [example] })
const amount = (description: string, example: number) => number(description, example, { minimum: 0 })
const minutes = (description: string, example: number) => integer(description, example, { minimum: 5, maximum: 720 })

const Window = closed(
  {
    from: clock('Opening, HH:MM on the clinic clock.', '09:00'),
    to: clock('Closing, HH:MM on the clinic clock, up to 24:00.', '13:00'),
    modes: Type.Array(choice(modes, 'A mode worked in.'), { minItems: 1, uniqueItems: true, description: 'Modes worked in during these hours.' }),
  },
  'Hours of one day. Hours across midnight are written as two.',
)

const Tier = closed(
  {
    minutes: minutes('Length of the visit, in minutes.', 30),
    fee: amount("Fee in the location's currency.", 800),
    internationalFee: optional(amount("Fee in the location's international currency.", 40)),
  },
  'A longer or shorter kind of visit with a fee of its own.',
)

const AtLocation = closed(
  {
    slotMinutes: minutes('Length of an ordinary visit, in minutes.', 15),
    tiers: optional(named(Tier, 'Duration tiers by name.')),
    fees: optional(
      list(
        closed({
          mode: choice(modes, 'The mode this fee is for.'),
          amount: amount("The fee, in the location's currency, or its international currency.", 500),
          international: optional(flag('A row of the international price list.', false)),
        }),
        'Fees by mode; for a queue practitioner, the queue charges.',
      ),
    ),
    followUpFee: optional(amount("Fee of a follow-up, in the location's currency; 0 when omitted.", 0)),
    hours: optional(
      list(
        closed({
          days: Type.Array(choice(weekdays, 'A day of the week.'), { minItems: 1, uniqueItems: true, description: 'Days these hours hold on.' }),
          ...Window.properties,
        }),
        'Weekly hours.',
      ),
    ),
    exceptions: optional(
      list(
        closed({
          date: calendarDate('The date.', '2027-01-26'),
          hours: list(Window, 'Hours of that date instead of the weekly ones; none closes it.'),
        }),
        'Dates with other hours.',
      ),
    ),
  },
  'What a practitioner does at one location.',
)

const Profile = closed({
  published: flag('False keeps it a draft.'),
  name: line('Public name.', 'Dr Asha Rao'),
  specialization: optional(line('What the practitioner treats.', 'Dermatology')),
  qualification: optional(line('Degrees and titles.', 'MBBS, MD')),
  experience: optional(integer('Years of practice.', 12, { minimum: 0, maximum: 100 })),
  profileImageUrl: optional(line('A portrait.', 'https://example.org/asha.jpg')),
  details: optional(
    closed({
      slug: optional(line('Readable part of a page address.', 'dr-asha-rao')),
      gallery: optional(Type.Any({ description: 'Pictures.', examples: [['https://example.org/room.jpg']] })),
      faqs: optional(Type.Any({ description: 'Questions and answers.', examples: [[]] })),
      socialLinks: optional(Type.Any({ description: 'Links elsewhere.', examples: [{}] })),
      workHistory: optional(Type.Any({ description: 'Earlier posts.', examples: [[]] })),
      seo: optional(Type.Any({ description: 'Words for search engines.', examples: [{}] })),
      videoUrl: optional(line('A film.', 'https://example.org/asha.mp4')),
      treatmentPhilosophy: optional(text('How the practitioner works.', 'Explain first, treat second.', { maxLength: 5000 })),
      whatToExpect: optional(text('What a first visit is like.', 'Twenty minutes and a plan.', { maxLength: 5000 })),
    }),
  ),
})

export const ClinicFile = closed(
  {
    workspace: closed({
      name: text('Names the workspace in this installation; importing it again updates it.', 'sunrise', { pattern: namePattern }),
      title: line('The name people see.', 'Sunrise Clinics'),
      timezone: zone('Zone of whatever belongs to no location.'),
      video: optional(choice(['built-in', 'account'], 'Who provides video links: the built-in video, or a connected provider account. Omitted: only practitioners with their own.')),
      paymentGateway: optional(choice(['sandbox'], 'Gateway a checkout is opened at.')),
      paymentMethods: optional(Type.Array(line('A payment method.', 'INSURANCE'), { uniqueItems: true, maxItems: 50, description: 'Methods bookings may name beside the usual ones.' })),
      entitlements: optional(Type.Array(choice(features, 'An entitlement.'), { uniqueItems: true, description: 'Routes this workspace may call.' })),
      publicProfile: optional(closed({ name: line("The workspace's public name.", 'Sunrise Clinics') })),
    }),
    locations: named(
      closed({
        fullAddress: line('Street address as it is written.', '12 MI Road, Jaipur 302001'),
        city: line('City.', 'Jaipur'),
        state: line('State or region.', 'Rajasthan'),
        country: Type.String({ format: 'country', description: 'ISO2 code.', examples: ['IN'] }),
        timezone: optional(zone("The location's zone; the workspace's when omitted.")),
        currency: currency("The location's currency."),
        internationalCurrency: optional(currency('Currency of the international price list; omitted: none is kept.', 'USD')),
        rooms: optional(Type.Array(text('A room.', 'room-1', { pattern: namePattern }), { uniqueItems: true, description: 'Rooms by name.' })),
      }),
      'Locations by name.',
    ),
    practitioners: named(
      closed({
        name: line('Name among the staff.', 'Asha Rao'),
        specialization: line('What the practitioner treats.', 'Dermatology'),
        system: choice(appointmentSystems, 'SCHEDULED sells slots, QMS sells tokens.'),
        membership: optional(choice(['active', 'inactive', 'invited'], 'active when omitted.')),
        ownVideo: optional(flag('The practitioner connected a video account.', false)),
        permissions: optional(
          closed({
            allowOnline: optional(flag('true when omitted.')),
            allowOffline: optional(flag('true when omitted.')),
            allowCancellation: optional(flag('true when omitted.')),
            allowRescheduling: optional(flag('true when omitted.')),
            cancellationAllowedBeforeInHours: optional(integer('0 when omitted.', 24, { minimum: 0, maximum: 8760 })),
          }),
        ),
        followUpDays: optional(integer('Days a completed visit can be followed up; 7 when omitted.', 7, { minimum: 0, maximum: 365 })),
        profile: optional(Profile),
        at: named(AtLocation, 'Locations the practitioner works at, by the name of the location.'),
      }),
      'Practitioners by name.',
    ),
  },
  'Everything a workspace is described by.',
)
export type ClinicFile = Static<typeof ClinicFile>
export type AtLocation = Static<typeof AtLocation>

/** One thing wrong with a file: where, and why. */
export interface Mistake {
  path: string
  reason: string
}

const ajv = new Ajv({ allErrors: true, strict: false })
ajv.addFormat('calendar-date', isCalendarDate)
ajv.addFormat('zone', (value: string) => canonicalZone(value) !== undefined)
ajv.addFormat('currency', isCurrency)
ajv.addFormat('country', isCountry)
ajv.addFormat('clock', (value: string) => parseClock(value) !== undefined)
ajv.addFormat('id', true)
const matchesSchema = ajv.compile(ClinicFile)

const formatWords: Record<string, string> = {
  'calendar-date': 'must be an existing date, YYYY-MM-DD',
  zone: 'must be an IANA time zone name, such as Asia/Kolkata',
  currency: 'must be an ISO 4217 currency code, such as INR',
  country: 'must be an ISO2 country code, such as IN',
  clock: 'must be a time of day from 00:00 to 24:00, HH:MM',
}

const mistakesShownMax = 200

/** Reads a clinic file; answers the file, or everything that is wrong with it. */
export function readClinicFile(source: string): { file: ClinicFile } | { mistakes: Mistake[] } {
  const lines = new LineCounter()
  // JSON is YAML; one parser reads both and knows the line of a mistake.
  const document = parseDocument(source, { lineCounter: lines, uniqueKeys: true })
  const syntax = document.errors.map(({ message, pos }) => ({ path: `line ${lines.linePos(pos[0]).line}`, reason: message.split('\n')[0] ?? message }))
  if (syntax.length > 0) return { mistakes: syntax.slice(0, mistakesShownMax) }
  let value: unknown
  try {
    value = document.toJS({ maxAliasCount: 100 })
  } catch {
    return { mistakes: [{ path: 'file', reason: 'repeats itself through too many aliases' }] }
  }
  const mistakes = matchesSchema(value) ? meaningMistakes(value as ClinicFile) : (matchesSchema.errors ?? []).map(schemaMistake)
  return mistakes.length > 0 ? { mistakes: mistakes.slice(0, mistakesShownMax) } : { file: value as ClinicFile }
}

function schemaMistake({ instancePath, keyword, params, message }: ErrorObject): Mistake {
  const path = instancePath.slice(1).replaceAll('/', '.') || 'file'
  switch (keyword) {
    case 'required':
      return { path, reason: `lacks ${params.missingProperty}` }
    case 'additionalProperties':
      return { path, reason: `has a member nobody knows: ${params.additionalProperty}` }
    case 'enum':
      return { path, reason: `must be one of ${params.allowedValues.join(', ')}` }
    case 'format':
      return { path, reason: formatWords[params.format] ?? `must be a ${params.format}` }
    case 'pattern':
    case 'propertyNames':
      return { path, reason: 'has a name that is not lower-case letters, digits and dashes' }
    default:
      return { path, reason: message ?? keyword }
  }
}

/** What a schema cannot say. */
function meaningMistakes(file: ClinicFile): Mistake[] {
  const mistakes: Mistake[] = []
  const report = (path: string, reason: string) => mistakes.push({ path, reason })
  for (const [name, practitioner] of Object.entries(file.practitioners)) {
    for (const [locationName, practice] of Object.entries(practitioner.at)) {
      const path = `practitioners.${name}.at.${locationName}`
      const location = file.locations[locationName]
      if (!location) report(path, 'is not one of the locations of this file')
      else checkPractice(practice, location, path, report)
    }
  }
  everyText(file, 'file', (path, value) => {
    if (!isStorableText(value)) report(path, 'holds NUL or half of a surrogate pair')
  })
  return mistakes
}

type Report = (path: string, reason: string) => void
type FileLocation = ClinicFile['locations'][string]

function checkPractice(practice: AtLocation, location: FileLocation, path: string, report: Report) {
  const checkAmount = (value: number | undefined, currency: string | undefined, place: string) => {
    if (value === undefined) return
    if (currency === undefined) report(place, 'needs internationalCurrency at the location')
    else if (toMinorUnits(value, currency) === undefined) report(place, `is not an amount of ${currency}`)
  }
  checkAmount(practice.followUpFee, location.currency, `${path}.followUpFee`)
  for (const [name, tier] of Object.entries(practice.tiers ?? {})) {
    checkAmount(tier.fee, location.currency, `${path}.tiers.${name}.fee`)
    checkAmount(tier.internationalFee, location.internationalCurrency, `${path}.tiers.${name}.internationalFee`)
  }
  const priced = new Set<string>()
  for (const [index, fee] of (practice.fees ?? []).entries()) {
    checkAmount(fee.amount, fee.international ? location.internationalCurrency : location.currency, `${path}.fees.${index}.amount`)
    const row = `${fee.mode} ${fee.international ?? false}`
    if (priced.has(row)) report(`${path}.fees.${index}`, `is a second ${fee.international ? 'international' : 'domestic'} fee for ${fee.mode}`)
    priced.add(row)
  }
  for (const day of weekdays) {
    const windows = (practice.hours ?? []).flatMap((hours, index) => (hours.days.includes(day) ? [{ ...hours, place: `${path}.hours.${index}` }] : []))
    checkDay(windows, day, report)
  }
  const dates = new Set<string>()
  for (const [index, { date, hours }] of (practice.exceptions ?? []).entries()) {
    const place = `${path}.exceptions.${index}`
    if (dates.has(date)) report(place, `names ${date} a second time`)
    dates.add(date)
    checkDay(hours.map((window, position) => ({ ...window, place: `${place}.hours.${position}` })), date, report)
  }
}

interface PlacedWindow {
  from: string
  to: string
  modes: Mode[]
  place: string
}

/** Hours of one day: each opens before it closes, and no mode is worked twice at once. */
function checkDay(windows: PlacedWindow[], day: string, report: Report) {
  for (const [index, window] of windows.entries()) {
    // Text of this form compares as time does.
    if (window.from >= window.to) report(window.place, `opens at ${window.from} but closes at ${window.to}; split hours across midnight`)
    for (const other of windows.slice(0, index)) {
      const shared = window.modes.find((mode) => other.modes.includes(mode))
      if (shared && window.from < other.to && other.from < window.to) {
        report(window.place, `overlaps the hours ${other.from} to ${other.to} on ${day} for ${shared}`)
      }
    }
  }
}

function everyText(value: unknown, path: string, visit: (path: string, text: string) => void) {
  if (typeof value === 'string') visit(path, value)
  else if (typeof value === 'object' && value !== null) {
    for (const [name, member] of Object.entries(value)) everyText(member, path === 'file' ? name : `${path}.${name}`, visit)
  }
}
