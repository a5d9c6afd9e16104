// What all questions share: the booking, the words, and the frame, with the answers so far at the
// top and the button at the bottom, within reach of the thumb.

import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useId, useRef } from 'preact/hooks'
import { type Language, languages } from '../../words/languages.ts'
import { isAtHome, isLazyStep, type Step } from './answers.ts'
import type { Booking } from './booking-in-progress.ts'
import type { Time } from './catalogue.ts'
import { countries } from './countries.ts'
import { dateIn } from './dates.ts'
import type { Localization, WordKey } from './words.ts'

export interface BookingContextValue {
  booking: Booking
  localization: Localization
  changeLanguage: ChangeLanguage
  /** Announces a change to screen readers. */
  announce(text: string): void
}

export const BookingContext = createContext<BookingContextValue | undefined>(undefined)

export function useBooking(): BookingContextValue {
  const context = useContext(BookingContext)
  if (!context) throw new Error('used outside of the booking element')
  return context
}

export type ChangeLanguage = (language: Language) => Promise<void>

const stages: Record<Step, number> = {
  where: 1,
  whatFor: 1,
  who: 1,
  what: 1,
  when: 2,
  shift: 2,
  contact: 3,
  code: 3,
  person: 3,
  pay: 4,
  payment: 4,
  done: 4,
  own: 4,
}

export interface ScreenProps {
  title: string
  /** The label of the button; without it there is no button. */
  button?: string
  isOff?: boolean
  onGo?: () => unknown
  /** Next to the button. */
  aside?: ComponentChildren
  /** Above the button. */
  note?: ComponentChildren
  children: ComponentChildren
}

/** One question. Its heading gets the focus when it appears, so that screen readers start there. */
export function QuestionScreen({
  title,
  button,
  isOff: isDisabled,
  onGo: onSubmit,
  aside,
  note,
  children,
}: ScreenProps) {
  const { booking } = useBooking()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The first screen appears on its own, and must not take the focus from anything on the page.
    const first = heading.current?.closest('form')?.querySelector<HTMLElement>('[data-first]')
    if (booking.hasShownQuestion) (first ?? heading.current)?.focus({ preventScroll: true })
    booking.hasShownQuestion = true
    const top = heading.current?.closest('.card')?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > innerHeight)
      heading.current?.closest('.card')?.scrollIntoView({ block: 'start' })
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    // A field that shows its own error gets the focus, whether it is on the screen or not.
    const invalidField = (event.currentTarget as HTMLFormElement).querySelector<HTMLElement>(
      '[aria-invalid]',
    )
    if (invalidField) invalidField.focus()
    else if (!isDisabled && !booking.isBusy) onSubmit?.()
  }
  return (
    <form class="screen" onSubmit={submit} noValidate>
      <Header />
      <div class="body" part="body">
        <h2 ref={heading} tabIndex={-1} part="title">
          {title}
        </h2>
        <Notice />
        {children}
      </div>
      {(button || aside) && (
        <div class="footer" part="footer">
          {note && <div class="note">{note}</div>}
          <div class="aside">{aside}</div>
          {button && (
            <button
              type="submit"
              class="main"
              part="button"
              aria-disabled={isDisabled || booking.isBusy}
            >
              {button}
            </button>
          )}
        </div>
      )}
    </form>
  )
}

function Header() {
  const { booking, localization } = useBooking()
  const { title, about } = answersSummary(booking, localization)
  return (
    <header class="header" part="header">
      <div class="top">
        {booking.steps.canGoBack || booking.pendingChange ? (
          <button
            type="button"
            class="back"
            aria-label={localization.translate('back')}
            onClick={booking.pendingChange ? booking.changeFlow.abandonChange : booking.steps.back}
          >
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              <path
                d="M15 5l-7 7 7 7"
                fill="none"
                stroke="currentColor"
                stroke-width="2.2"
                stroke-linecap="round"
                stroke-linejoin="round"
              />
            </svg>
          </button>
        ) : null}
        {title ? (
          <section class="so-far" aria-label={localization.translate('soFar')}>
            <p class="so-far-title">{title}</p>
            <p class="quiet small">{about || '\u00a0'}</p>
          </section>
        ) : (
          <Progress />
        )}
        <LanguageChoice />
      </div>
      {title && <Progress />}
    </header>
  )
}

