// The workspace itself. Everything else in a file references it, so it is written before the
// sections, and its row serialises imports of one workspace.

import type { Static } from 'typebox'
import { features } from '../../../base/contract/route.ts'
import { choice, flag, integer, optional, zone } from '../../../base/contract/schemas.ts'
import type { Queries } from '../../../base/db/database.ts'
import { narrowType, statement } from '../../../base/db/statement.ts'
import { canonicalZone } from '../../../base/values/clinic-time.ts'
import { gatewayNames } from '../../../base/values/gateway-settings.ts'
import type { LegalTexts } from '../../../base/values/legal-texts.ts'
import type { PatientRules } from '../../../base/values/patient-rules.ts'
import type { RefundPolicy } from '../../../base/values/refund-policy.ts'
import { tidyName } from '../../../base/values/text.ts'
import type { JitsiSettings } from '../../../base/values/video-link.ts'
import type { RetentionSettings } from '../../../clinic/patients/retention.ts'
import {
  findManualEntitlements,
  type ManualEntitlements,
} from '../../../clinic/workspaces/entitlements.ts'
import { problem } from '../problems.ts'
import { closedObject, distinct, line, nameField } from '../words.ts'
import { bookingPageOfWorkspace } from './booking-page.ts'
import { closingsOfWorkspace } from './closings.ts'
import { gatewaysOfWorkspace } from './gateways.ts'
import { legalOfWorkspace } from './legal.ts'
import { messagesOfWorkspace } from './messages.ts'
import { noticesOfWorkspace } from './notices.ts'
import { patientRulesMember } from './patient-rules.ts'
import { profileOfWorkspace } from './profiles.ts'
import { refundPolicyMember } from './refund-policy.ts'
import { retentionOfWorkspace } from './retention.ts'
import {
  createDescription,
  statesStatement,
  unlessDefault,
  unlessEmpty,
  withoutEmpty,
} from './section.ts'
import { fromStoredVideo, toStoredVideo, videoOfWorkspace } from './video.ts'

const Workspace = closedObject(
  {
    name: nameField(
      'Names the workspace in this installation; importing it again updates it.',
      'sunrise',
    ),
    title: line('The name people see.', 'Sunrise Clinics'),
    timezone: zone('The clinic’s time zone. A location can have its own.'),
    ...videoOfWorkspace,
    paymentGateway: optional(
      choice(
        gatewayNames,
        'Gateway a checkout is opened at; one elsewhere has its account under `gateways`.',
      ),
    ),
    ...gatewaysOfWorkspace,
    paymentMethods: optional(
      distinct(
        line('A payment method.', 'INSURANCE'),
        0,
        'Further ways to pay, such as by cheque.',
      ),
    ),
    sessionVisitsMax: optional(
      integer(
        'How many upcoming visits a patient may have booked on web pages, by the phone or e-mail address they confirmed; default: 10.',
        10,
        { minimum: 1, maximum: 1000 },
      ),
    ),
    strictPrices: optional(
      flag(
        'Whether a booking with a key must charge the clinic’s price; default: it may charge another amount, which the audit shows.',
      ),
    ),
    ...refundPolicyMember,
    ...patientRulesMember('the workspace'),
    keysForPatients: optional(
      distinct(
        line('The name of developer keys.', 'Website'),
        0,
        'Names of developer keys that book for patients, so that the rules for patients bind them; keys marked one by one are not listed here.',
      ),
    ),
    entitlements: optional(
      distinct(choice(features, 'An entitlement.'), 0, 'Routes this workspace may call.'),
    ),
    ...messagesOfWorkspace,
    ...noticesOfWorkspace,
    ...legalOfWorkspace,
    ...retentionOfWorkspace,
    ...profileOfWorkspace,
    ...bookingPageOfWorkspace,
    ...closingsOfWorkspace,
  },
  'The workspace itself, and settings that apply to all its locations.',
)

