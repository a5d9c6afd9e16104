// Which forms visits ask for, and which of them are filled in.

import type { Queries } from '../../base/db/database.ts'
import type { RowOf } from '../../base/db/statement.ts'
import type { Instant } from '../../base/values/clinic-time.ts'
import { type FormRules, type FormVisit, isAskedFor, isFilledFor } from '../../base/values/forms.ts'
import { formRules, formsInUse, formVisits, lastFills } from './queries.ts'

export const formStates = ['MISSING', 'DONE', 'WITHDRAWN'] as const
export type FormState = (typeof formStates)[number]

type StoredRules = Omit<RowOf<typeof formRules.returns>, 'title'>

/** A form that a visit asks for. */
export interface AskedForm {
  name: string
  title: string
  when: FormRules['when']
  state: FormState
  /** The answers that count, and whether they are signed. */
  filledId: number | null
  signed: boolean
  completedAt: Instant | null
}

export type VisitWithForms = RowOf<typeof formVisits.returns>

function toRules({
  when,
  newPatients,
  visitTypeIds,
  doctorIds,
  everyMonths,
}: StoredRules): FormRules {
  return {
    when,
    newPatients,
    ...(visitTypeIds !== null && { visitTypeIds }),
    ...(doctorIds !== null && { doctorIds }),
    ...(everyMonths !== null && { everyMonths }),
  }
}

type Fill = RowOf<typeof lastFills.returns>

/** The fill that counts for a visit: its own, or else the last one. */
function findFill(fills: readonly Fill[], formId: number, visit: VisitWithForms): Fill | undefined {
  const [last] = fills
    .filter((fill) => fill.formId === formId && fill.patientId === visit.patientId)
    .sort(
      (one, other) =>
        Number(other.visitId === visit.id) - Number(one.visitId === visit.id) ||
        other.completedAt - one.completedAt ||
        other.id - one.id,
    )
  return last
}

/** Whether a fill counts for a visit, if answers count from a version on. */
function isFillValid(
  stored: StoredRules,
  completeFrom: number,
  visit: FormVisit & { id: number },
  fill: Fill | undefined,
): boolean {
  const last = fill && {
    version: fill.version,
    completedAt: fill.completedAt,
    isForVisit: fill.visitId === visit.id,
  }
  return isFilledFor({ rules: toRules(stored), completeFrom }, visit, last)
}

/** Whether a fill is all that the visit asks for. */
function findFormState(
  stored: StoredRules,
  visit: FormVisit & { id: number },
  fill: Fill | undefined,
): FormState {
  if (!isFillValid(stored, stored.completeFrom, visit, fill)) return 'MISSING'
  return fill?.withdrawnAt ? 'WITHDRAWN' : 'DONE'
}

/** The forms of visits, by the id of the visit or token; visits that ask for none are left out. */
export async function listFormsOfVisits(
  queries: Queries,
  workspaceId: number,
  ids: readonly number[],
): Promise<ReadonlyMap<number, readonly AskedForm[]>> {
  if (ids.length === 0) return new Map()
  const forms = await queries.rows(formRules, { workspaceId })
  if (forms.length === 0) return new Map()
  const visits = await queries.rows(formVisits, { workspaceId, ids })
  const fills = await loadFills(queries, workspaceId, visits)
  return new Map(
    visits.flatMap((visit): [number, AskedForm[]][] => {
      const asked = forms.flatMap((form) => {
        if (!isAskedFor(toRules(form), visit)) return []
        const fill = findFill(fills, form.id, visit)
        const { name, title, when } = form
        return {
          name,
          title,
          when,
          state: findFormState(form, visit, fill),
          filledId: fill?.id ?? null,
          signed: fill?.isSigned ?? false,
          completedAt: fill?.completedAt ?? null,
        }
      })
      return asked.length > 0 ? [[visit.id, asked]] : []
    }),
  )
}

const loadFills = async (
  queries: Queries,
  workspaceId: number,
  visits: readonly VisitWithForms[],
): Promise<readonly Fill[]> =>
  queries.rows(lastFills, {
    workspaceId,
    patientIds: [...new Set(visits.map(({ patientId }) => patientId))],
    visitIds: visits.map(({ id }) => id),
  })

/** The forms that a visit asks for, with what they ask; undefined if it is of an erased patient. */
export async function loadVisitForms(queries: Queries, workspaceId: number, visitId: number) {
  const [visit] = await queries.rows(formVisits, { workspaceId, ids: [visitId] })
  if (!visit) return undefined
  const all = await queries.rows(formsInUse, { workspaceId })
  const asked = all.filter((form) => isAskedFor(toRules(form), visit))
  const fills = asked.length === 0 ? [] : await loadFills(queries, workspaceId, [visit])
  return {
    visit,
    forms: asked.map((form) => {
      const fill = findFill(fills, form.id, visit)
      return {
        ...form,
        fill,
        state: findFormState(form, visit, fill),
        /** Whether earlier answers count, apart from what a later version changed. */
        hasValidAnswers: isFillValid(form, 1, visit, fill),
      }
    }),
  }
}
export type LoadedForm = NonNullable<Awaited<ReturnType<typeof loadVisitForms>>>['forms'][number]
