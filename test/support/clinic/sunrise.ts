import { features } from '../../../src/base/contract/route.ts'
import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'

/**
 * The clinic that tests start from. 2030-01-07 is a Monday. Asha sees patients in Jaipur on
 * weekdays from 9 to 13 (at the clinic or online) and from 16 to 19 (at the clinic); Jonas works in
 * Berlin in half-hour slots; Meera runs a queue on weekdays, with 40 tokens in the morning and 3 in
 * the evening; Ravi is inactive. Nina, who is not a practitioner, works at Jaipur's reception.
 */
export function createSunriseFile(): ClinicFile {
  const weekdays: ('MON' | 'TUE' | 'WED' | 'THU' | 'FRI')[] = ['MON', 'TUE', 'WED', 'THU', 'FRI']
  return {
    workspace: {
      name: 'sunrise',
      title: 'Sunrise Clinics',
      timezone: 'Asia/Kolkata',
      video: 'built-in',
      paymentMethods: ['INSURANCE'],
      entitlements: [...features],
      publicProfile: { name: 'Sunrise' },
    },
    locations: {
      jaipur: {
        fullAddress: '12 MI Road, Jaipur 302001',
        city: 'Jaipur',
        state: 'Rajasthan',
        country: 'IN',
        currency: 'INR',
        internationalCurrency: 'USD',
        rooms: ['room-1', 'room-2'],
      },
      berlin: {
        fullAddress: 'Torstraße 9, 10119 Berlin',
        city: 'Berlin',
        state: 'Berlin',
        country: 'DE',
        timezone: 'Europe/Berlin',
        currency: 'EUR',
        rooms: ['raum-1'],
      },
    },
    roles: { doctor: { displayName: 'Doctor' }, reception: { displayName: 'Reception' } },
    staff: {
      'nina-roy': {
        name: 'Nina Roy',
        prefix: 'Ms',
        email: 'nina@sunrise.example',
        phoneNumber: '9876500002',
        verified: true,
        roles: ['reception'],
        at: ['jaipur'],
      },
    },
    practitioners: {
      'asha-rao': {
        name: 'Asha Rao',
        prefix: 'Dr',
        roles: ['doctor'],
        specialization: 'Dermatology',
        system: 'SCHEDULED',
        permissions: { cancellationAllowedBeforeInHours: 24 },
        profile: {
          published: true,
          name: 'Dr Asha Rao',
          specialization: 'Dermatology',
          qualification: 'MBBS, MD',
          experience: 12,
          profileImageUrl: 'https://example.org/asha.jpg',
          details: {
            slug: 'dr-asha-rao',
            gallery: ['https://example.org/room.jpg'],
            whatToExpect: 'Twenty minutes and a plan.',
          },
        },
        at: {
          jaipur: {
            slotMinutes: 15,
            followUpFee: 200,
            fees: [
              { mode: 'OFFLINE', amount: 500 },
              { mode: 'ONLINE', amount: 400 },
              { mode: 'OFFLINE', amount: 25, international: true },
            ],
            tiers: {
              long: { minutes: 30, fee: 900, internationalFee: 45 },
              short: { minutes: 10, fee: 350 },
            },
            hours: [
              { days: weekdays, from: '09:00', to: '13:00', modes: ['OFFLINE', 'ONLINE'] },
              { days: weekdays, from: '16:00', to: '19:00', modes: ['OFFLINE'] },
            ],
            exceptions: [
              { date: '2030-01-26', hours: [] },
              { date: '2030-01-15', hours: [] },
            ],
          },
        },
      },
      'jonas-weber': {
        name: 'Jonas Weber',
        specialization: 'Physiotherapy',
        system: 'SCHEDULED',
        profile: { published: false, name: 'Jonas Weber (draft)' },
        at: {
          berlin: {
            slotMinutes: 30,
            fees: [
              { mode: 'OFFLINE', amount: 60 },
              { mode: 'HOME_VISIT', amount: 95.5 },
            ],
            hours: [
              { days: ['MON', 'WED', 'FRI'], from: '08:00', to: '16:00', modes: ['OFFLINE'] },
              { days: ['TUE', 'THU'], from: '10:00', to: '18:00', modes: ['HOME_VISIT'] },
            ],
          },
        },
      },
      'meera-shah': {
        name: 'Meera Shah',
        specialization: 'General medicine',
        system: 'QMS',
        at: {
          jaipur: {
            slotMinutes: 10,
            fees: [{ mode: 'OFFLINE', amount: 300 }],
            shifts: {
              morning: { days: weekdays, from: '09:00', to: '13:00', maxAppointments: 40 },
              evening: {
                days: weekdays,
                from: '16:00',
                to: '20:00',
                letter: 'B',
                maxAppointments: 3,
                averageMinutes: 5,
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
        profile: { published: true, name: 'Dr Ravi Old' },
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
