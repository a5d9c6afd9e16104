// A booking page as a clinic's website would have it: no library, no server of its own. It holds a widget key,
// which opens sessions and nothing else, and a patient books only for the phone that was just verified.

import { countries } from './countries.js'

const parameters = new URLSearchParams(location.search)
const service = parameters.get('service') ?? 'http://127.0.0.1:3000'
const widgetKey = parameters.get('key') ?? ''
// Where a checkout leads back to: this page as it was opened. What the gateway adds on the way back names a payment and proves nothing.
const returnUrl = new URL(location.href)
returnUrl.hash = ''
returnUrl.searchParams.delete('sessionRef')
const visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const dayMs = 86_400_000
// A day before, so that it has not begun anywhere in the world.
const firstDate = parameters.get('date') ?? dateAfter(new Date().toISOString().slice(0, 10), -1)
const mode = 'OFFLINE'

const element = (id) => document.getElementById(id)
const message = element('message')
let workspaceId
let takesPayments = false
let doctors = []
/** Who and when the visitor has chosen, and the week that is shown. */
let doctor
let slot
let week

const storedAs = `booking ${service} ${widgetKey}`
/**
 * What outlives a reload, and the way to a checkout and back, in this tab alone: `session`, its token; `endUserId`, stable for this patient
 * and nothing that tells who it is; `verifiedPhone`, for which bookings need no other code; `clinic`, its name; `reservation`, with the key
 * that makes it safe to send again.
 */
const kept = { endUserId: crypto.randomUUID(), ...JSON.parse(sessionStorage.getItem(storedAs) ?? '{}') }

function keep(changes) {
  sessionStorage.setItem(storedAs, JSON.stringify(Object.assign(kept, changes)))
}

/** A refusal; `code` says why where it is the service's own. What a payment gateway says is passed on as it is. */
class Refused extends Error {
  constructor(httpStatus, { status, message, error, requiresVerification }) {
    super(typeof message === 'string' ? message.replace(/^[A-Z_]+: /, '') : 'The payment service refuses just now.')
    this.code = requiresVerification ? 'NOT_VERIFIED' : status === 'failed' ? (error ?? 'INVALID') : undefined
    this.isOfGateway = this.code ? this.code.startsWith('GATEWAY_') : ![401, 403, 429].includes(httpStatus)
    this.isCertain = Boolean(this.code) && !this.isOfGateway && httpStatus < 500
  }
}

/** One call; opens a session first, and a new one when the old has ended. */
async function call(method, path, body, headers = {}, isRetry = false) {
  if (!kept.session) {
    const opened = await fetch(`${service}/v1/widget/session`, { method: 'POST', headers: { 'x-api-key': widgetKey } })
    keep({ session: (await answerOf(opened)).token })
  }
  const identity = { authorization: `Bearer ${kept.session}`, 'x-end-user-id': kept.endUserId }
  const response = await fetch(service + path, {
    method,
    headers: { ...identity, ...headers, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  })
  if (response.status === 401 && !isRetry) {
    // What was verified was verified for the session that has ended.
    keep({ session: undefined, verifiedPhone: undefined })
    return call(method, path, body, headers, true)
  }
  return answerOf(response)
}

async function answerOf(response) {
  const answer = await response.json()
  if (!response.ok) throw new Refused(response.status, answer)
  return answer
}

function slotsFrom(date, days, { addressId, doctorId }) {
  const patientCountryCode = element('country').value
  const query = new URLSearchParams({ addressId, doctorId, appointmentDate: date, days, mode, patientTimezone: visitorZone, patientCountryCode })
  return call('GET', `/v1/appointments/available-slots?${query}`)
}

function say(text, isProblem = false) {
  // Said again, it would be read out again.
  if (message.textContent !== text) message.textContent = text
  message.className = isProblem ? 'problem' : ''
}

let steps = Promise.resolve()
let isBooked = false

/** Runs one step after those before it, and says what became of it. */
function step(work) {
  steps = steps
    .then(() => isBooked || work())
    .catch((error) => say(error instanceof TypeError ? 'The booking service cannot be reached from this page.' : error.message, true))
  return steps
}

/** Runs a step when a form is sent; sent again meanwhile, it does nothing. */
function onSubmit(id, work) {
  let isBusy = false
  element(id).addEventListener('submit', async (event) => {
    event.preventDefault()
    if (isBusy) return
    isBusy = true
    await step(work)
    isBusy = false
  })
}

function dateAfter(date, days) {
  return new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10)
}

