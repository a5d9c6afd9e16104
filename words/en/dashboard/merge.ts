// The words of merging two records.

export const merge = {
  title: 'Another record of this person',
  open: 'Find another record …',
  noLikelyDuplicates: 'No other record looks like this person.',
  candidates: 'Records that may belong to this person',
  search: 'Search for the other record',
  because: {
    PHONE_AND_NAME: 'same phone and name',
    PHONE: 'same phone',
    NAME_AND_BIRTH_DATE: 'same name and date of birth',
    NAME: 'similar name',
  },
  back: 'Back to the record',
  heading: 'Merge two records',
  none: 'Choose the other record on the patient’s page.',
  keep: 'Keep the record',
  compared: 'Both records',
  field: 'Field',
  kept: 'Kept',
  otherRecordLabel: 'Other record',
  taken: 'taken over',
  left: 'left behind',
  stillFoundByIt: 'still found by it',
  movedTitle: 'What moves to the kept record',
  onlyRecordMoves: 'Only the record itself.',
  afterwards:
    'From then on the old number leads to the kept record, also for programs. The log of who viewed either record is kept.',
  overlapping: (count: number) =>
    count === 1
      ? '1 upcoming visit overlaps one in the kept record. Both stay.'
      : `${count} upcoming visits overlap visits in the kept record. All stay.`,
  moved: {
    visits: 'Visits',
    tokens: 'Tokens',
    packs: 'Session packs',
    movements: 'Pack movements',
    series: 'Series',
    waiting: 'Waiting-list entries',
    vitals: 'Vitals',
    payments: 'Online payments',
    deskPayments: 'Payments at the desk',
    refunds: 'Refunds',
    receipts: 'Receipts',
    notices: 'Messages',
    records: 'Previously merged records',
  },
  reason: 'Why they are the same person',
  reasonHint: 'Kept permanently, with your name.',
  final: 'A merge cannot be undone.',
  yes: 'Merge the records',
  mergedTitle: 'Merged into this record',
}
