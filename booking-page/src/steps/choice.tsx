// Location, practitioner and kind of visit: one tap each.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { firstFree } from '../answers.ts'
import { initialsOf, lowestFee, type Offer, type OfferedShift, type Time } from '../catalogue.ts'
import { addDays, dateIn } from '../dates.ts'
import { AskTheClinic, CountryChoice, clinicTime, Screen, useBooking } from '../screen.tsx'
import type { Way } from '../way.ts'
import type { Speech, Word } from '../words.ts'

interface CardProps {
  title: string
  lines?: (string | false | undefined)[]
  /** The next free time. */
  next?: ComponentChildren
  badge?: ComponentChildren
  isChosen?: boolean
  isOff?: boolean
  aside?: string | undefined
  onChoose(): unknown
  /** What else can be chosen there. */
  children?: ComponentChildren
  /** Called once with its element; returns what is to be done when it is gone. */
  onShow?(card: Element): (() => void) | undefined
}

export function Card({ title, lines = [], next, badge, isChosen, isOff, aside, onChoose, children, onShow }: CardProps) {
  const { speech } = useBooking()
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => (card.current ? onShow?.(card.current) : undefined), [])
  const about = speech.join(lines)
  return (
    <li ref={card} class={children ? 'offer' : undefined}>
      <button
        type="button"
        class={isChosen ? 'choice chosen' : 'choice'}
        part="choice"
        aria-current={isChosen ? 'true' : undefined}
        disabled={isOff}
        // The second of two quick clicks is already on the next question.
        onClick={({ detail }) => detail < 2 && onChoose()}
      >
        {badge !== undefined && (
          <span class="badge" aria-hidden="true">
            {badge}
          </span>
        )}
        <span class="words">
          <span class="name">{title}</span>
          {about && <span class="quiet small">{about}</span>}
          {next !== undefined && <span class="next">{next}</span>}
        </span>
        {aside && <span class="price">{aside}</span>}
      </button>
      {children}
    </li>
  )
}

export function Places() {
  const { way, speech } = useBooking()
  return (
    <Screen title={speech.say('where')}>
      <ul class="choices">
        {way.places.map(({ id, city, fullAddress, doctors }) => (
          <Card
            key={id}
            title={city}
            lines={[fullAddress]}
            next={speech.withCommas(...[...new Set(doctors.map(({ specialization }) => specialization))].slice(0, 3))}
            badge={[...city][0]}
            isChosen={way.answers.addressId === id}
            onChoose={() => way.steps.choosePlace(id)}
          />
        ))}
      </ul>
    </Screen>
  )
}

/** Today, tomorrow or a date. */
function dayText(date: string, zone: string, { service }: Way, speech: Speech): string {
  const today = dateIn(zone, service.now())
  return date === today ? speech.say('today') : date === addDays(today, 1) ? speech.say('tomorrow') : speech.date(date)
}

function shiftText(shift: OfferedShift, way: Way, speech: Speech): string {
  const left = speech.say('tokensLeft', { count: shift.left })
  if (shift.isRunning) return speech.withCommas(speech.say('runningNow'), left)
  return speech.withCommas(`${dayText(shift.date, shift.zone, way, speech)} ${speech.clock(shift.from)}`, left)
}

/** The next free time, in the viewer's zone. */
export function nextText({ from }: Time, way: Way, speech: Speech): string {
  const { zone } = way.options
  return speech.say('next', { when: `${dayText(dateIn(zone, from), zone, way, speech)} ${speech.time(from, zone)}` })
}

