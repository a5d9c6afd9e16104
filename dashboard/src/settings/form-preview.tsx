// A form as patients see it, with what is typed and not applied yet (FORM-01).

import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callOperation, type Output, type Refusal } from '../api/call.ts'
import { useOperation, useWorkspace } from '../api/workspace.tsx'
import { readStyleNonce } from '../ui/style-nonce.ts'
import { makeAnswerable } from './asked-questions.ts'
import { type Draft, memberAt } from './draft.ts'
import { MistakeList } from './plan-panel.tsx'
import classes from './settings.module.css'
import { useSettingsLanguage } from './words.ts'

const typingMs = 300

export function FormPreview({ draft, name }: { draft: Draft; name: string }) {
  const { words, locale } = useSettingsLanguage()
  const { workspace } = useWorkspace()
  const form = memberAt(draft.shown, ['forms', name]) as Record<string, unknown>
  const own = typeof form.language === 'string' ? form.language : 'en'
  const languages = [...new Set([own, ...Object.keys(form.translations ?? {})])]
  const [chosen = own, setChosen] = useState<string>()
  const language = languages.includes(chosen) ? chosen : own
  const versions = useOperation('form-versions', { name })
  const [version, setVersion] = useState<number>()
  const [typed] = useDebouncedValue({ form, language }, typingMs)
  const preview = useQuery<Output<'form-preview'>, Refusal>({
    queryKey: [
      'form-preview',
      workspace,
      version === undefined ? typed : { name, version, language },
    ],
    queryFn: () =>
      version === undefined
        ? callOperation(workspace, 'form-preview', typed)
        : callOperation(workspace, 'form-version', { name, version, language }),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const texts = words.settings.formPreview
  return (
    <section aria-label={texts.title}>
      <h3 className={classes.soft}>{texts.title}</h3>
      {versions.data && versions.data.length > 1 && (
        <NativeSelect
          size="xs"
          label={texts.version}
          value={String(version ?? '')}
          data={[
            { value: '', label: texts.typed },
            ...versions.data.map((one) => ({
              value: String(one.version),
              label: texts.versionOf(one.version),
            })),
          ]}
          onChange={({ currentTarget }) => setVersion(Number(currentTarget.value) || undefined)}
        />
      )}
      {languages.length > 1 && (
        <NativeSelect
          size="xs"
          label={words.settings.notice.language}
          value={language}
          data={languages.map((tag) => ({
            value: tag,
            label: new Intl.DisplayNames(locale, { type: 'language' }).of(tag) ?? tag,
          }))}
          onChange={({ currentTarget }) => setChosen(currentTarget.value)}
        />
      )}
      <MistakeList refusal={preview.error} />
      {preview.data && (
        <iframe
          className={classes.phone}
          title={texts.title}
          // No script runs in it, so it may have the origin of this page, which reads the answers.
          sandbox="allow-same-origin"
          srcDoc={preview.data.html.replace('<style>', `<style nonce="${readStyleNonce()}">`)}
          onLoad={({ currentTarget: { contentDocument } }) =>
            contentDocument && makeAnswerable(contentDocument)
          }
        />
      )}
    </section>
  )
}
