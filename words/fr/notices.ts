import { composeNotices } from '../notice-texts.ts'

export const notices = composeNotices({
  greeting: 'Bonjour {firstName},',
  labels: {
    when: 'Quand',
    clinicTime: 'Heure du cabinet',
    where: 'Où',
    video: 'Vidéo',
    reference: 'Référence',
    amount: 'Montant',
    price: 'Prix',
    queue: 'Votre place dans la file',
    ahead: 'Personnes avant vous',
  },
  tokenTime: '{date}, à partir de {time}, {zone}',
  links: {
    forms: 'À remplir avant la visite',
    change: 'Changer, annuler ou signaler votre arrivée',
    confirm: 'Dites-nous que vous viendrez',
    seeVisit: 'Voir le rendez-vous',
    seeToken: 'Voir le numéro',
    cancelToken: 'Annuler le numéro ou signaler votre arrivée',
    arrived: 'Signaler votre arrivée',
    seeBooked: 'Voir ce qui était réservé',
    payVisit: 'Payer en ligne ou voir le rendez-vous',
    payPack: 'Payer en ligne ou voir ce qu’il en reste',
    answerOffer: 'Rien n’est encore réservé. Acceptez ou refusez cet horaire ici',
  },
  shortLinks: {
    forms: 'À remplir',
    confirm: 'Je viendrai',
    change: 'Changer ou annuler',
    pay: 'Payer',
    answer: 'Répondre',
    queue: 'Votre place dans la file',
  },
  confirmation: {
    subject: 'Votre rendez-vous chez {clinic} : {date}, {time}',
    says: 'Votre rendez-vous avec {practitioner} est réservé.',
    short: '{clinic} : votre rendez-vous avec {practitioner} est réservé : {date}, {time}.',
  },
  reminder: {
    subject: 'Rappel : votre rendez-vous chez {clinic}, {date}, {time}',
    says: 'Nous vous rappelons votre rendez-vous avec {practitioner}.',
    short: '{clinic} : votre rendez-vous avec {practitioner} est le {date}, {time}.',
  },
  move: {
    subject: 'Nouvelle heure pour votre rendez-vous chez {clinic} : {date}, {time}',
    says: 'Votre rendez-vous avec {practitioner} a une nouvelle heure.',
    short:
      '{clinic} : votre rendez-vous avec {practitioner} a une nouvelle heure : {date}, {time}.',
  },
  cancellation: {
    subject: 'Votre rendez-vous chez {clinic} est annulé : {date}, {time}',
    says: 'Votre rendez-vous avec {practitioner} est annulé.',
    short: '{clinic} : votre rendez-vous avec {practitioner} du {date}, {time}, est annulé.',
  },
  late: {
    subject:
      '{practitioner} a environ {minutesLate} minutes de retard aujourd’hui : votre rendez-vous chez {clinic}, {time}',
    says: '{practitioner} a environ {minutesLate} minutes de retard aujourd’hui. L’heure de votre rendez-vous ne change pas, mais il peut commencer plus tard d’autant.',
    short:
      '{clinic} : {practitioner} a environ {minutesLate} minutes de retard aujourd’hui. Votre rendez-vous de {time} peut commencer plus tard d’autant.',
  },
  tokenConfirmation: {
    subject: 'Votre numéro chez {clinic} : {token}, {date}',
    says: 'Votre numéro avec {practitioner} est {token}.',
    short: '{clinic} : votre numéro avec {practitioner} est {token}, {date}, à partir de {time}.',
  },
  tokenCancellation: {
    subject: 'Votre numéro chez {clinic} est annulé : {token}, {date}',
    says: 'Votre numéro {token} avec {practitioner} pour le {date} est annulé.',
    short: '{clinic} : votre numéro {token} avec {practitioner} pour le {date} est annulé.',
  },
  expiry: {
    subject: 'Pas de réservation chez {clinic} : {date}, {time}',
    says: 'Votre réservation avec {practitioner} n’a pas été payée à temps et a pris fin. Si un paiement arrive encore, il vous sera rendu en entier.',
    short:
      '{clinic} : votre réservation du {date}, {time}, n’a pas été payée à temps et a pris fin. Un paiement tardif est rendu en entier.',
  },
  refund: {
    subject: 'Votre paiement à {clinic} vous est rendu : {price}',
    says: 'Votre paiement pour une réservation avec {practitioner} est arrivé alors que la réservation avait pris fin. Il vous est rendu en entier.',
    short:
      '{clinic} : votre paiement de {price} est arrivé alors que la réservation avait pris fin. Il vous est rendu en entier.',
  },
  payment: {
    subject: 'Votre paiement à {clinic} : {price}',
    says: '{price} sont à payer pour votre rendez-vous avec {practitioner}.',
    short: '{clinic} : {price} sont à payer pour votre rendez-vous du {date}, {time}.',
  },
  packPayment: {
    subject: 'Votre paiement à {clinic} : {price}',
    says: '{price} sont à payer pour {pack}.',
    short: '{clinic} : {price} sont à payer pour {pack}.',
  },
  forms: {
    subject: 'Formulaires pour votre rendez-vous chez {clinic} : {date}, {time}',
    says: 'Veuillez remplir les formulaires pour votre rendez-vous avec {practitioner}.',
    short: '{clinic} : veuillez remplir les formulaires pour votre rendez-vous du {date}, {time}.',
  },
  turn: {
    subject: 'C’est bientôt votre tour chez {clinic} : {token}',
    says: 'C’est bientôt votre tour avec {practitioner}. Votre numéro est {token}.',
    short: '{clinic} : c’est bientôt votre tour avec {practitioner}. Votre numéro est {token}.',
  },
  offer: {
    subject: 'Un horaire pour vous chez {clinic} : {date}, {time}',
    says: 'Un horaire avec {practitioner} s’est libéré. Il vous est réservé jusqu’à {heldUntil}.',
    short:
      '{clinic} : {date}, {time}, avec {practitioner} s’est libéré ; réservé pour vous jusqu’à {heldUntil}.',
  },
  thanks: '{clinic} : merci. Votre rendez-vous du {date}, {time} est confirmé.',
})
