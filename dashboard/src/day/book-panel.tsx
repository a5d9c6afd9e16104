// A booking: location, practitioner and time are prefilled after a click on a free time; a known patient takes three fields.

import { Button, Checkbox, CloseButton, Group, NativeSelect, NumberInput, Stack, Text, Textarea, Title } from '@mantine/core'
import { type KeyboardEvent, type SubmitEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Input } from '../api/call.ts'
import { useChange, useOperation, useOperations, useWorkspace } from '../api/workspace.tsx'
import { amountOf, decimalsOf, minus, type Typed, typedOf } from '../ui/amounts.ts'
import { useDeskMethods } from '../ui/desk-methods.ts'
import { useIsNarrow } from '../ui/narrow.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockOf, clockText, dateOf, dateText, minuteOf, moneyText } from '../ui/times.ts'
import { useLanguage, wordFor } from '../words/words.tsx'
import type { DaySearch, Time } from './day-search.ts'
import { FreeTimes } from './free-times.tsx'
import { InTheWay, type OwnTime, OwnTimeFields, useOwnTime } from './own-time.tsx'
import classes from './panel.module.css'
import { isChosen, PatientChoice, type Whom } from './patient-choice.tsx'
import { nameOf } from './patient-name.ts'
import { type Day, useLocations } from './queries.ts'
import { type Rhythm, SeriesPlan, useSeriesPlan } from './series-plan.tsx'
import { useVisitAddress, VisitAddressField } from './visit-address.tsx'
import { isComplete, isPaidByPack, membersOf, offeredPlan, type Terms, useLengths, VisitTerms } from './visit-terms.tsx'
import { FittingPatients } from './waiting-panel.tsx'

interface Booking {
  day: Day
  search: DaySearch
  close(): void
  /** Another time. */
  choose(time: Time): void
  booked(visit: number): void
}

