// The patient, and the payment.

import { useEffect, useId, useState } from 'preact/hooks'
import { isAtHome } from '../answers.ts'
import { nameOf, type WayToPay } from '../catalogue.ts'
import { asciiDigits } from '../dates.ts'
import { CountryChoice, Screen, shortTime, useBooking } from '../screen.tsx'
import type { Speech, Word } from '../words.ts'
import { Cancellation } from './after.tsx'

export function Contact() {
  const { way, speech } = useBooking()
  const { contact } = way.answers
  const [phone, email] = [useId(), useId()]
  const channels = [
    ['chatapp', 'byPhone'],
    ['email', 'byEmail'],
  ] as const
  return (
    <Screen title={speech.say('contact')} button={speech.say(way.isVerified ? 'continue' : 'sendCode')} onGo={way.verifying.sendCode} aside={<Price />}>
      <p class="quiet">{speech.say('contactHint')}</p>
      <fieldset class="two">
        <legend class="hidden">{speech.say('contact')}</legend>
        {channels.map(([channel, word]) => (
          <label key={channel} class={contact.channel === channel ? 'option chosen' : 'option'}>
            <input type="radio" name="channel" checked={contact.channel === channel} onChange={() => way.verifying.type('contact', { channel })} />
            {speech.say(word)}
          </label>
        ))}
      </fieldset>
      {way.needsCountry && <CountryChoice />}
      {contact.channel === 'chatapp' ? (
        <div class="field">
          <label for={phone}>{speech.say('phone')}</label>
          <input
            id={phone}
            key="phone"
            type="tel"
            dir="ltr"
            autocomplete="tel"
            maxLength={40}
            value={contact.phone}
            onInput={({ currentTarget }) => way.verifying.typePhone(currentTarget.value)}
          />
        </div>
      ) : (
        <div class="field">
          <label for={email}>{speech.say('email')}</label>
          <input
            id={email}
            key="email"
            type="email"
            dir="ltr"
            autocomplete="email"
            maxLength={254}
            value={contact.email}
            onInput={({ currentTarget }) => way.verifying.type('contact', { email: currentTarget.value })}
          />
        </div>
      )}
    </Screen>
  )
}

export function Code() {
  const { way, speech, announce } = useBooking()
  const id = useId()
  const [code, setCode] = useState('')
  const sent: Word = way.codesAgain > 0 ? 'codeSentAgain' : 'codeSent'
  useEffect(() => {
    announce(speech.say(sent, { where: way.codeAt ?? '' }))
  }, [way.codesAgain])
  const change = (typed: string) => {
    const digits = asciiDigits(typed).replace(/\D/g, '').slice(0, 6)
    setCode(digits)
    if (digits.length === 6 && digits !== code) void way.verifying.verify(digits)
  }
  const sendAnother = () => {
    setCode('')
    // The same text is announced again only if it was gone.
    announce('')
    void way.verifying.sendCode()
  }
  return (
    <Screen title={speech.say('code')} button={speech.say('continue')} onGo={() => way.verifying.verify(code)} aside={<Price />}>
      <p class="quiet">
        {speech
          .say(sent, { where: '\u0000' })
          .split('\u0000')
          .flatMap((part, index) => (index === 0 ? [part] : [<bdi key="where">{way.codeAt}</bdi>, part]))}
      </p>
      <div class="field">
        <label for={id}>{speech.say('codeLabel')}</label>
        <input
          id={id}
          data-first
          class="code"
          dir="ltr"
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={12}
          value={code}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      </div>
      <button type="button" class="plain" onClick={sendAnother}>
        {speech.say('codeAgain')}
      </button>
    </Screen>
  )
}

