// All kinds of due work, in one list.

import type { WorkKind } from '../../base/due-work/work.ts'
import { type NoticeServices, noticeWork } from '../../clinic/notices/send-notice.ts'
import { messageWork, type SendingServices } from '../../clinic/patient-messages/send-message.ts'
import { createAccountMailWork } from '../../clinic/sign-in/account-mails.ts'
import { type NewsMailServices, newsMailWork } from '../../management/news/news-mail.ts'
import type { CheckoutServices } from '../../money/checkout/checkout-services.ts'
import { checkoutWork } from '../../money/checkout/checkout-work.ts'
import { doneRefundWork, refundWork } from '../../money/checkout/refund-work.ts'
import { offerWork } from '../../visits/appointments/offers.ts'
import { type RefreshServices, refreshWork } from '../../visits/calendars/refresh-work.ts'
import { closeDayWork } from '../../visits/queue/close-day.ts'

export function createWorkKinds(
  calendars: RefreshServices,
  notices: NoticeServices &
    Pick<SendingServices, 'sealing'> &
    Pick<NewsMailServices, 'dashboardUrl'>,
  checkouts: CheckoutServices,
): readonly WorkKind[] {
  return [
    refreshWork(calendars),
    ...noticeWork(notices),
    messageWork(notices),
    newsMailWork(notices),
    ...createAccountMailWork(notices),
    closeDayWork(calendars),
    offerWork(calendars),
    checkoutWork(checkouts),
    refundWork(checkouts),
    doneRefundWork(checkouts),
  ]
}
