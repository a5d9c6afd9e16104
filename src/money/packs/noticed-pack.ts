import { statement } from '../../base/db/statement.ts'
import { firstInstantAtWallTime } from '../../base/values/clinic-time.ts'
import {
  noticePatientColumns,
  noticePatientSelectList,
  type ReadNoticeVisit,
  toNoticeSubject,
} from '../../clinic/notices/noticed-visit.ts'

const noticePack = statement(
  'pack_for_notice',
  {
    takes: { workspaceId: 'bigint', patientPackId: 'bigint' },
    returns: {
      name: 'text',
      isEnded: 'boolean',
      isOwed: 'boolean',
      purchasedOn: 'date',
      priceMinor: 'bigint',
      currency: 'text',
      timezone: 'text',
      clinic: 'text',
      ...noticePatientColumns,
    },
  },
  `
  select k.display_name as name, k.ended_at is not null as "isEnded", k.payment_status in ('UNPAID', 'PENDING') as "isOwed",
    k.purchased_on as "purchasedOn", k.amount_minor as "priceMinor", k.currency, w.timezone, w.title as clinic, ${noticePatientSelectList(null)}
  from patient_packs k
  join workspaces w on w.id = k.workspace_id
  join patients p on p.workspace_id = k.workspace_id and p.id = k.patient_id
  where k.workspace_id = :workspaceId and k.id = :patientPackId and k.payment_status is not null
  -- Waits for an erasure of the patient that is in progress; a later erasure waits until this
  -- transaction ends.
  for key share of p`,
)

/** A session pack that was sold on its own, as the code for notices reads it. */
export const readNoticePack: ReadNoticeVisit = async (queries, workspaceId, patientPackId) => {
  const [row] = await queries.rows(noticePack, { workspaceId, patientPackId })
  if (!row) return undefined
  const { name, isEnded, purchasedOn, ...pack } = row
  const fromAt = firstInstantAtWallTime(pack.timezone, purchasedOn, 0)
  return {
    ...pack,
    subject: toNoticeSubject({ patientPackId }),
    hasMissingForms: false,
    pack: { name },
    state: isEnded ? 'CANCELLED' : 'EXPECTED',
    bookingReference: `pack-${patientPackId}`,
    voided: false,
    revision: 0,
    fromAt,
    toAt: fromAt,
    unsettledUntil: null,
    patientTimezone: null,
    mode: 'OFFLINE',
    videoLink: null,
    visitAddress: null,
    location: '',
    practitioner: '',
    minutesLate: null,
    token: null,
    offer: null,
  }
}
