import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { dashboardLanguages } from '../../../words/dashboard.ts'
import { fieldHelp } from './help.ts'

it('says in the words of a form what a description says in those of a file', () => {
  const helps = [
    'Number of days in which a completed visit can be followed up; default: 7.',
    'Length of a consultation, in minutes, until there is a history of them; 10 when omitted.',
    '0 when omitted.',
    'Omitted: answers are not read.',
    'Languages in which patients are seen, the best first.',
  ].map((description) => fieldHelp(description, 'Label'))
  expect(helps).toEqual([
    'Number of days in which a completed visit can be followed up; if empty: 7.',
    'Length of a consultation, in minutes, until there is a history of them; if empty: 10.',
    'If empty: 0.',
    'If empty: answers are not read.',
    'Languages in which patients are seen, the best first.',
  ])
})

it('leaves out what concerns a file, and what the label says', () => {
  expect(fieldHelp('SCHEDULED sells slots, QMS sells tokens.', 'Kind of booking')).toBeUndefined()
  expect(fieldHelp('true when omitted.', 'Online visits')).toBeUndefined()
  expect(fieldHelp('Title before the name.', 'Title before the name')).toBeUndefined()
  expect(fieldHelp('Keep it. Price of the pack, in `currency`.', 'Price')).toBe('Keep it.')
  expect(fieldHelp(undefined, 'Name')).toBeUndefined()
})

it('is in the language of the screen, unless its label says as much [DASH-20]', () => {
  const translations = { 'Public name.': 'सार्वजनिक नाम।', 'If empty: 0.': 'खाली हो तो: 0।' }
  expect(fieldHelp('0 when omitted.', 'घंटे', translations)).toBe('खाली हो तो: 0।')
  expect(fieldHelp('Public name.', 'सार्वजनिक नाम', translations)).toBeUndefined()
  expect(fieldHelp('`true` when omitted.', 'वीडियो', translations)).toBeUndefined()
})

/** What the fields of all settings say in English. */
function listHelp(value: unknown, name = ''): string[] {
  if (name === 'examples') return []
  if (typeof value === 'string') {
    const help = name === 'description' && fieldHelp(value, '')
    return help ? [help] : []
  }
  return Object.entries(value ?? {}).flatMap(([inner, one]) => listHelp(one, inner))
}

const languages = Object.keys(dashboardLanguages).filter((code) => code !== 'en')
it.each(languages)('exists in %s for each setting that has it [DASH-20]', async (code) => {
  const { help = {} } = (await dashboardLanguages[code]?.parts.settings()) ?? {}
  const english = listHelp(JSON.parse(readFileSync('docs/clinic-file.schema.json', 'utf8')))
  expect(english).toContain('Weekly hours.')
  const missing = new Set(english.filter((text) => !help[text]))
  const outdated = Object.keys(help).filter((text) => !english.includes(text))
  const file = `words/${code}/dashboard/help.ts`
  expect([...missing], `add these to ${file}, each with its translation`).toEqual([])
  expect(outdated, `remove these from ${file}: no setting says them`).toEqual([])
})
