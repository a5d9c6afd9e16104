// Random clinic files, for properties that must hold for all of them.

import fc from 'fast-check'
import { features } from '../../base/contract/route.ts'
import { areas, presetNames } from '../../base/operations/rights.ts'
import { weekdays } from '../../base/values/calendar-date.ts'
import { modes } from '../../base/values/modes.ts'
import type { ClinicFile } from './clinic-file.ts'
import type { Edit } from './edits.ts'

type Practitioner = ClinicFile['practitioners'][string]
type Practice = Practitioner['at'][string]

const words = fc
  .string({
    unit: fc.constantFrom(...'abcdeéßअعå 中-:#"\'{}[]&*!|>%@`, 0123'),
    minLength: 1,
    maxLength: 24,
  })
  .map((text) => `x${text}y`)
const optionally = <T>(arbitrary: fc.Arbitrary<T>) =>
  fc.option(arbitrary, { nil: undefined, freq: 2 })
const namedItems = <T>(names: readonly string[], arbitrary: fc.Arbitrary<T>, least = 0) =>
  fc
    .subarray([...names], { minLength: least })
    .chain((chosen) =>
      fc
        .tuple(...chosen.map(() => arbitrary))
        .map((items) => Object.fromEntries(chosen.map((name, at) => [name, items[at] as T]))),
    )
const anySubset = <T>(values: readonly T[], least = 0) =>
  fc.subarray([...values], { minLength: least })
const money = fc.integer({ min: 0, max: 500_000 })
const decimals: Record<string, number> = { INR: 2, EUR: 2, JPY: 0, KWD: 3, USD: 2 }
const toAmount = (minor: number, currency: string) => minor / 10 ** (decimals[currency] ?? 2)

const locationNames = ['jaipur', 'berlin', 'tokyo']
const roleNames = ['doctor', 'reception', 'owner']
const date = fc
  .integer({ min: 0, max: 400 })
  .map((day) => new Date(Date.UTC(2030, 0, 1 + day)).toISOString().slice(0, 10))
const refundPolicy = fc.record({
  steps: fc.array(
    fc.record({
      untilHoursBefore: fc.integer({ min: 0, max: 200 }),
      percentage: fc.integer({ min: 0, max: 100 }),
    }),
    { maxLength: 3 },
  ),
  packCredit: optionally(fc.constantFrom('by-steps', 'always', 'never')),
})
const closed = fc.uniqueArray(date, { maxLength: 3 }).chain((dates) =>
  fc.tuple(optionally(words), fc.boolean()).map(([reason, isLong]) =>
    dates.map((from) => ({
      from,
      ...(isLong && { to: new Date(Date.parse(from) + 3 * 86_400_000).toISOString().slice(0, 10) }),
      ...(reason && { reason }),
    })),
  ),
)
const windows = fc
  .constantFrom('18:00 24:00', '18:00 29:30')
  .chain((last) => fc.subarray(['06:00 08:30', '09:00 13:00', '13:00 16:15', last]))
  .chain((chosen) =>
    fc.tuple(...chosen.map(() => anySubset(modes, 1))).map((worked) =>
      chosen.map((window, at) => ({
        from: window.slice(0, 5),
        to: window.slice(6),
        modes: worked[at] ?? ['OFFLINE' as const],
      })),
    ),
  )

const location = fc
  .record({
    fullAddress: words,
    city: words,
    state: words,
    country: fc.constantFrom('IN', 'DE', 'JP', 'KW'),
    currency: fc.constantFrom('INR', 'EUR', 'JPY', 'KWD'),
    timezone: optionally(fc.constantFrom('Asia/Kolkata', 'Europe/Berlin', 'Asia/Tokyo')),
    internationalCurrency: optionally(fc.constantFrom('USD', 'EUR')),
    rooms: optionally(anySubset(['room-1', 'room-2', 'room-3'], 1)),
    closed: optionally(closed),
  })
  .map((value) => plain(value) as ClinicFile['locations'][string])

/** A copy without undefined members, as in a file. */
function plain<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T
}

