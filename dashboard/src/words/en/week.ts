export const week = {
  title: 'Week',
  previous: 'Week before',
  today: 'This week',
  next: 'Week after',
  date: 'A date of the week',
  practitioner: 'Practitioner',
  everywhere: 'All locations',
  closed: 'closed',
}
