// The form of the first steps. It is kept in the tab until it is applied, so that a reload loses nothing.

import { Button, Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useEffect, useState } from 'react'
import { sessionQuery, useChange, useWorkspace } from '../api/workspace.tsx'
import { browserLanguages, browserZone } from '../ui/browser.ts'
import { Field } from './field.tsx'
import { firstEdits, type Typed } from './first-edits.ts'
import { Mistakes } from './plan-panel.tsx'
import { type Settings, useSettingsSchema } from './queries.ts'
import { namedOf, schemaAt } from './schema.ts'
import classes from './setup.module.css'
import { useSettingsLanguage } from './words.ts'

function blank(locale: string): Typed {
  return {
    ...{ title: '', fullAddress: '', city: '', state: '', country: new Intl.Locale(locale).region ?? '', currency: '' },
    timezone: browserZone() ?? '',
    ...{ name: '', specialization: '', days: ['MON', 'TUE', 'WED', 'THU', 'FRI'], from: '09:00', to: '17:00', slotMinutes: 15, modes: ['OFFLINE'] },
    ...{ fee: 0, publish: true },
  }
}

/** What was typed in this tab, kept across a reload. */
function useTyped(workspace: string, locale: string) {
  const key = `clinic-first-steps ${workspace}`
  const [typed, setTyped] = useState<Typed>(() => ({ ...blank(locale), ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<Typed>) }))
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(typed)), [key, typed])
  return { typed, set: (change: Partial<Typed>) => setTyped((before) => ({ ...before, ...change })), forget: () => sessionStorage.removeItem(key) }
}

export function FirstForm({ settings }: { settings: Settings }) {
  const { words, locale } = useSettingsLanguage()
  const { workspace, may } = useWorkspace()
  const { firstSteps, members } = words.settings
  const { typed, set, forget } = useTyped(workspace, browserLanguages()[0] ?? locale)
  const schema = useSettingsSchema().data
  const apply = useChange('settings-change')
  const client = useQueryClient()
  if (!schema) return null
  const practice = namedOf(schemaAt(schema, ['practitioners', 'any', 'at']))
  const hours = practice.properties?.hours?.items?.properties

  function submit(event: SubmitEvent) {
    event.preventDefault()
    // Not by a callback of `mutate`, which is dropped with the form: that is removed once the settings are there.
    apply
      .mutateAsync({ version: settings.version, edits: firstEdits(typed, settings.description, may('staff:write')), withUpcomingVisits: false, dryRun: false })
      .then(
        () => {
          forget()
          // The name of the clinic is shown above.
          return client.invalidateQueries({ queryKey: sessionQuery.queryKey })
        },
        // The refusal is shown.
        () => undefined,
      )
  }
  const line = (member: keyof Typed & ('title' | 'fullAddress' | 'city' | 'state' | 'name' | 'specialization'), label: string) => (
    <TextInput
      size="xs"
      required
      maxLength={500}
      label={label}
      value={typed[member]}
      onChange={({ currentTarget }) => set({ [member]: currentTarget.value })}
    />
  )
  const several = (member: 'days' | 'modes') => (
    <Field schema={hours?.[member] ?? {}} label={members[member]} isRequired value={typed[member]} change={(value) => set({ [member]: value as string[] })} />
  )
  const clock = (member: 'from' | 'to') => (
    <TextInput
      size="xs"
      type="time"
      required
      label={members[member]}
      value={typed[member]}
      onChange={({ currentTarget }) => set({ [member]: currentTarget.value })}
    />
  )
  return (
    <form onSubmit={submit} className={classes.content}>
      <p className={classes.soft}>{firstSteps.intro}</p>
      <fieldset className={classes.card}>
        <legend className={classes.heading}>{firstSteps.place}</legend>
        {line('title', firstSteps.clinicTitle)}
        {line('fullAddress', members.fullAddress)}
        <div className={classes.pairs}>
          {line('city', members.city)}
          {line('state', members.state)}
          <TextInput
            size="xs"
            required
            label={members.country}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            description={countryName(typed.country, locale) ?? 'ISO 3166: IN, DE, US …'}
            maxLength={2}
            value={typed.country}
            onChange={({ currentTarget }) => set({ country: currentTarget.value.toUpperCase() })}
          />
          <NativeSelect
            size="xs"
            required
            label={members.currency}
            value={typed.currency}
            data={['', ...Intl.supportedValuesOf('currency')]}
            onChange={({ currentTarget }) => set({ currency: currentTarget.value })}
          />
        </div>
        <NativeSelect
          size="xs"
          required
          label={members.timezone}
          value={typed.timezone}
          data={[...new Set([typed.timezone, ...Intl.supportedValuesOf('timeZone')])]}
          onChange={({ currentTarget }) => set({ timezone: currentTarget.value })}
        />
      </fieldset>
      <fieldset className={classes.card}>
        <legend className={classes.heading}>{firstSteps.who}</legend>
        {line('name', firstSteps.practitionerName)}
        {line('specialization', members.specialization)}
      </fieldset>
      <fieldset className={classes.card}>
        <legend className={classes.heading}>{firstSteps.when}</legend>
        {several('days')}
        <div className={classes.pairs}>
          {clock('from')}
          {clock('to')}
          <NumberInput
            size="xs"
            required
            min={5}
            max={720}
            label={members.slotMinutes}
            value={typed.slotMinutes}
            onChange={(value) => set({ slotMinutes: Number(value) })}
          />
          <NumberInput size="xs" required min={0} label={members.fee} value={typed.fee} onChange={(value) => set({ fee: Number(value) })} />
        </div>
        {several('modes')}
        <Checkbox size="xs" label={firstSteps.publish} checked={typed.publish} onChange={({ currentTarget }) => set({ publish: currentTarget.checked })} />
      </fieldset>
      <Mistakes refusal={apply.error} />
      <Button size="xs" type="submit" className={classes.add} loading={apply.isPending}>
        {firstSteps.setUp}
      </Button>
    </form>
  )
}

function countryName(code: string, locale: string): string | undefined {
  if (!/^[A-Z]{2}$/.test(code)) return undefined
  return new Intl.DisplayNames(locale, { type: 'region', fallback: 'none' }).of(code)
}
