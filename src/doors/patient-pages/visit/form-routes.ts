// GET /visit/:token/forms and the pages below it: the forms of a visit, which its patient fills in
// (FORM-02). The link is the only credential: it shows what was typed for this visit and not yet
// sent, and never what was answered before.

import { htmlType } from '../../../base/http/html.ts'
import type { LivePage, PageAnswer, PageRequest } from '../../../base/http/pages.ts'
import { type FieldValues, listOpenQuestions, translateForm } from '../../../base/values/forms.ts'
import { canonicalIpAddress } from '../../../base/values/ip-address.ts'
import { Problem } from '../../../base/values/problem.ts'
import {
  completeForm,
  type FillRequest,
  type OpenForm,
  openForm,
  saveDraft,
} from '../../../clinic/forms/fill-form.ts'
import type { SealedAnswers, Signature } from '../../../clinic/forms/sealed-answers.ts'
import { listFormsOfVisits } from '../../../clinic/forms/visit-forms.ts'
import { visitPath } from '../../../clinic/notices/visit-links.ts'
import { findProvenContact } from '../../../visits/appointments/proven-contact.ts'
import {
  findLinked,
  isFromElsewhere,
  linkActor,
  linkPage,
  redirectToVisit,
  toPageView,
  unknownPage,
  type VisitPageServices,
} from '../link-answers.ts'
import { fieldPrefix, formHeaders, formScreen, formsScreen, goneText } from './form-page.ts'
import { arrivalWindow, isAwaited, type ShownVisit } from './visit.ts'
import { type PageView, visitHeaders } from './visit-page.ts'

export type FormPageServices = VisitPageServices & { answers: SealedAnswers }

const bodyBytesMax = 256 * 1024
const headersOfRedirect = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' }

/** What a form sent: its fields by the keys of their questions. */
interface SentForm {
  version: number
  fields: FieldValues
  signature: { name: string; drawing: string }
}

function readSentForm({ body }: PageRequest): SentForm {
  const sent = new URLSearchParams(body.toString('utf8'))
  const keys = new Set([...sent.keys()].filter((name) => name.startsWith(fieldPrefix)))
  const version = Number(sent.get('version'))
  return {
    version: Number.isSafeInteger(version) ? version : 0,
    fields: Object.fromEntries(
      [...keys].map((name) => [name.slice(fieldPrefix.length), sent.getAll(name)]),
    ),
    signature: { name: sent.get('name') ?? '', drawing: sent.get('drawing') ?? '' },
  }
}

/** A form that asks on arrival is on the page from an hour before the visit. */
export async function listPageForms(
  services: Pick<FormPageServices, 'database' | 'clock'>,
  visit: ShownVisit,
) {
  const forms = await listFormsOfVisits(services.database, visit.workspaceId, [visit.id])
  const now = services.clock.now()
  const isArriving = now >= arrivalWindow(visit).from
  return (forms.get(visit.id) ?? []).filter(({ when }) => when !== 'on-arrival' || isArriving)
}

