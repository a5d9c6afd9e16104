import { makeProblems, type ProblemTable } from '../values/problem.ts'

export const messageProblems = {
  NO_OUTBOX: {
    sentence: 'a production instance keeps no outbox',
    toDo: 'its messages are sent as the clinic file says; only a sandbox shows them',
  },
  DAILY_MESSAGE_LIMIT_REACHED: {
    sentence: 'you have sent {most} such messages today',
    toDo: 'send the next one tomorrow, or ask a colleague',
  },
} as const satisfies ProblemTable

export const problem = makeProblems(messageProblems)
