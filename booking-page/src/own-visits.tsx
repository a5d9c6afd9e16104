// "My visits": what everyone on the verified contact has booked, bought or is waiting for. It is a
// separate file, because pages on which patients book do not need it.

import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import type { OwnVisitsPart } from './booking-in-progress.ts'
import {
  type OwnPerson,
  type OwnSubject,
  type OwnVisit,
  type OwnVisits as OwnVisitList,
  OwnVisitsFlow,
} from './own-visits-flow.ts'
import { QuestionScreen, useBooking } from './screen.tsx'
import { LoadingPlaceholder } from './steps/choice.tsx'
import type { Localization, WordKey } from './words.ts'

export const ownVisitsPart: OwnVisitsPart = {
  createFlow: (...parts) => new OwnVisitsFlow(...parts),
  OwnVisits,
}

function OwnVisits() {
  const { booking, localization, announce } = useBooking()
  const { ownVisitsFlow, isBusy } = booking
  const { records } = ownVisitsFlow
  const isEmpty = records?.people.every(
    ({ upcoming, past, packs, receipts, waiting }) =>
      upcoming.list.length + past.list.length + packs.length + receipts.length + waiting.length ===
      0,
  )
  useEffect(() => {
    if (isEmpty) announce(localization.translate('ownNone'))
  }, [isEmpty])
  const zones = new Set(
    records?.people.flatMap(({ upcoming, past }) =>
      [...upcoming.list, ...past.list].map(({ timezone }) => timezone),
    ),
  )
  const [onlyZone] = zones.size === 1 ? zones : []
  return (
    <QuestionScreen title={localization.translate(records ? 'ownVisits' : 'loading')}>
      {!records && isBusy && <LoadingPlaceholder rows={3} />}
      {!records && !isBusy && (
        <button type="button" class="plain" onClick={() => void booking.steps.retry()}>
          {localization.translate('tryAgain')}
        </button>
      )}
      {onlyZone && (
        <p class="quiet small">
          {localization.translate('timesIn', { zone: localization.zone(onlyZone) })}
        </p>
      )}
      {isEmpty && <p>{localization.translate('ownNone')}</p>}
      {!isEmpty &&
        records?.people.map((person) => (
          <Person
            key={person.id}
            person={person}
            isNamed={records.people.length > 1}
            isZoneNamed={zones.size > 1}
          />
        ))}
      {records?.hasMore && <p class="quiet small">{localization.translate('ownAskClinic')}</p>}
      <button type="button" class="plain" onClick={() => void ownVisitsFlow.signOut()}>
        {localization.translate('signOut')}
      </button>
    </QuestionScreen>
  )
}

interface PersonProps {
  person: OwnPerson
  /** Whether several people share the contact. */
  isNamed: boolean
  /** Whether each time names its zone. */
  isZoneNamed: boolean
}

function Person({ person, isNamed, isZoneNamed }: PersonProps) {
  const { localization } = useBooking()
  const { upcoming, past, packs, receipts, waiting } = person
  const forms = upcoming.list.flatMap((visit) => visit.forms.map((form) => ({ visit, form })))
  const date = (day: string) => localization.date(day, dayStyle)
  return (
    <section class="person" aria-label={isNamed ? person.name : undefined}>
      {isNamed && (
        <h3 class="person-name">
          <bdi>{person.name}</bdi>
        </h3>
      )}
      {forms.length > 0 && (
        <Part word="ownForms" isBelowName={isNamed}>
          {forms.map(({ visit, form }) => (
            <Entry
              key={`${visit.id} ${form.name}`}
              subject={visit}
              below={`/forms/${form.name}`}
              title={form.title}
              facts={[
                localization.translate('ownFormFor', {
                  when: visitTime(visit, localization, isZoneNamed),
                }),
              ]}
            />
          ))}
        </Part>
      )}
      <Part word="ownUpcoming" isBelowName={isNamed}>
        {upcoming.list.length === 0 && (
          <li class="quiet">{localization.translate('ownNoUpcoming')}</li>
        )}
        <Visits person={person} list="upcoming" isZoneNamed={isZoneNamed} />
      </Part>
      {waiting.length > 0 && (
        <Part word="ownWaiting" isBelowName={isNamed}>
          {waiting.map(({ id, offerId, offeredAt, fromDate, toDate, ...entry }) => (
            <Entry
              key={id}
              subject={offerId === null ? undefined : { kind: 'OFFER', id: offerId }}
              title={
                offeredAt === null
                  ? localization.translate('ownBetween', {
                      from: date(fromDate),
                      to: date(toDate),
                    })
                  : localization.translate('ownOffer', {
                      when: localization.formatInstant(offeredAt, entry.timezone, timeStyle),
                    })
              }
              facts={[entry.practitioners.join(localization.translate('comma')), entry.location]}
            />
          ))}
        </Part>
      )}
      {packs.length > 0 && (
        <Part word="ownPacks" isBelowName={isNamed}>
          {packs.map(({ id, name, sessionsLeft, totalSessions, expiresOn, isPaid, hasPage }) => (
            <Entry
              key={id}
              subject={hasPage ? { kind: 'PACK', id } : undefined}
              title={name}
              facts={[
                localization.translate('ownPackLeft', {
                  count: sessionsLeft,
                  total: totalSessions,
                  date: date(expiresOn),
                }),
                !isPaid && localization.translate('notPaidYet'),
              ]}
            />
          ))}
        </Part>
      )}
      {receipts.length > 0 && (
        <Part word="ownReceipts" isBelowName={isNamed}>
          {receipts.map(({ number, cause, at, timezone, amount, currency, paidFor, hasPage }) => (
            <Entry
              key={number}
              subject={hasPage ? paidFor : undefined}
              title={localization.translate(
                cause === 'PAYMENT' ? 'ownReceipt' : 'ownCounterReceipt',
                { number },
              )}
              facts={[
                localization.money(amount, currency),
                localization.formatInstant(at, timezone, dayStyle),
              ]}
            />
          ))}
        </Part>
      )}
      {past.list.length > 0 && (
        <details>
          <summary>{localization.translate('ownPast')}</summary>
          <ul class="list">
            <Visits person={person} list="past" isZoneNamed={isZoneNamed} />
          </ul>
        </details>
      )}
    </section>
  )
}

