import { lazy, Suspense, useEffect, useState } from 'react'
import { signInNeeded } from '../api/call.ts'

const load = () => import('./sign-in-over-page.tsx').then(({ SignInOverPage }) => ({ default: SignInOverPage }))
const SignInOverPage = lazy(load)

/** Asks to sign in over the page, whose content is kept: a session has ended (DASH-17), or began too long ago for a change of the sign-in. */
export function SignInAgain() {
  const [cause, setCause] = useState<'ended' | 'proof'>()
  useEffect(() => {
    const ended = () => setCause('ended')
    const proof = () => setCause('proof')
    signInNeeded.addEventListener('ended', ended)
    signInNeeded.addEventListener('proof', proof)
    // Before it is needed: another release may have replaced its file by then.
    void load().catch(() => {})
    return () => {
      signInNeeded.removeEventListener('ended', ended)
      signInNeeded.removeEventListener('proof', proof)
    }
  }, [])
  return (
    cause && (
      <Suspense>
        <SignInOverPage cause={cause} close={() => setCause(undefined)} />
      </Suspense>
    )
  )
}
