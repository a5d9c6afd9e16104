/**
 * The words of a part that few open, loaded with it in a language; the English ones if they fail to
 * load, or do not exist.
 */
export function createWordsLoader<Part>(
  parts: Readonly<Record<string, () => Promise<Part>>>,
  loadEnglish: () => Promise<Part>,
): (code: string) => Promise<Part> {
  const loading = new Map<string, Promise<Part>>()
  return (code) => {
    const existing = loading.get(code) ?? (parts[code] ?? loadEnglish)().catch(loadEnglish)
    loading.set(code, existing)
    return existing
  }
}
