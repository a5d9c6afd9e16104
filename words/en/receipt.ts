// The words of a receipt that is sent by e-mail.

export interface ReceiptWords {
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

export const receipt: ReceiptWords = {
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
}
