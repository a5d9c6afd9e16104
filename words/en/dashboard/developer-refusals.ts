// Why an action on an API key was refused.

export const developerRefusals = {
  KEY_NOT_FOUND: 'This key no longer exists.',
  KEY_NOT_ACTIVE: 'This key no longer works. Make a new one.',
  KEY_NOT_FOR_PAGES: 'A developer key has no origins. Make a widget key for pages.',
  KEY_ALWAYS_BOOKS_FOR_PATIENTS: 'A key for pages always books for patients.',
  KEY_NAMED_FOR_PATIENTS:
    'The settings say that keys with this name book for patients. Remove the name there first.',
  DEVELOPER_KEY_NOT_FOR_PAGES: 'A developer key has no origins. Make a widget key for pages.',
  KEY_NEEDS_ADDRESS: 'Enter at least one address that the key is used from.',
  KEY_HAS_NO_ADDRESS: 'This key has no address. Add one before you rotate it.',
  ADDRESSES_NOT_ON_KEY: 'This address is no longer on the key.',
  KEY_EXPIRY_IN_PAST: 'This time is in the past. Choose a later one.',
  ADDRESS_RANGE_INVALID: 'This is not an IP address or range that a key can have.',
  TOO_MANY_ADDRESSES: 'Too many addresses for one key. Use ranges.',
  ORIGIN_INVALID:
    'This is not an origin. Write the scheme and host, such as https://clinic.example.',
}
