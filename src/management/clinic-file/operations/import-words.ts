// The texts of an import, for every operation that imports.

import { choice, integer, list, object, text } from '../../../base/contract/schemas.ts'
import type { Database } from '../../../base/db/database.ts'
import { secretProblems } from '../../../base/messages/channels.ts'
import type { Environment } from '../../../base/ports/secrets.ts'
import { describeKeys } from '../../../clinic/workspaces/keys.ts'
import { isUselessInPages, uselessKeyWarning } from '../../../clinic/workspaces/operations/keys.ts'
import { accountProblems } from '../../../money/payments/gateways/gateway-accounts.ts'
import { changeKinds } from '../changes.ts'
import type { ImportResult } from '../import-clinic.ts'
import { calendarSecretProblems } from '../sections/calendars.ts'
import { formatUpcomingVisits } from '../upcoming-visits.ts'
import { videoProblems } from '../video-problems.ts'
import { listWarnings } from '../warnings.ts'

export const changeList = list(
  object({
    kind: text('What it is.', 'practitioner'),
    change: choice(changeKinds, 'What became of it.'),
    count: integer('How many.', 1),
    names: list(
      text(
        'The name in the file; for a part of something else, with the names of its parents in front.',
        'asha-rao/jaipur',
      ),
      'Their names; empty for kinds that are only counted.',
    ),
  }),
  'The changes of the import.',
)

export const warningList = list(
  text('A warning about what will not work yet.', 'CLINIC_SECRET_SMTP_URL is not set here'),
  'The warnings.',
)

/**
 * The warnings after an import; `stranded` are the upcoming visits that are now outside the hours.
 */
export async function importWarnings(
  {
    database,
    environment,
    mode,
    videoIsPublic,
  }: {
    database: Database
    environment: Environment
    mode: 'sandbox' | 'production'
    videoIsPublic: boolean
  },
  { workspaceId, file, removedWithVisits, onClosingDays, undone }: ImportResult,
  stranded: number,
): Promise<string[]> {
  const { messages = {}, paymentGateway, gateways = {} } = file.workspace
  return [
    ...removedWithVisits.map(
      ({ kind, name, visits }) =>
        `${kind} ${name} is removed and keeps ${formatUpcomingVisits(visits)}`,
    ),
    ...(onClosingDays > 0
      ? [`closing days keep ${formatUpcomingVisits(onClosingDays)} booked before`]
      : []),
    ...(stranded > 0
      ? [
          `${formatUpcomingVisits(stranded)} ${stranded === 1 ? 'lies' : 'lie'} outside the hours now: clinic visit stranded`,
        ]
      : []),
    ...undone.withdrawn.map((name) => `${name} was withdrawn by hand, and the file brings it back`),
    ...undone.granted.map((name) => `${name} was granted by hand, and the file takes it away`),
    ...listWarnings(file),
    ...(await describeKeys(database, workspaceId))
      .filter(isUselessInPages)
      .map(({ id, name }) => `key ${id} (${name}) ${uselessKeyWarning(id)}`),
    // The command may run on a different machine from the service, so this is not a mistake.
    ...secretProblems(messages, environment).map(
      (problem) =>
        `${problem} here; where the service runs in production, it refuses messages until this is mended`,
    ),
    ...calendarSecretProblems(file, environment),
    ...(paymentGateway === 'sandbox' && mode === 'production'
      ? [
          'workspace.paymentGateway: the gateway `sandbox` works only in a sandbox; here no checkout is opened',
        ]
      : []),
    ...accountProblems(gateways, environment, mode),
    ...videoProblems(file, { environment, mode, videoIsPublic }),
  ]
}
