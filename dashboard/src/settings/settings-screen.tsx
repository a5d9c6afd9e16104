// The settings of a clinic: the content of its clinic file, in forms. The input is collected, shown
// as a plan, and applied all at once.

import { Link, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useHasNoSignIn } from '../account/choose-sign-in.tsx'
import { useWorkspace } from '../api/workspace.tsx'
import { paths } from '../paths.ts'
import { Card } from '../ui/card.tsx'
import { DelayedLoader } from '../ui/delayed-loader.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { Screen } from '../ui/screen.tsx'
import { Accounts } from './accounts.tsx'
import { BookingLink } from './booking-link.tsx'
import { ImportRows } from './bring-rows.tsx'
import { ClosedDates } from './closed-dates.tsx'
import { useDraft } from './draft.ts'
import { ExpiringPatients } from './expiring-patients.tsx'
import { FileCard } from './file-card.tsx'
import { FormPreview } from './form-preview.tsx'
import { forms } from './forms.ts'
import { MemberFields } from './member-form.tsx'
import { NamedThings } from './named-things.tsx'
import { NoticeFailures } from './notice-failures.tsx'
import { NoticePreview } from './notice-preview.tsx'
import { PlanPanel } from './plan-panel.tsx'
import { Practitioners } from './practitioners.tsx'
import { type Settings, useSettings, useSettingsSchema } from './queries.ts'
import { type Schema, schemaAt } from './schema.ts'
import classes from './settings.module.css'
import { type SettingsSection, sections } from './settings-search.ts'
import { Staff } from './staff.tsx'
import { Versions } from './versions.tsx'
import { useSettingsLanguage } from './words.ts'

export function SettingsScreen() {
  const { section = 'clinic' } = useSearch({ from: paths.settings })
  const { words } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const schema = useSettingsSchema()
  const settings = useSettings()
  const draft = useDraft(workspace, settings.data)
  const isUnfinished = useUnfinishedSteps(settings.data)
  // It is no longer said in another section.
  const [applied, setApplied] = useState<{ version: number; section: SettingsSection }>()
  return (
    <Screen
      title={words.settings.title}
      tools={
        isUnfinished && (
          <Link to={paths.firstSteps} params={{ workspace }}>
            {words.settings.firstSteps.finish}
          </Link>
        )
      }
    >
      <RefusalNote refusal={settings.error} />
      <div className={classes.columns}>
        <nav className={classes.sections} aria-label={words.settings.title}>
          {sections.map((one) => (
            <Link
              key={one}
              to={paths.settings}
              params={{ workspace }}
              search={{ section: one }}
              className={classes.section}
              aria-current={one === section ? 'true' : undefined}
            >
              {words.settings.sections[one]}
            </Link>
          ))}
        </nav>
        <div className={classes.content}>
          {!(schema.data && settings.data) && !settings.error && <DelayedLoader />}
          {schema.data && draft.shown && settings.data && (
            <>
              <SectionContent
                section={section}
                schema={schema.data}
                draft={draft}
                version={settings.data.version}
              />
              {draft.edits.length > 0 && (
                <PlanPanel
                  draft={draft}
                  onApplied={(version) => setApplied({ version, section })}
                />
              )}
              {draft.edits.length === 0 && applied?.section === section && (
                <p className={classes.bar} role="status">
                  {words.settings.applied(applied.version)}
                </p>
              )}
            </>
          )}
        </div>
      </div>
    </Screen>
  )
}

/** Whether a step is open: who works there, how the owner signs in, where patients book. */
function useUnfinishedSteps(settings: Settings | undefined): boolean {
  const hasNoSignIn = useHasNoSignIn()
  const { practitioners, workspace } = settings?.description ?? {}
  if (!practitioners) return false
  return (
    Object.keys(practitioners).length === 0 ||
    hasNoSignIn === true ||
    workspace?.bookingPage?.published !== true
  )
}

function SectionContent({
  section,
  schema,
  draft,
  version,
}: {
  section: SettingsSection
  schema: Schema
  draft: ReturnType<typeof useDraft>
  version: number
}) {
  const { words } = useSettingsLanguage()
  const renderCard = (form: 'clinic' | 'legal' | 'retention' | 'rules' | 'page' | 'notices') => {
    const { path, ...members } = forms[form]
    const title =
      form === 'legal' || form === 'retention'
        ? words.settings.members[form]
        : words.settings.sections[section]
    return (
      <Card title={title} isSpaced>
        <MemberFields schema={schemaAt(schema, path)} path={path} draft={draft} {...members} />
      </Card>
    )
  }
  switch (section) {
    case 'clinic':
      return (
        <>
          <BookingLink />
          {renderCard('clinic')}
          {renderCard('legal')}
          {renderCard('retention')}
          <ExpiringPatients />
        </>
      )
    case 'rules':
      return renderCard('rules')
    case 'page':
      return (
        <>
          <BookingLink />
          {renderCard('page')}
        </>
      )
    case 'notices':
      return (
        <>
          {renderCard('notices')}
          <NoticePreview schema={schema} draft={draft} />
          <NoticeFailures />
        </>
      )
    case 'locations':
      return <NamedThings schema={schema} draft={draft} of="locations" />
    case 'types':
      return <NamedThings schema={schema} draft={draft} of="visitTypes" />
    case 'forms':
      return (
        <NamedThings
          schema={schema}
          draft={draft}
          of="forms"
          beside={(name) => <FormPreview draft={draft} name={name} />}
        />
      )
    case 'packs':
      return <NamedThings schema={schema} draft={draft} of="sessionPacks" />
    case 'practitioners':
      return <Practitioners schema={schema} draft={draft} />
    case 'staff':
      return <Staff schema={schema} draft={draft} />
    case 'accounts':
      return <Accounts schema={schema} draft={draft} />
    case 'closed':
      return <ClosedDates schema={schema} draft={draft} />
    case 'versions':
      return <Versions version={version} />
    case 'rows':
      return <ImportRows />
    case 'file':
      return <FileCard />
  }
}
