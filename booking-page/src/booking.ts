// The script of a page: it defines the element, once, even if it is loaded several times.

import { ClinicBooking } from './element.tsx'

if (!customElements.get('clinic-booking')) customElements.define('clinic-booking', ClinicBooking)
