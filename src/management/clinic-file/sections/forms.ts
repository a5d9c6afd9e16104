// Forms that visits ask patients to fill in.

import type { Static } from 'typebox'
import { choice, flag, integer, number, optional, text } from '../../../base/contract/schemas.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import {
  bodySites,
  type FormContent,
  type FormMoment,
  type Question as FormQuestion,
  type FormTranslation,
  formMoments,
  nextFormVersion,
  numberMax,
  questionKinds,
} from '../../../base/values/forms.ts'
import { defaultLanguage } from '../../../clinic/notices/notice-settings.ts'
import {
  asList,
  asMapping,
  type Mapping,
  mappingEntries,
  type Report,
  reportUnknownName,
} from '../checking.ts'
import { matcher, reportSchemaError } from '../validation.ts'
import {
  choiceOrDefault,
  closedObject,
  distinct,
  formatted,
  itemsByLanguage,
  itemsByName,
  keyPattern,
  line,
  nameField,
  several,
} from '../words.ts'
import { importStatement } from './import-statement.ts'
import { createDescription, type Section, statesStatement, withoutEmpty } from './section.ts'

const key = (description: string, example: string) =>
  text(description, example, { pattern: keyPattern })
const words = (description: string, example: string, maxLength: number) =>
  text(description, example, { pattern: '\\S', maxLength })

const answer = (description: string, example: number) =>
  number(description, example, { minimum: -numberMax, maximum: numberMax })

const Condition = closedObject(
  {
    question: key('A question before this one.', 'smokes'),
    is: optional(
      distinct(
        key('An answer: yes, no, an option or a part of the body.', 'yes'),
        1,
        'The answer is one of these.',
      ),
    ),
    from: optional(answer('The answer is a number from here up.', 7)),
    to: optional(answer('The answer is a number up to here.', 10)),
  },
  'What must be true of an earlier answer.',
)

const Question = closedObject(
  {
    key: key('Names the answer in `patientFormValues`; it never changes.', 'allergies'),
    kind: choice(questionKinds, 'What the answer is.'),
    label: line('The question.', 'Which allergies do you have?'),
    help: optional(line('More about it, below the question.', 'Medicines, food, latex')),
    required: optional(flag('Whether it must be answered.', true)),
    options: optional(
      several(
        closedObject(
          {
            key: key('The answer as it is stored; it never changes.', 'penicillin'),
            label: line('The option.', 'Penicillin'),
          },
          'An option.',
        ),
        100,
        'What can be chosen; of `one-of` and `several-of`.',
      ),
    ),
    from: optional(answer('The lowest number; of `number` and `scale`, where it is 0.', 0)),
    to: optional(answer('The highest number; of `number` and `scale`, where it is 10.', 10)),
    fromLabel: optional(line('What the lowest number of a scale means.', 'No pain')),
    toLabel: optional(line('What the highest number of a scale means.', 'The worst pain')),
    shownIf: optional(
      several(Condition, 10, 'Asked only if all of these are true; always when omitted.'),
    ),
  },
  'A question.',
)

const Translation = closedObject(
  {
    title: optional(line('The title.', 'Ihre Gesundheit')),
    text: optional(words('The text.', 'Bitte füllen Sie …', 20_000)),
    questions: optional(
      itemsByName(
        closedObject(
          {
            label: optional(line('The question.', 'Welche Allergien haben Sie?')),
            help: optional(line('More about it.', 'Medikamente, Lebensmittel, Latex')),
            fromLabel: optional(line('What the lowest number means.', 'Kein Schmerz')),
            toLabel: optional(line('What the highest number means.', 'Stärkster Schmerz')),
            options: optional(
              itemsByName(line('The option.', 'Penizillin'), 'Options by their keys.', keyPattern),
            ),
          },
          'A question in the language.',
        ),
        'Questions by their keys.',
        keyPattern,
      ),
    ),
  },
  'A form in another language; what is missing is shown in the language of the form.',
)

