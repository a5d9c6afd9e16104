// What a clinic has to tell patients about itself and their data, before it asks them anything.

export const legalTextNames = ['privacy', 'imprint', 'terms'] as const
export type LegalTextName = (typeof legalTextNames)[number]

export type LegalTexts = Partial<Record<LegalTextName, Readonly<Record<string, string>>>>

/** The text, or the address of it, in a language, or else in the first that there is. */
export function findLegalText(
  legal: LegalTexts | null,
  name: LegalTextName,
  language: string,
): { text: string; language: string } | undefined {
  const texts = legal?.[name] ?? {}
  const found = [language, ...Object.keys(texts)].find((one) => Object.hasOwn(texts, one))
  const text = found === undefined ? undefined : texts[found]
  return found === undefined || text === undefined ? undefined : { text, language: found }
}

/** The path of the page of a text; readers of another language get the first. */
export const legalPath = (workspace: string, name: LegalTextName): string =>
  `/legal/${workspace}/${name}`

/** Whether a text is the address of a page elsewhere. */
export const isLegalLink = (text: string): boolean => /^https:\/\/\S+$/.test(text.trim())