function practiceAt(
  currency: string,
  international: string | undefined,
  system: 'SCHEDULED' | 'QMS',
): fc.Arbitrary<Practice> {
  const fee = money.map((minor) => toAmount(minor, currency))
  const foreignFees =
    international === undefined
      ? fc.constant(undefined)
      : optionally(money.map((minor) => toAmount(minor, international)))
  const fees = anySubset(modes).chain((priced) =>
    fc.tuple(...priced.map(() => fc.tuple(fee, foreignFees))).map((prices) =>
      priced.flatMap((mode, at) => {
        const [amount = 0, foreign] = prices[at] ?? []
        return [
          { mode, amount },
          ...(foreign === undefined ? [] : [{ mode, amount: foreign, international: true }]),
        ]
      }),
    ),
  )
  const shift = fc.record({
    maxAppointments: fc.integer({ min: 1, max: 80 }),
    door: optionally(words.map((text) => text.slice(0, 40))),
    averageMinutes: optionally(fc.integer({ min: 1, max: 60 })),
  })
  const shifts = fc
    .tuple(optionally(shift), optionally(shift), optionally(shift))
    .map(([morning, evening, special]) =>
      plain({
        ...(morning && {
          morning: { days: ['MON', 'WED'], from: '09:00', to: '13:00', ...morning },
        }),
        ...(evening && {
          evening: { days: ['WED', 'FRI'], from: '16:00', to: '20:00', letter: 'B', ...evening },
        }),
        ...(special && {
          special: { date: '2030-02-02', from: '10:00', to: '11:00', letter: 'C', ...special },
        }),
      }),
    )
  return fc
    .record({
      slotMinutes: fc.constantFrom(10, 15, 20, 60),
      followUpFee: optionally(fee),
      travelMinutes: optionally(fc.integer({ min: 1, max: 240 })),
      fees:
        system === 'QMS'
          ? fee.map((amount) => [{ mode: 'OFFLINE' as const, amount }])
          : optionally(fees),
      tiers: optionally(
        namedItems(
          ['short', 'long'],
          fc.record({
            minutes: fc.integer({ min: 5, max: 90 }),
            fee,
            internationalFee: foreignFees,
          }),
        ),
      ),
      hours: optionally(
        windows.chain((worked) =>
          fc
            .tuple(...worked.map(() => anySubset(weekdays, 1)))
            .map((days) =>
              worked.map((window, at) => ({ days: days[at] ?? ['MON' as const], ...window })),
            ),
        ),
      ),
      exceptions: optionally(
        fc
          .uniqueArray(date, { maxLength: 3 })
          .chain((dates) =>
            fc
              .tuple(...dates.map(() => windows))
              .map((all) => dates.map((day, at) => ({ date: day, hours: all[at] ?? [] }))),
          ),
      ),
      shifts: system === 'QMS' ? optionally(shifts) : fc.constant(undefined),
    })
    .map(plain) as fc.Arbitrary<Practice>
}

const member = (at: number) => ({
  name: words,
  prefix: optionally(words),
  email: optionally(fc.constant(`member${at}@clinic.example`)),
  verified: optionally(fc.boolean()),
  countryCode: optionally(fc.constantFrom('+91', '+49')),
  phoneNumber: optionally(fc.constant(`98765000${10 + at}`)),
  profilePicUrl: optionally(fc.constant('https://example.org/p.jpg')),
  roles: optionally(anySubset(roleNames)),
})

const profile = fc.record({
  published: fc.boolean(),
  name: words,
  specialization: optionally(words),
  qualification: optionally(words),
  experience: optionally(fc.integer({ min: 0, max: 60 })),
  languages: optionally(fc.constantFrom(['hi', 'en'], ['pt-BR'])),
  details: optionally(
    fc.record({
      slug: optionally(words),
      whatToExpect: optionally(words),
      faqs: optionally(fc.constant([{ q: 'Why?', a: null }])),
    }),
  ),
})

function practitioner(at: number, locations: ClinicFile['locations']): fc.Arbitrary<Practitioner> {
  return fc.constantFrom('SCHEDULED' as const, 'QMS' as const).chain((system) => {
    const practices = fc.record(
      Object.fromEntries(
        Object.entries(locations).map(([name, { currency, internationalCurrency }]) => [
          name,
          optionally(practiceAt(currency, internationalCurrency, system)),
        ]),
      ),
    )
    return fc
      .record({
        ...member(at),
        membership: optionally(fc.constantFrom('active', 'inactive', 'invited')),
        specialization: words,
        system: fc.constant(system),
        at: practices,
        ownVideo: optionally(fc.boolean()),
        videoLink: optionally(fc.constant('https://video.example.org/{visit}')),
        followUpDays: optionally(fc.integer({ min: 0, max: 60 })),
        refundPolicy: optionally(refundPolicy),
        permissions: optionally(
          fc.record({
            allowOnline: optionally(fc.boolean()),
            allowCancellation: optionally(fc.boolean()),
            cancellationAllowedBeforeInHours: optionally(fc.integer({ min: 0, max: 72 })),
          }),
        ),
        profile: optionally(profile),
        closed: optionally(closed),
        calendars: optionally(
          fc.constantFrom(
            { own: { url: 'https://calendar.example/a.ics' } },
            { file: {} },
            { other: { url: 'secret:CALENDAR' }, file: {} },
          ),
        ),
      })
      .map(plain) as unknown as fc.Arbitrary<Practitioner>
  })
}

