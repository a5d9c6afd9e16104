// The queries of a location's queues, and the actions on a token, each with one operation and one
// shortcut.

import { skipToken } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Output, Refusal } from '../api/call.ts'
import { useChange, useOperation } from '../api/workspace.tsx'
import { useUndoOperation } from '../ui/undo.tsx'
import { useLanguage } from '../words/words.tsx'

export type QueueLine = Output<'queue-line'>
export type Queue = QueueLine['queues'][number]
export type Token = Queue['tokens'][number]

export function useLine(addressId: number | undefined, date: string | undefined) {
  return useOperation(
    'queue-line',
    addressId === undefined ? skipToken : { addressId, ...(date && { date }) },
  )
}

/** Milliseconds of business time, extrapolated from an answer. */
export function useClinicTime({ now }: QueueLine, answeredAt: number): number {
  const [time, setTime] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setTime(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(now) + Math.max(0, time - answeredAt)
}

/** The actions on a token: from which status, and with which shortcut. The service decides. */
export const tokenActions = {
  begin: { from: ['CALLED', 'WAITING'], key: 'b' },
  complete: { from: ['IN_CONSULTATION'], key: 'c' },
  recall: { from: ['CALLED'], key: 'r' },
  skip: { from: ['CALLED', 'WAITING'], key: 's' },
  return: { from: ['SKIPPED', 'NO_SHOW'], key: 'w' },
  noShow: { from: ['SKIPPED', 'CALLED', 'WAITING'], key: 'd' },
  takeBack: { from: ['IN_CONSULTATION', 'CALLED'], key: 'u' },
  move: { from: ['WAITING'], key: 'm' },
  cancel: { from: ['WAITING', 'CALLED', 'SKIPPED', 'NO_SHOW'], key: 'x' },
} as const satisfies Record<string, { from: readonly Token['status'][]; key: string }>
export type ActionName = keyof typeof tokenActions

/** Whether an action is possible on a token now. */
export function canPerform(
  name: ActionName,
  { status, takeBackUntil }: Token,
  now: number,
): boolean {
  if (!(tokenActions[name].from as readonly string[]).includes(status)) return false
  return name !== 'takeBack' || (takeBackUntil !== null && Date.parse(takeBackUntil) > now)
}

export interface QueueActions {
  next(): void
  start(): void
  end(): void
  act(name: Exclude<ActionName, 'move'>, token: Token, reason?: string): void
  move(token: Token, to: number, reason: string): void
  isBusy: boolean
  /** The token of the last action at this desk; undefined before the first. */
  lastTokenId: number | undefined
  refusal: Refusal | null
}

/** A token as it is after a change that may be undone. */
type ChangedToken = Pick<Token, 'id' | 'tokenDisplay'> & { change: number | null }

/** The operations of one queue. */
export function useQueueActions({ qmsWorkShiftId }: Queue, date: string): QueueActions {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [lastTokenId, setLastTokenId] = useState<number>()
  const { words } = useLanguage()
  const offerUndo = useUndoOperation('queue-undo')
  // The action of the first of two keys is done first, although the second request could reach the
  // service earlier.
  const sequence = `queue ${qmsWorkShiftId}`
  const changes = {
    next: useChange('queue-next', sequence),
    start: useChange('queue-start', sequence),
    end: useChange('queue-end', sequence),
    move: useChange('queue-move', sequence),
    begin: useChange('queue-begin', sequence),
    complete: useChange('queue-complete', sequence),
    recall: useChange('queue-recall', sequence),
    skip: useChange('queue-skip', sequence),
    return: useChange('queue-return', sequence),
    noShow: useChange('queue-no-show', sequence),
    takeBack: useChange('queue-take-back', sequence),
    cancel: useChange('queue-cancel', sequence),
  }
  const shift = String(qmsWorkShiftId)
  const refusalHandlers = {
    onSuccess: () => setRefusal(null),
    onError: (error: Refusal) => setRefusal(error),
  }
  /** Shows the refusal of a token's change, or offers to undo the change. */
  function reportChange(
    change: Promise<ChangedToken | null>,
    undoText?: (token: string) => string,
  ) {
    if (undoText) {
      void offerUndo(
        change.then((token) => token ?? { change: null, tokenDisplay: '' }),
        ({ tokenDisplay }) => undoText(tokenDisplay),
      )
    }
    change.then((token) => {
      setRefusal(null)
      setLastTokenId(token?.id)
    }, refusalHandlers.onError)
  }
  return {
    // Pressing a key twice by mistake calls only one patient.
    next() {
      if (changes.next.isPending) return
      reportChange(
        changes.next.mutateAsync({ shift, date }).then(({ called }) => called),
        words.undo.token.call,
      )
    },
    start: () => changes.start.mutate({ shift }, refusalHandlers),
    end: () => changes.end.mutate({ shift, date }, refusalHandlers),
    act(name, { tokenDisplay: token }, reason) {
      const change = changes[name].mutateAsync({ shift, date, token, ...(reason && { reason }) })
      reportChange(change, name === 'takeBack' ? undefined : words.undo.token[name])
    },
    move: ({ tokenDisplay: token }, to, reason) =>
      reportChange(
        changes.move.mutateAsync({ shift, date, token, to, reason }),
        words.undo.token.move,
      ),
    lastTokenId,
    isBusy: Object.values(changes).some(({ isPending }) => isPending),
    refusal,
  }
}
