// A page of a clinic in React 19 on which patients book: the practitioner is chosen outside of the
// element, and what was booked is shown there.

import '@clinic-scheduling/booking-page'
import { useState } from 'react'
import { createRoot } from 'react-dom/client'

const service = 'http://127.0.0.1:3000'
const widgetKey = 'WIDGET_KEY'

function Booking() {
  const [isOpen, setOpen] = useState(true)
  const [doctor, setDoctor] = useState<string>()
  const [reference, setReference] = useState<string | null>(null)
  return (
    <main>
      <h1>Book a visit</h1>
      <button type="button" onClick={() => setOpen(!isOpen)}>
        {isOpen ? 'Close the booking' : 'Open the booking'}
      </button>
      <label>
        Practitioner{' '}
        <input
          placeholder="dr-asha-rao"
          onBlur={({ currentTarget }) => setDoctor(currentTarget.value || undefined)}
        />
      </label>
      {reference && <p>You have booked {reference}.</p>}
      {isOpen && (
        <clinic-booking
          widget-key={widgetKey}
          base-url={service}
          doctor={doctor}
          clinic-phone="0141 123 456"
          onclinic-booked={({ detail }) => setReference(detail.reference ?? detail.token)}
        >
          <p>Call us: 0141 123 456</p>
        </clinic-booking>
      )}
    </main>
  )
}

createRoot(document.body.appendChild(document.createElement('div'))).render(<Booking />)
