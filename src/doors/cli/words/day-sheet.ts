// A printable sheet for the reception: the visits of a day, with a page for each practitioner and
// location.

interface SheetVisit {
  from: string
  to: string
  /** The token, such as `A-12`; null for an appointment. */
  token: string | null
  patient: string | null
  erased: boolean
  phone: string | null
  doctor: string
  location: string
  room: string | null
  /** The address of a home visit. */
  address: string | null
  status: string
  mode: string
  payment: string
  notes: string | null
}

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escapeHtml = (text: string) =>
  text.replace(/[&<>"]/g, (character) => escapes[character] as string)

/** A self-contained HTML page; times are the clinic's, with the offset. */
export function daySheet(date: string, visits: readonly SheetVisit[]): string {
  const pages = Map.groupBy(visits, ({ doctor, location }) => `${doctor}, ${location}`)
  const sections = [...pages].map(([title, pageVisits]) => page(title, date, pageVisits)).join('\n')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Visits on ${date}</title>
<style>
  body { font: 11pt/1.4 system-ui, sans-serif; margin: 1.5cm; color: #000 }
  section { break-after: page } section:last-of-type { break-after: auto }
  h1 { font-size: 15pt; margin: 0 0 .3cm } p { margin: 0 0 .3cm }
  table { border-collapse: collapse; width: 100% }
  th, td { border-bottom: 1px solid #999; padding: 2mm; text-align: left; vertical-align: top }
  tr { break-inside: avoid } thead { display: table-header-group }
  .space { width: 25% }
</style>
${sections || `<p>No visits on ${date}.</p>`}
</html>`
}

function page(title: string, date: string, visits: readonly SheetVisit[]): string {
  const headings = ['Time', 'Patient', 'Phone', 'Visit', 'Payment', 'Notes']
    .map((heading) => `<th scope="col">${heading}</th>`)
    .join('')
  const rows = visits.map(
    ({ from, to, token, patient, erased, phone, room, address, status, mode, payment, notes }) =>
      `<tr><td>${token === null ? '' : `<b>${escapeHtml(token)}</b> `}${from.slice(11, 16)}–${to.slice(11, 16)}</td>${[erased ? 'record erased' : (patient ?? '—'), phone ?? '', [mode, room, address, status].filter(Boolean).join(', '), payment].map((text) => `<td>${escapeHtml(text)}</td>`).join('')}<td class="space">${escapeHtml(notes ?? '')}</td></tr>`,
  )
  return `<section>
<h1>${escapeHtml(title)}</h1>
<p>${date}, ${visits.length} ${visits.length === 1 ? 'visit' : 'visits'}; times of the clinic (${visits[0]?.from.slice(19) ?? ''})</p>
<table><thead><tr>${headings}</tr></thead><tbody>
${rows.join('\n')}
</tbody></table>
</section>`
}
