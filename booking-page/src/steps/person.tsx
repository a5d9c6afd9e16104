// The patient, and the payment.

import { useEffect, useId, useState } from 'preact/hooks'
import { isAtHome } from '../answers.ts'
import { type PaymentMethod, patientName } from '../catalogue.ts'
import { asciiDigits } from '../dates.ts'
import { CountryChoice, QuestionScreen, shortTime, useBooking } from '../screen.tsx'
import type { Localization, WordKey } from '../words.ts'
import { Cancellation } from './after.tsx'

export function ContactQuestion() {
  const { booking, localization } = useBooking()
  const { contact } = booking.answers
  const isOwn = booking.options.ownVisits !== undefined
  const phone = useId()
  const email = useId()
  const channels = [
    ['chatapp', 'byPhone'],
    ['email', 'byEmail'],
  ] as const
  return (
    <QuestionScreen
      title={localization.translate(isOwn ? 'ownContact' : 'contact')}
      button={localization.translate(booking.isVerified ? 'continue' : 'sendCode')}
      onGo={booking.verificationFlow.sendCode}
      aside={<Price />}
    >
      <p class="quiet">{localization.translate(isOwn ? 'ownContactHint' : 'contactHint')}</p>
      <fieldset class="two">
        <legend class="hidden">{localization.translate('contact')}</legend>
        {channels.map(([channel, word]) => (
          <label key={channel} class={contact.channel === channel ? 'option chosen' : 'option'}>
            <input
              type="radio"
              name="channel"
              checked={contact.channel === channel}
              onChange={() => booking.verificationFlow.storeInput('contact', { channel })}
            />
            {localization.translate(word)}
          </label>
        ))}
      </fieldset>
      {booking.needsCountry && <CountryChoice />}
      {contact.channel === 'chatapp' ? (
        <div class="field">
          <label for={phone}>{localization.translate('phone')}</label>
          <input
            id={phone}
            key="phone"
            type="tel"
            dir="ltr"
            autocomplete="tel"
            maxLength={40}
            value={contact.phone}
            onInput={({ currentTarget }) =>
              booking.verificationFlow.storePhone(currentTarget.value)
            }
          />
        </div>
      ) : (
        <div class="field">
          <label for={email}>{localization.translate('email')}</label>
          <input
            id={email}
            key="email"
            type="email"
            dir="ltr"
            autocomplete="email"
            maxLength={254}
            value={contact.email}
            onInput={({ currentTarget }) =>
              booking.verificationFlow.storeInput('contact', { email: currentTarget.value })
            }
          />
        </div>
      )}
    </QuestionScreen>
  )
}

export function CodeQuestion() {
  const { booking, localization, announce } = useBooking()
  const id = useId()
  const [code, setCode] = useState('')
  const sentWord: WordKey = booking.resentCodes > 0 ? 'codeSentAgain' : 'codeSent'
  useEffect(() => {
    announce(localization.translate(sentWord, { where: booking.codeDestination ?? '' }))
  }, [booking.resentCodes])
  const updateCode = (typed: string) => {
    const digits = asciiDigits(typed).replace(/\D/g, '').slice(0, 6)
    setCode(digits)
    if (digits.length === 6 && digits !== code) void booking.verificationFlow.verify(digits)
  }
  const sendAnother = () => {
    setCode('')
    // The same text is announced again only if it was removed in between.
    announce('')
    void booking.verificationFlow.sendCode()
  }
  return (
    <QuestionScreen
      title={localization.translate('code')}
      button={localization.translate('continue')}
      onGo={() => booking.verificationFlow.verify(code)}
      aside={<Price />}
    >
      <p class="quiet">
        {localization
          .translate(sentWord, { where: '\u0000' })
          .split('\u0000')
          .flatMap((part, index) =>
            index === 0 ? [part] : [<bdi key="where">{booking.codeDestination}</bdi>, part],
          )}
      </p>
      <div class="field">
        <label for={id}>{localization.translate('codeLabel')}</label>
        <input
          id={id}
          data-first
          class="code"
          dir="ltr"
          inputMode="numeric"
          autocomplete="one-time-code"
          maxLength={12}
          value={code}
          onInput={({ currentTarget }) => updateCode(currentTarget.value)}
        />
      </div>
      <button type="button" class="plain" onClick={sendAnother}>
        {localization.translate('codeAgain')}
      </button>
    </QuestionScreen>
  )
}

