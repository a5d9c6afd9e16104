// Hints for fixing a file: the line, what was found there, and what may have been meant. And
// warnings about what is imported but will not work.

import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { openHarness } from '../../../test/support/clinic/harness.ts'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import { type Loose, mistakesWithHelp } from './clinic-file.fixture.ts'

const lines = [
  'workspace:', // 1
  '  name: sunrise',
  '  title: Sunrise',
  '  timezone: Asia/Kolkata',
  'locations:', // 5
  '  jaipur: &jaipur',
  '    fullAddress: 12 MI Road',
  '    city: Jaipur',
  '    state: Rajasthan',
  '    country: IN', // 10
  '    currency: INR',
  '  jodhpur: *jaipur',
  'roles:',
  '  reception: { displayName: Reception }',
  'practitioners:', // 15
  '  asha-rao:',
  '    name: Asha Rao',
  '    specialization: Dermatology',
  '    system: SCHEDULED',
  '    roles: [reception]', // 20
  '    at:',
  '      jaipur:',
  '        slotMinutes: 15',
  '        hours:',
  '          - { days: [MON], from: "09:00", to: "13:00", modes: [OFFLINE] }', // 25
]
const file = (line?: number, text?: string) =>
  lines.map((was, index) => (index + 1 === line ? text : was)).join('\n')

describe('a mistake', () => {
  const mistakes: [string, number, string, string[]][] = [
    [
      'a member in British spelling',
      18,
      '    specialisation: Dermatology',
      [
        'line 16, practitioners.asha-rao: lacks specialization',
        'line 18, practitioners.asha-rao: has an unknown member: specialisation; did you mean specialization?',
      ],
    ],
    [
      'a section there is not',
      13,
      'rolls:',
      [
        'line 13, file: has an unknown member: rolls; did you mean roles?',
        'line 20, practitioners.asha-rao.roles.0: is not one of the roles of this file; found "reception"',
      ],
    ],
    [
      'a location that is misspelled',
      22,
      '      jiapur:',
      [
        'line 22, practitioners.asha-rao.at.jiapur: is not one of the locations of this file; did you mean jaipur?',
      ],
    ],
    [
      'a role that is misspelled',
      20,
      '    roles: [recepton]',
      [
        'line 20, practitioners.asha-rao.roles.0: is not one of the roles of this file; found "recepton"; did you mean reception?',
      ],
    ],
    [
      'a word in small letters',
      19,
      '    system: scheduled',
      [
        'line 19, practitioners.asha-rao.system: must be one of SCHEDULED, QMS; found "scheduled"; did you mean SCHEDULED?',
      ],
    ],
    [
      'a value in a list',
      25,
      '          - { days: [MON, MOM], from: "09:00", to: "13:00", modes: [OFFLINE] }',
      [
        'line 25, practitioners.asha-rao.at.jaipur.hours.0.days.1: must be one of MON, TUE, WED, THU, FRI, SAT, SUN; found "MOM"; did you mean MON?',
      ],
    ],
    [
      'nothing where something belongs',
      23,
      '        slotMinutes:',
      ['line 23, practitioners.asha-rao.at.jaipur.slotMinutes: must be integer; found nothing'],
    ],
    [
      'a value behind an alias',
      11,
      '    currency: rupees',
      [
        'line 11, locations.jaipur.currency: must be an ISO 4217 currency code, such as INR; found "rupees"',
        'line 11, locations.jodhpur.currency: must be an ISO 4217 currency code, such as INR; found "rupees"',
      ],
    ],
    [
      'a long text',
      4,
      `  timezone: ${'Asia'.repeat(50)}`,
      [
        `line 4, workspace.timezone: must be an IANA time zone name, such as Asia/Kolkata; found "${'Asia'.repeat(50).slice(0, 59)}…`,
      ],
    ],
    [
      'a name with a dot',
      16,
      '  asha.rao:',
      [
        "line 16, practitioners: has a member named 'asha.rao'; a name is 1 to 63 lower-case letters, digits and dashes",
      ],
    ],
    [
      'a payment gateway without its account',
      4,
      '  timezone: Asia/Kolkata\n  paymentGateway: stripe',
      [
        'line 5, workspace.paymentGateway: has no account at stripe: describe it as workspace.gateways.stripe',
      ],
    ],
  ]
  it.each(mistakes)(
    'shows its line, what was found, and what may have been meant: %s',
    (_, line, text, expected) => {
      expect(mistakesWithHelp(file())).toEqual([])
      expect(mistakesWithHelp(file(line, text)).sort()).toEqual(expected.sort())
    },
  )

  it('does not show what was found if it may be a password', () => {
    const secrets = [
      'smtps://codes:s3cret@mail.example.org',
      { url: 's3cret', from: 's3cret' },
      { url: 's3cret://x', s3cret: 1 },
    ]
    for (const smtp of secrets) {
      const wrong: Loose = createSunriseFile()
      wrong.workspace.messages = { email: { smtp } }
      wrong.workspace.gateways = {
        stripe: smtp,
        razorpay: { keyId: 's3cret', keySecret: 's3cret', webhookSecret: ['s3cret'] },
      }
      const found = mistakesWithHelp(stringify(wrong))
      expect(found.length).toBeGreaterThan(0)
      // The name of a member is shown, because it is not a value.
      expect(found.join('\n').replaceAll('unknown member: s3cret', '')).not.toContain('s3cret')
    }
  })

  const broken: [string, number, string, string][] = [
    [
      'indentation',
      18,
      '   specialization: Dermatology',
      'line 18: is not indented like the lines it belongs to',
    ],
    [
      'a tab',
      18,
      '\tspecialization: Dermatology',
      'line 18: is indented with a tab; indent with blanks',
    ],
    [
      'a quote that is not closed',
      17,
      '    name: "Asha Rao',
      'line 17: lacks the quote that closes a text, here or before',
    ],
    [
      'a bracket that is not closed',
      20,
      '    roles: [reception',
      'line 21: lacks a bracket, a comma or a colon, here or before',
    ],
    [
      'a text with a colon',
      17,
      '    name: Asha: Rao',
      'line 17: does not fit what comes before it: a text with a colon needs quotes, and the content of a name must be indented below it',
    ],
    [
      'a character that needs quotes',
      17,
      '    name: @asha',
      'line 17: begins a text with a character that needs quotes',
    ],
    [
      'a backslash',
      17,
      '    name: "Asha \\Rao"',
      'line 17: has a backslash that is not valid in double quotes; use single quotes',
    ],
  ]
  it.each(broken)(
    'of %s is reported once, in plain words, whatever follows from it',
    (_, line, text, expected) => {
      expect(mistakesWithHelp(file(line, text))).toEqual([expected])
    },
  )

  it('gets hints, however many names and mistakes the file has', () => {
    const hostile: Loose = parse(file())
    for (let index = 0; index < runSize(500, 3_000); index += 1) {
      hostile.locations[`${'a'.repeat(50)}-${index}`] = hostile.locations.jaipur
      hostile.practitioners['asha-rao'].at[`${'b'.repeat(50)}-${index}`] = { slotMinutes: 15 }
    }
    expect(mistakesWithHelp(JSON.stringify(hostile))).toHaveLength(201)
  })
})

