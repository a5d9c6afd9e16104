// Shared by all questions: the way, the words, and the frame with the answers so far above and the button below, within reach of the thumb.

import { type ComponentChildren, createContext } from 'preact'
import { useContext, useEffect, useId, useRef } from 'preact/hooks'
import { isAtHome, isLater, type Step } from './answers.ts'
import type { Time } from './catalogue.ts'
import { countries } from './countries.ts'
import { dateIn } from './dates.ts'
import type { Way } from './way.ts'
import { type Language, languages, type Speech, type Word } from './words.ts'

export interface Context {
  way: Way
  speech: Speech
  speak: Speak
  /** Announces a change to screen readers. */
  announce(text: string): void
}

export const Shared = createContext<Context | undefined>(undefined)

export function useBooking(): Context {
  const shared = useContext(Shared)
  if (!shared) throw new Error('used outside of the booking element')
  return shared
}

export type Speak = (language: Language) => Promise<void>

const stages: Record<Step, number> = { where: 1, who: 1, what: 1, when: 2, shift: 2, contact: 3, code: 3, person: 3, pay: 4, payment: 4, done: 4 }

export interface ScreenProps {
  title: string
  /** The action of the button; without it there is no button. */
  button?: string
  isOff?: boolean
  onGo?: () => unknown
  /** Beside the button. */
  aside?: ComponentChildren
  /** Above the button. */
  note?: ComponentChildren
  children: ComponentChildren
}

/** One question. Its heading gets the focus when it appears, so that a screen reader begins there. */
export function Screen({ title, button, isOff, onGo, aside, note, children }: ScreenProps) {
  const { way } = useBooking()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    // The first screen appears by itself, and takes the focus from nothing on the page.
    const first = heading.current?.closest('form')?.querySelector<HTMLElement>('[data-first]')
    if (way.wasShown) (first ?? heading.current)?.focus({ preventScroll: true })
    way.wasShown = true
    const top = heading.current?.closest('.card')?.getBoundingClientRect().top ?? 0
    if (top < 0 || top > innerHeight) heading.current?.closest('.card')?.scrollIntoView({ block: 'start' })
  }, [])
  const submit = (event: Event) => {
    event.preventDefault()
    // A field that says its own mistake is what to go to, whether it is seen or not.
    const wrong = (event.currentTarget as HTMLFormElement).querySelector<HTMLElement>('[aria-invalid]')
    if (wrong) wrong.focus()
    else if (!isOff && !way.isBusy) onGo?.()
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
            <button type="submit" class="main" part="button" aria-disabled={isOff || way.isBusy}>
              {button}
            </button>
          )}
        </div>
      )}
    </form>
  )
}

