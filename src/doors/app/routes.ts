// All routes, in the order of the API reference.

import type { Route } from '../../base/contract/route.ts'
import type { MessageRails } from '../../base/messages/rail.ts'
import type { FindZoneOfAddress } from '../../base/ports/location-database.ts'
import { addressesRoute } from '../../clinic/catalogue/addresses.ts'
import { doctorsRoute } from '../../clinic/catalogue/doctors.ts'
import {
  type MedicineSearchLimits,
  searchMedicinesRoute,
} from '../../clinic/catalogue/medicines/search-medicines.ts'
import { practitionerShiftsRoute } from '../../clinic/catalogue/practitioner-shifts.ts'
import { publicProfileRoute } from '../../clinic/catalogue/public-profile.ts'
import { listSessionPacksRoute } from '../../clinic/catalogue/session-packs.ts'
import { createUserRoute } from '../../clinic/catalogue/staff/create-user.ts'
import { listUsersRoute } from '../../clinic/catalogue/staff/list-users.ts'
import { workspaceDetailRoute } from '../../clinic/catalogue/workspace-detail.ts'
import type { FormValues } from '../../clinic/patients/form-values.ts'
import { listPatientsRoute } from '../../clinic/patients/list-patients.ts'
import { upsertPatientRoute } from '../../clinic/patients/upsert-patient.ts'
import type { KeyedHash } from '../../clinic/verification/keyed-hash.ts'
import { searchByPhoneRoute } from '../../clinic/verification/search-by-phone.ts'
import { sendCodeRoutes } from '../../clinic/verification/send-routes.ts'
import { verifyCodeRoutes } from '../../clinic/verification/verify-routes.ts'
import { widgetSessionRoute } from '../../clinic/workspaces/widget-sessions.ts'
import { buySessionPackRoute } from '../../money/checkout/buy-session-pack.ts'
import { confirmRoutes } from '../../money/checkout/confirm-payments.ts'
import { type ReservationServices, reserveSlotRoute } from '../../money/checkout/reserve-slot.ts'
import { bookPlainRoute } from '../../visits/appointments/book/book-plain.ts'
import { bookUnifiedRoute } from '../../visits/appointments/book/book-unified.ts'
import { recordVitalsRoute } from '../../visits/appointments/record-vitals.ts'
import { rescheduleRoute } from '../../visits/appointments/reschedule.ts'
import { searchAppointmentsRoute } from '../../visits/appointments/search.ts'
import { statusRoutes } from '../../visits/appointments/set-status.ts'
import { availableSlotsRoute } from '../../visits/availability/available-slots.ts'
import { scheduleSlotsRoute } from '../../visits/availability/schedule-slots.ts'
import { tokenRoutes } from '../../visits/queue/book-routes.ts'
import { cancelTokenRoute } from '../../visits/queue/cancel-routes.ts'
import { doctorShiftsRoute } from '../../visits/queue/doctor-shifts.ts'
import { visitRoutes } from '../../visits/queue/list-visits.ts'

export interface RouteServices extends ReservationServices {
  zoneOfAddress: FindZoneOfAddress
  hash: KeyedHash
  formValues: FormValues
  rails: MessageRails
  sessionMs: number
  publicUrl(): string
  medicineSearchLimits: MedicineSearchLimits | undefined
}

/** The documented surface. */
export function createRoutes(services: RouteServices): readonly Route[] {
  return [
    workspaceDetailRoute({
      ...services,
      hasGateway: async (...gatewayKey) =>
        (await services.gateways.of(...gatewayKey)) !== undefined,
    }),
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
