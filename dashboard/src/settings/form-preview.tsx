// A form as patients see it, with what is typed and not applied yet (FORM-01).

import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { callOperation, type Output, type Refusal } from '../api/call.ts'
import { useWorkspace } from '../api/workspace.tsx'
import { readStyleNonce } from '../ui/style-nonce.ts'
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
  const [input] = useDebouncedValue({ form, language }, typingMs)
  const preview = useQuery<Output<'form-preview'>, Refusal>({
    queryKey: ['form-preview', workspace, input],
    queryFn: () => callOperation(workspace, 'form-preview', input),
    placeholderData: keepPreviousData,
    retry: false,
  })
  const texts = words.settings.formPreview
  return (
    <section aria-label={texts.title}>
      <h3 className={classes.soft}>{texts.title}</h3>
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
          sandbox=""
          srcDoc={preview.data.html
            .replace('<style>', `<style nonce="${readStyleNonce()}">`)
            .replace('<body', '<body inert')}
        />
      )}
    </section>
  )
}
