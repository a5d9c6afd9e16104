import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Answers,
  bodySites,
  type Condition,
  type FieldValues,
  type FormContent,
  hashSignedText,
  isAskedFor,
  isFilledFor,
  keepAnswers,
  listMarks,
  listShownQuestions,
  nextFormVersion,
  type Question,
  questionKinds,
  readAnswers,
  toFieldValues,
  translateForm,
} from './forms.ts'

const options = ['a', 'b', 'c'].map((key) => ({ key, label: key.toUpperCase() }))

/** A condition on one of the earlier questions. */
const condition = (earlier: readonly Question[]): fc.Arbitrary<Condition> =>
  fc.constantFrom(...earlier).chain(({ key, kind }) => {
    if (kind === 'number' || kind === 'scale')
      return fc.record(
        { question: fc.constant(key), from: fc.integer({ min: -2, max: 9 }), to: fc.nat(12) },
        { requiredKeys: ['question'] },
      )
    const words = { 'yes-no': ['yes', 'no'], 'body-sites': ['neck', 'left-knee'] } as const
    const among = words[kind as keyof typeof words] ?? ['a', 'b', 'c']
    return fc.record({
      question: fc.constant(key),
      is: fc.uniqueArray(fc.constantFrom<string>(...among), { minLength: 1 }),
    })
  })

const questionsFrom = (
  earlier: readonly Question[],
  count: number,
): fc.Arbitrary<readonly Question[]> =>
  count === 0
    ? fc.constant(earlier)
    : fc
        .record({
          kind: fc.constantFrom(...questionKinds),
          required: fc.boolean(),
          shownIf:
            earlier.length === 0 ? fc.constant([]) : fc.array(condition(earlier), { maxLength: 2 }),
        })
        .chain((more) => {
          const question: Question = {
            key: `q${earlier.length}`,
            label: `Question ${earlier.length}`,
            ...more,
            ...(/-of$/.test(more.kind) && { options }),
          }
          return questionsFrom([...earlier, question], count - 1)
        })

const fieldTexts = [
  '',
  ' ',
  'yes',
  'no',
  'a',
  'b',
  'd',
  '3',
  '7,5',
  '11',
  '2026-02-30',
  '2026-02-28',
]
const field = fc.oneof(
  fc.constantFrom(...fieldTexts),
  fc.string({ maxLength: 30 }),
  fc.uniqueArray(fc.constantFrom('a', 'b', 'c', 'd', ...bodySites), { maxLength: 4 }),
)
const filled = fc.integer({ min: 1, max: 12 }).chain((count) =>
  fc.tuple(
    questionsFrom([], count),
    fc
      .array(field, { minLength: count + 1, maxLength: count + 1 })
      // One field more than there are questions.
      .map((texts): FieldValues => Object.fromEntries(texts.map((text, at) => [`q${at}`, text]))),
  ),
)

/** Shown by its definition, from the end: independent of the order in which it is decided. */
function isShown(questions: readonly Question[], answers: Answers, key: string): boolean {
  const question = questions.find((one) => one.key === key)
  return (question?.shownIf ?? []).every((one) => {
    const answer = answers[one.question]
    if (answer === undefined || !isShown(questions, answers, one.question)) return false
    const words = [
      typeof answer === 'boolean' ? { true: 'yes', false: 'no' }[`${answer}`] : answer,
    ].flat()
    if (one.is && !words.some((word) => one.is?.includes(String(word)))) return false
    if (one.from !== undefined && !(Number(answer) >= one.from)) return false
    return one.to === undefined || Number(answer) <= one.to
  })
}

