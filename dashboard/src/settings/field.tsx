// One member of the settings, as a field that fits its schema.

import {
  Checkbox,
  Chip,
  Group,
  Input,
  MultiSelect,
  NativeSelect,
  NumberInput,
  TagsInput,
  Textarea,
  TextInput,
} from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { isLanguage } from '../../../words/languages.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { CopyButton } from '../ui/copy-button.tsx'
import { wordFor } from '../words/words.tsx'
import { fieldHelp } from './help.ts'
import { createId, idPattern } from './names.ts'
import { type Choice, languageName } from './picker-choices.ts'
import {
  ClockPicker,
  ColourPicker,
  LanguagesPicker,
  PicturePicker,
  SearchPicker,
} from './pickers.tsx'
import { fieldKind, type Schema } from './schema.ts'
import { weekdays } from './week-periods.ts'
import { useSettingsLanguage } from './words.ts'

export interface FieldProps {
  schema: Schema
  isRequired?: boolean
  value: unknown
  /** What the service says is wrong with it. */
  mistake?: string | undefined
  change(value: unknown): void
}

/** The word for a value that is chosen from a list. */
export function useValueLabel() {
  const { words, locale } = useSettingsLanguage()
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' })
  return (value: string) => {
    const day = weekdays.indexOf(value)
    // 2024-01-01 was a Monday.
    if (day >= 0) return weekday.format(Date.UTC(2024, 0, 1 + day))
    if (isLanguage(value)) return languageName(value, locale)
    return wordFor(words.mode, value, wordFor(words.settings.values, value))
  }
}

/** What was typed in a list of ids, such as rooms, as ids. */
function toValidItems(input: string[], pattern: string | undefined): string[] {
  if (pattern !== idPattern) return input
  const isId = new RegExp(pattern)
  return input.map((item) => (isId.test(item) ? item : createId(item, input)))
}

const isTextList = (value: unknown) =>
  Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === 'string')
const toList = (value: unknown) => (Array.isArray(value) ? (value as string[]) : [])

/** A field; if it is optional and empty, its member is left out. `among`: what to choose from. */
export function Field({
  schema,
  label,
  value,
  mistake,
  change,
  isRequired = false,
  among: choices,
  unset,
}: FieldProps & {
  label: string
  among?: readonly Choice[] | undefined
  /** What an optional flag means that is not there. */
  unset?: boolean | undefined
}) {
  const { words, help } = useSettingsLanguage()
  const valueWord = useValueLabel()
  const sharedProps = {
    size: 'xs',
    label,
    description: fieldHelp(schema.description, label, help),
    required: isRequired,
    error: mistake,
  } as const
  const text = typeof value === 'string' ? value : ''
  const write = (input: string) => change(input === '' && !isRequired ? undefined : input)
  const writeList = (input: string[]) =>
    change(input.length === 0 && !isRequired ? undefined : input)
  const sayFlag = (flag: boolean) => (flag ? words.settings.yes : words.settings.no)
  const sayDefault = (value: string | undefined) =>
    value === undefined ? words.settings.byDefault : `${words.settings.byDefault}: ${value}`
  /** What to choose from, and what is stored: a select would show its first choice instead. */
  const withStored = (choices: readonly Choice[]): Choice[] => {
    const empty = {
      value: '',
      label: isRequired ? '…' : sayDefault(schema.default && valueWord(schema.default)),
    }
    const isKnown = text === '' || choices.some((one) => one.value === text)
    return [
      ...(isRequired && text !== '' ? [] : [empty]),
      ...choices,
      ...(isKnown ? [] : [{ value: text, label: text }]),
    ]
  }
  const pickerProps = { ...sharedProps, value: text, write }
  const kind = fieldKind(schema)
  if (kind === 'text' && choices)
    return (
      <NativeSelect
        {...sharedProps}
        value={text}
        data={withStored(choices)}
        onChange={({ currentTarget }) => write(currentTarget.value)}
      />
    )
  switch (kind) {
    case 'country':
    case 'currency':
    case 'language':
    case 'zone':
      return <SearchPicker {...pickerProps} of={kind} />
    case 'clock':
      return <ClockPicker {...pickerProps} />
    case 'colour':
      return <ColourPicker {...pickerProps} />
    case 'picture':
      return <PicturePicker {...pickerProps} />
    case 'flag':
      if (isRequired)
        return (
          <Checkbox
            {...sharedProps}
            required={false}
            checked={value === true}
            onChange={({ currentTarget }) => change(currentTarget.checked)}
          />
        )
      return (
        <NativeSelect
          {...sharedProps}
          value={value === undefined ? '' : String(value)}
          data={[
            {
              value: '',
              label: sayDefault(unset === undefined ? undefined : sayFlag(unset)),
            },
            { value: 'true', label: sayFlag(true) },
            { value: 'false', label: sayFlag(false) },
          ]}
          onChange={({ currentTarget }) =>
            change(currentTarget.value === '' ? undefined : currentTarget.value === 'true')
          }
        />
      )
    case 'choice':
      return (
        <NativeSelect
          {...sharedProps}
          value={text}
          data={withStored(
            (schema.enum ?? []).map((one) => ({ value: one, label: valueWord(one) })),
          )}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )
    case 'choices': {
      const all = schema.items?.enum ?? []
      return (
        <Input.Wrapper
          size="xs"
          label={label}
          description={sharedProps.description}
          error={sharedProps.error}
          required={isRequired}
          labelElement="div"
          role="group"
          aria-label={label}
        >
          <Chip.Group
            multiple
            value={toList(value)}
            onChange={(chosen) => writeList(all.filter((one) => chosen.includes(one)))}
          >
            <Group gap={4}>
              {all.map((one) => (
                <Chip key={one} size="xs" value={one}>
                  {valueWord(one)}
                </Chip>
              ))}
            </Group>
          </Chip.Group>
        </Input.Wrapper>
      )
    }
    case 'words':
      if (schema.items?.format === 'language')
        return <LanguagesPicker {...sharedProps} value={toList(value)} write={writeList} />
      if (choices)
        return (
          <MultiSelect
            {...sharedProps}
            value={toList(value)}
            data={[...choices]}
            onChange={writeList}
          />
        )
      return (
        <TagsInput
          {...sharedProps}
          value={toList(value)}
          onChange={(input) => writeList(toValidItems(input, schema.items?.pattern))}
        />
      )
    case 'number':
      return (
        <NumberInput
          {...sharedProps}
          hideControls
          value={typeof value === 'number' ? value : ''}
          onChange={(input) => change(input === '' ? undefined : Number(input))}
        />
      )
    case 'date':
      return (
        <TextInput
          {...sharedProps}
          type="date"
          value={text}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )
    case 'lines':
      return (
        <Textarea
          {...sharedProps}
          autosize
          minRows={2}
          value={text}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )
    case 'either': {
      // An account that only operators change.
      if (typeof value === 'object' && value !== null)
        return <TextInput {...sharedProps} value={Object.keys(value).join()} disabled readOnly />
      const examples = (schema.examples ?? []).filter((one) => typeof one === 'string')
      return (
        <NativeSelect
          {...sharedProps}
          value={text}
          // A text that is not among the examples, such as a link, stays until one is chosen.
          data={withStored(examples.map((one) => ({ value: one, label: valueWord(one) })))}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )
    }
    case 'secret':
      return <SecretField {...sharedProps} value={text} write={write} />
    case 'anything':
      // Free parts of a profile that are lists of texts, such as pictures by their addresses.
      if (isTextList(schema.examples?.[0]) && (value === undefined || isTextList(value)))
        return <TagsInput {...sharedProps} value={toList(value)} onChange={writeList} />
      return <JsonField {...sharedProps} value={value} change={change} />
    case 'text':
    case 'rows':
    case 'members':
    case 'named':
      return (
        <TextInput
          {...sharedProps}
          value={text}
          autoComplete="off"
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )
  }
}

