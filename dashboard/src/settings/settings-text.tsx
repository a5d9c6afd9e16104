// Members of the settings and their values, in the words that the forms use.

import { useWorkspace } from '../api/workspace.tsx'
import { wordFor } from '../words/words.tsx'
import { memberAt, useDraft } from './draft.ts'
import { useValueLabel } from './field.tsx'
import { type Mistake, mistakenPath, mistakeText } from './mistakes.ts'
import { thingTitle } from './names.ts'
import { languageName } from './picker-choices.ts'
import { useSettings } from './queries.ts'
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
  'medicines',
]
/** Mappings whose keys are languages. */
const languageSections = ['texts', 'otherLanguages', 'translations', 'privacy', 'imprint', 'terms']

const lengthMax = 200
const shortenText = (text: string) =>
  text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The label of a member, which may depend on what it belongs to. */
export function useMemberLabel() {
  const { words } = useSettingsLanguage()
  const { members, sections } = words.settings
  const others = { ...sections, bookingPage: sections.page, ...words.mode }
  return (path: Path) => {
    const name = path.at(-1) ?? ''
    // Of something that has a name of its own.
    const ofKind = wordFor(
      members,
      `${path[0]}.${name}`,
      wordFor(members, name, wordFor(others, name)),
    )
    return wordFor(members, path.slice(-2).join('.'), ofKind)
  }
}

/** How a value is written. */
function useValueText() {
  const { words } = useSettingsLanguage()
  const valueWord = useValueLabel()
  const memberLabel = useMemberLabel()
  const { settings } = words

  function valueText(value: unknown): string {
    if (value === undefined || value === null) return '–'
    if (typeof value === 'boolean') return value ? settings.yes : settings.no
    if (Array.isArray(value)) return value.map(valueText).join(', ')
    if (isObject(value)) {
      return Object.entries(value)
        .map(([name, member]) => `${memberLabel([name])}: ${valueText(member)}`)
        .join(' · ')
    }
    return typeof value === 'string' ? valueWord(value) : String(value)
  }

  return (value: unknown) => shortenText(valueText(value))
}

/** How a path is written: the labels of the forms, and the names that people read. */
export function usePathText() {
  const {
    words: { settings },
    locale,
  } = useSettingsLanguage()
  const memberLabel = useMemberLabel()
  const { workspace } = useWorkspace()
  const settingsNow = useSettings().data
  const { shown } = useDraft(workspace, settingsNow)
  return (names: Path) => {
    const parts = names.map((name, index) => {
      const section = names[index - 1] ?? ''
      if (namedSections.includes(section)) {
        const thing = section === 'at' ? ['locations', name] : names.slice(0, index + 1)
        // A new name is not known yet.
        return thingTitle(memberAt(settingsNow?.description, thing) ?? memberAt(shown, thing), name)
      }
      if (languageSections.includes(section)) return languageName(name, locale)
      if (/^\d+$/.test(name)) return String(Number(name) + 1)
      if (index > 0) return memberLabel(names.slice(0, index + 1))
      return name === 'workspace' ? settings.sections.clinic : wordFor(settings.kinds, name)
    })
    return parts.join(' › ')
  }
}

/** How a mistake is written, for its field and for the list of all. */
export function useMistakeText() {
  const { settings } = useSettingsLanguage().words
  const memberLabel = useMemberLabel()
  const valueLabel = useValueLabel()
  return (mistake: Mistake): Mistake => ({
    path: mistakenPath(mistake),
    reason: mistakeText(settings.mistakes, mistake, (word) => valueLabel(memberLabel([word]))),
  })
}

/**
 * A value; several values have one line each, and those that `other` also has are shown less
 * prominently.
 */
export function SettingsValue({ value, other }: { value: unknown; other: unknown }) {
  const text = useValueText()
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
