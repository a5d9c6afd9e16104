import type { Channel } from '../../base/messages/channels.ts'
import type { MessageRails } from '../../base/messages/rail.ts'
import type { HeardOutcome, MessageEvent } from '../../base/messages/sms/carrier-event.ts'
import type { CommonServices } from '../../base/operations/operation.ts'
import type { DatabaseClock } from '../../base/ports/clock.ts'
import type { Counters } from '../../base/ports/counters.ts'
import type { Sealing } from '../../base/ports/sealing.ts'
import type { Configurations } from '../../clinic/catalogue/configuration.ts'
import type { SealedAnswers } from '../../clinic/forms/sealed-answers.ts'
import type { WrittenTo } from '../../clinic/notices/carrier-callbacks.ts'
import type { FormValues } from '../../clinic/patients/form-values.ts'
import type { PatientRegister } from '../../clinic/patients/patient-tables.ts'
import type { SignInSettings } from '../../clinic/sign-in/sign-in.ts'
import type { ConsentGate } from '../../clinic/verification/consent-gate.ts'
import type { CallServices } from '../../clinic/workspaces/operations/key-calls.ts'
import type { InstallationSecrets } from '../../management/secret/installation-secrets.ts'
import type { CheckoutServices } from '../../money/checkout/checkout-services.ts'
import type { Gateways } from '../../money/payments/gateways/gateways.ts'
import type { CalendarServices } from '../../visits/calendars/refresh.ts'
import type { TestRooms } from '../../visits/video/test-rooms.ts'

/** The parts of the application that operations use. */
export interface OperatorServices extends CommonServices, CalendarServices, CallServices {
  clock: DatabaseClock
  configurations: Configurations
  gate: ConsentGate
  /** Reads the answers to forms in records of patients. */
  formValues: FormValues
  /** Encrypts and reads answers to forms. */
  answers: SealedAnswers
  gateways: Gateways
  /** The stored data of patients, for erasure and export. */
  patients: PatientRegister
  /** The services of checkouts. */
  checkouts: CheckoutServices
  /** Sends messages. */
  rails: MessageRails
  /** The secrets of the installation. */
  secrets: InstallationSecrets
  /** Opens the messages of patients. */
  sealing: Sealing
  /** Keyed hash by which notices know a contact. */
  hashOf(channel: Channel, address: string): Buffer
  /** Hears a message of a patient as if a carrier had reported it. */
  hearMessage(to: WrittenTo, message: MessageEvent): Promise<HeardOutcome>
  /** Counts whatever is limited per minute. */
  spend: Counters['spend']
  keys: {
    /** Stores when keys were last used. */
    writeUses(): Promise<void>
    forgetWorkspace(workspaceId: number): void
  }
  /** How long members of staff stay signed in. */
  staffSessions: SignInSettings
  /** Whether the built-in video is a public server, which a production clinic cannot choose. */
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