export function formPages(services: FormPageServices): LivePage[] {
  const { database, clock, publicUrl, answers } = services

  async function findVisit(token = ''): Promise<ShownVisit | undefined> {
    const linked = await findLinked(database, token, clock.now())
    return (linked?.kind === 'VISIT' || linked?.kind === 'TOKEN') && isAwaited(linked)
      ? linked
      : undefined
  }

  const toRequest = (
    visit: ShownVisit,
    form: string,
    request: PageRequest,
    language: string,
  ): FillRequest => ({
    workspaceId: visit.workspaceId,
    visitId: visit.id,
    form,
    actor: linkActor(request),
    filledBy: 'PATIENT',
    language,
  })

  async function open(visit: ShownVisit, form: string): Promise<OpenForm | undefined> {
    const { workspaceId, id: visitId } = visit
    try {
      return await openForm(database, answers, { workspaceId, visitId, form })
    } catch (error) {
      if (error instanceof Problem) return undefined
      throw error
    }
  }

  function showForm(
    view: PageView,
    { form, kept, fields }: OpenForm,
    sent: { fields?: FieldValues; mistakes?: Readonly<Record<string, string>> } = {},
    status = 200,
  ): PageAnswer {
    const content = translateForm(form.content, view.language)
    const back = `${view.path}/forms`
    return {
      status,
      type: htmlType,
      headers: formHeaders(view.visit.settings ?? {}, content.signed),
      content: formScreen(view, {
        path: `${back}/${form.name}`,
        back,
        content,
        version: form.version,
        questions: listOpenQuestions(content.questions, kept),
        fields: sent.fields ?? fields,
        mistakes: sent.mistakes ?? {},
        hasKept: Object.keys(kept).length > 0,
        keepsTyped: true,
      }),
    }
  }

  async function answerList(
    { token = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const visit = await findVisit(token)
    if (!visit) return unknownPage(request)
    const view = toPageView(visit, token, request, clock.now())
    const forms = await listPageForms(services, visit)
    return {
      status: 200,
      type: htmlType,
      headers: visitHeaders(visit.settings ?? {}),
      content: formsScreen(view, `${view.path}/forms`, forms),
    }
  }

  async function answerForm(
    { token = '', form = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const visit = await findVisit(token)
    if (!visit) return unknownPage(request)
    const opened = await open(visit, form)
    return opened
      ? showForm(toPageView(visit, token, request, clock.now()), opened)
      : redirectToVisit(token)
  }

  async function answerDraft(
    { token = '', form = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const visit = await findVisit(token)
    if (!visit || isFromElsewhere(request.headers, new URL(publicUrl()).origin))
      return unknownPage(request)
    const { language } = toPageView(visit, token, request, clock.now())
    try {
      await saveDraft(
        services,
        toRequest(visit, form, request, language),
        readSentForm(request).fields,
      )
    } catch (error) {
      if (error instanceof Problem) return unknownPage(request)
      throw error
    }
    return {
      status: 204,
      type: 'text/plain; charset=utf-8',
      headers: headersOfRedirect,
      content: '',
    }
  }

  /** Where a patient goes who has filled in a form: to the next one, or back to the visit. */
  async function findNext(visit: ShownVisit, token: string): Promise<string> {
    const forms = await listPageForms(services, visit)
    const next = forms.find(({ state }) => state === 'MISSING')
    return next ? `${visitPath(token)}/forms/${next.name}` : `${visitPath(token)}/forms`
  }

  async function answerSent(
    { token = '', form = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const visit = await findVisit(token)
    if (!visit || isFromElsewhere(request.headers, new URL(publicUrl()).origin))
      return unknownPage(request)
    const isByScript = request.headers.accept === 'application/json'
    const view = toPageView(visit, token, request, clock.now())
    const opened = await open(visit, form)
    if (!opened) return redirectToVisit(token)
    const sent = readSentForm(request)
    const contact: Signature['contact'] = opened.form.content.signed
      ? await findProvenContact(services, visit.workspaceId, opened.visit.patientId)
      : null
    let mistakes: Readonly<Record<string, string>> = {}
    let text: string | undefined
    try {
      mistakes = await completeForm(
        services,
        toRequest(visit, form, request, translateForm(opened.form.content, view.language).language),
        {
          version: sent.version,
          fields: sent.fields,
          signature: sent.signature,
          contact,
          address: canonicalIpAddress(request.address),
        },
      )
    } catch (error) {
      if (!(error instanceof Problem)) throw error
      text = goneText(view, error.code)
    }
    const isDone = text === undefined && Object.keys(mistakes).length === 0
    const next = isDone ? await findNext(visit, token) : undefined
    if (isByScript)
      return {
        status: isDone ? 200 : 409,
        type: 'application/json; charset=utf-8',
        headers: headersOfRedirect,
        content: JSON.stringify({ next, mistakes: isDone ? undefined : mistakes, text }),
      }
    if (next !== undefined)
      return {
        status: 303,
        type: htmlType,
        headers: { ...headersOfRedirect, location: next },
        content: '',
      }
    return showForm(view, opened, { fields: sent.fields, mistakes }, 409)
  }

  const path = '/visit/:token/forms'
  return [
    linkPage(path, answerList),
    linkPage(`${path}/:form`, answerForm),
    { ...linkPage(`${path}/:form`, answerSent, 'POST'), takesBody: true, bodyBytesMax },
    { ...linkPage(`${path}/:form/draft`, answerDraft, 'POST'), takesBody: true, bodyBytesMax },
  ]
}
