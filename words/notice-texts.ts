// The texts of notices, made of the phrases of a language: every language has the same facts and
// links in the same places, and a line whose placeholders are all empty is left out.

interface Phrases {
  subject: string
  /** What has happened, or is to come. */
  says: string
  /** The same in an SMS, with its date and time, without links. */
  short: string
}

/** The phrases of a language. Links and facts follow each label. */
export interface NoticePhrases {
  greeting: string
  labels: {
    when: string
    clinicTime: string
    where: string
    video: string
    reference: string
    amount: string
    price: string
    queue: string
    ahead: string
  }
  /** `When` of a token. */
  tokenTime: string
  links: {
    forms: string
    change: string
    confirm: string
    seeVisit: string
    seeToken: string
    cancelToken: string
    arrived: string
    seeBooked: string
    payVisit: string
    payPack: string
    answerOffer: string
  }
  /** The same links in an SMS. */
  shortLinks: {
    forms: string
    confirm: string
    change: string
    pay: string
    answer: string
    queue: string
  }
  confirmation: Phrases
  reminder: Phrases
  move: Phrases
  cancellation: Phrases
  late: Phrases
  tokenConfirmation: Phrases
  tokenCancellation: Phrases
  expiry: Phrases
  refund: Phrases
  payment: Phrases
  packPayment: Phrases
  forms: Phrases
  turn: Phrases
  offer: Phrases
  /** The answer to a patient who wrote that they will come. */
  thanks: string
}

/** The texts of all notices in a language, by kind. */
export function composeNotices(phrases: NoticePhrases) {
  const { greeting, labels, links, shortLinks } = phrases
  const visitTime = `${labels.when}: {date}, {time}, {zone}\n${labels.clinicTime}: {clinicTime}`
  const place = `${labels.where}: {location}\n${labels.where}: {visitAddress}\n${labels.video}: {videoLink}`
  const reference = `${labels.reference}: {reference}`
  const visitFacts = `${visitTime}\n${place}\n${reference}`
  const change = `${links.change}: {visitPage}`
  const forms = `${links.forms}: {formsPage}`
  const shortForms = `${shortLinks.forms}: {formsPage}`
  const compose = ({ subject, says, short }: Phrases, paragraphs: string[], lines: string[]) => ({
    subject,
    body: [greeting, says, ...paragraphs, '{clinic}'].join('\n\n'),
    short: [short, ...lines].join('\n'),
  })
  const shortChange = `${shortLinks.change}: {visitPage}`
  const shortVideo = `${labels.video}: {videoLink}`
  return {
    confirmation: compose(
      phrases.confirmation,
      [visitFacts, `${forms}\n${change}`],
      [shortForms, shortVideo, shortChange],
    ),
    reminder: compose(
      phrases.reminder,
      [visitFacts, `${forms}\n${links.confirm}: {confirmPage}\n${change}`],
      [shortForms, `${shortLinks.confirm}: {confirmPage}`, shortVideo, shortChange],
    ),
    move: compose(phrases.move, [visitFacts, change], [shortVideo, shortChange]),
    cancellation: compose(
      phrases.cancellation,
      [`${visitTime}\n${reference}`, `${links.seeVisit}: {visitPage}`],
      [],
    ),
    late: compose(phrases.late, [visitFacts, change], []),
    tokenConfirmation: compose(
      phrases.tokenConfirmation,
      [
        `${labels.when}: ${phrases.tokenTime}\n${place}\n${labels.queue}: {queuePage}`,
        `${links.cancelToken}: {visitPage}`,
      ],
      [`${shortLinks.queue}: {queuePage}`],
    ),
    tokenCancellation: compose(phrases.tokenCancellation, [`${links.seeToken}: {visitPage}`], []),
    expiry: compose(
      phrases.expiry,
      [`${visitTime}\n${reference}`, `${links.seeBooked}: {visitPage}`],
      [],
    ),
    refund: compose(phrases.refund, [`${labels.amount}: {price}\n${visitTime}\n${reference}`], []),
    payment: compose(
      phrases.payment,
      [`${visitTime}\n${reference}`, `${links.payVisit}: {visitPage}`],
      [`${shortLinks.pay}: {visitPage}`],
    ),
    packPayment: compose(
      phrases.packPayment,
      [`${links.payPack}: {visitPage}`],
      [`${shortLinks.pay}: {visitPage}`],
    ),
    forms: compose(phrases.forms, [forms, `${visitTime}\n${reference}`], [shortForms]),
    turn: compose(
      phrases.turn,
      [
        `${labels.ahead}: {placesBefore}\n${labels.queue}: {queuePage}\n${links.arrived}: {visitPage}\n${place}`,
      ],
      [`${shortLinks.queue}: {queuePage}`],
    ),
    offer: compose(
      phrases.offer,
      [`${visitTime}\n${place}\n${labels.price}: {price}`, `${links.answerOffer}: {visitPage}`],
      [`${shortLinks.answer}: {visitPage}`],
    ),
    /** What is answered at once to a patient who writes that they will come, or that they cannot. */
    replies: {
      confirmed: [phrases.thanks, shortChange].join('\n'),
      page: [phrases.reminder.short, shortChange].join('\n'),
    },
  }
}

export type NoticeTexts = ReturnType<typeof composeNotices>
