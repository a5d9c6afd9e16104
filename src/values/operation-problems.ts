// What operations refuse beside the rules of the API, and what ends a command or the start of the service. A front words it by its code, details
// and next operation, or takes the English of here. None of it names a command or an option: `cli/words/refusals.ts` does.

/**
 * What is wrong; what to do about it, `{it}` being the operation that leads on; the name of that operation; and what is known of its input.
 * `{name}` is replaced by a detail.
 */
export type ProblemRow = readonly [wrong: string, toDo: string, operation?: string | undefined, input?: Readonly<Record<string, unknown>>]

const lookUp = 'look it up: {it}'
const seeWhatThereIs = 'see what there is: {it}'
const useSandbox = 'use a sandbox: CLINIC_MODE=sandbox and a database of its own'
const seeShifts = 'see the shifts of the day: {it}'
const seeLine = 'see the line: {it}'
const seeDesk = 'see what the desk took: {it}'
const seeTill = 'see what is open: {it}'
const seeHow = 'see how it stands: {it}'
const doItAgain = 'do it again'
const runDatabase = 'see that the database runs, and do it again'
const ofThatRelease = 'restore it with the release that made it'

export const operationProblems = {
  // Asking for an operation
  NO_WORKSPACE: ['there is no workspace yet', 'describe one: {it}', 'workspace-import'],
  WORKSPACE_NOT_SAID: ['there are several workspaces: {names}', 'say which one'],
  WORKSPACE_NOT_FOUND: ['there is no workspace named {name}', 'choose one of: {names}'],
  WORKSPACE_GONE: ['the workspace has just been deleted', seeWhatThereIs, 'workspace-list'],
  OPERATION_NOT_FOUND: ['the service knows no operation {name}', 'restart the service: it is of another version than what asks it'],
  OPERATION_NOT_SERVED: ['{name} runs beside the service', 'run it there'],
  INPUT_TOO_LARGE: ['the input has more than {bytesMax} bytes', 'send less at once'],
  SERVICE_FAILED: ['the service could not do it', 'see the log of the service'],
  SERVICE_ENDED: ['the service ended before it answered', 'see whether it was done, and repeat it if not'],
  REPEAT_KEY_REUSED: ['this key was sent with another input', 'send a new key with each change'],
  ALREADY_DONE: ['this was done already, and what it answered is not kept', 'see how it stands'],
  GATEWAY_REFUSED: ['the gateway answered {status}: {body}', 'nothing was changed; settle it with the gateway, or try again'],

  // The booking page
  NO_BOOKING_PAGE: ['this workspace has no booking page', 'set workspace.bookingPage.published in the clinic file, and import that: {it}', 'workspace-import'],
  NO_BOOKING_PAGE_OF: ['nobody can be booked as {practitioner}', 'choose one of: {names}'],

  // API keys
  KEY_NOT_FOUND: ['there is no key {id} in this workspace', lookUp, 'key-list'],
  KEY_NOT_ACTIVE: ['key {id} is not active', 'create a new one: {it}', 'key-create'],
  KEY_NOT_FOR_PAGES: ['key {id} is not for pages', 'make a widget key: {it}', 'key-create', { kind: 'WIDGET' }],
  DEVELOPER_KEY_NOT_FOR_PAGES: ['a developer key is not for pages', 'make a widget key: {it}', 'key-create', { kind: 'WIDGET' }],
  KEY_NEEDS_ADDRESS: ['a developer key needs at least one address it may be used from', 'name it'],
  KEY_WITHOUT_ADDRESS: ['key {id} may be used from no address', 'add one first: {it}', 'key-allow', { id: '{id}' }],
  KEY_WITHOUT_THESE_ADDRESSES: ['not on the allowlist of key {id}: {addresses}', 'see what is: {it}', 'key-list'],
  KEY_WOULD_BE_EXPIRED: ['the key would be expired already', 'name a later time'],
  ADDRESS_RANGE_NOT_USABLE: ['{problem}', 'name single addresses or ranges, such as 203.0.113.7 or 2001:db8::/32'],
  TOO_MANY_ADDRESSES: ['{count} addresses are too many', 'a key takes at most {most}; use ranges'],
  ORIGIN_NOT_USABLE: ["'{origin}' is not an origin", 'name scheme and host, such as https://clinic.example'],

  // The clinic file, and what it describes
  CLINIC_FILE_MISTAKEN: ['the clinic file has mistakes and nothing was imported', 'mend them and import it again'],
  UPCOMING_VISITS_LEFT_OUT: [
    'the clinic file leaves out what has visits to come, and nothing was imported',
    'keep the names (one that changes is another practitioner, location or room), move or cancel the visits, or allow it',
  ],
  SETTINGS_CHANGED_MEANWHILE: [
    'the settings were changed by {by} since this began, and nothing was written: they are of version {version} now',
    'look at what changed, and do it again with that version: {it}; since then: {changed}',
    'settings-version',
    { number: '{version}' },
  ],
  SETTINGS_VERSION_NOT_FOUND: ['version {number} of the settings is not kept', seeWhatThereIs, 'settings-versions'],
  SETTING_FOR_OPERATORS: [
    '{setting} is for operators alone, because it says where secrets go or what the workspace may use',
    'ask them to import a clinic file with it',
  ],
  SETTINGS_OF_STAFF: ['this changes the staff or their roles, for which a role needs staff: write', 'ask a manager or an owner'],
  RIGHTS_BEYOND_OWN: ['{name} may do more than you, before or after this', 'ask an owner'],
  WORKSPACE_OF_FILE_DIFFERS: ['the file describes the workspace {name}', 'import a file of this one'],
  STAFF_EMAIL_TAKEN: [
    'an email of the file belongs to a member of staff who left it or was added through the API, and nothing was imported',
    'see who has it: {it}; and give one of the two another',
    'staff-list',
  ],
  SYSTEM_OF_BOOKED_CHANGED: [
    'a practitioner who has been booked cannot change from slots to tokens or back, and nothing was imported',
    'describe a second practitioner for the other system, or keep the system as it was',
  ],
  CURRENCY_OF_PRICED_CHANGED: [
    'a location whose medicines have prices cannot change its currency, and nothing was imported',
    'describe the medicines in the clinic file too, or keep the currency',
  ],
  NAME_NOT_FOUND: ['there is no {kind} {name} in this workspace', seeWhatThereIs, 'ids'],
  STAFF_NOT_FOUND: ['there is no member of staff {id} in this workspace', 'look them up: {it}', 'staff-list'],
  STAFF_OF_CLINIC_FILE: ['a clinic file describes member {id}, as {name}', 'set their membership there and import it: {it}', 'workspace-import'],
  ACTIVE_STAFF_NOT_FOUND: ['there is no active member of staff {id} in this workspace', 'look them up: {it}', 'staff-list'],
  DASHBOARD_OFF: ['the dashboard is switched off', 'leave CLINIC_DASHBOARD=off out and start the service again'],
  NO_OWNER: ['no active member of the staff is an owner', 'give one a role with `dashboard: owner` in the clinic file and import it: {it}', 'workspace-import'],
  LAST_OWNER: ['the file leaves no active member of the staff who is an owner', 'keep one, or give another a role with `dashboard: owner`'],
  STAFF_WITHOUT_RIGHTS: [
    'no role of {name} may do anything in the dashboard',
    'give one of them `dashboard: reception` in the clinic file and import it: {it}',
    'workspace-import',
  ],
  STAFF_WITHOUT_EMAIL: ['{name} has no e-mail address to sign in by', 'give one in the clinic file and import it: {it}', 'workspace-import'],
  STAFF_MAY_DO_MORE: ['{name} may do more than you', 'ask an owner to send the invitation'],
  PRACTITIONER_NOT_FOUND: ['no practitioner {doctor} works in this workspace', 'see who there is: {it}', 'ids'],
  LOCATION_NOT_SAID: ['{doctor} works at several locations: {locations}', 'say which one'],
  PRACTITIONER_NOT_THERE: ['{doctor} does not work at {location}', 'choose one of: {locations}'],
  CALENDAR_NOT_FOUND: ['there is no calendar {calendar} in this workspace', seeWhatThereIs, 'calendar-list'],
  CALENDAR_NOT_SAID: ['{doctor} has several calendars: {calendars}', seeWhatThereIs, 'calendar-list'],
  CALENDAR_WITHOUT_URL: ['this calendar has no address', 'bring it as a file: {it}', 'calendar-import', { calendar: '{calendar}' }],
  CALENDAR_WITH_URL: [
    'this calendar is fetched from an address',
    'fetch it: {it}; or take its url out of the clinic file',
    'calendar-refresh',
    { calendar: '{calendar}' },
  ],
  CALENDAR_NOT_READ: ['{problem}; what was known before still holds', 'mend it and do it again; see {it}', 'calendar-list'],
  CALENDAR_CHANGED: ['the calendar was changed meanwhile', doItAgain],

  // Files with rows
  FILE_EMPTY: ['the file is empty', 'its first line names the columns: {columns}'],
  FILE_WITHOUT_ROWS: ['the file has no rows; nothing was imported', 'write a row for each medicine and location below the first line'],
  FILE_NOT_UTF_8: ['the file is not UTF-8', 'save it as CSV UTF-8 in the spreadsheet'],
  FILE_WITHOUT_COLUMNS: ['the first line does not name the columns', 'the columns are {columns}'],
  FILE_WITH_WRONG_LINES: ['the file has wrong lines and nothing was imported', 'mend them and import it again'],
  FILE_CHANGED: ['the file was changed while it was imported, and the rest of it was not', 'import it again: patients who are there already are found'],

  // Visits
  VISIT_NOT_FOUND: ['there is no visit {id} in this workspace', lookUp, 'visit-list'],
  BLOCK_NOT_FOUND: ['there is no block {id} in this workspace', lookUp, 'block-list'],
  CLOSING_NOT_FOUND: ['nothing in this workspace is closed by the number {id}', lookUp, 'block-list'],
  SERIES_NOT_FOUND: ['there is no series {id} in this workspace', lookUp, 'visit-list'],
  SERIES_TIME_REFUSED: ['the visit of {time} cannot be had, and nothing was done: {why}', 'see which times are free: {it}', 'series-plan'],
  WAITING_NOT_FOUND: ['nobody waits by the number {id} in this workspace', lookUp, 'waiting-list'],
  WAITING_NO_MORE: ['entry {id} of the waiting list is booked or ended already', 'see who waits: {it}', 'waiting-list'],
  WAITING_LIST_FULL: ['at most {most} can wait at a location', 'take some off the list: {it}', 'waiting-list'],
  WAITING_OFFERED: [
    'entry {id} of the waiting list has a time on offer until {until}',
    'wait for the answer, book that time, or take it back: {it}',
    'waiting-offer-end',
    { id: '{id}' },
  ],
  OFFERS_ARE_OFF: [
    'patients are told of no offers here, so none can be made',
    'set workspace.notices.offer in the clinic file, see that notices are on, and import that: {it}',
    'workspace-import',
  ],
  TOO_MANY_OFFERS: ['at most {most} times are on offer {to} at once', 'wait for answers, or take some back: {it}', 'waiting-offer-end'],
  OFFER_OVER: ['this offer is over', 'see how it ended: {it}', 'waiting-list'],
  TOO_MANY_BLOCKS: ['a practitioner or room has at most {most} blocks to come', 'free some that are not needed: {it}', 'block-list'],
  NOBODY_AWAITED: ['visit {id} is {status}, so its patient is not awaited', 'see how it stands: {it}', 'visit-show', { id: '{id}' }],
  ARRIVAL_STANDS: [
    'that the patient of visit {id} came was noted more than a minute ago',
    'leave it, or say what became of the visit: {it}',
    'visit-status',
    { id: '{id}' },
  ],
  VOID_WITH_REFUND: ['a void refunds nothing', 'leave out the refund, or the void'],
  NO_PACK_PAID: ['no pack paid for visit {id}', 'do not give a session back'],
  TIME_NOT_UNDERSTOOD: ["'{time}' is not a time", 'write date and time of the clinic, such as 2026-12-01T09:00'],
  TIME_OF_DAY_NOT_UNDERSTOOD: ["'{time}' is no time of a day", 'write it as HH:MM, such as 09:00'],

  // The queue
  QUEUE_SHIFT_NOT_FOUND: ['there is no shift {shift} in this workspace', seeShifts, 'queue-list'],
  QUEUE_NOT_THERE: ['shift {shift} has no queue on {date}: nobody has a token, and it was not started', seeShifts, 'queue-list'],
  QUEUE_OF_ANOTHER_DAY: ['the queue of {date} cannot be started: today is {today}', 'start it on its day'],
  QUEUE_NOT_ON_OFFER: ['shift {shift} is not on offer on {date}, and nobody has a token of it', seeShifts, 'queue-list'],
  QUEUE_RUNS: ['shift {shift} is running already', seeShifts, 'queue-list'],
  QUEUE_OVER: ['shift {shift} is over on {date}; its visits stay as they are', seeShifts, 'queue-list'],
  BOARD_NOT_FOUND: ['there is no board {id} in this workspace', lookUp, 'board-list'],
  BOARD_NAME_TAKEN: ['this location has a board named {name}', 'give that one another link: {it}', 'board-renew'],
  BOARD_SHIFT_NOT_HERE: ['not a shift at this location that people come to: {shifts}', seeShifts, 'queue-list'],
  TOO_MANY_BOARDS: ['this location has {most} boards already', 'withdraw one: {it}', 'board-list'],
  QUEUE_NOT_STARTED: ['shift {shift} has not been started on {date}', 'start it: {it}', 'queue-start', { shift: '{shift}' }],
  TOKEN_NOT_FOUND: ['shift {shift} has no token {token} on {date}', seeLine, 'queue-show', { shift: '{shift}' }],
  TOKEN_OF_ANOTHER_LETTER: ['shift {shift} has no token {token} on {date}; {number} is {known}', seeLine, 'queue-show', { shift: '{shift}' }],
  TURN_STANDS: ['{token} is {status} for more than a minute', 'see what can be done with it: {it}', 'queue-show', { shift: '{shift}' }],
  TOKEN_NOT_ACTABLE: ['{token} is {status} and cannot be {wanted}', seeLine, 'queue-show', { shift: '{shift}' }],

  // Patients
  PATIENT_CHANGED_MEANWHILE: ['the record of patient {id} was changed meanwhile', 'look at it, and change it again: {it}', 'patient-show', { id: '{id}' }],
  // Patients' records
  ONE_RECORD: ['{id} is one record, and two are merged', 'name the other one: {it}', 'patient-search'],
  RECORD_MERGED: ['record {id} was merged into {into} already', 'see what was merged: {it}', 'patient-merged', { id: '{into}' }],
  RECORD_HAS_OPEN_CHECKOUT: [
    'the patient of record {id} can be paying online at this moment',
    'wait until the checkout is paid or over, and merge then: {it}',
    'payments-list',
  ],
  RECORD_HAS_REFUND_UNDER_WAY: ['a refund of record {id} is under way', 'wait until it is done, and merge then: {it}', 'payments-list'],
  RECORDS_IN_USE: ['one of the records is being changed at this moment', 'do it again'],

  // Session packs
  PACK_NOT_ON_SALE: ['there is no session pack {name} on sale in this workspace', 'name one of those: {names}'],
  PACK_NOT_FOUND: ['there is no pack {id} in this workspace', lookUp, 'packs-show'],
  NO_SESSIONS_GIVEN: ['0 sessions change nothing', 'write how many to give back, or a number below zero to take some'],
  PACK_SESSIONS_EXCEEDED: ['pack {id} cannot move by {sessions}: it never has fewer than none or more than all', 'see what is left: {it}', 'packs-show'],

  // Money
  NOTHING_PAID_ONLINE: ['nothing was to be paid online for {reference}', seeWhatThereIs, 'payments-list'],
  NOTHING_TO_GIVE_BACK: ['of {reference} there is nothing to give back', seeHow, 'payments-show', { reference: '{reference}' }],
  GOES_BACK_WHOLE: ['what came too late goes back as a whole', 'name no share of it'],
  REFUND_OF_NOTHING: ['{percentage} % of it is nothing', 'choose more'],
  PAID_VISIT_STANDS: ['the visit that it paid for stands', 'call it off with its refund: {it}', 'visit-cancel', { id: '{id}', refund: 100 }],
  PAID_TOKEN_STANDS: ['the token that it paid for stands', 'call it off first: {it}', 'queue-cancel'],
  PAST_CALLING_OFF: [
    'what it paid for is {status}, and cannot be called off any more',
    'agree with the patient, and give it back at the desk, or by hand at the gateway, where {it} finds it',
    'payments-reconcile',
  ],
  PAID_VISIT_VOIDED: ['the visit that it paid for was voided, which gives nothing back', 'give it back at the desk'],
  PAID_PACK_USABLE: ['the pack that it paid for can still be used', 'agree with the patient, and give it back at the desk'],
  PAID_PACK_USED: ['sessions of the pack that it paid for were used', 'agree with the patient what is left, and give it back at the desk'],
  MONEY_NOT_ALLOWED: ['taking money is not among your rights', 'leave it unpaid, and have it paid by who may take money'],
  NOT_AT_THE_DESK: ['nothing is paid online at the desk', 'say how it was paid'],
  PAYABLE_NOT_OWED: ['{name} is {status} already', seeHow],
  PAYABLE_CANCELLED: ['{name} is cancelled, so nothing is owed for it', 'book it again, and have that paid'],
  PAYABLE_PAID_ONLINE_SOON: [
    '{name} is held for a payment online, which can arrive at any moment',
    'have it paid there, or wait until its checkout is over: {it}',
    'payments-list',
  ],
  AMOUNT_NOT_DUE: ['{name} costs {due} {currency}, and {amount} is not that', 'take {due} {currency}, or name no amount'],
  PAYABLE_NOT_PAID: ['{name} is {status}, so there is nothing to correct or give back', seeHow],
  PAYABLE_PAID_ONLINE: ['{name} was paid online', 'have its gateway give it back: {it}', 'payments-refund', { reference: '{reference}' }],
  PAYABLE_TOKEN_NOT_FOUND: ['there is no token with visitId {id} in this workspace', lookUp, 'queue-show'],
  SOLD_PACK_NOT_FOUND: ['no pack {id} was sold by itself in this workspace', 'look it up: {it}; one bought with a visit is paid with it', 'packs-show'],
  DESK_PAYMENT_NOT_FOUND: ['the desk took no payment {id} in this workspace', seeDesk, 'payments-desk'],
  DESK_PAYMENT_CORRECTED: ['payment {id} is corrected already', seeDesk, 'payments-desk'],
  PACK_OF_PAYMENT_USED: [
    'sessions of the pack that payment {id} was for have been used',
    'cancel those visits first, or correct its sessions: {it}',
    'packs-correct',
  ],
  TILL_HAS_NOTHING_OPEN: ['nothing was taken since this till was closed last', seeTill, 'till-show'],
  TILL_CLOSED_MEANWHILE: ['this till was closed meanwhile, or others of its entries are open than were counted', seeTill, 'till-show'],
  TILL_COUNT_MISSING: ['{method} in {currency} is not counted', 'count it; where nothing is there, it is 0'],
  TILL_COUNTED_TWICE: ['{method} in {currency} is counted twice', 'count it once'],
  TILL_COUNT_NOT_USABLE: ['the count of {method} is not {what}, or as much below zero', 'count again'],
  RECEIPT_OF_ONE_PAYMENT: ['a receipt is for one payment', 'name one visit, token, session pack or payment'],
  RECEIPT_OF_NOTHING: ['no payment at the desk or online is noted for this', 'have it paid first'],
  RECEIPT_OF_CORRECTED: ['this payment was noted by mistake and has no receipt', seeDesk, 'payments-desk'],
  RECEIPT_ADDRESS_NOT_USABLE: ['this is no address that a mail can be sent to', 'write it as name@example.org'],
  RECEIPT_HAS_NO_ADDRESS: ['no mail address of the patient is known', 'name one'],
  RECEIPT_NOT_SENT: ['the mail was not taken; the receipt has its number', 'see the log of the service, and send it again'],
  RECEIPT_MAY_BE_SENT: ['it is not known whether the mail was sent; the receipt has its number', 'ask the patient before it is sent again'],
  DAYS_TURNED_ROUND: ['{from} is after {to}', 'turn them round'],
  DAYS_TO_COME: ['{from} is yet to come', 'choose days that have begun'],
  TOO_MANY_MOVEMENTS: ['there are more than {most} movements in these days', 'choose fewer days'],

  // Messages, and work that is due
  NO_OUTBOX: ['a production instance keeps no outbox', 'its messages go out as the clinic file says; a sandbox shows them'],
  NOTICE_NOT_FOUND: ['there is no notice {id} in this workspace', seeWhatThereIs, 'notices-list'],
  NOTICE_NOT_RETRIED: ['notice {id} is {state}', 'retry those that are FAILED, UNKNOWN or SKIPPED: {it}', 'notices-list'],
  TEST_NOTICE_TO_NO_ONE: ['it is not said who gets the message', 'name a member of the staff: {it}', 'staff-list'],
  TEST_NOTICE_WITHOUT_ADDRESS: ['{name} has no e-mail address', 'give one in the clinic file and import it: {it}', 'workspace-import'],
  TEST_NOTICES_SPENT: ['{most} messages were tried within a minute', 'try again in {seconds} seconds'],
  TEST_NOTICE_NOT_SENT: ['the message was not taken: {reason}', 'mend workspace.messages of the clinic file and import it: {it}', 'workspace-import'],
  TEST_NOTICE_MAY_BE_SENT: ['it is not known whether the message was taken: {reason}', 'look into the mailbox before you try again'],
  WORK_NOT_SAID: ['say which work is meant', 'name it, or all: {it}', 'work-retry', { allDead: true }],
  WORK_NOT_FOUND: ['there is no dead work {id}', seeWhatThereIs, 'work-list'],

  // Sandboxes
  NO_SANDBOX_GATEWAY: ['a production instance has no sandbox gateway', useSandbox],
  FAULT_REFUSES_NOTHING: ['a status and a body are of refuse, and not of {how}', 'leave them out, or choose refuse'],
  FAULT_WITHOUT_TIME: ['a time and slow belong together', 'say how slow: {it}', 'sandbox-gateway-fail', { call: '{call}', how: 'slow', ms: 2_000 }],
  FAULT_WITHOUT_AMOUNT: ['the answer to a refund tells no amount', 'choose another call, or another fault'],
  FAULT_OF_REFUNDS: ['only a refund can be {how}', 'let it be one: {it}', 'sandbox-gateway-fail', { call: 'refund', how: '{how}' }],
  CLOCK_STANDS: ['the clock of a production instance does not move', useSandbox],
  CLOCK_TOO_FAR: ['the clock goes to the year 2100 at most', 'advance it less, or start a new sandbox with another CLINIC_DATA'],

  // Backups, and the end of a workspace
  WORKSPACE_HAS_YOUNG_AUDIT: [
    'the audit of {name} has entries of the last 30 days, which nothing removes, and nothing was deleted',
    'stop its keys ({it}), so that nothing is added, and delete it after {until}',
    'key-deactivate',
  ],
  BACKUP_REQUIRED: [
    '{name} holds records (patients: {patients}, visits: {visits}, still to come: {upcomingVisits}), and is deleted only after a backup',
    'name a new file for it',
  ],
  WORKSPACE_CHANGED: ['something was added to {name} meanwhile, and nothing was deleted', doItAgain],
  BACKUP_TOO_NEW: ['the backup was made by a newer release (migration {number}, {name})', 'restore it with that release'],
  BACKUP_OF_OTHER_MIGRATIONS: ['migration {number} ({name}) of the backup has another form than this release carries', `${ofThatRelease}, and upgrade then`],
  BACKUP_OF_ANOTHER_VERSION: ['{file} is a backup of version {version}, and this release reads version 1', ofThatRelease],
  BACKUP_DAMAGED: ['{file} is damaged: {how}', 'use another copy of this backup, or another backup'],
  NOT_A_BACKUP: ['{file} is not a backup', 'name a file that is one'],
  BACKUP_WITH_STRANGE_COLUMNS: [
    'the table {table} of the backup has columns that no migration makes: {columns}',
    'drop them in the original, and make another backup',
  ],
  MODE_CONTRADICTED: ['the mode {as} contradicts the settings, which say {mode}', 'set CLINIC_MODE={as}'],
  BACKUP_OF_ANOTHER_MODE: ['the backup is of a {of} instance, and CLINIC_MODE is {mode}', 'set CLINIC_MODE={of}, or make it a {mode} instance'],
  CLOCK_WAS_MOVED: [
    'the clock of this sandbox was moved, so its visits lie in a time that has not come, and it can never be production',
    'restore it as a sandbox: CLINIC_MODE=sandbox',
  ],
  RESTORED_OR_NOT: [
    'the connection to the database was lost in the last moment, and the backup is restored as a whole or not at all',
    'restore it again; a database that is not empty any more has it',
  ],
  DATABASE_NOT_EMPTY: [
    'the database is not empty (it holds {found}), and a backup is restored into an empty one only',
    'name a fresh database in DATABASE_URL or, for the embedded one, an unused folder in CLINIC_DATA',
  ],
  NO_CLINIC: ['there is no clinic in this database', 'see which one is meant'],

  // The database
  NO_INSTALLATION: ['this database has no installation yet, and nothing was made in it', 'see which one is meant; starting the service makes one'],
  DATABASE_LOST: ['the connection to the database was lost; {undone}', runDatabase],
  DATABASE_LOST_IN_MIGRATION: [
    'the connection to the database was lost while it was brought up to date',
    `${runDatabase}: each migration is done whole or not at all`,
  ],
  ROWS_BREAK_RULE: ['the rows break the rule {rule}; {undone}', 'use another file'],
  VALUE_REFUSED: ['the database refuses a value ({state}); {undone}', 'use another file'],
  SCHEMA_IN_USE: ['another process changes the schema of this database, or imports into it; {undone}', 'wait until it is done, and do it again'],
  DATABASE_REFUSES: ['the database refuses: {message}; {undone}', 'see that the database runs and has room, and do it again'],
  TABLES_IN_USE: [
    '{what} needs tables that others have been using for {minutes} minutes{who}',
    'let that end, or end it, and start again; nothing of this migration was done, and the service that runs goes on',
  ],

  // The folder of the socket
  FOLDER_OF_ANOTHER_USER: ['the folder {path} belongs to another user', 'remove it, or set CLINIC_DATA to a folder of your own'],
  FOLDER_OPEN_TO_OTHERS: ['the folder {path} is open to other users', 'see what they left there, remove it, and start the service again'],
} as const satisfies Record<string, ProblemRow>

export type OperationCode = keyof typeof operationProblems

export function isOperationCode(code: string): code is OperationCode {
  return Object.hasOwn(operationProblems, code)
}