function Progress() {
  const { booking, localization } = useBooking()
  // Nothing is booked where patients see what they have booked.
  if (booking.options.ownVisits !== undefined) return <div class="so-far" />
  const stage = booking.step ? stages[booking.step] : 1
  return (
    <div
      class="progress"
      role="img"
      aria-label={localization.translate('stepOf', { step: stage, steps: 4 })}
    >
      {[1, 2, 3, 4].map((one) => (
        <span key={one} class={one <= stage ? 'reached' : ''} />
      ))}
    </div>
  )
}

/**
 * The answers so far, in two lines. They are hidden before the first answer, because the
 * surrounding page says whose clinic it is.
 */
function answersSummary(
  booking: Booking,
  localization: Localization,
): { title: string; about: string } {
  const { offer, answers, done } = booking
  if (done)
    return {
      title: done.summary.name,
      about: localization.join([
        done.summary.visitType?.name,
        isAtHome(done.summary.mode)
          ? localization.translate(done.summary.mode as 'HOME_VISIT')
          : done.summary.place,
      ]),
    }
  const { time, shift, kind, addressId } = answers
  const typeName = booking.chosenVisitType?.name
  const location = booking.locations.find(({ id }) => id === addressId)
  const priceText =
    booking.price && localization.money(booking.price.amount, booking.price.currency)
  const kindOrShift = kind ?? shift
  const kindText = kindOrShift && localization.translate(kindOrShift.mode as 'OFFLINE')
  const joinParts = (...all: (string | undefined)[]) => localization.join(all)
  const isAfterTime = booking.step !== undefined && isLazyStep(booking.step)
  if (isAfterTime && time)
    return {
      title: shortTime(time, booking, localization),
      about: joinParts(offer?.name, typeName, kindText, priceText),
    }
  if (isAfterTime && shift) {
    const day = localization.date(shift.date)
    return {
      title: localization.withCommas(day, `${shift.from}–${shift.to}`),
      about: joinParts(offer?.name, priceText),
    }
  }
  if (offer && booking.step !== 'who') {
    const length =
      kind && kind.lengthMins > 0
        ? localization.translate('minutes', { count: kind.lengthMins })
        : undefined
    return {
      title: offer.name,
      about:
        joinParts(typeName, kindText, length, kind?.price && priceText) ||
        joinParts(offer.doctor.specialization, location?.city),
    }
  }
  if (answers.offer === 'first' && booking.step !== 'who')
    return {
      title: localization.translate('firstFree'),
      about: joinParts(typeName, kindText, location?.city),
    }
  if (typeName && booking.step !== 'whatFor' && booking.step !== 'where')
    return { title: typeName, about: joinParts(location?.city) }
  return location && booking.locations.length > 1
    ? { title: location.city, about: localization.join([location.fullAddress]) }
    : { title: '', about: '' }
}

/** A time in the viewer's time zone, and also in the clinic's if they differ. */
export function shortTime(
  { from, zone }: Pick<Time, 'from' | 'zone'>,
  { options }: Booking,
  localization: Localization,
): string {
  const viewerTime = localization.formatInstant(from, options.zone, {
    weekday: 'short',
    day: 'numeric',
    month: 'short',
    hour: 'numeric',
    minute: '2-digit',
  })
  const time = clinicTime({ from, zone }, options.zone, localization)
  return time === undefined
    ? viewerTime
    : `${viewerTime} (${localization.translate('clinicTime', { time })})`
}

/**
 * The clinic's time where it differs from the viewer's, with the day where that differs as well.
 */
