import type { settingsRefusals as english } from '../en/settings-refusals.ts'

export const settingsRefusals: typeof english = {
  SETTINGS_CHANGED_MEANWHILE: 'इस बीच सेटिंग बदल गई। कुछ लागू नहीं हुआ।',
  SETTINGS_VERSION_NOT_FOUND: 'यह संस्करण अब नहीं रखा है।',
  SETTING_FOR_OPERATORS: 'यह केवल ऑपरेटर क्लिनिक फ़ाइल से बदलते हैं: यह बताता है कि गुप्त कुंजियाँ कहाँ जाती हैं या क्लिनिक क्या उपयोग कर सकता है।',
  SETTINGS_OF_STAFF: 'यह कर्मचारियों या उनकी भूमिकाओं को बदलता है, जिसकी आपकी भूमिका अनुमति नहीं देती।',
  RIGHTS_BEYOND_OWN: 'यह किसी ऐसे व्यक्ति के बारे में है जो आपसे अधिक कर सकता है। मालिक से पूछें।',
  WORKSPACE_OF_FILE_DIFFERS: 'यह फ़ाइल दूसरे क्लिनिक की है।',
  CLINIC_FILE_MISTAKEN: 'इसमें कुछ सही नहीं है। कुछ लागू नहीं हुआ:',
  UPCOMING_VISITS_LEFT_OUT: 'जो हटाया जा रहा है उसकी आगामी विज़िट हैं।',
  STAFF_EMAIL_TAKEN: 'एक ई-मेल पता दूसरे कर्मचारी का है।',
  SYSTEM_OF_BOOKED_CHANGED: 'जिस चिकित्सक की बुकिंग हो चुकी है वह तय समय और टोकन के बीच नहीं बदल सकता।',
  CURRENCY_OF_PRICED_CHANGED: 'जिस स्थान की दवाओं के दाम हैं उसकी मुद्रा वही रहती है।',
  LAST_OWNER: 'इससे कोई मालिक नहीं बचेगा। एक रखें, या पहले भूमिका किसी और को दें।',
  STAFF_WITHOUT_EMAIL: 'इस सदस्य का साइन इन के लिए ई-मेल पता नहीं है।',
  STAFF_MAY_DO_MORE: 'यह सदस्य आपसे अधिक कर सकता है। मालिक से निमंत्रण भेजने को कहें।',
}
