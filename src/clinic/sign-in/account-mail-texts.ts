// The texts of the mails about a changed sign-in, in each language of the dashboard.

export const accountChanges = [
  ...([
    'password-changed',
    'passkey-added',
    'passkey-removed',
    'app-added',
    'app-removed',
    'recovery-codes-renewed',
  ] as const),
  'invitation-used',
] as const
export type AccountChange = (typeof accountChanges)[number]

interface Texts {
  subject(clinic: string): string
  changed: Readonly<Record<AccountChange, string>>
  hello(name: string): string
  otherwise: string
}

const english: Texts = {
  subject: (clinic) => `Your sign-in at ${clinic} has changed`,
  hello: (name) => `Hello ${name},`,
  changed: {
    'password-changed': 'The password with which you sign in to the dashboard was changed.',
    'passkey-added': 'A passkey was added to the ways in which you sign in to the dashboard.',
    'passkey-removed': 'A passkey with which you signed in to the dashboard was removed.',
    'app-added': 'An authenticator app was set up for signing in to the dashboard.',
    'app-removed': 'The authenticator app for signing in to the dashboard was removed.',
    'recovery-codes-renewed':
      'New recovery codes were made for signing in to the dashboard. The former ones no longer work.',
    'invitation-used':
      'An invitation to the dashboard was used in your name. The ways in which you signed in to this clinic before no longer work.',
  },
  otherwise:
    'If this was not you, ask an owner of the clinic for a new invitation at once. It ends all other ways to sign in to the clinic in your name.',
}

const texts: Readonly<Record<string, Texts>> = {
  en: english,
  de: {
    subject: (clinic) => `Ihre Anmeldung bei ${clinic} hat sich geändert`,
    hello: (name) => `Guten Tag ${name},`,
    changed: {
      'password-changed': 'Das Passwort, mit dem Sie sich im Dashboard anmelden, wurde geändert.',
      'passkey-added': 'Für Ihre Anmeldung im Dashboard wurde ein Passkey hinzugefügt.',
      'passkey-removed':
        'Ein Passkey, mit dem Sie sich im Dashboard angemeldet haben, wurde entfernt.',
      'app-added': 'Für Ihre Anmeldung im Dashboard wurde eine Authenticator-App eingerichtet.',
      'app-removed': 'Die Authenticator-App für Ihre Anmeldung im Dashboard wurde entfernt.',
      'recovery-codes-renewed':
        'Für Ihre Anmeldung im Dashboard wurden neue Wiederherstellungscodes erstellt. Die bisherigen gelten nicht mehr.',
      'invitation-used':
        'Eine Einladung zum Dashboard wurde in Ihrem Namen benutzt. Womit Sie sich bisher bei dieser Praxis angemeldet haben, gilt nicht mehr.',
    },
    otherwise:
      'Wenn Sie das nicht waren, bitten Sie die Inhaberin oder den Inhaber der Praxis sofort um eine neue Einladung. Sie beendet jede andere Anmeldung in Ihrem Namen.',
  },
  es: {
    subject: (clinic) => `Su acceso a ${clinic} ha cambiado`,
    hello: (name) => `Hola, ${name}:`,
    changed: {
      'password-changed': 'Se cambió la contraseña con la que entra en el panel.',
      'passkey-added': 'Se añadió una llave de acceso para entrar en el panel.',
      'passkey-removed': 'Se quitó una llave de acceso con la que entraba en el panel.',
      'app-added': 'Se configuró una aplicación de autenticación para entrar en el panel.',
      'app-removed': 'Se quitó la aplicación de autenticación para entrar en el panel.',
      'recovery-codes-renewed':
        'Se crearon nuevos códigos de recuperación para entrar en el panel. Los anteriores ya no sirven.',
      'invitation-used':
        'Se usó una invitación al panel a su nombre. Las formas en que entraba en esta clínica ya no sirven.',
    },
    otherwise:
      'Si no fue usted, pida enseguida una nueva invitación a un propietario de la clínica. Con ella terminan todos los demás accesos a su nombre.',
  },
  hi: {
    subject: (clinic) => `${clinic} में आपका साइन इन बदल गया है`,
    hello: (name) => `नमस्ते ${name},`,
    changed: {
      'password-changed': 'डैशबोर्ड में साइन इन करने का आपका पासवर्ड बदला गया।',
      'passkey-added': 'डैशबोर्ड में साइन इन करने के लिए एक पासकी जोड़ी गई।',
      'passkey-removed': 'डैशबोर्ड में साइन इन करने की एक पासकी हटाई गई।',
      'app-added': 'डैशबोर्ड में साइन इन करने के लिए एक ऑथेंटिकेटर ऐप सेट किया गया।',
      'app-removed': 'डैशबोर्ड में साइन इन करने का ऑथेंटिकेटर ऐप हटाया गया।',
      'recovery-codes-renewed':
        'डैशबोर्ड में साइन इन करने के लिए नए रिकवरी कोड बनाए गए। पुराने कोड अब काम नहीं करते।',
      'invitation-used':
        'आपके नाम से डैशबोर्ड का निमंत्रण इस्तेमाल किया गया। इस क्लिनिक में साइन इन करने के पुराने तरीके अब काम नहीं करते।',
    },
    otherwise:
      'यदि यह आपने नहीं किया, तो तुरंत क्लिनिक के मालिक से नया निमंत्रण माँगें। उससे आपके नाम के बाकी सभी साइन इन बंद हो जाते हैं।',
  },
  ar: {
    subject: (clinic) => `تغيّر تسجيل دخولك إلى ${clinic}`,
    hello: (name) => `مرحبًا ${name}،`,
    changed: {
      'password-changed': 'غُيّرت كلمة المرور التي تسجّل بها الدخول إلى لوحة التحكم.',
      'passkey-added': 'أُضيف مفتاح مرور لتسجيل الدخول إلى لوحة التحكم.',
      'passkey-removed': 'أُزيل مفتاح مرور كنت تسجّل به الدخول إلى لوحة التحكم.',
      'app-added': 'أُعدّ تطبيق مصادقة لتسجيل الدخول إلى لوحة التحكم.',
      'app-removed': 'أُزيل تطبيق المصادقة لتسجيل الدخول إلى لوحة التحكم.',
      'recovery-codes-renewed':
        'أُنشئت رموز استرداد جديدة لتسجيل الدخول إلى لوحة التحكم. لم تعد الرموز السابقة تعمل.',
      'invitation-used':
        'استُخدمت باسمك دعوة إلى لوحة التحكم. لم تعد تعمل الطرق التي كنت تسجّل بها الدخول إلى هذه العيادة.',
    },
    otherwise:
      'إن لم تكن أنت من فعل ذلك فاطلب فورًا دعوة جديدة من مالك العيادة، فهي تُنهي كل تسجيل دخول آخر باسمك.',
  },
}

/** The mail about a change, in the clinic's language or in English. */
export function accountMailText(
  change: AccountChange,
  language = 'en',
  { name, clinic }: { name: string; clinic: string },
) {
  const { subject, hello, changed, otherwise } =
    texts[language.split('-')[0] ?? language] ?? english
  return {
    subject: subject(clinic),
    text: [hello(name), '', changed[change], '', otherwise, '', clinic].join('\n'),
  }
}