const role = fc.record({
  displayName: words,
  dashboard: optionally(fc.constantFrom(...presetNames)),
  rights: optionally(
    namedItems(areas, fc.constantFrom('none' as const, 'read' as const, 'write' as const)),
  ),
  secondFactor: optionally(fc.constant('required' as const)),
})

const retention = fc.record(
  {
    patientsYears: fc.integer({ min: 1, max: 100 }),
    formAnswersYears: fc.integer({ min: 1, max: 100 }),
  },
  { requiredKeys: [] },
)
const legal = fc.record({
  privacy: optionally(fc.constant({ en: 'https://clinic.example/privacy', de: 'Wir …' })),
  imprint: optionally(words.map((text) => ({ en: text }))),
})

const settings = fc.record({
  title: words,
  timezone: fc.constantFrom('Asia/Kolkata', 'Europe/Berlin', 'Africa/Nairobi'),
  video: optionally(fc.constantFrom('built-in', 'account')),
  videoLink: optionally(fc.constant('https://video.example.org/{visit}')),
  paymentGateway: optionally(fc.constant('sandbox')),
  paymentMethods: optionally(anySubset(['INSURANCE', 'VOUCHER'])),
  keysForPatients: optionally(anySubset(['Website', 'Partner'])),
  sessionVisitsMax: optionally(fc.integer({ min: 1, max: 30 })),
  strictPrices: optionally(fc.boolean()),
  refundPolicy: optionally(refundPolicy),
  entitlements: optionally(anySubset(features)),
  publicProfile: optionally(fc.record({ name: words })),
  closed: optionally(closed),
  gateways: optionally(fc.constant({ stripe: { secretKey: 'secret:STRIPE_KEY' } })),
  messages: optionally(
    fc.constant({
      codesPerDay: 100,
      email: { smtp: { url: 'secret:SMTP', from: 'codes@clinic.example' } },
    }),
  ),
  notices: optionally(
    fc.record({
      confirmation: optionally(fc.boolean()),
      reminder: optionally(fc.boolean()),
      reminderHoursBefore: optionally(fc.integer({ min: 1, max: 72 })),
      language: optionally(fc.constantFrom('hi', 'de')),
      texts: optionally(
        fc.constant({
          de: { confirmation: { subject: 'Ihr Besuch', body: 'Am {date}\n\num {time}.' } },
        }),
      ),
    }),
  ),
  legal: optionally(legal),
  retention: optionally(retention),
  bookingPage: optionally(
    fc.record({
      published: fc.boolean(),
      colour: optionally(fc.constant('#0b6e5f')),
      text: optionally(words),
      languages: optionally(anySubset(['en', 'de', 'hi'] as const, 1)),
      newPatients: optionally(anySubset(['lastName', 'email'] as const)),
    }),
  ),
})

const form = fc.record({
  title: words,
  text: optionally(words),
  signed: optionally(fc.constant(true)),
  when: optionally(fc.constantFrom('booking', 'on-arrival')),
  newPatients: optionally(fc.constant(true)),
  practitioners: optionally(anySubset(['asha', 'jonas'], 1)),
  everyMonths: optionally(fc.nat(24)),
  language: optionally(fc.constant('de')),
  questions: fc.record({ label: words, required: optionally(fc.boolean()) }).map((question) => [
    { key: 'smokes', kind: 'yes-no', ...question },
    {
      key: 'how',
      kind: 'one-of',
      label: 'How?',
      options: [{ key: 'pipe', label: 'Pipe' }],
      shownIf: [{ question: 'smokes', is: ['yes'] }],
    },
    { key: 'pain', kind: 'scale', label: 'Pain', from: 1, to: 5, fromLabel: 'None' },
  ]),
  translations: optionally(
    fc.constant({ de: { title: 'Ihr …', questions: { how: { options: { pipe: 'Pfeife' } } } } }),
  ),
})

/** A visit type; its fee is in the currency of the only location. */
function visitType(
  locations: Record<string, { rooms?: readonly string[] | undefined }>,
  practitioners: Record<string, { system: string; at: object }>,
) {
  const rooms = Object.entries(locations).flatMap(([location, { rooms: names = [] }]) =>
    names.map((room) => `${location}/${room}`),
  )
  const scheduled = Object.keys(practitioners).filter(
    (name) => practitioners[name]?.system === 'SCHEDULED',
  )
  const none = fc.constant(undefined)
  const isPriced =
    Object.keys(locations).length === 1 &&
    scheduled.some((name) => Object.keys(practitioners[name]?.at ?? {}).length > 0)
  const type = fc.record({
    displayName: words,
    description: optionally(words),
    minutes: optionally(fc.constantFrom(15, 45)),
    fee: isPriced ? optionally(money.map((minor) => Math.floor(minor / 100))) : none,
    modes: optionally(anySubset(modes, 1)),
    practitioners: scheduled.length > 0 ? optionally(anySubset(scheduled, 1)) : none,
    rooms: rooms.length > 0 ? optionally(anySubset(rooms, 1)) : none,
    patientRules: optionally(
      fc.record({ noticeMinutes: fc.nat(60), newPatients: fc.constantFrom('yes', 'no', 'only') }),
    ),
  })
  // A fee needs a practitioner with a location, which not each of them has.
  return type.map((one) => (one.fee === undefined ? one : { ...one, practitioners: undefined }))
}

