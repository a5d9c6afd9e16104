// Keeps a board up to date for days without anyone touching it. It runs in television browsers as
// it is written here, so it uses only features that these support, and it relies only on the
// service's time.

/** @import { BoardView } from './page.ts' */
;(() => {
  const { body } = document
  const path = location.pathname.replace(/\/+$/, '')
  const { release = '', locale, zone } = body.dataset
  /** @type {Record<'speak' | 'touch' | 'lost' | 'gone' | 'speaks', string>} */
  const words = JSON.parse(body.dataset.words || '{}')

  const board = getElement('board')
  const speakButton = getElement('speak')

  /** @param {string} id */
  function getElement(id) {
    const element = document.getElementById(id)
    if (!element) throw new Error(`The board has no element ${id}.`)
    return element
  }

  /**
   * @param {string} id
   * @param {string} text
   */
  function setText(id, text) {
    const element = getElement(id)
    if (element.textContent !== text) element.textContent = text
  }

  /**
   * A storage of the browser, or of this page if the browser refuses to store anything.
   *
   * @param {'localStorage' | 'sessionStorage'} name
   * @returns {Pick<Storage, 'getItem' | 'setItem'>}
   */
  function openStorage(name) {
    try {
      return window[name]
    } catch (_) {
      /** @type {Map<string, string>} */
      const values = new Map()
      return {
        getItem: (key) => values.get(key) || null,
        setItem: (key, value) => values.set(key, value),
      }
    }
  }
  const tabStorage = openStorage('sessionStorage')
  const browserStorage = openStorage('localStorage')

  // The time of the clinic, continued from the last time received.
  let receivedTime = Number(body.dataset.at)
  let receivedAt = performance.now()
  let isGone = false

  /**
   * @param {number} time
   * @param {Intl.DateTimeFormatOptions} options
   */
  function formatTime(time, options) {
    return new Intl.DateTimeFormat(locale, Object.assign({ timeZone: zone }, options)).format(time)
  }

  /** @param {number} time */
  function formatClock(time) {
    return formatTime(time, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' })
  }

  /** @param {string} time */
  function receiveTime(time) {
    receivedTime = Number(time)
    receivedAt = performance.now()
  }

  function tick() {
    const silentMs = performance.now() - receivedAt
    const now = receivedTime + silentMs
    setText('clock', formatClock(now))
    setText('date', formatTime(now, { weekday: 'long', day: 'numeric', month: 'long' }))
    if (isGone) return
    const isLost = silentMs > (hasReceived ? 75000 : 8000)
    setText('lost', isLost ? words.lost.replace('{time}', formatClock(receivedTime)) : '')
    body.toggleAttribute('data-lost', isLost)
    if (stream && silentMs > 70000) leaveStream(stream)
    if (wantedRelease !== release) reloadPage()
  }

  // A newer release of the service has another page.
  let wantedRelease = release
  let isReloading = false
  const reloadedKey = `board renewed ${path}`

  async function reloadPage() {
    // While two releases run side by side, do not reload from the older one repeatedly.
    const sinceReloadMs = Math.abs(Date.now() - Number(tabStorage.getItem(reloadedKey)))
    if (isReloading || sinceReloadMs < 60000) return
    isReloading = true
    try {
      // A page that fails to load would leave an error on the wall.
      const response = await fetch(path, { cache: 'no-store' })
      if (response.ok && !isGone) {
        tabStorage.setItem(reloadedKey, String(Date.now()))
        location.reload()
        return
      }
    } catch (_) {
      // The next tick tries again.
    }
    isReloading = false
  }

  // Calls that this screen has shown, also before a reload: a new one is marked, announced and, if
  // that is switched on, spoken.
  const callsKey = `board calls ${path}`
  const speaksKey = `board speaks ${path}`
  /** @type {string[] | null} */
  let knownCalls = JSON.parse(tabStorage.getItem(callsKey) || 'null')
  let speaks = 'speechSynthesis' in window && browserStorage.getItem(speaksKey) === 'yes'

  /** @param {string} text */
  function speak(text) {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = document.documentElement.lang
    utterance.rate = 0.9
    utterance.onstart = () => setTouchNeeded(false)
    utterance.onerror = ({ error }) => {
      if (error === 'not-allowed') setTouchNeeded(true)
    }
    speechSynthesis.speak(utterance)
  }

  /**
   * Some browsers speak only after someone has touched the page.
   *
   * @param {boolean} isNeeded
   */
  function setTouchNeeded(isNeeded) {
    body.toggleAttribute('data-touch', isNeeded)
    setText('speak', isNeeded ? words.touch : words.speak)
  }

  function showSpeaking() {
    speakButton.setAttribute('aria-pressed', String(speaks))
  }

  function switchSpeaking() {
    const isTouch = body.hasAttribute('data-touch')
    speaks = isTouch || !speaks
    browserStorage.setItem(speaksKey, speaks ? 'yes' : 'no')
    setTouchNeeded(false)
    showSpeaking()
    speechSynthesis.cancel()
    if (speaks) speak(words.speaks)
  }

  /** @param {BoardView['calls']} calls */
  function announceCalls(calls) {
    const known = knownCalls
    const newCalls = known ? calls.filter(({ key }) => !known.includes(key)) : []
    knownCalls = calls.map(({ key }) => key)
    tabStorage.setItem(callsKey, JSON.stringify(knownCalls))
    if (newCalls.length === 0) return
    const newKeys = newCalls.map(({ key }) => key)
    for (const card of board.querySelectorAll('[data-call]'))
      if (newKeys.includes(card.getAttribute('data-call') || '')) card.classList.add('fresh')
    setText('announced', newCalls.map(({ spoken }) => spoken).join(' '))
    if (speaks) for (const { spoken } of newCalls) speak(spoken)
  }

  let html = board.innerHTML

  /** @param {string} newHtml */
  function setHtml(newHtml) {
    if (newHtml !== html) board.innerHTML = newHtml
    html = newHtml
  }

  /** @param {{ updated: string, view: BoardView }} update */
  function showUpdate({ updated, view }) {
    receiveTime(updated)
    setHtml(view.html)
    announceCalls(view.calls)
    wantedRelease = view.release
    tick()
  }

  function showGone() {
    isGone = true
    if (stream) stream.close()
    stream = undefined
    body.removeAttribute('data-lost')
    setText('lost', '')
    html = ''
    board.innerHTML = ''
    const sentence = document.createElement('p')
    board.append(Object.assign(sentence, { className: 'quiet', textContent: words.gone }))
    clearTimeout(timer)
    timer = setTimeout(poll, 60000)
  }

  /** @type {EventSource | undefined} */
  let stream
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  let hasReceived = false
  let pollsWithoutStream = 0
  let mayListen = 'EventSource' in window

  function listen() {
    clearTimeout(timer)
    const opened = new EventSource(`${path}/events`)
    stream = opened
    hasReceived = false

    /** @param {(data: string) => void} act */
    function receive(act) {
      /** @param {MessageEvent<string>} event */
      return ({ data }) => {
        if (stream !== opened) return
        hasReceived = true
        pollsWithoutStream = 0
        act(data)
      }
    }

    opened.onmessage = receive((data) => showUpdate(JSON.parse(data)))
    opened.addEventListener(
      'beat',
      receive((time) => {
        receiveTime(time)
        tick()
      }),
    )
    opened.addEventListener('gone', receive(showGone))
    // Too many screens use this link: they would disconnect each other in turn.
    opened.addEventListener(
      'replaced',
      receive(() => {
        mayListen = false
        leaveStream(opened)
      }),
    )
    opened.onerror = () => leaveStream(opened)
    // A proxy may buffer what is sent.
    setTimeout(() => hasReceived || leaveStream(opened), 10000)
  }

  /** @param {EventSource} opened */
  function leaveStream(opened) {
    opened.close()
    if (stream !== opened || isGone) return
    stream = undefined
    hasReceived = false
    poll()
  }

  async function poll() {
    clearTimeout(timer)
    const stopping = new AbortController()
    const patience = setTimeout(() => stopping.abort(), 5000)
    let status = 0
    try {
      const response = await fetch(`${path}/state`, { cache: 'no-store', signal: stopping.signal })
      if (response.ok && isGone) return location.reload()
      if (response.ok) showUpdate(await response.json())
      status = response.status
    } catch (_) {
      status = 0
    } finally {
      clearTimeout(patience)
    }
    if (status === 404 || isGone) return showGone()
    // If the service answers but no stream comes through, the stream is retried occasionally.
    if (status === 200) pollsWithoutStream += 1
    const isTimeToListen = pollsWithoutStream <= 3 || pollsWithoutStream % 12 === 0
    const listensNext = status === 200 && mayListen && isTimeToListen
    const isSoon = listensNext || status === 0 || status === 502 || status === 503
    timer = setTimeout(listensNext ? listen : poll, isSoon ? 250 + 200 * Math.random() : 5000)
  }

  /** Keeps a tablet on the wall from going to sleep. */
  function stayAwake() {
    if (navigator.wakeLock && !document.hidden) navigator.wakeLock.request('screen').catch(() => {})
  }
  document.addEventListener('visibilitychange', stayAwake)
  stayAwake()

  announceCalls(JSON.parse(body.dataset.calls || '[]'))
  if ('speechSynthesis' in window) speakButton.hidden = false
  speakButton.addEventListener('click', switchSpeaking)
  showSpeaking()
  setInterval(tick, 1000)
  tick()
  listen()
})()
