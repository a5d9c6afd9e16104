import type { ReceiptWords } from '../en/receipt.ts'

export const receipt: ReceiptWords = {
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
}
