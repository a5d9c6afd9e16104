import type { Words } from '../../en/dashboard.ts'

export const money: Words['money'] = {
  amount: 'रकम',
  partPaid: (paid, of) => `${of} में से ${paid} का पेमेंट हो गया है।`,
  remainsDue: (amount) => `${amount} बाकी रहेंगे।`,
  atMost: (amount) => `${amount} तक की रकम लिखें।`,
  payments: 'रिसेप्शन पर पेमेंट',
  correct: 'सुधारें …',
  correctPaymentLabel: (payment) => `${payment} सुधारें`,
  really: 'असल में कैसे पेमेंट हुआ',
  notPaid: 'कुछ नहीं',
  reason: 'कारण',
  save: 'सुधार सहेजें',
  corrected: (who, why) => `${who} ने सुधारा: ${why}`,
  online: 'ऑनलाइन पेमेंट',
  ask: 'पेमेंट का लिंक भेजें',
  asked: (when) => `पेमेंट का लिंक भेजा गया: ${when}।`,
  underWay: 'हो सकता है मरीज़ इसी समय ऑनलाइन पेमेंट कर रहा हो।',
  leave: 'इसके बजाय यहाँ पेमेंट लें',
}
