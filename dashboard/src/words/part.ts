import { use } from 'react'
import {
  type DashboardParts,
  dashboardLanguages,
  type PartLoaders,
} from '../../../words/dashboard.ts'

/** The words of a part of the dashboard, by language. */
export interface PartWords<Words> {
  load(code: string): Promise<Words>
  /** In a component, which waits for them if its screen was not loaded with them. */
  use(code: string): Words
}

/**
 * The words of a part that few members open, loaded with it in a language; the English words if
 * they fail to load or do not exist.
 */
export function createPartWords<Part extends keyof DashboardParts>(
  part: Part,
  languages: Readonly<Record<string, { parts: Pick<PartLoaders, Part> }>> & {
    en: { parts: Pick<PartLoaders, Part> }
  } = dashboardLanguages,
): PartWords<DashboardParts[Part]> {
  const loaded = new Map<string, DashboardParts[Part]>()
  const loading = new Map<string, Promise<DashboardParts[Part]>>()
  const loadEnglish = () => languages.en.parts[part]()
  async function loadOnce(code: string) {
    const words = await (languages[code] ?? languages.en).parts[part]().catch(loadEnglish)
    loaded.set(code, words)
    return words
  }
  function load(code: string) {
    const existing = loading.get(code) ?? loadOnce(code)
    loading.set(code, existing)
    return existing
  }
  return { load, use: (code) => loaded.get(code) ?? use(load(code)) }
}
