// The API views of configured things; the only place with these member names.

import {
  choice,
  currency,
  exampleNull,
  flag,
  id,
  integer,
  list,
  namedObject,
  nullable,
  number,
  optional,
  text,
  zone,
} from '../../base/contract/schemas.ts'
import { appointmentSystems, type Mode, modes } from '../../base/values/modes.ts'
import { fromMinorUnits } from '../../base/values/money.ts'
import type { Doctor, Fee, Location, Practice, PublicProfile } from './configuration.ts'
import { absentDetails, detailNames, type ProfileDetails } from './profile-details.ts'
import { tierOfType } from './visit-types.ts'

export const profileMembers = {
  profileId: id('The profile.'),
  name: text("The practitioner's public name.", 'Dr Asha Rao'),
  specialization: nullable(text('Specialization of the practitioner.', 'Dermatology')),
  qualification: nullable(text('Degrees and titles.', 'MBBS, MD')),
  experience: nullable(integer('Years of practice.', 12)),
  languages: optional(
    list(
      text('The tag of a language.', 'hi'),
      'Languages in which patients are seen, the best first; absent where none are named.',
    ),
  ),
  profileImageUrl: nullable(text('A portrait.', 'https://example.org/asha.jpg')),
  published: flag('Always true: drafts are not shown.'),
}

const omittedHere = (name: string) =>
  exampleNull(text(`Null here; \`GET /v1/public-profiles/:profileId\` has the ${name}.`, ''))

export const inlineProfileSchema = namedObject('PublicProfile', {
  ...profileMembers,
  ...(Object.fromEntries(detailNames.map((name) => [name, omittedHere(name)])) as Record<
    keyof ProfileDetails,
    ReturnType<typeof omittedHere>
  >),
  updatedAt: omittedHere('updatedAt'),
})

/** What every view of a published profile has. */
export function profileView({ languages, ...profile }: PublicProfile) {
  return { ...profile, ...(languages.length > 0 && { languages }), published: true }
}

export function inlineProfileView(profile: PublicProfile) {
  return { ...profileView(profile), ...absentDetails, updatedAt: null }
}

const addressMembers = {
  id: id('The `addressId` of every booking route.'),
  fullAddress: text('Street address as it is written.', '12 MI Road, Jaipur 302001'),
  city: text('City.', 'Jaipur'),
  state: text('State or region.', 'Rajasthan'),
  country: text('ISO2 code of the country.', 'IN'),
}

export const addressSchema = namedObject('Location', {
  ...addressMembers,
  international: exampleNull(
    flag('Always null here: no patient country is known on this route.', false),
  ),
  timezone: zone("The location's zone."),
  currency: currency("The location's currency."),
})

export function addressView({
  id,
  fullAddress,
  city,
  state,
  country,
  timezone,
  currency,
}: Location) {
  return { id, fullAddress, city, state, country, international: null, timezone, currency }
}

const feeSchema = namedObject('Fee', {
  consultationMode: choice(modes, 'The mode this fee is for.'),
  currency: currency('ISO 4217 code of the fee.'),
  amount: number('The fee of one visit, in `currency`.', 500),
  isInternational: flag('A row of the international price list.', false),
})

function feeView({ mode, currency, amountMinor, isInternational }: Fee) {
  return {
    consultationMode: mode,
    currency,
    amount: fromMinorUnits(amountMinor, currency),
    isInternational,
  }
}

const permissionSchema = namedObject('AppointmentTypeAndPermission', {
  allowOnline: flag('Online visits are allowed.'),
  allowOffline: flag('In-person visits are allowed.'),
  allowCancellation: flag('Patients may cancel.'),
  allowRescheduling: flag('Patients may reschedule.'),
  cancellationAllowedBeforeInHours: integer(
    'Hours before the visit until which patients may cancel.',
    24,
  ),
  canHostOnline: flag('The practitioner can get a video link.'),
})

/** Whom a practitioner sees, where it is limited for patients who book themselves. */
const newPatientMembers = {
  newPatients: optional(
    choice(
      ['no', 'only'],
      'Only if the clinic limits it for patients who book themselves: `no` sees none who have never been to the clinic, `only` no one else.',
    ),
  ),
  newPatientMinutes: optional(
    integer('The shortest first visit that patients book themselves; only if it is limited.', 30),
  ),
}

const practitionerSchema = namedObject('Practitioner', {
  id: id('The `doctorId` of every booking route; the user id of the practitioner.'),
  specialization: text('Specialization of the practitioner.', 'Dermatology'),
  appointmentSystemType: choice(appointmentSystems, 'Whether to fetch slots or shifts.'),
  consultationFees: list(feeSchema, 'Fees of scheduled visits.'),
  qmsConsultationCharges: list(feeSchema, 'Charges of queue visits.'),
  appointmentTypeAndPermission: permissionSchema,
  publicProfile: nullable(inlineProfileSchema),
  ...newPatientMembers,
  visitTypes: optional(
    list(
      namedObject('OfferedVisitType', {
        visitTypeId: id('The visit type.', 2),
        durationMins: integer('Length of the visit, in minutes.', 30),
        modes: list(choice(modes, 'A mode.'), 'How it can take place here.'),
        consultationFees: list(feeSchema, 'Its fees here.'),
        ...newPatientMembers,
      }),
      'The visit types on offer, in the order of the clinic; only if there are any.',
    ),
  ),
})

