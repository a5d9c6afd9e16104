// Forms that patients fill in: which questions are shown for given answers, what an answer may be,
// which questions of a new version are asked again, and which forms a visit asks for. Pure: the
// page, the panel, the day and the settings use it.

import { isCalendarDate } from './calendar-date.ts'
import { canonicalJson, sha256 } from './canonical.ts'
import type { Instant } from './clinic-time.ts'
import { memoize } from './remembering.ts'
import { isStorableText } from './text.ts'

export const questionKinds = [
  'text',
  'long-text',
  'number',
  'date',
  'yes-no',
  'one-of',
  'several-of',
  'scale',
  'body-sites',
] as const
export type QuestionKind = (typeof questionKinds)[number]

const bothSides = ['shoulder', 'arm', 'hand', 'hip', 'leg', 'knee', 'foot'] as const

/** The parts of a body that can be chosen, from head to foot. */
export const bodySites = [
  'head',
  'face',
  'neck',
  'chest',
  'upper-back',
  'lower-back',
  'abdomen',
  'pelvis',
  ...bothSides.flatMap((part) => [`left-${part}`, `right-${part}`] as const),
] as const

export interface Option {
  key: string
  label: string
}

/** Something that must be true of an earlier answer. */
export interface Condition {
  /** The key of a question before the one that has the condition. */
  question: string
  /** The answer is one of these, or chooses one of them: `yes`, `no`, options, body sites. */
  is?: readonly string[]
  /** The answer is a number from here up. */
  from?: number
  /** The answer is a number up to here. */
  to?: number
}

export interface Question {
  key: string
  kind: QuestionKind
  label: string
  help?: string
  required?: boolean
  options?: readonly Option[]
  /** The lowest and highest number, or end of a scale. */
  from?: number
  to?: number
  /** What the ends of a scale mean. */
  fromLabel?: string
  toLabel?: string
  /** Shown only if all of these are true; without any, always. */
  shownIf?: readonly Condition[]
}

/** The words of a form in another language; what is missing is shown in the form's own. */
export interface FormTranslation {
  title?: string
  text?: string
  questions?: Readonly<
    Record<
      string,
      {
        label?: string
        help?: string
        fromLabel?: string
        toLabel?: string
        options?: Readonly<Record<string, string>>
      }
    >
  >
}

/** What is asked. */
export interface FormContent {
  title: string
  /** Before the questions; of a form that is signed, what is agreed to. */
  text?: string
  /** The language of these words. */
  language: string
  /** Whether the patient signs it. */
  signed?: boolean
  questions: readonly Question[]
  translations?: Readonly<Record<string, FormTranslation>>
}

export const formMoments = ['booking', 'before-visit', 'on-arrival'] as const
export type FormMoment = (typeof formMoments)[number]

/** Which visits ask for a form; what is omitted does not matter. */
export interface FormRules {
  when: FormMoment
  /** Only visits of patients who have never been to the clinic. */
  newPatients?: boolean
  visitTypeIds?: readonly number[]
  doctorIds?: readonly number[]
  /** Asked again so long after it was last filled in; 0: for each visit. Omitted: once. */
  everyMonths?: number
}

export type Answer = string | number | boolean | readonly string[]
/** Answers by the keys of their questions. */
export type Answers = Readonly<Record<string, Answer>>
/** What fields contain, by the keys of their questions; several for a question with several. */
export type FieldValues = Readonly<Record<string, string | readonly string[]>>

export const textLengthMax = 500
export const longTextLengthMax = 5_000
/** Answers are numbers of at most twelve digits before the point. */
export const numberMax = 1e12

const defaultScale = { from: 0, to: 10 } as const

/** The ends of a scale. */
export const scaleEnds = ({ from = defaultScale.from, to = defaultScale.to }: Question) => ({
  from,
  to,
})

/** The options of a question with options; of parts of a body, their keys as labels. */
export function listOptions({ kind, options = [] }: Question): readonly Option[] {
  return kind === 'body-sites' ? bodySites.map((key) => ({ key, label: key })) : options
}

function isMet({ is, from, to }: Condition, answer: Answer | undefined): boolean {
  if (answer === undefined) return false
  if (is !== undefined) {
    const chosen = typeof answer === 'boolean' ? [answer ? 'yes' : 'no'] : [answer].flat()
    if (!chosen.some((one) => typeof one === 'string' && is.includes(one))) return false
  }
  if (from === undefined && to === undefined) return true
  return (
    typeof answer === 'number' &&
    answer >= (from ?? Number.NEGATIVE_INFINITY) &&
    answer <= (to ?? Number.POSITIVE_INFINITY)
  )
}

/**
 * The questions that are shown with these answers. An answer counts only if its question is shown,
 * and conditions name earlier questions only: so one pass decides.
 */
