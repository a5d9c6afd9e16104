// Fields for everything that the schema of the settings allows.

import { Button, Group, Input, TextInput } from '@mantine/core'
import { useState } from 'react'
import { sentElsewhere } from '../ui/confirmation.tsx'
import { Form } from '../ui/form.tsx'
import { type Draft, memberAt, mistakeAt, withMember } from './draft.ts'
import { type GivenEntry, isByLanguage, listGivenEntries } from './entries.ts'
import { Field, type FieldProps } from './field.tsx'
import { findFreeSchema } from './free-parts.ts'
import { createId, thingTitle, withTitle } from './names.ts'
import { type Choice, languageName } from './picker-choices.ts'
import { SearchPicker } from './pickers.tsx'
import {
  hasKey,
  keyForRow,
  type ListRow,
  listConditionChoices,
  listRowMembers,
} from './row-members.ts'
import { RowOrder, useRowOrder } from './row-order.tsx'
import { blankValue, fieldKind, itemSchema, type Path, type Schema, unsetFlag } from './schema.ts'
import classes from './settings.module.css'
import { useMemberLabel } from './settings-text.tsx'
import { useSettingsLanguage } from './words.ts'

/** The props of a member's field: its schema and its path. */
interface MemberProps {
  schema: Schema
  path: Path
  draft: Draft
  isRequired?: boolean
}

/** The members of an object, or some of them. */
export function MemberFields({
  schema,
  path,
  draft,
  but: excluded = [],
  only,
}: MemberProps & { but?: readonly string[]; only?: readonly string[] }) {
  const names = (only ?? Object.keys(schema.properties ?? {})).filter(
    (name) => !excluded.includes(name),
  )
  // The first member of an object that is not there yet makes it, with what it requires.
  const wholeDraft =
    memberAt(draft.shown, path) === undefined
      ? {
          ...draft,
          set: (inner: Path, value: unknown) =>
            draft.set(path, withMember(blankValue(schema), inner.slice(path.length), value)),
        }
      : draft
  return (
    <div className={classes.members}>
      {names.map((name) => (
        <MemberField
          key={name}
          schema={schema.properties?.[name] ?? {}}
          path={[...path, name]}
          draft={wholeDraft}
          isRequired={schema.required?.includes(name) ?? false}
        />
      ))}
    </div>
  )
}

function MemberField(props: MemberProps) {
  const label = useMemberLabel()(props.path)
  const { path, draft, isRequired = false } = props
  const freeSchema =
    fieldKind(props.schema) === 'anything'
      ? findFreeSchema(props.schema, memberAt(draft.shown, path))
      : undefined
  if (freeSchema) return <MemberField {...props} schema={freeSchema} />
  const { schema } = props
  const kind = fieldKind(schema)
  if (kind === 'members') return <MemberGroup {...props} />
  if (kind === 'named') return <NamedMembers {...props} />
  const fieldProps = {
    schema,
    label,
    isRequired,
    value: memberAt(draft.shown, path),
    mistake: mistakeAt(draft, path),
    change: (value: unknown) => draft.set(path, value),
  }
  return kind === 'rows' ? (
    <ListField
      {...fieldProps}
      name={path.at(-1) ?? ''}
      mistakeAt={(inner) => mistakeAt(draft, [...path, ...inner])}
    />
  ) : (
    <Field
      {...fieldProps}
      among={referencedThings(path, draft)}
      unset={unsetFlag(path.at(-1) ?? '')}
    />
  )
}

/** Members that refer by id to things described elsewhere in the settings. */
const referencedSections: Readonly<Record<string, string>> = {
  roles: 'roles',
  at: 'locations',
  doctors: 'practitioners',
  practitioners: 'practitioners',
  visitTypes: 'visitTypes',
}

function referencedThings(path: Path, draft: Draft): Choice[] | undefined {
  if (path[0] === 'visitTypes' && path.at(-1) === 'rooms') return listRooms(draft)
  if (path[0] === 'visitTypes' && path.at(-1) === 'tier') return listTiers(draft)
  const sectionName = referencedSections[path.at(-1) ?? '']
  if (sectionName === undefined) return undefined
  const things = memberAt(draft.shown, [sectionName]) ?? {}
  return Object.entries(things).map(([value, thing]) => ({
    value,
    label: thingTitle(thing, value),
  }))
}

const entriesAt = (draft: Draft, path: Path) =>
  Object.entries((memberAt(draft.shown, path) ?? {}) as Record<string, unknown>)

/** The rooms of all locations, as a visit type names them. */
const listRooms = (draft: Draft): Choice[] =>
  entriesAt(draft, ['locations']).flatMap(([location, thing]) =>
    ((thing as { rooms?: string[] }).rooms ?? []).map((room) => ({
      value: `${location}/${room}`,
      label: `${thingTitle(thing, location)}, ${room}`,
    })),
  )

