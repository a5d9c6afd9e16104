// GET /visit/:token/forms/:form/signed: what a patient has signed, to print, and how they withdraw
// it (FORM-04). The link of a visit shows the signature that was given for this visit; of an earlier
// one only its text and time.

import { escapeHtml, htmlType, pageHeaders } from '../../../base/http/html.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../../base/http/pages.ts'
import type { Instant } from '../../../base/values/clinic-time.ts'
import { translateForm } from '../../../base/values/forms.ts'
import { maskedEmail, maskedPhone } from '../../../base/values/masked.ts'
import { fillsOfPatient } from '../../../clinic/forms/queries.ts'
import type { SealedAnswers } from '../../../clinic/forms/sealed-answers.ts'
import { loadVisitForms } from '../../../clinic/forms/visit-forms.ts'
import { withdrawSignature } from '../../../clinic/forms/withdraw-signature.ts'
import { frameStyle } from '../frame.ts'
import {
  findLinked,
  isFromElsewhere,
  linkActor,
  linkPage,
  toPageView,
  unknownPage,
  type VisitPageServices,
} from '../link-answers.ts'
import { loadWords } from '../words.ts'
import {
  action,
  button,
  dateOptions,
  factList,
  formatInstant,
  layout,
  type PageView,
  renderScreen,
  timeOptions,
} from './visit-page.ts'

const style = `${layout}
.text { margin-top: .5rem; white-space: pre-line; overflow-wrap: anywhere; }
.drawing { display: block; width: 100%; max-width: 20rem; color: inherit; }
@media print {
  :root { --back: #fff; --card: #fff; --ink: #000; --soft: #333; --mark: #000; color-scheme: light; }
  .actions, .legal { display: none; }
  .card { border: 0; }
}
`
const script = `
const printed = document.querySelector('[data-print]')
printed.hidden = false
printed.addEventListener('click', () => print())
`

/** A signature that counts, or counted until it was withdrawn. */
interface Consent {
  id: number
  patientId: number
  form: string
  title: string
  text: string
  language: string
  completedAt: Instant
  withdrawnAt: Instant | null
  textHash: string
  /** Whose it is; undefined if it was given for another visit, or cannot be read. */
  signature: { name: string; drawing?: string; contact: string | null } | undefined
}

const maskContact = (contact: string) =>
  contact.includes('@') ? maskedEmail(contact) : maskedPhone(contact)

export function consentPages(services: VisitPageServices & { answers: SealedAnswers }): LivePage[] {
  const { database, clock, publicUrl, answers } = services

  async function findConsent(
    { workspaceId, id: visitId }: { workspaceId: number; id: number },
    form: string,
  ): Promise<Consent | undefined> {
    const loaded = await loadVisitForms(database, workspaceId, visitId)
    const asked = loaded?.forms.find(({ name }) => name === form)
    if (!loaded || !asked?.fill?.isSigned) return undefined
    const { patientId } = loaded.visit
    const [fill] = await database.rows(fillsOfPatient, {
      workspaceId,
      patientId,
      visitId: null,
      fillId: asked.fill.id,
      limit: 1,
    })
    if (!fill?.signedHash) return undefined
    const { title, text = '' } = translateForm(fill.content, fill.language)
    const signature =
      fill.visitId === visitId ? answers.open({ workspaceId, ...fill })?.signature : undefined
    const { id, language, completedAt, withdrawnAt } = fill
    return {
      id,
      patientId,
      form,
      title,
      text,
      language,
      completedAt,
      withdrawnAt,
      textHash: Buffer.from(fill.signedHash).toString('hex'),
      signature: signature && {
        ...signature,
        contact: signature.contact && maskContact(signature.contact.value),
      },
    }
  }

  const answerWith =
    (show: (view: PageView, consent: Consent, request: PageRequest) => Promise<PageAnswer>) =>
    async (
      { token = '', form = '' }: Record<string, string>,
      request: PageRequest,
    ): Promise<PageAnswer> => {
      const linked = await findLinked(database, token, clock.now())
      if (linked?.kind !== 'VISIT' && linked?.kind !== 'TOKEN') return unknownPage(request)
      const consent = await findConsent(linked, form)
      return consent
        ? show(toPageView(linked, token, request, clock.now()), consent, request)
        : unknownPage(request)
    }

  async function withdraw(
    view: PageView,
    consent: Consent,
    request: PageRequest,
  ): Promise<PageAnswer> {
    if (isFromElsewhere(request.headers, new URL(publicUrl()).origin)) return unknownPage(request)
    const { workspaceId } = view.visit
    const { id, patientId } = consent
    const actor = linkActor(request)
    await database.transaction((queries) =>
      withdrawSignature(queries, { workspaceId, actor, patientId, id }, clock.now()),
    )
    return {
      status: 303,
      type: htmlType,
      headers: { ...consentHeaders(view), location: consentPath(view, consent, 'signed') },
      content: '',
    }
  }

  const path = '/visit/:token/forms/:form'
  return [
    linkPage(
      `${path}/signed`,
      answerWith(async (view, consent) => pageAnswer(view, consentScreen(view, consent))),
    ),
    linkPage(
      `${path}/withdraw`,
      answerWith(async (view, consent) => pageAnswer(view, withdrawScreen(view, consent))),
    ),
    linkPage(`${path}/withdraw`, answerWith(withdraw), 'POST'),
  ]
}