export function BookPanel({ day, search, close, choose, booked }: Booking) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const book = useChange('visit-book')
  /**
   * Null: no patient, although the visit replaces another one, or is for the patient of a record.
   */
  const [chosen, setWhom] = useState<Whom | null>()
  const { data: replaced } = useOperation('visit-show', { id: search.instead ?? 0 }, { enabled: search.instead !== undefined })
  const { data: record } = useOperation('patient-show', { id: search.patient ?? 0 }, { enabled: search.patient !== undefined })
  const meant = replaced
    ? { patientId: replaced.patientId, name: nameOf(replaced.patient, words) }
    : record && { patientId: record.patient.id, name: nameOf({ ...record.patient, erased: false }, words) }
  const whom = chosen === undefined ? meant : (chosen ?? undefined)
  const [complaint, setComplaint] = useState('')
  const [wantedMethod, setPaidBy] = useState('')
  /** The whole price if undefined. */
  const [paidNow, setPaidNow] = useState<Typed>()
  const [terms, setTerms] = useState<Terms>({})
  const locations = useLocations()
  const methods = useDeskMethods(day.addressId)
  const [wantedMode, setMode] = useState<string>()
  const [rhythm, setRhythm] = useState<Rhythm>()
  const bookSeries = useChange('series-book')
  const [own, setOwn] = useState<OwnTime>()
  const { doctors, doctor: ownDoctor, time: ownTime } = useOwnTime(day, own)
  const column = day.doctors.find(({ doctorId }) => doctorId === search.doctor)
  const slot = column?.slots.find(({ fromDateTimeIso }) => fromDateTimeIso === search.from)
  // A time of another length may be none of the usual slots.
  const modes = (own ? ownTime?.modes : (slot?.modes ?? modesOf(column))) ?? []
  const mode = modes.find((candidate) => candidate === wantedMode) ?? modes[0]
  const address = useVisitAddress(mode, whom)
  const time = own
    ? ownTime && { ...ownTime, toClock: clockText(ownTime.toMinute) }
    : column && search.from && search.to
      ? { doctorId: column.doctorId, doctorName: column.doctorName, from: search.from, to: search.to, toClock: clockOf(search.to) }
      : undefined
  const lengths = useLengths(day.addressId, own ? undefined : time?.doctorId)
  const length = lengths.find(({ tierId }) => tierId === terms.tierId)
  // Another practitioner may not offer the length.
  const tierId = length?.tierId
  const minutes = tierId === undefined ? undefined : length?.minutes
  const until = time && 'to' in time ? (minutes === undefined ? time.to : shiftedBy(time.from, minutes)) : undefined
  const asked =
    time && mode
      ? { addressId: day.addressId, doctorId: time.doctorId, mode, fromDateTimeIso: time.from, ...(until !== undefined && { toDateTimeIso: until }) }
      : undefined
  const series = useSeriesPlan(asked && seriesOf(asked), rhythm)
  const isTimeRefused = book.error?.code === 'SLOT_NOT_AVAILABLE' || book.error?.code === 'SLOT_NOT_OFFERED'
  const quoteOf = (wanted: Terms) => ({
    ...(asked as NonNullable<typeof asked>),
    ...(whom && 'patientId' in whom ? { patientId: whom.patientId } : {}),
    ...membersOf(wanted),
    // The price does not depend on the reason.
    ...(own && { unofferedReason: words.own.title }),
  })
  const single = useOperation('visit-quote', quoteOf({ tierId }), { enabled: asked !== undefined })
  const rooms = locations.data?.find(({ id }) => id === day.addressId)?.rooms
  // What was chosen at another time or location may not be on offer here. A series has the usual terms.
  const agreed: Terms = rhythm
    ? {}
    : { ...terms, tierId, plan: offeredPlan(terms.plan, single.data), roomId: rooms?.some(({ id }) => id === terms.roomId) ? terms.roomId : undefined }
  const quote = useOperation('visit-quote', quoteOf(agreed), { enabled: asked !== undefined })

  const paidBy = methods.includes(wantedMethod) ? wantedMethod : ''
  const price = quote.data?.payableAmount ?? 0
  const currency = quote.data?.currency ?? ''
  const isPaidNow = paidBy !== '' && !isPaidByPack(agreed)
  const part = paidNow === undefined || currency === '' ? undefined : amountOf(paidNow, currency)
  const isPartPossible = !isPaidNow || paidNow === undefined || (part !== undefined && part > 0 && part <= price)
  const ofModes = useOperations('visit-quote', asked && modes.length > 1 ? modes.map((one) => ({ ...quoteOf(agreed), mode: one })) : [])
  const modeText = (one: (typeof modes)[number], place: number) => {
    const data = ofModes[place]?.data
    return data ? `${words.mode[one]}, ${moneyText(data.payableAmount, data.currency, locale)}` : words.mode[one]
  }

  const shownTime = useRef(time)
  useEffect(() => {
    shownTime.current = time
  })
  /** Shows what was booked, or an empty form if another time was chosen in the meantime. */
  function goOn(of: { doctorId: number; fromDateTimeIso: string }, visit: number) {
    const shown = shownTime.current
    if (!shown || (shown.doctorId === of.doctorId && shown.from === of.fromDateTimeIso)) return booked(visit)
    setWhom(null)
    setComplaint('')
    setPaidBy('')
    setPaidNow(undefined)
    setTerms({})
    setRhythm(undefined)
  }

  const rest = useRef<HTMLDivElement>(null)
  // Before it is drawn, so that no key is lost in between.
  useLayoutEffect(() => {
    if (chosen && 'patientId' in chosen) rest.current?.querySelector<HTMLElement>('select, textarea')?.focus()
  }, [chosen])

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!asked || !isChosen(whom) || !isComplete(agreed) || !isPartPossible || book.isPending || bookSeries.isPending) return
    const forWhom = {
      ...('patientId' in whom ? { patientId: whom.patientId } : { patientPayload: whom.payload }),
      ...(complaint.trim() && { chiefComplaint: complaint.trim() }),
      ...address.members,
    }
    if (!rhythm)
      return book.mutate(
        {
          ...asked,
          ...forWhom,
          ...membersOf(agreed),
          ...(isPaidNow && { paidBy, ...(part !== undefined && part !== price && { paidAmount: part }) }),
          ...(own && { unofferedReason: own.reason.trim() }),
        },
        { onSuccess: ({ id }) => goOn(asked, id) },
      )
    if (!series.starts) return
    const { addressId, doctorId, mode } = asked
    bookSeries.mutate({ addressId, doctorId, mode, ...forWhom, starts: series.starts }, { onSuccess: ({ visits }) => visits[0] && goOn(asked, visits[0].id) })
  }

  return (
    <form onSubmit={submit} onKeyDown={submitByEnter}>
      <Stack gap="md">
        <Group justify="space-between" wrap="nowrap" align="start">
          <Title order={useIsNarrow() ? 1 : 2} size="h4">
            {words.book.title}
          </Title>
          <CloseButton aria-label={words.visit.close} onClick={close} />
        </Group>
        {time && (
          <Text size="sm">
            <strong>
              {dateText(dateOf(time.from), locale, 'short')} ·{' '}
              <bdi dir="ltr">{`${clockOf(time.from)}–${minutes === undefined ? time.toClock : clockText((minuteOf(time.from) + minutes) % 1440)}`}</bdi>
            </strong>
            <br />
            {time.doctorName}
          </Text>
        )}
        {!time && !own && (
          <FreeTimes
            key={search.doctor}
            day={day}
            doctor={search.doctor}
            choose={(time, mode) => {
              setMode(mode)
              choose(time)
            }}
          />
        )}
        {own ? (
          <OwnTimeFields {...{ own, doctors }} doctor={ownDoctor?.id} change={setOwn} leave={() => setOwn(undefined)} />
        ) : (
          <Group>
            <Button
              size="compact-xs"
              variant="subtle"
              ml={-8}
              onClick={() => setOwn({ doctor: search.doctor, clock: search.from ? clockOf(search.from) : '', reason: '' })}
            >
              {words.own.open}
            </Button>
          </Group>
        )}
        {asked && !whom && slot?.status === 'AVAILABLE' && <FittingPatients day={day} doctor={asked.doctorId} from={asked.fromDateTimeIso} booked={booked} />}
        {replaced && <Text size="sm">{words.move.instead(clockOf(replaced.fromDateTimeTs), replaced.doctor)}</Text>}
        <PatientChoice
          whom={whom}
          at={day.addressId}
          choose={(chosen) => {
            setWhom(chosen ?? null)
            // Follow-ups and packs are the patient's.
            setTerms(({ plan: _, ...others }) => others)
          }}
        />
        {asked && whom && 'patientId' in whom && (
          <VisitMeanwhile patientId={whom.patientId} from={asked.fromDateTimeIso} to={asked.toDateTimeIso} instead={search.instead} />
        )}
        <Stack gap="md" ref={rest}>
          {modes.length > 1 && (
            <NativeSelect
              label={words.book.mode}
              size="xs"
              value={mode}
              data={modes.map((value, place) => ({ value, label: modeText(value, place) }))}
              onChange={({ currentTarget }) => setMode(currentTarget.value)}
            />
          )}
          <VisitAddressField field={address.field} />
          <Textarea
            label={words.book.complaint}
            size="xs"
            autosize
            value={complaint}
            maxLength={500}
            onChange={({ currentTarget }) => setComplaint(currentTarget.value)}
          />
          {asked && !own && (
            <Checkbox
              label={words.series.repeat}
              size="xs"
              checked={rhythm !== undefined}
              onChange={({ currentTarget }) => setRhythm(currentTarget.checked ? { every: 1, unit: 'WEEKS', count: 6 } : undefined)}
            />
          )}
          {asked && rhythm && <SeriesPlan rhythm={rhythm} choose={setRhythm} plan={series.plan} />}
          {asked && !rhythm && (
            <VisitTerms addressId={day.addressId} lengths={lengths} terms={agreed} single={single.data} quote={quote.data} change={setTerms} />
          )}
          {may('money:write') && !rhythm && !isPaidByPack(agreed) && (
            <NativeSelect
              label={words.book.payment}
              size="xs"
              value={paidBy}
              data={[{ value: '', label: words.book.payLater }, ...methods.map((value) => ({ value, label: wordFor(words.method, value) }))]}
              onChange={({ currentTarget }) => {
                setPaidBy(currentTarget.value)
                setPaidNow(undefined)
              }}
            />
          )}
          {isPaidNow && !rhythm && quote.data && price > 0 && (
            <NumberInput
              label={words.book.paidNow}
              size="xs"
              description={
                part !== undefined && isPartPossible && part < price
                  ? words.money.staysDue(moneyText(minus(price, part, currency), currency, locale))
                  : undefined
              }
              error={isPartPossible ? undefined : words.money.atMost(moneyText(price, currency, locale))}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              decimalScale={Math.max(1, decimalsOf(currency))}
              hideControls
              value={paidNow ?? typedOf(price, currency)}
              onChange={setPaidNow}
            />
          )}
          {asked && rhythm && quote.data && (
            <div className={classes.amount} role="status">
              <span>{words.series.priceEach}</span>
              <strong>{moneyText(quote.data.payableAmount, quote.data.currency, locale)}</strong>
            </div>
          )}
          <RefusalNote refusal={book.isIdle && !rhythm ? quote.error : null}>
            {asked && minutes !== undefined && <TimesOf wanted={{ ...seriesOf(asked), durationMins: minutes }} choose={choose} />}
          </RefusalNote>
          <RefusalNote refusal={bookSeries.error} />
          <RefusalNote refusal={book.error} title={own && isTimeRefused ? words.own.notFree : undefined}>
            {isTimeRefused && ownTime && <InTheWay day={day} {...ownTime} />}
            {isTimeRefused && (
              <NextTimes
                day={day}
                doctor={time?.doctorId}
                near={time?.from}
                choose={(chosen) => {
                  setOwn(undefined)
                  choose(chosen)
                }}
              />
            )}
          </RefusalNote>
        </Stack>
        <Button
          type="submit"
          loading={book.isPending || bookSeries.isPending}
          disabled={
            !asked || !isChosen(whom) || !isComplete(agreed) || !isPartPossible || (own && !own.reason.trim()) || (rhythm !== undefined && !series.starts)
          }
        >
          {rhythm ? words.series.submit(rhythm.count) : words.book.submit}
        </Button>
      </Stack>
    </form>
  )
}

