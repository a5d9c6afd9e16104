// Members of the settings and their values, in the words of the forms.

import { wordFor } from '../words/words.tsx'
import { useValueWord } from './field.tsx'
import type { Path } from './schema.ts'
import classes from './setup.module.css'
import { useSettingsLanguage } from './words.ts'

/** Mappings whose names the clinic has chosen. */
const named = ['locations', 'practitioners', 'staff', 'roles', 'sessionPacks', 'at', 'rooms', 'shifts', 'calendars', 'texts', 'medicines']

const lengthMax = 200
const shortened = (text: string) => (text.length > lengthMax ? `${text.slice(0, lengthMax)}…` : text)

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)

/** How a path and a value are written. */
export function useSaid() {
  const { words } = useSettingsLanguage()
  const word = useValueWord()
  const { settings } = words
  const member = (name: string) => wordFor(settings.members, name)

  function text(value: unknown): string {
    if (value === undefined || value === null) return '–'
    if (typeof value === 'boolean') return value ? settings.yes : settings.no
    if (Array.isArray(value)) return value.map(text).join(', ')
    if (isMembers(value)) {
      return Object.entries(value)
        .map(([name, of]) => `${member(name)}: ${text(of)}`)
        .join(' · ')
    }
    return typeof value === 'string' ? word(value) : String(value)
  }

  function path(names: Path): string {
    const said = names.map((name, index) => {
      if (index > 0 && named.includes(names[index - 1] ?? '')) return name
      if (index > 0) return member(name)
      return name === 'workspace' ? settings.sections.clinic : wordFor(settings.kinds, name)
    })
    return said.join(' › ')
  }

  return { text: (value: unknown) => shortened(text(value)), path }
}

/** A value; several have a line each, and those that `other` has too are shown less prominently. */
export function Value({ value, other }: { value: unknown; other: unknown }) {
  const { text } = useSaid()
  if (!Array.isArray(value) || !value.some(isMembers)) return <bdi>{text(value)}</bdi>
  const others = new Set((Array.isArray(other) ? other : []).map((one) => JSON.stringify(one)))
  return (
    <ul className={classes.rows}>
      {value.map((one) => (
        <li key={JSON.stringify(one)} className={others.has(JSON.stringify(one)) ? classes.soft : undefined}>
          <bdi>{text(one)}</bdi>
        </li>
      ))}
    </ul>
  )
}
