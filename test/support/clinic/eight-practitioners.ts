// A location where eight practitioners work in addition to the owner: as wide as a day at one desk
// becomes.

import type { ClinicFile } from '../../../src/management/clinic-file/clinic-file.ts'
import { createClinicWithDesk } from '../screens/dashboard-desk.ts'
import type { Clinic, Harness } from './harness.ts'

export const practitionerNames = [
  'Anand',
  'Basu',
  'Chopra',
  'Desai',
  'Fernandes',
  'Gupta',
  'Hegde',
  'Joshi',
].map((name) => `Dr ${name}`)

type Practice = NonNullable<ClinicFile['practitioners'][string]['at']['jaipur']>

/** `hours` are each practitioner's working hours in Jaipur. */
export function addEightPractitioners(
  harness: Harness,
  hours: NonNullable<Practice['hours']>,
  change: (file: ClinicFile) => void = () => {},
): Promise<Clinic> {
  return createClinicWithDesk(harness, (file) => {
    const { practitioners } = file
    const { roles: _, ...asha } = practitioners['asha-rao'] as NonNullable<
      (typeof practitioners)[string]
    >
    for (const [index, name] of practitionerNames.entries()) {
      const own = structuredClone({
        ...asha,
        email: `doctor-${index}@clinic.example`,
        profile: { published: true, name },
      })
      if (own.at.jaipur) own.at.jaipur.hours = hours
      practitioners[`doctor-${index}`] = own
    }
    change(file)
  })
}