interface PartProps {
  word: WordKey
  isBelowName: boolean
  children: ComponentChildren
}

/** A list with its heading. */
function Part({ word, isBelowName, children }: PartProps) {
  const { localization } = useBooking()
  const Heading = isBelowName ? 'h4' : 'h3'
  return (
    <section>
      <Heading>{localization.translate(word)}</Heading>
      <ul class="list">{children}</ul>
    </section>
  )
}

interface VisitsProps {
  person: OwnPerson
  list: 'upcoming' | 'past'
  isZoneNamed: boolean
}

function Visits({ person, list, isZoneNamed }: VisitsProps) {
  const { booking, localization, announce } = useBooking()
  const { list: visits, next }: OwnVisitList = person[list]
  const showMore = () =>
    booking.ownVisitsFlow.showMore(person, list, (count) =>
      announce(localization.translate('ownShown', { count })),
    )
  return (
    <>
      {visits.map((visit) => (
        <Entry
          key={visit.id}
          subject={visit.hasPage ? visit : undefined}
          title={visitTime(visit, localization, isZoneNamed)}
          facts={[
            visit.kind === 'TOKEN' && localization.translate('token', { token: visit.reference }),
            visit.practitioner,
            visit.location ?? localization.translate(visit.mode as WordKey),
            visitStatus(visit, localization),
          ]}
        />
      ))}
      {next !== null && (
        <li>
          <button type="button" class="plain" onClick={() => void showMore()}>
            {localization.translate('ownMore')}
          </button>
        </li>
      )}
    </>
  )
}

interface EntryProps {
  /** What it opens; undefined: it has no page. */
  subject: OwnSubject | undefined
  /** The page below that of the subject. */
  below?: string
  title: string
  facts: (string | false | undefined)[]
}

function Entry({ subject, below, title, facts }: EntryProps) {
  const { booking, localization } = useBooking()
  const words = (
    <span class="words">
      <span class="name">
        <bdi>{title}</bdi>
      </span>
      <span class="quiet small">{localization.join(facts)}</span>
    </span>
  )
  if (!subject)
    return (
      <li class="row still" part="entry">
        {words}
      </li>
    )
  const { kind, id } = subject
  return (
    <li>
      <button
        type="button"
        class="row"
        part="entry"
        aria-disabled={booking.isBusy}
        onClick={() => void booking.ownVisitsFlow.open({ kind, id }, below)}
      >
        {words}
        <svg class="arrow" viewBox="0 0 24 24" width="18" height="18" aria-hidden="true">
          <path
            d="M9 5l7 7-7 7"
            fill="none"
            stroke="currentColor"
            stroke-width="2.2"
            stroke-linecap="round"
            stroke-linejoin="round"
          />
        </svg>
      </button>
    </li>
  )
}

const dayStyle: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }
const timeStyle: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  ...dayStyle,
  hour: 'numeric',
  minute: '2-digit',
}

/** When a visit begins, or from when to when a token's shift runs, in the clinic's time. */
function visitTime(
  { kind, from, to, timezone }: OwnVisit,
  localization: Localization,
  isZoneNamed: boolean,
): string {
  const start = localization.formatInstant(from, timezone, timeStyle)
  const time = kind === 'TOKEN' ? `${start} – ${localization.time(to, timezone)}` : start
  return isZoneNamed ? `${time} (${localization.zone(timezone)})` : time
}

/** What became of a visit, if that is known. */
function visitStatus({ status }: OwnVisit, localization: Localization): string | undefined {
  const words: Record<string, WordKey> = {
    CANCELLED: 'cancelled',
    COMPLETED: 'completed',
    NO_SHOW: 'missed',
  }
  const word = words[status]
  return word && localization.translate(word)
}