const modesOf = (column: Day['doctors'][number] | undefined) => [...new Set(column?.slots.flatMap(({ modes }) => modes))]

const shiftedBy = (timestamp: string, minutes: number) => new Date(Date.parse(timestamp) + minutes * 60_000).toISOString()

/** Enter books from every field, as it does from a line of text; in the complaint it begins a new line. */
function submitByEnter(event: KeyboardEvent<HTMLFormElement>) {
  const isField = event.target instanceof HTMLElement && event.target.matches('select, input:is([type="radio"], [type="checkbox"])')
  if (event.key !== 'Enter' || event.repeat || !isField) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

interface Meanwhile {
  patientId: number
  from: string
  to: string | undefined
  /** The visit that this one replaces. */
  instead: number | undefined
}

/**
 * Points out a visit that the patient already has at this time, with any practitioner: two are
 * possible, but rarely intended.
 */
function VisitMeanwhile({ patientId, from, to, instead }: Meanwhile) {
  const { words } = useLanguage()
  const { member } = useWorkspace()
  const { data } = useOperation('patient-visits', { patientId, which: 'TO_COME', limit: 100 }, { enabled: !member.rights.ownVisits })
  const [begin, end] = [Date.parse(from), to === undefined ? Date.parse(from) + 1 : Date.parse(to)]
  const meanwhile = data?.visits.find(
    (visit) => visit.system === 'SCHEDULED' && visit.id !== instead && Date.parse(visit.fromDateTimeTs) < end && Date.parse(visit.toDateTimeTs) > begin,
  )
  if (!meanwhile) return null
  return (
    <Text size="sm" role="status">
      {words.book.alreadyAt(clockOf(meanwhile.fromDateTimeTs), meanwhile.doctor)}
    </Text>
  )
}

/** The first visit of a series; all its visits have the usual length. */
function seriesOf<Asked extends { toDateTimeIso?: string }>({ toDateTimeIso: _, ...first }: Asked) {
  return first
}

interface Wanted extends Pick<Input<'times-nearest'>, 'addressId' | 'mode' | 'durationMins' | 'fromDateTimeIso'> {
  doctorId: number
}

/** The next free times of a practitioner, on any day: of a length, from a time on, if given. */
function TimesOf({ wanted: { doctorId, ...wanted }, choose }: { wanted: Wanted } & Pick<Booking, 'choose'>) {
  const { words, locale } = useLanguage()
  const { data: times } = useOperation('times-nearest', { ...wanted, doctorIds: [doctorId], limit: 5 })
  return (
    <Stack gap={4}>
      <Text size="sm">{times?.length === 0 ? words.move.none : words.book.nearest}</Text>
      <div className={classes.times}>
        {times?.map(({ fromDateTimeIso: from, toDateTimeIso: to }) => (
          <Button key={from} size="compact-sm" variant="default" onClick={() => choose({ doctor: doctorId, from, to })}>
            {dateText(dateOf(from), locale, 'short')} · {clockOf(from)}
          </Button>
        ))}
      </div>
    </Stack>
  )
}

interface Next {
  day: Day
  doctor?: number | undefined
  /** Free times of one practitioner nearest to it; the first ones of the day when omitted. */
  near?: string | undefined
  choose: Booking['choose']
}

/** Free times of the day, by start: of one practitioner, or the next of each. */
function NextTimes({ day, doctor, near, choose }: Next) {
  const { words } = useLanguage()
  const distance = ({ fromDateTimeIso }: { fromDateTimeIso: string }) => (near ? Math.abs(Date.parse(fromDateTimeIso) - Date.parse(near)) : 0)
  const free = day.doctors
    .filter(({ doctorId }) => doctor === undefined || doctorId === doctor)
    .flatMap(({ doctorId, doctorName, slots }) =>
      slots
        .filter(({ status }) => status === 'AVAILABLE')
        .toSorted((a, b) => distance(a) - distance(b))
        .slice(0, doctor === undefined ? 2 : 5)
        .map((slot) => ({ ...slot, doctorId, doctorName })),
    )
    .toSorted((a, b) => a.fromDateTimeIso.localeCompare(b.fromDateTimeIso))
    .slice(0, 8)
  return (
    <Stack gap={4}>
      <Text size="sm">{free.length === 0 ? words.book.chooseTime : words.book.nearest}</Text>
      <div className={classes.times}>
        {free.map(({ doctorId, doctorName, fromDateTimeIso, toDateTimeIso }) => (
          <Button
            key={`${doctorId} ${fromDateTimeIso}`}
            size="compact-sm"
            variant="default"
            aria-label={`${clockOf(fromDateTimeIso)} ${doctorName}`}
            onClick={() => choose({ doctor: doctorId, from: fromDateTimeIso, to: toDateTimeIso })}
          >
            {clockOf(fromDateTimeIso)}
            {doctor === undefined && ` ${doctorName}`}
          </Button>
        ))}
      </div>
    </Stack>
  )
}
