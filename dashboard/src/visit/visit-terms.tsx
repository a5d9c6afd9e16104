// The terms on which a visit is booked: its length and room, as a follow-up or with a session pack,
// and a discount (DAY-04, DAY-05).

import {
  Button,
  Group,
  NativeSelect,
  NumberInput,
  Radio,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { skipToken } from '@tanstack/react-query'
import type { Output } from '../api/call.ts'
import { useOperation } from '../api/workspace.tsx'
import { defaultKind } from '../day/visit-marks.ts'
import { dateText, moneyText } from '../ui/times.ts'
import { useLanguage } from '../words/words.tsx'
import { KindField, RoomField } from './kind-and-room.tsx'
import classes from './panel.module.css'

export type Quote = Output<'visit-quote'>
type Plan = Quote['plans'][number]

export interface BookingTerms {
  visitTypeId?: number | undefined
  /** The usual length if undefined, or that of the visit type. */
  tierId?: number | undefined
  /**
   * A single visit if undefined; otherwise a follow-up, a pack of the patient, or a pack that is
   * bought with the visit.
   */
  plan?: { followUp: true } | { patientPackageId: number } | { packageConfigId: number } | undefined
  roomId?: number | undefined
  /** The kind of visit; a consultation if undefined. */
  type?: string | undefined
  discount?: { amount: number | string; reason: string } | undefined
}

const planKey = (plan: BookingTerms['plan']) => JSON.stringify(plan ?? null)

/** Whether a pack of the patient pays for the visit in full. */
export const isPaidByPack = ({ plan }: BookingTerms) =>
  plan !== undefined && 'patientPackageId' in plan

/** Whether nothing is missing: a discount needs a reason. */
export const isComplete = ({ discount }: BookingTerms) =>
  discount === undefined || !(Number(discount.amount) > 0) || discount.reason.trim() !== ''

/** The members of a booking that express its terms. */
export function termsInput(terms: BookingTerms) {
  const { plan, roomId, discount, tierId, visitTypeId, type } = terms
  const amount = isPaidByPack(terms) ? 0 : Number(discount?.amount ?? 0)
  return {
    ...plan,
    ...(visitTypeId !== undefined && { visitTypeId }),
    ...(tierId !== undefined && { consultationDurationTierId: tierId }),
    ...(roomId !== undefined && { roomId }),
    ...(type !== undefined && { type }),
    ...(amount > 0 && {
      discountAmount: amount,
      ...(discount?.reason.trim() && { discountReason: discount.reason.trim() }),
    }),
  }
}

/** What a visit is booked as: a visit type, a length of its own, or the usual length. */
export interface VisitOption {
  visitTypeId?: number
  /** The duration tier of the length. */
  tierId?: number
  minutes: number
  /** The name of the visit type. */
  name?: string
  /** The modes of the visit type. */
  modes?: readonly string[]
  /** Whether the visit type has rooms, of which it takes one. */
  takesRoom?: boolean
}

/** What a practitioner offers at a location, beginning with the usual length. */
export function useVisitOptions(
  addressId: number,
  doctorId: number | undefined,
): readonly VisitOption[] {
  const { data } = useOperation('doctor-list', doctorId === undefined ? skipToken : { addressId })
  const practice = data
    ?.find(({ id }) => id === doctorId)
    ?.practices.find((one) => one.addressId === addressId)
  if (!practice) return []
  const { durationMins, durationTiers, visitTypes } = practice
  // A tier that is a visit type is offered once, as the type.
  const tiersOfTypes = new Set(visitTypes.map(({ durationTierId }) => durationTierId))
  return [
    { minutes: durationMins },
    ...durationTiers
      .filter(({ id }) => !tiersOfTypes.has(id))
      .map(({ id, durationMins: minutes }) => ({ tierId: id, minutes })),
    ...visitTypes.map(({ id, name, durationMins: minutes, modes, takesRoom }) => ({
      visitTypeId: id,
      name,
      minutes,
      modes,
      takesRoom,
    })),
  ]
}

/** The chosen option; the usual length if another practitioner does not offer it. */
export const findChosenOption = (
  options: readonly VisitOption[],
  { tierId, visitTypeId }: BookingTerms,
): VisitOption | undefined =>
  options.find((option) => option.tierId === tierId && option.visitTypeId === visitTypeId) ??
  options[0]

interface VisitTermsProps {
  addressId: number
  /** What is chosen; undefined until it is known. */
  option: VisitOption | undefined
  /** The quote for a single visit of that length or type, which says what else it can be booked as. */
  single: Quote | undefined
  /** The quote for what is chosen. */
  quote: Quote | undefined
  terms: BookingTerms
  change(terms: BookingTerms): void
}

export function VisitTerms({ addressId, option, single, quote, terms, change }: VisitTermsProps) {
  const { words, locale } = useLanguage()
  const offers = single ? planOffers(single) : []
  const { discount } = terms
  const planText = (
    plan: BookingTerms['plan'],
    { sessionPackName, sessionsRemaining = 0, expiresOn = '' }: Partial<Plan>,
  ) => {
    if (!plan) return words.terms.single
    if ('followUp' in plan) return words.terms.followUp
    if ('packageConfigId' in plan) return words.terms.buy(sessionPackName ?? '', sessionsRemaining)
    return words.terms.owned(
      sessionPackName ?? '',
      sessionsRemaining,
      dateText(expiresOn, locale, 'short'),
    )
  }
  return (
    <>
      {offers.length > 1 && (
        <Radio.Group
          label={words.terms.as}
          size="xs"
          value={planKey(terms.plan)}
          onChange={(name) =>
            change({ ...terms, plan: offers.find(({ plan }) => planKey(plan) === name)?.plan })
          }
        >
          <Stack gap={6} mt={4}>
            {offers.map(({ plan, of: details }) => (
              <Radio
                key={planKey(plan)}
                size="xs"
                value={planKey(plan)}
                label={planText(plan, details)}
              />
            ))}
          </Stack>
        </Radio.Group>
      )}
      {terms.visitTypeId === undefined && (
        <KindField
          type={terms.type ?? defaultKind}
          change={(type) => change({ ...terms, type: type === defaultKind ? undefined : type })}
        />
      )}
      <RoomField
        addressId={addressId}
        roomId={terms.roomId}
        isAssigned={option?.takesRoom}
        change={(roomId) => change({ ...terms, roomId })}
      />
      {!isPaidByPack(terms) &&
        (discount ? (
          <Group gap="xs" align="end" grow>
            <NumberInput
              label={words.terms.discount}
              size="xs"
              min={0}
              autoFocus
              value={discount.amount}
              onChange={(amount) => change({ ...terms, discount: { ...discount, amount } })}
            />
            <TextInput
              label={words.terms.discountReason}
              size="xs"
              maxLength={200}
              required={Number(discount.amount) > 0}
              value={discount.reason}
              onChange={({ currentTarget: { value } }) =>
                change({ ...terms, discount: { ...discount, reason: value } })
              }
            />
          </Group>
        ) : (
          <Group>
            <Button
              size="compact-xs"
              variant="subtle"
              ml={-8}
              onClick={() => change({ ...terms, discount: { amount: '', reason: '' } })}
            >
              {words.terms.discountOpen}
            </Button>
          </Group>
        ))}
      {quote && (
        <Price
          quote={quote}
          terms={terms}
          pack={offers.find(({ plan }) => planKey(plan) === planKey(terms.plan))?.of}
        />
      )}
    </>
  )
}

/** The visit types first, then the lengths without a type. */
export function OptionField({
  options,
  terms: { visitTypeId, ...terms },
  change,
}: { options: readonly VisitOption[] } & Pick<VisitTermsProps, 'terms' | 'change'>) {
  const { words } = useLanguage()
  if (options.length < 2) return null
  const items = options.map((option) => ({
    value: optionKey(option),
    label: [option.name, words.terms.minutes(option.minutes)].filter(Boolean).join(', '),
  }))
  const [types, lengths] = [true, false].map((isType) =>
    items.filter((_, index) => (options[index]?.visitTypeId !== undefined) === isType),
  ) as [typeof items, typeof items]
  const hasTypes = types.length > 0
  return (
    <NativeSelect
      label={hasTypes ? words.terms.visitType : words.terms.length}
      size="xs"
      value={optionKey({ visitTypeId, tierId: terms.tierId })}
      data={hasTypes ? [...types, { group: words.terms.withoutType, items: lengths }] : lengths}
      onChange={({ currentTarget: { value } }) => {
        const chosen = options.find((option) => optionKey(option) === value)
        // A visit type says what kind of visit it is.
        const { type, ...others } = terms
        change({
          ...others,
          tierId: chosen?.tierId,
          ...(chosen?.visitTypeId === undefined ? { type } : { visitTypeId: chosen.visitTypeId }),
        })
      }}
    />
  )
}

const optionKey = ({ visitTypeId, tierId }: Pick<BookingTerms, 'visitTypeId' | 'tierId'>) =>
  visitTypeId === undefined ? `length ${tierId}` : `type ${visitTypeId}`

interface PlanOffer {
  plan: BookingTerms['plan']
  of: Partial<Plan>
}

/** What the visit can be booked as, beginning with a single visit. */
function planOffers({ followableAppointmentId, plans }: Quote): PlanOffer[] {
  const followUp: PlanOffer[] =
    followableAppointmentId === null ? [] : [{ plan: { followUp: true }, of: {} }]
  const packs = plans.flatMap<PlanOffer>((details) => {
    if (details.patientPackageId !== undefined)
      return [{ plan: { patientPackageId: details.patientPackageId }, of: details }]
    return details.packageConfigId === undefined
      ? []
      : [{ plan: { packageConfigId: details.packageConfigId }, of: details }]
  })
  return [{ plan: undefined, of: {} }, ...followUp, ...packs]
}

/**
 * The chosen plan, if the quote for a single visit says that it is possible: another practitioner
 * may have nothing to follow up.
 */
export const availablePlan = (
  plan: BookingTerms['plan'],
  single: Quote | undefined,
): BookingTerms['plan'] =>
  !single || planOffers(single).some((offer) => planKey(offer.plan) === planKey(plan))
    ? plan
    : undefined

/** The price, with its reason. */
function Price({
  quote,
  terms: { plan },
  pack,
}: {
  quote: Quote
  terms: BookingTerms
  pack: Partial<Plan> | undefined
}) {
  const { words, locale } = useLanguage()
  const { payableAmount, consultationCharge, discountAmount, currency, isInternational } = quote
  const money = (amount: number) => moneyText(amount, currency, locale)
  const reasons = [
    plan && 'followUp' in plan && words.terms.byFollowUp,
    plan &&
      'patientPackageId' in plan &&
      words.terms.byPack(pack?.sessionPackName ?? '', (pack?.sessionsRemaining ?? 1) - 1),
    plan && 'packageConfigId' in plan && words.terms.packPriceHint(pack?.sessionPackName ?? ''),
    isInternational && words.terms.international,
    discountAmount > 0 && words.terms.less(money(consultationCharge), money(discountAmount)),
  ].filter((reason) => typeof reason === 'string')
  return (
    <div role="status">
      <div className={classes.amount}>
        <span>{words.book.price}</span>
        <strong>{money(payableAmount)}</strong>
      </div>
      {reasons.map((reason) => (
        <Text key={reason} size="xs" c="dimmed">
          {reason}
        </Text>
      ))}
    </div>
  )
}