function Header() {
  const { way, speech } = useBooking()
  const { title, about } = soFar(way, speech)
  return (
    <header class="header" part="header">
      <div class="top">
        {way.steps.canGoBack || way.changing ? (
          <button type="button" class="back" aria-label={speech.say('back')} onClick={way.changing ? way.afterwards.leaveChange : way.steps.back}>
            <svg viewBox="0 0 24 24" width="22" height="22" aria-hidden="true">
              <path d="M15 5l-7 7 7 7" fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" />
            </svg>
          </button>
        ) : null}
        {title ? (
          <section class="so-far" aria-label={speech.say('soFar')}>
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
  const { way, speech } = useBooking()
  const stage = way.step ? stages[way.step] : 1
  return (
    <div class="progress" role="img" aria-label={speech.say('stepOf', { step: stage, steps: 4 })}>
      {[1, 2, 3, 4].map((one) => (
        <span key={one} class={one <= stage ? 'reached' : ''} />
      ))}
    </div>
  )
}

/** The answers so far, in two lines; none before the first, where the page around says whose clinic it is. */
function soFar(way: Way, speech: Speech): { title: string; about: string } {
  const { offer, answers, done } = way
  if (done)
    return { title: done.summary.name, about: speech.join([isAtHome(done.summary.mode) ? speech.say(done.summary.mode as 'HOME_VISIT') : done.summary.place]) }
  const { time, shift, kind, addressId } = answers
  const place = way.places.find(({ id }) => id === addressId)
  const priceText = way.price && speech.money(way.price.amount, way.price.currency)
  const kindText = kind ? speech.say(kind.mode as 'OFFLINE') : shift ? speech.say(shift.mode as 'OFFLINE') : undefined
  const parts = (...all: (string | undefined)[]) => speech.join(all)
  const isTimed = way.step !== undefined && isLater(way.step)
  if (isTimed && time) return { title: shortTime(time, way, speech), about: parts(offer?.name, kindText, priceText) }
  if (isTimed && shift) {
    const day = speech.date(shift.date)
    return { title: speech.withCommas(day, `${shift.from}–${shift.to}`), about: parts(offer?.name, priceText) }
  }
  if (offer && way.step !== 'who') {
    const length = kind && kind.lengthMins > 0 ? speech.say('minutes', { count: kind.lengthMins }) : undefined
    return { title: offer.name, about: parts(kindText, length, kind?.price && priceText) || parts(offer.doctor.specialization, place?.city) }
  }
  if (answers.offer === 'first' && way.step !== 'who') return { title: speech.say('firstFree'), about: parts(kindText, place?.city) }
  return place && way.places.length > 1 ? { title: place.city, about: speech.join([place.fullAddress]) } : { title: '', about: '' }
}

/** A time in the viewer's zone, and in the clinic's if that differs. */
export function shortTime({ from, zone }: Pick<Time, 'from' | 'zone'>, { options }: Way, speech: Speech): string {
  const own = speech.at(from, options.zone, { weekday: 'short', day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' })
  const time = clinicTime({ from, zone }, options.zone, speech)
  return time === undefined ? own : `${own} (${speech.say('clinicTime', { time })})`
}

/** The clinic's time where it differs from the viewer's, with its day where that differs, too. */
export function clinicTime({ from, zone }: Pick<Time, 'from' | 'zone'>, viewers: string, speech: Speech): string | undefined {
  const time = speech.time(from, zone)
  if (dateIn(zone, from) !== dateIn(viewers, from)) return speech.withCommas(speech.date(dateIn(zone, from)), time)
  return time === speech.time(from, viewers) ? undefined : time
}

/** Whom to ask if the element cannot help, if the page says so. */
export function AskTheClinic({ word }: { word: Word }) {
  const { speech } = useBooking()
  return (
    <p class="quiet small">
      {speech.say(word)} <ClinicLinks />
    </p>
  )
}

function ClinicLinks() {
  const { clinicPhone, clinicEmail } = useBooking().way.options
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

/** Whom to call, unless the page's own content says it. */
export function CallInstead() {
  const { clinicPhone, clinicEmail, isContactShown } = useBooking().way.options
  return !isContactShown && (clinicPhone || clinicEmail) ? <AskTheClinic word="orCall" /> : null
}

/** Notices that tell the patient to call the clinic. */
const callsFor: readonly Word[] = ['tooMany', 'tooManyOfNetwork', 'tooManyPatients', 'changeRefused']

/** An error or a notice, until something else is done. */
export function Notice() {
  const { way, speech } = useBooking()
  const { notice } = way
  return (
    <div role="alert" class="alert">
      {notice && (
        <p class="notice" part="notice">
          {speech.say(notice.word, {
            message: notice.message ?? '',
            price: notice.price ? speech.money(notice.price.amount, notice.price.currency) : '',
            country: notice.country ? speech.country(notice.country) : '',
          })}{' '}
          {callsFor.includes(notice.word) && <ClinicLinks />}
        </p>
      )}
    </div>
  )
}

/** The patient's country, where it decides about the price or the phone number. */
export function CountryChoice({ hint }: { hint?: Word }) {
  const { way, speech } = useBooking()
  const id = useId()
  const sorted = countries.map((country) => ({ ...country, name: speech.country(country.code) })).sort((a, b) => a.name.localeCompare(b.name, speech.locale))
  const isForPhone = way.step === 'contact' && way.answers.contact.channel === 'chatapp'
  return (
    <div class="field">
      <label for={id}>
        {speech.say('country')} {hint && <span class="quiet small">{speech.say(hint)}</span>}
      </label>
      <select id={id} autocomplete="country" value={way.answers.contact.country} onChange={({ currentTarget }) => way.steps.chooseCountry(currentTarget.value)}>
        {sorted.map(({ code, name, dialCode }) => (
          <option key={code} value={code}>
            {isForPhone ? `${name} (\u2066${dialCode}\u2069)` : name}
          </option>
        ))}
      </select>
    </div>
  )
}

/** The choice of a language, at every step. */
function LanguageChoice() {
  const { way, speech, speak } = useBooking()
  const { languages: offered, words } = way.options
  if (offered.length < 2 || words) return null
  return (
    <div class="language">
      <svg viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
        <path d="M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18M3 12h18M12 3c-5 5-5 13 0 18c5-5 5-13 0-18" fill="none" stroke="currentColor" stroke-width="1.7" />
      </svg>
      <span aria-hidden="true">{speech.language.toUpperCase()}</span>
      <select aria-label={speech.say('languageLabel')} value={speech.language} onChange={({ currentTarget }) => void speak(currentTarget.value as Language)}>
        {offered.map((language) => (
          <option key={language} value={language} lang={language}>
            {languages[language]}
          </option>
        ))}
      </select>
    </div>
  )
}
