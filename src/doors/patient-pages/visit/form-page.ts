// The pages of a visit on which its forms are listed and filled in. A form is complete without a
// script; the script shows one question at a time on a phone, hides what is not asked, and saves
// what is typed.

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { bodySiteWords } from '../../../../words/service.ts'
import { escapeHtml, pageHeaders, readPageScript } from '../../../base/http/html.ts'
import {
  type FieldMistake,
  type FieldValues,
  type FormContent,
  listOptions,
  longTextLengthMax,
  type Question,
  scaleEnds,
  textLengthMax,
} from '../../../base/values/forms.ts'
import type { AskedForm } from '../../../clinic/forms/visit-forms.ts'
import { frameStyle } from '../frame.ts'
import type { BookingPageSettings } from '../settings.ts'
import { fillHtml, loadWords } from '../words.ts'
import { tabletData, tabletScript } from './tablet-page.ts'
import { button, type ClinicView, layout, type PageView, renderScreen } from './visit-page.ts'

const style = `${layout}
.form { display: grid; gap: 1rem; margin-top: 1rem; }
.form fieldset { margin: 0; border: 1px solid var(--line); }
.question { min-width: 0; padding: 1rem 1.25rem 1.15rem; display: grid; gap: .55rem; background: var(--card); border: 1px solid var(--line); border-radius: 14px; }
.question legend { float: left; width: 100%; padding: 0; }
.question legend + * { clear: both; }
.label { font-weight: 600; overflow-wrap: anywhere; }
.question input:not([type=radio]):not([type=checkbox]), .question textarea { width: 100%; min-height: 3rem; padding: .6rem .75rem; border: 1px solid var(--edge); border-radius: 10px; background: var(--back); color: var(--ink); font: inherit; }
.question textarea { min-height: 8rem; resize: vertical; }
.choices { display: grid; gap: .45rem; }
.choice { display: flex; gap: .7rem; align-items: center; min-height: 3rem; padding: .45rem .8rem; border: 1px solid var(--line); border-radius: 10px; cursor: pointer; }
.choice:has(:checked) { border-color: var(--mark); background: var(--tint); }
.choice input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--mark); }
.scale { grid-template-columns: repeat(auto-fill, minmax(3.2rem, 1fr)); }
.scale .choice { flex-direction: column; gap: .2rem; justify-content: center; padding: .35rem .2rem; }
.ends { display: flex; justify-content: space-between; gap: 1rem; }
.wrong { color: var(--bad); font-weight: 600; }
.wrong:empty { display: none; }
.text { margin-top: .5rem; white-space: pre-line; overflow-wrap: anywhere; }
.said { margin-top: 1rem; }
.drawn { display: grid; gap: .6rem; }
.drawn canvas { width: 100%; height: 10rem; border: 1px dashed var(--edge); border-radius: 10px; background: #fff; touch-action: none; }
.stepped .question:not(.now), .stepped .last:not(.now) { display: none; }
.steps { display: none; grid-template-columns: 1fr 1fr; gap: .7rem; }
.stepped .steps { display: grid; }
.state:empty { display: none; }
`

