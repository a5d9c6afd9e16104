// The next free times of a practitioner elsewhere on the page of the element: beside what the page says of them. A file of its own, which
// most pages never load.

import { useEffect, useRef } from 'preact/hooks'
import type { Offer } from '../catalogue.ts'
import { type Context, Shared, useBooking } from '../screen.tsx'
import { NextTimes } from './choice.tsx'

interface BesideProps extends Omit<Context, 'announce'> {
  /** Id of a practitioner. */
  doctor: string | null
}

export function Beside({ doctor, ...shared }: BesideProps) {
  const { way, speech } = shared
  // Not while a booking is being sent, paid or shown.
  const isAsked = way.step !== undefined && way.step !== 'payment' && way.step !== 'done' && !way.attempt
  const offers = isAsked ? way.offers.filter((offer) => String(offer.doctor.id) === doctor && !offer.isQueue) : []
  return (
    <Shared.Provider value={{ ...shared, announce: () => {} }}>
      <div class="beside" lang={speech.language} dir={speech.isRightToLeft ? 'rtl' : 'ltr'}>
        {offers.map((offer) => (
          <Offered key={offer.key} offer={offer} place={offers.length > 1 ? offer.location.city : undefined} />
        ))}
      </div>
    </Shared.Provider>
  )
}

function Offered({ offer, place }: { offer: Offer; place: string | undefined }) {
  const { way, speech } = useBooking()
  const area = useRef<HTMLDivElement>(null)
  const isRead = way.nexts.has(offer.key)
  useEffect(() => (area.current && !isRead ? way.reading.readNextInView(area.current, offer) : undefined), [way, isRead])
  return (
    <div ref={area}>
      {place && <p class="small">{place}</p>}
      {isRead && !way.nexts.get(offer.key)?.times[0] ? <p class="quiet small">{speech.say('nothingFree')}</p> : <NextTimes offer={offer} />}
    </div>
  )
}