describe('an import warns about', async () => {
  const house = await openHarness()
  const place = 'practitioners.asha-rao.at.jaipur'
  const practice = (f: Loose) => f.practitioners['asha-rao'].at.jaipur
  const onlineWithout = `${place}: has ONLINE hours without video, so they are not offered: set workspace.video, or videoLink of the practitioner`

  const warned: [string, (f: Loose) => void, string[]][] = [
    ['nothing where all works', () => {}, []],
    ['online hours without video', (f) => delete f.workspace.video, [onlineWithout]],
    [
      'nothing where the practitioner has video of their own',
      (f) => {
        delete f.workspace.video
        f.practitioners['asha-rao'].ownVideo = true
      },
      [],
    ],
    [
      'hours that no visit fits into',
      (f) => {
        practice(f).tiers = {}
        practice(f).hours.push({ days: ['SAT'], from: '09:00', to: '09:14', modes: ['OFFLINE'] })
        practice(f).exceptions.push({
          date: '2030-02-02',
          hours: [{ from: '09:00', to: '09:10', modes: ['OFFLINE'] }],
        })
      },
      [
        `${place}.hours.2: no visit of 15 minutes fits between 09:00 and 09:14`,
        `${place}.exceptions.2.hours.0: no visit of 15 minutes fits between 09:00 and 09:10`,
      ],
    ],
    [
      'nothing where a tier fits',
      (f) =>
        practice(f).hours.push({ days: ['SAT'], from: '09:00', to: '09:10', modes: ['OFFLINE'] }),
      [],
    ],
    [
      'a mode without a fee',
      (f) =>
        practice(f).hours.push({
          days: ['SAT'],
          from: '09:00',
          to: '10:00',
          modes: ['HOME_VISIT', 'WALK_IN'],
        }),
      [
        `${place}: has no fee for HOME_VISIT, so no price of a single visit is shown, and pages in browsers can book it only with a pack`,
      ],
    ],
    [
      'a mode with an international fee alone',
      (f) => (practice(f).fees[1].international = true),
      [
        `${place}: has no fee for ONLINE, so no price of a single visit is shown, and pages in browsers can book it only with a pack`,
      ],
    ],
    [
      'notices in a language that there are no texts in, and by no way',
      (f) =>
        (f.workspace.notices = {
          confirmation: true,
          reminder: true,
          language: 'sv',
          texts: { sv: { reminder: { subject: 's', body: 'b' } } },
        }),
      [
        'workspace.notices: production has no way to send them: `messages` names neither e-mail nor chat with templates',
        'workspace.notices.texts: has no confirmation in sv, so the English one is sent',
      ],
    ],
    [
      'a queue without shifts',
      (f) => delete f.practitioners['meera-shah'].at.jaipur.shifts,
      ['practitioners.meera-shah: runs a queue without shifts, so no tokens can be booked'],
    ],
    [
      'online shifts without video',
      (f) => {
        delete f.workspace.video
        practice(f).hours = []
        const queue = f.practitioners['meera-shah'].at.jaipur
        queue.shifts.evening.mode = 'ONLINE'
        queue.fees.push({ mode: 'ONLINE', amount: 250 })
      },
      [
        'practitioners.meera-shah.at.jaipur: has ONLINE shifts without video, so they are not offered: set workspace.video, or videoLink of the practitioner',
      ],
    ],
    [
      'two practitioners with one slug, and one with the name of another',
      (f) => {
        f.practitioners['jonas-weber'].profile = {
          published: true,
          name: 'Jonas Weber',
          details: { slug: 'dr-asha-rao' },
        }
        f.practitioners['meera-shah'].profile = {
          published: true,
          name: 'Meera Shah',
          details: { slug: 'asha-rao' },
        }
      },
      ['jonas-weber', 'meera-shah'].map((name) => {
        const slug = name === 'jonas-weber' ? 'dr-asha-rao' : 'asha-rao'
        return `practitioners.${name}.profile.details.slug: ${slug} leads to another practitioner, so one of them has its page under its name here`
      }),
    ],
    [
      'no one who is inactive',
      (f) => {
        delete f.workspace.video
        f.practitioners['asha-rao'].membership = 'inactive'
      },
      [],
    ],
  ]
  it.each(warned)('%s, every time, and imports it', async (_, edit, expected) => {
    const clinic = await house.clinic()
    expect((await clinic.change(edit)).warnings).toEqual(expected)
    expect(await clinic.change(() => {})).toMatchObject({
      outcome: 'UNCHANGED',
      warnings: expected,
    })
  })

  it('at most a hundred things', async () => {
    const clinic = await house.clinic()
    const { warnings } = await clinic.change((f: Loose) => {
      for (let index = 0; index < 151; index += 1)
        f.practitioners[`meera-${index}`] = {
          name: 'Meera',
          specialization: 'General medicine',
          system: 'QMS',
          at: {},
        }
    })
    expect(warnings).toHaveLength(101)
    expect(warnings.at(-1)).toBe('and 51 more of the kind')
  })

  it('widget keys without an origin, as making one does', async () => {
    const clinic = await house.clinic()
    const make = (origins: string[]) =>
      house.operate('key-create', { workspace: clinic.name, kind: 'WIDGET', name: 'Site', origins })
    const { id, warnings } = await make([])
    const useless = `is a widget key without an origin, so no page can use it: clinic key origins ${id} https://clinic.example`
    expect(warnings).toEqual([`key ${id} ${useless}`])
    expect((await make(['https://clinic.example'])).warnings).toEqual([])
    expect((await clinic.change(() => {})).warnings).toEqual([`key ${id} (Site) ${useless}`])
    await house.operate('key-deactivate', { workspace: clinic.name, id })
    expect((await clinic.change(() => {})).warnings).toEqual([])
  })
})