const script = readPageScript(new URL('../form-page-script.js', import.meta.url))
/** Draws signatures; part of the pages that are signed, and of no other. */
const padScript = readFileSync(
  createRequire(import.meta.url)
    .resolve('signature_pad')
    .replace(/\.js$/, '.min.js'),
  'utf8',
).replace(/^\/\/# sourceMappingURL=.*$/m, '')

const scriptFor = (isSigned: boolean, isOnTablet: boolean) =>
  [...(isSigned ? [padScript] : []), script, ...(isOnTablet ? [tabletScript] : [])].join('\n')

export function formHeaders(
  settings: BookingPageSettings,
  isSigned = false,
  isOnTablet = false,
): Record<string, string> {
  return {
    ...pageHeaders({
      style: frameStyle(settings, style),
      script: scriptFor(isSigned, isOnTablet),
      formAction: "'self'",
      images: "'self' data:",
      more: "connect-src 'self'; ",
    }),
    'cache-control': 'no-store',
    'cross-origin-opener-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    vary: 'accept-language',
  }
}

/** Of a form, before and after the name of its question, in a request. */
export const fieldPrefix = 'q.'

const mistakeWords = {
  MISSING: 'formMissing',
  TOO_LONG: 'formTooLong',
  NO_NUMBER: 'formNoNumber',
  OUT_OF_RANGE: 'formOutOfRange',
  NO_DATE: 'formNoDate',
  NO_OPTION: 'formNoOption',
} as const satisfies Record<FieldMistake, string>

/** The list of a visit's forms. */
export function formsScreen(view: PageView, path: string, forms: readonly AskedForm[]): string {
  const { language, locale } = view
  const words = loadWords(language, locale)
  const items = forms.map(({ name, title, state, signed }) => {
    if (state === 'MISSING') return button(`${path}/${name}`, title, 'main')
    const done = state === 'DONE' ? words.formDone : words.formWithdrawn
    const text = `<b dir="auto">${escapeHtml(title)}</b><br><span class="soft">${escapeHtml(done)}</span>`
    return signed
      ? `<a class="button" href="${escapeHtml(`${path}/${name}/signed`)}">${text}</a>`
      : `<p class="card pad"><span>${text}</span></p>`
  })
  return renderScreen(
    view,
    words.forms,
    `<h1>${escapeHtml(words.forms)}</h1>
<p class="soft">${escapeHtml(forms.length === 0 ? words.formsNone : words.formsText)}</p>
<div class="actions">
${items.join('\n')}
${button(view.path, words.back)}
</div>`,
  )
}

export interface FormScreen {
  /** The path to which the form is sent. */
  path: string
  /** Where it leads back to. */
  back: string
  content: FormContent
  version: number
  questions: readonly Question[]
  fields: FieldValues
  /** What is wrong, by the keys of the questions, once it was sent. */
  mistakes: Readonly<Record<string, string>>
  /** Whether earlier answers are kept. */
  hasKept: boolean
  /** At a tablet of the clinic, nothing stays on the device. */
  isOnTablet: boolean
}

/** A form to fill in. */
export function formScreen(view: ClinicView, screen: FormScreen): string {
  const { language, locale } = view
  const words = loadWords(language, locale)
  const { path, back, content, version, questions, mistakes, hasKept, isOnTablet } = screen
  const hasMistakes = Object.keys(mistakes).length > 0
  const texts = {
    step: words.formStep,
    saved: words.formSaved,
    unsaved: isOnTablet ? words.tabletUnsaved : words.formUnsaved,
    'not-sent': words.formNotSent,
    mistakes: words.formMistakes,
    keeps: isOnTablet ? 'false' : 'true',
    ...Object.fromEntries(
      Object.entries(mistakeWords).map(([code, name]) => [
        code.toLowerCase().replaceAll('_', '-'),
        words[name],
      ]),
    ),
    'no-signature': words.signMissing,
  }
  const data = Object.entries(texts).map(([name, text]) => ` data-${name}="${escapeHtml(text)}"`)
  const isForeign = content.language !== language
  return renderScreen(
    view,
    content.title,
    `<div${isForeign ? ` lang="${escapeHtml(content.language)}"` : ''} dir="auto">
<h1>${escapeHtml(content.title)}</h1>
${content.text === undefined ? '' : `<p class="text">${escapeHtml(content.text)}</p>`}
</div>
${hasKept ? `<p class="soft">${escapeHtml(words.formKept)}</p>` : ''}
<p class="said" role="alert"${hasMistakes ? '' : ' hidden'}>${escapeHtml(hasMistakes ? words.formMistakes : '')}</p>
<form class="form" method="post" action="${escapeHtml(path)}" novalidate${data.join('')}>
<input type="hidden" name="version" value="${version}">
<p class="soft progress" role="status" hidden></p>
${questions.map((question) => questionHtml(question, screen, view)).join('\n')}
${content.signed ? signatureHtml(screen, view) : ''}
<div class="steps">
<button type="button" class="button" data-step="-1">${escapeHtml(words.back)}</button>
<button type="button" class="button main" data-step="1">${escapeHtml(words.formNext)}</button>
</div>
<div class="actions last">
<button class="button main">${escapeHtml(content.signed ? words.formSign : words.formSend)}</button>
${button(back, words.back)}
</div>
<p class="soft state" role="status"></p>
</form>`,
    {
      script: scriptFor(content.signed ?? false, isOnTablet),
      style,
      ...(isOnTablet && { data: tabletData(view) }),
    },
  )
}

function questionHtml(
  question: Question,
  { fields, mistakes, content }: FormScreen,
  view: ClinicView,
) {
  const words = loadWords(view.language, view.locale)
  const { key, kind, label, help, required = false, shownIf } = question
  const id = `q-${key}`
  const name = `${fieldPrefix}${key}`
  const values = [fields[key] ?? []].flat()
  const mistake = mistakes[key] as FieldMistake | undefined
  const described = [...(help === undefined ? [] : [`${id}-help`]), `${id}-wrong`].join(' ')
  const attributes = `${required ? ' required aria-required="true"' : ''} aria-describedby="${described}"${mistake ? ' aria-invalid="true"' : ''}`
  const labelHtml = `${escapeHtml(label)}${required ? ` <span class="soft">(${escapeHtml(words.formRequired)})</span>` : ''}`
  const helpHtml =
    help === undefined ? '' : `<p class="soft" id="${id}-help">${escapeHtml(help)}</p>`
  const wrongHtml = `<p class="wrong" id="${id}-wrong" role="alert">${escapeHtml(mistake ? words[mistakeWords[mistake]] : '')}</p>`
  const language =
    content.language === view.language ? '' : ` lang="${escapeHtml(content.language)}"`
  const condition = shownIf === undefined ? '' : ` data-if="${escapeHtml(JSON.stringify(shownIf))}"`
  const open = `class="question" data-key="${key}" data-kind="${kind}"${condition}${language} dir="auto"`
  const choice = (type: 'radio' | 'checkbox', value: string, text: string) =>
    `<label class="choice"><input type="${type}" name="${name}" value="${escapeHtml(value)}"${values.includes(value) ? ' checked' : ''}${type === 'radio' && required ? ' required' : ''}> <span>${escapeHtml(text)}</span></label>`
  const group = (choices: readonly string[], more = '', after = '') =>
    `<fieldset ${open} aria-describedby="${described}"><legend class="label">${labelHtml}</legend>${helpHtml}<div class="choices${more}">${choices.join('')}</div>${after}${wrongHtml}</fieldset>`
  const field = (input: string) =>
    `<div ${open}><label class="label" for="${id}">${labelHtml}</label>${helpHtml}${input}${wrongHtml}</div>`
  const [value = ''] = values
  switch (kind) {
    case 'text':
      return field(
        `<input id="${id}" name="${name}" maxlength="${textLengthMax}" value="${escapeHtml(value)}"${attributes}>`,
      )
    case 'long-text':
      return field(
        `<textarea id="${id}" name="${name}" maxlength="${longTextLengthMax}"${attributes}>${escapeHtml(value)}</textarea>`,
      )
    case 'number':
      return field(
        `<input id="${id}" name="${name}" inputmode="decimal" maxlength="20" dir="ltr" value="${escapeHtml(value)}"${attributes}>`,
      )
    case 'date':
      return field(
        `<input id="${id}" name="${name}" type="date" value="${escapeHtml(value)}"${attributes}>`,
      )
    case 'yes-no':
      return group([choice('radio', 'yes', words.yes), choice('radio', 'no', words.no)])
    case 'one-of':
      return group(listOptions(question).map((option) => choice('radio', option.key, option.label)))
    case 'several-of':
      return group(
        listOptions(question).map((option) => choice('checkbox', option.key, option.label)),
      )
    case 'body-sites': {
      const sites = bodySiteWords(view.language)
      return group(
        listOptions(question).map((option) =>
          choice('checkbox', option.key, sites[option.key as keyof typeof sites] ?? option.label),
        ),
      )
    }
    case 'scale': {
      const { from, to } = scaleEnds(question)
      const numbers = Array.from({ length: to - from + 1 }, (_, at) => String(from + at))
      const { fromLabel = '', toLabel = '' } = question
      const ends =
        fromLabel === '' && toLabel === ''
          ? ''
          : `<p class="soft ends"><span>${escapeHtml(`${from} = ${fromLabel}`)}</span><span>${escapeHtml(`${to} = ${toLabel}`)}</span></p>`
      return group(
        numbers.map((number) => choice('radio', number, number)),
        ' scale',
        ends,
      )
    }
  }
}

function signatureHtml({ mistakes }: FormScreen, { language, locale }: ClinicView): string {
  const words = loadWords(language, locale)
  const mistake = mistakes.signature === undefined ? '' : words.signMissing
  return `<fieldset class="question" data-key="signature" aria-describedby="signature-wrong"><legend class="label">${escapeHtml(words.signature)}</legend>
<p class="soft">${escapeHtml(words.signText)}</p>
<label for="sign-name">${escapeHtml(words.signName)}</label>
<input id="sign-name" name="name" maxlength="200" autocomplete="name"${mistake === '' ? '' : ' aria-invalid="true"'}>
<div class="drawn" hidden>
<p>${escapeHtml(words.signDraw)}</p>
<canvas aria-label="${escapeHtml(words.signDraw)}" role="img"></canvas>
<input type="hidden" name="drawing">
<button type="button" class="button" data-clear>${escapeHtml(words.signClear)}</button>
</div>
<p class="wrong" id="signature-wrong" role="alert">${escapeHtml(mistake)}</p></fieldset>`
}

/** What leads from the page of a visit to its forms: a request to fill them in, or a link. */
export function formsNotice(view: PageView, forms: readonly AskedForm[]): string {
  const words = loadWords(view.language, view.locale)
  const missing = forms.filter(({ state }) => state === 'MISSING').length
  if (missing === 0)
    return forms.some(({ signed }) => signed) ? button(`${view.path}/forms`, words.forms) : ''
  return button(`${view.path}/forms`, `${words.formsAsk}: ${words.forms} (${missing})`, 'main')
}

export const goneText = (view: PageView, code: string): string => {
  const words = loadWords(view.language, view.locale)
  return fillHtml(code === 'FORM_CHANGED' ? words.formGone : words.formOften)
}
