// The workspace itself. Everything else of a file refers to it, so it is written before the sections, and its row keeps two imports of
// one workspace apart.

import type { Static } from 'typebox'
import type { Queries } from '../../db/database.ts'
import { narrowed, statement } from '../../db/statement.ts'
import { features } from '../../http/route.ts'
import { choice, integer, optional, zone } from '../../http/schemas.ts'
import type { MessageSettings } from '../../messages/message-settings.ts'
import { canonicalZone } from '../../values/clinic-time.ts'
import { tidyName } from '../../values/text.ts'
import { closed, distinct, line, nameOf } from '../words.ts'
import { messagesOfWorkspace } from './messages.ts'
import { profileOfWorkspace } from './profiles.ts'

const Workspace = closed({
  name: nameOf('Names the workspace in this installation; importing it again updates it.', 'sunrise'),
  title: line('The name people see.', 'Sunrise Clinics'),
  timezone: zone('Zone of whatever belongs to no location.'),
  video: optional(
    choice(
      ['built-in', 'account'],
      'Who provides video links: the built-in video, or a connected provider account. Omitted: only practitioners with their own.',
    ),
  ),
  paymentGateway: optional(choice(['sandbox'], 'Gateway a checkout is opened at.')),
  paymentMethods: optional(distinct(line('A payment method.', 'INSURANCE'), 0, 'Methods bookings may name beside the usual ones.')),
  sessionVisitsMax: optional(
    integer('Upcoming visits that one verified contact may have booked from web pages; 10 when omitted.', 10, { minimum: 1, maximum: 1000 }),
  ),
  entitlements: optional(distinct(choice(features, 'An entitlement.'), 0, 'Routes this workspace may call.')),
  ...messagesOfWorkspace,
  ...profileOfWorkspace,
})

export const workspaceMembers = { workspace: Workspace }

/** Creates or changes the workspace, holds its row until the transaction ends, and returns its id. */
export async function writeWorkspace(queries: Queries, workspace: Static<typeof Workspace>): Promise<number> {
  const { name, title, timezone, video, paymentGateway = null, paymentMethods = [], entitlements = [], sessionVisitsMax = null, messages = null } = workspace
  await queries.rows(mergeWorkspace, {
    name,
    title: tidyName(title),
    timezone: canonicalZone(timezone) ?? timezone,
    video: video === undefined ? null : video === 'built-in' ? 'BUILT_IN' : 'ACCOUNT',
    paymentGateway,
    paymentMethods,
    entitlements,
    sessionVisitsMax,
    messages,
  })
  const [row] = await queries.rows(workspaceIdByName, { name })
  if (!row) throw new Error('a workspace was written but is not there')
  return row.id
}

const mergeWorkspace = statement(
  'upsert_workspace',
  {
    takes: {
      name: 'text',
      title: 'text',
      timezone: 'text',
      video: 'text?',
      paymentGateway: 'text?',
      paymentMethods: 'text[]',
      entitlements: 'text[]',
      sessionVisitsMax: 'integer?',
      messages: narrowed<MessageSettings>('jsonb?'),
    },
    returns: {},
  },
  `
  insert into workspaces as known (name, title, timezone, video, payment_gateway, payment_methods, entitlements, session_visits_max, messages)
  values (:name, :title, :timezone, :video, :paymentGateway, :paymentMethods, :entitlements, :sessionVisitsMax, :messages)
  on conflict (name) do update
  set title = excluded.title, timezone = excluded.timezone, video = excluded.video,
    payment_gateway = excluded.payment_gateway, payment_methods = excluded.payment_methods,
    entitlements = excluded.entitlements, session_visits_max = excluded.session_visits_max, messages = excluded.messages
  where (known.title, known.timezone, known.video, known.payment_gateway, known.payment_methods, known.entitlements,
      known.session_visits_max, known.messages)
    is distinct from (
      excluded.title, excluded.timezone, excluded.video, excluded.payment_gateway, excluded.payment_methods, excluded.entitlements,
      excluded.session_visits_max, excluded.messages
    )`,
)

const workspaceIdByName = statement(
  'workspace_id_by_name',
  { takes: { name: 'text' }, returns: { id: 'bigint' } },
  `
  select id
  from workspaces
  where name = :name
  for no key update`,
)

export const workspaceIds = {
  workspace: statement(
    'ids_of_workspace',
    { takes: { workspaceId: 'bigint' }, returns: { name: 'text', id: 'bigint' } },
    `
  select name, id
  from workspaces
  where id = :workspaceId`,
  ),
}
