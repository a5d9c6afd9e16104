// All commands, by their first word. A command loads only what it needs, so a word's commands are
// loaded when it is typed.

import type { ClinicCommand } from './command.ts'

export interface Word {
  word: string
  alias?: string
  /**
   * Its text in `clinic help`; for a word that is itself a command, the summary of its operation.
   */
  summary: string
  /** Loads the commands that begin with the word, possibly among others. */
  load(): Promise<readonly ClinicCommand[]>
}

const workspaces = async () => (await import('./workspaces.ts')).workspaceCommands
const keys = async () => (await import('./keys.ts')).keyCommands
const entitlements = async () => (await import('./entitlements.ts')).entitlementCommands
const staff = async () => (await import('./staff.ts')).staffCommands
const locationsAndDoctors = async () =>
  (await import('./locations-and-doctors.ts')).locationAndDoctorCommands
const dashboard = async () => (await import('./staff.ts')).dashboardCommands
const patients = async () => (await import('./patients.ts')).patientCommands
const visits = async () => (await import('./visits.ts')).visitCommands
const series = async () => (await import('./series.ts')).seriesCommands
const forms = async () => (await import('./forms.ts')).formCommands
const waiting = async () => (await import('./waiting.ts')).waitingCommands
const queue = async () => (await import('./queue.ts')).queueCommands
const boards = async () => (await import('./boards.ts')).boardCommands
const availability = async () => (await import('./availability.ts')).availabilityCommands
const packs = async () => (await import('./packs.ts')).packCommands
const payments = async () => (await import('./payments.ts')).paymentCommands
const desk = async () => (await import('./desk-payments.ts')).deskPaymentCommands
const till = async () => (await import('./till.ts')).tillCommands
const receipts = async () => (await import('./receipts.ts')).receiptCommands
const secret = async () => (await import('./secret.ts')).secretCommands
const report = async () => (await import('./report.ts')).reportCommands
const imports = async () => (await import('./imports.ts')).importCommands
const calendars = async () => (await import('./calendars.ts')).calendarCommands
const outbox = async () => (await import('./outbox.ts')).outboxCommands
const news = async () => (await import('./news.ts')).newsCommands
const notices = async () => (await import('./notices.ts')).noticeCommands
const accounts = async () => (await import('./accounts.ts')).accountCommands
const sandboxGateway = async () => (await import('./sandbox-gateway.ts')).sandboxGatewayCommands
const work = async () => (await import('./work.ts')).workCommands
const clock = async () => (await import('./clock.ts')).clockCommands
const demo = async () => (await import('./demo.ts')).demoCommands
const settings = async () => (await import('./settings.ts')).settingsCommands
const backup = async () => (await import('./backup.ts')).backupCommands

export const words: readonly Word[] = [
  { word: 'workspace', summary: 'Workspaces.', load: workspaces },
  { word: 'settings', summary: 'The settings of a workspace, and their versions.', load: settings },
  {
    word: 'account',
    summary: 'Accounts at mail servers, WhatsApp and payment gateways.',
    load: accounts,
  },
  { word: 'ids', summary: 'The ids of the names in a clinic file.', load: workspaces },
  { word: 'key', summary: 'API keys.', load: keys },
  { word: 'entitlement', summary: 'The parts of the API a workspace may use.', load: entitlements },
  { word: 'staff', summary: 'Staff of a workspace.', load: staff },
  {
    word: 'location',
    alias: 'locations',
    summary: 'Locations of a workspace.',
    load: locationsAndDoctors,
  },
  {
    word: 'doctor',
    alias: 'doctors',
    summary: 'Practitioners of a workspace.',
    load: async () => [...(await locationsAndDoctors()), ...(await visits())],
  },
  { word: 'dashboard', summary: 'The dashboard in a browser.', load: dashboard },
  {
    word: 'patient',
    alias: 'patients',
    summary: 'Patients and their records.',
    load: async () => [...(await imports()), ...(await patients()), ...(await forms())],
  },
  { word: 'day', summary: 'The day of a location.', load: visits },
  { word: 'week', summary: 'The week of a practitioner.', load: visits },
  { word: 'block', alias: 'blocks', summary: 'Blocked times.', load: visits },
  {
    word: 'visit',
    alias: 'visits',
    summary: "Visits: a clinic's day.",
    load: async () => [...(await visits()), ...(await desk()), ...(await forms())],
  },
  { word: 'form', alias: 'forms', summary: 'Forms that patients fill in.', load: forms },
  { word: 'series', summary: 'Series of visits.', load: series },
  { word: 'waiting', summary: 'Patients waiting for a time.', load: waiting },
  { word: 'queue', summary: 'Queue shifts: running them, and who is in line.', load: queue },
  { word: 'board', alias: 'boards', summary: 'Waiting-room boards.', load: boards },
  {
    word: 'token',
    alias: 'tokens',
    summary: 'Tokens at the desk: giving, paying and refunding them.',
    load: async () => [...(await queue()), ...(await desk())],
  },
  { word: 'times', summary: 'The next free times.', load: availability },
  {
    word: 'availability',
    summary: 'What can be booked, and why the rest cannot.',
    load: availability,
  },
  {
    word: 'packs',
    summary: 'Session packs of patients.',
    load: async () => [...(await packs()), ...(await desk())],
  },
  {
    word: 'payments',
    alias: 'payment',
    summary: 'Online and desk payments, and the books.',
    load: async () => [...(await payments()), ...(await desk())],
  },
  { word: 'till', summary: 'The till of each location: its days and closes.', load: till },
  { word: 'receipt', alias: 'receipts', summary: 'Receipts for payments.', load: receipts },
  {
    word: 'report',
    summary: 'Report on a period: outcomes of visits, occupancy, waiting times and revenue.',
    load: report,
  },
  {
    word: 'calendar',
    alias: 'calendars',
    summary: 'External calendars of practitioners.',
    load: calendars,
  },
  {
    word: 'audit',
    summary: 'Show who read or changed which patient record, newest first.',
    load: patients,
  },
  { word: 'medicines', summary: 'Medicines.', load: imports },
  {
    word: 'outbox',
    summary: 'Show the last messages of a sandbox, newest first; none of them are sent.',
    load: outbox,
  },
  { word: 'news', summary: 'What patients did: booked, moved, cancelled, wrote.', load: news },
  { word: 'notices', summary: 'Notices to patients about their visits.', load: notices },
  {
    word: 'sandbox-gateway',
    summary: 'The payment gateway of a sandbox; no money moves.',
    load: sandboxGateway,
  },
  { word: 'work', summary: 'Scheduled background work.', load: work },
  {
    word: 'secret',
    summary: 'What is encrypted with the secret of the installation.',
    load: secret,
  },
  { word: 'clock', summary: 'Business time.', load: clock },
  { word: 'demo', summary: 'The demo clinic of a sandbox.', load: demo },
  {
    word: 'backup',
    summary: 'Write the whole database to a backup file; the service can keep running.',
    load: backup,
  },
  { word: 'restore', summary: 'Fill an empty database from a backup.', load: backup },
]
