// The form of the first steps. Its input is kept in the tab until it is applied, so that a reload
// loses nothing.

import { Checkbox, NativeSelect, NumberInput, TextInput } from '@mantine/core'
import { skipToken, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { sessionQuery, useChange, useOperation, useWorkspace } from '../api/workspace.tsx'
import { browserLanguages, browserZone } from '../ui/browser.ts'
import { Form } from '../ui/form.tsx'
import { Field } from './field.tsx'
import { buildFirstEdits, type FirstStepsInput } from './first-edits.ts'
import { zoneForCountry } from './picker-choices.ts'
import { SearchPicker } from './pickers.tsx'
import { MistakeList } from './plan-panel.tsx'
import { type Settings, useSettingsSchema } from './queries.ts'
import { itemSchema, schemaAt } from './schema.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

function createBlankInput(locale: string): FirstStepsInput {
  return {
    ownName: '',
    ownEmail: '',
    title: '',
    fullAddress: '',
    city: '',
    state: '',
    country: new Intl.Locale(locale).region ?? '',
    currency: '',
    timezone: browserZone() ?? '',
    name: '',
    specialization: '',
    system: 'SCHEDULED',
    days: ['MON', 'TUE', 'WED', 'THU', 'FRI'],
    from: '09:00',
    to: '17:00',
    slotMinutes: 15,
    maxAppointments: 40,
    modes: ['OFFLINE'],
    fee: 0,
    publish: true,
  }
}

/** What was typed in this tab, kept across a reload. */
function useFirstStepsInput(workspace: string, locale: string) {
  const key = `clinic-first-steps ${workspace}`
  const [input, setTyped] = useState<FirstStepsInput>(() => ({
    ...createBlankInput(locale),
    ...(JSON.parse(sessionStorage.getItem(key) ?? '{}') as Partial<FirstStepsInput>),
  }))
  useEffect(() => sessionStorage.setItem(key, JSON.stringify(input)), [key, input])
  return {
    typed: input,
    set: (change: Partial<FirstStepsInput>) => setTyped((before) => ({ ...before, ...change })),
    forget: () => sessionStorage.removeItem(key),
  }
}

/**
 * The own name in the clinic file of a member who has no e-mail address; undefined if they have
 * one, or may not change it.
 */
function useOwnFileName({ description }: Settings): string | undefined {
  const { member, may } = useWorkspace()
  const mayChange = may('staff:write') && member.email === null
  const { data = [] } = useOperation('staff-list', mayChange ? {} : skipToken)
  const fileName = data.find(({ id }) => id === member.userId)?.fileName
  return fileName && Object.hasOwn(description.staff ?? {}, fileName) ? fileName : undefined
}

export function FirstForm({ settings }: { settings: Settings }) {
  const { words, locale } = useSettingsLanguage()
  const { workspace, may } = useWorkspace()
  const { firstSteps, members, values } = words.settings
  const ownFileName = useOwnFileName(settings)
  const {
    typed: input,
    set: change,
    forget: forgetInput,
  } = useFirstStepsInput(workspace, browserLanguages()[0] ?? locale)
  const schema = useSettingsSchema().data
  const apply = useChange('settings-change')
  const client = useQueryClient()
  if (!schema) return null
  const practice = itemSchema(schemaAt(schema, ['practitioners', 'any', 'at']))
  const hours = practice.properties?.hours?.items?.properties
  const isQueue = input.system === 'QMS'

  function submit() {
    // Not in a callback of `mutate`, which is dropped together with the form: the form is removed
    // once the settings exist.
    apply
      .mutateAsync({
        version: settings.version,
        edits: buildFirstEdits(input, settings.description, may('staff:write'), ownFileName),
        withUpcomingVisits: false,
        dryRun: false,
      })
      .then(
        () => {
          forgetInput()
          // The name of the clinic is shown above.
          return client.invalidateQueries({ queryKey: sessionQuery.queryKey })
        },
        // The refusal is shown.
        () => undefined,
      )
  }
  const renderTextField = (
    member: keyof FirstStepsInput &
      ('ownName' | 'title' | 'fullAddress' | 'city' | 'state' | 'name' | 'specialization'),
    label: string,
  ) => (
    <TextInput
      size="xs"
      required
      maxLength={500}
      label={label}
      value={input[member]}
      onChange={({ currentTarget }) => change({ [member]: currentTarget.value })}
    />
  )
  const renderNumberField = (
    member: 'slotMinutes' | 'maxAppointments' | 'fee',
    label: string,
    min: number,
    max?: number,
  ) => (
    <NumberInput
      size="xs"
      required
      min={min}
      {...(max !== undefined && { max })}
      label={label}
      value={input[member]}
      onChange={(value) => change({ [member]: Number(value) })}
    />
  )
  const renderPicker = (member: 'country' | 'currency' | 'timezone', label: string) => (
    <SearchPicker
      of={member === 'timezone' ? 'zone' : member}
      required
      label={label}
      value={input[member]}
      write={(value) =>
        change({
          [member]: value,
          ...(member === 'country' && { timezone: zoneForCountry(value, input.timezone) }),
        })
      }
    />
  )
  const renderChoices = (member: 'days' | 'modes') => (
    <Field
      schema={hours?.[member] ?? {}}
      label={members[member]}
      isRequired
      value={input[member]}
      change={(value) => change({ [member]: value as string[] })}
    />
  )
  const renderClockField = (member: 'from' | 'to') => (
    <TextInput
      size="xs"
      type="time"
      required
      label={members[member]}
      value={input[member]}
      onChange={({ currentTarget }) => change({ [member]: currentTarget.value })}
    />
  )
  return (
    <Form
      gap="sm"
      change={apply}
      // It is kept in the tab.
      isChanged={false}
      onSubmit={submit}
      submit={firstSteps.setUp}
      note={<MistakeList refusal={apply.error} />}
    >
      <p className={classes.soft}>{firstSteps.intro}</p>
      {ownFileName !== undefined && (
        <fieldset className={classes.group}>
          <legend>{firstSteps.you}</legend>
          <div className={classes.pairs}>
            {renderTextField('ownName', firstSteps.yourName)}
            <TextInput
              size="xs"
              type="email"
              required
              label={firstSteps.yourEmail}
              description={firstSteps.yourEmailHint}
              autoComplete="email"
              value={input.ownEmail}
              onChange={({ currentTarget }) => change({ ownEmail: currentTarget.value })}
            />
          </div>
        </fieldset>
      )}
      <fieldset className={classes.group}>
        <legend>{firstSteps.place}</legend>
        {renderTextField('title', firstSteps.clinicTitle)}
        {renderTextField('fullAddress', members.fullAddress)}
        <div className={classes.pairs}>
          {renderTextField('city', members.city)}
          {renderTextField('state', members.state)}
          {renderPicker('country', members.country)}
          {renderPicker('currency', members.currency)}
        </div>
        {renderPicker('timezone', members.timezone)}
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{firstSteps.who}</legend>
        {renderTextField('name', firstSteps.practitionerName)}
        {renderTextField('specialization', members.specialization)}
        <NativeSelect
          size="xs"
          required
          label={members.system}
          value={input.system}
          data={(['SCHEDULED', 'QMS'] as const).map((one) => ({ value: one, label: values[one] }))}
          onChange={({ currentTarget }) =>
            change({ system: currentTarget.value === 'QMS' ? 'QMS' : 'SCHEDULED' })
          }
        />
      </fieldset>
      <fieldset className={classes.group}>
        <legend>{firstSteps.when}</legend>
        {renderChoices('days')}
        <div className={classes.pairs}>
          {renderClockField('from')}
          {renderClockField('to')}
          {isQueue ? (
            <>
              {renderNumberField('maxAppointments', members.maxAppointments, 1, 5000)}
              {renderNumberField('slotMinutes', members.averageMinutes, 5, 240)}
            </>
          ) : (
            renderNumberField('slotMinutes', members.slotMinutes, 5, 720)
          )}
          {renderNumberField('fee', members.fee, 0)}
        </div>
        {!isQueue && renderChoices('modes')}
        <Checkbox
          size="xs"
          label={firstSteps.publish}
          checked={input.publish}
          onChange={({ currentTarget }) => change({ publish: currentTarget.checked })}
        />
      </fieldset>
    </Form>
  )
}
