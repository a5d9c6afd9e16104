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

export interface MessageRails {
  /** Delivers or throws MessageRefused; never takes longer than 5 seconds. */
  send(workspaceId: number, message: CodeMessage): Promise<void>
}
