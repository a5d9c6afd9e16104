// Fields for what is chosen rather than typed: a country, a currency, a language, a time zone, a time
// of day, a colour and a picture.

import {
  Autocomplete,
  Button,
  FileButton,
  Group,
  Input,
  MultiSelect,
  Select,
  type SelectProps,
  TextInput,
} from '@mantine/core'
import { type KeyboardEvent, type ReactNode, useMemo, useState } from 'react'
import { clockText } from '../ui/times.ts'
import { readClock } from './clock-input.ts'
import {
  languageName,
  listCountries,
  listCurrencies,
  listLanguages,
  listZones,
  type SearchableChoice,
  searchChoices,
} from './picker-choices.ts'
import { pictureTypes, readPicture } from './picture.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

interface PickerProps {
  label: string
  description?: string | undefined
  required?: boolean
  error?: ReactNode
  value: string
  /** An empty text where nothing is chosen. */
  write(value: string): void
}

const choiceLists = {
  country: listCountries,
  currency: listCurrencies,
  language: listLanguages,
  zone: listZones,
}

const shownMax = 100
/** Lists stay inside the landmarks of the page. */
const insidePage = { withinPortal: false }

/** Finds by code and by name, the best match first, which Enter chooses. */
const findChoices: NonNullable<SelectProps['filter']> = ({ options, search }) =>
  searchChoices(options as SearchableChoice[], search) as typeof options

export function SearchPicker({
  of: kind,
  write,
  required = false,
  excluded = [],
  ...shared
}: PickerProps & { of: keyof typeof choiceLists; excluded?: readonly string[] }) {
  const { words, locale } = useSettingsLanguage()
  const listed = useMemo(() => choiceLists[kind](locale), [kind, locale])
  const { value } = shared
  // What is set stays in the list, such as a zone by an older name.
  const isListed = value === '' || listed.some((choice) => choice.value === value)
  /** Enter takes the best match even before the list is open and marks it. */
  function takeBest(event: KeyboardEvent<HTMLInputElement>) {
    const search = event.currentTarget.value
    const isMarked = event.currentTarget.hasAttribute('aria-activedescendant')
    const [best] = searchChoices(listed, search)
    if (event.key !== 'Enter' || isMarked || search === '' || !best) return
    event.preventDefault()
    write(best.value)
  }
  return (
    <Select
      {...shared}
      // The clinic file's has codes, which no one needs here.
      description={kind === 'country' ? undefined : shared.description}
      size="xs"
      required={required}
      searchable
      comboboxProps={insidePage}
      selectFirstOptionOnChange
      onKeyDown={takeBest}
      // What is typed takes the place of what is chosen.
      onFocus={({ currentTarget }) => currentTarget.select()}
      clearable={!required}
      allowDeselect={false}
      limit={shownMax}
      filter={findChoices}
      nothingFoundMessage={words.settings.noChoice}
      data={(isListed ? listed : [{ value, label: value }, ...listed]).filter(
        (choice) => !excluded.includes(choice.value),
      )}
      value={value === '' ? null : value}
      onChange={(chosen) => write(chosen ?? '')}
    />
  )
}

/** Several languages, in the order in which they are chosen. */
export function LanguagesPicker({
  value,
  write,
  ...shared
}: Omit<PickerProps, 'value' | 'write'> & { value: string[]; write(value: string[]): void }) {
  const { words, locale } = useSettingsLanguage()
  const listed = useMemo(() => listLanguages(locale), [locale])
  const others = value.filter((tag) => !listed.some((choice) => choice.value === tag))
  return (
    <MultiSelect
      {...shared}
      size="xs"
      searchable
      comboboxProps={insidePage}
      limit={shownMax}
      filter={findChoices}
      nothingFoundMessage={words.settings.noChoice}
      data={[...listed, ...others.map((tag) => ({ value: tag, label: languageName(tag, locale) }))]}
      value={value}
      onChange={write}
    />
  )
}

const halfHours = Array.from({ length: 48 }, (_, index) => clockText(index * 30))

/** A time of day: chosen from the half hours, or typed as people write it. */
export function ClockPicker({ value, write, ...shared }: PickerProps) {
  return (
    <Autocomplete
      {...shared}
      size="xs"
      data={halfHours}
      filter={({ options, search }) =>
        search === value
          ? options
          : options.filter((one) => 'value' in one && one.value.startsWith(readClock(search)))
      }
      maxDropdownHeight={200}
      comboboxProps={insidePage}
      value={value}
      onChange={write}
      onBlur={() => write(readClock(value))}
    />
  )
}

/** A colour, chosen in the browser's own picker or typed. */
export function ColourPicker({ value, write, label, ...shared }: PickerProps) {
  const { words } = useSettingsLanguage()
  return (
    <TextInput
      {...shared}
      size="xs"
      label={label}
      autoComplete="off"
      dir="ltr"
      value={value}
      leftSection={
        <input
          type="color"
          className={classes.colour}
          aria-label={words.settings.chooseColour}
          value={/^#[0-9a-f]{6}$/i.test(value) ? value : '#0b6e5f'}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      }
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  )
}

/** A picture, shown as it would be applied; large ones are made smaller. */
export function PicturePicker({ label, error, value, write }: PickerProps) {
  const { words } = useSettingsLanguage()
  const { picture } = words.settings
  const [problem, setProblem] = useState<string>()
  async function choose(file: File | null) {
    if (!file) return
    const read = await readPicture(file)
    if ('problem' in read) return setProblem(picture[read.problem])
    setProblem(undefined)
    write(read.url)
  }
  return (
    <Input.Wrapper
      size="xs"
      labelElement="div"
      role="group"
      aria-label={label}
      label={label}
      description={picture.hint}
      error={problem ?? error}
    >
      {value !== '' && <img className={classes.picture} src={value} alt={label} />}
      <Group gap="xs">
        <FileButton
          accept={pictureTypes.join()}
          onChange={(file) => void choose(file)}
          inputProps={{ 'aria-label': `${picture.choose}: ${label}` }}
        >
          {(props) => (
            <Button
              {...props}
              size="compact-sm"
              variant="default"
              aria-label={`${picture.choose}: ${label}`}
            >
              {picture.choose}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => write('')}>
            {words.settings.remove(label)}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  )
}
