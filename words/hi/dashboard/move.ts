import type { Words } from '../../en/dashboard.ts'

export const move: Words['move'] = {
  open: 'समय बदलें …',
  title: 'दूसरा समय',
  from: 'से',
  same: 'अवधि और शुल्क वही रहेंगे।',
  told: 'मरीज़ से संपर्क हो सके तो उसे संदेश जाएगा।',
  untold: 'कोई संदेश नहीं भेजा जाएगा।',
  ofAll: 'सभी डॉक्टरों के समय',
  ofAllHint:
    'अपॉइंटमेंट अपने डॉक्टर के पास ही रहती है। दूसरे डॉक्टर का समय उसके शुल्क पर नया बुक होता है, फिर यह अपॉइंटमेंट रद्द की जाती है।',
  instead: (clock, doctor) => `${doctor} के साथ ${clock} की जगह; वह अपॉइंटमेंट इसके बाद रद्द की जाएगी।`,
  elsewhere: (column) => `${column}: वहाँ के शुल्क पर नई अपॉइंटमेंट; यह इसके बाद रद्द की जाएगी।`,
  none: 'कोई समय खाली नहीं।',
  others: 'दूसरे समय …',
  under: (patient, from, to) => `${patient}: ${from} → ${to} …`,
  done: (patient, from, to) => `${patient}: ${from} से ${to} पर किया गया।`,
  free: 'खाली',
  taken: 'खाली नहीं',
  hint: (key) => `${key} से अपॉइंटमेंट उठाएँ; ऐरो से हटाएँ, Enter से रखें, Escape से छोड़ें।`,
}

/** Why a time is not on offer, by the code of the rule that lists times. */
export const reason: Words['reason'] = {
  PRACTITIONER_INACTIVE: 'डॉक्टर अब मरीज़ नहीं देखते।',
  PRACTITIONER_USES_TOKENS: 'डॉक्टर समय नहीं, टोकन देते हैं।',
  LENGTH_NOT_OFFERED: 'इतनी अवधि की अपॉइंटमेंट नहीं मिलती।',
  BEYOND_HORIZON: 'यह तारीख़ बहुत आगे है।',
  BOOKED: 'इस समय दूसरी अपॉइंटमेंट है।',
  HELD: 'समय भुगतान के लिए रोका गया है।',
  BLOCKED_BY_CLINIC: 'क्लिनिक ने यह समय रोक रखा है।',
  BLOCKED: 'दूसरे कैलेंडर में यह समय व्यस्त है।',
  PAST: 'यह समय शुरू हो चुका है।',
  MODE_NOT_OFFERED: 'इस तरह की अपॉइंटमेंट नहीं मिलती।',
  OTHER_MODE: 'इस समय दूसरी तरह की अपॉइंटमेंट होती है।',
  OFF_GRID: 'इस समय कोई अपॉइंटमेंट शुरू नहीं होती।',
  DOES_NOT_FIT: 'समय ख़त्म होने से पहले अपॉइंटमेंट पूरी नहीं होगी।',
  CLOSED: 'तब क्लिनिक बंद है।',
  NO_HOURS: 'तब डॉक्टर का समय नहीं है।',
  TIME_DOES_NOT_EXIST: 'घड़ी इस समय को छोड़ देती है।',
}
