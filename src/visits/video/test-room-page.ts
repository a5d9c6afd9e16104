// The page of a test room. Its script asks for camera and microphone, finds the other browser by
// the signals of the room, and connects to it directly; both must run on the same machine, or on
// machines that can reach each other.

import { cardStyle, escapeHtml, htmlPage, pageHeaders } from '../../base/http/html.ts'
import type { VideoRole } from './jitsi.ts'

const style = `${cardStyle}
main { max-width: 60rem; }
.pictures { display: grid; gap: 1rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); padding: 1rem; }
figure { margin: 0; }
video { display: block; width: 100%; aspect-ratio: 4 / 3; border-radius: 10px; background: #000; object-fit: cover; }
figcaption { color: var(--soft); font-size: .9rem; padding-top: .35rem; }
#headline { padding-top: 1.1rem; }
.actions { display: flex; flex-wrap: wrap; gap: .7rem; padding: 0 1rem 1rem; }
button { min-height: 3rem; padding: .6rem 1.2rem; border: 1px solid currentColor; border-radius: 10px; background: var(--card); color: var(--ink); font: inherit; font-weight: 600; cursor: pointer; }
`

const script = `
(async () => {
  const path = location.pathname.replace(/\\/+$/, '') + '/signals'
  const isHost = document.body.dataset.role === 'HOST'
  const element = (id) => document.getElementById(id)
  const say = (text) => { if (element('headline').textContent !== text) element('headline').textContent = text }
  const here = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => 'abcdefghijklmnopqrstuvwxyz012345'[byte % 32]).join('')
  const offered = new Set()
  let peer, other, after = 0, isOver = false, stream

  const send = (signal) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ from: here, ...signal }) })
  const connect = () => {
    if (peer) peer.close()
    const made = new RTCPeerConnection()
    peer = made
    if (stream) for (const track of stream.getTracks()) made.addTrack(track, stream)
    else if (isHost) for (const kind of ['audio', 'video']) made.addTransceiver(kind, { direction: 'recvonly' })
    made.ontrack = ({ streams }) => { element('theirs').srcObject = streams[0] }
    made.onconnectionstatechange = () => {
      if (peer !== made) return
      document.body.dataset.connection = made.connectionState
      if (made.connectionState === 'connected') say('You are connected.')
      if (made.connectionState === 'failed' || made.connectionState === 'disconnected') say('The connection is lost. Reload the page to try again.')
    }
    return made
  }
  // All ways to this browser are known before its description is sent, so that there is one message each way.
  const described = async (made, description) => {
    await made.setLocalDescription(description)
    await new Promise((resolve) => {
      if (made.iceGatheringState === 'complete') return resolve()
      made.onicegatheringstatechange = () => made.iceGatheringState === 'complete' && resolve()
      setTimeout(resolve, 2000)
    })
    return made.localDescription.sdp
  }
  const hear = async ({ kind, from, to, sdp }) => {
    if (to !== undefined && to !== here) return
    if (kind === 'hello' && isHost && !offered.has(from)) {
      offered.add(from)
      const made = connect()
      await send({ kind: 'offer', to: from, sdp: await described(made, await made.createOffer()) })
    } else if (kind === 'hello' && !isHost && from !== other) {
      other = from
      await send({ kind: 'hello' })
    } else if (kind === 'offer' && !isHost) {
      other = from
      const made = connect()
      await made.setRemoteDescription({ type: 'offer', sdp })
      await send({ kind: 'answer', to: from, sdp: await described(made, await made.createAnswer()) })
    } else if (kind === 'answer' && isHost && peer && peer.signalingState === 'have-local-offer') {
      await peer.setRemoteDescription({ type: 'answer', sdp })
    } else if (kind === 'bye') {
      if (peer) peer.close()
      element('theirs').srcObject = null
      document.body.dataset.connection = 'closed'
      say('The other side has left.')
    }
  }
  const listen = async () => {
    if (isOver) return
    try {
      const response = await fetch(path + '?after=' + after, { cache: 'no-store' })
      if (response.status === 404) return say('This room is closed. Open it again from the visit.')
      if (response.ok) {
        for (const signal of await response.json()) {
          after = signal.number
          await hear(signal)
        }
      }
    } catch {
      say('The connection is lost. Reload the page to try again.')
    }
    setTimeout(listen, peer && peer.connectionState === 'connected' ? 4000 : 1000)
  }
  const leave = () => {
    if (isOver) return
    isOver = true
    navigator.sendBeacon(path, JSON.stringify({ from: here, kind: 'bye' }))
    if (peer) peer.close()
    if (stream) for (const track of stream.getTracks()) track.stop()
  }
  addEventListener('pagehide', leave)
  element('leave').onclick = () => {
    leave()
    element('own').srcObject = element('theirs').srcObject = null
    element('leave').disabled = element('mute').disabled = true
    document.body.dataset.connection = 'closed'
    say('You have left. You can close this page.')
  }
  element('mute').onclick = () => {
    const [sound] = stream ? stream.getAudioTracks() : []
    if (!sound) return
    sound.enabled = !sound.enabled
    element('mute').setAttribute('aria-pressed', String(!sound.enabled))
  }

  try {
    stream = await navigator.mediaDevices.getUserMedia({ audio: true, video: true })
    element('own').srcObject = stream
    say('Waiting for the other side.')
  } catch {
    element('mute').disabled = true
    say('Waiting for the other side. This browser has no camera and microphone, or does not share them.')
  }
  await send({ kind: 'hello' })
  void listen()
})()
`

export const testRoomHeaders = {
  ...pageHeaders({ style, script, more: "connect-src 'self'; media-src 'self'; " }),
  'cache-control': 'no-store',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(self)',
}

/** The page for one side. */
export function testRoomPage(role: VideoRole): string {
  const [own, other] = role === 'HOST' ? ['Clinic (you)', 'Patient'] : ['You', 'Clinic']
  return htmlPage({
    title: 'Test room',
    style,
    body: `<body data-role="${role}" data-connection="new">
<main>
<h1>Test room of the sandbox</h1>
<div class="card">
<p id="headline" role="status" aria-live="polite">Asking for camera and microphone.</p>
<div class="pictures">
<figure><video id="theirs" autoplay playsinline aria-label="${escapeHtml(other)}"></video><figcaption>${escapeHtml(other)}</figcaption></figure>
<figure><video id="own" autoplay playsinline muted aria-label="${escapeHtml(own)}"></video><figcaption>${escapeHtml(own)}</figcaption></figure>
</div>
<div class="actions"><button id="mute" type="button" aria-pressed="false">Turn the microphone off</button><button id="leave" type="button">Leave</button></div>
</div>
<footer>
<p>For trying video visits: it connects two browsers that reach each other, such as two on one machine. A clinic that treats people needs video of its own.</p>
<noscript><p>This room needs JavaScript.</p></noscript>
</footer>
</main>
<script>${script}</script>
</body>`,
  })
}
