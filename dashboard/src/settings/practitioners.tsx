// Practitioners: their data, and their practice at each location.

import { Button } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { CalendarsCard } from './calendars-card.tsx'
import { DayPreview } from './day-preview.tsx'
import { type Draft, memberAt } from './draft.ts'
import { MemberFields, RemoveButton } from './member-form.tsx'
import { NamedThings } from './named-things.tsx'
import { thingTitle } from './names.ts'
import { blankValue, itemSchema, type Schema, schemaAt } from './schema.ts'
import classes from './settings.module.css'
import { type HoursWindow, WeekHours } from './week-hours.tsx'
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
          <PracticeTabs schema={schema} draft={draft} practitioner={name} />
        </>
      )}
    />
  )
}

function PracticeTabs({
  schema,
  draft,
  practitioner,
}: {
  schema: Schema
  draft: Draft
  practitioner: string
}) {
  const { section, at } = useSearch({ from: paths.settings })
  const navigate = useNavigate({ from: paths.settings })
  const { words } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const path = ['practitioners', practitioner, 'at']
  const locationsById = (memberAt(draft.shown, ['locations']) ?? {}) as Record<string, unknown>
  const locations = Object.keys(locationsById)
  const locationTitle = (location: string) => thingTitle(locationsById[location], location)
  const ownLocations = Object.keys((memberAt(draft.shown, path) ?? {}) as object)
  const openLocation = at !== undefined && ownLocations.includes(at) ? at : ownLocations[0]
  const practice = itemSchema(schemaAt(schema, [...path]))
  return (
    <section className={classes.practices} aria-label={words.settings.worksAt}>
      <h3 className={classes.heading}>{words.settings.worksAt}</h3>
      <div className={classes.tabs}>
        {ownLocations.map((location) => (
          <Link
            key={location}
            to={paths.settings}
            params={{ workspace }}
            search={{ section, name: practitioner, at: location }}
            className={classes.tab}
            aria-current={location === openLocation ? 'true' : undefined}
          >
            <bdi>{locationTitle(location)}</bdi>
          </Link>
        ))}
        {locations
          .filter((location) => !ownLocations.includes(location))
          .map((location) => (
            <Button
              key={location}
              size="compact-sm"
              variant="default"
              onClick={() => {
                draft.set([...path, location], {
                  ...(blankValue(practice) as object),
                  slotMinutes: 15,
                })
                void navigate({ search: { section, name: practitioner, at: location } })
              }}
            >
              {words.settings.addMember(locationTitle(location))}
            </Button>
          ))}
      </div>
      {openLocation !== undefined && (
        <div key={openLocation}>
          <MemberFields
            schema={practice}
            path={[...path, openLocation]}
            draft={draft}
            only={['slotMinutes', 'followUpFee', 'travelMinutes', 'fees', 'tiers', 'hours']}
          />
          <WeekHours
            hours={(memberAt(draft.shown, [...path, openLocation, 'hours']) ?? []) as HoursWindow[]}
          />
          <MemberFields
            schema={practice}
            path={[...path, openLocation]}
            draft={draft}
            only={['exceptions', 'shifts']}
          />
          <DayPreview practitioner={practitioner} location={openLocation} />
          <RemoveButton
            what={locationTitle(openLocation)}
            remove={() => draft.set([...path, openLocation], undefined)}
          />
        </div>
      )}
    </section>
  )
}
