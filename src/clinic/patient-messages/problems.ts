import { makeProblems, type ProblemTable } from '../../base/values/problem.ts'

export const patientMessageProblems = {
  NO_MESSAGE_TO_ANSWER: {
    sentence: 'patient {id} has written no message that can be answered',
    toDo: 'call the number on the record, or wait until they write',
  },
  MESSAGE_TOO_OLD_TO_ANSWER: {
    sentence: 'the last message of patient {id} came on {at}, too long ago to be answered there',
    toDo: 'call the number on the record: {channel} takes answers for {hours} hours',
  },
  CHANNEL_NOT_IN_USE: {
    sentence: 'no notices reach patient {id} by {channel}',
    toDo: 'see which channels do: {it}',
    next: 'patient-channels',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(patientMessageProblems)
