// All routes, in the order of the API reference.

import { bookPlainRoute } from '../appointments/book-plain.ts'
import { bookUnifiedRoute } from '../appointments/book-unified.ts'
import { recordVitalsRoute } from '../appointments/record-vitals.ts'
import { rescheduleRoute } from '../appointments/reschedule.ts'
import { searchAppointmentsRoute } from '../appointments/search.ts'
import { statusRoutes } from '../appointments/set-status.ts'
import { availableSlotsRoute } from '../availability/available-slots.ts'
import { scheduleSlotsRoute } from '../availability/schedule-slots.ts'
import { addressesRoute } from '../catalogue/addresses.ts'
import { doctorsRoute } from '../catalogue/doctors.ts'
import { searchMedicinesRoute } from '../catalogue/medicines/search-medicines.ts'
import { practitionerShiftsRoute } from '../catalogue/practitioner-shifts.ts'
import { publicProfileRoute } from '../catalogue/public-profile.ts'
import { listSessionPacksRoute } from '../catalogue/session-packs.ts'
import { createUserRoute } from '../catalogue/staff/create-user.ts'
import { listUsersRoute } from '../catalogue/staff/list-users.ts'
import { workspaceDetailRoute } from '../catalogue/workspace-detail.ts'
import { buySessionPackRoute } from '../checkout/buy-session-pack.ts'
import { confirmRoutes } from '../checkout/confirm-payments.ts'
import { type ReservationServices, reserveSlotRoute } from '../checkout/reserve-slot.ts'
import type { Route } from '../contract/route.ts'
import type { MessageRails } from '../messages/rail.ts'
import { listPatientsRoute } from '../patients/list-patients.ts'
import { upsertPatientRoute } from '../patients/upsert-patient.ts'
import type { ZoneOfAddress } from '../ports/location-database.ts'
import { tokenRoutes } from '../queue/book-routes.ts'
import { cancelTokenRoute } from '../queue/cancel-routes.ts'
import { doctorShiftsRoute } from '../queue/doctor-shifts.ts'
import { visitRoutes } from '../queue/list-visits.ts'
import type { KeyedHash } from '../verification/keyed-hash.ts'
import { searchByPhoneRoute } from '../verification/search-by-phone.ts'
import { sendCodeRoutes } from '../verification/send-routes.ts'
import { verifyCodeRoutes } from '../verification/verify-routes.ts'
import { widgetSessionRoute } from '../workspaces/widget-sessions.ts'

export interface RouteServices extends ReservationServices {
  zoneOfAddress: ZoneOfAddress
  hash: KeyedHash
  rails: MessageRails
  sessionMs: number
}

/** The documented surface. */
export function routesOf(services: RouteServices): readonly Route[] {
  return [
    workspaceDetailRoute({ ...services, hasGateway: async (...named) => (await services.gateways.of(...named)) !== undefined }),
    addressesRoute(services),
    doctorsRoute(services),
    practitionerShiftsRoute(services),
    listUsersRoute(services),
    createUserRoute(services),
    publicProfileRoute(services),
    searchMedicinesRoute(services),
    listSessionPacksRoute(services),
    upsertPatientRoute(services),
    listPatientsRoute(services),
    availableSlotsRoute(services),
    scheduleSlotsRoute(services),
    bookUnifiedRoute(services),
    bookPlainRoute(services),
    ...statusRoutes(services),
    cancelTokenRoute(services),
    rescheduleRoute(services),
    searchAppointmentsRoute(services),
    recordVitalsRoute(services),
    doctorShiftsRoute(services),
    ...tokenRoutes(services),
    ...visitRoutes(services),
    reserveSlotRoute(services),
    ...confirmRoutes(services),
    buySessionPackRoute(services),
    widgetSessionRoute(services),
    ...sendCodeRoutes(services),
    ...verifyCodeRoutes(services),
    searchByPhoneRoute(services),
  ]
}
