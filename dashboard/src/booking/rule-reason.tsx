// What the rules for patients have against a visit that staff are about to book, and why they book
// it all the same.

import { List, Text, TextInput } from '@mantine/core'
import type { Output } from '../api/call.ts'
import { useLanguage, wordFor } from '../words/words.tsx'

interface RuleReasonProps {
  rules: Output<'visit-quote'>['patientRules']
  reason: string
  change(reason: string): void
}

export function RuleReason({ rules, reason, change }: RuleReasonProps) {
  const { words } = useLanguage()
  return (
    <div>
      <Text size="sm" role="status" component="div">
        {words.own.patientsCannot}
        <List size="sm">
          {rules.map((rule) => (
            <List.Item key={rule}>{wordFor(words.reason, rule)}</List.Item>
          ))}
        </List>
      </Text>
      <TextInput
        mt="xs"
        label={words.own.reason}
        description={words.own.reasonHint}
        size="xs"
        required
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => change(currentTarget.value)}
      />
    </div>
  )
}
