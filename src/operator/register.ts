// Every operation there is, by the first word of its command. A command loads what it needs and nothing else, so the operations of a
// word are loaded when it is typed.

import { OperatorProblem } from '../values/operator-problem.ts'
import type { Operation } from './operation.ts'

export interface Word {
  word: string
  alias?: string
  /** What `clinic help` says of it; of a word that is a command by itself, the summary of its operation. */
  summary: string
  /** The operations of the word, maybe among others. */
  load(): Promise<readonly Operation[]>
}

const workspaces = async () => (await import('./operations/workspaces.ts')).workspaceOperations
const removal = async () => (await import('./operations/workspace-removal.ts')).removalOperations
const keys = async () => (await import('./operations/keys.ts')).keyOperations
const entitlements = async () => (await import('./operations/entitlements.ts')).entitlementOperations
const staff = async () => (await import('./operations/staff.ts')).staffOperations
const patients = async () => (await import('./operations/patients.ts')).patientOperations
const visits = async () => (await import('./operations/visits.ts')).visitOperations
const queue = async () => (await import('./operations/queue.ts')).queueOperations
const availability = async () => (await import('./operations/availability.ts')).availabilityOperations
const packs = async () => (await import('./operations/packs.ts')).packOperations
const payments = async () => (await import('./operations/payments.ts')).paymentOperations
const desk = async () => (await import('./operations/desk-payments.ts')).deskPaymentOperations
const imports = async () => (await import('./operations/imports.ts')).importOperations
const calendars = async () => (await import('./operations/calendars.ts')).calendarOperations
const outbox = async () => (await import('./operations/outbox.ts')).outboxOperations
const notices = async () => (await import('./operations/notices.ts')).noticeOperations
const sandboxGateway = async () => (await import('./operations/sandbox-gateway.ts')).sandboxGatewayOperations
const work = async () => (await import('./operations/work.ts')).workOperations
const clock = async () => (await import('./operations/clock.ts')).clockOperations
const backup = async () => (await import('./operations/backup.ts')).backupOperations

export const register: readonly Word[] = [
  { word: 'workspace', summary: 'Workspaces.', load: async () => [...(await workspaces()), ...(await removal())] },
  { word: 'ids', summary: 'The ids given to the names of a clinic file.', load: workspaces },
  { word: 'key', summary: 'API keys.', load: keys },
  { word: 'entitlement', summary: 'What a workspace may use of the API.', load: entitlements },
  { word: 'staff', summary: 'Staff of a workspace.', load: staff },
  { word: 'patient', alias: 'patients', summary: 'Patients and their records.', load: async () => [...(await imports()), ...(await patients())] },
  { word: 'visit', alias: 'visits', summary: "Visits: a clinic's day.", load: async () => [...(await visits()), ...(await desk())] },
  { word: 'queue', summary: 'Queue shifts: running them, and who is in line.', load: queue },
  { word: 'token', alias: 'tokens', summary: 'Money of tokens, at the desk.', load: desk },
  { word: 'availability', summary: 'What can be booked, and why not.', load: availability },
  { word: 'packs', summary: 'Session packs of patients.', load: async () => [...(await packs()), ...(await desk())] },
  {
    word: 'payments',
    alias: 'payment',
    summary: 'Payments online and at the desk: how they stand, and the books.',
    load: async () => [...(await payments()), ...(await desk())],
  },
  { word: 'calendar', alias: 'calendars', summary: 'Calendars that practitioners keep elsewhere.', load: calendars },
  { word: 'audit', summary: 'Who read or changed which patient record, newest first.', load: patients },
  { word: 'medicines', summary: 'Medicines.', load: imports },
  { word: 'outbox', summary: 'The last messages of a sandbox, newest first; none of them is sent.', load: outbox },
  { word: 'notices', summary: 'Notices to patients about their visits.', load: notices },
  { word: 'sandbox-gateway', summary: 'The payment gateway of a sandbox, where no money moves.', load: sandboxGateway },
  { word: 'work', summary: 'Work that is due at a time.', load: work },
  { word: 'clock', summary: 'Business time.', load: clock },
  { word: 'backup', summary: 'Write everything the database holds to a file; the service may go on.', load: backup },
  { word: 'restore', summary: 'Fill an empty database from a backup.', load: backup },
]

/** All operations, each once. */
export async function allOperations(): Promise<readonly Operation[]> {
  const lists = await Promise.all(register.map(({ load }) => load()))
  return [...new Set(lists.flat())]
}

/** The operation of a name, as another process asks for it. */
export async function operationNamed(name: string): Promise<Operation> {
  const found = (await allOperations()).find((candidate) => candidate.name === name)
  if (found) return found
  throw new OperatorProblem(`the service knows no operation ${name}`, 'the command line and the service are of different versions; restart the service')
}
