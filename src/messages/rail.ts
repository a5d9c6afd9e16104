export type Channel = 'chatapp' | 'email'

export interface CodeMessage {
  channel: Channel
  /** '+919876543210' or 'meera@example.org' */
  destination: string
  code: string
  /** Title of the workspace. */
  clinic: string
  validMinutes: number
}

/** The rail did not take the message; `message` is for the operator's log and holds nothing of the patient. */
export class MessageRefused extends Error {}

/** Whether the rail took the message is unknown: it did not respond in time, or the connection broke. The patient may get it. */
export class MessageUncertain extends MessageRefused {}

export interface MessageRails {
  /** Delivers or throws MessageRefused, `MessageUncertain` where the outcome is unknown; never takes longer than 5 seconds. */
  send(workspaceId: number, message: CodeMessage): Promise<void>
}
