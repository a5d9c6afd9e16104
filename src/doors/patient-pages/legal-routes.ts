// GET /legal/:workspace/:name: the privacy notice, imprint or terms of a clinic (FORM-05).

import type { Database } from '../../base/db/database.ts'
import { escapeHtml, htmlPage, htmlType, pageHeaders } from '../../base/http/html.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../base/http/pages.ts'
import { findLegalText, isLegalLink, legalTextNames } from '../../base/values/legal-texts.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import { frameStyle } from './frame.ts'
import { linkPage, unknownPage } from './link-answers.ts'
import { findWorkspaceId } from './queries.ts'
import { chooseLanguage, loadWords } from './words.ts'

const style = frameStyle(
  {},
  `main { max-width: 44rem; margin: 0 auto; padding: 1.5rem 1rem 3rem; display: grid; gap: 1rem; }
h1 { font-size: 1.5rem; line-height: 1.3; }
.text { white-space: pre-line; overflow-wrap: anywhere; padding: 1.25rem; }
`,
)
const headers = {
  ...pageHeaders({ style }),
  'referrer-policy': 'strict-origin',
  'cache-control': 'public, max-age=300',
  vary: 'accept-language',
}

export function legalPages({
  database,
  configurations,
}: {
  database: Database
  configurations: Configurations
}): LivePage[] {
  async function answer(
    { workspace = '', name = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const known = legalTextNames.find((one) => one === name)
    const workspaceId = known && (await findWorkspaceId(database, workspace))
    const configuration =
      workspaceId === undefined ? undefined : await configurations.of(workspaceId)
    const preferred = chooseLanguage(request.headers['accept-language'])
    const { lang } = request.query
    const text =
      known &&
      configuration &&
      findLegalText(configuration.legal, known, typeof lang === 'string' ? lang : preferred)
    if (!known || !configuration || !text) return unknownPage(request)
    if (isLegalLink(text.text))
      return {
        status: 303,
        type: htmlType,
        headers: { ...headers, location: text.text.trim() },
        content: '',
      }
    const title = loadWords(chooseLanguage(text.language))[known]
    const clinic = configuration.workspaceProfile?.name ?? configuration.title
    return {
      status: 200,
      type: htmlType,
      headers,
      content: htmlPage({
        title: `${title} · ${clinic}`,
        style,
        language: text.language,
        body: `<body>
<main>
<p class="clinic" dir="auto">${escapeHtml(clinic)}</p>
<h1>${escapeHtml(title)}</h1>
<div class="card text" dir="auto">${escapeHtml(text.text)}</div>
</main>
</body>`,
      }),
    }
  }
  return [linkPage('/legal/:workspace/:name', answer)]
}
