import type { PlantedFault } from './planted-fault.ts'

const browser = ['test/dashboard-sign-in.test.ts']
const factors = ['src/dashboard/second-factor.test.ts']

/** Faults in who can sign in, and how many attempts are allowed. */
export const signInFaults: readonly PlantedFault[] = [
  {
    name: 'a session that waits for a second factor may do anything',
    file: 'src/dashboard/changes.ts',
    text: 'if (session.waitsFor !== null && !before',
    replacement: 'if (session.waitsFor === null && !before',
    noticedBy: factors,
  },
  {
    name: 'a code of an authenticator app can be used twice',
    file: 'src/sign-in/factor-queries.ts',
    text: 'confirmed_at is not null and last_step < :step',
    replacement: 'confirmed_at is not null and last_step <= :step',
    noticedBy: factors,
  },
  {
    name: 'a sign-in attempt is counted only after it has failed',
    file: 'src/sign-in/attempts.ts',
    text: "await database.rows(forgetAttempts, { ids: noted })\n      return 'TOO_MANY_ATTEMPTS'",
    replacement: 'await database.rows(forgetAttempts, { ids: noted })',
    noticedBy: factors,
  },
  {
    name: 'the response time reveals whether an account exists',
    file: 'src/sign-in/sign-in.ts',
    text: 'return (await isPassword(password, known?.passwordHash ?? undefined)) && known?.isMember',
    replacement: 'return known?.isMember && (await isPassword(password, known?.passwordHash ?? undefined))',
    noticedBy: factors,
  },
  {
    name: 'a file may remove the last owner',
    file: 'src/clinic-file/import-clinic.ts',
    text: 'if (hadOwner && !(await',
    replacement: 'if (!hadOwner && !(await',
    noticedBy: ['src/dashboard/dashboard.test.ts'],
  },
  {
    name: 'a passkey challenge can be answered twice',
    file: 'src/sign-in/factor-queries.ts',
    text: 'delete from staff_challenges\n  where challenge_hash = :challengeHash and purpose = :purpose and expires_at > :at\n  returning purpose',
    replacement: 'select purpose from staff_challenges where challenge_hash = :challengeHash and purpose = :purpose and expires_at > :at',
    noticedBy: browser,
  },
]