export function PatientQuestion() {
  const { booking, localization } = useBooking()
  const { answers, paymentMethods: methods } = booking
  const { patients, patientId } = answers
  const reason = useId()
  return (
    <QuestionScreen
      title={localization.translate('person')}
      button={
        booking.isBusy
          ? localization.translate('booking')
          : localization.translate(methods?.length === 1 ? 'book' : 'continue')
      }
      isOff={!methods}
      onGo={booking.reservationFlow.continueFromPerson}
      aside={<Price />}
      note={methods?.length === 1 && <CancellationTerms />}
    >
      {patients.length > 0 && (
        <fieldset class="list">
          <legend class="hidden">{localization.translate('person')}</legend>
          {patients.map((patient) => (
            <label key={patient.id} class={patientId === patient.id ? 'option chosen' : 'option'}>
              <input
                type="radio"
                name="patient"
                checked={patientId === patient.id}
                onChange={() => booking.reservationFlow.choosePatient(patient.id)}
              />
              <span class="name">{patientName(patient) || patient.mrnNumber}</span>
              {patient.dob && (
                <span class="quiet small">
                  {localization.date(patient.dob, {
                    year: 'numeric',
                    month: 'short',
                    day: 'numeric',
                  })}
                </span>
              )}
            </label>
          ))}
          <label class={patientId === 'new' ? 'option chosen' : 'option'}>
            <input
              type="radio"
              name="patient"
              checked={patientId === 'new'}
              onChange={() => booking.reservationFlow.choosePatient('new')}
            />
            <span class="name">{localization.translate('somebodyElse')}</span>
          </label>
        </fieldset>
      )}
      {patientId === 'new' && <NewPatientFields />}
      {isAtHome(answers.kind?.mode) && <VisitAddress />}
      <div class="field">
        <label for={reason}>
          {localization.translate('reason')}{' '}
          <span class="quiet">({localization.translate('optional')})</span>
        </label>
        <input
          id={reason}
          maxLength={500}
          defaultValue={answers.reason}
          onInput={({ currentTarget }) => booking.verificationFlow.storeReason(currentTarget.value)}
        />
      </div>
    </QuestionScreen>
  )
}

/** The address of a visit at home. */
function VisitAddress() {
  const { booking, localization } = useBooking()
  const { patientId, visitAddress } = booking.answers
  const id = useId()
  const hint = useId()
  const isKnown = typeof patientId === 'number'
  return (
    <div class="field">
      <label for={id}>{localization.translate('visitAddress')}</label>
      <input
        id={id}
        maxLength={300}
        autocomplete="street-address"
        aria-describedby={isKnown ? hint : undefined}
        defaultValue={visitAddress ?? ''}
        onInput={({ currentTarget }) =>
          booking.verificationFlow.storeVisitAddress(currentTarget.value)
        }
      />
      {isKnown && (
        <p id={hint} class="quiet small">
          {localization.translate('visitAddressHint')}
        </p>
      )}
    </div>
  )
}

/** The name of a new patient, and what else the clinic asks. */
function NewPatientFields() {
  const { booking, localization } = useBooking()
  const { newPatient } = booking.answers
  const mistake = useId()
  const isInvalid = (name: string) => name === 'dob' && booking.reservationFlow.isBirthDateInFuture
  const fields = [
    ['firstName', 'firstName', { autocomplete: 'given-name', maxLength: 100, type: 'text' }],
    ['lastName', 'lastName', { autocomplete: 'family-name', maxLength: 100, type: 'text' }],
    [
      'dob',
      'dateOfBirth',
      { autocomplete: 'bday', type: 'date', max: booking.reservationFlow.lastBirthDate },
    ],
    ['age', 'age', { inputMode: 'numeric', maxLength: 3, type: 'text' }],
    ['gender', 'gender', { autocomplete: 'sex', maxLength: 30, type: 'text' }],
    ['bloodGroup', 'bloodGroup', { maxLength: 10, type: 'text' }],
    ['patientAddress', 'address', { autocomplete: 'street-address', maxLength: 300, type: 'text' }],
  ] as const
  return (
    <div class="fields">
      {fields
        .filter(([name]) => name === 'firstName' || booking.options.newPatientFields.includes(name))
        .map(([name, word, attributes]) => (
          <div key={name} class="field">
            <label for={name}>{localization.translate(word)}</label>
            <input
              id={name}
              {...attributes}
              aria-invalid={isInvalid(name) || undefined}
              aria-describedby={isInvalid(name) ? mistake : undefined}
              value={newPatient[name] ?? ''}
              onInput={({ currentTarget }) =>
                booking.verificationFlow.storeInput('newPatient', { [name]: currentTarget.value })
              }
            />
            {isInvalid(name) && (
              <p id={mistake} class="notice" role="alert">
                {localization.translate('birthAhead')}
              </p>
            )}
          </div>
        ))}
    </div>
  )
}

/** Where the visit is paid. */
function paymentPlaceWord({ isOnline }: PaymentMethod, isHomeVisit: boolean): WordKey {
  if (isOnline) return 'payOnline'
  return isHomeVisit ? 'payAtVisit' : 'payDesk'
}

/** The price of the visit, as far as it is known. */
function Price() {
  const { booking, localization } = useBooking()
  const method = booking.paymentMethods && booking.chosenMethod
  const { price } = booking
  if (!price) return null
  return (
    <>
      <strong>{localization.money(price.amount, price.currency)}</strong>
      {method && (
        <span class="quiet small">
          {localization.translate(
            method.kind === 'own'
              ? 'pricePack'
              : paymentPlaceWord(method, isAtHome(booking.answers.kind?.mode)),
          )}
        </span>
      )}
    </>
  )
}

