// What a chosen visit costs, in each way to pay for it, and what a patient reads about it once it is booked.

import type { Profile, Slots } from './api.ts'
import { priceIn, type WayToPay } from './catalogue.ts'
import { dateIn } from './dates.ts'
import type { State } from './state.ts'

/** Ways to pay for a visit, free ones first. `plain` and `asFollowUp` are quotes of the same visit. */
export function waysOf(plain: Slots, asFollowUp: Slots | undefined, mode: string, takesPayments: boolean): WayToPay[] {
  const ways: WayToPay[] = []
  /** Online payment if that is possible, and payment at the desk. */
  const both = (id: string, way: Omit<WayToPay, 'id' | 'isOnline'>) => {
    if (takesPayments && way.amount > 0) ways.push({ ...way, id: `${id} online`, isOnline: true })
    ways.push({ ...way, id: `${id} desk`, isOnline: false })
  }
  for (const { kind, patientPackageId, sessionsRemaining, currency } of plain.plans) {
    if (kind !== 'ACTIVE_PACKAGE' || patientPackageId === undefined) continue
    const packName = plain.activeSessionPackResponses.find(({ id }) => id === patientPackageId)?.sessionPackName ?? ''
    ways.push({
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
  const single = priceIn(plain, mode)
  const followUp = asFollowUp && priceIn(asFollowUp, mode)
  if (followUp && followUp.amount !== single?.amount) both('followUp', { kind: 'followUp', ...followUp })
  if (single) both('single', { kind: 'single', ...single })
  for (const { kind, packageConfigId, unpaidPatientPackageId, isInternational } of plain.plans) {
    const pack = plain.allSessionPackResponses.find((one) => one.packageConfigId === packageConfigId)
    if (kind !== 'SESSION_PACK' || packageConfigId === undefined || !pack) continue
    const abroad = isInternational && pack.internationalAmount !== null && pack.internationalCurrency !== null
    const price = abroad
      ? { amount: pack.internationalAmount as number, currency: pack.internationalCurrency as string }
      : { amount: pack.amount, currency: pack.currency }
    const isBought = unpaidPatientPackageId !== undefined
    both(`pack ${packageConfigId}`, { kind: 'pack', ...price, packName: pack.sessionPackName, sessions: pack.totalSessions, packageConfigId, isBought })
  }
  return ways
}

export class Quoting {
  readonly #state: State

  constructor(state: State) {
    this.#state = state
  }

  async readWays(): Promise<void> {
    const { offer, answers } = this.#state
    const { time, shift, kind, patientId } = answers
    const takesPayments = this.#state.workspace?.onlinePaymentEnabled ?? false
    if (!offer) return
    if (offer.isQueue) {
      if (!shift) return
      const price = { kind: 'single' as const, amount: shift.fee, currency: shift.currency }
      const desk: WayToPay = { ...price, id: 'single desk', isOnline: false }
      this.#state.ways = takesPayments && price.amount > 0 ? [{ ...price, id: 'single online', isOnline: true }, desk] : [desk]
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
    const isFollowing = typeof patientId === 'number' && !kind.tierId
    const [plain, asFollowUp] = await Promise.all([
      this.#state.times.slots(offer, date, query),
      isFollowing ? this.#state.times.slots(offer, date, { ...query, followUp: true }) : undefined,
    ])
    if (this.#state.answers.patientId !== patientId) return
    const ways = waysOf(plain, asFollowUp, kind.mode, takesPayments)
    const single = ways.find((way) => way.kind === 'single')
    // The clinic has changed it since the time was chosen.
    if (single && time.price && (single.amount !== time.price.amount || single.currency !== time.price.currency)) {
      this.#state.notice = { word: 'priceChanged' }
      answers.time = { ...time, price: { amount: single.amount, currency: single.currency } }
    }
    this.#state.ways = ways
  }

  async readProfile(): Promise<void> {
    const id = this.#state.done?.summary.profileId
    if (id === undefined || this.#state.whatToExpect !== undefined) return
    try {
      this.#state.whatToExpect = (await this.#state.service.get<Profile>(`/v1/public-profiles/${id}`)).whatToExpect ?? undefined
      this.#state.draw()
    } catch {
      // Optional, and not waited for.
    }
  }
}
