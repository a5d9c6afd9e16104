// The types of the package: the tag for TypeScript, for JSX of React 19 and Preact, and its events.
// Importing it defines the element; it exports no values.

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
  /** Another language was chosen in the element, by its tag. */
  'clinic-language': { language: string }
  'clinic-changed': {
    change: 'moved' | 'cancelled'
    appointmentId: number
    fromDateTimeIso: string
  }
}

/** The attributes of `<clinic-booking>`; the README describes them. */
export interface BookingAttributes {
  'widget-key': string
  'base-url'?: string | undefined
  doctor?: string | number | undefined
  location?: string | number | undefined
  'visit-type'?: string | number | undefined
  mode?: 'OFFLINE' | 'ONLINE' | 'HOME_VISIT' | 'HOME_COLLECTION' | undefined
  locale?: string | undefined
  languages?: string | undefined
  words?: string | undefined
  timezone?: string | undefined
  phone?: string | undefined
  email?: string | undefined
  'new-patient-fields'?: string | undefined
  'clinic-phone'?: string | undefined
  'clinic-email'?: string | undefined
  'own-visits'?: string | undefined
}

/** The attributes of `<clinic-times>`. */
export interface TimesAttributes {
  doctor: string | number
}

/** Listeners as JSX names them: `onclinic-booked`. */
export type BookingListeners = {
  [Name in keyof BookingEvents as `on${Name}`]?:
    | ((event: CustomEvent<BookingEvents[Name]>) => void)
    | undefined
}

declare global {
  interface HTMLElementTagNameMap {
    'clinic-booking': HTMLElement
    'clinic-times': HTMLElement
  }
  interface GlobalEventHandlersEventMap {
    'clinic-ready': CustomEvent<BookingEvents['clinic-ready']>
    'clinic-booked': CustomEvent<BookingEvents['clinic-booked']>
    'clinic-language': CustomEvent<BookingEvents['clinic-language']>
    'clinic-changed': CustomEvent<BookingEvents['clinic-changed']>
  }
}

// Each `@ts-ignore` is for pages without that library, where its types are not found.

// @ts-ignore
declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      'clinic-booking': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> &
        BookingAttributes &
        BookingListeners
      // @ts-ignore
      'clinic-times': DetailedHTMLProps<HTMLAttributes<HTMLElement>, HTMLElement> & TimesAttributes
    }
  }
}

// @ts-ignore
declare module 'preact' {
  namespace JSX {
    interface IntrinsicElements {
      // @ts-ignore
      'clinic-times': import('preact').HTMLAttributes<HTMLElement> & TimesAttributes
      // @ts-ignore
      'clinic-booking': import('preact').HTMLAttributes<HTMLElement> &
        BookingAttributes &
        BookingListeners
    }
  }
}
