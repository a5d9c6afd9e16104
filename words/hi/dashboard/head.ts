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
}
