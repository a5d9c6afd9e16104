import type { Words } from '../../en/dashboard.ts'

export const week: Words['week'] = {
  title: 'सप्ताह',
  previous: 'पिछला सप्ताह',
  today: 'यह सप्ताह',
  next: 'अगला सप्ताह',
  date: 'सप्ताह की कोई तारीख़',
  practitioner: 'चिकित्सक',
  everywhere: 'सभी शाखाएँ',
  closed: 'बंद',
}
