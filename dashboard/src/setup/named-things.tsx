// Several things by name: a list of them, and the open one.

import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { type Draft, memberAt } from './draft.ts'
import { AddByName, Members, Remove } from './member-form.tsx'
import { blank, namedOf, type Schema, schemaAt } from './schema.ts'
import classes from './setup.module.css'
import { useSettingsLanguage } from './words.ts'

interface Things {
  schema: Schema
  draft: Draft
  of: 'locations' | 'sessionPacks' | 'practitioners' | 'staff' | 'roles'
  but?: readonly string[]
  /** Shown for the open one, beside its members. */
  beside?: (name: string) => ReactNode
}

/** The display name of a thing, or else its name in the clinic file. */
function titleOf(thing: unknown, name: string): string {
  const { displayName, name: given, city } = (thing ?? {}) as Record<string, unknown>
  return [displayName, given, city].find((one): one is string => typeof one === 'string' && one !== '') ?? name
}

export function NamedThings({ schema, draft, of, but = [], beside }: Things) {
  const { section, name } = useSearch({ from: '/$workspace/settings' })
  const navigate = useNavigate({ from: '/$workspace/settings' })
  const { words } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const things = (memberAt(draft.shown, [of]) ?? {}) as Record<string, unknown>
  const names = Object.keys(things)
  const open = name !== undefined && names.includes(name) ? name : undefined
  const item = namedOf(schemaAt(schema, [of]))
  const label = words.settings.kinds[of]
  return (
    <>
      <section className={classes.card} aria-label={label}>
        <h2 className={classes.heading}>{label}</h2>
        {names.length === 0 && <p className={classes.soft}>{words.settings.none}</p>}
        <ul className={classes.things}>
          {names.map((one) => (
            <li key={one}>
              <Link to="/$workspace/settings" params={{ workspace }} search={{ section, name: one }} aria-current={one === open ? 'true' : undefined}>
                <bdi>{titleOf(things[one], one)}</bdi> <small>{one}</small>
              </Link>
            </li>
          ))}
        </ul>
        <AddByName
          label={label}
          taken={names}
          add={(added) => {
            draft.set([of, added], blank(item))
            void navigate({ search: { section, name: added } })
          }}
        />
      </section>
      {open !== undefined && (
        <section className={classes.card} aria-label={titleOf(things[open], open)} key={open}>
          <h2 className={classes.heading}>
            <bdi>{titleOf(things[open], open)}</bdi>
          </h2>
          <Members schema={item} path={[of, open]} draft={draft} but={but} />
          {beside?.(open)}
          <Remove what={titleOf(things[open], open)} remove={() => draft.set([of, open], undefined)} />
        </section>
      )}
    </>
  )
}
