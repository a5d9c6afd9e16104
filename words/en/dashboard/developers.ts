// The words of the API key screens. They are loaded with those screens, which few members open: the
// first view does not need them.

export const developers = {
  title: 'API keys',
  none: 'You have no keys yet. Make one for each system that calls the API.',
  make: 'Make a key',
  kind: 'Kind',
  kinds: { DEVELOPER: 'Developer key', WIDGET: 'Widget key' },
  kindHint: {
    DEVELOPER: 'Calls the API from your servers, at the addresses you list.',
    WIDGET: 'Opens browser sessions on the web pages you list.',
  },
  name: 'Name',
  nameHint: 'What the key is for, such as “Booking server”.',
  addresses: 'Addresses',
  addressesHint: 'IP addresses or ranges of your servers, such as 203.0.113.7 or 2001:db8::/32.',
  address: 'Address or range',
  mine: (address: string) => `Mine: ${address}`,
  browserAddressHint: 'This is your browser’s address.',
  origins: 'Origins',
  originsHint: 'Websites that use the key, such as https://clinic.example.',
  origin: 'Origin',
  nameMissing: 'Give the key a name.',
  addressesMissing: 'Type an address, then press Add.',
  originsMissing: 'Type an origin, then press Add.',
  add: 'Add',
  remove: (what: string) => `Remove ${what}`,
  noAddresses: 'No addresses: the key does not work anywhere.',
  noOrigins: 'No origins: no web page can use the key.',
  expires: 'Stops working (optional)',
  expiresHint: 'In the time of this computer.',
  create: 'Make the key',
  cancel: 'Cancel',
  keyShownOnceTitle: 'This is the key. It is not shown again.',
  keyShownOnceHint:
    'Copy it now and store it with your secrets. Anyone who has it can use the key.',
  copy: 'Copy the key',
  kept: 'I have saved it',
  status: { ACTIVE: 'Active', EXPIRED: 'Expired', DEACTIVATED: 'Stopped', DELETED: 'Removed' },
  made: (when: string) => `created ${when}`,
  used: (when: string) => `last used ${when}`,
  neverUsed: 'never used',
  until: (when: string) => `until ${when}`,
  settings: 'Key',
  keyPreview: 'Key',
  madeOn: 'Created',
  lastUsed: 'Last used',
  stopsOn: 'Stops working',
  never: 'Never',
  back: 'All keys',
  rotate: 'Rotate …',
  rotateText:
    'A second key is made with the same settings. This key keeps working for a while, so that your system can switch over.',
  overlap: 'Both work for',
  overlaps: {
    '0': 'not at all: this one stops now',
    '1': '1 hour',
    '24': '1 day',
    '168': '1 week',
    '720': '30 days',
  },
  rotateYes: 'Make the second key',
  rotated: (when: string) => `The first key works until ${when}.`,
  secondKey: 'Go to the second key',
  stop: 'Stop …',
  stopAsk:
    'Stop this key? Calls with it are refused within seconds. You cannot start it again; you would have to make another key.',
  stopYes: 'Stop the key',
  removeKey: 'Remove …',
  removeAsk:
    'Remove this key for good? Calls with it are refused within seconds, and it disappears from the list.',
  removeYes: 'Remove the key',
  no: 'No',
  ownLimit: 'Requests per minute',
  ownLimitHint: 'If empty, the default limit applies.',
  forPatients: 'Books for patients',
  forPatientsHint: 'The rules for patients bind its bookings.',
  save: 'Save',
  usual: 'default',
  limits: 'Limits',
  limitsText: 'Limits count the requests in each minute.',
  ofKey: 'All requests with this key',
  ofWorkspace: 'All keys of the clinic together',
  perMinute: (limit: string) => `${limit} per minute`,
  ranges: { hour: 'Last hour', day: 'Last 24 hours' },
  busiest: (used: string, limit: string) => `${used} of ${limit} in the busiest minute`,
  requests: (count: string, isOne: boolean) => `${count} ${isOne ? 'request' : 'requests'}`,
  noneRefused: 'none refused',
  refusedByLimit: (count: string) => `${count} refused`,
  usedUp: 'used up',
  noEndpoints: 'This key has called no endpoint in the last 24 hours.',
  calls: 'Last calls',
  callsText: (zone: string) =>
    `The last week, at most 10,000 calls. Times are in ${zone}. The contents of requests are never kept.`,
  noCalls: 'No calls yet. A call appears here a few seconds after it is answered.',
  noMatchingCalls: 'No calls match.',
  notKept: 'This installation does not record calls.',
  refusedOnly: 'Refused only',
  endpoint: 'Endpoint',
  anyEndpoint: 'All endpoints',
  statusLabel: 'Status',
  anyStatus: 'All statuses',
  noEndpoint: 'no endpoint',
  answered: 'answered',
  refused: 'refused',
  ms: (ms: string) => `${ms} ms`,
  requestId: 'Request id',
  copyId: (id: string) => `Copy the request id ${id}`,
  why: 'Why, and what to do',
  allow: (address: string) => `Add ${address} to the key`,
  allowed: (address: string) => `${address} is now on the key. Send the call again.`,
  byGateway:
    'The payment gateway refused it, and its answer went to the caller unchanged. Look at the answer there.',
  unknownCode: 'Look the code up in the list of errors.',
  help: 'For developers',
  reference: 'API reference',
  openApi: 'OpenAPI document',
  embed: 'Booking on your own page',
  embedText: 'Paste this into a web page, and put your widget key in it.',
  bookingPage: 'Booking page',
  sandboxText: (mark: string) =>
    `This is a sandbox. You find its clock, messages and payments under “${mark}” at the top.`,
  entitlements: 'What the API may be used for',
  granted: 'granted',
  withheld: 'not granted',
  explain: {
    ADDRESS_NOT_ALLOWED:
      'The call came from an address that is not on this key. If it is your address, add it. If you do not recognise it, someone else has the key: rotate it.',
    ORIGIN_NOT_ALLOWED:
      'The call came from a page of an origin that this widget key does not list. If it is your website, add its origin to the key.',
    NOT_ENTITLED:
      'The clinic may not use this endpoint. The operator of the service can grant access; the list next to the keys shows what is granted.',
    TOO_MANY_REQUESTS:
      'A limit was used up in that minute. Wait as long as Retry-After says and spread out the calls. “Limits” shows which limit it was.',
    VALIDATION_ERROR:
      'Something that was sent is not valid. The message in the answer names the field and what it should be.',
    BODY_INVALID: 'The body was not a JSON object. Send one, with content-type application/json.',
    MALFORMED_REQUEST:
      'The body could not be read. Check that it is complete and that its JSON is valid.',
    BODY_TOO_LARGE: 'The body is larger than 256 KiB. Send less.',
    ROUTE_NOT_DOCUMENTED:
      'This method and path do not exist. Compare both with the API reference; the method may be wrong, too.',
    DEVELOPER_KEY_ONLY:
      'A browser session called an endpoint that only servers may call. Call it from your server, with a developer key.',
    ACTING_USER_REQUIRED:
      'The header x-acting-user-id is missing: the id of the staff member making the change.',
    ACTING_USER_NOT_ACTIVE:
      'The staff member in x-acting-user-id is not active here. Send the id of one who is.',
    END_USER_REQUIRED:
      'The header x-end-user-id is missing or not valid. Always send the same id for one patient.',
    NOT_VERIFIED:
      'The patient has not verified a phone number or an e-mail address. Send a one-time code first, and verify it.',
    IDEMPOTENCY_KEY_REUSED:
      'This Idempotency-Key was already used for a different request. Send a new key with each new request.',
    SLOT_NOT_AVAILABLE: 'The time had just been taken. Request the free times again.',
    SLOT_NOT_OFFERED:
      'This time is not offered. Book one that available-slots lists, with the same length and mode.',
    CHARGE_MISMATCH:
      'The charge does not match the price. Send the price that available-slots returns.',
    ADDRESS_NOT_FOUND: 'The clinic has no such location. GET /v1/addresses lists the locations.',
    DOCTOR_NOT_FOUND:
      'The clinic has no such practitioner. GET /v1/doctors lists the practitioners.',
    PATIENT_NOT_FOUND: 'The clinic has no such patient.',
    APPOINTMENT_NOT_FOUND: 'The clinic has no such visit.',
    STATUS_NOT_ALLOWED:
      'The visit cannot change from its current status to this one. Read it again before you change it.',
    CODE_INVALID_OR_EXPIRED:
      'The one-time code was wrong or expired. Ask the patient again, or send a new one.',
    TOO_MANY_CODES:
      'Too many codes went to this address or for this patient. Wait as long as Retry-After says.',
    GATEWAY_NOT_REACHED:
      'The payment gateway did not answer. Send the call again in a moment, with the same Idempotency-Key.',
    BUSY: 'The database did not answer in time. Send the call again in a moment.',
    OVERLOADED: 'The service was overloaded. Nothing was done; send the call again in a moment.',
    UNEXPECTED: 'Something went wrong in the service. Give the request id to its operator.',
  },
}

export type DeveloperWords = typeof developers