const Form = closedObject(
  {
    title: line('The title that patients see.', 'About your health'),
    text: optional(
      words(
        'A text before the questions; of a signed form, what the patient agrees to.',
        'Your answers help us to prepare your visit.',
        20_000,
      ),
    ),
    signed: optional(
      flag('Whether the patient signs it, as a consent; the signature is kept with evidence.'),
    ),
    when: choiceOrDefault(
      formMoments,
      'before-visit',
      'When it is asked: once a visit is booked, before the visit and in reminders, or on arrival.',
    ),
    newPatients: optional(flag('Asked only of patients who have never been to the clinic.', true)),
    visitTypes: optional(
      distinct(
        nameField('A visit type.', 'first'),
        1,
        'Asked only for visits of these types; for all when omitted.',
      ),
    ),
    practitioners: optional(
      distinct(
        nameField('A practitioner.', 'asha-rao'),
        1,
        'Asked only for visits with them; for all when omitted.',
      ),
    ),
    everyMonths: optional(
      integer(
        'Asked again this many months after it was last filled in; 0: for each visit. Once when omitted.',
        12,
        { minimum: 0, maximum: 120 },
      ),
    ),
    language: optional(
      formatted('language', `The language of its words; default: ${defaultLanguage}.`, 'en'),
    ),
    questions: several(Question, 200, 'The questions, in their order.'),
    translations: optional(itemsByLanguage(Translation, 'The form in other languages.')),
  },
  'A form.',
)

const members = {
  forms: optional(
    itemsByName(
      Form,
      'Forms that patients fill in, by name and in the order in which they are asked.',
    ),
  ),
}

export type FormsOfFile = Record<string, Static<typeof Form>>
interface File {
  forms?: FormsOfFile
}

const formsMax = 50
/** How many mistakes of a form in a preview are told. */
const mistakesMax = 10

const isReserved = (word: string) => word in {}

function checkQuestion(
  question: Mapping,
  path: string,
  earlier: readonly Mapping[],
  report: Report,
) {
  const { key: ownKey, kind } = question
  const isKind = (...kinds: readonly string[]) => kinds.includes(String(kind))
  if (typeof ownKey === 'string' && isReserved(ownKey))
    report(`${path}.key`, 'is a reserved word: choose another key')
  if (earlier.some((one) => one.key === ownKey))
    report(`${path}.key`, 'is the key of an earlier question', { found: ownKey })
  const options = asList(question.options).map((option) => asMapping(option).key)
  if (isKind('one-of', 'several-of') ? options.length < 1 : question.options !== undefined)
    report(
      `${path}.options`,
      options.length === 0
        ? 'is needed: what can be chosen'
        : `belongs only to the kinds one-of and several-of`,
    )
  if (new Set(options).size < options.length)
    report(`${path}.options`, 'has two options with the same key')
  for (const member of ['from', 'to'])
    if (question[member] !== undefined && !isKind('number', 'scale'))
      report(`${path}.${member}`, 'belongs only to the kinds number and scale')
  for (const member of ['fromLabel', 'toLabel'])
    if (question[member] !== undefined && !isKind('scale'))
      report(`${path}.${member}`, 'belongs only to the kind scale')
  const { from = isKind('scale') ? 0 : -numberMax, to = isKind('scale') ? 10 : numberMax } =
    question
  if (typeof from === 'number' && typeof to === 'number') {
    if (from >= to) report(`${path}.to`, 'must be higher than from')
    if (isKind('scale') && (to - from > 20 || !Number.isInteger(from) || !Number.isInteger(to)))
      report(`${path}.to`, 'must be a whole number, at most 20 steps from the lowest')
  }
  for (const [index, condition] of asList(question.shownIf).entries())
    checkCondition(asMapping(condition), `${path}.shownIf.${index}`, earlier, report)
}

const answersOfKind = (question: Mapping): readonly unknown[] | undefined => {
  switch (question.kind) {
    case 'yes-no':
      return ['yes', 'no']
    case 'one-of':
    case 'several-of':
      return asList(question.options).map((option) => asMapping(option).key)
    case 'body-sites':
      return bodySites
    default:
      return undefined
  }
}