export function Person() {
  const { way, speech } = useBooking()
  const { answers, ways } = way
  const { patients, patientId } = answers
  const reason = useId()
  return (
    <Screen
      title={speech.say('person')}
      button={way.isBusy ? speech.say('booking') : speech.say(ways?.length === 1 ? 'book' : 'continue')}
      isOff={!ways}
      onGo={way.reserving.goOnFromPerson}
      aside={<Price />}
      note={ways?.length === 1 && <Terms />}
    >
      {patients.length > 0 && (
        <fieldset class="list">
          <legend class="hidden">{speech.say('person')}</legend>
          {patients.map((patient) => (
            <label key={patient.id} class={patientId === patient.id ? 'option chosen' : 'option'}>
              <input type="radio" name="patient" checked={patientId === patient.id} onChange={() => way.reserving.choosePatient(patient.id)} />
              <span class="name">{nameOf(patient) || patient.mrnNumber}</span>
              {patient.dob && <span class="quiet small">{speech.date(patient.dob, { year: 'numeric', month: 'short', day: 'numeric' })}</span>}
            </label>
          ))}
          <label class={patientId === 'new' ? 'option chosen' : 'option'}>
            <input type="radio" name="patient" checked={patientId === 'new'} onChange={() => way.reserving.choosePatient('new')} />
            <span class="name">{speech.say('somebodyElse')}</span>
          </label>
        </fieldset>
      )}
      {patientId === 'new' && <NewPatientFields />}
      {isAtHome(answers.kind?.mode) && <VisitAddress />}
      <div class="field">
        <label for={reason}>
          {speech.say('reason')} <span class="quiet">({speech.say('optional')})</span>
        </label>
        <input id={reason} maxLength={500} defaultValue={answers.reason} onInput={({ currentTarget }) => way.verifying.typeReason(currentTarget.value)} />
      </div>
    </Screen>
  )
}

/** Where a visit at home is. */
function VisitAddress() {
  const { way, speech } = useBooking()
  const { patientId, visitAddress } = way.answers
  const [id, hint] = [useId(), useId()]
  const isKnown = typeof patientId === 'number'
  return (
    <div class="field">
      <label for={id}>{speech.say('visitAddress')}</label>
      <input
        id={id}
        maxLength={300}
        autocomplete="street-address"
        aria-describedby={isKnown ? hint : undefined}
        defaultValue={visitAddress ?? ''}
        onInput={({ currentTarget }) => way.verifying.typeVisitAddress(currentTarget.value)}
      />
      {isKnown && (
        <p id={hint} class="quiet small">
          {speech.say('visitAddressHint')}
        </p>
      )}
    </div>
  )
}

/** A name, and what else the clinic asks of new patients. */
function NewPatientFields() {
  const { way, speech } = useBooking()
  const { newPatient } = way.answers
  const mistake = useId()
  const isWrong = (name: string) => name === 'dob' && way.reserving.isBirthAhead
  const fields = [
    ['firstName', 'firstName', { autocomplete: 'given-name', maxLength: 100, type: 'text' }],
    ['lastName', 'lastName', { autocomplete: 'family-name', maxLength: 100, type: 'text' }],
    ['dob', 'dateOfBirth', { autocomplete: 'bday', type: 'date', max: way.reserving.lastBirthDate }],
    ['age', 'age', { inputMode: 'numeric', maxLength: 3, type: 'text' }],
    ['gender', 'gender', { autocomplete: 'sex', maxLength: 30, type: 'text' }],
    ['bloodGroup', 'bloodGroup', { maxLength: 10, type: 'text' }],
    ['patientAddress', 'address', { autocomplete: 'street-address', maxLength: 300, type: 'text' }],
  ] as const
  return (
    <div class="fields">
      {fields
        .filter(([name]) => name === 'firstName' || way.options.newPatientFields.includes(name))
        .map(([name, word, attributes]) => (
          <div key={name} class="field">
            <label for={name}>{speech.say(word)}</label>
            <input
              id={name}
              {...attributes}
              aria-invalid={isWrong(name) || undefined}
              aria-describedby={isWrong(name) ? mistake : undefined}
              value={newPatient[name] ?? ''}
              onInput={({ currentTarget }) => way.verifying.type('newPatient', { [name]: currentTarget.value })}
            />
            {isWrong(name) && (
              <p id={mistake} class="notice" role="alert">
                {speech.say('birthAhead')}
              </p>
            )}
          </div>
        ))}
    </div>
  )
}

/** The price of the visit, as far as it is known. */
function Price() {
  const { way, speech } = useBooking()
  const known = way.ways && way.chosenWay
  const { price } = way
  if (!price) return null
  return (
    <>
      <strong>{speech.money(price.amount, price.currency)}</strong>
      {known && (
        <span class="quiet small">
          {speech.say(known.kind === 'own' ? 'pricePack' : known.isOnline ? 'payOnline' : isAtHome(way.answers.kind?.mode) ? 'payAtVisit' : 'payDesk')}
        </span>
      )}
    </>
  )
}

