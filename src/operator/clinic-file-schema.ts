// What a clinic file may say. Its schema is published as docs/clinic-file.schema.json.

import { type Static, type TSchema, Type } from 'typebox'
import { memberships } from '../catalogue/staff-record.ts'
import { features } from '../http/route.ts'
import { calendarDate, choice, currency, flag, integer, number, object, optional, text, zone } from '../http/schemas.ts'
import { usualWhatsAppUrl, usualWhatsAppVersion } from '../ports/messages/whatsapp-rail.ts'
import { weekdays } from '../values/calendar-date.ts'
import { appointmentSystems, modes } from '../values/modes.ts'
import { countryCodePattern } from '../values/phone.ts'

export const namePattern = '^[a-z0-9][a-z0-9-]{0,62}$'

function named<T extends ReturnType<typeof closed>>(item: T, description: string, pattern = namePattern) {
  return Type.Unsafe<Record<string, Static<T>>>({ type: 'object', description, propertyNames: { pattern }, additionalProperties: item })
}

function closed<P extends Parameters<typeof object>[0]>(properties: P, description?: string) {
  return object(properties, { unknown: 'refused', ...(description ? { description } : {}) })
}

const line = (description: string, example: string) => text(description, example, { pattern: '\\S', maxLength: 500 })
const clock = (description: string, example: string) => Type.String({ format: 'clock', description, examples: [example] })
const amount = (description: string, example: number) => number(description, example, { minimum: 0 })
/** Every list is bounded: overlaps are looked for pair by pair. */
const several = <T extends TSchema>(items: T, maxItems: number, description: string) => Type.Array(items, { maxItems, description })
const distinct = <T extends TSchema>(items: T, minItems: number, description: string) =>
  Type.Array(items, { minItems, maxItems: 500, uniqueItems: true, description })
const minutes = (description: string, example: number) => integer(description, example, { minimum: 5, maximum: 720 })

const Window = closed(
  {
    from: clock('Opening, HH:MM on the clinic clock.', '09:00'),
    to: clock('Closing, HH:MM on the clinic clock, up to 24:00.', '13:00'),
    modes: distinct(choice(modes, 'A mode worked in.'), 1, 'Modes worked in during these hours.'),
  },
  'Hours of one day. Hours across midnight are written as two.',
)

const WeeklyHours = closed({
  days: distinct(choice(weekdays, 'A day of the week.'), 1, 'Days these hours hold on.'),
  ...Window.properties,
})

const Fee = closed({
  mode: choice(modes, 'The mode this fee is for.'),
  amount: amount("The fee, in the location's currency, or its international currency.", 500),
  international: optional(flag('A row of the international price list.', false)),
})

const Exception = closed({
  date: calendarDate('The date.', '2027-01-26'),
  hours: several(Window, 50, 'Hours of that date instead of the weekly ones; none closes it.'),
})

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
    fees: optional(several(Fee, 50, 'Fees by mode; for a queue practitioner, the queue charges.')),
    followUpFee: optional(amount("Fee of a follow-up, in the location's currency; 0 when omitted.", 0)),
    hours: optional(several(WeeklyHours, 200, 'Weekly hours.')),
    exceptions: optional(several(Exception, 1000, 'Dates with other hours.')),
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

const formatted = (format: string, description: string, example: string) => Type.String({ format, description, examples: [example] })

const memberFields = {
  name: line('Name among the staff.', 'Asha Rao'),
  prefix: optional(line('Title before the name.', 'Dr')),
  membership: optional(choice(memberships, 'active when omitted.')),
  email: optional(formatted('email', 'E-mail address, unique among the staff.', 'asha@sunrise.example')),
  verified: optional(flag('Whether the address is known to be theirs.', false)),
  countryCode: optional(text('Dial code with its plus, +91 when omitted.', '+91', { pattern: countryCodePattern })),
  phoneNumber: optional(formatted('phone', 'Number without the dial code, in quotes.', '9876500001')),
  profilePicUrl: optional(line('A portrait.', 'https://example.org/asha.jpg')),
  roles: optional(distinct(text('A role of this file.', 'reception', { pattern: namePattern }), 0, 'Roles by name.')),
}

/** Codes of medicines are the clinic's own; a file writes those of digits in quotes. */
export const codePattern = '^\\S(.{0,61}\\S)?$'
export const stockMax = 1_000_000_000

const title = (description: string, example: string) => text(description, example, { pattern: '\\S', maxLength: 200 })
export const medicineFields = {
  name: title('The name it is sold by.', 'Dolo 650'),
  genericName: optional(title('The name of what it contains.', 'Paracetamol')),
  form: optional(title('What it comes as.', 'Tablet')),
  strength: optional(title('How much a unit contains.', '650 mg')),
  manufacturer: optional(title('Who makes it.', 'Micro Labs')),
}

