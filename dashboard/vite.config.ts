import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/**
 * `npm run dev`: a page of its own, which has no release to compare with that of the service, and
 * no policy that asks for a nonce.
 */
const pageOfSources: Plugin = {
  name: 'page-of-sources',
  apply: 'serve',
  transformIndexHtml: {
    order: 'pre',
    handler: (html) => html.replace(/ *<meta name="(style-nonce|release)"[^>]*>\n/g, ''),
  },
}

export default defineConfig({
  base: '/dashboard/',
  // The page is loaded again when `main.tsx` would be run a second time, on the same element.
  plugins: [react({ refreshExclude: [/\/node_modules\//, /\/src\/main\.tsx$/] }), pageOfSources],
  build: {
    // The files that the service serves; it reads them from this output folder
    // (src/doors/dashboard/files.ts).
    outDir: 'dist',
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every page needs, and what screens share: in two files, not in sixty.
          groups: [
            { name: 'initial', tags: ['$initial'] },
            { name: 'shared', minShareCount: 2 },
          ],
        },
      },
    },
    // The licences of the bundled libraries.
    license: { fileName: 'third-party.md' },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    strictPort: true,
    // The service of `npm start`, with the same PORT. It keeps the address of the page as its host:
    // only its own pages may change anything.
    proxy: {
      '/dashboard/api': {
        target: `http://127.0.0.1:${process.env.PORT ?? 3000}`,
        changeOrigin: false,
      },
    },
  },
})
