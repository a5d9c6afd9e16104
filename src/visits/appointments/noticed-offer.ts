import { narrowType, statement } from '../../base/db/statement.ts'
import type { Mode } from '../../base/values/modes.ts'
import { publicNameSql } from '../../base/values/public-name.ts'
import {
  noticePatientColumns,
  noticePatientSelectList,
  type ReadNoticeVisit,
  toNoticeSubject,
} from '../../clinic/notices/noticed-visit.ts'
import type { OfferState } from './offer-queries.ts'

const noticeOffer = statement(
  'offer_for_notice',
  {
    takes: { workspaceId: 'bigint', offerId: 'bigint' },
    returns: {
      state: narrowType<OfferState>('text'),
      fromAt: 'timestamptz',
      toAt: 'timestamptz',
      heldUntil: 'timestamptz',
      priceMinor: 'bigint',
      currency: 'text',
      timezone: 'text',
      mode: narrowType<Mode>('text'),
      location: 'text',
      practitioner: 'text',
      clinic: 'text',
      ...noticePatientColumns,
    },
  },
  `
  select o.state, o.from_at as "fromAt", o.to_at as "toAt", o.expires_at as "heldUntil", o.charge_minor as "priceMinor", o.currency, l.timezone, o.mode,
    l.full_address as location, ${publicNameSql('u')} as practitioner, w.title as clinic, ${noticePatientSelectList(null)}
  from waiting_offers o
  join waiting_entries e on e.workspace_id = o.workspace_id and e.id = o.entry_id
  join workspaces w on w.id = o.workspace_id
  join locations l on l.workspace_id = e.workspace_id and l.id = e.location_id
  join users u on u.workspace_id = o.workspace_id and u.id = o.doctor_id
  join patients p on p.workspace_id = e.workspace_id and p.id = e.patient_id
  where o.workspace_id = :workspaceId and o.id = :offerId
  -- Waits for an erasure of the patient that is in progress; a later erasure waits until this
  -- transaction ends.
  for key share of p`,
)

/** An offered time, as the code for notices reads it. */
export const readNoticeOffer: ReadNoticeVisit = async (queries, workspaceId, offerId) => {
  const [row] = await queries.rows(noticeOffer, { workspaceId, offerId })
  if (!row) return undefined
  const { state, heldUntil, ...offered } = row
  return {
    ...offered,
    subject: toNoticeSubject({ offerId }),
    bookingReference: `offer-${offerId}`,
    voided: false,
    revision: 0,
    patientTimezone: null,
    videoLink: null,
    visitAddress: null,
    token: null,
    minutesLate: null,
    state: state === 'OPEN' ? 'EXPECTED' : 'OTHER',
    unsettledUntil: null,
    isOwed: false,
    offer: { heldUntil },
    hasMissingForms: false,
    pack: null,
  }
}