const Medicine = closed({
  ...medicineFields,
  at: named(
    closed({
      unitPrice: amount("Price of one unit, in the location's currency.", 2.05),
      stock: integer('Units the location has.', 120, { minimum: 0, maximum: stockMax }),
    }),
    'Locations that sell it, by the name of the location.',
  ),
})

const Smtp = closed(
  {
    url: formatted('mail-server', 'The mail server: smtps:// or smtp:// with STARTTLS. With a user and password only as secret:NAME.', 'secret:SMTP_URL'),
    from: formatted('mailbox', 'The sender.', 'Sunrise Clinics <codes@sunrise.example>'),
    allowUnencrypted: optional(flag('Speak to a server that offers no encryption, too. One on the same machine needs none.', false)),
  },
  'A mail server.',
)

const WhatsApp = closed(
  {
    phoneNumberId: formatted('digits', "Id of the clinic's phone number at WhatsApp.", '106540352242922'),
    template: formatted('template', 'Name of an approved template of the category authentication, with a copy-code button.', 'one_time_code'),
    language: formatted('template-language', 'Language of the template.', 'en'),
    token: formatted('secret', 'Access token, as secret:NAME.', 'secret:WHATSAPP_TOKEN'),
    version: optional(formatted('graph-version', `Version of the API; ${usualWhatsAppVersion} when omitted.`, usualWhatsAppVersion)),
    url: optional(formatted('api-url', `Where the API is; ${usualWhatsAppUrl} when omitted.`, usualWhatsAppUrl)),
  },
  'The WhatsApp Cloud API.',
)

const Messages = closed(
  {
    email: optional(closed({ smtp: Smtp }, 'How e-mail is sent.')),
    chatapp: optional(closed({ whatsapp: WhatsApp }, 'How chat messages are sent.')),
  },
  'How one-time codes reach people. Without a way for a channel, production refuses its messages; a sandbox keeps all of them in its outbox.',
)

export const ClinicFile = closed(
  {
    $schema: optional(text('Names this schema, for editors.', 'clinic-file.schema.json')),
    workspace: closed({
      name: text('Names the workspace in this installation; importing it again updates it.', 'sunrise', { pattern: namePattern }),
      title: line('The name people see.', 'Sunrise Clinics'),
      timezone: zone('Zone of whatever belongs to no location.'),
      video: optional(
        choice(
          ['built-in', 'account'],
          'Who provides video links: the built-in video, or a connected provider account. Omitted: only practitioners with their own.',
        ),
      ),
      paymentGateway: optional(choice(['sandbox'], 'Gateway a checkout is opened at.')),
      paymentMethods: optional(distinct(line('A payment method.', 'INSURANCE'), 0, 'Methods bookings may name beside the usual ones.')),
      entitlements: optional(distinct(choice(features, 'An entitlement.'), 0, 'Routes this workspace may call.')),
      messages: optional(Messages),
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
        rooms: optional(distinct(text('A room.', 'room-1', { pattern: namePattern }), 0, 'Rooms by name.')),
      }),
      'Locations by name.',
    ),
    roles: optional(named(closed({ displayName: line('The name people see.', 'Reception') }), 'Roles of the staff by name.')),
    staff: optional(
      named(
        closed({ ...memberFields, at: distinct(text('A location of this file.', 'jaipur', { pattern: namePattern }), 1, 'Locations by name.') }),
        'Staff who are no practitioners, by name.',
      ),
    ),
    practitioners: named(
      closed({
        ...memberFields,
        specialization: line('What the practitioner treats.', 'Dermatology'),
        system: choice(appointmentSystems, 'SCHEDULED sells slots, QMS sells tokens.'),
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
    medicines: optional(named(Medicine, 'All medicines by code. Omitted: they are kept by `clinic medicines import`, and left alone.', codePattern)),
  },
  'Everything a workspace is described by.',
)
export type ClinicFile = Static<typeof ClinicFile>
export type AtLocation = Static<typeof AtLocation>

/** The items of a practice that are checked one by one. A member nobody knows does not keep an item from being understood. */
export const practiceItems = {
  window: object(Window.properties),
  weeklyHours: object(WeeklyHours.properties),
  fee: object(Fee.properties),
}

/** The text of docs/clinic-file.schema.json. */
export function clinicFileSchemaText(): string {
  const published = { $schema: 'https://json-schema.org/draft/2020-12/schema', title: 'Clinic file', ...ClinicFile }
  return `${JSON.stringify(published, null, 2)}\n`
}
