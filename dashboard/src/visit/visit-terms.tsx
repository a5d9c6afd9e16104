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
  /** The usual length if undefined. */
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
  const { plan, roomId, discount, tierId, type } = terms
  const amount = isPaidByPack(terms) ? 0 : Number(discount?.amount ?? 0)
  return {
    ...plan,
    ...(tierId !== undefined && { consultationDurationTierId: tierId }),
    ...(roomId !== undefined && { roomId }),
    ...(type !== undefined && { type }),
    ...(amount > 0 && {
      discountAmount: amount,
      ...(discount?.reason.trim() && { discountReason: discount.reason.trim() }),
    }),
  }
}

/**
 * The lengths of visits that a practitioner offers at a location: the usual one, without a tier,
 * and any others.
 */
export function useLengths(
  addressId: number,
  doctorId: number | undefined,
): readonly { tierId: number | undefined; minutes: number }[] {
  const { data } = useOperation('doctor-list', doctorId === undefined ? skipToken : { addressId })
  const practice = data
    ?.find(({ id }) => id === doctorId)
    ?.practices.find((one) => one.addressId === addressId)
  if (!practice) return []
  return [
    { tierId: undefined, minutes: practice.durationMins },
    ...practice.durationTiers.map(({ id, durationMins }) => ({
      tierId: id,
      minutes: durationMins,
    })),
  ]
}

interface VisitTermsProps {
  addressId: number
  lengths: ReturnType<typeof useLengths>
  /** The quote for a single visit of that length, which says what else it can be booked as. */
  single: Quote | undefined
  /** The quote for what is chosen. */
  quote: Quote | undefined
  terms: BookingTerms
  change(terms: BookingTerms): void
}

export function VisitTerms({ addressId, lengths, single, quote, terms, change }: VisitTermsProps) {
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
      {lengths.length > 1 && (
        <NativeSelect
          label={words.terms.length}
          size="xs"
          value={String(terms.tierId ?? '')}
          data={lengths.map(({ tierId, minutes }) => ({
            value: String(tierId ?? ''),
            label: words.terms.minutes(minutes),
          }))}
          onChange={({ currentTarget: { value } }) =>
            change({ ...terms, tierId: value === '' ? undefined : Number(value) })
          }
        />
      )}
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
      <KindField
        type={terms.type ?? defaultKind}
        change={(type) => change({ ...terms, type: type === defaultKind ? undefined : type })}
      />
      <RoomField
        addressId={addressId}
        roomId={terms.roomId}
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