/**
 * The name of a secret. A member chooses among the secrets of this workspace, whose names begin with
 * its own; those of operators are shown and stay until another one is typed.
 */
function SecretField({
  value,
  write,
  ...shared
}: {
  size: 'xs'
  label: string
  required: boolean
  error: ReactNode
  value: string
  write(value: string): void
}) {
  const { accounts } = useSettingsLanguage().words.settings
  const { workspace } = useWorkspace()
  const prefix = `secret:${workspace.toUpperCase().replaceAll('-', '_')}__`
  const isOwn = value === '' || value.startsWith(prefix)
  const name = isOwn ? value.slice(prefix.length) : ''
  const variable = `CLINIC_SECRET_${prefix.slice('secret:'.length)}${name === '' ? '…' : name}`
  return (
    <div>
      <TextInput
        {...shared}
        description={isOwn ? accounts.secret(variable) : accounts.foreignSecret(value)}
        value={name}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value.toUpperCase().replace(/[^A-Z0-9]+/g, '_')
          write(typed === '' ? '' : `${prefix}${typed}`)
        }}
      />
      {name !== '' && (
        <CopyButton
          size="compact-xs"
          value={accounts.request(variable, shared.label)}
          text={accounts.copyRequest}
        />
      )}
    </div>
  )
}

/** A member that has no field of its own, edited as JSON. */
function JsonField({
  label,
  description,
  error,
  value,
  change,
}: { label: string; description: string | undefined; error: ReactNode } & Pick<
  FieldProps,
  'value' | 'change'
>) {
  const { words } = useSettingsLanguage()
  const [typed, setTyped] = useState(() =>
    value === undefined ? '' : JSON.stringify(value, null, 2),
  )
  const [isInvalid, setIsInvalid] = useState(false)
  function write(text: string) {
    setTyped(text)
    try {
      change(text.trim() === '' ? undefined : JSON.parse(text))
      setIsInvalid(false)
    } catch {
      setIsInvalid(true)
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
      error={isInvalid ? words.settings.noJson : error}
      onChange={({ currentTarget }) => write(currentTarget.value)}
    />
  )
}
