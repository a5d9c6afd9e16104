// The syntax of iCalendar (RFC 5545) in unfolded lines: properties with parameters, nested
// components.

/**
 * A property of a component; its parameters are keyed by upper-case name, unquoted, and decoded as
 * in RFC 6868.
 */
export interface Property {
  name: string
  parameters: ReadonlyMap<string, string>
  value: string
}

export interface Component {
  name: string
  properties: Property[]
  components: Component[]
}

/**
 * The properties that determine busy times, and the properties that open and close the components
 * with them. All others are ignored, above all what an event is about.
 */
const relevantNames = new Set(
  [
    'UID DTSTART DTEND DURATION RRULE RDATE EXDATE RECURRENCE-ID STATUS TRANSP FREEBUSY SEQUENCE DTSTAMP METHOD ATTENDEE X-WR-CALNAME',
    'TZID X-LIC-LOCATION X-WR-TIMEZONE TZOFFSETFROM TZOFFSETTO BEGIN END',
  ].flatMap((names) => names.split(' ')),
)
const depthMax = 8

/**
 * The calendars in a text; undefined if it does not begin with one, ends inside an open component,
 * or closes a component that is not open.
 */
export function parseComponents(text: string): Component[] | undefined {
  const calendars: Component[] = []
  const open: Component[] = []
  for (const [line] of text.replace(/^\uFEFF/, '').matchAll(/[^\r\n]+/g)) {
    const parent = open.at(-1)
    // Skips most of a feed, which describes what its events are about.
    if (parent && !relevantNames.has(/^\s*([\w-]*)/.exec(line)?.[1]?.toUpperCase() ?? '')) continue
    const property = parseProperty(line)
    if (!property) continue
    if (property.name === 'BEGIN') {
      const component = { name: property.value.toUpperCase(), properties: [], components: [] }
      if (open.length >= depthMax || (!parent && component.name !== 'VCALENDAR')) return undefined
      if (parent) parent.components.push(component)
      else calendars.push(component)
      open.push(component)
    } else if (property.name === 'END') {
      if (parent?.name !== property.value.toUpperCase()) return undefined
      open.pop()
    } else if (!parent) return undefined
    else if (property.name !== 'ATTENDEE' || isDeclined(property)) parent.properties.push(property)
  }
  return calendars.length > 0 && open.length === 0 ? calendars : undefined
}

/** Whether an attendee has declined; no other attendees are read. */
const isDeclined = ({ parameters }: Property) =>
  parameters.get('PARTSTAT')?.toUpperCase() === 'DECLINED'

const separators = /[;:"]/g
const timePropertyStart = /^\s*(?:DTSTART|DTEND|RECURRENCE-ID|EXDATE|RDATE)[;:]/i

/**
 * `DTSTART;TZID="Europe/Berlin":20261124T100000`; undefined for a line that is not a property. The
 * value of a time begins with a date: some programs write a zone such as `(GMT-05:00) Eastern Time`
 * without the quotes that its colon needs, or forget one of the quotes.
 */
function parseProperty(line: string): Property | undefined {
  const isTime = timePropertyStart.test(line)
  return (
    (isTime
      ? (splitProperty(line, /^\s*\d{4}/) ?? splitProperty(line.replaceAll('"', ''), /^\s*\d{4}/))
      : undefined) ?? splitProperty(line, /^/)
  )
}

/**
 * The name, the parameters and the value, split at the first colon that is outside of quotes and
 * followed by such a value.
 */
function splitProperty(line: string, valueStart: RegExp): Property | undefined {
  const parts: string[] = []
  let from = 0
  let isQuoted = false
  separators.lastIndex = 0
  for (let match = separators.exec(line); match; match = separators.exec(line)) {
    if (match[0] === '"') isQuoted = !isQuoted
    else if (!isQuoted && (match[0] === ';' || valueStart.test(line.slice(match.index + 1)))) {
      parts.push(line.slice(from, match.index))
      from = match.index + 1
      if (match[0] === ':') return buildProperty(parts, line.slice(from).trim())
    }
  }
  return undefined
}

function buildProperty([name = '', ...parameters]: string[], value: string): Property {
  const pairs = parameters.map((parameter): [string, string] => {
    const end = parameter.indexOf('=')
    return [
      parameter.slice(0, end).trim().toUpperCase(),
      decodeParameter(
        parameter
          .slice(end + 1)
          .replaceAll('"', '')
          .trim(),
      ),
    ]
  })
  return {
    name: name.trim().toUpperCase(),
    parameters: pairs.length === 0 ? noParameters : new Map(pairs),
    value,
  }
}

/** Most properties have no parameters. */
const noParameters: ReadonlyMap<string, string> = new Map()

/** Decodes a parameter's value (RFC 6868). */
const decodeParameter = (text: string) =>
  text.replace(
    /\^([n'^])/g,
    (_, escapedLetter: string) => ({ n: '\n', "'": '"' })[escapedLetter] ?? '^',
  )

/** The value of a component's first property with a name. */
export function propertyValue({ properties }: Component, name: string): string | undefined {
  return properties.find((property) => property.name === name)?.value
}

/** The same for a property whose value is text, in which commas and semicolons are escaped. */
export function propertyText(component: Component, name: string): string | undefined {
  return propertyValue(component, name)?.replace(/\\([\\;,nN])/g, (_, escapedLetter: string) =>
    /n/i.test(escapedLetter) ? '\n' : escapedLetter,
  )
}
