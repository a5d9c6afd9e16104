// The choice of a time: a strip of days with the times of one day, or the shifts of a queue.

import { useEffect } from 'preact/hooks'
import { firstFreeOffer } from '../answers.ts'
import { groupByDate, type Time } from '../catalogue.ts'
import { addDays, dateIn, hourIn } from '../dates.ts'
import {
  ContactClinicHint,
  CountryChoice,
  clinicTime,
  QuestionScreen,
  shortTime,
  useBooking,
} from '../screen.tsx'
import type { WordKey } from '../words.ts'
import {
  ChoiceCard,
  LoadingPlaceholder,
  nextText,
  Portrait,
  practitionerSpecialization,
} from './choice.tsx'

const dayParts: [WordKey, (hour: number) => boolean][] = [
  ['morning', (hour) => hour < 12],
  ['afternoon', (hour) => hour >= 12 && hour < 17],
  ['evening', (hour) => hour >= 17],
]

export function TimeChoice() {
  const { booking, localization, announce } = useBooking()
  const { week, answers, nearestTimes } = booking
  const { zone } = booking.options
  const days = week && groupByDate(week.times, zone)
  const times = (week?.chosen && days?.get(week.chosen)) || []
  const clinicZones = [...new Set((week?.times ?? []).map((time) => time.zone))]
  const differingZone = clinicZones.find((one) =>
    week?.times.some(
      ({ from }) => clinicTime({ from, zone: one }, zone, localization) !== undefined,
    ),
  )
  useEffect(() => {
    if (!week) announce(localization.translate('loading'))
    else if (week.chosen)
      announce(
        localization.translate('timesFound', {
          count: times.length,
          date: localization.date(week.chosen, { weekday: 'long', day: 'numeric', month: 'long' }),
        }),
      )
    else announce(localization.translate('noneThisWeek'))
  }, [week, week?.chosen])
  const { time } = answers
  const movedVisit = booking.pendingChange === 'move' ? booking.done?.summary : undefined
  const warning =
    movedVisit && booking.changeFlow.isLastChange && localization.translate('lastChange')
  useEffect(() => {
    if (warning) announce(warning)
  }, [warning])
  const price = time?.price ?? answers.kind?.price
  const chosen = time && (
    <>
      <strong>{shortTime(time, booking, localization)}</strong>
      {price && <span class="quiet small">{localization.money(price.amount, price.currency)}</span>}
      {warning && <span class="small">{warning}</span>}
    </>
  )
  const isFirstWeek = week && booking.firstDate ? week.from <= booking.firstDate : true
  return (
    <QuestionScreen
      title={localization.translate(booking.pendingChange === 'move' ? 'whenMove' : 'when')}
      button={localization.translate(booking.pendingChange === 'move' ? 'changeTime' : 'continue')}
      isOff={!time}
      onGo={booking.continueFromTime}
      aside={chosen}
    >
      {movedVisit && (
        <p>
          {localization.translate('timeNow', {
            when: shortTime(
              { from: movedVisit.start, zone: movedVisit.zone },
              booking,
              localization,
            ),
          })}
        </p>
      )}
      {nearestTimes && nearestTimes.length > 0 && (
        <section class="near">
          <h3>{localization.translate('nearest')}</h3>
          <Times times={nearestTimes} withDay />
        </section>
      )}
      {!week && <LoadingPlaceholder rows={4} />}
      {week && (
        <>
          <div class="strip">
            <WeekButton
              word="earlier"
              isOff={isFirstWeek}
              onTurn={() => booking.reading.showWeek(addDays(week.from, -7))}
            />
            <ul class="days">
              {Array.from({ length: 7 }, (_, index) => addDays(week.from, index)).map((date) => {
                const count = days?.get(date)?.length ?? 0
                return (
                  <li key={date}>
                    <button
                      type="button"
                      class={date === week.chosen ? 'day chosen' : 'day'}
                      part="day"
                      aria-pressed={date === week.chosen}
                      disabled={count === 0}
                      onClick={() => booking.steps.chooseDay(date)}
                    >
                      <span class="hidden">
                        {localization.translate('timesFound', {
                          count,
                          date: localization.date(date, {
                            weekday: 'long',
                            day: 'numeric',
                            month: 'long',
                          }),
                        })}
                      </span>
                      <span class="weekday" aria-hidden="true">
                        {localization.date(date, { weekday: localization.weekday })}
                      </span>
                      <span class="number" aria-hidden="true">
                        {localization.date(date, { day: 'numeric' }).replace(/日$/, '')}
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
            <WeekButton
              word="later"
              isOff={false}
              onTurn={() => booking.reading.showWeek(addDays(week.from, 7))}
            />
          </div>
          {week.chosen && (
            <p class="date">
              {localization.date(week.chosen, {
                weekday: 'long',
                day: 'numeric',
                month: 'long',
                year: 'numeric',
              })}
            </p>
          )}
          {week.times.length === 0 && (
            <>
              <p class="quiet">
                {localization.translate(isFirstWeek && !week.next ? 'nothingFree' : 'noneThisWeek')}
              </p>
              <AlternativeTimes />
            </>
          )}
          {dayParts.map(([word, includesHour]) => {
            const found = times.filter(({ from }) => includesHour(hourIn(zone, from)))
            if (found.length === 0) return null
            return (
              <section key={word}>
                <h3>{localization.translate(word)}</h3>
                <Times times={found} />
              </section>
            )
          })}
          {week.times.length > 0 && (
            <p class="quiet small zone">
              {differingZone
                ? localization.translate('timesInBothZones', {
                    zone: localization.zone(zone),
                    clinicZone: localization.zone(differingZone),
                  })
                : localization.translate('timesIn', {
                    zone: localization.zone(clinicZones[0] ?? zone),
                  })}
            </p>
          )}
        </>
      )}
    </QuestionScreen>
  )
}

/**
 * Where something is free: the practitioner's own next date, and the soonest time with another
 * practitioner.
 */
function AlternativeTimes() {
  const { booking, localization } = useBooking()
  const { next, other } = booking.week ?? {}
  const { offer } = booking
  const colleague = other && booking.findOffer(other)
  if (!next && !colleague) return <ContactClinicHint word="orCall" />
  return (
    <ul class="choices">
      {next && (
        <ChoiceCard
          title={offer?.name ?? localization.translate('firstFree')}
          next={localization.translate('next', { when: localization.date(next) })}
          badge={offer ? <Portrait {...offer} /> : '★'}
          onChoose={() => booking.reading.showNextWeek(next)}
        />
      )}
      {colleague && (
        <ChoiceCard
          title={colleague.name}
          lines={[
            practitionerSpecialization(colleague),
            colleague.location.id !== booking.answers.addressId && colleague.location.city,
          ]}
          next={nextText(other, booking, localization)}
          badge={<Portrait {...colleague} />}
          onChoose={() => booking.steps.chooseNextTime(other)}
        />
      )}
    </ul>
  )
}

function WeekButton({
  word,
  isOff: isDisabled,
  onTurn: onClick,
}: {
  word: 'earlier' | 'later'
  isOff: boolean
  onTurn(): unknown
}) {
  const { localization, booking } = useBooking()
  return (
    <button
      type="button"
      class={`turn ${word}`}
      aria-label={localization.translate(word)}
      disabled={isDisabled}
      onClick={() => !booking.isBusy && onClick()}
    >
      <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true">
        <path
          d={word === 'earlier' ? 'M15 5l-7 7 7 7' : 'M9 5l7 7-7 7'}
          fill="none"
          stroke="currentColor"
          stroke-width="2.2"
          stroke-linecap="round"
          stroke-linejoin="round"
        />
      </svg>
    </button>
  )
}

/**
 * Times on the viewer's clock, with the clinic's time if that differs, and the practitioner's name
 * if the patient chose none.
 */
function Times({ times, withDay = false }: { times: readonly Time[]; withDay?: boolean }) {
  const { booking, localization } = useBooking()
  const { zone } = booking.options
  const isAnyPractitioner = booking.answers.offer === firstFreeOffer
  return (
    <ul class={isAnyPractitioner || withDay ? 'times wide' : 'times'}>
      {times.map((time) => {
        const viewerTime = localization.time(time.from, zone)
        const clinicTimeText = clinicTime(time, zone, localization)
        const name = isAnyPractitioner
          ? booking.offers.find(({ key }) => key === `${time.addressId}/${time.doctorId}`)?.name
          : undefined
        const isChosen =
          booking.answers.time?.from === time.from &&
          booking.answers.time.doctorId === time.doctorId
        const timeText = withDay
          ? localization.withCommas(localization.date(dateIn(zone, time.from)), viewerTime)
          : viewerTime
        return (
          <li key={`${time.from} ${time.doctorId}`}>
            <button
              type="button"
              class={isChosen ? 'time chosen' : 'time'}
              part="time"
              aria-pressed={isChosen}
              onClick={() => booking.steps.chooseTime(time)}
            >
              <span>{timeText}</span>
              {clinicTimeText && (
                <span class="small">
                  <span class="hidden">{localization.translate('clinicTime', { time: '' })}</span>{' '}
                  {clinicTimeText}
                </span>
              )}
              {name && <span class="small">{name}</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

export function ShiftChoice() {
  const { booking, localization } = useBooking()
  const { shifts } = booking
  const today = shifts?.[0] && dateIn(shifts[0].zone, booking.service.now())
  return (
    <QuestionScreen title={localization.translate('whenShift')}>
      {booking.pricesDifferByCountry && <CountryChoice hint="countryHint" />}
      {!shifts && <LoadingPlaceholder rows={4} />}
      {shifts?.length === 0 && <p class="notice">{localization.translate('noShift')}</p>}
      <ul class="choices">
        {shifts?.map((shift) => {
          const day =
            shift.date === today
              ? localization.withCommas(
                  localization.translate('today'),
                  localization.date(shift.date),
                )
              : localization.date(shift.date)
          return (
            <ChoiceCard
              key={`${shift.id} ${shift.date}`}
              title={localization.withCommas(
                day,
                `${localization.clock(shift.from)}–${localization.clock(shift.to)}`,
              )}
              lines={[
                localization.money(shift.fee, shift.currency),
                shift.mode === 'ONLINE' ? localization.translate('ONLINE') : undefined,
                shift.waiting
                  ? localization.translate('waiting', { count: shift.waiting })
                  : undefined,
                shift.isRunning
                  ? localization.translate('waitAbout', { from: shift.wait[0], to: shift.wait[1] })
                  : undefined,
              ]}
              next={
                shift.left === 0
                  ? localization.translate('full')
                  : localization.join([
                      shift.isRunning && localization.translate('runningNow'),
                      localization.translate('tokensLeft', { count: shift.left }),
                    ])
              }
              isOff={shift.left === 0}
              isChosen={
                booking.answers.shift?.id === shift.id && booking.answers.shift.date === shift.date
              }
              onChoose={() => booking.steps.chooseShift(shift)}
            />
          )
        })}
      </ul>
      {shifts && shifts.length > 0 && (
        <p class="quiet small zone">
          {localization.translate('timesIn', { zone: localization.zone(shifts[0]?.zone ?? '') })}
        </p>
      )}
    </QuestionScreen>
  )
}