describe('what is shown [FORM-01]', () => {
  it('asks and keeps only what is shown, in 1,000 random forms [FORM-01]', () => {
    fc.assert(
      fc.property(filled, ([questions, values]) => {
        const { answers, mistakes } = readAnswers(questions, values)
        const shown = questions.filter(({ key }) => isShown(questions, answers, key))
        const shownKeys = shown.map(({ key }) => key)
        expect(listShownQuestions(questions, answers)).toEqual(shown)
        for (const key of [...Object.keys(answers), ...Object.keys(mistakes)])
          expect(shownKeys).toContain(key)
        for (const { key, required = false } of shown)
          expect(key in answers || key in mistakes).toBe(
            key in answers || required || [values[key]].flat().some((text) => text?.trim()),
          )
        // What was kept is what fields would contain again, and hidden fields change nothing.
        const again = readAnswers(questions, {
          ...Object.fromEntries(Object.entries(values).filter(([key]) => !shownKeys.includes(key))),
          ...toFieldValues(answers),
        })
        expect(again.answers).toEqual(answers)
      }),
      { numRuns: 1000 },
    )
  })

  it('refuses what is no answer of its kind, and keeps the rest [FORM-01]', () => {
    const questions: Question[] = [
      { key: 'name', kind: 'text', label: 'Name' },
      { key: 'weight', kind: 'number', label: 'Weight', from: 1, to: 400 },
      { key: 'since', kind: 'date', label: 'Since' },
      { key: 'smokes', kind: 'yes-no', label: 'Smoke?' },
      { key: 'pain', kind: 'scale', label: 'Pain' },
      { key: 'where', kind: 'body-sites', label: 'Where' },
      { key: 'one', kind: 'one-of', label: 'One', options },
      { key: 'more', kind: 'several-of', label: 'More', options },
    ]
    const right = {
      name: ' Meera ',
      weight: '62,5',
      since: '2026-02-28',
      smokes: 'no',
      pain: '10',
      where: ['left-knee', 'neck'],
      one: 'b',
      more: ['c', 'a'],
    }
    expect(readAnswers(questions, right)).toEqual({
      answers: {
        name: 'Meera',
        weight: 62.5,
        since: '2026-02-28',
        smokes: false,
        pain: 10,
        where: ['neck', 'left-knee'],
        one: 'b',
        more: ['a', 'c'],
      },
      mistakes: {},
    })
    const wrong = {
      name: 'x'.repeat(501),
      weight: '401',
      since: '2026-02-30',
      smokes: 'maybe',
      pain: '3.5',
      where: ['tail'],
      one: ['a', 'b'],
      more: ['a', 'd'],
      unknown: 'x',
    }
    expect(readAnswers(questions, wrong)).toEqual({
      answers: {},
      mistakes: {
        name: 'TOO_LONG',
        weight: 'OUT_OF_RANGE',
        since: 'NO_DATE',
        smokes: 'NO_OPTION',
        pain: 'OUT_OF_RANGE',
        where: 'NO_OPTION',
        one: 'NO_OPTION',
        more: 'NO_OPTION',
      },
    })
    expect(readAnswers(questions, { weight: '1e9' }).mistakes).toEqual({ weight: 'NO_NUMBER' })
  })
})

const health: FormContent = {
  title: 'Your health',
  language: 'en',
  questions: [
    { key: 'allergies', kind: 'text', label: 'Allergies?' },
    { key: 'smokes', kind: 'yes-no', label: 'Do you smoke?' },
  ],
}
const [allergies, smokes] = health.questions as [Question, Question]

