import type { ReceiptWords } from '../en/receipt.ts'

export const receipt: ReceiptWords = {
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
}
