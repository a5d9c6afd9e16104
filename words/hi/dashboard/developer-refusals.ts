import type { developerRefusals as enRefusals } from '../../en/dashboard/developer-refusals.ts'

export const developerRefusals: typeof enRefusals = {
  KEY_NOT_FOUND: 'यह कुंजी अब नहीं है।',
  KEY_NOT_ACTIVE: 'यह कुंजी अब काम नहीं करती। नई बनाएँ।',
  KEY_NOT_FOR_PAGES: 'डेवलपर कुंजी के ओरिजिन नहीं होते। पन्नों के लिए विजेट कुंजी बनाएँ।',
  KEY_ALWAYS_BOOKS_FOR_PATIENTS: 'पन्नों की कुंजी हमेशा मरीज़ों के लिए बुक करती है।',
  KEY_NAMED_FOR_PATIENTS:
    'सेटिंग में लिखा है कि इस नाम की कुंजियाँ मरीज़ों के लिए बुक करती हैं। पहले वहाँ से नाम हटाएँ।',
  DEVELOPER_KEY_NOT_FOR_PAGES: 'डेवलपर कुंजी के ओरिजिन नहीं होते। पन्नों के लिए विजेट कुंजी बनाएँ।',
  KEY_NEEDS_ADDRESS: 'कम से कम एक पता बताएँ जहाँ से कुंजी का उपयोग होगा।',
  KEY_HAS_NO_ADDRESS: 'इस कुंजी का कोई पता नहीं है। बदलने से पहले एक जोड़ें।',
  ADDRESSES_NOT_ON_KEY: 'यह पता अब कुंजी में नहीं है।',
  KEY_EXPIRY_IN_PAST: 'यह समय बीत चुका है। बाद का चुनें।',
  ADDRESS_RANGE_INVALID: 'यह ऐसा पता या रेंज नहीं है जो कुंजी में हो सके।',
  TOO_MANY_ADDRESSES: 'एक कुंजी के लिए ये बहुत पते हैं। रेंज का उपयोग करें।',
  ORIGIN_INVALID: 'यह ओरिजिन नहीं है। स्कीम और होस्ट लिखें, जैसे https://clinic.example।',
}
