// The refusals of operations in addition to those of the API, and the errors that end a command or
// prevent the service from starting. A front end words them by code, details and next operation, or
// uses the English text here. No text here names a command or an option:
// `doors/cli/words/refusals.ts` adds those.

/**
 * What is wrong; what to do about it, with `{it}` for the next operation; the name of that
 * operation; and its known input. `{name}` is replaced by a detail.
 */
export type ProblemRow = readonly [
  wrong: string,
  toDo: string,
  operation?: string | undefined,
  input?: Readonly<Record<string, unknown>>,
]

const lookUp = 'look it up: {it}'
const seeList = 'see the list: {it}'
const useSandbox = 'use a sandbox: set CLINIC_MODE=sandbox and give it its own database'
const seeShifts = "see that day's shifts: {it}"
const seeQueue = 'see the queue: {it}'
const seeDesk = 'see the payments at the desk: {it}'
const seeTill = 'see the open entries: {it}'
const checkStatus = 'check its status: {it}'
const tryAgain = 'try again'
const checkDatabase = 'check that the database is running, then try again'
const restoreWithItsRelease = 'restore it with the release that made it'

export const operationProblems = {
  // Requests for operations
  NO_WORKSPACE: ['there is no workspace yet', 'describe one: {it}', 'workspace-import'],
  WORKSPACE_REQUIRED: ['there are several workspaces: {names}', 'name one of them'],
  WORKSPACE_NOT_FOUND: ['there is no workspace named {name}', 'choose one of: {names}'],
  WORKSPACE_DELETED: ['the workspace has just been deleted', seeList, 'workspace-list'],
  OPERATION_NOT_FOUND: [
    'the service has no operation {name}',
    'restart the service: its version differs from the version of this command',
  ],
  OPERATION_NOT_AVAILABLE: [
    '{name} does not run inside the service',
    'run it as a separate command',
  ],
  INPUT_TOO_LARGE: ['the input is larger than {bytesMax} bytes', 'send less at once'],
  SERVICE_FAILED: ['the service failed', 'read the service log'],
  SERVICE_STOPPED: [
    'the service ended before it answered',
    'check whether the operation took effect, and repeat it if it did not',
  ],
  REPEAT_KEY_REUSED: [
    'this key was already sent with different input',
    'send a new key with each change',
  ],
  ALREADY_DONE: ['this was already done, and its answer was not kept', 'check the current state'],
  GATEWAY_REFUSED: [
    'the gateway answered {status}: {body}',
    'nothing was changed; resolve it with the gateway, or try again',
  ],

  // The booking page
  NO_BOOKING_PAGE: [
    'this workspace has no booking page',
    'set workspace.bookingPage.published in the clinic file, then import the file: {it}',
    'workspace-import',
  ],
  BOOKABLE_PRACTITIONER_NOT_FOUND: [
    'no bookable practitioner is named {practitioner}',
    'choose one of: {names}',
  ],

  // API keys
  KEY_NOT_FOUND: ['there is no key {id} in this workspace', lookUp, 'key-list'],
  KEY_NOT_ACTIVE: ['key {id} is not active', 'create a new one: {it}', 'key-create'],
  KEY_NOT_FOR_PAGES: [
    'key {id} cannot be used on web pages',
    'create a widget key: {it}',
    'key-create',
    { kind: 'WIDGET' },
  ],
  DEVELOPER_KEY_NOT_FOR_PAGES: [
    'a developer key cannot be used on web pages',
    'create a widget key: {it}',
    'key-create',
    { kind: 'WIDGET' },
  ],
  KEY_NEEDS_ADDRESS: ['a developer key needs at least one allowed address', 'name one'],
  KEY_HAS_NO_ADDRESS: [
    'key {id} has no allowed address',
    'add one first: {it}',
    'key-allow',
    { id: '{id}' },
  ],
  ADDRESSES_NOT_ON_KEY: [
    'not on the allowlist of key {id}: {addresses}',
    'see its allowlist: {it}',
    'key-list',
  ],
  KEY_EXPIRY_IN_PAST: ['the key would already have expired', 'name a later time'],
  ADDRESS_RANGE_INVALID: [
    '{problem}',
    'name single addresses or ranges, such as 203.0.113.7 or 2001:db8::/32',
  ],
  TOO_MANY_ADDRESSES: [
    '{count} addresses are too many',
    'a key can have at most {most}; use ranges',
  ],
  ORIGIN_INVALID: [
    "'{origin}' is not an origin",
    'give the scheme and host, such as https://clinic.example',
  ],

  // The clinic file, and what it describes
  CLINIC_FILE_INVALID: [
    'the clinic file has errors, and nothing was imported',
    'fix them, then import the file again',
  ],
  UPCOMING_VISITS_AFFECTED: [
    'the clinic file removes something that has upcoming visits, and nothing was imported',
    'keep the names (a changed name means a different practitioner, location or room), move or cancel the visits, or allow the removal',
  ],
  SETTINGS_CONFLICT: [
    '{by} changed the settings in the meantime, so nothing was saved; the current version is {version}',
    'review the changes, then try again with that version: {it}; changed since then: {changed}',
    'settings-version',
    { number: '{version}' },
  ],
  SETTINGS_VERSION_NOT_FOUND: [
    'there is no version {number} of the settings',
    seeList,
    'settings-versions',
  ],
  SETTING_REQUIRES_OPERATOR: [
    'only operators can change {setting}, because it controls where secrets are sent or what the workspace may use',
    'ask an operator to import a clinic file that sets it',
  ],
  STAFF_SETTINGS_NOT_ALLOWED: [
    'this changes staff or roles, which requires a role with staff: write',
    'ask a manager or an owner',
  ],
  RIGHTS_EXCEED_OWN: ['{name} has, or would have, more rights than you', 'ask an owner'],
  FILE_WORKSPACE_MISMATCH: [
    'the file describes the workspace {name}',
    'import a file that describes this workspace',
  ],
  STAFF_EMAIL_TAKEN: [
    'an email address in the file belongs to an active or invited staff member who was added through the API, and nothing was imported',
    'see who has the address: {it}; then give one of them a different address',
    'staff-list',
  ],
  BOOKING_SYSTEM_IN_USE: [
    'a practitioner who has bookings cannot switch between slots and tokens, and nothing was imported',
    'add a second practitioner for the other system, or keep the current system',
  ],
  CURRENCY_IN_USE: [
    'a location that has medicine prices cannot change its currency, and nothing was imported',
    'add the medicines to the clinic file too, or keep the currency',
  ],
  NAME_NOT_FOUND: ['there is no {kind} {name} in this workspace', seeList, 'ids'],
  STAFF_NOT_FOUND: [
    'there is no staff member {id} in this workspace',
    'look them up: {it}',
    'staff-list',
  ],
  STAFF_MANAGED_BY_FILE: [
    'staff member {id} comes from a clinic file, as {name}',
    'set their membership in the file, then import it: {it}',
    'workspace-import',
  ],
  ACTIVE_STAFF_NOT_FOUND: [
    'there is no active staff member {id} in this workspace',
    'look them up: {it}',
    'staff-list',
  ],
  DASHBOARD_OFF: [
    'the dashboard is switched off',
    'remove CLINIC_DASHBOARD=off and restart the service',
  ],
  NO_OWNER: [
    'no active staff member is an owner',
    'give one a role with `dashboard: owner` in the clinic file, then import it: {it}',
    'workspace-import',
  ],
  LAST_OWNER: [
    'the file would leave the workspace without an active owner',
    'keep one, or give another staff member a role with `dashboard: owner`',
  ],
  STAFF_HAS_NO_DASHBOARD_RIGHTS: [
    'none of the roles of {name} gives access to the dashboard',
    'give one of them `dashboard: reception` in the clinic file, then import it: {it}',
    'workspace-import',
  ],
  STAFF_HAS_NO_EMAIL: [
    '{name} has no e-mail address to sign in with',
    'add one to the clinic file, then import it: {it}',
    'workspace-import',
  ],
  STAFF_HAS_MORE_RIGHTS: ['{name} has more rights than you', 'ask an owner to do it'],
  PRACTITIONER_NOT_FOUND: [
    'there is no practitioner {doctor} in this workspace',
    'see the list: {it}',
    'ids',
  ],
  LOCATION_REQUIRED: ['{doctor} works at several locations: {locations}', 'name one of them'],
  PRACTITIONER_NOT_AT_LOCATION: [
    '{doctor} does not work at {location}',
    'choose one of: {locations}',
  ],
  CALENDAR_NOT_FOUND: [
    'there is no calendar {calendar} in this workspace',
    seeList,
    'calendar-list',
  ],
  CALENDAR_REQUIRED: ['{doctor} has several calendars: {calendars}', seeList, 'calendar-list'],
  CALENDAR_HAS_NO_URL: [
    'this calendar has no URL',
    'import it from a file: {it}',
    'calendar-import',
    { calendar: '{calendar}' },
  ],
  CALENDAR_HAS_URL: [
    'this calendar is fetched from a URL',
    'fetch it: {it}; or remove its url from the clinic file',
    'calendar-refresh',
    { calendar: '{calendar}' },
  ],
  CALENDAR_UNREADABLE: [
    '{problem}; the previous busy times still apply',
    'fix the problem and try again; see {it}',
    'calendar-list',
  ],
  CALENDAR_CHANGED: ['the calendar was changed in the meantime', tryAgain],

  // Files with rows
  FILE_EMPTY: ['the file is empty', 'its first line must name the columns: {columns}'],
  FILE_HAS_NO_ROWS: [
    'the file has no rows, and nothing was imported',
    'add a row for each medicine and location below the first line',
  ],
  FILE_TOO_LONG: [
    'the file has more than {rowsMax} rows, and nothing was imported',
    'import it with the command, which takes any number of rows',
  ],
  FILE_NOT_UTF_8: ['the file is not UTF-8', 'save it from the spreadsheet as CSV UTF-8'],
  FILE_HAS_NO_HEADER: ['the first line does not name the columns', 'the columns are {columns}'],
  FILE_HAS_INVALID_LINES: [
    'the file has invalid lines, and nothing was imported',
    'fix them, then import the file again',
  ],
  FILE_CHANGED: [
    'the file changed during the import, and the rest of it was not imported',
    'import it again: existing patients are recognised',
  ],

  // Visits
  VISIT_NOT_FOUND: ['there is no visit {id} in this workspace', lookUp, 'visit-list'],
  VISIT_NOT_ONLINE: [
    'visit {id} is not an online visit',
    'look it up: {it}',
    'visit-show',
    { id: '{id}' },
  ],
  VIDEO_NOT_OPEN_YET: ['the video visit opens at {opensAt}', 'open it then'],
  VIDEO_OPENS_WHEN_CALLED: [
    'the video visit opens when the token is called',
    'call it, then open the video visit',
  ],
  VIDEO_CLOSED: ['the video visit was open until {closedAt}', 'book another visit'],
  VIDEO_VISIT_ENDED: [
    'the visit is over or cancelled, so its video is closed',
    'book another visit',
  ],
  VIDEO_LINK_MISSING: [
    'the clinic has no video for this visit',
    'set workspace.video in the clinic file, or the secret that it names where the service runs, then import the file: {it}',
    'workspace-import',
  ],
  BLOCK_NOT_FOUND: ['there is no block {id} in this workspace', lookUp, 'block-list'],
  CLOSING_NOT_FOUND: ['there is no closure {id} in this workspace', lookUp, 'block-list'],
  SERIES_NOT_FOUND: ['there is no series {id} in this workspace', lookUp, 'visit-list'],
  SERIES_TIME_REFUSED: [
    'the visit at {time} cannot be booked, and nothing was done: {why}',
    'see which times are free: {it}',
    'series-plan',
  ],
  WAITING_ENTRY_NOT_FOUND: [
    'there is no waiting-list entry {id} in this workspace',
    lookUp,
    'waiting-list',
  ],
  WAITING_ENTRY_CLOSED: [
    'waiting-list entry {id} is already booked or closed',
    'see who is waiting: {it}',
    'waiting-list',
  ],
  WAITING_LIST_FULL: [
    'a waiting list can hold at most {most} patients per location',
    'remove some from the list: {it}',
    'waiting-list',
  ],
  WAITING_ENTRY_OFFERED: [
    'waiting-list entry {id} has an open offer until {until}',
    'wait for the answer, book that time, or withdraw the offer: {it}',
    'waiting-offer-end',
    { id: '{id}' },
  ],
  OFFERS_DISABLED: [
    'offer notices are switched off, so no offer can be made',
    'set workspace.notices.offer in the clinic file, make sure notices are on, then import the file: {it}',
    'workspace-import',
  ],
  TOO_MANY_OFFERS: [
    'at most {most} offers can be open {to} at once',
    'wait for answers, or withdraw some: {it}',
    'waiting-offer-end',
  ],
  OFFER_ENDED: ['this offer is over', 'see how it ended: {it}', 'waiting-list'],
  TOO_MANY_BLOCKS: [
    'a practitioner or room can have at most {most} upcoming blocks',
    'remove some that are not needed: {it}',
    'block-list',
  ],
  ALERT_CHANGED: [
    'someone else has changed the alert of patient {id}',
    'read it first: {it}',
    'patient-head',
    { id: '{id}' },
  ],
  NOTES_CHANGED: [
    'someone else has changed the notes of visit {id}',
    'read them first: {it}',
    'visit-show',
    { id: '{id}' },
  ],
  PATIENT_NOT_EXPECTED: [
    'visit {id} is {status}, so its patient is no longer expected',
    'check its status: {it}',
    'visit-show',
    { id: '{id}' },
  ],
  ARRIVAL_UNDO_EXPIRED: [
    'the arrival for visit {id} was recorded more than a minute ago and can no longer be undone',
    'leave it, or set the status of the visit: {it}',
    'visit-status',
    { id: '{id}' },
  ],
  REFUND_POLICY_MISMATCH: [
    'the refund policy refunds {policy} %, not {percentage} %',
    'refund that, or say why with refundOverrideReason',
  ],
  CHANGE_NOT_FOUND: [
    'there is no change {id} that could be taken back here',
    'take back a change by the number that it was answered with',
  ],
  CHANGE_ALREADY_UNDONE: [
    'change {id} of visit {visit} has already been taken back',
    checkStatus,
    'visit-show',
    { id: '{visit}' },
  ],
  CHANGE_UNDO_EXPIRED: [
    'change {id} of visit {visit} was made more than {seconds} seconds ago, and its patient may have been told',
    'see what can be done with the visit: {it}',
    'visit-show',
    { id: '{visit}' },
  ],
  VISIT_CHANGED_SINCE: [
    'visit {visit} has changed since change {id}, which is therefore not taken back',
    checkStatus,
    'visit-show',
    { id: '{visit}' },
  ],
  VISIT_NOT_CHANGEABLE: [
    'visit {id} is {status}, so this can no longer be changed',
    'check it: {it}',
    'visit-show',
    { id: '{id}' },
  ],
  VISIT_ON_ANOTHER_DAY: [
    'visit {id} is on {date}, and today is {today}, so it cannot be {status} now',
    'move it to today: {it}; or book a visit now',
    'visit-move',
    { id: '{id}' },
  ],
  VOID_WITH_REFUND: ['a voided visit is never refunded', 'leave out either the refund or the void'],
  NOT_PAID_BY_PACK: ['visit {id} was not paid for with a pack', 'do not return a session'],
  TIME_INVALID: [
    "'{time}' is not a time",
    'write the date and time at the clinic, such as 2026-12-01T09:00',
  ],
  TIME_OF_DAY_INVALID: ["'{time}' is not a time of day", 'write it as HH:MM, such as 09:00'],

  // The queue
  QUEUE_SHIFT_NOT_FOUND: ['there is no shift {shift} in this workspace', seeShifts, 'queue-list'],
  QUEUE_NOT_FOUND: [
    'shift {shift} has no queue on {date}: it has no tokens and was not started',
    seeShifts,
    'queue-list',
  ],
  QUEUE_ON_ANOTHER_DAY: [
    'the queue for {date} cannot be started: today is {today}',
    'start it on that day',
  ],
  QUEUE_NOT_OFFERED: [
    'shift {shift} is not offered on {date} and has no tokens',
    seeShifts,
    'queue-list',
  ],
  QUEUE_ALREADY_RUNNING: ['shift {shift} is already running', seeShifts, 'queue-list'],
  QUEUE_ENDED: [
    'shift {shift} has ended on {date}; its visits stay as they are',
    seeShifts,
    'queue-list',
  ],
  BOARD_NOT_FOUND: ['there is no board {id} in this workspace', lookUp, 'board-list'],
  BOARD_NAME_TAKEN: [
    'this location already has a board named {name}',
    'give that board a new link: {it}',
    'board-renew',
  ],
  BOARD_SHIFT_NOT_AT_LOCATION: [
    'not an in-person shift at this location: {shifts}',
    seeShifts,
    'queue-list',
  ],
  TOO_MANY_BOARDS: ['this location already has {most} boards', 'remove one: {it}', 'board-list'],
  QUEUE_NOT_STARTED: [
    'shift {shift} has not been started on {date}',
    'start it: {it}',
    'queue-start',
    { shift: '{shift}' },
  ],
  TOKEN_NOT_FOUND: [
    'shift {shift} has no token {token} on {date}',
    seeQueue,
    'queue-show',
    { shift: '{shift}' },
  ],
  TOKEN_LETTER_MISMATCH: [
    'shift {shift} has no token {token} on {date}; {number} is {known}',
    seeQueue,
    'queue-show',
    { shift: '{shift}' },
  ],
  TOKEN_UNDO_EXPIRED: [
    '{token} has been {status} for more than a minute and can no longer be undone',
    'see its possible actions: {it}',
    'queue-show',
    { shift: '{shift}' },
  ],
  TOKEN_ACTION_NOT_ALLOWED: [
    '{token} is {status} and cannot be {wanted}',
    seeQueue,
    'queue-show',
    { shift: '{shift}' },
  ],

  // Patients
  PATIENT_CONFLICT: [
    'the record of patient {id} was changed in the meantime',
    'review it, then make your change again: {it}',
    'patient-show',
    { id: '{id}' },
  ],
  // Patients' records
  MERGE_NEEDS_TWO_RECORDS: [
    'a merge needs two records, and {id} was given twice',
    'find the other record: {it}',
    'patient-search',
  ],
  RECORD_ALREADY_MERGED: [
    'record {id} was already merged into {into}',
    'see the merged records: {it}',
    'patient-merged',
    { id: '{into}' },
  ],
  RECORD_HAS_OPEN_CHECKOUT: [
    'the patient of record {id} has an open checkout and may be paying now',
    'wait until the checkout is paid or has expired, then merge: {it}',
    'payments-list',
  ],
  RECORD_HAS_PENDING_REFUND: [
    'a refund for record {id} is in progress',
    'wait until it is complete, then merge: {it}',
    'payments-list',
  ],
  RECORDS_IN_USE: ['the record is being changed right now', 'try again'],

  // Session packs
  PACK_NOT_ON_SALE: [
    'no session pack {name} is on sale in this workspace',
    'choose one of: {names}',
  ],
  PACK_NOT_FOUND: ['there is no pack {id} in this workspace', lookUp, 'packs-show'],
  SESSIONS_MUST_NOT_BE_ZERO: [
    '0 sessions change nothing',
    'enter how many to return, or a negative number to remove some',
  ],
  PACK_SESSIONS_EXCEEDED: [
    'pack {id} cannot change by {sessions}: its remaining sessions must stay between zero and its total',
    'see its remaining sessions: {it}',
    'packs-show',
  ],

  // Money
  NO_ONLINE_PAYMENT: ['there is no online payment for {reference}', seeList, 'payments-list'],
  NOTHING_TO_REFUND: [
    'there is nothing to refund for {reference}',
    checkStatus,
    'payments-show',
    { reference: '{reference}' },
  ],
  REFUND_MUST_BE_FULL: ['a late payment can only be refunded in full', 'leave out the percentage'],
  REFUND_ROUNDS_TO_ZERO: [
    '{percentage} % of the payment rounds to zero',
    'choose a higher percentage',
  ],
  PAID_VISIT_ACTIVE: [
    'the paid visit is still active',
    'cancel it with its refund: {it}',
    'visit-cancel',
    { id: '{id}', refund: 100 },
  ],
  PAID_TOKEN_ACTIVE: ['the paid token is still active', 'cancel it first: {it}', 'queue-cancel'],
  PAID_VISIT_NOT_CANCELLABLE: [
    'the paid visit is {status} and can no longer be cancelled',
    'agree with the patient, then refund at the desk or directly at the gateway, where {it} will find the refund',
    'payments-reconcile',
  ],
  PAID_VISIT_VOIDED: [
    'the paid visit was voided, and a voided visit is never refunded online',
    'refund it at the desk',
  ],
  PAID_PACK_USABLE: [
    'the paid pack can still be used',
    'agree with the patient, then refund it at the desk',
  ],
  PAID_PACK_USED: [
    'sessions of the paid pack have been used',
    'agree the remaining amount with the patient, then refund it at the desk',
  ],
  MONEY_NOT_ALLOWED: [
    'you are not allowed to take payments',
    'leave it unpaid, and ask someone who may take payments',
  ],
  PAYMENT_METHOD_REQUIRED: [
    'an amount is given, but not how it was paid',
    'name the method too, or leave out the amount',
  ],
  PHONE_LENGTH_INVALID: [
    '{phone} is too short or too long for a phone number of its dial code',
    'check it, or leave it out',
  ],
  STAFF_NOT_SIGNED_IN: [
    'you are not signed in as member of staff {id}',
    'ask them to record what they took, or leave out who took it',
  ],
  NOT_A_DESK_PAYMENT: [
    'an online payment cannot be recorded at the desk',
    'choose another payment method',
  ],
  PAYABLE_ALREADY_SETTLED: ['{name} is already {status}', checkStatus],
  PAYABLE_CANCELLED: [
    '{name} is cancelled, so nothing is owed for it',
    'book it again, and take the payment for the new booking',
  ],
  PAYABLE_HELD_FOR_ONLINE_PAYMENT: [
    '{name} is held for an online payment, which may arrive at any moment',
    'let the patient pay there, or end that payment and take it here: {it}',
    'payments-leave',
  ],
  PAYMENT_NOTICES_OFF: [
    'requests for payment are not switched on',
    'switch on the notice `{kind}` in the settings, and notices if they are off; or take the payment at the desk',
  ],
  PATIENT_HAS_NO_CONTACT: [
    'the patient of {name} has no e-mail or phone that a message reaches',
    'add one to the record, or take the payment at the desk',
  ],
  PAYABLE_PARTLY_PAID: [
    'a part of the price of {name} was paid at the desk',
    'pay the rest there too',
  ],
  PAYMENT_PENDING: [
    'the payment gateway has not said what became of the last online payment',
    'try again in a minute: {it}',
    'payments-list',
  ],
  TOO_MANY_CHECKOUTS: [
    '{name} has had too many online payments that were not finished',
    'pay at the clinic',
  ],
  AMOUNT_EXCEEDS_DUE: [
    '{due} {currency} is still to be paid for {name}, so {amount} is not possible',
    'take {due} {currency} or less, or leave out the amount',
  ],
  PAYABLE_NOT_PAID: ['{name} is {status}, so there is nothing to correct or refund', checkStatus],
  PAYABLE_PAID_ONLINE: [
    '{name} was paid online',
    'refund it through the gateway: {it}',
    'payments-refund',
    { reference: '{reference}' },
  ],
  PAYABLE_TOKEN_NOT_FOUND: [
    'there is no token with visitId {id} in this workspace',
    lookUp,
    'queue-show',
  ],
  SOLD_PACK_NOT_FOUND: [
    'no pack {id} was sold separately in this workspace',
    'look it up: {it}; a pack bought with a visit is paid with that visit',
    'packs-show',
  ],
  DESK_PAYMENT_NOT_FOUND: [
    'there is no desk payment {id} in this workspace',
    seeDesk,
    'payments-desk',
  ],
  DESK_PAYMENT_CORRECTED: ['payment {id} is already corrected', seeDesk, 'payments-desk'],
  PURCHASED_PACK_USED: [
    'sessions of the pack bought with payment {id} have been used',
    'cancel those visits first, or correct the sessions of the pack: {it}',
    'packs-correct',
  ],
  TILL_HAS_NO_OPEN_ENTRIES: [
    'this till has no entries since it was last closed',
    seeTill,
    'till-show',
  ],
  TILL_CONFLICT: [
    'this till was closed in the meantime, or its open entries are not the ones you counted',
    seeTill,
    'till-show',
  ],
  TILL_COUNT_MISSING: [
    '{method} in {currency} is not counted',
    'count it; if there is none, enter 0',
  ],
  TILL_DIFFERENCE_UNEXPLAINED: [
    'what was counted differs from what was taken, and no reason is given',
    'count again, or give the reason',
  ],
  TILL_COUNTED_TWICE: ['{method} in {currency} is counted twice', 'count it once'],
  TILL_COUNT_INVALID: ['the count of {method} is not {what} (it may be negative)', 'count again'],
  RECEIPT_NEEDS_ONE_PAYMENT: [
    'a receipt is for a single payment',
    'name one visit, token, session pack or payment',
  ],
  RECEIPT_WITHOUT_PAYMENT: [
    'no desk or online payment is recorded for this',
    'take the payment first',
  ],
  RECEIPT_FOR_CORRECTED_PAYMENT: [
    'this payment was recorded by mistake and has no receipt',
    seeDesk,
    'payments-desk',
  ],
  RECEIPT_ADDRESS_INVALID: ['this is not a valid e-mail address', 'write it as name@example.org'],
  RECEIPT_HAS_NO_ADDRESS: ['the patient has no e-mail address on record', 'enter one'],
  RECEIPT_NOT_SENT: [
    'the mail server did not accept the e-mail; the receipt keeps its number',
    'read the service log, then send it again',
  ],
  RECEIPT_MAY_BE_SENT: [
    'the e-mail may or may not have been sent; the receipt keeps its number',
    'ask the patient before you send it again',
  ],
  DATES_REVERSED: ['{from} is after {to}', 'swap the two dates'],
  DATES_IN_FUTURE: ['{from} is in the future', 'choose dates up to today'],
  TOO_MANY_MOVEMENTS: [
    'there are more than {most} movements in this period',
    'choose a shorter period',
  ],

  // Messages, and work that is due
  NO_OUTBOX: [
    'a production instance keeps no outbox',
    'its messages are sent as the clinic file says; only a sandbox shows them',
  ],
  NOTICE_NOT_FOUND: ['there is no notice {id} in this workspace', seeList, 'notices-list'],
  NOTICE_NOT_RETRIABLE: [
    'notice {id} is {state}',
    'retry those that are FAILED, UNKNOWN or SKIPPED: {it}',
    'notices-list',
  ],
  TEST_NOTICE_HAS_NO_RECIPIENT: [
    'the message has no recipient',
    'name a staff member: {it}',
    'staff-list',
  ],
  TEST_NOTICE_HAS_NO_ADDRESS: [
    '{name} has no e-mail address',
    'add one to the clinic file, then import it: {it}',
    'workspace-import',
  ],
  DAILY_MESSAGE_LIMIT_REACHED: [
    'you have sent {most} such messages today',
    'send the next one tomorrow, or ask a colleague',
  ],
  TEST_NOTICE_LIMIT_REACHED: [
    '{most} test messages were sent within a minute',
    'try again in {seconds} seconds',
  ],
  TEST_NOTICE_NOT_SENT: [
    'the message was not accepted: {reason}',
    'fix workspace.messages in the clinic file, then import it: {it}',
    'workspace-import',
  ],
  TEST_NOTICE_MAY_BE_SENT: [
    'the message may or may not have been sent: {reason}',
    'check the mailbox before you try again',
  ],
  WORK_REQUIRED: [
    'no work was named',
    'name one item, or all of them: {it}',
    'work-retry',
    { allDead: true },
  ],
  WORK_NOT_FOUND: ['there is no dead work item {id}', seeList, 'work-list'],

  // Sandboxes
  NO_SANDBOX_GATEWAY: ['a production instance has no sandbox gateway', useSandbox],
  FAULT_TAKES_NO_ANSWER: [
    'a status and a body only go with the fault refuse, not with {how}',
    'leave them out, or choose refuse',
  ],
  FAULT_TIME_INVALID: [
    'the fault slow needs a time, and no other fault takes one',
    'give the time: {it}',
    'sandbox-gateway-fail',
    { call: '{call}', how: 'slow', ms: 2_000 },
  ],
  FAULT_HAS_NO_AMOUNT: [
    'the answer to a refund carries no amount',
    'choose another call, or another fault',
  ],
  FAULT_FOR_REFUNDS_ONLY: [
    'only a refund can be {how}',
    'use the fault for refunds: {it}',
    'sandbox-gateway-fail',
    { call: 'refund', how: '{how}' },
  ],
  CLOCK_NOT_MOVABLE: ['the clock of a production instance cannot be moved', useSandbox],
  CLOCK_TOO_FAR: [
    'the clock cannot go beyond the year 2100',
    'advance it less, or start a new sandbox with another CLINIC_DATA',
  ],

  // Backups, and the end of a workspace
  WORKSPACE_AUDIT_TOO_RECENT: [
    'the audit of {name} has entries from the last 30 days, which cannot be removed, so nothing was deleted',
    'deactivate its keys ({it}) so that nothing is added, then delete it after {until}',
    'key-deactivate',
  ],
  BACKUP_REQUIRED: [
    '{name} holds records (patients: {patients}, visits: {visits}, upcoming: {upcomingVisits}) and can be deleted only after a backup',
    'name a new file for the backup',
  ],
  WORKSPACE_CHANGED: [
    'something was added to {name} in the meantime, so nothing was deleted',
    tryAgain,
  ],
  BACKUP_TOO_NEW: [
    'the backup was made by a newer release (migration {number}, {name})',
    'restore it with that release',
  ],
  BACKUP_MIGRATION_MISMATCH: [
    'migration {number} ({name}) in the backup differs from the one in this release',
    `${restoreWithItsRelease}, then upgrade`,
  ],
  BACKUP_FORMAT_NOT_SUPPORTED: [
    '{file} is in backup format {version}, and this release reads only format 1',
    restoreWithItsRelease,
  ],
  BACKUP_DAMAGED: [
    '{file} is damaged: {how}',
    'use another copy of this backup, or another backup',
  ],
  NOT_A_BACKUP: ['{file} is not a backup', 'name a file that is one'],
  BACKUP_HAS_UNKNOWN_COLUMNS: [
    'the table {table} of the backup has columns that no migration makes: {columns}',
    'drop them in the original database, then make a new backup',
  ],
  MODE_CONFLICT: [
    'the mode {as} contradicts the environment, which says {mode}',
    'set CLINIC_MODE={as}',
  ],
  BACKUP_MODE_MISMATCH: [
    'the backup comes from a {of} instance, but CLINIC_MODE is {mode}',
    'set CLINIC_MODE={of}, or restore it as a {mode} instance',
  ],
  CLOCK_WAS_MOVED: [
    'the clock of this sandbox was moved ahead, so its visits lie in the future and it can never become production',
    'restore it as a sandbox: CLINIC_MODE=sandbox',
  ],
  RESTORE_OUTCOME_UNKNOWN: [
    'the connection to the database was lost at the last moment; the backup was restored either completely or not at all',
    'restore it again; if the database is no longer empty, the backup was restored',
  ],
  DATABASE_NOT_EMPTY: [
    'the database is not empty (it holds {found}), and a backup can be restored only into an empty database',
    'set DATABASE_URL to a new database or, for the embedded database, set CLINIC_DATA to an unused folder',
  ],
  NO_CLINIC: ['there is no clinic in this database', 'check which database is configured'],

  // The database
  NO_INSTALLATION: [
    'this database has no installation yet, and nothing was created in it',
    'check which database is configured; starting the service creates an installation',
  ],
  DATABASE_CONNECTION_LOST: ['the connection to the database was lost; {undone}', checkDatabase],
  CONNECTION_LOST_IN_MIGRATION: [
    'the connection to the database was lost during a migration',
    `${checkDatabase}: each migration is applied completely or not at all`,
  ],
  ROWS_VIOLATE_RULE: ['the rows violate the rule {rule}; {undone}', 'use another file'],
  VALUE_REFUSED: ['the database refused a value ({state}); {undone}', 'use another file'],
  SCHEMA_IN_USE: [
    'another process is changing the schema of this database or importing into it; {undone}',
    'wait until it has finished, then try again',
  ],
  DATABASE_REFUSED: [
    'the database refused: {message}; {undone}',
    'check that the database is running and has free space, then try again',
  ],
  TABLES_IN_USE: [
    '{what} needs tables that others have been using for {minutes} minutes{who}',
    'wait for them to finish or stop them, then start again; nothing of this migration was applied, and the running service continues',
  ],

  // The folder of the socket
  FOLDER_OWNED_BY_ANOTHER_USER: [
    'the folder {path} belongs to another user',
    'remove it, or set CLINIC_DATA to a folder of your own',
  ],
  FOLDER_OPEN_TO_OTHERS: [
    'the folder {path} is open to other users',
    'check what they left there, remove the folder, then restart the service',
  ],
} as const satisfies Record<string, ProblemRow>

export type OperationCode = keyof typeof operationProblems

export function isOperationCode(code: string): code is OperationCode {
  return Object.hasOwn(operationProblems, code)
}
