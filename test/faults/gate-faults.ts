import type { PlantedFault } from './planted-fault.ts'

const booking = ['src/appointments/book-unified.test.ts']
const gate = ['src/verification/consent-gate.test.ts']
const codes = ['src/verification/one-time-codes.test.ts']
const codeLimits = ['src/verification/limits.test.ts']
const authentication = ['src/http/authentication.test.ts']
const rateLimits = ['src/http/limits.test.ts']
const gatewayMessages = ['src/checkout/gateway-messages.test.ts']
const patients = ['src/patients/upsert-patient.test.ts']

/** In who may pass, and whose record is shown. */
export const gateFaults: readonly PlantedFault[] = [
  // The gates and the keys.
  {
    name: 'any address may use a developer key',
    file: 'src/http/pipeline.ts',
    text: "if (key.kind === 'DEVELOPER' && !key.admits(address)) throw",
    replacement: "if (key.kind === 'WIDGET' && !key.admits(address)) throw",
    noticedBy: authentication,
  },
  {
    name: 'the limits are looked at before the kind of credential',
    file: 'src/http/pipeline.ts',
    text: 'documentedRoute, kindOfCredential, limits, entitlement,',
    replacement: 'documentedRoute, limits, kindOfCredential, entitlement,',
    noticedBy: ['test/pipeline-order.test.ts'],
  },
  {
    name: 'a session may call what is for developer keys',
    file: 'src/http/pipeline.ts',
    text: "if (caller?.kind === 'session' && to && !admitsSessions(to.policy)) throw",
    replacement: "if (caller?.kind === 'session' && !to) throw",
    noticedBy: ['src/workspaces/widget-sessions.test.ts', 'test/pipeline-order.test.ts'],
  },
  {
    name: 'no reserve is kept for quiet sessions',
    file: 'src/http/pipeline.ts',
    text: 'if (ofVisitor.length === 0) throw tooManyRequests(spent)',
    replacement: 'throw tooManyRequests(spent)',
    noticedBy: rateLimits,
  },
  {
    name: 'the reserve is there for loud sessions too',
    file: 'src/http/pipeline.ts',
    text: 'await services.spend([perWorkspace, ...reserve, ...ofVisitor, ...shareOfReserve(',
    replacement: 'await services.spend([perWorkspace, ...reserve, ...shareOfReserve(',
    noticedBy: rateLimits,
  },
  {
    name: 'one network takes the whole reserve of a sensitive endpoint',
    file: 'src/http/pipeline.ts',
    text: 'limit: quiet.sensitiveFromItsNetwork }',
    replacement: 'limit: unlimited }',
    noticedBy: rateLimits,
  },
  {
    name: 'a route of a feature is open to every workspace',
    file: 'src/http/pipeline.ts',
    text: 'if (feature && caller && !(await services.isEntitled(caller.workspaceId, feature))) throw',
    replacement: 'if (feature && !caller) throw',
    noticedBy: ['test/pipeline-order.test.ts'],
  },
  {
    name: 'any number is an acting user',
    file: 'src/http/pipeline.ts',
    text: "if (!(await services.isActiveMember(caller.workspaceId, Number(named)))) throw refusal('ACTING_USER_NOT_ACTIVE')",
    replacement: '',
    noticedBy: ['src/http/acting-user.test.ts'],
  },
  {
    name: 'a deactivated key still works',
    file: 'src/workspaces/keys.ts',
    text: '"k.status = \'ACTIVE\' and (k.expires_at is null or k.expires_at > :now)"',
    replacement: '"k.status <> \'DELETED\' and (k.expires_at is null or k.expires_at > :now)"',
    noticedBy: authentication,
  },
  {
    name: 'a caller behind a proxy claims the address it likes',
    file: 'src/http/client-address.ts',
    text: 'for (const entry of entries.reverse()) {',
    replacement: 'for (const entry of entries) {',
    noticedBy: authentication,
  },

  {
    name: 'a message of a gateway is read before it is known whether anyone can have signed it',
    file: 'src/checkout/gateway-messages.ts',
    text: "if (signatureHeader === undefined || (headers[signatureHeader] ?? '') !== '') return undefined",
    replacement: 'if (signatureHeader !== null) return undefined',
    noticedBy: gatewayMessages,
  },
  {
    name: 'a process that is late takes on ever more',
    file: 'src/http/pipeline.ts',
    text: 'if (lateMs() > lateMsMax && ',
    replacement: 'if (lateMs() < 0 && ',
    noticedBy: ['src/http/overload.test.ts'],
  },
  {
    name: 'a process that is late confirms no payment',
    file: 'src/http/pipeline.ts',
    text: '&& !to?.policy.evenWhenLate && ',
    replacement: '&& ',
    noticedBy: ['src/http/overload.test.ts'],
  },
  {
    name: 'one address takes all connections',
    file: 'src/http/connections.ts',
    text: 'network.open > perAddress && !isProxy ? network',
    replacement: 'network.open > all && !isProxy ? network',
    noticedBy: ['src/http/connections.test.ts'],
  },
  {
    name: 'a connection with a request gives way to one without',
    file: 'src/http/connections.ts',
    text: 'for (const { waiting } of connection.groups) waiting.delete(connection)',
    replacement: '',
    noticedBy: ['src/http/connections.test.ts'],
  },
  {
    name: 'bodies of unknown senders take any memory',
    file: 'src/http/unsigned-bodies.ts',
    text: 'if (bytes <= unsignedBytesMax) return',
    replacement: 'if (bytes > 0) return',
    noticedBy: gatewayMessages,
  },

  // One-time codes, the consent gate, sessions.
  {
    name: 'a code can be tried without end',
    file: 'src/verification/queries.ts',
    text: 'and delivered and attempts < 5 and expires_at > :now\n    returning code_hash',
    replacement: 'and delivered and expires_at > :now\n    returning code_hash',
    noticedBy: codes,
  },
  {
    name: 'a code verifies when its time is over',
    file: 'src/verification/queries.ts',
    text: 'and delivered and attempts < 5 and expires_at > :now\n    returning code_hash',
    replacement: 'and delivered and attempts < 5\n    returning code_hash',
    noticedBy: codes,
  },
  {
    name: 'one network spends the codes of a day',
    file: 'src/verification/code-limits.ts',
    text: 'refuseWhenReached([reached(share.network, ofNetwork), reached(share.site, ofSite)], now)',
    replacement: '',
    noticedBy: codeLimits,
  },
  {
    name: 'developer keys and visitors spend each other’s codes',
    file: 'src/verification/queries.ts',
    text: "countNewestSends('by_session = :bySession')",
    replacement: "countNewestSends('(by_session or not :bySession)')",
    noticedBy: codeLimits,
  },
  {
    name: 'a stranger locks the owner of a phone out of it',
    file: 'src/verification/code-limits.ts',
    text: 'failed?.exists ? failuresOfDestination : failuresWithReserve',
    replacement: 'failed ? failuresOfDestination : failuresWithReserve',
    noticedBy: codeLimits,
  },
  {
    name: 'a network that has failed has the tries of those that have not',
    file: 'src/verification/queries.ts',
    text: 'failed_at > :since and site_hash = :siteHash',
    replacement: 'failed_at > :since and site_hash is null and :siteHash::bytea is not null',
    noticedBy: codeLimits,
  },
  {
    name: 'one more code is sent than the limit allows',
    file: 'src/verification/one-time-code.ts',
    text: 'skipped: countMax - 1',
    replacement: 'skipped: countMax',
    noticedBy: codeLimits,
  },
  {
    name: 'the gate knows an end user at any address',
    file: 'src/verification/end-user.ts',
    text: "hash('visitor', endUser.toString('hex'), networkOf(address))",
    replacement: "hash('visitor', endUser.toString('hex'), networkOf(address).slice(0, 0))",
    noticedBy: gate,
  },
  {
    name: 'the patients on any phone are shown',
    file: 'src/verification/search-by-phone.ts',
    text: 'if (!isTheirs) throw',
    replacement: 'if (verifiedContact === undefined) throw',
    noticedBy: ['src/verification/search-by-phone.test.ts'],
  },
  {
    name: 'a session books for any record',
    file: 'src/booking/session-rules.ts',
    text: '      refuseUnverified(contact)\n',
    replacement: '',
    noticedBy: gate,
  },
  {
    name: 'a session sets its own charge',
    file: 'src/booking/session-rules.ts',
    text: 'toMinorUnits(consultationCharge, currency) === amountMinor) return',
    replacement: 'toMinorUnits(consultationCharge, currency) !== undefined) return',
    noticedBy: gate,
  },
  {
    name: 'a contact has one visit more than it may',
    file: 'src/booking/session-rules.ts',
    text: '>= visitsMax) throw',
    replacement: '> visitsMax) throw',
    noticedBy: gate,
  },

  // Patients.
  {
    name: 'a family on one phone is one patient',
    file: 'src/patients/matching.ts',
    text: 'return onPhone.filter((known) => isSameName(person, known))',
    replacement: 'return onPhone',
    noticedBy: patients,
  },
  {
    name: 'a phone alone makes a new record each time',
    file: 'src/patients/matching.ts',
    text: 'if (person.firstNameFolded === null) return onPhone',
    replacement: 'if (person.firstNameFolded === null) return []',
    noticedBy: [...patients, ...booking],
  },
  {
    name: 'a patient without a last name matches no one who has one',
    file: 'src/patients/matching.ts',
    text: '(one.lastNameFolded === null || other.lastNameFolded === null || one.lastNameFolded === other.lastNameFolded)',
    replacement: 'one.lastNameFolded === other.lastNameFolded',
    noticedBy: [...patients, ...booking],
  },
  {
    name: 'an update clears what it does not name',
    file: 'src/patients/queries.ts',
    text: 'email = coalesce(:email, email),',
    replacement: 'email = :email,',
    noticedBy: patients,
  },
  {
    name: 'a record of another workspace is found by its number',
    file: 'src/patients/queries.ts',
    text: 'where workspace_id = :workspaceId and mrn_number = :mrnNumber\n',
    replacement: 'where :workspaceId::bigint is not null and mrn_number = :mrnNumber\n',
    noticedBy: ['test/isolation.test.ts', ...patients],
  },
  {
    name: 'a quiet session has more of a sensitive endpoint than of others',
    file: 'src/http/pipeline.ts',
    text: 'return to.policy.sensitive ? [...all,',
    replacement: 'return false ? [...all,',
    noticedBy: rateLimits,
  },
  {
    name: 'a quiet session has one more of a sensitive endpoint',
    file: 'src/http/pipeline.ts',
    text: 'sensitive: 3, fromItsNetwork',
    replacement: 'sensitive: 4, fromItsNetwork',
    noticedBy: rateLimits,
  },
  {
    name: 'the reserve goes beyond the limit of the workspace',
    file: 'src/http/pipeline.ts',
    text: 'services.spend([perWorkspace, ...reserve, ...ofVisitor,',
    replacement: 'services.spend([...reserve, ...ofVisitor,',
    noticedBy: rateLimits,
  },
  {
    name: 'the reserve of an endpoint has no end',
    file: 'src/http/pipeline.ts',
    text: 'const reserve = [perKey, perRoute].map(',
    replacement: 'const reserve = [perKey].map(',
    noticedBy: rateLimits,
  },
  {
    name: 'the first answer of a kind is counted where nothing was before',
    file: 'src/monitoring/metrics.ts',
    text: 'requests.inc({ ...shown, status }, 0)',
    replacement: 'void status',
    noticedBy: ['src/monitoring/monitoring.test.ts'],
  },
  {
    name: 'the API reference keeps silent about a body that a route does not take',
    file: 'src/http/openapi.ts',
    text: "const mayBringBody = method !== 'GET'",
    replacement: 'const mayBringBody = body !== undefined',
    noticedBy: ['test/raw-http.test.ts', 'test/openapi.test.ts'],
  },
  {
    name: 'each tag of a mailbox has codes of its own',
    file: 'src/verification/destination.ts',
    text: "address: channel === 'email' ? mailboxOf(address) : address",
    replacement: "address: channel === 'email' ? address.concat('') : address",
    noticedBy: ['src/verification/consent-gate.test.ts'],
  },
  {
    name: 'a network holds any number of visits',
    file: 'src/booking/session-rules.ts',
    text: '>= visitsMax * contactsOfSite',
    replacement: '>= visitsMax * 10 * contactsOfSite',
    noticedBy: ['src/verification/consent-gate.test.ts'],
  },
  {
    name: 'a network causes any number of notices',
    file: 'src/notices/send-notice.ts',
    text: '    siteHash: visit.siteHash,\n  })\n  if (!row)',
    replacement: '    siteHash: null,\n  })\n  if (!row)',
    noticedBy: ['src/notices/notices.test.ts'],
  },
]
