// GET /visit/:token/forms, /tablet/:token and the pages below them: the forms of a visit, which its
// patient fills in on their own device or on a tablet of the clinic (FORM-02). The link is the only
// credential: it shows what was typed for this visit and not yet sent, and never what was answered
// before. At the tablet, everything ends with the last form.

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
import { type AskedForm, listFormsOfVisits } from '../../../clinic/forms/visit-forms.ts'
import {
  endTabletLink,
  extendTabletLink,
  findTabletTarget,
  tabletPath,
} from '../../../clinic/notices/tablet-links.ts'
import { visitPath } from '../../../clinic/notices/visit-links.ts'
import { findProvenContact } from '../../../visits/appointments/proven-contact.ts'
import {
  findLinked,
  isFromElsewhere,
  linkActor,
  linkPage,
  toPageView,
  unknownPage,
  type VisitPageServices,
} from '../link-answers.ts'
import { pageLanguages } from '../settings.ts'
import { consentPages } from './consent-routes.ts'
import { fieldPrefix, formHeaders, formScreen, formsScreen, goneText } from './form-page.ts'
import { tabletDonePage, tabletDonePath, tabletHeaders, tabletScreen } from './tablet-page.ts'
import { findVisitPage, isAwaited, isFormOpen, type ShownVisit } from './visit.ts'
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

/**
 * The forms on the page of a visit: on arrival, from an hour before it; once it is over, those that
 * are signed.
 */
export async function listPageForms(
  services: Pick<FormPageServices, 'database' | 'clock'>,
  visit: ShownVisit,
): Promise<readonly AskedForm[]> {
  const forms = await listFormsOfVisits(services.database, visit.workspaceId, [visit.id])
  const now = services.clock.now()
  return (forms.get(visit.id) ?? []).filter((form) =>
    isAwaited(visit) ? isFormOpen(form, visit, now) : form.signed && form.state !== 'MISSING',
  )
}

/** Where a patient fills in the forms of a visit. */
interface FormPlace {
  route: string
  filledBy: 'PATIENT' | 'TABLET'
  /** The visit of a link with how it is shown; undefined if there is none to fill in forms for. */
  find(token: string, request: PageRequest): Promise<PageView | undefined>
  /** The same for the list, which may be shown for longer. */
  findListed(token: string, request: PageRequest): Promise<PageView | undefined>
  /** The path of the list of forms. */
  listPath(token: string): string
  /** The answer to a link that is unknown or has ended. */
  unknown(request: PageRequest): PageAnswer
  /** The forms of a visit that are asked for here. */
  list(visit: ShownVisit): Promise<readonly AskedForm[]>
  showList(view: PageView, forms: readonly AskedForm[]): PageAnswer
  /** What was typed has been stored. */
  typed(token: string): Promise<void>
  /** The last form is filled in; where that leads to. */
  finish(token: string): Promise<string>
}

const redirect = (location: string): PageAnswer => ({
  status: 303,
  type: htmlType,
  headers: { ...headersOfRedirect, location },
  content: '',
})

function placeOnVisitPage(services: FormPageServices): FormPlace {
  const { database, clock } = services
  const listPath = (token: string) => `${visitPath(token)}/forms`
  async function findListed(token: string, request: PageRequest): Promise<PageView | undefined> {
    const linked = await findLinked(database, token, clock.now())
    return linked?.kind === 'VISIT' || linked?.kind === 'TOKEN'
      ? toPageView(linked, token, request, clock.now())
      : undefined
  }
  return {
    route: '/visit/:token/forms',
    filledBy: 'PATIENT',
    async find(token, request) {
      const view = await findListed(token, request)
      return view && isAwaited(view.visit) ? view : undefined
    },
    findListed,
    listPath,
    unknown: unknownPage,
    list: (visit) => listPageForms(services, visit),
    showList: (view, forms) => ({
      status: 200,
      type: htmlType,
      headers: visitHeaders(view.visit.settings ?? {}),
      content: formsScreen(view, `${view.path}/forms`, forms),
    }),
    async typed() {},
    finish: async (token) => listPath(token),
  }
}

function placeOnTablet({ database, clock }: FormPageServices): FormPlace {
  async function find(token: string, request: PageRequest): Promise<PageView | undefined> {
    const now = clock.now()
    const target = await findTabletTarget(database, token, now)
    const visit = target && (await findVisitPage(database, target))
    if (!visit || !isAwaited(visit)) return undefined
    const { languages = pageLanguages } = visit.settings ?? {}
    const own = languages.find((language) => language === target.language)
    const view = toPageView(visit, token, request, now)
    return {
      ...view,
      ...(own && own !== view.language && { language: own, locale: own }),
      path: tabletPath(token),
    }
  }
  return {
    route: '/tablet/:token',
    filledBy: 'TABLET',
    find,
    findListed: find,
    listPath: tabletPath,
    unknown: () => redirect(tabletDonePath),
    async list({ workspaceId, id }) {
      const forms = await listFormsOfVisits(database, workspaceId, [id])
      return (forms.get(id) ?? []).filter(({ state }) => state === 'MISSING')
    },
    showList: (view, forms) => ({
      status: 200,
      type: htmlType,
      headers: tabletHeaders(view.visit.settings ?? {}),
      content: tabletScreen(view, forms),
    }),
    typed: (token) => extendTabletLink(database, token, clock.now()),
    async finish(token) {
      await endTabletLink(database, token)
      return tabletDonePath
    },
  }
}

