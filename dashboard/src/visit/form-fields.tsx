// The fields of a form that staff fill in for a patient.

import { Checkbox, Group, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import type { Output } from '../api/call.ts'
import { useLanguage, wordFor } from '../words/words.tsx'

type Opened = Output<'form-open'>
type Fields = Opened['fields']
type Question = Opened['content']['questions'][number]

/** Whether the fields before it ask for a question; the service decides again. */
function isAsked({ shownIf = [] }: Question, fields: Fields, asked: ReadonlySet<string>): boolean {
  return shownIf.every(({ question, is, from, to }) => {
    const values = [fields[question] ?? []].flat().filter((one) => one.trim() !== '')
    if (!asked.has(question) || values.length === 0) return false
    if (is && !values.some((one) => is.includes(one))) return false
    const number = Number(values[0]?.replace(',', '.'))
    if (from !== undefined && !(number >= from)) return false
    return to === undefined || number <= to
  })
}

export function FormFields({
  content,
  fields,
  mistakes,
  changed = [],
  change,
}: {
  content: Opened['content']
  fields: Fields
  mistakes: Readonly<Record<string, string>>
  /** Questions that are new or have changed since they were answered. */
  changed?: readonly string[]
  change(fields: Fields): void
}) {
  const asked = new Set<string>()
  for (const question of content.questions)
    if (isAsked(question, fields, asked)) asked.add(question.key)
  return (
    <Stack gap="sm">
      {content.questions
        .filter(({ key }) => asked.has(key))
        .map((question) => (
          <QuestionField
            key={question.key}
            question={question}
            values={[fields[question.key] ?? []].flat()}
            mistake={mistakes[question.key]}
            isChanged={changed.includes(question.key)}
            write={(value) => change({ ...fields, [question.key]: value })}
          />
        ))}
    </Stack>
  )
}

function QuestionField({
  question,
  values,
  mistake,
  isChanged,
  write,
}: {
  question: Question
  values: string[]
  mistake: string | undefined
  isChanged: boolean
  write(value: string | string[]): void
}) {
  const { words } = useLanguage()
  const { kind, label, help, required = false, options = [], from = 0, to = 10 } = question
  const shared = {
    size: 'xs',
    label: (
      <>
        <bdi>{label}</bdi>
        {isChanged && ` · ${words.forms.isNew}`}
      </>
    ),
    description: help,
    withAsterisk: required,
    error: mistake && wordFor(words.forms.mistakes, mistake),
  } as const
  const [value = ''] = values
  const choices = {
    'yes-no': [
      { key: 'yes', label: words.forms.yes },
      { key: 'no', label: words.forms.no },
    ],
    scale: Array.from({ length: to - from + 1 }, (_, at) => ({
      key: String(from + at),
      label: String(from + at),
    })),
    'body-sites': Object.entries(words.forms.bodySites).map(([key, text]) => ({
      key,
      label: text,
    })),
  }
  switch (kind) {
    case 'text':
    case 'number':
    case 'date':
      return (
        <TextInput
          {...shared}
          value={value}
          {...(kind === 'date' && { type: 'date' })}
          {...(kind === 'number' && { inputMode: 'decimal' })}
          maxLength={500}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )
    case 'long-text':
      return (
        <Textarea
          {...shared}
          value={value}
          autosize
          minRows={2}
          maxLength={5_000}
          onChange={({ currentTarget }) => write(currentTarget.value)}
        />
      )
    case 'yes-no':
    case 'scale':
    case 'one-of':
      return (
        <Radio.Group {...shared} value={value} onChange={write}>
          <Group gap="xs" mt={4}>
            {(kind === 'one-of' ? options : choices[kind]).map((choice) => (
              <Radio key={choice.key} size="xs" value={choice.key} label={choice.label} />
            ))}
          </Group>
        </Radio.Group>
      )
    case 'several-of':
    case 'body-sites':
      return (
        <Checkbox.Group {...shared} value={values} onChange={write}>
          <Group gap="xs" mt={4}>
            {(kind === 'several-of' ? options : choices[kind]).map((choice) => (
              <Checkbox key={choice.key} size="xs" value={choice.key} label={choice.label} />
            ))}
          </Group>
        </Checkbox.Group>
      )
  }
}