function dateText(date, style = {}) {
  return new Date(date).toLocaleDateString(undefined, { timeZone: 'UTC', weekday: 'short', day: 'numeric', month: 'short', ...style })
}

function moneyText(amount, currency) {
  return amount.toLocaleString(undefined, { style: 'currency', currency, currencyDisplay: 'code', trailingZeroDisplay: 'stripIfInteger' })
}

/** The start of a slot as the visitor's clock shows it: date and time. */
function shownStart({ patientFromDateTimeIso, fromDateTimeIso }) {
  const iso = patientFromDateTimeIso ?? fromDateTimeIso
  return { date: iso.slice(0, 10), time: iso.slice(11, 16) }
}

/** A radio button with its label around it; drawn as a button or a card. */
function choice(name, value, content, isDisabled = false) {
  const label = document.createElement('label')
  label.className = 'choice'
  const input = Object.assign(document.createElement('input'), { type: 'radio', name, value: String(value), required: true, disabled: isDisabled })
  label.append(input, ...content)
  return label
}

function text(tag, content, className = '') {
  return Object.assign(document.createElement(tag), { textContent: content, className })
}

async function showDoctors() {
  const workspace = await call('GET', '/v2/workspaces')
  workspaceId = workspace.workspaceId
  takesPayments = workspace.onlinePaymentEnabled
  element('how').hidden = !takesPayments
  keep({ clinic: workspace.publicProfile.wpp?.name })
  showClinic()
  showCountries(workspace.addresses[0]?.country)
  const candidates = workspace.addresses.flatMap((address) => address.doctors.filter(canBeBooked).map((found) => doctorAt(address, found)))
  doctors = (await Promise.all(candidates.map(withNextDate))).filter(Boolean)
  if (doctors.length === 0) return say('Nobody can be booked here just now.')
  element('doctors')
    .querySelector('.cards')
    .replaceChildren(...doctors.map(doctorCard))
  element('doctors').hidden = false
  const first = doctors.findIndex(({ nextDate }) => nextDate)
  if (first < 0) return say('Nothing is free in the next two months.')
  document.getElementsByName('doctor')[first].checked = true
  await chooseDoctor(first)
}

function showClinic() {
  if (!kept.clinic) return
  element('clinic').textContent = kept.clinic
  document.title = `Book a visit: ${kept.clinic}`
}

/** Undefined for a practitioner who has left: the profile may still be there. */
async function withNextDate(candidate) {
  try {
    const { slots, nextAvailableDate } = await slotsFrom(firstDate, 1, candidate)
    return { ...candidate, nextDate: slots[0] ? firstDate : nextAvailableDate }
  } catch (error) {
    if (error.code !== 'DOCTOR_NOT_FOUND') throw error
  }
}

function canBeBooked({ appointmentSystemType, appointmentTypeAndPermission, consultationFees }) {
  const hasFee = consultationFees.some(({ consultationMode }) => consultationMode === mode)
  return appointmentSystemType === 'SCHEDULED' && appointmentTypeAndPermission.allowOffline && hasFee
}

function doctorAt({ id: addressId, city, country }, { id: doctorId, specialization, publicProfile, consultationFees }) {
  const fee = consultationFees.find(({ consultationMode, isInternational }) => consultationMode === mode && !isInternational)
  return { addressId, doctorId, city, country, specialization, name: publicProfile?.name ?? specialization, fee }
}

