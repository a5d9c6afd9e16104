// What a booking page shows.

import type { PageClinic } from './frame.ts'
import type { ShownHours } from './hours.ts'
import type { PageLanguage } from './settings.ts'

export interface ShownLocation {
  id: number
  fullAddress: string
  city: string
  state: string
  country: string
  /** When patients can regularly be seen there, by anyone or by the page's practitioner. */
  hours: readonly ShownHours[]
}

export interface ShownPractitioner {
  id: number
  /** The last part of the page's address. */
  slug: string
  name: string
  specialization: string
  qualification: string | null
  experience: number | null
  /** Languages in which patients are seen, as BCP 47 tags. */
  languages: readonly string[]
  /** The URL of a picture elsewhere. */
  portrait: string | null
  whatToExpect: string | null
  treatmentPhilosophy: string | null
  runsQueue: boolean
  locations: readonly ShownLocation[]
}

export interface HostedPage {
  clinic: PageClinic
  /** The address of the clinic's page, `https://…/book/sunrise`. */
  url: string
  origin: string
  language: PageLanguage
  /** The languages of the page. */
  languages: readonly PageLanguage[]
  /**
   * Whether the page's address specifies the language; otherwise the browser's preference was used.
   */
  isLanguageAsked: boolean
  /** BCP 47 tag of that language, with the region from the browser. */
  locale: string
  locations: readonly ShownLocation[]
  practitioners: readonly ShownPractitioner[]
  /** Whether the clinic has more practitioners than these. */
  hasMore: boolean
  /** The practitioner of the page; undefined for the clinic's page. */
  practitioner: ShownPractitioner | undefined
  /** How the element is loaded, and its settings; undefined if nothing can be booked. */
  element: { widgetKey: string; script: string; integrity: string } | undefined
}
