import type { Words } from '../../en/dashboard.ts'

export const own: Words['own'] = {
  open: 'सूची से बाहर का समय …',
  title: 'सूची से बाहर का समय',
  time: 'समय',
  reason: 'कारण',
  reasonHint: 'अपॉइंटमेंट के साथ रखा जाता है, केवल कर्मचारियों के लिए।',
  leave: 'खाली समय चुनें',
  notFree: 'यह समय खाली नहीं है।',
  mark: 'सूची से बाहर',
  patientsCannot: 'मरीज़ यह बुक नहीं कर सकते:',
}
