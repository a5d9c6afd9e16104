/** What a clinic can ask new patients on web pages in addition to their first name, by the member names of bookings. */
export const askedOfNewPatients = ['lastName', 'email', 'dob', 'age', 'gender', 'bloodGroup', 'patientAddress'] as const

export type AskedOfNewPatients = (typeof askedOfNewPatients)[number]

/** Without the e-mail address: beside a verified phone it would not be stored, since it is not verified. */
export function askedOnPages(asked: readonly AskedOfNewPatients[] = []): readonly Exclude<AskedOfNewPatients, 'email'>[] {
  return asked.filter((member) => member !== 'email')
}
