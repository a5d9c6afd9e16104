// In the preview of a form, no script of its page runs; this hides what is not asked, as that does.

interface Condition {
  question: string
  is?: readonly string[]
  from?: number
  to?: number
}

/** What was answered in the page; fields of hidden questions are disabled, and do not count. */
const answersTo = (form: HTMLFormElement, question: string) =>
  new FormData(form)
    .getAll(`q.${question}`)
    .flatMap((answer) => (typeof answer === 'string' ? answer.trim() : []))
    .filter((answer) => answer !== '')

function isMet(form: HTMLFormElement, { question, is, from, to }: Condition): boolean {
  const answers = answersTo(form, question)
  const number = Number(answers[0]?.replace(',', '.'))
  return (
    answers.length > 0 &&
    (is === undefined || answers.some((answer) => is.includes(answer))) &&
    (from === undefined || number >= from) &&
    (to === undefined || number <= to)
  )
}

/** Shows the questions that are asked with what is answered now, in their order. */
export function showAskedQuestions(form: HTMLFormElement) {
  for (const question of form.querySelectorAll<HTMLElement>('[data-if]')) {
    const conditions: Condition[] = JSON.parse(question.dataset.if ?? '[]')
    question.hidden = !conditions.every((condition) => isMet(form, condition))
    for (const field of question.querySelectorAll('input, textarea'))
      field.toggleAttribute('disabled', question.hidden)
  }
}

/** Lets the previewed page be answered; it sends nothing and leads nowhere. */
export function makeAnswerable(page: Document) {
  for (const control of page.querySelectorAll<HTMLElement>('a, button')) control.inert = true
  const [form] = page.forms
  if (!form) return
  showAskedQuestions(form)
  form.addEventListener('input', () => showAskedQuestions(form))
}
