// Previews a notice with the pending text, and sends it to the member (SETUP-08).

import { Button, NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callOperation, type Input, type Output, type Refusal } from '../api/call.ts'
import { useOperationOnce, useWorkspace } from '../api/workspace.tsx'
import { Card } from '../ui/card.tsx'
import { RefusalNote } from '../ui/refusal.tsx'
import { wordFor } from '../words/words.tsx'
import { type Draft, memberAt } from './draft.ts'
import { MistakeList } from './plan-panel.tsx'
import { type Schema, schemaAt } from './schema.ts'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

type PreviewInput = Input<'notices-preview'>

const typingMs = 300
const path = ['workspace', 'notices']

/** The input for a preview of one kind: what was typed, complete or not. */
function previewInput(
  kind: PreviewInput['kind'],
  tag: string,
  { shown: description }: Draft,
): PreviewInput {
  const words = memberAt(description, [...path, 'texts', tag, kind]) as
    | { subject?: string; body?: string; short?: string }
    | undefined
  return {
    kind,
    changes: {
      language: tag,
      ...(words && {
        text: {
          subject: words.subject ?? '',
          body: words.body ?? '',
          ...(words.short !== undefined && { short: words.short }),
        },
      }),
    },
  }
}

/** The languages of the clinic's notices, its own first. */
function noticeLanguages({ shown: description }: Draft): string[] {
  const language = memberAt(description, [...path, 'language'])
  const others = memberAt(description, [...path, 'languages'])
  const tags = [language ?? 'en', ...(Array.isArray(others) ? others : [])]
  return [...new Set(tags.filter((tag) => typeof tag === 'string'))]
}

export function NoticePreview({ schema, draft }: { schema: Schema; draft: Draft }) {
  const { words, locale } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const kinds = Object.keys(
    schemaAt(schema, [...path, 'templates']).properties ?? {},
  ) as PreviewInput['kind'][]
  const [kind, setKind] = useState<PreviewInput['kind']>('confirmation')
  const languages = noticeLanguages(draft)
  const [chosen, setChosen] = useState<string>()
  const [first = 'en'] = languages
  const language = chosen !== undefined && languages.includes(chosen) ? chosen : first
  const currentInput = previewInput(kind, language, draft)
  const [input] = useDebouncedValue(currentInput, typingMs)
  const preview = useQuery<Output<'notices-preview'>, Refusal>({
    queryKey: ['notices-preview', workspace, input],
    queryFn: () => callOperation(workspace, 'notices-preview', input),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const test = useOperationOnce('notices-test', () => undefined)
  const isForCurrentInput = JSON.stringify(test.variables) === JSON.stringify(currentInput)
  const texts = words.settings.notice
  return (
    <Card title={texts.title} isSpaced>
      <p className={classes.soft}>{texts.text}</p>
      <NativeSelect
        size="xs"
        label={texts.which}
        value={kind}
        data={kinds.map((one) => ({ value: one, label: wordFor(words.settings.members, one) }))}
        onChange={({ currentTarget }) => setKind(currentTarget.value as PreviewInput['kind'])}
      />
      {languages.length > 1 && (
        <NativeSelect
          size="xs"
          label={texts.language}
          value={language}
          data={languages.map((tag) => ({
            value: tag,
            label: new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag,
          }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <MistakeList refusal={preview.error} />
      {preview.data && !preview.error && (
        <article className={classes.letter} aria-label={texts.letter}>
          <strong>{preview.data.subject}</strong>
          <p>{preview.data.body}</p>
        </article>
      )}
      {preview.data && !preview.error && (
        <article className={classes.letter} aria-label={texts.sms}>
          <strong>{texts.smsSegments(preview.data.smsSegments)}</strong>
          <p>{preview.data.short}</p>
        </article>
      )}
      <Button
        size="xs"
        variant="default"
        className={classes.add}
        loading={test.isPending}
        onClick={() => test.mutate(currentInput)}
      >
        {texts.send}
      </Button>
      {isForCurrentInput && <RefusalNote refusal={test.error} />}
      {isForCurrentInput && test.data && <p role="status">{texts.sent(test.data.destination)}</p>}
    </Card>
  )
}
