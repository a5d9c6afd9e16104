// The ways to a booking page for patients: its address, a QR code to print, and the tag that embeds booking into the clinic's own page.

import { renderSVG } from 'uqr'
import { flag, list, nullable, object, optional, text } from '../../../base/contract/schemas.ts'
import { byDefault, type InWorkspace, workspaceOperation } from '../../../base/operations/operation.ts'
import { askedOnPages } from '../../../base/values/asked-of-new-patients.ts'
import { problem } from '../../../base/values/problem.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { bookingPath, peopleAndPlaces } from '../people.ts'
import { publishedBookingPage } from '../queries.ts'
import { bookingScript } from '../script-files.ts'

export const workspaceEmbed = workspaceOperation({
  name: 'workspace-embed',
  right: 'setup:read',
  summary: 'Show the address of the booking page, a QR code to print, and the tag for your own web page.',
  input: object({
    practitioner: optional(text('The practitioner, by the last part of the page’s address; default: the page of the clinic.', 'dr-asha-rao')),
    svg: byDefault(flag('Show only the QR code, as an SVG to print.', false), false),
  }),
  output: object({
    page: text('Address of the page.', 'https://booking.sunrise.example/book/sunrise'),
    pages: list(
      object({
        practitioner: text('The practitioner.', 'Dr Asha Rao'),
        page: text('Address of their page.', 'https://booking.sunrise.example/book/sunrise/dr-asha-rao'),
      }),
      'The pages of practitioners.',
    ),
    tag: nullable(text('The HTML that embeds booking in a page; null if the element is not built.', '<script type="module" src="…"></script>')),
    integrity: nullable(text('The integrity hash of the script; null if the element is not built.', 'sha384-…')),
    code: text('A QR code of the address, as SVG.', '<svg …>'),
  }),
  async run({ database, clock, configurations, workspaceId, publicUrl }: InWorkspace<Configured & { publicUrl(): string }>, { practitioner }) {
    const [found] = await database.rows(publishedBookingPage, { workspaceId, now: clock.now() })
    if (!found) throw problem('NO_BOOKING_PAGE')
    const { origin } = new URL(publicUrl())
    const { practitioners } = await peopleAndPlaces(database, await configurations.of(workspaceId))
    const known = practitioners.find(({ slug }) => slug === practitioner)
    if (practitioner !== undefined && !known) throw problem('NO_BOOKING_PAGE_OF', { practitioner, names: practitioners.map(({ slug }) => slug) })
    const clinic = `${origin}${bookingPath(found.workspace)}`
    const page = known ? `${clinic}/${known.slug}` : clinic
    const script = bookingScript()
    const integrity = script.integrity() ?? null
    const asked = askedOnPages(found.settings.newPatients)
    const attributes = [...(known ? [`doctor="${known.id}"`] : []), ...(asked.length > 0 ? [`new-patient-fields="${asked.join(' ')}"`] : [])]
    return {
      page,
      pages: practitioners.map(({ name, slug }) => ({ practitioner: name, page: `${clinic}/${slug}` })),
      tag:
        integrity === null
          ? null
          : [
              `<script type="module" src="${origin}${script.path()}" integrity="${integrity}" crossorigin></script>`,
              `<clinic-booking widget-key="WIDGET_KEY" base-url="${origin}"${attributes.map((attribute) => ` ${attribute}`).join('')}>`,
              `  <a href="${page}">${page}</a>`,
              '</clinic-booking>',
            ].join('\n'),
      integrity,
      code: renderSVG(page, { border: 2 }),
    }
  },
})