type Workspace = Static<typeof Workspace>

export const workspaceMembers = { workspace: Workspace }

function workspaceSettings(workspace: Workspace) {
  const {
    title,
    timezone,
    paymentGateway = null,
    paymentMethods = [],
    entitlements = [],
    sessionVisitsMax = null,
    strictPrices = false,
    refundPolicy = null,
    patientRules = null,
    keysForPatients = [],
    gateways = null,
    messages = null,
    notices = null,
    legal = null,
    retention = null,
  } = workspace
  return {
    title: tidyName(title),
    timezone: canonicalZone(timezone) ?? timezone,
    ...toStoredVideo(workspace),
    paymentGateway,
    paymentMethods,
    entitlements,
    sessionVisitsMax,
    strictPrices,
    refundPolicy,
    patientRules,
    keysForPatients,
    gateways,
    messages,
    notices,
    legal,
    retention,
  }
}

/** A workspace that is locked against other changes. */
export interface HeldWorkspace {
  workspaceId: number
  /** Whether the workspace is new. */
  isNew: boolean
  /** Entitlements that were changed by hand since the last import. */
  byHand: ManualEntitlements
}

/** Finds the workspace or creates it, and locks its row until the transaction ends. */
export async function holdWorkspace(
  queries: Queries,
  workspace: Workspace,
): Promise<HeldWorkspace> {
  const { name } = workspace
  const [inserted] = await queries.rows(insertWorkspace, { name, ...workspaceSettings(workspace) })
  const [row] = await queries.rows(workspaceByName, { name })
  if (!row) throw new Error('the stored workspace was not found')
  const { id, entitlements, fileEntitlements } = row
  return {
    workspaceId: id,
    isNew: inserted !== undefined,
    byHand: findManualEntitlements(entitlements, fileEntitlements),
  }
}

/** Locks the row of an existing workspace until the transaction ends. Throws WORKSPACE_DELETED. */
export async function holdExistingWorkspace(
  queries: Queries,
  workspaceId: number,
): Promise<HeldWorkspace> {
  const [row] = await queries.rows(lockWorkspace, { workspaceId })
  if (!row) throw problem('WORKSPACE_DELETED')
  return {
    workspaceId,
    isNew: false,
    byHand: findManualEntitlements(row.entitlements, row.fileEntitlements),
  }
}

/** Brings the workspace's own row to the state of the file. */
export async function writeWorkspace(
  queries: Queries,
  workspaceId: number,
  workspace: Workspace,
): Promise<void> {
  await queries.rows(changeWorkspace, { workspaceId, ...workspaceSettings(workspace) })
}

/** The stored settings of a workspace; each column has the same name, in lower case. */
const settings = {
  title: 'text',
  timezone: 'text',
  video: narrowType<'BUILT_IN' | 'ACCOUNT'>('text?'),
  videoLink: 'text?',
  jitsi: narrowType<JitsiSettings>('jsonb?'),
  paymentGateway: narrowType<(typeof gatewayNames)[number]>('text?'),
  paymentMethods: 'text[]',
  entitlements: narrowType<readonly (typeof features)[number][]>('text[]'),
  sessionVisitsMax: 'integer?',
  strictPrices: 'boolean',
  refundPolicy: narrowType<RefundPolicy>('jsonb?'),
  patientRules: narrowType<PatientRules>('jsonb?'),
  keysForPatients: 'text[]',
  gateways: narrowType<NonNullable<Workspace['gateways']>>('jsonb?'),
  messages: narrowType<NonNullable<Workspace['messages']>>('jsonb?'),
  notices: narrowType<NonNullable<Workspace['notices']>>('jsonb?'),
  legal: narrowType<LegalTexts>('jsonb?'),
  retention: narrowType<RetentionSettings>('jsonb?'),
} as const

