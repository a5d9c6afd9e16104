// Helps to fill in a form: hides what is not asked, shows one question at a time on a phone, saves
// what is typed, and draws signatures. It runs in patients' browsers as it is written here.

;(() => {
  /** @typedef {{ question: string, is?: string[], from?: number, to?: number }} Condition */
  const form = /** @type {HTMLFormElement | null} */ (document.querySelector('form.form'))
  if (!form) return
  const { dataset } = form
  const keepsTyped = dataset.keeps === 'true'
  const storeName = `clinic-form ${location.pathname}`
  const questions = /** @type {HTMLElement[]} */ ([...form.querySelectorAll('.question')])
  const state = /** @type {HTMLElement} */ (form.querySelector('.state'))
  const said = /** @type {HTMLElement} */ (document.querySelector('.said[role=alert]'))
  const progress = /** @type {HTMLElement} */ (form.querySelector('.progress'))
  const last = /** @type {HTMLElement} */ (form.querySelector('.last'))
  const narrow = matchMedia('(max-width: 40rem)')

  /** @param {string} key @returns {string[]} */
  const valuesOf = (key) =>
    new FormData(form)
      .getAll(`q.${key}`)
      .filter((one) => typeof one === 'string')
      .map((one) => one.trim())
      .filter((one) => one !== '')

  /** @param {Condition} condition */
  function isMet({ question, is, from, to }) {
    const values = valuesOf(question)
    if (values.length === 0) return false
    if (is && !values.some((one) => is.includes(one))) return false
    const number = Number((values[0] ?? '').replace(',', '.'))
    if (from !== undefined && !(number >= from)) return false
    return to === undefined || number <= to
  }

  // In their order: a condition names an earlier question, and fields of hidden ones do not count.
  function showAsked() {
    for (const question of questions) {
      if (question.dataset.if === undefined) continue
      const isAsked = JSON.parse(question.dataset.if).every(isMet)
      question.hidden = !isAsked
      for (const field of question.querySelectorAll('input, textarea'))
        field.toggleAttribute('disabled', !isAsked)
    }
    showStep(0)
  }

  // One question at a time.
  let at = 0
  const asked = () => questions.filter((question) => !question.hidden)

  /** @param {number} by */
  function showStep(by) {
    const shown = asked()
    const isStepped = narrow.matches && shown.length > 1
    form?.classList.toggle('stepped', isStepped)
    progress.hidden = !isStepped
    if (!isStepped) return
    const current = questions[at]
    const before = current ? shown.indexOf(current) : 0
    const next = Math.min(Math.max((before < 0 ? 0 : before) + by, 0), shown.length - 1)
    at = questions.indexOf(/** @type {HTMLElement} */ (shown[next]))
    for (const question of questions) question.classList.toggle('now', question === shown[next])
    last.classList.toggle('now', next === shown.length - 1)
    const text = (dataset.step ?? '')
      .replace('{number}', String(next + 1))
      .replace('{count}', String(shown.length))
    if (progress.textContent !== text) progress.textContent = text
    const [back, forward] = form?.querySelectorAll('[data-step]') ?? []
    if (back) /** @type {HTMLButtonElement} */ (back).disabled = next === 0
    if (forward) /** @type {HTMLElement} */ (forward).hidden = next === shown.length - 1
  }

  /** @param {HTMLElement | undefined} question */
  function focusOn(question) {
    const field = question?.querySelector('input:not([type=hidden]):not(:disabled), textarea')
    if (field instanceof HTMLElement) field.focus()
    question?.scrollIntoView({ block: 'nearest' })
  }

  form.addEventListener('click', ({ target }) => {
    const step = target instanceof HTMLElement ? target.dataset.step : undefined
    if (step === undefined) return
    showStep(Number(step))
    focusOn(questions[at])
  })
  form.addEventListener('keydown', (event) => {
    const { target } = event
    const isField = target instanceof HTMLInputElement && target.type !== 'submit'
    if (event.key !== 'Enter' || !isField || !form.classList.contains('stepped')) return
    if (last.classList.contains('now')) return
    event.preventDefault()
    showStep(1)
    focusOn(questions[at])
  })
  narrow.addEventListener('change', () => showStep(0))

  // What is typed is kept here until the service has it.
  const body = () =>
    new URLSearchParams(
      [...new FormData(form)].flatMap(([name, value]) =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    )
  /** @param {string} [text] */
  function keep(text) {
    if (!keepsTyped) return
    try {
      if (text === undefined) localStorage.removeItem(storeName)
      else localStorage.setItem(storeName, text)
    } catch (_) {
      // A browser may allow no storage: the service still has what it could be sent.
    }
  }
  function fillFromStore() {
    let kept = null
    try {
      kept = keepsTyped ? localStorage.getItem(storeName) : null
    } catch (_) {
      return false
    }
    if (kept === null) return false
    const fields = new URLSearchParams(kept)
    for (const field of /** @type {NodeListOf<HTMLInputElement>} */ (
      form?.querySelectorAll('[name^="q."]') ?? []
    )) {
      const values = fields.getAll(field.name)
      if (field.type === 'radio' || field.type === 'checkbox')
        field.checked = values.includes(field.value)
      else field.value = values[0] ?? ''
    }
    return true
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let isSaving = false
  let isChanged = false
  let isSent = false
  function changed() {
    showAsked()
    isChanged = true
    keep(body().toString())
    clearTimeout(timer)
    timer = setTimeout(save, 800)
  }
  async function save() {
    clearTimeout(timer)
    if (isSaving || isSent || !isChanged) return
    isSaving = true
    isChanged = false
    let isSaved = false
    try {
      const answer = await fetch(`${location.pathname}/draft`, { method: 'POST', body: body() })
      // The link of a tablet has ended.
      if (answer.redirected) return location.replace(answer.url)
      // Nothing helps against a refusal; it is told when the form is sent.
      isSaved = answer.ok || (answer.status >= 400 && answer.status < 500 && answer.status !== 429)
    } catch (_) {
      isSaved = false
    }
    isSaving = false
    // Not at once: this page may be reloading, and the new one was perhaps made before the save.
    if (isSaved && !isChanged) setTimeout(() => isChanged || isSaving || keep(), 10_000)
    if (!isSaved) isChanged = true
    state.textContent = (isSaved ? dataset.saved : dataset.unsaved) ?? ''
    if (isChanged && !isSent) timer = setTimeout(save, isSaved ? 800 : 5000)
  }
  form.addEventListener('input', changed)
  addEventListener('online', save)
  addEventListener('pagehide', () => {
    if (isChanged && !isSent) navigator.sendBeacon(`${location.pathname}/draft`, body())
  })

  // A drawn signature, as the path of its lines.
  const pad = /** @type {HTMLElement | null} */ (form.querySelector('.drawn'))
  const canvas = pad?.querySelector('canvas')
  // @ts-expect-error The library is in the page before this script, if the page is signed.
  const SignaturePad = globalThis.SignaturePad
  if (pad && canvas && SignaturePad) {
    pad.hidden = false
    const drawing = /** @type {HTMLInputElement} */ (pad.querySelector('[name=drawing]'))
    const signature = new SignaturePad(canvas)
    const fit = () => {
      const { offsetWidth: width, offsetHeight: height } = canvas
      if (width === 0 || (canvas.width === width && canvas.height === height)) return
      // What is drawn stays when a phone is turned.
      const drawn = signature.toData()
      canvas.width = width
      canvas.height = height
      signature.fromData(drawn)
    }
    new ResizeObserver(fit).observe(canvas)
    signature.addEventListener('endStroke', () => {
      drawing.value = signature
        .toData()
        .map((/** @type {{ points: { x: number, y: number }[] }} */ { points }) =>
          points
            .map(({ x, y }, index) => `${index === 0 ? 'M' : 'L'}${Math.round(x)} ${Math.round(y)}`)
            .join(''),
        )
        .join('')
        .slice(0, 20000)
        // Not half of a point.
        .replace(/[ML]-?\d*(?: -?)?$/, '')
    })
    pad.querySelector('[data-clear]')?.addEventListener('click', () => {
      signature.clear()
      drawing.value = ''
    })
  }

  /** @param {string} code */
  const mistakeText = (code) =>
    dataset[code.toLowerCase().replace(/_(\w)/g, (_, one) => one.toUpperCase())]

  /** @param {Record<string, string>} mistakes */
  function showMistakes(mistakes) {
    for (const question of questions) {
      const { key = '' } = question.dataset
      const code = Object.hasOwn(mistakes, key) ? mistakes[key] : undefined
      const wrong = question.querySelector('.wrong')
      const text = key === 'signature' ? dataset.noSignature : code && mistakeText(code)
      if (wrong) wrong.textContent = (code && text) || ''
      for (const field of question.querySelectorAll('input, textarea'))
        if (code) field.setAttribute('aria-invalid', 'true')
        else field.removeAttribute('aria-invalid')
    }
    const first = asked().find(({ dataset: { key = '' } }) => Object.hasOwn(mistakes, key))
    if (!first) return
    at = questions.indexOf(first)
    showStep(0)
    focusOn(first)
  }

  /** @param {string | undefined} text */
  function say(text) {
    said.textContent = text ?? ''
    said.hidden = !text
  }

  let isSending = false
  form.addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isSending) return
    isSending = true
    say(undefined)
    try {
      const answer = await fetch(location.pathname, {
        method: 'POST',
        headers: { accept: 'application/json' },
        body: body(),
      })
      if (answer.redirected) return location.replace(answer.url)
      const { next, mistakes, text } = await answer.json()
      if (next) {
        isSent = true
        keep()
        location.replace(next)
        return
      }
      say(text ?? dataset.mistakes)
      if (mistakes) showMistakes(mistakes)
    } catch (_) {
      say(dataset.notSent)
      said.scrollIntoView({ block: 'nearest' })
    }
    isSending = false
  })

  const wasKept = fillFromStore()
  showAsked()
  if (wasKept) changed()
})()