/** How the visit that is about to be booked can be cancelled. */
function CancellationTerms() {
  const { booking, localization } = useBooking()
  const { summary } = booking.reservationFlow
  const overlappingVisit = summary && booking.findOverlappingVisit(summary)
  return summary ? (
    <>
      {overlappingVisit && (
        <p class="notice" role="status">
          {localization.translate('alreadyBooked', {
            name: overlappingVisit.name,
            when: shortTime(
              { from: overlappingVisit.start, zone: overlappingVisit.zone },
              booking,
              localization,
            ),
          })}
        </p>
      )}
      <Cancellation summary={summary} isPaid={booking.chosenMethod?.isOnline ?? false} />
    </>
  ) : null
}

export function PaymentMethodQuestion() {
  const { booking, localization } = useBooking()
  const { paymentMethods: methods, chosenMethod } = booking
  const bookWord = chosenMethod?.isOnline ? 'bookAndPay' : 'book'
  return (
    <QuestionScreen
      title={localization.translate('pay')}
      button={localization.translate(booking.isBusy ? 'booking' : bookWord)}
      isOff={!chosenMethod}
      onGo={booking.reservationFlow.book}
      aside={<Price />}
      note={<CancellationTerms />}
    >
      <fieldset class="list">
        <legend class="hidden">{localization.translate('pay')}</legend>
        {methods?.map((one) => {
          const { title, about } = methodTexts(
            one,
            isAtHome(booking.answers.kind?.mode),
            localization,
          )
          return (
            <label key={one.id} class={chosenMethod?.id === one.id ? 'option chosen' : 'option'}>
              <input
                type="radio"
                name="way"
                checked={chosenMethod?.id === one.id}
                onChange={() => booking.reservationFlow.choosePaymentMethod(one.id)}
              />
              <span class="words">
                <span class="name">{title}</span>
                <span class="quiet small">{about}</span>
              </span>
            </label>
          )
        })}
      </fieldset>
    </QuestionScreen>
  )
}

function methodTexts(
  method: PaymentMethod,
  isHomeVisit: boolean,
  localization: Localization,
): { title: string; about: string } {
  const { kind, isOnline, amount, currency, packName = '', sessions = 0, isBought } = method
  const price = localization.money(amount, currency)
  const offlineHint = isHomeVisit ? 'priceAtVisit' : 'payDeskHint'
  const hint = localization.translate(isOnline ? 'payOnlineHint' : offlineHint, { price })
  switch (kind) {
    case 'single':
      return {
        title: localization.translate(paymentPlaceWord(method, isHomeVisit)),
        about: hint,
      }
    case 'followUp':
      return {
        title: localization.translate(isOnline ? 'followUpOnline' : 'followUp'),
        about: hint,
      }
    case 'own':
      return {
        title: localization.translate('usePack', { name: packName }),
        about: localization.translate('packLeft', { count: sessions }),
      }
    case 'pack':
      return {
        title: localization.translate(isOnline ? 'buyPackOnline' : 'buyPack', { name: packName }),
        about: localization.sentences([
          localization.translate('packHolds', { price, count: sessions }),
          isBought ? localization.translate('packUnpaid') : undefined,
        ]),
      }
  }
}

/** The screen before and after the checkout. */
export function CheckoutQuestion() {
  const { booking, localization, announce } = useBooking()
  const { payment } = booking
  const until = payment?.heldUntil
  const text = payment
    ? localization.translate(
        payment.word,
        until ? { time: localization.time(until, booking.options.zone) } : {},
      )
    : ''
  useEffect(() => announce(text), [text])
  if (!payment) return null
  const isPaid = payment.word === 'bookedPaid'
  const continueWord = payment.word === 'payRefused' ? 'tryAgain' : 'goToCheckout'
  const titles: Partial<Record<WordKey, WordKey>> = {
    bookedPaid: 'bookedPaid',
    payRefused: 'booked',
    askingPayment: 'loading',
    payOver: 'notBooked',
    payRefunded: 'notBooked',
    payPartRefunded: 'notBooked',
  }
  const title = titles[payment.word] ?? 'notPaidYet'
  return (
    <QuestionScreen
      title={localization.translate(title)}
      {...(payment.canPay && {
        button: localization.translate(continueWord),
        onGo: booking.reservationFlow.goToCheckout,
      })}
    >
      {isPaid ? <p class="tick">✓</p> : <p>{text}</p>}
      {payment.isAsking && <Dots />}
      <div class="links">
        {payment.canPayAtClinic && (
          <button
            type="button"
            class="row"
            onClick={() => void booking.reservationFlow.payAtClinic()}
          >
            {localization.translate('payAtClinic')}
          </button>
        )}
        {payment.canChooseAgain && (
          <button
            type="button"
            class="row"
            onClick={() => void booking.reservationFlow.chooseAgain()}
          >
            {localization.translate('anotherTime')}
          </button>
        )}
      </div>
    </QuestionScreen>
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
