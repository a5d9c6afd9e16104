import { accountMail } from './account-mail.ts'
import { board } from './board.ts'
import { bodySites } from './body-sites.ts'
import { notices } from './notices.ts'
import { patientPages } from './patient-pages.ts'
import { receipt } from './receipt.ts'

export const ar = { bodySites, accountMail, board, notices, patientPages, receipt }
