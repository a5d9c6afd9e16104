// Members of the settings and their values, in the words that the forms use.

import { wordFor } from '../words/words.tsx'
import { useValueLabel } from './field.tsx'
import type { Path } from './schema.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

/** Mappings whose keys are names that the clinic has chosen. */
const namedSections = [
  'locations',
  'practitioners',
  'staff',
  'roles',
  'sessionPacks',
  'visitTypes',
  'forms',
  'at',
  'rooms',
  'shifts',
  'calendars',
  'texts',
  'medicines',
]

const lengthMax = 200
const shortenText = (text: string) =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** How a path and a value are written. */
export function useSettingsText() {
  const { words } = useSettingsLanguage()
  const valueWord = useValueLabel()
  const { settings } = words
  const sectionNames = { ...settings.sections, bookingPage: settings.sections.page }
  const memberName = (name: string) =>
    wordFor(settings.members, name, wordFor(sectionNames, name, wordFor(words.mode, name)))

  function valueText(value: unknown): string {
    if (value === undefined || value === null) return '–'
    if (typeof value === 'boolean') return value ? settings.yes : settings.no
    if (Array.isArray(value)) return value.map(valueText).join(', ')
    if (isObject(value)) {
      return Object.entries(value)
        .map(([name, member]) => `${memberName(name)}: ${valueText(member)}`)
        .join(' · ')
    }
    return typeof value === 'string' ? valueWord(value) : String(value)
  }

  function pathText(names: Path): string {
    const parts = names.map((name, index) => {
      if (index > 0 && namedSections.includes(names[index - 1] ?? '')) return name
      if (/^\d+$/.test(name)) return String(Number(name) + 1)
      if (index > 0) return memberName(name)
      return name === 'workspace' ? settings.sections.clinic : wordFor(settings.kinds, name)
    })
    return parts.join(' › ')
  }

  return { text: (value: unknown) => shortenText(valueText(value)), path: pathText }
}

/**
 * A value; several values have one line each, and those that `other` also has are shown less
 * prominently.
 */
export function SettingsValue({ value, other }: { value: unknown; other: unknown }) {
  const { text } = useSettingsText()
  if (typeof value === 'string' && value.startsWith('data:image/'))
    return <img className={classes.picture} src={value} alt="" />
  if (!Array.isArray(value) || !value.some(isObject)) return <bdi>{text(value)}</bdi>
  const otherValues = new Set((Array.isArray(other) ? other : []).map((one) => JSON.stringify(one)))
  return (
    <ul className={classes.rows}>
      {value.map((one) => (
        <li
          key={JSON.stringify(one)}
          className={otherValues.has(JSON.stringify(one)) ? classes.soft : undefined}
        >
          <bdi>{text(one)}</bdi>
        </li>
      ))}
    </ul>
  )
}
