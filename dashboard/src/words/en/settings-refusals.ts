// How refusals of settings are worded.

export const settingsRefusals = {
  SETTINGS_CHANGED_MEANWHILE: 'The settings were changed meanwhile. Nothing was applied.',
  SETTINGS_VERSION_NOT_FOUND: 'This version is not kept any more.',
  SETTING_FOR_OPERATORS: 'This is for operators alone, who import a clinic file with it: it says where secrets go, or what the clinic may use.',
  SETTINGS_OF_STAFF: 'This changes the staff or their roles, which your role does not allow.',
  RIGHTS_BEYOND_OWN: 'This is about somebody who may do more than you, before or after. Ask an owner.',
  WORKSPACE_OF_FILE_DIFFERS: 'This file describes another clinic.',
  CLINIC_FILE_MISTAKEN: 'Something in it is not right. Nothing was applied:',
  UPCOMING_VISITS_LEFT_OUT: 'Something that is removed has visits to come.',
  STAFF_EMAIL_TAKEN: 'One of the e-mail addresses belongs to another member of the staff.',
  SYSTEM_OF_BOOKED_CHANGED: 'A practitioner who has been booked cannot change between fixed times and tokens.',
  CURRENCY_OF_PRICED_CHANGED: 'A location whose medicines have prices keeps its currency.',
  LAST_OWNER: 'This would leave no owner. Keep one, or give the role to another member first.',
  STAFF_WITHOUT_EMAIL: 'This member has no e-mail address to sign in by.',
  STAFF_MAY_DO_MORE: 'This member may do more than you. Ask an owner to send the invitation.',
}
