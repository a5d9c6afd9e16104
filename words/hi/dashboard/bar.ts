import type { Words } from '../../en/dashboard.ts'

export const bar: Words['bar'] = {
  open: 'खोजें',
  title: 'खोजें और खोलें',
  field: 'अपॉइंटमेंट, मरीज़, स्क्रीन या काम',
  hint: 'संदर्भ, नाम, फ़ोन या क्या करना है',
  found: (count) => `${count} मिले`,
  visitsOf: (patient) => `${patient} की अपॉइंटमेंट, नई पहले`,
  record: (patient) => `${patient} का रिकॉर्ड`,
  groups: { visits: 'अपॉइंटमेंट', patients: 'मरीज़', go: 'जाएँ' },
}
