// Several things that have names: a list of them, and the one that is open.

import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { type Draft, memberAt } from './draft.ts'
import { forms } from './forms.ts'
import { AddByName, MemberFields, RemoveButton } from './member-form.tsx'
import { thingTitle, withTitle } from './names.ts'
import { RowOrder, useRowOrder } from './row-order.tsx'
import { blankValue, itemSchema, type Schema, schemaAt } from './schema.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

/** Patients see these in the order of the clinic file. */
const orderedKinds: readonly NamedThingsProps['of'][] = ['visitTypes', 'forms']

interface NamedThingsProps {
  schema: Schema
  draft: Draft
  of: 'locations' | 'sessionPacks' | 'visitTypes' | 'forms' | 'practitioners' | 'staff' | 'roles'
  /** What a new one begins with, besides its name. */
  complete?: (created: object) => unknown
  /** Shown for the open one, beside its fields. */
  beside?: (name: string) => ReactNode
}

/** A name belongs to one person. */
const sharedNames = { practitioners: 'staff', staff: 'practitioners' } as const

export function NamedThings({
  schema,
  draft,
  of: kind,
  complete = (created) => created,
  beside: renderBeside,
}: NamedThingsProps) {
  // Roles are on one screen with the staff.
  const member = kind === 'roles' ? 'role' : 'name'
  const { section, [member]: name } = useSearch({ from: paths.settings })
  const navigate = useNavigate({ from: paths.settings })
  const { words } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const entries = (memberAt(draft.shown, [kind]) ?? {}) as Record<string, unknown>
  const names = Object.keys(entries)
  const others = kind === 'practitioners' || kind === 'staff' ? [sharedNames[kind]] : []
  const taken = [kind, ...others].flatMap((one) =>
    Object.keys((memberAt(draft.shown, [one]) ?? {}) as object),
  )
  const open = name !== undefined && names.includes(name) ? name : undefined
  const item = itemSchema(schemaAt(schema, [kind]))
  const label = words.settings.kinds[kind]
  const isOrdered = orderedKinds.includes(kind) && names.length > 1
  const order = useRowOrder<HTMLUListElement, string>(names, (moved) =>
    draft.set([kind], Object.fromEntries(moved.map((one) => [one, entries[one]]))),
  )
  return (
    <>
      <Card title={label} isSpaced>
        {names.length === 0 && <p className={classes.soft}>{words.settings.none}</p>}
        <ul className={isOrdered ? classes.orderedThings : classes.things} ref={order.list}>
          {names.map((one, index) => (
            <li
              key={one}
              {...(isOrdered && { 'data-row': index, 'data-target': order.target === index })}
            >
              {isOrdered && <RowOrder order={order} index={index} count={names.length} />}
              <Link
                to={paths.settings}
                params={{ workspace }}
                search={{ section, [member]: one }}
                aria-current={one === open ? 'true' : undefined}
              >
                <bdi>{thingTitle(entries[one], one)}</bdi>
              </Link>
            </li>
          ))}
        </ul>
        <AddByName
          label={words.settings.adding[kind]}
          taken={taken}
          add={(id, title) => {
            draft.set([kind, id], complete(withTitle(blankValue(item), item, title) as object))
            void navigate({ search: { section, [member]: id } })
          }}
        />
      </Card>
      {open !== undefined && (
        <Card key={open} title={thingTitle(entries[open], open)} isSpaced>
          <MemberFields {...forms[kind]} schema={item} path={[kind, open]} draft={draft} />
          {renderBeside?.(open)}
          <RemoveButton
            what={thingTitle(entries[open], open)}
            remove={() => draft.set([kind, open], undefined)}
          />
        </Card>
      )}
    </>
  )
}
