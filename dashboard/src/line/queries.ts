// The queries of the queues of a location, and the actions on a token: one operation, one key each.

import { useEffect, useState } from 'react'
import type { Output, Refusal } from '../api/call.ts'
import { useChange, useOperation } from '../api/workspace.tsx'
import { useUndoBy } from '../ui/undo.tsx'
import { useLanguage } from '../words/words.tsx'

export type Line = Output<'queue-line'>
export type Queue = Line['queues'][number]
export type Token = Queue['tokens'][number]

export function useLine(at: number | undefined, date: string | undefined) {
  return useOperation('queue-line', { addressId: at ?? 0, ...(date && { date }) }, { enabled: at !== undefined })
}

/** Milliseconds of business time, extrapolated from an answer. */
export function useClinicNow({ now }: Line, answeredAt: number): number {
  const [time, setTime] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setTime(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Date.parse(now) + Math.max(0, time - answeredAt)
}

/** The actions on a token: from which status, and by which key. The service decides. */
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
export function isPossible(name: ActionName, { status, takeBackUntil }: Token, now: number): boolean {
  if (!(tokenActions[name].from as readonly string[]).includes(status)) return false
  return name !== 'takeBack' || (takeBackUntil !== null && Date.parse(takeBackUntil) > now)
}

export interface LineActions {
  next(): void
  start(): void
  end(): void
  act(name: Exclude<ActionName, 'move'>, token: Token, reason?: string): void
  move(token: Token, to: number, reason: string): void
  isBusy: boolean
  /** The token of the last action here; undefined before any. */
  lastTokenId: number | undefined
  refusal: Refusal | null
}

/** A token after a change that may be taken back. */
type Changed = Pick<Token, 'id' | 'tokenDisplay'> & { change: number | null }

/** The operations of one queue. */
export function useLineActions({ qmsWorkShiftId }: Queue, date: string): LineActions {
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const [lastTokenId, setLastTokenId] = useState<number>()
  const { words } = useLanguage()
  const offerUndo = useUndoBy('queue-undo')
  // Of two keys in a row the first is done first, although either request could reach the service before the other.
  const inTurn = `queue ${qmsWorkShiftId}`
  const changes = {
    next: useChange('queue-next', inTurn),
    start: useChange('queue-start', inTurn),
    end: useChange('queue-end', inTurn),
    move: useChange('queue-move', inTurn),
    begin: useChange('queue-begin', inTurn),
    complete: useChange('queue-complete', inTurn),
    recall: useChange('queue-recall', inTurn),
    skip: useChange('queue-skip', inTurn),
    return: useChange('queue-return', inTurn),
    noShow: useChange('queue-no-show', inTurn),
    takeBack: useChange('queue-take-back', inTurn),
    cancel: useChange('queue-cancel', inTurn),
  }
  const shift = String(qmsWorkShiftId)
  const told = { onSuccess: () => setRefusal(null), onError: (error: Refusal) => setRefusal(error) }
  /** Shows the refusal of a change of a token, or offers to take it back. */
  function tell(change: Promise<Changed | null>, textOf?: (token: string) => string) {
    if (textOf) {
      void offerUndo(
        change.then((token) => token ?? { change: null, tokenDisplay: '' }),
        ({ tokenDisplay }) => textOf(tokenDisplay),
      )
    }
    change.then((token) => {
      setRefusal(null)
      setLastTokenId(token?.id)
    }, told.onError)
  }
  return {
    // A key that was pressed twice by mistake calls one patient.
    next() {
      if (changes.next.isPending) return
      tell(
        changes.next.mutateAsync({ shift, date }).then(({ called }) => called),
        words.undo.token.call,
      )
    },
    start: () => changes.start.mutate({ shift }, told),
    end: () => changes.end.mutate({ shift, date }, told),
    act(name, { tokenDisplay: token }, reason) {
      const change = changes[name].mutateAsync({ shift, date, token, ...(reason && { reason }) })
      tell(change, name === 'takeBack' ? undefined : words.undo.token[name])
    },
    move: ({ tokenDisplay: token }, to, reason) => tell(changes.move.mutateAsync({ shift, date, token, to, reason }), words.undo.token.move),
    lastTokenId,
    isBusy: Object.values(changes).some(({ isPending }) => isPending),
    refusal,
  }
}
