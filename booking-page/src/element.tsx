import { render } from 'preact'
import type { BookingEvents } from '../booking.d.ts'
import { App } from './app.tsx'
import { complain } from './complain.ts'
import { InView } from './in-view.ts'
import { type Load, loadFile } from './load-file.ts'
import { attributes, browserLanguages, type Options, optionsOf } from './options.ts'
import styles from './styles.css?inline'
import { Way } from './way.ts'
import { isLanguage, type Language, Speech, speechOf, speechOfFile } from './words.ts'

const laterFile: Load<typeof import('./later.ts')> = () => import('./later.ts')
const besideFile: Load<typeof import('./steps/beside.tsx')> = () => import('./steps/beside.tsx')

const sheet = new CSSStyleSheet()
sheet.replaceSync(styles)
/** Of the file that is loaded later. */
const laterSheet = new CSSStyleSheet()

/**
 * `<clinic-booking>`: lets patients book on any page of an origin that the widget key lists (PAGE-01). Its attributes are read when it is
 * added to the page, and again when one changes. Its content from the page is shown until it has something of its own to show. It
 * dispatches `clinic-ready`, `clinic-booked` and `clinic-changed`, without personal data (PAGE-09).
 */
export class ClinicBooking extends HTMLElement {
  static readonly observedAttributes = attributes
  #way: Way | undefined
  #speech = new Speech('en', 'en')
  #options: Options | undefined
  #isAwaited = false
  readonly #fallback = document.createElement('slot')
  readonly #inView = new InView()
  /** The other elements in which free times are drawn, and what draws them. */
  readonly #beside = new Set<HTMLElement>()
  #Beside: typeof import('./steps/beside.tsx').Beside | undefined

  connectedCallback(): void {
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet, laterSheet]
    // The page's own content, until there is something to draw: also in a browser that cannot.
    root.append(this.#fallback)
    window.addEventListener('popstate', this.#onHistory)
    window.addEventListener('pageshow', this.#onShown)
    this.#begin()
  }

  disconnectedCallback(): void {
    window.removeEventListener('popstate', this.#onHistory)
    window.removeEventListener('pageshow', this.#onShown)
    this.#way?.end()
    this.#way = undefined
    if (this.shadowRoot) render(null, this.shadowRoot)
  }

  attributeChangedCallback(_: string, before: string | null, after: string | null): void {
    if (!this.isConnected || before === after || this.#isAwaited) return
    // Several attributes that change together count as one change.
    this.#isAwaited = true
    queueMicrotask(() => {
      this.#isAwaited = false
      if (this.isConnected) this.#begin()
    })
  }

  #begin(): void {
    this.#way?.end()
    const options = optionsOf(this, import.meta.url)
    this.#options = options
    for (const fault of options.unknown) void complain(fault, options.baseUrl)
    const way = new Way(options, () => this.#draw(), this.#tell, laterFile)
    this.#way = way
    this.#draw()
    const chosen = remembered()
    const isOffered = chosen !== undefined && options.languages.includes(chosen)
    const speech = options.words
      ? speechOfFile(options.words, () =>
          complain({ about: 'attribute', name: 'words', value: options.words ?? '', known: ['the address of a file like en.json'] }, options.baseUrl),
        )
      : speechOf(isOffered ? chosen : options.language, isOffered ? chosen : options.locale)
    void speech.then((found) => {
      if (this.#way !== way) return
      this.#speech = found
      this.#draw()
      void way.start()
    })
  }

  /** Draws free times in another element of the page, too, once it is in view. */
  drawBeside(element: HTMLElement): void {
    const root = element.shadowRoot ?? element.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet, laterSheet]
    this.#inView.watch(element, async () => {
      this.#Beside ??= (await loadFile(besideFile)).Beside
      if (!element.isConnected) return
      this.#beside.add(element)
      this.#draw()
    })
  }

  leaveBeside(element: HTMLElement): void {
    this.#beside.delete(element)
    if (element.shadowRoot) render(null, element.shadowRoot)
  }

  #tell = <Name extends keyof BookingEvents>(name: Name, detail: BookingEvents[Name]): boolean =>
    this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }))

  #onHistory = (event: PopStateEvent): void => this.#way?.steps.onHistory(event.state)

  /** A page in the back-forward cache does not know what happened at the checkout in the meantime. */
  #onShown = (event: PageTransitionEvent): void => {
    if (event.persisted) this.#begin()
  }

  #speak = async (language: Language): Promise<void> => {
    const regional = browserLanguages().find((one) => one.split('-')[0] === language)
    this.#speech = await speechOf(language, regional ?? language)
    try {
      localStorage.setItem(languageName, language)
    } catch {
      // Chosen again next time.
    }
    this.#draw()
    this.#tell('clinic-language', { language })
  }

  #draw(): void {
    const { shadowRoot } = this
    if (!shadowRoot || !this.#way || !this.#options) return
    if (laterSheet.cssRules.length === 0) laterSheet.replaceSync(this.#way.later?.styles ?? '')
    render(<App way={this.#way} speech={this.#speech} speak={this.#speak} />, shadowRoot)
    this.#fallback.remove()
    const Beside = this.#Beside
    if (!Beside || !this.#way.later) return
    const shared = { way: this.#way, speech: this.#speech, speak: this.#speak }
    for (const element of this.#beside) {
      const { shadowRoot: root } = element
      if (!root) continue
      render(<Beside {...shared} doctor={element.getAttribute('doctor')} />, root)
      // Nothing to choose leaves no gap on the page.
      element.hidden = !root.querySelector('.beside > *')
    }
  }
}

/** `<clinic-times>`: the next free times of a practitioner, beside what the page says of them. A tap on one answers the `<clinic-booking>`. */
export class ClinicTimes extends HTMLElement {
  #booking: ClinicBooking | null = null

  connectedCallback(): void {
    this.#booking = document.querySelector<ClinicBooking>('clinic-booking')
    this.#booking?.drawBeside(this)
  }

  disconnectedCallback(): void {
    this.#booking?.leaveBeside(this)
  }
}

const languageName = 'clinic-booking language'

function remembered(): Language | undefined {
  try {
    const name = localStorage.getItem(languageName) ?? undefined
    return isLanguage(name) ? name : undefined
  } catch {
    return undefined
  }
}