/** The names of the duration tiers of all practitioners. */
const listTiers = (draft: Draft): Choice[] => {
  const names = entriesAt(draft, ['practitioners']).flatMap(([practitioner]) =>
    entriesAt(draft, ['practitioners', practitioner, 'at']).flatMap(([location]) =>
      entriesAt(draft, ['practitioners', practitioner, 'at', location, 'tiers']).map(
        ([name]) => name,
      ),
    ),
  )
  return [...new Set(names)].map((name) => ({ value: name, label: name }))
}

/** Members that belong together; an optional group has to be added first. */
function MemberGroup(props: MemberProps) {
  const { words } = useSettingsLanguage()
  const { schema, path, draft, isRequired = false } = props
  const label = useMemberLabel()(path)
  if (memberAt(draft.shown, path) === undefined && !isRequired) {
    return (
      <Button
        size="compact-sm"
        variant="default"
        className={classes.add}
        onClick={() => draft.set(path, blankValue(schema))}
      >
        {words.settings.addMember(label)}
      </Button>
    )
  }
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      <MemberFields {...props} />
      {!isRequired && <RemoveButton what={label} remove={() => draft.set(path, undefined)} />}
    </fieldset>
  )
}

/** The fields of an object whose keys are names, such as shifts and languages. */
function NamedMembers({ schema, path, draft }: MemberProps) {
  const { words, locale } = useSettingsLanguage()
  const { adding, addMember } = words.settings
  const label = useMemberLabel()(path)
  const kind = (['calendars', 'tiers', 'shifts'] as const).find((one) => one === path.at(-1))
  const names = Object.keys((memberAt(draft.shown, path) as object | undefined) ?? {})
  const entrySchema = itemSchema(schema)
  const givenEntries = listGivenEntries(schema, path, draft.shown)
  const titleEntry = (name: string) =>
    isByLanguage(schema)
      ? languageName(name, locale)
      : thingTitle(memberAt(draft.shown, [...path, name]), name)
  const entries: (Choice & Partial<GivenEntry>)[] =
    givenEntries ?? names.map((name) => ({ value: name, label: titleEntry(name) }))
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {entries.map(({ value: name, label: title, members }) => (
        <Entry
          key={name}
          schema={entrySchema}
          path={[...path, name]}
          draft={draft}
          title={title}
          members={members}
        />
      ))}
      {!givenEntries && (
        <AddEntry
          label={kind ? adding[kind] : addMember(label)}
          schema={schema}
          taken={names}
          add={(id, title) => {
            const blank = blankValue(entrySchema)
            draft.set(
              [...path, id],
              title === undefined ? blank : withTitle(blank, entrySchema, title),
            )
          }}
        />
      )}
    </fieldset>
  )
}

/** A named entry: a group of fields, or one field. `members`: of an entry that is always there. */
function Entry({
  schema,
  path,
  draft,
  title,
  members,
}: MemberProps & { title: string; members: readonly string[] | undefined }) {
  const removeButton = members === undefined && (
    <RemoveButton what={title} remove={() => draft.set(path, undefined)} />
  )
  if (!schema.properties)
    return (
      <>
        <Field
          schema={schema}
          label={title}
          // An empty text stays until the entry is removed.
          isRequired={members === undefined}
          value={memberAt(draft.shown, path)}
          mistake={mistakeAt(draft, path)}
          change={(value) => draft.set(path, value)}
        />
        {removeButton}
      </>
    )
  return (
    <fieldset className={classes.inner}>
      <legend>
        <bdi>{title}</bdi>
      </legend>
      <MemberFields schema={schema} path={path} draft={draft} {...(members && { only: members })} />
      {removeButton}
    </fieldset>
  )
}

function AddEntry({
  label,
  schema,
  taken,
  add,
}: {
  /** What the button for adding by name says. */
  label: string
  schema: Schema
  taken: readonly string[]
  /** `title`: the name that was typed. */
  add(id: string, title?: string): void
}) {
  const { words } = useSettingsLanguage()
  if (isByLanguage(schema))
    return (
      <SearchPicker
        of="language"
        label={words.settings.adding.language}
        excluded={taken}
        value=""
        write={(tag) => tag !== '' && add(tag)}
      />
    )
  return <AddByName label={label} taken={taken} pattern={schema.propertyNames?.pattern} add={add} />
}

export function RemoveButton({ what: title, remove }: { what: string; remove(): void }) {
  const { words } = useSettingsLanguage()
  return (
    <Button size="compact-xs" variant="subtle" color="red" className={classes.add} onClick={remove}>
      {words.settings.remove(title)}
    </Button>
  )
}

