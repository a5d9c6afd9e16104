import { makeProblems } from '../../base/values/problem.ts'
import { catalogueProblems } from '../../clinic/catalogue/problems.ts'
import { availabilityProblems } from '../../visits/availability/problems.ts'

export const problem = makeProblems({ ...catalogueProblems, ...availabilityProblems })
