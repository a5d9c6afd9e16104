export {
  type AppointmentChanges,
  appointmentChanges,
  type QueueVisitChanges,
  queueVisitChanges,
} from './appointment-changes.ts'
export {
  type CallOptions,
  type Client,
  type ClientOptions,
  type Credential,
  createClient,
  type InputOf,
  type OperationName,
  type OutputOf,
  type Retry,
} from './client.ts'
export {
  AuthenticationError,
  ClinicError,
  ConnectionError,
  type FieldError,
  InvalidBodyError,
  NotAllowedError,
  NotEntitledError,
  NotVerifiedError,
  RefusedError,
  ServiceError,
  SessionEndedError,
  TooManyRequestsError,
} from './errors.ts'

import type { components } from './generated.ts'

export type { RefusalCode } from './generated.ts'
export { type BookedPrice, paidBy } from './paid-by.ts'
export { paymentOutcome } from './payment-outcome.ts'

/** The named schemas of the API reference: `Schemas['Slot']`, `Schemas['Appointment']`. */
export type Schemas = components['schemas']