export function listShownQuestions(
  questions: readonly Question[],
  answers: Answers,
): readonly Question[] {
  const shown = new Set<string>()
  return questions.filter((question) => {
    const isShown = isShownAfter(question, shown, answers)
    if (isShown) shown.add(question.key)
    return isShown
  })
}

/** Whether a question is shown after the earlier ones of which `shown` has the keys. */
const isShownAfter = (
  { shownIf = [] }: Question,
  shown: ReadonlySet<string>,
  answers: Answers,
): boolean =>
  shownIf.every(
    (condition) => shown.has(condition.question) && isMet(condition, answers[condition.question]),
  )

/**
 * The questions that are still to be answered beside the answers that are kept: conditions on those
 * are decided, so that a page need not know the answers.
 */
export function listOpenQuestions(
  questions: readonly Question[],
  kept: Answers,
): readonly Question[] {
  const dropped = new Set<string>()
  return questions.flatMap((question) => {
    const { key, shownIf = [], ...rest } = question
    if (Object.hasOwn(kept, key)) return []
    const isDropped = shownIf.some(
      (condition) =>
        dropped.has(condition.question) ||
        (Object.hasOwn(kept, condition.question) && !isMet(condition, kept[condition.question])),
    )
    if (isDropped) dropped.add(key)
    const open = shownIf.filter((condition) => !Object.hasOwn(kept, condition.question))
    return isDropped ? [] : [{ key, ...rest, ...(open.length > 0 && { shownIf: open }) }]
  })
}

export type FieldMistake =
  | 'MISSING'
  | 'TOO_LONG'
  | 'NO_NUMBER'
  | 'OUT_OF_RANGE'
  | 'NO_DATE'
  | 'NO_OPTION'

/** The answer in a field; undefined if it is empty. */
function readAnswer(
  question: Question,
  value: string | readonly string[] | undefined,
): Answer | undefined | { mistake: FieldMistake } {
  const values = [value ?? []].flat().filter((text) => text.trim() !== '')
  const [first] = values
  if (first === undefined) return undefined
  const text = first.trim()
  const isOption = (key: string) => listOptions(question).some((option) => option.key === key)
  switch (question.kind) {
    case 'text':
    case 'long-text': {
      const lengthMax = question.kind === 'text' ? textLengthMax : longTextLengthMax
      if (!isStorableText(text)) return { mistake: 'NO_OPTION' }
      return text.length > lengthMax ? { mistake: 'TOO_LONG' } : text
    }
    case 'number':
    case 'scale': {
      if (!/^[+-]?\d{1,12}([.,]\d{1,6})?$/.test(text)) return { mistake: 'NO_NUMBER' }
      const number = Number(text.replace(',', '.'))
      const { from = -numberMax, to = numberMax } =
        question.kind === 'scale' ? scaleEnds(question) : question
      const isStep = question.kind === 'number' || Number.isInteger(number)
      return number >= from && number <= to && isStep ? number : { mistake: 'OUT_OF_RANGE' }
    }
    case 'date':
      return isCalendarDate(text) ? text : { mistake: 'NO_DATE' }
    case 'yes-no':
      return text === 'yes' || text === 'no' ? text === 'yes' : { mistake: 'NO_OPTION' }
    case 'one-of':
      return values.length === 1 && isOption(text) ? text : { mistake: 'NO_OPTION' }
    case 'several-of':
    case 'body-sites': {
      const chosen = new Set(values)
      // In the order of the question, whatever the order of the fields.
      const known = listOptions(question).flatMap(({ key }) => (chosen.has(key) ? [key] : []))
      return known.length === chosen.size ? known : { mistake: 'NO_OPTION' }
    }
  }
}

export interface ReadAnswers {
  /** The answers of the questions that are shown, without those that have a mistake. */
  answers: Answers
  /** What is wrong, by the keys of the questions, in their order. */
  mistakes: Readonly<Record<string, FieldMistake>>
}

/**
 * Reads what fields contain. Only what is shown is asked and kept: fields of hidden or unknown
 * questions are dropped, whatever they contain. `kept` are the answers that are not asked again.
 */
export function readAnswers(
  questions: readonly Question[],
  values: FieldValues,
  kept: Answers = {},
): ReadAnswers {
  const answers: Record<string, Answer> = {}
  const mistakes: Record<string, FieldMistake> = {}
  const shown = new Set<string>()
  for (const question of questions) {
    const { key, required = false } = question
    if (!isShownAfter(question, shown, answers)) continue
    shown.add(key)
    const answer = Object.hasOwn(kept, key)
      ? kept[key]
      : readAnswer(question, Object.hasOwn(values, key) ? values[key] : undefined)
    if (typeof answer === 'object' && 'mistake' in answer) mistakes[key] = answer.mistake
    else if (answer !== undefined) answers[key] = answer
    else if (required) mistakes[key] = 'MISSING'
  }
  return { answers, mistakes }
}

