import {
  type DashboardParts,
  dashboardLanguages,
  type PartLoaders,
} from '../../../words/dashboard.ts'

/**
 * The words of a part that few members open, loaded with it in a language; the English words if
 * they fail to load or do not exist.
 */
export function createWordsLoader<Part extends keyof DashboardParts>(
  part: Part,
  languages: Readonly<Record<string, { parts: Pick<PartLoaders, Part> }>> & {
    en: { parts: Pick<PartLoaders, Part> }
  } = dashboardLanguages,
): (code: string) => Promise<DashboardParts[Part]> {
  const loading = new Map<string, Promise<DashboardParts[Part]>>()
  const loadEnglish = () => languages.en.parts[part]()
  return (code) => {
    const existing =
      loading.get(code) ?? (languages[code] ?? languages.en).parts[part]().catch(loadEnglish)
    loading.set(code, existing)
    return existing
  }
}
