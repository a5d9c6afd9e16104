// The sections of a clinic file, in the order in which their tables can reference each other. All
// of them reference the workspace, which is written before them.

import { bookingPage } from './sections/booking-page.ts'
import { calendars } from './sections/calendars.ts'
import { closings } from './sections/closings.ts'
import { forms } from './sections/forms.ts'
import { gateways } from './sections/gateways.ts'
import { locations } from './sections/locations.ts'
import { medicines } from './sections/medicines.ts'
import { messages } from './sections/messages.ts'
import { notices } from './sections/notices.ts'
import { practices } from './sections/practices.ts'
import { practitioners } from './sections/practitioners.ts'
import { profiles } from './sections/profiles.ts'
import { roles } from './sections/roles.ts'
import { sessionPacks } from './sections/session-packs.ts'
import { staff } from './sections/staff.ts'
import { video } from './sections/video.ts'
import { visitTypes } from './sections/visit-types.ts'

export const sections = [
  locations,
  roles,
  staff,
  practitioners,
  practices,
  closings,
  calendars,
  profiles,
  medicines,
  sessionPacks,
  visitTypes,
  forms,
  gateways,
  messages,
  notices,
  video,
  bookingPage,
] as const