/** The fields that contain these answers. */
export function toFieldValues(answers: Answers): FieldValues {
  return Object.fromEntries(
    Object.entries(answers).map(([key, answer]) => {
      if (typeof answer === 'boolean') return [key, answer ? 'yes' : 'no']
      return [key, typeof answer === 'object' ? answer : String(answer)]
    }),
  )
}

/** What an answer was given to: a later version asks again for what has another mark. */
const questionMark = memoize(
  ({ help: _, required: __, shownIf: ___, ...asked }: Question): string =>
    sha256(canonicalJson(asked)).toString('base64url').slice(0, 16),
)

/** The marks of all questions, by key. */
export const listMarks = (questions: readonly Question[]): Record<string, string> =>
  Object.fromEntries(questions.map((question) => [question.key, questionMark(question)]))

/** The answers that are still to the questions of this version. */
export function keepAnswers(
  questions: readonly Question[],
  answers: Answers,
  marks: Readonly<Record<string, string>>,
): Answers {
  return Object.fromEntries(
    questions.flatMap((question) => {
      const { key } = question
      const answer = Object.hasOwn(answers, key) ? answers[key] : undefined
      return answer !== undefined && marks[key] === questionMark(question) ? [[key, answer]] : []
    }),
  )
}

/** The words that are agreed to with a signature: those that the patient reads. */
export const hashSignedText = (content: FormContent): string =>
  sha256(
    canonicalJson({
      title: content.title,
      text: content.text ?? '',
      questions: content.questions.map(({ key, label, help = '', options = [] }) => ({
        key,
        label,
        help,
        options,
      })),
    }),
  ).toString('hex')

interface FormVersion {
  version: number
  /** Answers to this version or a later one are complete. */
  completeFrom: number
  content: FormContent
}

/**
 * The next version of a form. Other translations, help or titles make no new version of a form
 * without a signature, and a version that asks nothing new is complete with earlier answers.
 */
export function nextFormVersion(
  before: FormVersion | undefined,
  content: FormContent,
): { version: number; completeFrom: number } {
  if (!before) return { version: 1, completeFrom: 1 }
  const { version, completeFrom } = before
  const signedBefore = before.content.signed ? hashSignedText(before.content) : ''
  const signed = content.signed ? hashSignedText(content) : ''
  const marksBefore = listMarks(before.content.questions)
  const asksMore =
    (signed !== '' && signed !== signedBefore) ||
    content.questions.some((question) => marksBefore[question.key] !== questionMark(question))
  if (asksMore) return { version: version + 1, completeFrom: version + 1 }
  const isSame =
    canonicalJson({ ...before.content, translations: undefined }) ===
    canonicalJson({ ...content, translations: undefined })
  return { version: isSame ? version : version + 1, completeFrom }
}

/** The form in a language, as far as it is translated. */
export function translateForm(content: FormContent, language: string): FormContent {
  const translation = content.translations?.[language]
  if (!translation || content.language === language) return content
  const { title = content.title, text = content.text, questions: words = {} } = translation
  return {
    ...content,
    language,
    title,
    ...(text !== undefined && { text }),
    questions: content.questions.map((question) => {
      const own = Object.hasOwn(words, question.key) ? words[question.key] : undefined
      if (!own) return question
      const { options: labels = {}, ...others } = own
      return {
        ...question,
        ...others,
        ...(question.options && {
          options: question.options.map(({ key, label }) => ({
            key,
            label: Object.hasOwn(labels, key) ? (labels[key] ?? label) : label,
          })),
        }),
      }
    }),
  }
}

/** A visit, as far as forms depend on it. */
export interface FormVisit {
  fromAt: Instant
  doctorId: number
  visitTypeId: number | null
  /** Whether the patient has never been to the clinic. */
  isNewPatient: boolean
}

/** When and for which visit a patient last filled in a form. */
export interface LastFill {
  version: number
  completedAt: Instant
  /** Whether it was for the visit that asks. */
  isForVisit: boolean
}

/** Whether a visit asks for a form at all. */
export function isAskedFor(rules: FormRules, visit: FormVisit): boolean {
  const { newPatients = false, visitTypeIds, doctorIds } = rules
  return (
    (!newPatients || visit.isNewPatient) &&
    (visitTypeIds === undefined ||
      (visit.visitTypeId !== null && visitTypeIds.includes(visit.visitTypeId))) &&
    (doctorIds === undefined || doctorIds.includes(visit.doctorId))
  )
}

/** Whether a form that a visit asks for has been filled in for it. */
export function isFilledFor(
  { rules: { everyMonths }, completeFrom }: { rules: FormRules; completeFrom: number },
  visit: FormVisit,
  last: LastFill | undefined,
): boolean {
  if (!last || last.version < completeFrom) return false
  if (last.isForVisit || everyMonths === undefined) return true
  const again = new Date(last.completedAt)
  again.setUTCMonth(again.getUTCMonth() + everyMonths)
  return everyMonths > 0 && visit.fromAt < again.getTime()
}
