// The body of a reservation, and the details of a booking.

import { type Answers, type ContactInput, isAtHome, type Summary } from './answers.ts'
import type { Workspace } from './api.ts'
import type { Offer, PaymentMethod } from './catalogue.ts'
import { asciiDigits } from './dates.ts'

const hourMs = 3_600_000

/** The answers, with the viewer's zone and the dial code of the contact. */
export interface BookingInput {
  workspace: Workspace | undefined
  offer: Offer | undefined
  answers: Answers
  zone: string
  dialCode: string
  /** The language of the page, in which the patient gets messages. */
  language: string
}

/** The language of the page, without what a browser adds to its tag, such as a calendar. */
const languageInput = (language: string | undefined) =>
  language ? { language: new Intl.Locale(language).baseName } : {}

/**
 * The phone number as typed. Only the service parses phone numbers, so the code and the booking use
 * the same number.
 */
export function phoneInput({ phone }: ContactInput, dialCode: string) {
  return { countryCode: dialCode, phoneNumber: phone.trim() }
}

export function buildSummary(
  { offer, answers, zone, workspace }: BookingInput,
  method: PaymentMethod,
): Summary | undefined {
  if (!offer) return undefined
  const { time, shift, kind } = answers
  const { doctor, location: clinicLocation } = offer
  const start = time?.from ?? (shift ? instantIn(shift.zone, shift.date, shift.from) : '')
  const rules = doctor.appointmentTypeAndPermission
  const visitType = workspace?.visitTypes?.find(({ id }) => id === offer.visitTypeId)
  const until =
    time &&
    new Date(Date.parse(time.from) - rules.cancellationAllowedBeforeInHours * hourMs).toISOString()
  return {
    name: offer.name,
    place: clinicLocation.fullAddress,
    visitType: visitType && { id: visitType.id, name: visitType.name },
    mode: kind?.mode ?? shift?.mode ?? 'OFFLINE',
    start,
    end: time?.to ?? (shift ? instantIn(shift.zone, shift.date, shift.to) : ''),
    zone: time?.zone ?? shift?.zone ?? zone,
    addressId: clinicLocation.id,
    doctorId: doctor.id,
    profileId: doctor.publicProfile?.profileId,
    tierId: kind?.tierId ?? null,
    amount: method.amount,
    currency: method.currency,
    paidBy: method.kind,
    cancelUntil: rules.allowCancellation ? until : undefined,
    moveUntil: rules.allowRescheduling ? until : undefined,
  }
}

/**
 * The body of the reservation: every booking is a reservation, because only those can be resent
 * safely.
 */
export function buildReservationBody(
  { offer, answers, workspace, zone, dialCode, language }: BookingInput,
  method: PaymentMethod,
): object | undefined {
  const { time, shift, kind, patientId, newPatient, contact } = answers
  if (!offer || !workspace) return undefined
  const { age, patientAddress, ...texts } = newPatient
  const patientInput = {
    ...Object.fromEntries(
      Object.entries(texts).flatMap(([name, value]) =>
        value.trim() ? [[name, value.trim()]] : [],
      ),
    ),
    ...(age?.trim() ? { age: Number(asciiDigits(age)) } : {}),
    ...(patientAddress?.trim() ? { patientAddress: { address: patientAddress.trim() } } : {}),
  }
  const contactInput =
    contact.channel === 'email'
      ? { email: contact.email.trim(), countryCode: dialCode }
      : phoneInput(contact, dialCode)
  const common = {
    workspaceId: workspace.workspaceId,
    addressId: offer.location.id,
    doctorId: offer.doctor.id,
    ...(typeof patientId === 'number'
      ? { patientId, patientPayload: languageInput(language) }
      : { patientPayload: { ...patientInput, ...contactInput, ...languageInput(language) } }),
    ...(answers.reason.trim() ? { chiefComplaint: answers.reason.trim().slice(0, 500) } : {}),
    // The payment method if the visit is not paid online.
    paymentMode: 'CASH',
    source: 'WEBSITE',
    currency: method.currency,
    ...(method.isOnline ? { returnUrl: returnUrl() } : {}),
  }
  if (offer.isQueue) {
    return (
      shift && {
        ...common,
        system: 'QMS',
        qmsWorkShiftId: shift.id,
        appointmentDate: shift.date,
        mode: shift.mode,
        bookingChannel: 'SELF_QR',
      }
    )
  }
  if (!time || !kind) return undefined
  const terms = {
    single: {
      bookingType: 'ONE_TIME_APPOINTMENT',
      consultationCharge: method.amount,
      ...(kind.tierId ? { consultationDurationTierId: kind.tierId } : {}),
    },
    followUp: {
      bookingType: 'ONE_TIME_APPOINTMENT',
      consultationCharge: method.amount,
      followUp: true,
    },
    own: { bookingType: 'USE_ACTIVE_PACKAGE', patientPackageId: method.patientPackageId },
    pack: {
      bookingType: 'PACKAGE_PURCHASE',
      packageConfigId: method.packageConfigId,
      packageAmount: method.amount,
    },
  }[method.kind]
  const visitAddress = isAtHome(kind.mode) ? answers.visitAddress?.trim() : undefined
  return {
    ...common,
    ...terms,
    ...(visitAddress ? { visitAddress: { address: visitAddress } } : {}),
    mode: kind.mode,
    ...(offer.visitTypeId !== undefined && { visitTypeId: offer.visitTypeId }),
    fromDateTimeIso: time.from,
    toDateTimeIso: time.to,
    patientTimezone: zone,
  }
}

/**
 * Whether a visit at home has no address: neither its own nor the new patient's. For a known
 * patient the clinic may have one.
 */
export function isAddressMissing({ kind, patientId, newPatient, visitAddress }: Answers): boolean {
  return (
    isAtHome(kind?.mode) &&
    patientId === 'new' &&
    !visitAddress?.trim() &&
    !newPatient.patientAddress?.trim()
  )
}

/**
 * The address to which a checkout returns: this page, without the parameters of an earlier return.
 */
function returnUrl(): string {
  const address = new URL(location.href)
  address.hash = ''
  address.searchParams.delete('sessionRef')
  return address.href
}

/**
 * The instant at which a clock in a zone first shows a time on a date. If the clock skips that
 * time, it is the instant at which the clock jumps.
 */
function instantIn(zone: string, date: string, clock: string): string {
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
  const offsetAt = (instant: number) =>
    Date.parse(`${format.format(new Date(instant)).replace(' ', 'T')}Z`) - instant
  const utcInstant = Date.parse(`${date}T${clock}:00Z`)
  const before = offsetAt(utcInstant - 24 * hourMs)
  const after = offsetAt(utcInstant + 24 * hourMs)
  if (offsetAt(utcInstant - before) === before) return new Date(utcInstant - before).toISOString()
  let instant = utcInstant - after
  while (offsetAt(instant) !== after) instant += hourMs / 60
  return new Date(instant).toISOString()
}