const storedSettings = Object.entries<string>(settings).map(([name, type]) => ({
  name,
  type: type.replace('?', ''),
  column: name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
}))
// The file's entitlements are stored separately from those in force, which can be changed by hand.
const settingColumns = [...storedSettings.map(({ column }) => column), 'file_entitlements'].join(
  ', ',
)
const settingValues = [...storedSettings, { name: 'entitlements', type: 'text[]' }]
  .map(({ name, type }) => `:${name}::${type}`)
  .join(', ')

/** SQL for a setting as text; null if it has its default. */
function settingText({ column, type }: { column: string; type: string }): string {
  const byDefault: Record<string, string> = { 'text[]': '{}', boolean: 'false' }
  return byDefault[type] === undefined
    ? `${column}::text`
    : `nullif(${column}::text, '${byDefault[type]}')`
}

const insertWorkspace = statement(
  'insert_workspace',
  { takes: { name: 'text', ...settings }, returns: { id: 'bigint' } },
  `
  insert into workspaces (name, ${settingColumns})
  values (:name, ${settingValues})
  on conflict (name) do nothing
  returning id`,
)

const workspaceByName = statement(
  'workspace_by_name',
  {
    takes: { name: 'text' },
    returns: { id: 'bigint', entitlements: 'text[]', fileEntitlements: 'text[]?' },
  },
  `
  select id, entitlements, file_entitlements as "fileEntitlements"
  from workspaces
  where name = :name
  for no key update`,
)

const lockWorkspace = statement(
  'lock_workspace',
  {
    takes: { workspaceId: 'bigint' },
    returns: { entitlements: 'text[]', fileEntitlements: 'text[]?' },
  },
  `
  select entitlements, file_entitlements as "fileEntitlements"
  from workspaces
  where id = :workspaceId
  for no key update`,
)

const changeWorkspace = statement(
  'change_workspace',
  { takes: { workspaceId: 'bigint', ...settings } },
  `
  update workspaces
  set (${settingColumns}) = (${settingValues})
  where id = :workspaceId and (${settingColumns}) is distinct from (${settingValues})`,
)

const storedWorkspace = statement(
  'stored_workspace',
  {
    takes: { workspaceId: 'bigint' },
    returns: { name: 'text', ...settings },
  },
  `
  select name, ${storedSettings.map(({ name, column }) => `${column} as "${name}"`).join(', ')}
  from workspaces
  where id = :workspaceId`,
)

/** The workspace in the form of a file; it must exist. */
export const workspaceDescription = createDescription(
  { workspace: storedWorkspace },
  ({ workspace: [row] }, file: { workspace: Workspace }) => {
    if (!row) throw new Error('the workspace to describe was not found')
    const {
      name,
      title,
      timezone,
      video,
      videoLink,
      jitsi,
      paymentMethods,
      keysForPatients,
      strictPrices,
      entitlements,
      ...others
    } = row
    file.workspace = {
      name,
      title,
      timezone,
      ...withoutEmpty({
        ...fromStoredVideo({ video, videoLink, jitsi }),
        ...others,
        paymentMethods: unlessEmpty(paymentMethods),
        keysForPatients: unlessEmpty(keysForPatients),
      }),
      ...withoutEmpty({
        strictPrices: unlessDefault(false, strictPrices),
        entitlements: unlessEmpty(entitlements),
      }),
    } as Workspace
  },
)

export const workspaceStates = {
  setting: statesStatement('settings', {
    name: 's.name',
    facts: 's.value',
    source: `(
    select s.name, s.value
    from workspaces
    cross join lateral (
      values ${storedSettings
        .filter(({ name }) => name !== 'entitlements')
        .map((setting) => `('${setting.name}', ${settingText(setting)})`)
        .join(', ')}
    ) as s (name, value)
    where id = :workspaceId and s.value is not null
  ) as s`,
  }),
  entitlement: statesStatement('entitlements', {
    name: 's.name',
    facts: '',
    source: '(select unnest(entitlements) as name from workspaces where id = :workspaceId) as s',
  }),
}

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
