// A session pack that was sold on its own, as shown on its page: its sessions and its price,
// without the patient.

import type { Queries } from '../../base/db/database.ts'
import { narrowType, type RowOf, statement } from '../../base/db/statement.ts'
import { clinicDay, type Instant } from '../../base/values/clinic-time.ts'
import type { LegalTexts } from '../../base/values/legal-texts.ts'
import type { PaymentStatus } from '../../money/payments/payable.ts'
import type { BookingPageSettings } from './settings.ts'
import { movedMoneySql } from './visit/visit.ts'

const packPageRow = statement(
  'pack_page',
  {
    takes: { workspaceId: 'bigint', patientPackId: 'bigint' },
    returns: {
      id: 'bigint',
      name: 'text',
      totalSessions: 'integer',
      sessionsUsed: 'integer',
      expiresOn: 'date',
      isEnded: 'boolean',
      paymentStatus: narrowType<PaymentStatus>('text'),
      payableMinor: 'bigint',
      refundedMinor: 'bigint',
      deskMinor: 'bigint',
      currency: 'text',
      timezone: 'text',
      workspace: 'text',
      clinic: 'text',
      /** The settings of the booking page; null if the clinic has none. */
      settings: narrowType<BookingPageSettings | null>('jsonb?'),
      /** Privacy notice, imprint and terms; null: none. */
      legal: narrowType<LegalTexts | null>('jsonb?'),
      hasLogo: 'boolean',
      hasBookingPage: 'boolean',
    },
  },
  `
  select k.id, k.display_name as name, k.total_sessions as "totalSessions", k.sessions_used as "sessionsUsed", k.expires_on as "expiresOn",
    k.ended_at is not null as "isEnded", coalesce(k.payment_status, 'UNPAID') as "paymentStatus", k.amount_minor as "payableMinor", ${movedMoneySql('k', 'patient_pack_id')},
    k.currency, w.timezone, w.name as workspace, coalesce(c.name, w.title) as clinic, b.settings, w.legal,
    coalesce(b.published and b.logo is not null, false) as "hasLogo", coalesce(b.published, false) as "hasBookingPage"
  from patient_packs k
  join workspaces w on w.id = k.workspace_id
  join patients p on p.workspace_id = k.workspace_id and p.id = k.patient_id and p.erased_at is null
  left join public_profiles c on c.workspace_id = k.workspace_id and c.user_id is null and c.published
  left join booking_pages b on b.workspace_id = k.workspace_id
  where k.workspace_id = :workspaceId and k.id = :patientPackId and k.payment_status is not null`,
)

export interface PackPage extends RowOf<typeof packPageRow.returns> {
  kind: 'PACK'
  workspaceId: number
  /** The end of the last day on which it can pay for a visit. */
  toAt: Instant
}

/** Reads the pack of a link; undefined if there is nothing to show. */
export async function findPackPage(
  queries: Queries,
  { workspaceId, patientPackId }: { workspaceId: number; patientPackId: number },
): Promise<PackPage | undefined> {
  const [pack] = await queries.rows(packPageRow, { workspaceId, patientPackId })
  return (
    pack && {
      kind: 'PACK',
      workspaceId,
      ...pack,
      toAt: clinicDay(pack.timezone, pack.expiresOn).to,
    }
  )
}
