type Json = Record<string, unknown>

/**
 * Replaces each schema that has a name with a reference, and returns the schemas by name. Throws if
 * two different schemas share a name. Only the document uses references: validators and serialisers
 * do not need them.
 */
export function withNamedSchemas(value: unknown): { value: unknown; named: Record<string, Json> } {
  const namedSchemas: Record<string, Json> = {}
  const replaced = replace(value)
  return {
    value: replaced,
    named: Object.fromEntries(Object.entries(namedSchemas).sort(([a], [b]) => (a < b ? -1 : 1))),
  }

  function replace(part: unknown): unknown {
    if (Array.isArray(part)) return part.map(replace)
    if (typeof part !== 'object' || part === null) return part
    const members = Object.fromEntries(
      Object.entries(part).map(([name, member]) => [name, isData(name) ? member : replace(member)]),
    )
    const { title, type } = members
    if (typeof title !== 'string' || type === undefined) return members
    const schema = {
      ...members,
      type: Array.isArray(type) ? type.find((name) => name !== 'null') : type,
    }
    if (namedSchemas[title] && JSON.stringify(namedSchemas[title]) !== JSON.stringify(schema))
      throw new Error(`two schemas are named ${title}`)
    namedSchemas[title] = schema
    const reference = { $ref: `#/components/schemas/${title}` }
    return Array.isArray(type) ? { anyOf: [reference, { type: 'null' }] } : reference
  }
}

function isData(name: string): boolean {
  return name === 'example' || name === 'examples' || name === 'enum'
}
