// A receipt as an e-mail, in one of the dashboard's languages. A pure function.

import { type LanguageOf, serviceWords } from '../../../words/service.ts'
import { formatMoney, toMinorUnits } from '../../base/values/money.ts'
import { tidyName } from '../../base/values/text.ts'
import type { ReceiptView } from './receipt-views.ts'

/**
 * Subject and text of a numbered receipt. Names of patients, and names from the clinic file, cannot
 * add lines.
 */
export function receiptMail(
  view: ReceiptView,
  language: LanguageOf<'receipt'>,
): { subject: string; text: string } {
  const labels = serviceWords[language].receipt
  const { receipt, counterReceipt, undone, currency } = view
  const amountText = (amount: number) =>
    formatMoney(Math.sign(amount) * (toMinorUnits(Math.abs(amount), currency) ?? 0), currency)
  const minuteText = (at: string) => `${at.slice(0, 10)}, ${at.slice(11, 16)}`
  const line = (name: string, value: string | null) =>
    value === null ? [] : [`${name}: ${tidyName(value)}`]
  const clinic = tidyName(view.clinic)
  const title = `${labels.receipt} ${receipt?.number ?? ''}`
  const lines = [
    clinic,
    ...(view.address === null ? [] : [tidyName(view.address)]),
    '',
    title,
    ...line(labels.on, receipt && minuteText(receipt.at)),
    ...line(labels.patient, view.patient),
    ...line(labels.paidFor, view.pack === null ? view.paidFor : `${view.paidFor}, ${view.pack}`),
    ...line(labels.practitioner, view.practitioner),
    ...line(labels.when, view.visitAt === null ? view.tokenDate : minuteText(view.visitAt)),
    ...line(labels.paid, `${amountText(view.amount)}, ${minuteText(view.paidAt)}`),
    ...line(labels.method, labels.methods[view.method] ?? view.method),
    ...(undone
      ? ['', `${labels.undone[undone.by]}: ${amountText(-undone.amount)}, ${minuteText(undone.at)}`]
      : []),
    ...(counterReceipt ? [`${labels.counter} ${counterReceipt.number}`] : []),
  ]
  return { subject: `${title} · ${clinic}`, text: lines.join('\n') }
}
