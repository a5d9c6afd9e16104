// Made from docs/openapi.json by client/generate.ts; do not edit.

/** The codes of refusals by a rule of the service, as this version of the API documents them. */
export type RefusalCode =
  | 'ACTING_USER_REQUIRED'
  | 'ADDRESS_NOT_FOUND'
  | 'APPOINTMENT_NOT_FOUND'
  | 'BODY_NOT_USABLE'
  | 'CHANGE_NOT_PERMITTED'
  | 'CHARGE_DIFFERS'
  | 'DOCTOR_NOT_FOUND'
  | 'DURATION_TIER_NOT_FOUND'
  | 'EMAIL_TAKEN'
  | 'END_USER_REQUIRED'
  | 'FOLLOW_UP_NOT_ELIGIBLE'
  | 'MALFORMED_REQUEST'
  | 'MODE_NOT_OFFERED'
  | 'MRN_TAKEN'
  | 'PATIENT_NOT_FOUND'
  | 'PAYMENT_NOT_FOUND'
  | 'PROFILE_NOT_FOUND'
  | 'REFUND_UNDER_WAY'
  | 'ROLE_NOT_FOUND'
  | 'ROOM_NOT_AVAILABLE'
  | 'ROOM_NOT_FOUND'
  | 'SEARCH_TOO_WIDE'
  | 'SESSION_PACK_NOT_FOUND'
  | 'SESSION_PACK_NOT_USABLE'
  | 'SHIFT_ENDED'
  | 'SHIFT_FULL'
  | 'SHIFT_NOT_FOUND'
  | 'SHIFT_NOT_ON_DATE'
  | 'SHIFT_NOT_STARTED'
  | 'SHIFT_STARTED'
  | 'SLOT_NOT_AVAILABLE'
  | 'SLOT_NOT_OFFERED'
  | 'TOO_MANY_PATIENTS'
  | 'TOO_MANY_VISITS'
  | 'TOO_MANY_VISITS_OF_NETWORK'
  | 'VALIDATION_ERROR'
  | 'VISIT_NOT_MOVABLE'
  | 'WRONG_APPOINTMENT_SYSTEM'

