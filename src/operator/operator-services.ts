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
import type { TestRooms } from '../video/test-rooms.ts'
import type { CallServices } from '../workspaces/operations/key-calls.ts'

/** The parts of the application that operations use. */
export interface OperatorServices extends CommonServices, CalendarServices, CallServices {
  clock: DatabaseClock
  configurations: Configurations
  gate: ConsentGate
  gateways: Gateways
  /** The stored data of patients, for erasure and export. */
  patients: PatientRegister
  /** The services of checkouts. */
  checkouts: CheckoutServices
  /** Sends messages. */
  rails: MessageRails
  /** Counts what is limited per minute. */
  spend: Counters['spend']
  keys: {
    /** Stores when keys were last used. */
    writeUses(): Promise<void>
    forgetWorkspace(workspaceId: number): void
  }
  /** How long members of staff stay signed in. */
  staffSessions: SignInSettings
  /** Whether the built-in video is a public server, which a clinic of production cannot choose. */
  videoIsPublic: boolean
  /** The test rooms of a sandbox. */
  testRooms: TestRooms | undefined
  /** The public origin of the service. */
  publicUrl(): string
  /** The public origin of the dashboard; undefined if it is disabled. */
  dashboardUrl(): string | undefined
  /** How often external calendars are fetched. */
  calendarMs: number
  /** Reads the database's clock and the sandbox offset again. */
  followClock(): Promise<void>
}
