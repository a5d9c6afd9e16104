import type { Channel, CodeChannel } from './channels.ts'

export interface CodeMessage {
  channel: CodeChannel
  /** '+919876543210' or 'meera@example.org' */
  destination: string
  code: string
  /** Title of the workspace. */
  clinic: string
  validMinutes: number
}

/** A message about a visit. Single-line fields contain no line breaks. */
export interface NoticeMessage {
  channel: Channel
  /** The destination, as for a code. */
  destination: string
  /**
   * Equal for the same content about the same visit, so that a recipient of two copies can
   * recognise them.
   */
  name: string
  /**
   * Lower-case letters and digits, by which a carrier names the message when it reports what became
   * of it; the same for all attempts. Absent: no one wants to know.
   */
  reference?: string
  /** The subject of an e-mail. */
  subject: string
  text: string
  /**
   * The entries for the patient's calendar in an e-mail, one for each visit, each with what to do
   * with it.
   */
  calendars: readonly { method: 'REQUEST' | 'CANCEL'; text: string }[]
  /** The template of a message where the channel or carrier accepts only approved ones. */
  template: { name: string; language: string; parameters: readonly string[] } | null
  /** Answers a person who wrote a short time ago: chat takes it without a template. */
  isAnswer?: boolean
}

export type Message = CodeMessage | NoticeMessage

/**
 * The rail did not accept the message; `message` is for the operator's log and contains no patient
 * data.
 */
export class MessageRefused extends Error {}

/** The rail has read the message and will never accept it. */
export class MessageRejected extends MessageRefused {}

/**
 * Whether the rail accepted the message is unknown: it did not respond in time, or the connection
 * broke. The patient may get it.
 */
export class MessageUncertain extends MessageRefused {}

export interface MessageRails {
  /**
   * Delivers, or throws MessageRefused, or `MessageUncertain` if the outcome is unknown; takes at
   * most 5 seconds, for a notice 20.
   */
  send(workspaceId: number, message: Message): Promise<void>
}
