import { expect, it } from 'vitest'
import {
  type Condition,
  listShownQuestions,
  type Question,
} from '../../../src/base/values/forms.ts'
import { showAskedQuestions } from './asked-questions.ts'

const number = (key: string, shownIf: Condition[] = []): Question => ({
  key,
  kind: 'number',
  label: key,
  shownIf,
})
const questions: Question[] = [
  { key: 'pain', kind: 'yes-no', label: 'pain' },
  number('strength', [{ question: 'pain', is: ['yes'] }]),
  number('strong', [{ question: 'strength', from: 7 }]),
  number('mild', [{ question: 'strength', from: 1, to: 6 }]),
  number('none', [{ question: 'pain', is: ['no'] }]),
]

/** The page of the questions with these answers, which may be of hidden ones. */
function openForm(answers: Readonly<Record<string, string>>): HTMLFormElement {
  const form = document.createElement('form')
  for (const { key, shownIf = [] } of questions) {
    const question = document.createElement('div')
    question.dataset.key = key
    if (shownIf.length > 0) question.dataset.if = JSON.stringify(shownIf)
    const field = document.createElement('input')
    Object.assign(field, { name: `q.${key}`, value: answers[key] ?? '' })
    question.append(field)
    form.append(question)
  }
  return form
}

it.each([
  {},
  { pain: 'yes' },
  { pain: 'yes', strength: '8' },
  { pain: 'yes', strength: '6' },
  { pain: 'yes', strength: '0' },
  { pain: 'no', strength: '8' },
])('the preview of a form asks with %j what the page of patients asks [FORM-01]', (answers) => {
  const form = openForm(answers)
  showAskedQuestions(form)
  const shown = [...form.children].flatMap((one) =>
    one instanceof HTMLElement && !one.hidden ? one.dataset.key : [],
  )
  const { pain, strength } = answers as { pain?: string; strength?: string }
  const given = {
    ...(pain !== undefined && { pain: pain === 'yes' }),
    ...(strength !== undefined && { strength: Number(strength) }),
  }
  expect(shown).toEqual(listShownQuestions(questions, given).map(({ key }) => key))
})
