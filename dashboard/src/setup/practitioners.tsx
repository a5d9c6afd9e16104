// Practitioners: their data, and their practice at each location.

import { Button } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useWorkspace } from '../api/workspace.tsx'
import { CalendarsCard } from './calendars-card.tsx'
import { DayPreview } from './day-preview.tsx'
import { type Draft, memberAt } from './draft.ts'
import { Members, Remove } from './member-form.tsx'
import { NamedThings } from './named-things.tsx'
import { blank, namedOf, type Schema, schemaAt } from './schema.ts'
import classes from './setup.module.css'
import { WeekHours, type Window } from './week-hours.tsx'
import { useSettingsLanguage } from './words.ts'

export function Practitioners({ schema, draft }: { schema: Schema; draft: Draft }) {
  return (
    <NamedThings
      schema={schema}
      draft={draft}
      of="practitioners"
      but={['at', 'closed']}
      beside={(name) => (
        <>
          <CalendarsCard practitioner={name} />
          <Practices schema={schema} draft={draft} practitioner={name} />
        </>
      )}
    />
  )
}

function Practices({ schema, draft, practitioner }: { schema: Schema; draft: Draft; practitioner: string }) {
  const { section, at } = useSearch({ from: '/$workspace/settings' })
  const navigate = useNavigate({ from: '/$workspace/settings' })
  const { words } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const path = ['practitioners', practitioner, 'at']
  const locations = Object.keys((memberAt(draft.shown, ['locations']) ?? {}) as object)
  const worked = Object.keys((memberAt(draft.shown, path) ?? {}) as object)
  const open = at !== undefined && worked.includes(at) ? at : worked[0]
  const practice = namedOf(schemaAt(schema, [...path]))
  return (
    <section className={classes.practices} aria-label={words.settings.worksAt}>
      <h3 className={classes.heading}>{words.settings.worksAt}</h3>
      <div className={classes.tabs}>
        {worked.map((location) => (
          <Link
            key={location}
            to="/$workspace/settings"
            params={{ workspace }}
            search={{ section, name: practitioner, at: location }}
            className={classes.tab}
            aria-current={location === open ? 'true' : undefined}
          >
            {location}
          </Link>
        ))}
        {locations
          .filter((location) => !worked.includes(location))
          .map((location) => (
            <Button
              key={location}
              size="compact-sm"
              variant="default"
              onClick={() => {
                draft.set([...path, location], { ...(blank(practice) as object), slotMinutes: 15 })
                void navigate({ search: { section, name: practitioner, at: location } })
              }}
            >
              {words.settings.addMember(location)}
            </Button>
          ))}
      </div>
      {open !== undefined && (
        <div key={open}>
          <Members schema={practice} path={[...path, open]} draft={draft} only={['slotMinutes', 'followUpFee', 'travelMinutes', 'fees', 'tiers', 'hours']} />
          <WeekHours hours={(memberAt(draft.shown, [...path, open, 'hours']) ?? []) as Window[]} />
          <Members schema={practice} path={[...path, open]} draft={draft} only={['exceptions', 'shifts']} />
          <DayPreview practitioner={practitioner} location={open} />
          <Remove what={open} remove={() => draft.set([...path, open], undefined)} />
        </div>
      )}
    </section>
  )
}
