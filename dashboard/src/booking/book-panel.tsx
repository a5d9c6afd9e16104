// A booking. A click on a free time prefills location, practitioner and time; a known patient then
// takes three fields.

import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea } from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useChange, useOperation, useOperations, useWorkspace } from '../api/workspace.tsx'
import type { BookingTime, DaySearch } from '../day/day-search.ts'
import { type Day, useLocations } from '../day/queries.ts'
import { type AmountInput, parseAmount, toAmountInput } from '../ui/amounts.ts'
import { useDeskMethods } from '../ui/desk-methods.ts'
import { Form } from '../ui/form.tsx'
import { canBePaid, MoneyField } from '../ui/money-field.tsx'
import { PanelHead } from '../ui/panel-head.tsx'
import { patientName } from '../ui/patient-name.ts'
import { RefusalNote } from '../ui/refusal.tsx'
import { clockText, clockTime, datePart, dateText, minuteOfDay, moneyText } from '../ui/times.ts'
import classes from '../visit/panel.module.css'
import {
  availablePlan,
  type BookingTerms,
  findChosenOption,
  isComplete,
  isPaidByPack,
  OptionField,
  termsInput,
  useVisitOptions,
  VisitTerms,
} from '../visit/visit-terms.tsx'
import { FittingPatients } from '../waiting/waiting-panel.tsx'
import { useLanguage, wordFor } from '../words/words.tsx'
import { FreeTimes } from './free-times.tsx'
import { NearestTimes, NextTimes } from './other-times.tsx'
import { OverlappingVisitHint } from './overlapping-visit.tsx'
import { type CustomTime, CustomTimeFields, TimeConflicts, useCustomTime } from './own-time.tsx'
import { isPatientSelected, PatientChoice, type PatientSelection } from './patient-choice.tsx'
import { RuleReason } from './rule-reason.tsx'
import { SeriesPlan, type SeriesRecurrence, useSeriesPlan } from './series-plan.tsx'
import { useVisitAddress, VisitAddressField } from './visit-address.tsx'

/** Stands for a new patient in a quote: the rules for patients may refuse one. */
const newPatient = { firstName: '-' }

interface BookPanelProps {
  day: Day
  search: DaySearch
  close(): void
  /** Chooses another time. */
  choose(time: BookingTime): void
  onBooked(visit: number): void
}

