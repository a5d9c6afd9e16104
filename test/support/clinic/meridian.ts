// A clinic with what Sunrise lacks, for tests whose outcome depends on such data. Its own time zone
// differs from its locations', two of its zones change their clocks, its three currencies have two
// or three decimals, and one practitioner works at two locations.

import { features } from '../../../src/base/contract/route.ts'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import type { Clinic, Harness, Json } from './harness.ts'

type Day = 'MON' | 'TUE' | 'WED' | 'THU' | 'FRI' | 'SAT' | 'SUN'
const weekdays: Day[] = ['MON', 'TUE', 'WED', 'THU', 'FRI']
const everyDay: Day[] = [...weekdays, 'SAT', 'SUN']

/**
 * The night in which Berlin's clocks go forward, from 2 to 3: a Sunday. New York's clocks do so on
 * 2030-03-10.
 */
export const shortNight = '2030-03-31'

/**
 * Lena sees patients on weekdays in Jaipur, and around the clock in Berlin. Omar runs an evening
 * queue in Kuwait until midnight, in dinars of a thousand fils. Ravi has left. Nina is an owner,
 * and Tom works at Berlin's reception. Berlin is closed on one Saturday.
 */
function createMeridianFile(name: string): ClinicFile {
  const address = (person: string) => ({ email: `${person}@${name}.example` })
  return {
    workspace: {
      name,
      title: 'Meridian Clinics',
      timezone: 'America/New_York',
      video: 'built-in',
      entitlements: [...features],
      paymentGateway: 'sandbox',
      publicProfile: { name: 'Meridian' },
    },
    locations: {
      berlin: {
        fullAddress: 'Torstraße 9, 10119 Berlin',
        city: 'Berlin',
        state: 'Berlin',
        country: 'DE',
        timezone: 'Europe/Berlin',
        currency: 'EUR',
        rooms: ['raum-1'],
        closed: [{ from: '2030-01-12', reason: 'Inventory' }],
      },
      jaipur: {
        fullAddress: '12 MI Road, Jaipur 302001',
        city: 'Jaipur',
        state: 'Rajasthan',
        country: 'IN',
        timezone: 'Asia/Kolkata',
        currency: 'INR',
        rooms: ['room-1', 'room-2'],
      },
      kuwait: {
        fullAddress: 'Arabian Gulf Street, Kuwait City',
        city: 'Kuwait City',
        state: 'Al Asimah',
        country: 'KW',
        timezone: 'Asia/Kuwait',
        currency: 'KWD',
        rooms: [],
      },
    },
    roles: {
      owner: { displayName: 'Owner', dashboard: 'owner' },
      desk: { displayName: 'Desk', dashboard: 'reception' },
      // A role that sees own visits only.
      healer: {
        displayName: 'Healer',
        dashboard: 'practitioner',
        rights: { insight: 'read', money: 'read' },
      },
    },
    staff: {
      'nina-roy': {
        name: 'Nina Roy',
        phoneNumber: '9876500002',
        verified: true,
        roles: ['owner'],
        at: ['jaipur'],
        ...address('nina'),
      },
      'tom-lind': {
        name: 'Tom Lind',
        prefix: 'Mr',
        phoneNumber: '1701234567',
        countryCode: '+49',
        verified: true,
        roles: ['desk'],
        at: ['berlin'],
        ...address('tom'),
      },
    },
    sessionPacks: {
      five: {
        displayName: 'Five visits',
        sessions: 5,
        validityDays: 180,
        currency: 'EUR',
        price: 250,
        familyBooking: true,
      },
    },
    practitioners: {
      'lena-vogel': {
        name: 'Lena Vogel',
        prefix: 'Dr',
        phoneNumber: '1701112223',
        countryCode: '+49',
        verified: true,
        roles: ['healer'],
        specialization: 'Dermatology',
        system: 'SCHEDULED',
        ...address('lena'),
        at: {
          berlin: {
            slotMinutes: 30,
            fees: [{ mode: 'OFFLINE', amount: 60.5 }],
            hours: [{ days: everyDay, from: '00:00', to: '24:00', modes: ['OFFLINE'] }],
          },
          jaipur: {
            slotMinutes: 15,
            fees: [
              { mode: 'OFFLINE', amount: 500 },
              { mode: 'ONLINE', amount: 400 },
            ],
            hours: [{ days: weekdays, from: '09:00', to: '13:00', modes: ['OFFLINE', 'ONLINE'] }],
          },
        },
      },
      'omar-said': {
        name: 'Omar Said',
        phoneNumber: '50001234',
        countryCode: '+965',
        verified: true,
        roles: ['healer'],
        specialization: 'General medicine',
        system: 'QMS',
        ...address('omar'),
        at: {
          kuwait: {
            slotMinutes: 10,
            fees: [{ mode: 'OFFLINE', amount: 12.125 }],
            shifts: {
              late: {
                days: everyDay,
                from: '20:00',
                to: '24:00',
                letter: 'N',
                maxAppointments: 30,
              },
            },
          },
        },
      },
      'ravi-old': {
        name: 'Ravi Old',
        specialization: 'Surgery',
        system: 'SCHEDULED',
        membership: 'inactive',
        at: {
          jaipur: {
            slotMinutes: 15,
            fees: [{ mode: 'OFFLINE', amount: 500 }],
            hours: [{ days: weekdays, from: '09:00', to: '12:00', modes: ['OFFLINE'] }],
          },
        },
      },
    },
  }
}

