// Fills in a form for a visit: as a draft while the patient types, and once it is complete.

import { isDeepStrictEqual } from 'node:util'
import type { Database, Queries } from '../../base/db/database.ts'
import type { Actor } from '../../base/operations/actor.ts'
import { actingMemberId } from '../../base/operations/actor.ts'
import { type Instant, isoAt } from '../../base/values/clinic-time.ts'
import {
  type Answers,
  type FieldValues,
  hashSignedText,
  keepAnswers,
  listMarks,
  longTextLengthMax,
  readAnswers,
  toFieldValues,
  translateForm,
} from '../../base/values/forms.ts'
import { tidyName } from '../../base/values/text.ts'
import { recordAccess } from '../audit/audit.ts'
import { notifyPatientChanged } from '../patients/queries.ts'
import { problem } from './problems.ts'
import {
  countFillsForVisit,
  draftsOfVisit,
  lastFillOfForm,
  lockFormVisit,
  nextFilledFormId,
  writeFilledForm,
} from './queries.ts'
import type { FilledContent, SealedAnswers, Signature } from './sealed-answers.ts'
import { type LoadedForm, loadVisitForms, type VisitWithForms } from './visit-forms.ts'

export interface FormServices {
  database: Database
  clock: { now(): Instant }
  answers: SealedAnswers
}

/** A form of a visit, and who fills it in. */
export interface FillRequest {
  workspaceId: number
  /** The appointment or token. */
  visitId: number
  form: string
  actor: Actor
  filledBy: 'PATIENT' | 'STAFF' | 'TABLET'
  /** The language in which the form is read. */
  language: string
}

const fillsPerVisitMax = 20
const drawingLengthMax = 20_000
const drawingPattern = /^(?:M-?\d{1,4} -?\d{1,4}(?:L-?\d{1,4} -?\d{1,4})*)+$/
const nameLengthMax = 200
const optionsMax = 200
/** All fields of a form together, in characters. */
const fieldsLengthMax = 50_000

/** A signature as it was sent: a typed name, or the path of a drawing. */
export interface SentSignature {
  name?: string | undefined
  drawing?: string | undefined
}

/** A form as it is filled in: what is still asked, and what the fields contain. */
export interface OpenForm {
  form: LoadedForm
  visit: VisitWithForms
  /** Earlier answers that are not asked again. */
  kept: Answers
  /** The questions that are new or have changed since the earlier answers. */
  changed: readonly string[]
  /** What was typed so far. */
  fields: FieldValues
  draftId: number | undefined
}

/**
 * The earlier answers that are still valid: none if the form has to be filled in again as a whole,
 * because of its age or for each visit.
 */
async function loadKept(
  queries: Queries,
  answers: SealedAnswers,
  workspaceId: number,
  patientId: number,
  { id: formId, content, hasValidAnswers }: LoadedForm,
): Promise<Pick<OpenForm, 'kept' | 'changed'>> {
  if (!hasValidAnswers) return { kept: {}, changed: [] }
  const [last] = await queries.rows(lastFillOfForm, { workspaceId, patientId, formId })
  const opened = last && answers.open({ workspaceId, ...last })
  if (!opened) return { kept: {}, changed: [] }
  const marks = Object.entries(listMarks(content.questions))
  const marksBefore = listMarks(last.content.questions)
  return {
    kept: keepAnswers(content.questions, opened.answers, opened.marks),
    changed: marks.flatMap(([key, mark]) => (marksBefore[key] === mark ? [] : [key])),
  }
}

/** Opens a form of a visit for filling; throws FORM_NOT_FOUND. */
export async function openForm(
  queries: Queries,
  answers: SealedAnswers,
  { workspaceId, visitId, form: name }: Pick<FillRequest, 'workspaceId' | 'visitId' | 'form'>,
): Promise<OpenForm> {
  const loaded = await loadVisitForms(queries, workspaceId, visitId)
  const form = loaded?.forms.find((one) => one.name === name)
  if (!loaded || !form) throw problem('FORM_NOT_FOUND', { id: visitId, form: name })
  const { visit } = loaded
  const earlier = await loadKept(queries, answers, workspaceId, visit.patientId, form)
  const drafts = await queries.rows(draftsOfVisit, { workspaceId, visitId })
  const draft = drafts.find(({ formId }) => formId === form.id)
  const fields = draft && answers.open({ workspaceId, ...draft })?.fields
  return { form, visit, ...earlier, fields: fields ?? {}, draftId: draft?.id }
}

/** Fields as a caller sends them, without what no field can contain. */
export function readFields(sent: Readonly<Record<string, unknown>>): FieldValues {
  return Object.fromEntries(
    Object.entries(sent).flatMap(([key, value]): [string, string | string[]][] => {
      if (typeof value === 'string') return [[key, value.slice(0, longTextLengthMax + 1)]]
      const isList = Array.isArray(value) && value.length <= optionsMax
      return isList && value.every((one) => typeof one === 'string') ? [[key, value]] : []
    }),
  )
}

/** Fields as they are stored in a draft: those of the form, and no longer than they may be. */
function boundFields({ content }: LoadedForm, fields: FieldValues): FieldValues {
  let left = fieldsLengthMax
  return Object.fromEntries(
    content.questions.flatMap(({ key }) => {
      const value = Object.hasOwn(fields, key) ? fields[key] : undefined
      if (value === undefined) return []
      left -= [value].flat().join('').length
      return left < 0 ? [] : [[key, value]]
    }),
  )
}

