import type { Words } from '../en.ts'

export const terms: Words['terms'] = {
  length: 'अवधि',
  minutes: (n) => `${n} मिनट`,
  as: 'किस रूप में',
  single: 'एक विज़िट',
  followUp: 'फ़ॉलो-अप',
  owned: (name, left, until) => `${name} से: ${left} बाकी, ${until} तक`,
  buy: (name, sessions) => `${name} ख़रीदें, ${sessions} सत्र`,
  noRoom: 'कोई कमरा नहीं',
  discountOpen: 'छूट …',
  discount: 'छूट',
  discountReason: 'छूट का कारण',
  byFollowUp: 'फ़ॉलो-अप का शुल्क।',
  byPack: (name, left) => `${name} से चुकाया जाता है; इसके बाद ${left} बचेंगे।`,
  ofPack: (name) => `${name} का दाम; यह विज़िट उसकी पहली है।`,
  international: 'विदेश से आए मरीज़ों का शुल्क।',
  less: (charge, discount) => `${charge} में से ${discount} कम।`,
  kind: 'अपॉइंटमेंट का प्रकार',
  kinds: { CONSULTATION: 'परामर्श', EMERGENCY: 'आपातकाल', CHECK_UP: 'जाँच', PROCEDURE: 'प्रक्रिया', VACCINATION: 'टीका', LAB_TEST: 'लैब टेस्ट' },
  edit: 'प्रकार या कमरा बदलें',
  save: 'सहेजें',
}
