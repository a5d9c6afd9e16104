import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'
import { signInProblems } from '../../clinic/sign-in/problems.ts'
import { workspaceProblems } from '../../clinic/workspaces/problems.ts'

export const clinicFileProblems = {
  CLINIC_FILE_INVALID: {
    sentence: 'the clinic file has errors, and nothing was imported',
    toDo: 'fix them, then import the file again',
  },
  UPCOMING_VISITS_AFFECTED: {
    sentence:
      'the clinic file removes something that has upcoming visits, and nothing was imported',
    toDo: 'keep the names (a changed name means a different practitioner, location or room), move or cancel the visits, or allow the removal',
  },
  SETTINGS_CONFLICT: {
    sentence:
      '{by} changed the settings in the meantime, so nothing was saved; the current version is {version}',
    toDo: 'review the changes, then try again with that version: {it}; changed since then: {changed}',
    next: 'settings-version',
    input: { number: '{version}' },
  },
  SETTINGS_VERSION_NOT_FOUND: {
    sentence: 'there is no version {number} of the settings',
    toDo: 'see the list: {it}',
    next: 'settings-versions',
  },
  SETTING_REQUIRES_OPERATOR: {
    sentence:
      'only operators can change {setting}, because it controls where secrets are sent or what the workspace may use',
    toDo: 'ask an operator to import a clinic file that sets it',
  },
  STAFF_SETTINGS_NOT_ALLOWED: {
    sentence: 'this changes staff or roles, which requires a role with staff: write',
    toDo: 'ask a manager or an owner',
  },
  RIGHTS_EXCEED_OWN: {
    sentence: '{name} has, or would have, more rights than you',
    toDo: 'ask an owner',
  },
  FILE_WORKSPACE_MISMATCH: {
    sentence: 'the file describes the workspace {name}',
    toDo: 'import a file that describes this workspace',
  },
  STAFF_EMAIL_TAKEN: {
    sentence:
      'an email address in the file belongs to an active or invited staff member who was added through the API, and nothing was imported',
    toDo: 'see who has the address: {it}; then give one of them a different address',
    next: 'staff-list',
  },
  BOOKING_SYSTEM_IN_USE: {
    sentence:
      'a practitioner who has bookings cannot switch between slots and tokens, and nothing was imported',
    toDo: 'add a second practitioner for the other system, or keep the current system',
  },
  CURRENCY_IN_USE: {
    sentence:
      'a location that has medicine prices cannot change its currency, and nothing was imported',
    toDo: 'add the medicines to the clinic file too, or keep the currency',
  },
  LAST_OWNER: {
    sentence: 'the file would leave the workspace without an active owner',
    toDo: 'keep one, or give another staff member a role with `dashboard: owner`',
  },
  TEST_NOTICE_HAS_NO_RECIPIENT: {
    sentence: 'the message has no recipient',
    toDo: 'name a staff member: {it}',
    next: 'staff-list',
  },
  TEST_NOTICE_HAS_NO_ADDRESS: {
    sentence: '{name} has no e-mail address',
    toDo: 'add one to the clinic file, then import it: {it}',
    next: 'workspace-import',
  },
  TEST_NOTICE_LIMIT_REACHED: {
    sentence: '{most} test messages were sent within a minute',
    toDo: 'try again in {seconds} seconds',
  },
  TEST_NOTICE_NOT_SENT: {
    sentence: 'the message was not accepted: {reason}',
    toDo: 'fix workspace.messages in the clinic file, then import it: {it}',
    next: 'workspace-import',
  },
  TEST_NOTICE_MAY_BE_SENT: {
    sentence: 'the message may or may not have been sent: {reason}',
    toDo: 'check the mailbox before you try again',
  },
  ACCOUNT_NOT_CONFIGURED: {
    sentence: 'the settings have no account for {account}',
    toDo: 'add one, then test it again',
  },
  ACCOUNT_TEST_LIMIT_REACHED: {
    sentence: '{most} accounts were tested within a minute',
    toDo: 'try again in {seconds} seconds',
  },
  ACCOUNT_TEST_HAS_NO_RECIPIENT: {
    sentence: 'the test message goes to the staff member who asks for it, and none does',
    toDo: 'test it in the dashboard',
  },
  ACCOUNT_TEST_HAS_NO_PHONE: {
    sentence: '{name} has no phone number with a country code',
    toDo: 'add one to the clinic file, then import it: {it}',
    next: 'workspace-import',
  },
  ACCOUNT_REFUSED: {
    sentence: 'the account for {account} cannot be used: {reason}',
    toDo: 'fix the account or its secret where the service runs, then test it again',
  },
  ACCOUNT_SILENT: {
    sentence: '{account} gave no valid answer: {reason}',
    toDo: 'try again in a few minutes; if it stays like this, see the status page of the provider',
  },
} as const satisfies ProblemTable

export const problem = makeProblems({
  ...workspaceProblems,
  ...signInProblems,
  ...clinicFileProblems,
})