/** Opens a form within a transaction that writes it: its visit is locked. */
async function lockForm(
  queries: Queries,
  answers: SealedAnswers,
  request: FillRequest,
  now: Instant,
) {
  const { workspaceId, visitId, form: name, filledBy, actor, language } = request
  const [locked] = await queries.rows(lockFormVisit, { workspaceId, visitId })
  if (!locked) throw problem('FORM_NOT_FOUND', { id: visitId, form: name })
  const opened = await openForm(queries, answers, request)
  const { form, visit, draftId } = opened
  const [next] = draftId === undefined ? await queries.rows(nextFilledFormId) : []
  const row = {
    workspaceId,
    id: draftId ?? next?.id ?? 0,
    formId: form.id,
    version: form.version,
    patientId: locked.patientId,
    appointmentId: visit.isToken ? null : visitId,
    visitId: visit.isToken ? visitId : null,
    language,
    filledBy,
    userId: filledBy === 'STAFF' ? actingMemberId(actor) : null,
    now,
  }
  return { ...opened, row }
}

/** Stores what was typed so far; throws FORM_NOT_FOUND. */
export async function saveDraft(
  { database, clock, answers }: FormServices,
  request: FillRequest,
  fields: FieldValues,
): Promise<void> {
  await database.transaction(async (queries) => {
    const { form, row } = await lockForm(queries, answers, request, clock.now())
    const content = { fields: boundFields(form, fields), answers: {}, marks: {} }
    await queries.rows(writeFilledForm, {
      ...row,
      sealed: answers.seal(row, content),
      isDone: false,
      signedHash: null,
    })
  })
}

export type FormMistakes = ReturnType<typeof readAnswers>['mistakes'] & {
  signature?: 'MISSING'
}

/** A signature with a name or a drawing; undefined if there is neither. */
function readSignature({ name = '', drawing = '' }: SentSignature) {
  const tidy = tidyName(name).slice(0, nameLengthMax)
  const isDrawn = drawing.length <= drawingLengthMax && drawingPattern.test(drawing)
  if (tidy === '' && !isDrawn) return undefined
  return { name: tidy, ...(isDrawn && { drawing }) }
}

/**
 * Completes a form, or returns what is wrong with its fields; the draft then remains. What was sent
 * twice is stored once. Throws FORM_NOT_FOUND, FORM_CHANGED and FORM_FILLED_TOO_OFTEN.
 */
export async function completeForm(
  { database, clock, answers }: FormServices,
  request: FillRequest,
  sent: {
    /** The version that was filled in. */
    version: number
    fields: FieldValues
    signature?: SentSignature | undefined
    /** Who proved to have the contact of the booking. */
    contact?: Signature['contact']
    address?: string | null
  },
): Promise<FormMistakes> {
  const { workspaceId, visitId, actor, language } = request
  return database.transaction(async (queries) => {
    const now = clock.now()
    const { form, kept, row } = await lockForm(queries, answers, request, now)
    const { patientId } = row
    if (sent.version !== form.version) throw problem('FORM_CHANGED', { form: form.name })
    // Staff see all answers and may change any of them.
    const read = readAnswers(
      form.content.questions,
      sent.fields,
      request.filledBy === 'STAFF' ? {} : kept,
    )
    const signature = form.content.signed ? readSignature(sent.signature ?? {}) : undefined
    const mistakes: FormMistakes = {
      ...read.mistakes,
      ...(form.content.signed && !signature && ({ signature: 'MISSING' } as const)),
    }
    if (Object.keys(mistakes).length > 0) return mistakes
    if (await isSentAgain(queries, answers, { ...row, visitId }, form, read.answers)) return {}
    const [fills] = await queries.rows(countFillsForVisit, {
      workspaceId,
      visitId,
      formId: form.id,
    })
    if ((fills?.count ?? 0) >= fillsPerVisitMax)
      throw problem('FORM_FILLED_TOO_OFTEN', { form: form.name, times: fillsPerVisitMax })
    const marks = listMarks(form.content.questions)
    const content: FilledContent = {
      answers: read.answers,
      marks: Object.fromEntries(Object.keys(read.answers).map((key) => [key, marks[key] ?? ''])),
      ...(signature && {
        signature: {
          ...signature,
          contact: sent.contact ?? null,
          address: sent.address ?? null,
          signedAt: isoAt('UTC', now),
        },
      }),
    }
    const signedHash = signature
      ? Buffer.from(hashSignedText(translateForm(form.content, language)), 'hex')
      : null
    await queries.rows(writeFilledForm, {
      ...row,
      sealed: answers.seal(row, content),
      isDone: true,
      signedHash,
    })
    await recordAccess(queries, workspaceId, actor, {
      action: 'CHANGED',
      changedMembers: ['forms'],
      patientIds: [patientId],
      ...(row.visitId === null ? { appointmentId: visitId } : { visitIds: [visitId] }),
      now,
    })
    await queries.rows(notifyPatientChanged, { workspaceId, patientId })
    return {}
  })
}

/** Whether the last fill, for this visit, has the same answers and still counts. */
async function isSentAgain(
  queries: Queries,
  answers: SealedAnswers,
  {
    workspaceId,
    patientId,
    formId,
    visitId,
  }: {
    workspaceId: number
    patientId: number
    formId: number
    visitId: number
  },
  { version }: LoadedForm,
  given: Answers,
): Promise<boolean> {
  const [last] = await queries.rows(lastFillOfForm, { workspaceId, patientId, formId })
  if (!last || last.visitId !== visitId || last.version !== version || last.withdrawnAt !== null)
    return false
  return isDeepStrictEqual(answers.open({ workspaceId, ...last })?.answers, given)
}

/** What staff see in the fields: the draft, or else the answers so far. */
export const prefilledFields = ({
  fields,
  kept,
}: Pick<OpenForm, 'fields' | 'kept'>): FieldValues => ({
  ...toFieldValues(kept),
  ...fields,
})
