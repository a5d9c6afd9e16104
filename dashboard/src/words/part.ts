/** The words of a part that few open, loaded with it in a language; the English ones if they fail to load, or do not exist. */
export function partOfWords<Part>(parts: Readonly<Record<string, () => Promise<Part>>>, english: () => Promise<Part>): (code: string) => Promise<Part> {
  const loading = new Map<string, Promise<Part>>()
  return (code) => {
    const known = loading.get(code) ?? (parts[code] ?? english)().catch(english)
    loading.set(code, known)
    return known
  }
}
