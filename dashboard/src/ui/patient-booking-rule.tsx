// How a patient has to book: like everyone, by phone only, or with payment in advance. Shown with
// the reason, and changed in the record.

import { Button, Group, NativeSelect, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { Output } from '../api/call.ts'
import { useChange, useWorkspace } from '../api/workspace.tsx'
import { useLanguage } from '../words/words.tsx'
import { Form } from './form.tsx'
import classes from './patient-head.module.css'
import { datePart, dayText } from './times.ts'
import { useFields } from './use-fields.ts'

type BookingRule = Output<'patient-head'>['bookingRule']
type RuleName = NonNullable<BookingRule>['rule']
const ruleNames = ['BY_PHONE', 'PAY_BEFORE'] as const satisfies RuleName[]

const reasonLengthMax = 200

interface PatientBookingRuleProps {
  id: number
  bookingRule: BookingRule
  isEditable: boolean
}

export function PatientBookingRule({ id, bookingRule, isEditable }: PatientBookingRuleProps) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const [isEditing, setIsEditing] = useState(false)
  const { bookingRule: ruleWords } = words.head
  return (
    <>
      {bookingRule !== null && (
        <p className={classes.bookingRule}>
          <strong>{ruleWords[bookingRule.rule]}:</strong> <bdi>{bookingRule.reason}</bdi>
          {', '}
          {[bookingRule.setBy, ruleWords.since(dayText(datePart(bookingRule.setAt), locale))]
            .filter(Boolean)
            .join(', ')}
        </p>
      )}
      {isEditable && may('patients:write') && !isEditing && (
        <Group>
          <Button size="compact-xs" variant="subtle" ml={-8} onClick={() => setIsEditing(true)}>
            {ruleWords.edit}
          </Button>
        </Group>
      )}
      {isEditing && (
        <BookingRuleForm id={id} bookingRule={bookingRule} close={() => setIsEditing(false)} />
      )}
    </>
  )
}

function BookingRuleForm({
  id,
  bookingRule,
  close,
}: Pick<PatientBookingRuleProps, 'id' | 'bookingRule'> & { close(): void }) {
  const { words } = useLanguage()
  const { bookingRule: ruleWords } = words.head
  const change = useChange('patient-booking-rule')
  const { values, isChanged, text } = useFields({
    rule: (bookingRule?.rule ?? 'NONE') as RuleName | 'NONE',
    reason: bookingRule?.reason ?? '',
  })
  const { rule } = values
  const needsReason = rule !== 'NONE'
  return (
    <Form
      aria-label={ruleWords.label}
      change={change}
      isChanged={isChanged}
      isComplete={!needsReason || values.reason.trim() !== ''}
      onSubmit={() =>
        change.mutate(
          { id, rule, ...(needsReason && { reason: values.reason.trim() }) },
          { onSuccess: close },
        )
      }
      submit={ruleWords.save}
      close={close}
    >
      <NativeSelect
        label={ruleWords.label}
        description={ruleWords.hint}
        size="xs"
        autoFocus
        data={[
          { value: 'NONE', label: ruleWords.like },
          ...ruleNames.map((name) => ({ value: name, label: ruleWords[name] })),
        ]}
        {...text('rule')}
      />
      {needsReason && (
        <TextInput
          label={ruleWords.reason}
          description={ruleWords.reasonHint}
          size="xs"
          required
          maxLength={reasonLengthMax}
          {...text('reason')}
        />
      )}
    </Form>
  )
}
