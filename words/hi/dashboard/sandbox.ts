import type { Words } from '../../en/dashboard.ts'

export const sandbox: Words['sandbox'] = {
  open: 'परीक्षण: घड़ी, संदेश, भुगतान',
  hint: 'कोई संदेश नहीं भेजा जाता और कोई पैसा नहीं चलता।',
  clock: 'घड़ी',
  outbox: 'संदेश',
  gateway: 'भुगतान',
  onTime: 'घड़ी असली समय दिखाती है।',
  ahead: (duration) => `असली समय से ${duration} आगे`,
  clockForwardOnlyHint: 'परीक्षण की घड़ी केवल आगे चलती है।',
  noMessages: 'अभी कोई संदेश नहीं। मरीज़ों को जो भेजा जाता, वह यहाँ दिखता है।',
  code: 'एक बार का कोड',
  read: 'पढ़ें',
  noCheckouts: 'अभी कोई ऑनलाइन भुगतान नहीं।',
  openPage: 'उसका पेज खोलें',
  states: { OPEN: 'खुला', PAID: 'भुगतान हुआ', FAILED: 'अस्वीकृत', EXPIRED: 'समय समाप्त' },
}
