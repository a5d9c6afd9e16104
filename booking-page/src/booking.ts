// What a page loads: it defines the element, once, however many pages of a site load it.

import { ClinicBooking } from './element.tsx'

if (!customElements.get('clinic-booking')) customElements.define('clinic-booking', ClinicBooking)