function checkCondition(
  condition: Mapping,
  path: string,
  earlier: readonly Mapping[],
  report: Report,
) {
  const question = earlier.find((one) => one.key === condition.question)
  if (!question) {
    report(`${path}.question`, 'is no key of an earlier question', {
      found: condition.question,
      meant: {
        word: String(condition.question),
        among: earlier.map((one) => String(one.key)),
      },
    })
    return
  }
  const answers = answersOfKind(question)
  const isNumber = question.kind === 'number' || question.kind === 'scale'
  if (condition.is !== undefined && !answers)
    report(`${path}.is`, 'needs a question with answers to choose from')
  for (const [index, one] of asList(condition.is).entries())
    if (answers && !answers.includes(one))
      report(`${path}.is.${index}`, 'is no answer of that question', { found: one })
  if ((condition.from !== undefined || condition.to !== undefined) && !isNumber)
    report(`${path}.from`, 'needs a question with a number')
}

function checkTranslation(form: Mapping, translation: Mapping, path: string, report: Report) {
  const questions = asList(form.questions).map(asMapping)
  for (const [name, words] of mappingEntries(translation.questions)) {
    const question = questions.find((one) => one.key === name)
    if (!question) {
      report(`${path}.questions.${name}`, 'is no key of a question', {
        meant: { word: name, among: questions.map((one) => String(one.key)) },
      })
      continue
    }
    const options = asList(question.options).map((option) => String(asMapping(option).key))
    for (const option of Object.keys(asMapping(words.options)))
      if (!options.includes(option))
        report(`${path}.questions.${name}.options.${option}`, 'is no option of the question')
  }
}

function checkForm(form: Mapping, path: string, file: Mapping, report: Report) {
  const questions = asList(form.questions).map(asMapping)
  if (questions.length === 0 && form.signed !== true)
    report(`${path}.questions`, 'has no question, and there is nothing to sign')
  for (const [index, question] of questions.entries())
    checkQuestion(question, `${path}.questions.${index}`, questions.slice(0, index), report)
  for (const [language, translation] of mappingEntries(form.translations))
    checkTranslation(form, translation, `${path}.translations.${language}`, report)
  for (const [index, name] of asList(form.practitioners).entries())
    if (typeof name === 'string' && asMapping(file.practitioners)[name] === undefined)
      reportUnknownName(
        'practitioners',
        name,
        file.practitioners,
        `${path}.practitioners.${index}`,
        report,
      )
  for (const [index, name] of asList(form.visitTypes).entries())
    if (typeof name === 'string' && asMapping(file.visitTypes)[name] === undefined)
      report(`${path}.visitTypes.${index}`, 'is not one of the visit types of this file', {
        found: name,
        meant: { word: name, among: Object.keys(asMapping(file.visitTypes)) },
      })
}

/** The rules of a form as they are stored, with the names of the clinic file. */
interface StoredRules {
  when: FormMoment
  newPatients?: boolean
  visitTypes?: string[]
  practitioners?: string[]
  everyMonths?: number
}

const importForms = importStatement('import_forms', {
  table: 'forms',
  key: { name: 'text' },
  says: {
    place: 'integer',
    rules: 'jsonb',
    version: 'integer',
    complete_from: 'integer',
    content: 'jsonb',
  },
  of: 'workspace',
  others: 'retired',
})

const takes = { workspaceId: 'bigint' } as const

const addFormVersions = statement(
  'add_form_versions',
  { takes },
  `
  insert into form_versions (workspace_id, form_id, version, content)
  select workspace_id, id, version, content
  from forms
  where workspace_id = :workspaceId
  on conflict (workspace_id, form_id, version) do update set content = excluded.content
  where form_versions.content is distinct from excluded.content`,
)

