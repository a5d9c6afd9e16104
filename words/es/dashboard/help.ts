// What the fields of the settings say below their labels, by the English help that
// dashboard/src/settings/help.ts makes from the descriptions of the clinic file.

export const help: Readonly<Record<string, string>> = {
  'The complete description of a workspace.': 'La descripción completa de una clínica.',
  'Names this schema, for editors.': 'Indica este esquema, para los editores.',
  'The version of the settings that this file was exported from: the import is refused if there is a later one.':
    'La versión de la configuración de la que procede este archivo. Si hay una posterior, se rechaza.',
  'The workspace itself, and settings that apply to all its locations.':
    'La clínica y lo que vale para todas sus sedes.',
  'Names the workspace in this installation; importing it again updates it.':
    'Identifica la clínica en esta instalación; si se importa de nuevo, se actualiza.',
  'The name people see.': 'El nombre que ven los demás.',
  'The clinic’s time zone. A location can have its own.':
    'La zona horaria de la clínica. Una sede puede tener la suya.',
  'The account at a Jitsi server. Each visit has its own room, opened with separate tokens for host and guest that are valid for a few minutes.':
    'La cuenta en un servidor Jitsi. Cada cita tiene su propia sala; el profesional y el paciente entran con claves distintas que valen unos minutos.',
  'Where the server is; the rooms of visits are below it.':
    'La dirección del servidor; de ella cuelgan las salas de las citas.',
  'The application whose tokens the server accepts.':
    'La aplicación cuyas claves acepta el servidor.',
  'Where online visits of practitioners without their own link take place. Default: the built-in video.':
    'Dónde se hacen las citas en línea de los profesionales sin enlace propio. Si está vacío: en el vídeo incluido.',
  'Accounts at external payment gateways.': 'Cuentas en pasarelas de pago externas.',
  'The account at Stripe.': 'La cuenta de Stripe.',
  'What its messages are signed with.': 'Con qué firma sus avisos la pasarela.',
  'The account at Razorpay.': 'La cuenta de Razorpay.',
  'The key id, which is no secret.': 'El identificador de la clave; no es secreto.',
  'Further ways to pay, such as by cheque.':
    'Formas de pago que admiten las reservas además de las habituales.',
  'A payment method.': 'Una forma de pago.',
  'How many upcoming visits a patient may have booked on web pages, by the phone or e-mail address they confirmed; if empty: 10.':
    'Cuántas citas próximas puede reservar desde páginas web un contacto verificado. Si está vacío: 10.',
  'Whether a booking with a key must charge the clinic’s price; if empty: it may charge another amount, which the audit shows.':
    'Si las reservas con una clave deben cobrar el precio de la clínica. Si está vacío: pueden cobrar otro importe, que queda en el registro.',
  'What is refunded when a patient cancels a paid visit.':
    'Qué se reembolsa cuando un paciente cancela una cita pagada.',
  'The step with the longest notice that is still kept counts; later than all of them, nothing is refunded.':
    'Cuenta el tramo con más antelación que aún se cumple; después del último no se reembolsa nada.',
  'Applies until this many hours before the visit, or before the shift of a token.':
    'Vale hasta estas horas antes de la visita o, con un turno, antes de que empiece la cola.',
  'Percentage of the payment that is refunded.': 'Porcentaje del pago que se reembolsa.',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the workspace: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'Qué pueden reservar los propios pacientes. A las reservas con una clave solo se aplica si la clave reserva para pacientes. Estas son las reglas de la clínica; antes que ellas cuentan las del profesional y, primero de todo, las del profesional en la sede.',
  'Patients cannot book a visit that starts sooner than this many minutes from now.':
    'Los pacientes no reservan citas que empiecen antes de estos minutos.',
  'Patients cannot book further ahead than this many days.':
    'Los pacientes reservan como máximo con estos días de antelación.',
  'Names of developer keys that book for patients, so that the rules for patients bind them; keys marked one by one are not listed here.':
    'Nombres de claves de desarrollo que reservan para pacientes, de modo que valen las reglas para pacientes. Las claves marcadas una a una no figuran aquí.',
  'The name of developer keys.': 'El nombre de claves de desarrollo.',
  'Minutes that are kept free before and after each visit.':
    'Minutos que quedan libres antes y después de cada cita.',
  'The maximum number of visits of a practitioner on one day, at all locations.':
    'Máximo de citas de un profesional en un día, en todas las sedes.',
  'The maximum number of visits of a practitioner from Monday to Sunday.':
    'Máximo de citas de un profesional de lunes a domingo.',
  'Limits for the visits of one mode.': 'Límites para las citas de una modalidad.',
  'Whether patients who have never been to the clinic may book: yes, no, or only new patients.':
    'Si pueden reservar quienes nunca han estado en la clínica: sí, no, o solo ellos.',
  'The shortest visit that a new patient may book, in minutes.':
    'Duración mínima de la cita de un paciente nuevo, en minutos.',
  'How many upcoming visits a patient may have in the clinic.':
    'Cuántas citas próximas puede tener un paciente en la clínica.',
  'How many upcoming visits a patient may have with one practitioner.':
    'Cuántas citas próximas puede tener un paciente con un mismo profesional.',
  'How often a patient may move a visit.': 'Cuántas veces puede mover una cita el paciente.',
  'Routes this workspace may call.': 'Partes de la API que puede usar esta clínica.',
  'An entitlement.': 'Un permiso.',
  'How one-time codes are sent. Without a provider for a channel, production refuses its messages; a sandbox keeps all messages in its outbox.':
    'Cómo se envían los códigos de un solo uso. En producción, cada canal necesita un proveedor; un entorno de pruebas guarda todos los mensajes en su bandeja de salida.',
  'One-time codes within 24 hours, all of them together; if empty: 2000.':
    'Códigos de un solo uso en 24 horas, en total. Si está vacío: 2000.',
  'How e-mail is sent.': 'Cómo se envía el correo.',
  'A mail server.': 'Un servidor de correo.',
  'The mail server: smtps:// or smtp:// with STARTTLS.':
    'El servidor de correo: smtps:// o smtp:// con STARTTLS.',
  'The address that mails come from, with a name if you like.':
    'La dirección de la que vienen los correos, con un nombre si se quiere.',
  'Also use a server that offers no encryption. A server on the same machine needs none.':
    'Usar también un servidor que no ofrece cifrado. Un servidor en la misma máquina no lo necesita.',
  'How chat messages are sent.': 'Cómo se envían los mensajes de chat.',
  'The WhatsApp Cloud API.': 'La API de WhatsApp en la nube (Cloud API).',
  "Id of the clinic's phone number at WhatsApp.":
    'El identificador del teléfono de la clínica en WhatsApp.',
  'Name of an approved template of the category authentication, with a copy-code button.':
    'Nombre de una plantilla aprobada de la categoría «authentication», con un botón para copiar el código.',
  'Language of the template.': 'Idioma de la plantilla.',
  'If empty: delivery reports and answers of patients are not received.':
    'Si está vacío: no se reciben los informes de entrega ni las respuestas de los pacientes.',
  'How SMS are sent, by one of these. SMS carries notices, never one-time codes.':
    'Cómo se envían los SMS: con una de estas cuentas. Por SMS van los avisos, nunca los códigos de un solo uso.',
  'An account at Twilio.': 'Una cuenta de Twilio.',
  'The id of the account.': 'El identificador de la cuenta.',
  'A number with its plus, a sender name, or the id of a messaging service (MG…).':
    'Un número con su signo más, un nombre de remitente o el identificador de un servicio de mensajería (MG…).',
  'An account at Vonage, for its Messages API.': 'Una cuenta de Vonage, para su API Messages.',
  'The API key, which is no secret.': 'La clave de la API; no es secreta.',
  'A number without its plus, or a sender name.':
    'Un número sin el signo más o un nombre de remitente.',
  'Any gateway that takes an SMS by one request.':
    'Cualquier proveedor que acepte un SMS con una sola petición.',
  'The address of the request.': 'La dirección de la petición.',
  'How it is sent.': 'Cómo se envía.',
  'The headers of the request, by name.': 'Las cabeceras de la petición, por nombre.',
  'The value.': 'El valor.',
  'The body. What takes the place of names is escaped as its content-type needs it: JSON, a form, XML.':
    'El contenido de la petición. Lo que sustituye a los nombres se adapta al tipo de contenido: JSON, formulario o XML.',
  'The secrets of the request, by the names that take their place.':
    'Los secretos de la petición, con los nombres a los que sustituyen.',
  'Only notices that are switched on here are sent.': 'Solo se envían los avisos activados aquí.',
  'Tell patients that a visit is booked.':
    'Avisar a los pacientes de que se ha reservado una cita.',
  'Remind them of it.': 'Recordarles la cita.',
  'Tell them of a new time.': 'Avisarles de la hora nueva.',
  'Tell patients that a visit is cancelled.':
    'Avisar a los pacientes de que se ha cancelado una cita.',
  'Tell patients who are still expected today that their practitioner is running late, once staff have reported it.':
    'Avisar a los pacientes a los que aún se espera hoy de que su profesional va con retraso, cuando el personal lo indique.',
  'Tell patients that they have a token.': 'Avisar a los pacientes de que tienen un turno.',
  'Tell patients waiting in a queue that it is almost their turn.':
    'Avisar a los pacientes que esperan de que pronto les toca.',
  'Tell patients that their token is cancelled.':
    'Avisar a los pacientes de que se ha cancelado su turno.',
  'Tell patients that their booking was not paid in time and has been released.':
    'Avisar a los pacientes de que su reserva no se pagó a tiempo y ha quedado libre.',
  'Tell patients that a payment arrived too late and is refunded.':
    'Avisar a los pacientes de que un pago llegó tarde y se devuelve.',
  'Offer free times to patients on the waiting list; without it, no times can be offered.':
    'Ofrecer horas libres a los pacientes en lista de espera. Sin este aviso no se puede ofrecer ninguna.',
  'Let staff ask for a payment: the patient gets a link to the page where it is paid online.':
    'El personal puede pedir un pago: el paciente recibe un enlace a la página donde se paga en línea.',
  'Let staff request payment for a session pack in the same way.':
    'El personal puede pedir del mismo modo el pago de un bono.',
  'Let staff send patients the link to the missing forms of a visit.':
    'El personal puede enviar a los pacientes el enlace a los formularios que faltan de una cita.',
  'How long before the visit, in hours; if empty: 24. Visits booked later than that have no reminder.':
    'Cuántas horas antes de la cita. Si está vacío: 24. Las citas reservadas después no tienen recordatorio.',
  'Several visits of a patient on a day are in one message.':
    'Varias citas de un paciente en un día van en un solo mensaje.',
  'A reminder.': 'Un recordatorio.',
  'How long before the visit, in hours.': 'Cuántas horas antes de la cita.',
  'The first channel that reaches the patient is used; if empty: those of all notices.':
    'Se usa el primer canal que llega al paciente. Si está vacío: los de todos los avisos.',
  'A channel.': 'Un canal.',
  'Its own texts, by language.': 'Sus propios textos, por idioma.',
  'The words of a notice.': 'Los textos de un aviso.',
  'Subject of the e-mail, up to 150 characters.': 'Para el correo, hasta 150 caracteres.',
  'Plain text, up to 2000 characters. A line is left out if all of its placeholders are empty.':
    'Texto sin formato, hasta 2000 caracteres. Una línea se omite si todos sus campos están vacíos.',
  'The text of an SMS, up to 600 characters; if empty: the body.':
    'El texto de un SMS, hasta 600 caracteres. Si está vacío: el texto del aviso.',
  'No reminder is sent in these hours, in the zone of the patient: it comes when they end or, if less than half of its time would be left, before they begin.':
    'En estas horas, en la zona horaria del paciente, no se envían recordatorios: llegan al terminar o, si quedara menos de la mitad del tiempo, antes de que empiecen.',
  'Patients are told when at most this many are before them; if empty: 3.':
    'A cuántos pacientes, como máximo, falta llamar antes cuando se avisa. Si está vacío: 3.',
  'Notices within 24 hours, all of them together; if empty: 5000.':
    'Avisos en 24 horas, en total. Si está vacío: 5000.',
  'The first channel that reaches the patient is used; if empty: email, chatapp, sms.':
    'Se usa el primer canal que llega al paciente. Si está vacío: correo, chat, SMS.',
  'The language of dates and texts; if empty: en, with English texts.':
    'El idioma de fechas y textos. Si está vacío: inglés.',
  'Further languages: a patient whose record has one of them gets notices in it; if empty: none.':
    'Otros idiomas: si uno de ellos figura en la ficha de un paciente, recibe los avisos en él. Si está vacío: ninguno.',
  'A language.': 'Un idioma.',
  'Your own texts, by language.': 'Sus propios textos, por idioma.',
  'By kind.': 'Por tipo de aviso.',
  'WhatsApp templates, by kind: without a template, no such notice is sent there.':
    'Plantillas de WhatsApp, por tipo de aviso. Los avisos sin plantilla no se envían por allí.',
  'A template of WhatsApp.': 'Una plantilla de WhatsApp.',
  'Name of an approved template of the category utility.':
    'Nombre de una plantilla aprobada de la categoría «utility».',
  'Further languages in which it is approved.': 'Otros idiomas en los que está aprobada.',
  'What fills the placeholders of the template, in their order.':
    'Los parámetros de su texto, en orden.',
  'What takes the place of the parameter.': 'Qué sustituye al parámetro.',
  'Registered SMS templates, by kind, for MSG91: without a template, no such notice is sent there.':
    'Plantillas de SMS registradas, para MSG91, por tipo de aviso. Los avisos sin plantilla no se envían por allí.',
  'A registered template of SMS.': 'Una plantilla de SMS registrada.',
  'The id of a registered template.': 'El identificador de una plantilla registrada.',
  'The ids of the same template in further languages.':
    'Los identificadores de la misma plantilla en otros idiomas.',
  'The id of the template.': 'El identificador de la plantilla.',
  'What fills the variables of the template (var1, var2, …), in their order.':
    'Sus variables var1, var2, …, en orden.',
  'What takes the place of the variable.': 'Qué sustituye a la variable.',
  'Who is responsible for patients’ data: shown in the booking element and on all pages of patients.':
    'Quién responde de los datos de los pacientes. Aparece en el elemento de reserva y en todas las páginas para pacientes.',
  'How the clinic treats the data of patients. By language; readers of another one get the first.':
    'Cómo trata la clínica los datos de los pacientes. Por idioma; en los demás se muestra el primero.',
  'The text, or the https:// address of a page with it.':
    'El texto o la dirección https:// de una página que lo contiene.',
  'Who is responsible for the clinic. By language; readers of another one get the first.':
    'Quién es responsable de la clínica. Por idioma; en los demás se muestra el primero.',
  'The terms of visits. By language; readers of another one get the first.':
    'Las condiciones de las visitas. Por idioma; en los demás se muestra el primero.',
  'What is public of the workspace.': 'Qué es público de la clínica.',
  'The name of the clinic on public pages.': 'El nombre público de la clínica.',
  'The page on which patients book.': 'La página donde reservan los pacientes.',
  'Whether patients can open the page.': 'Si los pacientes pueden abrir la página.',
  'The colour of buttons and links, dark enough for white text on it.':
    'El color de botones y enlaces, lo bastante oscuro para texto blanco encima.',
  'Text on the page, in addition to names, addresses and profiles.':
    'Texto en la página, además de nombres, direcciones y perfiles.',
  'Phone number to call.': 'Teléfono al que llamar.',
  'E-mail address to write to.': 'Correo al que escribir.',
  'Languages to choose from; if empty: all of them.':
    'Idiomas entre los que elegir. Si está vacío: todos.',
  'What new patients have to tell on web pages; by default only their first name.':
    'Qué deben indicar los pacientes nuevos en páginas web. Si no se elige nada, solo el nombre.',
  'A member of the record.': 'Un dato de la ficha.',
  'Dates on which every location is closed.': 'Fechas en las que cierran todas las sedes.',
  'The first closed date.': 'El primer día de cierre.',
  'The last closed date; if empty: the first one.':
    'El último día de cierre. Si está vacío: el primero.',
  'Locations by name.': 'Sedes por nombre.',
  'The whole address as patients read it, with the city.':
    'La dirección completa con la ciudad, como la leen los pacientes.',
  'City.': 'Ciudad.',
  'State or region.': 'Provincia o región.',
  'The location’s time zone; if empty: the clinic’s.':
    'La zona horaria de la sede. Si está vacío: la de la clínica.',
  "The location's currency.": 'La moneda de la sede.',
  'The names of the rooms. A visit takes one where its type names rooms.':
    'Los nombres de las salas. Una cita ocupa una si su tipo de visita nombra salas.',
  'A room.': 'Una sala.',
  'Dates on which the location is closed.': 'Fechas en las que cierra la sede.',
  'Roles of the staff by name.': 'Roles del personal por nombre.',
  'What its members may do in the dashboard; if empty: nothing.':
    'Qué pueden hacer en el panel quienes tienen este rol. Si está vacío: nada.',
  'What they may do with visits.': 'Qué pueden hacer con las citas.',
  'What they may do with patients.': 'Qué pueden hacer con los pacientes.',
  'What they may do with queue.': 'Qué pueden hacer en la cola.',
  'What they may do with money.': 'Qué pueden hacer con el dinero.',
  'What they may do with setup.': 'Qué pueden hacer en la configuración.',
  'What they may do with staff.': 'Qué pueden hacer con el personal.',
  'What they may do with developers.': 'Qué pueden hacer en la parte para desarrolladores.',
  'What they may do with insight.': 'Qué pueden hacer en el informe y el registro.',
  'Only visits and tokens with the staff member as practitioner.':
    'Solo las citas y los turnos que atiende la propia persona.',
  'Whether its members sign in by a passkey, or by a password and a code; if empty: as they like.':
    'Si deben entrar con una llave de acceso, o con contraseña y código. Si está vacío: como prefieran.',
  'Staff other than practitioners, by name.': 'Personal que no son profesionales, por nombre.',
  'The name that colleagues see.': 'El nombre entre el personal.',
  'Title before the name.': 'Título antes del nombre.',
  'Only active members can act and be booked.':
    'Solo los miembros activos pueden actuar y recibir reservas.',
  'How its visits happen.': 'Cómo son sus visitas.',
  'E-mail address, unique among the staff.': 'El correo; nadie más del personal tiene el mismo.',
  'Whether the e-mail address is confirmed.': 'Si el correo está confirmado.',
  'Dial code with its plus; if empty: +91.': 'Prefijo con su signo más. Si está vacío: +91.',
  'A portrait.': 'Un retrato.',
  'Roles by name.': 'Roles por nombre.',
  'A role of this file.': 'Un rol de la clínica.',
  'Where they work; may be empty.': 'Dónde trabajan; puede quedar vacío.',
  'A location of this file.': 'Una sede de la clínica.',
  'Practitioners by name.': 'Profesionales por nombre.',
  'Specialization of the practitioner.': 'La especialidad del profesional.',
  "Where the practitioner's online visits happen.":
    'Dónde se hacen las citas en línea del profesional.',
  'What patients may do themselves.': 'Qué pueden hacer los propios pacientes.',
  'If empty: 0.': 'Si está vacío: 0.',
  'For how many days after a visit a follow-up is possible; if empty: 7.':
    'Días en los que es posible una revisión tras una cita completada. Si está vacío: 7.',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the practitioner: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'Qué pueden reservar los propios pacientes. A las reservas con una clave solo se aplica si la clave reserva para pacientes. Estas son las reglas del profesional: cuentan antes que las de la clínica y después de las del profesional en la sede.',
  'Whether patients see the profile on the booking page.':
    'Si los pacientes ven el perfil en la página de reservas.',
  'Public name.': 'Nombre público.',
  'Degrees and titles.': 'Títulos y estudios.',
  'Years of practice.': 'Años de ejercicio.',
  'Languages in which patients are seen, the best first.':
    'Idiomas en los que se atiende, primero el que mejor se domina.',
  'The tag of a language.': 'El código de un idioma.',
  'The last part of the address of the practitioner’s page.':
    'La última parte de la dirección de la página del profesional.',
  'Pictures.': 'Imágenes.',
  'Questions and answers.': 'Preguntas y respuestas.',
  'Links elsewhere.': 'Enlaces a otros sitios.',
  'Previous positions.': 'Puestos anteriores.',
  'Words for search engines.': 'Palabras para buscadores.',
  'A film.': 'Un vídeo.',
  'How the practitioner works.': 'Cómo trabaja el profesional.',
  'What a first visit is like.': 'Cómo es la primera cita.',
  'Dates on which the practitioner is closed.': 'Fechas en las que no trabaja el profesional.',
  'At most 10 external calendars, by name. While one of them is busy, the practitioner cannot be booked anywhere.':
    'Hasta 10 calendarios externos, por nombre. Mientras uno esté ocupado, no se puede reservar con el profesional en ninguna sede.',
  'Locations the practitioner works at, by the name of the location.':
    'Sedes en las que trabaja el profesional.',
  'The settings of a practitioner at one location.': 'Lo que vale para un profesional en una sede.',
  'Length of an ordinary visit, in minutes.': 'Duración de una cita normal, en minutos.',
  'Duration tiers by name.': 'Otras duraciones, por nombre.',
  'A longer or shorter kind of visit with its own fee.':
    'Una cita más larga o más corta con su propio precio.',
  'Length of the visit, in minutes.': 'Duración de la cita, en minutos.',
  "Fee in the location's currency.": 'Precio en la moneda de la sede.',
  "Fee in the location's international currency.":
    'Precio en la moneda de la sede para pacientes del extranjero.',
  'Fees by mode; for a queue practitioner, the queue charges.':
    'Precios por modalidad; un turno de cola cuesta el precio de su modalidad.',
  'Where visits with this fee take place.': 'La modalidad a la que se aplica este precio.',
  "The fee, in the location's currency, or its international currency.":
    'El precio, en la moneda de la sede o en la de pacientes del extranjero.',
  'Whether the fee is for patients from abroad.': 'Si el precio es para pacientes del extranjero.',
  "Fee of a follow-up, in the location's currency; if empty: 0.":
    'Precio de una revisión, en la moneda de la sede. Si está vacío: 0.',
  'Minutes that are kept free before and after each home visit; if empty: 0.':
    'Minutos que quedan libres antes y después de cada visita a domicilio. Si está vacío: 0.',
  'What patients may book themselves; bookings with a key follow the rules only if the key books for patients. Rules of the practitioner at the location: of each rule the nearest counts, of the practitioner at the location, then the practitioner, then the workspace.':
    'Qué pueden reservar los propios pacientes. A las reservas con una clave solo se aplica si la clave reserva para pacientes. Estas son las reglas del profesional en esta sede: cuentan antes que sus demás reglas, y estas antes que las de la clínica.',
  'Weekly hours.': 'Horario semanal.',
  'The days with these hours.': 'Los días con este horario.',
  'A day of the week.': 'Un día de la semana.',
  'Where visits in these hours take place.': 'Modalidades que se atienden en este horario.',
  'A mode worked in.': 'Una modalidad que se atiende.',
  'Dates with other hours.': 'Fechas con otro horario.',
  'The date.': 'La fecha.',
  'Hours of that date instead of the weekly ones; none closes it.':
    'Horario de esa fecha en lugar del semanal; sin ninguno, se cierra.',
  'Hours that begin on one day. Hours that continue after midnight end after 24:00; visits after midnight are on the next date.':
    'Horario que empieza un día. Si sigue tras la medianoche, termina después de las 24:00; las citas tras la medianoche son de la fecha siguiente.',
  'A shift in which people are seen in the order of their tokens.':
    'Un turno de cola en el que se atiende por orden de número.',
  'The days of the shift in every week. Leave the date empty then.':
    'Días de cada semana en que hay cola; o una fecha.',
  'The one date of the shift, even on a closing day. Leave the days empty then.':
    'La única fecha en que hay cola, incluso en un día de cierre; o días de la semana.',
  'The queue itself runs until staff end it.': 'La cola sigue hasta que el personal la termina.',
  'The letter of its tokens, as in A-12. Default: its current letter, or the first that no other queue of the location uses on the same days.':
    'La letra de los turnos, como en A-12. Si está vacío: la actual, o la primera que no usa otra cola de la sede los mismos días.',
  'Where called patients go: a room, a door or a counter; shown on the boards in waiting rooms.':
    'Adónde van los pacientes llamados: una sala, una puerta o un mostrador. Aparece en las pantallas de las salas de espera.',
  'Maximum number of tokens, not counting cancelled ones.':
    'Máximo de turnos, sin contar los cancelados.',
  'Length of a consultation, in minutes, until there is a history of them; if empty: 10.':
    'Duración de una consulta, en minutos, hasta que haya datos propios. Si está vacío: 10.',
  'All medicines by code.': 'Todos los medicamentos por código.',
  'The name under which it is sold.': 'El nombre con el que se vende.',
  'Generic name.': 'Nombre genérico.',
  'Form, such as tablet or syrup.': 'Forma, como comprimido o jarabe.',
  'Content of one unit.': 'Contenido de una unidad.',
  'The manufacturer.': 'El fabricante.',
  'Locations that sell it, by the name of the location.': 'Sedes que lo venden.',
  "Price of one unit, in the location's currency.":
    'Precio de una unidad, en la moneda de la sede.',
  'Number of units in stock at the location.': 'Unidades en existencia en la sede.',
  'Session packs on sale, by name.': 'Bonos a la venta, por nombre.',
  'How many visits the pack pays for.': 'Citas que paga el bono.',
  'For how many days after the purchase visits can be on.':
    'Días desde la compra hasta la última fecha posible de una cita.',
  'The length a visit must have, in minutes; if empty: any.':
    'Duración que debe tener una cita, en minutos. Si está vacío: cualquiera.',
  'Practitioners it pays for; if empty: all.':
    'Profesionales con los que vale. Si está vacío: todos.',
  'A practitioner of this file.': 'Un profesional de la clínica.',
  'The kinds of visits that patients choose from, by name and in order.':
    'Los tipos de visita entre los que eligen los pacientes, en este orden.',
  'A kind of visit.': 'Un tipo de visita.',
  'The name that patients choose by.': 'El nombre que ven los pacientes al elegir.',
  'What it is for, in a sentence.': 'Para qué es, en una frase.',
  'The longer or shorter visit with this name, of each practitioner who has one, with its length and fee. Leave minutes and fee empty then.':
    'El nombre de una duración: minutos y precio son los de ella, y solo ofrecen este tipo los profesionales que tienen una duración con ese nombre. En lugar de minutos y precio.',
  'A mode.': 'Una modalidad.',
  'A practitioner.': 'Un profesional.',
  'Each visit at a location with any of these rooms takes one that is free.':
    'En una sede con alguna de estas salas, cada cita ocupa una que esté libre.',
  'A room, after its location.': 'Una sala, después de su sede.',
  'What patients may book themselves of the type; of each rule, it counts before those of the practitioner and the workspace. Limits count only visits of the type.':
    'Qué pueden reservar los propios pacientes de este tipo. Cada regla cuenta antes que las del profesional y las de la clínica. Los límites cuentan solo citas de este tipo.',
  'The maximum number of visits of the type of a practitioner on one day, at all locations.':
    'Máximo de citas de este tipo de un profesional en un día, en todas las sedes.',
  'The maximum number of visits of the type of a practitioner from Monday to Sunday.':
    'Máximo de citas de este tipo de un profesional de lunes a domingo.',
  'Forms that patients fill in, by name and in the order in which they are asked.':
    'Formularios que rellenan los pacientes, en el orden en que se piden.',
  'A form.': 'Un formulario.',
  'The title that patients see.': 'El título que ven los pacientes.',
  'A text before the questions; of a signed form, what the patient agrees to.':
    'Un texto antes de las preguntas; si el formulario se firma, lo que el paciente acepta.',
  'Whether the patient signs it, as a consent; the signature is kept with evidence.':
    'Si el paciente lo firma como consentimiento. La firma se guarda con sus pruebas.',
  'When it is asked: once a visit is booked, before the visit and in reminders, or on arrival.':
    'Cuándo se pide: al reservar una visita, antes de la visita y en los recordatorios, o al llegar.',
  'Asked only of patients who have never been to the clinic.':
    'Solo se pide a pacientes que nunca han estado en la clínica.',
  'Asked only for visits of these types; if empty: for all.':
    'Solo se pide en visitas de estos tipos. Si está vacío: en todas.',
  'A visit type.': 'Un tipo de visita.',
  'Asked only for visits with them; if empty: for all.':
    'Solo se pide en visitas con ellos. Si está vacío: en todas.',
  'Asked again this many months after it was last filled in; 0: for each visit.':
    'Se pide de nuevo cuando pasan estos meses desde la última vez; 0: en cada visita.',
  'The language of its words; if empty: en.': 'El idioma de sus textos. Si está vacío: inglés.',
  'The questions, in their order.': 'Las preguntas, en orden.',
  'A question.': 'Una pregunta.',
  'What the answer is.': 'Qué clase de respuesta se da.',
  'The question.': 'La pregunta.',
  'More about it, below the question.': 'Más sobre ella, debajo de la pregunta.',
  'Whether it must be answered.': 'Si es obligatorio responder.',
  'An option.': 'Una opción.',
  'The answer as it is stored; it never changes.': 'La respuesta tal como se guarda; nunca cambia.',
  'The option.': 'La opción.',
  'What the lowest number of a scale means.': 'Qué significa el número más bajo de una escala.',
  'What the highest number of a scale means.': 'Qué significa el número más alto de una escala.',
  'A question before this one.': 'Una pregunta anterior a esta.',
  'The answer is one of these.': 'La respuesta es una de estas.',
  'An answer: yes, no, an option or a part of the body.':
    'Una respuesta: sí, no, una opción o una parte del cuerpo.',
  'The answer is a number from here up.': 'La respuesta es este número o uno mayor.',
  'The answer is a number up to here.': 'La respuesta es este número o uno menor.',
  'The form in other languages.': 'El formulario en otros idiomas.',
  'A form in another language; what is missing is shown in the language of the form.':
    'El formulario en otro idioma; lo que falta se muestra en el idioma del formulario.',
  'The title.': 'El título.',
  'The text.': 'El texto.',
  'Questions by their keys.': 'Preguntas por su clave.',
  'A question in the language.': 'Una pregunta en ese idioma.',
  'More about it.': 'Más sobre ella.',
  'What the lowest number means.': 'Qué significa el número más bajo.',
  'What the highest number means.': 'Qué significa el número más alto.',
  'Options by their keys.': 'Opciones por su clave.',
  'Patients without a visit for so many years are erased; visits and payments stay, without a name.':
    'Los pacientes sin cita durante tantos años se borran; las citas y los pagos quedan, sin nombre.',
  'Answers of patients without a visit for so many years are deleted; what was signed stays.':
    'Las respuestas de pacientes sin cita durante tantos años se borran; lo firmado queda.',
  'For how long the clinic keeps patients.': 'Cuánto tiempo conserva la clínica a los pacientes.',
  'Whether a session is returned to the pack that pays: where the steps refund something, always, or never.':
    'Si se devuelve una sesión al bono que paga: donde los tramos reembolsan algo, siempre o nunca.',
}
