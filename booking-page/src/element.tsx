import { render } from 'preact'
import { isLanguage, type Language } from '../../words/languages.ts'
import type { BookingEvents } from '../booking.d.ts'
import { App } from './app.tsx'
import { Booking } from './booking-in-progress.ts'
import { reportFault } from './console-messages.ts'
import { InViewLoader } from './in-view-loader.ts'
import { type Load, loadFile } from './load-file.ts'
import { attributes, browserLanguages, type Options, readOptions } from './options.ts'
import styles from './styles.css?inline'
import { Localization, loadLocalization, loadLocalizationFile } from './words.ts'

const loadLazyPart: Load<typeof import('./lazy-part.ts')> = () => import('./lazy-part.ts')
const loadOwnVisitsPart: Load<typeof import('./own-visits.tsx')> = () => import('./own-visits.tsx')
const nextTimesFile: Load<typeof import('./steps/next-times-panel.tsx')> = () =>
  import('./steps/next-times-panel.tsx')

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
/** The styles of the lazily loaded part. */
const lazyPartSheet = new CSSStyleSheet()

/**
 * `<clinic-booking>`: lets patients book on any page of an origin that the widget key lists
 * (PAGE-01). Its attributes are read when it is added to the page, and again when one changes. Its
 * content from the page is shown until it has something of its own to show. It dispatches
 * `clinic-ready`, `clinic-booked` and `clinic-changed`, without personal data (PAGE-09).
 */
export class ClinicBooking extends HTMLElement {
  static readonly observedAttributes = attributes
  #booking: Booking | undefined
  #localization = new Localization('en', 'en')
  #options: Options | undefined
  #isDrawScheduled = false
  readonly #fallback = document.createElement('slot')
  readonly #inView = new InViewLoader()
  /** The other elements in which free times are drawn, and the component that draws them. */
  readonly #timesElements = new Set<HTMLElement>()
  #NextTimesPanel: typeof import('./steps/next-times-panel.tsx').NextTimesPanel | undefined

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet, lazyPartSheet]
    // The page's own content is shown until there is something to draw, and stays in a browser that
    // cannot draw.
    root.append(this.#fallback)
    window.addEventListener('popstate', this.#onHistory)
    window.addEventListener('pageshow', this.#onPageShow)
    this.#start()
  }

  disconnectedCallback(): void {
    window.removeEventListener('popstate', this.#onHistory)
    window.removeEventListener('pageshow', this.#onPageShow)
    this.#booking?.end()
    this.#booking = undefined
    if (this.shadowRoot) render(null, this.shadowRoot)
  }

  attributeChangedCallback(_: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after || this.#isDrawScheduled) return
    // Several attributes that change together count as one change.
    this.#isDrawScheduled = true
    queueMicrotask(() => {
      this.#isDrawScheduled = false
      if (this.isConnected) this.#start()
    })
  }

  #start(): void {
    this.#booking?.end()
    const options = readOptions(this, import.meta.url)
    this.#options = options
    for (const fault of options.unknown) void reportFault(fault, options.baseUrl)
    const booking = new Booking(
      options,
      () => this.#render(),
      this.#dispatch,
      loadLazyPart,
      loadOwnVisitsPart,
    )
    this.#booking = booking
    this.#render()
    const storedChoice = storedLanguage()
    const isOffered = storedChoice !== undefined && options.languages.includes(storedChoice)
    const localization = options.words
      ? loadLocalizationFile(options.words, () =>
          reportFault(
            {
              about: 'attribute',
              name: 'words',
              value: options.words ?? '',
              known: ['the address of a file like en.json'],
            },
            options.baseUrl,
          ),
        )
      : loadLocalization(
          isOffered ? storedChoice : options.language,
          isOffered ? storedChoice : options.locale,
        )
    void localization.then((loaded) => {
      if (this.#booking !== booking) return
      this.#localization = loaded
      booking.language = loaded.locale
      this.#render()
      void booking.start()
    })
  }

  /** Draws free times in another element of the page as well, once it is in view. */
  attachTimes(element: HTMLElement): void {
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet, lazyPartSheet]
    this.#inView.watch(element, async () => {
      this.#NextTimesPanel ??= (await loadFile(nextTimesFile)).NextTimesPanel
      if (!element.isConnected) return
      this.#timesElements.add(element)
      this.#render()
    })
  }

  detachTimes(element: HTMLElement): void {
    this.#timesElements.delete(element)
    if (element.shadowRoot) render(null, element.shadowRoot)
  }

  #dispatch = <Name extends keyof BookingEvents>(
    name: Name,
    detail: BookingEvents[Name],
  ): boolean => this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))

  #onHistory = (event: PopStateEvent): void => this.#booking?.steps.onHistory(event.state)

  /** A page in the back-forward cache does not know what has happened at the checkout since. */
  #onPageShow = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#start()
  }

  #changeLanguage = async (language: Language): Promise<void> => {
    const regional = browserLanguages().find((one) => one.split('-')[0] === language)
    this.#localization = await loadLocalization(language, regional ?? language)
    if (this.#booking) this.#booking.language = this.#localization.locale
    try {
      localStorage.setItem(languageKey, language)
    } catch {
      // It has to be chosen again next time.
    }
    this.#render()
    this.#dispatch('clinic-language', { language })
  }

  #render(): void {
    const { shadowRoot } = this
    if (!shadowRoot || !this.#booking || !this.#options) return
    if (lazyPartSheet.cssRules.length === 0)
      lazyPartSheet.replaceSync(this.#booking.lazyPart?.styles ?? '')
    render(
      <App
        booking={this.#booking}
        localization={this.#localization}
        changeLanguage={this.#changeLanguage}
      />,
      shadowRoot,
    )
    this.#fallback.remove()
    const NextTimesPanel = this.#NextTimesPanel
    if (!NextTimesPanel || !this.#booking.lazyPart) return
    const contextProps = {
      booking: this.#booking,
      localization: this.#localization,
      changeLanguage: this.#changeLanguage,
    }
    for (const element of this.#timesElements) {
      const { shadowRoot: root } = element
      if (!root) continue
      render(<NextTimesPanel {...contextProps} doctor={element.getAttribute('doctor')} />, root)
      // If there is nothing to choose, the element leaves no gap on the page.
      element.hidden = !root.querySelector('.beside > *')
    }
  }
}

/**
 * `<clinic-times>`: a practitioner's next free times, next to what the page says about the
 * practitioner. A tap on one answers the question of `<clinic-booking>`.
 */
export class ClinicTimes extends HTMLElement {
  #booking: ClinicBooking | null = null

  connectedCallback(): void {
    this.#booking = document.querySelector<ClinicBooking>('clinic-booking')
    this.#booking?.attachTimes(this)
  }

  disconnectedCallback(): void {
    this.#booking?.detachTimes(this)
  }
}

const languageKey = 'clinic-booking language'

function storedLanguage(): Language | undefined {
  try {
    const name = localStorage.getItem(languageKey) ?? undefined
    return isLanguage(name) ? name : undefined
  } catch {
    return undefined
  }
}