function doctorCard({ name, specialization, city, fee, nextDate }, index) {
  const next = nextDate ? `Next free: ${dateText(nextDate)}` : 'Nothing free in the next two months'
  const facts = [`${specialization}, ${city}`, fee && moneyText(fee.amount, fee.currency), next].filter(Boolean)
  return choice('doctor', index, [text('span', name, 'name'), ...facts.map((fact) => text('small', fact))], !nextDate)
}

function showCountries(preferred) {
  const names = new Intl.DisplayNames(undefined, { type: 'region' })
  const options = countries
    .map(([country, dialCode]) => ({ country, dialCode, name: names.of(country) }))
    .sort((a, b) => a.name.localeCompare(b.name))
    .map(({ country, dialCode, name }) => new Option(`${name} (${dialCode})`, dialCode, country === preferred, country === preferred))
  element('country').replaceChildren(...options)
  const { countryCode } = kept.reservation?.visit.patientPayload ?? {}
  if (countryCode) element('country').value = countryCode
}

async function chooseDoctor(index) {
  doctor = doctors[index]
  await showWeek(doctor.nextDate)
}

/** Shows seven days from a date; what was chosen before is no longer. */
async function showWeek(from) {
  const found = await slotsFrom(from, 7, doctor)
  week = { from, plans: found.plans, slots: found.days.flatMap(({ slots }) => slots), next: found.nextAvailableDate }
  slot = undefined
  for (const id of ['details', 'verify']) element(id).hidden = true
  const days = Map.groupBy(week.slots, (one) => shownStart(one).date)
  element('times')
    .querySelector('.days')
    .replaceChildren(...[...days].map(([date, slots]) => dayOf(date, slots)))
  element('times').hidden = false
  element('earlier').disabled = from <= doctor.nextDate
  const { appointmentTimezone } = week.slots[0] ?? {}
  const isSame = appointmentTimezone === found.patientTimezone
  element('zone').textContent = `Times in ${found.patientTimezone}${isSame ? '' : ', where you are'}`
  if (week.slots[0]) return say('Choose a time.')
  say(week.next ? `Nothing is free in this week; the next free day is ${dateText(week.next)}.` : 'Nothing is free in this week.')
}

function dayOf(date, slots) {
  const day = document.createElement('div')
  const buttons = Object.assign(document.createElement('div'), { className: 'slots' })
  buttons.append(...slots.map((one) => choice('slot', week.slots.indexOf(one), [text('span', shownStart(one).time)])))
  day.append(text('h2', dateText(date)), buttons)
  return day
}

function chooseSlot(index) {
  slot = week.slots[index]
  element('details').hidden = false
  showChosen()
  say('Now say who is coming. ')
  // The week may be longer than the screen.
  message.append(Object.assign(document.createElement('a'), { href: '#details', textContent: 'Go on' }))
}

function showChosen() {
  const { date, time } = shownStart(slot)
  const price = week.plans.find((plan) => plan.mode === mode)
  const facts = [doctor.name, `${dateText(date, { weekday: 'long', month: 'long' })}, ${time}`, price && moneyText(price.pricePerSession, price.currency)]
  element('chosen').textContent = facts.filter(Boolean).join(' · ')
}

const phone = () => ({ countryCode: element('country').value, phoneNumber: element('phone').value })
const isVerified = () => kept.verifiedPhone === JSON.stringify(phone())

function showWhatIsNext() {
  element('go').textContent = isVerified() ? 'Book this time' : 'Send me a code'
  element('verify').hidden = true
}

async function sendCode() {
  const sent = await call('POST', '/v1/otp/send', phone())
  element('verify').hidden = false
  element('code').value = ''
  element('code').focus()
  say(`A code is on its way to ${sent.phoneNumber}.`)
}

async function verifyAndBook() {
  await call('POST', '/v1/otp/verify', { ...phone(), otpCode: element('code').value })
  keep({ verifiedPhone: JSON.stringify(phone()) })
  showWhatIsNext()
  await book()
}

