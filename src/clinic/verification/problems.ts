import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const verificationProblems = {
  CODE_NOT_DELIVERED: {
    status: 400,
    shape: 'success',
    sentence: 'The code could not be delivered; check the destination and try again.',
    advice:
      "The failed code does not count towards a limit, and earlier codes no longer work. The operator's log says why.",
  },
  CODE_INVALID_OR_EXPIRED: {
    status: 400,
    shape: 'success',
    sentence: 'The code is invalid or expired; send a new one and try again.',
    advice:
      'The code is wrong, expired, already used, tried five times or was never sent. A code is valid for 10 minutes.',
  },
  CODE_SENT_TO_OTHER_CONTACT: {
    status: 400,
    shape: 'success',
    sentence:
      'The code was sent to a different destination; verify with the countryCode and phoneNumber, or the email, that it was sent to.',
    advice: 'Check `countryCode`: it defaults to `+91`.',
  },
  TOO_MANY_CODES: {
    status: 429,
    shape: 'limit',
    sentence: 'Too many codes or wrong attempts; try again in {retryAfterSeconds} seconds.',
    advice:
      "The limits: 3 codes to a destination in 10 minutes, 50 for an end user in 24 hours, 100 wrong attempts at a destination in 24 hours (and 20 more for networks that have made none), and the workspace's codes per day, of which one network may use a tenth.",
  },
} as const satisfies ProblemTable

export const problem = makeProblems(verificationProblems)
