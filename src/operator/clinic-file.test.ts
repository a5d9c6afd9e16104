import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { size } from '../../test/sizes.ts'
import { sunrise } from '../../test/sunrise.ts'
import { readClinicFile } from './clinic-file.ts'
import { clinicFileSchemaText } from './clinic-file-schema.ts'

// biome-ignore lint/suspicious/noExplicitAny: files are made wrong here in every way
type Loose = any

/** What is wrong with a file, one `path: reason` each. */
function mistakesIn(source: string): string[] {
  const read = readClinicFile(source)
  return 'mistakes' in read ? read.mistakes.map(({ path, reason }) => `${path}: ${reason}`) : []
}

function changed(edit: (file: Loose) => void): Loose {
  const file: Loose = sunrise()
  edit(file)
  return file
}

const asha = (file: Loose) => file.practitioners['asha-rao']
const atJaipur = (file: Loose) => asha(file).at.jaipur
const place = 'practitioners.asha-rao.at.jaipur'
const smtp = { url: 'secret:SMTP_URL', from: 'Sunrise Clinics <codes@sunrise.example>' }
const whatsapp = { phoneNumberId: '106540352242922', template: 'one_time_code', language: 'en', token: 'secret:WHATSAPP_TOKEN' }
const name = 'a name is 1 to 63 lower-case letters, digits and dashes'

describe('a right file', () => {
  it('is read from YAML and from JSON alike', () => {
    const file = sunrise()
    for (const source of [JSON.stringify(file), JSON.stringify(file, null, '\t'), stringify(file), `\uFEFF${stringify(file)}`]) {
      expect(readClinicFile(source)).toEqual({ file })
    }
  })

  it('may share parts through aliases', () => {
    const file = sunrise()
    for (let index = 0; index < 150; index += 1) {
      const practitioner = { ...asha(file), name: `Person ${index}` }
      file.practitioners[`person-${index}`] = practitioner
    }
    const source = stringify(file)
    expect(source.match(/\*/g)?.length).toBeGreaterThan(150)
    expect(readClinicFile(source)).toEqual({ file })
  })

  it('is the demo clinic', () => {
    expect(mistakesIn(readFileSync(new URL('./demo-clinic.yaml', import.meta.url), 'utf8'))).toEqual([])
  })

  it('may say how messages are sent', () => {
    for (const messages of [
      {},
      { email: { smtp }, chatapp: { whatsapp } },
      { email: { smtp: { url: 'smtp://127.0.0.1:25', from: 'codes@sunrise.example', allowUnencrypted: true } } },
      { chatapp: { whatsapp: { ...whatsapp, language: 'pt_BR', version: 'v24.0', url: 'http://127.0.0.1:8080/graph' } } },
    ]) {
      const file = changed((edited) => (edited.workspace.messages = messages))
      expect(readClinicFile(JSON.stringify(file))).toEqual({ file })
    }
  })

  it('may name its schema, open at midnight and close at midnight, and touch without overlapping', () => {
    const file = changed((edited) => {
      edited.$schema = '../docs/clinic-file.schema.json'
      const all = ['MON', 'SUN']
      atJaipur(edited).hours = [
        { days: all, from: '00:00', to: '09:00', modes: ['OFFLINE'] },
        { days: all, from: '09:00', to: '24:00', modes: ['OFFLINE'] },
        { days: all, from: '08:00', to: '10:00', modes: ['ONLINE'] },
      ]
    })
    expect(readClinicFile(JSON.stringify(file))).toEqual({ file })
  })
})

