import { accountMail } from './account-mail.ts'
import { board } from './board.ts'
import { lateNotice } from './late-notice.ts'
import { patientPages } from './patient-pages.ts'
import { receipt } from './receipt.ts'

export const ar = { accountMail, board, lateNotice, patientPages, receipt }