const consentHeaders = ({ visit: { settings } }: PageView) => ({
  ...pageHeaders({
    style: frameStyle(settings ?? {}, style),
    script,
    formAction: "'self'",
    images: "'self' data:",
  }),
  'cache-control': 'no-store',
  'cross-origin-opener-policy': 'same-origin',
  vary: 'accept-language',
})

const pageAnswer = (view: PageView, content: string): PageAnswer => ({
  status: 200,
  type: htmlType,
  headers: consentHeaders(view),
  content,
})

const consentPath = ({ path }: PageView, { form }: Consent, page: 'signed' | 'withdraw') =>
  `${path}/forms/${form}/${page}`

function consentScreen(view: PageView, consent: Consent): string {
  const { visit, path, language, locale } = view
  const words = loadWords(language, locale)
  const { title, text, signature, withdrawnAt, textHash } = consent
  const formatMinute = (at: Instant) =>
    escapeHtml(
      `${formatInstant(locale, visit.timezone, at, dateOptions)}, ${formatInstant(locale, visit.timezone, at, timeOptions)}`,
    )
  const languageName = new Intl.DisplayNames(locale, { type: 'language' }).of(consent.language)
  const facts: [string, string][] = [
    [words.consentAt, formatMinute(consent.completedAt)],
    ...(signature ? [[words.signature, signatureHtml(view, signature)] as [string, string]] : []),
    [words.consentLanguage, escapeHtml(languageName ?? consent.language)],
    ...(signature?.contact
      ? [[words.consentContact, `<bdi>${escapeHtml(signature.contact)}</bdi>`] as [string, string]]
      : []),
    [words.consentHash, `<bdi dir="ltr">${textHash}</bdi>`],
  ]
  return renderScreen(
    view,
    title,
    `<div class="card">
${withdrawnAt === null ? '' : `<p class="status warn" role="status">${escapeHtml(words.formWithdrawn)}: ${formatMinute(withdrawnAt)}</p>`}
<div class="pad" lang="${escapeHtml(consent.language)}" dir="auto"><h1>${escapeHtml(title)}</h1>
<p class="text">${escapeHtml(text)}</p></div>
${factList(facts)}
</div>
<div class="actions">
<button type="button" class="button" data-print hidden>${escapeHtml(words.print)}</button>
${withdrawnAt === null ? button(consentPath(view, consent, 'withdraw'), words.withdraw) : ''}
${button(`${path}/forms`, words.back)}
</div>`,
    { style, script },
  )
}

function signatureHtml(
  { language, locale }: PageView,
  { name, drawing }: NonNullable<Consent['signature']>,
): string {
  const { signature } = loadWords(language, locale)
  const svg =
    drawing === undefined
      ? ''
      : `<svg class="drawing" viewBox="0 0 600 180" role="img" aria-label="${escapeHtml(signature)}"><path d="${escapeHtml(drawing)}" fill="none" stroke="currentColor" stroke-width="2"/></svg>`
  return `${name === '' ? '' : `<bdi>${escapeHtml(name)}</bdi>`}${svg}`
}

function withdrawScreen(view: PageView, consent: Consent): string {
  const words = loadWords(view.language, view.locale)
  return renderScreen(
    view,
    words.withdraw,
    `<div class="card">
<h1 class="ask">${escapeHtml(words.withdrawAsk)}</h1>
<div class="pad">
<p dir="auto"><b>${escapeHtml(consent.title)}</b></p>
<p>${escapeHtml(words.withdrawText)}</p>
</div>
</div>
<div class="actions">
${action(consentPath(view, consent, 'withdraw'), words.withdraw, 'bad')}
${button(consentPath(view, consent, 'signed'), words.back)}
</div>`,
    { style, script: '' },
  )
}
