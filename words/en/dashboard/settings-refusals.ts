// The words of refusals in the settings.

export const settingsRefusals = {
  SETTINGS_CONFLICT: 'Someone else changed the settings in the meantime. Nothing was applied.',
  SETTINGS_VERSION_NOT_FOUND: 'This version no longer exists.',
  SETTING_REQUIRES_OPERATOR:
    'Only the person who runs the server can change this, because it controls where secrets are sent or what the clinic may use.',
  STAFF_SETTINGS_NOT_ALLOWED:
    'This changes the staff or their roles, which your role does not allow.',
  RIGHTS_EXCEED_OWN:
    'This changes someone who has, or would have, more rights than you. Ask an owner.',
  FILE_WORKSPACE_MISMATCH: 'This file describes another clinic.',
  CLINIC_FILE_INVALID: 'Some values need a correction. Nothing was applied:',
  UPCOMING_VISITS_AFFECTED: 'Something you are removing has upcoming visits.',
  STAFF_EMAIL_TAKEN: 'One of the e-mail addresses belongs to another staff member.',
  BOOKING_SYSTEM_IN_USE:
    'A practitioner who has bookings cannot switch between fixed times and tokens.',
  CURRENCY_IN_USE: 'A location that has medicine prices cannot change its currency.',
  LAST_OWNER:
    'This would leave the clinic without an owner. Keep one, or give the role to another member first.',
  STAFF_HAS_NO_EMAIL: 'This member has no e-mail address to sign in with.',
  STAFF_HAS_MORE_RIGHTS: 'This member has more rights than you. Ask an owner to do it.',
  TEST_NOTICE_HAS_NO_RECIPIENT: 'Choose the staff member who gets the message.',
  TEST_NOTICE_HAS_NO_ADDRESS: 'This member has no e-mail address. Add one under Staff and roles.',
  TEST_NOTICE_LIMIT_REACHED: 'Too many test messages. Try again in a minute.',
  DAILY_MESSAGE_LIMIT_REACHED:
    'You have sent as many such messages as one member may send in a day. Send the next one tomorrow, or ask a colleague.',
  TEST_NOTICE_NOT_SENT:
    'The message was not accepted. Ask the person who runs the server to check the clinic’s mail account.',
  TEST_NOTICE_MAY_BE_SENT:
    'The message may or may not have been sent. Check the mailbox before you try again.',
  ACCOUNT_NOT_CONFIGURED:
    'There is no such account yet. Add it, apply the change and test it again.',
  ACCOUNT_TEST_LIMIT_REACHED: 'Too many tests. Try again in a minute.',
  ACCOUNT_TEST_HAS_NO_RECIPIENT: 'The test message has no recipient. Sign in as a staff member.',
  ACCOUNT_TEST_HAS_NO_PHONE:
    'You have no phone number with a dial code. Add one under Staff and roles.',
  ACCOUNT_REFUSED:
    'The account does not work yet. Check it, and ask the person who runs the server to check its secret.',
  ACCOUNT_SILENT: 'There was no valid answer. Try again in a few minutes.',
  FILE_HAS_INVALID_LINES: 'The file has invalid lines. Nothing was imported:',
  FILE_HAS_NO_HEADER: 'The first line of the file does not name the columns:',
  FILE_EMPTY: 'The file is empty.',
  FILE_HAS_NO_ROWS: 'The file has no rows.',
  FILE_TOO_LONG:
    'The file has too many rows for the browser (200,000 at most). An operator can import it with a command.',
  FILE_NOT_UTF_8: 'The file is not UTF-8. Save it as CSV UTF-8.',
  FILE_TOO_LARGE:
    'The file is too large for the browser (8 MB at most). An operator can import it with a command.',
  IMPORTS_RUNNING: 'Other files are being imported. Try again in a minute.',
}
