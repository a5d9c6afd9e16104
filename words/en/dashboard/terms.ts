// The terms of a visit that is booked at the desk.

export const terms = {
  length: 'Length',
  minutes: (n: number) => `${n} min`,
  as: 'Booked as',
  single: 'A single visit',
  followUp: 'A follow-up',
  owned: (name: string, left: number, until: string) =>
    `From ${name}: ${left} left, until ${until}`,
  buy: (name: string, sessions: number) => `Buy ${name}, ${sessions} sessions`,
  noRoom: 'No room',
  discountOpen: 'Discount …',
  discount: 'Discount',
  discountReason: 'Discount reason',
  byFollowUp: 'The price of a follow-up.',
  byPack: (name: string, left: number) => `Paid by ${name}, of which ${left} are then left.`,
  packPriceHint: (name: string) => `The price of ${name}; this visit is the first of it.`,
  international: 'The price for patients from abroad.',
  less: (charge: string, discount: string) => `${charge} less ${discount}.`,
  kind: 'Kind of visit',
  kinds: {
    CONSULTATION: 'Consultation',
    EMERGENCY: 'Emergency',
    CHECK_UP: 'Check-up',
    PROCEDURE: 'Procedure',
    VACCINATION: 'Vaccination',
    LAB_TEST: 'Lab test',
  },
  edit: 'Change kind or room',
  editHomeVisit: 'Change kind or address',
  save: 'Save',
}
