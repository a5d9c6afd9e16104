// The time: a strip of days with the times of one, or the shifts of a queue.

import { useEffect } from 'preact/hooks'
import { firstFree } from '../answers.ts'
import { byDate, type Time } from '../catalogue.ts'
import { addDays, dateIn, hourIn } from '../dates.ts'
import { AskTheClinic, CountryChoice, clinicTime, Screen, shortTime, useBooking } from '../screen.tsx'
import type { Word } from '../words.ts'
import { Card, nextText, Portrait, specializationOf, Waiting } from './choice.tsx'

const parts: [Word, (hour: number) => boolean][] = [
  ['morning', (hour) => hour < 12],
  ['afternoon', (hour) => hour >= 12 && hour < 17],
  ['evening', (hour) => hour >= 17],
]

export function When() {
  const { way, speech, announce } = useBooking()
  const { week, answers, near } = way
  const { zone } = way.options
  const days = week && byDate(week.times, zone)
  const times = (week?.chosen && days?.get(week.chosen)) || []
  const clinicZones = [...new Set((week?.times ?? []).map((time) => time.zone))]
  const other = clinicZones.find((one) => week?.times.some(({ from }) => clinicTime({ from, zone: one }, zone, speech) !== undefined))
  useEffect(() => {
    if (!week) announce(speech.say('loading'))
    else if (week.chosen)
      announce(speech.say('timesFound', { count: times.length, date: speech.date(week.chosen, { weekday: 'long', day: 'numeric', month: 'long' }) }))
    else announce(speech.say('noneThisWeek'))
  }, [week, week?.chosen])
  const { time } = answers
  const moved = way.changing === 'move' ? way.done?.summary : undefined
  const warning = moved && way.afterwards.isLastChange && speech.say('lastChange')
  useEffect(() => {
    if (warning) announce(warning)
  }, [warning])
  const price = time?.price ?? answers.kind?.price
  const chosen = time && (
    <>
      <strong>{shortTime(time, way, speech)}</strong>
      {price && <span class="quiet small">{speech.money(price.amount, price.currency)}</span>}
      {warning && <span class="small">{warning}</span>}
    </>
  )
  const isFirstWeek = week && way.firstDate ? week.from <= way.firstDate : true
  return (
    <Screen
      title={speech.say(way.changing === 'move' ? 'whenMove' : 'when')}
      button={speech.say(way.changing === 'move' ? 'changeTime' : 'continue')}
      isOff={!time}
      onGo={way.goOnFromTime}
      aside={chosen}
    >
      {moved && <p>{speech.say('timeNow', { when: shortTime({ from: moved.start, zone: moved.zone }, way, speech) })}</p>}
      {near && near.length > 0 && (
        <section class="near">
          <h3>{speech.say('nearest')}</h3>
          <Times times={near} withDay />
        </section>
      )}
      {!week && <Waiting rows={4} />}
      {week && (
        <>
          <div class="strip">
            <Turn word="earlier" isOff={isFirstWeek} onTurn={() => way.reading.showWeek(addDays(week.from, -7))} />
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
                      onClick={() => way.steps.chooseDay(date)}
                    >
                      <span class="hidden">
                        {speech.say('timesFound', { count, date: speech.date(date, { weekday: 'long', day: 'numeric', month: 'long' }) })}
                      </span>
                      <span class="weekday" aria-hidden="true">
                        {speech.date(date, { weekday: speech.weekday })}
                      </span>
                      <span class="number" aria-hidden="true">
                        {speech.date(date, { day: 'numeric' }).replace(/日$/, '')}
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
            <Turn word="later" isOff={false} onTurn={() => way.reading.showWeek(addDays(week.from, 7))} />
          </div>
          {week.chosen && <p class="date">{speech.date(week.chosen, { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' })}</p>}
          {week.times.length === 0 && (
            <>
              <p class="quiet">{speech.say(isFirstWeek && !week.next ? 'nothingFree' : 'noneThisWeek')}</p>
              <Sooner />
            </>
          )}
          {parts.map(([word, isIn]) => {
            const found = times.filter(({ from }) => isIn(hourIn(zone, from)))
            if (found.length === 0) return null
            return (
              <section key={word}>
                <h3>{speech.say(word)}</h3>
                <Times times={found} />
              </section>
            )
          })}
          {week.times.length > 0 && (
            <p class="quiet small zone">
              {other
                ? speech.say('timesOfBoth', { zone: speech.zone(zone), clinicZone: speech.zone(other) })
                : speech.say('timesIn', { zone: speech.zone(clinicZones[0] ?? zone) })}
            </p>
          )}
        </>
      )}
    </Screen>
  )
}

/** Where there is something free: the practitioner's own next date, and the soonest time with another one. */
function Sooner() {
  const { way, speech } = useBooking()
  const { next, other } = way.week ?? {}
  const { offer } = way
  const colleague = other && way.offerOf(other)
  if (!next && !colleague) return <AskTheClinic word="orCall" />
  return (
    <ul class="choices">
      {next && (
        <Card
          title={offer?.name ?? speech.say('firstFree')}
          next={speech.say('next', { when: speech.date(next) })}
          badge={offer ? <Portrait {...offer} /> : '★'}
          onChoose={() => way.reading.showNextWeek(next)}
        />
      )}
      {colleague && (
        <Card
          title={colleague.name}
          lines={[specializationOf(colleague), colleague.location.id !== way.answers.addressId && colleague.location.city]}
          next={nextText(other, way, speech)}
          badge={<Portrait {...colleague} />}
          onChoose={() => way.steps.chooseNextTime(other)}
        />
      )}
    </ul>
  )
}

function Turn({ word, isOff, onTurn }: { word: 'earlier' | 'later'; isOff: boolean; onTurn(): unknown }) {
  const { speech, way } = useBooking()
  return (
    <button type="button" class={`turn ${word}`} aria-label={speech.say(word)} disabled={isOff} onClick={() => !way.isBusy && onTurn()}>
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

/** Times on the viewer's clock, with the clinic's below if they differ, and the practitioner if that is open. */
function Times({ times, withDay = false }: { times: readonly Time[]; withDay?: boolean }) {
  const { way, speech } = useBooking()
  const { zone } = way.options
  const isAnybody = way.answers.offer === firstFree
  return (
    <ul class={isAnybody || withDay ? 'times wide' : 'times'}>
      {times.map((time) => {
        const own = speech.time(time.from, zone)
        const theirs = clinicTime(time, zone, speech)
        const name = isAnybody ? way.offers.find(({ key }) => key === `${time.addressId}/${time.doctorId}`)?.name : undefined
        const isChosen = way.answers.time?.from === time.from && way.answers.time.doctorId === time.doctorId
        const shown = withDay ? speech.withCommas(speech.date(dateIn(zone, time.from)), own) : own
        return (
          <li key={`${time.from} ${time.doctorId}`}>
            <button type="button" class={isChosen ? 'time chosen' : 'time'} part="time" aria-pressed={isChosen} onClick={() => way.steps.chooseTime(time)}>
              <span>{shown}</span>
              {theirs && (
                <span class="small">
                  <span class="hidden">{speech.say('clinicTime', { time: '' })}</span> {theirs}
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
  const { way, speech } = useBooking()
  const { shifts } = way
  const today = shifts?.[0] && dateIn(shifts[0].zone, way.service.now())
  return (
    <Screen title={speech.say('whenShift')}>
      {way.pricesDifferByCountry && <CountryChoice hint="countryHint" />}
      {!shifts && <Waiting rows={4} />}
      {shifts?.length === 0 && <p class="notice">{speech.say('noShift')}</p>}
      <ul class="choices">
        {shifts?.map((shift) => {
          const day = shift.date === today ? speech.withCommas(speech.say('today'), speech.date(shift.date)) : speech.date(shift.date)
          return (
            <Card
              key={`${shift.id} ${shift.date}`}
              title={speech.withCommas(day, `${speech.clock(shift.from)}–${speech.clock(shift.to)}`)}
              lines={[
                speech.money(shift.fee, shift.currency),
                shift.mode === 'ONLINE' ? speech.say('ONLINE') : undefined,
                shift.waiting ? speech.say('waiting', { count: shift.waiting }) : undefined,
                shift.isRunning ? speech.say('waitAbout', { from: shift.wait[0], to: shift.wait[1] }) : undefined,
              ]}
              next={
                shift.left === 0
                  ? speech.say('full')
                  : speech.join([shift.isRunning && speech.say('runningNow'), speech.say('tokensLeft', { count: shift.left })])
              }
              isOff={shift.left === 0}
              isChosen={way.answers.shift?.id === shift.id && way.answers.shift.date === shift.date}
              onChoose={() => way.steps.chooseShift(shift)}
            />
          )
        })}
      </ul>
      {shifts && shifts.length > 0 && <p class="quiet small zone">{speech.say('timesIn', { zone: speech.zone(shifts[0]?.zone ?? '') })}</p>}
    </Screen>
  )
}
