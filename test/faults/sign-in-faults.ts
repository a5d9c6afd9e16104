import type { PlantedFault } from './planted-fault.ts'

const browser = ['test/dashboard-sign-in.test.ts']
const factors = ['src/dashboard/second-factor.test.ts']

/** Faults in who can sign in, and how many attempts are allowed. */
export const signInFaults: readonly PlantedFault[] = [
  {
    name: 'a session that waits for a second factor may do anything',
    file: 'src/dashboard/changing-requests.ts',
    in: 'changesOf',
    replace: 'if (session.waitsFor !== null && !before',
    with: 'if (session.waitsFor === null && !before',
    noticedBy: factors,
  },
  {
    name: 'a code of an authenticator app can be used twice',
    file: 'src/sign-in/factor-queries.ts',
    in: 'useCode',
    replace: 'confirmed_at is not null and last_step < :step',
    with: 'confirmed_at is not null and last_step <= :step',
    noticedBy: factors,
  },
  {
    name: 'a sign-in attempt is counted only after it has failed',
    file: 'src/sign-in/attempts.ts',
    in: 'boundedAttempts',
    replace: "await database.rows(forgetAttempts, { ids: noted }) return 'TOO_MANY_ATTEMPTS'",
    with: 'await database.rows(forgetAttempts, { ids: noted })',
    noticedBy: factors,
  },
  {
    name: 'the response time reveals whether an account exists',
    file: 'src/sign-in/staff-passwords.ts',
    in: 'matching',
    replace: 'accounts.length > 0 ? accounts : [{ accountId: undefined, passwordHash: null }]',
    with: 'accounts',
    noticedBy: factors,
  },
  {
    name: 'a link works although its member has other roles now',
    file: 'src/db/migrations/0070-makers-of-links.sql',
    in: 'end_access_of_member',
    replace: 'delete from staff_links where workspace_id = workspace and user_id = member;',
    with: '',
    noticedBy: ['src/sign-in/links.test.ts'],
  },
  {
    name: 'a link works although its maker could not make it any more',
    file: 'src/sign-in/links.ts',
    in: 'usableLink',
    replace: "!(includes(makerRights, 'staff:write') && reaches(makerRights, roles))",
    with: 'false',
    noticedBy: ['src/sign-in/links.test.ts'],
  },
  {
    name: 'an invitation leaves the former account a member',
    file: 'src/sign-in/invitations.ts',
    in: 'invitations',
    replace: 'await queries.rows(releaseAccountOfMember, { workspaceId, userId })',
    with: '',
    noticedBy: ['src/sign-in/addresses.test.ts'],
  },
  {
    name: 'a session of any age may add a passkey',
    file: 'src/dashboard/changing-requests.ts',
    in: 'changesOf',
    replace: 'session.isRecent ?',
    with: 'session ?',
    noticedBy: ['src/sign-in/factors.test.ts'],
  },
  {
    name: 'a browser is known for every address once one person signed in there',
    file: 'src/sign-in/known-browsers.ts',
    in: 'knownBrowsers',
    replace: 'const wanted = Buffer.from(proofOf(id, account))',
    with: "const wanted = Buffer.from(proofOf(id, 'any'))",
    noticedBy: ['src/sign-in/lock-outs.test.ts'],
  },
  {
    name: 'wrong passwords of a network refuse passkeys there',
    file: 'src/sign-in/attempts.ts',
    in: 'boundedAttempts',
    replace: "counter('network', network, subject.kind)",
    with: "counter('network', network)",
    noticedBy: ['src/sign-in/lock-outs.test.ts'],
  },
  {
    name: 'a file may remove the last owner',
    file: 'src/clinic-file/import-clinic.ts',
    in: 'bringTo',
    replace: 'if (hadOwner && !(await',
    with: 'if (!hadOwner && !(await',
    noticedBy: ['src/dashboard/dashboard.test.ts'],
  },
  {
    name: 'a passkey challenge can be answered twice',
    file: 'src/sign-in/factor-queries.ts',
    in: 'takeChallenge',
    replace: 'delete from staff_challenges where challenge_hash = :challengeHash and purpose = :purpose and expires_at > :at returning purpose',
    with: 'select purpose from staff_challenges where challenge_hash = :challengeHash and purpose = :purpose and expires_at > :at',
    noticedBy: browser,
  },
]