/** Adds something by the name that people read; its id is made from it. */
export function AddByName({
  label,
  taken,
  pattern,
  add,
}: {
  label: string
  taken: readonly string[]
  /** Of ids that people know, such as those of headers, and type themselves. */
  pattern?: string | undefined
  add(id: string, title: string): void
}) {
  const { words } = useSettingsLanguage()
  const [input, setInput] = useState('')
  const title = input.trim()
  const isId = pattern !== undefined && new RegExp(pattern, 'u').test(title)
  return (
    <Form
      isInline
      aria-label={label}
      change={sentElsewhere}
      isChanged={title !== ''}
      onSubmit={() => {
        add(isId && !taken.includes(title) ? title : createId(title, taken), title)
        setInput('')
      }}
      submit={label}
    >
      <TextInput
        size="xs"
        label={words.settings.members.name}
        // The browser says at the field that it is empty.
        required
        pattern=".*\S.*"
        withAsterisk={false}
        value={input}
        autoComplete="off"
        onChange={({ currentTarget }) => setInput(currentTarget.value)}
      />
    </Form>
  )
}

/** A list of entries with several members each, such as hours and fees. */
export function ListField({
  schema,
  label,
  value,
  mistake,
  mistakeAt: findMistake,
  change,
  isRequired = false,
  earlier = [],
  name: listName,
}: FieldProps & {
  label: string
  /** The list in the clinic file, where its members have labels of their own. */
  name?: string
  /** Of conditions: the questions before. */
  earlier?: readonly ListRow[]
  /** What is wrong with a member of the list, by its path from there. */
  mistakeAt(path: Path): string | undefined
}) {
  const { words } = useSettingsLanguage()
  const memberLabel = useMemberLabel()
  const rows = (value as ListRow[] | undefined) ?? []
  const { properties = {}, required = [] } = schema.items ?? {}
  const writeRows = (next: ListRow[]) => change(next.length === 0 && !isRequired ? undefined : next)
  const setMember = (index: number, name: string, input: unknown) => {
    const updated = { ...rows[index], [name]: input }
    writeRows(
      rows.map((row, at) =>
        at === index
          ? Object.fromEntries(Object.entries(updated).filter(([, one]) => one !== undefined))
          : row,
      ),
    )
  }
  // Where there are keys, the order is that in which patients read the rows.
  const isOrdered = hasKey(properties)
  const conditionWords = {
    yes: words.settings.yes,
    no: words.settings.no,
    bodySites: words.forms.bodySites,
  }
  function makeKey(index: number) {
    const key = keyForRow(rows[index] ?? {}, rows)
    if (key !== undefined) setMember(index, 'key', key)
  }
  const order = useRowOrder<HTMLFieldSetElement, ListRow>(rows, writeRows)
  return (
    <fieldset className={classes.group} ref={order.list}>
      <legend>{label}</legend>
      {rows.map((row, index) => (
        <div
          {...(isOrdered && { 'data-row': index, 'data-target': order.target === index })}
          // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and stay in their order
          key={index}
          className={classes.row}
          role="group"
          aria-label={words.settings.rowOf(label, index + 1)}
          {...(isOrdered && { onBlur: () => makeKey(index) })}
        >
          {listRowMembers(properties, row, { isFirst: index === 0, earlier }).map((name) => {
            const member = properties[name] ?? {}
            const { description: _, ...undescribed } = member
            const fieldProps = {
              // What the fields mean is said once, in the first row.
              schema: index === 0 ? member : undescribed,
              label: memberLabel(listName === undefined ? [name] : [listName, name]),
              isRequired: required.includes(name),
              value: row[name],
              mistake: findMistake([String(index), name]),
              change: (input: unknown) => setMember(index, name, input),
            }
            return fieldKind(member) === 'rows' ? (
              <ListField
                key={name}
                {...fieldProps}
                earlier={rows.slice(0, index)}
                mistakeAt={(inner) => findMistake([String(index), name, ...inner])}
              />
            ) : (
              <Field
                key={name}
                {...fieldProps}
                among={listConditionChoices(name, properties, row, earlier, conditionWords)}
                unset={unsetFlag(name)}
              />
            )
          })}
          <Mistake text={findMistake([String(index)])} />
          {isOrdered && <Mistake text={findMistake([String(index), 'key'])} />}
          <Group gap={4} className={isOrdered ? classes.rowEnd : classes.belowLabels}>
            {isOrdered && <RowOrder order={order} index={index} count={rows.length} />}
            <Button
              size="compact-xs"
              variant="subtle"
              color="red"
              onClick={() => writeRows(rows.filter((_, at) => at !== index))}
            >
              {words.settings.removeRow}
            </Button>
            {isOrdered && row.key !== '' && (
              <span className={classes.key}>
                {memberLabel(['key'])} <code dir="ltr">{String(row.key)}</code>
              </span>
            )}
          </Group>
        </div>
      ))}
      <Button
        size="compact-sm"
        variant="default"
        className={classes.add}
        onClick={() => writeRows([...rows, blankValue(schema.items ?? {}) as ListRow])}
      >
        {words.settings.addRow(label)}
      </Button>
      <Mistake text={mistake} />
    </fieldset>
  )
}

/** What is wrong with something that has no field of its own. */
function Mistake({ text }: { text: string | undefined }) {
  return text === undefined ? null : <Input.Error>{text}</Input.Error>
}