export function BookPanel({ day, search, close, choose, onBooked }: BookPanelProps) {
  const { words, locale } = useLanguage()
  const { may } = useWorkspace()
  const book = useChange('visit-book')
  /**
   * Null if no patient is chosen although the visit replaces another one, or is for the patient of
   * a record.
   */
  const [chosenPatient, setChosenPatient] = useState<PatientSelection | null>()
  const { data: replaced } = useOperation(
    'visit-show',
    search.instead === undefined ? skipToken : { id: search.instead },
  )
  const { data: record } = useOperation(
    'patient-show',
    search.patient === undefined ? skipToken : { id: search.patient },
  )
  const presetPatient = replaced
    ? { patientId: replaced.patientId, name: patientName(replaced.patient, words) }
    : record && {
        patientId: record.patient.id,
        name: patientName({ ...record.patient, erased: false }, words),
      }
  const patient = chosenPatient === undefined ? presetPatient : (chosenPatient ?? undefined)
  const [complaint, setComplaint] = useState('')
  const [chosenMethod, setChosenMethod] = useState('')
  /** How much is paid now; the full price if undefined. */
  const [paidNow, setPaidNow] = useState<AmountInput>()
  const [terms, setTerms] = useState<BookingTerms>({})
  const locations = useLocations()
  const methods = useDeskMethods(day.addressId)
  const [chosenMode, setChosenMode] = useState<string>()
  const [recurrence, setRecurrence] = useState<SeriesRecurrence>()
  const bookSeries = useChange('series-book')
  const [customTime, setCustomTime] = useState<CustomTime>()
  const { doctors, doctor: customDoctor, time: resolvedTime } = useCustomTime(day, customTime)
  /** Why a visit is booked that patients could not book. */
  const [ruleReason, setRuleReason] = useState('')
  const column = day.doctors.find(({ doctorId }) => doctorId === search.doctor)
  const slot = column?.slots.find(({ fromDateTimeIso }) => fromDateTimeIso === search.from)
  const offeredTime =
    column && search.from && search.to
      ? {
          doctorId: column.doctorId,
          doctorName: column.doctorName,
          from: search.from,
          to: search.to,
          toClock: clockTime(search.to),
        }
      : undefined
  const time = customTime
    ? resolvedTime && { ...resolvedTime, toClock: clockText(resolvedTime.toMinute) }
    : offeredTime
  const options = useVisitOptions(day.addressId, customTime ? undefined : time?.doctorId)
  const option = findChosenOption(options, terms)
  const { tierId, visitTypeId } = option ?? {}
  const isUsual = tierId === undefined && visitTypeId === undefined
  const minutes = isUsual ? undefined : option?.minutes
  const until = time && 'to' in time ? endTime(time, minutes) : undefined
  // A time of another length may differ from all the usual slots.
  const timeModes = (customTime ? resolvedTime?.modes : (slot?.modes ?? offeredModes(column))) ?? []
  const modes = timeModes.filter((one) => option?.modes?.includes(one) ?? true)
  const mode = modes.find((candidate) => candidate === chosenMode) ?? modes[0]
  const address = useVisitAddress(mode, patient)
  const request =
    time && mode
      ? {
          addressId: day.addressId,
          doctorId: time.doctorId,
          mode,
          fromDateTimeIso: time.from,
          ...(until !== undefined && { toDateTimeIso: until }),
        }
      : undefined
  const series = useSeriesPlan(request && seriesStart(request), recurrence)
  const isTimeRefused =
    book.error?.code === 'SLOT_NOT_AVAILABLE' || book.error?.code === 'SLOT_NOT_OFFERED'
  const quoteInput = (quotedTerms: BookingTerms) =>
    request
      ? {
          ...request,
          ...(patient && 'patientId' in patient ? { patientId: patient.patientId } : {}),
          ...(patient && 'payload' in patient ? { patientPayload: newPatient } : {}),
          ...termsInput(quotedTerms),
          // The price does not depend on the reason.
          ...(customTime && { unofferedReason: words.own.title }),
        }
      : skipToken
  const single = useOperation('visit-quote', quoteInput({ tierId, visitTypeId }))
  const rooms = locations.data?.find(({ id }) => id === day.addressId)?.rooms
  // What was chosen at another time or location may not be available here. A series has the usual
  // terms.
  const validTerms: BookingTerms = recurrence
    ? {}
    : {
        ...terms,
        tierId,
        visitTypeId,
        plan: availablePlan(terms.plan, single.data),
        roomId: rooms?.some(({ id }) => id === terms.roomId) ? terms.roomId : undefined,
      }
  const quoted = quoteInput(validTerms)
  const quote = useOperation('visit-quote', quoted)

  const brokenRules = (!recurrence && quote.data?.patientRules) || []
  const needsReason = brokenRules.length > 0

  const paidBy = methods.includes(chosenMethod) ? chosenMethod : ''
  const price = quote.data?.payableAmount ?? 0
  const currency = quote.data?.currency ?? ''
  const isPayingNow = paidBy !== '' && !isPaidByPack(validTerms)
  const partAmount =
    paidNow === undefined || currency === '' ? undefined : parseAmount(paidNow, currency)
  const isPartPossible = !isPayingNow || paidNow === undefined || canBePaid(partAmount, price)
  const quotesByMode = useOperations(
    'visit-quote',
    quoted !== skipToken && modes.length > 1 ? modes.map((one) => ({ ...quoted, mode: one })) : [],
  )
  const modeText = (one: (typeof modes)[number], index: number) => {
    const data = quotesByMode[index]?.data
    return data
      ? `${words.mode[one]}, ${moneyText(data.payableAmount, data.currency, locale)}`
      : words.mode[one]
  }

  const latestTime = useRef(time)
  useEffect(() => {
    latestTime.current = time
  })
  /** Shows what was booked, or an empty form if another time has been chosen in the meantime. */
  function showBooked(bookedSlot: { doctorId: number; fromDateTimeIso: string }, visit: number) {
    const currentTime = latestTime.current
    if (
      !currentTime ||
      (currentTime.doctorId === bookedSlot.doctorId &&
        currentTime.from === bookedSlot.fromDateTimeIso)
    )
      return onBooked(visit)
    setChosenPatient(null)
    setComplaint('')
    setChosenMethod('')
    setPaidNow(undefined)
    setTerms({})
    setRuleReason('')
    setRecurrence(undefined)
  }

  const rest = useRef<HTMLDivElement>(null)
  // This runs before the change is drawn, so that no key is lost in between.
  useLayoutEffect(() => {
    if (chosenPatient && 'patientId' in chosenPatient)
      rest.current?.querySelector<HTMLElement>('select, textarea')?.focus()
  }, [chosenPatient])

  function submit() {
    if (!request || !isPatientSelected(patient)) return
    const patientInput = {
      ...('patientId' in patient
        ? { patientId: patient.patientId }
        : { patientPayload: patient.payload }),
      ...(complaint.trim() && { chiefComplaint: complaint.trim() }),
      ...address.members,
    }
    if (!recurrence)
      return book.mutate(
        {
          ...request,
          ...patientInput,
          ...termsInput(validTerms),
          ...(isPayingNow && {
            paidBy,
            ...(partAmount !== undefined && partAmount !== price && { paidAmount: partAmount }),
          }),
          ...(needsReason && { unofferedReason: ruleReason.trim() }),
          ...(customTime && { unofferedReason: customTime.reason.trim() }),
        },
        { onSuccess: ({ id }) => showBooked(request, id) },
      )
    if (!series.starts) return
    const { addressId, doctorId, mode } = request
    bookSeries.mutate(
      { addressId, doctorId, mode, ...patientInput, starts: series.starts },
      { onSuccess: ({ visits }) => visits[0] && showBooked(request, visits[0].id) },
    )
  }

  return (
    <Form
      gap="md"
      size="sm"
      onKeyDown={submitByEnter}
      change={recurrence ? bookSeries : book}
      isChanged={
        Boolean(chosenPatient || complaint || customTime?.reason || ruleReason) ||
        JSON.stringify([terms, address.members]) !== '[{},{}]'
      }
      isComplete={
        request !== undefined &&
        isPatientSelected(patient) &&
        isComplete(validTerms) &&
        isPartPossible &&
        customTime?.reason.trim() !== '' &&
        (!needsReason || ruleReason.trim() !== '') &&
        (!recurrence || series.starts !== undefined)
      }
      onSubmit={submit}
      submit={recurrence ? words.series.submit(recurrence.count) : words.book.submit}
      note={
        <>
          <RefusalNote refusal={book.isIdle && !recurrence ? quote.error : null}>
            {request && minutes !== undefined && (
              <NearestTimes
                query={{
                  ...seriesStart(request),
                  durationMins: minutes,
                  ...(visitTypeId !== undefined && { visitTypeId }),
                }}
                choose={choose}
              />
            )}
          </RefusalNote>
          <RefusalNote refusal={bookSeries.error} />
          <RefusalNote
            refusal={book.error}
            title={customTime && isTimeRefused ? words.own.notFree : undefined}
          >
            {isTimeRefused && resolvedTime && <TimeConflicts day={day} {...resolvedTime} />}
            {isTimeRefused && (
              <NextTimes
                day={day}
                doctor={time?.doctorId}
                near={time?.from}
                choose={(chosen) => {
                  setCustomTime(undefined)
                  choose(chosen)
                }}
              />
            )}
          </RefusalNote>
        </>
      }
    >
      <PanelHead title={words.book.title} close={close} />
      {time && (
        <Text size="sm">
          <strong>
            {dateText(datePart(time.from), locale, 'short')} ·{' '}
            <bdi dir="ltr">{`${clockTime(time.from)}–${minutes === undefined ? time.toClock : clockText((minuteOfDay(time.from) + minutes) % 1440)}`}</bdi>
          </strong>
          <br />
          {time.doctorName}
        </Text>
      )}
      {!time && !customTime && (
        <FreeTimes
          key={search.doctor}
          day={day}
          doctor={search.doctor}
          choose={(time, mode) => {
            setChosenMode(mode)
            choose(time)
          }}
        />
      )}
      {customTime ? (
        <CustomTimeFields
          {...{ own: customTime, doctors }}
          doctor={customDoctor?.id}
          change={setCustomTime}
          leave={() => setCustomTime(undefined)}
        />
      ) : (
        <Group>
          <Button
            size="compact-xs"
            variant="subtle"
            ml={-8}
            onClick={() =>
              setCustomTime({
                doctor: search.doctor,
                clock: search.from ? clockTime(search.from) : '',
                reason: '',
              })
            }
          >
            {words.own.open}
          </Button>
        </Group>
      )}
      {request && !patient && slot?.status === 'AVAILABLE' && (
        <FittingPatients
          day={day}
          doctor={request.doctorId}
          from={request.fromDateTimeIso}
          onBooked={onBooked}
        />
      )}
      {replaced && (
        <Text size="sm">
          {words.move.instead(clockTime(replaced.fromDateTimeTs), replaced.doctor)}
        </Text>
      )}
      {needsReason && <RuleReason rules={brokenRules} reason={ruleReason} change={setRuleReason} />}
      <PatientChoice
        selection={patient}
        at={day.addressId}
        choose={(chosen) => {
          setChosenPatient(chosen ?? null)
          // Follow-ups and packs belong to the patient.
          setTerms(({ plan: _, ...others }) => others)
        }}
      />
      {request && patient && 'patientId' in patient && (
        <OverlappingVisitHint
          patientId={patient.patientId}
          from={request.fromDateTimeIso}
          to={request.toDateTimeIso}
          instead={search.instead}
        />
      )}
      <Stack gap="md" ref={rest}>
        {request && !recurrence && (
          <OptionField options={options} terms={validTerms} change={setTerms} />
        )}
        {modes.length > 1 && (
          <NativeSelect
            label={words.book.mode}
            size="xs"
            value={mode}
            data={modes.map((value, index) => ({ value, label: modeText(value, index) }))}
            onChange={({ currentTarget }) => setChosenMode(currentTarget.value)}
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
        {request && !customTime && (
          <Checkbox
            label={words.series.repeat}
            size="xs"
            checked={recurrence !== undefined}
            onChange={({ currentTarget }) =>
              setRecurrence(
                currentTarget.checked ? { every: 1, unit: 'WEEKS', count: 6 } : undefined,
              )
            }
          />
        )}
        {request && recurrence && (
          <SeriesPlan recurrence={recurrence} choose={setRecurrence} plan={series.plan} />
        )}
        {request && !recurrence && (
          <VisitTerms
            addressId={day.addressId}
            option={option}
            terms={validTerms}
            single={single.data}
            quote={quote.data}
            change={setTerms}
          />
        )}
        {may('money:write') && !recurrence && !isPaidByPack(validTerms) && (
          <NativeSelect
            label={words.book.payment}
            size="xs"
            value={paidBy}
            data={[
              { value: '', label: words.book.payLater },
              ...methods.map((value) => ({ value, label: wordFor(words.method, value) })),
            ]}
            onChange={({ currentTarget }) => {
              setChosenMethod(currentTarget.value)
              setPaidNow(undefined)
            }}
          />
        )}
        {isPayingNow && !recurrence && quote.data && price > 0 && (
          <MoneyField
            label={words.book.paidNow}
            currency={currency}
            due={price}
            showsRest
            value={paidNow ?? toAmountInput(price, currency)}
            onChange={setPaidNow}
          />
        )}
        {request && recurrence && quote.data && (
          <div className={classes.amount} role="status">
            <span>{words.series.priceEach}</span>
            <strong>{moneyText(quote.data.payableAmount, quote.data.currency, locale)}</strong>
          </div>
        )}
      </Stack>
    </Form>
  )
}

const offeredModes = (column: Day['doctors'][number] | undefined) => [
  ...new Set(column?.slots.flatMap(({ modes }) => modes)),
]

/** When a visit ends, by the chosen length if there is one. */
const endTime = ({ from, to }: { from: string; to: string }, minutes: number | undefined) =>
  minutes === undefined ? to : addMinutes(from, minutes)

const addMinutes = (timestamp: string, minutes: number) =>
  new Date(Date.parse(timestamp) + minutes * 60_000).toISOString()

/**
 * Enter submits the booking from every field, as it does from a one-line field; in the complaint it
 * begins a new line.
 */
function submitByEnter(event: KeyboardEvent<HTMLFormElement>) {
  const isField =
    event.target instanceof HTMLElement &&
    event.target.matches('select, input:is([type="radio"], [type="checkbox"])')
  if (event.key !== 'Enter' || event.repeat || !isField) return
  event.preventDefault()
  event.currentTarget.requestSubmit()
}

/** The first visit of a series; all visits of a series have the usual length. */
function seriesStart<Booking extends { toDateTimeIso?: string }>({
  toDateTimeIso: _,
  ...first
}: Booking) {
  return first
}