export function clinicTime(
  { from, zone }: Pick<Time, 'from' | 'zone'>,
  viewerZone: string,
  localization: Localization,
): string | undefined {
  const time = localization.time(from, zone)
  if (dateIn(zone, from) !== dateIn(viewerZone, from))
    return localization.withCommas(localization.date(dateIn(zone, from)), time)
  return time === localization.time(from, viewerZone) ? undefined : time
}

/** Whom to contact if the element cannot help, if the page says so. */
export function ContactClinicHint({ word }: { word: WordKey }) {
  const { localization } = useBooking()
  return (
    <p class="quiet small">
      {localization.translate(word)} <ClinicLinks />
    </p>
  )
}

function ClinicLinks() {
  const { clinicPhone, clinicEmail } = useBooking().booking.options
  return (
    <>
      {clinicPhone && (
        <a class="inline" dir="ltr" href={`tel:${clinicPhone.replace(/[^\d+]/g, '')}`}>
          {clinicPhone}
        </a>
      )}{' '}
      {clinicEmail && (
        <a class="inline" dir="ltr" href={`mailto:${clinicEmail}`}>
          {clinicEmail}
        </a>
      )}
    </>
  )
}

/** Whom to call, unless the page's own content says so. */
export function CallClinicHint() {
  const { clinicPhone, clinicEmail, isContactShown } = useBooking().booking.options
  return !isContactShown && (clinicPhone || clinicEmail) ? (
    <ContactClinicHint word="orCall" />
  ) : null
}

/** Notices that tell the patient to call the clinic. */
const callNotices: readonly WordKey[] = [
  'tooMany',
  'tooManyFromNetwork',
  'tooManyPatients',
  'changeRefused',
]

/** An error or a notice, which stays until the patient does something else. */
export function Notice() {
  const { booking, localization } = useBooking()
  const { notice } = booking
  return (
    <div role="alert" class="alert">
      {notice && (
        <p class="notice" part="notice">
          {localization.translate(notice.word, {
            message: notice.message ?? '',
            price: notice.price
              ? localization.money(notice.price.amount, notice.price.currency)
              : '',
            country: notice.country ? localization.country(notice.country) : '',
          })}{' '}
          {callNotices.includes(notice.word) && <ClinicLinks />}
        </p>
      )}
    </div>
  )
}

/** The choice of the patient's country, where the price or the phone number depends on it. */
export function CountryChoice({ hint }: { hint?: WordKey }) {
  const { booking, localization } = useBooking()
  const id = useId()
  const sorted = countries
    .map((country) => ({ ...country, name: localization.country(country.code) }))
    .sort((a, b) => a.name.localeCompare(b.name, localization.locale))
  const isForPhone = booking.step === 'contact' && booking.answers.contact.channel === 'chatapp'
  return (
    <div class="field">
      <label for={id}>
        {localization.translate('country')}{' '}
        {hint && <span class="quiet small">{localization.translate(hint)}</span>}
      </label>
      <select
        id={id}
        autocomplete="country"
        value={booking.answers.contact.country}
        onChange={({ currentTarget }) => booking.steps.chooseCountry(currentTarget.value)}
      >
        {sorted.map(({ code, name, dialCode }) => (
          <option key={code} value={code}>
            {isForPhone ? `${name} (\u2066${dialCode}\u2069)` : name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The choice of a language, available at every step. */
function LanguageChoice() {
  const { booking, localization, changeLanguage } = useBooking()
  const { languages: offeredLanguages, words } = booking.options
  if (offeredLanguages.length < 2 || words) return null
  return (
    <div class="language">
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path
          d="M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M3 12h18M12 3c-5 5-5 13 0 18c5-5 5-13 0-18"
          fill="none"
          stroke="currentColor"
          stroke-width="1.7"
        />
      </svg>
      <span aria-hidden="true">{localization.language.toUpperCase()}</span>
      <select
        aria-label={localization.translate('languageLabel')}
        value={localization.language}
        onChange={({ currentTarget }) => void changeLanguage(currentTarget.value as Language)}
      >
        {offeredLanguages.map((language) => (
          <option key={language} value={language} lang={language}>
            {languages[language]}
          </option>
        ))}
      </select>
    </div>
  )
}
