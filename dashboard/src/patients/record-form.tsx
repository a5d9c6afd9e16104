// The form that changes a record. The input is kept until it is accepted; someone else's change is
// shown before it is overwritten.

import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import { languages } from '../../../words/languages.ts'
import type { Refusal } from '../api/call.ts'
import { useChange } from '../api/workspace.tsx'
import { Form } from '../ui/form.tsx'
import { PhoneField } from '../ui/phone-field.tsx'
import { useLanguage } from '../words/words.tsx'
import classes from './patients.module.css'
import type { PatientDetails } from './queries.ts'
import {
  changedFields,
  emptiedFields,
  fields,
  fieldValue,
  type RecordField,
  type RecordInput,
  recordChanges,
  refusedField,
} from './record-fields.ts'

interface RecordFormProps {
  shown: PatientDetails
  ask(): void
  close(): void
}

const inputTypes: Partial<Record<RecordField, 'date' | 'email' | 'number'>> = {
  dob: 'date',
  email: 'email',
  age: 'number',
}

export function RecordForm({ shown: details, ask: reload, close }: RecordFormProps) {
  const { words } = useLanguage()
  const edit = useChange('patient-edit')
  /**
   * The version that the change is based on: the one when the form was opened, or when someone
   * else's change was accepted.
   */
  const [baseDetails, setBaseDetails] = useState(details)
  const [typed, setTyped] = useState<RecordInput>({})
  const [wasSubmitted, setWasSubmitted] = useState(false)
  const { patient } = baseDetails
  const emptied = wasSubmitted ? emptiedFields(patient, typed) : []
  const refusedFieldName = refusedField(edit.error?.code, edit.error?.details)
  // The event of the member's own change arrives before the form is closed.
  const changedMeanwhile =
    details.version === baseDetails.version || edit.isPending
      ? []
      : changedFields(patient, details.patient)
  function submit() {
    setWasSubmitted(true)
    if (emptiedFields(patient, typed).length > 0) return
    const changes = recordChanges(patient, typed)
    if (!changes) return close()
    const onError = ({ code }: Refusal) => code === 'PATIENT_CONFLICT' && reload()
    edit.mutate(
      { id: patient.id, version: baseDetails.version, ...changes },
      { onSuccess: close, onError },
    )
  }
  function fieldError(field: RecordField): string | undefined {
    if (emptied.includes(field)) return words.patients.cannotClearHint
    if (field !== refusedFieldName) return undefined
    return edit.error?.code === 'MRN_TAKEN'
      ? words.refusal.codes.MRN_TAKEN
      : words.patients.notValid
  }
  const renderInput = (field: RecordField) => {
    if (field === 'language') return renderLanguage()
    const isComputedAge = field === 'age' && fieldValue(patient, 'dob') !== ''
    return (
      <TextInput
        key={field}
        size="xs"
        type={inputTypes[field] ?? 'text'}
        label={words.patients.fields[field]}
        description={isComputedAge ? words.patients.ageFromBirthDate : undefined}
        disabled={isComputedAge}
        value={typed[field] ?? fieldValue(patient, field)}
        error={fieldError(field)}
        autoFocus={field === 'firstName'}
        autoComplete="off"
        onChange={({ currentTarget }) =>
          setTyped((before) => ({ ...before, [field]: currentTarget.value }))
        }
      />
    )
  }
  const language = typed.language ?? fieldValue(patient, 'language')
  const renderLanguage = () => (
    <NativeSelect
      key="language"
      size="xs"
      label={words.patients.fields.language}
      value={language}
      error={fieldError('language')}
      data={[
        { value: '', label: '–' },
        // Patients may have brought another language from elsewhere.
        ...(language === '' || Object.hasOwn(languages, language) ? [] : [language]),
        ...Object.entries(languages).map(([value, label]) => ({ value, label })),
      ]}
      onChange={({ currentTarget }) =>
        setTyped((before) => ({ ...before, language: currentTarget.value }))
      }
    />
  )
  return (
    // The service validates the input, as it does for callers of the API.
    <Form
      aria-label={words.patients.change}
      noValidate
      change={edit}
      isChanged={recordChanges(patient, typed) !== undefined}
      onSubmit={submit}
      submit={words.patients.save}
      close={close}
      closeText={words.patients.discard}
    >
      {changedMeanwhile.length > 0 && (
        <div role="alert" className={classes.changedSince}>
          {words.patients.changedSince}
          <ul>
            {changedMeanwhile.map((field) => (
              <li key={field}>
                {words.patients.fields[field]}:{' '}
                <bdi>{fieldValue(details.patient, field) || '–'}</bdi>
              </li>
            ))}
          </ul>
          <Button
            size="compact-xs"
            variant="default"
            onClick={() => {
              setBaseDetails(details)
              edit.reset()
            }}
          >
            {words.patients.continueWithVersion}
          </Button>
        </div>
      )}
      <div className={classes.fields}>
        {renderInput('firstName')}
        {renderInput('lastName')}
        <div className={classes.phone}>
          {renderInput('countryCode')}
          <PhoneField
            size="xs"
            label={words.patients.fields.phoneNumber}
            value={typed.phoneNumber ?? fieldValue(patient, 'phoneNumber')}
            countryCode={typed.countryCode ?? fieldValue(patient, 'countryCode')}
            error={fieldError('phoneNumber')}
            autoComplete="off"
            onChange={({ currentTarget }) =>
              setTyped((before) => ({ ...before, phoneNumber: currentTarget.value }))
            }
          />
        </div>
        <div className={classes.wide}>{renderInput('email')}</div>
        {fields.slice(fields.indexOf('dob')).map((field) =>
          field === 'address' ? (
            <div key={field} className={classes.wide}>
              {renderInput(field)}
            </div>
          ) : (
            renderInput(field)
          ),
        )}
      </div>
    </Form>
  )
}