describe('versions [FORM-02]', () => {
  it('a later version asks only what changed [FORM-02]', () => {
    const answers = { allergies: 'none', smokes: true }
    const marks = listMarks(health.questions)
    const changed = [
      { ...allergies, help: 'Food too.', required: true },
      { ...smokes, label: 'Have you ever smoked?' },
      { key: 'weight', kind: 'number', label: 'Weight' } as const,
    ]
    expect(keepAnswers(changed, answers, marks)).toEqual({ allergies: 'none' })
    const next = nextFormVersion(
      { version: 3, completeFrom: 2, content: health },
      { ...health, questions: changed },
    )
    expect(next).toEqual({ version: 4, completeFrom: 4 })
  })

  it('asks nothing again for a question less, other help or a translation [FORM-02]', () => {
    const before = { version: 3, completeFrom: 2, content: health }
    expect(nextFormVersion(undefined, health)).toEqual({ version: 1, completeFrom: 1 })
    expect(nextFormVersion(before, { ...health, questions: [smokes] })).toEqual({
      version: 4,
      completeFrom: 2,
    })
    const helped = { ...health, questions: [{ ...allergies, help: 'Food too.' }, smokes] }
    expect(nextFormVersion(before, helped)).toEqual({ version: 4, completeFrom: 2 })
    const translated = { ...health, translations: { de: { title: 'Ihre Gesundheit' } } }
    expect(nextFormVersion(before, translated)).toEqual({ version: 3, completeFrom: 2 })
  })

  it('a changed text has to be signed again, and another translation has another hash [FORM-04]', () => {
    const consent = { ...health, signed: true, text: 'I agree.', questions: [] }
    const before = { version: 1, completeFrom: 1, content: consent }
    expect(nextFormVersion(before, { ...consent, text: 'I agree to all.' })).toEqual({
      version: 2,
      completeFrom: 2,
    })
    expect(nextFormVersion(before, { ...consent })).toEqual({ version: 1, completeFrom: 1 })
    const german = translateForm(
      { ...consent, translations: { de: { text: 'Ich stimme zu.' } } },
      'de',
    )
    expect(hashSignedText(german)).not.toBe(hashSignedText(consent))
    expect(hashSignedText(consent)).toMatch(/^[0-9a-f]{64}$/)
  })

  it('shows what is translated, and the rest in its own language [FORM-01]', () => {
    const choice: Question = { key: 'one', kind: 'one-of', label: 'Which?', options }
    const content = {
      ...health,
      questions: [allergies, choice],
      translations: {
        de: { title: 'Gesundheit', questions: { one: { label: 'Welche?', options: { b: 'Be' } } } },
      },
    }
    expect(translateForm(content, 'de')).toMatchObject({
      title: 'Gesundheit',
      language: 'de',
      questions: [
        allergies,
        { label: 'Welche?', options: [{ label: 'A' }, { key: 'b', label: 'Be' }, { label: 'C' }] },
      ],
    })
    expect(translateForm(content, 'fr')).toBe(content)
  })
})

describe('for whom and when [FORM-01]', () => {
  const fromAt = Date.parse('2026-12-01T09:00:00Z')
  const visit = { fromAt, doctorId: 3, visitTypeId: 7, isNewPatient: false }
  const when = 'before-visit' as const

  it.each([
    [{}, true],
    [{ newPatients: true }, false],
    [{ visitTypeIds: [7, 8] }, true],
    [{ visitTypeIds: [8] }, false],
    [{ doctorIds: [3] }, true],
    [{ doctorIds: [4], visitTypeIds: [7] }, false],
  ])('a visit asks by the rules %j: %s [FORM-01]', (rules, isAsked) => {
    expect(isAskedFor({ when, ...rules }, visit)).toBe(isAsked)
  })

  it('asks once, again after n months, or for each visit [FORM-01]', () => {
    const last = (months: number, isForVisit = false) => ({
      version: 2,
      completedAt: fromAt - months * 31 * 24 * 3_600_000,
      isForVisit,
    })
    const isFilled = (
      everyMonths: number | undefined,
      fill?: ReturnType<typeof last>,
      completeFrom = 2,
    ) =>
      isFilledFor(
        { rules: { when, ...(everyMonths !== undefined && { everyMonths }) }, completeFrom },
        visit,
        fill,
      )
    expect(isFilled(undefined)).toBe(false)
    expect(isFilled(undefined, last(99))).toBe(true)
    expect(isFilled(undefined, last(1), 3)).toBe(false)
    expect([isFilled(6, last(5)), isFilled(6, last(6)), isFilled(6, last(6, true))]).toEqual([
      true,
      false,
      true,
    ])
    expect([isFilled(0, last(0)), isFilled(0, last(0, true))]).toEqual([false, true])
  })
})
