// What a chosen visit costs with each payment method, and what a patient reads about it once it is
// booked.

import type { Profile, Slots } from './api.ts'
import { type PaymentMethod, priceIn } from './catalogue.ts'
import { dateIn } from './dates.ts'
import type { BookingState } from './state.ts'

/**
 * The payment methods for a visit, free ones first. `quote` and `followUpQuote` are for the same
 * visit.
 */
export function listPaymentMethods(
  quote: Slots,
  followUpQuote: Slots | undefined,
  mode: string,
  takesPayments: boolean,
): PaymentMethod[] {
  const methods: PaymentMethod[] = []
  /** Payment online, if possible, and payment at the desk. */
  const addOnlineAndDesk = (id: string, method: Omit<PaymentMethod, 'id' | 'isOnline'>) => {
    if (takesPayments && method.amount > 0)
      methods.push({ ...method, id: `${id} online`, isOnline: true })
    methods.push({ ...method, id: `${id} desk`, isOnline: false })
  }
  for (const { kind, patientPackageId, sessionsRemaining, currency } of quote.plans) {
    if (kind !== 'ACTIVE_PACKAGE' || patientPackageId === undefined) continue
    const packName =
      quote.activeSessionPackResponses.find(({ id }) => id === patientPackageId)?.sessionPackName ??
      ''
    methods.push({
      id: `own ${patientPackageId}`,
      kind: 'own',
      isOnline: false,
      amount: 0,
      currency,
      packName,
      sessions: sessionsRemaining ?? 0,
      patientPackageId,
    })
  }
  const single = priceIn(quote, mode)
  const followUp = followUpQuote && priceIn(followUpQuote, mode)
  if (followUp && followUp.amount !== single?.amount)
    addOnlineAndDesk('followUp', { kind: 'followUp', ...followUp })
  if (single) addOnlineAndDesk('single', { kind: 'single', ...single })
  for (const { kind, packageConfigId, unpaidPatientPackageId, isInternational } of quote.plans) {
    const pack = quote.allSessionPackResponses.find(
      (one) => one.packageConfigId === packageConfigId,
    )
    if (kind !== 'SESSION_PACK' || packageConfigId === undefined || !pack) continue
    const isPricedAbroad =
      isInternational && pack.internationalAmount !== null && pack.internationalCurrency !== null
    const price = isPricedAbroad
      ? {
          amount: pack.internationalAmount as number,
          currency: pack.internationalCurrency as string,
        }
      : { amount: pack.amount, currency: pack.currency }
    const isBought = unpaidPatientPackageId !== undefined
    addOnlineAndDesk(`pack ${packageConfigId}`, {
      kind: 'pack',
      ...price,
      packName: pack.sessionPackName,
      sessions: pack.totalSessions,
      packageConfigId,
      isBought,
    })
  }
  return methods
}

export class QuoteLoader {
  readonly #state: BookingState

  constructor(state: BookingState) {
    this.#state = state
  }

  async readPaymentMethods(): Promise<void> {
    const { offer, answers } = this.#state
    const { time, shift, kind, patientId } = answers
    const takesPayments = this.#state.workspace?.onlinePaymentEnabled ?? false
    if (!offer) return
    if (offer.isQueue) {
      if (!shift) return
      const price = { kind: 'single' as const, amount: shift.fee, currency: shift.currency }
      const desk: PaymentMethod = { ...price, id: 'single desk', isOnline: false }
      this.#state.paymentMethods =
        takesPayments && price.amount > 0
          ? [{ ...price, id: 'single online', isOnline: true }, desk]
          : [desk]
      return
    }
    if (!time || !kind) return
    const query = {
      mode: kind.mode,
      ...(kind.tierId ? { durationTierId: kind.tierId } : { durationMins: time.lengthMins }),
      patientCountryCode: this.#state.dialCode,
      ...(typeof patientId === 'number' ? { patientId } : {}),
    }
    const date = dateIn(time.zone, time.from)
    const canBeFollowUp = typeof patientId === 'number' && !kind.tierId
    const [quote, followUpQuote] = await Promise.all([
      this.#state.times.slots(offer, date, query),
      canBeFollowUp
        ? this.#state.times.slots(offer, date, { ...query, followUp: true })
        : undefined,
    ])
    if (this.#state.answers.patientId !== patientId) return
    const methods = listPaymentMethods(quote, followUpQuote, kind.mode, takesPayments)
    const single = methods.find((method) => method.kind === 'single')
    // The clinic has changed the price since the time was chosen.
    if (
      single &&
      time.price &&
      (single.amount !== time.price.amount || single.currency !== time.price.currency)
    ) {
      this.#state.notice = { word: 'priceChanged' }
      answers.time = { ...time, price: { amount: single.amount, currency: single.currency } }
    }
    this.#state.paymentMethods = methods
  }

  async readProfile(): Promise<void> {
    const id = this.#state.done?.summary.profileId
    if (id === undefined || this.#state.whatToExpect !== undefined) return
    try {
      this.#state.whatToExpect =
        (await this.#state.service.get<Profile>(`/v1/public-profiles/${id}`)).whatToExpect ??
        undefined
      this.#state.draw()
    } catch {
      // This is optional, and nothing waits for it.
    }
  }
}
