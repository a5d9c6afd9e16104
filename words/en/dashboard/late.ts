export const late = {
  title: 'Running late',
  onTime: 'on time',
  by: (minutes: number) => `${minutes} min late`,
  minutes: 'Minutes',
  hint: 'Visits keep their times. Patients with visits still to come today get one message, and another one only if the delay grows.',
  patientsNotToldHint:
    'Visits keep their times. Patients are not told: this clinic sends no messages about delays.',
  submit: 'Tell patients',
  show: 'Show as late',
  end: 'On time again',
  ended: 'On time again. No message is sent.',
  noMorePatients: 'No more patients are expected today.',
  told: (n: number) => (n === 1 ? 'One patient is being told.' : `${n} patients are being told.`),
  untold: (n: number) =>
    `No message is sent to the ${n} ${n === 1 ? 'patient' : 'patients'} still to come: already told, or the clinic sends no such messages.`,
}
