// How patients reach a booking page: its address, a QR code to print, and the tag that embeds
// booking into the clinic's own page.

import { renderSVG } from 'uqr'
import { flag, list, nullable, object, optional, text } from '../../../base/contract/schemas.ts'
import {
  type InWorkspace,
  optionalWithDefault,
  workspaceOperation,
} from '../../../base/operations/operation.ts'
import { newPatientPageFields } from '../../../base/values/new-patient-fields.ts'
import type { Configured } from '../../../clinic/catalogue/configuration.ts'
import { bookingPath, loadPeopleAndLocations } from '../people.ts'
import { problem } from '../problems.ts'
import { publishedBookingPage } from '../queries.ts'
import { bookingScript } from '../script-files.ts'

export const workspaceEmbed = workspaceOperation({
  name: 'workspace-embed',
  right: 'setup:read',
  summary:
    'Show the address of the booking page, a QR code to print, and the tag for your own web page.',
  input: object({
    practitioner: optional(
      text(
        'The practitioner, by the last part of the page’s address; default: the page of the clinic.',
        'dr-asha-rao',
      ),
    ),
    svg: optionalWithDefault(flag('Show only the QR code, as an SVG to print.', false), false),
  }),
  output: object({
    page: text('Address of the page.', 'https://booking.sunrise.example/book/sunrise'),
    pages: list(
      object({
        practitioner: text('The practitioner.', 'Dr Asha Rao'),
        page: text(
          'Address of their page.',
          'https://booking.sunrise.example/book/sunrise/dr-asha-rao',
        ),
      }),
      'The pages of practitioners.',
    ),
    tag: nullable(
      text(
        'The HTML that embeds booking in a page; null if the element is not built.',
        '<script type="module" src="…"></script>',
      ),
    ),
    integrity: nullable(
      text('The integrity hash of the script; null if the element is not built.', 'sha384-…'),
    ),
    code: text('A QR code of the address, as SVG.', '<svg …>'),
  }),
  async run(
    {
      database,
      clock,
      configurations,
      workspaceId,
      publicUrl,
    }: InWorkspace<Configured & { publicUrl(): string }>,
    { practitioner },
  ) {
    const [publishedPage] = await database.rows(publishedBookingPage, {
      workspaceId,
      now: clock.now(),
    })
    if (!publishedPage) throw problem('NO_BOOKING_PAGE')
    const { origin } = new URL(publicUrl())
    const { practitioners } = await loadPeopleAndLocations(
      database,
      await configurations.of(workspaceId),
    )
    const practitionerShown = practitioners.find(({ slug }) => slug === practitioner)
    if (practitioner !== undefined && !practitionerShown)
      throw problem('BOOKABLE_PRACTITIONER_NOT_FOUND', {
        practitioner,
        names: practitioners.map(({ slug }) => slug),
      })
    const clinic = `${origin}${bookingPath(publishedPage.workspace)}`
    const page = practitionerShown ? `${clinic}/${practitionerShown.slug}` : clinic
    const script = bookingScript()
    const integrity = script.integrity() ?? null
    const requiredFields = newPatientPageFields(publishedPage.settings.newPatients)
    const attributes = [
      ...(practitionerShown ? [`doctor="${practitionerShown.id}"`] : []),
      ...(requiredFields.length > 0 ? [`new-patient-fields="${requiredFields.join(' ')}"`] : []),
    ]
    return {
      page,
      pages: practitioners.map(({ name, slug }) => ({
        practitioner: name,
        page: `${clinic}/${slug}`,
      })),
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
