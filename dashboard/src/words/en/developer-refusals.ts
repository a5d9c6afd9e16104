// Why something was not done with an API key.

export const developerRefusals = {
  KEY_NOT_FOUND: 'This key is not there any more.',
  KEY_NOT_ACTIVE: 'This key does not work any more. Make a new one.',
  KEY_NOT_FOR_PAGES: 'A developer key has no origins. Make a widget key for pages.',
  DEVELOPER_KEY_NOT_FOR_PAGES: 'A developer key has no origins. Make a widget key for pages.',
  KEY_NEEDS_ADDRESS: 'Name at least one address that the key is used from.',
  KEY_WITHOUT_ADDRESS: 'This key has no address. Add one before it is rotated.',
  KEY_WITHOUT_THESE_ADDRESSES: 'This address is not on the key any more.',
  KEY_WOULD_BE_EXPIRED: 'This time is over already. Choose a later one.',
  ADDRESS_RANGE_NOT_USABLE: 'This is no address or range that a key can have.',
  TOO_MANY_ADDRESSES: 'These are too many addresses for one key. Use ranges.',
  ORIGIN_NOT_USABLE: 'This is no origin. Write scheme and host, such as https://clinic.example.',
}
