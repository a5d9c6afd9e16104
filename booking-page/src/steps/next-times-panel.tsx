// The next free times of a practitioner, shown elsewhere on the page that contains the element,
// next to what the page says about the practitioner. It is a separate file, which most pages never
// load.

import { useEffect, useRef } from 'preact/hooks'
import type { Offer } from '../catalogue.ts'
import { BookingContext, type BookingContextValue, useBooking } from '../screen.tsx'
import { NextTimes } from './choice.tsx'

interface NextTimesPanelProps extends Omit<BookingContextValue, 'announce'> {
  /** Id of a practitioner. */
  doctor: string | null
}

export function NextTimesPanel({ doctor, ...context }: NextTimesPanelProps) {
  const { booking, localization } = context
  // Not shown while a booking is being sent, paid or displayed.
  const isChoosing =
    booking.step !== undefined &&
    booking.step !== 'payment' &&
    booking.step !== 'done' &&
    !booking.attempt
  const offers = isChoosing
    ? booking.offers.filter((offer) => String(offer.doctor.id) === doctor && !offer.isQueue)
    : []
  return (
    <BookingContext.Provider value={{ ...context, announce: () => {} }}>
      <div
        class="beside"
        lang={localization.language}
        dir={localization.isRightToLeft ? 'rtl' : 'ltr'}
      >
        {offers.map((offer) => (
          <OfferTimes
            key={offer.key}
            offer={offer}
            place={offers.length > 1 ? offer.location.city : undefined}
          />
        ))}
      </div>
    </BookingContext.Provider>
  )
}

function OfferTimes({ offer, place: placeName }: { offer: Offer; place: string | undefined }) {
  const { booking, localization } = useBooking()
  const area = useRef<HTMLDivElement>(null)
  const isLoaded = booking.nextByOffer.has(offer.key)
  useEffect(
    () =>
      area.current && !isLoaded ? booking.reading.readNextInView(area.current, offer) : undefined,
    [booking, isLoaded],
  )
  return (
    <div ref={area}>
      {placeName && <p class="small">{placeName}</p>}
      {isLoaded && !booking.nextByOffer.get(offer.key)?.times[0] ? (
        <p class="quiet small">{localization.translate('nothingFree')}</p>
      ) : (
        <NextTimes offer={offer} />
      )}
    </div>
  )
}
