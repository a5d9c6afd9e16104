// What there is to type, by the first word. A command loads what it needs and nothing else, so the commands of a word are loaded when
// it is typed.

import type { ClinicCommand } from './command.ts'

export interface Word {
  word: string
  alias?: string
  /** What `clinic help` says of it; of a word that is a command by itself, the summary of its operation. */
  summary: string
  /** The commands of the word, maybe among others. */
  load(): Promise<readonly ClinicCommand[]>
}

const workspaces = async () => (await import('./workspaces.ts')).workspaceCommands
const keys = async () => (await import('./keys.ts')).keyCommands
const entitlements = async () => (await import('./entitlements.ts')).entitlementCommands
const staff = async () => (await import('./staff.ts')).staffCommands
const places = async () => (await import('./places.ts')).placeCommands
const dashboard = async () => (await import('./staff.ts')).dashboardCommands
const patients = async () => (await import('./patients.ts')).patientCommands
const visits = async () => (await import('./visits.ts')).visitCommands
const series = async () => (await import('./series.ts')).seriesCommands
const waiting = async () => (await import('./waiting.ts')).waitingCommands
const queue = async () => (await import('./queue.ts')).queueCommands
const boards = async () => (await import('./boards.ts')).boardCommands
const availability = async () => (await import('./availability.ts')).availabilityCommands
const packs = async () => (await import('./packs.ts')).packCommands
const payments = async () => (await import('./payments.ts')).paymentCommands
const desk = async () => (await import('./desk-payments.ts')).deskPaymentCommands
const till = async () => (await import('./till.ts')).tillCommands
const receipts = async () => (await import('./receipts.ts')).receiptCommands
const report = async () => (await import('./report.ts')).reportCommands
const imports = async () => (await import('./imports.ts')).importCommands
const calendars = async () => (await import('./calendars.ts')).calendarCommands
const outbox = async () => (await import('./outbox.ts')).outboxCommands
const notices = async () => (await import('./notices.ts')).noticeCommands
const sandboxGateway = async () => (await import('./sandbox-gateway.ts')).sandboxGatewayCommands
const work = async () => (await import('./work.ts')).workCommands
const clock = async () => (await import('./clock.ts')).clockCommands
const settings = async () => (await import('./settings.ts')).settingsCommands
const backup = async () => (await import('./backup.ts')).backupCommands

export const words: readonly Word[] = [
  { word: 'workspace', summary: 'Workspaces.', load: workspaces },
  { word: 'settings', summary: 'The settings of a workspace, and their versions.', load: settings },
  { word: 'ids', summary: 'The ids given to the names of a clinic file.', load: workspaces },
  { word: 'key', summary: 'API keys.', load: keys },
  { word: 'entitlement', summary: 'What a workspace may use of the API.', load: entitlements },
  { word: 'staff', summary: 'Staff of a workspace.', load: staff },
  { word: 'location', alias: 'locations', summary: 'Locations of a workspace.', load: places },
  { word: 'doctor', alias: 'doctors', summary: 'Practitioners of a workspace.', load: async () => [...(await places()), ...(await visits())] },
  { word: 'dashboard', summary: 'The dashboard in a browser.', load: dashboard },
  { word: 'patient', alias: 'patients', summary: 'Patients and their records.', load: async () => [...(await imports()), ...(await patients())] },
  { word: 'day', summary: 'The day of a location.', load: visits },
  { word: 'week', summary: 'The week of a practitioner.', load: visits },
  { word: 'block', alias: 'blocks', summary: 'Times that are blocked.', load: visits },
  { word: 'visit', alias: 'visits', summary: "Visits: a clinic's day.", load: async () => [...(await visits()), ...(await desk())] },
  { word: 'series', summary: 'Series of visits.', load: series },
  { word: 'waiting', summary: 'Who waits for a time.', load: waiting },
  { word: 'queue', summary: 'Queue shifts: running them, and who is in line.', load: queue },
  { word: 'board', alias: 'boards', summary: 'Boards on the walls of waiting rooms.', load: boards },
  { word: 'token', alias: 'tokens', summary: 'Tokens at the desk: giving them, and their money.', load: async () => [...(await queue()), ...(await desk())] },
  { word: 'times', summary: 'The next free times.', load: availability },
  { word: 'availability', summary: 'What can be booked, and why not.', load: availability },
  { word: 'packs', summary: 'Session packs of patients.', load: async () => [...(await packs()), ...(await desk())] },
  {
    word: 'payments',
    alias: 'payment',
    summary: 'Payments online and at the desk: how they stand, and the books.',
    load: async () => [...(await payments()), ...(await desk())],
  },
  { word: 'till', summary: 'The till of each location: its day, and its closes.', load: till },
  { word: 'receipt', alias: 'receipts', summary: 'Receipts for what was paid.', load: receipts },
  { word: 'report', summary: 'What became of visits, how full the hours were, how long patients waited, and what came in, of some days.', load: report },
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