const formsBefore = statement(
  'forms_before_import',
  {
    takes,
    returns: {
      name: 'text',
      version: 'integer',
      completeFrom: 'integer',
      content: narrowType<FormContent>('jsonb'),
    },
  },
  `
  select name, version, complete_from as "completeFrom", content
  from forms
  where workspace_id = :workspaceId`,
)

const storedForms = statement(
  'stored_forms',
  {
    takes,
    returns: {
      name: 'text',
      rules: narrowType<StoredRules>('jsonb'),
      content: narrowType<FormContent>('jsonb'),
    },
  },
  `
  select name, rules, content
  from forms
  where workspace_id = :workspaceId and active
  order by place, id`,
)

const idsOfForms = statement(
  'ids_of_forms',
  { takes, returns: { name: 'text', id: 'bigint' } },
  `
  select name, id
  from forms
  where workspace_id = :workspaceId
  order by id`,
)

function toContent({
  title,
  text,
  signed,
  language = defaultLanguage,
  questions,
  translations,
}: FormsOfFile[string]): FormContent {
  return {
    title,
    ...withoutEmpty({ text, signed: signed || undefined }),
    language,
    questions: questions as FormQuestion[],
    ...withoutEmpty({ translations: translations as Record<string, FormTranslation> | undefined }),
  }
}

const matchesForms = matcher(closedObject(members))

/** Reads one form as if it were in a clinic file, without the visits that ask for it. */
export function readForm(
  form: Mapping,
): { content: FormContent } | { mistakes: { path: string; reason: string }[] } {
  const { practitioners: _, visitTypes: __, ...asked } = form
  const value: unknown = { forms: { form: asked } }
  const mistakes: { path: string; reason: string }[] = []
  const report: Report = (path, reason) =>
    mistakes.push({ path: path.replace(/^forms\.form\b/, 'forms'), reason })
  if (matchesForms(value)) {
    checkForm(asked, 'forms.form', {}, report)
    if (mistakes.length === 0)
      return { content: toContent(value.forms?.form as FormsOfFile[string]) }
  } else for (const error of matchesForms.errors ?? []) reportSchemaError(error, report)
  return { mistakes: mistakes.slice(0, mistakesMax) }
}

export const forms = {
  members,

  check(file, report) {
    const entries = mappingEntries(file.forms)
    if (entries.length > formsMax) report('forms', `has ${entries.length}; at most ${formsMax}`)
    for (const [name, form] of entries) checkForm(form, `forms.${name}`, file, report)
  },

  async write({ queries, workspaceId }, { forms = {} }: File) {
    const before = new Map(
      (await queries.rows(formsBefore, { workspaceId })).map((row) => [row.name, row]),
    )
    const rows = Object.entries(forms).map(([name, form], place) => {
      const { when = 'before-visit', newPatients, visitTypes, practitioners, everyMonths } = form
      const rules: StoredRules = {
        when,
        ...withoutEmpty({
          newPatients: newPatients || undefined,
          visitTypes,
          practitioners,
          everyMonths,
        }),
      }
      const content = toContent(form)
      const { version, completeFrom } = nextFormVersion(before.get(name), content)
      return { name, place, rules, version, complete_from: completeFrom, content }
    })
    await queries.rows(importForms, { workspaceId, rows })
    if (rows.length > 0) await queries.rows(addFormVersions, { workspaceId })
  },

  description: createDescription({ forms: storedForms }, ({ forms }, file: File) => {
    for (const { name, rules, content } of forms) {
      const { when, ...others } = rules
      const { language, ...asked } = content
      const form = {
        ...asked,
        ...withoutEmpty({
          ...others,
          when: when === 'before-visit' ? undefined : when,
          language: language === defaultLanguage ? undefined : language,
        }),
      } as FormsOfFile[string]
      file.forms = { ...file.forms, [name]: form }
    }
  }),

  ids: { form: idsOfForms },

  states: {
    form: statesStatement('forms', {
      name: 'f.name',
      facts: 'f.place, f.rules, f.content',
      source: 'forms f where f.workspace_id = :workspaceId and f.active',
    }),
  },
} satisfies Section<File>