/** A clinic file of the given name that can be imported. */
export function clinicFiles(name: string): fc.Arbitrary<ClinicFile> {
  return fc
    .tuple(settings, namedItems(locationNames, location, 1), namedItems(roleNames, role, 3))
    .chain(([workspace, locations, roles]) => {
      const people = fc.tuple(
        practitioner(1, locations),
        practitioner(2, locations),
        practitioner(3, locations),
      )
      const staff = namedItems(
        ['nina', 'omar'],
        fc.record({
          ...member(7),
          email: fc.constant(undefined),
          at: anySubset(Object.keys(locations), 1),
        }),
      )
      return fc
        .tuple(people, staff, optionally(fc.boolean()))
        .chain(([[asha, jonas, meera], others, isPack]) => {
          const pack = fc.record({
            displayName: words,
            sessions: fc.integer({ min: 1, max: 20 }),
            validityDays: fc.integer({ min: 0, max: 400 }),
            currency: fc.constant('INR'),
            price: money.map((minor) => minor / 100),
            visitMinutes: optionally(fc.constantFrom(15, 30)),
            doctors: optionally(anySubset(['asha', 'jonas'], 1)),
            familyBooking: optionally(fc.boolean()),
          })
          const practitioners = { asha, jonas, meera }
          return fc
            .record({
              sessionPacks: isPack ? namedItems(['ten', 'five'], pack) : fc.constant(undefined),
              visitTypes: namedItems(['first', 'check'], visitType(locations, practitioners)),
              forms: namedItems(['health', 'consent'], form),
            })
            .map((more) =>
              plain({
                workspace: { ...workspace, name },
                locations,
                roles,
                staff: others,
                practitioners,
                ...more,
              } as unknown as ClinicFile),
            )
        })
    })
}

/** Changes to single members, each of which leaves the file importable. */
export function editsFor(file: ClinicFile): fc.Arbitrary<Edit[]> {
  const [location = ''] = Object.keys(file.locations)
  const currency = file.locations[location]?.currency ?? 'INR'
  const { system } = file.practitioners.asha ?? { system: 'SCHEDULED' as const }
  const value = (path: string[], arbitrary: fc.Arbitrary<unknown>) =>
    arbitrary.map(
      (editedValue): Edit => ({
        path,
        ...(editedValue !== undefined && { value: plain(editedValue) }),
      }),
    )
  const edits = [
    value(['workspace', 'title'], words),
    value(['workspace', 'timezone'], fc.constantFrom('Asia/Kolkata', 'Europe/Berlin')),
    value(['workspace', 'closed'], optionally(closed)),
    value(['workspace', 'notices', 'reminder'], fc.boolean()),
    value(['locations', location, 'city'], words),
    value(
      ['locations', 'new-place'],
      fc.record({
        fullAddress: words,
        city: words,
        state: words,
        country: fc.constant('IN'),
        currency: fc.constant('INR'),
      }),
    ),
    value(['practitioners', 'asha', 'specialization'], words),
    value(['practitioners', 'asha', 'permissions', 'allowOnline'], optionally(fc.boolean())),
    value(['practitioners', 'asha', 'at', location], practiceAt(currency, undefined, system)),
    value(
      ['practitioners', 'new-one'],
      fc.record({
        name: words,
        specialization: words,
        system: fc.constant('SCHEDULED'),
        at: fc.constant({}),
      }),
    ),
    value(['practitioners', 'jonas', 'profile'], optionally(profile)),
    value(['roles', 'new-role'], role),
    value(['sessionPacks'], fc.constant(undefined)),
    value(['visitTypes'], fc.constant(undefined)),
    value(['forms', 'new-form'], form),
    value(['workspace', 'legal'], optionally(legal)),
    value(['workspace', 'retention'], optionally(retention)),
    value(
      ['staff', 'new-member'],
      fc.record({
        name: words,
        at: fc.constant([location]),
        roles: optionally(anySubset(roleNames)),
      }),
    ),
  ]
  return fc
    .subarray(edits, { minLength: 1 })
    .chain((chosen) => fc.tuple(...chosen).map((all) => all as Edit[]))
}
