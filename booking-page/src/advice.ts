// What the developer of a page reads in the console when the element cannot work: what is wrong,
// and where to fix it. It is loaded only then; patients never see it.

export type Fault =
  | { about: 'key missing' | 'key unknown' | 'origin' | 'bookingUnavailable' }
  /** An attribute, its value, and the allowed values. */
  | { about: 'attribute'; name: string; value: string; known: readonly string[] }

/** `origin` is that of the page. */
export function adviceOn(
  fault: Fault,
  { baseUrl, origin }: { baseUrl: string; origin: string },
): string {
  switch (fault.about) {
    case 'key missing':
      return `it has no widget key: create one for ${origin} with \`clinic key create --kind widget --origin ${origin}\` or in the dashboard under API keys, and set it as the attribute widget-key.`
    case 'key unknown':
      return `${baseUrl} has no widget key like this one, or it was stopped or has expired: set the attribute widget-key to one that \`clinic key list\` or the dashboard shows as active.`
    case 'origin':
      return origin === 'null'
        ? 'this page has no origin that a widget key could list, because it is a local file or in a sandboxed frame: serve it by a web server.'
        : `its widget key does not list the origin of this page, ${origin}: add it with \`clinic key origins KEY_ID ${origin}\` or in the dashboard under API keys.`
    case 'bookingUnavailable':
      return `${baseUrl} has no practitioner who can be booked: the clinic needs one with working hours and a fee.`
    case 'attribute':
      return `its attribute ${fault.name} is "${fault.value}", which is unknown: it can be ${fault.known.join(', ') || 'nothing at the moment'}.`
  }
}
