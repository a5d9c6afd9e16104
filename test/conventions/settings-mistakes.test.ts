// Everything that the service can say is wrong with the settings has a sentence for the screen, in
// each language of the dashboard, and none of them speaks of the clinic file.

import { globSync, readFileSync } from 'node:fs'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { mistakeText, readMistake } from '../../dashboard/src/settings/mistakes.ts'
import { formatUpcomingVisits } from '../../src/management/clinic-file/upcoming-visits.ts'
import { dashboardLanguages } from '../../words/dashboard.ts'
import { mistakes as english } from '../../words/en/dashboard/settings-mistakes.ts'

const root = new URL('../../src/management/clinic-file/', import.meta.url)

/** Mistakes that only a file can have, or that only operators can make. */
const notInForms = [
  /^has an unknown member: /,
  /NUL or half of a surrogate pair/,
  /^must be text, a number, a list or a mapping/,
  /^must be (string|boolean|object|array)\b/,
  /^has \{.*\}, which is none of/,
  /^must be 1 to 100 letters, digits and signs/,
  /^has names too long to be searched/,
  // The columns of a statement.
  /^text\?$/,
]

/** The texts in a piece of source; each value in them is a number. */
const textsIn = (source: string) =>
  [...source.matchAll(/'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\]|\\.)*)`/g)].map(([, text, template]) =>
    (text ?? template ?? '')
      .replace(/\$\{formatUpcomingVisits[^}]*\}/, formatUpcomingVisits(7))
      .replace(/\$\{[^}]*\}/g, '7'),
  )

/** The arguments of a call, of which the source begins after the bracket. */
function argumentsIn(source: string): string {
  let depth = 1
  const end = [...source].findIndex((letter) => {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    return depth === 0
  })
  return source.slice(0, end)
}

/** The reasons in the sources: of reports, of listed mistakes, and of formats and patterns. */
function listReasons(): string[] {
  const sources = globSync('{*,sections/*}.ts', { cwd: root })
    .filter((file) => !/\.(test|fixture)\.ts$|^(clinic-file|file-in-process)\.ts$/.test(file))
    .map((file) => readFileSync(new URL(file, root), 'utf8').replace(/^\s*\/\/.*$/gm, ''))
  return sources.flatMap((source) => [
    ...source
      .split(/\breport\(/)
      .slice(1)
      .flatMap((call) => textsIn(argumentsIn(call)).filter((text) => /^[^.]* /.test(text))),
    ...[...source.matchAll(/\b(?:reason|words)(?: =|:)\s*(['`].*)/g)].flatMap(([, text = '']) =>
      textsIn(text).slice(0, 1),
    ),
    ...[...source.matchAll(/^ {2}\S+:\s+'(must [^']*|a \w+ is [^']*)',$/gm)].map(
      ([, text = '']) => text,
    ),
  ])
}

/** What the checker of the schema says, for each of its rules. */
function listSchemaReasons(): string[] {
  const broken: [schema: object, value: unknown][] = [
    [{ type: 'number' }, 'x'],
    [{ type: 'integer' }, 1.5],
    [{ minimum: 5 }, 1],
    [{ maximum: 5 }, 9],
    [{ minLength: 1 }, ''],
    [{ minLength: 3 }, 'x'],
    [{ maxLength: 1 }, 'xyz'],
    [{ minItems: 1 }, []],
    [{ maxItems: 1 }, [1, 2]],
    [{ uniqueItems: true }, [1, 1]],
  ]
  return broken.map(([schema, value]) => {
    const matches = new Ajv({ strict: false }).compile(schema)
    matches(value)
    return matches.errors?.[0]?.message ?? ''
  })
}

const reasons = [...new Set([...listReasons(), ...listSchemaReasons()])].filter(
  (reason) => !notInForms.some((pattern) => pattern.test(reason)),
)

it('has a sentence for each mistake that the service reports [SETUP-01]', () => {
  expect(reasons.length).toBeGreaterThan(90)
  const without = reasons.filter((reason) => readMistake({ path: 'x', reason }).kind === 'unusable')
  expect(without, 'add these to dashboard/src/settings/mistakes.ts').toEqual([])
  const kinds = new Set(reasons.map((reason) => readMistake({ path: 'x', reason }).kind))
  const unused = Object.keys(english).filter((kind) => !kinds.has(kind as keyof typeof english))
  expect(unused).toEqual(['unusable'])
})

it.each(Object.keys(dashboardLanguages))(
  'says none in the words of a file, in %s',
  async (code) => {
    const { words } = (await dashboardLanguages[code]?.parts.settings()) ?? {}
    if (!words) throw new Error(code)
    const sentences = reasons.map((reason) =>
      mistakeText(words.mistakes, { path: 'x', reason: `${reason}; found "a"` }, (word) => word),
    )
    const ofFiles = sentences.filter((sentence) =>
      /undefined|omitted|\bfile|Datei|archivo|फ़ाइल|ملف|JSON|mapping/i.test(sentence),
    )
    expect(ofFiles).toEqual([])
  },
)
