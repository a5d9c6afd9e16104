// Structured data (schema.org) about a clinic and its practitioners, for search engines.

import { formatMinute, groupEqualDays, type ShownHours } from './hours.ts'
import type { HostedPage, ShownLocation, ShownPractitioner } from './shown-page.ts'

const days = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']

export function jsonLd({
  clinic,
  url,
  origin,
  element,
  locations,
  practitioners,
  practitioner,
}: HostedPage): string {
  const { phone, email } = clinic.settings
  const contact = {
    ...(phone !== undefined && { telephone: phone }),
    ...(email !== undefined && { email }),
  }
  const reserveAction = (address: string) =>
    element && {
      potentialAction: {
        '@type': 'ReserveAction',
        target: {
          '@type': 'EntryPoint',
          urlTemplate: address,
          actionPlatform: [
            'https://schema.org/DesktopWebPlatform',
            'https://schema.org/MobileWebPlatform',
          ],
        },
        result: { '@type': 'Reservation', provider: { '@id': url } },
      },
    }
  const clinicData = {
    '@type': 'MedicalClinic',
    '@id': url,
    name: clinic.title,
    url,
    ...contact,
    ...(clinic.logo !== null && { logo: `${origin}${clinic.logo}` }),
    address: locations.map(toPostalAddress),
    ...openingHours(locations),
    // With several locations, each lists its own hours.
    ...(locations.length > 1 && {
      department: locations.map((location) => ({
        '@type': 'MedicalClinic',
        '@id': `${url}#location-${location.id}`,
        name: `${clinic.title}, ${location.city}`,
        ...contact,
        address: toPostalAddress(location),
        ...openingHours([location]),
      })),
    }),
    ...reserveAction(url),
  }
  const toPhysician = ({
    slug,
    name,
    specialization,
    languages,
    portrait,
    locations: doctorLocations,
  }: ShownPractitioner) => ({
    '@type': 'Physician',
    '@id': `${url}/${slug}`,
    name,
    url: `${url}/${slug}`,
    ...(specialization !== '' && { medicalSpecialty: specialization }),
    ...(languages.length > 0 && { knowsLanguage: languages }),
    ...(portrait !== null && { image: portrait }),
    ...contact,
    address: doctorLocations.map(toPostalAddress),
    ...openingHours(doctorLocations),
    parentOrganization: { '@id': url },
    ...reserveAction(`${url}/${slug}`),
  })
  const practitionersShown = practitioner ? [practitioner] : practitioners
  // In a script, `<` could end the element.
  return JSON.stringify({
    '@context': 'https://schema.org',
    '@graph': [clinicData, ...practitionersShown.map(toPhysician)],
  }).replaceAll('<', '\\u003c')
}

function toPostalAddress({ fullAddress, city, state, country }: ShownLocation) {
  return {
    '@type': 'PostalAddress',
    streetAddress: fullAddress,
    addressLocality: city,
    addressRegion: state,
    addressCountry: country,
  }
}

/**
 * The opening hours of a clinic or practitioner with one location; with several, no hours would be
 * right for all of them.
 */
function openingHours(locations: readonly ShownLocation[]) {
  const [onlyLocation, ...others] = locations
  if (!onlyLocation || others.length > 0 || onlyLocation.hours.length === 0) return {}
  return {
    openingHoursSpecification: groupEqualDays(onlyLocation.hours).flatMap(({ weekdays, windows }) =>
      windows.map((window) => openingHoursSpecification(weekdays, window)),
    ),
  }
}

function openingHoursSpecification(
  weekdays: readonly number[],
  { fromMinute, toMinute }: Pick<ShownHours, 'fromMinute' | 'toMinute'>,
) {
  // A day ends at midnight of the next day.
  const closes = toMinute === 24 * 60 ? '23:59' : formatMinute(toMinute)
  return {
    '@type': 'OpeningHoursSpecification',
    dayOfWeek: weekdays.map((day) => days[day - 1]),
    opens: formatMinute(fromMinute),
    closes,
  }
}
