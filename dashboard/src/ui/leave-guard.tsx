// A form that was changed asks before it is left (docs/changing-the-screens.md). What was typed is
// stored nowhere: it may be about a patient's health.

import { useBlocker } from '@tanstack/react-router'
import {
  createContext,
  type ReactNode,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useWords } from '../words/words.tsx'
import { Confirmation, sentElsewhere } from './confirmation.tsx'
import { Dialog } from './dialog.tsx'

interface PageAddress {
  pathname: string
  search: unknown
}
type FormAddress = (search: Record<string, unknown>) => unknown

const FormAddressContext = createContext<FormAddress>((search) => Object.entries(search).toSorted())

/**
 * Names the part of an address that forms depend on: they stay as long as it is the same. By
 * default it is all of it.
 */
export const FormsStayWhile = ({ same, children }: { same: FormAddress; children: ReactNode }) => (
  <FormAddressContext value={same}>{children}</FormAddressContext>
)

/** The guards of the forms on the page: only the first that is left asks. */
const guards = new Set<(from: PageAddress, to: PageAddress) => boolean>()

interface LeaveGuardProps {
  isChanged: boolean
  /** Whether what was typed has been accepted: then there is nothing to lose. */
  accepted: RefObject<boolean> | undefined
}

export function LeaveGuard({ isChanged, accepted }: LeaveGuardProps) {
  const words = useWords().unsaved
  const formAddress = useContext(FormAddressContext)
  const latest = useRef({ isChanged, accepted, formAddress })
  useLayoutEffect(() => {
    latest.current = { isChanged, accepted, formAddress }
    // What is typed after an answer is something new.
    if (!isChanged && accepted) accepted.current = false
  })
  const hasUnsaved = useCallback(
    () => latest.current.isChanged && latest.current.accepted?.current !== true,
    [],
  )
  const isLeft = useCallback(
    (from: PageAddress, to: PageAddress) => {
      const address = ({ pathname, search }: PageAddress) =>
        JSON.stringify([pathname, latest.current.formAddress(search as Record<string, unknown>)])
      return hasUnsaved() && address(from) !== address(to)
    },
    [hasUnsaved],
  )
  useEffect(() => {
    guards.add(isLeft)
    return () => void guards.delete(isLeft)
  }, [isLeft])
  const { status, proceed, reset } = useBlocker({
    shouldBlockFn: useCallback(
      ({ current, next }: { current: PageAddress; next: PageAddress }) =>
        [...guards].find((guard) => guard(current, next)) === isLeft,
      [isLeft],
    ),
    // A reload, or the end of the tab.
    enableBeforeUnload: hasUnsaved,
    withResolver: true,
  })
  if (status !== 'blocked') return null
  return (
    <Dialog title={words.title} close={reset}>
      <Confirmation
        question={words.question}
        change={sentElsewhere}
        confirm={words.discard}
        onConfirm={proceed}
        cancel={reset}
        cancelText={words.stay}
        isDanger
      />
    </Dialog>
  )
}
