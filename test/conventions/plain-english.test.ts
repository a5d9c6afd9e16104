// What people read is plain, present-day English: refusals, summaries and descriptions, the words
// of the dashboard and of the pages of patients, notices, the README, the handbook and the guides.
// The words below make a native reader stumble; CONTRIBUTING.md says what to write in their place.

import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { httpRefusals } from '../../src/base/contract/errors.ts'
import { noticeKinds } from '../../src/clinic/notices/notice-settings.ts'
import { noticeText } from '../../src/clinic/notices/notice-text.ts'
import { cliProblems } from '../../src/doors/cli/problems.ts'
import { variables } from '../../src/doors/cli/setting-variables.ts'
import { words as commandWords } from '../../src/doors/cli/words/words.ts'
import { allProblems } from '../../src/doors/register/all-problems.ts'
import { operations } from '../../src/doors/register/register.ts'
import bookingPageWords from '../../words/en/booking-page.json' with { type: 'json' }
import { developers } from '../../words/en/dashboard/developers.ts'
import { report } from '../../words/en/dashboard/report.ts'
import { words as settingsWords } from '../../words/en/dashboard/settings.ts'
import { en } from '../../words/en/dashboard.ts'
import { patientPages } from '../../words/en/patient-pages.ts'

/** What not to write, and what to write instead. */
const worst: Record<string, RegExp> = {
  'nobody: no one': /\b[Nn]obody\b/,
  'somebody, everybody: someone, everyone': /\b(some|every)body\b/i,
  'whoever, whatever: anyone who, anything that': /\b(who|what)ever\b/i,
  'whom at the beginning: who': /(^|[.;:] )Whom\b/,
  'stands: is, remains': /\bstands\b/i,
  'meanwhile: in the meantime, or nothing': /\bmeanwhile\b/i,
  'call off: cancel': /\bcall(s|ed)? (\w+ ){0,2}off\b/i,
  'give back, go back: refund, return': /\b(g[ai]ve|gives|given|goes|went) back\b/i,
  'noted: recorded': /\bnoted\b/i,
  'mend: fix': /\bmend\b/i,
  'anew, thereof, hereby': /\b(anew|thereof|hereby|therein|whereof)\b/i,
  'is there no more: no longer exists': /\bnot there any more\b/i,
}

const root = new URL('../..', import.meta.url)
const placeholderValue = 3

/** Every text in a value, by its path. A word that is made from values is made from `3`. */
function* textsIn(value: unknown, path: string): Generator<[place: string, text: string]> {
  if (typeof value === 'string') yield [path, value]
  else if (typeof value === 'function')
    yield* textsIn(
      value(...Array.from({ length: value.length }, () => placeholderValue)),
      `${path}()`,
    )
  else if (typeof value === 'object' && value !== null)
    for (const [name, member] of Object.entries(value)) yield* textsIn(member, `${path}.${name}`)
}

/** The summaries and descriptions in a document or a schema, by their path. */
function* describedIn(value: unknown, path: string): Generator<[place: string, text: string]> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, member] of Object.entries(value))
    if ((name === 'description' || name === 'summary') && typeof member === 'string')
      yield [`${path}.${name}`, member]
    else yield* describedIn(member, `${path}.${name}`)
}

const readLines = (file: string) =>
  readFileSync(new URL(file, root), 'utf8')
    .split('\n')
    .map((line, index): [string, string] => [`${file}:${index + 1}`, line])
const described = (file: string) => [
  ...describedIn(JSON.parse(readFileSync(new URL(file, root), 'utf8')), file),
]

const shown: Record<string, () => Iterable<[place: string, text: string]>> = {
  refusals: () =>
    textsIn(
      Object.entries({ ...httpRefusals, ...allProblems, ...cliProblems }).map(([code, row]) => ({
        [code]: [row.sentence, 'toDo' in row ? row.toDo : row.advice],
      })),
      'problems',
    ),
  'docs/errors.md': () => readLines('docs/errors.md'),
  'docs/operations.md': () => readLines('docs/operations.md'),
  'docs/administration.md': () => readLines('docs/administration.md'),
  'the API reference': () => described('docs/openapi.json'),
  'the schema of the clinic file': () => described('docs/clinic-file.schema.json'),
  operations: () =>
    operations.flatMap((operation) => [
      ...describedIn({ ...operation, name: undefined }, operation.name),
    ]),
  commands: () => describedIn(commandWords, 'commands'),
  settings: () => describedIn(variables, 'settings'),
  'the dashboard': () => textsIn({ en, developers, report, settingsWords }, 'dashboard'),
  'the booking page': () => textsIn({ bookingPageWords, patientPages }, 'booking'),
  notices: () =>
    textsIn(
      Object.fromEntries(noticeKinds.map((kind) => [kind, noticeText(kind, {}, 'en')])),
      'notices',
    ),
  'the README and the guides': () =>
    ['README.md', ...globSync('docs/guides/*.md', { cwd: root })].flatMap(readLines),
}

it.each(Object.entries(shown))('%s: plain English', (_, texts) => {
  const all = [...texts()]
  const stumbles = all.flatMap(([place, text]) =>
    Object.entries(worst).flatMap(([advice, word]) =>
      word.test(text) ? [`${place}: "${text}" (${advice})`] : [],
    ),
  )
  expect(all.length).toBeGreaterThan(5)
  expect(stumbles).toEqual([])
})

it.each([
  'Nobody waits.',
  'Whoever has it can do what the key can do.',
  'The visit it paid for stands.',
  'Call a visit off.',
  'It is noted.',
])('sees %s', (text) => {
  expect(Object.values(worst).some((word) => word.test(text))).toBe(true)
})