/** The next free times of a practitioner, each of which leads to the questions after the time. */
export function NextTimes({ offer }: { offer: Offer }) {
  const { way, speech } = useBooking()
  const { zone } = way.options
  const next = way.nexts.get(offer.key)
  const first = next?.times[0]
  if (!next || !first) return <div class="nexts" />
  const about = speech.join([speech.say(first.mode as Word), next.lengths.length > 1 && speech.say('minutes', { count: first.lengthMins })])
  return (
    <div class="nexts">
      <p class="quiet small">{about}</p>
      <ul>
        {next.times.map((time) => {
          const [own, theirs] = [speech.time(time.from, zone), clinicTime(time, zone, speech)]
          const day = dayText(dateIn(zone, time.from), zone, way, speech)
          const { addressId, doctorId, from } = way.answers.time ?? {}
          const isChosen = from === time.from && doctorId === time.doctorId && addressId === time.addressId
          return (
            <li key={time.from}>
              <button
                type="button"
                class={isChosen ? 'time chosen' : 'time'}
                part="time"
                aria-pressed={isChosen}
                onClick={({ detail }) => detail < 2 && way.steps.chooseNextTime(time)}
              >
                <span class="small">{day}</span> <span>{own}</span>
                {theirs && <span class="small"> {speech.say('clinicTime', { time: theirs })}</span>}
                <span class="hidden"> {offer.name}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export const specializationOf = ({ doctor }: Offer) => doctor.publicProfile?.specialization ?? doctor.specialization

/** The portrait of a practitioner, on the initials that are there without it. */
export function Portrait({ doctor, name }: Offer) {
  const address = doctor.publicProfile?.profileImageUrl
  return (
    <>
      {initialsOf(name)}
      {address?.startsWith('https:') && (
        <img src={address} alt="" loading="lazy" referrerpolicy="no-referrer" onError={({ currentTarget }) => currentTarget.remove()} />
      )}
    </>
  )
}

export function Practitioners() {
  const { way, speech } = useBooking()
  const { shown: offers, candidates } = way
  const soonest = candidates[0] && way.nexts.get(candidates[0].key)?.times[0]
  const isRead = way.offersHere.every(({ key }) => way.nexts.has(key))
  if (!offers || (isRead && offers.length === 0)) {
    return <Screen title={speech.say('who')}>{offers ? <AskTheClinic word="nobody" /> : <Waiting rows={Math.min(way.offersHere.length, 5)} />}</Screen>
  }
  const line = (offer: Offer) => {
    const { doctor, isQueue } = offer
    const { experience, languages } = doctor.publicProfile ?? {}
    const fee = lowestFee(doctor, way.isAbroadOf(offer))
    return [
      specializationOf(offer),
      experience ? speech.say('years', { count: experience }) : undefined,
      languages && speech.say('speaks', { languages: speech.languages(languages) }),
      isQueue ? speech.say('queueHint') : undefined,
      fee && speech.say('from', { price: speech.money(fee.amount, fee.currency) }),
    ]
  }
  return (
    <Screen title={speech.say('who')}>
      {way.pricesDifferByCountry && <CountryChoice hint="countryHint" />}
      <ul class="choices">
        {!way.hasMany && offers.filter(({ isQueue }) => !isQueue).length > 1 && (
          <Card
            title={speech.say('firstFree')}
            lines={[speech.say('firstFreeHint')]}
            next={isRead ? soonest && nextText(soonest, way, speech) : '…'}
            badge="★"
            isChosen={way.answers.offer === firstFree}
            isOff={isRead && candidates.length === 0}
            onChoose={() => way.steps.chooseOffer(firstFree)}
          />
        )}
        {offers.map((offer) => {
          const { key, name, isQueue } = offer
          const next = way.nexts.get(key)
          const isOff = way.nexts.has(key) && !next?.times[0] && !next?.shift
          return (
            <Card
              key={key}
              title={name}
              lines={line(offer)}
              next={isOff ? speech.say(isQueue ? 'noShift' : 'nothingFree') : isQueue ? (next?.shift ? shiftText(next.shift, way, speech) : '…') : undefined}
              badge={<Portrait {...offer} />}
              isChosen={way.answers.offer === key}
              isOff={isOff}
              onChoose={() => way.steps.chooseOffer(key)}
              onShow={(card) => (way.hasMany ? way.reading.readNextInView(card, offer) : undefined)}
            >
              {!isQueue && !isOff && <NextTimes offer={offer} />}
            </Card>
          )
        })}
      </ul>
    </Screen>
  )
}

export function Kinds() {
  const { way, speech } = useBooking()
  const { kinds } = way
  const { announce } = useBooking()
  useEffect(() => announce(kinds ? '' : speech.say('loading')), [kinds])
  return (
    <Screen title={speech.say('what')}>
      {way.pricesDifferByCountry && <CountryChoice hint="countryHint" />}
      {!kinds && <Waiting rows={3} />}
      {kinds?.length === 0 && <p class="notice">{speech.say('nobody')}</p>}
      <ul class="choices">
        {kinds?.map((kind) => {
          const { mode, lengthMins, price } = kind
          return (
            <Card
              key={`${mode} ${lengthMins}`}
              title={speech.say(mode as Word)}
              lines={[lengthMins > 0 ? speech.say('minutes', { count: lengthMins }) : undefined]}
              aside={price && speech.money(price.amount, price.currency)}
              isChosen={way.answers.kind?.mode === mode && way.answers.kind.lengthMins === lengthMins}
              onChoose={() => way.steps.chooseKind(kind)}
            />
          )
        })}
      </ul>
    </Screen>
  )
}

/** A placeholder for what is being loaded, of the same height. */
export function Waiting({ rows }: { rows: number }) {
  return (
    <div class="waiting" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}