/**
 * Patients: one with every field, one with almost none, and one with an age instead of a date of
 * birth.
 */
export const people = {
  full: {
    firstName: 'Meera',
    lastName: 'Iyer',
    phoneNumber: '9876543210',
    email: 'meera@example.org',
    dob: '1990-04-12',
    gender: 'female',
    bloodGroup: 'O+',
    patientAddress: { city: 'Jaipur' },
  },
  aged: {
    firstName: 'Karl',
    lastName: 'Brandt',
    countryCode: '+49',
    phoneNumber: '1709998887',
    age: 71,
  },
  bare: { firstName: 'X' },
  long: { firstName: 'A'.repeat(200), lastName: `${'Wolfeschlegelsteinhausen'.repeat(8)} Zz` },
} as const

/** A new Meridian clinic; `change` edits its file first. */
export function createMeridianClinic(
  harness: Harness,
  change: (file: ClinicFile) => void = () => {},
): Promise<Clinic> {
  return harness.clinic((file) => {
    const { name } = file.workspace
    for (const member of Object.keys(file)) Reflect.deleteProperty(file, member)
    Object.assign(file, createMeridianFile(name))
    change(file)
  })
}

/** Runs an operation in a clinic, as the operator. */
export const runInClinic = (
  harness: Harness,
  clinic: Clinic,
  name: string,
  input: Json = {},
): Promise<Json> => harness.operate(name, { workspace: clinic.name, ...input })

/**
 * Books a visit with Lena as the clinic's staff do; `from` has the offset of the clock that the
 * staff looked at.
 */
export function bookLena(
  harness: Harness,
  clinic: Clinic,
  location: 'berlin' | 'jaipur',
  from: string,
  more: Json = {},
): Promise<Json> {
  return runInClinic(harness, clinic, 'visit-book', {
    addressId: clinic.id('location', location),
    doctorId: clinic.id('practitioner', 'lena-vogel'),
    mode: 'OFFLINE',
    fromDateTimeIso: from,
    ...(more.patientId === undefined && { patientPayload: { firstName: `At ${from}` } }),
    ...more,
  })
}

/** Gives a token for Omar's late shift. */
export function giveToken(harness: Harness, clinic: Clinic, more: Json = {}): Promise<Json> {
  const patient = more.patientId === undefined && { patientPayload: { firstName: 'Token' } }
  return runInClinic(harness, clinic, 'token-give', {
    qmsWorkShiftId: clinic.id('shift', 'omar-said/kuwait/late'),
    ...patient,
    ...more,
  })
}
