import { lazy, Suspense, useEffect, useState } from 'react'
import { signInEvents } from '../api/call.ts'

const loadSignIn = () =>
  import('./sign-in-over-page.tsx').then(({ SignInDialog: SignInOverPage }) => ({
    default: SignInOverPage,
  }))
const SignInDialog = lazy(loadSignIn)

/**
 * Asks to sign in on top of the page, whose content is kept: the session has ended (DASH-17), or
 * began too long ago for a change of the sign-in methods.
 */
export function SignInAgain() {
  const [cause, setCause] = useState<'ended' | 'proof'>()
  useEffect(() => {
    const onEnded = () => setCause('ended')
    const onProofNeeded = () => setCause('proof')
    signInEvents.addEventListener('ended', onEnded)
    signInEvents.addEventListener('proof', onProofNeeded)
    // Loaded before it is needed: another release may have replaced its file by then.
    void loadSignIn().catch(() => {})
    return () => {
      signInEvents.removeEventListener('ended', onEnded)
      signInEvents.removeEventListener('proof', onProofNeeded)
    }
  }, [])
  return (
    cause && (
      <Suspense>
        <SignInDialog cause={cause} close={() => setCause(undefined)} />
      </Suspense>
    )
  )
}
