// Fields for everything that a schema of the settings allows.

import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { wordFor } from '../words/words.tsx'
import { type Draft, memberAt } from './draft.ts'
import { Field, type Valued } from './field.tsx'
import { blank, kindOf, namedOf, type Path, type Schema } from './schema.ts'
import classes from './setup.module.css'
import { useSettingsLanguage } from './words.ts'

/** The props of a member: its schema and its path. */
interface Place {
  schema: Schema
  path: Path
  draft: Draft
  isRequired?: boolean
}

/** The label of a member. */
function useLabel() {
  const { words } = useSettingsLanguage()
  return (path: Path) => wordFor(words.settings.members, path.at(-1) ?? '')
}

/** Members of an object, or some of them. */
export function Members({ schema, path, draft, but = [], only }: Place & { but?: readonly string[]; only?: readonly string[] }) {
  const names = (only ?? Object.keys(schema.properties ?? {})).filter((name) => !but.includes(name))
  return (
    <div className={classes.members}>
      {names.map((name) => (
        <Member
          key={name}
          schema={schema.properties?.[name] ?? {}}
          path={[...path, name]}
          draft={draft}
          isRequired={schema.required?.includes(name) ?? false}
        />
      ))}
    </div>
  )
}

function Member(place: Place) {
  const label = useLabel()(place.path)
  const { schema, path, draft, isRequired = false } = place
  const kind = kindOf(schema)
  if (kind === 'members') return <Group {...place} />
  if (kind === 'named') return <Named {...place} />
  const valued = { schema, label, isRequired, value: memberAt(draft.shown, path), change: (value: unknown) => draft.set(path, value) }
  return kind === 'rows' ? <Rows {...valued} /> : <Field {...valued} among={amongOf(path, draft)} />
}

/** Members that refer by name to things described elsewhere in the settings. */
const described: Readonly<Record<string, string>> = { roles: 'roles', at: 'locations', doctors: 'practitioners' }

function amongOf(path: Path, draft: Draft): string[] | undefined {
  const things = described[path.at(-1) ?? '']
  return things === undefined ? undefined : Object.keys((memberAt(draft.shown, [things]) as object | undefined) ?? {})
}

/** Members that belong together; an optional one is first added. */
function Group(place: Place) {
  const { words } = useSettingsLanguage()
  const { schema, path, draft, isRequired = false } = place
  const label = useLabel()(path)
  if (memberAt(draft.shown, path) === undefined && !isRequired) {
    return (
      <Button size="compact-sm" variant="default" className={classes.add} onClick={() => draft.set(path, blank(schema))}>
        {words.settings.addMember(label)}
      </Button>
    )
  }
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      <Members {...place} />
      {!isRequired && <Remove what={label} remove={() => draft.set(path, undefined)} />}
    </fieldset>
  )
}

/** Things by name. */
function Named({ schema, path, draft }: Place) {
  const label = useLabel()(path)
  const names = Object.keys((memberAt(draft.shown, path) as object | undefined) ?? {})
  const of = namedOf(schema)
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {names.map((name) => (
        <fieldset key={name} className={classes.inner}>
          <legend>{name}</legend>
          <Members schema={of} path={[...path, name]} draft={draft} />
          <Remove what={name} remove={() => draft.set([...path, name], undefined)} />
        </fieldset>
      ))}
      <AddByName label={label} taken={names} add={(name) => draft.set([...path, name], blank(of))} />
    </fieldset>
  )
}

export function Remove({ what, remove }: { what: string; remove(): void }) {
  const { words } = useSettingsLanguage()
  return (
    <Button size="compact-xs" variant="subtle" color="red" className={classes.add} onClick={remove}>
      {words.settings.remove(what)}
    </Button>
  )
}

/** Creates something new under its own name, which does not change later. */
export function AddByName({ label, taken, add }: { label: string; taken: readonly string[]; add(name: string): void }) {
  const { words } = useSettingsLanguage()
  const [name, setName] = useState('')
  const isName = /^[a-z0-9][a-z0-9-]{0,62}$/.test(name)
  const problem = name !== '' && (taken.includes(name) ? words.settings.nameTaken : !isName && words.settings.nameForm)
  return (
    <form
      className={classes.addRow}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isName || problem) return
        add(name)
        setName('')
      }}
    >
      <TextInput
        size="xs"
        label={words.settings.newName(label)}
        value={name}
        error={problem}
        autoComplete="off"
        onChange={({ currentTarget }) => setName(currentTarget.value)}
      />
      <Button type="submit" size="xs" variant="default" disabled={!isName || Boolean(problem)}>
        {words.settings.add}
      </Button>
    </form>
  )
}

type Row = Record<string, unknown>

/** A list of several members each, such as hours and fees. */
export function Rows({ schema, label, value, change, isRequired = false }: Valued & { label: string }) {
  const { words } = useSettingsLanguage()
  const labelOf = useLabel()
  const rows = (value as Row[] | undefined) ?? []
  const { properties = {}, required = [] } = schema.items ?? {}
  const write = (next: Row[]) => change(next.length === 0 && !isRequired ? undefined : next)
  const put = (index: number, name: string, given: unknown) => {
    const written = { ...rows[index], [name]: given }
    write(rows.map((row, at) => (at === index ? Object.fromEntries(Object.entries(written).filter(([, one]) => one !== undefined)) : row)))
  }
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      {rows.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no names, and stay in their order
        <div key={index} className={classes.row} role="group" aria-label={words.settings.rowOf(label, index + 1)}>
          {Object.entries(properties).map(([name, member]) => {
            const valued = { schema: member, label: labelOf([name]), isRequired: required.includes(name), value: row[name] }
            const Shown = kindOf(member) === 'rows' ? Rows : Field
            return <Shown key={name} {...valued} change={(given) => put(index, name, given)} />
          })}
          <Button size="compact-xs" variant="subtle" color="red" onClick={() => write(rows.filter((_, at) => at !== index))}>
            {words.settings.removeRow}
          </Button>
        </div>
      ))}
      <Button size="compact-sm" variant="default" className={classes.add} onClick={() => write([...rows, blank(schema.items ?? {}) as Row])}>
        {words.settings.addRow(label)}
      </Button>
    </fieldset>
  )
}
