// Practitioners: their data, and their practice at each location.

import { Button } from '@mantine/core'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { useIsNarrow } from '../ui/narrow.ts'
import { CalendarsCard } from './calendars-card.tsx'
import { DayPreview } from './day-preview.tsx'
import { type Description, type Draft, memberAt } from './draft.ts'
import { buildPractitioner } from './first-edits.ts'
import { forms } from './forms.ts'
import { MemberFields, RemoveButton } from './member-form.tsx'
import { NamedThings } from './named-things.tsx'
import { thingTitle } from './names.ts'
import { blankValue, itemSchema, type Path, type Schema, schemaAt } from './schema.ts'
import classes from './settings.module.css'
import { WeekHours } from './week-hours.tsx'
import type { HoursWindow } from './week-periods.ts'
import { useSettingsLanguage } from './words.ts'

export function Practitioners({ schema, draft }: { schema: Schema; draft: Draft }) {
  const { may } = useWorkspace()
  const practice = itemSchema(schemaAt(schema, ['practitioners', 'any', 'at']))
  /** Who works at a clinic with one location works there. */
  function complete(created: object) {
    const description = draft.shown as Description
    const [location, ...otherLocations] = Object.keys(description.locations)
    const at =
      location !== undefined && otherLocations.length === 0
        ? { [location]: { ...(blankValue(practice) as object), ...firstTerms } }
        : {}
    return buildPractitioner({ ...(created as { name: string }), at }, description, {
      mayChangeStaff: may('staff:write'),
      publish: description.workspace.bookingPage?.published ?? false,
    })
  }
  return (
    <NamedThings
      schema={schema}
      draft={draft}
      of="practitioners"
      complete={complete}
      beside={(name) => (
        <>
          <PracticeTabs schema={schema} draft={draft} practitioner={name} />
          <CalendarsCard practitioner={name} />
          <MemberFields
            {...forms.practitionerDetails}
            schema={itemSchema(schemaAt(schema, ['practitioners']))}
            path={['practitioners', name]}
            draft={draft}
          />
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
                  ...usualTerms(draft, path, location),
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
          <PracticeForm schema={practice} path={[...path, openLocation]} draft={draft} />
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

/** The amount is left out, so that no one gives visits away unnoticed. */
const firstTerms = { slotMinutes: 15, fees: [{ mode: 'OFFLINE' }] }

/** What a practice at another location begins with: the terms of one with the same currency. */
function usualTerms(draft: Draft, path: Path, location: string): object {
  const currencyAt = (place: string) => memberAt(draft.shown, ['locations', place, 'currency'])
  const practices = Object.entries((memberAt(draft.shown, path) ?? {}) as Record<string, Practice>)
  const [, like] = practices.find(([place]) => currencyAt(place) === currencyAt(location)) ?? []
  const fees = like?.fees?.filter(({ international }) => !international) ?? []
  return {
    slotMinutes: like?.slotMinutes ?? firstTerms.slotMinutes,
    fees: fees.length > 0 ? fees : firstTerms.fees,
  }
}

interface Practice {
  slotMinutes?: number
  fees?: readonly { mode: string; amount?: number; international?: boolean }[]
  hours?: readonly HoursWindow[]
  exceptions?: object
  shifts?: object
}

/** The hours, fees and lengths of a practice; queues have shifts instead of hours. */
function PracticeForm({ schema, path, draft }: { schema: Schema; path: Path; draft: Draft }) {
  const { words } = useSettingsLanguage()
  const isNarrow = useIsNarrow()
  const [isTyped, setIsTyped] = useState<boolean>()
  const [, practitioner = '', , location = ''] = path
  const { fees = [], hours = [], exceptions, shifts } = memberAt(draft.shown, path) as Practice
  const isQueue = memberAt(draft.shown, ['practitioners', practitioner, 'system']) === 'QMS'
  const place = (memberAt(draft.shown, ['locations', location]) ?? {}) as Record<string, string>
  const zone = place.timezone ?? memberAt(draft.shown, ['workspace', 'timezone'])
  const renderFields = (
    form: 'lengths' | 'fees' | 'hours' | 'tiers' | 'exceptions' | 'shifts' | 'practiceRules',
  ) => <MemberFields {...forms[form]} schema={schema} path={path} draft={draft} />
  const hasMistake = draft.mistakes.some((mistake) =>
    mistake.path.startsWith([...path, 'hours'].join('.')),
  )
  const hasHours = !isQueue || hours.length > 0
  return (
    <>
      <p className={classes.soft}>
        {words.settings.week.terms(String(zone), place.currency ?? '')}
      </p>
      {renderFields('lengths')}
      {hasHours ? (
        <WeekHours
          hours={hours}
          schema={schema.properties?.hours?.items ?? {}}
          usualModes={[...new Set(fees.map(({ mode }) => mode))]}
          change={(next) => draft.set([...path, 'hours'], next)}
        >
          {renderFields('fees')}
        </WeekHours>
      ) : (
        renderFields('fees')
      )}
      {hasHours && (
        <details
          className={classes.details}
          open={isTyped ?? (hasMistake || isNarrow)}
          onToggle={({ currentTarget }) => setIsTyped(currentTarget.open)}
        >
          <summary>{words.settings.week.typed}</summary>
          {renderFields('hours')}
        </details>
      )}
      {renderFields('tiers')}
      {(hasHours || exceptions) && renderFields('exceptions')}
      {(isQueue || shifts) && renderFields('shifts')}
      {renderFields('practiceRules')}
    </>
  )
}