async function book() {
  const price = week.plans.find((plan) => plan.mode === mode)
  const visit = {
    workspaceId,
    addressId: doctor.addressId,
    doctorId: doctor.doctorId,
    patientPayload: { firstName: element('name').value, ...phone() },
    bookingType: 'ONE_TIME_APPOINTMENT',
    mode,
    fromDateTimeIso: slot.fromDateTimeIso,
    toDateTimeIso: slot.toDateTimeIso,
    // How it is paid where it is not paid online.
    paymentMode: 'CASH',
    consultationCharge: price?.pricePerSession,
    source: 'WEBSITE',
  }
  const what = visitText()
  try {
    if (takesPayments && element('online').checked) {
      keep({ reservation: { key: crypto.randomUUID(), visit: { ...visit, returnUrl: returnUrl.href }, what } })
      return await reserve()
    }
    const { appointment } = await call('POST', '/v1/appointments/book-appointment-unified', visit)
    showBooked(`Booked: ${what}.`, appointment.bookingReference)
  } catch (error) {
    // Nothing was booked.
    keep({ reservation: undefined })
    if (error.code === 'NOT_VERIFIED') {
      keep({ verifiedPhone: undefined })
      showWhatIsNext()
    }
    if (error.code !== 'SLOT_NOT_AVAILABLE' && error.code !== 'SLOT_NOT_OFFERED') throw error
    await showWeek(week.from)
    document.querySelector('[name=slot]')?.focus()
    say('Somebody else has just taken this time. Choose another; you need no second code.', true)
  }
}

function visitText() {
  const { date, time } = shownStart(slot)
  const clinicTime = slot.fromDateTimeTs === time ? '' : ` (${slot.fromDateTimeTs} at the clinic)`
  return `${doctor.name}, ${doctor.city}, ${dateText(date, { weekday: 'long', month: 'long', year: 'numeric' })}, ${time}${clinicTime}`
}

/** Shows the steps with these ids, and no others. */
function showOnly(...ids) {
  for (const id of ['choose', 'details', 'verify', 'payment']) element(id).hidden = !ids.includes(id)
}

function showBooked(sentence, reference) {
  isBooked = true
  keep({ reservation: undefined })
  showOnly()
  say(reference ? `${sentence} Your reference is ${reference}.` : sentence)
}

/**
 * Sends the reservation, and goes to its checkout. The same one again, after a reload or a lost answer, is known by its key: nothing is booked
 * twice, and where the checkout could not be opened it is tried again.
 */
async function reserve() {
  const { key, visit, what } = kept.reservation
  let answer
  try {
    answer = await call('POST', '/v1/appointments/reserve-slot', visit, { 'idempotency-key': key })
  } catch (error) {
    if (error.isCertain) throw error
    // Of what a gateway refuses the booking stands, unpaid; of anything else nobody can tell before it is tried again.
    const because = error.isOfGateway
      ? `Your time is booked, but it cannot be paid just now: ${what}.`
      : `There is no answer yet: ${what}. Trying again does not book twice.`
    return showPayment(because, { goOn: 'Try again', atClinic: Boolean(error.isOfGateway), isProblem: true })
  }
  if (!answer.checkoutUrl) return showBooked(`Booked: ${what}.`, answer.appointment.bookingReference)
  // Kept before the visitor leaves: without it nobody here would know what was paid.
  keep({ reservation: { ...kept.reservation, sessionRef: answer.sessionRef, checkoutUrl: answer.checkoutUrl } })
  location.assign(answer.checkoutUrl)
}

/** What can be done about a reservation that is not paid. */
function showPayment(sentence, { goOn, atClinic, isProblem = false }) {
  showOnly('payment')
  element('go-on').textContent = goOn ?? ''
  element('go-on').hidden = !goOn
  element('at-clinic').hidden = !atClinic
  // What is booked, or may be, is not to be booked again.
  element('choose-again').hidden = atClinic !== undefined
  say(sentence, isProblem)
}

let turn = 0
const followMs = 180_000