export const workspaceAddressSchema = namedObject('LocationWithPractitioners', {
  ...addressMembers,
  international: nullable(
    flag(
      'Whether the location quotes this patient from its international list; null without `patientCountryCode`.',
      false,
    ),
  ),
  doctors: list(practitionerSchema, 'Practitioners at the location.'),
})

/**
 * The fees of each mode on offer. A walk-in without a fee of its own costs as much as an in-clinic
 * visit (see `quote`), and is listed with that fee.
 */
function listedFees(fees: readonly Fee[], offered: readonly Mode[]): readonly Fee[] {
  if (!offered.includes('WALK_IN') || fees.some(({ mode }) => mode === 'WALK_IN')) return fees
  return [
    ...fees,
    ...fees
      .filter(({ mode }) => mode === 'OFFLINE')
      .map((fee): Fee => ({ ...fee, mode: 'WALK_IN' })),
  ]
}

function newPatientView({
  doctor,
  patientRules = {},
  slotMins,
  tiers,
}: Pick<Practice, 'doctor' | 'patientRules' | 'slotMins' | 'tiers'>) {
  const { newPatients, newPatientMinutes = 0 } = patientRules
  // A token has no length, and a rule that every visit keeps is none to tell.
  const hasShorterVisits =
    doctor.appointmentSystem === 'SCHEDULED' &&
    [slotMins, ...tiers.map(({ durationMins }) => durationMins)].some(
      (minutes) => minutes < newPatientMinutes,
    )
  return {
    ...((newPatients === 'no' || newPatients === 'only') && { newPatients }),
    ...(hasShorterVisits && { newPatientMinutes }),
  }
}

/** The fees of a practice under a type in each of its modes; a tier has one fee for all of them. */
function listTypeFees(practice: Practice & { offered: readonly Mode[] }): readonly Fee[] {
  const { offered } = practice
  const tier = tierOfType(practice)
  if (!tier) return listedFees(practice.fees, offered).filter(({ mode }) => offered.includes(mode))
  const { currency, internationalCurrency } = practice.location
  const { amountMinor, internationalAmountMinor } = tier
  return offered.flatMap((mode): Fee[] => [
    { mode, currency, amountMinor, isInternational: false },
    ...(internationalAmountMinor === null || internationalCurrency === null
      ? []
      : [
          {
            mode,
            currency: internationalCurrency,
            amountMinor: internationalAmountMinor,
            isInternational: true,
          },
        ]),
  ])
}

/** A practitioner at a location, with the fees there and the modes on offer. */
interface ListedPractice extends Pick<Practice, 'patientRules' | 'slotMins' | 'tiers'> {
  doctor: Doctor
  fees: readonly Fee[]
  offered: readonly Mode[]
  /** The practice under each of its visit types, with the modes on offer. */
  types: readonly (Practice & { offered: readonly Mode[] })[]
}

/**
 * `international` is null when the patient's country is unknown; then only domestic fees are shown
 * (A-070).
 */
export function workspaceAddressView(
  location: Location,
  international: boolean | null,
  practices: readonly ListedPractice[],
) {
  const { id, fullAddress, city, state, country } = location
  return {
    id,
    fullAddress,
    city,
    state,
    country,
    international,
    doctors: practices.map((practice) => {
      const { doctor, fees, offered, types } = practice
      const isQueue = doctor.appointmentSystem === 'QMS'
      const listVisibleFees = (all: readonly Fee[]) =>
        all.filter((fee) => !fee.isInternational || international !== null).map(feeView)
      const visibleFees = listVisibleFees(isQueue ? fees : listedFees(fees, offered))
      return {
        id: doctor.id,
        specialization: doctor.specialization,
        appointmentSystemType: doctor.appointmentSystem,
        consultationFees: isQueue ? [] : visibleFees,
        qmsConsultationCharges: isQueue ? visibleFees : [],
        appointmentTypeAndPermission: {
          allowOnline: doctor.allowOnline,
          allowOffline: doctor.allowOffline,
          allowCancellation: doctor.allowCancellation,
          allowRescheduling: doctor.allowRescheduling,
          cancellationAllowedBeforeInHours: doctor.cancellationAllowedBeforeHours,
          canHostOnline: doctor.canHostOnline,
        },
        publicProfile: doctor.profile && inlineProfileView(doctor.profile),
        ...newPatientView(practice),
        ...(types.length > 0 && {
          visitTypes: types.map((typed) => ({
            visitTypeId: typed.visitType?.id ?? 0,
            durationMins: typed.slotMins,
            modes: [...typed.offered],
            consultationFees: listVisibleFees(listTypeFees(typed)),
            ...newPatientView(typed),
          })),
        }),
      }
    }),
  }
}
