// Undoes the last change at this desk for some seconds, with its button or with U (DAY-19). Every
// screen that changes something offers its undo here, so that there is one notice and one key.

import { Button, Group, Text, VisuallyHidden } from '@mantine/core'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import type { Refusal } from '../api/call.ts'
import { useChange } from '../api/workspace.tsx'
import { useWords } from '../words/words.tsx'
import { isFieldInput, shortcutLetter, useKeyDown } from './keys.ts'
import { RefusalNote } from './refusal.tsx'
import classes from './undo.module.css'

/**
 * How long a change can be undone: as long as the service waits before it notifies patients of it
 * (src/clinic/notices/plan-notices.ts).
 */
const deskUndoMs = 12_000
const undoKey = 'u'

export interface Undoable {
  /** What was done: `Meera Iyer was moved from 09:00 to 10:00.` */
  text: string
  /** Undoes it, and shows the result; rejects with the refusal of the service. */
  undoChange(): Promise<unknown>
}

interface Offer extends Undoable {
  id: number
  /** When the offer ends, by `performance.now()`. */
  until: number
}

/**
 * Waits for a change and offers to undo it. If `describeUndo` returns undefined, the change is
 * final; a refusal is shown where the change is made.
 */
type OfferUndo = <Answer>(
  change: Promise<Answer>,
  describeUndo: (answer: Answer) => Undoable | undefined,
) => Promise<void>

const UndoContext = createContext<OfferUndo | undefined>(undefined)

/** Changes before the last one can be undone after it, each within its own time limit. */
export function useUndo(): OfferUndo {
  const offerUndo = useContext(UndoContext)
  if (!offerUndo) throw new Error('useUndo was called outside of its provider')
  return offerUndo
}

/**
 * Offers to undo, by an operation, a change that the service has numbered; a change without a
 * number is final. The offer remains when the component that made the change is closed.
 */
export function useUndoOperation(operation: 'visit-undo' | 'queue-undo' | 'payments-undo') {
  const offerUndo = useUndo()
  const { mutateAsync } = useChange(operation)
  return useCallback(
    <Answer extends { change: number | null }>(
      change: Promise<Answer>,
      undoText: (answer: Answer) => string,
    ) =>
      offerUndo(change, (answer) => {
        const { change: id } = answer
        return !id ? undefined : { text: undoText(answer), undoChange: () => mutateAsync({ id }) }
      }),
    [offerUndo, mutateAsync],
  )
}

/** The notice comes after its children, where it covers nothing. */
export function UndoProvider({ children }: { children: ReactNode }) {
  const words = useWords()
  const [offers, setOffers] = useState<readonly Offer[]>([])
  const [outcome, setOutcome] = useState<{ text: string; refusal: Refusal | null }>()
  const [now, setNow] = useState(() => performance.now())
  const [isPending, setIsPending] = useState(false)
  const count = useRef(0)
  /** The change that was made last, until it is offered to be undone. */
  const underWay = useRef<{ isToBeUndone: boolean }>(undefined)
  const last = offers.at(-1)
  const undo = useCallback(async ({ id, text, undoChange }: Offer) => {
    setIsPending(true)
    setOffers((before) => before.filter((one) => one.id !== id))
    const refusal = await undoChange().then(
      () => null,
      (error: Refusal) => error,
    )
    setOutcome({ text, refusal })
    setIsPending(false)
  }, [])
  const offerUndo: OfferUndo = useCallback(
    async (change, describeUndo) => {
      // The service may make the change at once, and its time limit starts then.
      const until = performance.now() + deskUndoMs
      const mine = { isToBeUndone: false }
      underWay.current = mine
      const undoable = await change.then(describeUndo, () => undefined)
      if (underWay.current === mine) underWay.current = undefined
      if (!undoable) return
      count.current += 1
      const offer = { ...undoable, id: count.current, until }
      const at = performance.now()
      setNow(at)
      setOutcome(undefined)
      if (mine.isToBeUndone) void undo(offer)
      else setOffers((before) => [...openOffers(before, at), offer])
    },
    [undo],
  )
  useEffect(() => {
    if (!last && !outcome) return undefined
    const timer = setInterval(() => {
      const at = performance.now()
      setNow(at)
      setOffers((before) => openOffers(before, at))
    }, 1_000)
    return () => clearInterval(timer)
  }, [last, outcome])
  useEffect(() => {
    // A refusal stays until it has been read.
    if (!outcome || outcome.refusal) return undefined
    const timer = setTimeout(() => setOutcome(undefined), deskUndoMs)
    return () => clearTimeout(timer)
  }, [outcome])
  // This runs before the screen's own keys: it undoes the last change, whichever record that was
  // made to. The screen can show a change before its answer has come: the key then counts for it.
  useKeyDown((event) => {
    const { current: change } = underWay
    if (isPending || isFieldInput(event) || shortcutLetter(event) !== undoKey) return
    if (change) change.isToBeUndone = true
    else if (last) void undo(last)
    else return
    event.preventDefault()
  }, true)
  const isShown = last !== undefined || outcome !== undefined || isPending
  const remainingShare = last && Math.max(0, (last.until - now) / deskUndoMs)
  return (
    <UndoContext value={offerUndo}>
      {children}
      {/* The notice is a landmark only while it is shown; its status element exists beforehand, so
          that the notice is announced. */}
      <section
        className={classes.notice}
        aria-label={isShown ? words.undo.title : undefined}
        data-shown={isShown || undefined}
      >
        {remainingShare !== undefined && (
          <div className={classes.left} style={{ inlineSize: `${remainingShare * 100}%` }} />
        )}
        <Group gap="sm">
          <Text size="sm" role={isShown ? 'status' : undefined} aria-live="polite">
            {isPending
              ? words.undo.under
              : [outcome && !outcome.refusal && words.undo.undone(outcome.text), last?.text]
                  .filter(Boolean)
                  .join(' ')}
            {last && !isPending && (
              <VisuallyHidden> {words.undo.within(deskUndoMs / 1_000)}</VisuallyHidden>
            )}
          </Text>
          {last && !isPending && (
            <Button
              size="compact-sm"
              variant="light"
              onClick={() => void undo(last)}
              aria-keyshortcuts={undoKey}
            >
              {words.undo.undo} <kbd className={classes.key}>{undoKey.toUpperCase()}</kbd>
            </Button>
          )}
        </Group>
        {outcome?.refusal && (
          <RefusalNote refusal={outcome.refusal}>
            <Text size="sm">{words.undo.stays(outcome.text)}</Text>
            <Group mt="xs">
              <Button size="xs" variant="default" onClick={() => setOutcome(undefined)}>
                {words.visit.close}
              </Button>
            </Group>
          </RefusalNote>
        )}
      </section>
    </UndoContext>
  )
}

const openOffers = (offers: readonly Offer[], at: number) =>
  offers.filter(({ until }) => until > at)
