// What the fields of the settings say below their labels, by the English help that
// dashboard/src/settings/help.ts makes from the descriptions of the clinic file.

export const help: Readonly<Record<string, string>> = {
  'The complete description of a workspace.': 'क्लिनिक का पूरा विवरण।',
  'Names this schema, for editors.': 'इस स्कीमा का नाम, एडिटर के लिए।',
  'The version of the settings that this file was exported from: the import is refused if there is a later one.':
    'सेटिंग का वह संस्करण जिससे यह फ़ाइल बनी। उससे नया संस्करण होने पर फ़ाइल नहीं ली जाती।',
  'The workspace itself, and settings that apply to all its locations.':
    'क्लिनिक और वे सेटिंग जो उसके सभी स्थानों पर लागू हैं।',
  'Names the workspace in this installation; importing it again updates it.':
    'इस इंस्टॉलेशन में क्लिनिक की पहचान; दोबारा लाने पर वही क्लिनिक बदलता है।',
  'The name people see.': 'वह नाम जो लोग देखते हैं।',
  'The clinic’s time zone. A location can have its own.':
    'क्लिनिक का समय क्षेत्र। किसी स्थान का अपना हो सकता है।',
  'The account at a Jitsi server. Each visit has its own room, opened with separate tokens for host and guest that are valid for a few minutes.':
    'Jitsi सर्वर पर खाता। हर विज़िट का अपना कमरा होता है; चिकित्सक और मरीज़ अलग-अलग टोकन से आते हैं, जो कुछ मिनट चलते हैं।',
  'Where the server is; the rooms of visits are below it.':
    'सर्वर का पता; विज़िट के कमरे इसी के नीचे होते हैं।',
  'The application whose tokens the server accepts.': 'वह एप्लिकेशन जिसके टोकन सर्वर स्वीकार करता है।',
  'Where online visits of practitioners without their own link take place. Default: the built-in video.':
    'जिन चिकित्सकों का अपना लिंक नहीं है, उनकी ऑनलाइन विज़िट कहाँ होती हैं। खाली हो तो: अंतर्निहित वीडियो।',
  'Accounts at external payment gateways.': 'बाहरी भुगतान गेटवे के खाते।',
  'The account at Stripe.': 'Stripe का खाता।',
  'What its messages are signed with.': 'गेटवे अपने संदेशों पर जिससे हस्ताक्षर करता है।',
  'The account at Razorpay.': 'Razorpay का खाता।',
  'The key id, which is no secret.': 'कुंजी की आईडी; यह गुप्त नहीं है।',
  'Further ways to pay, such as by cheque.':
    'सामान्य तरीकों के अलावा भुगतान के वे तरीके जो बुकिंग में चुने जा सकते हैं।',
  'A payment method.': 'भुगतान का तरीका।',
  'How many upcoming visits a patient may have booked on web pages, by the phone or e-mail address they confirmed; if empty: 10.':
    'एक सत्यापित संपर्क वेब पेज से अधिकतम कितनी आगामी विज़िट बुक कर सकता है। खाली हो तो: 10।',
  'Whether a booking with a key must charge the clinic’s price; if empty: it may charge another amount, which the audit shows.':
    'क्या कुंजी से हुई बुकिंग में क्लिनिक का ही दाम लेना ज़रूरी है। खाली हो तो: दूसरी राशि ली जा सकती है, जो लेखे में दिखती है।',
  'What is refunded when a patient cancels a paid visit.':
    'मरीज़ भुगतान की हुई विज़िट रद्द करे तो क्या लौटाया जाता है।',
  'The step with the longest notice that is still kept counts; later than all of them, nothing is refunded.':
    'सबसे लंबी समय-सीमा वाला वह चरण लागू होता है जो अभी बाकी है; आख़िरी सीमा के बाद कुछ नहीं लौटाया जाता।',
  'Applies until this many hours before the visit, or before the shift of a token.':
    'मुलाक़ात से, या टोकन की पारी से, इतने घंटे पहले तक लागू।',
  'Percentage of the payment that is refunded.': 'भुगतान का कितना प्रतिशत लौटाया जाता है।',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the workspace: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'मरीज़ ख़ुद क्या बुक कर सकते हैं। कुंजी से हुई बुकिंग पर यह तभी लागू है जब कुंजी मरीज़ों के लिए बुक करती हो। ये क्लिनिक के नियम हैं; इनसे पहले चिकित्सक के नियम, और सबसे पहले उस स्थान पर चिकित्सक के नियम लागू होते हैं।',
  'Patients cannot book a visit that starts sooner than this many minutes from now.':
    'मरीज़ इतने मिनट के भीतर शुरू होने वाली अपॉइंटमेंट बुक नहीं कर सकते।',
  'Patients cannot book further ahead than this many days.':
    'मरीज़ आज से अधिकतम इतने दिन आगे तक बुक कर सकते हैं।',
  'Names of developer keys that book for patients, so that the rules for patients bind them; keys marked one by one are not listed here.':
    'डेवलपर कुंजियों के नाम जो मरीज़ों के लिए बुक करती हैं, ताकि मरीज़ों के नियम उन पर लागू हों। अलग-अलग चिह्नित कुंजियाँ यहाँ नहीं आतीं।',
  'The name of developer keys.': 'डेवलपर कुंजियों का नाम।',
  'Minutes that are kept free before and after each visit.':
    'हर अपॉइंटमेंट से पहले और बाद में इतने मिनट खाली रहते हैं।',
  'The maximum number of visits of a practitioner on one day, at all locations.':
    'एक दिन में एक डॉक्टर की अधिकतम अपॉइंटमेंट, सभी स्थानों पर मिलाकर।',
  'The maximum number of visits of a practitioner from Monday to Sunday.':
    'सोमवार से रविवार तक एक डॉक्टर की अधिकतम अपॉइंटमेंट।',
  'Limits for the visits of one mode.': 'एक तरीके की अपॉइंटमेंट की सीमाएँ।',
  'Whether patients who have never been to the clinic may book: yes, no, or only new patients.':
    'जो मरीज़ पहले कभी क्लिनिक नहीं आए, क्या वे बुक कर सकते हैं: हाँ, नहीं, या केवल वे ही।',
  'The shortest visit that a new patient may book, in minutes.':
    'नए मरीज़ की विज़िट कम से कम इतने मिनट की हो।',
  'How many upcoming visits a patient may have in the clinic.':
    'क्लिनिक में एक मरीज़ की कितनी आगामी अपॉइंटमेंट हो सकती हैं।',
  'How many upcoming visits a patient may have with one practitioner.':
    'एक डॉक्टर के साथ एक मरीज़ की कितनी आगामी अपॉइंटमेंट हो सकती हैं।',
  'How often a patient may move a visit.': 'मरीज़ एक अपॉइंटमेंट का समय कितनी बार बदल सकता है।',
  'Routes this workspace may call.': 'API के वे हिस्से जिन्हें यह क्लिनिक इस्तेमाल कर सकता है।',
  'An entitlement.': 'एक अनुमति।',
  'How one-time codes are sent. Without a provider for a channel, production refuses its messages; a sandbox keeps all messages in its outbox.':
    'एक बार के कोड कैसे भेजे जाते हैं। असली सेवा में हर माध्यम के लिए प्रदाता चाहिए; सैंडबॉक्स सभी संदेश अपने आउटबॉक्स में रखता है।',
  'One-time codes within 24 hours, all of them together; if empty: 2000.':
    '24 घंटे में एक बार के कोड, सब मिलाकर। खाली हो तो: 2000।',
  'How e-mail is sent.': 'ई-मेल कैसे भेजे जाते हैं।',
  'A mail server.': 'एक मेल सर्वर।',
  'The mail server: smtps:// or smtp:// with STARTTLS.':
    'मेल सर्वर: smtps:// या STARTTLS के साथ smtp://।',
  'The address that mails come from, with a name if you like.':
    'वह पता जिससे मेल आते हैं, चाहें तो नाम के साथ।',
  'Also use a server that offers no encryption. A server on the same machine needs none.':
    'ऐसे सर्वर का भी उपयोग करें जिसमें एन्क्रिप्शन नहीं है। उसी मशीन के सर्वर को इसकी ज़रूरत नहीं।',
  'How chat messages are sent.': 'चैट संदेश कैसे भेजे जाते हैं।',
  'The WhatsApp Cloud API.': 'WhatsApp Cloud API।',
  "Id of the clinic's phone number at WhatsApp.": 'WhatsApp पर क्लिनिक के फ़ोन नंबर की आईडी।',
  'Name of an approved template of the category authentication, with a copy-code button.':
    '“authentication” श्रेणी के स्वीकृत टेम्पलेट का नाम, जिसमें कोड कॉपी करने का बटन हो।',
  'Language of the template.': 'टेम्पलेट की भाषा।',
  'If empty: delivery reports and answers of patients are not received.':
    'खाली हो तो: पहुँचने की रिपोर्ट और मरीज़ों के उत्तर नहीं लिए जाते।',
  'How SMS are sent, by one of these. SMS carries notices, never one-time codes.':
    'SMS कैसे भेजे जाते हैं: इनमें से एक खाते से। SMS से सूचनाएँ जाती हैं, एक बार के कोड कभी नहीं।',
  'An account at Twilio.': 'Twilio का खाता।',
  'The id of the account.': 'खाते की आईडी।',
  'A number with its plus, a sender name, or the id of a messaging service (MG…).':
    'प्लस के साथ नंबर, भेजने वाले का नाम, या मैसेजिंग सेवा की आईडी (MG…)।',
  'An account at Vonage, for its Messages API.': 'Vonage का खाता, उसके Messages API के लिए।',
  'The API key, which is no secret.': 'API कुंजी; यह गुप्त नहीं है।',
  'A number without its plus, or a sender name.': 'बिना प्लस का नंबर, या भेजने वाले का नाम।',
  'Any gateway that takes an SMS by one request.': 'कोई भी गेटवे जो एक अनुरोध से SMS लेता है।',
  'The address of the request.': 'अनुरोध का पता।',
  'How it is sent.': 'अनुरोध कैसे भेजा जाए।',
  'The headers of the request, by name.': 'अनुरोध के हेडर, नाम के साथ।',
  'The value.': 'मान।',
  'The body. What takes the place of names is escaped as its content-type needs it: JSON, a form, XML.':
    'अनुरोध की सामग्री। नामों की जगह आने वाले मान सामग्री के प्रकार के अनुसार सुरक्षित लिखे जाते हैं: JSON, फ़ॉर्म या XML।',
  'The secrets of the request, by the names that take their place.':
    'अनुरोध के गुप्त मान, उन नामों के साथ जिनकी जगह वे आते हैं।',
  'Only notices that are switched on here are sent.': 'केवल यहाँ चालू की गई सूचनाएँ भेजी जाती हैं।',
  'Tell patients that a visit is booked.': 'मरीज़ों को बताएँ कि विज़िट बुक हो गई है।',
  'Remind them of it.': 'मरीज़ों को विज़िट की याद दिलाएँ।',
  'Tell them of a new time.': 'मरीज़ों को नया समय बताएँ।',
  'Tell patients that a visit is cancelled.': 'मरीज़ों को बताएँ कि विज़िट रद्द हो गई है।',
  'Tell patients who are still expected today that their practitioner is running late, once staff have reported it.':
    'आज जिन मरीज़ों का आना बाकी है, उन्हें बताएँ कि चिकित्सक को देरी है, जब कर्मचारी इसे दर्ज कर दें।',
  'Tell patients that they have a token.': 'मरीज़ों को बताएँ कि उन्हें टोकन मिल गया है।',
  'Tell patients waiting in a queue that it is almost their turn.':
    'कतार में इंतज़ार कर रहे मरीज़ों को बताएँ कि उनकी बारी आने वाली है।',
  'Tell patients that their token is cancelled.': 'मरीज़ों को बताएँ कि उनका टोकन रद्द हो गया है।',
  'Tell patients that their booking was not paid in time and has been released.':
    'मरीज़ों को बताएँ कि समय पर भुगतान न होने से उनकी बुकिंग छोड़ दी गई है।',
  'Tell patients that a payment arrived too late and is refunded.':
    'मरीज़ों को बताएँ कि भुगतान देर से आया और लौटाया जा रहा है।',
  'Offer free times to patients on the waiting list; without it, no times can be offered.':
    'प्रतीक्षा सूची के मरीज़ों को खाली समय की पेशकश करें। इसके बिना पेशकश नहीं हो सकती।',
  'Let staff ask for a payment: the patient gets a link to the page where it is paid online.':
    'कर्मचारी भुगतान माँग सकते हैं: मरीज़ को उस पेज का लिंक मिलता है जहाँ ऑनलाइन भुगतान होता है।',
  'Let staff request payment for a session pack in the same way.':
    'कर्मचारी इसी तरह पैक का भुगतान माँग सकते हैं।',
  'Let staff send patients the link to the missing forms of a visit.':
    'कर्मचारी मरीज़ों को विज़िट के बाकी फ़ॉर्म का लिंक भेज सकते हैं।',
  'How long before the visit, in hours; if empty: 24. Visits booked later than that have no reminder.':
    'अपॉइंटमेंट से कितने घंटे पहले। खाली हो तो: 24। इसके बाद बुक हुई अपॉइंटमेंट की याद नहीं दिलाई जाती।',
  'Several visits of a patient on a day are in one message.':
    'एक मरीज़ की एक दिन की कई अपॉइंटमेंट एक ही संदेश में होती हैं।',
  'A reminder.': 'याद दिलाने का एक संदेश।',
  'How long before the visit, in hours.': 'अपॉइंटमेंट से कितने घंटे पहले।',
  'The first channel that reaches the patient is used; if empty: those of all notices.':
    'मरीज़ तक पहुँचने वाला पहला माध्यम चुना जाता है। खाली हो तो: सभी सूचनाओं के माध्यम।',
  'A channel.': 'एक माध्यम।',
  'Its own texts, by language.': 'इसके अपने पाठ, भाषा के अनुसार।',
  'The words of a notice.': 'सूचना के पाठ।',
  'Subject of the e-mail, up to 150 characters.': 'ई-मेल के लिए, 150 अक्षर तक।',
  'Plain text, up to 2000 characters. A line is left out if all of its placeholders are empty.':
    'सादा पाठ, 2000 अक्षर तक। जिस पंक्ति की सभी भरी जाने वाली जगहें खाली हों, वह छोड़ दी जाती है।',
  'The text of an SMS, up to 600 characters; if empty: the body.':
    'SMS का पाठ, 600 अक्षर तक। खाली हो तो: सूचना का पाठ।',
  'No reminder is sent in these hours, in the zone of the patient: it comes when they end or, if less than half of its time would be left, before they begin.':
    'मरीज़ के समय क्षेत्र के इन घंटों में याद नहीं दिलाई जाती: संदेश इनके बाद आता है, या आधे से कम समय बचता हो तो इनसे पहले।',
  'Patients are told when at most this many are before them; if empty: 3.':
    'सूचना तब जाती है जब आगे अधिकतम इतने मरीज़ हों। खाली हो तो: 3।',
  'Notices within 24 hours, all of them together; if empty: 5000.':
    '24 घंटे में सूचनाएँ, सब मिलाकर। खाली हो तो: 5000।',
  'The first channel that reaches the patient is used; if empty: email, chatapp, sms.':
    'मरीज़ तक पहुँचने वाला पहला माध्यम चुना जाता है। खाली हो तो: ई-मेल, चैट ऐप, SMS।',
  'The language of dates and texts; if empty: en, with English texts.':
    'तारीखों और पाठ की भाषा। खाली हो तो: अंग्रेज़ी।',
  'Further languages: a patient whose record has one of them gets notices in it; if empty: none.':
    'और भाषाएँ: मरीज़ के रिकॉर्ड में इनमें से कोई भाषा हो तो सूचनाएँ उसी में जाती हैं। खाली हो तो: कोई नहीं।',
  'A language.': 'एक भाषा।',
  'Your own texts, by language.': 'आपके अपने पाठ, भाषा के अनुसार।',
  'By kind.': 'सूचना के प्रकार के अनुसार।',
  'WhatsApp templates, by kind: without a template, no such notice is sent there.':
    'WhatsApp टेम्पलेट, सूचना के प्रकार के अनुसार। बिना टेम्पलेट की सूचना वहाँ नहीं भेजी जाती।',
  'A template of WhatsApp.': 'WhatsApp का टेम्पलेट।',
  'Name of an approved template of the category utility.': '“utility” श्रेणी के स्वीकृत टेम्पलेट का नाम।',
  'Further languages in which it is approved.': 'और भाषाएँ जिनमें यह स्वीकृत है।',
  'What fills the placeholders of the template, in their order.': 'इसके पाठ के मानदंड, उनके क्रम में।',
  'What takes the place of the parameter.': 'मानदंड की जगह क्या आता है।',
  'Registered SMS templates, by kind, for MSG91: without a template, no such notice is sent there.':
    'MSG91 के लिए पंजीकृत SMS टेम्पलेट, सूचना के प्रकार के अनुसार। बिना टेम्पलेट की सूचना वहाँ नहीं भेजी जाती।',
  'A registered template of SMS.': 'पंजीकृत SMS टेम्पलेट।',
  'The id of a registered template.': 'पंजीकृत टेम्पलेट की आईडी।',
  'The ids of the same template in further languages.': 'और भाषाओं में इसी टेम्पलेट की आईडी।',
  'The id of the template.': 'टेम्पलेट की आईडी।',
  'What fills the variables of the template (var1, var2, …), in their order.':
    'इसके चर var1, var2, …, उनके क्रम में।',
  'What takes the place of the variable.': 'चर की जगह क्या आता है।',
  'Who is responsible for patients’ data: shown in the booking element and on all pages of patients.':
    'मरीज़ों के डेटा के लिए कौन ज़िम्मेदार है। बुकिंग एलिमेंट और मरीज़ों के सभी पेज पर दिखता है।',
  'How the clinic treats the data of patients. By language; readers of another one get the first.':
    'क्लिनिक मरीज़ों के डेटा के साथ क्या करता है। भाषा के अनुसार; बाकी भाषाओं में पहली दिखती है।',
  'The text, or the https:// address of a page with it.':
    'पाठ, या उस पेज का https:// पता जिस पर पाठ है।',
  'Who is responsible for the clinic. By language; readers of another one get the first.':
    'क्लिनिक के लिए कौन ज़िम्मेदार है। भाषा के अनुसार; बाकी भाषाओं में पहली दिखती है।',
  'The terms of visits. By language; readers of another one get the first.':
    'विज़िट की शर्तें। भाषा के अनुसार; बाकी भाषाओं में पहली दिखती है।',
  'What is public of the workspace.': 'क्लिनिक के बारे में क्या सार्वजनिक है।',
  'The name of the clinic on public pages.': 'क्लिनिक का सार्वजनिक नाम।',
  'The page on which patients book.': 'वह पेज जिस पर मरीज़ बुक करते हैं।',
  'Whether patients can open the page.': 'मरीज़ पेज खोल सकते हैं या नहीं।',
  'The colour of buttons and links, dark enough for white text on it.':
    'बटन और लिंक का रंग, इतना गहरा कि उस पर सफ़ेद अक्षर पढ़े जा सकें।',
  'Text on the page, in addition to names, addresses and profiles.':
    'नाम, पते और प्रोफ़ाइल के अलावा पेज पर पाठ।',
  'Phone number to call.': 'कॉल करने के लिए फ़ोन नंबर।',
  'E-mail address to write to.': 'लिखने के लिए ई-मेल पता।',
  'Languages to choose from; if empty: all of them.': 'चुनने के लिए भाषाएँ। खाली हो तो: सभी।',
  'What new patients have to tell on web pages; by default only their first name.':
    'नए मरीज़ों को वेब पेज पर क्या बताना होता है। कुछ न चुनें तो केवल पहला नाम।',
  'A member of the record.': 'रिकॉर्ड की एक जानकारी।',
  'Dates on which every location is closed.': 'वे तिथियाँ जब सभी स्थान बंद हैं।',
  'The first closed date.': 'बंद रहने का पहला दिन।',
  'The last closed date; if empty: the first one.': 'बंद रहने का आख़िरी दिन। खाली हो तो: पहला दिन।',
  'Locations by name.': 'स्थान, नाम के साथ।',
  'The whole address as patients read it, with the city.': 'शहर सहित पूरा पता, जैसा मरीज़ पढ़ते हैं।',
  'City.': 'शहर।',
  'State or region.': 'राज्य या क्षेत्र।',
  'The location’s time zone; if empty: the clinic’s.': 'स्थान का समय क्षेत्र। खाली हो तो: क्लिनिक का।',
  "The location's currency.": 'स्थान की मुद्रा।',
  'The names of the rooms. A visit takes one where its type names rooms.':
    'कमरों के नाम। विज़िट को कमरा तब मिलता है जब उसके प्रकार में कमरे लिखे हों।',
  'A room.': 'एक कमरा।',
  'Dates on which the location is closed.': 'वे तिथियाँ जब यह स्थान बंद है।',
  'Roles of the staff by name.': 'कर्मचारियों की भूमिकाएँ, नाम के साथ।',
  'What its members may do in the dashboard; if empty: nothing.':
    'इस भूमिका वाले डैशबोर्ड में क्या कर सकते हैं। खाली हो तो: कुछ नहीं।',
  'What they may do with visits.': 'वे विज़िट के साथ क्या कर सकते हैं।',
  'What they may do with patients.': 'वे मरीज़ों के साथ क्या कर सकते हैं।',
  'What they may do with queue.': 'वे कतार के साथ क्या कर सकते हैं।',
  'What they may do with money.': 'वे पैसे के साथ क्या कर सकते हैं।',
  'What they may do with setup.': 'वे सेटिंग में क्या कर सकते हैं।',
  'What they may do with staff.': 'वे कर्मचारियों के साथ क्या कर सकते हैं।',
  'What they may do with developers.': 'वे डेवलपर वाले हिस्से में क्या कर सकते हैं।',
  'What they may do with insight.': 'वे रिपोर्ट और लेखे में क्या कर सकते हैं।',
  'Only visits and tokens with the staff member as practitioner.':
    'केवल वे विज़िट और टोकन जिनके चिकित्सक वे ख़ुद हैं।',
  'Whether its members sign in by a passkey, or by a password and a code; if empty: as they like.':
    'क्या इस भूमिका वालों को पासकी से, या पासवर्ड और कोड से साइन इन करना ज़रूरी है। खाली हो तो: जैसा वे चाहें।',
  'Staff other than practitioners, by name.': 'चिकित्सकों के अलावा कर्मचारी, नाम के साथ।',
  'The name that colleagues see.': 'कर्मचारियों में नाम।',
  'Title before the name.': 'नाम से पहले उपाधि।',
  'Only active members can act and be booked.':
    'केवल सक्रिय सदस्य काम कर सकते हैं और उनके साथ बुकिंग हो सकती है।',
  'How its visits happen.': 'इसकी मुलाक़ातें कैसे होती हैं।',
  'E-mail address, unique among the staff.': 'ई-मेल पता, जो किसी और कर्मचारी का न हो।',
  'Whether the e-mail address is confirmed.': 'ई-मेल पते की पुष्टि हुई है या नहीं।',
  'Dial code with its plus; if empty: +91.': 'प्लस के साथ देश कोड। खाली हो तो: +91।',
  'A portrait.': 'एक चित्र।',
  'Roles by name.': 'भूमिकाएँ, नाम के साथ।',
  'A role of this file.': 'क्लिनिक की एक भूमिका।',
  'Where they work; may be empty.': 'वे कहाँ काम करते हैं; खाली रह सकता है।',
  'A location of this file.': 'क्लिनिक का एक स्थान।',
  'Practitioners by name.': 'चिकित्सक, नाम के साथ।',
  'Specialization of the practitioner.': 'चिकित्सक की विशेषज्ञता।',
  "Where the practitioner's online visits happen.": 'चिकित्सक की ऑनलाइन विज़िट कहाँ होती हैं।',
  'What patients may do themselves.': 'मरीज़ ख़ुद क्या कर सकते हैं।',
  'If empty: 0.': 'खाली हो तो: 0।',
  'For how many days after a visit a follow-up is possible; if empty: 7.':
    'पूरी हुई विज़िट के बाद इतने दिन तक फ़ॉलो-अप हो सकता है। खाली हो तो: 7।',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the practitioner: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'मरीज़ ख़ुद क्या बुक कर सकते हैं। कुंजी से हुई बुकिंग पर यह तभी लागू है जब कुंजी मरीज़ों के लिए बुक करती हो। ये चिकित्सक के नियम हैं: ये क्लिनिक के नियमों से पहले लागू होते हैं, और इनसे पहले उस स्थान पर चिकित्सक के नियम।',
  'Whether patients see the profile on the booking page.': 'मरीज़ बुकिंग पेज पर प्रोफ़ाइल देखते हैं या नहीं।',
  'Public name.': 'सार्वजनिक नाम।',
  'Degrees and titles.': 'डिग्रियाँ और उपाधियाँ।',
  'Years of practice.': 'काम के अनुभव के वर्ष।',
  'Languages in which patients are seen, the best first.':
    'वे भाषाएँ जिनमें मरीज़ देखे जाते हैं, सबसे अच्छी पहले।',
  'The tag of a language.': 'भाषा का कोड।',
  'The last part of the address of the practitioner’s page.': 'चिकित्सक के पेज के पते का अंतिम भाग।',
  'Pictures.': 'चित्र।',
  'Questions and answers.': 'सवाल और जवाब।',
  'Links elsewhere.': 'दूसरी जगहों के लिंक।',
  'Previous positions.': 'पिछले पद।',
  'Words for search engines.': 'खोज इंजन के लिए शब्द।',
  'A film.': 'एक फ़िल्म।',
  'How the practitioner works.': 'चिकित्सक कैसे काम करते हैं।',
  'What a first visit is like.': 'पहली विज़िट कैसी होती है।',
  'Dates on which the practitioner is closed.': 'वे तिथियाँ जब चिकित्सक काम नहीं करते।',
  'At most 10 external calendars, by name. While one of them is busy, the practitioner cannot be booked anywhere.':
    'अधिकतम 10 बाहरी कैलेंडर, नाम के साथ। इनमें से कोई व्यस्त हो तो चिकित्सक की बुकिंग कहीं नहीं हो सकती।',
  'Locations the practitioner works at, by the name of the location.':
    'वे स्थान जहाँ चिकित्सक काम करते हैं।',
  'The settings of a practitioner at one location.': 'एक स्थान पर चिकित्सक की सेटिंग।',
  'Length of an ordinary visit, in minutes.': 'सामान्य विज़िट की अवधि, मिनट में।',
  'Duration tiers by name.': 'अन्य अवधियाँ, नाम के साथ।',
  'A longer or shorter kind of visit with its own fee.': 'लंबी या छोटी विज़िट, अपने शुल्क के साथ।',
  'Length of the visit, in minutes.': 'विज़िट की अवधि, मिनट में।',
  "Fee in the location's currency.": 'स्थान की मुद्रा में शुल्क।',
  "Fee in the location's international currency.": 'विदेशी मरीज़ों के लिए स्थान की मुद्रा में शुल्क।',
  'Fees by mode; for a queue practitioner, the queue charges.':
    'तरीके के अनुसार शुल्क; कतार के टोकन पर उसके तरीके का शुल्क लगता है।',
  'Where visits with this fee take place.': 'वह तरीका जिसका यह शुल्क है।',
  "The fee, in the location's currency, or its international currency.":
    'शुल्क, स्थान की मुद्रा में या विदेशी मरीज़ों की मुद्रा में।',
  'Whether the fee is for patients from abroad.': 'क्या यह शुल्क विदेश के मरीज़ों के लिए है।',
  "Fee of a follow-up, in the location's currency; if empty: 0.":
    'फ़ॉलो-अप का शुल्क, स्थान की मुद्रा में। खाली हो तो: 0।',
  'Minutes that are kept free before and after each home visit; if empty: 0.':
    'घर की हर विज़िट से पहले और बाद में इतने मिनट खाली रहते हैं। खाली हो तो: 0।',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the practitioner at the location: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'मरीज़ ख़ुद क्या बुक कर सकते हैं। कुंजी से हुई बुकिंग पर यह तभी लागू है जब कुंजी मरीज़ों के लिए बुक करती हो। ये इस स्थान पर चिकित्सक के नियम हैं: पहले ये लागू होते हैं, फिर चिकित्सक के बाकी नियम, फिर क्लिनिक के।',
  'Weekly hours.': 'सप्ताह का समय।',
  'The days with these hours.': 'वे दिन जिन पर यह समय है।',
  'A day of the week.': 'सप्ताह का एक दिन।',
  'Where visits in these hours take place.': 'इस समय में किन तरीकों से काम होता है।',
  'A mode worked in.': 'काम का एक तरीका।',
  'Dates with other hours.': 'अलग समय वाली तिथियाँ।',
  'The date.': 'तिथि।',
  'Hours of that date instead of the weekly ones; none closes it.':
    'सप्ताह के समय की जगह उस तिथि का समय; कोई न हो तो बंद।',
  'Hours that begin on one day. Hours that continue after midnight end after 24:00; visits after midnight are on the next date.':
    'एक दिन शुरू होने वाला समय। आधी रात के बाद चले तो 24:00 के बाद समाप्त होता है; आधी रात के बाद की विज़िट अगली तिथि की होती हैं।',
  'A shift in which people are seen in the order of their tokens.':
    'एक पारी जिसमें लोग टोकन के क्रम में देखे जाते हैं।',
  'The days of the shift in every week. Leave the date empty then.':
    'हर सप्ताह के वे दिन जब पारी चलती है; या एक तिथि।',
  'The one date of the shift, even on a closing day. Leave the days empty then.':
    'वह एक तिथि जब पारी चलती है, बंद दिन पर भी; या सप्ताह के दिन।',
  'The queue itself runs until staff end it.': 'कतार तब तक चलती है जब तक कर्मचारी उसे समाप्त न करें।',
  'The letter of its tokens, as in A-12. Default: its current letter, or the first that no other queue of the location uses on the same days.':
    'टोकन का अक्षर, जैसे A-12 में। खाली हो तो: अभी का अक्षर, या पहला जो उन्हीं दिनों स्थान की किसी और कतार का नहीं है।',
  'Where called patients go: a room, a door or a counter; shown on the boards in waiting rooms.':
    'बुलाए गए मरीज़ कहाँ जाएँ: कमरा, दरवाज़ा या काउंटर। प्रतीक्षालय के बोर्ड पर दिखता है।',
  'Maximum number of tokens, not counting cancelled ones.': 'अधिकतम टोकन, रद्द किए हुए छोड़कर।',
  'Length of a consultation, in minutes, until there is a history of them; if empty: 10.':
    'परामर्श की अवधि मिनट में, जब तक पिछले परामर्शों का हिसाब न हो। खाली हो तो: 10।',
  'All medicines by code.': 'सभी दवाएँ, कोड के साथ।',
  'The name under which it is sold.': 'वह नाम जिससे दवा बिकती है।',
  'Generic name.': 'जेनेरिक नाम।',
  'Form, such as tablet or syrup.': 'रूप, जैसे गोली या सिरप।',
  'Content of one unit.': 'एक इकाई में मात्रा।',
  'The manufacturer.': 'निर्माता।',
  'Locations that sell it, by the name of the location.': 'वे स्थान जो इसे बेचते हैं।',
  "Price of one unit, in the location's currency.": 'एक इकाई का दाम, स्थान की मुद्रा में।',
  'Number of units in stock at the location.': 'स्थान पर स्टॉक में इकाइयाँ।',
  'Session packs on sale, by name.': 'बिकने वाले पैक, नाम के साथ।',
  'How many visits the pack pays for.': 'इससे कितनी विज़िट का भुगतान होता है।',
  'For how many days after the purchase visits can be on.':
    'ख़रीद के कितने दिन बाद तक विज़िट हो सकती है।',
  'The length a visit must have, in minutes; if empty: any.':
    'विज़िट की ज़रूरी अवधि, मिनट में। खाली हो तो: कोई भी।',
  'Practitioners it pays for; if empty: all.': 'वे चिकित्सक जिनके साथ यह चलता है। खाली हो तो: सभी।',
  'A practitioner of this file.': 'क्लिनिक के एक चिकित्सक।',
  'The kinds of visits that patients choose from, by name and in order.':
    'मुलाक़ात के प्रकार जिनमें से मरीज़ चुनते हैं, इसी क्रम में।',
  'A kind of visit.': 'मुलाक़ात का एक प्रकार।',
  'The name that patients choose by.': 'वह नाम जिसे देखकर मरीज़ चुनते हैं।',
  'What it is for, in a sentence.': 'यह किसलिए है, एक वाक्य में।',
  'The longer or shorter visit with this name, of each practitioner who has one, with its length and fee. Leave minutes and fee empty then.':
    'अवधि का नाम: मिनट और शुल्क उसी अवधि के होते हैं, और केवल वे चिकित्सक इसे देते हैं जिनकी इस नाम की अवधि है। मिनट और शुल्क की जगह।',
  'A mode.': 'एक तरीका।',
  'A practitioner.': 'एक चिकित्सक।',
  'Each visit at a location with any of these rooms takes one that is free.':
    'जिस स्थान पर इनमें से कोई कमरा है, वहाँ हर विज़िट एक खाली कमरा लेती है।',
  'A room, after its location.': 'एक कमरा, अपने स्थान के बाद।',
  'What patients may book themselves of the type; of each rule, it counts before those of the practitioner and the workspace. Limits count only visits of the type.':
    'मरीज़ इस प्रकार की कौन सी मुलाक़ात ख़ुद बुक कर सकते हैं। ये नियम चिकित्सक और क्लिनिक के नियमों से पहले लागू होते हैं। सीमाओं में केवल इस प्रकार की मुलाक़ातें गिनी जाती हैं।',
  'The maximum number of visits of the type of a practitioner on one day, at all locations.':
    'एक दिन में एक डॉक्टर की इस प्रकार की अधिकतम अपॉइंटमेंट, सभी स्थानों पर मिलाकर।',
  'The maximum number of visits of the type of a practitioner from Monday to Sunday.':
    'सोमवार से रविवार तक एक डॉक्टर की इस प्रकार की अधिकतम अपॉइंटमेंट।',
  'Forms that patients fill in, by name and in the order in which they are asked.':
    'फ़ॉर्म जो मरीज़ भरते हैं, उसी क्रम में जिसमें वे पूछे जाते हैं।',
  'A form.': 'एक फ़ॉर्म।',
  'The title that patients see.': 'वह शीर्षक जो मरीज़ देखते हैं।',
  'A text before the questions; of a signed form, what the patient agrees to.':
    'प्रश्नों से पहले का पाठ; हस्ताक्षर वाले फ़ॉर्म में वह बात जिससे मरीज़ सहमत होता है।',
  'Whether the patient signs it, as a consent; the signature is kept with evidence.':
    'क्या मरीज़ सहमति के रूप में इस पर हस्ताक्षर करता है। हस्ताक्षर प्रमाण के साथ रखा जाता है।',
  'When it is asked: once a visit is booked, before the visit and in reminders, or on arrival.':
    'कब पूछा जाए: मुलाक़ात बुक होते ही, मुलाक़ात से पहले और याद दिलाने में, या आने पर।',
  'Asked only of patients who have never been to the clinic.':
    'केवल उन मरीज़ों से पूछा जाता है जो पहले कभी क्लिनिक नहीं आए।',
  'Asked only for visits of these types; if empty: for all.':
    'केवल इन प्रकारों की मुलाक़ातों में पूछा जाता है। खाली हो तो: सब में।',
  'A visit type.': 'मुलाक़ात का प्रकार।',
  'Asked only for visits with them; if empty: for all.':
    'केवल इनके साथ मुलाक़ातों में पूछा जाता है। खाली हो तो: सब में।',
  'Asked again this many months after it was last filled in; 0: for each visit.':
    'पिछली बार भरने के इतने महीने बाद फिर पूछा जाता है; 0: हर मुलाक़ात में।',
  'The language of its words; if empty: en.': 'इसके पाठ की भाषा। खाली हो तो: अंग्रेज़ी।',
  'The questions, in their order.': 'प्रश्न, उनके क्रम में।',
  'A question.': 'एक प्रश्न।',
  'What the answer is.': 'उत्तर किस तरह का है।',
  'The question.': 'प्रश्न।',
  'More about it, below the question.': 'प्रश्न के नीचे, उसके बारे में और जानकारी।',
  'Whether it must be answered.': 'क्या उत्तर देना ज़रूरी है।',
  'An option.': 'एक विकल्प।',
  'The answer as it is stored; it never changes.': 'उत्तर जैसा रखा जाता है; यह कभी नहीं बदलता।',
  'The option.': 'विकल्प।',
  'What the lowest number of a scale means.': 'पैमाने की सबसे छोटी संख्या का अर्थ।',
  'What the highest number of a scale means.': 'पैमाने की सबसे बड़ी संख्या का अर्थ।',
  'A question before this one.': 'इससे पहले का कोई प्रश्न।',
  'The answer is one of these.': 'उत्तर इनमें से एक है।',
  'An answer: yes, no, an option or a part of the body.':
    'एक उत्तर: हाँ, नहीं, कोई विकल्प या शरीर का अंग।',
  'The answer is a number from here up.': 'उत्तर यह संख्या या इससे बड़ी है।',
  'The answer is a number up to here.': 'उत्तर यह संख्या या इससे छोटी है।',
  'The form in other languages.': 'फ़ॉर्म अन्य भाषाओं में।',
  'A form in another language; what is missing is shown in the language of the form.':
    'दूसरी भाषा में फ़ॉर्म; जो नहीं है वह फ़ॉर्म की भाषा में दिखता है।',
  'The title.': 'शीर्षक।',
  'The text.': 'पाठ।',
  'Questions by their keys.': 'प्रश्न, उनकी कुंजियों के साथ।',
  'A question in the language.': 'उस भाषा में प्रश्न।',
  'More about it.': 'इसके बारे में और जानकारी।',
  'What the lowest number means.': 'सबसे छोटी संख्या का अर्थ।',
  'What the highest number means.': 'सबसे बड़ी संख्या का अर्थ।',
  'Options by their keys.': 'विकल्प, उनकी कुंजियों के साथ।',
  'Patients without a visit for so many years are erased; visits and payments stay, without a name.':
    'इतने वर्षों तक बिना विज़िट वाले रोगी मिटा दिए जाते हैं; विज़िट और भुगतान बिना नाम के रहते हैं।',
  'Answers of patients without a visit for so many years are deleted; what was signed stays.':
    'इतने वर्षों तक बिना विज़िट वाले रोगियों के उत्तर मिटा दिए जाते हैं; जिस पर हस्ताक्षर हुए वह रहता है।',
  'For how long the clinic keeps patients.': 'क्लिनिक रोगियों को कब तक रखता है।',
  'Whether a session is returned to the pack that pays: where the steps refund something, always, or never.':
    'क्या सत्र उस पैक में लौटता है जिससे भुगतान हुआ: जहाँ चरण कुछ लौटाते हैं, हमेशा, या कभी नहीं।',
}
