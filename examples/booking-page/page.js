// A booking page as a clinic's website would have it: no library, no server of its own. It holds a widget key,
// which opens sessions and nothing else, and a patient books only for the phone that was just verified.

import { countries } from './countries.js'

const parameters = new URLSearchParams(location.search)
const service = parameters.get('service') ?? 'http://127.0.0.1:3000'
const widgetKey = parameters.get('key') ?? ''
// Stable for this patient on this page, and nothing that tells who it is.
const endUserId = crypto.randomUUID()
const visitorZone = Intl.DateTimeFormat().resolvedOptions().timeZone
const dayMs = 86_400_000
// A day before, so that it has not begun anywhere in the world.
const firstDate = parameters.get('date') ?? dateAfter(new Date().toISOString().slice(0, 10), -1)
const mode = 'OFFLINE'

const element = (id) => document.getElementById(id)
const message = element('message')
let session
let workspaceId
let doctors = []
/** Who and when the visitor has chosen, and the week that is shown. */
let doctor
let slot
let week
/** The phone that was verified; bookings for it need no other code. */
let verifiedPhone

/** A refusal of the service; `code` says why. */
class Refused extends Error {
  constructor({ message, error, requiresVerification }) {
    super(message.replace(/^[A-Z_]+: /, ''))
    this.code = requiresVerification ? 'NOT_VERIFIED' : error
  }
}

/** One call; opens a session first, and a new one when the old has ended. */
async function call(method, path, body, isRetry = false) {
  session ??= (await answerOf(await fetch(`${service}/v1/widget/session`, { method: 'POST', headers: { 'x-api-key': widgetKey } }))).token
  const response = await fetch(service + path, {
    method,
    headers: { authorization: `Bearer ${session}`, 'x-end-user-id': endUserId, ...(body ? { 'content-type': 'application/json' } : {}) },
    body: body && JSON.stringify(body),
  })
  if (response.status === 401 && !isRetry) {
    session = undefined
    // What was verified was verified for the session that has ended.
    verifiedPhone = undefined
    return call(method, path, body, true)
  }
  return answerOf(response)
}

async function answerOf(response) {
  const answer = await response.json()
  if (!response.ok) throw new Refused(answer)
  return answer
}

function slotsFrom(date, days, { addressId, doctorId }) {
  const patientCountryCode = element('country').value
  const query = new URLSearchParams({ addressId, doctorId, appointmentDate: date, days, mode, patientTimezone: visitorZone, patientCountryCode })
  return call('GET', `/v1/appointments/available-slots?${query}`)
}

function say(text, isProblem = false) {
  message.textContent = text
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
  const name = workspace.publicProfile.wpp?.name
  if (name) {
    element('clinic').textContent = name
    document.title = `Book a visit: ${name}`
  }
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
const isVerified = () => verifiedPhone === JSON.stringify(phone())

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
  verifiedPhone = JSON.stringify(phone())
  showWhatIsNext()
  await book()
}

async function book() {
  const wanted = slot
  try {
    const price = week.plans.find((plan) => plan.mode === mode)
    const { appointment } = await call('POST', '/v1/appointments/book-appointment-unified', {
      workspaceId,
      addressId: doctor.addressId,
      doctorId: doctor.doctorId,
      patientPayload: { firstName: element('name').value, ...phone() },
      bookingType: 'ONE_TIME_APPOINTMENT',
      mode,
      fromDateTimeIso: wanted.fromDateTimeIso,
      toDateTimeIso: wanted.toDateTimeIso,
      paymentMode: 'CASH',
      consultationCharge: price?.pricePerSession,
      source: 'WEBSITE',
    })
    showBooked(wanted, appointment)
  } catch (error) {
    if (error.code === 'NOT_VERIFIED') {
      verifiedPhone = undefined
      showWhatIsNext()
    }
    if (error.code !== 'SLOT_NOT_AVAILABLE' && error.code !== 'SLOT_NOT_OFFERED') throw error
    await showWeek(week.from)
    document.querySelector('[name=slot]')?.focus()
    say('Somebody else has just taken this time. Choose another; you need no second code.', true)
  }
}

function showBooked(wanted, { bookingReference }) {
  isBooked = true
  const { date, time } = shownStart(wanted)
  const clinicTime = wanted.fromDateTimeTs === time ? '' : ` (${wanted.fromDateTimeTs} at the clinic)`
  const day = dateText(date, { weekday: 'long', month: 'long', year: 'numeric' })
  for (const id of ['choose', 'details', 'verify']) element(id).hidden = true
  say(`Booked: ${doctor.name}, ${doctor.city}, ${day}, ${time}${clinicTime}. Your reference is ${bookingReference}.`)
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

step(showDoctors)