export function formPages(services: FormPageServices): LivePage[] {
  const { database, publicUrl } = services
  const tablet = placeOnTablet(services)

  /** Ends what a patient does at a tablet: by themselves, or because no one touches it. */
  async function answerEnd(
    { token = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    if (!isFromElsewhere(request.headers, new URL(publicUrl()).origin))
      await endTabletLink(database, token)
    return redirect(tabletDonePath)
  }

  return [
    ...pagesOfPlace(services, placeOnVisitPage(services)),
    ...consentPages(services),
    linkPage(tabletDonePath, async (_, { headers }) => tabletDonePage(headers)),
    linkPage('/tablet/:token', answerEnd, 'POST'),
    ...pagesOfPlace(services, tablet),
  ]
}

function pagesOfPlace(services: FormPageServices, place: FormPlace): LivePage[] {
  const { database, publicUrl, answers } = services
  const { filledBy } = place

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
    filledBy,
    language,
  })

  /** The visit of a form that this site has sent. */
  const findSent = async (token: string, request: PageRequest) =>
    isFromElsewhere(request.headers, new URL(publicUrl()).origin)
      ? undefined
      : place.find(token, request)

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
    back: string,
    { form, kept, fields }: OpenForm,
    sent: { fields?: FieldValues; mistakes?: Readonly<Record<string, string>> } = {},
    status = 200,
  ): PageAnswer {
    const content = translateForm(form.content, view.language)
    const isOnTablet = filledBy === 'TABLET'
    return {
      status,
      type: htmlType,
      headers: formHeaders(view.visit.settings ?? {}, content.signed, isOnTablet),
      content: formScreen(view, {
        path: `${back}/${form.name}`,
        back,
        content,
        version: form.version,
        questions: listOpenQuestions(content.questions, kept),
        fields: sent.fields ?? fields,
        mistakes: sent.mistakes ?? {},
        hasKept: Object.keys(kept).length > 0,
        isOnTablet,
      }),
    }
  }

  async function answerList(
    { token = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const view = await place.findListed(token, request)
    return view ? place.showList(view, await place.list(view.visit)) : place.unknown(request)
  }

  async function answerForm(
    { token = '', form = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const view = await place.find(token, request)
    if (!view) return place.unknown(request)
    const opened = await open(view.visit, form)
    return opened ? showForm(view, place.listPath(token), opened) : redirect(place.listPath(token))
  }

  async function answerDraft(
    { token = '', form = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const view = await findSent(token, request)
    if (!view) return place.unknown(request)
    try {
      await saveDraft(
        services,
        toRequest(view.visit, form, request, view.language),
        readSentForm(request).fields,
      )
    } catch (error) {
      if (error instanceof Problem) return place.unknown(request)
      throw error
    }
    await place.typed(token)
    return {
      status: 204,
      type: 'text/plain; charset=utf-8',
      headers: headersOfRedirect,
      content: '',
    }
  }

  /** Where a patient goes who has filled in a form: to the next one, or back. */
  async function findNext(visit: ShownVisit, token: string): Promise<string> {
    const forms = await place.list(visit)
    const next = forms.find(({ state }) => state === 'MISSING')
    return next ? `${place.listPath(token)}/${next.name}` : place.finish(token)
  }

  async function answerSent(
    { token = '', form = '' }: Record<string, string>,
    request: PageRequest,
  ): Promise<PageAnswer> {
    const view = await findSent(token, request)
    if (!view) return place.unknown(request)
    const { visit } = view
    const isByScript = request.headers.accept === 'application/json'
    const opened = await open(visit, form)
    if (!opened) return redirect(place.listPath(token))
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
    if (next !== undefined) return redirect(next)
    return showForm(view, place.listPath(token), opened, { fields: sent.fields, mistakes }, 409)
  }

  const { route } = place
  return [
    linkPage(route, answerList),
    linkPage(`${route}/:form`, answerForm),
    { ...linkPage(`${route}/:form`, answerSent, 'POST'), takesBody: true, bodyBytesMax },
    { ...linkPage(`${route}/:form/draft`, answerDraft, 'POST'), takesBody: true, bodyBytesMax },
  ]
}
