import type { ReceiptWords } from '../en/receipt.ts'

export const receipt: ReceiptWords = {
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
}
