// Location, practitioner and kind of visit: one tap each.

import type { ComponentChildren } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { firstFreeOffer, noVisitType } from '../answers.ts'
import type { Practitioner } from '../api.ts'
import type { Booking } from '../booking-in-progress.ts'
import { initials, lowestFee, type Offer, type OfferedShift, type Time } from '../catalogue.ts'
import { addDays, dateIn } from '../dates.ts'
import {
  ContactClinicHint,
  CountryChoice,
  clinicTime,
  QuestionScreen,
  useBooking,
} from '../screen.tsx'
import type { Localization, WordKey } from '../words.ts'

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
  /**
   * Called once with its element; returns a function that is called when the element is removed.
   */
  onShow?(card: Element): (() => void) | undefined
}

export function ChoiceCard({
  title,
  lines = [],
  next,
  badge,
  isChosen,
  isOff: isDisabled,
  aside,
  onChoose,
  children,
  onShow,
}: CardProps) {
  const { localization } = useBooking()
  const card = useRef<HTMLLIElement>(null)
  useEffect(() => (card.current ? onShow?.(card.current) : undefined), [])
  const about = localization.join(lines)
  return (
    <li ref={card} class={children ? 'offer' : undefined}>
      <button
        type="button"
        class={isChosen ? 'choice chosen' : 'choice'}
        part="choice"
        aria-current={isChosen ? 'true' : undefined}
        disabled={isDisabled}
        // The second of two quick clicks would land on the next question.
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

export function LocationChoice() {
  const { booking, localization } = useBooking()
  return (
    <QuestionScreen title={localization.translate('where')}>
      <ul class="choices">
        {booking.locations.map(({ id, city, fullAddress, doctors }) => (
          <ChoiceCard
            key={id}
            title={city}
            lines={[fullAddress]}
            next={localization.withCommas(
              ...[...new Set(doctors.map(({ specialization }) => specialization))].slice(0, 3),
            )}
            badge={[...city][0]}
            isChosen={booking.answers.addressId === id}
            onChoose={() => booking.steps.chooseLocation(id)}
          />
        ))}
      </ul>
    </QuestionScreen>
  )
}

/** Today, tomorrow or a date. */
function dayText(
  date: string,
  zone: string,
  { service }: Booking,
  localization: Localization,
): string {
  const today = dateIn(zone, service.now())
  if (date === today) return localization.translate('today')
  if (date === addDays(today, 1)) return localization.translate('tomorrow')
  return localization.date(date)
}

function shiftText(shift: OfferedShift, booking: Booking, localization: Localization): string {
  const tokensLeft = localization.translate('tokensLeft', { count: shift.left })
  if (shift.isRunning)
    return localization.withCommas(localization.translate('runningNow'), tokensLeft)
  return localization.withCommas(
    `${dayText(shift.date, shift.zone, booking, localization)} ${localization.clock(shift.from)}`,
    tokensLeft,
  )
}

/** The next free time, in the viewer's zone. */
export function nextText({ from }: Time, booking: Booking, localization: Localization): string {
  const { zone } = booking.options
  return localization.translate('next', {
    when: `${dayText(dateIn(zone, from), zone, booking, localization)} ${localization.time(from, zone)}`,
  })
}

/** The next free times of a practitioner; each leads to the questions after the time. */
export function NextTimes({ offer }: { offer: Offer }) {
  const { booking, localization } = useBooking()
  const { zone } = booking.options
  const next = booking.nextByOffer.get(offer.key)
  const first = next?.times[0]
  if (!next || !first) return <div class="nexts" />
  const about = localization.join([
    localization.translate(first.mode as WordKey),
    next.lengths.length > 1 && localization.translate('minutes', { count: first.lengthMins }),
  ])
  return (
    <div class="nexts">
      <p class="quiet small">{about}</p>
      <ul>
        {next.times.map((time) => {
          const viewerTime = localization.time(time.from, zone)
          const clinicTimeText = clinicTime(time, zone, localization)
          const day = dayText(dateIn(zone, time.from), zone, booking, localization)
          const { addressId, doctorId, from } = booking.answers.time ?? {}
          const isChosen =
            from === time.from && doctorId === time.doctorId && addressId === time.addressId
          return (
            <li key={time.from}>
              <button
                type="button"
                class={isChosen ? 'time chosen' : 'time'}
                part="time"
                aria-pressed={isChosen}
                onClick={({ detail }) => detail < 2 && booking.steps.chooseNextTime(time)}
              >
                <span class="small">{day}</span> <span>{viewerTime}</span>
                {clinicTimeText && (
                  <span class="small">
                    {' '}
                    {localization.translate('clinicTime', { time: clinicTimeText })}
                  </span>
                )}
                <span class="hidden"> {offer.name}</span>
              </button>
            </li>
          )
        })}
      </ul>
    </div>
  )
}

export const practitionerSpecialization = ({ doctor }: Offer) =>
  doctor.publicProfile?.specialization ?? doctor.specialization

/** The portrait of a practitioner, drawn over the initials that are shown without it. */
export function Portrait({ doctor, name }: Offer) {
  const imageUrl = doctor.publicProfile?.profileImageUrl
  return (
    <>
      {initials(name)}
      {imageUrl?.startsWith('https:') && (
        <img
          src={imageUrl}
          alt=""
          loading="lazy"
          referrerpolicy="no-referrer"
          onError={({ currentTarget }) => currentTarget.remove()}
        />
      )}
    </>
  )
}

/** Whom the practitioner sees, if the clinic limits it. */
function newPatientText(
  { newPatients, newPatientMinutes }: Practitioner,
  localization: Localization,
): string | undefined {
  if (newPatients === 'no') return localization.translate('knownPatientsOnly')
  if (newPatientMinutes !== undefined)
    return localization.translate('firstVisitTakes', {
      minutes: localization.translate('minutes', { count: newPatientMinutes }),
    })
  return newPatients === 'only' ? localization.translate('firstVisitsOnly') : undefined
}

export function PractitionerChoice() {
  const { booking, localization } = useBooking()
  const { shownOffers: offers, candidates } = booking
  const soonest = candidates[0] && booking.nextByOffer.get(candidates[0].key)?.times[0]
  const isLoaded = booking.offersAtLocation.every(({ key }) => booking.nextByOffer.has(key))
  if (!offers || (isLoaded && offers.length === 0)) {
    return (
      <QuestionScreen title={localization.translate('who')}>
        {offers ? (
          <ContactClinicHint word="bookingUnavailable" />
        ) : (
          <LoadingPlaceholder rows={Math.min(booking.offersAtLocation.length, 5)} />
        )}
      </QuestionScreen>
    )
  }
  const renderLine = (offer: Offer) => {
    const { doctor, isQueue } = offer
    const { experience, languages } = doctor.publicProfile ?? {}
    const fee = lowestFee(doctor, booking.isPatientAbroad(offer))
    return [
      practitionerSpecialization(offer),
      experience ? localization.translate('years', { count: experience }) : undefined,
      languages &&
        localization.translate('speaks', { languages: localization.languages(languages) }),
      isQueue ? localization.translate('queueHint') : undefined,
      newPatientText(doctor, localization),
      offer.visitTypeId === undefined
        ? fee &&
          localization.translate('from', { price: localization.money(fee.amount, fee.currency) })
        : lowestFeeText([offer], booking, localization),
    ]
  }
  const renderNext = ({ key, isQueue }: Offer, isDisabled: boolean) => {
    if (isDisabled) return localization.translate(isQueue ? 'noShift' : 'nothingFree')
    if (!isQueue) return undefined
    const shift = booking.nextByOffer.get(key)?.shift
    return shift ? shiftText(shift, booking, localization) : '…'
  }
  return (
    <QuestionScreen title={localization.translate('who')}>
      {booking.pricesDifferByCountry && <CountryChoice hint="countryHint" />}
      <ul class="choices">
        {!booking.hasManyPractitioners && offers.filter(({ isQueue }) => !isQueue).length > 1 && (
          <ChoiceCard
            title={localization.translate('firstFree')}
            lines={[localization.translate('firstFreeHint')]}
            next={isLoaded ? soonest && nextText(soonest, booking, localization) : '…'}
            badge="★"
            isChosen={booking.answers.offer === firstFreeOffer}
            isOff={isLoaded && candidates.length === 0}
            onChoose={() => booking.steps.chooseOffer(firstFreeOffer)}
          />
        )}
        {offers.map((offer) => {
          const { key, name, isQueue } = offer
          const next = booking.nextByOffer.get(key)
          const isDisabled = booking.nextByOffer.has(key) && !next?.times[0] && !next?.shift
          return (
            <ChoiceCard
              key={key}
              title={name}
              lines={renderLine(offer)}
              next={renderNext(offer, isDisabled)}
              badge={<Portrait {...offer} />}
              isChosen={booking.answers.offer === key}
              isOff={isDisabled}
              onChoose={() => booking.steps.chooseOffer(key)}
              onShow={(card) =>
                booking.hasManyPractitioners
                  ? booking.reading.readNextInView(card, offer)
                  : undefined
              }
            >
              {!isQueue && !isDisabled && <NextTimes offer={offer} />}
            </ChoiceCard>
          )
        })}
      </ul>
    </QuestionScreen>
  )
}

/** The kinds of visits, with their length and fee where all practitioners have the same. */
export function VisitTypeChoice() {
  const { booking, localization } = useBooking()
  return (
    <QuestionScreen title={localization.translate('whatFor')}>
      {booking.pricesDifferByCountry && <CountryChoice hint="countryHint" />}
      <ul class="choices">
        {booking.visitTypes.map(({ id, name, description }) => {
          const offers = booking.offersOfType(id)
          const texts = new Set(
            offers.map(({ doctor, lengthMins }) =>
              localization.join([
                lengthMins !== undefined &&
                  localization.translate('minutes', { count: lengthMins }),
                newPatientText(doctor, localization),
              ]),
            ),
          )
          return (
            <ChoiceCard
              key={id}
              title={name}
              lines={[description ?? undefined, texts.size === 1 ? [...texts][0] : undefined]}
              aside={lowestFeeText(offers, booking, localization)}
              isChosen={booking.answers.visitType === id}
              onChoose={() => booking.steps.chooseVisitType(id)}
            />
          )
        })}
        {booking.hasUntypedOffers && (
          <ChoiceCard
            title={localization.translate('otherVisit')}
            isChosen={booking.answers.visitType === noVisitType}
            onChoose={() => booking.steps.chooseVisitType(noVisitType)}
          />
        )}
      </ul>
    </QuestionScreen>
  )
}

/** The lowest fee of offers, said to be the lowest where there are higher ones. */
function lowestFeeText(
  offers: readonly Offer[],
  booking: Booking,
  localization: Localization,
): string | undefined {
  const [first] = offers
  const consultationFees = offers.flatMap(({ doctor }) => doctor.consultationFees)
  const lowest =
    first &&
    lowestFee({ consultationFees, qmsConsultationCharges: [] }, booking.isPatientAbroad(first))
  if (!lowest) return undefined
  const price = localization.money(lowest.amount, lowest.currency)
  return consultationFees.some(
    ({ amount, currency }) => currency === lowest.currency && amount !== lowest.amount,
  )
    ? localization.translate('from', { price })
    : price
}

export function VisitKindChoice() {
  const { booking, localization } = useBooking()
  const { kinds } = booking
  const firstVisitMins = booking.offer?.doctor.newPatientMinutes ?? 0
  const { announce } = useBooking()
  useEffect(() => announce(kinds ? '' : localization.translate('loading')), [kinds])
  return (
    <QuestionScreen title={localization.translate(booking.chosenVisitType ? 'how' : 'what')}>
      {booking.pricesDifferByCountry && <CountryChoice hint="countryHint" />}
      {!kinds && <LoadingPlaceholder rows={3} />}
      {kinds?.length === 0 && <p class="notice">{localization.translate('bookingUnavailable')}</p>}
      <ul class="choices">
        {kinds?.map((kind) => {
          const { mode, lengthMins, price } = kind
          return (
            <ChoiceCard
              key={`${mode} ${lengthMins}`}
              title={localization.translate(mode as WordKey)}
              lines={[
                lengthMins > 0
                  ? localization.translate('minutes', { count: lengthMins })
                  : undefined,
                lengthMins > 0 && lengthMins < firstVisitMins
                  ? localization.translate('notFirstVisit')
                  : undefined,
              ]}
              aside={price && localization.money(price.amount, price.currency)}
              isChosen={
                booking.answers.kind?.mode === mode &&
                booking.answers.kind.lengthMins === lengthMins
              }
              onChoose={() => booking.steps.chooseKind(kind)}
            />
          )
        })}
      </ul>
    </QuestionScreen>
  )
}

/** A placeholder of the same height as what is being loaded. */
export function LoadingPlaceholder({ rows }: { rows: number }) {
  return (
    <div class="waiting" aria-hidden="true">
      {Array.from({ length: rows }, (_, row) => (
        <span key={row} />
      ))}
    </div>
  )
}
