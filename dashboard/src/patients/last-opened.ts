// The records that the member opened last. They are kept in memory until the page is closed or
// another member signs in: nothing about patients is stored in the browser.

import { useEffect } from 'react'
import { useWorkspace } from '../api/workspace.tsx'
import type { ListedPatient } from './patient-result.tsx'
import type { PatientRecord } from './queries.ts'

const countKept = 5
const openedBy = new Map<string, readonly ListedPatient[]>()

function useKey(): string {
  const { workspace, member } = useWorkspace()
  return `${workspace} ${member.userId}`
}

export const useLastOpened = (): readonly ListedPatient[] => openedBy.get(useKey()) ?? []

/** Puts an opened record first, and takes one out that no longer exists. */
export function useKeepOpened(id: number, record: PatientRecord | undefined) {
  const key = useKey()
  useEffect(() => {
    const others = (openedBy.get(key) ?? []).filter((one) => one.id !== id)
    if (!record) return void openedBy.set(key, others)
    const phone = [record.countryCode, record.phoneNumber].filter(Boolean).join('') || null
    openedBy.set(key, [{ ...record, phone }, ...others].slice(0, countKept))
  }, [key, id, record])
}
