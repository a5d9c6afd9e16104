// The pages of a tablet of the clinic, on which one patient after the other fills in forms: the list
// of what is missing, and a page without any patient, to which everything else gives way.

import type { IncomingHttpHeaders } from 'node:http'
import { escapeHtml, htmlType, pageHeaders, readPageScript } from '../../../base/http/html.ts'
import type { PageAnswer } from '../../../base/http/pages.ts'
import type { AskedForm } from '../../../clinic/forms/visit-forms.ts'
import { frameStyle, sentencePage, sentenceStyle } from '../frame.ts'
import type { BookingPageSettings } from '../settings.ts'
import { chooseLanguage, loadWords } from '../words.ts'
import {
  action,
  button,
  type ClinicView,
  layout,
  type PageView,
  renderScreen,
} from './visit-page.ts'

export const tabletScript = readPageScript(new URL('../tablet-page-script.js', import.meta.url))

/** The page without a patient. */
export const tabletDonePath = '/tablet'

/** What the script of a tablet needs to know, as attributes. */
export const tabletData = ({ path }: ClinicView): string =>
  ` data-end="${escapeHtml(path)}" data-done="${tabletDonePath}"`

const tabletPageHeaders = {
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  vary: 'accept-language',
}

export const tabletHeaders = (settings: BookingPageSettings): Record<string, string> => ({
  ...pageHeaders({
    style: frameStyle(settings, layout),
    script: tabletScript,
    formAction: "'self'",
    images: "'self' data:",
    more: "connect-src 'self'; ",
  }),
  ...tabletPageHeaders,
})

/** What a patient has to fill in, and the button with which they leave. */
export function tabletScreen(view: PageView, forms: readonly AskedForm[]): string {
  const { path, language, locale } = view
  const words = loadWords(language, locale)
  return renderScreen(
    view,
    words.forms,
    `<h1>${escapeHtml(words.forms)}</h1>
<p class="soft">${escapeHtml(forms.length === 0 ? words.formsNone : words.formsText)}</p>
<div class="actions">
${forms.map(({ name, title }) => button(`${path}/${name}`, title, 'main')).join('\n')}
${action(path, words.tabletEnd)}
</div>`,
    { script: tabletScript, data: tabletData(view) },
  )
}

/** The page between two patients. */
export function tabletDonePage(headers: IncomingHttpHeaders): PageAnswer {
  const language = chooseLanguage(headers['accept-language'])
  const { tabletTitle, tabletText } = loadWords(language)
  return {
    status: 200,
    type: htmlType,
    headers: { ...pageHeaders({ style: sentenceStyle }), ...tabletPageHeaders },
    content: sentencePage(language, sentenceStyle, { title: tabletTitle, sentence: tabletText }),
  }
}