/** How each operation is sent. */
export const operations = {
  /** Get the workspace. The workspace with its locations, practitioners, fees and profiles. */
  getWorkspace: {"method":"GET","path":"/v2/workspaces","repeatable":true,"pathParameters":[],"queryParameters":["patientCountryCode"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** List locations. Every location of the workspace. Needs the entitlement `devapi_catalog_addresses`. */
  listAddresses: {"method":"GET","path":"/v1/addresses","repeatable":true,"pathParameters":[],"queryParameters":[],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** List practitioners. Practitioners of the workspace, all or those of one location. Needs the entitlement `devapi_catalog_doctors`. */
  listDoctors: {"method":"GET","path":"/v1/doctors","repeatable":true,"pathParameters":[],"queryParameters":["addressId"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** List working hours. Working hours of the practitioners of a location. Needs the entitlement `devapi_catalog_practitioner_shifts`. */
  listPractitionerShifts: {"method":"GET","path":"/v1/practitioner-shifts","repeatable":true,"pathParameters":[],"queryParameters":["addressId","date"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** List staff. Staff of a location, practitioners and others. */
  listUsers: {"method":"GET","path":"/v1/users","repeatable":true,"pathParameters":[],"queryParameters":["addressId","roleId","page","size"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** Add a member of staff. Adds a member of staff, invited at first. */
  createUser: {"method":"POST","path":"/v1/users","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-acting-user-id"],"hasBody":true,"hasWorkspace":false},
  /** Get a profile. One published profile with all its fields. */
  getPublicProfile: {"method":"GET","path":"/v1/public-profiles/{profileId}","repeatable":true,"pathParameters":["profileId"],"queryParameters":[],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** Search medicines. Finds medicines of a location by part of their name or generic name; if none match, by a similar name. Needs the entitlement `devapi_medicines_search`. */
  searchMedicines: {"method":"GET","path":"/v1/medicines/search","repeatable":true,"pathParameters":[],"queryParameters":["searchTerm","addressId","page","limit"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** List session packs. Session packs on sale. */
  listSessionPacks: {"method":"GET","path":"/v1/session/packs","repeatable":true,"pathParameters":[],"queryParameters":[],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** Sell a session pack. Sells a session pack without a visit; the pack can be used once it is paid. With `returnUrl`, it also opens a checkout. */
  buySessionPack: {"method":"POST","path":"/v1/session/packs","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id","idempotency-key"],"hasBody":true,"hasWorkspace":true},
  /** Find, create or change a patient. Finds or creates a patient; with an id, changes that patient. Needs the entitlement `devapi_patients_upsert`. */
  upsertPatient: {"method":"POST","path":"/v1/patients","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-acting-user-id"],"hasBody":true,"hasWorkspace":false},
  /** List patients. All patients of the workspace, oldest first, or those that match a search. */
  listPatients: {"method":"GET","path":"/v1/patients","repeatable":true,"pathParameters":[],"queryParameters":["page","size","search"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** List available slots. Bookable slots of a practitioner on one or more dates, their prices, and the next date with free slots. */
  listAvailableSlots: {"method":"GET","path":"/v1/appointments/available-slots","repeatable":true,"pathParameters":[],"queryParameters":["addressId","doctorId","appointmentDate","mode","durationTierId","durationMins","patientId","patientCountryCode","patientPhoneNumber","followUp","patientTimezone","ignoreAppointmentId","days"],"headerParameters":["x-end-user-id"],"hasBody":false,"hasWorkspace":false},
  /** List the slots of a day. The whole working day of the practitioners at a location: what is free, what is booked, and by which visit. Needs the entitlement `devapi_appointments_schedule_slots`. */
  listScheduleSlots: {"method":"GET","path":"/v1/appointments/schedule-slots","repeatable":true,"pathParameters":[],"queryParameters":["addressId","appointmentDate","doctorId","doctorIds","viewType"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** Book a visit. Books a visit: a slot of the scheduled system or a token of the queue system. */
  bookAppointment: {"method":"POST","path":"/v1/appointments/book-appointment-unified","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":true},
  /** Book a slot. Books a slot and returns the appointment itself. */
  bookSlot: {"method":"POST","path":"/v1/appointments/book-appointment","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":true},
  /** Change the status of a visit. Confirms, starts, completes or cancels a visit, or marks it as a no-show. A cancellation says what happens to the money. */
  setAppointmentStatus: {"method":"PATCH","path":"/v1/appointments/{appointmentId}/status","repeatable":false,"pathParameters":["appointmentId"],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":true},
  /** Cancel a visit. Cancels a visit; its time becomes free at once. */
  cancelAppointment: {"method":"PATCH","path":"/v1/appointments/{appointmentId}/cancel","repeatable":false,"pathParameters":["appointmentId"],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":true},
  /** Cancel a token. Cancels a token that is not yet in consultation; a session one of its patient, until it is called. */
  cancelToken: {"method":"PATCH","path":"/v1/qms-appointments/visits/{visitId}/cancel","repeatable":false,"pathParameters":["visitId"],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":true},
  /** Give a visit another time. Moves a visit to another slot of the same practitioner, location, mode and length; payments stay with the visit. */
  rescheduleAppointment: {"method":"PATCH","path":"/v1/appointments/{appointmentId}/reschedule","repeatable":false,"pathParameters":["appointmentId"],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":true},
  /** Search visits. Finds visits by any combination of filters, or the changes since the last call. Unknown filters are refused. Needs the entitlement `devapi_appointments_search`. */
  searchAppointments: {"method":"POST","path":"/v1/appointments/search","repeatable":true,"pathParameters":[],"queryParameters":[],"headerParameters":[],"hasBody":true,"hasWorkspace":true},
  /** Add vitals to a visit. Adds vitals to a visit; earlier ones stay. */
  recordVitals: {"method":"POST","path":"/v1/appointments/{appointmentId}/vitals","repeatable":false,"pathParameters":["appointmentId"],"queryParameters":[],"headerParameters":["x-acting-user-id"],"hasBody":true,"hasWorkspace":false},
  /** List queue shifts. Queue shifts of a practitioner on a date: fees, tokens left, and whether the queue is running. */
  listDoctorShifts: {"method":"GET","path":"/v1/qms-appointments/doctor/shifts","repeatable":true,"pathParameters":[],"queryParameters":["addressId","doctorId","date","patientCountryCode","waiting"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** Book a token ahead. Books a token of a shift that has not started; `position` is the place in line when the queue starts. */
  prebookToken: {"method":"POST","path":"/v1/qms-appointments/pre/book","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":true},
  /** Book a token now. Books a token of a running shift; `position` is the current place in line. */
  bookTokenNow: {"method":"POST","path":"/v1/qms-appointments/immediate/book","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":true},
  /** List queue visits. Finds queue visits of any date by any combination of filters, or the changes since the last call. Needs the entitlement `devapi_qms_visits`. */
  listQueueVisits: {"method":"GET","path":"/v1/qms-appointments/visits","repeatable":true,"pathParameters":[],"queryParameters":["addressId","doctorId","patientId","search","startDate","endDate","status","paymentReference","changedAfter","page","size"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** List queue visits of a day. All queue visits on one date. Needs the entitlement `devapi_qms_day_visits`. */
  listQueueVisitsOfDay: {"method":"GET","path":"/v1/qms-appointments/day-visits","repeatable":true,"pathParameters":[],"queryParameters":["addressId","date","doctorId"],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** Reserve a visit. Holds a slot or token until it is paid and, with `returnUrl`, opens a checkout for it. Safe to retry with the same Idempotency-Key; repeated with `withoutCheckout`, it is kept and paid at the clinic. */
  reserveSlot: {"method":"POST","path":"/v1/appointments/reserve-slot","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id","idempotency-key"],"hasBody":true,"hasWorkspace":true},
  /** Confirm a payment. Reads a payment at its gateway and returns its state. Once the payment is made, the booking is PAID. */
  confirmPayment: {"method":"POST","path":"/v1/appointments/confirm-payments","repeatable":true,"pathParameters":[],"queryParameters":[],"headerParameters":[],"hasBody":true,"hasWorkspace":false},
  /** Confirm the payment of a session pack. Reads the payment of a session pack at its gateway and returns its state. Once the payment is made, the pack is active. */
  confirmSessionPack: {"method":"POST","path":"/v1/session/packs/confirm","repeatable":true,"pathParameters":[],"queryParameters":[],"headerParameters":[],"hasBody":true,"hasWorkspace":false},
  /** Open a session. Opens a browser session with a widget key. */
  openSession: {"method":"POST","path":"/v1/widget/session","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":[],"hasBody":false,"hasWorkspace":false},
  /** Send a one-time code. Sends a one-time code to a phone or an e-mail address. */
  sendCode: {"method":"POST","path":"/v1/otp/send","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":false},
  /** Send a one-time code to a patient. Sends a one-time code to a phone or an e-mail address. */
  sendPatientCode: {"method":"POST","path":"/v1/patients/send-phone-verification-otp","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":false},
  /** Verify a contact. Verifies a contact by the one-time code sent to it. */
  verifyCode: {"method":"POST","path":"/v1/otp/verify","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":false},
  /** Verify a contact, list its patients. Verifies a contact by its one-time code, and returns the patients with that contact. */
  verifyPatientCode: {"method":"POST","path":"/v1/patients/verify-phone-verification-otp","repeatable":false,"pathParameters":[],"queryParameters":[],"headerParameters":["x-end-user-id"],"hasBody":true,"hasWorkspace":false},
  /** List the patients on a phone. The patients with a phone number, once that number is verified. */
  searchPatientsByPhone: {"method":"GET","path":"/v1/patients/search-by-phone","repeatable":true,"pathParameters":[],"queryParameters":["countryCode","phoneNumber"],"headerParameters":["x-end-user-id"],"hasBody":false,"hasWorkspace":false},
} as const

export interface components {
    schemas: {
        /** Appointment */
        Appointment: {
            /**
             * Format: int64
             * @description The appointment.
             * @example 42
             */
            id: number;
            /**
             * Format: int64
             * @description The same, under the name path parameters have.
             * @example 42
             */
            appointmentId: number;
            /**
             * Format: int64
             * @description The workspace.
             * @example 1
             */
            workspaceId: number;
            /**
             * Format: int64
             * @description The patient.
             * @example 17
             */
            patientId: number;
            /**
             * Format: int64
             * @description The location.
             * @example 1
             */
            addressId: number;
            /**
             * Format: int64
             * @description The practitioner.
             * @example 1
             */
            doctorId: number;
            /**
             * @description The reference that people quote; unique across all workspaces.
             * @example BK7Q2M9X4KTD
             */
            bookingReference: string;
            /**
             * Format: date
             * @description The visit's date in the clinic's zone.
             * @example 2026-12-01
             */
            appointmentDate: string;
            /**
             * Format: date-time
             * @description Start with the clinic offset.
             * @example 2026-12-01T09:00:00+05:30
             */
            fromDateTimeTs: string;
            /**
             * Format: date-time
             * @description End with the clinic offset.
             * @example 2026-12-01T09:15:00+05:30
             */
            toDateTimeTs: string;
            /**
             * Format: zone
             * @description The clinic's zone.
             * @example Asia/Kolkata
             */
            appointmentTimezone: string;
            /**
             * @description Status of the visit; OVERDUE and MISSED are derived from the time.
             * @example SCHEDULED
             * @enum {string}
             */
            status: "SCHEDULED" | "CONFIRMED" | "IN_CONSULTATION" | "COMPLETED" | "NO_SHOW" | "CANCELLED" | "RESCHEDULED" | "OVERDUE" | "MISSED";
            /**
             * Format: date-time
             * @description When the patient arrived, with the clinic offset; null until the arrival is recorded.
             * @example null
             * @example 2026-12-01T08:52:00+05:30
             */
            arrivedAt: string | null;
            /**
             * Format: date-time
             * @description When the patient said that they will come, with the clinic offset; null until then, and after a move.
             * @example null
             * @example 2026-11-30T18:20:00+05:30
             */
            patientConfirmedAt: string | null;
            /**
             * @description How the visit happens.
             * @example OFFLINE
             * @enum {string}
             */
            mode: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * @description Kind of visit.
             * @example CONSULTATION
             */
            type: string;
            /**
             * @description The kind of booking.
             * @example ONE_TIME_APPOINTMENT
             * @enum {string}
             */
            bookingType: "ONE_TIME_APPOINTMENT" | "PACKAGE_PURCHASE" | "USE_ACTIVE_PACKAGE";
            /**
             * @description Appointments belong to the scheduled system.
             * @example SCHEDULED
             * @enum {string}
             */
            system: "SCHEDULED";
            /**
             * @description DEVELOPER_API when an API key booked it, WIDGET when a session did, DASHBOARD when staff did by themselves.
             * @example DEVELOPER_API
             */
            source: string;
            /**
             * @description Channel the caller named.
             * @example PHONE_CALL
             */
            bookingChannel: string | null;
            /**
             * @description Fee before the discount, in `currency`.
             * @example 500
             */
            consultationCharge: number;
            /**
             * Format: currency
             * @description ISO 4217 code of every amount here.
             * @example INR
             */
            currency: string;
            /**
             * @description Whether it is paid.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus: "UNPAID" | "PENDING" | "PAID" | "REFUNDED";
            /**
             * @description How it is paid.
             * @example CASH
             */
            paymentMode: string;
            /**
             * @description The caller's own transaction id.
             * @example null
             * @example TXN-881
             */
            paymentReference: string | null;
            /**
             * @description Taken off the fee, in `currency`.
             * @example 0
             */
            discountAmount: number;
            /**
             * @description Why.
             * @example null
             * @example Staff family
             */
            discountReason: string | null;
            /**
             * @description Fee less discount, in `currency`; what a refund is a percentage of.
             * @example 500
             */
            payableAmount: number;
            /**
             * @description How the payment is collected, as the caller put it.
             * @example AT_COUNTER
             */
            paymentCollectionType: string | null;
            /**
             * @description A follow-up of an earlier visit.
             * @example false
             */
            followUp: boolean;
            /**
             * Format: int64
             * @description The visit this one follows up.
             * @example null
             * @example 12
             */
            parentAppointmentId: number | null;
            /**
             * Format: int64
             * @description The session pack that pays, or that was bought with the visit.
             * @example null
             * @example 5
             */
            patientPackageId: number | null;
            /**
             * Format: int64
             * @description The duration tier booked.
             * @example null
             * @example 2
             */
            consultationDurationTierId: number | null;
            /**
             * Format: int64
             * @description The room.
             * @example null
             * @example 4
             */
            roomId: number | null;
            /**
             * @description Where a visit at home is: as it was sent, otherwise the address of the patient at booking.
             * @example null
             * @example {
             *       "city": "Jaipur"
             *     }
             */
            visitAddress: {
                [key: string]: unknown;
            } | null;
            /**
             * @description The patient’s complaint.
             * @example Rash on the left arm
             */
            chiefComplaint: string | null;
            /**
             * @description Notes of the booking.
             * @example Wheelchair access needed
             */
            appointmentNotes: string | null;
            /**
             * @description Where an ONLINE visit happens; null for every other mode.
             * @example null
             * @example https://video.example.org/7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            videoLink: string | null;
            /**
             * Format: zone
             * @description Zone of confirmations and reminders.
             * @example null
             * @example Asia/Dubai
             */
            patientTimezone: string | null;
            /**
             * @description Why it was cancelled.
             * @example null
             * @example Patient is travelling
             */
            cancellationReason: string | null;
            /**
             * @description Why it was given another time, the last time it was.
             * @example null
             * @example Patient is travelling
             */
            rescheduleReason: string | null;
            /**
             * @description Why staff chose a time that was not on offer: off the grid, begun already or outside the hours; null where it was on offer.
             * @example null
             * @example Patient came late
             */
            unofferedReason: string | null;
            /**
             * Format: int64
             * @description The series of visits that it was booked in.
             * @example null
             * @example 6
             */
            seriesId: number | null;
            /**
             * @description Cancelled as if it had never been.
             * @example false
             */
            voided: boolean;
            /**
             * @description Share of the payable amount refunded, 0 to 100.
             * @example null
             * @example 50
             */
            refundPercentage: number | null;
            /**
             * @description Amount refunded, in `currency`.
             * @example null
             * @example 250
             */
            refundAmount: number | null;
            /**
             * @description Why the clinic's refund policy was not followed.
             * @example null
             * @example Doctor was ill
             */
            refundOverrideReason: string | null;
            /**
             * Format: date-time
             * @description When it was booked, with the clinic offset.
             * @example 2026-11-21T10:00:00+05:30
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, with the clinic offset.
             * @example 2026-11-21T10:00:00+05:30
             */
            updatedAt: string;
        };
        /** AppointmentPage */
        AppointmentPage: {
            /**
             * @description Of all visits that match. Exact up to 10,000 beyond the page; with `changedAfter`, up to one beyond it.
             * @example 42
             */
            count: number;
            /**
             * @description False: there are at least `count`.
             * @example true
             */
            countIsExact: boolean;
            /**
             * @description This page, from 0.
             * @example 0
             */
            page: number;
            /**
             * @description Entries a page has at most.
             * @example 10
             */
            size: number;
            /** @description Visits of the page by their start, then by id; with `changedAfter` in the order of their changes. */
            list: components["schemas"]["Appointment"][];
            /**
             * @description With `changedAfter`: what to send next, also when the list is empty.
             * @example MS4wMTlmYTJjYQ
             */
            nextCursor?: string;
        };
        /** AppointmentSearch */
        AppointmentSearch: {
            /**
             * Format: int64
             * @description Visits at this location.
             * @example 1
             */
            addressId?: number;
            /**
             * Format: int64
             * @description Visits with this practitioner.
             * @example 1
             */
            doctorId?: number;
            /**
             * Format: date
             * @description First date of the visits, in each clinic's own calendar.
             * @example 2026-12-01
             */
            startDate?: string;
            /**
             * Format: date
             * @description Last date of the visits.
             * @example 2026-12-31
             */
            endDate?: string;
            /** @description Visits shown with one of these; all when empty. */
            statuses?: ("SCHEDULED" | "CONFIRMED" | "IN_CONSULTATION" | "COMPLETED" | "NO_SHOW" | "CANCELLED" | "RESCHEDULED" | "OVERDUE" | "MISSED")[];
            /**
             * Format: int64
             * @description Visits of this patient.
             * @example 17
             */
            patientId?: number;
            /**
             * @description Visits of patients on this phone; `+91` where it has no dial code.
             * @example 9876543210
             */
            patientPhoneNumber?: string;
            /**
             * @description Part of the name, phone or record number of the patient, in any case.
             * @example meera
             */
            search?: string;
            /**
             * @description The visit with this reference.
             * @example BK7Q2M9X4KTD
             */
            bookingReference?: string;
            /**
             * @description Visits booked with this transaction id of the caller: shows whether a booking was made if its answer was lost.
             * @example TXN-881
             */
            paymentReference?: string;
            /**
             * @description Visits with this payment status.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus?: "UNPAID" | "PENDING" | "PAID" | "REFUNDED";
            /**
             * @description Visits that happen so.
             * @example OFFLINE
             * @enum {string}
             */
            mode?: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * @description Visits of this kind.
             * @example CONSULTATION
             */
            type?: string;
            /**
             * @description Visits with which this was bought.
             * @example ONE_TIME_APPOINTMENT
             * @enum {string}
             */
            bookingType?: "ONE_TIME_APPOINTMENT" | "PACKAGE_PURCHASE" | "USE_ACTIVE_PACKAGE";
            /**
             * @description Visits booked by an API key (DEVELOPER_API), a session (WIDGET) or staff by themselves (DASHBOARD).
             * @example DEVELOPER_API
             */
            source?: string;
            /**
             * @description Visits booked through this channel.
             * @example PHONE_CALL
             */
            bookingChannel?: string;
            /**
             * @description Only visits that were voided, or only others.
             * @example false
             */
            voided?: boolean;
            /**
             * Format: int64
             * @description Visits booked in this series.
             * @example 6
             */
            seriesId?: number;
            /**
             * Format: date-time
             * @description Visits changed at this time or later.
             * @example 2026-11-20T00:00:00+05:30
             */
            updatedFrom?: string;
            /**
             * Format: date-time
             * @description Visits changed at this time or earlier.
             * @example 2026-12-31T23:59:59+05:30
             */
            updatedTo?: string;
            /**
             * @description Visits changed since a `nextCursor` was given, in the order of their changes; from the beginning when empty. Not with `page`.
             * @example
             */
            changedAfter?: string;
            /**
             * @description Which page, from 0.
             * @example 0
             */
            page?: number;
            /**
             * @description Entries of a page, 10 when omitted; more than 100 are lowered to that.
             * @example 10
             */
            size?: number;
            /**
             * @description Ignored: the workspace is that of the credential.
             * @example 1
             */
            workspaceId?: unknown;
        };
        /** AppointmentTypeAndPermission */
        AppointmentTypeAndPermission: {
            /**
             * @description Online visits are allowed.
             * @example true
             */
            allowOnline: boolean;
            /**
             * @description In-person visits are allowed.
             * @example true
             */
            allowOffline: boolean;
            /**
             * @description Patients may cancel.
             * @example true
             */
            allowCancellation: boolean;
            /**
             * @description Patients may reschedule.
             * @example true
             */
            allowRescheduling: boolean;
            /**
             * @description Hours before the visit until which patients may cancel.
             * @example 24
             */
            cancellationAllowedBeforeInHours: number;
            /**
             * @description The practitioner can get a video link.
             * @example true
             */
            canHostOnline: boolean;
        };
        /** AvailableSlots */
        AvailableSlots: {
            /** @description Slots that can be booked, by start. */
            slots: components["schemas"]["Slot"][];
            /** @description Slots of the same grid whose time is taken. */
            unavailableSlots: components["schemas"]["UnavailableSlot"][];
            /** @description Ways to pay for a visit: as a single visit, with a new pack, or with a pack the patient owns. */
            plans: components["schemas"]["Plan"][];
            /** @description Packs with sessions left that the patient can use, the patient's own and the family's. */
            activeSessionPackResponses: components["schemas"]["PatientPack"][];
            /** @description Session packs on sale. */
            allSessionPackResponses: components["schemas"]["SessionPack"][];
            /**
             * Format: date
             * @description First date after the requested one with a free slot, within 60 days.
             * @example 2026-12-02
             */
            nextAvailableDate: string | null;
            /**
             * Format: int64
             * @description The duration tier the grid is of, if one was chosen.
             * @example null
             * @example 1
             */
            selectedDurationTierId: number | null;
            /** @description Distinct visit lengths the doctor offers, in minutes. */
            availableDurations: number[];
            /**
             * Format: zone
             * @description The zone of the patient* fields.
             * @example Asia/Dubai
             */
            patientTimezone: string;
            /**
             * @description Source of that zone: the request, a proxy header, the address of the caller, or the clinic.
             * @example PARAM
             * @enum {string}
             */
            patientTimezoneSource: "PARAM" | "HEADER" | "IP" | "CLINIC";
            /** @description Only if the request has `days`: each of those dates, up to the last bookable one. */
            days?: components["schemas"]["DayOfSlots"][];
        };
        /** Booked */
        Booked: {
            /**
             * @description Which of the two members is filled.
             * @example SCHEDULED
             * @enum {string}
             */
            system: "SCHEDULED" | "QMS";
            appointment: components["schemas"]["Appointment"] | null;
            visit: components["schemas"]["QueueVisit"] | null;
        };
        /** BookedToken */
        BookedToken: {
            /**
             * @description Tokens belong to the queue system.
             * @example QMS
             * @enum {string}
             */
            system: "QMS";
            /**
             * @description The appointment; null for a token.
             * @example null
             */
            appointment: null;
            visit: components["schemas"]["QueueVisit"];
        };
        /** Booking */
        Booking: {
            /**
             * @description Required with a widget session, and must be its workspace; ignored with an API key.
             * @example 1
             */
            workspaceId?: unknown;
            /**
             * Format: int64
             * @description The location. Required, here or as `workspaceAddressId`.
             * @example 1
             */
            addressId?: number;
            /**
             * Format: int64
             * @description Another name of `addressId`.
             * @example 1
             */
            workspaceAddressId?: number;
            /**
             * Format: int64
             * @description The practitioner.
             * @example 1
             */
            doctorId: number;
            /**
             * Format: int64
             * @description An existing patient. Required unless `patientPayload` is sent.
             * @example 42
             */
            patientId?: number;
            patientPayload?: components["schemas"]["PatientFields"];
            /**
             * @description Booking system; SCHEDULED when omitted.
             * @example SCHEDULED
             * @enum {string}
             */
            system?: "SCHEDULED" | "QMS";
            /**
             * @description The kind of booking. Required for scheduled bookings unless `followUp` is true.
             * @example ONE_TIME_APPOINTMENT
             * @enum {string}
             */
            bookingType?: "ONE_TIME_APPOINTMENT" | "PACKAGE_PURCHASE" | "USE_ACTIVE_PACKAGE";
            /**
             * @description How the visit happens. Required on scheduled bookings.
             * @example OFFLINE
             * @enum {string}
             */
            mode?: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * Format: date-time
             * @description Start of the slot, as available-slots returned it. Required on scheduled bookings.
             * @example 2026-12-01T09:00:00+05:30
             */
            fromDateTimeIso?: string;
            /**
             * Format: date-time
             * @description End of the slot, as available-slots returned it. Required on scheduled bookings.
             * @example 2026-12-01T09:15:00+05:30
             */
            toDateTimeIso?: string;
            /**
             * @description CASH, CARD, UPI, BANK_TRANSFER, ONLINE, OTHER or a method the workspace configured. Required for a slot; CASH when omitted for a token.
             * @example CASH
             */
            paymentMode?: string;
            /**
             * @description Where the booking comes from; stored as DEVELOPER_API under an API key, as WIDGET under a session. Required for a slot.
             * @example DEVELOPER_API
             */
            source?: string;
            /**
             * @description Fee of the visit, in `currency`. Required for ONE_TIME_APPOINTMENT unless a follow-up or duration tier sets it.
             * @example 500
             */
            consultationCharge?: number;
            /**
             * Format: int64
             * @description The session pack to buy. Required for PACKAGE_PURCHASE.
             * @example 1
             */
            packageConfigId?: number;
            /**
             * @description Price of the pack, in `currency`. Required for PACKAGE_PURCHASE.
             * @example 4000
             */
            packageAmount?: number;
            /**
             * Format: int64
             * @description The session pack to use. Required for USE_ACTIVE_PACKAGE.
             * @example 1
             */
            patientPackageId?: number;
            /**
             * Format: currency
             * @description ISO 4217 code; the location's currency when omitted.
             * @example INR
             */
            currency?: string;
            /**
             * @description Taken off the amount, in `currency`; at most all of it, and 0 for USE_ACTIVE_PACKAGE.
             * @example 50
             */
            discountAmount?: number;
            /**
             * @description Why, at most 200 characters.
             * @example Staff family
             */
            discountReason?: string;
            /**
             * @description When omitted: UNPAID, or PAID with a session pack.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus?: "UNPAID" | "PENDING" | "PAID";
            /**
             * @description The caller's own transaction id.
             * @example TXN-881
             */
            paymentReference?: string;
            /**
             * @description Kind of visit in upper snake case; CONSULTATION when omitted. FOLLOW_UP is booked as CONSULTATION.
             * @example CONSULTATION
             */
            type?: string;
            /**
             * @description Dropped: the service finds the visit a follow-up belongs to.
             * @example 41
             */
            parentAppointmentId?: unknown;
            /**
             * @description True books a follow-up linked to the patient's qualifying visit.
             * @example false
             */
            followUp?: boolean;
            /**
             * Format: int64
             * @description Duration tier; decides fee and length. ONE_TIME_APPOINTMENT only. Without it, a widget session books the only tier with the length of the slot.
             * @example 1
             */
            consultationDurationTierId?: number;
            /**
             * Format: int64
             * @description A room of the location; not for ONLINE visits.
             * @example 1
             */
            roomId?: number;
            /**
             * @description Where a visit at home is, stored as sent; the patient's address when omitted. Only with mode HOME_VISIT or HOME_COLLECTION.
             * @example {
             *       "city": "Jaipur"
             *     }
             */
            visitAddress?: {
                [key: string]: unknown;
            };
            /**
             * @description At most 500 characters.
             * @example Wheelchair access needed
             */
            appointmentNotes?: string;
            /**
             * @description At most 500 characters.
             * @example Rash on the left arm
             */
            chiefComplaint?: string;
            /**
             * Format: zone
             * @description Zone of confirmations and reminders.
             * @example Asia/Kolkata
             */
            patientTimezone?: string;
            /**
             * @description Channel in upper snake case: WALK_IN, PHONE_CALL, CHATAPP, SELF_QR and others.
             * @example PHONE_CALL
             */
            bookingChannel?: string;
            /**
             * @description Intake vitals, any JSON object up to 8 KiB, saved with the booking or not at all.
             * @example {
             *       "pulse": 72
             *     }
             */
            vital?: {
                [key: string]: unknown;
            };
            qms?: components["schemas"]["TokenOfBooking"];
        };
        /** Cancellation */
        Cancellation: {
            /**
             * @description Ignored: the visit is cancelled.
             * @example CANCELLED
             */
            status?: unknown;
            /**
             * @description Ignored: the workspace is that of the credential.
             * @example 1
             */
            workspaceId?: unknown;
            /**
             * @description Reason for the cancellation, at most 500 characters.
             * @example Patient is travelling
             */
            cancellationReason?: string;
            /**
             * @description Of a paid visit: true refunds the patient and returns the session of a pack, false keeps the fee.
             * @example true
             */
            refundIssued?: boolean;
            /**
             * @description Share of the payable amount, 0 to 100. Required when refundIssued is true.
             * @example 50
             */
            refundPercentage?: number;
            /**
             * @description The amount of that percentage, in the currency of the visit, rounded half up. Required when refundIssued is true.
             * @example 250
             */
            refundAmount?: number;
            /**
             * @description Why the clinic's refund policy is not followed, at most 500 characters.
             * @example Doctor was ill
             */
            refundOverrideReason?: string;
            /**
             * @description Treat the visit as if it had never been booked: no notice and no refund; refundIssued then only says whether the session returns to its pack.
             * @example false
             */
            voidBooking?: boolean;
        };
        /** CodeDestination */
        CodeDestination: {
            /**
             * @description Number without the dial code, 4 to 15 digits; or the whole number, with `+` or the prefix for calls abroad. Required unless `channel` is `email`.
             * @example 9876543210
             */
            phoneNumber?: string;
            /**
             * @description Dial code with its plus; `+91` when omitted. Send and verify with the same one.
             * @example +91
             */
            countryCode?: string;
            /**
             * @description How the code travels; `chatapp` when omitted.
             * @example chatapp
             * @enum {string}
             */
            channel?: "chatapp" | "email";
            /**
             * @description E-mail address. Required when `channel` is `email`, ignored otherwise.
             * @example meera@example.org
             */
            email?: string;
        };
        /** CodeReceived */
        CodeReceived: {
            /**
             * @description The code as it was received: a string of digits.
             * @example 042917
             */
            otpCode: string;
            /**
             * @description Number without the dial code, 4 to 15 digits; or the whole number, with `+` or the prefix for calls abroad. Required unless `channel` is `email`.
             * @example 9876543210
             */
            phoneNumber?: string;
            /**
             * @description Dial code with its plus; `+91` when omitted. Send and verify with the same one.
             * @example +91
             */
            countryCode?: string;
            /**
             * @description How the code travels; `chatapp` when omitted.
             * @example chatapp
             * @enum {string}
             */
            channel?: "chatapp" | "email";
            /**
             * @description E-mail address. Required when `channel` is `email`, ignored otherwise.
             * @example meera@example.org
             */
            email?: string;
        };
        /** CodeSent */
        CodeSent: {
            /**
             * @description Always true; a refusal says false.
             * @example true
             */
            success: boolean;
            /**
             * @description What was done, for people.
             * @example The code was sent.
             */
            message: string;
            /**
             * @description How the code travelled.
             * @example chatapp
             * @enum {string}
             */
            channel: "chatapp" | "email";
            /**
             * @description Where the code went, masked: a phone number or an e-mail address.
             * @example ******3210
             */
            phoneNumber: string;
        };
        /** ContactVerified */
        ContactVerified: {
            /**
             * @description Always true; a refusal says false.
             * @example true
             */
            success: boolean;
            /**
             * @description What was done, for people.
             * @example The contact is verified.
             */
            message: string;
            /**
             * @description How the code travelled.
             * @example chatapp
             * @enum {string}
             */
            channel: "chatapp" | "email";
        };
        /** ContactVerifiedWithPatients */
        ContactVerifiedWithPatients: {
            /**
             * @description Always true; a refusal says false.
             * @example true
             */
            success: boolean;
            /**
             * @description What was done, for people.
             * @example The contact is verified.
             */
            message: string;
            /**
             * @description How the code travelled.
             * @example chatapp
             * @enum {string}
             */
            channel: "chatapp" | "email";
            data: {
                /** @description Every patient of the workspace on this phone or e-mail address; none is a success too. */
                associatedPatients: components["schemas"]["Patient"][];
                /** @description Session packs of these patients that have sessions left. */
                activeSessionPackResponses: components["schemas"]["PatientPack"][];
                /** @description Session packs on sale. */
                allSessionPackResponses: components["schemas"]["SessionPack"][];
            };
        };
        /** DayOfSlots */
        DayOfSlots: {
            /**
             * Format: date
             * @description The date in the clinic's zone.
             * @example 2026-12-01
             */
            date: string;
            /** @description Its slots that can be booked, by start. */
            slots: components["schemas"]["Slot"][];
        };
        /** DoctorShifts */
        DoctorShifts: {
            doctor: {
                /**
                 * Format: int64
                 * @description The practitioner asked for.
                 * @example 3
                 */
                id: number;
                /**
                 * @description Name in the published profile, otherwise, under an API key, in the staff list; null for a session then, and for a doctor who is not in the workspace.
                 * @example Dr Meera Shah
                 */
                name: string | null;
            };
            /**
             * Format: zone
             * @description The location's zone.
             * @example Asia/Kolkata
             */
            clinicTimezone: string;
            /**
             * @description Whether the international fees are charged.
             * @example false
             */
            international: boolean;
            /**
             * Format: currency
             * @description The currency charged; null for a location that is not in the workspace.
             * @example INR
             */
            billingCurrency: string | null;
            /**
             * Format: currency
             * @description The location's currency.
             * @example INR
             */
            domesticCurrency: string | null;
            /** @description The date with its shifts; empty where there are none. */
            dates: components["schemas"]["QueueShiftsOfDate"][];
        };
        /** Fee */
        Fee: {
            /**
             * @description The mode this fee is for.
             * @example OFFLINE
             * @enum {string}
             */
            consultationMode: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * Format: currency
             * @description ISO 4217 code of the fee.
             * @example INR
             */
            currency: string;
            /**
             * @description The fee of one visit, in `currency`.
             * @example 500
             */
            amount: number;
            /**
             * @description A row of the international price list.
             * @example false
             */
            isInternational: boolean;
        };
        /** ListedPractitioner */
        ListedPractitioner: {
            /**
             * Format: int64
             * @description The `doctorId` of every booking route; valid as `X-Acting-User-Id`.
             * @example 3
             */
            id: number;
            /**
             * @description Public name where a profile is published, else the staff name.
             * @example Dr Asha Rao
             */
            name: string;
            /**
             * @description Specialization of the practitioner.
             * @example Dermatology
             */
            specialization: string;
            /**
             * @description Whether the practitioner sells slots or tokens.
             * @example SCHEDULED
             * @enum {string}
             */
            appointmentSystemType: "SCHEDULED" | "QMS";
            /** @description Locations the practitioner works at. */
            addressIds: number[];
        };
        /** Location */
        Location: {
            /**
             * Format: int64
             * @description The `addressId` of every booking route.
             * @example 1
             */
            id: number;
            /**
             * @description Street address as it is written.
             * @example 12 MI Road, Jaipur 302001
             */
            fullAddress: string;
            /**
             * @description City.
             * @example Jaipur
             */
            city: string;
            /**
             * @description State or region.
             * @example Rajasthan
             */
            state: string;
            /**
             * @description ISO2 code of the country.
             * @example IN
             */
            country: string;
            /**
             * @description Always null here: no patient country is known on this route.
             * @example null
             * @example false
             */
            international: boolean | null;
            /**
             * Format: zone
             * @description The location's zone.
             * @example Asia/Kolkata
             */
            timezone: string;
            /**
             * Format: currency
             * @description The location's currency.
             * @example INR
             */
            currency: string;
        };
        /** LocationWithPractitioners */
        LocationWithPractitioners: {
            /**
             * Format: int64
             * @description The `addressId` of every booking route.
             * @example 1
             */
            id: number;
            /**
             * @description Street address as it is written.
             * @example 12 MI Road, Jaipur 302001
             */
            fullAddress: string;
            /**
             * @description City.
             * @example Jaipur
             */
            city: string;
            /**
             * @description State or region.
             * @example Rajasthan
             */
            state: string;
            /**
             * @description ISO2 code of the country.
             * @example IN
             */
            country: string;
            /**
             * @description Whether the location quotes this patient from its international list; null without `patientCountryCode`.
             * @example false
             */
            international: boolean | null;
            /** @description Practitioners at the location. */
            doctors: components["schemas"]["Practitioner"][];
        };
        /** Medicine */
        Medicine: {
            /**
             * Format: int64
             * @description The medicine.
             * @example 17
             */
            id: number;
            /**
             * @description The name it is sold by.
             * @example Dolo 650
             */
            name: string;
            /**
             * @description Generic name.
             * @example Paracetamol
             */
            genericName: string | null;
            /**
             * @description Form, such as tablet or syrup.
             * @example Tablet
             */
            form: string | null;
            /**
             * @description How much a unit contains.
             * @example 650 mg
             */
            strength: string | null;
            /**
             * @description Who makes it.
             * @example Micro Labs
             */
            manufacturer: string | null;
            /**
             * @description Price of one unit at the location, in `currency`.
             * @example 2.05
             */
            unitPrice: number;
            /**
             * Format: currency
             * @description The location's currency.
             * @example INR
             */
            currency: string;
            /**
             * @description Units the location has.
             * @example 120
             */
            stock: number;
        };
        /** MedicinePage */
        MedicinePage: {
            /**
             * @description Number of all medicines found, not only of this page.
             * @example 12
             */
            count: number;
            /** @description Medicines of the page: those whose name begins with the term, then by name and generic name. For a misspelling: the most similar first. */
            list: components["schemas"]["Medicine"][];
        };
        /** NewStaffMember */
        NewStaffMember: {
            /**
             * @description Name among the staff.
             * @example Nina Roy
             */
            name: string;
            /**
             * @description E-mail address, unique among the staff.
             * @example nina@sunrise.example
             */
            email: string;
            /** @description Locations the member works at, at least one. */
            addressIds: number[];
            /** @description Roles, none when omitted. */
            roleNames?: string[];
            /**
             * @description Title before the name.
             * @example Ms
             */
            prefix?: string;
            /**
             * @description Dial code with its plus; `+91` where a phone comes without one.
             * @example +91
             */
            countryCode?: string;
            /**
             * @description Number without the dial code, 4 to 15 digits.
             * @example 9876500002
             */
            phoneNumber?: string;
            /**
             * @description A portrait.
             * @example https://example.org/nina.jpg
             */
            profilePicUrl?: string;
        };
        /** NewTime */
        NewTime: {
            /**
             * Format: date-time
             * @description Start of the slot, as available-slots returned it.
             * @example 2026-12-01T09:00:00+05:30
             */
            fromDateTimeIso: string;
            /**
             * Format: date-time
             * @description End of the slot; the visit stays as long as it is.
             * @example 2026-12-01T09:15:00+05:30
             */
            toDateTimeIso: string;
            /**
             * @description Why, at most 500 characters; kept with the visit.
             * @example Patient is travelling
             */
            reason?: string;
            /**
             * @description Ignored: the workspace is that of the credential.
             * @example 1
             */
            workspaceId?: unknown;
        };
        /** Patient */
        Patient: {
            /**
             * Format: int64
             * @description The patient.
             * @example 42
             */
            id: number;
            /**
             * @description Medical record number.
             * @example MRN-1042
             */
            mrnNumber: string;
            /**
             * @description Given name.
             * @example Meera
             */
            firstName: string | null;
            /**
             * @description Family name.
             * @example Iyer
             */
            lastName: string | null;
            /**
             * @description Dial code with its plus.
             * @example +91
             */
            countryCode: string | null;
            /**
             * @description Number without the dial code.
             * @example 9876543210
             */
            phoneNumber: string | null;
            /**
             * Format: date
             * @description Date of birth.
             * @example 1990-04-12
             */
            dob: string | null;
            /**
             * @description As the clinic records it.
             * @example female
             */
            gender: string | null;
            /**
             * @description Answers to the clinic's own forms.
             * @example {
             *       "allergies": "none"
             *     }
             */
            patientFormValues: {
                [key: string]: unknown;
            };
        };
        /** PatientFields */
        PatientFields: {
            /**
             * Format: int64
             * @description An existing patient; every other member is then ignored on a booking.
             * @example 1
             */
            id?: number;
            /**
             * @description Given name, in any script.
             * @example Meera
             */
            firstName?: string;
            /**
             * @description Family name.
             * @example Iyer
             */
            lastName?: string;
            /**
             * @description Dial code with its plus; `+91` where a phone comes without one. Without a phone it tells where the patient is from.
             * @example +91
             */
            countryCode?: string;
            /**
             * @description Number without the dial code, 4 to 15 digits; or the whole number, with `+` or the prefix for calls abroad.
             * @example 9876543210
             */
            phoneNumber?: string;
            /**
             * @description E-mail address.
             * @example meera@example.org
             */
            email?: string;
            /**
             * @description As the clinic records it.
             * @example female
             */
            gender?: string;
            /**
             * Format: date
             * @description Date of birth; wins over `age`.
             * @example 1990-04-12
             */
            dob?: string;
            /**
             * @description Medical record number, unique in the workspace; made up when absent.
             * @example MRN-1042
             */
            mrnNumber?: string;
            /**
             * @description Years, where the date of birth is unknown.
             * @example 36
             */
            age?: number;
            /**
             * @description Blood group.
             * @example O+
             */
            bloodGroup?: string;
            /**
             * @description Postal address, stored as sent.
             * @example {
             *       "city": "Jaipur"
             *     }
             */
            patientAddress?: {
                [key: string]: unknown;
            };
        };
        /** PatientPack */
        PatientPack: {
            /**
             * Format: int64
             * @description The pack, which bookings call `patientPackageId`.
             * @example 5
             */
            id: number;
            /**
             * Format: int64
             * @description The pack on sale.
             * @example 4
             */
            packageConfigId: number;
            /**
             * @description Its name.
             * @example Ten sessions of physiotherapy
             */
            sessionPackName: string;
            /**
             * @description Total sessions.
             * @example 10
             */
            totalSessions: number;
            /**
             * @description Sessions that were used.
             * @example 3
             */
            sessionsUsed: number;
            /**
             * @description Sessions that are left.
             * @example 7
             */
            sessionsRemaining: number;
            /**
             * @description The length a visit must have, in minutes; null for any.
             * @example 30
             */
            durationMins: number | null;
            /**
             * Format: date
             * @description When it was bought, on the clinic’s calendar.
             * @example 2026-11-21
             */
            purchasedOn: string;
            /**
             * Format: date
             * @description The last date of a visit it pays for.
             * @example 2027-05-20
             */
            expiresOn: string;
            /** @description Practitioners it pays for; empty for all. */
            allowedDoctorIds: number[];
            /**
             * @description Whether patients on the same phone may use it.
             * @example true
             */
            allowFamilyBooking: boolean;
        };
        /** PatientPage */
        PatientPage: {
            /**
             * @description Number of all entries, not only of this page.
             * @example 42
             */
            count: number;
            /**
             * @description This page, from 0.
             * @example 0
             */
            page: number;
            /**
             * @description Entries a page has at most.
             * @example 10
             */
            size: number;
            /** @description Patients of the page, in the order of their ids. */
            list: components["schemas"]["Patient"][];
        };
        /** PatientsOnPhone */
        PatientsOnPhone: {
            /** @description Every patient of the workspace on this phone, oldest first. */
            associatedPatients: components["schemas"]["Patient"][];
            /** @description Session packs of these patients that have sessions left. */
            activeSessionPackResponses: components["schemas"]["PatientPack"][];
        };
        /** PaymentOutcome */
        PaymentOutcome: {
            /**
             * @description SUCCESS: paid. FAILED: offer a new attempt. PENDING: ask again, unless it is `over`.
             * @example SUCCESS
             * @enum {string}
             */
            status: "SUCCESS" | "FAILED" | "PENDING";
            /**
             * @description The booking reference, or the displayed token; null for a separately sold pack.
             * @example null
             * @example BK7Q2M9X4KTD
             */
            appointmentRef: string | null;
            /**
             * @description Whether it is paid.
             * @example PAID
             * @enum {string}
             */
            paymentStatus: "UNPAID" | "PENDING" | "PAID" | "REFUNDED";
            /**
             * @description Sessions left in the pack that the payment bought; null where it bought none.
             * @example null
             * @example 9
             */
            walletBalanceAfter: number | null;
            /**
             * @description The state in words.
             * @example The payment has arrived.
             */
            message: string;
            /**
             * @description True only with PENDING: the outcome is final, so stop polling. A payment that arrives later is refunded automatically.
             * @example false
             */
            over: boolean;
            /**
             * @description Why it is `over`, null otherwise. NOT_PAID_IN_TIME: the booking was released. CANCELLED: it was cancelled before it was paid. FEE_KEPT: it was cancelled after it was paid, and the clinic keeps the fee. REFUND_UNDER_WAY, REFUNDED: the refund is in progress or complete. PART_REFUNDED: a part of the money was refunded, and the clinic keeps the rest. REFUND_FAILED: the gateway could not make the refund; ask the clinic. NO_CHECKOUT: the booking is valid and can be paid at the clinic.
             * @example null
             * @example NOT_PAID_IN_TIME
             * @enum {string|null}
             */
            reason: "NOT_PAID_IN_TIME" | "CANCELLED" | "FEE_KEPT" | "REFUND_UNDER_WAY" | "REFUNDED" | "PART_REFUNDED" | "REFUND_FAILED" | "NO_CHECKOUT" | null;
            /**
             * Format: date-time
             * @description Until when the place is held for the payment; null unless its checkout is open.
             * @example null
             * @example 2026-12-01T09:00:00+05:30
             */
            heldUntil: string | null;
        };
        /** PaymentReference */
        PaymentReference: {
            /**
             * @description The one returned by the reservation; it identifies the payment on its own.
             * @example ps_7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            sessionRef?: string | null;
            /**
             * @description The booking reference, if there is no sessionRef; not for tokens.
             * @example BK7Q2M9X4KTD
             */
            appointmentRef?: string | null;
            /**
             * @description The gateway's own id of the checkout, if there is neither of them.
             * @example 7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            gatewayReferenceId?: string | null;
            /**
             * @description The provider returned by the reservation; it has no effect.
             * @example sandbox
             */
            provider?: string | null;
        };
        /** Plan */
        Plan: {
            /**
             * @description A single visit, a pack on sale, or a pack the patient owns.
             * @example GENERAL_CONSULTATION
             * @enum {string}
             */
            kind: "GENERAL_CONSULTATION" | "SESSION_PACK" | "ACTIVE_PACKAGE";
            /**
             * @description The mode this price is for; packs are for every mode.
             * @example OFFLINE
             * @enum {string}
             */
            mode?: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * @description Price of one visit, in `currency`; of a pack on sale its share, of one the patient owns 0.
             * @example 500
             */
            pricePerSession: number;
            /**
             * Format: currency
             * @description ISO 4217 code of the price.
             * @example INR
             */
            currency: string;
            /**
             * @description From the international price list.
             * @example false
             */
            isInternational: boolean;
            /**
             * Format: int64
             * @description The pack on sale.
             * @example 4
             */
            packageConfigId?: number;
            /**
             * Format: int64
             * @description The pack the patient owns.
             * @example 5
             */
            patientPackageId?: number;
            /**
             * Format: int64
             * @description Of a pack on sale, one that the patient has bought and not paid yet.
             * @example 6
             */
            unpaidPatientPackageId?: number;
            /**
             * @description Remaining sessions; for a pack on sale, its total.
             * @example 7
             */
            sessionsRemaining?: number;
            /**
             * Format: date
             * @description The last date of a visit it pays for; of a pack on sale, if it is bought today.
             * @example 2027-05-20
             */
            expiresOn?: string;
        };
        /** Practitioner */
        Practitioner: {
            /**
             * Format: int64
             * @description The `doctorId` of every booking route; the user id of the practitioner.
             * @example 1
             */
            id: number;
            /**
             * @description Specialization of the practitioner.
             * @example Dermatology
             */
            specialization: string;
            /**
             * @description Whether to fetch slots or shifts.
             * @example SCHEDULED
             * @enum {string}
             */
            appointmentSystemType: "SCHEDULED" | "QMS";
            /** @description Fees of scheduled visits. */
            consultationFees: components["schemas"]["Fee"][];
            /** @description Charges of queue visits. */
            qmsConsultationCharges: components["schemas"]["Fee"][];
            appointmentTypeAndPermission: components["schemas"]["AppointmentTypeAndPermission"];
            publicProfile: components["schemas"]["PublicProfile"] | null;
        };
        /** PractitionerSchedule */
        PractitionerSchedule: {
            /**
             * Format: int64
             * @description The practitioner.
             * @example 3
             */
            doctorId: number;
            /**
             * @description Public name where a profile is published, else the staff name.
             * @example Dr Asha Rao
             */
            doctorName: string;
            /** @description Every slot of the working hours in the usual length of a visit, past ones too, by start; none of a queue practitioner. */
            slots: components["schemas"]["ScheduledSlot"][];
        };
        /** PractitionerShift */
        PractitionerShift: {
            /**
             * Format: int64
             * @description The practitioner.
             * @example 1
             */
            doctorId: number;
            /**
             * Format: int64
             * @description The location.
             * @example 1
             */
            addressId: number;
            /**
             * Format: date
             * @description The date in the clinic's zone.
             * @example 2026-12-01
             */
            date: string;
            /**
             * Format: clock
             * @description Start on the clinic clock, HH:MM.
             * @example 09:00
             */
            startTime: string;
            /**
             * Format: clock
             * @description End on the clinic clock, HH:MM; 00:00 where it ends at midnight.
             * @example 13:00
             */
            endTime: string;
            /**
             * @description The mode; hours with several modes are listed once per mode.
             * @example OFFLINE
             * @enum {string}
             */
            mode: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * @description Whether slots or tokens are booked.
             * @example SCHEDULED
             * @enum {string}
             */
            appointmentSystemType: "SCHEDULED" | "QMS";
        };
        /** PublicProfile */
        PublicProfile: {
            /**
             * Format: int64
             * @description The profile.
             * @example 1
             */
            profileId: number;
            /**
             * @description The practitioner's public name.
             * @example Dr Asha Rao
             */
            name: string;
            /**
             * @description Specialization of the practitioner.
             * @example Dermatology
             */
            specialization: string | null;
            /**
             * @description Degrees and titles.
             * @example MBBS, MD
             */
            qualification: string | null;
            /**
             * @description Years of practice.
             * @example 12
             */
            experience: number | null;
            /** @description Languages in which patients are seen, the best first; absent where none are named. */
            languages?: string[];
            /**
             * @description A portrait.
             * @example https://example.org/asha.jpg
             */
            profileImageUrl: string | null;
            /**
             * @description Always true: drafts are not shown.
             * @example true
             */
            published: boolean;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the slug.
             * @example null
             * @example
             */
            slug: string | null;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the gallery.
             * @example null
             * @example
             */
            gallery: string | null;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the faqs.
             * @example null
             * @example
             */
            faqs: string | null;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the socialLinks.
             * @example null
             * @example
             */
            socialLinks: string | null;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the workHistory.
             * @example null
             * @example
             */
            workHistory: string | null;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the seo.
             * @example null
             * @example
             */
            seo: string | null;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the videoUrl.
             * @example null
             * @example
             */
            videoUrl: string | null;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the treatmentPhilosophy.
             * @example null
             * @example
             */
            treatmentPhilosophy: string | null;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the whatToExpect.
             * @example null
             * @example
             */
            whatToExpect: string | null;
            /**
             * @description Null here; `GET /v1/public-profiles/:profileId` has the updatedAt.
             * @example null
             * @example
             */
            updatedAt: string | null;
        };
        /** PurchasedPack */
        PurchasedPack: {
            /**
             * Format: int64
             * @description The pack, which bookings call `patientPackageId`.
             * @example 5
             */
            id: number;
            /**
             * Format: int64
             * @description The pack on sale.
             * @example 4
             */
            packageConfigId: number;
            /**
             * @description Its name.
             * @example Ten sessions of physiotherapy
             */
            sessionPackName: string;
            /**
             * @description Total sessions.
             * @example 10
             */
            totalSessions: number;
            /**
             * @description Sessions that were used.
             * @example 3
             */
            sessionsUsed: number;
            /**
             * @description Sessions that are left.
             * @example 7
             */
            sessionsRemaining: number;
            /**
             * @description The length a visit must have, in minutes; null for any.
             * @example 30
             */
            durationMins: number | null;
            /**
             * Format: date
             * @description When it was bought, on the clinic’s calendar.
             * @example 2026-11-21
             */
            purchasedOn: string;
            /**
             * Format: date
             * @description The last date of a visit it pays for.
             * @example 2027-05-20
             */
            expiresOn: string;
            /** @description Practitioners it pays for; empty for all. */
            allowedDoctorIds: number[];
            /**
             * @description Whether patients on the same phone may use it.
             * @example true
             */
            allowFamilyBooking: boolean;
            /**
             * Format: int64
             * @description The same, under the name that bookings use.
             * @example 5
             */
            patientPackageId: number;
            /**
             * @description Whether it can be used: it is once it is paid.
             * @example true
             */
            isActive: boolean;
            /**
             * @description Price of the pack, in `currency`.
             * @example 4000
             */
            packageAmount: number;
            /**
             * Format: currency
             * @description ISO 4217 code of the price.
             * @example INR
             */
            currency: string;
            /**
             * @description Whether it is paid.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus: "UNPAID" | "PENDING" | "PAID" | "REFUNDED";
            /**
             * @description How it is paid.
             * @example CASH
             */
            paymentMode: string;
            /**
             * @description The caller's own transaction id.
             * @example null
             * @example TXN-881
             */
            paymentReference: string | null;
            /**
             * @description Where the patient is sent to pay.
             * @example https://clinic.example/sandbox-gateway/checkout/7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            checkoutUrl?: string;
            /**
             * @description The gateway's name.
             * @example sandbox
             */
            provider?: string;
            /**
             * @description Identifies the payment when you confirm it; store it before you redirect the patient.
             * @example ps_7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            sessionRef?: string;
            /**
             * Format: int64
             * @description The patient.
             * @example 17
             */
            patientId?: number;
            /**
             * @description A pack has none.
             * @example null
             */
            appointmentRef?: null;
        };
        /** QueueShift */
        QueueShift: {
            /**
             * Format: int64
             * @description The shift; send it to book a token.
             * @example 5
             */
            qmsWorkShiftId: number;
            /**
             * Format: clock
             * @description Start on the clinic clock, HH:MM.
             * @example 09:00
             */
            startTime: string;
            /**
             * Format: clock
             * @description End on the clinic clock, HH:MM; 00:00 where it ends at midnight.
             * @example 13:00
             */
            endTime: string;
            /**
             * @description How its visits happen.
             * @example OFFLINE
             * @enum {string}
             */
            mode: "OFFLINE" | "ONLINE";
            /**
             * @description Fee of a visit at home, in `domesticCurrency`.
             * @example 300
             */
            consultationFee: number;
            /**
             * @description Fee of a visit where `international` is true, in `billingCurrency`; the fee at home where no other is kept.
             * @example 15
             */
            internationalFee: number;
            /**
             * @description Seconds of one consultation, learned from the latest of this doctor here.
             * @example 600
             */
            avgDuration: number;
            /**
             * @description Tokens given out, less those that were cancelled.
             * @example 12
             */
            bookedCount: number;
            /**
             * @description Tokens it has; full when `bookedCount` is as high.
             * @example 40
             */
            maxAppointments: number;
            /**
             * @description Whether its queue has been started on this date.
             * @example false
             */
            isStarted: boolean;
            /**
             * @description Whether its queue is closed on this date.
             * @example false
             */
            isEnded: boolean;
            /**
             * Format: date-time
             * @description When it was started, with the clinic offset.
             * @example 2026-12-01T09:00:00+05:30
             */
            actualStartedAt: string | null;
            /**
             * Format: date-time
             * @description When it was ended, with the clinic offset.
             * @example 2026-12-01T13:10:00+05:30
             */
            actualEndedAt: string | null;
            /**
             * @description Who wait in line, and who are called. Only with `waiting`.
             * @example 7
             */
            waitingCount?: number;
            /**
             * @description With four of five tokens taken now, the wait is at least this long: from now, or from the start of a queue to come. Only with `waiting`.
             * @example 25
             */
            waitFromMinutes?: number;
            /**
             * @description With four of five of them, it is at most this long. Only with `waiting`.
             * @example 45
             */
            waitToMinutes?: number;
        };
        /** QueueShiftsOfDate */
        QueueShiftsOfDate: {
            /**
             * Format: date
             * @description The date in the clinic's zone.
             * @example 2026-12-01
             */
            date: string;
            /** @description Shifts by their start. */
            shifts: components["schemas"]["QueueShift"][];
        };
        /** QueueVisit */
        QueueVisit: {
            /**
             * Format: int64
             * @description The visit.
             * @example 43
             */
            visitId: number;
            /**
             * Format: int64
             * @description The patient.
             * @example 17
             */
            patientId: number;
            /**
             * Format: int64
             * @description The location.
             * @example 1
             */
            addressId: number;
            /**
             * Format: int64
             * @description The practitioner.
             * @example 3
             */
            doctorId: number;
            /**
             * Format: int64
             * @description The shift.
             * @example 5
             */
            qmsWorkShiftId: number;
            /**
             * Format: date
             * @description The shift's date in the clinic's zone.
             * @example 2026-12-01
             */
            appointmentDate: string;
            /**
             * @description How the visit happens: as the shift does.
             * @example OFFLINE
             * @enum {string}
             */
            mode: "OFFLINE" | "ONLINE";
            /**
             * @description Number in the shift of this date, from 1 and never given twice.
             * @example 12
             */
            tokenNumber: number;
            /**
             * @description The token as people see it; others of another shift or date look the same.
             * @example A-12
             */
            tokenDisplay: string;
            /**
             * @description Place in line: 1 is next. Null once the patient no longer waits.
             * @example 3
             */
            position: number | null;
            /**
             * @description Shows the place in line to anyone who has it, at /queue/ followed by this token.
             * @example 7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            publicStatusToken: string;
            /**
             * @description Status of the visit.
             * @example WAITING
             * @enum {string}
             */
            status: "WAITING" | "IN_CONSULTATION" | "COMPLETED" | "NO_SHOW" | "CANCELLED";
            /**
             * @description Where an ONLINE visit happens, once the patient is called; null for every other mode.
             * @example null
             * @example https://video.example.org/7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            videoLink: string | null;
            /**
             * Format: date-time
             * @description When the patient arrived, with the clinic offset; null until the arrival is recorded.
             * @example null
             * @example 2026-12-01T08:52:00+05:30
             */
            arrivedAt: string | null;
            /**
             * @description Channel the caller named.
             * @example PHONE_CALL
             */
            bookingChannel: string;
            /**
             * @description DEVELOPER_API when an API key booked it, WIDGET when a session did, DASHBOARD when staff did by themselves.
             * @example DEVELOPER_API
             */
            source: string;
            /**
             * @description Fee before the discount, in `currency`.
             * @example 500
             */
            consultationCharge: number;
            /**
             * Format: currency
             * @description ISO 4217 code of every amount here.
             * @example INR
             */
            currency: string;
            /**
             * @description Whether it is paid.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus: "UNPAID" | "PENDING" | "PAID" | "REFUNDED";
            /**
             * @description How it is paid.
             * @example CASH
             */
            paymentMode: string;
            /**
             * @description The caller's own transaction id.
             * @example null
             * @example TXN-881
             */
            paymentReference: string | null;
            /**
             * @description Taken off the fee, in `currency`.
             * @example 0
             */
            discountAmount: number;
            /**
             * @description Why.
             * @example null
             * @example Staff family
             */
            discountReason: string | null;
            /**
             * @description Fee less discount, in `currency`; what a refund is a percentage of.
             * @example 500
             */
            payableAmount: number;
            /**
             * @description The patient’s complaint.
             * @example Fever since Monday
             */
            chiefComplaint: string | null;
            /**
             * @description Notes of the booking.
             * @example Wheelchair access needed
             */
            appointmentNotes: string | null;
            /**
             * @description Why it was cancelled.
             * @example null
             * @example The shift ended before your turn
             */
            cancellationReason: string | null;
            /**
             * @description Cancelled as if it had never been.
             * @example false
             */
            voided: boolean;
            /**
             * @description Share of the payable amount refunded, 0 to 100.
             * @example null
             * @example 50
             */
            refundPercentage: number | null;
            /**
             * @description Amount refunded, in `currency`.
             * @example null
             * @example 250
             */
            refundAmount: number | null;
            /**
             * @description Why the clinic's refund policy was not followed.
             * @example null
             * @example Doctor was ill
             */
            refundOverrideReason: string | null;
            /**
             * Format: date-time
             * @description When it was booked, with the clinic offset.
             * @example 2026-12-01T08:40:00+05:30
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, with the clinic offset.
             * @example 2026-12-01T08:40:00+05:30
             */
            updatedAt: string;
        };
        /** QueueVisitOfPatient */
        QueueVisitOfPatient: {
            /**
             * Format: int64
             * @description The visit.
             * @example 43
             */
            visitId: number;
            /**
             * Format: int64
             * @description The patient.
             * @example 17
             */
            patientId: number;
            /**
             * Format: int64
             * @description The location.
             * @example 1
             */
            addressId: number;
            /**
             * Format: int64
             * @description The practitioner.
             * @example 3
             */
            doctorId: number;
            /**
             * Format: int64
             * @description The shift.
             * @example 5
             */
            qmsWorkShiftId: number;
            /**
             * Format: date
             * @description The shift's date in the clinic's zone.
             * @example 2026-12-01
             */
            appointmentDate: string;
            /**
             * @description How the visit happens: as the shift does.
             * @example OFFLINE
             * @enum {string}
             */
            mode: "OFFLINE" | "ONLINE";
            /**
             * @description Number in the shift of this date, from 1 and never given twice.
             * @example 12
             */
            tokenNumber: number;
            /**
             * @description The token as people see it; others of another shift or date look the same.
             * @example A-12
             */
            tokenDisplay: string;
            /**
             * @description Place in line: 1 is next. Null once the patient no longer waits.
             * @example 3
             */
            position: number | null;
            /**
             * @description Shows the place in line to anyone who has it, at /queue/ followed by this token.
             * @example 7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            publicStatusToken: string;
            /**
             * @description Status of the visit.
             * @example WAITING
             * @enum {string}
             */
            status: "WAITING" | "IN_CONSULTATION" | "COMPLETED" | "NO_SHOW" | "CANCELLED";
            /**
             * @description Where an ONLINE visit happens, once the patient is called; null for every other mode.
             * @example null
             * @example https://video.example.org/7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            videoLink: string | null;
            /**
             * Format: date-time
             * @description When the patient arrived, with the clinic offset; null until the arrival is recorded.
             * @example null
             * @example 2026-12-01T08:52:00+05:30
             */
            arrivedAt: string | null;
            /**
             * @description Channel the caller named.
             * @example PHONE_CALL
             */
            bookingChannel: string;
            /**
             * @description DEVELOPER_API when an API key booked it, WIDGET when a session did, DASHBOARD when staff did by themselves.
             * @example DEVELOPER_API
             */
            source: string;
            /**
             * @description Fee before the discount, in `currency`.
             * @example 500
             */
            consultationCharge: number;
            /**
             * Format: currency
             * @description ISO 4217 code of every amount here.
             * @example INR
             */
            currency: string;
            /**
             * @description Whether it is paid.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus: "UNPAID" | "PENDING" | "PAID" | "REFUNDED";
            /**
             * @description How it is paid.
             * @example CASH
             */
            paymentMode: string;
            /**
             * @description The caller's own transaction id.
             * @example null
             * @example TXN-881
             */
            paymentReference: string | null;
            /**
             * @description Taken off the fee, in `currency`.
             * @example 0
             */
            discountAmount: number;
            /**
             * @description Why.
             * @example null
             * @example Staff family
             */
            discountReason: string | null;
            /**
             * @description Fee less discount, in `currency`; what a refund is a percentage of.
             * @example 500
             */
            payableAmount: number;
            /**
             * @description The patient’s complaint.
             * @example Fever since Monday
             */
            chiefComplaint: string | null;
            /**
             * @description Notes of the booking.
             * @example Wheelchair access needed
             */
            appointmentNotes: string | null;
            /**
             * @description Why it was cancelled.
             * @example null
             * @example The shift ended before your turn
             */
            cancellationReason: string | null;
            /**
             * @description Cancelled as if it had never been.
             * @example false
             */
            voided: boolean;
            /**
             * @description Share of the payable amount refunded, 0 to 100.
             * @example null
             * @example 50
             */
            refundPercentage: number | null;
            /**
             * @description Amount refunded, in `currency`.
             * @example null
             * @example 250
             */
            refundAmount: number | null;
            /**
             * @description Why the clinic's refund policy was not followed.
             * @example null
             * @example Doctor was ill
             */
            refundOverrideReason: string | null;
            /**
             * Format: date-time
             * @description When it was booked, with the clinic offset.
             * @example 2026-12-01T08:40:00+05:30
             */
            createdAt: string;
            /**
             * Format: date-time
             * @description When it was last changed, with the clinic offset.
             * @example 2026-12-01T08:40:00+05:30
             */
            updatedAt: string;
            patient: {
                /**
                 * Format: int64
                 * @description The patient.
                 * @example 17
                 */
                id: number;
                /**
                 * @description Given name.
                 * @example Meera
                 */
                firstName: string | null;
                /**
                 * @description Family name.
                 * @example Iyer
                 */
                lastName: string | null;
                /**
                 * @description Dial code with its plus.
                 * @example +91
                 */
                countryCode: string | null;
                /**
                 * @description Number without the dial code.
                 * @example 9876543210
                 */
                phoneNumber: string | null;
            };
        };
        /** QueueVisitPage */
        QueueVisitPage: {
            /**
             * @description Number of all matching visits. Exact up to 10,000 beyond the page.
             * @example 42
             */
            count: number;
            /**
             * @description False: there are at least `count`.
             * @example true
             */
            countIsExact: boolean;
            /**
             * @description This page, from 0.
             * @example 0
             */
            page: number;
            /**
             * @description Entries a page has at most.
             * @example 10
             */
            size: number;
            /** @description Visits of the page by date, then by id; with `changedAfter` in the order of their changes. */
            list: components["schemas"]["QueueVisitOfPatient"][];
            /**
             * @description With `changedAfter`: what to send next, also when the list is empty.
             * @example MS4wMTlmYTJjYQ
             */
            nextCursor?: string;
        };
        /** RecordedVitals */
        RecordedVitals: {
            /**
             * Format: int64
             * @description The visit.
             * @example 41
             */
            appointmentId: number;
            /**
             * Format: date-time
             * @description When, in UTC.
             * @example 2026-12-01T03:40:00+00:00
             */
            recordedAt: string;
            /**
             * @description The vitals as they were sent.
             * @example {
             *       "pulse": 72
             *     }
             */
            vital: {
                [key: string]: unknown;
            };
        };
        /** Reservation */
        Reservation: {
            /**
             * @description Required with a widget session, and must be its workspace; ignored with an API key.
             * @example 1
             */
            workspaceId?: unknown;
            /**
             * Format: int64
             * @description The location. Required, here or as `workspaceAddressId`.
             * @example 1
             */
            addressId?: number;
            /**
             * Format: int64
             * @description Another name of `addressId`.
             * @example 1
             */
            workspaceAddressId?: number;
            /**
             * Format: int64
             * @description The practitioner.
             * @example 1
             */
            doctorId: number;
            /**
             * Format: int64
             * @description An existing patient. Required unless `patientPayload` is sent.
             * @example 42
             */
            patientId?: number;
            patientPayload?: components["schemas"]["PatientFields"];
            /**
             * @description Booking system; SCHEDULED when omitted.
             * @example SCHEDULED
             * @enum {string}
             */
            system?: "SCHEDULED" | "QMS";
            /**
             * @description The kind of booking. Required for scheduled bookings unless `followUp` is true.
             * @example ONE_TIME_APPOINTMENT
             * @enum {string}
             */
            bookingType?: "ONE_TIME_APPOINTMENT" | "PACKAGE_PURCHASE" | "USE_ACTIVE_PACKAGE";
            /**
             * @description How the visit happens. Required on scheduled bookings.
             * @example OFFLINE
             * @enum {string}
             */
            mode?: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * Format: date-time
             * @description Start of the slot, as available-slots returned it. Required on scheduled bookings.
             * @example 2026-12-01T09:00:00+05:30
             */
            fromDateTimeIso?: string;
            /**
             * Format: date-time
             * @description End of the slot, as available-slots returned it. Required on scheduled bookings.
             * @example 2026-12-01T09:15:00+05:30
             */
            toDateTimeIso?: string;
            /**
             * @description CASH, CARD, UPI, BANK_TRANSFER, ONLINE, OTHER or a method the workspace configured. Required for a slot; CASH when omitted for a token.
             * @example CASH
             */
            paymentMode?: string;
            /**
             * @description Where the booking comes from; stored as DEVELOPER_API under an API key, as WIDGET under a session. Required for a slot.
             * @example DEVELOPER_API
             */
            source?: string;
            /**
             * @description Fee of the visit, in `currency`. Required for ONE_TIME_APPOINTMENT unless a follow-up or duration tier sets it.
             * @example 500
             */
            consultationCharge?: number;
            /**
             * Format: int64
             * @description The session pack to buy. Required for PACKAGE_PURCHASE.
             * @example 1
             */
            packageConfigId?: number;
            /**
             * @description Price of the pack, in `currency`. Required for PACKAGE_PURCHASE.
             * @example 4000
             */
            packageAmount?: number;
            /**
             * Format: int64
             * @description The session pack to use. Required for USE_ACTIVE_PACKAGE.
             * @example 1
             */
            patientPackageId?: number;
            /**
             * Format: currency
             * @description ISO 4217 code; the location's currency when omitted.
             * @example INR
             */
            currency?: string;
            /**
             * @description Taken off the amount, in `currency`; at most all of it, and 0 for USE_ACTIVE_PACKAGE.
             * @example 50
             */
            discountAmount?: number;
            /**
             * @description Why, at most 200 characters.
             * @example Staff family
             */
            discountReason?: string;
            /**
             * @description When omitted: UNPAID, or PAID with a session pack.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus?: "UNPAID" | "PENDING" | "PAID";
            /**
             * @description The caller's own transaction id.
             * @example TXN-881
             */
            paymentReference?: string;
            /**
             * @description Kind of visit in upper snake case; CONSULTATION when omitted. FOLLOW_UP is booked as CONSULTATION.
             * @example CONSULTATION
             */
            type?: string;
            /**
             * @description Dropped: the service finds the visit a follow-up belongs to.
             * @example 41
             */
            parentAppointmentId?: unknown;
            /**
             * @description True books a follow-up linked to the patient's qualifying visit.
             * @example false
             */
            followUp?: boolean;
            /**
             * Format: int64
             * @description Duration tier; decides fee and length. ONE_TIME_APPOINTMENT only. Without it, a widget session books the only tier with the length of the slot.
             * @example 1
             */
            consultationDurationTierId?: number;
            /**
             * Format: int64
             * @description A room of the location; not for ONLINE visits.
             * @example 1
             */
            roomId?: number;
            /**
             * @description Where a visit at home is, stored as sent; the patient's address when omitted. Only with mode HOME_VISIT or HOME_COLLECTION.
             * @example {
             *       "city": "Jaipur"
             *     }
             */
            visitAddress?: {
                [key: string]: unknown;
            };
            /**
             * @description At most 500 characters.
             * @example Wheelchair access needed
             */
            appointmentNotes?: string;
            /**
             * @description At most 500 characters.
             * @example Rash on the left arm
             */
            chiefComplaint?: string;
            /**
             * Format: zone
             * @description Zone of confirmations and reminders.
             * @example Asia/Kolkata
             */
            patientTimezone?: string;
            /**
             * @description Channel in upper snake case: WALK_IN, PHONE_CALL, CHATAPP, SELF_QR and others.
             * @example PHONE_CALL
             */
            bookingChannel?: string;
            /**
             * @description Intake vitals, any JSON object up to 8 KiB, saved with the booking or not at all.
             * @example {
             *       "pulse": 72
             *     }
             */
            vital?: {
                [key: string]: unknown;
            };
            qms?: components["schemas"]["TokenOfBooking"];
            /**
             * @description Where the patient goes after the checkout, which is opened when this is sent: an absolute https URL; in a sandbox also http to the local machine, such as `http://localhost:3000/paid`.
             * @example https://clinic.example/paid
             */
            returnUrl?: string | null;
            /**
             * @description Repeats a reservation with its Idempotency-Key: its checkout is closed, and it is kept and paid at the clinic.
             * @example false
             */
            withoutCheckout?: boolean;
            /**
             * Format: int64
             * @description The shift of a token; its presence makes this a queue reservation.
             * @example 5
             */
            qmsWorkShiftId?: number;
            /**
             * Format: date
             * @description Date of a token; where omitted that of `fromDateTimeIso`. One of the two, or `qms.appointmentDate`, is required.
             * @example 2026-12-01
             */
            appointmentDate?: string;
        };
        /** Reserved */
        Reserved: {
            /**
             * @description Which of the two members is filled.
             * @example SCHEDULED
             * @enum {string}
             */
            system: "SCHEDULED" | "QMS";
            appointment: components["schemas"]["Appointment"] | null;
            visit: components["schemas"]["QueueVisit"] | null;
            /**
             * @description Where the patient is sent to pay.
             * @example https://clinic.example/sandbox-gateway/checkout/7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            checkoutUrl?: string;
            /**
             * @description The gateway's name.
             * @example sandbox
             */
            provider?: string;
            /**
             * @description Identifies the payment when you confirm it; store it before you redirect the patient.
             * @example ps_7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            sessionRef?: string;
            /**
             * Format: int64
             * @description The patient.
             * @example 17
             */
            patientId?: number;
            /**
             * @description The booking reference, or the displayed token.
             * @example BK7Q2M9X4KTD
             */
            appointmentRef?: string;
        };
        /** Role */
        Role: {
            /**
             * @description Name of the role.
             * @example reception
             */
            name: string;
            /**
             * @description The name people see.
             * @example Reception
             */
            displayName: string;
        };
        /** ScheduledSlot */
        ScheduledSlot: {
            /**
             * Format: date
             * @description The slot's date in the clinic's zone.
             * @example 2026-12-01
             */
            appointmentDate: string;
            /**
             * Format: clock
             * @description Start on the clinic clock, HH:MM.
             * @example 09:00
             */
            fromDateTimeTs: string;
            /**
             * Format: clock
             * @description End on the clinic clock, HH:MM.
             * @example 09:15
             */
            toDateTimeTs: string;
            /**
             * Format: date-time
             * @description Start with the clinic offset; send it back verbatim to book.
             * @example 2026-12-01T09:00:00+05:30
             */
            fromDateTimeIso: string;
            /**
             * Format: date-time
             * @description End with the clinic offset; send it back verbatim to book.
             * @example 2026-12-01T09:15:00+05:30
             */
            toDateTimeIso: string;
            /**
             * Format: zone
             * @description The clinic's zone.
             * @example Asia/Kolkata
             */
            appointmentTimezone: string;
            /**
             * Format: date-time
             * @description Start in the viewer's zone; for display only.
             * @example 2026-12-01T07:30:00+04:00
             */
            patientFromDateTimeIso?: string;
            /**
             * Format: date-time
             * @description End in the viewer's zone; for display only.
             * @example 2026-12-01T07:45:00+04:00
             */
            patientToDateTimeIso?: string;
            /**
             * Format: zone
             * @description The viewer's zone.
             * @example Asia/Dubai
             */
            patientTimezone?: string;
            /** @description Every mode this slot can be booked in. */
            modes: ("OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN")[];
            /**
             * @description AVAILABLE: available-slots lists it. BOOKED: a visit takes some of its time, or it is held for a patient to whom it is offered. BLOCKED: neither, for it is past or the practitioner is busy otherwise. A visit is shown until a day after it ends.
             * @example AVAILABLE
             * @enum {string}
             */
            status: "AVAILABLE" | "BOOKED" | "BLOCKED";
            /**
             * Format: int64
             * @description The visit that takes its time, of several the first; only of a slot that is BOOKED, and not while it is only offered.
             * @example 42
             */
            appointmentId?: number;
        };
        /** Session */
        Session: {
            /**
             * @description Send it as `Authorization: Bearer …`. Shown this once.
             * @example kT3vJm1cX0Zr8wYqB5nD2sLhG7uFpE4aV9oCiR6tNxM
             */
            token: string;
            /**
             * Format: date-time
             * @description When it stops working, in UTC; it ends earlier with its key.
             * @example 2026-12-01T10:00:00+00:00
             */
            expiresAt: string;
        };
        /** SessionPack */
        SessionPack: {
            /**
             * Format: int64
             * @description The pack on sale, which bookings call `packageConfigId`.
             * @example 4
             */
            id: number;
            /**
             * Format: int64
             * @description The pack on sale.
             * @example 4
             */
            packageConfigId: number;
            /**
             * @description Its name.
             * @example Ten sessions of physiotherapy
             */
            sessionPackName: string;
            /**
             * @description Total sessions.
             * @example 10
             */
            totalSessions: number;
            /**
             * @description The length a visit must have, in minutes; null for any.
             * @example 30
             */
            durationMins: number | null;
            /** @description Practitioners it pays for; empty for all. */
            allowedDoctorIds: number[];
            /**
             * @description Whether patients on the same phone may use it.
             * @example true
             */
            allowFamilyBooking: boolean;
            /**
             * @description Days from the purchase to the last day a visit may be on.
             * @example 180
             */
            validityDays: number;
            /**
             * @description Price of the pack, in `currency`.
             * @example 4000
             */
            amount: number;
            /**
             * Format: currency
             * @description ISO 4217 code of the price.
             * @example INR
             */
            currency: string;
            /**
             * @description Price for patients from abroad, in `internationalCurrency`; null: the same for all.
             * @example 80
             */
            internationalAmount: number | null;
            /**
             * Format: currency
             * @description ISO 4217 code of that price.
             * @example INR
             */
            internationalCurrency: string | null;
        };
        /** SessionPackPaymentReference */
        SessionPackPaymentReference: {
            /**
             * @description The one returned by the reservation; it identifies the payment on its own.
             * @example ps_7q2m9x4ktd5w8hbnz3rvy6cjfa
             */
            sessionRef?: string | null;
            /**
             * @description The provider returned by the reservation; it has no effect.
             * @example sandbox
             */
            provider?: string | null;
        };
        /** SessionPackPurchase */
        SessionPackPurchase: {
            /**
             * @description Required with a widget session, and must be its workspace; ignored with an API key.
             * @example 1
             */
            workspaceId?: unknown;
            /**
             * Format: int64
             * @description The location. Required, here or as `workspaceAddressId`.
             * @example 1
             */
            addressId?: number;
            /**
             * Format: int64
             * @description Another name of `addressId`.
             * @example 1
             */
            workspaceAddressId?: number;
            /**
             * Format: int64
             * @description A practitioner whose visits the pack has to pay for.
             * @example 1
             */
            doctorId?: number;
            /**
             * Format: int64
             * @description An existing patient. Required unless `patientPayload` is sent.
             * @example 42
             */
            patientId?: number;
            patientPayload?: components["schemas"]["PatientFields"];
            /**
             * Format: int64
             * @description The session pack, as the catalogue names it.
             * @example 1
             */
            packageConfigId: number;
            /**
             * @description Price of the pack, in `currency`; the one of the catalogue when omitted.
             * @example 4000
             */
            packageAmount?: number;
            /**
             * @description At most 0: a pack that is sold alone costs its `packageAmount`.
             * @example 0
             */
            discountAmount?: number;
            /**
             * Format: currency
             * @description ISO 4217 code; when omitted the pack's own for a `packageAmount` that a key sends, else that of the price for the patient.
             * @example INR
             */
            currency?: string;
            /**
             * @description CASH, CARD, UPI, BANK_TRANSFER, ONLINE, OTHER or a method the workspace configured. Required for a slot; CASH when omitted for a token.
             * @example CASH
             */
            paymentMode?: string;
            /**
             * @description When omitted: UNPAID, or PAID with a session pack.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus?: "UNPAID" | "PENDING" | "PAID";
            /**
             * @description The caller's own transaction id.
             * @example TXN-881
             */
            paymentReference?: string;
            /**
             * @description Where the patient goes after the checkout, which is opened when this is sent: an absolute https URL; in a sandbox also http to the local machine, such as `http://localhost:3000/paid`.
             * @example https://clinic.example/paid
             */
            returnUrl?: string | null;
        };
        /** Slot */
        Slot: {
            /**
             * Format: date
             * @description The slot's date in the clinic's zone.
             * @example 2026-12-01
             */
            appointmentDate: string;
            /**
             * Format: clock
             * @description Start on the clinic clock, HH:MM.
             * @example 09:00
             */
            fromDateTimeTs: string;
            /**
             * Format: clock
             * @description End on the clinic clock, HH:MM.
             * @example 09:15
             */
            toDateTimeTs: string;
            /**
             * Format: date-time
             * @description Start with the clinic offset; send it back verbatim to book.
             * @example 2026-12-01T09:00:00+05:30
             */
            fromDateTimeIso: string;
            /**
             * Format: date-time
             * @description End with the clinic offset; send it back verbatim to book.
             * @example 2026-12-01T09:15:00+05:30
             */
            toDateTimeIso: string;
            /**
             * Format: zone
             * @description The clinic's zone.
             * @example Asia/Kolkata
             */
            appointmentTimezone: string;
            /**
             * Format: date-time
             * @description Start in the viewer's zone; for display only.
             * @example 2026-12-01T07:30:00+04:00
             */
            patientFromDateTimeIso?: string;
            /**
             * Format: date-time
             * @description End in the viewer's zone; for display only.
             * @example 2026-12-01T07:45:00+04:00
             */
            patientToDateTimeIso?: string;
            /**
             * Format: zone
             * @description The viewer's zone.
             * @example Asia/Dubai
             */
            patientTimezone?: string;
            /** @description Every mode this slot can be booked in. */
            modes: ("OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN")[];
        };
        /** SlotBooking */
        SlotBooking: {
            /**
             * @description Required with a widget session, and must be its workspace; ignored with an API key.
             * @example 1
             */
            workspaceId?: unknown;
            /**
             * Format: int64
             * @description The location. Required, here or as `workspaceAddressId`.
             * @example 1
             */
            addressId?: number;
            /**
             * Format: int64
             * @description Another name of `addressId`.
             * @example 1
             */
            workspaceAddressId?: number;
            /**
             * Format: int64
             * @description The practitioner.
             * @example 1
             */
            doctorId: number;
            /**
             * Format: int64
             * @description An existing patient. Required unless `patientPayload` is sent.
             * @example 42
             */
            patientId?: number;
            patientPayload?: components["schemas"]["PatientFields"];
            /**
             * @description This route books slots; tokens have their own routes.
             * @example SCHEDULED
             * @enum {string}
             */
            system?: "SCHEDULED";
            /**
             * @description The kind of booking; ONE_TIME_APPOINTMENT by default.
             * @example ONE_TIME_APPOINTMENT
             * @enum {string}
             */
            bookingType?: "ONE_TIME_APPOINTMENT" | "PACKAGE_PURCHASE" | "USE_ACTIVE_PACKAGE";
            /**
             * @description How the visit happens. Required on scheduled bookings.
             * @example OFFLINE
             * @enum {string}
             */
            mode?: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * Format: date-time
             * @description Start of the slot, as available-slots returned it. Required on scheduled bookings.
             * @example 2026-12-01T09:00:00+05:30
             */
            fromDateTimeIso?: string;
            /**
             * Format: date-time
             * @description End of the slot, as available-slots returned it. Required on scheduled bookings.
             * @example 2026-12-01T09:15:00+05:30
             */
            toDateTimeIso?: string;
            /**
             * @description CASH, CARD, UPI, BANK_TRANSFER, ONLINE, OTHER or a method the workspace configured. Required for a slot; CASH when omitted for a token.
             * @example CASH
             */
            paymentMode?: string;
            /**
             * @description Where the booking comes from; stored as DEVELOPER_API under an API key, as WIDGET under a session. Required for a slot.
             * @example DEVELOPER_API
             */
            source?: string;
            /**
             * @description Fee of the visit, in `currency`. Required for ONE_TIME_APPOINTMENT unless a follow-up or duration tier sets it.
             * @example 500
             */
            consultationCharge?: number;
            /**
             * Format: int64
             * @description The session pack to buy. Required for PACKAGE_PURCHASE.
             * @example 1
             */
            packageConfigId?: number;
            /**
             * @description Price of the pack, in `currency`. Required for PACKAGE_PURCHASE.
             * @example 4000
             */
            packageAmount?: number;
            /**
             * Format: int64
             * @description The session pack to use. Required for USE_ACTIVE_PACKAGE.
             * @example 1
             */
            patientPackageId?: number;
            /**
             * Format: currency
             * @description ISO 4217 code; the location's currency when omitted.
             * @example INR
             */
            currency?: string;
            /**
             * @description Taken off the amount, in `currency`; at most all of it, and 0 for USE_ACTIVE_PACKAGE.
             * @example 50
             */
            discountAmount?: number;
            /**
             * @description Why, at most 200 characters.
             * @example Staff family
             */
            discountReason?: string;
            /**
             * @description When omitted: UNPAID, or PAID with a session pack.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus?: "UNPAID" | "PENDING" | "PAID";
            /**
             * @description The caller's own transaction id.
             * @example TXN-881
             */
            paymentReference?: string;
            /**
             * @description Kind of visit in upper snake case; CONSULTATION when omitted. FOLLOW_UP is booked as CONSULTATION.
             * @example CONSULTATION
             */
            type?: string;
            /**
             * @description Dropped: the service finds the visit a follow-up belongs to.
             * @example 41
             */
            parentAppointmentId?: unknown;
            /**
             * @description True books a follow-up linked to the patient's qualifying visit.
             * @example false
             */
            followUp?: boolean;
            /**
             * Format: int64
             * @description Duration tier; decides fee and length. ONE_TIME_APPOINTMENT only. Without it, a widget session books the only tier with the length of the slot.
             * @example 1
             */
            consultationDurationTierId?: number;
            /**
             * Format: int64
             * @description A room of the location; not for ONLINE visits.
             * @example 1
             */
            roomId?: number;
            /**
             * @description Where a visit at home is, stored as sent; the patient's address when omitted. Only with mode HOME_VISIT or HOME_COLLECTION.
             * @example {
             *       "city": "Jaipur"
             *     }
             */
            visitAddress?: {
                [key: string]: unknown;
            };
            /**
             * @description At most 500 characters.
             * @example Wheelchair access needed
             */
            appointmentNotes?: string;
            /**
             * @description At most 500 characters.
             * @example Rash on the left arm
             */
            chiefComplaint?: string;
            /**
             * Format: zone
             * @description Zone of confirmations and reminders.
             * @example Asia/Kolkata
             */
            patientTimezone?: string;
            /**
             * @description Channel in upper snake case: WALK_IN, PHONE_CALL, CHATAPP, SELF_QR and others.
             * @example PHONE_CALL
             */
            bookingChannel?: string;
            /**
             * @description Intake vitals, any JSON object up to 8 KiB, saved with the booking or not at all.
             * @example {
             *       "pulse": 72
             *     }
             */
            vital?: {
                [key: string]: unknown;
            };
            /**
             * @description Refused: tokens have their own routes, which take its members at the top.
             * @example null
             */
            qms?: null;
            /**
             * @description Refused: tokens have their own routes.
             * @example null
             */
            qmsWorkShiftId?: null;
            /**
             * @description Refused: the date of a slot is that of `fromDateTimeIso`.
             * @example null
             */
            appointmentDate?: null;
            /**
             * @description Refused: only a reservation opens a checkout.
             * @example null
             */
            returnUrl?: null;
            /**
             * @description Refused: only a reservation has a checkout to leave.
             * @example null
             */
            withoutCheckout?: null;
            /**
             * @description How the payment is collected, in words of the caller; stored as sent.
             * @example AT_COUNTER
             */
            paymentCollectionType?: string;
        };
        /** StaffMember */
        StaffMember: {
            /**
             * Format: int64
             * @description The member; a practitioner’s is the `doctorId`. Valid as `X-Acting-User-Id` while active.
             * @example 3
             */
            id: number;
            /**
             * @description Name among the staff.
             * @example Asha Rao
             */
            name: string;
            /**
             * @description Title before the name.
             * @example Dr
             */
            prefix: string | null;
            /**
             * @description Membership; inactive staff are still listed.
             * @example active
             * @enum {string}
             */
            status: "active" | "inactive" | "invited";
            /**
             * @description E-mail address; null for a widget session.
             * @example asha@sunrise.example
             */
            email: string | null;
            /**
             * @description Dial code with its plus; null for a widget session.
             * @example +91
             */
            countryCode: string | null;
            /**
             * @description Number without the dial code; null for a widget session.
             * @example 9876500001
             */
            phoneNumber: string | null;
            /**
             * @description What a practitioner treats.
             * @example Dermatology
             */
            specialization: string | null;
            /**
             * @description A portrait; of a practitioner without one, that of the published profile.
             * @example https://example.org/asha.jpg
             */
            profilePicUrl: string | null;
            /** @description Names of the roles, in their order. */
            roleNames: string[];
            /** @description The roles, by name. */
            roles: components["schemas"]["Role"][];
            /**
             * @description Whether a practitioner sells slots or tokens; null for others.
             * @example SCHEDULED
             * @enum {string|null}
             */
            appointmentSystemType: "SCHEDULED" | "QMS" | null;
            /**
             * @description Whether the address is known to be theirs.
             * @example true
             */
            isVerified: boolean;
            /**
             * @description When they last acted, in UTC and without an offset, some 30 seconds late; null for a widget session.
             * @example 2026-11-30T08:15:00
             */
            lastActive: string | null;
        };
        /** StaffPage */
        StaffPage: {
            /**
             * @description Number of all matching staff, not only of this page.
             * @example 12
             */
            count: number;
            /** @description Members of the page, by id. */
            list: components["schemas"]["StaffMember"][];
            extras: {
                /** @description Every role of the workspace, by name. */
                configuredRoles: components["schemas"]["Role"][];
            };
        };
        /** StatusChange */
        StatusChange: {
            /**
             * @description The new status; RESCHEDULED, OVERDUE and MISSED cannot be sent.
             * @example CONFIRMED
             * @enum {string}
             */
            status: "SCHEDULED" | "CONFIRMED" | "IN_CONSULTATION" | "COMPLETED" | "NO_SHOW" | "CANCELLED" | "RESCHEDULED" | "OVERDUE" | "MISSED";
            /**
             * @description Ignored: the workspace is that of the credential.
             * @example 1
             */
            workspaceId?: unknown;
            /**
             * @description Reason for the cancellation, at most 500 characters.
             * @example Patient is travelling
             */
            cancellationReason?: string;
            /**
             * @description Of a paid visit: true refunds the patient and returns the session of a pack, false keeps the fee.
             * @example true
             */
            refundIssued?: boolean;
            /**
             * @description Share of the payable amount, 0 to 100. Required when refundIssued is true.
             * @example 50
             */
            refundPercentage?: number;
            /**
             * @description The amount of that percentage, in the currency of the visit, rounded half up. Required when refundIssued is true.
             * @example 250
             */
            refundAmount?: number;
            /**
             * @description Why the clinic's refund policy is not followed, at most 500 characters.
             * @example Doctor was ill
             */
            refundOverrideReason?: string;
            /**
             * @description Treat the visit as if it had never been booked: no notice and no refund; refundIssued then only says whether the session returns to its pack.
             * @example false
             */
            voidBooking?: boolean;
        };
        /** StoredPatient */
        StoredPatient: {
            /**
             * Format: int64
             * @description The patient.
             * @example 42
             */
            id: number;
            /**
             * @description Medical record number.
             * @example MRN-1042
             */
            mrnNumber: string;
            /**
             * @description Given name.
             * @example Meera
             */
            firstName: string | null;
            /**
             * @description Family name.
             * @example Iyer
             */
            lastName: string | null;
            /**
             * @description Dial code with its plus.
             * @example +91
             */
            countryCode: string | null;
            /**
             * @description Number without the dial code.
             * @example 9876543210
             */
            phoneNumber: string | null;
            /**
             * Format: date
             * @description Date of birth.
             * @example 1990-04-12
             */
            dob: string | null;
            /**
             * @description As the clinic records it.
             * @example female
             */
            gender: string | null;
            /**
             * @description Answers to the clinic's own forms.
             * @example {
             *       "allergies": "none"
             *     }
             */
            patientFormValues: {
                [key: string]: unknown;
            };
            /**
             * @description E-mail address.
             * @example meera@example.org
             */
            email: string | null;
            /**
             * @description Years, where the date of birth is unknown.
             * @example 36
             */
            age: number | null;
            /**
             * @description Blood group.
             * @example O+
             */
            bloodGroup: string | null;
            /**
             * @description Postal address, as it was sent.
             * @example {
             *       "city": "Jaipur"
             *     }
             */
            patientAddress: {
                [key: string]: unknown;
            } | null;
        };
        /** TokenBooking */
        TokenBooking: {
            /**
             * @description Required with a widget session, and must be its workspace; ignored with an API key.
             * @example 1
             */
            workspaceId?: unknown;
            /**
             * Format: int64
             * @description The location. Required, here or as `workspaceAddressId`.
             * @example 1
             */
            addressId?: number;
            /**
             * Format: int64
             * @description Another name of `addressId`.
             * @example 1
             */
            workspaceAddressId?: number;
            /**
             * Format: int64
             * @description The practitioner.
             * @example 1
             */
            doctorId: number;
            /**
             * Format: int64
             * @description An existing patient. Required unless `patientPayload` is sent.
             * @example 42
             */
            patientId?: number;
            patientPayload?: components["schemas"]["PatientFields"];
            /**
             * @description The kind of booking. Required for scheduled bookings unless `followUp` is true.
             * @example ONE_TIME_APPOINTMENT
             * @enum {string}
             */
            bookingType?: "ONE_TIME_APPOINTMENT" | "PACKAGE_PURCHASE" | "USE_ACTIVE_PACKAGE";
            /**
             * @description How the visit happens: as the shift does. Required.
             * @example OFFLINE
             * @enum {string}
             */
            mode?: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * Format: date-time
             * @description Start of the slot, as available-slots returned it. Required on scheduled bookings.
             * @example 2026-12-01T09:00:00+05:30
             */
            fromDateTimeIso?: string;
            /**
             * Format: date-time
             * @description End of the slot, as available-slots returned it. Required on scheduled bookings.
             * @example 2026-12-01T09:15:00+05:30
             */
            toDateTimeIso?: string;
            /**
             * @description CASH, CARD, UPI, BANK_TRANSFER, ONLINE, OTHER or a method the workspace configured. Required for a slot; CASH when omitted for a token.
             * @example CASH
             */
            paymentMode?: string;
            /**
             * @description Where the booking comes from; stored as DEVELOPER_API under an API key, as WIDGET under a session. Required for a slot.
             * @example DEVELOPER_API
             */
            source?: string;
            /**
             * @description Fee of the visit, in `currency`. Required for ONE_TIME_APPOINTMENT unless a follow-up or duration tier sets it.
             * @example 500
             */
            consultationCharge?: number;
            /**
             * Format: int64
             * @description The session pack to buy. Required for PACKAGE_PURCHASE.
             * @example 1
             */
            packageConfigId?: number;
            /**
             * @description Price of the pack, in `currency`. Required for PACKAGE_PURCHASE.
             * @example 4000
             */
            packageAmount?: number;
            /**
             * Format: int64
             * @description The session pack to use. Required for USE_ACTIVE_PACKAGE.
             * @example 1
             */
            patientPackageId?: number;
            /**
             * Format: currency
             * @description ISO 4217 code; the location's currency when omitted.
             * @example INR
             */
            currency?: string;
            /**
             * @description Taken off the amount, in `currency`; at most all of it, and 0 for USE_ACTIVE_PACKAGE.
             * @example 50
             */
            discountAmount?: number;
            /**
             * @description Why, at most 200 characters.
             * @example Staff family
             */
            discountReason?: string;
            /**
             * @description When omitted: UNPAID, or PAID with a session pack.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus?: "UNPAID" | "PENDING" | "PAID";
            /**
             * @description The caller's own transaction id.
             * @example TXN-881
             */
            paymentReference?: string;
            /**
             * @description Kind of visit in upper snake case; CONSULTATION when omitted. FOLLOW_UP is booked as CONSULTATION.
             * @example CONSULTATION
             */
            type?: string;
            /**
             * @description Dropped: the service finds the visit a follow-up belongs to.
             * @example 41
             */
            parentAppointmentId?: unknown;
            /**
             * @description True books a follow-up linked to the patient's qualifying visit.
             * @example false
             */
            followUp?: boolean;
            /**
             * Format: int64
             * @description Duration tier; decides fee and length. ONE_TIME_APPOINTMENT only. Without it, a widget session books the only tier with the length of the slot.
             * @example 1
             */
            consultationDurationTierId?: number;
            /**
             * Format: int64
             * @description A room of the location; not for ONLINE visits.
             * @example 1
             */
            roomId?: number;
            /**
             * @description Refused: a token is never for a visit at home.
             * @example null
             */
            visitAddress?: null;
            /**
             * @description At most 500 characters.
             * @example Wheelchair access needed
             */
            appointmentNotes?: string;
            /**
             * @description At most 500 characters.
             * @example Rash on the left arm
             */
            chiefComplaint?: string;
            /**
             * Format: zone
             * @description Zone of confirmations and reminders.
             * @example Asia/Kolkata
             */
            patientTimezone?: string;
            /**
             * @description Channel in upper snake case: WALK_IN, PHONE_CALL, CHATAPP, SELF_QR and others.
             * @example PHONE_CALL
             */
            bookingChannel?: string;
            /**
             * @description Intake vitals, any JSON object up to 8 KiB, saved with the booking or not at all.
             * @example {
             *       "pulse": 72
             *     }
             */
            vital?: {
                [key: string]: unknown;
            };
            /**
             * @description These routes book tokens; slots have their own routes.
             * @example QMS
             * @enum {string}
             */
            system?: "QMS";
            /**
             * Format: int64
             * @description The shift, as doctor/shifts returned it. Required.
             * @example 5
             */
            qmsWorkShiftId?: number;
            /**
             * Format: date
             * @description Date of the shift in the clinic's zone. Required.
             * @example 2026-12-01
             */
            appointmentDate?: string;
            /**
             * @description Refused: tokens have their own routes, which take its members at the top.
             * @example null
             */
            qms?: null;
            /**
             * @description Refused: only a reservation opens a checkout.
             * @example null
             */
            returnUrl?: null;
            /**
             * @description Refused: only a reservation has a checkout to leave.
             * @example null
             */
            withoutCheckout?: null;
            /**
             * @description Refused: only `/v1/appointments/book-appointment` stores it.
             * @example null
             */
            paymentCollectionType?: null;
        };
        /** TokenCancellation */
        TokenCancellation: {
            /**
             * @description Ignored: the token is cancelled.
             * @example CANCELLED
             */
            status?: unknown;
            /**
             * @description Ignored: the workspace is that of the credential.
             * @example 1
             */
            workspaceId?: unknown;
            /**
             * @description Reason for the cancellation, at most 500 characters.
             * @example Patient is travelling
             */
            cancellationReason?: string;
            /**
             * @description Of a paid visit: true refunds the patient and returns the session of a pack, false keeps the fee.
             * @example true
             */
            refundIssued?: boolean;
            /**
             * @description Share of the payable amount, 0 to 100. Required when refundIssued is true.
             * @example 50
             */
            refundPercentage?: number;
            /**
             * @description The amount of that percentage, in the currency of the visit, rounded half up. Required when refundIssued is true.
             * @example 250
             */
            refundAmount?: number;
            /**
             * @description Why the clinic's refund policy is not followed, at most 500 characters.
             * @example Doctor was ill
             */
            refundOverrideReason?: string;
            /**
             * @description Treat the visit as if it had never been booked: no notice and no refund; refundIssued then only says whether the session returns to its pack.
             * @example false
             */
            voidBooking?: boolean;
        };
        /**
         * TokenOfBooking
         * @description Queue booking: qmsWorkShiftId, appointmentDate, mode and bookingChannel. Required when system is QMS; patient, doctor and location are sent outside this object.
         */
        TokenOfBooking: {
            /**
             * Format: int64
             * @description The shift, as doctor/shifts returned it. Required.
             * @example 5
             */
            qmsWorkShiftId?: number;
            /**
             * Format: date
             * @description Date of the shift in the clinic's zone. Required.
             * @example 2026-12-01
             */
            appointmentDate?: string;
            /**
             * @description How the visit happens: as the shift does. Required.
             * @example OFFLINE
             * @enum {string}
             */
            mode?: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
            /**
             * @description Channel in upper snake case: WALK_IN, PHONE_CALL, CHATAPP, SELF_QR and others.
             * @example PHONE_CALL
             */
            bookingChannel?: string;
            /**
             * @description CASH, CARD, UPI, BANK_TRANSFER, ONLINE, OTHER or a method the workspace configured. Required for a slot; CASH when omitted for a token.
             * @example CASH
             */
            paymentMode?: string;
            /**
             * @description When omitted: UNPAID, or PAID with a session pack.
             * @example UNPAID
             * @enum {string}
             */
            paymentStatus?: "UNPAID" | "PENDING" | "PAID";
            /**
             * @description The caller's own transaction id.
             * @example TXN-881
             */
            paymentReference?: string;
        };
        /** UnavailableSlot */
        UnavailableSlot: {
            /**
             * Format: date
             * @description The slot's date in the clinic's zone.
             * @example 2026-12-01
             */
            appointmentDate: string;
            /**
             * Format: date-time
             * @description Start with the clinic offset.
             * @example 2026-12-01T09:15:00+05:30
             */
            fromDateTimeIso: string;
            /**
             * Format: date-time
             * @description End with the clinic offset.
             * @example 2026-12-01T09:30:00+05:30
             */
            toDateTimeIso: string;
            /**
             * @description BOOKED: held by an appointment of this service, or for a patient to whom it is offered. BLOCKED: by the clinic, busy in an external calendar, or on the way to a visit at home. Never says whose.
             * @example BOOKED
             * @enum {string}
             */
            status: "BOOKED" | "BLOCKED";
        };
        /** Vitals */
        Vitals: {
            /**
             * @description Any JSON object up to 8 KiB.
             * @example {
             *       "pulse": 72,
             *       "temperature": 36.8
             *     }
             */
            vital: {
                [key: string]: unknown;
            };
        };
        /** WholePublicProfile */
        WholePublicProfile: {
            /**
             * Format: int64
             * @description The profile.
             * @example 1
             */
            profileId: number;
            /**
             * @description The practitioner's public name.
             * @example Dr Asha Rao
             */
            name: string;
            /**
             * @description Specialization of the practitioner.
             * @example Dermatology
             */
            specialization: string | null;
            /**
             * @description Degrees and titles.
             * @example MBBS, MD
             */
            qualification: string | null;
            /**
             * @description Years of practice.
             * @example 12
             */
            experience: number | null;
            /** @description Languages in which patients are seen, the best first; absent where none are named. */
            languages?: string[];
            /**
             * @description A portrait.
             * @example https://example.org/asha.jpg
             */
            profileImageUrl: string | null;
            /**
             * @description Always true: drafts are not shown.
             * @example true
             */
            published: boolean;
            /**
             * @description Readable part of a page address.
             * @example dr-asha-rao
             */
            slug: string | null;
            /**
             * @description Pictures, as the clinic described them.
             * @example [
             *       "https://example.org/room.jpg"
             *     ]
             */
            gallery: unknown;
            /**
             * @description Questions and answers.
             * @example [
             *       {
             *         "question": "Do I need a referral?",
             *         "answer": "No."
             *       }
             *     ]
             */
            faqs: unknown;
            /**
             * @description Links elsewhere.
             * @example {
             *       "website": "https://example.org"
             *     }
             */
            socialLinks: unknown;
            /**
             * @description Earlier posts.
             * @example [
             *       {
             *         "place": "City Hospital",
             *         "from": 2014,
             *         "to": 2019
             *       }
             *     ]
             */
            workHistory: unknown;
            /**
             * @description Words for search engines.
             * @example {
             *       "title": "Dermatologist in Jaipur"
             *     }
             */
            seo: unknown;
            /**
             * @description A film about the practitioner.
             * @example https://example.org/asha.mp4
             */
            videoUrl: string | null;
            /**
             * @description How the practitioner works.
             * @example Explain first, treat second.
             */
            treatmentPhilosophy: string | null;
            /**
             * @description What a first visit is like.
             * @example Twenty minutes and a plan.
             */
            whatToExpect: string | null;
            /**
             * Format: date-time
             * @description When the profile was last changed, in UTC.
             * @example 2026-11-01T08:00:00+00:00
             */
            updatedAt: string;
        };
        /** Workspace */
        Workspace: {
            /**
             * Format: int64
             * @description The key's workspace.
             * @example 1
             */
            workspaceId: number;
            /**
             * @description The clinic can host video visits at all.
             * @example true
             */
            onlineBookingEnabled: boolean;
            /**
             * @description A checkout can be opened.
             * @example true
             */
            onlinePaymentEnabled: boolean;
            /**
             * @description The configured payment gateway, also while it cannot be used; null where none is configured.
             * @example sandbox
             */
            onlinePaymentProvider: string | null;
            /** @description Locations, by id. */
            addresses: components["schemas"]["LocationWithPractitioners"][];
            /** @description Session packs on sale, by id. */
            sessionPacks: components["schemas"]["SessionPack"][];
            publicProfile: {
                wpp: {
                    /**
                     * Format: int64
                     * @description The profile.
                     * @example 1
                     */
                    profileId: number;
                    /**
                     * @description The workspace's public name.
                     * @example Sunrise Clinics
                     */
                    name: string;
                } | null;
                /** @description Every published practitioner profile. */
                p: components["schemas"]["PublicProfile"][];
            };
        };
        "refusal-plain": {
            /**
             * @description What is wrong and what to do, for people.
             * @example Invalid API key
             */
            message: string;
            /**
             * @description The HTTP status again.
             * @example 400
             */
            statusCode: number;
        };
        "refusal-titled": {
            /**
             * @description What is wrong and what to do, for people.
             * @example Invalid API key
             */
            message: string;
            /**
             * @description The status in words.
             * @example Unauthorized
             */
            error: string;
            /**
             * @description The HTTP status again.
             * @example 400
             */
            statusCode: number;
        };
        "refusal-feature": {
            /**
             * @description Always false.
             * @example false
             * @enum {boolean}
             */
            success: false;
            /**
             * @description What is wrong and what to do, for people.
             * @example Invalid API key
             */
            message: string;
            /**
             * @description The entitlement the workspace lacks; branch on it.
             * @example devapi_catalog_addresses
             */
            requiredFeature: string;
        };
        "refusal-success": {
            /**
             * @description Always false.
             * @example false
             * @enum {boolean}
             */
            success: false;
            /**
             * @description What is wrong and what to do, for people.
             * @example Invalid API key
             */
            message: string;
        };
        "refusal-verification": {
            /**
             * @description Always false.
             * @example false
             * @enum {boolean}
             */
            success: false;
            /**
             * @description What is wrong and what to do, for people.
             * @example Invalid API key
             */
            message: string;
            /**
             * @description Always true: verify the contact, then try again.
             * @example true
             * @enum {boolean}
             */
            requiresVerification: true;
        };
        "refusal-member": {
            /**
             * @description Always false.
             * @example false
             * @enum {boolean}
             */
            success: false;
            /**
             * @description What is wrong and what to do, for people.
             * @example Invalid API key
             */
            message: string;
            /**
             * @description The HTTP status again.
             * @example 400
             */
            statusCode: number;
        };
        "refusal-limit": {
            /**
             * @description What is wrong and what to do, for people.
             * @example Too many requests; try again in 12 seconds.
             */
            message: string;
        };
        "refusal-fields": {
            /**
             * @description The HTTP status again.
             * @example 400
             */
            statusCode: number;
            /**
             * @description Always `failed`.
             * @example failed
             * @enum {string}
             */
            status: "failed";
            /**
             * @description What is wrong and what to do, for people.
             * @example Invalid API key
             */
            message: string;
            /** @description What is wrong, by field. */
            fieldErrors: {
                /**
                 * @description The field, or `body` for the whole.
                 * @example body
                 */
                field: string;
                /**
                 * @description What it must be.
                 * @example must be a JSON object
                 */
                error: string;
                /**
                 * @description What was received, shortened.
                 * @example null
                 */
                value: unknown;
            }[];
        };
        "refusal-service": {
            /**
             * @description The HTTP status again.
             * @example 400
             */
            statusCode: number;
            /**
             * @description Always `failed`.
             * @example failed
             * @enum {string}
             */
            status: "failed";
            /**
             * @description What is wrong and what to do, for people.
             * @example VALIDATION_ERROR: mode is required.
             */
            message: string;
            /**
             * @description A stable code; branch on it.
             * @example VALIDATION_ERROR
             */
            error: string;
        };
        "refusal-failed": {
            /**
             * @description The HTTP status again.
             * @example 400
             */
            statusCode: number;
            /**
             * @description Always `failed`.
             * @example failed
             * @enum {string}
             */
            status: "failed";
            /**
             * @description What is wrong and what to do, for people.
             * @example Invalid API key
             */
            message: string;
        };
    };
    responses: {
        /**
         * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
         *
         *     `VALIDATION_ERROR`: {problem}.
         */
        "400-MALFORMED_REQUEST-VALIDATION_ERROR": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-service"];
            };
        };
        /**
         * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
         *
         *     `VALIDATION_ERROR`: {problem}.
         *
         *     `SEARCH_TOO_WIDE`: This search would have to read more than {visits} visits; narrow it, ideally with startDate and endDate, or follow all visits with changedAfter.
         */
        "400-MALFORMED_REQUEST-VALIDATION_ERROR-SEARCH_TOO_WIDE": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-service"];
            };
        };
        /**
         * @description `NO_CREDENTIAL`: Authentication is required: send an API key in the x-api-key header or a Bearer session token.
         *
         *     `INVALID_API_KEY`: Invalid API key
         */
        "401-NO_CREDENTIAL-INVALID_API_KEY": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-plain"] | components["schemas"]["refusal-titled"];
            };
        };
        /** @description `ADDRESS_NOT_ALLOWED`: The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address. */
        "403-ADDRESS_NOT_ALLOWED": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-plain"];
            };
        };
        /**
         * @description `ADDRESS_NOT_ALLOWED`: The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.
         *
         *     `DEVELOPER_KEY_ONLY`: This route is available only to Developer API keys; call it from your server.
         *
         *     `ACTING_USER_NOT_ACTIVE`: The acting user is not an active member of this workspace.
         */
        "403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-ACTING_USER_NOT_ACTIVE": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-plain"] | components["schemas"]["refusal-member"];
            };
        };
        /**
         * @description `ADDRESS_NOT_ALLOWED`: The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.
         *
         *     `DEVELOPER_KEY_ONLY`: This route is available only to Developer API keys; call it from your server.
         *
         *     `NOT_ENTITLED`: The workspace is not entitled to {requiredFeature}; ask the operator of the service to grant it.
         */
        "403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-NOT_ENTITLED": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-plain"] | components["schemas"]["refusal-feature"];
            };
        };
        /**
         * @description `ADDRESS_NOT_ALLOWED`: The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.
         *
         *     `NOT_VERIFIED`: Verify the contact of this patient first: send a one-time code and verify it with the same x-end-user-id.
         */
        "403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-plain"] | components["schemas"]["refusal-verification"];
            };
        };
        /**
         * @description `ADDRESS_NOT_ALLOWED`: The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.
         *
         *     `NOT_VERIFIED`: Verify the contact of this patient first: send a one-time code and verify it with the same x-end-user-id.
         *
         *     `CHANGE_OF_THE_CLINIC`: A widget session can only confirm a visit that is to come, or cancel one without a refund and without voidBooking; only the clinic can make other changes.
         */
        "403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED-CHANGE_OF_THE_CLINIC": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": (components["schemas"]["refusal-plain"] | components["schemas"]["refusal-verification"] | components["schemas"]["refusal-service"]) | {
                    [key: string]: unknown;
                };
            };
        };
        /** @description `ADDRESS_NOT_FOUND`: No such location in this workspace. */
        "404-ADDRESS_NOT_FOUND": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-service"];
            };
        };
        /** @description `APPOINTMENT_NOT_FOUND`: No such appointment in this workspace. */
        "404-APPOINTMENT_NOT_FOUND": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-service"];
            };
        };
        /**
         * @description `DOCTOR_NOT_FOUND`: No such doctor works at this location.
         *
         *     `PATIENT_NOT_FOUND`: No such patient in this workspace.
         */
        "404-DOCTOR_NOT_FOUND-PATIENT_NOT_FOUND": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-service"] | {
                    [key: string]: unknown;
                };
            };
        };
        /** @description `PAYMENT_NOT_FOUND`: No payment with this reference in this workspace. */
        "404-PAYMENT_NOT_FOUND": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-service"] | {
                    [key: string]: unknown;
                };
            };
        };
        /** @description `REQUEST_TIMEOUT`: The request did not arrive in time; send it again. */
        "408-REQUEST_TIMEOUT": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-failed"];
            };
        };
        /** @description `BODY_TOO_LARGE`: The request body is larger than 256 KiB; send less. */
        "413-BODY_TOO_LARGE": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-failed"];
            };
        };
        /** @description `TOO_MANY_REQUESTS`: Too many requests; try again in {retryAfterSeconds} seconds. */
        "429-TOO_MANY_REQUESTS": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-limit"];
            };
        };
        /**
         * @description `TOO_MANY_REQUESTS`: Too many requests; try again in {retryAfterSeconds} seconds.
         *
         *     `RESERVATION_UNDER_WAY`: The same request is still being processed; send it again in {retryAfterSeconds} seconds, with the same Idempotency-Key.
         */
        "429-TOO_MANY_REQUESTS-RESERVATION_UNDER_WAY": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-limit"] | {
                    [key: string]: unknown;
                };
            };
        };
        /**
         * @description `TOO_MANY_REQUESTS`: Too many requests; try again in {retryAfterSeconds} seconds.
         *
         *     `TOO_MANY_CODES`: Too many codes or wrong attempts; try again in {retryAfterSeconds} seconds.
         */
        "429-TOO_MANY_REQUESTS-TOO_MANY_CODES": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-limit"];
            };
        };
        /** @description `HEADERS_TOO_LARGE`: The request headers are larger than 16 KiB; send less. */
        "431-HEADERS_TOO_LARGE": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-failed"];
            };
        };
        /** @description `UNEXPECTED`: Something went wrong on our side. Give the operator of the service this request id: {requestUuid} */
        "500-UNEXPECTED": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-failed"];
            };
        };
        /**
         * @description `BUSY`: The service is busy or its database is unavailable; nothing was done. Try again in a moment.
         *
         *     `OVERLOADED`: The service is overloaded; nothing was done. Try again in a moment.
         */
        "503-BUSY-OVERLOADED": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                "application/json": components["schemas"]["refusal-failed"];
            };
        };
        /**
         * @description The refusal of the payment gateway, passed on unchanged.
         *
         *     500: `UNEXPECTED`: Something went wrong on our side. Give the operator of the service this request id: {requestUuid}
         *
         *     503: `GATEWAY_NOT_REACHED`: The payment gateway did not answer; send the same request again, with the same Idempotency-Key if you sent one.
         *
         *     `BUSY`: The service is busy or its database is unavailable; nothing was done. Try again in a moment.
         */
        "5XX-UNEXPECTED-GATEWAY_NOT_REACHED-BUSY": {
            headers: {
                "x-request-id": components["headers"]["x-request-id"];
                "retry-after": components["headers"]["retry-after"];
                [name: string]: unknown;
            };
            content: {
                /**
                 * @example {
                 *       "error": {
                 *         "code": "CARD_NETWORK_DOWN"
                 *       }
                 *     }
                 */
                "application/json": unknown;
            };
        };
    };
    parameters: never;
    requestBodies: never;
    headers: {
        /** @description Names the request in logs. */
        "x-request-id": string;
        /** @description Seconds to wait before trying again. */
        "retry-after": number;
        /** @description Requests a minute of the key. */
        "x-ratelimit-limit": number;
        /** @description Left of them in this minute. */
        "x-ratelimit-remaining": number;
        /** @description Requests a minute of the key to this operation. */
        "x-ratelimit-route-limit": number;
        /** @description Left of them in this minute. */
        "x-ratelimit-route-remaining": number;
    };
    pathItems: never;
}
export interface operations {
    getWorkspace: {
        parameters: {
            query?: {
                /** @description Dial code, ISO2 code or country name of the patient; adds international prices. Unknown values count as omitted. */
                patientCountryCode?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "workspaceId": 1,
                     *       "onlineBookingEnabled": true,
                     *       "onlinePaymentEnabled": true,
                     *       "onlinePaymentProvider": "sandbox",
                     *       "addresses": [
                     *         {
                     *           "id": 1,
                     *           "fullAddress": "12 MI Road, Jaipur 302001",
                     *           "city": "Jaipur",
                     *           "state": "Rajasthan",
                     *           "country": "IN",
                     *           "international": false,
                     *           "doctors": [
                     *             {
                     *               "id": 1,
                     *               "specialization": "Dermatology",
                     *               "appointmentSystemType": "SCHEDULED",
                     *               "consultationFees": [
                     *                 {
                     *                   "consultationMode": "OFFLINE",
                     *                   "currency": "INR",
                     *                   "amount": 500,
                     *                   "isInternational": false
                     *                 }
                     *               ],
                     *               "qmsConsultationCharges": [
                     *                 {
                     *                   "consultationMode": "OFFLINE",
                     *                   "currency": "INR",
                     *                   "amount": 500,
                     *                   "isInternational": false
                     *                 }
                     *               ],
                     *               "appointmentTypeAndPermission": {
                     *                 "allowOnline": true,
                     *                 "allowOffline": true,
                     *                 "allowCancellation": true,
                     *                 "allowRescheduling": true,
                     *                 "cancellationAllowedBeforeInHours": 24,
                     *                 "canHostOnline": true
                     *               },
                     *               "publicProfile": {
                     *                 "profileId": 1,
                     *                 "name": "Dr Asha Rao",
                     *                 "specialization": "Dermatology",
                     *                 "qualification": "MBBS, MD",
                     *                 "experience": 12,
                     *                 "languages": [
                     *                   "hi"
                     *                 ],
                     *                 "profileImageUrl": "https://example.org/asha.jpg",
                     *                 "published": true,
                     *                 "slug": null,
                     *                 "gallery": null,
                     *                 "faqs": null,
                     *                 "socialLinks": null,
                     *                 "workHistory": null,
                     *                 "seo": null,
                     *                 "videoUrl": null,
                     *                 "treatmentPhilosophy": null,
                     *                 "whatToExpect": null,
                     *                 "updatedAt": null
                     *               }
                     *             }
                     *           ]
                     *         }
                     *       ],
                     *       "sessionPacks": [
                     *         {
                     *           "id": 4,
                     *           "packageConfigId": 4,
                     *           "sessionPackName": "Ten sessions of physiotherapy",
                     *           "totalSessions": 10,
                     *           "durationMins": 30,
                     *           "allowedDoctorIds": [
                     *             3
                     *           ],
                     *           "allowFamilyBooking": true,
                     *           "validityDays": 180,
                     *           "amount": 4000,
                     *           "currency": "INR",
                     *           "internationalAmount": 80,
                     *           "internationalCurrency": "INR"
                     *         }
                     *       ],
                     *       "publicProfile": {
                     *         "wpp": {
                     *           "profileId": 1,
                     *           "name": "Sunrise Clinics"
                     *         },
                     *         "p": [
                     *           {
                     *             "profileId": 1,
                     *             "name": "Dr Asha Rao",
                     *             "specialization": "Dermatology",
                     *             "qualification": "MBBS, MD",
                     *             "experience": 12,
                     *             "languages": [
                     *               "hi"
                     *             ],
                     *             "profileImageUrl": "https://example.org/asha.jpg",
                     *             "published": true,
                     *             "slug": null,
                     *             "gallery": null,
                     *             "faqs": null,
                     *             "socialLinks": null,
                     *             "workHistory": null,
                     *             "seo": null,
                     *             "videoUrl": null,
                     *             "treatmentPhilosophy": null,
                     *             "whatToExpect": null,
                     *             "updatedAt": null
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listAddresses: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 1,
                     *         "fullAddress": "12 MI Road, Jaipur 302001",
                     *         "city": "Jaipur",
                     *         "state": "Rajasthan",
                     *         "country": "IN",
                     *         "international": null,
                     *         "timezone": "Asia/Kolkata",
                     *         "currency": "INR"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["Location"][];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-NOT_ENTITLED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listDoctors: {
        parameters: {
            query?: {
                /** @description Only practitioners of this location; an unknown one has none. */
                addressId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 3,
                     *         "name": "Dr Asha Rao",
                     *         "specialization": "Dermatology",
                     *         "appointmentSystemType": "SCHEDULED",
                     *         "addressIds": [
                     *           1
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["ListedPractitioner"][];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-NOT_ENTITLED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listPractitionerShifts: {
        parameters: {
            query: {
                /** @description The location. */
                addressId: number;
                /** @description One date in the clinic's zone; the next seven, from today, when omitted. */
                date?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "doctorId": 1,
                     *         "addressId": 1,
                     *         "date": "2026-12-01",
                     *         "startTime": "09:00",
                     *         "endTime": "13:00",
                     *         "mode": "OFFLINE",
                     *         "appointmentSystemType": "SCHEDULED"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PractitionerShift"][];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-NOT_ENTITLED"];
            404: components["responses"]["404-ADDRESS_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listUsers: {
        parameters: {
            query: {
                /** @description The location. */
                addressId: number;
                /** @description Only holders of this role, by the id that `clinic ids` shows; an unknown one has none. */
                roleId?: number;
                /** @description Which page, from 0. */
                page?: number;
                /** @description Entries of a page, 10 when omitted; more than 100 are lowered to that. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 12,
                     *       "list": [
                     *         {
                     *           "id": 3,
                     *           "name": "Asha Rao",
                     *           "prefix": "Dr",
                     *           "status": "active",
                     *           "email": "asha@sunrise.example",
                     *           "countryCode": "+91",
                     *           "phoneNumber": "9876500001",
                     *           "specialization": "Dermatology",
                     *           "profilePicUrl": "https://example.org/asha.jpg",
                     *           "roleNames": [
                     *             "reception"
                     *           ],
                     *           "roles": [
                     *             {
                     *               "name": "reception",
                     *               "displayName": "Reception"
                     *             }
                     *           ],
                     *           "appointmentSystemType": "SCHEDULED",
                     *           "isVerified": true,
                     *           "lastActive": "2026-11-30T08:15:00"
                     *         }
                     *       ],
                     *       "extras": {
                     *         "configuredRoles": [
                     *           {
                     *             "name": "reception",
                     *             "displayName": "Reception"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StaffPage"];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            404: components["responses"]["404-ADDRESS_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    createUser: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the active member of staff who does this. */
                "x-acting-user-id": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "name": "Nina Roy",
                 *       "email": "nina@sunrise.example",
                 *       "addressIds": [
                 *         1
                 *       ]
                 *     }
                 */
                "application/json": components["schemas"]["NewStaffMember"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 3,
                     *       "name": "Asha Rao",
                     *       "prefix": "Dr",
                     *       "status": "active",
                     *       "email": "asha@sunrise.example",
                     *       "countryCode": "+91",
                     *       "phoneNumber": "9876500001",
                     *       "specialization": "Dermatology",
                     *       "profilePicUrl": "https://example.org/asha.jpg",
                     *       "roleNames": [
                     *         "reception"
                     *       ],
                     *       "roles": [
                     *         {
                     *           "name": "reception",
                     *           "displayName": "Reception"
                     *         }
                     *       ],
                     *       "appointmentSystemType": "SCHEDULED",
                     *       "isVerified": true,
                     *       "lastActive": "2026-11-30T08:15:00"
                     *     }
                     */
                    "application/json": components["schemas"]["StaffMember"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `ACTING_USER_REQUIRED`: Send x-acting-user-id: the id of the staff member making this change, as listed by GET /v1/users.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `ROLE_NOT_FOUND`: roleNames contains a role that is not configured; GET /v1/users lists the configured roles.
             *
             *     `EMAIL_TAKEN`: Another staff member has this email; send a different one.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-ACTING_USER_NOT_ACTIVE"];
            404: components["responses"]["404-ADDRESS_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    getPublicProfile: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The profile. */
                profileId: number;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "profileId": 1,
                     *       "name": "Dr Asha Rao",
                     *       "specialization": "Dermatology",
                     *       "qualification": "MBBS, MD",
                     *       "experience": 12,
                     *       "languages": [
                     *         "hi"
                     *       ],
                     *       "profileImageUrl": "https://example.org/asha.jpg",
                     *       "published": true,
                     *       "slug": "dr-asha-rao",
                     *       "gallery": [
                     *         "https://example.org/room.jpg"
                     *       ],
                     *       "faqs": [
                     *         {
                     *           "question": "Do I need a referral?",
                     *           "answer": "No."
                     *         }
                     *       ],
                     *       "socialLinks": {
                     *         "website": "https://example.org"
                     *       },
                     *       "workHistory": [
                     *         {
                     *           "place": "City Hospital",
                     *           "from": 2014,
                     *           "to": 2019
                     *         }
                     *       ],
                     *       "seo": {
                     *         "title": "Dermatologist in Jaipur"
                     *       },
                     *       "videoUrl": "https://example.org/asha.mp4",
                     *       "treatmentPhilosophy": "Explain first, treat second.",
                     *       "whatToExpect": "Twenty minutes and a plan.",
                     *       "updatedAt": "2026-11-01T08:00:00+00:00"
                     *     }
                     */
                    "application/json": components["schemas"]["WholePublicProfile"];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            /** @description `PROFILE_NOT_FOUND`: No such published profile in this workspace. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-service"];
                };
            };
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    searchMedicines: {
        parameters: {
            query: {
                /** @description Part of a name or generic name, in any case. */
                searchTerm: string;
                /** @description The location whose stock is searched. */
                addressId: number;
                /** @description Which page, from 0. */
                page?: number;
                /** @description Entries of a page, 10 when omitted; more than 100 are lowered to that. */
                limit?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 12,
                     *       "list": [
                     *         {
                     *           "id": 17,
                     *           "name": "Dolo 650",
                     *           "genericName": "Paracetamol",
                     *           "form": "Tablet",
                     *           "strength": "650 mg",
                     *           "manufacturer": "Micro Labs",
                     *           "unitPrice": 2.05,
                     *           "currency": "INR",
                     *           "stock": 120
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["MedicinePage"];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-NOT_ENTITLED"];
            404: components["responses"]["404-ADDRESS_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listSessionPacks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "id": 4,
                     *         "packageConfigId": 4,
                     *         "sessionPackName": "Ten sessions of physiotherapy",
                     *         "totalSessions": 10,
                     *         "durationMins": 30,
                     *         "allowedDoctorIds": [
                     *           3
                     *         ],
                     *         "allowFamilyBooking": true,
                     *         "validityDays": 180,
                     *         "amount": 4000,
                     *         "currency": "INR",
                     *         "internationalAmount": 80,
                     *         "internationalCurrency": "INR"
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["SessionPack"][];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    buySessionPack: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
                /** @description Identifies the attempt: for 24 hours, a retry with the same key and body creates nothing new and returns the same answer. Without a key, each request is a new attempt. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addressId": 1,
                 *       "patientId": 17,
                 *       "packageConfigId": 1,
                 *       "packageAmount": 4000,
                 *       "paymentMode": "CASH"
                 *     }
                 */
                "application/json": components["schemas"]["SessionPackPurchase"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 5,
                     *       "packageConfigId": 4,
                     *       "sessionPackName": "Ten sessions of physiotherapy",
                     *       "totalSessions": 10,
                     *       "sessionsUsed": 3,
                     *       "sessionsRemaining": 7,
                     *       "durationMins": 30,
                     *       "purchasedOn": "2026-11-21",
                     *       "expiresOn": "2027-05-20",
                     *       "allowedDoctorIds": [
                     *         3
                     *       ],
                     *       "allowFamilyBooking": true,
                     *       "patientPackageId": 5,
                     *       "isActive": true,
                     *       "packageAmount": 4000,
                     *       "currency": "INR",
                     *       "paymentStatus": "UNPAID",
                     *       "paymentMode": "CASH",
                     *       "paymentReference": null,
                     *       "checkoutUrl": "https://clinic.example/sandbox-gateway/checkout/7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *       "provider": "sandbox",
                     *       "sessionRef": "ps_7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *       "patientId": 17,
                     *       "appointmentRef": null
                     *     }
                     */
                    "application/json": components["schemas"]["PurchasedPack"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `SESSION_PACK_NOT_FOUND`: {field} does not name a session pack that can be used here.
             *
             *     `SESSION_PACK_NOT_USABLE`: This session pack {reason}; choose another pack, or book without one.
             *
             *     `CHARGE_DIFFERS`: {member} does not match the clinic price of {price}; fetch available-slots again and send the price of the plan.
             *
             *     `TOO_MANY_VISITS`: This contact has reached the limit of upcoming visits booked from web pages; cancel one, or ask the clinic to book.
             *
             *     `TOO_MANY_VISITS_OF_NETWORK`: This network has reached the limit of upcoming visits booked from web pages; ask the clinic to book.
             *
             *     `TOO_MANY_PATIENTS`: This contact has reached the limit of patients created from web pages; book for one of them by patientId, or ask the clinic to book.
             *
             *     `GATEWAY_NOT_CONFIGURED`: This clinic does not accept online payments; if a booking was made, it is kept unpaid and can be paid at the clinic.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was sent with another body; send a new key with each new reservation.
             *
             *     `RESERVATION_OVER`: The booking made with this Idempotency-Key is no longer held; send a new key to book again.
             *
             *     `TOO_MANY_RESERVATIONS`: This contact has reached the limit of unpaid reservations; pay for one, or wait until one expires.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"]) | {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED"];
            /**
             * @description `ADDRESS_NOT_FOUND`: No such location in this workspace.
             *
             *     `DOCTOR_NOT_FOUND`: No such doctor works at this location.
             *
             *     `PATIENT_NOT_FOUND`: No such patient in this workspace.
             */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-service"] | {
                        [key: string]: unknown;
                    };
                };
            };
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS-RESERVATION_UNDER_WAY"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            /** @description The refusal of the payment gateway, passed on unchanged. */
            "4XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description The refusal of the payment gateway, passed on unchanged.
             *
             *     500: `UNEXPECTED`: Something went wrong on our side. Give the operator of the service this request id: {requestUuid}
             *
             *     503: `GATEWAY_NOT_REACHED`: The payment gateway did not answer; send the same request again, with the same Idempotency-Key if you sent one.
             *
             *     `KEPT_WITHOUT_CHECKOUT`: The payment gateway did not answer, but {booked} was made and is kept; it can be paid at the clinic. Do not send the request again: without an Idempotency-Key it would make a second booking.
             *
             *     `CHECKOUT_UNDER_WAY`: The payment gateway has not answered yet, and the checkout is still being opened; send the same request again in {retryAfterSeconds} seconds, with the same Idempotency-Key.
             *
             *     `BUSY`: The service is busy or its database is unavailable; nothing was done. Try again in a moment.
             *
             *     `OVERLOADED`: The service is overloaded; nothing was done. Try again in a moment.
             */
            "5XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "retry-after": components["headers"]["retry-after"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
        };
    };
    listPatients: {
        parameters: {
            query?: {
                /** @description Which page, from 0. */
                page?: number;
                /** @description Entries of a page, 10 when omitted; more than 100 are lowered to that. */
                size?: number;
                /** @description Only patients with these parts of a name, phone or record number, a whole e-mail address, or a date of birth, such as 1985-03-14 or 14.03.1985; all of them have to fit, however they are spelt. Those who begin with it come first, 100 at most. */
                search?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 42,
                     *       "page": 0,
                     *       "size": 10,
                     *       "list": [
                     *         {
                     *           "id": 42,
                     *           "mrnNumber": "MRN-1042",
                     *           "firstName": "Meera",
                     *           "lastName": "Iyer",
                     *           "countryCode": "+91",
                     *           "phoneNumber": "9876543210",
                     *           "dob": "1990-04-12",
                     *           "gender": "female",
                     *           "patientFormValues": {
                     *             "allergies": "none"
                     *           }
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PatientPage"];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            /**
             * @description `ADDRESS_NOT_ALLOWED`: The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.
             *
             *     `DEVELOPER_KEY_ONLY`: This route is available only to Developer API keys; call it from your server.
             */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-plain"];
                };
            };
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    upsertPatient: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the active member of staff who does this. */
                "x-acting-user-id": number;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "firstName": "Meera",
                 *       "lastName": "Iyer",
                 *       "phoneNumber": "9876543210",
                 *       "dob": "1990-04-12"
                 *     }
                 */
                "application/json": components["schemas"]["PatientFields"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 42,
                     *       "mrnNumber": "MRN-1042",
                     *       "firstName": "Meera",
                     *       "lastName": "Iyer",
                     *       "countryCode": "+91",
                     *       "phoneNumber": "9876543210",
                     *       "dob": "1990-04-12",
                     *       "gender": "female",
                     *       "patientFormValues": {
                     *         "allergies": "none"
                     *       },
                     *       "email": "meera@example.org",
                     *       "age": 36,
                     *       "bloodGroup": "O+",
                     *       "patientAddress": {
                     *         "city": "Jaipur"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StoredPatient"];
                };
            };
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 42,
                     *       "mrnNumber": "MRN-1042",
                     *       "firstName": "Meera",
                     *       "lastName": "Iyer",
                     *       "countryCode": "+91",
                     *       "phoneNumber": "9876543210",
                     *       "dob": "1990-04-12",
                     *       "gender": "female",
                     *       "patientFormValues": {
                     *         "allergies": "none"
                     *       },
                     *       "email": "meera@example.org",
                     *       "age": 36,
                     *       "bloodGroup": "O+",
                     *       "patientAddress": {
                     *         "city": "Jaipur"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["StoredPatient"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `ACTING_USER_REQUIRED`: Send x-acting-user-id: the id of the staff member making this change, as listed by GET /v1/users.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `MRN_TAKEN`: Another patient has this mrnNumber; leave it out or send a different one.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            /**
             * @description `ADDRESS_NOT_ALLOWED`: The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.
             *
             *     `DEVELOPER_KEY_ONLY`: This route is available only to Developer API keys; call it from your server.
             *
             *     `NOT_ENTITLED`: The workspace is not entitled to {requiredFeature}; ask the operator of the service to grant it.
             *
             *     `ACTING_USER_NOT_ACTIVE`: The acting user is not an active member of this workspace.
             */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-plain"] | components["schemas"]["refusal-feature"] | components["schemas"]["refusal-member"];
                };
            };
            /** @description `PATIENT_NOT_FOUND`: No such patient in this workspace. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-service"];
                };
            };
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listAvailableSlots: {
        parameters: {
            query: {
                /** @description The location, `addresses[].id`. */
                addressId: number;
                /** @description The practitioner, `addresses[].doctors[].id`. */
                doctorId: number;
                /** @description The requested date, in the clinic's timezone. */
                appointmentDate: string;
                /** @description Only slots of this mode; omitted: every mode the doctor offers. A session is listed no WALK_IN, which it cannot book. */
                mode?: "OFFLINE" | "ONLINE" | "HOME_VISIT" | "HOME_COLLECTION" | "WALK_IN";
                /** @description The grid of one duration tier. */
                durationTierId?: number;
                /** @description The same choice by minutes; `durationTierId` wins. */
                durationMins?: number;
                /** @description Limits plans to those this patient is entitled to. */
                patientId?: number;
                /** @description Dial code, ISO2 code or country name; decides between the price lists. */
                patientCountryCode?: string;
                /** @description Same purpose as `patientId`, which wins. */
                patientPhoneNumber?: string;
                /** @description Price the visit as a follow-up; the booking must say so too. */
                followUp?: boolean;
                /** @description IANA zone for the patient* fields; an unknown name counts as omitted. */
                patientTimezone?: string;
                /** @description A visit that is to be rescheduled: its own time counts as free. */
                ignoreAppointmentId?: number;
                /** @description Lists this many consecutive dates, starting with the requested one: see `days` in the answer. */
                days?: number;
            };
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. A session is shown only patients whose contact was verified under this id within the last 30 minutes. */
                "x-end-user-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "slots": [
                     *         {
                     *           "appointmentDate": "2026-12-01",
                     *           "fromDateTimeTs": "09:00",
                     *           "toDateTimeTs": "09:15",
                     *           "fromDateTimeIso": "2026-12-01T09:00:00+05:30",
                     *           "toDateTimeIso": "2026-12-01T09:15:00+05:30",
                     *           "appointmentTimezone": "Asia/Kolkata",
                     *           "patientFromDateTimeIso": "2026-12-01T07:30:00+04:00",
                     *           "patientToDateTimeIso": "2026-12-01T07:45:00+04:00",
                     *           "patientTimezone": "Asia/Dubai",
                     *           "modes": [
                     *             "OFFLINE"
                     *           ]
                     *         }
                     *       ],
                     *       "unavailableSlots": [
                     *         {
                     *           "appointmentDate": "2026-12-01",
                     *           "fromDateTimeIso": "2026-12-01T09:15:00+05:30",
                     *           "toDateTimeIso": "2026-12-01T09:30:00+05:30",
                     *           "status": "BOOKED"
                     *         }
                     *       ],
                     *       "plans": [
                     *         {
                     *           "kind": "GENERAL_CONSULTATION",
                     *           "mode": "OFFLINE",
                     *           "pricePerSession": 500,
                     *           "currency": "INR",
                     *           "isInternational": false,
                     *           "packageConfigId": 4,
                     *           "patientPackageId": 5,
                     *           "unpaidPatientPackageId": 6,
                     *           "sessionsRemaining": 7,
                     *           "expiresOn": "2027-05-20"
                     *         }
                     *       ],
                     *       "activeSessionPackResponses": [
                     *         {
                     *           "id": 5,
                     *           "packageConfigId": 4,
                     *           "sessionPackName": "Ten sessions of physiotherapy",
                     *           "totalSessions": 10,
                     *           "sessionsUsed": 3,
                     *           "sessionsRemaining": 7,
                     *           "durationMins": 30,
                     *           "purchasedOn": "2026-11-21",
                     *           "expiresOn": "2027-05-20",
                     *           "allowedDoctorIds": [
                     *             3
                     *           ],
                     *           "allowFamilyBooking": true
                     *         }
                     *       ],
                     *       "allSessionPackResponses": [
                     *         {
                     *           "id": 4,
                     *           "packageConfigId": 4,
                     *           "sessionPackName": "Ten sessions of physiotherapy",
                     *           "totalSessions": 10,
                     *           "durationMins": 30,
                     *           "allowedDoctorIds": [
                     *             3
                     *           ],
                     *           "allowFamilyBooking": true,
                     *           "validityDays": 180,
                     *           "amount": 4000,
                     *           "currency": "INR",
                     *           "internationalAmount": 80,
                     *           "internationalCurrency": "INR"
                     *         }
                     *       ],
                     *       "nextAvailableDate": "2026-12-02",
                     *       "selectedDurationTierId": null,
                     *       "availableDurations": [
                     *         15
                     *       ],
                     *       "patientTimezone": "Asia/Dubai",
                     *       "patientTimezoneSource": "PARAM",
                     *       "days": [
                     *         {
                     *           "date": "2026-12-01",
                     *           "slots": [
                     *             {
                     *               "appointmentDate": "2026-12-01",
                     *               "fromDateTimeTs": "09:00",
                     *               "toDateTimeTs": "09:15",
                     *               "fromDateTimeIso": "2026-12-01T09:00:00+05:30",
                     *               "toDateTimeIso": "2026-12-01T09:15:00+05:30",
                     *               "appointmentTimezone": "Asia/Kolkata",
                     *               "patientFromDateTimeIso": "2026-12-01T07:30:00+04:00",
                     *               "patientToDateTimeIso": "2026-12-01T07:45:00+04:00",
                     *               "patientTimezone": "Asia/Dubai",
                     *               "modes": [
                     *                 "OFFLINE"
                     *               ]
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["AvailableSlots"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `DURATION_TIER_NOT_FOUND`: This doctor does not offer the duration tier at this location.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-service"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            /** @description `DOCTOR_NOT_FOUND`: No such doctor works at this location. */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-service"];
                };
            };
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listScheduleSlots: {
        parameters: {
            query: {
                /** @description The location, `addresses[].id`. */
                addressId: number;
                /** @description The requested date, in the clinic's timezone. */
                appointmentDate: string;
                /** @description Only this practitioner. */
                doctorId?: number;
                /** @description Only these practitioners, and `doctorId`: by comma or repeated. Without both, every active practitioner of the location. */
                doctorIds?: number[];
                /** @description Accepted and not read: there is one view, the day. */
                viewType?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "doctorId": 3,
                     *         "doctorName": "Dr Asha Rao",
                     *         "slots": [
                     *           {
                     *             "appointmentDate": "2026-12-01",
                     *             "fromDateTimeTs": "09:00",
                     *             "toDateTimeTs": "09:15",
                     *             "fromDateTimeIso": "2026-12-01T09:00:00+05:30",
                     *             "toDateTimeIso": "2026-12-01T09:15:00+05:30",
                     *             "appointmentTimezone": "Asia/Kolkata",
                     *             "patientFromDateTimeIso": "2026-12-01T07:30:00+04:00",
                     *             "patientToDateTimeIso": "2026-12-01T07:45:00+04:00",
                     *             "patientTimezone": "Asia/Dubai",
                     *             "modes": [
                     *               "OFFLINE"
                     *             ],
                     *             "status": "AVAILABLE",
                     *             "appointmentId": 42
                     *           }
                     *         ]
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["PractitionerSchedule"][];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-NOT_ENTITLED"];
            /**
             * @description `ADDRESS_NOT_FOUND`: No such location in this workspace.
             *
             *     `DOCTOR_NOT_FOUND`: No such doctor works at this location.
             */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-service"];
                };
            };
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    bookAppointment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addressId": 1,
                 *       "doctorId": 1,
                 *       "patientPayload": {
                 *         "firstName": "Meera",
                 *         "phoneNumber": "9876543210"
                 *       },
                 *       "bookingType": "ONE_TIME_APPOINTMENT",
                 *       "mode": "OFFLINE",
                 *       "fromDateTimeIso": "2026-12-01T09:00:00+05:30",
                 *       "toDateTimeIso": "2026-12-01T09:15:00+05:30",
                 *       "paymentMode": "CASH",
                 *       "consultationCharge": 500,
                 *       "source": "DEVELOPER_API"
                 *     }
                 */
                "application/json": components["schemas"]["Booking"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "system": "SCHEDULED",
                     *       "appointment": {
                     *         "id": 42,
                     *         "appointmentId": 42,
                     *         "workspaceId": 1,
                     *         "patientId": 17,
                     *         "addressId": 1,
                     *         "doctorId": 1,
                     *         "bookingReference": "BK7Q2M9X4KTD",
                     *         "appointmentDate": "2026-12-01",
                     *         "fromDateTimeTs": "2026-12-01T09:00:00+05:30",
                     *         "toDateTimeTs": "2026-12-01T09:15:00+05:30",
                     *         "appointmentTimezone": "Asia/Kolkata",
                     *         "status": "SCHEDULED",
                     *         "arrivedAt": null,
                     *         "patientConfirmedAt": null,
                     *         "mode": "OFFLINE",
                     *         "type": "CONSULTATION",
                     *         "bookingType": "ONE_TIME_APPOINTMENT",
                     *         "system": "SCHEDULED",
                     *         "source": "DEVELOPER_API",
                     *         "bookingChannel": "PHONE_CALL",
                     *         "consultationCharge": 500,
                     *         "currency": "INR",
                     *         "paymentStatus": "UNPAID",
                     *         "paymentMode": "CASH",
                     *         "paymentReference": null,
                     *         "discountAmount": 0,
                     *         "discountReason": null,
                     *         "payableAmount": 500,
                     *         "paymentCollectionType": "AT_COUNTER",
                     *         "followUp": false,
                     *         "parentAppointmentId": null,
                     *         "patientPackageId": null,
                     *         "consultationDurationTierId": null,
                     *         "roomId": null,
                     *         "visitAddress": null,
                     *         "chiefComplaint": "Rash on the left arm",
                     *         "appointmentNotes": "Wheelchair access needed",
                     *         "videoLink": null,
                     *         "patientTimezone": null,
                     *         "cancellationReason": null,
                     *         "rescheduleReason": null,
                     *         "unofferedReason": null,
                     *         "seriesId": null,
                     *         "voided": false,
                     *         "refundPercentage": null,
                     *         "refundAmount": null,
                     *         "refundOverrideReason": null,
                     *         "createdAt": "2026-11-21T10:00:00+05:30",
                     *         "updatedAt": "2026-11-21T10:00:00+05:30"
                     *       },
                     *       "visit": {
                     *         "visitId": 43,
                     *         "patientId": 17,
                     *         "addressId": 1,
                     *         "doctorId": 3,
                     *         "qmsWorkShiftId": 5,
                     *         "appointmentDate": "2026-12-01",
                     *         "mode": "OFFLINE",
                     *         "tokenNumber": 12,
                     *         "tokenDisplay": "A-12",
                     *         "position": 3,
                     *         "publicStatusToken": "7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *         "status": "WAITING",
                     *         "videoLink": null,
                     *         "arrivedAt": null,
                     *         "bookingChannel": "PHONE_CALL",
                     *         "source": "DEVELOPER_API",
                     *         "consultationCharge": 500,
                     *         "currency": "INR",
                     *         "paymentStatus": "UNPAID",
                     *         "paymentMode": "CASH",
                     *         "paymentReference": null,
                     *         "discountAmount": 0,
                     *         "discountReason": null,
                     *         "payableAmount": 500,
                     *         "chiefComplaint": "Fever since Monday",
                     *         "appointmentNotes": "Wheelchair access needed",
                     *         "cancellationReason": null,
                     *         "voided": false,
                     *         "refundPercentage": null,
                     *         "refundAmount": null,
                     *         "refundOverrideReason": null,
                     *         "createdAt": "2026-12-01T08:40:00+05:30",
                     *         "updatedAt": "2026-12-01T08:40:00+05:30"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["Booked"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `WRONG_APPOINTMENT_SYSTEM`: This doctor's appointmentSystemType is {system}; book through that system.
             *
             *     `MODE_NOT_OFFERED`: The doctor does not offer the mode {mode} at this location; fetch available-slots without mode, or doctor/shifts, to see which modes are offered.
             *
             *     `SLOT_NOT_OFFERED`: fromDateTimeIso and toDateTimeIso do not match a slot this doctor offers; send both exactly as available-slots returned them.
             *
             *     `SLOT_NOT_AVAILABLE`: This slot is taken; fetch available-slots again and choose another.
             *
             *     `ROOM_NOT_FOUND`: roomId is not a room at this location; leave it out or send a different one.
             *
             *     `ROOM_NOT_AVAILABLE`: The room is taken at this time; choose another room or slot.
             *
             *     `DURATION_TIER_NOT_FOUND`: This doctor does not offer the duration tier at this location.
             *
             *     `CHARGE_DIFFERS`: {member} does not match the clinic price of {price}; fetch available-slots again and send the price of the plan.
             *
             *     `SESSION_PACK_NOT_FOUND`: {field} does not name a session pack that can be used here.
             *
             *     `SESSION_PACK_NOT_USABLE`: This session pack {reason}; choose another pack, or book without one.
             *
             *     `TOO_MANY_VISITS`: This contact has reached the limit of upcoming visits booked from web pages; cancel one, or ask the clinic to book.
             *
             *     `TOO_MANY_VISITS_OF_NETWORK`: This network has reached the limit of upcoming visits booked from web pages; ask the clinic to book.
             *
             *     `TOO_MANY_PATIENTS`: This contact has reached the limit of patients created from web pages; book for one of them by patientId, or ask the clinic to book.
             *
             *     `FOLLOW_UP_NOT_ELIGIBLE`: The patient has no completed visit with this doctor that still qualifies for a follow-up; book without followUp.
             *
             *     `SHIFT_NOT_FOUND`: qmsWorkShiftId is not a shift of this doctor at this location; fetch doctor/shifts for the current shifts.
             *
             *     `SHIFT_NOT_ON_DATE`: This shift does not run on {date}; fetch doctor/shifts for that date and choose one of the shifts.
             *
             *     `SHIFT_NOT_STARTED`: This shift has not started; book it at POST /v1/qms-appointments/pre/book.
             *
             *     `SHIFT_STARTED`: This shift is running; book it at POST /v1/qms-appointments/immediate/book.
             *
             *     `SHIFT_ENDED`: This shift has ended on this date; choose another shift or date.
             *
             *     `SHIFT_FULL`: This shift has no tokens left on this date; choose another shift or date.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED"];
            404: components["responses"]["404-DOCTOR_NOT_FOUND-PATIENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    bookSlot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addressId": 1,
                 *       "doctorId": 1,
                 *       "patientPayload": {
                 *         "firstName": "Meera",
                 *         "phoneNumber": "9876543210"
                 *       },
                 *       "bookingType": "ONE_TIME_APPOINTMENT",
                 *       "mode": "OFFLINE",
                 *       "fromDateTimeIso": "2026-12-01T09:00:00+05:30",
                 *       "toDateTimeIso": "2026-12-01T09:15:00+05:30",
                 *       "paymentMode": "CASH",
                 *       "consultationCharge": 500,
                 *       "source": "DEVELOPER_API"
                 *     }
                 */
                "application/json": components["schemas"]["SlotBooking"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 42,
                     *       "appointmentId": 42,
                     *       "workspaceId": 1,
                     *       "patientId": 17,
                     *       "addressId": 1,
                     *       "doctorId": 1,
                     *       "bookingReference": "BK7Q2M9X4KTD",
                     *       "appointmentDate": "2026-12-01",
                     *       "fromDateTimeTs": "2026-12-01T09:00:00+05:30",
                     *       "toDateTimeTs": "2026-12-01T09:15:00+05:30",
                     *       "appointmentTimezone": "Asia/Kolkata",
                     *       "status": "SCHEDULED",
                     *       "arrivedAt": null,
                     *       "patientConfirmedAt": null,
                     *       "mode": "OFFLINE",
                     *       "type": "CONSULTATION",
                     *       "bookingType": "ONE_TIME_APPOINTMENT",
                     *       "system": "SCHEDULED",
                     *       "source": "DEVELOPER_API",
                     *       "bookingChannel": "PHONE_CALL",
                     *       "consultationCharge": 500,
                     *       "currency": "INR",
                     *       "paymentStatus": "UNPAID",
                     *       "paymentMode": "CASH",
                     *       "paymentReference": null,
                     *       "discountAmount": 0,
                     *       "discountReason": null,
                     *       "payableAmount": 500,
                     *       "paymentCollectionType": "AT_COUNTER",
                     *       "followUp": false,
                     *       "parentAppointmentId": null,
                     *       "patientPackageId": null,
                     *       "consultationDurationTierId": null,
                     *       "roomId": null,
                     *       "visitAddress": null,
                     *       "chiefComplaint": "Rash on the left arm",
                     *       "appointmentNotes": "Wheelchair access needed",
                     *       "videoLink": null,
                     *       "patientTimezone": null,
                     *       "cancellationReason": null,
                     *       "rescheduleReason": null,
                     *       "unofferedReason": null,
                     *       "seriesId": null,
                     *       "voided": false,
                     *       "refundPercentage": null,
                     *       "refundAmount": null,
                     *       "refundOverrideReason": null,
                     *       "createdAt": "2026-11-21T10:00:00+05:30",
                     *       "updatedAt": "2026-11-21T10:00:00+05:30"
                     *     }
                     */
                    "application/json": components["schemas"]["Appointment"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `WRONG_APPOINTMENT_SYSTEM`: This doctor's appointmentSystemType is {system}; book through that system.
             *
             *     `MODE_NOT_OFFERED`: The doctor does not offer the mode {mode} at this location; fetch available-slots without mode, or doctor/shifts, to see which modes are offered.
             *
             *     `SLOT_NOT_OFFERED`: fromDateTimeIso and toDateTimeIso do not match a slot this doctor offers; send both exactly as available-slots returned them.
             *
             *     `SLOT_NOT_AVAILABLE`: This slot is taken; fetch available-slots again and choose another.
             *
             *     `ROOM_NOT_FOUND`: roomId is not a room at this location; leave it out or send a different one.
             *
             *     `ROOM_NOT_AVAILABLE`: The room is taken at this time; choose another room or slot.
             *
             *     `DURATION_TIER_NOT_FOUND`: This doctor does not offer the duration tier at this location.
             *
             *     `CHARGE_DIFFERS`: {member} does not match the clinic price of {price}; fetch available-slots again and send the price of the plan.
             *
             *     `SESSION_PACK_NOT_FOUND`: {field} does not name a session pack that can be used here.
             *
             *     `SESSION_PACK_NOT_USABLE`: This session pack {reason}; choose another pack, or book without one.
             *
             *     `TOO_MANY_VISITS`: This contact has reached the limit of upcoming visits booked from web pages; cancel one, or ask the clinic to book.
             *
             *     `TOO_MANY_VISITS_OF_NETWORK`: This network has reached the limit of upcoming visits booked from web pages; ask the clinic to book.
             *
             *     `TOO_MANY_PATIENTS`: This contact has reached the limit of patients created from web pages; book for one of them by patientId, or ask the clinic to book.
             *
             *     `FOLLOW_UP_NOT_ELIGIBLE`: The patient has no completed visit with this doctor that still qualifies for a follow-up; book without followUp.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED"];
            404: components["responses"]["404-DOCTOR_NOT_FOUND-PATIENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    setAppointmentStatus: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
            };
            path: {
                /** @description The visit. */
                appointmentId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "status": "CONFIRMED"
                 *     }
                 */
                "application/json": components["schemas"]["StatusChange"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 42,
                     *       "appointmentId": 42,
                     *       "workspaceId": 1,
                     *       "patientId": 17,
                     *       "addressId": 1,
                     *       "doctorId": 1,
                     *       "bookingReference": "BK7Q2M9X4KTD",
                     *       "appointmentDate": "2026-12-01",
                     *       "fromDateTimeTs": "2026-12-01T09:00:00+05:30",
                     *       "toDateTimeTs": "2026-12-01T09:15:00+05:30",
                     *       "appointmentTimezone": "Asia/Kolkata",
                     *       "status": "SCHEDULED",
                     *       "arrivedAt": null,
                     *       "patientConfirmedAt": null,
                     *       "mode": "OFFLINE",
                     *       "type": "CONSULTATION",
                     *       "bookingType": "ONE_TIME_APPOINTMENT",
                     *       "system": "SCHEDULED",
                     *       "source": "DEVELOPER_API",
                     *       "bookingChannel": "PHONE_CALL",
                     *       "consultationCharge": 500,
                     *       "currency": "INR",
                     *       "paymentStatus": "UNPAID",
                     *       "paymentMode": "CASH",
                     *       "paymentReference": null,
                     *       "discountAmount": 0,
                     *       "discountReason": null,
                     *       "payableAmount": 500,
                     *       "paymentCollectionType": "AT_COUNTER",
                     *       "followUp": false,
                     *       "parentAppointmentId": null,
                     *       "patientPackageId": null,
                     *       "consultationDurationTierId": null,
                     *       "roomId": null,
                     *       "visitAddress": null,
                     *       "chiefComplaint": "Rash on the left arm",
                     *       "appointmentNotes": "Wheelchair access needed",
                     *       "videoLink": null,
                     *       "patientTimezone": null,
                     *       "cancellationReason": null,
                     *       "rescheduleReason": null,
                     *       "unofferedReason": null,
                     *       "seriesId": null,
                     *       "voided": false,
                     *       "refundPercentage": null,
                     *       "refundAmount": null,
                     *       "refundOverrideReason": null,
                     *       "createdAt": "2026-11-21T10:00:00+05:30",
                     *       "updatedAt": "2026-11-21T10:00:00+05:30"
                     *     }
                     */
                    "application/json": components["schemas"]["Appointment"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `STATUS_NOT_ALLOWED`: A visit that is {from} cannot be set to {to}; allowed statuses: {ways}.
             *
             *     `CHANGE_NOT_PERMITTED`: {reason}; call the clinic.
             *
             *     `REFUND_NOT_POSSIBLE`: The visit cannot be refunded because {reason}; cancel it with refundIssued false.
             *
             *     `REFUND_UNDER_WAY`: A refund of this visit is in progress; wait a minute, then check the visit again.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"]) | {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED-CHANGE_OF_THE_CLINIC"];
            404: components["responses"]["404-APPOINTMENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            /** @description The refusal of the payment gateway, passed on unchanged. */
            "4XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description The refusal of the payment gateway, passed on unchanged.
             *
             *     500: `REFUND_OUTCOME_UNKNOWN`: The payment gateway did not say whether it refunded the payment; the service will find out. Check the visit again in a minute. Request id: {requestUuid}
             *
             *     `UNEXPECTED`: Something went wrong on our side. Give the operator of the service this request id: {requestUuid}
             *
             *     503: `BUSY`: The service is busy or its database is unavailable; nothing was done. Try again in a moment.
             *
             *     `OVERLOADED`: The service is overloaded; nothing was done. Try again in a moment.
             */
            "5XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "retry-after": components["headers"]["retry-after"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
        };
    };
    cancelAppointment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
            };
            path: {
                /** @description The visit. */
                appointmentId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cancellationReason": "Patient is travelling"
                 *     }
                 */
                "application/json": components["schemas"]["Cancellation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 42,
                     *       "appointmentId": 42,
                     *       "workspaceId": 1,
                     *       "patientId": 17,
                     *       "addressId": 1,
                     *       "doctorId": 1,
                     *       "bookingReference": "BK7Q2M9X4KTD",
                     *       "appointmentDate": "2026-12-01",
                     *       "fromDateTimeTs": "2026-12-01T09:00:00+05:30",
                     *       "toDateTimeTs": "2026-12-01T09:15:00+05:30",
                     *       "appointmentTimezone": "Asia/Kolkata",
                     *       "status": "SCHEDULED",
                     *       "arrivedAt": null,
                     *       "patientConfirmedAt": null,
                     *       "mode": "OFFLINE",
                     *       "type": "CONSULTATION",
                     *       "bookingType": "ONE_TIME_APPOINTMENT",
                     *       "system": "SCHEDULED",
                     *       "source": "DEVELOPER_API",
                     *       "bookingChannel": "PHONE_CALL",
                     *       "consultationCharge": 500,
                     *       "currency": "INR",
                     *       "paymentStatus": "UNPAID",
                     *       "paymentMode": "CASH",
                     *       "paymentReference": null,
                     *       "discountAmount": 0,
                     *       "discountReason": null,
                     *       "payableAmount": 500,
                     *       "paymentCollectionType": "AT_COUNTER",
                     *       "followUp": false,
                     *       "parentAppointmentId": null,
                     *       "patientPackageId": null,
                     *       "consultationDurationTierId": null,
                     *       "roomId": null,
                     *       "visitAddress": null,
                     *       "chiefComplaint": "Rash on the left arm",
                     *       "appointmentNotes": "Wheelchair access needed",
                     *       "videoLink": null,
                     *       "patientTimezone": null,
                     *       "cancellationReason": null,
                     *       "rescheduleReason": null,
                     *       "unofferedReason": null,
                     *       "seriesId": null,
                     *       "voided": false,
                     *       "refundPercentage": null,
                     *       "refundAmount": null,
                     *       "refundOverrideReason": null,
                     *       "createdAt": "2026-11-21T10:00:00+05:30",
                     *       "updatedAt": "2026-11-21T10:00:00+05:30"
                     *     }
                     */
                    "application/json": components["schemas"]["Appointment"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `STATUS_NOT_ALLOWED`: A visit that is {from} cannot be set to {to}; allowed statuses: {ways}.
             *
             *     `CHANGE_NOT_PERMITTED`: {reason}; call the clinic.
             *
             *     `REFUND_NOT_POSSIBLE`: The visit cannot be refunded because {reason}; cancel it with refundIssued false.
             *
             *     `REFUND_UNDER_WAY`: A refund of this visit is in progress; wait a minute, then check the visit again.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"]) | {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED-CHANGE_OF_THE_CLINIC"];
            404: components["responses"]["404-APPOINTMENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            /** @description The refusal of the payment gateway, passed on unchanged. */
            "4XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description The refusal of the payment gateway, passed on unchanged.
             *
             *     500: `REFUND_OUTCOME_UNKNOWN`: The payment gateway did not say whether it refunded the payment; the service will find out. Check the visit again in a minute. Request id: {requestUuid}
             *
             *     `UNEXPECTED`: Something went wrong on our side. Give the operator of the service this request id: {requestUuid}
             *
             *     503: `BUSY`: The service is busy or its database is unavailable; nothing was done. Try again in a moment.
             *
             *     `OVERLOADED`: The service is overloaded; nothing was done. Try again in a moment.
             */
            "5XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "retry-after": components["headers"]["retry-after"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
        };
    };
    cancelToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
            };
            path: {
                /** @description The visit of the token. */
                visitId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "cancellationReason": "Patient is travelling"
                 *     }
                 */
                "application/json": components["schemas"]["TokenCancellation"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "visitId": 43,
                     *       "patientId": 17,
                     *       "addressId": 1,
                     *       "doctorId": 3,
                     *       "qmsWorkShiftId": 5,
                     *       "appointmentDate": "2026-12-01",
                     *       "mode": "OFFLINE",
                     *       "tokenNumber": 12,
                     *       "tokenDisplay": "A-12",
                     *       "position": 3,
                     *       "publicStatusToken": "7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *       "status": "WAITING",
                     *       "videoLink": null,
                     *       "arrivedAt": null,
                     *       "bookingChannel": "PHONE_CALL",
                     *       "source": "DEVELOPER_API",
                     *       "consultationCharge": 500,
                     *       "currency": "INR",
                     *       "paymentStatus": "UNPAID",
                     *       "paymentMode": "CASH",
                     *       "paymentReference": null,
                     *       "discountAmount": 0,
                     *       "discountReason": null,
                     *       "payableAmount": 500,
                     *       "chiefComplaint": "Fever since Monday",
                     *       "appointmentNotes": "Wheelchair access needed",
                     *       "cancellationReason": null,
                     *       "voided": false,
                     *       "refundPercentage": null,
                     *       "refundAmount": null,
                     *       "refundOverrideReason": null,
                     *       "createdAt": "2026-12-01T08:40:00+05:30",
                     *       "updatedAt": "2026-12-01T08:40:00+05:30"
                     *     }
                     */
                    "application/json": components["schemas"]["QueueVisit"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `STATUS_NOT_ALLOWED`: A visit that is {from} cannot be set to {to}; allowed statuses: {ways}.
             *
             *     `CHANGE_NOT_PERMITTED`: {reason}; call the clinic.
             *
             *     `REFUND_NOT_POSSIBLE`: The visit cannot be refunded because {reason}; cancel it with refundIssued false.
             *
             *     `REFUND_UNDER_WAY`: A refund of this visit is in progress; wait a minute, then check the visit again.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"]) | {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED-CHANGE_OF_THE_CLINIC"];
            404: components["responses"]["404-APPOINTMENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            /** @description The refusal of the payment gateway, passed on unchanged. */
            "4XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description The refusal of the payment gateway, passed on unchanged.
             *
             *     500: `REFUND_OUTCOME_UNKNOWN`: The payment gateway did not say whether it refunded the payment; the service will find out. Check the visit again in a minute. Request id: {requestUuid}
             *
             *     `UNEXPECTED`: Something went wrong on our side. Give the operator of the service this request id: {requestUuid}
             *
             *     503: `BUSY`: The service is busy or its database is unavailable; nothing was done. Try again in a moment.
             *
             *     `OVERLOADED`: The service is overloaded; nothing was done. Try again in a moment.
             */
            "5XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "retry-after": components["headers"]["retry-after"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
        };
    };
    rescheduleAppointment: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
            };
            path: {
                /** @description The visit. */
                appointmentId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "fromDateTimeIso": "2026-12-01T09:00:00+05:30",
                 *       "toDateTimeIso": "2026-12-01T09:15:00+05:30"
                 *     }
                 */
                "application/json": components["schemas"]["NewTime"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "id": 42,
                     *       "appointmentId": 42,
                     *       "workspaceId": 1,
                     *       "patientId": 17,
                     *       "addressId": 1,
                     *       "doctorId": 1,
                     *       "bookingReference": "BK7Q2M9X4KTD",
                     *       "appointmentDate": "2026-12-01",
                     *       "fromDateTimeTs": "2026-12-01T09:00:00+05:30",
                     *       "toDateTimeTs": "2026-12-01T09:15:00+05:30",
                     *       "appointmentTimezone": "Asia/Kolkata",
                     *       "status": "SCHEDULED",
                     *       "arrivedAt": null,
                     *       "patientConfirmedAt": null,
                     *       "mode": "OFFLINE",
                     *       "type": "CONSULTATION",
                     *       "bookingType": "ONE_TIME_APPOINTMENT",
                     *       "system": "SCHEDULED",
                     *       "source": "DEVELOPER_API",
                     *       "bookingChannel": "PHONE_CALL",
                     *       "consultationCharge": 500,
                     *       "currency": "INR",
                     *       "paymentStatus": "UNPAID",
                     *       "paymentMode": "CASH",
                     *       "paymentReference": null,
                     *       "discountAmount": 0,
                     *       "discountReason": null,
                     *       "payableAmount": 500,
                     *       "paymentCollectionType": "AT_COUNTER",
                     *       "followUp": false,
                     *       "parentAppointmentId": null,
                     *       "patientPackageId": null,
                     *       "consultationDurationTierId": null,
                     *       "roomId": null,
                     *       "visitAddress": null,
                     *       "chiefComplaint": "Rash on the left arm",
                     *       "appointmentNotes": "Wheelchair access needed",
                     *       "videoLink": null,
                     *       "patientTimezone": null,
                     *       "cancellationReason": null,
                     *       "rescheduleReason": null,
                     *       "unofferedReason": null,
                     *       "seriesId": null,
                     *       "voided": false,
                     *       "refundPercentage": null,
                     *       "refundAmount": null,
                     *       "refundOverrideReason": null,
                     *       "createdAt": "2026-11-21T10:00:00+05:30",
                     *       "updatedAt": "2026-11-21T10:00:00+05:30"
                     *     }
                     */
                    "application/json": components["schemas"]["Appointment"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `VISIT_NOT_MOVABLE`: A visit that is {status} cannot be rescheduled; book a new one.
             *
             *     `CHANGE_NOT_PERMITTED`: {reason}; call the clinic.
             *
             *     `REFUND_UNDER_WAY`: A refund of this visit is in progress; wait a minute, then check the visit again.
             *
             *     `MODE_NOT_OFFERED`: The doctor does not offer the mode {mode} at this location; fetch available-slots without mode, or doctor/shifts, to see which modes are offered.
             *
             *     `SLOT_NOT_OFFERED`: fromDateTimeIso and toDateTimeIso do not match a slot this doctor offers; send both exactly as available-slots returned them.
             *
             *     `SLOT_NOT_AVAILABLE`: This slot is taken; fetch available-slots again and choose another.
             *
             *     `ROOM_NOT_AVAILABLE`: The room is taken at this time; choose another room or slot.
             *
             *     `SESSION_PACK_NOT_USABLE`: This session pack {reason}; choose another pack, or book without one.
             *
             *     `FOLLOW_UP_NOT_ELIGIBLE`: The patient has no completed visit with this doctor that still qualifies for a follow-up; book without followUp.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED"];
            /**
             * @description `APPOINTMENT_NOT_FOUND`: No such appointment in this workspace.
             *
             *     `DOCTOR_NOT_FOUND`: No such doctor works at this location.
             */
            404: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-service"];
                };
            };
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    searchAppointments: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: {
            content: {
                /**
                 * @example {
                 *       "startDate": "2026-12-01",
                 *       "endDate": "2026-12-31",
                 *       "statuses": [
                 *         "SCHEDULED",
                 *         "CONFIRMED"
                 *       ],
                 *       "size": 10
                 *     }
                 */
                "application/json": components["schemas"]["AppointmentSearch"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 42,
                     *       "countIsExact": true,
                     *       "page": 0,
                     *       "size": 10,
                     *       "list": [
                     *         {
                     *           "id": 42,
                     *           "appointmentId": 42,
                     *           "workspaceId": 1,
                     *           "patientId": 17,
                     *           "addressId": 1,
                     *           "doctorId": 1,
                     *           "bookingReference": "BK7Q2M9X4KTD",
                     *           "appointmentDate": "2026-12-01",
                     *           "fromDateTimeTs": "2026-12-01T09:00:00+05:30",
                     *           "toDateTimeTs": "2026-12-01T09:15:00+05:30",
                     *           "appointmentTimezone": "Asia/Kolkata",
                     *           "status": "SCHEDULED",
                     *           "arrivedAt": null,
                     *           "patientConfirmedAt": null,
                     *           "mode": "OFFLINE",
                     *           "type": "CONSULTATION",
                     *           "bookingType": "ONE_TIME_APPOINTMENT",
                     *           "system": "SCHEDULED",
                     *           "source": "DEVELOPER_API",
                     *           "bookingChannel": "PHONE_CALL",
                     *           "consultationCharge": 500,
                     *           "currency": "INR",
                     *           "paymentStatus": "UNPAID",
                     *           "paymentMode": "CASH",
                     *           "paymentReference": null,
                     *           "discountAmount": 0,
                     *           "discountReason": null,
                     *           "payableAmount": 500,
                     *           "paymentCollectionType": "AT_COUNTER",
                     *           "followUp": false,
                     *           "parentAppointmentId": null,
                     *           "patientPackageId": null,
                     *           "consultationDurationTierId": null,
                     *           "roomId": null,
                     *           "visitAddress": null,
                     *           "chiefComplaint": "Rash on the left arm",
                     *           "appointmentNotes": "Wheelchair access needed",
                     *           "videoLink": null,
                     *           "patientTimezone": null,
                     *           "cancellationReason": null,
                     *           "rescheduleReason": null,
                     *           "unofferedReason": null,
                     *           "seriesId": null,
                     *           "voided": false,
                     *           "refundPercentage": null,
                     *           "refundAmount": null,
                     *           "refundOverrideReason": null,
                     *           "createdAt": "2026-11-21T10:00:00+05:30",
                     *           "updatedAt": "2026-11-21T10:00:00+05:30"
                     *         }
                     *       ],
                     *       "nextCursor": "MS4wMTlmYTJjYQ"
                     *     }
                     */
                    "application/json": components["schemas"]["AppointmentPage"];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR-SEARCH_TOO_WIDE"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-NOT_ENTITLED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    recordVitals: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the active member of staff who does this. */
                "x-acting-user-id": number;
            };
            path: {
                /** @description The visit. */
                appointmentId: number;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "vital": {
                 *         "pulse": 72,
                 *         "temperature": 36.8
                 *       }
                 *     }
                 */
                "application/json": components["schemas"]["Vitals"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "appointmentId": 41,
                     *       "recordedAt": "2026-12-01T03:40:00+00:00",
                     *       "vital": {
                     *         "pulse": 72
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["RecordedVitals"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `ACTING_USER_REQUIRED`: Send x-acting-user-id: the id of the staff member making this change, as listed by GET /v1/users.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-ACTING_USER_NOT_ACTIVE"];
            404: components["responses"]["404-APPOINTMENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listDoctorShifts: {
        parameters: {
            query: {
                /** @description The location. */
                addressId: number;
                /** @description The practitioner. */
                doctorId: number;
                /** @description The date in the clinic's zone. */
                date: string;
                /** @description Dial code, ISO2 code or country name of the patient; decides between the price lists. */
                patientCountryCode?: string;
                /** @description Also say how many wait for each shift, and how long it takes. */
                waiting?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "doctor": {
                     *         "id": 3,
                     *         "name": "Dr Meera Shah"
                     *       },
                     *       "clinicTimezone": "Asia/Kolkata",
                     *       "international": false,
                     *       "billingCurrency": "INR",
                     *       "domesticCurrency": "INR",
                     *       "dates": [
                     *         {
                     *           "date": "2026-12-01",
                     *           "shifts": [
                     *             {
                     *               "qmsWorkShiftId": 5,
                     *               "startTime": "09:00",
                     *               "endTime": "13:00",
                     *               "mode": "OFFLINE",
                     *               "consultationFee": 300,
                     *               "internationalFee": 15,
                     *               "avgDuration": 600,
                     *               "bookedCount": 12,
                     *               "maxAppointments": 40,
                     *               "isStarted": false,
                     *               "isEnded": false,
                     *               "actualStartedAt": "2026-12-01T09:00:00+05:30",
                     *               "actualEndedAt": "2026-12-01T13:10:00+05:30",
                     *               "waitingCount": 7,
                     *               "waitFromMinutes": 25,
                     *               "waitToMinutes": 45
                     *             }
                     *           ]
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["DoctorShifts"];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    prebookToken: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addressId": 1,
                 *       "doctorId": 3,
                 *       "patientPayload": {
                 *         "firstName": "Meera",
                 *         "phoneNumber": "9876543210"
                 *       },
                 *       "qmsWorkShiftId": 1,
                 *       "appointmentDate": "2026-12-01",
                 *       "mode": "OFFLINE",
                 *       "bookingChannel": "PHONE_CALL"
                 *     }
                 */
                "application/json": components["schemas"]["TokenBooking"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "system": "QMS",
                     *       "appointment": null,
                     *       "visit": {
                     *         "visitId": 43,
                     *         "patientId": 17,
                     *         "addressId": 1,
                     *         "doctorId": 3,
                     *         "qmsWorkShiftId": 5,
                     *         "appointmentDate": "2026-12-01",
                     *         "mode": "OFFLINE",
                     *         "tokenNumber": 12,
                     *         "tokenDisplay": "A-12",
                     *         "position": 3,
                     *         "publicStatusToken": "7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *         "status": "WAITING",
                     *         "videoLink": null,
                     *         "arrivedAt": null,
                     *         "bookingChannel": "PHONE_CALL",
                     *         "source": "DEVELOPER_API",
                     *         "consultationCharge": 500,
                     *         "currency": "INR",
                     *         "paymentStatus": "UNPAID",
                     *         "paymentMode": "CASH",
                     *         "paymentReference": null,
                     *         "discountAmount": 0,
                     *         "discountReason": null,
                     *         "payableAmount": 500,
                     *         "chiefComplaint": "Fever since Monday",
                     *         "appointmentNotes": "Wheelchair access needed",
                     *         "cancellationReason": null,
                     *         "voided": false,
                     *         "refundPercentage": null,
                     *         "refundAmount": null,
                     *         "refundOverrideReason": null,
                     *         "createdAt": "2026-12-01T08:40:00+05:30",
                     *         "updatedAt": "2026-12-01T08:40:00+05:30"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BookedToken"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `WRONG_APPOINTMENT_SYSTEM`: This doctor's appointmentSystemType is {system}; book through that system.
             *
             *     `SHIFT_NOT_FOUND`: qmsWorkShiftId is not a shift of this doctor at this location; fetch doctor/shifts for the current shifts.
             *
             *     `MODE_NOT_OFFERED`: The doctor does not offer the mode {mode} at this location; fetch available-slots without mode, or doctor/shifts, to see which modes are offered.
             *
             *     `SHIFT_NOT_ON_DATE`: This shift does not run on {date}; fetch doctor/shifts for that date and choose one of the shifts.
             *
             *     `SHIFT_NOT_STARTED`: This shift has not started; book it at POST /v1/qms-appointments/pre/book.
             *
             *     `SHIFT_STARTED`: This shift is running; book it at POST /v1/qms-appointments/immediate/book.
             *
             *     `SHIFT_ENDED`: This shift has ended on this date; choose another shift or date.
             *
             *     `SHIFT_FULL`: This shift has no tokens left on this date; choose another shift or date.
             *
             *     `TOO_MANY_VISITS`: This contact has reached the limit of upcoming visits booked from web pages; cancel one, or ask the clinic to book.
             *
             *     `TOO_MANY_VISITS_OF_NETWORK`: This network has reached the limit of upcoming visits booked from web pages; ask the clinic to book.
             *
             *     `TOO_MANY_PATIENTS`: This contact has reached the limit of patients created from web pages; book for one of them by patientId, or ask the clinic to book.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED"];
            404: components["responses"]["404-DOCTOR_NOT_FOUND-PATIENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    bookTokenNow: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addressId": 1,
                 *       "doctorId": 3,
                 *       "patientPayload": {
                 *         "firstName": "Meera",
                 *         "phoneNumber": "9876543210"
                 *       },
                 *       "qmsWorkShiftId": 1,
                 *       "appointmentDate": "2026-12-01",
                 *       "mode": "OFFLINE",
                 *       "bookingChannel": "PHONE_CALL"
                 *     }
                 */
                "application/json": components["schemas"]["TokenBooking"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "system": "QMS",
                     *       "appointment": null,
                     *       "visit": {
                     *         "visitId": 43,
                     *         "patientId": 17,
                     *         "addressId": 1,
                     *         "doctorId": 3,
                     *         "qmsWorkShiftId": 5,
                     *         "appointmentDate": "2026-12-01",
                     *         "mode": "OFFLINE",
                     *         "tokenNumber": 12,
                     *         "tokenDisplay": "A-12",
                     *         "position": 3,
                     *         "publicStatusToken": "7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *         "status": "WAITING",
                     *         "videoLink": null,
                     *         "arrivedAt": null,
                     *         "bookingChannel": "PHONE_CALL",
                     *         "source": "DEVELOPER_API",
                     *         "consultationCharge": 500,
                     *         "currency": "INR",
                     *         "paymentStatus": "UNPAID",
                     *         "paymentMode": "CASH",
                     *         "paymentReference": null,
                     *         "discountAmount": 0,
                     *         "discountReason": null,
                     *         "payableAmount": 500,
                     *         "chiefComplaint": "Fever since Monday",
                     *         "appointmentNotes": "Wheelchair access needed",
                     *         "cancellationReason": null,
                     *         "voided": false,
                     *         "refundPercentage": null,
                     *         "refundAmount": null,
                     *         "refundOverrideReason": null,
                     *         "createdAt": "2026-12-01T08:40:00+05:30",
                     *         "updatedAt": "2026-12-01T08:40:00+05:30"
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["BookedToken"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `WRONG_APPOINTMENT_SYSTEM`: This doctor's appointmentSystemType is {system}; book through that system.
             *
             *     `SHIFT_NOT_FOUND`: qmsWorkShiftId is not a shift of this doctor at this location; fetch doctor/shifts for the current shifts.
             *
             *     `MODE_NOT_OFFERED`: The doctor does not offer the mode {mode} at this location; fetch available-slots without mode, or doctor/shifts, to see which modes are offered.
             *
             *     `SHIFT_NOT_ON_DATE`: This shift does not run on {date}; fetch doctor/shifts for that date and choose one of the shifts.
             *
             *     `SHIFT_NOT_STARTED`: This shift has not started; book it at POST /v1/qms-appointments/pre/book.
             *
             *     `SHIFT_STARTED`: This shift is running; book it at POST /v1/qms-appointments/immediate/book.
             *
             *     `SHIFT_ENDED`: This shift has ended on this date; choose another shift or date.
             *
             *     `SHIFT_FULL`: This shift has no tokens left on this date; choose another shift or date.
             *
             *     `TOO_MANY_VISITS`: This contact has reached the limit of upcoming visits booked from web pages; cancel one, or ask the clinic to book.
             *
             *     `TOO_MANY_VISITS_OF_NETWORK`: This network has reached the limit of upcoming visits booked from web pages; ask the clinic to book.
             *
             *     `TOO_MANY_PATIENTS`: This contact has reached the limit of patients created from web pages; book for one of them by patientId, or ask the clinic to book.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED"];
            404: components["responses"]["404-DOCTOR_NOT_FOUND-PATIENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listQueueVisits: {
        parameters: {
            query?: {
                /** @description Visits at this location. */
                addressId?: number;
                /** @description Visits with this practitioner. */
                doctorId?: number;
                /** @description Visits of this patient. */
                patientId?: number;
                /** @description Part of the name, phone or record number of the patient, in any case. */
                search?: string;
                /** @description First date of the visits, in each clinic's own calendar. */
                startDate?: string;
                /** @description Last date of the visits. */
                endDate?: string;
                /** @description Visits that stand there. */
                status?: "WAITING" | "IN_CONSULTATION" | "COMPLETED" | "NO_SHOW" | "CANCELLED";
                /** @description Visits booked with this transaction id of the caller: shows whether a booking was made if its answer was lost. */
                paymentReference?: string;
                /** @description Visits changed since a `nextCursor` was given, in the order of their changes; from the beginning when empty. Not with `page`. */
                changedAfter?: string;
                /** @description Which page, from 0. */
                page?: number;
                /** @description Entries of a page, 10 when omitted; more than 100 are lowered to that. */
                size?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "count": 42,
                     *       "countIsExact": true,
                     *       "page": 0,
                     *       "size": 10,
                     *       "list": [
                     *         {
                     *           "visitId": 43,
                     *           "patientId": 17,
                     *           "addressId": 1,
                     *           "doctorId": 3,
                     *           "qmsWorkShiftId": 5,
                     *           "appointmentDate": "2026-12-01",
                     *           "mode": "OFFLINE",
                     *           "tokenNumber": 12,
                     *           "tokenDisplay": "A-12",
                     *           "position": 3,
                     *           "publicStatusToken": "7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *           "status": "WAITING",
                     *           "videoLink": null,
                     *           "arrivedAt": null,
                     *           "bookingChannel": "PHONE_CALL",
                     *           "source": "DEVELOPER_API",
                     *           "consultationCharge": 500,
                     *           "currency": "INR",
                     *           "paymentStatus": "UNPAID",
                     *           "paymentMode": "CASH",
                     *           "paymentReference": null,
                     *           "discountAmount": 0,
                     *           "discountReason": null,
                     *           "payableAmount": 500,
                     *           "chiefComplaint": "Fever since Monday",
                     *           "appointmentNotes": "Wheelchair access needed",
                     *           "cancellationReason": null,
                     *           "voided": false,
                     *           "refundPercentage": null,
                     *           "refundAmount": null,
                     *           "refundOverrideReason": null,
                     *           "createdAt": "2026-12-01T08:40:00+05:30",
                     *           "updatedAt": "2026-12-01T08:40:00+05:30",
                     *           "patient": {
                     *             "id": 17,
                     *             "firstName": "Meera",
                     *             "lastName": "Iyer",
                     *             "countryCode": "+91",
                     *             "phoneNumber": "9876543210"
                     *           }
                     *         }
                     *       ],
                     *       "nextCursor": "MS4wMTlmYTJjYQ"
                     *     }
                     */
                    "application/json": components["schemas"]["QueueVisitPage"];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR-SEARCH_TOO_WIDE"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-NOT_ENTITLED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    listQueueVisitsOfDay: {
        parameters: {
            query?: {
                /** @description Visits at this location. */
                addressId?: number;
                /** @description The date; when omitted today in the location's zone, without a location in the workspace's. */
                date?: string;
                /** @description Visits with this practitioner. */
                doctorId?: number;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example [
                     *       {
                     *         "visitId": 43,
                     *         "patientId": 17,
                     *         "addressId": 1,
                     *         "doctorId": 3,
                     *         "qmsWorkShiftId": 5,
                     *         "appointmentDate": "2026-12-01",
                     *         "mode": "OFFLINE",
                     *         "tokenNumber": 12,
                     *         "tokenDisplay": "A-12",
                     *         "position": 3,
                     *         "publicStatusToken": "7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *         "status": "WAITING",
                     *         "videoLink": null,
                     *         "arrivedAt": null,
                     *         "bookingChannel": "PHONE_CALL",
                     *         "source": "DEVELOPER_API",
                     *         "consultationCharge": 500,
                     *         "currency": "INR",
                     *         "paymentStatus": "UNPAID",
                     *         "paymentMode": "CASH",
                     *         "paymentReference": null,
                     *         "discountAmount": 0,
                     *         "discountReason": null,
                     *         "payableAmount": 500,
                     *         "chiefComplaint": "Fever since Monday",
                     *         "appointmentNotes": "Wheelchair access needed",
                     *         "cancellationReason": null,
                     *         "voided": false,
                     *         "refundPercentage": null,
                     *         "refundAmount": null,
                     *         "refundOverrideReason": null,
                     *         "createdAt": "2026-12-01T08:40:00+05:30",
                     *         "updatedAt": "2026-12-01T08:40:00+05:30",
                     *         "patient": {
                     *           "id": 17,
                     *           "firstName": "Meera",
                     *           "lastName": "Iyer",
                     *           "countryCode": "+91",
                     *           "phoneNumber": "9876543210"
                     *         }
                     *       }
                     *     ]
                     */
                    "application/json": components["schemas"]["QueueVisitOfPatient"][];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-DEVELOPER_KEY_ONLY-NOT_ENTITLED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    reserveSlot: {
        parameters: {
            query?: never;
            header?: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Required of sessions, and verified by a one-time code within the last 30 minutes; not read under an API key. */
                "x-end-user-id"?: string;
                /** @description Identifies the attempt: for 24 hours, a retry with the same key and body creates nothing new and returns the same answer. Without a key, each request is a new attempt. */
                "idempotency-key"?: string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "addressId": 1,
                 *       "doctorId": 1,
                 *       "patientPayload": {
                 *         "firstName": "Meera",
                 *         "phoneNumber": "9876543210"
                 *       },
                 *       "bookingType": "ONE_TIME_APPOINTMENT",
                 *       "mode": "OFFLINE",
                 *       "fromDateTimeIso": "2026-12-01T09:00:00+05:30",
                 *       "toDateTimeIso": "2026-12-01T09:15:00+05:30",
                 *       "paymentMode": "ONLINE",
                 *       "consultationCharge": 500,
                 *       "source": "DEVELOPER_API",
                 *       "returnUrl": "https://clinic.example/paid"
                 *     }
                 */
                "application/json": components["schemas"]["Reservation"];
            };
        };
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "system": "SCHEDULED",
                     *       "appointment": {
                     *         "id": 42,
                     *         "appointmentId": 42,
                     *         "workspaceId": 1,
                     *         "patientId": 17,
                     *         "addressId": 1,
                     *         "doctorId": 1,
                     *         "bookingReference": "BK7Q2M9X4KTD",
                     *         "appointmentDate": "2026-12-01",
                     *         "fromDateTimeTs": "2026-12-01T09:00:00+05:30",
                     *         "toDateTimeTs": "2026-12-01T09:15:00+05:30",
                     *         "appointmentTimezone": "Asia/Kolkata",
                     *         "status": "SCHEDULED",
                     *         "arrivedAt": null,
                     *         "patientConfirmedAt": null,
                     *         "mode": "OFFLINE",
                     *         "type": "CONSULTATION",
                     *         "bookingType": "ONE_TIME_APPOINTMENT",
                     *         "system": "SCHEDULED",
                     *         "source": "DEVELOPER_API",
                     *         "bookingChannel": "PHONE_CALL",
                     *         "consultationCharge": 500,
                     *         "currency": "INR",
                     *         "paymentStatus": "UNPAID",
                     *         "paymentMode": "CASH",
                     *         "paymentReference": null,
                     *         "discountAmount": 0,
                     *         "discountReason": null,
                     *         "payableAmount": 500,
                     *         "paymentCollectionType": "AT_COUNTER",
                     *         "followUp": false,
                     *         "parentAppointmentId": null,
                     *         "patientPackageId": null,
                     *         "consultationDurationTierId": null,
                     *         "roomId": null,
                     *         "visitAddress": null,
                     *         "chiefComplaint": "Rash on the left arm",
                     *         "appointmentNotes": "Wheelchair access needed",
                     *         "videoLink": null,
                     *         "patientTimezone": null,
                     *         "cancellationReason": null,
                     *         "rescheduleReason": null,
                     *         "unofferedReason": null,
                     *         "seriesId": null,
                     *         "voided": false,
                     *         "refundPercentage": null,
                     *         "refundAmount": null,
                     *         "refundOverrideReason": null,
                     *         "createdAt": "2026-11-21T10:00:00+05:30",
                     *         "updatedAt": "2026-11-21T10:00:00+05:30"
                     *       },
                     *       "visit": {
                     *         "visitId": 43,
                     *         "patientId": 17,
                     *         "addressId": 1,
                     *         "doctorId": 3,
                     *         "qmsWorkShiftId": 5,
                     *         "appointmentDate": "2026-12-01",
                     *         "mode": "OFFLINE",
                     *         "tokenNumber": 12,
                     *         "tokenDisplay": "A-12",
                     *         "position": 3,
                     *         "publicStatusToken": "7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *         "status": "WAITING",
                     *         "videoLink": null,
                     *         "arrivedAt": null,
                     *         "bookingChannel": "PHONE_CALL",
                     *         "source": "DEVELOPER_API",
                     *         "consultationCharge": 500,
                     *         "currency": "INR",
                     *         "paymentStatus": "UNPAID",
                     *         "paymentMode": "CASH",
                     *         "paymentReference": null,
                     *         "discountAmount": 0,
                     *         "discountReason": null,
                     *         "payableAmount": 500,
                     *         "chiefComplaint": "Fever since Monday",
                     *         "appointmentNotes": "Wheelchair access needed",
                     *         "cancellationReason": null,
                     *         "voided": false,
                     *         "refundPercentage": null,
                     *         "refundAmount": null,
                     *         "refundOverrideReason": null,
                     *         "createdAt": "2026-12-01T08:40:00+05:30",
                     *         "updatedAt": "2026-12-01T08:40:00+05:30"
                     *       },
                     *       "checkoutUrl": "https://clinic.example/sandbox-gateway/checkout/7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *       "provider": "sandbox",
                     *       "sessionRef": "ps_7q2m9x4ktd5w8hbnz3rvy6cjfa",
                     *       "patientId": 17,
                     *       "appointmentRef": "BK7Q2M9X4KTD"
                     *     }
                     */
                    "application/json": components["schemas"]["Reserved"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `WRONG_APPOINTMENT_SYSTEM`: This doctor's appointmentSystemType is {system}; book through that system.
             *
             *     `MODE_NOT_OFFERED`: The doctor does not offer the mode {mode} at this location; fetch available-slots without mode, or doctor/shifts, to see which modes are offered.
             *
             *     `SLOT_NOT_OFFERED`: fromDateTimeIso and toDateTimeIso do not match a slot this doctor offers; send both exactly as available-slots returned them.
             *
             *     `SLOT_NOT_AVAILABLE`: This slot is taken; fetch available-slots again and choose another.
             *
             *     `ROOM_NOT_FOUND`: roomId is not a room at this location; leave it out or send a different one.
             *
             *     `ROOM_NOT_AVAILABLE`: The room is taken at this time; choose another room or slot.
             *
             *     `DURATION_TIER_NOT_FOUND`: This doctor does not offer the duration tier at this location.
             *
             *     `CHARGE_DIFFERS`: {member} does not match the clinic price of {price}; fetch available-slots again and send the price of the plan.
             *
             *     `SESSION_PACK_NOT_FOUND`: {field} does not name a session pack that can be used here.
             *
             *     `SESSION_PACK_NOT_USABLE`: This session pack {reason}; choose another pack, or book without one.
             *
             *     `TOO_MANY_VISITS`: This contact has reached the limit of upcoming visits booked from web pages; cancel one, or ask the clinic to book.
             *
             *     `TOO_MANY_VISITS_OF_NETWORK`: This network has reached the limit of upcoming visits booked from web pages; ask the clinic to book.
             *
             *     `TOO_MANY_PATIENTS`: This contact has reached the limit of patients created from web pages; book for one of them by patientId, or ask the clinic to book.
             *
             *     `FOLLOW_UP_NOT_ELIGIBLE`: The patient has no completed visit with this doctor that still qualifies for a follow-up; book without followUp.
             *
             *     `SHIFT_NOT_FOUND`: qmsWorkShiftId is not a shift of this doctor at this location; fetch doctor/shifts for the current shifts.
             *
             *     `SHIFT_NOT_ON_DATE`: This shift does not run on {date}; fetch doctor/shifts for that date and choose one of the shifts.
             *
             *     `SHIFT_NOT_STARTED`: This shift has not started; book it at POST /v1/qms-appointments/pre/book.
             *
             *     `SHIFT_STARTED`: This shift is running; book it at POST /v1/qms-appointments/immediate/book.
             *
             *     `SHIFT_ENDED`: This shift has ended on this date; choose another shift or date.
             *
             *     `SHIFT_FULL`: This shift has no tokens left on this date; choose another shift or date.
             *
             *     `GATEWAY_NOT_CONFIGURED`: This clinic does not accept online payments; if a booking was made, it is kept unpaid and can be paid at the clinic.
             *
             *     `IDEMPOTENCY_KEY_REUSED`: This Idempotency-Key was sent with another body; send a new key with each new reservation.
             *
             *     `RESERVATION_OVER`: The booking made with this Idempotency-Key is no longer held; send a new key to book again.
             *
             *     `TOO_MANY_RESERVATIONS`: This contact has reached the limit of unpaid reservations; pay for one, or wait until one expires.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"]) | {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED"];
            404: components["responses"]["404-DOCTOR_NOT_FOUND-PATIENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS-RESERVATION_UNDER_WAY"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            /** @description The refusal of the payment gateway, passed on unchanged. */
            "4XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            /**
             * @description The refusal of the payment gateway, passed on unchanged.
             *
             *     500: `UNEXPECTED`: Something went wrong on our side. Give the operator of the service this request id: {requestUuid}
             *
             *     503: `GATEWAY_NOT_REACHED`: The payment gateway did not answer; send the same request again, with the same Idempotency-Key if you sent one.
             *
             *     `KEPT_WITHOUT_CHECKOUT`: The payment gateway did not answer, but {booked} was made and is kept; it can be paid at the clinic. Do not send the request again: without an Idempotency-Key it would make a second booking.
             *
             *     `CHECKOUT_UNDER_WAY`: The payment gateway has not answered yet, and the checkout is still being opened; send the same request again in {retryAfterSeconds} seconds, with the same Idempotency-Key.
             *
             *     `BUSY`: The service is busy or its database is unavailable; nothing was done. Try again in a moment.
             *
             *     `OVERLOADED`: The service is overloaded; nothing was done. Try again in a moment.
             */
            "5XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "retry-after": components["headers"]["retry-after"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": unknown;
                };
            };
        };
    };
    confirmPayment: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sessionRef": "ps_7q2m9x4ktd5w8hbnz3rvy6cjfa"
                 *     }
                 */
                "application/json": components["schemas"]["PaymentReference"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCESS",
                     *       "appointmentRef": null,
                     *       "paymentStatus": "PAID",
                     *       "walletBalanceAfter": null,
                     *       "message": "The payment has arrived.",
                     *       "over": false,
                     *       "reason": null,
                     *       "heldUntil": null
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentOutcome"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `REFERENCE_REQUIRED`: Send one of {members}; the answer of reserve-slot or of the purchase has the sessionRef.
             *
             *     `GATEWAY_NOT_CONFIGURED`: This clinic does not accept online payments; if a booking was made, it is kept unpaid and can be paid at the clinic.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["refusal-failed"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"]) | {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            /**
             * @description `ADDRESS_NOT_ALLOWED`: The address {address} is not on the allowlist of this API key; add it to the key or call from a listed address.
             *
             *     `SESSION_REF_REQUIRED`: A token can be identified only by its sessionRef; send the one that reserve-slot returned.
             */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["refusal-plain"] | components["schemas"]["refusal-service"]) | {
                        [key: string]: unknown;
                    };
                };
            };
            404: components["responses"]["404-PAYMENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            /** @description The refusal of the payment gateway, passed on unchanged. */
            "4XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            "5XX": components["responses"]["5XX-UNEXPECTED-GATEWAY_NOT_REACHED-BUSY"];
        };
    };
    confirmSessionPack: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "sessionRef": "ps_7q2m9x4ktd5w8hbnz3rvy6cjfa"
                 *     }
                 */
                "application/json": components["schemas"]["SessionPackPaymentReference"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "status": "SUCCESS",
                     *       "appointmentRef": null,
                     *       "paymentStatus": "PAID",
                     *       "walletBalanceAfter": null,
                     *       "message": "The payment has arrived.",
                     *       "over": false,
                     *       "reason": null,
                     *       "heldUntil": null
                     *     }
                     */
                    "application/json": components["schemas"]["PaymentOutcome"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `VALIDATION_ERROR`: {problem}.
             *
             *     `BODY_NOT_USABLE`: Send the request body as a JSON object with content-type application/json.
             *
             *     `REFERENCE_REQUIRED`: Send one of {members}; the answer of reserve-slot or of the purchase has the sessionRef.
             *
             *     `GATEWAY_NOT_CONFIGURED`: This clinic does not accept online payments; if a booking was made, it is kept unpaid and can be paid at the clinic.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": (components["schemas"]["refusal-failed"] | components["schemas"]["refusal-service"] | components["schemas"]["refusal-fields"]) | {
                        [key: string]: unknown;
                    };
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            404: components["responses"]["404-PAYMENT_NOT_FOUND"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            /** @description The refusal of the payment gateway, passed on unchanged. */
            "4XX": {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "error": {
                     *         "code": "CARD_NETWORK_DOWN"
                     *       }
                     *     }
                     */
                    "application/json": {
                        [key: string]: unknown;
                    };
                };
            };
            "5XX": components["responses"]["5XX-UNEXPECTED-GATEWAY_NOT_REACHED-BUSY"];
        };
    };
    openSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Created. */
            201: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "token": "kT3vJm1cX0Zr8wYqB5nD2sLhG7uFpE4aV9oCiR6tNxM",
                     *       "expiresAt": "2026-12-01T10:00:00+00:00"
                     *     }
                     */
                    "application/json": components["schemas"]["Session"];
                };
            };
            400: components["responses"]["400-MALFORMED_REQUEST-VALIDATION_ERROR"];
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            /** @description `ORIGIN_NOT_ALLOWED`: The origin {origin} is not listed on this widget key; add it to the key, or open the page at an origin that is. */
            403: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-plain"];
                };
            };
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    sendCode: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. */
                "x-end-user-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "countryCode": "+91",
                 *       "phoneNumber": "9876543210"
                 *     }
                 */
                "application/json": components["schemas"]["CodeDestination"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The code was sent.",
                     *       "channel": "chatapp",
                     *       "phoneNumber": "******3210"
                     *     }
                     */
                    "application/json": components["schemas"]["CodeSent"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `OTP_REQUEST_INVALID`: The request is not valid: {problem}.
             *
             *     `CODE_NOT_DELIVERED`: The code could not be delivered; check the destination and try again.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS-TOO_MANY_CODES"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    sendPatientCode: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. */
                "x-end-user-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "countryCode": "+91",
                 *       "phoneNumber": "9876543210"
                 *     }
                 */
                "application/json": components["schemas"]["CodeDestination"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The code was sent.",
                     *       "channel": "chatapp",
                     *       "phoneNumber": "******3210"
                     *     }
                     */
                    "application/json": components["schemas"]["CodeSent"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `OTP_REQUEST_INVALID`: The request is not valid: {problem}.
             *
             *     `CODE_NOT_DELIVERED`: The code could not be delivered; check the destination and try again.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS-TOO_MANY_CODES"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    verifyCode: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. */
                "x-end-user-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "countryCode": "+91",
                 *       "phoneNumber": "9876543210",
                 *       "otpCode": "042917"
                 *     }
                 */
                "application/json": components["schemas"]["CodeReceived"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The contact is verified.",
                     *       "channel": "chatapp"
                     *     }
                     */
                    "application/json": components["schemas"]["ContactVerified"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `OTP_REQUEST_INVALID`: The request is not valid: {problem}.
             *
             *     `CODE_INVALID_OR_EXPIRED`: The code is invalid or expired; send a new one and try again.
             *
             *     `CODE_SENT_ELSEWHERE`: The code was sent to a different destination; verify with the countryCode and phoneNumber, or the email, that it was sent to.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS-TOO_MANY_CODES"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    verifyPatientCode: {
        parameters: {
            query?: never;
            header: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. */
                "x-end-user-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                /**
                 * @example {
                 *       "countryCode": "+91",
                 *       "phoneNumber": "9876543210",
                 *       "otpCode": "042917"
                 *     }
                 */
                "application/json": components["schemas"]["CodeReceived"];
            };
        };
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "success": true,
                     *       "message": "The contact is verified.",
                     *       "channel": "chatapp",
                     *       "data": {
                     *         "associatedPatients": [
                     *           {
                     *             "id": 42,
                     *             "mrnNumber": "MRN-1042",
                     *             "firstName": "Meera",
                     *             "lastName": "Iyer",
                     *             "countryCode": "+91",
                     *             "phoneNumber": "9876543210",
                     *             "dob": "1990-04-12",
                     *             "gender": "female",
                     *             "patientFormValues": {
                     *               "allergies": "none"
                     *             }
                     *           }
                     *         ],
                     *         "activeSessionPackResponses": [
                     *           {
                     *             "id": 5,
                     *             "packageConfigId": 4,
                     *             "sessionPackName": "Ten sessions of physiotherapy",
                     *             "totalSessions": 10,
                     *             "sessionsUsed": 3,
                     *             "sessionsRemaining": 7,
                     *             "durationMins": 30,
                     *             "purchasedOn": "2026-11-21",
                     *             "expiresOn": "2027-05-20",
                     *             "allowedDoctorIds": [
                     *               3
                     *             ],
                     *             "allowFamilyBooking": true
                     *           }
                     *         ],
                     *         "allSessionPackResponses": [
                     *           {
                     *             "id": 4,
                     *             "packageConfigId": 4,
                     *             "sessionPackName": "Ten sessions of physiotherapy",
                     *             "totalSessions": 10,
                     *             "durationMins": 30,
                     *             "allowedDoctorIds": [
                     *               3
                     *             ],
                     *             "allowFamilyBooking": true,
                     *             "validityDays": 180,
                     *             "amount": 4000,
                     *             "currency": "INR",
                     *             "internationalAmount": 80,
                     *             "internationalCurrency": "INR"
                     *           }
                     *         ]
                     *       }
                     *     }
                     */
                    "application/json": components["schemas"]["ContactVerifiedWithPatients"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `OTP_REQUEST_INVALID`: The request is not valid: {problem}.
             *
             *     `CODE_INVALID_OR_EXPIRED`: The code is invalid or expired; send a new one and try again.
             *
             *     `CODE_SENT_ELSEWHERE`: The code was sent to a different destination; verify with the countryCode and phoneNumber, or the email, that it was sent to.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            413: components["responses"]["413-BODY_TOO_LARGE"];
            429: components["responses"]["429-TOO_MANY_REQUESTS-TOO_MANY_CODES"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
    searchPatientsByPhone: {
        parameters: {
            query: {
                /** @description Dial code with its plus; `+91` when omitted. */
                countryCode?: string;
                /** @description Number without the dial code, 4 to 15 digits; or the whole number, with `+` or the prefix for calls abroad. */
                phoneNumber: string;
            };
            header: {
                /** @description Id of the patient: 1 to 128 printable ASCII characters without spaces, always the same for one patient. Verified by a one-time code within the last 30 minutes. */
                "x-end-user-id": string;
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Done. */
            200: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    "x-ratelimit-limit": components["headers"]["x-ratelimit-limit"];
                    "x-ratelimit-remaining": components["headers"]["x-ratelimit-remaining"];
                    "x-ratelimit-route-limit": components["headers"]["x-ratelimit-route-limit"];
                    "x-ratelimit-route-remaining": components["headers"]["x-ratelimit-route-remaining"];
                    [name: string]: unknown;
                };
                content: {
                    /**
                     * @example {
                     *       "associatedPatients": [
                     *         {
                     *           "id": 42,
                     *           "mrnNumber": "MRN-1042",
                     *           "firstName": "Meera",
                     *           "lastName": "Iyer",
                     *           "countryCode": "+91",
                     *           "phoneNumber": "9876543210",
                     *           "dob": "1990-04-12",
                     *           "gender": "female",
                     *           "patientFormValues": {
                     *             "allergies": "none"
                     *           }
                     *         }
                     *       ],
                     *       "activeSessionPackResponses": [
                     *         {
                     *           "id": 5,
                     *           "packageConfigId": 4,
                     *           "sessionPackName": "Ten sessions of physiotherapy",
                     *           "totalSessions": 10,
                     *           "sessionsUsed": 3,
                     *           "sessionsRemaining": 7,
                     *           "durationMins": 30,
                     *           "purchasedOn": "2026-11-21",
                     *           "expiresOn": "2027-05-20",
                     *           "allowedDoctorIds": [
                     *             3
                     *           ],
                     *           "allowFamilyBooking": true
                     *         }
                     *       ]
                     *     }
                     */
                    "application/json": components["schemas"]["PatientsOnPhone"];
                };
            };
            /**
             * @description `MALFORMED_REQUEST`: The request is not valid HTTP; check the client or proxy that sent it.
             *
             *     `END_USER_REQUIRED`: Send x-end-user-id: 1 to 128 printable ASCII characters without spaces, always the same for one patient.
             *
             *     `VALIDATION_ERROR`: {problem}.
             */
            400: {
                headers: {
                    "x-request-id": components["headers"]["x-request-id"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["refusal-failed"] | components["schemas"]["refusal-success"] | components["schemas"]["refusal-service"];
                };
            };
            401: components["responses"]["401-NO_CREDENTIAL-INVALID_API_KEY"];
            403: components["responses"]["403-ADDRESS_NOT_ALLOWED-NOT_VERIFIED"];
            408: components["responses"]["408-REQUEST_TIMEOUT"];
            429: components["responses"]["429-TOO_MANY_REQUESTS"];
            431: components["responses"]["431-HEADERS_TOO_LARGE"];
            500: components["responses"]["500-UNEXPECTED"];
            503: components["responses"]["503-BUSY-OVERLOADED"];
        };
    };
}
