import type { Words } from '../../en/dashboard.ts'

export const news: Words['news'] = {
  title: 'मरीज़ों की ओर से',
  open: (n) => (n === 0 ? 'मरीज़ों की ओर से' : `मरीज़ों की ओर से, ${n} नए`),
  none: 'पिछले 14 दिनों में कुछ नहीं।',
  erased: 'किसी ने',
  kinds: {
    BOOKED: 'बुक किया',
    MOVED: 'समय बदला',
    CANCELLED: 'रद्द किया',
    CONFIRMED: 'आएँगे',
    PAID: 'बुक किया और भुगतान किया',
    WROTE: 'संदेश लिखा',
  },
  mails: 'ईमेल से',
  choices: {
    NONE: 'कोई ईमेल नहीं',
    AT_ONCE: 'तुरंत',
    HOURLY: 'हर घंटे',
    DAILY: 'दिन में एक बार',
  },
  time: 'समय',
  save: 'सहेजें',
  hint: 'ईमेल में किसी मरीज़ का नाम नहीं होता। वे स्टाफ़ सूची के आपके पते पर जाते हैं।',
}
