import type { Words } from '../../en/dashboard.ts'

export const head: Words['head'] = {
  age: (years) => `${years} साल`,
  last: 'पिछली विज़िट',
  next: 'अगली विज़िट',
  due: 'बाकी रकम',
  bookFor: (name) => `नई विज़िट: ${name}`,
  alert: 'चेतावनी',
  alertEdit: 'चेतावनी …',
  alertHint: 'जो सबको पहले दिखना चाहिए',
  alertSave: 'चेतावनी सहेजें',
  absences: 'अनुपस्थिति',
  bookingRule: {
    label: 'बुकिंग',
    edit: 'बुकिंग …',
    like: 'सबकी तरह',
    BY_PHONE: 'केवल फ़ोन से',
    PAY_BEFORE: 'पहले भुगतान',
    hint: 'वेब पन्नों और मरीज़ों के लिए बुक करने वाले प्रोग्रामों पर लागू। क्लिनिक हमेशा बुक कर सकता है।',
    reason: 'कारण',
    reasonHint: 'केवल कर्मचारी देख सकते हैं।',
    save: 'सहेजें',
    since: (date) => `${date} से`,
  },
}
