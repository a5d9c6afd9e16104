import {
  type Channel,
  type CodeChannel,
  channelRequirements,
} from '../../base/messages/channels.ts'
import { canonicalMailbox, isEmail, normalisedEmail } from '../../base/values/email.ts'
import { maskedEmail, maskedPhone } from '../../base/values/masked.ts'
import { countryCodePattern, parsePhone } from '../../base/values/phone.ts'
import { invalid } from '../../base/values/problem.ts'
import type { KeyedHash } from './keyed-hash.ts'

/** Where a code is sent. */
export interface Destination {
  channel: CodeChannel
  /**
   * `+919876543210` or `meera@example.org`: the form that limits count and patients are compared
   * by.
   */
  address: string
  /**
   * The dial code as it was sent; a code sent to +91 98… does not verify as +9 198… (OTP-22). Empty
   * for an e-mail address.
   */
  countryCode: string
  /** The masked form that the API may show. */
  masked: string
}

/** The members of a request that name a destination. */
export interface DestinationFields {
  channel?: CodeChannel
  countryCode?: string
  phoneNumber?: string
  email?: string
}

/**
 * Reads the members of the channel and ignores the others; throws the 400 that names what
 * is wrong.
 */
export function toDestination({ channel = 'chatapp', ...fields }: DestinationFields): Destination {
  return channelRequirements[channel].contact === 'email'
    ? toEmail(channel, fields)
    : toPhone(channel, fields)
}

function toEmail(channel: CodeChannel, { email }: DestinationFields): Destination {
  if (email === undefined) throw invalid(`email is required when channel is ${channel}`)
  if (!isEmail(email)) throw invalid('email must be an e-mail address')
  const address = normalisedEmail(email)
  return { channel, address, countryCode: '', masked: maskedEmail(address) }
}

function toPhone(
  channel: CodeChannel,
  { countryCode, phoneNumber }: DestinationFields,
): Destination {
  if (phoneNumber === undefined) throw invalid('phoneNumber is required unless channel is email')
  if (countryCode !== undefined && !new RegExp(countryCodePattern).test(countryCode))
    throw invalid('countryCode must be a dial code with its plus, such as +91')
  const phone = parsePhone(phoneNumber, countryCode)
  // The patient's page shows how the number was read, and asks for confirmation.
  if ('problem' in phone)
    throw invalid(phone.whole ? `${phone.problem}; it is read as ${phone.whole}` : phone.problem)
  return {
    channel,
    address: phone.normalised,
    countryCode: phone.countryCode,
    masked: maskedPhone(phone.number),
  }
}

interface Contact {
  channel: Channel
  address: string
}

/** Hash of a phone in its normalised form, or of an e-mail address. */
export function contactHash(hash: KeyedHash, { channel, address }: Contact): Buffer {
  // A person verifies a phone number, whichever channel is used. Stored hashes use the first
  // channel of each contact for all of them.
  return hash(
    'destination',
    { phone: 'chatapp', email: 'email' }[channelRequirements[channel].contact],
    address,
  )
}

/**
 * Hash of a phone number or an e-mail address as limits count it: a mailbox has one, however many
 * addresses lead to it.
 */
export function countedHash(hash: KeyedHash, { channel, address }: Contact): Buffer {
  return contactHash(hash, {
    channel,
    address: channelRequirements[channel].contact === 'email' ? canonicalMailbox(address) : address,
  })
}
