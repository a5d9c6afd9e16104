import {
  type CodeMessage,
  type MessageRails,
  MessageRefused,
  MessageUncertain,
  type NoticeMessage,
} from '../../../src/base/messages/rail.ts'

/** A rail that records what it delivers, and fails on request. */
export interface RecordingRail extends MessageRails {
  /** Delivered messages, latest last. */
  delivered: CodeMessage[]
  /** Delivered notices, latest last. */
  notices: NoticeMessage[]
  behaves: 'delivers' | 'refuses' | 'loses' | 'hangs' | 'breaks'
  /** The code last delivered to a destination. */
  lastCodeTo(destination: string): string
}

export function createRecordingRail(): RecordingRail {
  const rail: RecordingRail = {
    delivered: [],
    notices: [],
    behaves: 'delivers',
    lastCodeTo(destination) {
      const code = rail.delivered.findLast((message) => message.destination === destination)?.code
      if (code === undefined) throw new Error(`no code went to ${destination}`)
      return code
    },
    async send(_, message) {
      if (rail.behaves === 'refuses') throw new MessageRefused('the rail is closed')
      if (rail.behaves === 'loses') throw new MessageUncertain('it took too long')
      if (rail.behaves === 'breaks') throw new TypeError('a fault of the rail')
      if (rail.behaves === 'hangs') return new Promise(() => {})
      if ('code' in message) rail.delivered.push(message)
      else rail.notices.push(message)
    },
  }
  return rail
}

/** A different code of the same length. */
export function differentCode(code: string): string {
  return code.replace(/.$/, (last) => String((Number(last) + 1) % 10))
}
