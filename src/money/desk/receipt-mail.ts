// A receipt as an e-mail, in one of the languages of the dashboard. Pure.

import { formatMoney, toMinorUnits } from '../../base/values/money.ts'
import { tidyName } from '../../base/values/text.ts'
import type { ReceiptView } from './receipt-views.ts'

export const receiptLanguages = ['en', 'de', 'es', 'hi', 'ar'] as const
export type ReceiptLanguage = (typeof receiptLanguages)[number]

interface MailWords {
  receipt: string
  counter: string
  patient: string
  paidFor: string
  when: string
  practitioner: string
  paid: string
  method: string
  on: string
  undone: { CORRECTED: string; REFUNDED: string }
  methods: Readonly<Record<string, string>>
}

const words: Record<ReceiptLanguage, MailWords> = {
  en: {
    receipt: 'Receipt',
    counter: 'Counter-receipt',
    patient: 'Patient',
    paidFor: 'For',
    when: 'Visit',
    practitioner: 'With',
    paid: 'Paid',
    method: 'Method',
    on: 'Issued on',
    undone: { CORRECTED: 'This payment was recorded by mistake', REFUNDED: 'Refunded' },
    methods: {
      CASH: 'cash',
      CARD: 'card',
      UPI: 'UPI',
      BANK_TRANSFER: 'bank transfer',
      ONLINE: 'online',
      OTHER: 'other',
    },
  },
  de: {
    receipt: 'Quittung',
    counter: 'Gegenquittung',
    patient: 'Patient',
    paidFor: 'Für',
    when: 'Termin',
    practitioner: 'Bei',
    paid: 'Bezahlt',
    method: 'Wie',
    on: 'Am',
    undone: { CORRECTED: 'Diese Zahlung wurde versehentlich vermerkt', REFUNDED: 'Zurückgezahlt' },
    methods: {
      CASH: 'bar',
      CARD: 'mit Karte',
      UPI: 'UPI',
      BANK_TRANSFER: 'Überweisung',
      ONLINE: 'online',
      OTHER: 'anders',
    },
  },
  es: {
    receipt: 'Recibo',
    counter: 'Contrarrecibo',
    patient: 'Paciente',
    paidFor: 'Por',
    when: 'Visita',
    practitioner: 'Con',
    paid: 'Pagado',
    method: 'Cómo',
    on: 'El',
    undone: { CORRECTED: 'Este pago se anotó por error', REFUNDED: 'Devuelto' },
    methods: {
      CASH: 'efectivo',
      CARD: 'tarjeta',
      UPI: 'UPI',
      BANK_TRANSFER: 'transferencia',
      ONLINE: 'en línea',
      OTHER: 'otro',
    },
  },
  hi: {
    receipt: 'रसीद',
    counter: 'प्रति-रसीद',
    patient: 'रोगी',
    paidFor: 'किसके लिए',
    when: 'मुलाकात',
    practitioner: 'चिकित्सक',
    paid: 'भुगतान',
    method: 'तरीका',
    on: 'तारीख',
    undone: { CORRECTED: 'यह भुगतान गलती से दर्ज हुआ था', REFUNDED: 'लौटाया गया' },
    methods: {
      CASH: 'नकद',
      CARD: 'कार्ड',
      UPI: 'UPI',
      BANK_TRANSFER: 'बैंक ट्रांसफ़र',
      ONLINE: 'ऑनलाइन',
      OTHER: 'अन्य',
    },
  },
  ar: {
    receipt: 'إيصال',
    counter: 'إيصال عكسي',
    patient: 'المريض',
    paidFor: 'مقابل',
    when: 'الزيارة',
    practitioner: 'مع',
    paid: 'المدفوع',
    method: 'الطريقة',
    on: 'في',
    undone: { CORRECTED: 'سُجّلت هذه الدفعة بالخطأ', REFUNDED: 'أُعيد' },
    methods: {
      CASH: 'نقدًا',
      CARD: 'بطاقة',
      UPI: 'UPI',
      BANK_TRANSFER: 'تحويل بنكي',
      ONLINE: 'عبر الإنترنت',
      OTHER: 'أخرى',
    },
  },
}

/**
 * Subject and text of a numbered receipt. Names from the clinic file and of patients cannot add
 * lines.
 */
export function receiptMail(
  view: ReceiptView,
  language: ReceiptLanguage,
): { subject: string; text: string } {
  const labels = words[language]
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
