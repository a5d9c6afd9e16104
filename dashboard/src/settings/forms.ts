// Which form edits which members of the clinic file, and which members no form edits. A test holds
// both against the schema, so that no member is added without one or the other (SETUP-01).

/** The members below a path; `*` is any name. */
interface FormMembers {
  path: readonly string[]
  but?: readonly string[]
  only?: readonly string[]
}

const practitionerEssentials = ['name', 'prefix', 'specialization', 'system', 'membership'] as const

export const forms = {
  clinic: {
    path: ['workspace'],
    but: [
      'name',
      'entitlements',
      'gateways',
      'messages',
      'notices',
      'bookingPage',
      'closed',
      'patientRules',
      'legal',
      'retention',
    ],
  },
  legal: { path: ['workspace', 'legal'] },
  retention: { path: ['workspace', 'retention'] },
  rules: { path: ['workspace', 'patientRules'] },
  page: { path: ['workspace', 'bookingPage'] },
  notices: { path: ['workspace', 'notices'] },
  closed: { path: ['workspace', 'closed'] },
  email: { path: ['workspace', 'messages', 'email', 'smtp'] },
  chatapp: { path: ['workspace', 'messages', 'chatapp', 'whatsapp'], but: ['url'] },
  twilio: { path: ['workspace', 'messages', 'sms', 'twilio'], but: ['url'] },
  vonage: { path: ['workspace', 'messages', 'sms', 'vonage'], but: ['url'] },
  msg91: { path: ['workspace', 'messages', 'sms', 'msg91'], but: ['url'] },
  stripe: { path: ['workspace', 'gateways', 'stripe'], but: ['url'] },
  razorpay: { path: ['workspace', 'gateways', 'razorpay'], but: ['url'] },
  locations: { path: ['locations', '*'], but: ['closed'] },
  closedLocations: { path: ['locations', '*', 'closed'] },
  // What is needed comes before the practices, and the rest after them.
  practitioners: { path: ['practitioners', '*'], only: practitionerEssentials },
  practitionerDetails: {
    path: ['practitioners', '*'],
    but: [...practitionerEssentials, 'at', 'closed'],
  },
  closedPractitioners: { path: ['practitioners', '*', 'closed'] },
  lengths: {
    path: ['practitioners', '*', 'at', '*'],
    only: ['slotMinutes', 'followUpFee', 'travelMinutes'],
  },
  fees: { path: ['practitioners', '*', 'at', '*'], only: ['fees'] },
  hours: { path: ['practitioners', '*', 'at', '*'], only: ['hours'] },
  tiers: { path: ['practitioners', '*', 'at', '*'], only: ['tiers'] },
  exceptions: { path: ['practitioners', '*', 'at', '*'], only: ['exceptions'] },
  shifts: { path: ['practitioners', '*', 'at', '*'], only: ['shifts'] },
  practiceRules: { path: ['practitioners', '*', 'at', '*'], only: ['patientRules'] },
  staff: { path: ['staff', '*'] },
  roles: { path: ['roles', '*'] },
  sessionPacks: { path: ['sessionPacks', '*'] },
  visitTypes: { path: ['visitTypes', '*'] },
  forms: { path: ['forms', '*'] },
} as const satisfies Readonly<Record<string, FormMembers>>

const chosenByOperators =
  'only operators choose where the service connects, because it sends secrets there'

/** Members that no form edits, each with the reason. */
export const membersWithoutForm: Readonly<Record<string, string>> = {
  $schema: 'names the schema for an editor of the file, and is not stored',
  version: 'is the version that a file was exported from, and is not stored',
  medicines: 'are imported from a CSV file, because a pharmacy has thousands',
  'workspace.name': 'is the name of the workspace in addresses and never changes',
  'workspace.entitlements': 'are granted by operators',
  'workspace.video.jitsi': chosenByOperators,
  'workspace.messages.codesPerDay': 'protects the installation and is set by operators',
  'workspace.messages.chatapp.whatsapp.url': chosenByOperators,
  'workspace.messages.sms.twilio.url': chosenByOperators,
  'workspace.messages.sms.vonage.url': chosenByOperators,
  'workspace.messages.sms.msg91.url': chosenByOperators,
  'workspace.messages.sms.http': chosenByOperators,
  'workspace.gateways.stripe.url': chosenByOperators,
  'workspace.gateways.razorpay.url': chosenByOperators,
}
