export const late = {
  title: 'Running late',
  onTime: 'on time',
  by: (minutes: number) => `${minutes} min late`,
  minutes: 'Minutes',
  hint: 'Visits keep their times. Patients who are still to come today get one message, and another only if it gets later.',
  submit: 'Say so',
  end: 'On time again',
  ended: 'On time again. No message goes out.',
  nobody: 'Nobody is still to come today.',
  told: (n: number) => (n === 1 ? 'One patient is told now.' : `${n} patients are told now.`),
  untold: (n: number) => `No message goes out to the ${n} still to come: they know already, or the clinic sends none.`,
}
