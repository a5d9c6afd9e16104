// Keeps a board up to date for days without anyone touching it. It runs in television browsers, so
// it uses only features that these support, and it relies only on the service's time.

export const boardScript = `
(() => {
  const body = document.body
  const path = location.pathname.replace(/\\/+$/, '')
  const element = (id) => document.getElementById(id)
  const { release, locale, zone } = body.dataset
  const words = JSON.parse(body.dataset.words)

  // A browser may refuse to store anything.
  const storeOf = (name) => {
    try {
      return window[name]
    } catch (error) {
      const kept = {}
      return { getItem: (key) => kept[key] || null, setItem: (key, value) => (kept[key] = value) }
    }
  }
  const ofTab = storeOf('sessionStorage'), ofBrowser = storeOf('localStorage')

  // The time of the clinic, continued from the last time received.
  let heardTime = Number(body.dataset.at), heardAt = performance.now(), isHeard = false, isGone = false
  const written = (options, time) => new Intl.DateTimeFormat(locale, Object.assign({ timeZone: zone }, options)).format(time)
  const clockOf = (time) => written({ hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, time)
  const say = (id, text) => {
    if (element(id).textContent !== text) element(id).textContent = text
  }
  const heard = (time) => {
    heardTime = Number(time)
    heardAt = performance.now()
  }
  const tick = () => {
    const silentMs = performance.now() - heardAt
    const now = heardTime + silentMs
    say('clock', clockOf(now))
    say('date', written({ weekday: 'long', day: 'numeric', month: 'long' }, now))
    if (isGone) return
    const isLost = silentMs > (isHeard ? 75000 : 8000)
    say('lost', isLost ? words.lost.replace('{time}', clockOf(heardTime)) : '')
    body.toggleAttribute('data-lost', isLost)
    if (source && silentMs > 70000) failed(source)
    if (wanted !== release) renew()
  }

  // A newer release of the service has another page.
  let wanted = release, isRenewing = false
  const renewedKey = 'board renewed ' + path
  const renew = async () => {
    // While two releases run side by side, do not reload from the older one repeatedly.
    if (isRenewing || Math.abs(Date.now() - Number(ofTab.getItem(renewedKey))) < 60000) return
    isRenewing = true
    try {
      // A page that fails to load would leave an error on the wall.
      const response = await fetch(path, { cache: 'no-store' })
      if (response.ok && !isGone) {
        ofTab.setItem(renewedKey, String(Date.now()))
        return location.reload()
      }
    } catch (error) {}
    isRenewing = false
  }

  // Calls that this screen has seen, over a reload too: a new one is marked, announced and, where that is switched on, spoken.
  const callsKey = 'board calls ' + path
  const speaksKey = 'board speaks ' + path
  let known = JSON.parse(ofTab.getItem(callsKey) || 'null')
  let speaks = 'speechSynthesis' in window && ofBrowser.getItem(speaksKey) === 'yes'
  const speak = (text) => {
    const utterance = new SpeechSynthesisUtterance(text)
    utterance.lang = document.documentElement.lang
    utterance.rate = 0.9
    utterance.onstart = () => touched(true)
    utterance.onerror = (event) => event.error === 'not-allowed' && touched(false)
    speechSynthesis.speak(utterance)
  }
  const touched = (may) => {
    body.toggleAttribute('data-touch', !may)
    say('speak', may ? words.speak : words.touch)
  }
  const showSpeaking = () => element('speak').setAttribute('aria-pressed', String(speaks))
  element('speak').addEventListener('click', () => {
    const isTouch = body.hasAttribute('data-touch')
    speaks = isTouch || !speaks
    ofBrowser.setItem(speaksKey, speaks ? 'yes' : 'no')
    touched(true)
    showSpeaking()
    speechSynthesis.cancel()
    if (speaks) speak(words.speaks)
  })
  const announce = (calls) => {
    const fresh = known ? calls.filter(({ key }) => !known.includes(key)) : []
    known = calls.map(({ key }) => key)
    ofTab.setItem(callsKey, JSON.stringify(known))
    if (fresh.length === 0) return
    for (const { key } of fresh) for (const card of document.querySelectorAll('[data-call]')) if (card.dataset.call === key) card.classList.add('fresh')
    say('announced', fresh.map(({ spoken }) => spoken).join(' '))
    if (speaks) for (const { spoken } of fresh) speak(spoken)
  }

  let html
  const show = ({ updated, view }) => {
    heard(updated)
    if (view.html !== html) element('board').innerHTML = html = view.html
    announce(view.calls)
    wanted = view.release
    tick()
  }
  const gone = () => {
    isGone = true
    if (source) source.close()
    source = undefined
    body.removeAttribute('data-lost')
    say('lost', '')
    element('board').innerHTML = html = ''
    element('board').append(Object.assign(document.createElement('p'), { className: 'quiet', textContent: words.gone }))
    clearTimeout(timer)
    timer = setTimeout(poll, 60000)
  }

  let source, timer, misses = 0, mayListen = 'EventSource' in window
  const listen = () => {
    clearTimeout(timer)
    const opened = new EventSource(path + '/events')
    source = opened
    const hear = (act) => (event) => {
      if (source !== opened) return
      isHeard = true
      misses = 0
      act(event.data)
    }
    isHeard = false
    opened.onmessage = hear((data) => show(JSON.parse(data)))
    opened.addEventListener('beat', hear((data) => { heard(data); tick() }))
    opened.addEventListener('gone', hear(gone))
    // Too many screens use this link: they would disconnect each other in turn.
    opened.addEventListener('replaced', hear(() => {
      mayListen = false
      failed(opened)
    }))
    opened.onerror = () => failed(opened)
    // A proxy may buffer what is sent.
    setTimeout(() => isHeard || failed(opened), 10000)
  }
  const failed = (opened) => {
    opened.close()
    if (source !== opened || isGone) return
    source = undefined
    isHeard = false
    poll()
  }
  const poll = async () => {
    clearTimeout(timer)
    const stopping = new AbortController()
    const patience = setTimeout(() => stopping.abort(), 5000)
    let status = 0
    try {
      const response = await fetch(path + '/state', { cache: 'no-store', signal: stopping.signal })
      status = response.status
      if (response.ok && isGone) return location.reload()
      if (response.ok) show(await response.json())
    } catch (error) {
      status = 0
    } finally {
      clearTimeout(patience)
    }
    if (status === 404 || isGone) return gone()
    // If the service answers but no stream comes through, the stream is retried occasionally.
    if (status === 200) misses += 1
    const listens = status === 200 && mayListen && (misses <= 3 || misses % 12 === 0)
    const isSoon = listens || status === 0 || status === 502 || status === 503
    timer = setTimeout(listens ? listen : poll, isSoon ? 250 + 200 * Math.random() : 5000)
  }

  // Keeps a tablet on the wall from going to sleep.
  const stayAwake = () => {
    if (navigator.wakeLock && !document.hidden) navigator.wakeLock.request('screen').catch(() => {})
  }
  document.addEventListener('visibilitychange', stayAwake)
  stayAwake()

  html = element('board').innerHTML
  announce(JSON.parse(body.dataset.calls))
  if ('speechSynthesis' in window) element('speak').hidden = false
  showSpeaking()
  setInterval(tick, 1000)
  tick()
  listen()
})()
`
