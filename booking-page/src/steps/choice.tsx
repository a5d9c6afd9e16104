// Location, practitioner and kind of visit: one tap each.

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { firstFree } from '../answers.ts'
import { initialsOf, lowestFee, type Next, type Offer } from '../catalogue.ts'
import { addDays, dateIn } from '../dates.ts'
import { AskTheClinic, CountryChoice, Screen, useBooking } from '../screen.tsx'
import type { Way } from '../way.ts'
import type { Speech, Word } from '../words.ts'

interface CardProps {
  title: string
  lines?: (string | undefined)[]
  /** The next free time. */
  next?: ComponentChildren
  badge?: ComponentChildren
  isChosen?: boolean
  isOff?: boolean
  aside?: string | undefined
  onChoose(): unknown
}

export function Card({ title, lines = [], next, badge, isChosen, isOff, aside, onChoose }: CardProps) {
  const { speech } = useBooking()
  const about = speech.join(lines)
  return (
    <li>
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

/** The next free time, in the viewer's zone: today, tomorrow or a date. */
function nextText(next: Next | undefined, { options, service }: Way, speech: Speech): string | undefined {
  if (!next) return undefined
  const { start, shift, date } = next
  if (shift) {
    const left = speech.say('tokensLeft', { count: shift.left })
    if (shift.isRunning) return speech.withCommas(speech.say('runningNow'), left)
    const today = dateIn(shift.zone, service.now())
    const day = shift.date === today ? speech.say('today') : shift.date === addDays(today, 1) ? speech.say('tomorrow') : speech.date(shift.date)
    return speech.withCommas(`${day} ${speech.clock(shift.from)}`, left)
  }
  if (start) {
    const today = dateIn(options.zone, service.now())
    const day = dateIn(options.zone, start)
    const time = speech.time(start, options.zone)
    if (day === today) return speech.say('todayAt', { time })
    if (day === addDays(today, 1)) return speech.say('tomorrowAt', { time })
    return speech.say('next', { when: speech.withCommas(speech.date(day), time) })
  }
  return date && speech.say('next', { when: speech.date(date) })
}

export function Practitioners() {
  const { way, speech } = useBooking()
  const { shown: offers, candidates } = way
  const isRead = way.offersHere.every(({ key }) => way.nexts.has(key))
  if (!offers || (isRead && offers.length === 0)) {
    return <Screen title={speech.say('who')}>{offers ? <AskTheClinic word="nobody" /> : <Waiting rows={Math.min(way.offersHere.length, 5)} />}</Screen>
  }
  const line = (offer: Offer) => {
    const { doctor, isQueue } = offer
    const { experience, specialization } = doctor.publicProfile ?? {}
    const fee = lowestFee(doctor, way.isAbroadOf(offer))
    return [
      specialization ?? doctor.specialization,
      experience ? speech.say('years', { count: experience }) : undefined,
      isQueue ? speech.say('queueHint') : undefined,
      fee && speech.say('from', { price: speech.money(fee.amount, fee.currency) }),
    ]
  }
  return (
    <Screen title={speech.say('who')}>
      {way.pricesDifferByCountry && <CountryChoice hint="countryHint" />}
      <ul class="choices">
        {offers.filter(({ isQueue }) => !isQueue).length > 1 && (
          <Card
            title={speech.say('firstFree')}
            lines={[speech.say('firstFreeHint')]}
            next={isRead ? nextText(candidates[0] && way.nexts.get(candidates[0].key), way, speech) : '…'}
            badge="★"
            isChosen={way.answers.offer === firstFree}
            isOff={isRead && candidates.length === 0}
            onChoose={() => way.steps.chooseOffer(firstFree)}
          />
        )}
        {offers.map((offer) => {
          const next = way.nexts.get(offer.key)
          const text = nextText(next, way, speech)
          return (
            <Card
              key={offer.key}
              title={offer.name}
              lines={line(offer)}
              next={text ?? (way.nexts.has(offer.key) ? speech.say(offer.isQueue ? 'noShift' : 'nothingFree') : '…')}
              badge={initialsOf(offer.name)}
              isChosen={way.answers.offer === offer.key}
              isOff={way.nexts.has(offer.key) && text === undefined}
              onChoose={() => way.steps.chooseOffer(offer.key)}
            />
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
