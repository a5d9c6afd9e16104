// All kinds of due work, in one list.

import { offerWork } from '../appointments/offers.ts'
import { type RefreshServices, refreshWork } from '../calendars/refresh-work.ts'
import type { CheckoutServices } from '../checkout/checkout-services.ts'
import { checkoutWork } from '../checkout/checkout-work.ts'
import { doneRefundWork, refundWork } from '../checkout/refund-work.ts'
import type { WorkKind } from '../due-work/work.ts'
import { type NoticeServices, noticeWork } from '../notices/send-notice.ts'
import { settleWork } from '../queue/settle-day.ts'
import { accountMailWork } from '../sign-in/account-mails.ts'

export function workKindsOf(calendars: RefreshServices, notices: NoticeServices, checkouts: CheckoutServices): readonly WorkKind[] {
  return [
    ...[refreshWork(calendars), ...noticeWork(notices), ...accountMailWork(notices), settleWork(calendars), offerWork(calendars)],
    ...[checkoutWork(checkouts), refundWork(checkouts), doneRefundWork(checkouts)],
  ]
}