/** Asks what became of a payment until that is decided, less and less often. That the visitor came back from the checkout says nothing. */
async function followPayment(sessionRef) {
  turn += 1
  const own = turn
  const until = Date.now() + followMs
  for (let pauseMs = 1_000; ; pauseMs = Math.min(pauseMs * 1.5, 15_000)) {
    const outcome = await call('POST', '/v1/appointments/confirm-payments', { sessionRef }).catch((error) => error)
    if (own !== turn || showOutcome(outcome, sessionRef)) return
    if (Date.now() > until) return say('The payment is not decided yet. Load this page again to ask once more.')
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
}

/** Shows how a payment stands; true when there is nothing more to ask. */
function showOutcome(outcome, sessionRef) {
  const { what, checkoutUrl } = kept.reservation?.sessionRef === sessionRef ? kept.reservation : {}
  const { status, paymentStatus, appointmentRef, over, message } = outcome
  if (outcome.code === 'PAYMENT_NOT_FOUND' || status === 'FAILED') {
    const sentence = status ? 'The payment did not go through, and nothing was taken. Choose a time again; you need no second code.' : message
    step(() => chooseAgain(sentence))
    return true
  }
  if (outcome instanceof Error) {
    say('The booking service does not answer just now. It is asked again.', true)
    return false
  }
  if (status === 'SUCCESS') {
    showBooked(what ? `Booked and paid: ${what}.` : 'Booked and paid.', appointmentRef)
    return true
  }
  // Asked on all the same while no money has come: the page says when late money has gone back.
  const isOpen = !over
  const isHeld = what ? `Not paid yet: ${what}. Your time is held for some minutes.` : 'Not paid yet. Your time is held for some minutes.'
  showPayment(isOpen ? isHeld : message, { goOn: isOpen && checkoutUrl ? 'Go on to the payment' : undefined, isProblem: !isOpen })
  return paymentStatus !== 'PENDING'
}

/** Back to the choice of a time, with what the visitor has said of themselves. */
async function chooseAgain(sentence) {
  turn += 1
  const { firstName = '', phoneNumber = '' } = kept.reservation?.visit.patientPayload ?? {}
  history.replaceState(null, '', returnUrl)
  showOnly('choose')
  await showDoctors()
  element('name').value = firstName
  element('phone').value = phoneNumber
  keep({ reservation: undefined })
  showWhatIsNext()
  if (sentence) say(sentence, true)
}

async function open() {
  showClinic()
  const { reservation } = kept
  const sessionRef = parameters.get('sessionRef') ?? reservation?.sessionRef
  if (sessionRef) void followPayment(sessionRef)
  else await (reservation ? reserveAgain() : showDoctors())
}

function reserveAgain() {
  return reserve().catch((error) => chooseAgain(error.message))
}

element('choose').addEventListener('change', ({ target }) => {
  if (target.name === 'doctor') step(() => chooseDoctor(Number(target.value)))
  else chooseSlot(Number(target.value))
})
onSubmit('choose', () => {})
element('earlier').addEventListener('click', () => step(() => showWeek(dateAfter(week.from, -7))))
element('later').addEventListener('click', () => step(() => showWeek(week.slots[0] || !week.next ? dateAfter(week.from, 7) : week.next)))
element('phone').addEventListener('input', showWhatIsNext)
element('country').addEventListener('change', () =>
  step(async () => {
    showWhatIsNext()
    // The price depends on where the patient is from.
    week.plans = (await slotsFrom(week.from, 1, doctor)).plans
    showChosen()
  }),
)
onSubmit('details', () => (isVerified() ? book() : sendCode()))
onSubmit('verify', verifyAndBook)
element('go-on').addEventListener('click', () => {
  const { checkoutUrl } = kept.reservation
  if (checkoutUrl) location.assign(checkoutUrl)
  else step(reserveAgain)
})
element('at-clinic').addEventListener('click', () => showBooked(`Booked: ${kept.reservation.what}. You pay at the clinic.`))
element('choose-again').addEventListener('click', () => step(() => chooseAgain()))
// A page that the browser has kept as it was when its visitor went to the checkout knows nothing of what happened there.
addEventListener('pageshow', ({ persisted }) => persisted && location.reload())

step(open)
