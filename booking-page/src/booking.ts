// The script of a page: it defines the elements, once, even if it is loaded several times.

import { ClinicBooking, ClinicTimes } from './element.tsx'

if (!customElements.get('clinic-booking')) {
  customElements.define('clinic-booking', ClinicBooking)
  customElements.define('clinic-times', ClinicTimes)
}
