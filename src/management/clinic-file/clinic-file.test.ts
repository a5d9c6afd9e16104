import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { createSunriseFile } from '../../../test/support/clinic/sunrise.ts'
import { cases } from '../../../test/support/run/cases.ts'
import { runSize } from '../../../test/support/run/sizes.ts'
import {
  asha,
  atJaipur,
  changedFile,
  listMistakes,
  practicePath,
  razorpay,
  smtp,
  stripe,
  whatsapp,
} from './clinic-file.fixture.ts'
import { readClinicFile } from './clinic-file.ts'
import { clinicFileSchemaText } from './clinic-file-schema.ts'
import { clinicFileText } from './clinic-file-text.ts'
import { readClinicFileInProcess } from './file-in-process.ts'

describe('a valid file', () => {
  it('can be YAML or JSON', () => {
    const file = createSunriseFile()
    for (const source of [
      JSON.stringify(file),
      JSON.stringify(file, null, '\t'),
      stringify(file),
      `\uFEFF${stringify(file)}`,
    ]) {
      expect(readClinicFile(source)).toEqual({ file })
    }
  })

  it('may share parts through aliases', () => {
    const file = createSunriseFile()
    for (let index = 0; index < 150; index += 1) {
      const practitioner = { ...asha(file), name: `Person ${index}` }
      file.practitioners[`person-${index}`] = practitioner
    }
    const source = stringify(file)
    expect(source.match(/\*/g)?.length).toBeGreaterThan(150)
    expect(readClinicFile(source)).toEqual({ file })
  })

  it('is exported so that a reader of YAML 1.1 gets the same texts', () => {
    const file = createSunriseFile()
    const text = clinicFileText({ file, close: '13:00', country: 'NO', date: '2026-11-30' })
    expect(parse(text, { version: '1.1' })).toEqual(parse(text))
    expect(parse(text, { version: '1.1' })).toMatchObject({
      close: '13:00',
      country: 'NO',
      date: '2026-11-30',
    })
  })

  it('is the demo clinic', () => {
    expect(
      listMistakes(
        readFileSync(new URL('../../doors/demo/demo-clinic.yaml', import.meta.url), 'utf8'),
      ),
    ).toEqual([])
  })

  it('may say how messages are sent', () => {
    for (const messages of [
      {},
      { email: { smtp }, chatapp: { whatsapp } },
      {
        email: {
          smtp: {
            url: 'smtp://127.0.0.1:25',
            from: 'codes@sunrise.example',
            allowUnencrypted: true,
          },
        },
      },
      {
        chatapp: {
          whatsapp: {
            ...whatsapp,
            language: 'pt_BR',
            version: 'v24.0',
            url: 'http://127.0.0.1:8080/graph',
          },
        },
      },
    ]) {
      const file = changedFile((edited) => (edited.workspace.messages = messages))
      expect(readClinicFile(JSON.stringify(file))).toEqual({ file })
    }
  })

  it('may name accounts at payment gateways, also at one that no longer takes its payments', () => {
    for (const [paymentGateway, gateways] of [
      ['sandbox', {}],
      ['stripe', { stripe }],
      [
        'razorpay',
        {
          stripe: { ...stripe, url: 'http://127.0.0.1:12111' },
          razorpay: { ...razorpay, webhookSecret: 'secret:RAZORPAY_WEBHOOK' },
        },
      ],
    ]) {
      const file = changedFile((edited) =>
        Object.assign(edited.workspace, { paymentGateway, gateways }),
      )
      expect(readClinicFile(JSON.stringify(file))).toEqual({ file })
    }
  })

  it('may name its schema, open at midnight and close at midnight, and touch without overlapping', () => {
    const file = changedFile((edited) => {
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

describe('an invalid file', () => {
  const unreadable: [string, string, string[]][] = [
    ['nothing at all', '', ['file: must be object']],
    ['comments alone', '# a clinic\n', ['file: must be object']],
    ['a list', '- workspace: {}\n', ['file: must be object']],
    ['a text', 'sunrise', ['file: must be object']],
    [
      'broken YAML',
      'workspace:\n  name: sunrise\n  title: "Sunrise\n',
      ['line 4: lacks the quote that closes a text, here or before'],
    ],
    [
      'broken indentation',
      'workspace:\n  name: sunrise\n title: Sunrise\n',
      ['line 3: is not indented like the lines it belongs to'],
    ],
    [
      'two documents',
      'workspace: {}\n---\nworkspace: {}\n',
      ['line 2: begins a second document with ---; a clinic file is a single document'],
    ],
    [
      'a key twice',
      'workspace:\n  name: sunrise\n  name: sunset\nlocations: {}\nlocations: {}\n',
      ['line 5: names locations a second time', 'line 3: names name a second time'],
    ],
    [
      'a JSON member twice',
      '{\n"workspace": {},\n"workspace": {}}',
      ['line 3: names workspace a second time'],
    ],
    [
      'an alias for nothing',
      'workspace: *base\n',
      ['file: Unresolved alias (the anchor must be set before the alias): base'],
    ],
    [
      'sixty thousand aliases',
      `a: &a 1\nb: [${'*a, '.repeat(60_000)}]`,
      ['file: has more than 1000 aliases'],
    ],
    [
      'an alias bomb',
      bomb(),
      ['file: nests too deeply, or repeats itself through too many aliases'],
    ],
    [
      'one long text, repeated',
      `a: &a ${'x'.repeat(100_000)}\nb: [${'*a, '.repeat(100)}]`,
      ['file: nests too deeply, or repeats itself through too many aliases'],
    ],
    [
      'a small file that stands for a clinic of 8 MB',
      `a: &a [${'{ days: Monday, from: 10 }, '.repeat(50)}]\nb: &b [${'*a, '.repeat(50)}]\nc: [${'*b, '.repeat(50)}]`,
      ['file: nests too deeply, or repeats itself through too many aliases'],
    ],
    [
      'an alias of itself',
      'workspace: &a\n  name: *a\n',
      ['file: nests too deeply, or repeats itself through too many aliases'],
    ],
    ['sixty levels', '['.repeat(60) + ']'.repeat(60), ['file: nests too deeply']],
    ['fifty thousand levels', '['.repeat(50_000), ['file: nests too deeply']],
    [
      'ten megabytes',
      `workspace: ${'x'.repeat(10_000_000)}`,
      ['file: has 10000011 bytes; at most 2097152 are read'],
    ],
  ]

  it.each(unreadable)('is refused when it is %s', (_, source, mistakes) => {
    expect(listMistakes(source)).toEqual(mistakes)
  })

  it('is refused for YAML features that JSON does not have', () => {
    const details = (text: string) =>
      stringify(createSunriseFile()).replace(/slug: dr-asha-rao/, text)
    const path = 'practitioners.asha-rao.profile.details'
    expect(listMistakes(details('seo: [.nan, .inf]'))).toEqual([
      `${path}.seo.0: must be a finite number`,
      `${path}.seo.1: must be a finite number`,
    ])
    expect(listMistakes(details('seo: !!binary aGVsbG8='))).toEqual([
      `${path}.seo: must be text, a number, a list or a mapping`,
    ])
  })

  it('gets all its mistakes reported at once, of any kind', () => {
    const file = changedFile((edited) => {
      edited.workspace.timezone = 'Mars'
      delete edited.locations.berlin.city
      edited.locations.jaipur.colour = 'red'
      atJaipur(edited).slotMinutes = 0
      atJaipur(edited).fees[0] = { mode: 'OFFLINE', amount: 0.001, vat: 1 }
      atJaipur(edited).hours[0].from = '99:00'
      atJaipur(edited).hours[1] = { ...atJaipur(edited).hours[1], to: '10:00' }
      asha(edited).at.delhi = {}
    })
    expect(listMistakes(JSON.stringify(file)).sort()).toEqual([
      'locations.berlin: lacks city',
      'locations.jaipur: has an unknown member: colour',
      'practitioners.asha-rao.at.delhi: is not one of the locations of this file',
      'practitioners.asha-rao.at.delhi: lacks slotMinutes',
      `${practicePath}.fees.0.amount: is no amount of INR, which has 2 decimals`,
      `${practicePath}.fees.0: has an unknown member: vat`,
      `${practicePath}.hours.0.from: must be a time of day from 00:00 to 24:00, HH:MM`,
      `${practicePath}.hours.1: opens at 16:00 but closes at 10:00; two in the morning of the next day is 26:00`,
      `${practicePath}.slotMinutes: must be >= 5`,
      'workspace.timezone: must be an IANA time zone name, such as Asia/Kolkata',
    ])
  })

  it('gets its mistakes counted when they are too many to list', () => {
    const rooms = Array.from({ length: 300 }, (_, index) => `Room ${index}`)
    const mistakes = listMistakes(
      JSON.stringify(changedFile((file) => (file.locations.berlin.rooms = rooms))),
    )
    expect(mistakes.length).toBe(201)
    expect(mistakes.at(-1)).toBe('file: has 100 further mistakes')
  })

  it('is refused however much is wrong with it', () => {
    const keys = Array.from({ length: runSize(5_000, 50_000) }, (_, index) => `k${index}: 0`).join(
      '\n',
    )
    expect(listMistakes(keys).length).toBe(201)
    const hours = { days: ['MON'], from: '09:00', to: '10:00', modes: ['OFFLINE'] }
    expect(
      listMistakes(
        JSON.stringify(
          changedFile((file) => (atJaipur(file).hours = Array(runSize(2_000, 20_000)).fill(hours))),
        ),
      ).length,
    ).toBeGreaterThan(1)
  })
})

it('the published schema is the one in force', () => {
  const published = readFileSync(
    new URL('../../../docs/clinic-file.schema.json', import.meta.url),
    'utf8',
  )
  expect(
    published === clinicFileSchemaText(),
    'run: npm run --silent clinic -- schema > docs/clinic-file.schema.json',
  ).toBe(true)
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

describe('a large file', () => {
  it('is read without blocking the process, with the same result as reading it at once', async () => {
    const large = changedFile((file) => {
      for (let index = 0; index < 100; index += 1)
        file.practitioners[`jonas-${index}`] = file.practitioners['jonas-weber']
    })
    const source = JSON.stringify(large)
    let turns = 0
    const turning = setInterval(() => (turns += 1), 1)
    const read = await readClinicFileInProcess(source)
    clearInterval(turning)
    expect(read).toEqual(readClinicFile(source))
    // The process alone needs hundreds of milliseconds to start; a blocked process would have had
    // no turn.
    expect(turns).toBeGreaterThan(5)
    const wrong = source.replace('"QMS"', '"QUEUE"')
    expect(await readClinicFileInProcess(wrong)).toEqual(readClinicFile(wrong))
  })

  it('that is short but repeats itself is read in a process of its own [SETUP-02]', async () => {
    const repeated = (alias: string, times: number) => `${alias}, `.repeat(times)
    const places = Array.from({ length: 40 }, (_, index) => `l${index}: *q`).join(', ')
    const people = Array.from({ length: 40 }, (_, index) => ` p${index}: *p\n`).join('')
    const source = `workspace: {name: a, title: A, timezone: Asia/Kolkata}\nlocations: {}\npractitioners:\n first: &p\n  at: {l: &q {hours: [&h {}, ${repeated('*h', 40)}]}, ${places}}\n${people}`
    expect(source.length).toBeLessThan(4_000)
    let turns = 0
    const turning = setInterval(() => (turns += 1), 1)
    const read = await readClinicFileInProcess(source)
    clearInterval(turning)
    expect(read).toHaveProperty('mistakes')
    expect(turns).toBeGreaterThan(5)
  })

  const hostile = (part: string) =>
    `workspace: [${part.repeat(Math.floor((2 * 1024 * 1024 - 20) / part.length))}`
  const tooMuch = cases([
    [
      'of brackets that close nothing',
      `a: 1\n${'}}'.repeat(1_000_000)}`,
      'closes more than 100 brackets that were never opened',
    ],
    [
      'of empty mappings',
      hostile('{},'),
      'has more than 1000000 parts; import fewer things at once, or leave out what is empty',
    ],
    ['of lists in lists', hostile('['), 'nests too deeply'],
    [
      'of blank lines',
      hostile('\n'),
      'has more than 1000000 parts; import fewer things at once, or leave out what is empty',
    ],
  ])
  it.each(tooMuch)('%s is refused before it is parsed [SETUP-02]', (_, source, reason) => {
    expect(readClinicFile(source)).toEqual({ mistakes: [{ path: 'file', reason }] })
  })

  it('of any content ends no process, and waits in a line that refuses when it is full [SETUP-02]', async () => {
    const source = `workspace: [${'{},'.repeat(100_000)}`
    const readings = await Promise.allSettled(
      Array.from({ length: 12 }, (_, index) =>
        readClinicFileInProcess(index === 0 ? source : `${' '.repeat(9_000)}[`),
      ),
    )
    const refused = readings.filter(({ status }) => status === 'rejected')
    expect(refused).toEqual(
      Array(3).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'BUSY' }) }),
    )
    const read = readings.flatMap((reading) =>
      reading.status === 'fulfilled' ? [reading.value] : [],
    )
    expect(read).toEqual(
      Array(9).fill({ mistakes: [{ path: expect.any(String), reason: expect.any(String) }] }),
    )
  })
})
