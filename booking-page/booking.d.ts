// The types of the package. Importing it defines the element; it exports no values.

/** The `detail` of the events that `<clinic-booking>` dispatches; they bubble. */
export interface BookingEvents {
  'clinic-ready': Record<string, never>
  'clinic-booked': {
    system: 'SCHEDULED' | 'QMS'
    reference: string | null
    appointmentId: number | null
    token: string | null
    doctorId: number
    addressId: number
    mode: string
    fromDateTimeIso: string
    isPaid: boolean
  }
  'clinic-changed': { change: 'moved' | 'cancelled'; appointmentId: number; fromDateTimeIso: string }
}

declare global {
  interface HTMLElementTagNameMap {
    'clinic-booking': HTMLElement
  }
  interface GlobalEventHandlersEventMap {
    'clinic-ready': CustomEvent<BookingEvents['clinic-ready']>
    'clinic-booked': CustomEvent<BookingEvents['clinic-booked']>
    'clinic-changed': CustomEvent<BookingEvents['clinic-changed']>
  }
}
