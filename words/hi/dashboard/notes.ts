import type { Words } from '../../en/dashboard.ts'

export const notes: Words['notes'] = {
  none: 'कोई नोट नहीं',
  edit: 'नोट बदलें',
  save: 'सहेजें',
  discard: 'रहने दें',
  now: (text) => `अब लिखा है: ${text}`,
}

export const vitals: Words['vitals'] = {
  title: 'वाइटल्स',
  add: 'वाइटल्स जोड़ें',
  names: {
    systolic: 'सिस्टोलिक',
    diastolic: 'डायस्टोलिक',
    pulse: 'नाड़ी',
    temperature: 'तापमान',
    spo2: 'ऑक्सीजन',
    weight: 'वज़न',
    height: 'लंबाई',
  },
}
