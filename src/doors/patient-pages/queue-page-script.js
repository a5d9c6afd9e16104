// Keeps the page of a token up to date. It runs in patients' browsers as it is written here.

/** @import { ShownStatus } from '../../visits/queue/queue-status.ts' */
;(() => {
  const path = location.pathname.replace(/\/+$/, '')
  const { dataset } = document.body
  let isOver = dataset.over === 'true'
  /** @type {EventSource | undefined} */
  let stream
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let patience
  let mayListen = 'EventSource' in window
  let receivedAt = Date.now()
  let pollCount = 0

  /** @param {string} id */
  function getElement(id) {
    const element = document.getElementById(id)
    if (!element) throw new Error(`The page has no element ${id}.`)
    return element
  }

  /**
   * Sets a text, and hides its row if it is empty.
   *
   * @param {string} id
   * @param {string | undefined} text
   */
  function setText(id, text = '') {
    const element = getElement(id)
    if (element.textContent !== text) element.textContent = text
    const row = element.closest('[data-row]')
    if (row) row.toggleAttribute('hidden', text === '')
  }

  function showLost() {
    setText('connection', dataset.lost)
  }

  /** @param {string} clock */
  function receiveTime(clock) {
    receivedAt = Date.now()
    clearTimeout(patience)
    patience = undefined
    setText('connection', '')
    setText('updated', clock)
  }

  function stop() {
    isOver = true
    clearTimeout(timer)
    clearTimeout(patience)
    if (stream) stream.close()
  }

  /** @param {{ updated: string, view: ShownStatus }} update */
  function showUpdate({ updated, view }) {
    receiveTime(updated)
    const wasCalled = dataset.status === 'CALLED'
    const isCalled = view.status === 'CALLED'
    dataset.status = view.status
    for (const [id, text] of Object.entries(view.texts)) setText(id, text)
    getElement('video-link').hidden = !view.hasVideo
    const title = (isCalled && dataset.turn) || '{token}'
    document.title = `${title.replace('{token}', view.token)} · ${view.clinic}`
    if (isCalled && !wasCalled && navigator.vibrate) navigator.vibrate([400, 200, 400])
    if (view.isOver) stop()
  }

  function showGone() {
    stop()
    setText('connection', '')
    setText('headline', dataset.gone)
    for (const id of ['wait', 'serving', 'queue', 'video']) setText(id, '')
    getElement('video-link').hidden = true
  }

  function listen() {
    clearTimeout(timer)
    if (isOver) return
    if (!mayListen) {
      poll()
      return
    }
    const opened = new EventSource(`${path}/events`)
    stream = opened
    let hasReceived = false

    /** @param {(data: string) => void} act */
    function receive(act) {
      /** @param {MessageEvent<string>} event */
      return ({ data }) => {
        if (stream !== opened || isOver) return
        hasReceived = true
        act(data)
      }
    }

    opened.onmessage = receive((data) => showUpdate(JSON.parse(data)))
    opened.addEventListener('beat', receive(receiveTime))
    opened.addEventListener('gone', receive(showGone))
    opened.addEventListener(
      'replaced',
      receive(() => {
        mayListen = false
        leaveStream(opened)
      }),
    )
    opened.onerror = () => {
      if (stream !== opened || isOver) return
      if (opened.readyState === EventSource.CLOSED) leaveStream(opened)
      else if (patience === undefined) patience = setTimeout(showLost, 12000)
    }
    // A proxy may buffer what is sent.
    setTimeout(() => hasReceived || leaveStream(opened), 15000)
  }

  /** @param {EventSource} opened */
  function leaveStream(opened) {
    opened.close()
    if (stream !== opened || isOver) return
    stream = undefined
    pollCount = 0
    poll()
  }

  async function poll() {
    let waitMs = 15000
    try {
      const response = await fetch(`${path}/state`, { cache: 'no-store' })
      if (response.status === 404) {
        showGone()
        return
      }
      if (response.ok) showUpdate(await response.json())
      else {
        const retryAfterMs = 1000 * (Number(response.headers.get('retry-after')) || 0)
        waitMs = Math.max(waitMs, retryAfterMs)
        if (Date.now() - receivedAt > 60000) showLost()
      }
    } catch (_) {
      showLost()
    }
    if (isOver) return
    pollCount += 1
    const next = mayListen && pollCount % 4 === 0 ? listen : poll
    timer = setTimeout(next, waitMs * (0.8 + 0.4 * Math.random()))
  }

  function listenAgain() {
    if (isOver) return
    if (stream) stream.close()
    stream = undefined
    listen()
  }

  // A phone that was asleep may think for a long time that it is still connected.
  setInterval(() => {
    if (stream && Date.now() - receivedAt > 70000) leaveStream(stream)
  }, 5000)
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden && Date.now() - receivedAt > 40000) listenAgain()
  })
  addEventListener('online', listenAgain)
  addEventListener('offline', () => {
    if (!isOver) showLost()
  })
  listen()
})()
