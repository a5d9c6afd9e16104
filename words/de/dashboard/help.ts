// What the fields of the settings say below their labels, by the English help that
// dashboard/src/settings/help.ts makes from the descriptions of the clinic file.

export const help: Readonly<Record<string, string>> = {
  'The complete description of a workspace.': 'Die vollständige Beschreibung einer Praxis.',
  'Names this schema, for editors.': 'Nennt dieses Schema, für Editoren.',
  'The version of the settings that this file was exported from: the import is refused if there is a later one.':
    'Die Version der Einstellungen, aus der diese Datei stammt. Gibt es eine neuere, wird die Datei abgelehnt.',
  'The workspace itself, and settings that apply to all its locations.':
    'Die Praxis selbst und was für alle ihre Standorte gilt.',
  'Names the workspace in this installation; importing it again updates it.':
    'Bezeichnet die Praxis in dieser Installation; erneutes Einspielen ändert sie.',
  'The name people see.': 'Der Name, den andere sehen.',
  'The clinic’s time zone. A location can have its own.':
    'Die Zeitzone der Praxis. Ein Standort kann eine eigene haben.',
  'The account at a Jitsi server. Each visit has its own room, opened with separate tokens for host and guest that are valid for a few minutes.':
    'Das Konto bei einem Jitsi-Server. Jeder Besuch hat einen eigenen Raum; Behandler und Patient betreten ihn mit getrennten Schlüsseln, die wenige Minuten gelten.',
  'Where the server is; the rooms of visits are below it.':
    'Die Adresse des Servers; die Räume der Besuche liegen darunter.',
  'The application whose tokens the server accepts.':
    'Die Anwendung, deren Schlüssel der Server annimmt.',
  'Where online visits of practitioners without their own link take place. Default: the built-in video.':
    'Wo Online-Termine von Behandlern ohne eigenen Link stattfinden. Wenn leer: im eingebauten Video.',
  'Accounts at external payment gateways.': 'Konten bei externen Zahlungsdiensten.',
  'The account at Stripe.': 'Das Konto bei Stripe.',
  'What its messages are signed with.': 'Womit der Dienst seine Meldungen signiert.',
  'The account at Razorpay.': 'Das Konto bei Razorpay.',
  'The key id, which is no secret.': 'Die ID des Schlüssels; sie ist nicht geheim.',
  'Further ways to pay, such as by cheque.':
    'Zahlungsarten, die bei Buchungen außer den üblichen möglich sind.',
  'A payment method.': 'Eine Zahlungsart.',
  'How many upcoming visits a patient may have booked on web pages, by the phone or e-mail address they confirmed; if empty: 10.':
    'So viele künftige Termine kann ein bestätigter Kontakt über Webseiten höchstens buchen. Wenn leer: 10.',
  'Whether a booking with a key must charge the clinic’s price; if empty: it may charge another amount, which the audit shows.':
    'Ob Buchungen mit einem Schlüssel den Preis der Praxis verlangen müssen. Wenn leer: Ein anderer Betrag ist möglich und steht im Protokoll.',
  'What is refunded when a patient cancels a paid visit.':
    'Was Patienten zurückbekommen, wenn sie einen bezahlten Termin absagen.',
  'The step with the longest notice that is still kept counts; later than all of them, nothing is refunded.':
    'Es gilt die Stufe mit der längsten Frist, die noch eingehalten ist. Nach der letzten Frist wird nichts erstattet.',
  'Applies until this many hours before the visit, or before the shift of a token.':
    'Gilt bis so viele Stunden vor dem Besuch, bei einer Nummer vor der Schicht.',
  'Percentage of the payment that is refunded.':
    'Der Anteil der Zahlung, der erstattet wird, in Prozent.',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the workspace: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'Was Patienten selbst buchen können. Für Buchungen mit einem Schlüssel gilt das nur, wenn er für Patienten bucht. Dies sind die Regeln der Praxis; ihnen gehen die des Behandlers vor, und diesen seine Regeln am Standort.',
  'Patients cannot book a visit that starts sooner than this many minutes from now.':
    'Patienten buchen keinen Termin, der früher als in so vielen Minuten beginnt.',
  'Patients cannot book further ahead than this many days.':
    'Patienten buchen höchstens so viele Tage im Voraus.',
  'Names of developer keys that book for patients, so that the rules for patients bind them; keys marked one by one are not listed here.':
    'Namen der Entwicklerschlüssel, die für Patienten buchen, sodass die Regeln für Patienten gelten. Einzeln markierte Schlüssel stehen hier nicht.',
  'The name of developer keys.': 'Der Name von Entwicklerschlüsseln.',
  'Minutes that are kept free before and after each visit.':
    'So viele Minuten bleiben vor und nach jedem Termin frei.',
  'The maximum number of visits of a practitioner on one day, at all locations.':
    'So viele Termine hat ein Behandler an einem Tag höchstens, an allen Standorten zusammen.',
  'The maximum number of visits of a practitioner from Monday to Sunday.':
    'So viele Termine hat ein Behandler von Montag bis Sonntag höchstens.',
  'Limits for the visits of one mode.': 'Grenzen für Termine einer Art.',
  'Whether patients who have never been to the clinic may book: yes, no, or only new patients.':
    'Ob buchen kann, wer noch nie in der Praxis war: ja, nein, oder nur neue Patienten.',
  'The shortest visit that a new patient may book, in minutes.':
    'So lang ist der Termin eines neuen Patienten mindestens, in Minuten.',
  'How many upcoming visits a patient may have in the clinic.':
    'So viele künftige Termine kann ein Patient in der Praxis haben.',
  'How many upcoming visits a patient may have with one practitioner.':
    'So viele künftige Termine kann ein Patient bei einem Behandler haben.',
  'How often a patient may move a visit.': 'So oft kann ein Patient einen Termin verschieben.',
  'Routes this workspace may call.': 'Wege der Schnittstelle, die diese Praxis nutzen darf.',
  'An entitlement.': 'Eine Berechtigung.',
  'How one-time codes are sent. Without a provider for a channel, production refuses its messages; a sandbox keeps all messages in its outbox.':
    'Wie Einmalcodes gesendet werden. Im Betrieb braucht jeder Kanal einen Anbieter; in einer Sandbox bleiben alle Nachrichten im Postausgang.',
  'One-time codes within 24 hours, all of them together; if empty: 2000.':
    'Einmalcodes in 24 Stunden, alle zusammen. Wenn leer: 2000.',
  'How e-mail is sent.': 'Wie E-Mails gesendet werden.',
  'A mail server.': 'Ein Mailserver.',
  'The mail server: smtps:// or smtp:// with STARTTLS.':
    'Der Mailserver: smtps:// oder smtp:// mit STARTTLS.',
  'The address that mails come from, with a name if you like.':
    'Die Adresse, von der E-Mails kommen, auf Wunsch mit einem Namen.',
  'Also use a server that offers no encryption. A server on the same machine needs none.':
    'Auch einen Server verwenden, der keine Verschlüsselung anbietet. Ein Server auf demselben Rechner braucht keine.',
  'How chat messages are sent.': 'Wie Chat-Nachrichten gesendet werden.',
  'The WhatsApp Cloud API.': 'Die WhatsApp Cloud API.',
  "Id of the clinic's phone number at WhatsApp.":
    'Die ID der Telefonnummer der Praxis bei WhatsApp.',
  'Name of an approved template of the category authentication, with a copy-code button.':
    'Der Name einer genehmigten Vorlage der Kategorie „authentication“ mit einer Schaltfläche zum Kopieren des Codes.',
  'Language of the template.': 'Die Sprache der Vorlage.',
  'If empty: delivery reports and answers of patients are not received.':
    'Wenn leer: Zustellberichte und Antworten von Patienten werden nicht empfangen.',
  'How SMS are sent, by one of these. SMS carries notices, never one-time codes.':
    'Wie SMS gesendet werden: über eines dieser Konten. Per SMS gehen Nachrichten, nie Einmalcodes.',
  'An account at Twilio.': 'Ein Konto bei Twilio.',
  'The id of the account.': 'Die ID des Kontos.',
  'A number with its plus, a sender name, or the id of a messaging service (MG…).':
    'Eine Nummer mit Plus, ein Absendername oder die ID eines Messaging Service (MG…).',
  'An account at Vonage, for its Messages API.': 'Ein Konto bei Vonage, für die Messages API.',
  'The API key, which is no secret.': 'Der API-Schlüssel; er ist nicht geheim.',
  'A number without its plus, or a sender name.': 'Eine Nummer ohne Plus oder ein Absendername.',
  'Any gateway that takes an SMS by one request.':
    'Ein beliebiger Anbieter, der SMS mit einer Anfrage annimmt.',
  'The address of the request.': 'Die Adresse der Anfrage.',
  'How it is sent.': 'Wie die Anfrage gesendet wird.',
  'The headers of the request, by name.': 'Die Kopfzeilen der Anfrage, mit ihren Namen.',
  'The value.': 'Der Wert.',
  'The body. What takes the place of names is escaped as its content-type needs it: JSON, a form, XML.':
    'Der Inhalt der Anfrage. Eingesetzte Werte werden geschützt, wie es der Inhaltstyp verlangt: JSON, Formular oder XML.',
  'The secrets of the request, by the names that take their place.':
    'Die Geheimnisse der Anfrage, mit den Namen, an deren Stelle sie treten.',
  'Only notices that are switched on here are sent.':
    'Gesendet wird nur, was hier eingeschaltet ist.',
  'Tell patients that a visit is booked.': 'Patienten mitteilen, dass ein Termin gebucht ist.',
  'Remind them of it.': 'Patienten an den Termin erinnern.',
  'Tell them of a new time.': 'Patienten die neue Zeit mitteilen.',
  'Tell patients that a visit is cancelled.': 'Patienten mitteilen, dass ein Termin abgesagt ist.',
  'Tell patients who are still expected today that their practitioner is running late, once staff have reported it.':
    'Patienten, die heute noch erwartet werden, eine Verspätung mitteilen, sobald das Personal sie gemeldet hat.',
  'Tell patients that they have a token.': 'Patienten mitteilen, dass sie eine Nummer haben.',
  'Tell patients waiting in a queue that it is almost their turn.':
    'Wartenden Patienten mitteilen, dass sie bald an der Reihe sind.',
  'Tell patients that their token is cancelled.':
    'Patienten mitteilen, dass ihre Nummer abgesagt ist.',
  'Tell patients that their booking was not paid in time and has been released.':
    'Patienten mitteilen, dass ihre Buchung nicht rechtzeitig bezahlt und freigegeben wurde.',
  'Tell patients that a payment arrived too late and is refunded.':
    'Patienten mitteilen, dass eine Zahlung zu spät kam und erstattet wird.',
  'Offer free times to patients on the waiting list; without it, no times can be offered.':
    'Patienten auf der Warteliste freie Zeiten anbieten. Ohne diese Nachricht ist kein Angebot möglich.',
  'Let staff ask for a payment: the patient gets a link to the page where it is paid online.':
    'Das Personal kann um eine Zahlung bitten: Der Patient erhält einen Link zur Seite, auf der er online bezahlt.',
  'Let staff request payment for a session pack in the same way.':
    'Das Personal kann ebenso um die Zahlung eines Pakets bitten.',
  'Let staff send patients the link to the missing forms of a visit.':
    'Das Personal kann Patienten den Link zu den fehlenden Formularen eines Termins senden.',
  'How long before the visit, in hours; if empty: 24. Visits booked later than that have no reminder.':
    'So viele Stunden vor dem Termin. Wenn leer: 24. Für Termine, die später gebucht werden, gibt es keine Erinnerung.',
  'Several visits of a patient on a day are in one message.':
    'Mehrere Termine eines Patienten an einem Tag stehen in einer Nachricht.',
  'A reminder.': 'Eine Erinnerung.',
  'How long before the visit, in hours.': 'So viele Stunden vor dem Termin.',
  'The first channel that reaches the patient is used; if empty: those of all notices.':
    'Verwendet wird der erste Kanal, der den Patienten erreicht. Wenn leer: die Kanäle aller Nachrichten.',
  'A channel.': 'Ein Kanal.',
  'Its own texts, by language.': 'Eigene Texte der Erinnerung, je Sprache.',
  'The words of a notice.': 'Die Texte einer Nachricht.',
  'Subject of the e-mail, up to 150 characters.': 'Für E-Mails, höchstens 150 Zeichen.',
  'Plain text, up to 2000 characters. A line is left out if all of its placeholders are empty.':
    'Reiner Text, höchstens 2000 Zeichen. Eine Zeile entfällt, wenn alle ihre Platzhalter leer sind.',
  'The text of an SMS, up to 600 characters; if empty: the body.':
    'Der Text einer SMS, höchstens 600 Zeichen. Wenn leer: der Text der Nachricht.',
  'No reminder is sent in these hours, in the zone of the patient: it comes when they end or, if less than half of its time would be left, before they begin.':
    'In diesen Stunden, in der Zeitzone des Patienten, wird keine Erinnerung gesendet. Sie kommt danach; bliebe dann weniger als die Hälfte der Zeit, kommt sie davor.',
  'Patients are told when at most this many are before them; if empty: 3.':
    'Wie viele Patienten höchstens noch vorher dran sind, wenn die Nachricht kommt. Wenn leer: 3.',
  'Notices within 24 hours, all of them together; if empty: 5000.':
    'Nachrichten in 24 Stunden, alle zusammen. Wenn leer: 5000.',
  'The first channel that reaches the patient is used; if empty: email, chatapp, sms.':
    'Verwendet wird der erste Kanal, der den Patienten erreicht. Wenn leer: E-Mail, Chat-App, SMS.',
  'The language of dates and texts; if empty: en, with English texts.':
    'Die Sprache von Datum und Text. Wenn leer: Englisch.',
  'Further languages: a patient whose record has one of them gets notices in it; if empty: none.':
    'Weitere Sprachen: Steht eine davon in der Akte eines Patienten, erhält er Nachrichten in ihr. Wenn leer: keine.',
  'A language.': 'Eine Sprache.',
  'Your own texts, by language.': 'Ihre eigenen Texte, je Sprache.',
  'By kind.': 'Je Art der Nachricht.',
  'WhatsApp templates, by kind: without a template, no such notice is sent there.':
    'WhatsApp-Vorlagen, je Art der Nachricht. Was keine Vorlage hat, wird dort nicht gesendet.',
  'A template of WhatsApp.': 'Eine Vorlage bei WhatsApp.',
  'Name of an approved template of the category utility.':
    'Der Name einer genehmigten Vorlage der Kategorie „utility“.',
  'Further languages in which it is approved.': 'Weitere Sprachen, in denen sie genehmigt ist.',
  'What fills the placeholders of the template, in their order.':
    'Die Parameter ihres Textes, in ihrer Reihenfolge.',
  'What takes the place of the parameter.': 'Was für den Parameter eingesetzt wird.',
  'Registered SMS templates, by kind, for MSG91: without a template, no such notice is sent there.':
    'Registrierte SMS-Vorlagen für MSG91, je Art der Nachricht. Was keine Vorlage hat, wird dort nicht gesendet.',
  'A registered template of SMS.': 'Eine registrierte SMS-Vorlage.',
  'The id of a registered template.': 'Die ID einer registrierten Vorlage.',
  'The ids of the same template in further languages.':
    'Die IDs derselben Vorlage in weiteren Sprachen.',
  'The id of the template.': 'Die ID der Vorlage.',
  'What fills the variables of the template (var1, var2, …), in their order.':
    'Ihre Variablen var1, var2, … in ihrer Reihenfolge.',
  'What takes the place of the variable.': 'Was für die Variable eingesetzt wird.',
  'Who is responsible for patients’ data: shown in the booking element and on all pages of patients.':
    'Wer für die Daten der Patienten verantwortlich ist. Steht im Buchungselement und auf allen Seiten für Patienten.',
  'How the clinic treats the data of patients. By language; readers of another one get the first.':
    'Wie die Praxis mit den Daten der Patienten umgeht. Je Sprache; für andere Sprachen gilt die erste.',
  'The text, or the https:// address of a page with it.':
    'Der Text oder die https://-Adresse einer Seite mit dem Text.',
  'Who is responsible for the clinic. By language; readers of another one get the first.':
    'Wer für die Praxis verantwortlich ist. Je Sprache; für andere Sprachen gilt die erste.',
  'The terms of visits. By language; readers of another one get the first.':
    'Die Bedingungen für Besuche. Je Sprache; für andere Sprachen gilt die erste.',
  'What is public of the workspace.': 'Was von der Praxis öffentlich ist.',
  'The name of the clinic on public pages.': 'Der öffentliche Name der Praxis.',
  'The page on which patients book.': 'Die Seite, auf der Patienten buchen.',
  'Whether patients can open the page.': 'Ob Patienten die Seite öffnen können.',
  'The colour of buttons and links, dark enough for white text on it.':
    'Die Farbe von Schaltflächen und Links, dunkel genug für weiße Schrift.',
  'Text on the page, in addition to names, addresses and profiles.':
    'Text auf der Seite, zusätzlich zu Namen, Anschriften und Profilen.',
  'Phone number to call.': 'Telefonnummer für Anrufe.',
  'E-mail address to write to.': 'E-Mail-Adresse für Anfragen.',
  'Languages to choose from; if empty: all of them.':
    'Sprachen, die zur Wahl stehen. Wenn leer: alle.',
  'What new patients have to tell on web pages; by default only their first name.':
    'Was neue Patienten auf Webseiten angeben müssen. Ohne Auswahl nur den Vornamen.',
  'A member of the record.': 'Eine Angabe der Akte.',
  'Dates on which every location is closed.': 'Tage, an denen alle Standorte geschlossen sind.',
  'The first closed date.': 'Der erste geschlossene Tag.',
  'The last closed date; if empty: the first one.':
    'Der letzte geschlossene Tag. Wenn leer: der erste.',
  'Locations by name.': 'Standorte mit ihren Namen.',
  'The whole address as patients read it, with the city.':
    'Die ganze Adresse mit Ort, wie Patienten sie lesen.',
  'City.': 'Stadt.',
  'State or region.': 'Bundesland oder Region.',
  'The location’s time zone; if empty: the clinic’s.':
    'Die Zeitzone des Standorts. Wenn leer: die der Praxis.',
  "The location's currency.": 'Die Währung des Standorts.',
  'The names of the rooms. A visit takes one where its type names rooms.':
    'Die Namen der Räume. Ein Termin belegt einen, wenn seine Terminart Räume nennt.',
  'A room.': 'Ein Raum.',
  'Dates on which the location is closed.': 'Tage, an denen der Standort geschlossen ist.',
  'Roles of the staff by name.': 'Rollen des Personals mit ihren Namen.',
  'What its members may do in the dashboard; if empty: nothing.':
    'Was Personen mit dieser Rolle im Dashboard dürfen. Wenn leer: nichts.',
  'What they may do with visits.': 'Was sie mit Terminen tun dürfen.',
  'What they may do with patients.': 'Was sie mit Patienten tun dürfen.',
  'What they may do with queue.': 'Was sie in der Warteschlange tun dürfen.',
  'What they may do with money.': 'Was sie mit Geld tun dürfen.',
  'What they may do with setup.': 'Was sie in den Einstellungen tun dürfen.',
  'What they may do with staff.': 'Was sie mit dem Personal tun dürfen.',
  'What they may do with developers.': 'Was sie im Bereich für Entwickler tun dürfen.',
  'What they may do with insight.': 'Was sie in Bericht und Protokoll tun dürfen.',
  'Only visits and tokens with the staff member as practitioner.':
    'Nur Termine und Nummern, die sie selbst behandeln.',
  'Whether its members sign in by a passkey, or by a password and a code; if empty: as they like.':
    'Ob sich Personen mit dieser Rolle mit einem Passkey oder mit Passwort und Code anmelden müssen. Wenn leer: wie sie möchten.',
  'Staff other than practitioners, by name.': 'Personal außer den Behandlern, mit Namen.',
  'The name that colleagues see.': 'Der Name im Personal.',
  'Title before the name.': 'Titel vor dem Namen.',
  'Only active members can act and be booked.':
    'Nur aktive Mitglieder können handeln und gebucht werden.',
  'How its visits happen.': 'Wie ihre Besuche stattfinden.',
  'E-mail address, unique among the staff.':
    'Die E-Mail-Adresse; je Adresse nur eine Person im Personal.',
  'Whether the e-mail address is confirmed.': 'Ob die E-Mail-Adresse bestätigt ist.',
  'Dial code with its plus; if empty: +91.': 'Landesvorwahl mit Plus. Wenn leer: +91.',
  'A portrait.': 'Ein Porträt.',
  'Roles by name.': 'Rollen mit ihren Namen.',
  'A role of this file.': 'Eine Rolle der Praxis.',
  'Where they work; may be empty.': 'Wo sie arbeiten; darf leer sein.',
  'A location of this file.': 'Ein Standort der Praxis.',
  'Practitioners by name.': 'Behandler mit ihren Namen.',
  'Specialization of the practitioner.': 'Das Fachgebiet des Behandlers.',
  "Where the practitioner's online visits happen.":
    'Wo die Online-Termine des Behandlers stattfinden.',
  'What patients may do themselves.': 'Was Patienten selbst tun können.',
  'If empty: 0.': 'Wenn leer: 0.',
  'For how many days after a visit a follow-up is possible; if empty: 7.':
    'So viele Tage nach einem abgeschlossenen Besuch ist eine Kontrolle möglich. Wenn leer: 7.',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the practitioner: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'Was Patienten selbst buchen können. Für Buchungen mit einem Schlüssel gilt das nur, wenn er für Patienten bucht. Dies sind die Regeln des Behandlers: Sie gehen denen der Praxis vor, und ihnen seine Regeln am Standort.',
  'Whether patients see the profile on the booking page.':
    'Ob Patienten das Profil auf der Buchungsseite sehen.',
  'Public name.': 'Öffentlicher Name.',
  'Degrees and titles.': 'Abschlüsse und Titel.',
  'Years of practice.': 'Jahre im Beruf.',
  'Languages in which patients are seen, the best first.':
    'Sprachen, in denen behandelt wird, die beste zuerst.',
  'The tag of a language.': 'Das Kürzel einer Sprache.',
  'The last part of the address of the practitioner’s page.':
    'Der letzte Teil der Adresse der Seite des Behandlers.',
  'Pictures.': 'Bilder.',
  'Questions and answers.': 'Fragen und Antworten.',
  'Links elsewhere.': 'Links zu anderen Seiten.',
  'Previous positions.': 'Frühere Stellen.',
  'Words for search engines.': 'Wörter für Suchmaschinen.',
  'A film.': 'Ein Film.',
  'How the practitioner works.': 'Wie der Behandler arbeitet.',
  'What a first visit is like.': 'Wie ein erster Termin abläuft.',
  'Dates on which the practitioner is closed.': 'Tage, an denen der Behandler nicht arbeitet.',
  'At most 10 external calendars, by name. While one of them is busy, the practitioner cannot be booked anywhere.':
    'Höchstens 10 Kalender anderswo, mit Namen. Ist einer davon belegt, kann der Behandler nirgends gebucht werden.',
  'Locations the practitioner works at, by the name of the location.':
    'Standorte, an denen der Behandler arbeitet.',
  'The settings of a practitioner at one location.':
    'Was für einen Behandler an einem Standort gilt.',
  'Length of an ordinary visit, in minutes.': 'Dauer eines gewöhnlichen Termins, in Minuten.',
  'Duration tiers by name.': 'Andere Dauern, mit ihren Namen.',
  'A longer or shorter kind of visit with its own fee.':
    'Ein längerer oder kürzerer Termin mit eigenem Honorar.',
  'Length of the visit, in minutes.': 'Dauer des Termins, in Minuten.',
  "Fee in the location's currency.": 'Honorar in der Währung des Standorts.',
  "Fee in the location's international currency.":
    'Honorar in der Währung des Standorts für Patienten aus dem Ausland.',
  'Fees by mode; for a queue practitioner, the queue charges.':
    'Honorare je Art; eine Wartenummer kostet das Honorar ihrer Art.',
  'Where visits with this fee take place.': 'Die Art, für die dieses Honorar gilt.',
  "The fee, in the location's currency, or its international currency.":
    'Das Honorar in der Währung des Standorts oder in der für Patienten aus dem Ausland.',
  'Whether the fee is for patients from abroad.':
    'Ob der Preis für Patienten aus dem Ausland gilt.',
  "Fee of a follow-up, in the location's currency; if empty: 0.":
    'Honorar einer Kontrolle, in der Währung des Standorts. Wenn leer: 0.',
  'Minutes that are kept free before and after each home visit; if empty: 0.':
    'So viele Minuten bleiben vor und nach jedem Hausbesuch frei. Wenn leer: 0.',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the practitioner at the location: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'Was Patienten selbst buchen können. Für Buchungen mit einem Schlüssel gilt das nur, wenn er für Patienten bucht. Dies sind die Regeln des Behandlers an diesem Standort: Sie gehen seinen übrigen vor, und diese denen der Praxis.',
  'Weekly hours.': 'Zeiten in der Woche.',
  'The days with these hours.': 'Die Tage mit diesen Zeiten.',
  'A day of the week.': 'Ein Wochentag.',
  'Where visits in these hours take place.': 'Arten von Terminen in diesen Zeiten.',
  'A mode worked in.': 'Eine Art von Terminen.',
  'Dates with other hours.': 'Tage mit anderen Zeiten.',
  'The date.': 'Das Datum.',
  'Hours of that date instead of the weekly ones; none closes it.':
    'Zeiten dieses Tages statt der üblichen; ohne Zeiten ist geschlossen.',
  'Hours that begin on one day. Hours that continue after midnight end after 24:00; visits after midnight are on the next date.':
    'Zeiten, die an einem Tag beginnen. Gehen sie nach Mitternacht weiter, enden sie nach 24:00; Termine nach Mitternacht stehen am nächsten Tag.',
  'A shift in which people are seen in the order of their tokens.':
    'Eine Schicht, in der Patienten in der Reihenfolge ihrer Nummern drankommen.',
  'The days of the shift in every week. Leave the date empty then.':
    'Wochentage der Schicht; oder ein Datum.',
  'The one date of the shift, even on a closing day. Leave the days empty then.':
    'Der eine Tag der Schicht, auch wenn sonst geschlossen ist; oder Wochentage.',
  'The queue itself runs until staff end it.':
    'Die Warteschlange läuft, bis das Personal sie beendet.',
  'The letter of its tokens, as in A-12. Default: its current letter, or the first that no other queue of the location uses on the same days.':
    'Der Buchstabe ihrer Nummern, wie in A-12. Wenn leer: der bisherige oder der erste, den keine andere Warteschlange des Standorts an denselben Tagen hat.',
  'Where called patients go: a room, a door or a counter; shown on the boards in waiting rooms.':
    'Wohin aufgerufene Patienten gehen: ein Raum, eine Tür oder ein Schalter. Steht auf den Anzeigen der Wartezimmer.',
  'Maximum number of tokens, not counting cancelled ones.':
    'So viele Nummern werden höchstens vergeben, abgesagte nicht gezählt.',
  'Length of a consultation, in minutes, until there is a history of them; if empty: 10.':
    'Dauer einer Behandlung in Minuten, bis es eigene Erfahrungswerte gibt. Wenn leer: 10.',
  'All medicines by code.': 'Alle Medikamente mit ihren Codes.',
  'The name under which it is sold.': 'Der Name, unter dem es verkauft wird.',
  'Generic name.': 'Wirkstoff.',
  'Form, such as tablet or syrup.': 'Form, etwa Tablette oder Saft.',
  'Content of one unit.': 'Gehalt einer Einheit.',
  'The manufacturer.': 'Der Hersteller.',
  'Locations that sell it, by the name of the location.': 'Standorte, die es verkaufen.',
  "Price of one unit, in the location's currency.":
    'Preis einer Einheit, in der Währung des Standorts.',
  'Number of units in stock at the location.': 'Vorrat am Standort, in Einheiten.',
  'Session packs on sale, by name.': 'Pakete, die verkauft werden, mit Namen.',
  'How many visits the pack pays for.': 'Termine, die damit bezahlt sind.',
  'For how many days after the purchase visits can be on.':
    'So viele Tage nach dem Kauf kann der letzte Termin liegen.',
  'The length a visit must have, in minutes; if empty: any.':
    'So lang muss ein Termin sein, in Minuten. Wenn leer: beliebig.',
  'Practitioners it pays for; if empty: all.':
    'Behandler, bei denen es gilt. Wenn leer: bei allen.',
  'A practitioner of this file.': 'Ein Behandler der Praxis.',
  'The kinds of visits that patients choose from, by name and in order.':
    'Die Besuchsarten, unter denen Patienten wählen, in dieser Reihenfolge.',
  'A kind of visit.': 'Eine Besuchsart.',
  'The name that patients choose by.': 'Der Name, nach dem Patienten wählen.',
  'What it is for, in a sentence.': 'Wofür sie ist, in einem Satz.',
  'The longer or shorter visit with this name, of each practitioner who has one, with its length and fee. Leave minutes and fee empty then.':
    'Der Name einer Dauer: Länge und Honorar sind die dieser Dauer, und nur Behandler mit einer Dauer dieses Namens bieten die Besuchsart an. Statt Minuten und Honorar.',
  'A mode.': 'Eine Art.',
  'A practitioner.': 'Ein Behandler.',
  'Each visit at a location with any of these rooms takes one that is free.':
    'Gibt es einen dieser Räume am Standort, belegt jeder Termin einen freien davon.',
  'A room, after its location.': 'Ein Raum, nach seinem Standort.',
  'What patients may book themselves of the type; of each rule, it counts before those of the practitioner and the workspace. Limits count only visits of the type.':
    'Was Patienten von dieser Besuchsart selbst buchen können. Diese Regeln gehen denen des Behandlers und der Praxis vor. Grenzen zählen nur Termine dieser Besuchsart.',
  'The maximum number of visits of the type of a practitioner on one day, at all locations.':
    'So viele Termine dieser Besuchsart hat ein Behandler an einem Tag höchstens, an allen Standorten zusammen.',
  'The maximum number of visits of the type of a practitioner from Monday to Sunday.':
    'So viele Termine dieser Besuchsart hat ein Behandler von Montag bis Sonntag höchstens.',
  'Forms that patients fill in, by name and in the order in which they are asked.':
    'Formulare, die Patienten ausfüllen, in der Reihenfolge, in der sie kommen.',
  'A form.': 'Ein Formular.',
  'The title that patients see.': 'Der Titel, den Patienten sehen.',
  'A text before the questions; of a signed form, what the patient agrees to.':
    'Ein Text vor den Fragen. Wird das Formular unterschrieben, das, womit der Patient einverstanden ist.',
  'Whether the patient signs it, as a consent; the signature is kept with evidence.':
    'Ob der Patient es als Einwilligung unterschreibt. Die Unterschrift wird mit Nachweisen aufbewahrt.',
  'When it is asked: once a visit is booked, before the visit and in reminders, or on arrival.':
    'Wann es gefragt wird: sobald ein Besuch gebucht ist, vor dem Besuch und in Erinnerungen oder bei der Ankunft.',
  'Asked only of patients who have never been to the clinic.':
    'Nur für Patienten, die noch nie in der Praxis waren.',
  'Asked only for visits of these types; if empty: for all.':
    'Nur bei Besuchen dieser Arten. Wenn leer: bei allen.',
  'A visit type.': 'Eine Besuchsart.',
  'Asked only for visits with them; if empty: for all.':
    'Nur bei Besuchen bei diesen Behandlern. Wenn leer: bei allen.',
  'Asked again this many months after it was last filled in; 0: for each visit.':
    'So viele Monate nach dem letzten Ausfüllen wird erneut gefragt; 0: bei jedem Besuch.',
  'The language of its words; if empty: en.': 'Die Sprache seiner Texte. Wenn leer: Englisch.',
  'The questions, in their order.': 'Die Fragen, in ihrer Reihenfolge.',
  'A question.': 'Eine Frage.',
  'What the answer is.': 'Was die Antwort ist.',
  'The question.': 'Die Frage.',
  'More about it, below the question.': 'Mehr dazu, unter der Frage.',
  'Whether it must be answered.': 'Ob sie beantwortet werden muss.',
  'An option.': 'Eine Auswahlmöglichkeit.',
  'The answer as it is stored; it never changes.':
    'Die Antwort, wie sie gespeichert wird; sie ändert sich nie.',
  'The option.': 'Die Auswahlmöglichkeit.',
  'What the lowest number of a scale means.': 'Was die kleinste Zahl einer Skala bedeutet.',
  'What the highest number of a scale means.': 'Was die größte Zahl einer Skala bedeutet.',
  'A question before this one.': 'Eine Frage vor dieser.',
  'The answer is one of these.': 'Die Antwort ist eine von diesen.',
  'An answer: yes, no, an option or a part of the body.':
    'Eine Antwort: ja, nein, eine Auswahlmöglichkeit oder eine Körperstelle.',
  'The answer is a number from here up.': 'Die Antwort ist mindestens diese Zahl.',
  'The answer is a number up to here.': 'Die Antwort ist höchstens diese Zahl.',
  'The form in other languages.': 'Das Formular in anderen Sprachen.',
  'A form in another language; what is missing is shown in the language of the form.':
    'Das Formular in einer anderen Sprache; was fehlt, erscheint in der Sprache des Formulars.',
  'The title.': 'Der Titel.',
  'The text.': 'Der Text.',
  'Questions by their keys.': 'Fragen mit ihren Schlüsseln.',
  'A question in the language.': 'Eine Frage in dieser Sprache.',
  'More about it.': 'Mehr dazu.',
  'What the lowest number means.': 'Was die kleinste Zahl bedeutet.',
  'What the highest number means.': 'Was die größte Zahl bedeutet.',
  'Options by their keys.': 'Auswahlmöglichkeiten mit ihren Schlüsseln.',
  'Patients without a visit for so many years are erased; visits and payments stay, without a name.':
    'Patienten ohne Termin in so vielen Jahren werden gelöscht; Termine und Zahlungen bleiben, ohne Namen.',
  'Answers of patients without a visit for so many years are deleted; what was signed stays.':
    'Antworten von Patienten ohne Termin in so vielen Jahren werden gelöscht; Unterschriebenes bleibt.',
  'For how long the clinic keeps patients.': 'Wie lange die Praxis Patienten speichert.',
  'Whether a session is returned to the pack that pays: where the steps refund something, always, or never.':
    'Ob eine Sitzung dem Paket gutgeschrieben wird, das bezahlt: wo die Stufen etwas erstatten, immer oder nie.',
}
