// Structured data of schema.org about a clinic and its practitioners, for search engines.

import { byEqualDays, clockOf, type ShownHours } from './hours.ts'
import type { HostedPage, ShownLocation, ShownPractitioner } from './shown-page.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function jsonLd({ clinic, url, origin, element, locations, practitioners, practitioner }: HostedPage): string {
  const { phone, email } = clinic.settings
  const contact = { ...(phone !== undefined && { telephone: phone }), ...(email !== undefined && { email }) }
  const bookedAt = (address: string) =>
    element && {
      potentialAction: {
        '@type': 'ReserveAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: address,
          actionPlatform: ['https://schema.org/DesktopWebPlatform', 'https://schema.org/MobileWebPlatform'],
        },
        result: { '@type': 'Reservation', provider: { '@id': url } },
      },
    }
  const ofClinic = {
    '@type': 'MedicalClinic',
    '@id': url,
    name: clinic.title,
    url,
    ...contact,
    ...(clinic.logo !== null && { logo: `${origin}${clinic.logo}` }),
    address: locations.map(addressOf),
    ...hoursAt(locations),
    // With several locations, each lists its own hours.
    ...(locations.length > 1 && {
      department: locations.map((location) => ({
        '@type': 'MedicalClinic',
        '@id': `${url}#location-${location.id}`,
        name: `${clinic.title}, ${location.city}`,
        ...contact,
        address: addressOf(location),
        ...hoursAt([location]),
      })),
    }),
    ...bookedAt(url),
  }
  const physicianOf = ({ slug, name, specialization, languages, portrait, locations: worked }: ShownPractitioner) => ({
    '@type': 'Physician',
    '@id': `${url}/${slug}`,
    name,
    url: `${url}/${slug}`,
    ...(specialization !== '' && { medicalSpecialty: specialization }),
    ...(languages.length > 0 && { knowsLanguage: languages }),
    ...(portrait !== null && { image: portrait }),
    ...contact,
    address: worked.map(addressOf),
    ...hoursAt(worked),
    parentOrganization: { '@id': url },
    ...bookedAt(`${url}/${slug}`),
  })
  const shown = practitioner ? [practitioner] : practitioners
  // In a script, `<` could end the element.
  return JSON.stringify({ '@context': 'https://schema.org', '@graph': [ofClinic, ...shown.map(physicianOf)] }).replaceAll('<', '\\u003c')
}

function addressOf({ fullAddress, city, state, country }: ShownLocation) {
  return { '@type': 'PostalAddress', streetAddress: fullAddress, addressLocality: city, addressRegion: state, addressCountry: country }
}

/**
 * The opening hours of a clinic or practitioner with one location; with several, the hours would be
 * wrong for each of them.
 */
function hoursAt(locations: readonly ShownLocation[]) {
  const [only, ...others] = locations
  if (!only || others.length > 0 || only.hours.length === 0) return {}
  return { openingHoursSpecification: byEqualDays(only.hours).flatMap(({ weekdays, windows }) => windows.map((window) => specificationOf(weekdays, window))) }
}

function specificationOf(weekdays: readonly number[], { fromMinute, toMinute }: Pick<ShownHours, 'fromMinute' | 'toMinute'>) {
  // The end of a day is midnight of the next day.
  const closes = toMinute === 24 * 60 ? '23:59' : clockOf(toMinute)
  return { '@type': 'OpeningHoursSpecification', dayOfWeek: weekdays.map((day) => days[day - 1]), opens: clockOf(fromMinute), closes }
}
