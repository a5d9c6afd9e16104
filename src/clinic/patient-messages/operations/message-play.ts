// Plays an answer of a patient in a sandbox, which has no carrier to report one.

import { randomUUID } from 'node:crypto'
import { choice, object, text } from '../../../base/contract/schemas.ts'
import { problem } from '../../../base/messages/problems.ts'
import {
  type HeardOutcome,
  heardOutcomes,
  type MessageEvent,
} from '../../../base/messages/sms/carrier-event.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import type { WrittenTo } from '../../notices/carrier-callbacks.ts'
import { writtenChannels } from '../queries.ts'

type PlayContext = InWorkspace<{
  mode: 'sandbox' | 'production'
  hearMessage(to: WrittenTo, message: MessageEvent): Promise<HeardOutcome>
}>

export const patientMessagePlay = workspaceOperation({
  name: 'patient-message-play',
  right: 'developers:write',
  summary: 'Play the answer of a patient in a sandbox, as if a carrier had reported it.',
  input: object({
    from: text('The number of the patient, with its dial code.', '+919876543210', {
      pattern: '^\\+[1-9][0-9]{6,14}$',
    }),
    text: text('What the patient writes.', '1', { maxLength: 1_600 }),
    channel: optionalWithDefault(choice(writtenChannels, 'How the patient writes.'), 'sms'),
  }),
  output: object({
    outcome: choice(
      heardOutcomes,
      'What it did. IGNORED: no patient of the clinic has the number, or it wrote too often.',
    ),
  }),
  async run({ mode, workspaceId, hearMessage }: PlayContext, { from, text: written, channel }) {
    if (mode !== 'sandbox') throw problem('NO_OUTBOX')
    const message = { kind: 'message', id: randomUUID(), from, text: written } as const
    return { outcome: await hearMessage({ workspaceId, channel }, message) }
  },
})
