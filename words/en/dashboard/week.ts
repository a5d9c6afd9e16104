export const week = {
  title: 'Week',
  previous: 'Previous week',
  today: 'This week',
  next: 'Next week',
  date: 'A date in the week',
  practitioner: 'Practitioner',
  everywhere: 'All locations',
  closed: 'closed',
}
