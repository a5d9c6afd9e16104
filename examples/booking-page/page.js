// A booking page as a clinic's website would have it: no library, no server of its own. It holds a widget key,
// which opens sessions and nothing else, and a patient books only for the phone that was just verified.

const parameters = new URLSearchParams(location.search)
const service = parameters.get('service') ?? 'http://127.0.0.1:3000'
const widgetKey = parameters.get('key') ?? ''
// Stable for this patient on this page, and nothing that tells who it is.
const endUserId = crypto.randomUUID()

const element = (id) => document.getElementById(id)
const message = element('message')
let session
let workspace
let slots = []

function say(text, isProblem = false) {
  message.textContent = text
  message.className = isProblem ? 'problem' : ''
}

function open(step) {
  element(step).querySelector('fieldset').disabled = false
}

/** One call; opens a session first, and a new one when the old has ended. */
async function call(method, path, body, isRetry = false) {
  session ??= await openSession()
  const response = await fetch(service + path, {
    method,
    headers: { authorization: `Bearer ${session}`, 'x-end-user-id': endUserId, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  })
  if (response.status === 401 && !isRetry) {
    session = undefined
    return call(method, path, body, true)
  }
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer
}

async function openSession() {
  const response = await fetch(`${service}/v1/widget/session`, { method: 'POST', headers: { 'x-api-key': widgetKey } })
  const answer = await response.json()
  if (!response.ok) throw new Error(answer.message)
  return answer.token
}

/** Runs one step and says what became of it. */
async function step(work) {
  try {
    await work()
  } catch (error) {
    say(error instanceof TypeError ? 'The booking service cannot be reached from this page.' : error.message, true)
  }
}

const chosen = () => JSON.parse(element('doctor').value)

async function showSlots() {
  const { addressId, doctorId } = chosen()
  const query = new URLSearchParams({ addressId, doctorId, appointmentDate: element('date').value, mode: 'OFFLINE' })
  const found = await call('GET', `/v1/appointments/available-slots?${query}`)
  slots = found.slots
  element('time').replaceChildren(...slots.map((slot, index) => new Option(slot.fromDateTimeTs, String(index))))
  element('zone').textContent = slots[0] ? `(clinic time, ${slots[0].appointmentTimezone})` : ''
  if (slots[0]) return say('Choose a time, then verify your phone.')
  say(found.nextAvailableDate ? `Nothing is free on this day; the next is ${found.nextAvailableDate}.` : 'Nothing is free on this day.')
}

async function start() {
  workspace = await call('GET', '/v2/workspaces')
  const places = workspace.addresses.flatMap((address) =>
    address.doctors
      .filter(({ appointmentSystemType }) => appointmentSystemType === 'SCHEDULED')
      .map(
        (doctor) =>
          new Option(`${doctor.publicProfile?.name ?? doctor.specialization}, ${address.city}`, JSON.stringify({ addressId: address.id, doctorId: doctor.id })),
      ),
  )
  element('doctor').replaceChildren(...places)
  element('date').value = parameters.get('date') ?? new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
  for (const id of ['doctor', 'date']) element(id).addEventListener('change', () => step(showSlots))
  open('slot')
  open('send')
  await showSlots()
}

element('send').addEventListener('submit', (event) => {
  event.preventDefault()
  step(async () => {
    const sent = await call('POST', '/v1/otp/send', { phoneNumber: element('phone').value })
    open('book')
    element('code').focus()
    say(`A code is on its way to ${sent.phoneNumber}.`)
  })
})

element('book').addEventListener('submit', (event) => {
  event.preventDefault()
  step(async () => {
    await call('POST', '/v1/otp/verify', { phoneNumber: element('phone').value, otpCode: element('code').value })
    const { addressId, doctorId } = chosen()
    const slot = slots[Number(element('time').value)]
    const address = workspace.addresses.find(({ id }) => id === addressId)
    const fees = address.doctors.find(({ id }) => id === doctorId).consultationFees
    const { appointment } = await call('POST', '/v1/appointments/book-appointment-unified', {
      workspaceId: workspace.workspaceId,
      addressId,
      doctorId,
      patientPayload: { firstName: element('name').value, phoneNumber: element('phone').value },
      bookingType: 'ONE_TIME_APPOINTMENT',
      mode: 'OFFLINE',
      fromDateTimeIso: slot.fromDateTimeIso,
      toDateTimeIso: slot.toDateTimeIso,
      paymentMode: 'CASH',
      consultationCharge: fees.find(({ consultationMode, isInternational }) => consultationMode === 'OFFLINE' && !isInternational).amount,
      source: 'WEBSITE',
    })
    say(`Booked: ${appointment.appointmentDate}, ${slot.fromDateTimeTs} clinic time. Your reference is ${appointment.bookingReference}.`)
  })
})

step(start)
