// On a tablet of the clinic: when no one has touched it for three minutes, the page gives way to
// one without a patient. It runs in the tablet's browser as it is written here.

;(() => {
  const idleMs = 180000
  const { end = '', done = '' } = document.body.dataset
  const leave = () => location.replace(done)
  const finish = () => fetch(end, { method: 'POST', keepalive: true }).then(leave, leave)
  let timer = setTimeout(finish, idleMs)
  for (const name of ['pointerdown', 'pointermove', 'keydown', 'input', 'scroll'])
    addEventListener(
      name,
      () => {
        clearTimeout(timer)
        timer = setTimeout(finish, idleMs)
      },
      { passive: true, capture: true },
    )
  // The pages of a patient are one entry of the history, and none is shown from memory.
  addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null
    if (link?.target !== '' || link.origin !== location.origin) return
    event.preventDefault()
    location.replace(link.href)
  })
  addEventListener('pageshow', ({ persisted }) => {
    if (persisted) location.reload()
  })
})()
