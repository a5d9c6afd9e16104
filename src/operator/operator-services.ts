import type { CalendarServices } from '../calendars/refresh.ts'
import type { Configurations } from '../catalogue/configuration.ts'
import type { CheckoutServices } from '../checkout/checkout-services.ts'
import type { MessageRails } from '../messages/rail.ts'
import type { CommonServices } from '../operations/operation.ts'
import type { PatientRegister } from '../patients/patient-tables.ts'
import type { Gateways } from '../payments/gateways/gateways.ts'
import type { DatabaseClock } from '../ports/clock.ts'
import type { Counters } from '../ports/counters.ts'
import type { SignInSettings } from '../sign-in/sign-in.ts'
import type { ConsentGate } from '../verification/consent-gate.ts'
import type { CallServices } from '../workspaces/operations/key-calls.ts'

/** Of the application, what operations use. */
export interface OperatorServices extends CommonServices, CalendarServices, CallServices {
  clock: DatabaseClock
  configurations: Configurations
  gate: ConsentGate
  gateways: Gateways
  /** What is kept of patients, to erase and to export it. */
  patients: PatientRegister
  /** What checkouts are done with. */
  checkouts: CheckoutServices
  /** How messages are sent. */
  rails: MessageRails
  /** Counts what is bounded by the minute. */
  spend: Counters['spend']
  keys: {
    /** Writes down when keys were last used. */
    writeUses(): Promise<void>
    forgetWorkspace(workspaceId: number): void
  }
  /** How long members of staff stay signed in. */
  staffSessions: SignInSettings
  /** Where people reach the service. */
  publicUrl(): string
  /** Where people reach the dashboard: an origin; undefined where it is switched off. */
  dashboardUrl(): string | undefined
  /** How often calendars elsewhere are fetched. */
  calendarMs: number
  /** Reads the database's clock and the sandbox offset again. */
  followClock(): Promise<void>
}
