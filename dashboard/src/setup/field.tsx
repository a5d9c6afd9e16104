// One member of the settings: a field that fits its schema.

import { Checkbox, Chip, Group, Input, MultiSelect, NativeSelect, NumberInput, TagsInput, Textarea, TextInput } from '@mantine/core'
import { useState } from 'react'
import { wordFor } from '../words/words.tsx'
import { kindOf, type Schema } from './schema.ts'
import { useSettingsLanguage } from './words.ts'

export interface Valued {
  schema: Schema
  isRequired?: boolean
  value: unknown
  change(value: unknown): void
}

export const days = ['MON', 'TUE', 'WED', 'THU', 'FRI', 'SAT', 'SUN']

/** The word for a value that is chosen from several. */
export function useValueWord() {
  const { words, locale } = useSettingsLanguage()
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return (value: string) => {
    const day = days.indexOf(value)
    // 2024-01-01 was a Monday.
    return day >= 0 ? weekday.format(Date.UTC(2024, 0, 1 + day)) : wordFor(words.mode, value, wordFor(words.settings.values, value))
  }
}

const listOf = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])

/** A field; an optional one that is empty is left out. `among`: names to choose from. */
export function Field({ schema, label, value, change, isRequired = false, among }: Valued & { label: string; among?: readonly string[] | undefined }) {
  const { words, code } = useSettingsLanguage()
  const word = useValueWord()
  // The sentences of the schema are English.
  const shared = { size: 'xs', label, description: code === 'en' ? schema.description : undefined, required: isRequired } as const
  const text = typeof value === 'string' ? value : ''
  const write = (given: string) => change(given === '' && !isRequired ? undefined : given)
  const writeList = (given: string[]) => change(given.length === 0 && !isRequired ? undefined : given)
  const byDefault = isRequired ? [] : [{ value: '', label: words.settings.byDefault }]
  switch (kindOf(schema)) {
    case 'flag':
      if (isRequired) return <Checkbox {...shared} required={false} checked={value === true} onChange={({ currentTarget }) => change(currentTarget.checked)} />
      return (
        <NativeSelect
          {...shared}
          value={value === undefined ? '' : String(value)}
          data={[...byDefault, { value: 'true', label: words.settings.yes }, { value: 'false', label: words.settings.no }]}
          onChange={({ currentTarget }) => change(currentTarget.value === '' ? undefined : currentTarget.value === 'true')}
        />
      )
    case 'choice':
      return (
        <NativeSelect
          {...shared}
          value={text}
          data={[...byDefault, ...(schema.enum ?? []).map((one) => ({ value: one, label: word(one) }))]}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )
    case 'choices': {
      const all = schema.items?.enum ?? []
      return (
        <Input.Wrapper size="xs" label={label} description={shared.description} required={isRequired} labelElement="div" role="group" aria-label={label}>
          <Chip.Group multiple value={listOf(value)} onChange={(chosen) => writeList(all.filter((one) => chosen.includes(one)))}>
            <Group gap={4}>
              {all.map((one) => (
                <Chip key={one} size="xs" value={one}>
                  {word(one)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )
    }
    case 'words':
      if (among) return <MultiSelect {...shared} value={listOf(value)} data={[...among]} onChange={writeList} />
      return <TagsInput {...shared} value={listOf(value)} onChange={writeList} />
    case 'number':
      return (
        <NumberInput
          {...shared}
          hideControls
          value={typeof value === 'number' ? value : ''}
          onChange={(given) => change(given === '' ? undefined : Number(given))}
        />
      )
    case 'date':
      return <TextInput {...shared} type="date" value={text} onChange={({ currentTarget }) => write(currentTarget.value)} />
    case 'lines':
      return <Textarea {...shared} autosize minRows={2} value={text} onChange={({ currentTarget }) => write(currentTarget.value)} />
    case 'either': {
      if (typeof value === 'object') return <Anything {...shared} value={value} change={change} />
      // A text that is none of the usual ones, such as a link, stays as it is until another is chosen.
      const usual = (schema.examples ?? []).filter((one) => typeof one === 'string')
      const choices = text === '' || usual.includes(text) ? usual : [...usual, text]
      return (
        <NativeSelect
          {...shared}
          value={text}
          data={[...byDefault, ...choices.map((one) => ({ value: one, label: word(one) }))]}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )
    }
    case 'anything':
      return <Anything {...shared} value={value} change={change} />
    case 'text':
    case 'rows':
    case 'members':
    case 'named':
      return <TextInput {...shared} value={text} autoComplete="off" onChange={({ currentTarget }) => write(currentTarget.value)} />
  }
}

/** A member without its own field, as JSON. */
function Anything({ label, description, value, change }: { label: string; description: string | undefined } & Pick<Valued, 'value' | 'change'>) {
  const { words } = useSettingsLanguage()
  const [typed, setTyped] = useState(() => (value === undefined ? '' : JSON.stringify(value, null, 2)))
  const [isWrong, setWrong] = useState(false)
  function write(text: string) {
    setTyped(text)
    try {
      change(text.trim() === '' ? undefined : JSON.parse(text))
      setWrong(false)
    } catch {
      setWrong(true)
    }
  }
  return (
    <Textarea
      size="xs"
      label={`${label} (JSON)`}
      description={description}
      autosize
      minRows={2}
      value={typed}
      error={isWrong && words.settings.noJson}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  )
}
