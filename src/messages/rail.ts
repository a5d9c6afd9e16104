import type { Channel } from './channels.ts'

export interface CodeMessage {
  channel: Channel
  /** '+919876543210' or 'meera@example.org' */
  destination: string
  code: string
  /** Title of the workspace. */
  clinic: string
  validMinutes: number
}

/** Words about a visit. Nothing in them ends a line that is to be one. */
export interface NoticeMessage {
  channel: Channel
  /** As of a code. */
  destination: string
  /** The same for the same words about the same visit, so that who gets them twice can tell. */
  name: string
  /** Of e-mail. */
  subject: string
  text: string
  /** Of e-mail: the entries of the patient's calendar, one for each visit it tells of, and what is to become of each. */
  calendars: readonly { method: 'REQUEST' | 'CANCEL'; text: string }[]
  /** Of chat, which takes words only in approved templates. */
  template: { name: string; language: string; parameters: readonly string[] } | null
}

export type Message = CodeMessage | NoticeMessage

/** The rail did not take the message; `message` is for the operator's log and holds nothing of the patient. */
export class MessageRefused extends Error {}

/** The rail has read the message and will not take it at any other time either. */
export class MessageRejected extends MessageRefused {}

/** Whether the rail took the message is unknown: it did not respond in time, or the connection broke. The patient may get it. */
export class MessageUncertain extends MessageRefused {}

export interface MessageRails {
  /** Delivers or throws MessageRefused, `MessageUncertain` where the outcome is unknown; takes 5 seconds at most, for a notice 20. */
  send(workspaceId: number, message: Message): Promise<void>
}
