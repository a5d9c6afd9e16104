// What the fields of the settings say below their labels, by the English help that
// dashboard/src/settings/help.ts makes from the descriptions of the clinic file.

export const help: Readonly<Record<string, string>> = {
  'The complete description of a workspace.': 'الوصف الكامل للعيادة.',
  'Names this schema, for editors.': 'اسم هذا المخطط، لبرامج التحرير.',
  'The version of the settings that this file was exported from: the import is refused if there is a later one.':
    'إصدار الإعدادات الذي أُخذ منه هذا الملف. يُرفض الاستيراد إن وُجد إصدار أحدث.',
  'The workspace itself, and settings that apply to all its locations.':
    'العيادة نفسها وما يسري على جميع مواقعها.',
  'Names the workspace in this installation; importing it again updates it.':
    'يعرّف العيادة في هذا التثبيت؛ استيرادها مرة أخرى يحدّثها.',
  'The name people see.': 'الاسم الذي يراه الناس.',
  'The clinic’s time zone. A location can have its own.':
    'المنطقة الزمنية للعيادة. قد يكون لموقع منطقته.',
  'The account at a Jitsi server. Each visit has its own room, opened with separate tokens for host and guest that are valid for a few minutes.':
    'الحساب على خادم Jitsi. لكل زيارة غرفتها، يدخلها الممارس والمريض برمزين مختلفين صالحين لدقائق قليلة.',
  'Where the server is; the rooms of visits are below it.': 'عنوان الخادم؛ وتحته غرف الزيارات.',
  'The application whose tokens the server accepts.': 'التطبيق الذي يقبل الخادم رموزه.',
  'Where online visits of practitioners without their own link take place. Default: the built-in video.':
    'أين تجري زيارات الممارسين عبر الإنترنت إن لم يكن لهم رابط خاص. إذا تُرك فارغًا: الفيديو المدمج.',
  'Accounts at external payment gateways.': 'حسابات لدى بوابات دفع خارجية.',
  'The account at Stripe.': 'الحساب لدى Stripe.',
  'What its messages are signed with.': 'ما توقّع به البوابة رسائلها.',
  'The account at Razorpay.': 'الحساب لدى Razorpay.',
  'The key id, which is no secret.': 'معرّف المفتاح، وهو ليس سرًا.',
  'Further ways to pay, such as by cheque.':
    'طرق دفع يمكن أن تذكرها الحجوزات إلى جانب الطرق المعتادة.',
  'A payment method.': 'طريقة دفع.',
  'How many upcoming visits a patient may have booked on web pages, by the phone or e-mail address they confirmed; if empty: 10.':
    'أقصى عدد من الزيارات القادمة تحجزه جهة اتصال مؤكدة من صفحات الويب. إذا تُرك فارغًا: 10.',
  'Whether a booking with a key must charge the clinic’s price; if empty: it may charge another amount, which the audit shows.':
    'هل يجب أن تكون الحجوزات بمفتاح بسعر العيادة. إذا تُرك فارغًا: يجوز مبلغ آخر يظهر في السجل.',
  'What is refunded when a patient cancels a paid visit.': 'ما يُرد عندما يلغي مريض زيارة مدفوعة.',
  'The step with the longest notice that is still kept counts; later than all of them, nothing is refunded.':
    'تسري المرحلة ذات المهلة الأطول التي لم تفت بعد؛ وبعد آخرها لا يُرد شيء.',
  'Applies until this many hours before the visit, or before the shift of a token.':
    'تسري حتى هذا العدد من الساعات قبل الزيارة، أو قبل نوبة رقم الدور.',
  'Percentage of the payment that is refunded.': 'النسبة التي تُرد من الدفعة.',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the workspace: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'ما يجوز للمرضى حجزه بأنفسهم. تتبع الحجوزات بمفتاح هذه القواعد فقط إن كان المفتاح يحجز للمرضى. هذه قواعد العيادة؛ تتقدم عليها قواعد الممارس، وعلى الجميع قواعده في الموقع.',
  'Patients cannot book a visit that starts sooner than this many minutes from now.':
    'لا يحجز المرضى موعدًا يبدأ قبل مرور هذا العدد من الدقائق.',
  'Patients cannot book further ahead than this many days.':
    'لا يحجز المرضى موعدًا بعد أكثر من هذا العدد من الأيام.',
  'Names of developer keys that book for patients, so that the rules for patients bind them; keys marked one by one are not listed here.':
    'أسماء مفاتيح المطورين التي تحجز للمرضى، فتسري عليها قواعد المرضى. المفاتيح المعلَّمة واحدًا واحدًا لا تظهر هنا.',
  'The name of developer keys.': 'اسم مفاتيح المطورين.',
  'Minutes that are kept free before and after each visit.': 'دقائق تبقى خالية قبل كل موعد وبعده.',
  'The maximum number of visits of a practitioner on one day, at all locations.':
    'أقصى عدد من مواعيد الممارس في يوم واحد، في جميع المواقع.',
  'The maximum number of visits of a practitioner from Monday to Sunday.':
    'أقصى عدد من مواعيد الممارس من الاثنين إلى الأحد.',
  'Limits for the visits of one mode.': 'حدود لمواعيد طريقة واحدة.',
  'Whether patients who have never been to the clinic may book: yes, no, or only new patients.':
    'هل يجوز الحجز لمن لم يزر العيادة من قبل: نعم، أو لا، أو لهم فقط.',
  'The shortest visit that a new patient may book, in minutes.':
    'أقصر زيارة يجوز لمريض جديد حجزها، بالدقائق.',
  'How many upcoming visits a patient may have in the clinic.':
    'كم موعدًا قادمًا يجوز للمريض في العيادة.',
  'How many upcoming visits a patient may have with one practitioner.':
    'كم موعدًا قادمًا يجوز للمريض مع ممارس واحد.',
  'How often a patient may move a visit.': 'كم مرة يجوز للمريض نقل موعد.',
  'Routes this workspace may call.': 'أجزاء الواجهة التي يجوز لهذه العيادة استعمالها.',
  'An entitlement.': 'صلاحية.',
  'How one-time codes are sent. Without a provider for a channel, production refuses its messages; a sandbox keeps all messages in its outbox.':
    'كيف تُرسل الرموز لمرة واحدة. في التشغيل الفعلي تحتاج كل قناة إلى مزوّد؛ أما البيئة التجريبية فتحفظ كل الرسائل في صندوق الصادر.',
  'One-time codes within 24 hours, all of them together; if empty: 2000.':
    'الرموز لمرة واحدة خلال 24 ساعة، جميعها معًا. إذا تُرك فارغًا: 2000.',
  'How e-mail is sent.': 'كيف يُرسل البريد الإلكتروني.',
  'A mail server.': 'خادم بريد.',
  'The mail server: smtps:// or smtp:// with STARTTLS.':
    'خادم البريد: smtps:// أو smtp:// مع STARTTLS.',
  'The address that mails come from, with a name if you like.':
    'العنوان الذي تأتي منه الرسائل، مع اسم إن أردت.',
  'Also use a server that offers no encryption. A server on the same machine needs none.':
    'استعمال خادم لا يوفر التشفير أيضًا. الخادم على الجهاز نفسه لا يحتاج إليه.',
  'How chat messages are sent.': 'كيف تُرسل رسائل الدردشة.',
  'The WhatsApp Cloud API.': 'واجهة WhatsApp Cloud API.',
  "Id of the clinic's phone number at WhatsApp.": 'معرّف رقم هاتف العيادة لدى WhatsApp.',
  'Name of an approved template of the category authentication, with a copy-code button.':
    'اسم قالب معتمد من فئة «authentication»، فيه زر لنسخ الرمز.',
  'Language of the template.': 'لغة القالب.',
  'If empty: delivery reports and answers of patients are not received.':
    'إذا تُرك فارغًا: لا تُستقبل تقارير التسليم ولا ردود المرضى.',
  'How SMS are sent, by one of these. SMS carries notices, never one-time codes.':
    'كيف تُرسل الرسائل النصية: عبر أحد هذه الحسابات. تحمل الرسائل النصية الإشعارات، ولا تحمل أبدًا الرموز لمرة واحدة.',
  'An account at Twilio.': 'حساب لدى Twilio.',
  'The id of the account.': 'معرّف الحساب.',
  'A number with its plus, a sender name, or the id of a messaging service (MG…).':
    'رقم مع علامة زائد، أو اسم مرسل، أو معرّف خدمة رسائل (MG…).',
  'An account at Vonage, for its Messages API.': 'حساب لدى Vonage، لواجهة Messages.',
  'The API key, which is no secret.': 'مفتاح الواجهة، وهو ليس سرًا.',
  'A number without its plus, or a sender name.': 'رقم بلا علامة زائد، أو اسم مرسل.',
  'Any gateway that takes an SMS by one request.': 'أي بوابة تقبل رسالة نصية بطلب واحد.',
  'The address of the request.': 'عنوان الطلب.',
  'How it is sent.': 'كيف يُرسل الطلب.',
  'The headers of the request, by name.': 'ترويسات الطلب بأسمائها.',
  'The value.': 'القيمة.',
  'The body. What takes the place of names is escaped as its content-type needs it: JSON, a form, XML.':
    'محتوى الطلب. ما يحل محل الأسماء يُكتب بما يناسب نوع المحتوى: JSON أو نموذج أو XML.',
  'The secrets of the request, by the names that take their place.':
    'أسرار الطلب، مع الأسماء التي تحل محلها.',
  'Only notices that are switched on here are sent.': 'لا تُرسل إلا الإشعارات المفعّلة هنا.',
  'Tell patients that a visit is booked.': 'إخبار المرضى بأن زيارة حُجزت.',
  'Remind them of it.': 'تذكيرهم بالزيارة.',
  'Tell them of a new time.': 'إخبارهم بالوقت الجديد.',
  'Tell patients that a visit is cancelled.': 'إخبار المرضى بأن زيارة أُلغيت.',
  'Tell patients who are still expected today that their practitioner is running late, once staff have reported it.':
    'إخبار المرضى المنتظر حضورهم اليوم بتأخر الممارس، بعد أن يسجّله الموظفون.',
  'Tell patients that they have a token.': 'إخبار المرضى بأن لهم رقم دور.',
  'Tell patients waiting in a queue that it is almost their turn.':
    'إخبار المرضى المنتظرين باقتراب دورهم.',
  'Tell patients that their token is cancelled.': 'إخبار المرضى بأن رقم دورهم أُلغي.',
  'Tell patients that their booking was not paid in time and has been released.':
    'إخبار المرضى بأن حجزهم لم يُدفع في الوقت فأُفرج عنه.',
  'Tell patients that a payment arrived too late and is refunded.':
    'إخبار المرضى بأن دفعة وصلت متأخرة وتُعاد.',
  'Offer free times to patients on the waiting list; without it, no times can be offered.':
    'عرض أوقات خالية على المرضى في قائمة الانتظار. من دونه لا يمكن عرض أي وقت.',
  'Let staff ask for a payment: the patient gets a link to the page where it is paid online.':
    'يمكن للموظفين طلب دفعة: يصل المريض رابط الصفحة التي يدفع فيها عبر الإنترنت.',
  'Let staff request payment for a session pack in the same way.':
    'يمكن للموظفين طلب دفع باقة بالطريقة نفسها.',
  'Let staff send patients the link to the missing forms of a visit.':
    'يمكن للموظفين إرسال رابط النماذج الناقصة لزيارة إلى المرضى.',
  'How long before the visit, in hours; if empty: 24. Visits booked later than that have no reminder.':
    'كم ساعة قبل الموعد. إذا تُرك فارغًا: 24. لا تذكير للمواعيد التي تُحجز بعد ذلك.',
  'Several visits of a patient on a day are in one message.':
    'عدة مواعيد لمريض في يوم واحد تكون في رسالة واحدة.',
  'A reminder.': 'تذكير.',
  'How long before the visit, in hours.': 'كم ساعة قبل الموعد.',
  'The first channel that reaches the patient is used; if empty: those of all notices.':
    'تُستعمل أول قناة تصل إلى المريض. إذا تُرك فارغًا: قنوات جميع الإشعارات.',
  'A channel.': 'قناة.',
  'Its own texts, by language.': 'نصوصه الخاصة، حسب اللغة.',
  'The words of a notice.': 'نصوص إشعار.',
  'Subject of the e-mail, up to 150 characters.': 'للبريد الإلكتروني، حتى 150 حرفًا.',
  'Plain text, up to 2000 characters. A line is left out if all of its placeholders are empty.':
    'نص عادي، حتى 2000 حرف. يُحذف السطر إن كانت جميع حقوله فارغة.',
  'The text of an SMS, up to 600 characters; if empty: the body.':
    'نص الرسالة القصيرة، حتى 600 حرف. إذا تُرك فارغًا: نص الإشعار.',
  'No reminder is sent in these hours, in the zone of the patient: it comes when they end or, if less than half of its time would be left, before they begin.':
    'لا يُرسل تذكير في هذه الساعات بتوقيت المريض: يصل بعد انتهائها، أو قبل بدئها إن كان سيبقى أقل من نصف وقته.',
  'Patients are told when at most this many are before them; if empty: 3.':
    'كم مريضًا على الأكثر يُنادى قبله عند إرسال الإشعار. إذا تُرك فارغًا: 3.',
  'Notices within 24 hours, all of them together; if empty: 5000.':
    'الإشعارات خلال 24 ساعة، جميعها معًا. إذا تُرك فارغًا: 5000.',
  'The first channel that reaches the patient is used; if empty: email, chatapp, sms.':
    'تُستعمل أول قناة تصل إلى المريض. إذا تُرك فارغًا: البريد الإلكتروني، تطبيق الدردشة، الرسائل النصية.',
  'The language of dates and texts; if empty: en, with English texts.':
    'لغة التواريخ والنصوص. إذا تُرك فارغًا: الإنجليزية.',
  'Further languages: a patient whose record has one of them gets notices in it; if empty: none.':
    'لغات أخرى: المريض الذي في سجله إحداها يتلقى الإشعارات بها. إذا تُرك فارغًا: لا شيء.',
  'A language.': 'لغة.',
  'Your own texts, by language.': 'نصوصكم الخاصة، حسب اللغة.',
  'By kind.': 'حسب نوع الإشعار.',
  'WhatsApp templates, by kind: without a template, no such notice is sent there.':
    'قوالب WhatsApp، حسب نوع الإشعار. لا يُرسل هناك إشعار بلا قالب.',
  'A template of WhatsApp.': 'قالب لدى WhatsApp.',
  'Name of an approved template of the category utility.': 'اسم قالب معتمد من فئة «utility».',
  'Further languages in which it is approved.': 'لغات أخرى اعتُمد بها القالب.',
  'What fills the placeholders of the template, in their order.': 'معاملات نصه، بترتيبها.',
  'What takes the place of the parameter.': 'ما يحل محل المعامل.',
  'Registered SMS templates, by kind, for MSG91: without a template, no such notice is sent there.':
    'قوالب رسائل نصية مسجلة لدى MSG91، حسب نوع الإشعار. لا يُرسل هناك إشعار بلا قالب.',
  'A registered template of SMS.': 'قالب مسجل لرسالة نصية.',
  'The id of a registered template.': 'معرّف قالب مسجل.',
  'The ids of the same template in further languages.': 'معرّفات القالب نفسه بلغات أخرى.',
  'The id of the template.': 'معرّف القالب.',
  'What fills the variables of the template (var1, var2, …), in their order.':
    'متغيراته var1 و var2 و…، بترتيبها.',
  'What takes the place of the variable.': 'ما يحل محل المتغير.',
  'Who is responsible for patients’ data: shown in the booking element and on all pages of patients.':
    'من المسؤول عن بيانات المرضى. يظهر في عنصر الحجز وفي جميع صفحات المرضى.',
  'How the clinic treats the data of patients. By language; readers of another one get the first.':
    'كيف تتعامل العيادة مع بيانات المرضى. حسب اللغة؛ ولغيرها تظهر الأولى.',
  'The text, or the https:// address of a page with it.':
    'النص، أو عنوان https:// لصفحة فيها النص.',
  'Who is responsible for the clinic. By language; readers of another one get the first.':
    'من المسؤول عن العيادة. حسب اللغة؛ ولغيرها تظهر الأولى.',
  'The terms of visits. By language; readers of another one get the first.':
    'شروط الزيارات. حسب اللغة؛ ولغيرها تظهر الأولى.',
  'What is public of the workspace.': 'ما هو عام من العيادة.',
  'The name of the clinic on public pages.': 'الاسم العام للعيادة.',
  'The page on which patients book.': 'الصفحة التي يحجز فيها المرضى.',
  'Whether patients can open the page.': 'هل يمكن للمرضى فتح الصفحة.',
  'The colour of buttons and links, dark enough for white text on it.':
    'لون الأزرار والروابط، داكن بما يكفي لنص أبيض فوقه.',
  'Text on the page, in addition to names, addresses and profiles.':
    'نص في الصفحة، إضافة إلى الأسماء والعناوين والملفات.',
  'Phone number to call.': 'رقم هاتف للاتصال.',
  'E-mail address to write to.': 'عنوان بريد إلكتروني للمراسلة.',
  'Languages to choose from; if empty: all of them.':
    'لغات يمكن الاختيار منها. إذا تُرك فارغًا: جميعها.',
  'What new patients have to tell on web pages; by default only their first name.':
    'ما يجب أن يذكره المرضى الجدد في صفحات الويب. دون اختيار: الاسم الأول فقط.',
  'A member of the record.': 'معلومة من السجل.',
  'Dates on which every location is closed.': 'تواريخ تُغلق فيها جميع المواقع.',
  'The first closed date.': 'أول يوم إغلاق.',
  'The last closed date; if empty: the first one.': 'آخر يوم إغلاق. إذا تُرك فارغًا: الأول.',
  'Locations by name.': 'المواقع بأسمائها.',
  'The whole address as patients read it, with the city.':
    'العنوان كاملًا مع المدينة كما يقرؤه المرضى.',
  'City.': 'المدينة.',
  'State or region.': 'الولاية أو المنطقة.',
  'The location’s time zone; if empty: the clinic’s.':
    'المنطقة الزمنية للموقع. إذا تُرك فارغًا: منطقة العيادة.',
  "The location's currency.": 'عملة الموقع.',
  'The names of the rooms. A visit takes one where its type names rooms.':
    'أسماء الغرف. تشغل الزيارة غرفة إذا ذكر نوعها غرفًا.',
  'A room.': 'غرفة.',
  'Dates on which the location is closed.': 'تواريخ يُغلق فيها الموقع.',
  'Roles of the staff by name.': 'أدوار الموظفين بأسمائها.',
  'What its members may do in the dashboard; if empty: nothing.':
    'ما يجوز لأصحاب هذا الدور في لوحة التحكم. إذا تُرك فارغًا: لا شيء.',
  'What they may do with visits.': 'ما يجوز لهم في الزيارات.',
  'What they may do with patients.': 'ما يجوز لهم مع المرضى.',
  'What they may do with queue.': 'ما يجوز لهم في طابور الدور.',
  'What they may do with money.': 'ما يجوز لهم في المال.',
  'What they may do with setup.': 'ما يجوز لهم في الإعدادات.',
  'What they may do with staff.': 'ما يجوز لهم مع الموظفين.',
  'What they may do with developers.': 'ما يجوز لهم في قسم المطورين.',
  'What they may do with insight.': 'ما يجوز لهم في التقرير والسجل.',
  'Only visits and tokens with the staff member as practitioner.':
    'فقط الزيارات وأرقام الدور التي يكون الموظف نفسه ممارسها.',
  'Whether its members sign in by a passkey, or by a password and a code; if empty: as they like.':
    'هل يجب أن يسجّل أصحاب هذا الدور الدخول بمفتاح مرور، أو بكلمة مرور ورمز. إذا تُرك فارغًا: كما يشاؤون.',
  'Staff other than practitioners, by name.': 'الموظفون عدا الممارسين، بأسمائهم.',
  'The name that colleagues see.': 'الاسم بين الموظفين.',
  'Title before the name.': 'اللقب قبل الاسم.',
  'Only active members can act and be booked.': 'الأعضاء النشطون وحدهم يعملون ويمكن الحجز لديهم.',
  'How its visits happen.': 'كيف تجري زياراتها.',
  'E-mail address, unique among the staff.': 'عنوان البريد الإلكتروني، لا يتكرر بين الموظفين.',
  'Whether the e-mail address is confirmed.': 'هل عنوان البريد مؤكد.',
  'Dial code with its plus; if empty: +91.': 'رمز البلد مع علامة زائد. إذا تُرك فارغًا: \u200e+91.',
  'A portrait.': 'صورة شخصية.',
  'Roles by name.': 'الأدوار بأسمائها.',
  'A role of this file.': 'دور من أدوار العيادة.',
  'Where they work; may be empty.': 'أين يعملون؛ يمكن أن يبقى فارغًا.',
  'A location of this file.': 'موقع من مواقع العيادة.',
  'Practitioners by name.': 'الممارسون بأسمائهم.',
  'Specialization of the practitioner.': 'تخصص الممارس.',
  "Where the practitioner's online visits happen.": 'أين تجري زيارات الممارس عبر الإنترنت.',
  'What patients may do themselves.': 'ما يجوز للمرضى فعله بأنفسهم.',
  'If empty: 0.': 'إذا تُرك فارغًا: 0.',
  'For how many days after a visit a follow-up is possible; if empty: 7.':
    'عدد الأيام التي تمكن فيها المتابعة بعد زيارة مكتملة. إذا تُرك فارغًا: 7.',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the practitioner: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'ما يجوز للمرضى حجزه بأنفسهم. تتبع الحجوزات بمفتاح هذه القواعد فقط إن كان المفتاح يحجز للمرضى. هذه قواعد الممارس: تتقدم على قواعد العيادة، وتتقدم عليها قواعده في الموقع.',
  'Whether patients see the profile on the booking page.': 'هل يرى المرضى الملف على صفحة الحجز.',
  'Public name.': 'الاسم العام.',
  'Degrees and titles.': 'الشهادات والألقاب.',
  'Years of practice.': 'سنوات الممارسة.',
  'Languages in which patients are seen, the best first.': 'لغات استقبال المرضى، الأفضل أولًا.',
  'The tag of a language.': 'رمز لغة.',
  'The last part of the address of the practitioner’s page.': 'الجزء الأخير من عنوان صفحة الممارس.',
  'Pictures.': 'صور.',
  'Questions and answers.': 'أسئلة وأجوبة.',
  'Links elsewhere.': 'روابط إلى مواقع أخرى.',
  'Previous positions.': 'وظائف سابقة.',
  'Words for search engines.': 'كلمات لمحركات البحث.',
  'A film.': 'فيلم.',
  'How the practitioner works.': 'كيف يعمل الممارس.',
  'What a first visit is like.': 'كيف تكون الزيارة الأولى.',
  'Dates on which the practitioner is closed.': 'تواريخ لا يعمل فيها الممارس.',
  'At most 10 external calendars, by name. While one of them is busy, the practitioner cannot be booked anywhere.':
    'حتى 10 تقاويم خارجية بأسمائها. ما دام أحدها مشغولًا لا يمكن الحجز لدى الممارس في أي مكان.',
  'Locations the practitioner works at, by the name of the location.':
    'المواقع التي يعمل فيها الممارس.',
  'The settings of a practitioner at one location.': 'إعدادات ممارس في موقع واحد.',
  'Length of an ordinary visit, in minutes.': 'مدة الزيارة العادية، بالدقائق.',
  'Duration tiers by name.': 'مدد أخرى بأسمائها.',
  'A longer or shorter kind of visit with its own fee.': 'زيارة أطول أو أقصر برسم خاص بها.',
  'Length of the visit, in minutes.': 'مدة الزيارة، بالدقائق.',
  "Fee in the location's currency.": 'الرسم بعملة الموقع.',
  "Fee in the location's international currency.": 'الرسم بعملة الموقع لمرضى الخارج.',
  'Fees by mode; for a queue practitioner, the queue charges.':
    'الرسوم حسب الطريقة؛ ولرقم الدور رسم طريقته.',
  'Where visits with this fee take place.': 'الطريقة التي لها هذا الرسم.',
  "The fee, in the location's currency, or its international currency.":
    'الرسم بعملة الموقع، أو بعملته لمرضى الخارج.',
  'Whether the fee is for patients from abroad.': 'هل الرسوم لمرضى الخارج.',
  "Fee of a follow-up, in the location's currency; if empty: 0.":
    'رسم المتابعة، بعملة الموقع. إذا تُرك فارغًا: 0.',
  'Minutes that are kept free before and after each home visit; if empty: 0.':
    'دقائق تبقى خالية قبل كل زيارة منزلية وبعدها. إذا تُرك فارغًا: 0.',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the practitioner at the location: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'ما يجوز للمرضى حجزه بأنفسهم. تتبع الحجوزات بمفتاح هذه القواعد فقط إن كان المفتاح يحجز للمرضى. هذه قواعد الممارس في هذا الموقع: تتقدم على قواعده الأخرى، وتلك على قواعد العيادة.',
  'Weekly hours.': 'ساعات الأسبوع.',
  'The days with these hours.': 'الأيام ذات هذه الساعات.',
  'A day of the week.': 'يوم من الأسبوع.',
  'Where visits in these hours take place.': 'طرق العمل في هذه الساعات.',
  'A mode worked in.': 'طريقة عمل.',
  'Dates with other hours.': 'تواريخ بساعات أخرى.',
  'The date.': 'التاريخ.',
  'Hours of that date instead of the weekly ones; none closes it.':
    'ساعات ذلك التاريخ بدل ساعات الأسبوع؛ ومن دونها يكون مغلقًا.',
  'Hours that begin on one day. Hours that continue after midnight end after 24:00; visits after midnight are on the next date.':
    'ساعات تبدأ في يوم واحد. إن استمرت بعد منتصف الليل انتهت بعد 24:00؛ والزيارات بعد منتصف الليل تكون في التاريخ التالي.',
  'A shift in which people are seen in the order of their tokens.':
    'نوبة يُستقبل فيها الناس بترتيب أرقامهم.',
  'The days of the shift in every week. Leave the date empty then.':
    'أيام النوبة كل أسبوع؛ أو تاريخ.',
  'The one date of the shift, even on a closing day. Leave the days empty then.':
    'التاريخ الوحيد للنوبة، حتى في يوم إغلاق؛ أو أيام الأسبوع.',
  'The queue itself runs until staff end it.': 'يستمر الدور إلى أن ينهيه الموظفون.',
  'The letter of its tokens, as in A-12. Default: its current letter, or the first that no other queue of the location uses on the same days.':
    'حرف الأرقام، كما في A-12. إذا تُرك فارغًا: حرفها الحالي، أو أول حرف لا يستعمله دور آخر في الموقع في الأيام نفسها.',
  'Where called patients go: a room, a door or a counter; shown on the boards in waiting rooms.':
    'أين يذهب من يُنادى: غرفة أو باب أو شباك. يظهر على شاشات غرف الانتظار.',
  'Maximum number of tokens, not counting cancelled ones.': 'أقصى عدد من الأرقام، دون الملغاة.',
  'Length of a consultation, in minutes, until there is a history of them; if empty: 10.':
    'مدة الاستشارة بالدقائق إلى أن تتوفر بيانات سابقة عنها. إذا تُرك فارغًا: 10.',
  'All medicines by code.': 'جميع الأدوية برموزها.',
  'The name under which it is sold.': 'الاسم الذي يُباع به.',
  'Generic name.': 'الاسم العلمي.',
  'Form, such as tablet or syrup.': 'الشكل، مثل أقراص أو شراب.',
  'Content of one unit.': 'محتوى الوحدة.',
  'The manufacturer.': 'الشركة المصنعة.',
  'Locations that sell it, by the name of the location.': 'المواقع التي تبيعه.',
  "Price of one unit, in the location's currency.": 'سعر الوحدة، بعملة الموقع.',
  'Number of units in stock at the location.': 'عدد الوحدات في مخزون الموقع.',
  'Session packs on sale, by name.': 'الباقات المعروضة للبيع، بأسمائها.',
  'How many visits the pack pays for.': 'الزيارات التي تدفعها الباقة.',
  'For how many days after the purchase visits can be on.':
    'عدد الأيام من الشراء إلى آخر يوم ممكن لزيارة.',
  'The length a visit must have, in minutes; if empty: any.':
    'المدة اللازمة للزيارة، بالدقائق. إذا تُرك فارغًا: أي مدة.',
  'Practitioners it pays for; if empty: all.': 'الممارسون الذين تسري لديهم. إذا تُرك فارغًا: الجميع.',
  'A practitioner of this file.': 'ممارس من العيادة.',
  'The kinds of visits that patients choose from, by name and in order.':
    'أنواع الزيارات التي يختار منها المرضى، بهذا الترتيب.',
  'A kind of visit.': 'نوع من الزيارات.',
  'The name that patients choose by.': 'الاسم الذي يختار به المرضى.',
  'What it is for, in a sentence.': 'الغرض منها، في جملة.',
  'The longer or shorter visit with this name, of each practitioner who has one, with its length and fee. Leave minutes and fee empty then.':
    'اسم مدة: طول الزيارة ورسمها من تلك المدة، ولا يقدّم هذا النوع إلا ممارسون لديهم مدة بهذا الاسم. بدلًا من الدقائق والرسم.',
  'A mode.': 'طريقة.',
  'A practitioner.': 'ممارس.',
  'Each visit at a location with any of these rooms takes one that is free.':
    'في موقع فيه أي من هذه الغرف، تأخذ كل زيارة غرفة خالية منها.',
  'A room, after its location.': 'غرفة، بعد موقعها.',
  'What patients may book themselves of the type; of each rule, it counts before those of the practitioner and the workspace. Limits count only visits of the type.':
    'ما يجوز للمرضى حجزه بأنفسهم من هذا النوع. تتقدم هذه القواعد على قواعد الممارس والعيادة. ولا تُحسب في الحدود إلا زيارات هذا النوع.',
  'The maximum number of visits of the type of a practitioner on one day, at all locations.':
    'أقصى عدد من مواعيد الممارس من هذا النوع في يوم واحد، في جميع المواقع.',
  'The maximum number of visits of the type of a practitioner from Monday to Sunday.':
    'أقصى عدد من مواعيد الممارس من هذا النوع من الاثنين إلى الأحد.',
  'Forms that patients fill in, by name and in the order in which they are asked.':
    'نماذج يملؤها المرضى، بترتيب طلبها.',
  'A form.': 'نموذج.',
  'The title that patients see.': 'العنوان الذي يراه المرضى.',
  'A text before the questions; of a signed form, what the patient agrees to.':
    'نص قبل الأسئلة؛ وفي نموذج موقّع، ما يوافق عليه المريض.',
  'Whether the patient signs it, as a consent; the signature is kept with evidence.':
    'هل يوقّعه المريض موافقةً منه. يُحفظ التوقيع مع أدلته.',
  'When it is asked: once a visit is booked, before the visit and in reminders, or on arrival.':
    'متى يُطلب: عند حجز زيارة، أو قبل الزيارة وفي التذكيرات، أو عند الوصول.',
  'Asked only of patients who have never been to the clinic.':
    'يُطلب فقط ممن لم يزر العيادة من قبل.',
  'Asked only for visits of these types; if empty: for all.':
    'يُطلب فقط للزيارات من هذه الأنواع. إذا تُرك فارغًا: لجميعها.',
  'A visit type.': 'نوع زيارة.',
  'Asked only for visits with them; if empty: for all.':
    'يُطلب فقط للزيارات معهم. إذا تُرك فارغًا: لجميعها.',
  'Asked again this many months after it was last filled in; 0: for each visit.':
    'يُطلب مرة أخرى بعد هذا العدد من الأشهر من آخر تعبئة؛ 0: لكل زيارة.',
  'The language of its words; if empty: en.': 'لغة نصوصه. إذا تُرك فارغًا: الإنجليزية.',
  'The questions, in their order.': 'الأسئلة، بترتيبها.',
  'A question.': 'سؤال.',
  'What the answer is.': 'ما نوع الإجابة.',
  'The question.': 'السؤال.',
  'More about it, below the question.': 'المزيد عنه، تحت السؤال.',
  'Whether it must be answered.': 'هل تجب الإجابة عنه.',
  'An option.': 'خيار.',
  'The answer as it is stored; it never changes.': 'الإجابة كما تُحفظ؛ لا تتغير أبدًا.',
  'The option.': 'الخيار.',
  'What the lowest number of a scale means.': 'معنى أصغر رقم في المقياس.',
  'What the highest number of a scale means.': 'معنى أكبر رقم في المقياس.',
  'A question before this one.': 'سؤال قبل هذا السؤال.',
  'The answer is one of these.': 'الإجابة واحدة من هذه.',
  'An answer: yes, no, an option or a part of the body.':
    'إجابة: نعم، أو لا، أو خيار، أو جزء من الجسم.',
  'The answer is a number from here up.': 'الإجابة هذا الرقم أو أكبر.',
  'The answer is a number up to here.': 'الإجابة هذا الرقم أو أصغر.',
  'The form in other languages.': 'النموذج بلغات أخرى.',
  'A form in another language; what is missing is shown in the language of the form.':
    'النموذج بلغة أخرى؛ وما ينقص يظهر بلغة النموذج.',
  'The title.': 'العنوان.',
  'The text.': 'النص.',
  'Questions by their keys.': 'الأسئلة بمفاتيحها.',
  'A question in the language.': 'سؤال بتلك اللغة.',
  'More about it.': 'المزيد عنه.',
  'What the lowest number means.': 'معنى أصغر رقم.',
  'What the highest number means.': 'معنى أكبر رقم.',
  'Options by their keys.': 'الخيارات بمفاتيحها.',
  'Patients without a visit for so many years are erased; visits and payments stay, without a name.':
    'يُمحى المرضى الذين لم يزوروا العيادة طوال هذه السنوات؛ وتبقى الزيارات والمدفوعات بلا اسم.',
  'Answers of patients without a visit for so many years are deleted; what was signed stays.':
    'تُحذف أجوبة المرضى الذين لم يزوروا العيادة طوال هذه السنوات؛ ويبقى ما وُقّع.',
  'For how long the clinic keeps patients.': 'كم تحتفظ العيادة بالمرضى.',
  'Whether a session is returned to the pack that pays: where the steps refund something, always, or never.':
    'متى تعود الجلسة إلى الباقة التي دُفع بها: حيث تعيد الخطوات شيئًا، أو دائمًا، أو أبدًا.',
}