/** How the visit that is about to be booked can be cancelled. */
function Terms() {
  const { way, speech } = useBooking()
  const { summary } = way.reserving
  const other = summary && way.visitAt(summary)
  return summary ? (
    <>
      {other && (
        <p class="notice" role="status">
          {speech.say('alreadyBooked', { name: other.name, when: shortTime({ from: other.start, zone: other.zone }, way, speech) })}
        </p>
      )}
      <Cancellation summary={summary} isPaid={way.chosenWay?.isOnline ?? false} />
    </>
  ) : null
}

export function Pay() {
  const { way, speech } = useBooking()
  const { ways, chosenWay } = way
  return (
    <Screen
      title={speech.say('pay')}
      button={speech.say(way.isBusy ? 'booking' : chosenWay?.isOnline ? 'bookAndPay' : 'book')}
      isOff={!chosenWay}
      onGo={way.reserving.book}
      aside={<Price />}
      note={<Terms />}
    >
      <fieldset class="list">
        <legend class="hidden">{speech.say('pay')}</legend>
        {ways?.map((one) => {
          const { title, about } = wordsOf(one, isAtHome(way.answers.kind?.mode), speech)
          return (
            <label key={one.id} class={chosenWay?.id === one.id ? 'option chosen' : 'option'}>
              <input type="radio" name="way" checked={chosenWay?.id === one.id} onChange={() => way.reserving.chooseWay(one.id)} />
              <span class="words">
                <span class="name">{title}</span>
                <span class="quiet small">{about}</span>
              </span>
            </label>
          )
        })}
      </fieldset>
    </Screen>
  )
}

function wordsOf(
  { kind, isOnline, amount, currency, packName = '', sessions = 0, isBought }: WayToPay,
  isVisited: boolean,
  speech: Speech,
): { title: string; about: string } {
  const price = speech.money(amount, currency)
  const how = speech.say(isOnline ? 'payOnlineHint' : isVisited ? 'priceAtVisit' : 'payDeskHint', { price })
  switch (kind) {
    case 'single':
      return { title: speech.say(isOnline ? 'payOnline' : isVisited ? 'payAtVisit' : 'payDesk'), about: how }
    case 'followUp':
      return { title: speech.say(isOnline ? 'followUpOnline' : 'followUp'), about: how }
    case 'own':
      return { title: speech.say('usePack', { name: packName }), about: speech.say('packLeft', { count: sessions }) }
    case 'pack':
      return {
        title: speech.say(isOnline ? 'buyPackOnline' : 'buyPack', { name: packName }),
        about: speech.sentences([speech.say('packHolds', { price, count: sessions }), isBought ? speech.say('packUnpaid') : undefined]),
      }
  }
}

/** Before the checkout, and after it. */
export function Payment() {
  const { way, speech, announce } = useBooking()
  const { payment } = way
  const until = payment?.heldUntil
  const text = payment ? speech.say(payment.word, until ? { time: speech.time(until, way.options.zone) } : {}) : ''
  useEffect(() => announce(text), [text])
  if (!payment) return null
  const isPaid = payment.word === 'bookedPaid'
  const goOn = payment.word === 'payRefused' ? 'tryAgain' : 'goToCheckout'
  const titles: Partial<Record<Word, Word>> = {
    bookedPaid: 'bookedPaid',
    payRefused: 'booked',
    askingPayment: 'loading',
    payOver: 'notBooked',
    payRefunded: 'notBooked',
    payPartRefunded: 'notBooked',
  }
  const title = titles[payment.word] ?? 'notPaidYet'
  return (
    <Screen title={speech.say(title)} {...(payment.canPay && { button: speech.say(goOn), onGo: way.reserving.goToCheckout })}>
      {isPaid ? <p class="tick">✓</p> : <p>{text}</p>}
      {payment.isAsking && <Dots />}
      <div class="links">
        {payment.canPayAtClinic && (
          <button type="button" class="row" onClick={() => void way.reserving.payAtClinic()}>
            {speech.say('payAtClinic')}
          </button>
        )}
        {payment.canChooseAgain && (
          <button type="button" class="row" onClick={() => void way.reserving.chooseAgain()}>
            {speech.say('anotherTime')}
          </button>
        )}
      </div>
    </Screen>
  )
}

function Dots() {
  return (
    <div class="dots" aria-hidden="true">
      <span />
      <span />
      <span />
    </div>
  )
}
