// An imaginary visit, for the preview of a notice (SETUP-08). A pure function of its inputs.

import { addDays } from '../../base/values/calendar-date.ts'
import { dateAt, firstInstantAtWallTime, type Instant } from '../../base/values/clinic-time.ts'
import { resolvePublicName } from '../../base/values/public-name.ts'
import type { Configuration } from '../../clinic/catalogue/configuration.ts'
import type { NoticeKind } from '../../clinic/notices/notice-settings.ts'
import { type NoticeVisit, toNoticeSubject } from '../../clinic/notices/noticed-visit.ts'

const minuteMs = 60_000
const tenMinute = 10 * 60
const lengthMins = 30

const tokenKinds: readonly NoticeKind[] = ['tokenConfirmation', 'turn', 'tokenCancellation']

/**
 * A visit tomorrow at ten with the first practice; a token for some kinds of notice, and a time
 * held for half an hour for an offer.
 */
export function sampleVisit(
  { title, timezone, practices, sessionPacks }: Configuration,
  kind: NoticeKind,
  publicUrl: string,
  now: Instant,
): NoticeVisit {
  const [practice] = practices
  const zone = practice?.location.timezone ?? timezone
  const fromAt = firstInstantAtWallTime(zone, addDays(dateAt(zone, now), 1), tenMinute)
  return {
    subject: toNoticeSubject({}),
    bookingReference: 'BKEXAMPLE7',
    state: 'EXPECTED',
    voided: false,
    revision: 0,
    fromAt,
    toAt: fromAt + lengthMins * minuteMs,
    timezone: zone,
    patientTimezone: null,
    mode: 'OFFLINE',
    videoLink: null,
    visitAddress: null,
    location: practice?.location.fullAddress ?? '',
    practitioner: practice ? resolvePublicName(practice.doctor) : 'Asha Rao',
    clinic: title,
    minutesLate: kind === 'late' ? 20 : null,
    isErased: false,
    firstName: 'Meera',
    language: null,
    email: null,
    phoneNormalised: null,
    siteHash: null,
    token: tokenKinds.includes(kind)
      ? { display: 'A-12', placesBefore: 3, page: `${publicUrl}/queue/example` }
      : null,
    unsettledUntil: null,
    isOwed: true,
    offer: kind === 'offer' ? { heldUntil: now + 30 * minuteMs } : null,
    hasMissingForms: kind === 'forms',
    pack: kind === 'packPayment' ? { name: sessionPacks[0]?.displayName ?? 'Ten sessions' } : null,
    ...samplePrice(practice),
  }
}

function samplePrice(practice: Configuration['practices'][number] | undefined) {
  const fee = practice?.fees[0]
  return {
    priceMinor: fee?.amountMinor ?? 0,
    currency: fee?.currency ?? practice?.location.currency ?? 'EUR',
  }
}
