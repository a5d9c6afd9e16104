import { basePath } from './paths.ts'
import '@mantine/core/styles.css'
import './ui/tokens.css'
import { createTheme, DirectionContext, MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createRouter, RouterProvider } from '@tanstack/react-router'
import { StrictMode, Suspense, useMemo } from 'react'
import { createRoot } from 'react-dom/client'
import { isTemporary, Refusal } from './api/call.ts'
import { PageFailure } from './frame/page-failure.tsx'
import { routeTree } from './routes.tsx'
import { DelayedLoader } from './ui/delayed-loader.tsx'
import { readStyleNonce } from './ui/style-nonce.ts'
import { LanguageProvider, loadPreferredWords, useLanguage } from './words/words.tsx'

const client = new QueryClient({
  defaultOptions: {
    queries: {
      // A failed request is retried; a refusal is not.
      retry: (count, error) => error instanceof Refusal && isTemporary(error) && count < 5,
      networkMode: 'always',
      refetchInterval: 60_000,
      staleTime: 5_000,
    },
  },
})

const router = createRouter({
  routeTree,
  basepath: basePath,
  context: { client },
  defaultPreload: false,
  defaultErrorComponent: PageFailure,
  defaultPendingComponent: DelayedLoader,
  defaultPendingMs: 0,
  // The loader shows itself late, so what is ready need not wait for half a second behind it.
  defaultPendingMinMs: 0,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}

const theme = createTheme({
  colors: {
    clinic: [
      '#e2f2ef',
      '#c9e7e1',
      '#a3d6cc',
      '#78c3b4',
      '#4fae9c',
      '#2f9885',
      '#1a8270',
      '#0f7767',
      '#0b6e5f',
      '#08584c',
    ],
    // As blue as the surfaces around them: fields are the seventh, their borders the fifth.
    dark: [
      '#e7edf2',
      '#c3ced8',
      '#a9b6c2',
      '#8b99a6',
      '#46545f',
      '#33404c',
      '#212c36',
      '#19222b',
      '#141c24',
      '#10171e',
    ],
  },
  primaryColor: 'clinic',
  // White on it has a contrast of 6 : 1, in light and dark mode.
  primaryShade: 8,
  defaultRadius: 'md',
  fontFamily: 'system-ui, sans-serif',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    // Fields side by side are level, whether they have a description or not.
    InputWrapper: {
      defaultProps: { inputWrapperOrder: ['label', 'input', 'error', 'description'] },
    },
  },
})

function ThemedApp() {
  const { direction: dir } = useLanguage()
  // The direction follows the language: nothing else sets it.
  const direction = useMemo(() => ({ dir, setDirection() {}, toggleDirection() {} }), [dir])
  return (
    <DirectionContext value={direction}>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={readStyleNonce}>
        <RouterProvider router={router} />
      </MantineProvider>
    </DirectionContext>
  )
}

// A page from the browser's back-forward cache shows its old content, which must not be visible
// after signing out.
window.addEventListener('pageshow', ({ persisted }) => {
  if (persisted) location.reload()
})

// Rendered once the words are loaded, because React delays replacing a fallback by 300 ms. An
// `await` here would reorder the style sheets.
void loadPreferredWords().then(() =>
  createRoot(document.getElementById('root') as HTMLElement).render(
    <StrictMode>
      <QueryClientProvider client={client}>
        <Suspense fallback={null}>
          <LanguageProvider>
            <ThemedApp />
          </LanguageProvider>
        </Suspense>
      </QueryClientProvider>
    </StrictMode>,
  ),
)
