// Every address of the dashboard. None contains personal data: a record has its number.

/** Where the service serves the dashboard. */
export const basePath = '/dashboard'

export const paths = {
  start: '/',
  signIn: '/sign-in',
  openId: '/sign-in/openid',
  invitation: '/invitation',
  prove: '/prove',
  account: '/account',
  clinic: '/$workspace',
  day: '/$workspace/day',
  week: '/$workspace/week',
  queue: '/$workspace/line',
  patients: '/$workspace/patients',
  patient: '/$workspace/patients/$patient',
  signedForm: '/$workspace/patients/$patient/forms/$form',
  merge: '/$workspace/patients/$patient/merge',
  till: '/$workspace/till',
  online: '/$workspace/online',
  receipt: '/$workspace/receipt',
  report: '/$workspace/report',
  settings: '/$workspace/settings',
  firstSteps: '/$workspace/first-steps',
  keys: '/$workspace/keys',
  key: '/$workspace/keys/$key',
} as const

/** A path as a route of the clinic's frame has it. */
export const inClinic = <Rest extends string>(path: `${typeof paths.clinic}${Rest}`) =>
  path.slice(paths.clinic.length) as Rest
