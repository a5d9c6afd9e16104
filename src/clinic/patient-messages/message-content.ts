// The sealed part of a message: what someone wrote, and the contact. The database has it only
// encrypted, bound to the workspace.

import type { Sealing } from '../../base/ports/sealing.ts'

export interface MessageContent {
  /** The phone number, as for a notice: `+919876543210`. */
  contact: string
  /** Null: an automatic answer, whose text is made when it is sent. */
  text: string | null
}

/** The most characters of a text: those of a chat message. */
export const messageLengthMax = 4_096

/** What the messages of a workspace are bound to. */
export const messageLabel = (workspaceId: number) =>
  `message of a patient of workspace ${workspaceId}`

export function sealContent(
  sealing: Sealing,
  workspaceId: number,
  content: MessageContent,
): Buffer {
  return sealing.seal(Buffer.from(JSON.stringify(content)), messageLabel(workspaceId))
}

/** Undefined if it was sealed with another secret of the installation. */
export function openContent(
  sealing: Sealing,
  workspaceId: number,
  sealed: Uint8Array,
): MessageContent | undefined {
  const opened = sealing.open(sealed, messageLabel(workspaceId))
  return opened && (JSON.parse(opened.toString('utf8')) as MessageContent)
}
