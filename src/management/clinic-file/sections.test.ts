import { readdirSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { clinicFileSections } from './clinic-file-schema.ts'
import { practiceSections } from './sections/practices.ts'
import { sections } from './sections.ts'

interface Exported {
  name: string
  value: unknown
}

/** Every section that a file of the folder exports, as `hours.ts: hours`. */
async function exportedSections(): Promise<Exported[]> {
  const files = readdirSync(new URL('./sections', import.meta.url)).map((file) =>
    file.replace(/\.ts$/, ''),
  )
  const modules = await Promise.all(
    files.map(async (file) => ({
      file,
      exports: (await import(`./sections/${file}.ts`)) as Record<string, unknown>,
    })),
  )
  return modules
    .flatMap(({ file, exports }) =>
      Object.entries(exports).map(([name, value]) => ({ name: `${file}.ts: ${name}`, value })),
    )
    .filter(({ value }) => typeof value === 'object' && value !== null && 'write' in value)
}

describe('every section of the folder', () => {
  it('is in exactly one list', async () => {
    const listed: unknown[] = [...sections, ...practiceSections]
    const exported = await exportedSections()
    expect(exported.filter(({ value }) => !listed.includes(value)).map(({ name }) => name)).toEqual(
      [],
    )
    expect(exported.length).toBe(listed.length)
  })

  it('has unique members and kinds of names', () => {
    const members = [...sections, ...practiceSections].flatMap((section) =>
      Object.keys(section.members),
    )
    const kinds = clinicFileSections.flatMap((section) => Object.keys(section.ids ?? {}))
    for (const names of [members, kinds]) expect(names).toEqual([...new Set(names)])
  })
})
