import { describe, expect, it } from 'vitest'
import {
  asha,
  atJaipur,
  changedFile,
  type Loose,
  listMistakes,
  practicePath,
  razorpay,
  smtp,
  stripe,
  whatsapp,
} from './clinic-file.fixture.ts'
import { ClinicFile } from './clinic-file-schema.ts'
import { describeKeys } from './validation.ts'

const name = 'a name is 1 to 63 lower-case letters, digits and dashes'

describe('a file with a mistake', () => {
  const wrong: [string, (file: Loose) => void, string[]][] = [
    [
      'an unknown member of the file',
      (f) => (f.clinics = {}),
      ['file: has an unknown member: clinics'],
    ],
    [
      'an unknown member of the workspace',
      (f) => (f.workspace.zone = 'UTC'),
      ['workspace: has an unknown member: zone'],
    ],
    [
      'an unknown member of a location',
      (f) => (f.locations.berlin.colour = 'red'),
      ['locations.berlin: has an unknown member: colour'],
    ],
    [
      'an unknown member of a practitioner',
      (f) => (asha(f).title = 'Dr'),
      ['practitioners.asha-rao: has an unknown member: title'],
    ],
    [
      'an unknown permission',
      (f) => (asha(f).permissions.fly = true),
      ['practitioners.asha-rao.permissions: has an unknown member: fly'],
    ],
    [
      'an unknown member of a profile',
      (f) => (asha(f).profile.age = 40),
      ['practitioners.asha-rao.profile: has an unknown member: age'],
    ],
    [
      'an unknown profile detail',
      (f) => (asha(f).profile.details.blog = ''),
      ['practitioners.asha-rao.profile.details: has an unknown member: blog'],
    ],
    [
      'an unknown member of a practice',
      (f) => (atJaipur(f).room = 1),
      [`${practicePath}: has an unknown member: room`],
    ],
    [
      'an unknown member of a tier',
      (f) => (atJaipur(f).tiers.long.days = 1),
      [`${practicePath}.tiers.long: has an unknown member: days`],
    ],
    [
      'an unknown member of a fee',
      (f) => (atJaipur(f).fees[1].vat = 1),
      [`${practicePath}.fees.1: has an unknown member: vat`],
    ],
    [
      'an unknown member of hours',
      (f) => (atJaipur(f).hours[1].lunch = 1),
      [`${practicePath}.hours.1: has an unknown member: lunch`],
    ],
    [
      'an unknown member of an exception',
      (f) => (atJaipur(f).exceptions[0].why = 1),
      [`${practicePath}.exceptions.0: has an unknown member: why`],
    ],
    ['no workspace', (f) => delete f.workspace, ['file: lacks workspace']],
    [
      'no currency',
      (f) => delete f.locations.jaipur.currency,
      ['locations.jaipur: lacks currency'],
    ],
    [
      'no locations',
      (f) => (f.locations = {}),
      [
        'staff.nina-roy.at.0',
        ...[
          'asha-rao.at.jaipur',
          'jonas-weber.at.berlin',
          'meera-shah.at.jaipur',
          'ravi-old.at.jaipur',
        ].map((at) => `practitioners.${at}`),
      ].map((place) => `${place}: is not one of the locations of this file`),
    ],
    ...[
      'javascript:alert(1)',
      ' javascript:alert(1)',
      'data:text/html,x',
      'http://example.org/a.jpg',
    ].flatMap((url): typeof wrong => {
      const mistake = (path: string) => [
        `practitioners.asha-rao.${path}: must be an address with https://`,
      ]
      const inProfile = (path: string) => mistake(`profile.${path}`)
      return [
        [`the portrait ${url}`, (f) => (asha(f).profilePicUrl = url), mistake('profilePicUrl')],
        [
          `the public portrait ${url}`,
          (f) => (asha(f).profile.profileImageUrl = url),
          inProfile('profileImageUrl'),
        ],
        [
          `the film ${url}`,
          (f) => (asha(f).profile.details.videoUrl = url),
          inProfile('details.videoUrl'),
        ],
      ]
    }),
    ...['javascript:alert(1)', ' java\nscript:alert(1)', 'DATA:text/html,x'].flatMap(
      (url): typeof wrong => {
        const mistake = (path: string) => [
          `practitioners.asha-rao.profile.details.${path}: has an address that a browser would run`,
        ]
        return [
          [
            `the picture ${url}`,
            (f) => (asha(f).profile.details.gallery = [{ url }]),
            mistake('gallery'),
          ],
          [
            `the link ${url}`,
            (f) => (asha(f).profile.details.socialLinks = { web: url }),
            mistake('socialLinks'),
          ],
        ]
      },
    ),
    [
      'more practitioners than one workspace has',
      (f) => {
        for (let n = 0; n < 997; n += 1)
          f.practitioners[`p${n}`] = { ...f.practitioners['meera-shah'], email: undefined, at: {} }
      },
      ['practitioners: has 1001 practitioners; at most 1000 belong to one workspace'],
    ],
    [
      'practitioners at more locations than one workspace has',
      (f) => {
        for (let n = 0; n < 500; n += 1)
          f.locations[`l${n}`] = { ...f.locations.jaipur, rooms: undefined }
        const at = Object.fromEntries(
          Object.keys(f.locations).map((location) => [location, { slotMinutes: 15 }]),
        )
        for (let n = 0; n < 4; n += 1)
          f.practitioners[`p${n}`] = { ...f.practitioners['meera-shah'], email: undefined, at }
      },
      [
        'practitioners: work at 2012 locations, counted for each practitioner; at most 2000 belong to one workspace',
        'locations: has 502 locations; at most 500 belong to one workspace',
      ],
    ],
    [
      'an unknown role',
      (f) => (f.staff['nina-roy'].roles = ['porter']),
      ['staff.nina-roy.roles.0: is not one of the roles of this file'],
    ],
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
    [
      'an email that is none',
      (f) => (f.staff['nina-roy'].email = 'nina'),
      ['staff.nina-roy.email: must be an e-mail address'],
    ],
    [
      'a phone that is none',
      (f) => (f.staff['nina-roy'].phoneNumber = '12'),
      ['staff.nina-roy.phoneNumber: must be a phone number of 4 to 15 digits'],
    ],
    [
      'a dial code without plus',
      (f) => (f.staff['nina-roy'].countryCode = '91'),
      ['staff.nina-roy.countryCode: must be a plus and 1 to 4 digits, such as +91'],
    ],
    [
      'an offset for a zone',
      (f) => (f.workspace.timezone = '+05:30'),
      ['workspace.timezone: must be an IANA time zone name, such as Asia/Kolkata'],
    ],
    [
      'a zone that is none',
      (f) => (f.locations.berlin.timezone = 'Europe/Bielefeld'),
      ['locations.berlin.timezone: must be an IANA time zone name, such as Asia/Kolkata'],
    ],
    [
      'a currency that is none',
      (f) => (f.locations.jaipur.currency = 'INX'),
      ['locations.jaipur.currency: must be an ISO 4217 currency code, such as INR'],
    ],
    [
      'a country by name',
      (f) => (f.locations.jaipur.country = 'India'),
      ['locations.jaipur.country: must be an ISO2 country code, such as IN'],
    ],
    [
      'a country in lower case',
      (f) => (f.locations.jaipur.country = 'in'),
      ['locations.jaipur.country: must be an ISO2 country code, such as IN'],
    ],
    [
      'half yen',
      (f) => {
        f.locations.berlin.currency = 'JPY'
      },
      [
        'practitioners.jonas-weber.at.berlin.fees.1.amount: is no amount of JPY, which has 0 decimals',
      ],
    ],
    [
      'a ten-thousandth of a dinar',
      (f) => {
        f.locations.jaipur.currency = 'KWD'
        atJaipur(f).tiers.long.fee = 9.1234
        atJaipur(f).followUpFee = 0.125
      },
      [`${practicePath}.tiers.long.fee: is no amount of KWD, which has 3 decimals`],
    ],
    ...(['stripe', 'razorpay'] as const).map((gateway): (typeof wrong)[number] => [
      `prices between the steps of ${gateway}`,
      (f) => {
        Object.assign(f.workspace, { paymentGateway: gateway, gateways: { stripe, razorpay } })
        Object.assign(f.locations.jaipur, { currency: 'KWD', internationalCurrency: 'OMR' })
        atJaipur(f).fees[0].amount = 12.345
        Object.assign(atJaipur(f).tiers.long, { fee: 12.34, internationalFee: 7.001 })
        f.sessionPacks = {
          ten: {
            displayName: 'Ten',
            sessions: 10,
            validityDays: 90,
            price: 99.999,
            currency: 'BHD',
            doctors: ['asha-rao'],
          },
        }
      },
      [
        `${practicePath}.tiers.long.internationalFee: cannot be paid at ${gateway}, which takes OMR in steps of 0.01`,
        `${practicePath}.fees.0.amount: cannot be paid at ${gateway}, which takes KWD in steps of 0.01`,
        `sessionPacks.ten.price: cannot be paid at ${gateway}, which takes BHD in steps of 0.01`,
      ],
    ]),
    [
      'visit types with what is not there, or is said twice',
      (f) => {
        f.visitTypes = {
          one: {
            displayName: 'One',
            tier: 'nine',
            minutes: 30,
            fee: 10,
            practitioners: ['asha-ro', 'meera-shah'],
            rooms: ['jaipur/room-9', 'pune/room-1'],
          },
          two: { displayName: 'Two', fee: 10 },
          three: { displayName: 'Three', internationalFee: 5, practitioners: ['jonas-weber'] },
        }
      },
      [
        'visitTypes.one.minutes: is that of the tier: leave it out, or leave out the tier',
        'visitTypes.one.fee: is that of the tier: leave it out, or leave out the tier',
        'visitTypes.one.practitioners.0: is not one of the practitioners of this file',
        'visitTypes.one.practitioners.1: has tokens and no slots, so no visit types',
        'visitTypes.one.rooms.0: is not a room of the file, written location/room',
        'visitTypes.one.rooms.1: is not a room of the file, written location/room',
        'visitTypes.one.tier: is no duration tier of the practitioners who offer the type',
        'visitTypes.two.fee: is of several currencies at the locations of its practitioners: make it a tier of each',
        'visitTypes.three.internationalFee: needs a fee',
        'visitTypes.three.internationalFee: needs internationalCurrency at the locations of its practitioners',
      ],
    ],
    [
      'forms that ask what cannot be asked',
      (f) => {
        f.forms = {
          one: {
            title: 'One',
            practitioners: ['asha-ro'],
            visitTypes: ['first'],
            questions: [
              { key: 'toString', kind: 'text', label: 'A' },
              { key: 'b', kind: 'one-of', label: 'B', shownIf: [{ question: 'c', is: ['yes'] }] },
              { key: 'c', kind: 'yes-no', label: 'C', from: 1 },
              { key: 'c', kind: 'scale', label: 'D', from: 5, to: 5 },
              { key: 'e', kind: 'text', label: 'E', shownIf: [{ question: 'c', is: ['no', 'x'] }] },
            ],
            translations: { de: { questions: { b: { options: { z: 'Z' } }, f: {} } } },
          },
          two: { title: 'Two', questions: [] },
        }
      },
      [
        'forms.one.questions.0.key: is a reserved word: choose another key',
        'forms.one.questions.1.options: is needed: what can be chosen',
        'forms.one.questions.1.shownIf.0.question: is no key of an earlier question',
        'forms.one.questions.2.from: belongs only to the kinds number and scale',
        'forms.one.questions.3.key: is the key of an earlier question',
        'forms.one.questions.3.to: must be higher than from',
        'forms.one.questions.4.shownIf.0.is.1: is no answer of that question',
        'forms.one.translations.de.questions.b.options.z: is no option of the question',
        'forms.one.translations.de.questions.f: is no key of a question',
        'forms.one.practitioners.0: is not one of the practitioners of this file',
        'forms.one.visitTypes.0: is not one of the visit types of this file',
        'forms.two.questions: has no question, and there is nothing to sign',
      ],
    ],
    [
      'half an ariary at Stripe, which takes whole ones',
      (f) => {
        Object.assign(f.workspace, { paymentGateway: 'stripe', gateways: { stripe } })
        f.locations.jaipur.currency = 'MGA'
        atJaipur(f).followUpFee = 0.5
      },
      [`${practicePath}.followUpFee: cannot be paid at stripe, which takes MGA in steps of 1`],
    ],
    [
      'a follow-up fee of a hundredth of a cent',
      (f) => (atJaipur(f).followUpFee = 0.0001),
      [`${practicePath}.followUpFee: is no amount of INR, which has 2 decimals`],
    ],
    [
      'an amount beyond counting',
      (f) => (atJaipur(f).fees[0].amount = 1e11),
      [`${practicePath}.fees.0.amount: is no amount of INR, which has 2 decimals`],
    ],
    [
      'a negative fee',
      (f) => (atJaipur(f).fees[0].amount = -1),
      [`${practicePath}.fees.0.amount: must be >= 0`],
    ],
    [
      'hours reversed',
      (f) => (atJaipur(f).hours[0].to = '08:00'),
      [
        `${practicePath}.hours.0: opens at 09:00 but closes at 08:00; two in the morning of the next day is 26:00`,
      ],
    ],
    [
      'hours across midnight',
      (f) => {
        atJaipur(f).hours = [{ days: ['SAT'], from: '22:00', to: '02:00', modes: ['ONLINE'] }]
      },
      [
        `${practicePath}.hours.0: opens at 22:00 but closes at 02:00; two in the morning of the next day is 26:00`,
      ],
    ],
    [
      'hours of no length',
      (f) =>
        (atJaipur(f).exceptions[0].hours = [{ from: '09:00', to: '09:00', modes: ['OFFLINE'] }]),
      [
        `${practicePath}.exceptions.0.hours.0: opens at 09:00 but closes at 09:00; two in the morning of the next day is 26:00`,
      ],
    ],
    [
      'a clock of twelve hours',
      (f) => (atJaipur(f).hours[0].from = '9:00'),
      [`${practicePath}.hours.0.from: must be a time of day from 00:00 to 24:00, HH:MM`],
    ],
    [
      'a time past 36:00',
      (f) => (atJaipur(f).hours[1].to = '36:01'),
      [
        `${practicePath}.hours.1.to: must be a time of day from 00:00 to 24:00, HH:MM, or on the next day up to 36:00`,
      ],
    ],
    [
      'hours that begin at 24:00',
      (f) => {
        atJaipur(f).hours = [{ days: ['SAT'], from: '24:00', to: '26:00', modes: ['ONLINE'] }]
      },
      [`${practicePath}.hours.0: opens at 24:00; write it as 00:00 of the next day`],
    ],
    [
      'a night that overlaps the hours of the next day',
      (f) => {
        const night = { from: '20:00', to: '34:00', modes: ['ONLINE'] }
        Object.assign(atJaipur(f), {
          hours: [
            { days: ['SUN', 'MON'], from: '09:00', to: '12:00', modes: ['ONLINE'] },
            { days: ['SUN', 'TUE'], ...night },
          ],
          exceptions: [
            { date: '2030-01-02', hours: [{ from: '09:30', to: '10:00', modes: ['ONLINE'] }] },
            { date: '2030-01-05', hours: [night] },
          ],
        })
      },
      [
        `${practicePath}.hours.0: overlaps the hours 20:00 to 34:00 on MON for ONLINE`,
        `${practicePath}.exceptions.0.hours.0: overlaps the hours 20:00 to 34:00 on 2030-01-02 for ONLINE`,
        `${practicePath}.exceptions.1.hours.0: overlaps the hours 09:00 to 12:00 on 2030-01-06 for ONLINE`,
      ],
    ],
    [
      'hours that overlap for one mode',
      (f) =>
        atJaipur(f).hours.push({
          days: ['FRI', 'SAT'],
          from: '12:45',
          to: '14:00',
          modes: ['HOME_VISIT', 'ONLINE'],
        }),
      [`${practicePath}.hours.2: overlaps the hours 09:00 to 13:00 on FRI for ONLINE`],
    ],
    [
      'hours of a date that overlap',
      (f) => {
        atJaipur(f).exceptions[1].hours = [
          { from: '09:00', to: '12:00', modes: ['OFFLINE'] },
          { from: '11:00', to: '13:00', modes: ['OFFLINE'] },
        ]
      },
      [
        `${practicePath}.exceptions.1.hours.1: overlaps the hours 09:00 to 12:00 on 2030-01-15 for OFFLINE`,
      ],
    ],
    [
      'an unknown location',
      (f) => (asha(f).at.delhi = { slotMinutes: 15 }),
      ['practitioners.asha-rao.at.delhi: is not one of the locations of this file'],
    ],
    [
      'a location called constructor',
      (f) => (asha(f).at.constructor = { slotMinutes: 15 }),
      ['practitioners.asha-rao.at.constructor: is not one of the locations of this file'],
    ],
    [
      'two fees for one mode',
      (f) => atJaipur(f).fees.push({ mode: 'ONLINE', amount: 1 }),
      [`${practicePath}.fees.3: is a second domestic fee for ONLINE`],
    ],
    [
      'two international fees for one mode',
      (f) => atJaipur(f).fees.push({ mode: 'OFFLINE', amount: 1, international: true }),
      [`${practicePath}.fees.3: is a second international fee for OFFLINE`],
    ],
    [
      'international prices without their currency',
      (f) => delete f.locations.jaipur.internationalCurrency,
      [
        `${practicePath}.tiers.long.internationalFee: needs internationalCurrency at the location`,
        `${practicePath}.fees.2.amount: needs internationalCurrency at the location`,
      ],
    ],
    [
      'one date twice',
      (f) => atJaipur(f).exceptions.push({ date: '2030-01-26', hours: [] }),
      [`${practicePath}.exceptions.2: names 2030-01-26 a second time`],
    ],
    [
      'a date that does not exist',
      (f) => (atJaipur(f).exceptions[0].date = '2030-02-30'),
      [`${practicePath}.exceptions.0.date: must be an existing date, YYYY-MM-DD`],
    ],
    [
      'a day twice',
      (f) => (atJaipur(f).hours[0].days = ['MON', 'MON']),
      [
        `${practicePath}.hours.0.days: must NOT have duplicate items (items ## 1 and 0 are identical)`,
      ],
    ],
    [
      'hours without a mode',
      (f) => (atJaipur(f).hours[0].modes = []),
      [`${practicePath}.hours.0.modes: must NOT have fewer than 1 items`],
    ],
    [
      'an unknown mode',
      (f) => (atJaipur(f).fees[0].mode = 'PHONE'),
      [
        `${practicePath}.fees.0.mode: must be one of OFFLINE, ONLINE, HOME_VISIT, HOME_COLLECTION, WALK_IN`,
      ],
    ],
    [
      'an unknown system',
      (f) => (asha(f).system = 'scheduled'),
      ['practitioners.asha-rao.system: must be one of SCHEDULED, QMS'],
    ],
    [
      'an entitlement that does not exist',
      (f) => (f.workspace.entitlements = ['everything']),
      [
        expect.stringMatching(
          /^workspace\.entitlements\.0: must be one of devapi_/,
        ) as unknown as string,
      ],
    ],
    [
      'a location name in capitals',
      (f) => (f.locations.Delhi = f.locations.berlin),
      [`locations: has a member named 'Delhi'; ${name}`],
    ],
    [
      'a practitioner name with a dot',
      (f) => (f.practitioners['asha.rao'] = { ...asha(f) }),
      [`practitioners: has a member named 'asha.rao'; ${name}`],
    ],
    [
      'texts by a language that is none',
      (f) => (f.workspace.legal = { privacy: { url: 'https://sunrise.example/privacy' } }),
      [
        "workspace.legal.privacy: has a member named 'url'; must be the tag of a language, such as hi or pt-BR",
      ],
    ],
    [
      'a workspace name with a blank',
      (f) => (f.workspace.name = 'my clinic'),
      [`workspace.name: ${name}`],
    ],
    [
      'a room name in capitals',
      (f) => (f.locations.berlin.rooms = ['Raum']),
      [`locations.berlin.rooms.0: ${name}`],
    ],
    [
      'a room twice',
      (f) => (f.locations.berlin.rooms = ['a', 'a']),
      ['locations.berlin.rooms: must NOT have duplicate items (items ## 1 and 0 are identical)'],
    ],
    [
      'a blank name',
      (f) => (asha(f).name = '  '),
      ['practitioners.asha-rao.name: must not be blank'],
    ],
    [
      'a long name',
      (f) => (asha(f).name = 'ß'.repeat(501)),
      ['practitioners.asha-rao.name: must NOT have more than 500 characters'],
    ],
    [
      'visits of a minute',
      (f) => (atJaipur(f).slotMinutes = 1),
      [`${practicePath}.slotMinutes: must be >= 5`],
    ],
    [
      'a number as text',
      (f) => (atJaipur(f).slotMinutes = '15'),
      [`${practicePath}.slotMinutes: must be integer`],
    ],
    [
      'a list instead of a mapping',
      (f) => (f.practitioners = [asha(f)]),
      ['practitioners: must be object'],
    ],
    [
      'a mapping instead of a list',
      (f) => (atJaipur(f).hours = { MON: '9-13' }),
      [`${practicePath}.hours: must be array`],
    ],
    [
      'a notice of an unknown kind',
      (f) => (f.workspace.notices = { birthday: true }),
      ['workspace.notices: has an unknown member: birthday'],
    ],
    [
      'a notice with something unknown in braces',
      (f) =>
        (f.workspace.notices = {
          texts: { hi: { reminder: { subject: '{clinic}', body: '{lastName}, {date}' } } },
        }),
      [
        'workspace.notices.texts.hi.reminder.body: must be text of 1 to 2000 characters, with nothing in braces but firstName, clinic, practitioner, location, visitAddress, date, time, zone, clinicTime, videoLink, reference, visitPage, confirmPage, messagesPage, formsPage, minutesLate, price, token, placesBefore, queuePage, heldUntil, pack',
      ],
    ],
    [
      'a notice whose subject has two lines, and one that is too long',
      (f) =>
        (f.workspace.notices = {
          texts: {
            en: {
              move: { subject: 'New time\nBcc: all@example.org', body: 'x' },
              reminder: { subject: 'x'.repeat(151), body: 'x'.repeat(2_001) },
            },
          },
        }),
      ['reminder.subject', 'reminder.body', 'move.subject'].map((member) =>
        expect.stringMatching(
          new RegExp(
            `^workspace\\.notices\\.texts\\.en\\.${member}: must be .* characters, with nothing in braces but`,
          ),
        ),
      ),
    ],
    [
      'notices in no language',
      (f) => (f.workspace.notices = { language: 'Hindi' }),
      ['workspace.notices.language: must be the tag of a language, such as hi or pt-BR'],
    ],
    [
      'notices at impossible times, by no channel and without end',
      (f) => (f.workspace.notices = { reminderHoursBefore: 0, channels: [], noticesPerDay: 1e9 }),
      [
        expect.stringContaining('workspace.notices.reminderHoursBefore'),
        expect.stringContaining('workspace.notices.noticesPerDay'),
        expect.stringContaining('workspace.notices.channels'),
      ],
    ],
    [
      'messages by an unknown channel',
      (f) => (f.workspace.messages = { fax: {} }),
      ['workspace.messages: has an unknown member: fax'],
    ],
    [
      'mail without a server',
      (f) => (f.workspace.messages = { email: {} }),
      ['workspace.messages.email: lacks smtp'],
    ],
    [
      'a password in clear',
      (f) =>
        (f.workspace.messages = {
          email: { smtp: { ...smtp, url: 'smtps://codes:s3cret@mail.example.org' } },
        }),
      [
        'workspace.messages.email.smtp.url: must be secret:NAME, or smtps://HOST:PORT or smtp://HOST:PORT without a user and password',
      ],
    ],
    [
      'a secret in lower case',
      (f) => (f.workspace.messages = { email: { smtp: { ...smtp, url: 'secret:smtp' } } }),
      [
        'workspace.messages.email.smtp.url: must be secret:NAME, or smtps://HOST:PORT or smtp://HOST:PORT without a user and password',
      ],
    ],
    [
      'two senders',
      (f) =>
        (f.workspace.messages = { email: { smtp: { ...smtp, from: 'a@b.example, c@d.example' } } }),
      [
        'workspace.messages.email.smtp.from: must be one address, with or without a name: Sunrise Clinics <codes@sunrise.example>',
      ],
    ],
    [
      'a token in clear',
      (f) =>
        (f.workspace.messages = { chatapp: { whatsapp: { ...whatsapp, token: 'EAAJs3cret' } } }),
      [
        'workspace.messages.chatapp.whatsapp.token: must name a secret: secret:NAME, in capitals, digits and underscores',
      ],
    ],
    [
      'a secret whose file would be that of another',
      (f) =>
        (f.workspace.messages = {
          chatapp: { whatsapp: { ...whatsapp, token: 'secret:TOKEN_FILE' } },
        }),
      [
        'workspace.messages.chatapp.whatsapp.token: must name a secret: secret:NAME, in capitals, digits and underscores',
      ],
    ],
    [
      'every member of a template',
      (f) =>
        (f.workspace.messages = {
          chatapp: {
            whatsapp: {
              ...whatsapp,
              phoneNumberId: '+91 98',
              template: 'Code!',
              language: 'English',
              version: '23',
              url: 'http://graph.example.org',
            },
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
      (f) =>
        (f.workspace.messages = {
          chatapp: { whatsapp: { ...whatsapp, url: 'https://graph.example.org/?a=b' } },
        }),
      [
        'workspace.messages.chatapp.whatsapp.url: must be an address with https:// and nothing after its path',
      ],
    ],
    [
      'a payment gateway without its account',
      (f) => Object.assign(f.workspace, { paymentGateway: 'razorpay', gateways: { stripe } }),
      [
        'workspace.paymentGateway: has no account at razorpay: describe it as workspace.gateways.razorpay',
      ],
    ],
    [
      'an unknown payment gateway',
      (f) => (f.workspace.paymentGateway = 'cash'),
      ['workspace.paymentGateway: must be one of sandbox, stripe, razorpay'],
    ],
    [
      'keys of payment gateways in clear',
      (f) =>
        (f.workspace.gateways = {
          stripe: { ...stripe, secretKey: 'sk_live_s3cret' },
          razorpay: { ...razorpay, keySecret: 's3cret' },
        }),
      ['stripe.secretKey', 'razorpay.keySecret'].map(
        (path) =>
          `workspace.gateways.${path}: must name a secret: secret:NAME, in capitals, digits and underscores; the key itself is CLINIC_SECRET_NAME where the service runs`,
      ),
    ],
    [
      'a key where its id belongs, and a gateway where anyone can listen',
      (f) =>
        (f.workspace.gateways = {
          stripe: { ...stripe, url: 'http://api.stripe.com' },
          razorpay: { ...razorpay, keyId: 'secret:RAZORPAY_KEY' },
        }),
      [
        'workspace.gateways.stripe.url: must be an address with https:// and nothing after its path',
        'workspace.gateways.razorpay.keyId: must be the id of a key, rzp_live_… or rzp_test_…',
      ],
    ],
    [
      'NUL in a text',
      (f) => (f.workspace.title = 'Sun\0rise'),
      ['workspace.title: holds NUL or half of a surrogate pair'],
    ],
    [
      'NUL in the name of a member',
      (f) => (asha(f).profile.details.faqs = { 'a\0': 1 }),
      [
        'practitioners.asha-rao.profile.details.faqs: has a member whose name holds NUL or half of a surrogate pair',
      ],
    ],
    [
      'half of a surrogate pair',
      (f) => (asha(f).profile.details.seo = ['\ud83d']),
      ['practitioners.asha-rao.profile.details.seo.0: holds NUL or half of a surrogate pair'],
    ],
  ]

  it.each(wrong)('is refused for %s', (_, edit, mistakes) => {
    expect(listMistakes(JSON.stringify(changedFile(edit)))).toEqual(mistakes)
  })

  it('says of all keys what they must be', () => {
    const rules: Schema[] = []
    JSON.stringify(ClinicFile, (member: string, value: Schema) => {
      if (member === 'propertyNames') rules.push(value)
      return value
    })
    expect(rules.length).toBeGreaterThan(20)
    expect(rules.filter((rule) => describeKeys(rule) === undefined)).toEqual([])
  })
})

type Schema = Parameters<typeof describeKeys>[0]