describe('a wrong file', () => {
  const wrong: [string, (file: Loose) => void, string[]][] = [
    ['an unknown member of the file', (f) => (f.clinics = {}), ['file: has a member nobody knows: clinics']],
    ['an unknown member of the workspace', (f) => (f.workspace.zone = 'UTC'), ['workspace: has a member nobody knows: zone']],
    ['an unknown member of a location', (f) => (f.locations.berlin.colour = 'red'), ['locations.berlin: has a member nobody knows: colour']],
    ['an unknown member of a practitioner', (f) => (asha(f).title = 'Dr'), ['practitioners.asha-rao: has a member nobody knows: title']],
    ['an unknown permission', (f) => (asha(f).permissions.fly = true), ['practitioners.asha-rao.permissions: has a member nobody knows: fly']],
    ['an unknown member of a profile', (f) => (asha(f).profile.age = 40), ['practitioners.asha-rao.profile: has a member nobody knows: age']],
    ['an unknown profile detail', (f) => (asha(f).profile.details.blog = ''), ['practitioners.asha-rao.profile.details: has a member nobody knows: blog']],
    ['an unknown member of a practice', (f) => (atJaipur(f).room = 1), [`${place}: has a member nobody knows: room`]],
    ['an unknown member of a tier', (f) => (atJaipur(f).tiers.long.days = 1), [`${place}.tiers.long: has a member nobody knows: days`]],
    ['an unknown member of a fee', (f) => (atJaipur(f).fees[1].vat = 1), [`${place}.fees.1: has a member nobody knows: vat`]],
    ['an unknown member of hours', (f) => (atJaipur(f).hours[1].lunch = 1), [`${place}.hours.1: has a member nobody knows: lunch`]],
    ['an unknown member of an exception', (f) => (atJaipur(f).exceptions[0].why = 1), [`${place}.exceptions.0: has a member nobody knows: why`]],
    ['no workspace', (f) => delete f.workspace, ['file: lacks workspace']],
    ['no currency', (f) => delete f.locations.jaipur.currency, ['locations.jaipur: lacks currency']],
    [
      'no locations',
      (f) => (f.locations = {}),
      [
        'staff.nina-roy.at.0',
        ...['asha-rao.at.jaipur', 'jonas-weber.at.berlin', 'meera-shah.at.jaipur', 'ravi-old.at.jaipur'].map((at) => `practitioners.${at}`),
      ].map((place) => `${place}: is not one of the locations of this file`),
    ],
    ['a role nobody described', (f) => (f.staff['nina-roy'].roles = ['porter']), ['staff.nina-roy.roles.0: is not one of the roles of this file']],
    [
      'one email for two',
      (f) => (f.practitioners['asha-rao'].email = 'NINA@sunrise.example'),
      ['practitioners.asha-rao.email: is the address of staff.nina-roy too'],
    ],
    [
      'one name for two',
      (f) => (f.staff['asha-rao'] = { ...f.staff['nina-roy'], email: 'a@sunrise.example' }),
      ['staff.asha-rao: is one of the practitioners too; a name is one person'],
    ],
    ['an email that is none', (f) => (f.staff['nina-roy'].email = 'nina'), ['staff.nina-roy.email: must be an e-mail address']],
    [
      'a phone that is none',
      (f) => (f.staff['nina-roy'].phoneNumber = '12'),
      ['staff.nina-roy.phoneNumber: must be a number of 4 to 15 digits without the dial code'],
    ],
    [
      'a dial code without plus',
      (f) => (f.staff['nina-roy'].countryCode = '91'),
      ['staff.nina-roy.countryCode: must be a plus and 1 to 4 digits, such as +91'],
    ],
    ['an offset for a zone', (f) => (f.workspace.timezone = '+05:30'), ['workspace.timezone: must be an IANA time zone name, such as Asia/Kolkata']],
    [
      'a zone that is none',
      (f) => (f.locations.berlin.timezone = 'Europe/Bielefeld'),
      ['locations.berlin.timezone: must be an IANA time zone name, such as Asia/Kolkata'],
    ],
    ['a currency that is none', (f) => (f.locations.jaipur.currency = 'INX'), ['locations.jaipur.currency: must be an ISO 4217 currency code, such as INR']],
    ['a country by name', (f) => (f.locations.jaipur.country = 'India'), ['locations.jaipur.country: must be an ISO2 country code, such as IN']],
    ['a country in lower case', (f) => (f.locations.jaipur.country = 'in'), ['locations.jaipur.country: must be an ISO2 country code, such as IN']],
    [
      'half yen',
      (f) => {
        f.locations.berlin.currency = 'JPY'
      },
      ['practitioners.jonas-weber.at.berlin.fees.1.amount: is no amount of JPY, which has 0 decimals'],
    ],
    [
      'a ten-thousandth of a dinar',
      (f) => {
        f.locations.jaipur.currency = 'KWD'
        atJaipur(f).tiers.long.fee = 9.1234
        atJaipur(f).followUpFee = 0.125
      },
      [`${place}.tiers.long.fee: is no amount of KWD, which has 3 decimals`],
    ],
    [
      'a follow-up fee of a hundredth of a cent',
      (f) => (atJaipur(f).followUpFee = 0.0001),
      [`${place}.followUpFee: is no amount of INR, which has 2 decimals`],
    ],
    ['an amount beyond counting', (f) => (atJaipur(f).fees[0].amount = 1e300), [`${place}.fees.0.amount: is no amount of INR, which has 2 decimals`]],
    ['a negative fee', (f) => (atJaipur(f).fees[0].amount = -1), [`${place}.fees.0.amount: must be >= 0`]],
    [
      'hours reversed',
      (f) => (atJaipur(f).hours[0].to = '08:00'),
      [`${place}.hours.0: opens at 09:00 but closes at 08:00; hours across midnight are written as two`],
    ],
    [
      'hours across midnight',
      (f) => {
        atJaipur(f).hours = [{ days: ['SAT'], from: '22:00', to: '02:00', modes: ['ONLINE'] }]
      },
      [`${place}.hours.0: opens at 22:00 but closes at 02:00; hours across midnight are written as two`],
    ],
    [
      'hours of no length',
      (f) => (atJaipur(f).exceptions[0].hours = [{ from: '09:00', to: '09:00', modes: ['OFFLINE'] }]),
      [`${place}.exceptions.0.hours.0: opens at 09:00 but closes at 09:00; hours across midnight are written as two`],
    ],
    ['a clock of twelve hours', (f) => (atJaipur(f).hours[0].from = '9:00'), [`${place}.hours.0.from: must be a time of day from 00:00 to 24:00, HH:MM`]],
    ['a time past 24:00', (f) => (atJaipur(f).hours[1].to = '24:30'), [`${place}.hours.1.to: must be a time of day from 00:00 to 24:00, HH:MM`]],
    [
      'hours that overlap for one mode',
      (f) => atJaipur(f).hours.push({ days: ['FRI', 'SAT'], from: '12:45', to: '14:00', modes: ['HOME_VISIT', 'ONLINE'] }),
      [`${place}.hours.2: overlaps the hours 09:00 to 13:00 on FRI for ONLINE`],
    ],
    [
      'hours of a date that overlap',
      (f) => {
        atJaipur(f).exceptions[1].hours = [
          { from: '09:00', to: '12:00', modes: ['OFFLINE'] },
          { from: '11:00', to: '13:00', modes: ['OFFLINE'] },
        ]
      },
      [`${place}.exceptions.1.hours.1: overlaps the hours 09:00 to 12:00 on 2030-01-15 for OFFLINE`],
    ],
    [
      'a location nobody described',
      (f) => (asha(f).at.delhi = { slotMinutes: 15 }),
      ['practitioners.asha-rao.at.delhi: is not one of the locations of this file'],
    ],
    [
      'a location called constructor',
      (f) => (asha(f).at.constructor = { slotMinutes: 15 }),
      ['practitioners.asha-rao.at.constructor: is not one of the locations of this file'],
    ],
    ['two fees for one mode', (f) => atJaipur(f).fees.push({ mode: 'ONLINE', amount: 1 }), [`${place}.fees.3: is a second domestic fee for ONLINE`]],
    [
      'two international fees for one mode',
      (f) => atJaipur(f).fees.push({ mode: 'OFFLINE', amount: 1, international: true }),
      [`${place}.fees.3: is a second international fee for OFFLINE`],
    ],
    [
      'international prices without their currency',
      (f) => delete f.locations.jaipur.internationalCurrency,
      [
        `${place}.tiers.long.internationalFee: needs internationalCurrency at the location`,
        `${place}.fees.2.amount: needs internationalCurrency at the location`,
      ],
    ],
    ['one date twice', (f) => atJaipur(f).exceptions.push({ date: '2030-01-26', hours: [] }), [`${place}.exceptions.2: names 2030-01-26 a second time`]],
    [
      'a date that does not exist',
      (f) => (atJaipur(f).exceptions[0].date = '2030-02-30'),
      [`${place}.exceptions.0.date: must be an existing date, YYYY-MM-DD`],
    ],
    [
      'a day twice',
      (f) => (atJaipur(f).hours[0].days = ['MON', 'MON']),
      [`${place}.hours.0.days: must NOT have duplicate items (items ## 1 and 0 are identical)`],
    ],
    ['hours without a mode', (f) => (atJaipur(f).hours[0].modes = []), [`${place}.hours.0.modes: must NOT have fewer than 1 items`]],
    [
      'a mode nobody has',
      (f) => (atJaipur(f).fees[0].mode = 'PHONE'),
      [`${place}.fees.0.mode: must be one of OFFLINE, ONLINE, HOME_VISIT, HOME_COLLECTION, WALK_IN`],
    ],
    ['a system nobody runs', (f) => (asha(f).system = 'scheduled'), ['practitioners.asha-rao.system: must be one of SCHEDULED, QMS']],
    [
      'an entitlement that does not exist',
      (f) => (f.workspace.entitlements = ['everything']),
      [expect.stringMatching(/^workspace\.entitlements\.0: must be one of devapi_/) as unknown as string],
    ],
    ['a location name in capitals', (f) => (f.locations.Delhi = f.locations.berlin), [`locations: has a member named 'Delhi'; ${name}`]],
    ['a practitioner name with a dot', (f) => (f.practitioners['asha.rao'] = { ...asha(f) }), [`practitioners: has a member named 'asha.rao'; ${name}`]],
    ['a workspace name with a blank', (f) => (f.workspace.name = 'my clinic'), [`workspace.name: ${name}`]],
    ['a room name in capitals', (f) => (f.locations.berlin.rooms = ['Raum']), [`locations.berlin.rooms.0: ${name}`]],
    [
      'a room twice',
      (f) => (f.locations.berlin.rooms = ['a', 'a']),
      ['locations.berlin.rooms: must NOT have duplicate items (items ## 1 and 0 are identical)'],
    ],
    ['a blank name', (f) => (asha(f).name = '  '), ['practitioners.asha-rao.name: must not be blank']],
    ['a long name', (f) => (asha(f).name = 'ß'.repeat(501)), ['practitioners.asha-rao.name: must NOT have more than 500 characters']],
    ['visits of a minute', (f) => (atJaipur(f).slotMinutes = 1), [`${place}.slotMinutes: must be >= 5`]],
    ['a number as text', (f) => (atJaipur(f).slotMinutes = '15'), [`${place}.slotMinutes: must be integer`]],
    ['a list instead of a mapping', (f) => (f.practitioners = [asha(f)]), ['practitioners: must be object']],
    ['a mapping instead of a list', (f) => (atJaipur(f).hours = { MON: '9-13' }), [`${place}.hours: must be array`]],
    ['messages by a way nobody knows', (f) => (f.workspace.messages = { sms: {} }), ['workspace.messages: has a member nobody knows: sms']],
    ['mail without a server', (f) => (f.workspace.messages = { email: {} }), ['workspace.messages.email: lacks smtp']],
    [
      'a password in clear',
      (f) => (f.workspace.messages = { email: { smtp: { ...smtp, url: 'smtps://codes:s3cret@mail.example.org' } } }),
      ['workspace.messages.email.smtp.url: must be secret:NAME, or smtps://HOST:PORT or smtp://HOST:PORT without a user and password'],
    ],
    [
      'a secret in lower case',
      (f) => (f.workspace.messages = { email: { smtp: { ...smtp, url: 'secret:smtp' } } }),
      ['workspace.messages.email.smtp.url: must be secret:NAME, or smtps://HOST:PORT or smtp://HOST:PORT without a user and password'],
    ],
    [
      'two senders',
      (f) => (f.workspace.messages = { email: { smtp: { ...smtp, from: 'a@b.example, c@d.example' } } }),
      ['workspace.messages.email.smtp.from: must be one address, with or without a name: Sunrise Clinics <codes@sunrise.example>'],
    ],
    [
      'a token in clear',
      (f) => (f.workspace.messages = { chatapp: { whatsapp: { ...whatsapp, token: 'EAAJs3cret' } } }),
      ['workspace.messages.chatapp.whatsapp.token: must name a secret: secret:NAME, in capitals, digits and underscores'],
    ],
    [
      'a secret whose file would be that of another',
      (f) => (f.workspace.messages = { chatapp: { whatsapp: { ...whatsapp, token: 'secret:TOKEN_FILE' } } }),
      ['workspace.messages.chatapp.whatsapp.token: must name a secret: secret:NAME, in capitals, digits and underscores'],
    ],
    [
      'everything about a template',
      (f) =>
        (f.workspace.messages = {
          chatapp: {
            whatsapp: { ...whatsapp, phoneNumberId: '+91 98', template: 'Code!', language: 'English', version: '23', url: 'http://graph.example.org' },
          },
        }),
      [
        'workspace.messages.chatapp.whatsapp.phoneNumberId: must be 1 to 20 digits, in quotes',
        'workspace.messages.chatapp.whatsapp.template: must be the name of a template: lower-case letters, digits and underscores',
        'workspace.messages.chatapp.whatsapp.language: must be the code of a language, such as en or en_US',
        'workspace.messages.chatapp.whatsapp.version: must be a version, such as v23.0',
        'workspace.messages.chatapp.whatsapp.url: must be an address with https:// and nothing after its path',
      ],
    ],
    [
      'an address with a query',
      (f) => (f.workspace.messages = { chatapp: { whatsapp: { ...whatsapp, url: 'https://graph.example.org/?a=b' } } }),
      ['workspace.messages.chatapp.whatsapp.url: must be an address with https:// and nothing after its path'],
    ],
    ['NUL in a text', (f) => (f.workspace.title = 'Sun\0rise'), ['workspace.title: holds NUL or half of a surrogate pair']],
    [
      'NUL in the name of a member',
      (f) => (asha(f).profile.details.faqs = { 'a\0': 1 }),
      ['practitioners.asha-rao.profile.details.faqs: has a member whose name holds NUL or half of a surrogate pair'],
    ],
    [
      'half of a surrogate pair',
      (f) => (asha(f).profile.details.seo = ['\ud83d']),
      ['practitioners.asha-rao.profile.details.seo.0: holds NUL or half of a surrogate pair'],
    ],
  ]

  it.each(wrong)('is refused for %s', (_, edit, mistakes) => {
    expect(mistakesIn(JSON.stringify(changed(edit)))).toEqual(mistakes)
  })

  const unreadable: [string, string, string[]][] = [
    ['nothing at all', '', ['file: must be object']],
    ['comments alone', '# a clinic\n', ['file: must be object']],
    ['a list', '- workspace: {}\n', ['file: must be object']],
    ['a text', 'sunrise', ['file: must be object']],
    ['broken YAML', 'workspace:\n  name: sunrise\n  title: "Sunrise\n', ['line 4: Missing closing "quote']],
    ['broken indentation', 'workspace:\n  name: sunrise\n title: Sunrise\n', ['line 3: All mapping items must start at the same column']],
    ['two documents', 'workspace: {}\n---\nworkspace: {}\n', ['line 2: Source contains multiple documents; please use YAML.parseAllDocuments()']],
    [
      'a key twice',
      'workspace:\n  name: sunrise\n  name: sunset\nlocations: {}\nlocations: {}\n',
      ['line 5: names locations a second time', 'line 3: names name a second time'],
    ],
    ['a JSON member twice', '{\n"workspace": {},\n"workspace": {}}', ['line 3: names workspace a second time']],
    ['an alias for nothing', 'workspace: *base\n', ['file: Unresolved alias (the anchor must be set before the alias): base']],
    ['an alias bomb', bomb(), ['file: nests too deeply, or repeats itself through too many aliases']],
    [
      'one long text, repeated',
      `a: &a ${'x'.repeat(100_000)}\nb: [${'*a, '.repeat(100)}]`,
      ['file: nests too deeply, or repeats itself through too many aliases'],
    ],
    ['an alias of itself', 'workspace: &a\n  name: *a\n', ['file: nests too deeply, or repeats itself through too many aliases']],
    ['sixty levels', '['.repeat(60) + ']'.repeat(60), ['file: nests too deeply, or repeats itself through too many aliases']],
    ['fifty thousand levels', '['.repeat(50_000), ['file: nests too deeply']],
    ['ten megabytes', `workspace: ${'x'.repeat(10_000_000)}`, ['file: has 10000011 bytes; at most 2097152 are read']],
  ]

  it.each(unreadable)('is refused when it is %s', (_, source, mistakes) => {
    expect(mistakesIn(source)).toEqual(mistakes)
  })

  it('is refused for what YAML knows beyond JSON', () => {
    const details = (text: string) => stringify(sunrise()).replace(/slug: dr-asha-rao/, text)
    const path = 'practitioners.asha-rao.profile.details'
    expect(mistakesIn(details('seo: [.nan, .inf]'))).toEqual([`${path}.seo.0: must be a finite number`, `${path}.seo.1: must be a finite number`])
    expect(mistakesIn(details('seo: !!binary aGVsbG8='))).toEqual([`${path}.seo: must be text, a number, a list or a mapping`])
  })

  it('names every mistake at once, whatever kind', () => {
    const file = changed((edited) => {
      edited.workspace.timezone = 'Mars'
      delete edited.locations.berlin.city
      edited.locations.jaipur.colour = 'red'
      atJaipur(edited).slotMinutes = 0
      atJaipur(edited).fees[0] = { mode: 'OFFLINE', amount: 0.001, vat: 1 }
      atJaipur(edited).hours[0].from = '99:00'
      atJaipur(edited).hours[1] = { ...atJaipur(edited).hours[1], to: '10:00' }
      asha(edited).at.delhi = {}
    })
    expect(mistakesIn(JSON.stringify(file)).sort()).toEqual([
      'locations.berlin: lacks city',
      'locations.jaipur: has a member nobody knows: colour',
      'practitioners.asha-rao.at.delhi: is not one of the locations of this file',
      'practitioners.asha-rao.at.delhi: lacks slotMinutes',
      `${place}.fees.0.amount: is no amount of INR, which has 2 decimals`,
      `${place}.fees.0: has a member nobody knows: vat`,
      `${place}.hours.0.from: must be a time of day from 00:00 to 24:00, HH:MM`,
      `${place}.hours.1: opens at 16:00 but closes at 10:00; hours across midnight are written as two`,
      `${place}.slotMinutes: must be >= 5`,
      'workspace.timezone: must be an IANA time zone name, such as Asia/Kolkata',
    ])
  })

  it('has its mistakes counted where they are too many to list', () => {
    const rooms = Array.from({ length: 300 }, (_, index) => `Room ${index}`)
    const mistakes = mistakesIn(JSON.stringify(changed((file) => (file.locations.berlin.rooms = rooms))))
    expect(mistakes.length).toBe(201)
    expect(mistakes.at(-1)).toBe('file: has 100 further mistakes')
  })

  it('is refused in seconds however it is made', () => {
    const keys = Array.from({ length: size(20_000, 50_000) }, (_, index) => `k${index}: 0`).join('\n')
    expect(mistakesIn(keys).length).toBe(201)
    const hours = { days: ['MON'], from: '09:00', to: '10:00', modes: ['OFFLINE'] }
    expect(mistakesIn(JSON.stringify(changed((file) => (atJaipur(file).hours = Array(size(8_000, 20_000)).fill(hours))))).length).toBeGreaterThan(1)
  })
})

it('the published schema is the one in force', () => {
  const published = readFileSync(new URL('../../docs/clinic-file.schema.json', import.meta.url), 'utf8')
  expect(published === clinicFileSchemaText(), 'run: npm run --silent clinic -- schema > docs/clinic-file.schema.json').toBe(true)
})

/** Nine times nine times nine … texts, in a few lines. */
function bomb(): string {
  const letters = [...'abcdefghi']
  const lines = letters.map(
    (letter, index) =>
      `${letter}: &${letter} [${Array(9)
        .fill(index === 0 ? 'lol' : `*${letters[index - 1]}`)
        .join(', ')}]`,
  )
  return lines.join('\n')
}
